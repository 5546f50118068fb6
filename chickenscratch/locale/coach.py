"""What the coach says: ideas, reasons and rankings, in words.

A reason is told in two ways: as an *idea*, which names no tile and lets the player find the move,
and in full. Nothing is said that is not in the :class:`~chickenscratch.core.coach.Reason`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from chickenscratch.core.coach import EQUAL, Advice, Choice, Lack, Ranked, Reason, ReasonKind
from chickenscratch.core.scoring import hand_value
from chickenscratch.core.tiles import double
from chickenscratch.core.tree import TOES
from chickenscratch.core.view import SeatView
from chickenscratch.locale import N_, _, ngettext
from chickenscratch.locale.numbers import (
    a_number,
    both,
    decimal,
    of_foot,
    on_number,
    one_of,
    tiles_with,
)

IDEAS: Final[Mapping[ReasonKind, str]] = {
    ReasonKind.ONLY: N_("There is only one thing to do."),
    ReasonKind.OUT: N_("Look at your hand: the round could end right now."),
    ReasonKind.ENDS: N_("Ask who would pay most if the round ended right now."),
    ReasonKind.DEAD: N_("A foot that can never be finished may be a good thing: who would pay?"),
    ReasonKind.SPARES: N_("Your hand is dear: take care that the round does not end now."),
    ReasonKind.HURRY: N_("Somebody may go out soon: heavy tiles are dangerous."),
    ReasonKind.SHEDS: N_("Think of the count: a heavy tile is better on the table."),
    ReasonKind.DOUBLE: N_("Think of the doubles: they fit on one number only."),
    ReasonKind.FOOT: N_("Think of what must be filled next, and of what you hold for it."),
    ReasonKind.OWN_DOUBLE: N_("Which number would let your own double in?"),
    ReasonKind.OPENS: N_("Leave a number open that you hold yourself."),
    ReasonKind.FITS: N_("Stay flexible: after which move do most of your tiles fit?"),
    ReasonKind.LACKS: N_("Remember who passed or drew, and on which number."),
    ReasonKind.STUCK: N_("Think of the next player: which number could be hard to answer?"),
    ReasonKind.SCARCE: N_("Count the tiles: some number is nearly used up."),
    ReasonKind.CLOSES: N_("Some number could lose its last open end."),
    ReasonKind.LAST: N_("Do not spend your last tile of a number lightly."),
    ReasonKind.TRIED: N_("No rule of thumb helps here: imagine how the round goes on."),
}


def idea(reason: Reason) -> str:
    """The first step of a tip: what to think of, without a tile."""
    return _(IDEAS[reason.kind])


def reason_words(reason: Reason, names: Sequence[str]) -> str:
    """A reason in full, as one sentence about a move that is called “it”."""
    number, count, points = reason.number, reason.many, reason.points
    name = names[reason.seat]
    values = {
        "name": name,
        "count": count,
        "points": points,
        "a_number": a_number(number),
        "foot": of_foot(number),
        "on_number": on_number(number),
        "tile": double(number),
        "worth": points_words(points),
        "one": tiles_with(number, 1),
        "tiles": tiles_with(number, count),
        "tenths": decimal(points / 10),
    }
    return _template(reason).format(**values)


def _template(reason: Reason) -> str:
    count = reason.many
    match reason.kind:
        case ReasonKind.ONLY:
            return _("There is nothing else to do.")
        case ReasonKind.OUT:
            return _("It is the last tile, and ends the round.")
        case ReasonKind.ENDS:
            return _("It ends the round while {name} holds most, and gains about {worth}.")
        case ReasonKind.DEAD:
            return _(
                "The {foot}-foot could never be finished; {name} holds most, and about {worth} "
                "would be gained."
            )
        case ReasonKind.SPARES:
            return _("The other choice may end the round while this hand is dearer by {worth}.")
        case ReasonKind.HURRY:
            return ngettext(
                "{name} has only {count} tile left, and it sheds {worth}.",
                "{name} has only {count} tiles left, and it sheds {worth}.",
                count,
            )
        case ReasonKind.SHEDS:
            return _("It sheds {worth}.")
        case ReasonKind.DOUBLE:
            return ngettext(
                "A double fits on one number only; {count} more {tiles} is out.",
                "A double fits on one number only; {count} more {tiles} are out.",
                count,
            )
        case ReasonKind.FOOT:
            return ngettext(
                "It keeps {count} {tiles} for what must be filled next.",
                "It keeps {count} {tiles} for what must be filled next.",
                count,
            )
        case ReasonKind.OWN_DOUBLE:
            return _("It opens the number that {tile} needs.")
        case ReasonKind.OPENS:
            return ngettext(
                "It leaves {a_number} open and keeps {count} {tiles}.",
                "It leaves {a_number} open and keeps {count} {tiles}.",
                count,
            )
        case ReasonKind.FITS:
            return ngettext(
                "Of the {points} tiles that remain {count} would fit next.",
                "Of the {points} tiles that remain {count} would fit next.",
                count,
            )
        case ReasonKind.LACKS if count:
            return ngettext(
                "{name} passed or drew {on_number}: no {one} there, unless the tile drawn since "
                "is one.",
                "{name} passed or drew {on_number}: no {one} there, unless one of the {count} "
                "tiles drawn since is one.",
                count,
            )
        case ReasonKind.LACKS:
            return _("{name} passed or drew {on_number}: there is no {one} in that hand.")
        case ReasonKind.STUCK:
            return _("{name} is next and can answer with a chance of {points} % only.")
        case ReasonKind.SCARCE if count:
            return ngettext(
                "Only {count} {tiles} is unseen: hardly anybody can go on there.",
                "Only {count} {tiles} are unseen: hardly anybody can go on there.",
                count,
            )
        case ReasonKind.SCARCE:
            return _("No {one} is unseen: nobody else can go on there.")
        case ReasonKind.CLOSES:
            return _("It takes the last open end with {a_number}.")
        case ReasonKind.LAST:
            return _("The other choice spends the last {one} of the hand.")
        case ReasonKind.TRIED:
            return ngettext(
                "In {count} imagined round it was {tenths} points better.",
                "In {count} imagined rounds it was {tenths} points better.",
                count,
            )


def points_words(points: int) -> str:
    """``13 points``."""
    return ngettext("{points} point", "{points} points", points).format(points=points)


def choice_words(choice: Choice) -> str:
    """``5-8 on 5``, ``draw``, ``pass``."""
    if choice.tile is not None and choice.on is not None and not choice.tile.is_double:
        return f"{choice.tile} {on_number(choice.on)}"
    if choice.tile is not None:
        return str(choice.tile)
    return _("draw") if choice.act == "draw" else _("pass")


def tile_step(advice: Advice, names: Sequence[str]) -> str:
    """The second step of a tip: the move, and the weightiest reason."""
    best = advice.best
    words = choice_words(best.choice)
    why = reason_words(best.reasons[0], names)
    if len(advice.ranking) > 1 and advice.ranking[1].behind <= EQUAL:
        other = choice_words(advice.ranking[1].choice)
        return _("{move}, or just as well {other}. {why}").format(move=words, other=other, why=why)
    return _("{move}. {why}").format(move=words, why=why)


def standing(ranked: Ranked, *, best: bool) -> str:
    """How far behind the best a choice is, and how sure that is."""
    if best:
        return _("best")
    reach = decimal(1.96 * ranked.error)
    behind = decimal(ranked.behind)
    if ranked.equal and ranked.behind > EQUAL:
        return _("perhaps equal ({behind} ± {reach})").format(behind=behind, reach=reach)
    if ranked.equal:
        return _("equal ({behind} ± {reach})").format(behind=behind, reach=reach)
    return _("{behind} ± {reach} less").format(behind=behind, reach=reach)


def ranking_lines(advice: Advice, names: Sequence[str]) -> list[str]:
    """The third step of a tip in lines: every choice, then the reasons for the best."""
    lines = []
    for place, ranked in enumerate(advice.ranking, 1):
        words = _("{place}. {move}: {points} points, {standing}.")
        lines.append(
            words.format(
                place=place,
                move=choice_words(ranked.choice),
                points=signed(ranked.points),
                standing=standing(ranked, best=place == 1),
            )
        )
    lines += [reason_words(reason, names) for reason in advice.best.reasons]
    return [*lines, *filter(None, [points_note(), worlds_line(advice)])]


def worlds_line(advice: Advice) -> str:
    """What the ranking rests on; empty if nothing had to be found out."""
    count = advice.best.worlds
    if count < 2:
        return _("No tile is hidden here: this is worked out.") if count else ""
    return ngettext("From {count} imagined round.", "From {count} imagined rounds.", count).format(
        count=count
    )


def points_note() -> str:
    """What the points of a ranking are."""
    return _("Points: by how much the others pay more than you, on average.")


def signed(value: float) -> str:
    """``+3.4``, ``-0.6``, as the reader writes it."""
    words = decimal(abs(value))
    if not any(digit in words for digit in "123456789"):
        return words
    return ("-" if value < 0 else "+") + words


def lack_lines(lacks: Sequence[Lack], names: Sequence[str]) -> list[str]:
    """What passes and draws prove, a line for each player."""
    lines = []
    for seat in sorted({lack.seat for lack in lacks}):
        sure = [lack.number for lack in lacks if lack.seat == seat and not lack.drawn]
        perhaps = [lack for lack in lacks if lack.seat == seat and lack.drawn]
        if sure:
            words = _("{name} has no {numbers}.")
            lines.append(words.format(name=names[seat], numbers=one_of(sure)))
        for drawn in sorted({lack.drawn for lack in perhaps}):
            numbers = both([lack.number for lack in perhaps if lack.drawn == drawn])
            words = ngettext(
                "{name} had no {numbers}, and has drawn {count} tile since.",
                "{name} had no {numbers}, and has drawn {count} tiles since.",
                drawn,
            )
            lines.append(words.format(name=names[seat], numbers=numbers, count=drawn))
    return lines


def preview(view: SeatView, choice: Choice) -> str:
    """What a lifted tile would leave: the open ends and the points in the hand."""
    if choice.tile is None or choice.on is None:
        return ""
    numbers = sorted(ends_after(view, choice))
    rest = tuple(tile for tile in view.hand if tile != choice.tile)
    shown = " ".join(
        f"{n}" if numbers.count(n) == 1 else f"{n}×{numbers.count(n)}" for n in sorted({*numbers})
    )
    points = points_words(hand_value(view.rules, rest))
    return _("What if {tile}: open ends {numbers}; {points} left").format(
        tile=choice.tile, numbers=shown or "–", points=points
    )


def ends_after(view: SeatView, choice: Choice) -> list[int]:
    """The numbers of all open ends after a tile is laid; a double opens the three of its foot."""
    assert choice.tile is not None
    assert choice.on is not None
    numbers = [end.number for end in view.ends]
    if choice.on in numbers:
        numbers.remove(choice.on)
    return numbers + [choice.tile.other(choice.on)] * (TOES if choice.tile.is_double else 1)
