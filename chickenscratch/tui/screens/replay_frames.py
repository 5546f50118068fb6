"""A recorded game as a row of still pictures: one for each thing that happened."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from chickenscratch.core.actions import Action
from chickenscratch.core.events import Event, FootOpened, RoundEnded, TilePlayed
from chickenscratch.core.record import GameRecord
from chickenscratch.core.replay import replay
from chickenscratch.core.state import Game
from chickenscratch.core.view import SeatView, view_of
from chickenscratch.tui.widgets.pane import Line, Span


class Frame(NamedTuple):
    """The game after `line` of the record's file. `story`: what has happened in the round so
    far."""

    game: Game
    action: Action | None
    story: tuple[Event, ...]
    line: int = 0

    @property
    def number(self) -> int:
        """The round it belongs to."""
        return self.game.round.number if self.game.round is not None else 0

    @property
    def actor(self) -> int | None:
        """The seat that acted; None for a deal and for what was taken back."""
        return getattr(self.action, "seat", None)

    def view(self, seat: int | None) -> SeatView:
        """The game as `seat`, or a watcher, saw it then."""
        return view_of(self.game, seat)


def frames_of(record: GameRecord) -> tuple[Frame, ...]:
    """Every moment of a game. Raises RecordError at the first line that breaks a rule."""
    frames: list[Frame] = []
    for step in replay(record):
        if step.action is None and (not frames or step.game is frames[-1].game):
            continue  # a line that only states a result
        if step.action is None:  # taken back: the story is that of the moment gone back to
            known = next(f for f in reversed(frames) if f.game == step.game)
            frames.append(Frame(step.game, None, known.story, step.line))
            continue
        deal = step.action.act == "deal"
        before: tuple[Event, ...] = () if deal or not frames else frames[-1].story
        frames.append(Frame(step.game, step.action, before + step.events, step.line))
    return tuple(frames)


def next_lap(frames: Sequence[Frame], at: int, step: int) -> int:
    """Where the seat that acted here acts again, or did before; at most an end of the game."""
    actor = frames[at].actor
    to = at + step
    while 0 <= to < len(frames):
        if frames[to].actor == actor and frames[to].action is not None:
            return to
        to += step
    return len(frames) - 1 if step > 0 else 0


def round_starts(frames: Sequence[Frame]) -> list[int]:
    """The frames in which a round is dealt."""
    return [
        i for i, frame in enumerate(frames)
        if frame.action is not None and frame.action.act == "deal"
        and (i == 0 or frames[i - 1].number != frame.number)
    ]  # fmt: skip


def next_round(frames: Sequence[Frame], at: int, step: int) -> int:
    """The deal of the next round, or of this one, or of the one before."""
    starts = round_starts(frames)
    if step > 0:
        return next((start for start in starts if start > at), len(frames) - 1)
    return next((start for start in reversed(starts) if start < at), 0)


def doubles_laid(frames: Sequence[Frame]) -> tuple[int, ...]:
    """How many doubles each seat has laid in the whole game; the leads are not counted."""
    laid = [0] * frames[-1].game.seats
    for end in [*round_starts(frames)[1:], len(frames)]:
        for event in frames[end - 1].story:
            if isinstance(event, TilePlayed) and event.tile.is_double:
                laid[event.seat] += 1
    return tuple(laid)


def mark_of(frame: Frame) -> str:
    """What a frame is on the time bar: a double, somebody out, another end of a round."""
    new = frame.story[-6:]
    if new and any(isinstance(event, RoundEnded) for event in new):
        ended = next(event for event in new if isinstance(event, RoundEnded))
        return "!" if ended.result.out is not None else "x"
    laid = frame.game.round.laid if frame.game.round is not None else ()
    if frame.action is not None and frame.action.act == "play":
        opened = any(isinstance(e, FootOpened) and e.index == len(laid) - 1 for e in new)
        return "C" if opened else ""
    return ""


def time_bar(frames: Sequence[Frame], at: int, width: int) -> Line:
    """The whole game as a line; every part of it can be clicked."""
    last = max(1, len(frames) - 1)
    width = max(2, width)

    def column(i: int) -> int:
        return i * (width - 1) // last

    marks: dict[int, tuple[str, str, int]] = {}
    for i, frame in enumerate(frames):
        mark = mark_of(frame)
        if mark and marks.get(column(i), ("C",))[0] == "C":
            marks[column(i)] = (mark, "accent" if mark == "C" else "warn", i)
    starts = round_starts(frames)
    for number, start in enumerate(starts, 1):
        for k, char in enumerate(f"R{number}"):
            if column(start) + k < width:
                marks[column(start) + k] = (char, "head", start)
    marks[column(at)] = ("#", "cursor", at)
    spans: list[Span] = []
    for x in range(width):
        char, look, to = marks.get(x, ("─", "line", min(last, -(-x * last // (width - 1)))))
        spans.append(Span(char, look, f"jump({to})"))
    return tuple(spans)
