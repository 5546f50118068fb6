"""The lobby of a host: what waits for one, where one could sit down, what could be watched."""

from __future__ import annotations

from collections.abc import Awaitable, Sequence
from dataclasses import dataclass
from typing import ClassVar

from textual.app import ComposeResult
from textual.containers import Container

from chickenscratch.host import words
from chickenscratch.host.client import HostClient, HostError
from chickenscratch.host.shapes import Stage
from chickenscratch.locale import N_, _
from chickenscratch.tui.keys import Act
from chickenscratch.tui.screens import lobby_lines
from chickenscratch.tui.screens.lobby_lines import Row
from chickenscratch.tui.screens.talk import Talk, TalkScreen, talk_pane, uncover
from chickenscratch.tui.text import clean
from chickenscratch.tui.widgets.page import FIRST, HELP, LAST, PAGE_DOWN, PAGE_UP, Page
from chickenscratch.tui.widgets.pane import Line, Pane, line
from chickenscratch.tui.widgets.roll import Roll


@dataclass(frozen=True, slots=True)
class Open:
    """Go to a table: to one's seat, to a free one, to the result, or to watch."""

    table: str
    watch: bool = False


@dataclass(frozen=True, slots=True)
class Replay:
    """See a finished game step by step."""

    table: str


@dataclass(frozen=True, slots=True)
class Finished:
    """Look for a finished game to see again."""


@dataclass(frozen=True, slots=True)
class NewTable:
    """Set up a table."""


@dataclass(frozen=True, slots=True)
class UsualTable:
    """The table one set up last, once more."""


@dataclass(frozen=True, slots=True)
class ByName:
    """Go to a table by its name, and the word if it has one."""


@dataclass(frozen=True, slots=True)
class Myself:
    """One's name, and the keys it goes by."""


@dataclass(frozen=True, slots=True)
class Settings:
    """Language, colours, keys and more."""


@dataclass(frozen=True, slots=True)
class Leave:
    """Enough for today."""


Choice = Open | Replay | Finished | NewTable | UsualTable | ByName | Myself | Settings | Leave


