"""A look back at a round or a game: what every decision cost, and what was luck.

The coach judges one moment after the other elsewhere; what is known already is shown meanwhile.
Leaving ends the thinking.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar, Final, cast

from chickenscratch.bots.advice import REVIEW_NODES
from chickenscratch.bots.review import Moment, moments_of, review_of
from chickenscratch.company import gentle
from chickenscratch.core.coach import Assessed, Decision, Review
from chickenscratch.core.record import RecordError
from chickenscratch.locale import N_, _
from chickenscratch.locale.reasons import say
from chickenscratch.store.records import RecordedGame
from chickenscratch.table.local import practise
from chickenscratch.table.players import PACES
from chickenscratch.tui.art.picture import Art
from chickenscratch.tui.keys import Act
from chickenscratch.tui.screens import review_lines as lines_of
from chickenscratch.tui.screens.what_next import BranchOff
from chickenscratch.tui.text import clean
from chickenscratch.tui.widgets.page import DOWN, HELP, SCROLLING, UP, Page, ink_of
from chickenscratch.tui.widgets.pane import Line, line, spread

if TYPE_CHECKING:
    from chickenscratch.tui.app import ChickenApp

REVIEW: Final = Act(
    "review", ("c",), "c", N_("review"),
    N_("The coach looks back: what every decision cost, and what was luck."),
)  # fmt: skip


class ReviewScreen(Page[BranchOff | None]):
    """Gives another way that is to be tried, or nothing."""

    QUICK: ClassVar = Page.QUICK | {"round_on", "round_back", "eyes"}
    ACTS: ClassVar = (
        UP._replace(help=N_("The decision before.")),
        DOWN._replace(sign="↑ ↓", label=N_("decision"), help=N_("The next decision."), footer=1),
        Act("again", ("b", "enter", "kp_enter"), "b", N_("try again from here"),
            N_("Play on from this decision yourself, against computer players."), footer=2),
        Act("round_on", ("right", "l", "kp_right"), "← →", N_("round"),
            N_("The next round."), footer=3),
        Act("round_back", ("left", "h", "kp_left"), "←", N_("round"), N_("The round before.")),
        Act("all", ("a",), "a", N_("all decisions"),
            N_("All decisions, or only those that cost something."), footer=4),
        Act("eyes", ("v",), "v", N_("player"),
            N_("Another player's decisions and graph; then everybody's again."), footer=5),
        Act("leave", ("q", "escape"), "q", N_("back"), N_("Back to where you were."), footer=6),
        HELP._replace(footer=7),
        *SCROLLING[2:],
    )  # fmt: skip

    def __init__(
        self, game: RecordedGame, *, number: int | None = None, playable: bool = True
    ) -> None:
        """`number`: the only round that is looked at. `playable`: there is somewhere to try
        another way."""
        super().__init__()
        self.game = game
        self.names = tuple(clean(seat.name) or "?" for seat in game.record.header.seats)
        self.moments: list[Moment] = []
        self.assessed: list[Assessed] = []
        self.review: Review | None = None
        self.round = number
        """The round whose course is shown; None shows the whole game."""
        self.only = number
        self.seen_by: int | None = None
        self.every = False
        """Decisions that cost nothing are shown too."""
        self.at = 0
        self._chosen_by_hand = False
        """Somebody has chosen a decision; until then the first one is marked, wherever it is."""
        self._steady = False
        """What is shown has changed by itself, so nothing is brought into sight."""
        self.news = ""
        self._playable = playable

    @property
    def chicken(self) -> ChickenApp:
        return cast("ChickenApp", self.app)

    def on_mount(self) -> None:
        super().on_mount()
        self.run_worker(self._look_back(), group="review", exclusive=True)

    async def _look_back(self) -> None:
        coach = self.chicken.coach
        try:
            self.moments = await asyncio.to_thread(moments_of, self.game.record, self.only)
        except RecordError as error:
            self.news = say(error.sentence)
        for moment in self.moments if coach is not None else ():
            assert coach is not None
            found = await coach.assess(moment.before, moment.after, moment.made, REVIEW_NODES)
            if found is None:
                self.news = _("The coach has stopped; what is known is shown.")
                break
            self.assessed.append(found)
            self._take_in()
        self._show_steadily()

    def _take_in(self) -> None:
        """What has been judged by now. What is being read stays where it is on the screen."""
        record, chosen, (before, mark) = self.game.record, self.chosen, self._lines(self._width)
        called = self.review is not None and self.at < len(self.review.turning)
        self.review = review_of(record, self.moments, self.assessed, REVIEW_NODES)
        if chosen is not None and self._chosen_by_hand:
            self.at = self._place_of(chosen, called=called)
        if self._chosen_by_hand or self.roll.top:
            seen = range(self.roll.top, self.roll.top + self.roll.size.height)
            anchor = mark if self._chosen_by_hand else None
            self.roll.top += lines_of.drift((before, anchor), self._lines(self._width), seen)
        self._show_steadily()

    def _place_of(self, decision: Decision, *, called: bool) -> int:
        """Where a decision is now; `called`: it was chosen among the turning points."""
        assert self.review is not None
        turning = len(self.review.turning)
        places = [i for i, each in enumerate(self.shown) if each.moment == decision.moment]
        same = [place for place in places if (place < turning) is called]
        return (same or places or [self.at])[0]

    def _show_steadily(self) -> None:
        self._steady = True
        self.show()
        self._steady = False

    @property
    def complete(self) -> bool:
        """Whether everything has been judged."""
        return bool(self.moments) and len(self.assessed) == len(self.moments)

    @property
    def shown(self) -> Sequence[Decision]:
        """The decisions that can be chosen: the turning points, then those of the list."""
        if self.review is None:
            return ()
        return (*self.review.turning, *self._listed())

    def _listed(self) -> Sequence[Decision]:
        assert self.review is not None
        return [
            decision
            for decision in self.review.decisions
            if (self.every or decision.loss)
            and self.seen_by in (None, decision.seat)
            and self.round in (None, decision.round)
        ]

    @property
    def chosen(self) -> Decision | None:
        """The decision under the cursor."""
        shown = self.shown
        return shown[min(self.at, len(shown) - 1)] if shown else None

    def head(self, width: int) -> Sequence[Line]:
        whole = _("the whole game") if self.round is None else _("round {round}")
        who = _("everybody") if self.seen_by is None else self.names[self.seen_by]
        left = line(
            (_("REVIEW") + "   ", "head"), (whole.format(round=self.round), "accent", "round_on"),
            "   ", (who, "accent", "eyes"),
        )  # fmt: skip
        done, of = len(self.assessed), len(self.moments)
        state = "" if self.complete else _("judged {done} of {of}").format(done=done, of=of)
        return (spread(left, line((state, "dim")), width),)

    def body(self, width: int) -> Sequence[Line]:
        return self._lines(width)[0]

    def _lines(self, width: int) -> tuple[list[Line], tuple[int, int] | None]:
        """All lines, and those of the chosen decision."""
        if self.review is None:
            return [line((_("The coach is thinking…"), "dim"))], None
        ascii_only = ink_of(self.roll).art is Art.ASCII
        return lines_of.body(
            self.review, self.names, self._listed(), self.at,
            number=self.round, seat=self.seen_by, width=width, ascii_only=ascii_only,
        )  # fmt: skip

    @property
    def _width(self) -> int:
        return max(20, self.size.width - 2)

    def keep(self) -> tuple[int, int] | None:
        if self._steady or not self._chosen_by_hand:
            return None
        return self._lines(self._width)[1]

    def notice(self) -> Line:
        return line((" " + self.news, "warn")) if self.news else ()

    def foot(self) -> Sequence[Act]:
        useless = set[str]() if self.chosen is not None else {"again"}
        if self.only is not None:
            useless |= {"round_on"}
        return [act for act in super().foot() if act.id not in useless]

    @property
    def _can_branch(self) -> bool:
        return self._playable and self.game.seed is not None

    def _go(self, to: int) -> None:
        self._chosen_by_hand = True
        self.at = max(0, min(to, len(self.shown) - 1))
        self.show()

    def action_up(self) -> None:
        self._go(self.at - 1)

    def action_down(self) -> None:
        self._go(self.at + 1)

    def action_mark(self, at: int) -> None:
        """A decision was clicked."""
        self._go(at)

    def action_round_on(self) -> None:
        self._turn_to(1)

    def action_round_back(self) -> None:
        self._turn_to(-1)

    def _turn_to(self, step: int) -> None:
        if self.only is not None or self.review is None:
            return
        pages = [None, *(part.number for part in self.review.rounds)]
        self.round = pages[(pages.index(self.round) + step) % len(pages)]
        self._go(len(self.review.turning) if self.round is not None else 0)

    def action_all(self) -> None:
        self.every = not self.every
        self._go(self.at)

    def action_eyes(self) -> None:
        seat = -1 if self.seen_by is None else self.seen_by
        self.seen_by = seat + 1 if seat + 1 < len(self.names) else None
        self._go(self.at)

    def action_again(self) -> None:
        """Another way from the chosen decision on."""
        chosen = self.chosen
        if chosen is None:
            return
        if self._can_branch:
            self.dismiss(BranchOff(self.game, chosen.line - 1, chosen.seat))
        else:  # the real game goes on meanwhile, and stays what it is
            self.run_worker(self._practise(chosen), group="practice", exclusive=True)

    async def _practise(self, chosen: Decision) -> None:
        """Play the round on from a decision, and come back here."""
        from chickenscratch.tui.screens.table import TableScreen

        coach, settings = self.chicken.coach, self.chicken.settings
        if coach is None:
            return
        before, seats = self.moments[chosen.moment].before, self.game.record.header.seats
        table = practise(
            before, seats, chosen.seat, gentle(), brain=coach, pace=PACES[settings.pace]
        )
        try:
            screen = TableScreen(
                table.people, hurry=table.hurry, settings=settings, mark=_("WHAT IF")
            )
            await self.app.push_screen_wait(screen)
        finally:
            await table.close()

    def action_leave(self) -> None:
        self.dismiss(None)
