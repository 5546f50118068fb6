"""The options of a rule set in words, one by one."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from typing import NamedTuple

from chickenscratch.core.presets import differences
from chickenscratch.core.rule_words import VALUE_WORDS
from chickenscratch.core.rules import RuleSet
from chickenscratch.core.tiles import full_set
from chickenscratch.locale import _, ngettext
from chickenscratch.locale.numbers import one_of, set_name


class Setting(NamedTuple):
    """An option of the rules: its name in files, its title, what it does, and its value."""

    name: str
    title: str
    about: str
    words: str


def settings(rules: RuleSet) -> list[Setting]:
    """Every option with its value in words, in the order of the rule set."""
    return [_setting(rules, name) for name in RuleSet.model_fields]


def differences_in_words(rules: RuleSet, base: RuleSet) -> list[Setting]:
    """The options in which `rules` differs from `base`, with the values they have in `rules`."""
    return [_setting(rules, name) for name in differences(rules, base)]


def value_words(name: str, value: object) -> str:
    """The words for a value that is one of a few, such as ``draw`` or a switch."""
    key = ("no", "yes")[value] if isinstance(value, bool) else str(value)
    return _(VALUE_WORDS[name][key])


def _setting(rules: RuleSet, name: str) -> Setting:
    field = RuleSet.model_fields[name]
    title, about = field.title or name, field.description or ""
    return Setting(name, _(title), _(about), _value(rules, name))


def _value(rules: RuleSet, name: str) -> str:
    match name:
        case "set_size":
            tiles = len(full_set(rules.set_size))
            return _("{set}, {tiles} tiles").format(set=set_name(rules.set_size), tiles=tiles)
        case "hand_sizes":
            return "; ".join(_hands(rules))
        case "arms":
            return str(rules.arms)
        case "yard_reserve" if not rules.yard_reserve:
            return _("none")
        case "yard_reserve":
            return ngettext("{count} tile", "{count} tiles", rules.yard_reserve).format(
                count=rules.yard_reserve
            )
        case "rounds" if rules.rounds is None:
            return _("no, all {count} rounds").format(count=rules.full_rounds)
        case "rounds":
            return ngettext("{count} round", "{count} rounds", rules.game_rounds).format(
                count=rules.game_rounds
            )
        case _:
            return value_words(name, getattr(rules, name))


def _hands(rules: RuleSet) -> Iterator[str]:
    """``11 each for 2 or 3 players`` and so on; neighbours with equal hands together."""
    for tiles, group in groupby(rules.hand_sizes, key=lambda pair: pair[1]):
        players = one_of(seats for seats, _tiles in group)
        yield _("{tiles} each for {players} players").format(tiles=tiles, players=players)
