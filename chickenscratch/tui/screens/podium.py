"""The end of the game: the podium, what will be remembered, and the proof of the deal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar, Final, cast

from chickenscratch.company import same_deal
from chickenscratch.core.record import RecordError
from chickenscratch.core.scoring import winners
from chickenscratch.locale import N_, _
from chickenscratch.store.records import RecordedGame
from chickenscratch.table.link import Update
from chickenscratch.tui.keys import Act
from chickenscratch.tui.screens import podium_lines as lines_of
from chickenscratch.tui.screens.review import REVIEW, ReviewScreen
from chickenscratch.tui.screens.what_next import (
    AGAIN,
    EXPORT,
    OTHERS,
    Again,
    BranchOff,
    game_played,
)
from chickenscratch.tui.widgets.page import HELP, SCROLLING, Page, ink_of
from chickenscratch.tui.widgets.pane import Line, Span, line

if TYPE_CHECKING:
    from chickenscratch.tui.app import ChickenApp
    from chickenscratch.tui.screens.replay_frames import Frame

REPLAY: Final = Act(
    "replay", ("comma",), ",", N_("replay"), N_("The whole game again, step by step.")
)
WIDEST: Final = 112
"""Columns of the block in the middle of a large window."""


class PodiumScreen(Page[str | Again | BranchOff]):
    """Gives ``rematch``, ``sheet`` or ``leave``, or another game with the deals of this one.
    Nothing that is easily hit leaves it."""

    CSS_PATH = "podium.tcss"
    ACTS: ClassVar = (
        Act("rematch", ("r",), "r", N_("rematch"), N_("Once more, in the same seats."), footer=1),
        Act("sheet", ("s",), "s", N_("sheet"), N_("The whole score sheet."), footer=2),
        Act("proof", ("p",), "p", N_("proof"), N_("How to check the shuffle by hand."), footer=4),
        Act("copy", ("y",), "y", N_("copy"), N_("The result in four lines, to copy."), footer=5),
        Act("leave", ("q", "escape"), "q", N_("leave"), N_("Enough for today."), footer=3),
        REVIEW._replace(footer=6),
        REPLAY._replace(footer=6),
        EXPORT._replace(footer=7),
        AGAIN._replace(footer=8),
        OTHERS._replace(footer=9),
        HELP._replace(footer=10),
        *(act._replace(footer=11 + i) for i, act in enumerate(SCROLLING[2:])),
        *SCROLLING[:2],
    )

    def __init__(
        self,
        update: Update,
        names: Sequence[str],
        me: int | None,
        *,
        doubles: Sequence[int] | None = None,
    ) -> None:
        """`me`: the seat that is called “you”. `doubles`: how many each seat laid in the game; if
        nothing is said about it, the record knows."""
        super().__init__()
        self.game: RecordedGame | None = None
        """The record of the game, if there is one."""
        self._frames: tuple[Frame, ...] = ()
        self.view = update.view
        self.names = tuple(names)
        self.me = me
        self.doubles = doubles
        ended = lines_of.ending(update.events)
        self.seed = None if ended is None else ended.seed

    def on_mount(self) -> None:
        self.game = game_played(self.app)
        if self.game is not None and self.game.record.header.game_id != self.view.game_id:
            self.game = None
        if self.game is not None:
            self._look_through(self.game)
        super().on_mount()

    def _look_through(self, game: RecordedGame) -> None:
        from chickenscratch.tui.screens.replay_frames import doubles_laid, frames_of

        try:
            self._frames = frames_of(game.record)
        except RecordError:
            self.game = None
        if self._frames and self.doubles is None:
            self.doubles = doubles_laid(self._frames)

    def foot(self) -> Sequence[Act]:
        useless = set[str]()
        if self.game is None or not self.game.finished:
            useless = {REPLAY.id, EXPORT.id, AGAIN.id, OTHERS.id, REVIEW.id}
        elif cast("ChickenApp", self.app).coach is None:
            useless = {REVIEW.id}
        if cast("ChickenApp", self.app).exports is None:
            useless.add(EXPORT.id)
        return [act for act in super().foot() if act.id not in useless]

    def head(self, width: int) -> Sequence[Line]:
        words = lines_of.verdict(self.view, self.names, self.me)
        won = winners(self.view.rules, self.view.results, self.view.seats)
        title = _("THE COOP HAS A WINNER") if len(won) == 1 else _("THE COOP HAS WINNERS")
        return (line((title + "   ", "head"), (words, "accent")),)

    def body(self, width: int) -> Sequence[Line]:
        column = min(width, WIDEST)
        indent = Span(" " * ((width - column) // 2))
        return [(indent, *row) for row in self._story(column)]

    def _story(self, width: int) -> list[Line]:
        view, names, me = self.view, self.names, self.me
        high = self.size.height >= 34
        gap: list[Line] = [()]
        lines = lines_of.podium(view, names, me, width, ink_of(self.roll), high=high)
        lines += gap + lines_of.award_lines(lines_of.awards(view, names, self.doubles), width)
        lines += gap + lines_of.score_lines(view, names, me, width)
        lines += (gap if high else []) + lines_of.proof_lines(view, self.seed, width)
        return lines

    def action_rematch(self) -> None:
        self.dismiss("rematch")

    def action_sheet(self) -> None:
        self.dismiss("sheet")

    def action_proof(self) -> None:
        from chickenscratch.tui.screens.proof import ProofScreen, deal_of_view

        deal = deal_of_view(self.view, self.names, self.seed)
        playable = self.game is not None and self.game.finished
        self.app.push_screen(ProofScreen(deal, playable=playable), self._after_proof)

    def action_copy(self) -> None:
        from chickenscratch.locale.result import four_lines
        from chickenscratch.tui.screens.copy_text import CopyTextScreen

        self.app.push_screen(CopyTextScreen(four_lines(self.view, self.names, self.seed)))

    def action_review(self) -> None:
        if self.game is not None and any(act.id == REVIEW.id for act in self.foot()):
            self.app.push_screen(ReviewScreen(self.game), self._after_review)

    def _after_review(self, answer: BranchOff | None) -> None:
        if answer is not None:
            self.dismiss(answer)

    def action_leave(self) -> None:
        self.dismiss("leave")

    def action_replay(self) -> None:
        from chickenscratch.tui.screens.replay import ReplayScreen

        if self.game is not None and self._frames:
            screen = ReplayScreen(self.game.record.header, self._frames, game=self.game)
            self.app.push_screen(screen, self._after_replay)

    def _after_replay(self, wanted: Again | BranchOff | None) -> None:
        if wanted is not None:
            self.dismiss(wanted)

    def action_export(self) -> None:
        from chickenscratch.tui.screens.export import ExportScreen, GameSource

        folder = cast("ChickenApp", self.app).exports
        if self.game is not None and folder is not None:
            self.app.push_screen(ExportScreen(GameSource(self.game), folder))

    def action_again(self) -> None:
        self._play_again(ask=False)

    def action_others(self) -> None:
        self._play_again(ask=True)

    def _after_proof(self, wanted: str | None) -> None:
        if wanted is not None:
            self._play_again(ask=wanted == OTHERS.id)

    def _play_again(self, *, ask: bool) -> None:
        game, settings = self.game, cast("ChickenApp", self.app).settings
        if game is not None and game.finished:
            self.dismiss(Again(same_deal(game.record.header, game.seed, settings), ask))
