"""The names of computer players."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

HENS: Final = (
    "Bruna", "Carla", "Dina", "Elsa", "Fausta", "Gilda", "Hedda", "Irma", "Lola", "Mina",
    "Nella", "Olga", "Pia",
)  # fmt: skip
"""In the order they sit down."""


def free_name(taken: Iterable[str]) -> str:
    """A name for a computer player that nobody at the table has."""
    used = {name.casefold() for name in taken}
    return next(name for name in HENS if name.casefold() not in used)
