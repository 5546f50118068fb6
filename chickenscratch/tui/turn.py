"""What a player has in mind, and how keys and clicks change it: pure, no screen needed.

A :class:`Turn` holds the arranged hand, the cursor, the lifted tile and where it would go. The
``click`` functions here, and ``press`` in :mod:`~chickenscratch.tui.turn_keys`, give a new Turn and
what has to be done (:data:`Intent`).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final, NamedTuple

from chickenscratch.config import HandOrder
from chickenscratch.core.actions import Lead, Play, SeatAction
from chickenscratch.core.apply import RejectReason
from chickenscratch.core.legal import WhyNot
from chickenscratch.core.text import Sentence
from chickenscratch.core.tiles import Tile
from chickenscratch.core.view import SeatView
from chickenscratch.locale import N_
from chickenscratch.tui import hand_order
from chickenscratch.tui.scene import Option, Scene


class Refusal(NamedTuple):
    """Why `tile` cannot be played."""

    tile: Tile
    why: WhyNot


Notice = Sentence | Refusal | RejectReason
"""What the duty line says instead of the duty until the next key."""


NO_PASTE: Final = Sentence(N_("Pasted text does nothing here."))


@dataclass(frozen=True, slots=True)
class Turn:
    """What a player has in mind.

    `hand` is arranged; `places` has the tiles that are gone as well, where they were. `dealt` is
    the order in which the tiles came. `choice` is the option the
    lifted tile would go to, `bend` the way its line would go on. `walking`: arrows walk the table
    instead of the hand. `typed`: digits of a tile that is being typed. `fresh`: the tile drawn in
    this turn. `refused`: the tile that was just tried in vain.
    """

    hand: tuple[Tile, ...] = ()
    places: tuple[Tile, ...] = ()
    dealt: tuple[Tile, ...] = ()
    order: HandOrder = HandOrder.DEALT
    cursor: Tile | None = None
    lifted: Tile | None = None
    choice: int = 0
    bend: int = 0
    walking: bool = False
    typed: str = ""
    fresh: Tile | None = None
    refused: Tile | None = None
    notice: Notice | None = None


@dataclass(frozen=True, slots=True)
class Do:
    """Ask the table for an action."""

    action: SeatAction


@dataclass(frozen=True, slots=True)
class Hurry:
    """Let the computer players move at once."""


@dataclass(frozen=True, slots=True)
class Pan:
    """Move the window over the table."""

    dx: int
    dy: int


@dataclass(frozen=True, slots=True)
class Cluck:
    """Make a friendly noise that means nothing."""


Intent = Do | Hurry | Pan | Cluck
Step = tuple[Turn, Intent | None]


def numbers_of(turn: Turn, scene: Scene) -> tuple[int, ...]:
    """The two numbers a question is open about, or nothing."""
    if turn.lifted is None:
        return ()
    numbers = scene.numbers(turn.lifted)
    return numbers if len(numbers) > 1 else ()


def option_of(turn: Turn, scene: Scene) -> Option | None:
    """Where the lifted tile would go."""
    if turn.lifted is None:
        return None
    options = scene.options(turn.lifted)
    return options[turn.choice] if turn.choice < len(options) else None


def matching(turn: Turn, scene: Scene) -> tuple[Tile, ...]:
    """The tiles of the hand that begin with what has been typed; all if nothing has."""
    if not turn.typed:
        return turn.hand
    width = digits_of(scene)
    first, second = turn.typed[:width], turn.typed[width:]
    if len(first) < width:
        return tuple(
            t for t in turn.hand if any(text_of(n, width).startswith(first) for n in t.numbers)
        )
    number = int(first)
    return tuple(
        t
        for t in turn.hand
        if t.carries(number) and text_of(t.other(number), width).startswith(second)
    )


def receive(turn: Turn, before: SeatView | None, scene: Scene) -> Turn:
    """The same mind after something happened at the table."""
    view = scene.view
    deal = before is None or (before.game_id, before.number) != (view.game_id, view.number)
    began = scene.my_turn and (before is None or deal or before.duty.seat != view.seat)
    changed = deal or before is None or before.duty != scene.duty
    turn = _with_hand(replace(turn, places=(), dealt=()) if deal else turn, scene, deal or began)
    if deal:
        turn = replace(turn, cursor=None, lifted=None, bend=0, walking=False, fresh=None)
    if changed:
        turn = replace(turn, typed="", refused=None, notice=None)
    turn = replace(turn, fresh=view.drawn)
    turn = _keep_plan(turn, before, scene)
    drew = view.drawn is not None and (before is None or before.drawn != view.drawn)
    if drew and view.drawn is not None:
        turn = replace(turn, cursor=view.drawn)
        if scene.fits(view.drawn):
            return lift(turn, scene, view.drawn)
    return _settled(turn, scene, began)


def _with_hand(turn: Turn, scene: Scene, afresh: bool) -> Turn:
    """With the tiles that are held now, arranged; the order of tiles that fit only `afresh`."""
    held = scene.view.hand
    places = hand_order.remember(turn.places, turn.hand) if turn.places else ()
    dealt = hand_order.remember(turn.dealt, hand_order.keep(turn.dealt, held))
    hand = hand_order.keep(places or turn.hand, held)
    sorts = turn.order in (HandOrder.NUMBER, HandOrder.DOUBLES)
    if sorts or (afresh and turn.order is HandOrder.FIT):
        hand = hand_order.sort(held, turn.order, dealt, scene.fitting)
    return replace(turn, hand=hand, places=hand_order.remember(places, hand), dealt=dealt)


def _keep_plan(turn: Turn, before: SeatView | None, scene: Scene) -> Turn:
    """A lifted tile stays lifted while it fits, now where it is tidiest."""
    planned = turn.lifted
    if planned is None or before is None:
        return turn
    if planned not in scene.view.hand:
        return dropped(turn)
    if not scene.fits(planned):
        gone = Sentence(N_("Your plan {tile} no longer fits."), {"tile": planned})
        return replace(dropped(turn), notice=gone)
    return replace(turn, choice=scene.tidiest(planned), bend=0)


def _settled(turn: Turn, scene: Scene, began: bool) -> Turn:
    """The cursor on a tile of the hand; at the start of a turn on one that fits."""
    if not turn.hand:
        return replace(turn, cursor=None)
    cursor = turn.cursor
    fitting = [t for t in turn.hand if scene.fits(t)]
    if began and fitting and cursor not in fitting:
        cursor = fitting[0]
    if cursor not in turn.hand:
        cursor = (fitting or list(turn.hand))[0]
    return replace(turn, cursor=cursor)


def rejected(turn: Turn, reason: RejectReason, why: WhyNot | None) -> Turn:
    """The table has refused what was asked for."""
    notice: Notice = reason
    if why is not None and turn.cursor is not None:
        notice = Refusal(turn.cursor, why)
    return replace(turn, notice=notice)


def click_tile(turn: Turn, scene: Scene, wanted: Tile) -> Step:
    """A tile of the hand was clicked: lift it, or play the one that is lifted already."""
    turn = replace(turn, notice=None, refused=None, typed="")
    if wanted not in turn.hand:
        return turn, None
    if turn.lifted == wanted:
        if scene.my_turn and not numbers_of(turn, scene):
            return play(turn, scene)
        return turn, None
    turn = replace(turn, cursor=wanted)
    if not scene.fits(wanted):
        return refuse(turn, scene, wanted), None
    return lift(turn, scene, wanted), None


def click_place(turn: Turn, scene: Scene, end: tuple[int, int]) -> Step:
    """A lit place was clicked: play there; as a plan, only remember it."""
    turn = replace(turn, notice=None, refused=None, typed="")
    options = scene.options(turn.lifted) if turn.lifted is not None else ()
    for i, option in enumerate(options):
        if option.key == end:
            bend = turn.bend if i == turn.choice else 0
            chosen = replace(turn, choice=i, bend=bend)
            return play(chosen, scene) if scene.my_turn else (chosen, None)
    return turn, None


def click_away(turn: Turn) -> Turn:
    """The bare table was clicked: put the tile back."""
    return replace(dropped(turn), notice=None, refused=None)


def lift(turn: Turn, scene: Scene, wanted: Tile) -> Turn:
    """With `wanted` lifted, over its tidiest place."""
    choice = scene.tidiest(wanted)
    return replace(turn, cursor=wanted, lifted=wanted, choice=choice, bend=0, typed="")


def dropped(turn: Turn) -> Turn:
    """With nothing lifted and nothing typed."""
    return replace(turn, lifted=None, choice=0, bend=0, walking=False, typed="")


def refuse(turn: Turn, scene: Scene, wanted: Tile) -> Turn:
    """With the reason why `wanted` cannot be played."""
    why = scene.why_not(wanted)
    turn = dropped(turn)
    if why is None:
        return turn
    return replace(turn, refused=wanted, notice=Refusal(wanted, why))


def play(turn: Turn, scene: Scene) -> Step:
    """Lay the lifted tile at the chosen place."""
    option, seat = option_of(turn, scene), scene.view.seat
    if option is None or turn.lifted is None or seat is None:
        return turn, None
    action: SeatAction
    if option.place.parent < 0:
        action = Lead(seat, turn.lifted)
    else:
        place = option.place._replace(bend=turn.bend)
        action = Play(seat, turn.lifted, option.on, place)
    return turn, Do(action)


def digits_of(scene: Scene) -> int:
    """How many digits make a number: sets above nine need two."""
    return 1 if scene.view.rules.set_size <= 9 else 2


def text_of(number: int, width: int) -> str:
    """A number as it is typed."""
    return f"{number:0{width}d}"
