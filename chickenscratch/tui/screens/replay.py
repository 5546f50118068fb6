"""A recorded game, step by step, with all hands open or as one of the players saw it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, ClassVar, Final, cast

from rich.cells import cell_len
from textual.app import ComposeResult
from textual.containers import Horizontal

from chickenscratch.core.record import Header
from chickenscratch.locale import N_, _
from chickenscratch.locale.duty import duty_line
from chickenscratch.locale.log import log_lines
from chickenscratch.store.records import RecordedGame
from chickenscratch.table.link import SeatInfo
from chickenscratch.tui import panels
from chickenscratch.tui.clock import Clock
from chickenscratch.tui.eyes import Eyes
from chickenscratch.tui.keys import Act
from chickenscratch.tui.room import side_width
from chickenscratch.tui.scene import Felt, Scene
from chickenscratch.tui.screens.replay_frames import Frame, next_lap, next_round, time_bar
from chickenscratch.tui.screens.replay_looks import LOOKS, ReplayLooks
from chickenscratch.tui.screens.replay_more import MORE, ReplayMore
from chickenscratch.tui.screens.what_next import Again, BranchOff
from chickenscratch.tui.text import clean, fit
from chickenscratch.tui.turn import Turn
from chickenscratch.tui.widgets.board import Board
from chickenscratch.tui.widgets.page import HELP, Ink, Page, ink_of
from chickenscratch.tui.widgets.pane import Line, Pane, Span, line, spread, width_of

if TYPE_CHECKING:
    from chickenscratch.tui.app import ChickenApp

SPEEDS: Final = (2.0, 1.0, 0.5, 0.25, 0.1)
"""Seconds for a step, the slowest first."""
USUAL_SPEED: Final = 1
MOST_HANDS: Final = 9
"""Rows the open hands may take."""


class ReplayScreen(ReplayMore, ReplayLooks, Page[Again | BranchOff | None]):
    """Shows the frames of one game. Gives what is to be played next, or nothing."""

    CSS_PATH = "replay.tcss"
    QUICK: ClassVar = frozenset(
        ("back", "on", "lap_back", "lap_on", "round_back", "round_on", "eyes", "faster", "slower",
         "zoom")
    )  # fmt: skip
    ACTS: ClassVar = (
        Act("back", ("comma", "left", "kp_left"), ",", N_("back"), N_("A step back.")),
        Act("on", ("full_stop", "right", "kp_right"), ", .", N_("step"), N_("A step on."),
            footer=1),
        Act("lap_back", ("less_than_sign",), "<", N_("lap back"), N_("Back by a lap.")),
        Act("lap_on", ("greater_than_sign",), "< >", N_("lap"), N_("On by a lap."), footer=2),
        Act(
            "round_back", ("pageup", "up", "kp_up"), "↑", N_("round back"),
            N_("To the start of the round, or of the one before."),
        ),
        Act("round_on", ("pagedown", "down", "kp_down"), "↑ ↓", N_("round"),
            N_("To the start of the next round."), footer=3),
        Act("play", ("space",), "Space", N_("play"), N_("Play, or pause."), footer=4),
        Act("eyes", ("v",), "v", N_("eyes"),
            N_("As another player saw it; then all hands open again."), footer=5),
        Act("faster", ("plus", "add", "kp_plus"), "+ -", N_("speed"), N_("Play faster."),
            footer=7),
        Act("slower", ("minus", "subtract", "kp_minus"), "-", N_("slower"), N_("Play slower.")),
        Act("first", ("home", "kp_home"), "Home", N_("beginning"), N_("To the first deal."),
            footer=9),
        Act("last", ("end", "kp_end"), "End", N_("end"), N_("To the end of the game."),
            footer=10),
        Act("zoom", ("z",), "z", N_("zoom"), N_("Draw the table larger, or as it fits."),
            footer=8),
        Act("leave", ("q", "escape"), "q", N_("leave"), N_("Leave."), footer=6),
        HELP._replace(footer=7),
        *MORE,
        *(act._replace(footer=30 + i) for i, act in enumerate(LOOKS)),
    )  # fmt: skip

    def __init__(
        self,
        header: Header,
        frames: Sequence[Frame],
        *,
        at: int = 0,
        title: str = "",
        game: RecordedGame | None = None,
        playable: bool = True,
        clock: Clock | None = None,
    ) -> None:
        """`title`: what the game is called, such as the name of its file. `game`: its record, if
        it is to be exported or played again; `playable`: there is somewhere to play."""
        super().__init__(clock=clock)
        self.header = header
        self.frames = tuple(frames)
        self.game_title = title
        self.game = game
        self.playable = playable
        self.names = tuple(clean(seat.name) or "?" for seat in header.seats)
        self.at = max(0, min(at, len(self.frames) - 1))
        self.seen_by: int | None = None
        """The seat whose eyes are used; None has all hands open."""
        self.speed = USUAL_SPEED
        self._felt = Felt()
        self._stop: Callable[[], None] | None = None

    def compose(self) -> ComposeResult:
        look = self._look
        yield Pane(id="page-head")
        with Horizontal(id="middle"):
            yield Board(art=look.art, palette=look.palette, id="board")
            yield Pane(id="side")
        yield Pane(id="story")
        yield Pane(id="hands")
        yield Pane(id="bar")
        yield Pane(id="page-foot")

    @property
    def _look(self) -> Ink:
        look = cast("ChickenApp", self.app).look
        return Ink(look.art, look.palette, "default")

    @property
    def frame(self) -> Frame:
        """The moment that is shown."""
        return self.frames[self.at]

    @property
    def playing(self) -> bool:
        """Whether it goes on by itself."""
        return self._stop is not None

    def show(self) -> None:
        """Show the present moment."""
        view = self.frame.view(self.seen_by)
        scene = Scene(view, self._felt.follow(view))
        laid = len(view.laid)
        picture = replace(scene.picture(), last=frozenset({laid - 1} if laid else ()))
        self.query_one("#board", Board).show(picture, view.number)
        eyes = self._eyes(scene)
        side = self.query_one("#side", Pane)
        side.styles.width = side_width(self.size.width, view.seats)
        side.show(lambda width, height: panels.side(eyes, width, height))
        hands = self.query_one("#hands", Pane)
        rows = self.hand_lines(max(1, self.size.width))
        hands.styles.height = min(len(rows), MOST_HANDS, max(1, self.size.height // 3))
        self.show_in("page-head", self.head)
        self.show_in("story", lambda width: [self.story(width)])
        self.show_in("hands", self.hand_lines)
        self.show_in("bar", lambda width: [time_bar(self.frames, self.at, width)])
        self.show_in("page-foot", lambda width: [self.foot_line(width)])

    def _eyes(self, scene: Scene) -> Eyes:
        seats = tuple(SeatInfo(seat.name, seat.level) for seat in self.header.seats)
        log = log_lines(self.frame.story, self.names, None)
        return Eyes(scene, Turn(), seats, self.names, None, None, tuple(log), counting=False)

    def head(self, width: int) -> Sequence[Line]:
        view = self.frame.view(None)
        where = _("REPLAY   round {round} of {rounds}   step {step} of {steps}").format(
            round=view.number, rounds=view.rules.game_rounds,
            step=self.at + 1, steps=len(self.frames),
        )  # fmt: skip
        eyes = (
            _("all hands open")
            if self.seen_by is None
            else _("as {name} saw it").format(name=self.names[self.seen_by])
        )
        pace = _("{seconds:g} s a step").format(seconds=SPEEDS[self.speed])
        state = pace if self.playing else _("paused")
        if cell_len(where + eyes + state) + 6 > width:
            where = f"{view.number}/{view.rules.game_rounds}  {self.at + 1}/{len(self.frames)}"
        left = line((where, "head"), "   ", (eyes, "accent", "eyes"), "   ", (state, "dim", "play"))
        right = line((self.game_title, "dim"))
        return (spread(left, right if width_of(left) + width_of(right) < width else (), width),)

    def story(self, width: int) -> Line:
        """What has just happened, or what is being typed."""
        typed = self.jump_line(width)
        if typed is not None:
            return typed
        told = log_lines(self.frame.story, self.names, None)
        if self.frame.action is None:
            return line((" " + _("The last move was taken back."), "warn"))
        return line((" " + (told[-1] if told else ""), "strong"))

    def hand_lines(self, width: int) -> list[Line]:
        """The hands that these eyes see, a row each, and the duty below them."""
        frame, ink = self.frame, ink_of(self.query_one("#hands", Pane))
        table = frame.game.round
        hands = table.hands if table is not None else ((),) * len(self.names)
        turn = frame.view(None).duty.seat
        column = max(len(name) for name in self.names)
        open_ = self.seen_by is None or frame.view(None).round_over  # then all lay them open
        shown = (self.seen_by,) if self.seen_by is not None and not open_ else range(len(hands))
        lines: list[Line] = []
        for seat in shown:
            row: list[Span] = [
                Span(" > " if seat == turn else "   ", "turn"),
                Span(fit(self.names[seat], column), "turn" if seat == turn else "strong"),
                Span("  "),
            ]
            for tile in sorted(hands[seat], reverse=True):
                spans = ink.tile(tile)
                if width_of(row) + width_of(spans) + 1 > width:
                    lines.append(tuple(row))
                    row = [Span(" " * (column + 5))]
                row += [*spans, Span(" ")]
            lines.append(tuple(row))
        if self.seen_by is not None:
            view = frame.view(self.seen_by)
            lines.append(line("   ", (duty_line(view, self.names, self.seen_by), "dim")))
        return lines

    def foot(self) -> Sequence[Act]:
        pause = N_("pause") if self.playing else N_("play")
        useless = {act.id for act in MORE} - {act.id for act in self.possible}
        acts = [act for act in super().foot() if act.id not in useless]
        return [act._replace(label=pause) if act.id == "play" else act for act in acts]

    def on_resize(self) -> None:
        self.call_after_refresh(self.show)

    def go(self, to: int) -> None:
        """Show another moment."""
        self.at = max(0, min(to, len(self.frames) - 1))
        self.show()

    def action_back(self) -> None:
        self._pause()
        self.go(self.at - 1)

    def action_on(self) -> None:
        self._pause()
        self.go(self.at + 1)

    def action_lap_back(self) -> None:
        self.go(next_lap(self.frames, self.at, -1))

    def action_lap_on(self) -> None:
        self.go(next_lap(self.frames, self.at, 1))

    def action_round_back(self) -> None:
        self.go(next_round(self.frames, self.at, -1))

    def action_round_on(self) -> None:
        self.go(next_round(self.frames, self.at, 1))

    def action_first(self) -> None:
        self.go(0)

    def action_last(self) -> None:
        self.go(len(self.frames) - 1)

    def action_jump(self, to: int) -> None:
        """The time bar was clicked."""
        self.go(to)

    def action_play(self) -> None:
        """Play, or pause; from the end it begins anew."""
        if self.playing:
            self._pause()
        else:
            if self.at == len(self.frames) - 1:
                self.at = 0
            self._wait()
        self.show()

    def _wait(self) -> None:
        self._stop = self.clock.after(SPEEDS[self.speed], self._advance)

    def _advance(self) -> None:
        self._stop = None
        if self.at + 1 < len(self.frames):
            self.at += 1
        if self.at + 1 < len(self.frames):
            self._wait()
        self.show()

    def _pause(self) -> None:
        if self._stop is not None:
            self._stop()
            self._stop = None

    def action_faster(self) -> None:
        self._pace(1)

    def action_slower(self) -> None:
        self._pace(-1)

    def _pace(self, step: int) -> None:
        self.speed = max(0, min(self.speed + step, len(SPEEDS) - 1))
        if self.playing:
            self._pause()
            self._wait()
        self.show()

    def on_unmount(self) -> None:
        self._pause()

    def action_eyes(self) -> None:
        seat = -1 if self.seen_by is None else self.seen_by
        self.seen_by = seat + 1 if seat + 1 < len(self.names) else None
        self.show()

    def action_zoom(self) -> None:
        board = self.query_one("#board", Board)
        if board.wanted is None:
            board.zoom_by(1)
        else:
            board.set_zoom(None)

    def action_leave(self) -> None:
        self.dismiss(None)
