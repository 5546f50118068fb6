"""The weights of the judgement for every table.

They began as those of bots.md 1, which come from regressing the values of moves on their features,
and evolved from there for double-six and double-nine with 2, 3 and 4 seats: small changes of all
of them at once, of which those went on that lost the fewest points in thousands of rounds against
the first ones and against players who lay the heaviest tile (an evolution strategy with mirrored
samples: Brockhoff and others 2010). The last weight, `hurry`, was added there.
"""

from __future__ import annotations

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
    ("small", 3): Weights(
        0.092, 0.174, 0.959, 0.435, 0.216, 1.037, 0.123, 0.422, -0.270, 0.416, 2.710, 1.135,
        0.102, 0.010, 0.378,
    ),
    ("small", 4): Weights(
        0.000, 0.632, 2.023, 0.245, 0.256, 0.695, 0.256, 0.460, -0.358, 0.436, 1.136, 0.999,
        -0.054, -0.196, 0.718,
    ),
    ("large", 2): Weights(
        0.048, -0.386, 1.925, -1.009, 0.272, 1.313, 0.077, -0.021, -0.178, 0.252, 3.243, 0.901,
        0.101, -0.792, 0.252,
    ),
    ("large", 3): Weights(
        -0.038, -0.388, 1.806, -0.779, 0.187, 1.212, 0.369, 0.068, -0.228, 0.199, 2.101, 0.888,
        0.142, -0.165, 0.776,
    ),
    ("large", 4): Weights(
        -0.007, -0.323, 2.737, -0.373, 0.033, 0.801, 0.620, 0.128, -0.148, 0.399, 0.715, 0.935,
        0.140, 1.382, 0.835,
    ),
}  # fmt: skip


def weights_for(rules: RuleSet, seats: int) -> Weights:
    """The weights for a table of `seats` players; those of the nearest that were fitted."""
    return FITTED["small" if rules.set_size <= SMALL else "large", min(seats, 4)]
