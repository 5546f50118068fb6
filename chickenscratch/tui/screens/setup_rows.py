"""The form of the set-up, row by row: what stands in each, and what it means."""

from __future__ import annotations

from typing import Final, Literal, NamedTuple

from chickenscratch.bots.levels import LEVELS
from chickenscratch.core.presets import PRESETS
from chickenscratch.locale import _, ngettext
from chickenscratch.tui.screens.setup_draft import HANDS, ROUNDS, RULE_NAMES, Draft

Kind = Literal["head", "play", "preset", "players", "seat", "practice", "seed", "rule", "host"]

PLAIN_ROWS: Final = ("head", "play")
"""Rows without a value."""
TYPED_ROWS: Final = ("seat", "seed")
"""Rows in which letters are written down."""


class Row(NamedTuple):
    """A row of the form. `name`: the rule, the heading, or what is agreed on at a table of a host;
    `seat`: the chair."""

    kind: Kind
    name: str = ""
    seat: int = 0


def rows_of(draft: Draft) -> list[Row]:
    """The whole form."""
    seats = [Row("seat", seat=seat) for seat in range(len(draft.seats))]
    rules = [Row("rule", name) for name in RULE_NAMES]
    return [
        Row("play"),
        Row("head", _("The game")),
        Row("preset"),
        Row("rule", ROUNDS),
        Row("practice"),
        Row("seed"),
        Row("head", _("The table")),
        Row("players"),
        *seats,
        Row("head", _("House rules")),
        *rules,
    ]


def cells(draft: Draft, row: Row, *, marked: bool) -> tuple[str, str, bool]:
    """The title of a row, its value, and whether it differs from what is usual."""
    cursor = "_" if marked else ""
    match row.kind:
        case "preset":
            return _("Rules"), rules_title(draft), False
        case "players":
            return _("Players"), str(len(draft.seats)), False
        case "seat":
            who = draft.seats[row.seat]
            return f"  {row.seat + 1}  {who.name}{cursor}", kind_title(who.level), False
        case "practice":
            words = _("yes, everything can be taken back") if draft.practice else _("no")
            return _("Free practice"), words, draft.practice
        case "seed":
            return _("Seed"), (draft.seed + cursor) or _("drawn by lot"), bool(draft.seed)
    entry = draft.words(row.name)
    if row.name == HANDS:
        hand = draft.hand
        return entry.title, "-" if hand is None else str(hand), draft.changed(HANDS)
    return entry.title, entry.words, draft.changed(row.name)


def about(draft: Draft, row: Row) -> str:
    """What a row means."""
    match row.kind:
        case "preset":
            return _(PRESETS[draft.base].about)
        case "players":
            return _("How many sit at the table.")
        case "seat":
            level = draft.seats[row.seat].level
            who = _("Somebody at this keyboard.") if level is None else _(LEVELS[level].about)
            return who + " " + _("Type to change the name, ← → to change who plays.")
        case "practice":
            return _(
                "Take back as much as you like, even what was hidden and has been seen. Such a "
                "game is marked, and the statistics keep it apart."
            )
        case "seed":
            return _(
                "The same seed, rules and number of players deal the same tiles to anybody. Up to "
                "64 digits 0-9, a-f. Who knows it can work out what is hidden."
            )
        case "play":
            return _("Rules and seats are remembered for the next time.")
        case _:
            entry = draft.words(row.name)
            now = _("Now: {words}.").format(words=entry.words)
            return f"{entry.about} {now}"


def rules_title(draft: Draft) -> str:
    """The preset, and how many rules were changed."""
    title = _(PRESETS[draft.base].title)
    changes = sum(draft.changed(name) for name in RULE_NAMES)
    if not changes:
        return title
    words = ngettext("{title}, {count} rule changed", "{title}, {count} rules changed", changes)
    return words.format(title=title, count=changes)


def summary(draft: Draft) -> str:
    """The table in a few words."""
    count = len(draft.seats)
    players = ngettext("{count} player", "{count} players", count).format(count=count)
    rounds = draft.unchecked.game_rounds
    length = ngettext("{count} round", "{count} rounds", rounds).format(count=rounds)
    parts = [rules_title(draft), players, length]
    if draft.practice:
        parts.append(_("free practice"))
    if draft.seed:
        parts.append(_("chosen seed"))
    return ", ".join(parts)


def kind_title(level: str | None) -> str:
    """Who sits in a chair."""
    return _("a person at this keyboard") if level is None else _(LEVELS[level].title)
