# The C types of dealing.py.

cimport cython

from chickenscratch.bots.kernel cimport bitset

ctypedef unsigned long long mask


cdef int GAIN, LACK, LACK_NEWEST, LOSE

@cython.locals(
    lacks=list, since=list, laid=list, index=int, kind=int, who=int, tiles=mask, lacking=list,
    filled_at=list, size=int, place=int, able=int, skip=int, gone=int, owners=list, lacked=list,
    starts=list, past=list, when=int, known=mask, other=int, start=int, end=int, had=list,
)
cpdef tuple history(changes, choices, int seats, int seat, int dealt, dice)

@cython.locals(hands=list, one=mask, place=int)
cpdef list hands_of(list owners, list tiles, int seats)

@cython.locals(
    tight=list, found=list, tiles=list, lack=mask, place=int, index=int, slots=int, count=int,
    a=int, b=int, first=int, second=int,
)
cpdef list filled(list pool, list lacks, mask hidden, dice)

@cython.locals(i=int, j=int)
cpdef void shuffle(list pool, dice) except *
