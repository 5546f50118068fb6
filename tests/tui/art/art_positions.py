"""Tables at telling moments, frozen as data so that only the drawing is under test."""

import json
from functools import lru_cache
from pathlib import Path
from typing import Any

from chickenscratch.layout import LAYOUT_VERSION, Box, Mark, Spot, spots_from_data
from chickenscratch.tui.art.picture import LETTERS, BoardPicture, Ghost

NAMES = (
    "first",  # the lead alone, with its four empty arms
    "hub",  # six arms, all filled
    "hungry",  # a foot with two empty toes, its double just laid
    "arms",  # a hungry hub; a tile is lifted and one of the slanted places is chosen
    "tails",  # a tile is lifted, and two of its three places are slanted toes
    "double",  # a double is lifted
    "wire",  # wires and feet of parallel toes
    "end",  # 49 tiles, dead ends
    "eighteen",  # numbers of two digits
)


@lru_cache
def _data() -> dict[str, Any]:
    loaded: dict[str, Any] = json.loads(Path(__file__).with_name("positions.json").read_text())
    return loaded


@lru_cache
def position(name: str) -> BoardPicture:
    data = _data()[name]
    return BoardPicture(
        spots=_spots(data["spots"]),
        hub=None if data["hub"] is None else Box(*data["hub"]),
        footprints=_spots(data["footprints"]),
        marks=tuple(Mark((x, y), way, number) for x, y, way, number in data["marks"]),
        ghosts=tuple(Ghost(*pair) for pair in zip(_spots(data["ghosts"]), LETTERS, strict=False)),
        chosen=data["chosen"],
        last=frozenset(data["last"]),
        hungry=data["hungry"],
        dead=frozenset(data["dead"]),
    )


def _spots(rows: list[Any]) -> tuple[Spot, ...]:
    return spots_from_data({"version": LAYOUT_VERSION, "spots": rows})
