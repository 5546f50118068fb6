"""Who sits at a table if nobody says otherwise, and the table one last sat down at.

The full screen, the line-by-line mode and the command line all ask here.
"""

from __future__ import annotations

import getpass
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from chickenscratch.bots.levels import LEVELS
from chickenscratch.bots.simple import RANDOM
from chickenscratch.config import ConfigError, Settings, SetUp, change
from chickenscratch.core.presets import CUSTOM, PRESETS, differences, preset_of, rules_from_toml
from chickenscratch.core.record import Header
from chickenscratch.core.rules import RuleError, RuleSet
from chickenscratch.locale import _
from chickenscratch.locale.clean import clean
from chickenscratch.store.errors import StoreError
from chickenscratch.store.reading import read_file
from chickenscratch.table.hens import HENS as HENS
from chickenscratch.table.hens import free_name as free_name
from chickenscratch.table.setup import SeatSetup, TableSetup

LONGEST: Final = 20
"""Characters of a name."""

HOUSE_RULES: Final = "house-rules.toml"
MOST_KEPT: Final = 8
"""Larger tables are not remembered."""


def own_name(settings: Settings) -> str:
    """The person's name: what the settings say, else the login name, else a polite one."""
    if settings.name:
        return settings.name
    try:
        login = clean(getpass.getuser())[:LONGEST]
    except (KeyError, OSError):
        login = ""
    return login[:1].upper() + login[1:] if login else _("You")


def seated(people: Sequence[str], levels: Sequence[str]) -> tuple[SeatSetup, ...]:
    """The people first, then a computer player of each level."""
    seats = [SeatSetup(name) for name in people]
    for level in levels:
        seats.append(SeatSetup(free_name([seat.name for seat in seats]), level))
    return tuple(seats)


def gentle() -> str:
    """The level of the players one meets first: the weakest that does not play at random."""
    return next((name for name in LEVELS if name != RANDOM.name), RANDOM.name)


def quick_game(settings: Settings) -> TableSetup:
    """Chicken Scratch against three gentle players."""
    seats = seated([own_name(settings)], [gentle()] * 3)
    return TableSetup(PRESETS["chicken-scratch"].rules, seats)


def same_deal(header: Header, seed: str | None, settings: Settings) -> TableSetup:
    """The table of a recorded game with the same deals: the same people in the same seats. Where
    only computer players sat, the person takes the first seat."""
    seats = [SeatSetup(clean(who.name), _known(who.level)) for who in header.seats]
    if all(who.level is not None for who in seats):
        taken = [who.name for who in seats[1:]]
        name = own_name(settings)
        seats[0] = SeatSetup(free_name(taken) if name in taken else name)
    return TableSetup(header.rules, tuple(seats), seed)


def _known(level: str | None) -> str | None:
    """A level of another version may be unknown here."""
    return level if level is None or level in LEVELS else gentle()


def recall(settings: Settings, settings_file: Path | None) -> TableSetup:
    """The table the person last sat down at, as far as it can still be had."""
    last = settings.last
    rules = _rules(last.rules, settings_file)
    levels = [level for level in last.bots if level in LEVELS]
    if not last.bots:
        levels = [gentle()] * (last.players - 1)
    guests = max(0, last.players - 1 - len(levels)) if last.bots else 0
    people = [own_name(settings), *(_guest(i) for i in range(guests))]
    return TableSetup(rules, seated(people, levels))


def _guest(number: int) -> str:
    return _("Guest") if not number else _("Guest {number}").format(number=number + 1)


def _rules(name: str, settings_file: Path | None) -> RuleSet:
    if name in PRESETS:
        return PRESETS[name].rules
    file = Path(name) if settings_file is None else settings_file.parent / name
    try:
        return rules_from_toml(read_file(file).data.decode())[1]
    except (OSError, StoreError, UnicodeDecodeError, RuleError):
        return PRESETS["chicken-scratch"].rules


def remember(settings_file: Path, setup: TableSetup) -> str:
    """Keep this set-up for the next time. Gives a sentence if that is not possible, else ""."""
    if len(setup.seats) > MOST_KEPT:
        return ""
    name = preset_of(setup.rules)
    try:
        if name == CUSTOM or setup.rules.rounds is not None:
            name = HOUSE_RULES
            file = settings_file.parent / name
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(house_rules(setup.rules), encoding="utf-8")
        bots = tuple(seat.level for seat in setup.seats if seat.level is not None)
        change(settings_file, last=SetUp(rules=name, players=len(setup.seats), bots=bots))
    except ConfigError as error:
        return str(error)
    except OSError as error:
        words = _("{file} cannot be written: {reason}.")
        return words.format(file=settings_file.parent / HOUSE_RULES, reason=error.strerror)
    return ""


def nearest_preset(rules: RuleSet) -> str:
    """The name of the preset that differs least."""
    whole = rules.model_copy(update={"rounds": None})
    return min(PRESETS, key=lambda name: len(differences(whole, PRESETS[name].rules)))


def house_rules(rules: RuleSet) -> str:
    """The rules as a house-rules file: the nearest preset, and what is different."""
    base = nearest_preset(rules)
    lines = [f"preset = {json.dumps(base)}"]
    for name, value in differences(rules, PRESETS[base].rules).items():
        lines.append(f"{name} = {_toml(value)}")
    return "\n".join(lines) + "\n"


def _toml(value: Any) -> str:
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{json.dumps(k)} = {v}" for k, v in value.items()) + " }"
    return json.dumps(value)
