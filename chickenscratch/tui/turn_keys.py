"""What keys do to a player's mind, as in :mod:`~chickenscratch.tui.turn`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Final

from chickenscratch.config import Confirm, HandOrder
from chickenscratch.core.actions import Call, Draw, Pass
from chickenscratch.core.apply import RejectReason
from chickenscratch.core.legal import DutyKind
from chickenscratch.core.text import Sentence
from chickenscratch.core.tiles import tile
from chickenscratch.locale import N_
from chickenscratch.tui import hand_order
from chickenscratch.tui.scene import Option, Scene
from chickenscratch.tui.turn import (
    Cluck,
    Do,
    Hurry,
    Notice,
    Pan,
    Step,
    Turn,
    digits_of,
    dropped,
    lift,
    matching,
    numbers_of,
    option_of,
    play,
    refuse,
    text_of,
)

ORDER_WORDS: Final = {
    HandOrder.DEALT: Sentence(N_("Your tiles as they came.")),
    HandOrder.NUMBER: Sentence(N_("Your tiles by number.")),
    HandOrder.DOUBLES: Sentence(N_("Your doubles first.")),
    HandOrder.FIT: Sentence(N_("The tiles that fit first.")),
}


def press(
    turn: Turn, scene: Scene, act: str, key: str = "", *, confirm: Confirm = Confirm.PLAY,
    pannable: bool = False,
) -> Step:  # fmt: skip
    """What a key does; `act` is an id of :mod:`~chickenscratch.tui.keys`, `key` its key where it
    matters. `pannable`: the table is larger than its window."""
    turn = replace(turn, notice=None, refused=None)
    match act:
        case "confirm":
            return _confirm(turn, scene, confirm)
        case "obvious":
            return _obvious(turn, scene, confirm)
        case "pips":
            return _digit(turn, scene, key)
        case "draw":
            return _draw(turn, scene)
        case "pass_":
            return _pass(turn, scene)
        case "call":
            return _call(turn, scene)
        case _:
            known = _MOVES.get(act)
            if known is not None:
                return known(turn, scene, pannable)
            if act == "ghost":
                return _letter(turn, scene, key), None
            raise ValueError(f"no act {act!r} at the table")


def _confirm(turn: Turn, scene: Scene, confirm: Confirm) -> Step:
    aside = scene.lead_aside
    if aside is not None:
        return turn, Do(aside)
    wanted = turn.lifted or turn.cursor
    if wanted is None:
        return turn, None
    if not scene.fits(wanted):
        if scene.my_turn and not scene.must_play:
            return _obvious(turn, scene, confirm)
        return refuse(turn, scene, wanted), None
    if not scene.my_turn:
        waits = Sentence(N_("{tile} waits as your plan; Enter at your turn plays it."), {
            "tile": wanted,
        })  # fmt: skip
        lifted = turn if turn.lifted == wanted else lift(turn, scene, wanted)
        return replace(lifted, notice=waits), None
    if turn.lifted is not None:
        return play(turn, scene)
    lifted = lift(turn, scene, wanted)
    if confirm is Confirm.PLAY and not numbers_of(lifted, scene):
        return play(lifted, scene)
    return lifted, None


def _obvious(turn: Turn, scene: Scene, confirm: Confirm) -> Step:
    if not scene.my_turn:
        return turn, Hurry()
    if scene.lead_aside is not None:
        return turn, Do(scene.lead_aside)
    if scene.must_play:
        tile = turn.lifted or turn.cursor
        if tile is None or not scene.fits(tile):
            tile = next(t for t in turn.hand if scene.fits(t))
            turn = replace(turn, cursor=tile)
        return _confirm(turn, scene, confirm)
    seat = scene.view.seat
    assert seat is not None
    if scene.may_draw:
        return dropped(turn), Do(Draw(seat))
    if scene.may_pass:
        return dropped(turn), Do(Pass(seat))
    return turn, None


def _draw(turn: Turn, scene: Scene) -> Step:
    seat = scene.view.seat
    if seat is not None and scene.may_draw:
        return dropped(turn), Do(Draw(seat))
    return replace(turn, notice=_why_no_draw(scene)), None


def _why_no_draw(scene: Scene) -> Notice:
    if not scene.my_turn:
        return RejectReason.NOT_YOUR_TURN
    if scene.duty.kind is DutyKind.LEAD:
        return RejectReason.LEAD_FIRST
    if scene.must_play and not scene.view.rules.may_pass:
        return RejectReason.MUST_PLAY
    return RejectReason.CANNOT_DRAW if scene.view.usable_yard else RejectReason.YARD_EMPTY


def _pass(turn: Turn, scene: Scene) -> Step:
    seat = scene.view.seat
    if seat is not None and scene.may_pass:
        return dropped(turn), Do(Pass(seat))
    if not scene.my_turn:
        return replace(turn, notice=RejectReason.NOT_YOUR_TURN), None
    if scene.duty.kind is DutyKind.LEAD:
        return replace(turn, notice=RejectReason.LEAD_FIRST), None
    reason = RejectReason.MUST_DRAW if scene.may_draw else RejectReason.MUST_PLAY
    return replace(turn, notice=reason), None


def _call(turn: Turn, scene: Scene) -> Step:
    legal, seat = scene.legal, scene.view.seat
    if legal is None or seat is None:
        return turn, None
    words = legal.calls or tuple(owed.what for owed in legal.catches)
    if words:
        return turn, Do(Call(seat, words[0]))
    return turn, Cluck()


def _digit(turn: Turn, scene: Scene, key: str) -> Step:
    """Digits are pips: the side that connects if that is asked, else a tile being typed."""
    width = digits_of(scene)
    typed = turn.typed + key
    question = numbers_of(turn, scene)
    if question:
        answers = [n for n in question if text_of(n, width).startswith(typed)]
        if answers and len(typed) < width:
            return replace(turn, typed=typed), None
        if answers:
            return _answer(turn, scene, answers[0])
        typed = key
    turn = replace(dropped(turn), typed=typed)
    if len(typed) < 2 * width:
        found = matching(turn, scene)
        if not found:
            none = Sentence(N_("None of your tiles has a {number}."), {"number": typed})
            return replace(turn, typed="", notice=none), None
        if len(typed) == width or turn.cursor not in found:
            first = next((t for t in found if scene.fits(t)), found[0])
            turn = replace(turn, cursor=first)
        return turn, None
    wanted = tile(int(typed[:width]), int(typed[width:]))
    turn = replace(turn, typed="")
    if wanted not in turn.hand:
        none = Sentence(N_("You do not hold {tile}."), {"tile": wanted})
        return replace(turn, notice=none), None
    if not scene.fits(wanted):
        return refuse(replace(turn, cursor=wanted), scene, wanted), None
    return lift(turn, scene, wanted), None


def _answer(turn: Turn, scene: Scene, number: int) -> Step:
    """The side that connects has been named: play there."""
    option = option_of(turn, scene)
    assert turn.lifted is not None
    if option is None or option.on != number:
        turn = replace(turn, choice=scene.tidiest(turn.lifted, number), bend=0)
    if scene.my_turn:
        return play(turn, scene)
    return replace(turn, typed=""), None


def _letter(turn: Turn, scene: Scene, letter: str) -> Turn:
    options = scene.options(turn.lifted) if turn.lifted is not None else ()
    for i, option in enumerate(options):
        if option.letter == letter:
            return replace(turn, choice=i, bend=0)
    return turn


def _across(turn: Turn, scene: Scene, step: int) -> Turn:
    """Left and right: in the hand, or between the places of the lifted tile."""
    if turn.lifted is None:
        shown = matching(turn, scene) or turn.hand
        if not shown:
            return turn
        if turn.cursor not in shown:
            return replace(turn, cursor=shown[0 if step > 0 else -1])
        return replace(turn, cursor=shown[(shown.index(turn.cursor) + step) % len(shown)])
    question = numbers_of(turn, scene)
    if question and not turn.walking:
        option = option_of(turn, scene)
        other = next(n for n in question if option is None or n != option.on)
        return replace(turn, choice=scene.tidiest(turn.lifted, other), bend=0)
    return _next_option(turn, scene, step)


def _next_option(turn: Turn, scene: Scene, step: int) -> Turn:
    assert turn.lifted is not None
    count = len(scene.options(turn.lifted))
    return replace(turn, choice=(turn.choice + step) % max(count, 1), bend=0)


def _walk(turn: Turn, scene: Scene, dx: int, dy: int) -> Turn:
    """To the nearest place in a direction; nowhere if there is none."""
    assert turn.lifted is not None
    options = scene.options(turn.lifted)
    if turn.choice >= len(options):
        return turn
    x, y = _middle(options[turn.choice])

    def distance(i: int) -> float:
        px, py = _middle(options[i])
        ahead, aside = (px - x) * dx + (py - y) * dy, abs((px - x) * dy) + abs((py - y) * dx)
        return ahead + 2 * aside if ahead > 0 and ahead * 2 >= aside else float("inf")

    best = min(range(len(options)), key=distance)
    return replace(turn, choice=best, bend=0) if distance(best) < float("inf") else turn


def _middle(option: Option) -> tuple[float, float]:
    cells = option.spot.cells
    return sum(x for x, _ in cells) / len(cells), sum(y for _, y in cells) / len(cells)


def _sideways(step: int) -> _Move:
    def move(turn: Turn, scene: Scene, pannable: bool) -> Step:
        if turn.walking and turn.lifted is None:
            return turn, Pan(step, 0)
        if turn.walking and turn.lifted is not None:
            return _walk(turn, scene, step, 0), None
        return _across(turn, scene, step), None

    return move


def _up(turn: Turn, scene: Scene, pannable: bool) -> Step:
    if turn.walking:
        if turn.lifted is None:
            return turn, Pan(0, -1)
        return _walk(turn, scene, 0, -1), None
    wanted = turn.lifted or turn.cursor
    if wanted is not None and scene.fits(wanted):
        lifted = turn if turn.lifted is not None else lift(turn, scene, wanted)
        return replace(lifted, walking=True), None
    if pannable:
        return replace(turn, walking=True), None
    return (turn if wanted is None else refuse(turn, scene, wanted)), None


def _down(turn: Turn, scene: Scene, pannable: bool) -> Step:
    if not turn.walking:
        return (dropped(turn), None) if turn.lifted is not None else (turn, None)
    if turn.lifted is None:
        return turn, Pan(0, 1)
    moved = _walk(turn, scene, 0, 1)
    return (moved if moved != turn else dropped(turn)), None


def _fit(step: int) -> _Move:
    def move(turn: Turn, scene: Scene, pannable: bool) -> Step:
        if turn.lifted is not None:
            return _next_option(turn, scene, step), None
        fitting = [t for t in matching(turn, scene) if scene.fits(t)]
        if not fitting:
            return turn, None
        if turn.cursor in fitting:
            at = (fitting.index(turn.cursor) + step) % len(fitting)
        else:
            at = 0 if step > 0 else -1
        return replace(turn, cursor=fitting[at]), None

    return move


def _back(turn: Turn, scene: Scene, pannable: bool) -> Step:
    if turn.typed:
        return replace(turn, typed=""), None
    return dropped(turn), None


def _erase(turn: Turn, scene: Scene, pannable: bool) -> Step:
    return replace(turn, typed=turn.typed[:-1]), None


def _bend(turn: Turn, scene: Scene, pannable: bool) -> Step:
    option = option_of(turn, scene)
    if option is None:
        return turn, None
    count = len(scene.bends(option))
    if count < 2:
        only = Sentence(N_("The line can go only one way here."))
        return replace(turn, notice=only), None
    return replace(turn, bend=(turn.bend + 1) % count), None


def _order(turn: Turn, scene: Scene, pannable: bool) -> Step:
    order = hand_order.following(turn.order)
    hand = hand_order.sort(turn.hand, order, turn.dealt, scene.fitting)
    return replace(turn, order=order, hand=hand, notice=ORDER_WORDS[order]), None


def _shift(step: int) -> _Move:
    def move(turn: Turn, scene: Scene, pannable: bool) -> Step:
        if turn.cursor not in turn.hand or turn.cursor is None:
            return turn, None
        hand = hand_order.move(turn.hand, turn.cursor, step)
        return replace(turn, hand=hand, dealt=hand, order=HandOrder.DEALT), None

    return move


_Move = Callable[[Turn, Scene, bool], Step]
_MOVES: Final[dict[str, _Move]] = {
    "left": _sideways(-1),
    "right": _sideways(1),
    "up": _up,
    "down": _down,
    "next_fit": _fit(1),
    "prev_fit": _fit(-1),
    "back": _back,
    "erase": _erase,
    "bend": _bend,
    "order": _order,
    "shift_left": _shift(-1),
    "shift_right": _shift(1),
}

REDUCED: Final = frozenset(_MOVES) | {
    "confirm", "obvious", "pips", "draw", "pass_", "call", "ghost",
}  # fmt: skip
"""The acts that :func:`press` knows; the others are the screen's own business."""
