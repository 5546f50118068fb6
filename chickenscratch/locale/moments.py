"""The special moments of a round, in words: calls, a full hub, a foot that can never be finished,
and why a round ended."""

from __future__ import annotations

from collections.abc import Sequence

from chickenscratch.core.actions import CallWord
from chickenscratch.core.events import (
    Called,
    Caught,
    Event,
    FootCompleted,
    FootOpened,
    GameEnded,
    HubFilled,
    RoundEnded,
)
from chickenscratch.core.rules import DeadFoot
from chickenscratch.core.state import EndReason, RoundResult
from chickenscratch.core.tiles import Tile
from chickenscratch.core.tree import TOES
from chickenscratch.core.view import SeatView
from chickenscratch.locale import _, ngettext
from chickenscratch.locale.numbers import both, of_foot, tiles_with


def banner(event: Event, names: Sequence[str], me: int | None, filling: int | None = None) -> str:
    """What everybody's screen says for a moment; empty if the event is nothing special.

    `filling` is the number of the hub or foot that was being filled, which a dead one needs for
    its words.
    """
    match event:
        case Called(seat, CallWord.CHICKIE, number):
            return _("CHICKIE {number}!").format(number=number, name=names[seat])
        case Called(_, CallWord.CLUCK):
            return _("CLUCK! The hub lights up.")
        case Called(seat, CallWord.TAP):
            return last_tile(seat, names, me)
        case HubFilled():
            return _("The hub is full: any end is open.")
        case FootOpened():
            return foot_warning(event)
        case FootCompleted(number):
            return _("The {foot}-foot is finished: any end is open.").format(foot=of_foot(number))
        case Caught():
            return caught(event, names, me)
        case RoundEnded(result):
            return round_end(result, names, me, filling)
        case GameEnded():
            return game_end(event, names, me)
        case _:
            return ""


def last_tile(seat: int, names: Sequence[str], me: int | None) -> str:
    """The tap: somebody has one tile left."""
    if seat == me:
        return _("Bok bok! You have one tile left.")
    return _("Bok bok! {name} has one tile left.").format(name=names[seat])


def caught(event: Caught, names: Sequence[str], me: int | None) -> str:
    """Somebody forgot to call, and somebody else noticed."""
    name, by = names[event.seat], names[event.by]
    tap = event.what is CallWord.TAP
    if event.seat == me and tap:
        line = _("{by} caught you: you did not tap for your last tile.")
    elif event.seat == me:
        line = _("{by} caught you: you did not call the double.")
    elif event.by == me and tap:
        line = _("You caught {name}: nobody tapped for the last tile.")
    elif event.by == me:
        line = _("You caught {name}: nobody called the double.")
    elif tap:
        line = _("{by} caught {name}: nobody tapped for the last tile.")
    else:
        line = _("{by} caught {name}: nobody called the double.")
    said = line.format(name=name, by=by)
    if event.must_draw:
        return said
    return " ".join((said, _("There is no penalty tile left to draw.")))


def doomed(view: SeatView, tile: Tile) -> str:
    """The warning before laying a double that could never get its toes (rules.md P4).

    Empty for every other tile, and for the last tile of a hand, which ends the round anyway.
    """
    if not tile.is_double or len(view.hand) == 1:
        return ""
    number = tile.high
    count = view.off_table(number) - (tile in view.hand)
    if count >= TOES:
        return ""
    values = {"count": count, "tiles": tiles_with(number, count or 1)}
    if _ends_at_once(view, count):
        if not count:
            return _("No {tiles} would be left: the round would end at once.").format(**values)
        return ngettext(
            "Only {count} {tiles} would still be out: the round would end at once.",
            "Only {count} {tiles} would still be out: the round would end at once.",
            count,
        ).format(**values)
    if not count:
        return _("No {tiles} would be left: this foot could never be finished.").format(**values)
    return ngettext(
        "Only {count} {tiles} would still be out: this foot could never be finished.",
        "Only {count} {tiles} would still be out: this foot could never be finished.",
        count,
    ).format(**values)


def _ends_at_once(view: SeatView, count: int) -> bool:
    match view.rules.dead_foot:
        case DeadFoot.STRICT:
            return True
        case DeadFoot.EXHAUSTED:
            return count == 0
        case DeadFoot.DRAW_OUT:
            return count == 0 and not view.usable_yard


