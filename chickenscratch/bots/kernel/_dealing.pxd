# The C types of dealing.py.

cimport cython

from chickenscratch.bots.kernel cimport bitset

ctypedef unsigned long long mask


@cython.locals(
    tight=list, found=list, tiles=list, lack=mask, place=int, index=int, slots=int, count=int,
    a=int, b=int, first=int, second=int,
)
cpdef list filled(list pool, list lacks, mask hidden, dice)

@cython.locals(i=int, j=int)
cpdef void shuffle(list pool, dice) except *
