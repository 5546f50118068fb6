# What count() and length() of bitset.py are in C.

cdef extern from *:
    """
    #ifdef _MSC_VER
    #include <intrin.h>
    static __inline int chickenscratch_count(unsigned long long x) {
        return (int)__popcnt64(x);
    }
    static __inline int chickenscratch_length(unsigned long long x) {
        unsigned long index;
        return _BitScanReverse64(&index, x) ? (int)index + 1 : 0;
    }
    #else
    static inline int chickenscratch_count(unsigned long long x) {
        return __builtin_popcountll(x);
    }
    static inline int chickenscratch_length(unsigned long long x) {
        return x ? 64 - __builtin_clzll(x) : 0;
    }
    #endif
    """
    int count "chickenscratch_count"(unsigned long long tiles) noexcept nogil
    int length "chickenscratch_length"(unsigned long long tiles) noexcept nogil
