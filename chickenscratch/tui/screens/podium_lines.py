"""The end of a game in words and steps: the lowest total stands highest."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from rich.cells import cell_len
from rich.style import Style

from chickenscratch.core.events import Event, GameEnded
from chickenscratch.core.rules import CallRule
from chickenscratch.core.scoring import places, winners
from chickenscratch.core.view import SeatView
from chickenscratch.locale import _, ngettext
from chickenscratch.locale.moments import game_end
from chickenscratch.locale.numbers import both
from chickenscratch.tui.art.picture import Art
from chickenscratch.tui.text import clean, fit, short
from chickenscratch.tui.widgets.page import Ink
from chickenscratch.tui.widgets.pane import Line, Span, line
from chickenscratch.tui.widgets.places import place_word
from chickenscratch.tui.widgets.prose import folded, wrapped

STEP: Final = 18
"""Columns of a step of the podium."""
HIGH: Final = {1: 7, 2: 5, 3: 3}
LOW: Final = {1: 4, 2: 3, 3: 2}
"""Rows of the steps, the top edge included, in large and in small windows."""
METAL: Final = {1: 6, 2: 0, 3: 4}
"""Gold, silver and bronze are the colours of these numbers."""
ORDER: Final = (2, 1, 3)
"""Places from left to right."""


class Award(NamedTuple):
    """Something to be remembered about a player."""

    title: str
    words: str


def ending(events: Iterable[Event]) -> GameEnded | None:
    """The event that ended the game, if it is among these."""
    return next((event for event in events if isinstance(event, GameEnded)), None)


def verdict(view: SeatView, names: Sequence[str], me: int | None) -> str:
    """Who has won."""
    won = winners(view.rules, view.results, view.seats)
    return game_end(GameEnded(view.totals, won, None), [clean(n) for n in names], me)


def ranks(view: SeatView) -> tuple[int, ...]:
    """The place of every seat; where the rules break a tie, the winner stands alone."""
    won = winners(view.rules, view.results, view.seats)
    found = places(view.totals)
    return tuple(
        place if place > 1 or seat in won else len(won) + 1 for seat, place in enumerate(found)
    )


def podium(
    view: SeatView, names: Sequence[str], me: int | None, width: int, ink: Ink, *, high: bool
) -> list[Line]:
    """The steps, drawn if there is room, else a list."""
    place = ranks(view)
    if width < len(ORDER) * STEP + 8 or max(Counter(place).values()) > 3:
        return _list(view, names, me, width, range(view.seats))
    on_steps = {rank: [s for s in range(view.seats) if place[s] == rank] for rank in ORDER}
    lines = _steps(view, names, me, on_steps, width, HIGH if high else LOW, ink)
    rest = [s for s in range(view.seats) if place[s] > len(ORDER)]
    return lines + _list(view, names, me, width, rest)


def _steps(
    view: SeatView,
    names: Sequence[str],
    me: int | None,
    on_steps: dict[int, list[int]],
    width: int,
    heights: dict[int, int],
    ink: Ink,
) -> list[Line]:
    high = max(heights[rank] + len(seats) for rank, seats in on_steps.items() if seats)
    indent = Span(" " * max(0, (width - len(ORDER) * STEP) // 2))
    lines: list[Line] = []
    for y in range(high, 0, -1):
        row: list[Span] = [indent]
        for rank in ORDER:
            row += _step(view, names, me, rank, on_steps[rank], y, heights[rank], ink)
        lines.append(tuple(row))
    floor = "─" * (len(ORDER) * STEP)
    return [*lines, (indent, Span(floor, "line"))]


def _step(
    view: SeatView,
    names: Sequence[str],
    me: int | None,
    rank: int,
    seats: list[int],
    y: int,
    height: int,
    ink: Ink,
) -> list[Span]:
    """Row `y` (from the floor, 1 the lowest) of a step with who stands on it."""
    inner = STEP - 4
    if not seats or y > height + len(seats):
        return [Span(" " * STEP)]
    if y > height:
        seat = seats[height + len(seats) - y]
        words = f"{short(clean(names[seat]), inner - 5)}  {view.totals[seat]}"
        look = "strong" if seat == me else "good" if rank == 1 else ""
        return [Span(words.center(STEP), look)]
    text = place_word(rank) if y == height - 1 else ""
    if ink.art is Art.FILLED:
        return _block(text, rank, ink, top=y == height)
    look = "accent" if rank == 1 else "line"
    corners = "++" if ink.art is Art.ASCII else "┌┐"
    if y == height:
        return [Span(f" {corners[0]}{'─' * inner}{corners[1]} ", look)]
    return [Span(" │", look), Span(text.center(inner), "strong"), Span("│ ", look)]


def _block(text: str, rank: int, ink: Ink, *, top: bool) -> list[Span]:
    """A row of a step made of metal."""
    metal = ink.palette.number(METAL[rank])
    if top:
        edge = Style(color=ink.palette.bright(METAL[rank]), bgcolor=ink.ground)
        return [Span(" "), Span("▄" * (STEP - 2), style=edge), Span(" ")]
    face = Style(color=ink.palette.ink_on(metal), bgcolor=metal, bold=True)
    return [Span(" "), Span(text.center(STEP - 2), style=face), Span(" ")]


def _list(
    view: SeatView, names: Sequence[str], me: int | None, width: int, seats: Iterable[int]
) -> list[Line]:
    place = ranks(view)
    column = max(cell_len(clean(name)) for name in names)
    indent = " " * max(1, (width - column - 16) // 2)
    lines = []
    for seat in sorted(seats, key=lambda s: (place[s], s)):
        look = "strong" if seat == me else "good" if place[seat] == 1 else ""
        name, total = fit(clean(names[seat]), column), view.totals[seat]
        words = f"{place_word(place[seat]):>5}  {name} {total:>5}"
        lines.append(line((indent + words, look)))
    return lines


def awards(
    view: SeatView, names: Sequence[str], doubles: Sequence[int] | None = None
) -> list[Award]:
    """The records of the game. `doubles`: how many each seat laid, if that is known."""
    called = [clean(name) for name in names]
    outs = [sum(result.out == seat for result in view.results) for seat in range(view.seats)]
    zeros = [sum(not r.scores[seat] for r in view.results) for seat in range(view.seats)]
    found = []
    if doubles and max(doubles):
        chickies = view.rules.call is CallRule.CHICKIE
        title = _("Most Chickies") if chickies else _("Most doubles")
        found.append(Award(title, _best(doubles, called)))
    if max(outs):
        found.append(Award(_("Went out most"), _best(outs, called)))
    found.append(_heaviest(view, called))
    if len(view.results) > 1:
        found.append(_closest(view))
    if max(zeros) > max(outs, default=0):
        found.append(Award(_("Most rounds at 0"), _best(zeros, called)))
    if len(view.results) > 2:
        found.append(_steadiest(view, called))
    return found


def _best(values: Sequence[int], names: Sequence[str]) -> str:
    most = max(values)
    return f"{both([names[s] for s, value in enumerate(values) if value == most])} {most}"


def _heaviest(view: SeatView, names: Sequence[str]) -> Award:
    score, number, seat = max(
        (result.scores[seat], -result.number, -seat)
        for result in view.results
        for seat in range(view.seats)
    )
    words = _("{name} {points} in R{round}").format(name=names[-seat], points=score, round=-number)
    return Award(_("Heaviest hand"), words)


def _closest(view: SeatView) -> Award:
    apart, number = min(
        (max(result.scores) - min(result.scores), result.number) for result in view.results
    )
    words = ngettext("R{round}, {points} point apart", "R{round}, {points} points apart", apart)
    return Award(_("Closest round"), words.format(round=number, points=apart))


def _steadiest(view: SeatView, names: Sequence[str]) -> Award:
    """The player whose worst round was the least bad."""
    worst = [max(result.scores[seat] for result in view.results) for seat in range(view.seats)]
    words = _("{names}, never above {points}")
    least = min(worst)
    steady = both([names[seat] for seat, points in enumerate(worst) if points == least])
    return Award(_("Steadiest"), words.format(names=steady, points=least))


def award_lines(found: Sequence[Award], width: int) -> list[Line]:
    """The records in two columns if there is room for them."""
    title = max(cell_len(award.title) for award in found) + 2
    words = max(cell_len(award.words) for award in found)
    columns = 2 if 2 * (title + words) + 4 <= width else 1
    column = (width - 2) // columns
    lines: list[Line] = []
    if title + words + 3 > width:
        return [
            row
            for award in found
            for row in folded(line(("  " + award.title, "dim"), "  " + award.words), width)
        ]
    for start in range(0, len(found), columns):
        row: list[Span] = [Span("  ")]
        for award in found[start : start + columns]:
            row += [
                Span(fit(award.title, title), "dim"),
                Span(fit(award.words, max(1, column - title - 1)) + " "),
            ]
        lines.append(tuple(row))
    return lines


def score_lines(view: SeatView, names: Sequence[str], me: int | None, width: int) -> list[Line]:
    """A row a player: every round and the sum."""
    place = ranks(view)
    column = min(12, max(cell_len(clean(name)) for name in names))
    cells = max(len(str(score)) for result in view.results for score in result.scores) + 1
    room = max(1, (width - column - 14) // cells)
    rounds = view.results
    lines: list[Line] = []
    for seat in sorted(range(view.seats), key=lambda s: (place[s], s)):
        parts = [rounds[i : i + room] for i in range(0, len(rounds), room)]
        for i, part in enumerate(parts):
            name = fit(clean(names[seat]), column) if i == 0 else " " * column
            scores = "".join(f"{result.scores[seat]:>{cells}}" for result in part)
            last = i == len(parts) - 1
            total = f"  = {view.totals[seat]:>4}" if last else ""
            look = "strong" if seat == me else ""
            pad = " " * (cells * (room - len(part))) if len(parts) > 1 and last else ""
            lines.append(
                line("  ", (name, look), ("  " + scores + pad, "dim"), (total, look or "accent"))
            )
    return lines


def proof_lines(view: SeatView, seed: str | None, width: int) -> list[Line]:
    """The seed opened, and how anybody can check that it was fixed before the first deal."""
    titles = _("commitment"), _("seed")
    column = max(map(cell_len, titles)) + 2
    lines = _digits(titles[0], view.commitment, column, width, "dim")
    if seed is None:
        return lines
    lines += _digits(titles[1], seed, column, width, "accent")
    words = _(
        "No tile was chosen for anybody: the commitment is the SHA-256 of three lines, "
        "“chickenscratch commitment 1”, {game} and the seed; chickenscratch verify checks it all."
    )
    said = wrapped(words.format(game=view.game_id), width - 2)
    return lines + [line((f"  {row}", "dim")) for row in said]


def _digits(title: str, digits: str, column: int, width: int, look: str) -> list[Line]:
    """All of a long number, in as many equal rows as it takes."""
    rows = 1
    while rows < len(digits) and -(-len(digits) // rows) > width - column - 2:
        rows *= 2
    step = max(1, -(-len(digits) // rows))
    return [
        line("  ", (fit("" if at else title, column), "dim"), (digits[at : at + step], look))
        for at in range(0, len(digits), step)
    ]
