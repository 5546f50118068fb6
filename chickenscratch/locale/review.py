"""A look back at a game, in words: for the command line, plain mode and the screen alike."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from chickenscratch.core.coach import Account, Decision, Review, RoundReview, SeatReview
from chickenscratch.core.presets import PRESETS, preset_of
from chickenscratch.core.rules import RuleSet
from chickenscratch.core.tiles import double
from chickenscratch.locale import _, ngettext
from chickenscratch.locale.coach import choice_words, reason_words, signed
from chickenscratch.locale.columns import cells, left, right
from chickenscratch.locale.numbers import decimal

_RISING: Final = "▁▂▃▄▅▆▇█"
_RISING_ASCII: Final = "_.-=+*#@"

Table = Sequence[Sequence[str]]


def review_lines(
    review: Review, rules: RuleSet, names: Sequence[str], *, ascii_only: bool = False
) -> list[str]:
    """All of a review. Lines that are empty separate its parts."""
    return [
        title_line(review, rules, names),
        "",
        *aligned(skill_table(review.seats, names)),
        "",
        _("Where the points came from (what the others paid more):"),
        *aligned(account_table(review.accounts, names)),
        *account_notes(),
        "",
        *turning_lines(review, names),
        "",
        *_rounds(review, names, ascii_only),
        footnote(review),
    ]


def title_line(review: Review, rules: RuleSet, names: Sequence[str]) -> str:
    """What was played, and how many decisions there were."""
    known = PRESETS.get(preset_of(rules))
    game = _("House rules") if known is None else _(known.title)
    players = ngettext("{count} player", "{count} players", len(names)).format(count=len(names))
    count = len(review.decisions)
    decisions = ngettext("{count} decision", "{count} decisions", count).format(count=count)
    return f"{game}, {players}, {decisions}"


def skill_table(seats: Sequence[SeatReview], names: Sequence[str]) -> Table:
    """How well everybody decided."""
    head = (_("Player"), _("Good"), _("Decisions"), _("Accuracy"), _("Lost"), _("each"))
    rows = [head]
    for name, seat in zip(names, seats, strict=True):
        each = decimal(seat.loss / seat.decisions) if seat.decisions else "–"
        share = f"{round(100 * seat.accuracy)} %" if seat.decisions else "–"
        right_, all_ = str(seat.right), str(seat.decisions)
        rows.append((name, right_, all_, share, decimal(seat.loss), each))
    return rows


def account_table(accounts: Sequence[Account], names: Sequence[str]) -> Table:
    """The result of everybody, taken apart into luck and skill."""
    rows: list[tuple[str, ...]] = [
        (_("Player"), _("Result"), _("Deal"), _("Own play"), _("Fortune"))
    ]
    for name, account in zip(names, accounts, strict=True):
        parts = (account.result, account.deal, account.play, account.fortune)
        rows.append((name, *map(signed, parts)))
    return rows


def account_notes() -> list[str]:
    """What the columns of :func:`account_table` mean."""
    return [
        _("Deal: what the tiles were worth with careful play."),
        _("Own play: what the own decisions lost."),
        _("Fortune: the draws, and what the others did."),
    ]


def turning_lines(review: Review, names: Sequence[str]) -> list[str]:
    """The costliest decisions, with the reason for a better one."""
    if not review.turning:
        return [_("No decision cost anything that could be told from chance.")]
    lines = [_("Turning points")]
    for place, decision in enumerate(review.turning, 1):
        words = _("{place}. Round {round}, {decision}")
        told = decision_line(decision, names)
        lines.append(words.format(place=place, round=decision.round, decision=told))
        lines += [f"   {reason_words(reason, names)}" for reason in decision.reasons[:2]]
    return lines


def decision_line(decision: Decision, names: Sequence[str]) -> str:
    """What was done, and what would have been better."""
    made, best = choice_words(decision.made), choice_words(decision.best)
    if not decision.loss:
        words = _("{name}: {made}, as good as any.")
    else:
        words = _("{name}: {made} lost {loss} ± {reach}; better {best}.")
    return words.format(
        name=names[decision.seat],
        made=made,
        best=best,
        loss=decimal(decision.loss),
        reach=decimal(1.96 * decision.error),
    )


def _rounds(review: Review, names: Sequence[str], ascii_only: bool) -> Iterator[str]:
    for part in review.rounds:
        yield round_title(part)
        yield from aligned(graph_table(part, names, ascii_only=ascii_only))
        lost = [d for d in review.decisions if d.round == part.number and d.loss]
        yield from (f"  {decision_line(decision, names)}" for decision in lost)
        yield ""


def round_title(part: RoundReview) -> str:
    """``Round 3, hub 4-4``."""
    return _("Round {round}, hub {tile}").format(round=part.number, tile=double(part.lead))


def graph_table(
    part: RoundReview, names: Sequence[str], *, ascii_only: bool = False, width: int = 48
) -> Table:
    """What the round was worth to everybody as it went on: start, course and end."""
    if not part.worth:
        return []
    columns = sampled(part.worth, width)
    low = min(min(worth) for worth in columns)
    high = max(max(worth) for worth in columns)
    return [
        (
            f"  {name}",
            signed(part.worth[0][seat]),
            rising([worth[seat] for worth in columns], low, high, ascii_only=ascii_only),
            signed(part.worth[-1][seat]),
        )
        for seat, name in enumerate(names)
    ]


def sampled(
    worth: Sequence[tuple[float, ...]], width: int
) -> Sequence[tuple[float, ...]]:  # fmt: skip
    """At most `width` of the values, first and last among them."""
    count = len(worth)
    if count <= width:
        return worth
    return [worth[i * (count - 1) // (width - 1)] for i in range(width)]


def rising(values: Sequence[float], low: float, high: float, *, ascii_only: bool = False) -> str:
    """A sign for each value, the higher the larger it is between `low` and `high`."""
    signs = _RISING_ASCII if ascii_only else _RISING
    apart = (high - low) or 1.0
    return "".join(signs[round((value - low) / apart * (len(signs) - 1))] for value in values)


def graph_rows(
    values: Sequence[float], width: int, height: int, *, ascii_only: bool = False
) -> list[tuple[str, str]]:
    """A graph of so many rows, highest first: what is written at its edge, and its columns.

    Columns stand on the line of 0, above it or below; the edge names highest, 0 and lowest."""
    count = len(values)
    columns = (
        [values[min(count - 1, i * count // width)] for i in range(width)]
        if count >= width
        else [value for value in values for _i in range(max(1, width // count))]
    )
    top, bottom = max(0.0, *columns), min(0.0, *columns)
    step = ((top - bottom) or 1.0) / max(1, height - 1)
    zero = round(top / step)
    full, rule = ("#", "-") if ascii_only else ("█", "─")
    rows = []
    for row in range(height):
        label = signed(top) if not row else signed(bottom) if row == height - 1 else ""
        if row == zero:
            rows.append((label or "0", rule * len(columns)))
            continue
        drawn = "".join(
            full
            if (row < zero and round(value / step) >= zero - row)
            or (row > zero and round(-value / step) >= row - zero)
            else " "
            for value in columns
        )
        rows.append((label, drawn))
    return rows


def footnote(review: Review) -> str:
    """What the figures rest on."""
    return ngettext(
        "Each judged by {count} imagined turn and what its player could know.",
        "Each judged by {count} imagined turns and what its player could know.",
        review.nodes,
    ).format(count=review.nodes)


def aligned(table: Table) -> list[str]:
    """Rows below each other: the first column to the left, signs in the middle as they are, figures
    to the right."""
    if not table:
        return []
    widths = [max(map(cells, column)) for column in zip(*table, strict=True)]
    return [
        "  ".join(
            left(text, width) if not place else right(text, width)
            for place, (text, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in table
    ]
