"""The line said aloud at a real table: whose turn it is, what must be played, and why."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import StrEnum, auto
from typing import Final, NamedTuple

from chickenscratch.core.actions import CallWord
from chickenscratch.core.legal import Duty, DutyKind, fits, playable_numbers
from chickenscratch.core.legal import duty as public_duty
from chickenscratch.core.rules import DrawnTile, DrawRule, EmptyYard, MissingLead
from chickenscratch.core.scoring import winners
from chickenscratch.core.state import EndReason, Phase
from chickenscratch.core.tiles import double
from chickenscratch.core.view import SeatView
from chickenscratch.locale import N_, _, ngettext
from chickenscratch.locale.numbers import a_number, both, of_foot, one_of

LONG: Final = 60
"""What a long line should not exceed; with a very long name it may by a few characters."""
SHORT: Final = 40


class Case(StrEnum):
    """What the line is about: a kind of duty, and the reason for it."""

    HUB = auto()
    FOOT = auto()
    FREE = auto()
    FREE_ANYWHERE = auto()
    LEAD = auto()
    LEAD_ASIDE = auto()
    SEARCH = auto()
    SEARCH_ANY = auto()
    DRAW_HUB = auto()
    DRAW_FOOT = auto()
    DRAW_FREE = auto()
    DRAW_AGAIN = auto()
    PASS_DREW = auto()
    PASS_KEPT = auto()
    PASS_EMPTY = auto()
    PASS_RESERVE = auto()
    PASS_UNDRAWN = auto()
    PASS_ENDS = auto()
    KEEP_DRAWN = auto()
    KEEP_ANY = auto()
    PENALTY = auto()
    REDEAL = auto()
    FIRST_DEAL = auto()
    OUT = auto()
    DEAD_FOOT = auto()
    DEAD_HUB = auto()
    BLOCKED = auto()
    WON = auto()
    SHARED = auto()
    SHARED_MANY = auto()


class Words(NamedTuple):
    """One case for the person whose turn it is and for everybody else, long and short."""

    you: str
    they: str
    you_short: str
    they_short: str


def _nobody(long: str, short: str) -> Words:
    return Words(long, long, short, short)


WORDS: Final[Mapping[Case, Words]] = {
    Case.HUB: Words(
        N_("Your turn: the hub first. Play {a_number} (arm {slot} of {slots})."),
        N_("{name}: the hub first, so {a_number} (arm {slot} of {slots})."),
        N_("Play {a_number}: hub arm {slot} of {slots}."),
        N_("{name}: {a_number}, arm {slot} of {slots}"),
    ),
    Case.FOOT: Words(
        N_("Your turn: the {foot}-foot is open. Play {a_number} (toe {slot} of {slots})."),
        N_("{name}: the {foot}-foot is open, so {a_number} (toe {slot} of {slots})."),
        N_("Play {a_number}: toe {slot} of {slots}."),
        N_("{name}: {a_number}, toe {slot} of {slots}"),
    ),
    Case.FREE: Words(
        N_("Your turn: play on {numbers}."),
        N_("{name} plays on {numbers}."),
        N_("Play on {numbers}."),
        N_("{name}: {numbers}"),
    ),
    Case.FREE_ANYWHERE: Words(
        N_("Your turn: play on any open number."),
        N_("{name} plays on any open number."),
        N_("Play on any open number."),
        N_("{name}: any open number"),
    ),
    Case.LEAD: Words(
        N_("Your turn: lay {tile} in the middle to open the round."),
        N_("{name} opens the round with {tile}."),
        N_("Open the round with {tile}."),
        N_("{name} opens with {tile}"),
    ),
    Case.LEAD_ASIDE: Words(
        N_("Your turn: open the round with {tile}, kept aside."),
        N_("{name} opens the round with {tile}, kept aside."),
        N_("Open with {tile}, kept aside."),
        N_("{name} opens with {tile}"),
    ),
    Case.SEARCH: Words(
        N_("Your turn: nobody holds {tile}. Draw a tile."),
        N_("Nobody holds {tile}: {name} draws a tile."),
        N_("Nobody holds {tile}: draw a tile."),
        N_("{name} draws for {tile}"),
    ),
    Case.SEARCH_ANY: Words(
        N_("Your turn: nobody can open the round. Draw a tile."),
        N_("Nobody can open the round: {name} draws a tile."),
        N_("Nobody can open: draw a tile."),
        N_("{name} draws for a lead"),
    ),
    Case.DRAW_HUB: Words(
        N_("Your turn: you have no {number} for the hub. Draw a tile."),
        N_("{name} has no {number} for the hub and must draw."),
        N_("No {number} for the hub: draw a tile."),
        N_("{name} draws: no {number}"),
    ),
    Case.DRAW_FOOT: Words(
        N_("Your turn: you have no {number} for the foot. Draw a tile."),
        N_("{name} has no {number} for the foot and must draw."),
        N_("No {number} for the foot: draw a tile."),
        N_("{name} draws: no {number}"),
    ),
    Case.DRAW_FREE: Words(
        N_("Your turn: none of your tiles fits. Draw one."),
        N_("{name} has no tile that fits and must draw."),
        N_("Nothing fits: draw a tile."),
        N_("{name} must draw"),
    ),
    Case.DRAW_AGAIN: Words(
        N_("Your turn: still nothing fits. Draw again."),
        N_("{name} still has no tile that fits and draws again."),
        N_("Still nothing fits: draw again."),
        N_("{name} draws again"),
    ),
    Case.PASS_DREW: Words(
        N_("Your turn: the tile you drew does not fit either. Pass."),
        N_("{name} drew, still cannot play and must pass."),
        N_("The drawn tile does not fit: pass."),
        N_("{name} must pass"),
    ),
    Case.PASS_KEPT: Words(
        N_("Your turn: the tile you drew must be kept. Pass."),
        N_("{name} must keep the drawn tile and pass."),
        N_("The drawn tile must be kept: pass."),
        N_("{name} must pass"),
    ),
    Case.PASS_EMPTY: Words(
        N_("Your turn: nothing fits and the yard is empty. Pass."),
        N_("{name} cannot play, and the yard is empty: pass."),
        N_("Nothing fits, yard empty: pass."),
        N_("{name} must pass"),
    ),
    Case.PASS_RESERVE: Words(
        N_("Your turn: nothing fits, the rest of the yard stays. Pass."),
        N_("{name} cannot play, the rest of the yard stays: pass."),
        N_("Nothing fits, the yard stays: pass."),
        N_("{name} must pass"),
    ),
    Case.PASS_UNDRAWN: Words(
        N_("Your turn: nothing fits, and nobody draws. Pass."),
        N_("{name} cannot play, and nobody draws: pass."),
        N_("Nothing fits: pass."),
        N_("{name} must pass"),
    ),
    Case.PASS_ENDS: Words(
        N_("Your turn: no tile to play, none to draw. The round ends."),
        N_("{name} can neither play nor draw: the round ends."),
        N_("No tile to draw: the round ends."),
        N_("{name} ends the round"),
    ),
    Case.KEEP_DRAWN: Words(
        N_("Your turn: play the tile you drew, or keep it and pass."),
        N_("{name} may play the drawn tile, or keep it and pass."),
        N_("Play the drawn tile, or pass."),
        N_("{name} plays or passes"),
    ),
    Case.KEEP_ANY: Words(
        N_("Your turn: play, or pass."),
        N_("{name} may play or pass."),
        N_("Play, or pass."),
        N_("{name} plays or passes"),
    ),
    Case.PENALTY: Words(
        N_("You were caught: draw a tile."),
        N_("{name} was caught and must draw a tile."),
        N_("You were caught: draw a tile."),
        N_("{name} was caught: draw"),
    ),
    Case.REDEAL: _nobody(
        N_("Nobody holds {tile}: shuffle and deal again."),
        N_("Nobody holds {tile}: deal again."),
    ),
    Case.FIRST_DEAL: _nobody(N_("The first deal comes next."), N_("The first deal comes next.")),
    Case.OUT: Words(
        N_("Round {round} is over: you went out!"),
        N_("Round {round} is over: {name} went out."),
        N_("You went out!"),
        N_("{name} went out"),
    ),
    Case.DEAD_FOOT: _nobody(
        N_("Round {round} is over: the {foot}-foot cannot be finished."),
        N_("The {foot}-foot cannot be finished."),
    ),
    Case.DEAD_HUB: _nobody(
        N_("Round {round} is over: the hub cannot be filled."),
        N_("The hub cannot be filled."),
    ),
    Case.BLOCKED: _nobody(
        N_("Round {round} is over: nobody can play any more."),
        N_("Nobody can play any more."),
    ),
    Case.WON: Words(
        N_("The game is over: you win!"),
        N_("The game is over: {name} wins."),
        N_("You win the game!"),
        N_("{name} wins the game"),
    ),
    Case.SHARED: Words(
        N_("The game is over: you share the win with {names}."),
        N_("The game is over: {names} share the win."),
        N_("You share the win with {names}."),
        N_("{names} share the win"),
    ),
    Case.SHARED_MANY: Words(
        N_("The game is over: you share the win."),
        N_("The game is over: the win is shared."),
        N_("You share the win."),
        N_("The win is shared."),
    ),
}
"""Everything a duty line can say. A test fails when a case has no words."""

_ROOMIER: Final = {Case.FREE: Case.FREE_ANYWHERE, Case.SHARED: Case.SHARED_MANY}
"""What is said instead when a list would make the line too long."""


def duty_line(
    view: SeatView,
    names: Sequence[str],
    me: int | None,
    *,
    short: bool = False,
    public: bool = False,
) -> str:
    """What must be done now, in one sentence.

    `names` by seat. `me` is the seat the reader sits in and is called “you”; None speaks of
    everybody by name, for watchers and for screens that several people share. The short line
    fits the mini view. A `public` line does not tell whether anybody has a tile that fits, for
    moments when others look at the screen of the seat whose turn it is.
    """
    duty = public_duty(view) if public else view.duty
    case, seats = case_of(view, duty)
    line = _say(view, duty, case, seats, names, me, short=short)
    if case in _ROOMIER and len(line) > (SHORT if short else LONG):
        line = _say(view, duty, _ROOMIER[case], seats, names, me, short=short)
    return line


def case_of(view: SeatView, duty: Duty) -> tuple[Case, tuple[int, ...]]:
    """The case and the seats it is about: whose turn it is, or who went out or won."""
    if duty.kind is DutyKind.OVER:
        return _over(view)
    if duty.seat is None:
        return Case.REDEAL, ()
    return _turn(view, duty.kind), (duty.seat,)


def _turn(view: SeatView, kind: DutyKind) -> Case:
    rules = view.rules
    match kind:
        case DutyKind.SEARCH:
            return Case.SEARCH if len(_wanted(view)) == 1 else Case.SEARCH_ANY
        case DutyKind.LEAD:
            return Case.LEAD_ASIDE if rules.missing_lead is MissingLead.SET_ASIDE else Case.LEAD
        case DutyKind.DRAW if view.drawn is not None:
            return Case.DRAW_AGAIN
        case DutyKind.DRAW:
            draws = {Phase.HUB: Case.DRAW_HUB, Phase.FOOT: Case.DRAW_FOOT}
            return draws.get(view.phase, Case.DRAW_FREE)
        case DutyKind.PASS:
            return _pass(view)
        case DutyKind.KEEP:
            fit = view.drawn is not None and fits(view.drawn, playable_numbers(view))
            kept = fit and rules.drawn_tile is DrawnTile.MAY_KEEP and not rules.may_pass
            return Case.KEEP_DRAWN if kept else Case.KEEP_ANY
        case _:
            return Case(kind.value)


def _wanted(view: SeatView) -> tuple[int, ...]:
    """The doubles that would end the search for a lead."""
    wanted = view.rules.wanted(view.number, view.led)
    return wanted if view.rules.missing_lead is MissingLead.NEXT_HELD else wanted[:1]


def _pass(view: SeatView) -> Case:
    rules = view.rules
    if view.drawn is not None:
        if rules.drawn_tile is DrawnTile.MUST_KEEP and fits(view.drawn, playable_numbers(view)):
            return Case.PASS_KEPT
        return Case.PASS_DREW
    if rules.empty_yard is EmptyYard.ENDS_ROUND:
        return Case.PASS_ENDS
    if rules.draw is DrawRule.NONE:
        return Case.PASS_UNDRAWN
    return Case.PASS_RESERVE if view.yard else Case.PASS_EMPTY


def _over(view: SeatView) -> tuple[Case, tuple[int, ...]]:
    if not view.results:
        return Case.FIRST_DEAL, ()
    if view.game_over:
        won = winners(view.rules, view.results, view.seats)
        return (Case.WON if len(won) == 1 else Case.SHARED), won
    result = view.results[-1]
    if result.end is EndReason.OUT and result.out is not None:
        return Case.OUT, (result.out,)
    return Case(result.end.name.lower()), ()


def _say(
    view: SeatView,
    duty: Duty,
    case: Case,
    seats: tuple[int, ...],
    names: Sequence[str],
    me: int | None,
    *,
    short: bool,
) -> str:
    words = WORDS[case]
    mine = me in seats
    if short:
        template = words.you_short if mine else words.they_short
    else:
        template = words.you if mine else words.they
    number = view.lead if duty.number is None else duty.number
    if case is Case.DEAD_FOOT:
        number = view.laid[view.parent].far
    return _(template).format(
        name=names[seats[0]] if seats else "",
        names=both([names[seat] for seat in seats if seat != me]),
        number=number,
        a_number=a_number(number),
        foot=of_foot(number),
        tile=double(number),
        slot=duty.slot,
        slots=duty.slots,
        numbers=one_of(sorted(playable_numbers(view))),
        round=view.number,
    )


def fit_line(view: SeatView) -> str:
    """``2 of 5 fit``: how many of the seat's tiles may be played now; empty for a watcher."""
    legal = view.legal
    if legal is None:
        return ""
    count = sum(1 for entry in legal.tiles if entry.moves)
    total = len(legal.tiles)
    return ngettext("{count} of {total} fits", "{count} of {total} fit", count).format(
        count=count, total=total
    )


def owed_line(view: SeatView, names: Sequence[str], me: int | None) -> str:
    """The call that is still to be made, or to be caught; empty when there is none."""
    if not view.owed:
        return ""
    seat, what = view.owed[0]
    number = view.laid[-1].far if view.laid else view.lead
    if seat == me:
        match what:
            case CallWord.CHICKIE:
                line = _("Call “Chickie {number}!” before the next move.")
            case CallWord.CLUCK:
                line = _("Press the hub before the next move: it must cluck.")
            case CallWord.TAP:
                line = _("Tap before the next move: you have one tile left.")
    elif what is CallWord.TAP:
        line = _("{name} has one tile left and has not tapped yet.")
    else:
        line = _("{name} has not called the double yet.")
    return line.format(name=names[seat], number=number)
