"""Which form of the kernel is used: the compiled one where there is one, else plain Python."""

from __future__ import annotations

import importlib
import os
from collections.abc import Callable
from typing import Any, Final, NamedTuple

from chickenscratch.bots.kernel import chains, dealing, imagining, judging

PURE_VARIABLE: Final = "CHICKENSCRATCH_PURE"
"""Set to anything, it leaves the compiled form alone: for comparing, and for finding faults."""

MOST_NUMBERS: Final = 10
"""Numbers on the tiles of the largest set whose tiles are bits of a 64-bit number (double-nine)."""


class Engine(NamedTuple):
    """One form of the kernel. What it makes is only for itself."""

    compiled: bool
    tables: type[judging.Tables]
    judge: type[judging.Judge]
    rated: type[judging.Rated]
    case: type[judging.Case]
    imagined: type[imagining.Imagined]
    past: type[chains.Past]
    chain: type[chains.Chain]
    slots: Callable[..., tuple[list[int], list[int]]]
    filled: Callable[[list[int], list[int], int, Callable[[], float]], list[int] | None]
    hands_of: Callable[[list[int], list[int], int], list[int]]


PURE: Final = Engine(
    False,
    judging.Tables,
    judging.Judge,
    judging.Rated,
    judging.Case,
    imagining.Imagined,
    chains.Past,
    chains.Chain,
    dealing.slots,
    dealing.filled,
    dealing.hands_of,
)


def _compiled() -> Engine | None:
    package = __package__
    try:
        parts: list[Any] = [
            importlib.import_module(f"{package}._{name}")
            for name in ("judging", "imagining", "chains", "dealing")
        ]
    except ImportError:
        return None
    one, two, three, four = parts
    return Engine(
        True,
        one.Tables,
        one.Judge,
        one.Rated,
        one.Case,
        two.Imagined,
        three.Past,
        three.Chain,
        four.slots,
        four.filled,
        four.hands_of,
    )


COMPILED: Final = None if os.environ.get(PURE_VARIABLE) else _compiled()


def engine_for(numbers: int) -> Engine:
    """The fastest form for tiles with so many different numbers."""
    return COMPILED if COMPILED is not None and numbers <= MOST_NUMBERS else PURE
