# The C types of dealing.py.

cimport cython

from chickenscratch.bots.kernel cimport bitset

ctypedef unsigned long long mask


cdef int GAIN, LACK, LACK_NEWEST, LOSE

@cython.locals(
    lacks=list, kind=int, who=int, tiles=mask, lacking=list, size=int, place=int, able=int,
    skip=int, gone=int, owners=list, lacked=list,
)
cpdef tuple slots(changes, int seats, int seat, int dealt, dice)

@cython.locals(hands=list, one=mask, place=int)
cpdef list hands_of(list owners, list tiles, int seats)

@cython.locals(
    tight=list, found=list, tiles=list, lack=mask, place=int, index=int, slots=int, count=int,
    a=int, b=int, first=int, second=int,
)
cpdef list filled(list pool, list lacks, mask hidden, dice)

@cython.locals(i=int, j=int)
cpdef void shuffle(list pool, dice) except *