class LobbyScreen(Page[Choice]):
    """Gives what was chosen. Friends, ignoring and talking are done here."""

    CSS_PATH = "lobby.tcss"
    ACTS: ClassVar = (
        Act("up", ("up", "k", "kp_up", "shift+tab"), "↑", N_("up"), N_("The row above.")),
        Act("down", ("down", "j", "kp_down", "tab"), "↓", N_("down"), N_("The row below.")),
        Act(
            "choose", ("enter", "space", "kp_enter"), "Enter", N_("choose"),
            N_("Go to the marked table: to your seat, to a free one, or to watch."), footer=1,
        ),
        Act("new", ("n",), "n", N_("new table"), N_("Set up a table of your own."), footer=2),
        Act("usual", ("g",), "g", N_("usual table"),
            N_("The table you set up last, once more."), footer=3),
        Act("watch", ("w",), "w", N_("watch"), N_("Watch the marked table without a seat."),
            footer=5),
        Act("by_name", ("e",), "e", N_("enter by name"),
            N_("Go to a table by its name, with the word if it has one."), footer=6),
        Act("chat", ("slash", "t"), "/", N_("talk"), N_("Say something to everybody here."),
            footer=4),
        Act("replay", ("v",), "v", N_("replay"),
            N_("The marked finished game again, step by step."), footer=5),
        Act("finished", ("h",), "h", N_("finished games"),
            N_("All finished games that you may see again."), footer=8),
        Act("friend", ("f",), "f", N_("friend"),
            N_("The marked person is a friend, or no more; their tables come first."), footer=8),
        Act("ignore", ("i",), "i", N_("ignore"),
            N_("Hear no more of the marked person, or again."), footer=9),
        Act("myself", ("m",), "m", N_("my name and keys"),
            N_("Your name here, and the keys it goes by."), footer=7),
        Act("options", ("o", "f2"), "o", N_("settings"), N_("Language, colours, keys and more."),
            footer=11),
        Act("leave", ("q", "escape"), "q", N_("leave"), N_("Leave; your seats stay yours."),
            footer=10),
        HELP._replace(footer=12),
        PAGE_UP,
        PAGE_DOWN,
        FIRST,
        LAST,
    )  # fmt: skip

    def __init__(self, client: HostClient, *, news: str = "", talk: Talk | None = None) -> None:
        """`news`: something the person should be told, such as why a table could not be entered.
        `talk`: the talk in the lobby, with what was read of it already."""
        super().__init__()
        self.client = client
        self.news = news
        self.talk = talk or Talk(client)
        self._marked: tuple[str, str] = ("", "")
        self._moved = False

    def compose(self) -> ComposeResult:
        yield Pane(id="page-head")
        with Container(id="lobby"):
            yield Roll(id="page-body")
            yield Pane(id="said")
        yield Pane(id="page-foot")

    def on_mount(self) -> None:
        """Besides what a page does."""
        self.run_worker(self._follow(), group="lobby")
        self.run_worker(self._listen(), group="talk")
        self.run_worker(self._notice(), group="notices")
        self.run_worker(self._stay(), group="online")

    async def _follow(self) -> None:
        try:
            async for _lobby in self.client.lobbies():
                self.show()
        except HostError as error:
            self.tell(words.trouble(error))

    async def _listen(self) -> None:
        async for _said in self.client.said():
            self.show()

    async def _notice(self) -> None:
        async for text in self.client.notices():
            self.tell(clean(text))

    async def _stay(self) -> None:
        """Tell when the connection is lost, and leave when it will not come back."""
        async for _online in self.client.onlines():
            self.show()
        uncover(self)
        if self.is_current:
            self.dismiss(Leave())

    def tell(self, news: str) -> None:
        """Say something above the footer."""
        self.news = news
        self.show()

    @property
    def rows(self) -> list[Row]:
        return lobby_lines.rows_of(self.client.lobby, self.client.friends, self.client.you.name)

    @property
    def at(self) -> int:
        """Which of the rows is marked; -1 if there is none. The mark stays with its table; until
        it is moved, it is on the first one."""
        rows = self.rows
        keys = [row.key for row in rows]
        if self._moved and self._marked in keys:
            return keys.index(self._marked)
        return next((i for i, row in enumerate(rows) if not row.head), -1)

    @property
    def marked(self) -> Row | None:
        at = self.at
        return self.rows[at] if at >= 0 else None

    def head(self, width: int) -> Sequence[Line]:
        return lobby_lines.head(self.client)

    def body(self, width: int) -> Sequence[Line]:
        rows, at = self.rows, self.at
        lines = [
            lobby_lines.row_spans(row, width, self.client, here=i == at, act=f"pick({i})")
            for i, row in enumerate(rows)
        ]
        if not any(row.table for row in rows):
            nobody = _("There is no table yet: {key} sets one up.").format(key="n")
            lines = [line(("  " + nobody, "accent", "new")), (), *lines]
        return lines

    def keep(self) -> tuple[int, int] | None:
        rows, at = self.rows, self.at
        if at < 0:
            return None
        shift = 0 if any(row.table for row in rows) else 2
        first = at - 1 if at and rows[at - 1].head else at
        return first + shift, at + shift

    def notice(self) -> Line:
        if not self.client.online:
            return line((" " + _("The connection is lost; trying again…"), "warn"))
        if self.news:
            return line((" " + self.news, "warn"))
        host = self.client.host
        if host.draining:
            return line((" " + _("The host will stop soon, so nothing new begins."), "warn"))
        return line((" " + clean(host.notice), "accent")) if host.notice else ()

    def show(self) -> None:
        if not self.query("#page-foot"):  # it is being taken away
            return
        super().show()
        self.query_one("#said", Pane).show(lambda w, h: talk_pane(self.talk, w, h))

    def foot(self) -> Sequence[Act]:
        useless = {"friend", "ignore"}
        marked = self.marked
        if marked is None or marked.table is None or marked.table.stage is not Stage.FINISHED:
            useless |= {"replay"}
        else:
            useless |= {"watch"}
        if marked is not None and marked.person is not None:
            useless = {"choose", "watch", "replay"}
        if not self.client.lobby.usual:
            useless |= {"usual"}
        return [act for act in super().foot() if act.id not in useless]

    def _go(self, to: int, step: int) -> None:
        rows = self.rows
        if not rows:
            return
        to = max(0, min(to, len(rows) - 1))
        if rows[to].head:
            to += step if 0 <= to + step < len(rows) else -step
        self._marked, self._moved, self.news = rows[to].key, True, ""
        self.show()

    def action_up(self) -> None:
        self._go(self.at - 1, -1)

    def action_down(self) -> None:
        self._go(self.at + 1, 1)

    def action_page_up(self) -> None:
        self._go(self.at - 10, -1)

    def action_page_down(self) -> None:
        self._go(self.at + 10, 1)

    def action_first(self) -> None:
        self._go(0, 1)

    def action_last(self) -> None:
        self._go(len(self.rows), -1)

    def action_pick(self, at: int) -> None:
        """A row was clicked: a table is gone to, a person is marked."""
        self._go(at, 1)
        if at < len(self.rows) and self.rows[at].table is not None:
            self.action_choose()

    def action_choose(self) -> None:
        marked = self.marked
        if marked is not None and marked.table is not None:
            self.dismiss(Open(marked.table.table))
        elif marked is not None and marked.person is not None:
            self.tell(_("{f} makes a friend, {i} is not to hear somebody.").format(f="f", i="i"))

    def action_watch(self) -> None:
        marked = self.marked
        if marked is not None and marked.table is not None:
            self.dismiss(Open(marked.table.table, watch=True))

    def action_replay(self) -> None:
        marked = self.marked
        if marked is None or marked.table is None:
            return
        if marked.table.stage is Stage.FINISHED:
            self.dismiss(Replay(marked.table.table))
        else:
            self.tell(_("Only finished games can be seen again."))

    def action_finished(self) -> None:
        self.dismiss(Finished())

    def action_new(self) -> None:
        self.dismiss(NewTable())

    def action_usual(self) -> None:
        if self.client.lobby.usual:
            self.dismiss(UsualTable())
        else:
            self.tell(_("You have not set up a table here yet."))

    def action_by_name(self) -> None:
        self.dismiss(ByName())

    def action_myself(self) -> None:
        self.dismiss(Myself())

    def action_options(self) -> None:
        self.dismiss(Settings())

    def action_leave(self) -> None:
        self.dismiss(Leave())

    def action_chat(self) -> None:
        self.app.push_screen(TalkScreen(self.talk, _("TALK IN THE LOBBY"), stay=True))

    def action_friend(self) -> None:
        name = self._person()
        if name is not None:
            self._do(self.client.befriend(name, name not in self.client.friends))

    def action_ignore(self) -> None:
        name = self._person()
        if name is not None:
            self._do(self.client.ignore(name, name not in self.client.ignores))

    def _person(self) -> str | None:
        """The marked person, if it is somebody else."""
        marked = self.marked
        if marked is None or marked.person is None:
            self.tell(_("Mark a person first: they stand below the tables."))
            return None
        if marked.person.name == self.client.you.name:
            self.tell(_("That is you."))
            return None
        return marked.person.name

    def _do(self, asked: Awaitable[None]) -> None:
        async def done() -> None:
            try:
                await asked
            except HostError as error:
                self.tell(words.trouble(error))
            else:
                self.tell("")

        self.run_worker(done(), group="asking")
