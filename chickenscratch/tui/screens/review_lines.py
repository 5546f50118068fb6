"""The look back as lines of a page: tables, turning points, a graph, every decision."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from chickenscratch.core.coach import Decision, Review, RoundReview
from chickenscratch.locale import _
from chickenscratch.locale.coach import reason_words, signed
from chickenscratch.locale.review import (
    account_notes,
    account_table,
    aligned,
    decision_line,
    footnote,
    graph_rows,
    graph_table,
    round_title,
    skill_table,
)
from chickenscratch.tui.panels import broken
from chickenscratch.tui.widgets.pane import Line, line
from chickenscratch.tui.widgets.prose import fold_all

GRAPH_WIDTH: Final = 72
GRAPH_HEIGHT: Final = 7
SPARKS: Final = 40
"""Columns of a graph that is one line high."""

Lines = list[Line]


def body(
    review: Review,
    names: Sequence[str],
    listed: Sequence[Decision],
    at: int,
    *,
    number: int | None,
    seat: int | None,
    width: int,
    ascii_only: bool,
) -> tuple[Lines, tuple[int, int] | None]:
    """All lines, and the first and last of the decision with the number `at`.

    `number` is the round whose course is drawn, `seat` the player it is drawn for; None for all.
    """
    lines: Lines = []
    kept: tuple[int, int] | None = None
    if number is None:
        lines += fold_all(_tables(review, names, width), width)
    turning = len(review.turning)
    lines.append(_title(_("Turning points")))
    if not review.turning:
        nothing = line(("  " + _("Nothing that could be told from chance, so far."), "dim"))
        lines += fold_all([nothing], width)
    for place, decision in enumerate(review.turning):
        words = _("Round {round}, {decision}").format(
            round=decision.round, decision=decision_line(decision, names)
        )
        rows = _decision(decision, words, names, place, at, width)
        kept = (len(lines), len(lines) + len(rows) - 1) if place == at else kept
        lines += rows
    lines.append(())
    if any(part.worth and number in (None, part.number) for part in review.rounds):
        legend = _(
            "The course of a round: how many points ahead of the others' average one was "
            "expected to end."
        )
        lines += [line((f" {row}", "dim")) for row in broken(legend, max(20, width - 2))]
    for part in review.rounds:
        if number is not None and part.number != number:
            continue
        course = _course(part, names, seat, width, alone=number is not None, ascii_only=ascii_only)
        lines += fold_all(course, width)
        for place, decision in enumerate(listed, turning):
            if decision.round != part.number:
                continue
            rows = _decision(decision, decision_line(decision, names), names, place, at, width)
            kept = (len(lines), len(lines) + len(rows) - 1) if place == at else kept
            lines += rows
        lines.append(())
    notes = broken(footnote(review), max(20, width))
    return [*lines, *(line((note, "dim")) for note in notes)], kept


def drift(
    before: tuple[Lines, tuple[int, int] | None],
    after: tuple[Lines, tuple[int, int] | None],
    seen: range,
) -> int:
    """How many lines further down stands what was read: the chosen decision if it was in sight
    (`seen`: the lines that were), else the first line in sight that is still there."""
    old, new = before[1], after[1]
    if old is not None and new is not None and old[0] in seen:
        return new[0] - old[0]
    texts = [_text(row) for row in after[0]]
    for at in seen[: max(0, len(before[0]) - seen.start)]:
        places = [i for i, text in enumerate(texts) if text == _text(before[0][at])]
        if places and _text(before[0][at]):
            return min(places, key=lambda place: abs(place - at)) - at
    return 0


def _text(row: Line) -> str:
    return "".join(span.text for span in row)


def _title(words: str) -> Line:
    return line((words, "head"))


def _tables(review: Review, names: Sequence[str], width: int) -> Lines:
    lines = [_title(_("How everybody played"))]
    lines += [line((f"  {row}", "")) for row in aligned(skill_table(review.seats, names))]
    if any(part.accounts for part in review.rounds):
        lines += [(), _title(_("Where the points came from"))]
        lines += [line((f"  {row}", "")) for row in aligned(account_table(review.accounts, names))]
        for note in account_notes():
            lines += [line((f"  {row}", "dim")) for row in broken(note, max(20, width - 2))]
    return [*lines, ()]


def _decision(
    decision: Decision, words: str, names: Sequence[str], place: int, at: int, width: int
) -> Lines:
    """A decision that can be clicked; the chosen one with its reasons."""
    chosen = place == at
    look = "cursor" if chosen else "" if decision.loss else "dim"
    rows = broken(words, max(20, width - 4))
    mark = ">" if chosen else " "
    lines = [
        line((f"{mark if not i else ' '} {row}", look, f"mark({place})"))
        for i, row in enumerate(rows)
    ]
    if chosen:
        lines += [
            line((f"    {row}", "accent"))
            for reason in decision.reasons
            for row in broken(reason_words(reason, names), max(20, width - 6))
        ]
    return lines


def _course(
    part: RoundReview,
    names: Sequence[str],
    seat: int | None,
    width: int,
    *,
    alone: bool,
    ascii_only: bool,
) -> Lines:
    """What the round was worth as it went on: a graph for one player, a line each for all."""
    lines = [_title(round_title(part))]
    if not part.worth:
        return lines
    if alone and seat is not None:
        values = [worth[seat] for worth in part.worth]
        drawn = graph_rows(
            values, min(GRAPH_WIDTH, width - 10), GRAPH_HEIGHT, ascii_only=ascii_only
        )
        lines += [line((f" {label:>6} ", "dim"), (row, "accent")) for label, row in drawn]
        ends = _("from {start} to {end}").format(start=signed(values[0]), end=signed(values[-1]))
        return [*lines, line((f"        {ends}", "dim"))]
    room = max(8, min(SPARKS, width - 30))
    rows = aligned(graph_table(part, names, ascii_only=ascii_only, width=room))
    return [*lines, *(line((row, "accent")) for row in rows)]
