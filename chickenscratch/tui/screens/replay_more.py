"""What can be done with a recorded game besides watching it: jump, export, its deals again, and
another way from any moment on."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, cast

from rich.cells import cell_len

from chickenscratch.company import same_deal
from chickenscratch.locale import N_, _
from chickenscratch.tui.keys import Act
from chickenscratch.tui.screens.replay_frames import round_starts
from chickenscratch.tui.screens.review import REVIEW, ReviewScreen
from chickenscratch.tui.screens.what_next import AGAIN, EXPORT, OTHERS, Again, BranchOff
from chickenscratch.tui.text import short
from chickenscratch.tui.widgets.pane import Line, line

if TYPE_CHECKING:
    from chickenscratch.tui.app import ChickenApp
    from chickenscratch.tui.screens.replay import ReplayScreen

JUMP: Final = Act("jump_to", ("g",), "g", N_("go to"), N_("Go to a step, or to a round."))
BRANCH: Final = Act(
    "branch", ("b",), "b", N_("what if"),
    N_("What if: play on from here yourself, against computer players."),
)  # fmt: skip
PROOF: Final = Act("proof", ("p",), "p", N_("proof"), N_("How to check the shuffle by hand."))
_PLACES: Final = (
    (BRANCH, 5),
    (JUMP, 7),
    (EXPORT, 8),
    (REVIEW, 9),
    (AGAIN, 11),
    (OTHERS, 12),
    (PROOF, 13),
)
MORE: Final = tuple(act._replace(footer=place) for act, place in _PLACES)
_DIGITS: Final = 6
"""The most digits of a step."""


class ReplayMore:
    """Mixed into the replay screen."""

    news = ""
    """Why something cannot be done here."""
    _jump: str | None = None
    """The digits that have been typed, while it is being said where to go."""
    _by_round = False

    @property
    def _replay(self) -> ReplayScreen:
        return cast("ReplayScreen", self)

    @property
    def possible(self) -> tuple[Act, ...]:
        """The acts of this file that can be done with this game, the likeliest first."""
        game, app = self._replay.game, cast("ChickenApp", self._replay.app)
        useless = set[str]()
        if game is None or app.exports is None:
            useless.add(EXPORT.id)
        if game is None or game.seed is None or not self._replay.playable:
            useless |= {BRANCH.id, AGAIN.id, OTHERS.id}
        if game is None or app.coach is None:
            useless.add(REVIEW.id)
        if game is None:
            useless.add(PROOF.id)
        return tuple(act for act in MORE if act.id not in useless)

    def _can(self, act: Act) -> bool:
        return any(act.id == one.id for one in self.possible)

    def action_jump_to(self) -> None:
        self._jump, self._by_round = "", False
        self._replay.show()

    def takes_key(self, key: str) -> bool:
        """While a number is being typed, keys belong to it."""
        self.news = ""
        if self._jump is None:
            return False
        digit = key.removeprefix("kp_")
        if len(digit) == 1 and digit.isdigit():
            self._jump = (self._jump + digit)[:_DIGITS]
        elif key == "backspace":
            self._jump = self._jump[:-1]
        elif key in ("r", "g"):
            self._by_round = not self._by_round
        elif key in ("enter", "kp_enter"):
            self._arrive()
        elif key.startswith("ctrl+"):
            return False
        else:
            self._jump = None
        self._replay.show()
        return True

    def _arrive(self) -> None:
        number, self._jump = int(self._jump or 0), None
        if number and self._by_round:
            starts = round_starts(self._replay.frames)
            self._replay.go(starts[min(number, len(starts)) - 1])
        elif number:
            self._replay.go(number - 1)

    def jump_line(self, width: int) -> Line | None:
        """What is being typed, or why something cannot be done, if there is either."""
        if self.news:
            return line((" " + short(self.news, width - 2), "warn"))
        if self._jump is None:
            return None
        words = (
            _("Go to round: {digits}_   Enter   r: step   Esc")
            if self._by_round
            else _("Go to step: {digits}_   Enter   r: round   Esc")
        )
        parts = words.format(digits=self._jump).split("   ")
        while len(parts) > 1 and cell_len("   ".join(parts)) > width - 2:
            parts.pop()
        return line((" " + "   ".join(parts), "turn"))

    def action_branch(self) -> None:
        """Play on from here."""
        replay = self._replay
        if not self._can(BRANCH) or replay.game is None:
            return
        if replay.frame.game.over:
            self.news = _("The game is over here: go back to where you want to play on.")
            replay.show()
            return
        replay.dismiss(BranchOff(replay.game, replay.frame.line, self._chair()))

    def _chair(self) -> int:
        """Where the person sits: whose eyes they use, else whose turn it is if that was a person,
        else the first person, else whose turn it is."""
        replay = self._replay
        if replay.seen_by is not None:
            return replay.seen_by
        people = [s for s, seat in enumerate(replay.header.seats) if seat.level is None]
        turn = replay.frame.view(None).duty.seat
        if turn is not None and (turn in people or not people):
            return turn
        return people[0] if people else 0

    def action_review(self) -> None:
        """Look back with the coach."""
        replay = self._replay
        if self._can(REVIEW) and replay.game is not None:
            screen = ReviewScreen(replay.game, playable=replay.playable)
            replay.app.push_screen(screen, self._after_review)

    def _after_review(self, answer: BranchOff | None) -> None:
        if answer is not None:
            self._replay.dismiss(answer)

    def action_again(self) -> None:
        self._play_again(ask=False)

    def action_others(self) -> None:
        self._play_again(ask=True)

    def _play_again(self, *, ask: bool) -> None:
        replay = self._replay
        if self._can(AGAIN) and replay.game is not None:
            settings = cast("ChickenApp", replay.app).settings
            setup = same_deal(replay.game.record.header, replay.game.seed, settings)
            replay.dismiss(Again(setup, ask))

    def action_export(self) -> None:
        from chickenscratch.tui.screens.export import ExportScreen, GameSource

        folder, replay = cast("ChickenApp", self._replay.app).exports, self._replay
        if folder is not None and replay.game is not None:
            source = GameSource(replay.game, replay.frame.game.round)
            replay.app.push_screen(ExportScreen(source, folder))

    def action_proof(self) -> None:
        from chickenscratch.tui.screens.proof import ProofScreen, deal_of_record

        replay = self._replay
        if replay.game is not None:
            deal = deal_of_record(replay.game.record)
            screen = ProofScreen(deal, playable=self._can(AGAIN))
            replay.app.push_screen(screen, self._after_proof)

    def _after_proof(self, wanted: str | None) -> None:
        if wanted is not None:
            self._play_again(ask=wanted == OTHERS.id)
