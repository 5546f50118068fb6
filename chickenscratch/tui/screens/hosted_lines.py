"""What a table with others says besides the game: who is here, what is asked, what was said."""

from __future__ import annotations

from typing import NamedTuple

from chickenscratch.core.legal import DutyKind
from chickenscratch.core.tiles import Tile
from chickenscratch.core.view import SeatView
from chickenscratch.host import words
from chickenscratch.host.shapes import HostInfo, SeatState, TableState
from chickenscratch.locale import _, ngettext
from chickenscratch.locale.numbers import both
from chickenscratch.table.link import SeatInfo
from chickenscratch.tui import panels
from chickenscratch.tui.eyes import Eyes
from chickenscratch.tui.screens.talk import Talk, last_said, talk_rows
from chickenscratch.tui.text import clean, short
from chickenscratch.tui.widgets.pane import Line, Span, line, spread, width_of
from chickenscratch.tui.widgets.prose import folded

AWAY, KEPT, GONE = "○ ", "= ", "× "
"""Before the name of somebody who is away, for whom a computer player acts, who has resigned."""
TALK_ROWS = 8
"""Rows of the talk beside a large table."""


class Around(NamedTuple):
    """What is known besides the game. `names` by seat, fit to be shown. `left`: seconds until the
    turn of the awaited seat is over. `key`: how the key for the others is written."""

    state: TableState
    names: tuple[str, ...]
    online: bool
    talk: Talk
    left: float | None
    key: str

    @property
    def asked(self) -> bool:
        """Whether one's answer to a question is waited for."""
        vote = self.state.vote
        return vote is not None and self.state.you in vote.waiting

    @property
    def kept(self) -> bool:
        """Whether a computer player acts in one's own seat."""
        you = self.state.you
        return you is not None and you < len(self.state.seats) and self.state.seats[you].kept


def mark_of(who: SeatState) -> str:
    """The sign before a name; none for somebody who is here."""
    if who.level is not None:
        return ""
    if who.gone:
        return GONE
    if who.kept:
        return KEPT
    return "" if who.here else AWAY


def marked_names(state: TableState, names: tuple[str, ...]) -> tuple[str, ...]:
    """Names by seat, with their signs."""
    if len(state.seats) != len(names):
        return names
    return tuple(mark_of(who) + name for who, name in zip(state.seats, names, strict=True))


def time_words(seconds: float) -> str:
    """``0:24``, ``5 minutes``."""
    whole = max(0, int(seconds))
    if whole >= 120:
        return words.span_words(whole)
    return f"{whole // 60}:{whole % 60:02}"


def company_line(around: Around, view: SeatView, seats: tuple[SeatInfo, ...], width: int) -> Line:
    """What is most urgent to know; at the right the clock and how many watch."""
    right = _right(around, width)
    room = width - width_of(right) - 1
    left = _urgent(around, view, seats) or last_said(around.talk, room)
    if not left:
        left = line(("  " + _("{key}: the others").format(key=around.key), "dim", "company"))
    return spread(left, right, width)


def _right(around: Around, width: int) -> Line:
    state, parts = around.state, []
    if around.left is not None and state.awaited is not None:
        mine = state.awaited == state.you
        parts.append(Span(time_words(around.left), "turn" if mine else "accent", "company"))
    if state.watchers:
        count = len(state.watchers)
        text = ngettext("{count} watching", "{count} watching", count).format(count=count)
        if width < 60:
            text = f"+{count}"
        parts.append(Span(text, "dim", "company"))
    return tuple(span for part in parts for span in (part, Span("  ")))


def _urgent(around: Around, view: SeatView, seats: tuple[SeatInfo, ...]) -> Line:
    state, key = around.state, around.key
    if not around.online:
        return line((" " + _("The connection is lost; trying again…"), "warn"))
    if around.kept:
        said = _("A computer player finishes this turn for you; then it is yours again.")
        return line((f" {said}", "warn"))
    if state.you is not None and not state.holds:
        said = _("This seat is now played elsewhere.")
        back = _("{key}: take it back").format(key=key)
        return line((f" {said} ", "warn"), (f" {back} ", "cursor", "take_back"))
    vote = state.vote
    if vote is not None and around.asked:
        question = _(words.QUESTIONS[vote.kind]).format(name=around.names[vote.by])
        return line(
            (f" {question} ", "turn", "company"),
            (f" {_('agree')} ", "cursor", "agree"), " ",
            (f" {_('refuse')} ", "cursor", "refuse"),
            (f"  {key}", "key", "company"),
        )  # fmt: skip
    if vote is not None:
        who = both([around.names[seat] for seat in vote.waiting])
        said = _("Asked; waiting for the answer of {names}.").format(names=who)
        return line((f" {said}", "accent", "company"))
    if state.paused:
        said = _("The game is paused.")
        return line((f" {said} ", "warn"), (f" {_('go on')} ", "cursor", "pause"),
                    (f"  {key}", "key", "company"))  # fmt: skip
    waiting = _waiting(around, view, seats)
    return line((f" {waiting}", "accent", "company")) if waiting else ()


