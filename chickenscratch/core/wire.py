"""The outside forms of the core's values: JSON by pydantic, checked on the way in.

States and views are one line of JSON, tiles and places in it are their text (``6-3``, ``12.0``).
Parsing raises ValueError (pydantic's ValidationError is one) for anything malformed.
"""

from __future__ import annotations

from functools import cache
from typing import Any

from pydantic import TypeAdapter

from chickenscratch.core.actions import Action
from chickenscratch.core.events import Event
from chickenscratch.core.state import Game
from chickenscratch.core.view import SeatView


@cache
def adapter(kind: Any) -> TypeAdapter[Any]:
    """The adapter of a type, built once (building takes some milliseconds)."""
    return TypeAdapter(kind)


def _text(kind: Any, value: Any) -> str:
    return adapter(kind).dump_json(value).decode()


def format_game(game: Game) -> str:
    """The whole state in one line, with every hidden tile and the seed: for tests and debugging."""
    return _text(Game, game)


def parse_game(text: str) -> Game:
    game: Game = adapter(Game).validate_json(text)
    return game


def format_view(view: SeatView) -> str:
    """What one seat knows in one line."""
    return _text(SeatView, view)


def parse_view(text: str) -> SeatView:
    view: SeatView = adapter(SeatView).validate_json(text)
    return view


def format_event(event: Event) -> str:
    return _text(Event, event)


def parse_event(text: str) -> Event:
    event: Event = adapter(Event).validate_json(text)
    return event


def action_json(action: Action) -> str:
    """An action as JSON; its short text is :func:`~chickenscratch.core.actions.format_action`."""
    return _text(Action, action)


def action_from_json(text: str) -> Action:
    action: Action = adapter(Action).validate_json(text)
    return action
