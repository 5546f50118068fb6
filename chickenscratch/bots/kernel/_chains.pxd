# The C types of chains.py.

cimport cython
cimport libc.math as math

from chickenscratch.bots.kernel cimport bitset
from chickenscratch.bots.kernel cimport _dealing as dealing
from chickenscratch.bots.kernel cimport _judging as judging

ctypedef unsigned long long mask

cdef int FOREVER


cdef class Past:
    cdef judging.Tables tables
    cdef judging.Rated rated
    cdef int seats, size
    cdef list pool, cases, judges, lost
    cdef int owner[256]
    cdef int since[256]
    cdef int lack_at[2048]
    cdef mask lack_tiles[2048]
    cdef int lack_count[8]
    cdef int chosen[2048]
    cdef int case_count[8]
    cdef int numbers[256]
    cdef mask hands[256]
    cdef double logs[256]
    cdef double sharpness[8]
    cdef double whims[8]

    @cython.locals(who=int, index=int, kind=int, count=int, newest=int, slot=int, number=int,
                   case=judging.Case)
    cpdef bint tell(self, int seat, int dealt, changes) except -1

    @cython.locals(start=int, seat=int, one=mask, bit=mask, event=int)
    cdef bint possible(self, int slot, int tile, int end) noexcept

    @cython.locals(seat=int, found=mask, event=int)
    cdef mask lacks(self, int slot) noexcept


cdef class Chain:
    cdef Past past
    cdef int tiles[256]
    cdef int ends[256]
    cdef int yard[190]
    cdef mask hands[256]
    cdef double logs[256]
    cdef int stock
    cdef readonly int judged

    cpdef bint begin(self, dice) except -1

    @cython.locals(past=Past, slot=int, index=int, who=int, tile=int, pool=list, i=int, j=int,
                   hidden=mask, one=mask, place=int, slots=int, first=int, other=int)
    cdef bint deal(self, dice) except -1

    @cython.locals(first=int, second=int)
    cdef void swap_held(self, int one, int two) noexcept

    @cython.locals(tile=int)
    cdef void swap_with_yard(self, int slot, int place) noexcept

    @cython.locals(past=Past, one=mask, number=int, case=judging.Case, hand=mask, slot=int)
    cdef judge_all(self)

    @cython.locals(past=Past, seat=int)
    cdef double log_of(self, judging.Case case, mask hand) except? -1

    @cython.locals(past=Past, tiles="int*", ends="int*", one=mask, slot=int, other=int, end=int,
                   mine=mask, place=int, theirs=mask, until=int, together=bint, changed=int,
                   spare=double, at=int, least=double, gain=double, number=int,
                   case=judging.Case)
    cpdef step(self, double heat, dice)

    cpdef walk(self, int steps, dice)

    @cython.locals(number=int, parts=double)
    cpdef warm(self, int steps, dice)

    @cython.locals(past=Past, since=int, end=int, start=int, until=int, at=int, number=int,
                   case=judging.Case, when=int, hand=mask)
    cdef int change(self, int seat, int slot, int other, bint together, mask mine, mask theirs,
                    int made) except -1

    @cython.locals(total=double, number=int)
    cpdef double total(self)

    @cython.locals(past=Past, one=mask, slot=int, place=int, i=int, j=int)
    cpdef world(self, dice)
