"""What a player who has to act means by a line: an action, or one sentence."""

from __future__ import annotations

from typing import NamedTuple

from chickenscratch.core.actions import Call, Draw, Lead, Pass, Play, SeatAction
from chickenscratch.core.apply import RejectReason
from chickenscratch.core.legal import Legal, Move
from chickenscratch.core.tiles import Tile
from chickenscratch.core.tree import Place
from chickenscratch.core.view import SeatView
from chickenscratch.locale import _
from chickenscratch.locale.ends import letters
from chickenscratch.locale.numbers import one_of
from chickenscratch.locale.reasons import refusal, why_not
from chickenscratch.plain.commands import Typed


class Decision(NamedTuple):
    """What to ask the table for, or what to say. `lifted` waits for the side that is to connect."""

    action: SeatAction | None = None
    say: str = ""
    lifted: Tile | None = None


def obvious(view: SeatView) -> Decision:
    """An empty line: what has to be done, if it leaves nothing to choose."""
    legal = _legal(view)
    if legal.lead is not None:
        return Decision(Lead(legal.seat, legal.lead))
    if view.penalty == legal.seat:
        return Decision(Draw(legal.seat))
    moves = legal.moves if legal.turn else ()
    if len(moves) == 1 and not view.rules.may_pass and not legal.pass_:
        return Decision(Play(legal.seat, moves[0].tile, moves[0].on))
    if not moves and legal.draw:
        return Decision(Draw(legal.seat))
    if not moves and legal.pass_:
        return Decision(Pass(legal.seat))
    return Decision(say=_("There is something to choose: type a tile, or “help”."))


def draw(view: SeatView) -> Decision:
    """Draw; the table says why not, if not."""
    return Decision(Draw(_legal(view).seat))


def pass_(view: SeatView) -> Decision:
    """Pass, or keep what was drawn."""
    return Decision(Pass(_legal(view).seat))


def over() -> str:
    """Why nothing can be played between two rounds."""
    return refusal(RejectReason.ROUND_OVER)


def call(view: SeatView) -> Decision:
    """Call what is owed, else catch who forgot to, else make a friendly noise."""
    legal = _legal(view)
    what = legal.calls or tuple(owed.what for owed in legal.catches)
    return Decision(Call(legal.seat, what[0])) if what else Decision(say=_("Cluck, cluck."))


def numbers(view: SeatView, typed: Typed, lifted: Tile | None) -> Decision:
    """A tile, or the side of the lifted one that is to connect."""
    legal = _legal(view)
    if lifted is not None and typed.number is not None:
        sides = [move.on for move in _moves(legal, lifted)]
        if typed.number in sides:
            return _lay(view, legal, lifted, typed._replace(side=typed.number))
        if not typed.tiles:
            return Decision(say=_question(lifted, sides), lifted=lifted)
    if not typed.tiles:
        return Decision(say=_("Type both numbers of a tile, such as 58."))
    held = [tile for tile in typed.tiles if tile in view.hand or tile == legal.lead]
    if not held:
        return Decision(say=_("You do not hold {tile}.").format(tile=typed.tiles[0]))
    if len(held) > 1:
        words = _("That could be {tiles}: put a space between the numbers.")
        return Decision(say=words.format(tiles=one_of(held)))
    return _lay(view, legal, held[0], typed)


def _lay(view: SeatView, legal: Legal, tile: Tile, typed: Typed) -> Decision:
    if view.penalty == legal.seat:
        return Decision(say=refusal(RejectReason.PENALTY_FIRST))
    if not legal.turn:
        return Decision(say=refusal(RejectReason.NOT_YOUR_TURN))
    if tile == legal.lead:
        return Decision(Lead(legal.seat, tile))
    moves = _moves(legal, tile)
    if not moves:
        entry = legal.of(tile)
        if entry is None or entry.why is None:
            return Decision(say=refusal(RejectReason.DOES_NOT_FIT))
        return Decision(say=why_not(entry.why, tile))
    if typed.side is not None:
        moves = [move for move in moves if move.on == typed.side]
    place: Place | None = None
    if typed.letter:
        key = next((k for k, name in letters(view).items() if name == typed.letter), None)
        if key is None:
            words = _("No end is called “{letter}”; “table” shows their letters.")
            return Decision(say=words.format(letter=typed.letter))
        place = Place(*key)
        moves = [move for move in moves if place in move.places]
    if not moves:
        return Decision(say=refusal(RejectReason.DOES_NOT_FIT))
    if len(moves) > 1:
        return Decision(say=_question(tile, [move.on for move in moves]), lifted=tile)
    return Decision(Play(legal.seat, tile, moves[0].on, place))


def _moves(legal: Legal, tile: Tile) -> list[Move]:
    entry = legal.of(tile)
    return [] if entry is None else list(entry.moves)


def _question(tile: Tile, sides: list[int]) -> str:
    """The only real question of the game."""
    one, other = sides
    words = _("Which side of {tile} connects: {one} or {other}?")
    return words.format(tile=tile, one=one, other=other)


def _legal(view: SeatView) -> Legal:
    legal = view.legal
    if legal is None:
        raise ValueError("a watcher has nothing to decide")
    return legal
