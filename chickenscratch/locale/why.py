"""Why: the rule and the switches of this table behind a tile, an end, a line of the log."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from chickenscratch.core.events import (
    Called,
    Dealt,
    Drawn,
    DrawnFor,
    Event,
    FootOpened,
    GameEnded,
    LeadLaid,
    Passed,
    RoundEnded,
    TilePlayed,
)
from chickenscratch.core.legal import required
from chickenscratch.core.rules import RuleError, RuleSet
from chickenscratch.core.scoring import tile_value
from chickenscratch.core.state import Phase
from chickenscratch.core.tiles import Tile, tile
from chickenscratch.core.view import SeatView
from chickenscratch.locale import _, ngettext
from chickenscratch.locale.log import _acts, log_lines
from chickenscratch.locale.moments import doomed
from chickenscratch.locale.numbers import a_number, one_of
from chickenscratch.locale.options import settings
from chickenscratch.locale.reasons import why_not
from chickenscratch.locale.rulebook import rulebook

_DEAL, _LEAD, _HUB, _FREE, _FEET, _STUCK, _END, _GAME, _CALLS = 1, 2, 3, 4, 5, 6, 7, 9, 10
"""Places of the paragraphs in the rulebook."""


def rule(rules: RuleSet, seats: int, paragraph: int, *switches: str) -> list[str]:
    """A paragraph of the rules of a table, and the switches that decided."""
    try:
        found = rulebook(rules, seats)[paragraph]
    except RuleError:
        return []
    known = {setting.name: setting for setting in settings(rules)}
    lines = [f"{found.title}: {found.text}"]
    return lines + [f"{known[name].title}: {known[name].words}." for name in switches]


def why_act(act: Sequence[Event], rules: RuleSet, seats: int) -> list[str]:
    """The rule behind an act and what it brought about."""
    found: tuple[int, *tuple[str, ...]]
    match act[0]:
        case Dealt():
            found = (_DEAL, "hand_sizes")
        case LeadLaid() | Drawn(why=DrawnFor.SEARCH):
            found = (_LEAD, "round_order", "missing_lead", "lead_plays_again")
        case TilePlayed() if any(isinstance(event, FootOpened) for event in act):
            found = (_FEET, "dead_foot")
        case TilePlayed(slots=slots) if not slots:
            found = (_FREE, "may_pass")
        case TilePlayed(at=place) if place.parent:
            found = (_FEET, "dead_foot")
        case TilePlayed():
            found = (_HUB, "arms")
        case Drawn(why=DrawnFor.PENALTY) | Called():
            found = (_CALLS, "call", "call_duty", "last_tile_tap")
        case Drawn() | Passed():
            found = (_STUCK, "draw", "drawn_tile", "may_pass", "yard_reserve", "empty_yard")
        case RoundEnded():
            found = (_END, "dead_foot", "double_out")
        case GameEnded():
            found = (_GAME, "ties", "rounds")
        case _:
            found = (_FREE, "may_pass")
    return rule(rules, seats, *found)


def reasons(
    events: Iterable[Event], names: Sequence[str], me: int | None, rules: RuleSet
) -> list[list[str]]:
    """The rule behind each line of :func:`~chickenscratch.locale.log.log_lines`."""
    acts = _acts(events)
    found: list[list[str]] = []
    told: list[Event] = []
    for act in acts:
        told += act
        fresh = why_act(act, rules, len(names))
        if len(log_lines(told, names, me)) > len(found):
            found.append(fresh)
        elif found:  # drawing and passing are one line
            found[-1] = fresh
    return found


def why_now(view: SeatView) -> list[str]:
    """The rule behind what has to be done now."""
    paragraph = {Phase.LEAD: _LEAD, Phase.HUB: _HUB, Phase.FOOT: _FEET, Phase.FREE: _FREE}
    wanted = paragraph.get(view.phase, _END)
    if view.legal is not None and view.legal.turn and not view.legal.moves and wanted != _LEAD:
        return rule(view.rules, view.seats, _STUCK, "draw", "drawn_tile", "empty_yard")
    return rule(view.rules, view.seats, wanted)


def why_held(view: SeatView, held: Tile) -> list[str]:
    """Why a tile of the hand fits or does not, and what it costs in the end."""
    legal = view.legal
    entry = None if legal is None else legal.of(held)
    if legal is not None and legal.lead == held:
        return [_("{tile} opens the round.").format(tile=held)]
    if entry is None:
        return [_("You do not hold {tile}.").format(tile=held)]
    if entry.why is not None:
        lines = [why_not(entry.why, held)]
    else:
        numbers = one_of(a_number(move.on) for move in entry.moves)
        lines = [_("{tile} fits on {numbers}.").format(tile=held, numbers=numbers)]
        lines += filter(None, [doomed(view, held)])
    points = tile_value(view.rules, held)
    words = ngettext(
        "Whoever is caught with it writes {points} point.",
        "Whoever is caught with it writes {points} points.",
        points,
    )
    return [*lines, words.format(points=points)]


def why_laid(view: SeatView, index: int, names: Sequence[str]) -> list[str]:
    """What a tile on the table is, and what its open ends are worth."""
    laid = view.laid[index]
    words = _("{tile}, laid by {name}").format(
        tile=tile(laid.near, laid.far), name=names[laid.seat]
    )
    numbers = sorted({end.number for end in view.ends if end.parent == index})
    lines = [f"{words}."]
    if not numbers:
        lines.append(_("Nothing can be laid at it any more."))
    return [*lines, *(line for number in numbers for line in why_end(view, number))]


def why_end(view: SeatView, number: int) -> list[str]:
    """What there is to know about the open ends with a number."""
    ends = sum(end.number == number for end in view.ends)
    if not ends:
        return [_("No open end has {a_number}.").format(a_number=a_number(number))]
    mine = sum(held.carries(number) for held in view.hand)
    words = ngettext(
        "{count} open end has {a_number}: {mine} in your hand, {unseen} unseen.",
        "{count} open ends have {a_number}: {mine} in your hand, {unseen} unseen.",
        ends,
    )
    lines = [
        words.format(count=ends, a_number=a_number(number), mine=mine, unseen=view.unseen(number))
    ]
    if not mine and not view.unseen(number):
        lines.append(_("No tile is left that could be laid there."))
    wanted = required(view)
    if wanted is not None and wanted != number:
        lines.append(
            _("Now only {a_number} may be played: what was begun is filled first.").format(
                a_number=a_number(wanted)
            )
        )
    return lines
