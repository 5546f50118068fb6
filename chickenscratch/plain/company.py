"""Who sits where if nobody says otherwise: the person, and computer players with names."""

from __future__ import annotations

import getpass
from collections.abc import Iterable
from typing import Final

from chickenscratch.bots.levels import LEVELS
from chickenscratch.bots.simple import RANDOM
from chickenscratch.config import Settings
from chickenscratch.core.presets import PRESETS
from chickenscratch.locale import _
from chickenscratch.plain.text import clean
from chickenscratch.table.setup import SeatSetup, TableSetup

HENS: Final = (
    "Bruna", "Carla", "Dina", "Elsa", "Fausta", "Gilda", "Hedda", "Irma", "Lola", "Mina",
    "Nella", "Olga", "Pia",
)  # fmt: skip
"""Names for computer players, in the order they sit down: more than a table has seats."""

LONGEST: Final = 20
"""Characters of a name."""


def own_name(settings: Settings) -> str:
    """The person's name: what the settings say, else the login name, else a polite one."""
    if settings.name:
        return settings.name
    try:
        login = clean(getpass.getuser())[:LONGEST]
    except (KeyError, OSError):
        login = ""
    return login[:1].upper() + login[1:] if login else _("You")


def free_name(taken: Iterable[str]) -> str:
    """A name that nobody at the table has."""
    used = {name.casefold() for name in taken}
    return next(name for name in HENS if name.casefold() not in used)


def gentle() -> str:
    """The level of the players one meets first: the weakest that does not play at random."""
    return next((name for name in LEVELS if name != RANDOM.name), RANDOM.name)


def quick_game(settings: Settings) -> TableSetup:
    """Chicken Scratch against three gentle players."""
    seats = [SeatSetup(own_name(settings))]
    while len(seats) < 4:
        seats.append(SeatSetup(free_name(seat.name for seat in seats), gentle()))
    return TableSetup(PRESETS["chicken-scratch"].rules, tuple(seats))