def foot_warning(event: FootOpened) -> str:
    """The same once the double lies; empty when the foot can still be finished."""
    count = event.out
    if count >= TOES:
        return ""
    tiles = tiles_with(event.number, count or 1)
    if not count:
        return _("No {tiles} is left: this foot can never be finished.").format(tiles=tiles)
    return ngettext(
        "Only {count} {tiles} is still out: this foot can never be finished.",
        "Only {count} {tiles} are still out: this foot can never be finished.",
        count,
    ).format(count=count, tiles=tiles)


def round_end(
    result: RoundResult, names: Sequence[str], me: int | None, filling: int | None = None
) -> str:
    """Why the round ended. `filling`: the number of the hub or foot that died, if it is known."""
    match result.end:
        case EndReason.OUT if result.out is not None:
            return _went_out(result, result.out, names, me)
        case EndReason.DEAD_HUB:
            return _dead_hub(result)
        case EndReason.DEAD_FOOT if filling is not None:
            return _dead_foot(result, filling)
        case EndReason.DEAD_FOOT:
            return _("The foot can never be finished: the round is over.")
        case _:
            return _("Nobody can play any more: the round is over.")


def _went_out(result: RoundResult, seat: int, names: Sequence[str], me: int | None) -> str:
    points = result.scores[seat]
    if seat == me:
        if points:
            line = _("You went out, but with a double, which costs {points} points.")
        else:
            line = _("You went out: the round is over.")
    elif points:
        line = _("{name} went out, but with a double, which costs {points} points.")
    else:
        line = _("{name} went out: the round is over.")
    return line.format(name=names[seat], points=points)


def _still_out(result: RoundResult, number: int) -> int:
    hands = sum(tile.carries(number) for hand in result.hands for tile in hand)
    return hands + sum(tile.carries(number) for tile in result.yard)


def _dead_foot(result: RoundResult, number: int) -> str:
    count = _still_out(result, number)
    values = {"count": count, "tiles": tiles_with(number, count or 1), "foot": of_foot(number)}
    if not count:
        line = _("No {tiles} is left: the {foot}-foot can never be finished. The round is over.")
        return line.format(**values)
    return ngettext(
        "Only {count} {tiles} is left: the {foot}-foot can never be finished. The round is over.",
        "Only {count} {tiles} are left: the {foot}-foot can never be finished. The round is over.",
        count,
    ).format(**values)


def _dead_hub(result: RoundResult) -> str:
    count = _still_out(result, result.lead)
    values = {"count": count, "tiles": tiles_with(result.lead, count or 1)}
    if not count:
        line = _("No {tiles} is left: the hub can never be filled. The round is over.")
        return line.format(**values)
    return ngettext(
        "Only {count} {tiles} is left: the hub can never be filled. The round is over.",
        "Only {count} {tiles} are left: the hub can never be filled. The round is over.",
        count,
    ).format(**values)


def game_end(event: GameEnded, names: Sequence[str], me: int | None) -> str:
    """Who has won, and with how many points."""
    points = event.totals[event.winners[0]]
    tied = event.totals.count(points) > 1
    others = both([names[seat] for seat in event.winners if seat != me])
    match (len(event.winners) > 1, me in event.winners):
        case (True, True):
            line = ngettext(
                "You share the win with {names}: {points} point each.",
                "You share the win with {names}: {points} points each.",
                points,
            )
        case (True, False):
            line = ngettext(
                "{names} share the win: {points} point each.",
                "{names} share the win: {points} points each.",
                points,
            )
        case (False, True) if tied:
            line = ngettext(
                "You win the tie at {points} point.", "You win the tie at {points} points.", points
            )
        case (False, True):
            line = ngettext("You win with {points} point!", "You win with {points} points!", points)
        case _ if tied:
            line = ngettext(
                "{names} wins the tie at {points} point.",
                "{names} wins the tie at {points} points.",
                points,
            )
        case _:
            line = ngettext(
                "{names} wins with {points} point.", "{names} wins with {points} points.", points
            )
    return line.format(names=others, points=points)
