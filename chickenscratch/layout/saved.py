"""All spots of a table as plain data, for saves: an old save keeps its picture."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from chickenscratch.layout.layout import LAYOUT_VERSION
from chickenscratch.layout.types import Cell, Spot, SpotKind

_KINDS = (SpotKind.LEAD, SpotKind.PLAIN, SpotKind.DOUBLE)


def spots_to_data(spots: Iterable[Spot]) -> dict[str, Any]:
    """Numbers, lists and one dict, ready for JSON."""
    return {
        "version": LAYOUT_VERSION,
        "spots": [
            [
                spot.index,
                spot.parent,
                spot.port,
                spot.near,
                spot.far,
                _KINDS.index(spot.kind),
                spot.heading,
                int(spot.under),
                [n for cell in spot.cells for n in cell],
                [n for cell in spot.wire for n in cell],
            ]
            for spot in spots
        ],
    }


def spots_from_data(data: Mapping[str, Any]) -> tuple[Spot, ...]:
    """The inverse of :func:`spots_to_data`, for any version. Raises ValueError for other data."""
    try:
        return tuple(_spot(row) for row in data["spots"])
    except (KeyError, IndexError, TypeError, ValueError) as error:
        raise ValueError("these are not the spots of a table") from error


def _spot(row: Sequence[Any]) -> Spot:
    index, parent, port, near, far, kind, heading, under, cells, wire = row
    numbers = (index, parent, port, near, far, kind, heading, under, *cells, *wire)
    if not all(type(number) is int for number in numbers) or heading not in range(8):
        raise ValueError(row)
    body = _cells(cells)
    if len(body) != (2 if _KINDS[kind] is SpotKind.PLAIN else 3):
        raise ValueError(row)
    return Spot(
        index,
        parent,
        port,
        near,
        far,
        _KINDS[kind],
        body,
        heading,
        _cells(wire),
        bool(under),
    )


def _cells(numbers: Sequence[int]) -> tuple[Cell, ...]:
    return tuple(zip(numbers[::2], numbers[1::2], strict=True))