def _waiting(around: Around, view: SeatView, seats: tuple[SeatInfo, ...]) -> str:
    """For whom the game waits, if that is not to be seen from the game itself."""
    state = around.state
    if view.game_over:
        return ""
    if view.round_over:
        if not view.results:
            return ""
        who = [
            around.names[seat]
            for seat, info in enumerate(seats)
            if not info.ready and not info.is_bot and seat != state.you
        ]
        you = state.you is not None and not seats[state.you].ready
        if you or not who:
            return ""
        return _("Waiting for {names} before the next round.").format(names=both(who))
    seat = view.duty.seat
    if seat is None or seat == state.you or seat >= len(state.seats):
        return ""
    who_ = state.seats[seat]
    if who_.level is not None or who_.here or who_.gone or view.duty.kind is DutyKind.OVER:
        return ""
    if who_.kept:
        words_ = _("{name} is away; a computer player keeps the seat.")
        return words_.format(name=around.names[seat])
    words_ = _("{name} is away.")
    return words_.format(name=around.names[seat])


def side(eyes: Eyes, around: Around, width: int, height: int) -> list[Line]:
    """The usual side with signs before names; where there is room, the talk below it."""
    inner = width - 1
    if inner < panels.ROOMY or height < 24 or around.talk.muted:
        block: list[Line] = []
    else:
        block = [(), *_talk_block(around.talk, inner)]
    lines = panels.side(eyes, width, height - len(block))
    marked = panels.players(eyes._replace(names=marked_names(around.state, eyes.names)), inner)
    lines[: len(marked)] = marked
    lines += [()] * (height - len(block) - len(lines)) if block else []
    return [*lines, *block]


def _talk_block(talk: Talk, width: int) -> list[Line]:
    rows = talk_rows(talk.lines, width, act="chat")[-(TALK_ROWS - 1) :]
    if not rows:
        rows = folded(line((" " + _("Nothing has been said yet."), "dim", "chat")), width)
    title = _("TALK")
    rule = "─" * max(0, width - len(title) - 3)
    return [line((f" {title} ", "head", "chat"), (rule, "line")), *rows]


def hands(
    held: tuple[tuple[Tile, ...], ...], names: tuple[str, ...], now: int | None, width: int,
    height: int,
) -> list[Line]:  # fmt: skip
    """The open hands that watchers may see; if there are fewer rows than seats, the hand of whose
    turn it is first."""
    order = list(range(len(held)))
    if height < len(held) and now is not None:
        order = order[now:] + order[:now]
    longest = max((len(name) for name in names), default=0)
    rows: list[Line] = []
    for seat in order[:height]:
        look = "turn" if seat == now else "strong"
        name = short(names[seat], 12)
        tiles = "  ".join(str(tile) for tile in held[seat])
        pad = " " * (min(longest, 12) - len(name) + 2)
        rows.append(line((f" {name}{pad}", look), short(tiles, max(0, width - len(name) - 4))))
    return rows


def about(around: Around, host: HostInfo, width: int) -> list[Line]:
    """Who sits here and how, who watches, what was agreed, whose host this is."""
    state = around.state
    rows: list[Line] = []
    for who, name in zip(state.seats, around.names, strict=False):
        look = "strong" if who.here or who.level is not None else "dim"
        rows.append(
            line((f"  {mark_of(who) or '  '}{name}", look), ("  " + words.presence(who), "dim"))
        )
    facts = [
        _("Time: {clock}.").format(clock=words.clock_words(state.settings.clock)),
        _("When somebody is away: {what}.").format(what=words.policy_words(state.settings.absent)),
    ]
    if state.watchers:
        looking = both([clean(name) or "?" for name in state.watchers])
        facts.append(_("Watching: {names}.").format(names=looking))
    if state.settings.open_hands:
        facts.append(_("Watchers see every hand."))
    if owner := words.owner_words(host):
        facts.append(owner[:1].upper() + owner[1:] + ".")
    for fact in facts:
        rows += folded(line(("  " + fact, "")), width)
    return rows
