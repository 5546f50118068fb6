"""The last set-up, kept in the settings; house rules in a file beside them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final

from chickenscratch.bots.levels import LEVELS
from chickenscratch.config import ConfigError, Settings, SetUp, change
from chickenscratch.core.presets import CUSTOM, PRESETS, differences, preset_of, rules_from_toml
from chickenscratch.core.rules import RuleError, RuleSet
from chickenscratch.locale import _
from chickenscratch.table.setup import TableSetup
from chickenscratch.tui.screens.home_names import gentle, own_name, seated

HOUSE_RULES: Final = "house-rules.toml"
MOST_KEPT: Final = 8
"""Larger tables are not remembered."""


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
        return rules_from_toml(file.read_text(encoding="utf-8"))[1]
    except (OSError, UnicodeDecodeError, RuleError):
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
