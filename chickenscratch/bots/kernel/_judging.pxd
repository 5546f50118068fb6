# The C types of judging.py.

cimport cython
cimport libc.math as math

from chickenscratch.bots.kernel cimport bitset

ctypedef unsigned long long mask

# In C, / of two ints would drop the fraction: where Python divides, one of them is a double here.

cdef double SURE


cdef class Tables:
    cdef mask suits[19]
    cdef int high[190]
    cdef int low[190]
    cdef int value[190]
    cdef mask fitting[1024]
    cdef int numbers, size, reserve, out_penalty
    cdef bint draws, until, must_keep, empty_ends, dead_strict, dead_waits


cdef class Judge:
    cdef double pips, ending, double, own_of_double, hidden_of_double, fitting, variety
    cdef double own_of_open, hidden_of_open, new, stuck, closing, dead_gap, dead, hurry
    cdef double pips_early, reach, lone_double, stuck_early, new_early, hidden_early, frees_own
    cdef double frees_hidden, shuts_own, shuts_hidden, lone_open, hidden_of_on, two_ways, new_foot
    cdef double all_stuck, stuck_hurry, double_pips
    cdef bint wide


cdef class Rated:
    cdef double scores[380]
    cdef int tiles[380]
    cdef int ons[380]

    @cython.locals(scores="double*", tiles="int*", ons="int*", top=int, place=int)
    cpdef int best(self, int made)


cdef class Case:
    cdef int counts[19]
    cdef mask fit, off, lacking
    cdef int need, left, opened, least, following, tile, on, seat, when
    cdef double others

    cpdef int rate(self, Judge judge, Tables tables, Rated rated, mask hand)


@cython.locals(value="int*", total=int, bit=mask)
cdef int worth(Tables tables, mask tiles) noexcept

cdef double gap(Tables tables, double others, mask hidden, double unseen, mask rest) noexcept

@cython.locals(
    suits="mask*", fits="mask*", value="int*", highs="int*", lows="int*", strict=bint,
    scores="double*", tiles="int*", ons="int*", fitting=double, own_open=double,
    hidden_open=double, stuck=double, new=double, wide=bint, near=int, early=double,
    share=double, hidden=mask, unseen=double, possible=mask, rest_count=int,
    pips=double, made=int, bit=mask, tile=int, high=int, low=int, rest=mask, base=double,
    suit=mask, out=int, own=int, score=double, can=mask, way=int, on=int, far=int, after=int,
    follow=mask, table=mask, ends=bint,
)
cdef int rate(
    Judge judge, Tables tables, Rated rated, mask playable, mask hand, mask off, int need,
    int left, int opened, int* counts, double others, int least, int following, mask lacking,
) noexcept

@cython.locals(score=double, one=mask, twin=mask)
cdef double about_numbers(
    Judge judge, Tables tables, mask rest, mask hidden, int opened, int* counts, int need, int on,
    int far,
) noexcept

@cython.locals(playable=mask, made=int, best=int, top=double, whole=double, chosen=double,
               place=int, power=double)
cdef double likelihood(
    Judge judge, Tables tables, Rated rated, Case case, mask hand, double sharpness, double whim,
) noexcept
