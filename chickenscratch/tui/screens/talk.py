"""Talking at a table or in the lobby: what was said, a line to write in, and twelve phrases."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar, Final

from rich.cells import cell_len
from textual import events
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.screen import Screen

from chickenscratch.host import words
from chickenscratch.host.client import HostClient, HostError, RemoteTable
from chickenscratch.host.shapes import CHAT_LENGTH, ChatLine, Phrase
from chickenscratch.locale import N_, _
from chickenscratch.tui.keys import Act
from chickenscratch.tui.text import clean, fit
from chickenscratch.tui.widgets.page import PAGE_DOWN, PAGE_UP, Page, foot_line
from chickenscratch.tui.widgets.pane import Line, Pane, Span, line
from chickenscratch.tui.widgets.prose import folded, wrapped
from chickenscratch.tui.widgets.roll import Roll

ALL_PHRASES: Final = tuple(words.PHRASES)


class Talk:
    """The talk at one place, as one person follows it."""

    def __init__(self, where: HostClient | RemoteTable) -> None:
        self.where = where
        self.draft = ""
        """What was begun and not said yet."""
        self.muted = False
        """The person does not want to hear of it."""
        self._read = self._newest

    @property
    def lines(self) -> Sequence[ChatLine]:
        return self.where.chat

    @property
    def _newest(self) -> int:
        return max((said.seq for said in self.where.chat), default=0)

    @property
    def unread(self) -> int:
        """How much has been said since it was last looked at."""
        if self.muted:
            return 0
        return sum(said.seq > self._read for said in self.where.chat)

    def read(self) -> None:
        """All of it has been looked at."""
        self._read = self._newest


def talk_rows(lines: Sequence[ChatLine], width: int, *, act: str = "") -> list[Line]:
    """What was said, a row for each, long ones in several."""
    rows: list[Line] = []
    for each in lines:
        name = words.speaker(each)
        look = "dim" if each.watcher else "accent"
        spoken = line((f" {name}: ", look), words.said(each))
        for i, row in enumerate(folded(spoken, max(4, width - 2))):
            indent = (Span("  "),) if i else ()
            rows.append((*indent, *(span._replace(act=act) for span in row)))
    return rows


def talk_pane(talk: Talk, width: int, height: int) -> list[Line]:
    """The end of a talk, under a heading where there is room for one; each of it can be clicked."""
    if not talk.lines:
        return [line((" " + _("Nothing has been said yet."), "dim", "chat"))]
    if height <= 2:
        return [last_said(talk, width)]
    rows = talk_rows(talk.lines, width, act="chat")[1 - height :]
    title = _("Talk")
    rule = "─" * max(0, width - cell_len(title) - 6)
    return [line((f" {title} ", "head", "chat"), ("/ ", "key", "chat"), (rule, "line")), *rows]


def uncover(screen: Screen[Any]) -> None:
    """Take away whatever lies over a screen, which has to go now."""
    app = screen.app
    while app.screen is not screen and screen in app.screen_stack:
        app.pop_screen()


def last_said(talk: Talk, width: int) -> Line:
    """The last line of a talk in one row, with how many were not read yet."""
    if talk.muted or not talk.lines:
        return ()
    last = talk.lines[-1]
    count = talk.unread
    mark = line((f" {count}", "warn", "chat"), (" ", "", "chat")) if count else line(" ")
    name = line((words.speaker(last) + ": ", "accent", "chat"))
    room = width - sum(cell_len(span.text) for span in (*mark, *name))
    text = words.said(last)
    if cell_len(text) > room:
        text = fit(text, max(0, room))
    return (*mark, *name, Span(text, "strong" if count else "dim", "chat"))


class TalkScreen(Page[None]):
    """Lies over the lower part of the place that is talked at."""

    CSS_PATH = "talk.tcss"
    QUICK: ClassVar = Page.QUICK | {"next_phrase", "phrase_before"}
    ACTS: ClassVar = (
        Act("say", ("enter", "kp_enter"), "Enter", N_("say it"),
            N_("Say what is written, or the chosen phrase."), footer=1),
        Act("next_phrase", ("down", "kp_down", "tab"), "↓", N_("phrases"),
            N_("The next phrase; everybody reads it in their own language."), footer=2),
        Act("phrase_before", ("up", "kp_up", "shift+tab"), "↑", N_("up"),
            N_("The phrase before.")),
        Act("erase", ("backspace", "delete"), "Bksp", N_("erase"), N_("Erase a character.")),
        PAGE_UP,
        PAGE_DOWN,
        Act("close", ("escape",), "Esc", N_("back"), N_("Back; what is written is kept."),
            footer=3),
        *(
            Act(f"phrase({n})", (f"f{n + 1}",), f"F{n + 1}", words.PHRASES[what],
                N_("Say this phrase."))
            for n, what in enumerate(ALL_PHRASES)
        ),
    )  # fmt: skip

    def __init__(self, talk: Talk, title: str, *, stay: bool = False) -> None:
        """`stay`: the screen is still there when something has been said."""
        super().__init__()
        self.talk = talk
        self.title_ = title
        self.stay = stay
        self.chosen: int | None = None
        self.news = ""

    def compose(self) -> ComposeResult:
        with Vertical(id="talk"):
            yield Pane(id="page-head")
            yield Roll(id="page-body")
            yield Pane(id="phrases")
            yield Pane(id="writing")
            yield Pane(id="page-foot")

    def on_mount(self) -> None:
        """Besides what a page does."""
        self.run_worker(self._listen(), exclusive=True)
        self.call_after_refresh(self.to_newest)

    async def _listen(self) -> None:
        async for _said in self.talk.where.said():
            self.to_newest()

    def to_newest(self) -> None:
        """Show the last thing that was said."""
        if self.query("#page-foot"):
            self.talk.read()
            self.show()
            self.roll.to_end()

    @property
    def typing(self) -> bool:
        return True

    def head(self, width: int) -> Sequence[Line]:
        return (line((f" {clean(self.title_)}", "head")),)

    def body(self, width: int) -> Sequence[Line]:
        rows = talk_rows(self.talk.lines, width)
        return rows or [line((" " + _("Nothing has been said yet."), "dim"))]

    def show(self) -> None:
        super().show()
        self.query_one("#phrases", Pane).show(self._phrases)
        self.query_one("#writing", Pane).show(lambda width, height: [self._writing(width)])

    def _phrases(self, width: int, height: int) -> Sequence[Line]:
        """The phrases with their keys, in as many columns as there is room for; the chosen one is
        in sight."""
        cells = [f"F{n + 1} {words.phrase(what)}" for n, what in enumerate(ALL_PHRASES)]
        longest = max(map(cell_len, cells)) + 3
        columns = max(1, (width - 1) // longest)
        rows: list[Line] = []
        for start in range(0, len(cells), columns):
            spans = [Span(" ")]
            for n in range(start, min(start + columns, len(cells))):
                here = n == self.chosen
                key, text = cells[n].split(" ", 1)
                act = f"phrase({n})"
                spans.append(Span(f"{key} ", "key", act))
                spans.append(Span(text, "cursor" if here else "", act))
                spans.append(Span(" " * (longest - cell_len(cells[n]))))
            rows.append(tuple(spans))
        first = 0 if self.chosen is None else max(0, self.chosen // columns - height + 1)
        return rows[first : first + height]

    def _writing(self, width: int) -> Line:
        text, room = self.talk.draft, max(4, width - 5)
        while cell_len(text) > room:  # the end is what is being written
            text = text[1:]
        return line((" > ", "key"), (text, "strong"), ("_", "accent"))

    def notice(self) -> Line:
        return line((" " + self.news, "warn")) if self.news else ()

    def _foot_lines(self, width: int) -> Sequence[Line]:
        said = [line((f" {row}", "warn")) for row in wrapped(self.news, width - 2)]
        return (*(said or []), foot_line(self.foot(), width))

    def on_key(self, event: events.Key) -> None:
        """Whatever can be read is written down."""
        if event.character and event.is_printable:
            event.stop()
            event.prevent_default()
            self._write(event.character)

    def on_paste(self, event: events.Paste) -> None:
        event.stop()
        self._write(clean(event.text))

    def _write(self, text: str) -> None:
        kept = clean(f"{self.talk.draft}{text}x")[:-1]  # a blank at the end may go on
        while cell_len(kept) > CHAT_LENGTH:
            kept = kept[:-1]
        self.talk.draft, self.chosen, self.news = kept, None, ""
        self.show()

    def action_erase(self) -> None:
        self.talk.draft = self.talk.draft[:-1]
        self.show()

    def action_next_phrase(self) -> None:
        self._choose(0 if self.chosen is None else self.chosen + 1)

    def action_phrase_before(self) -> None:
        self._choose(-1 if self.chosen is None else self.chosen - 1)

    def _choose(self, which: int) -> None:
        self.chosen = which % len(ALL_PHRASES)
        self.show()

    def action_phrase(self, which: int) -> None:
        """A phrase by its key, or by a click."""
        self._say(ALL_PHRASES[which])

    def action_say(self) -> None:
        if self.chosen is not None:
            self._say(ALL_PHRASES[self.chosen])
        elif self.talk.draft.strip():
            self._say(self.talk.draft.strip())
        else:
            self.action_close()

    def _say(self, what: str | Phrase) -> None:
        self.run_worker(self._speak(what), group="saying")

    async def _speak(self, what: str | Phrase) -> None:
        try:
            await self.talk.where.say(what)
        except HostError as error:
            self.news = words.trouble(error)
            self.show()
            return
        if not isinstance(what, Phrase):
            self.talk.draft = ""
        self.chosen, self.news = None, ""
        if self.stay:
            self.show()
        else:
            self.action_close()

    def action_close(self) -> None:
        if self.is_current:
            self.talk.read()
            self.dismiss(None)
