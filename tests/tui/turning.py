"""Scenes for the turn machine, and somebody who presses keys at them."""

from __future__ import annotations

from scenes import SCRATCH, position

from chickenscratch.core.actions import Play
from chickenscratch.core.state import Game
from chickenscratch.core.tiles import Tile
from chickenscratch.core.view import view_of
from chickenscratch.tui.scene import Felt, Scene
from chickenscratch.tui.turn import (
    Do,
    Intent,
    Turn,
    receive,
)
from chickenscratch.tui.turn_keys import press

# the hub 6-6 is full; ends 1 2 3 5
FULL = "6-6 6-1@6 6-2@6 6-3@6 6-5@6"
REST = "6-0 6-4 5-5 4-4"


def scene_of(game: Game, seat: int = 0) -> Scene:
    view = view_of(game, seat)
    return Scene(view, Felt().follow(view))


def free(hand: str, *, turn: int = 0, plays: str = FULL, yard: str = REST) -> Scene:
    return scene_of(position(SCRATCH, plays, [hand, "4-0"], yard, turn=turn))


class Player:
    """Presses keys at a scene that does not change."""

    def __init__(self, scene: Scene, **options: object) -> None:
        self.scene = scene
        self.turn = receive(Turn(), None, scene)
        self.intent: Intent | None = None
        self.options = options

    def __call__(self, *acts: str) -> Player:
        for act in acts:
            name, _, key = act.partition(":")
            self.turn, self.intent = press(self.turn, self.scene, name, key, **self.options)  # type: ignore[arg-type]
        return self

    def type(self, digits: str) -> Player:
        return self(*(f"pips:{digit}" for digit in digits))

    @property
    def played(self) -> tuple[Tile, int]:
        assert isinstance(self.intent, Do)
        action = self.intent.action
        assert isinstance(action, Play)
        return action.tile, action.on


def one(text: str) -> Tile:
    return Tile.parse(text)
