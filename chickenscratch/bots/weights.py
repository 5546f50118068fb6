"""The weights of the judgement for every table.

They began as those of bots.md 1, which come from regressing the values of moves on their features,
and evolved from there for double-six and double-nine with 2, 3 and 4 seats: small changes of all
of them at once, of which those went on that lost the fewest points in thousands of rounds against
the first ones and against players who lay the heaviest tile (an evolution strategy with mirrored
samples: Brockhoff and others 2010). The weight `hurry` was added there.

`PLAYING` and `READING` are for imagined rounds of players who think ahead. `PLAYING` minimises what
a choice is expected to lose against the best one, on values from many imagined rounds; it is better
by itself, by 0.2 to 1 points a round with double-six and 0.6 to 1.9 with double-nine. `READING`
predicts the choices of players who search (a conditional logit: McFadden 1974).
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


PLAYING: Final = {
    ("small", 2): Weights(
        0.117, 1.750, -1.728, -3.745, 2.586, 0.840, -0.637, 1.515, -3.190, -7.957,
        7.528, 0.417, 0.680, -3.073, 3.468, -0.535, 1.011, -23.243, -34.130, 3.631,
        5.457, -7.867, -9.505, -5.972, 1.585, -1.741, -3.452, -14.512, 17.290, -4.017,
        72.825, -0.099,
    ),
    ("small", 3): Weights(
        0.225, 0.998, -6.321, -1.127, -2.428, 2.169, 1.099, 2.005, -3.023, -1.536,
        -7.448, 2.421, 0.804, 4.714, 3.087, -1.139, 4.928, -18.135, -9.433, -0.446,
        4.385, -5.422, -5.311, -4.809, -3.499, -2.125, -2.316, -7.777, 11.108, 18.124,
        27.936, 1.003,
    ),
    ("small", 4): Weights(
        0.668, 7.618, -5.068, 1.348, -3.810, 2.000, 1.185, 0.924, -1.828, -2.935,
        -4.669, 1.792, 0.546, 3.474, 2.959, -1.666, 7.488, -11.694, -10.269, 2.543,
        2.240, -3.775, -4.987, -2.188, -2.188, -4.655, -1.666, -6.419, 10.035, 15.598,
        8.691, 0.972,
    ),
    ("large", 2): Weights(
        0.915, -0.621, -7.110, -6.085, 0.436, -14.634, -2.735, 2.360, -1.376, -0.658,
        21.073, 6.694, 0.971, 1.408, 1.948, -0.982, 8.270, -47.786, -100.697, 4.105,
        1.911, -9.065, -12.176, -13.547, -8.896, -3.076, -3.269, -15.014, 16.423,
        22.496, 110.923, -0.212,
    ),
    ("large", 3): Weights(
        0.324, 1.952, -6.691, -5.464, 0.492, -5.377, 3.586, 2.642, -1.888, -0.057,
        0.194, 6.891, 0.786, 3.338, 3.344, -0.669, 3.416, -26.787, -23.976, 3.415,
        4.127, -11.153, -10.765, -17.365, -10.598, -0.334, -1.636, -9.601, 11.424,
        7.989, 85.528, -0.107,
    ),
    ("large", 4): Weights(
        0.532, -2.459, -8.235, -2.576, -1.037, 1.676, 3.458, 0.783, -2.561, 0.083,
        -0.331, 1.901, 1.086, -3.915, 2.371, -1.176, 4.049, -17.503, -20.632, 3.196,
        3.042, -2.539, -4.107, -7.338, -7.020, -1.199, -2.242, -5.458, 5.449, 14.884,
        33.894, 1.058,
    ),
}  # fmt: skip

READING: Final = {
    ("small", 2): Weights(
        0.034, 0.085, -1.570, -0.275, 0.394, 0.646, -0.157, 0.215, -0.220, -2.026,
        0.610, 0.572, 0.051, -0.097, 0.267, 0.022, 0.060, -1.484, -1.918, 0.309, 0.186,
        -0.547, -0.620, -0.455, 0.156, -0.342, -0.141, -2.506, 2.670, 0.610, 3.339,
        -0.046,
    ),
    ("small", 3): Weights(
        0.025, 0.031, -1.733, -0.333, 0.002, 0.551, -0.058, 0.227, -0.335, -1.660,
        -1.046, 0.684, 0.067, 0.475, 0.318, -0.036, 0.399, -1.806, -1.908, -0.284,
        0.471, -0.612, -0.581, -0.646, -0.205, -0.394, -0.087, -2.445, 2.799, 2.922,
        2.285, 0.022,
    ),
    ("small", 4): Weights(
        0.113, 0.143, -0.953, -0.066, -0.459, 0.396, 0.035, 0.122, -0.325, -0.685,
        -1.808, 0.365, 0.037, 0.394, 0.369, -0.234, 1.157, -2.121, -0.552, -0.133,
        0.309, -0.391, -0.431, -0.531, -0.169, -0.679, -0.152, -1.326, 1.685, 2.883,
        1.908, 0.053,
    ),
    ("large", 2): Weights(
        0.053, 0.008, -0.724, -0.585, 0.269, 0.709, -0.086, 0.042, -0.129, -2.132,
        1.506, 0.749, 0.032, -0.842, 0.146, -0.004, -0.055, -1.406, -5.244, 0.410,
        -0.028, -0.129, -0.195, -0.201, 0.007, -0.052, -0.048, -2.420, 2.360, 1.506,
        2.288, -0.054,
    ),
    ("large", 3): Weights(
        0.040, 0.223, -0.160, -0.361, 0.137, 0.274, 0.247, 0.122, -0.309, -0.227, 0.148,
        0.550, 0.052, 0.074, 0.159, -0.053, 0.205, -1.641, -2.347, 0.037, 0.333, -0.390,
        -0.286, -0.747, -0.219, 0.006, -0.077, -0.738, 0.763, 0.921, 2.332, -0.013,
    ),
    ("large", 4): Weights(
        0.064, -0.111, -1.348, -0.039, -0.059, 0.028, 0.456, 0.105, -0.257, -0.908,
        0.736, 0.460, 0.044, 0.153, 0.185, -0.081, 0.378, -1.024, -3.341, 0.024, 0.295,
        -0.288, -0.350, -0.760, -0.410, -0.073, -0.101, -1.450, 1.501, 1.109, 1.132,
        -0.002,
    ),
}  # fmt: skip
"""The scale is for a sharpness of 2."""


def weights_for(rules: RuleSet, seats: int) -> Weights:
    """The weights for a table of `seats` players; those of the nearest that were fitted."""
    return FITTED[_table(rules, seats)]


def playing_weights(rules: RuleSet, seats: int) -> Weights:
    """The weights by which players who think ahead are imagined to play."""
    return PLAYING[_table(rules, seats)]


def reading_weights(rules: RuleSet, seats: int) -> Weights:
    """The weights by which the choices of players who think ahead are explained."""
    return READING[_table(rules, seats)]


def _table(rules: RuleSet, seats: int) -> tuple[str, int]:
    return ("small" if rules.set_size <= SMALL else "large", min(seats, 4))
