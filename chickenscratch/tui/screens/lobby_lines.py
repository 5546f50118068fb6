"""The lobby as rows: tables in the order in which they matter, then people."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from rich.cells import cell_len

from chickenscratch.core.presets import PRESETS
from chickenscratch.host import words
from chickenscratch.host.client import HostClient
from chickenscratch.host.shapes import Listed, Lobby, Person
from chickenscratch.locale import N_, _
from chickenscratch.tui.text import clean, fit, short
from chickenscratch.tui.widgets.pane import Line, Span, line

SECTIONS: Final = (
    N_("Your turn"),
    N_("Your tables"),
    N_("Finished, and not looked at yet"),
    N_("Open seats"),
    N_("To watch"),
    N_("Finished"),
)
FINGERPRINT: Final = 20
"""Characters of a key's fingerprint that are shown."""


class Row(NamedTuple):
    """A row of the lobby: a heading, a table or a person."""

    title: str = ""
    table: Listed | None = None
    person: Person | None = None

    @property
    def head(self) -> bool:
        return self.table is None and self.person is None

    @property
    def key(self) -> tuple[str, str]:
        """What stays the same when the lobby changes."""
        if self.table is not None:
            return "table", self.table.table
        return ("person", self.person.name) if self.person is not None else ("head", self.title)


def section(table: Listed) -> int:
    """Under which of :data:`SECTIONS` a table stands."""
    if table.unseen:
        return 2
    if table.stage.over:
        return 5
    if table.your_turn:
        return 0
    if table.yours is not None:
        return 1
    return 3 if table.open_seats else 4


def rows_of(lobby: Lobby, friends: Sequence[str], me: str = "") -> list[Row]:
    """Everything in the lobby: headings only where something stands below them, the tables of
    friends before others, people who are here before those who are not, oneself last."""
    rows: list[Row] = []
    for number, title in enumerate(SECTIONS):
        there = [table for table in lobby.tables if section(table) == number]
        there.sort(key=lambda table: not _friendly(table, friends))
        if there:
            rows.append(Row(_(title)))
            rows += [Row(table=table) for table in there]
    people = sorted(
        lobby.people,
        key=lambda person: (person.name == me, not person.here, person.name not in friends),
    )
    if people:
        rows.append(Row(_("People")))
        rows += [Row(person=person) for person in people]
    return rows


def _friendly(table: Listed, friends: Sequence[str]) -> bool:
    return table.creator in friends or any(name in friends for name in table.names)


def head(client: HostClient) -> list[Line]:
    """Where one is, who one is here, and whose host this is."""
    spans = [
        Span(_("THE LOBBY") + "   ", "head"),
        Span(_("You are {name}").format(name=clean(client.you.name)), "strong", "myself"),
        Span(f" ({identity_words(client.identity)})   ", "dim", "myself"),
    ]
    if owner := words.owner_words(client.host):
        spans.append(Span(owner, "warn"))
    return [tuple(spans)]


def identity_words(identity: str | None) -> str:
    """By what the host knows somebody."""
    if identity is None:
        return _("by your account here")
    kind, _colon, rest = identity.partition(":")
    if kind == "guest":
        return _("as a guest")
    return _("by your key {key}").format(key=short(clean(rest), FINGERPRINT))


def row_spans(row: Row, width: int, client: HostClient, *, here: bool, act: str) -> Line:
    """A row, marked if it is the one that keys are about."""
    mark = Span("> " if here else "  ", "key")
    if row.table is not None:
        return (mark, *_table(row.table, max(0, width - 2), here=here, act=act))
    if row.person is not None:
        return (mark, *_person(row.person, client, max(0, width - 2), here=here, act=act))
    rule = "─" * max(0, width - cell_len(row.title) - 4)
    return line("  ", (row.title + " ", "head"), (rule, "line"))


def title_of(table: Listed) -> str:
    """What a table is called, fit to be shown."""
    return clean(table.title) or table.table


def game_of(preset: str) -> str:
    """What is played."""
    known = PRESETS.get(preset)
    return _("House rules") if known is None else _(known.title)


def _table(table: Listed, width: int, *, here: bool, act: str) -> Line:
    state = ", ".join(words.standing(table))
    if width < 56:
        title_ = cell_len(title_of(table))
        room = max(6, width - cell_len(state) - 2, min(title_, width // 2))
        name = short(title_of(table), room)
        spans = [Span(fit(name, room), "cursor" if here else "strong", act)]
        return (*spans, Span("  " + short(state, max(0, width - room - 2)), "accent", act))
    title = min(24, max(12, width // 5))
    game = min(24, max(15, width // 6))
    last = min(30, max(cell_len(state), width // 4))
    who = max(0, width - title - game - last - 6)
    return (
        Span(fit(title_of(table), title), "cursor" if here else "strong", act),
        Span("  " + fit(game_of(table.preset), game), "", act),
        Span("  " + fit(_seated(table), who), "dim", act),
        Span("  " + fit(state, last), "turn" if table.your_turn else "accent", act),
    )


def _seated(table: Listed) -> str:
    """Who sits there; computer players in brackets."""
    names = []
    for name, level in zip(table.names, table.levels, strict=False):
        if level is not None:
            names.append(f"[{clean(name or level)}]")
        elif name is not None:
            names.append(clean(name) or "?")
    return ", ".join(names)


def _person(person: Person, client: HostClient, width: int, *, here: bool, act: str) -> Line:
    notes = person_notes(person, client)
    name = Span(short(clean(person.name) or "?", width), "cursor" if here else "", act)
    room = max(0, width - cell_len(name.text) - 2)
    return (name, Span("  " + short(", ".join(notes), room), "dim", act))


def person_notes(person: Person, client: HostClient) -> list[str]:
    """What there is to know about somebody in the lobby."""
    notes = []
    if person.name == client.you.name:
        notes.append(_("you"))
    if person.name in client.friends:
        notes.append(_("a friend"))
    if person.name in client.ignores:
        notes.append(_("not heard"))
    if not person.here:
        notes.append(_("away"))
    if person.lookalike is not None:
        words_ = _("not to be taken for {name}")
        notes.append(words_.format(name=clean(person.lookalike)))
    return notes
