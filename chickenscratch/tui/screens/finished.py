"""The finished games of a host: which one to see again."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from chickenscratch.host import words
from chickenscratch.host.client import HostClient, HostError
from chickenscratch.host.shapes import Listed
from chickenscratch.locale import N_, _
from chickenscratch.tui.keys import Act
from chickenscratch.tui.screens.lobby_lines import Row, row_spans
from chickenscratch.tui.widgets.marking import Marking
from chickenscratch.tui.widgets.page import FIRST, HELP, LAST, PAGE_DOWN, PAGE_UP, Page
from chickenscratch.tui.widgets.pane import Line, line


class FinishedScreen(Marking, Page[str | None]):
    """Gives the id of a table, or nothing. Earlier games come when the last row is reached."""

    ACTS: ClassVar = (
        Act("up", ("up", "k", "kp_up", "shift+tab"), "↑", N_("up"), N_("The row above.")),
        Act("down", ("down", "j", "kp_down", "tab"), "↓", N_("down"), N_("The row below.")),
        Act("choose", ("enter", "space", "v", "kp_enter"), "Enter", N_("replay"),
            N_("The marked finished game again, step by step."), footer=1),
        Act("leave", ("escape", "q"), "Esc", N_("to the lobby"), N_("Back to the lobby."),
            footer=2),
        HELP._replace(footer=3),
        PAGE_UP,
        PAGE_DOWN,
        FIRST,
        LAST,
    )  # fmt: skip

    def __init__(self, client: HostClient) -> None:
        super().__init__()
        self.client = client
        self.games: tuple[Listed, ...] = ()
        self.at = 0
        self.news = ""
        self._more = True
        self._asked = False

    def on_mount(self) -> None:
        """Besides what a page does."""
        self._fetch()

    def _fetch(self) -> None:
        """Ask for earlier games, if there are any and nobody has asked yet."""
        if not self._more or self._asked:
            return
        self._asked = True

        async def fetch() -> None:
            try:
                page = await self.client.finished(self.games[-1].updated if self.games else None)
            except HostError as error:
                self.news = words.trouble(error)
            else:
                self.games += page.games
                self._more = page.more
            self._asked = False
            self.show()

        self.run_worker(fetch(), group="games")

    def head(self, width: int) -> Sequence[Line]:
        return [line((_("FINISHED GAMES"), "head"))]

    def body(self, width: int) -> Sequence[Line]:
        if not self.games:
            waiting = _("One moment…") if self._asked else _("No game has been finished here yet.")
            return [line(("  " + waiting, "dim"))]
        return [
            row_spans(Row(table=game), width, self.client, here=i == self.at, act=f"pick({i})")
            for i, game in enumerate(self.games)
        ]

    def keep(self) -> tuple[int, int] | None:
        return (self.at, self.at) if self.games else None

    def notice(self) -> Line:
        return line((" " + self.news, "warn")) if self.news else ()

    def _go(self, to: int, _step: int = 1) -> None:
        self.at = max(0, min(to, len(self.games) - 1))
        if self.at == len(self.games) - 1:
            self._fetch()
        self.show()

    def action_pick(self, at: int) -> None:
        """A row was clicked."""
        self._go(at)
        self.action_choose()

    def action_choose(self) -> None:
        if self.games:
            self.dismiss(self.games[self.at].table)

    def action_leave(self) -> None:
        self.dismiss(None)
