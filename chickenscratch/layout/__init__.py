"""Where the tiles lie: from the tree of laid tiles to cells on a grid."""

from chickenscratch.layout.hit import Hit, HitMap
from chickenscratch.layout.layout import (
    LAYOUT_VERSION,
    MAX_BENDS,
    UNKNOWN,
    Layout,
    lay_out,
)
from chickenscratch.layout.saved import spots_from_data, spots_to_data
from chickenscratch.layout.types import Box, Cell, EndKey, Mark, Spot, SpotKind

__all__ = [
    "LAYOUT_VERSION",
    "MAX_BENDS",
    "UNKNOWN",
    "Box",
    "Cell",
    "EndKey",
    "Hit",
    "HitMap",
    "Layout",
    "Mark",
    "Spot",
    "SpotKind",
    "lay_out",
    "spots_from_data",
    "spots_to_data",
]
