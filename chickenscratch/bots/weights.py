"""The weights of the judgement for every table: fitted ones, and what lies between them.

They began as those of bots.md 1, which come from regressing the values of moves on their features,
and then evolved: small changes of all of them at once, kept if they lose fewer points in thousands
of rounds against the first ones and against players who lay the heaviest tile (evolution strategy
with mirrored samples; Salimans and others 2017). The last one, `hurry`, was added there.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from chickenscratch.bots.judge import Weights
from chickenscratch.core.rules import RuleSet

SMALL: Final = 6
"""The largest set that is played like double-six; larger ones are played like double-nine."""

FITTED: Final = {
    ("small", 2): Weights(
        0.071, 0.299, 0.853, 0.536, 0.164, 0.964, 0.065, 0.255, -0.246, 0.197, 3.737, 1.118,
        0.045, -0.855, 0.301,
    ),
    ("small", 4): Weights(
        0.000, 0.632, 2.023, 0.245, 0.256, 0.695, 0.256, 0.460, -0.358, 0.436, 1.136, 0.999,
        -0.054, -0.196, 0.718,
    ),
    ("large", 2): Weights(
        0.048, -0.386, 1.925, -1.009, 0.272, 1.313, 0.077, -0.021, -0.178, 0.252, 3.243, 0.901,
        0.101, -0.792, 0.252,
    ),
    ("large", 4): Weights(
        -0.007, -0.323, 2.737, -0.373, 0.033, 0.801, 0.620, 0.128, -0.148, 0.399, 0.715, 0.935,
        0.140, 1.382, 0.835,
    ),
}  # fmt: skip


def weights_for(rules: RuleSet, seats: int) -> Weights:
    """The weights for a table of `seats` players."""
    return _between("small" if rules.set_size <= SMALL else "large", min(seats, 4))


@lru_cache(maxsize=16)
def _between(size: str, seats: int) -> Weights:
    two, four = FITTED[size, 2], FITTED[size, 4]
    share = (seats - 2) / 2
    return Weights(*(a + (b - a) * share for a, b in zip(two, four, strict=True)))
