"""What interrupts the table screen: the curtain, the end of a round, the end of the game."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from chickenscratch.core.state import Phase
from chickenscratch.core.text import Sentence
from chickenscratch.core.tiles import Tile
from chickenscratch.locale import N_, _
from chickenscratch.locale.log import log_lines
from chickenscratch.locale.reasons import say
from chickenscratch.locale.why import reasons, why_held, why_now
from chickenscratch.table.link import Ready, Update
from chickenscratch.table.table import SAVED_AGAIN
from chickenscratch.tui.moments import Moment
from chickenscratch.tui.screens.table_part import TablePart
from chickenscratch.tui.screens.what_next import Again, BranchOff

BANNER_TIME: Final = 2.0
"""Seconds for which something is said."""
REVEAL_AFTER: Final = 1.5
"""Seconds to look at the last tile before the hands are counted."""

_CANNOT_SAVE: Final = N_(
    "The game cannot be saved: {reason}. It goes on, and saving is tried again."
)
"""What the store says then."""


class TableRounds(TablePart):
    """Mixed into the table screen."""

    _revealed = 0
    """The last round whose end was shown."""
    last_key = ""
    """The key that was pressed last; it never opens the curtain."""

    banner = ""
    """What is being said in the row below the table."""

    _trouble = ""
    """Why the game cannot be saved, in words."""

    def tell_story(self) -> tuple[str, ...]:
        """What happened in this round, in words; before the first, by what the deals are fixed."""
        table = self._table
        view = table.scene.view
        told = tuple(log_lines(table.happened, table.names, table.reader))
        if view.number > 1:
            return told
        words = _("The deals are fixed: commitment {commitment}… (whole in the score sheet).")
        return words.format(commitment=view.commitment[:8]), *told

    def heed(self, notices: Sequence[Sentence]) -> None:
        """Say the newest, and keep in mind whether the game is being saved."""
        for notice in notices:
            if notice.template == _CANNOT_SAVE:
                self._trouble = say(notice)
            elif notice == SAVED_AGAIN:
                self._trouble = ""
        if notices:
            self._table.announce(say(notices[-1]))

    def announce_moment(self, moment: Moment) -> None:
        table, settings = self._table, self._table.settings
        if moment.end:
            table.chicken.ring(settings.bell_ends)
        elif moment.call:
            table.chicken.ring(settings.bell_calls)
        if moment.banner:
            self.announce(moment.banner)
        if moment.cluck:
            self._table.board.light_hub(self._table.chicken.look.lit)

    def announce(self, words_: str) -> None:
        """Say something in the row below the table for a moment."""
        self.banner = words_
        self._table.waits.start("banner", BANNER_TIME, self._fall_silent)

    def _fall_silent(self) -> None:
        self.banner = ""
        if self._table.query("#board"):  # the screen may be on its way out
            self._table.board.light_hub(None)
            self._table.show_news()

    def draw_curtain(self, seat: int) -> None:
        """Hide every hand until the person in `seat` says that only they can see the screen."""
        from chickenscratch.tui.screens.curtain import CurtainScreen, curtain_key

        table = self._table
        table.end_look_back()
        before = table.me
        table.sit(None)
        left = None if before is None else table.names[before]
        people = [table.names[person] for person in table.people]
        key = curtain_key(table.people.index(seat), people, avoid=self.last_key)
        story = log_lines(table.happened, table.names, None)
        curtain = CurtainScreen(table.names[seat], key, left, story, clock=table.chicken.clock)
        table.app.push_screen(curtain, lambda _done: table.sit(seat))

    def watch_end(self, update: Update) -> None:
        """Count the hands once a round is over, when everybody has seen its last tile."""
        view = update.view
        if view.phase is Phase.OVER and view.results and self._revealed != view.number:
            self._revealed = view.number
            self._table.waits.start("reveal", REVEAL_AFTER, self.reveal)

    def reveal(self) -> None:
        from chickenscratch.tui.screens.reveal import RevealScreen

        table = self._table
        table.waits.cancel("reveal")
        table.end_look_back()
        open_already = any(isinstance(shown, RevealScreen) for shown in table.app.screen_stack)
        if open_already and not table.people:  # bots do not wait for who watches them
            return
        motion = not table.settings.reduced_motion
        screen = RevealScreen(
            table.latest, table.names, table.reader, clock=table.chicken.clock, motion=motion
        )
        table.app.push_screen(screen, self._after_reveal)

    def _after_reveal(self, answer: str | None) -> None:
        table = self._table
        match answer:
            case "sheet":
                self.open_sheet(self.reveal)
            case "leave":
                self.open_leave(self.reveal)
            case _ if table.latest.view.game_over:
                self._podium()
            case _:
                for seat in table.people:
                    table.send(Ready(seat), table.links[seat].latest.seq)

    def _podium(self) -> None:
        from chickenscratch.tui.screens.podium import PodiumScreen

        table = self._table
        screen = PodiumScreen(table.latest, table.names, table.reader)
        table.app.push_screen(screen, self._after_podium)

    def _after_podium(self, answer: str | Again | BranchOff | None) -> None:
        match answer:
            case "sheet":
                self.open_sheet(self._podium)
            case "rematch":
                self._table.dismiss("rematch")
            case Again() | BranchOff():
                self._table.dismiss(answer)
            case _:
                self._table.dismiss("leave")

    def open_sheet(self, then: Callable[[], None] | None = None) -> None:
        """The whole score sheet; `then` is done when it closes."""
        from chickenscratch.tui.screens.sheet import SheetScreen

        table = self._table
        screen = SheetScreen(table.latest, table.names, table.reader)
        table.app.push_screen(screen, lambda _done: None if then is None else then())

    def asks_for_screen(self, key: str) -> bool:
        """Whether a key is for help, settings or leaving: it opens that and does nothing else."""
        keys = self._table.chicken.keys
        return any(key in keys.act(name).keys for name in ("help", "settings", "leave"))

    def open_log(self) -> None:
        from chickenscratch.tui.screens.log import LogScreen

        table = self._table
        behind = reasons(table.happened, table.names, table.reader, table.scene.view.rules)
        table.app.push_screen(LogScreen(table.story, behind[-len(table.story) :]))

    def open_why(self, *about: str) -> None:
        """What there is to know, and the rule behind what has to be done now."""
        from chickenscratch.tui.screens.why import WhyScreen

        view = self._table.scene.view
        self._table.app.push_screen(WhyScreen(about, why_now(view)))

    def why_tile(self, tile: Tile | None) -> None:
        """Why a tile of the hand fits or does not."""
        self.open_why(*(why_held(self._table.scene.view, tile) if tile is not None else ()))

    def action_proof(self) -> None:
        """How to check the shuffle; the seed is told at the end only."""
        from chickenscratch.tui.screens.proof import ProofScreen, deal_of_view

        table = self._table
        table.app.push_screen(ProofScreen(deal_of_view(table.latest.view, table.names, None)))

    def open_rules(self) -> None:
        from chickenscratch.tui.screens.rules import RulesScreen

        view = self._table.latest.view
        self._table.app.push_screen(RulesScreen(view.rules, view.seats, view.commitment))

    def open_help(self) -> None:
        from chickenscratch.tui.screens.help import HelpScreen

        self._table.app.push_screen(
            HelpScreen(self._table.chicken.keys, hosted=self._table.hosted), self._do_later
        )

    def _do_later(self, act: str | None) -> None:
        """What was chosen in the help screen."""
        table = self._table
        if act:
            table.call_after_refresh(table.run_action, act)

    def open_leave(self, stay: Callable[[], None] | None = None) -> None:
        """Ask before leaving; `stay` is done when the answer is no."""
        from chickenscratch.tui.screens.leave import LeaveScreen

        def answered(sure: bool | None) -> None:
            if sure:
                self._table.dismiss("leave")
            elif stay is not None:
                stay()

        self._table.app.push_screen(LeaveScreen(self._trouble), answered)
