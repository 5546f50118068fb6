# The C types of imagining.py.

cimport cython

from chickenscratch.bots.kernel cimport bitset
from chickenscratch.bots.kernel cimport _judging as judging

ctypedef unsigned long long mask


cdef class Imagined:
    cdef judging.Tables tables
    cdef mask hands[8]
    cdef mask lacks[8]
    cdef int counts[19]
    cdef int cells[190]
    cdef int* yard
    cdef int seats, turn, need, left, opened, passes, drawn, stock, twist
    cdef mask off

    @cython.locals(seat=int, place=int)
    cpdef deal(self, hands, yard)

    @cython.locals(seat=int)
    cpdef know(self, lacks)

    @cython.locals(seat=int, number=int, hands="mask*", theirs="mask*", counts="int*", others="int*")
    cpdef follow(self, Imagined other)

    @cython.locals(
        tables=judging.Tables, seat=int, one=mask, suits="mask*", counts="int*", bit=mask,
        hand=mask, far=int, out=int, floor=int,
    )
    cpdef bint play(self, int tile, int on)

    @cython.locals(
        tables=judging.Tables, seats=int, turns=int, one=mask, suits="mask*", fits="mask*",
        strict=bint, highs="int*", lows="int*", must_keep=bint, hands="mask*", yard="int*",
        lacks="mask*", judge=judging.Judge, after=int, counts="int*", turn=int, need=int, left=int, off=mask, opened=int, passes=int, drawn=int,
        stock=int, floor=int, hand=mask, fit=mask, can=mask, fresh=bint, looked=bint, bit=mask,
        skip=int, tile=int, on=int, low=int, several=bint, total=double, least=int, seat=int,
        tiles=int, made=int, far=int,
    )
    cpdef int run(self, list judges, judging.Rated rated, dice)
