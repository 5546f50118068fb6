"""Counting the bits of an int, under names that the compiled kernel has C functions for."""

from __future__ import annotations

from typing import Final

count: Final = int.bit_count
"""How many bits are set."""

length: Final = int.bit_length
"""One more than the number of the highest bit set; 0 for 0."""


def room(size: int) -> list[int]:
    """A list of zeros, which becomes an array of C."""
    return [0] * size


def numbers(size: int) -> list[float]:
    """A list of floats, all zero, which becomes an array of C."""
    return [0.0] * size
