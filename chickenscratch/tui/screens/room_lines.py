"""The waiting room as lines."""

from __future__ import annotations

from collections.abc import Sequence

from rich.cells import cell_len

from chickenscratch.bots.levels import LEVELS
from chickenscratch.core.presets import PRESETS
from chickenscratch.host import words
from chickenscratch.host.shapes import HostInfo, SeatState, TableState
from chickenscratch.locale import _, ngettext
from chickenscratch.locale.numbers import both
from chickenscratch.tui.text import clean, fit
from chickenscratch.tui.widgets.pane import Line, Span, line
from chickenscratch.tui.widgets.prose import wrapped

NAMES = 24
"""Columns of a name."""


def is_free(who: SeatState) -> bool:
    """Whether somebody could sit down here."""
    return who.name is None and who.level is None


def title_of(state: TableState) -> str:
    """What a table is called, fit to be shown."""
    return clean(state.settings.title) or state.table


def game_of(state: TableState) -> str:
    """What is played there."""
    known = PRESETS.get(state.preset)
    return _("House rules") if known is None else _(known.title)


def head(state: TableState, host: HostInfo) -> list[Line]:
    """The table, its game, who set it up, whose host it is on."""
    spans = [
        Span(title_of(state).upper() + "   ", "head"),
        Span(game_of(state) + "   ", "strong"),
        Span(_("set up by {name}").format(name=clean(state.creator)) + "   ", "dim"),
    ]
    if owner := words.owner_words(host):
        spans.append(Span(owner, "warn"))
    return [tuple(spans)]


def body(state: TableState, width: int, at: int, left: float | None) -> list[Line]:
    """Seats, what is not as usual, and when it begins. `left`: seconds until free seats are
    offered to computer players."""
    lines = [_heading(_("Seats"), width)]
    lines += [_seat(state, seat, who, here=seat == at) for seat, who in enumerate(state.seats)]
    lines += [(), _heading(_("Not as usual"), width)]
    points = words.differs_lines(state)
    if not points:
        points = [_("Everything is as {game} is usually played.").format(game=game_of(state))]
    for point in points:
        first, *rest = wrapped(point, max(8, width - 6)) or [""]
        lines.append(line(("  - ", "key"), first))
        lines += [line(f"    {row}") for row in rest]
    lines.append(())
    for sentence in _begin(state, left):
        lines += [line((f"  {row}", "accent")) for row in wrapped(sentence, max(8, width - 4))]
    if state.watchers:
        who = both([clean(name) for name in state.watchers])
        looking = _("Watching: {names}.").format(names=who)
        lines += [line((f"  {r}", "dim")) for r in wrapped(looking, width - 4)]
    return lines


def may_free(state: TableState, seat: int) -> bool:
    """Whether the reader may send away who sits there: they set up the table and sit at it."""
    who = state.seats[seat]
    mine = state.you is not None and state.seats[state.you].name == state.creator
    return mine and seat != state.you and who.level is None and not (is_free(who) or who.ready)


def _heading(title: str, width: int) -> Line:
    rule = "─" * max(0, width - cell_len(title) - 3)
    return line((f" {title} ", "head"), (rule, "line"))


def _seat(state: TableState, seat: int, who: SeatState, *, here: bool) -> Line:
    act = f"pick({seat})"
    name, about, look = _occupant(state, seat, who)
    ready = who.ready or who.level is not None
    sign = "●" if ready else "○"
    return (
        Span(" > " if here else "   ", "key"),
        Span(f"{seat + 1}  ", "dim", act),
        Span(fit(name, min(NAMES, max(cell_len(name), 16))), "cursor" if here else look, act),
        Span(f"  {sign} ", "good" if ready else "dim", act),
        Span(about, "good" if ready else "dim", "ready" if seat == state.you else act),
    )


def _occupant(state: TableState, seat: int, who: SeatState) -> tuple[str, str, str]:
    """Who sits there, how they are getting on, and how that looks."""
    if who.level is not None:
        level = LEVELS.get(who.level)
        title = clean(who.level) if level is None else _(level.title)
        return clean(who.name or title), title, ""
    if who.name is None:
        return _("free"), _("Enter: sit down") if state.you is None else "", "dim"
    name = clean(who.name) or "?"
    if seat == state.you:
        name = _("{name} (you)").format(name=name)
    if not who.here:
        return name, _("away"), "strong"
    return name, _("ready") if who.ready else _("not ready yet"), "strong"


def _begin(state: TableState, left: float | None) -> Sequence[str]:
    """What is missing until the game begins by itself."""
    free = sum(is_free(who) for who in state.seats)
    sentences = []
    if free:
        words_ = ngettext("{count} seat is still free.", "{count} seats are still free.", free)
        sentences.append(words_.format(count=free))
        if left is not None and left > 0:
            offer = _("In {time} it is offered to a computer player.")
            many = _("In {time} they are offered to computer players.")
            sentences.append((offer if free == 1 else many).format(time=words.span_words(left)))
        elif left is not None:
            sentences.append(
                _("{key} puts a computer player into the marked seat.").format(key="b")
            )
    waiting = [
        clean(who.name)
        for who in state.seats
        if who.name is not None and who.level is None and not who.ready
    ]
    if waiting:
        sentences.append(_("Not ready yet: {names}.").format(names=both(waiting)))
    sentences.append(_("The game begins by itself when all seats are taken and all are ready."))
    return sentences
