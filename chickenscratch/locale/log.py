"""Every event as a line of the log, long or short.

A log that several people read speaks of everybody by name, and never tells which tile somebody
else drew.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from chickenscratch.core.actions import CallWord
from chickenscratch.core.events import (
    Called,
    Caught,
    Dealt,
    Drawn,
    DrawnFor,
    Event,
    FootCompleted,
    FootOpened,
    HubFilled,
    LeadLaid,
    Passed,
    RoundEnded,
    TilePlayed,
)
from chickenscratch.core.state import EndReason
from chickenscratch.core.tiles import double
from chickenscratch.locale import _, ngettext
from chickenscratch.locale.moments import banner, foot_warning
from chickenscratch.locale.numbers import both, of_foot, on_number


def log_lines(
    events: Iterable[Event],
    names: Sequence[str],
    me: int | None,
    *,
    filling: int | None = None,
    short: bool = False,
) -> list[str]:
    """The log of these events, a line for each act.

    What an act brought about stands on its line, and drawing and passing are one act. `names` by
    seat; `me` is called “you”, None means nobody is. `filling`: the number of the hub or foot that
    is being filled before the first event, if the events do not start with the deal.
    """
    lines: list[str] = []
    draws: list[Drawn] = []
    acts = _acts(events)
    for place, act in enumerate(acts):
        first = act[0]
        if draws and isinstance(first, Passed) and first.drew and first.seat == draws[0].seat:
            lines.append(_drew_and_passed(draws, names, me, short=short))
            draws = []
            continue
        draw = first if isinstance(first, Drawn) and first.why is DrawnFor.TURN else None
        if draws and (draw is None or draw.seat != draws[0].seat):
            lines.append(_drew(draws, names, me, short=short))
            draws = []
        if draw is not None:
            draws.append(draw)
            continue
        for event in act:
            filling = _filling(event, filling)
        over = place + 1 < len(acts) and isinstance(acts[place + 1][0], RoundEnded)
        lines.append(_act(act, names, me, filling, over=over, short=short))
    if draws:
        lines.append(_drew(draws, names, me, short=short))
    return lines


def log_line(
    event: Event,
    names: Sequence[str],
    me: int | None,
    *,
    filling: int | None = None,
    short: bool = False,
) -> str:
    """One event by itself. `filling`: the number of the hub or foot being filled, for the words
    about a dead one."""
    match event:
        case Dealt():
            return _dealt(event, short=short)
        case LeadLaid():
            return _lead(event, names, me, short=short)
        case TilePlayed():
            return _played(event, names, me, short=short)
        case Drawn():
            return _drew([event], names, me, short=short)
        case Passed():
            return _passed(event, names, me, short=short)
        case Called(seat, what, number) if what is not CallWord.TAP and not event.by_table:
            return _called(seat, what, number, names, me)
        case Called(_, CallWord.CLUCK) if short:
            return _("CLUCK!")
        case FootOpened(number=number):
            return foot_warning(event) or _foot_open(number, short=short)
        case _ if short:
            return _brief(event, names, me) or banner(event, names, me, filling)
        case RoundEnded():
            said = banner(event, names, me, filling)
            return " ".join((said, _points(event, names)))
        case _:
            return banner(event, names, me, filling)


def _acts(events: Iterable[Event]) -> list[list[Event]]:
    """The events in bunches: an act and what it brought about."""
    acts: list[list[Event]] = []
    for event in events:
        match event:
            case HubFilled() | FootOpened() | FootCompleted() | Called(by_table=True) if acts:
                acts[-1].append(event)
            case _:
                acts.append([event])
    return acts


def _act(
    act: list[Event],
    names: Sequence[str],
    me: int | None,
    filling: int | None,
    *,
    over: bool,
    short: bool,
) -> str:
    called = any(isinstance(event, Called) for event in act[1:])
    said = []
    for event in act:
        if isinstance(event, FootOpened) and (over or (called and not foot_warning(event))):
            continue  # the call says it, or the end of the round does
        said.append(log_line(event, names, me, filling=filling, short=short))
    return " ".join(said)


def _filling(event: Event, before: int | None) -> int | None:
    """The number of the hub or foot being filled after `event`, as far as events can tell."""
    match event:
        case LeadLaid():
            return event.tile.high
        case FootOpened():
            return event.number
        case TilePlayed() if event.slots:
            return event.on
        case HubFilled() | FootCompleted() | Dealt():
            return None
        case _:
            return before


def _dealt(event: Dealt, *, short: bool) -> str:
    if event.again:
        return _("Nobody held {tile}: all tiles were dealt again.").format(tile=double(event.lead))
    if short:
        return _("Round {round}.").format(round=event.number)
    each = event.counts[0]
    return ngettext(
        "Round {round}: {count} tile each, {yard} in the yard.",
        "Round {round}: {count} tiles each, {yard} in the yard.",
        each,
    ).format(round=event.number, count=each, yard=event.yard)


def _lead(event: LeadLaid, names: Sequence[str], me: int | None, *, short: bool) -> str:
    if short:
        line = _("You led {tile}.") if event.seat == me else _("{name} led {tile}.")
    elif event.seat == me:
        line = _("You led {tile}, a hub of {arms} arms.")
    else:
        line = _("{name} led {tile}, a hub of {arms} arms.")
    return line.format(name=names[event.seat], tile=event.tile, arms=event.arms)


def _played(event: TilePlayed, names: Sequence[str], me: int | None, *, short: bool) -> str:
    mine = event.seat == me
    if event.slots and event.at.parent == 0:
        if short:
            line = _("You {tile}, arm {slot}.") if mine else _("{name} {tile}, arm {slot}.")
        elif mine:
            line = _("You {tile} on the hub (arm {slot} of {slots}).")
        else:
            line = _("{name} {tile} on the hub (arm {slot} of {slots}).")
    elif event.slots:
        if short:
            line = _("You {tile}, toe {slot}.") if mine else _("{name} {tile}, toe {slot}.")
        elif mine:
            line = _("You {tile} on the {foot}-foot (toe {slot} of {slots}).")
        else:
            line = _("{name} {tile} on the {foot}-foot (toe {slot} of {slots}).")
    else:
        line = _("You {tile} {on_number}.") if mine else _("{name} {tile} {on_number}.")
    return line.format(
        name=names[event.seat],
        tile=event.tile,
        slot=event.slot,
        slots=event.slots,
        foot=of_foot(event.on),
        on_number=on_number(event.on),
    )


def _known(draws: Sequence[Drawn], me: int | None) -> str:
    """The tiles the reader may know of, because they drew them."""
    return both([draw.tile for draw in draws if draw.tile is not None and draw.seat == me])


def _drew(draws: Sequence[Drawn], names: Sequence[str], me: int | None, *, short: bool) -> str:
    seat, why, count = draws[0].seat, draws[0].why, len(draws)
    tiles = _known(draws, me)
    mine = seat == me
    if tiles and not short:
        match why:
            case DrawnFor.TURN:
                line = _("You drew {tiles}.")
            case DrawnFor.SEARCH:
                line = _("You drew {tiles}, looking for the lead.")
            case DrawnFor.PENALTY:
                line = _("You drew {tiles} as a penalty.")
    elif why is DrawnFor.SEARCH and not short:
        if mine:
            line = _("You drew a tile, looking for the lead.")
        else:
            line = _("{name} drew a tile, looking for the lead.")
    elif why is DrawnFor.PENALTY and not short:
        line = _("You drew a penalty tile.") if mine else _("{name} drew a penalty tile.")
    elif mine:
        line = ngettext("You drew a tile.", "You drew {count} tiles.", count)
    else:
        line = ngettext("{name} drew a tile.", "{name} drew {count} tiles.", count)
    return line.format(name=names[seat], tiles=tiles, count=count)


def _drew_and_passed(
    draws: Sequence[Drawn], names: Sequence[str], me: int | None, *, short: bool
) -> str:
    seat, count = draws[0].seat, len(draws)
    tiles = _known(draws, me)
    if tiles and not short:
        line = _("You drew {tiles} and passed.")
    elif seat == me:
        line = ngettext("You drew and passed.", "You drew {count} tiles and passed.", count)
    else:
        line = ngettext("{name} drew and passed.", "{name} drew {count} tiles and passed.", count)
    return line.format(name=names[seat], tiles=tiles, count=count)


def _passed(event: Passed, names: Sequence[str], me: int | None, *, short: bool) -> str:
    mine = event.seat == me
    if event.drew and not short:
        line = _("You drew and passed.") if mine else _("{name} drew and passed.")
    else:
        line = _("You passed.") if mine else _("{name} passed.")
    return line.format(name=names[event.seat], count=1)


def _called(
    seat: int, what: CallWord, number: int | None, names: Sequence[str], me: int | None
) -> str:
    if what is CallWord.CHICKIE:
        line = _("You: CHICKIE {number}!") if seat == me else _("{name}: CHICKIE {number}!")
    else:
        line = _("You: CLUCK!") if seat == me else _("{name}: CLUCK!")
    return line.format(name=names[seat], number=number)


def _foot_open(number: int, *, short: bool) -> str:
    line = _("The {foot}-foot is open.") if short else _("The {foot}-foot is open: three toes.")
    return line.format(foot=of_foot(number))


def _brief(event: Event, names: Sequence[str], me: int | None) -> str:
    """Shorter than the banner, where there is something shorter."""
    match event:
        case HubFilled():
            return _("The hub is full.")
        case FootCompleted(number):
            return _("The {foot}-foot is finished.").format(foot=of_foot(number))
        case Caught(seat, by):
            if seat == me:
                line = _("{by} caught you.")
            else:
                line = _("You caught {name}.") if by == me else _("{by} caught {name}.")
            return line.format(name=names[seat], by=names[by])
        case RoundEnded(result) if result.end is EndReason.OUT and result.out is not None:
            line = _("You went out.") if result.out == me else _("{name} went out.")
            return line.format(name=names[result.out])
        case RoundEnded(result) if result.end is EndReason.DEAD_FOOT:
            return _("The foot can never be finished.")
        case RoundEnded(result) if result.end is EndReason.DEAD_HUB:
            return _("The hub can never be filled.")
        case RoundEnded():
            return _("Nobody can play any more.")
        case _:
            return ""


def _points(event: RoundEnded, names: Sequence[str]) -> str:
    each = zip(names, event.result.scores, event.totals, strict=False)
    scores = ", ".join(
        _("{name} {points} (total {total})").format(name=name, points=points, total=total)
        for name, points, total in each
    )
    return _("Points: {scores}.").format(scores=scores)
