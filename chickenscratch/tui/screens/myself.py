"""Who one is at a host: the name, what it goes by, and codes for further keys."""

from __future__ import annotations

from collections.abc import Awaitable, Sequence
from contextlib import suppress
from typing import ClassVar

from chickenscratch.host import words
from chickenscratch.host.client import HostClient, HostError
from chickenscratch.host.shapes import KEY, NAME_LENGTH
from chickenscratch.locale import N_, _
from chickenscratch.tui.keys import Act
from chickenscratch.tui.screens.ask import AskScreen
from chickenscratch.tui.text import clean, fit
from chickenscratch.tui.widgets.page import HELP, SCROLLING, Page
from chickenscratch.tui.widgets.pane import Line, line
from chickenscratch.tui.widgets.prose import wrapped


class MyselfScreen(Page[None]):
    """Shows and changes who one is."""

    ACTS: ClassVar = (
        Act("rename", ("n", "enter", "kp_enter"), "n", N_("another name"),
            N_("Be called something else, from now on."), footer=1),
        Act("code", ("c",), "c", N_("code for another key"),
            N_("A code that makes another key yours, on another machine perhaps."), footer=2),
        Act("link", ("l",), "l", N_("type a code in"),
            N_("Become the person who got the code, for good."), footer=3),
        Act("close", ("escape", "q"), "Esc", N_("to the lobby"), N_("Back to the lobby."),
            footer=4),
        HELP._replace(footer=5),
        *SCROLLING,
    )  # fmt: skip

    def __init__(self, client: HostClient) -> None:
        super().__init__()
        self.client = client
        self.code = ""
        self.news = ""
        self.others: tuple[str, ...] = ()
        """The other keys of the same person."""

    def on_mount(self) -> None:
        super().on_mount()
        self.run_worker(self._ask_keys(), group="keys", exclusive=True)

    async def _ask_keys(self) -> None:
        """Which other keys there are; without an answer only this one is shown."""
        own = (self.client.identity or "").removeprefix(KEY)
        with suppress(HostError):
            self.others = tuple(key for key in await self.client.keys() if key != own)
            self.show()

    def head(self, width: int) -> Sequence[Line]:
        return (line((" " + _("YOUR NAME AND KEYS"), "head")),)

    def body(self, width: int) -> Sequence[Line]:
        client, room = self.client, max(8, width - 2)
        column = max(len(_("Name")), len(_("Key")))
        name = clean(client.you.name)
        rows: list[Line] = [
            (),
            line((f" {fit(_('Name'), column)}  ", "dim"), (name, "strong", "rename")),
        ]
        known = client.identity or ""
        own = clean(known.removeprefix(KEY)) if known.startswith(KEY) else ""
        label = f" {fit(_('Key'), column)}  "
        step = max(8, width - len(label))
        for key in filter(None, (own, *map(clean, self.others))):
            look = "accent" if key == own else ""
            for at in range(0, len(key), step):
                before = " " * len(label) if at else label
                rows.append(line((before, "dim"), (key[at : at + step], look)))
        facts = [self._known_by(own)]
        if owner := words.owner_words(client.host):
            facts.append(owner[:1].upper() + owner[1:] + ".")
        for fact in facts:
            rows += [(), *(line(f" {row}") for row in wrapped(fact, room))]
        if self.code:
            how = _("Type this code in where the other key is, soon: it does not last long.")
            rows += [(), *(line((f" {row}", "accent")) for row in wrapped(how, room))]
            rows.append(line((f"   {clean(self.code)}", "cursor")))
        return rows

    def _known_by(self, key: str) -> str:
        if key and self.others:
            return _("The host knows you by these keys; you came with the first.")
        if key:
            return _("The host knows you by this key. A code makes further keys yours.")
        if self.client.identity is None:
            return _("The host knows you by your account on its machine. Only you have it.")
        return _("You are a guest: your name is free again when you go.")

    def notice(self) -> Line:
        return line((" " + self.news, "warn")) if self.news else ()

    def action_rename(self) -> None:
        about = [_("Letters, digits and the signs - _ and full stop, at most 16.")]
        if self.client.identity is None:
            self._tell(_("The name of an account stays as it is."))
            return
        screen = AskScreen(_("ANOTHER NAME"), about, start=self.client.you.name, most=NAME_LENGTH)

        def answered(name: str | None) -> None:
            if name is not None and name != self.client.you.name:
                self._do(self.client.rename(name), _("Now you are {name}.").format(name=name))

        self.app.push_screen(screen, answered)

    def action_code(self) -> None:
        async def code() -> None:
            self.code = (await self.client.new_code()).code

        self._do(code(), "")

    def action_link(self) -> None:
        about = [
            _("The code is shown where you are the person you want to be, under “{key}”.").format(
                key="c"
            ),
            _("What this key was before is forgotten."),
        ]

        def answered(code: str | None) -> None:
            if code is not None:
                self._do(link(code), _("From now on this key is yours, too."))

        async def link(code: str) -> None:
            await self.client.link(code)
            await self._ask_keys()

        self.app.push_screen(AskScreen(_("TYPE A CODE IN"), about), answered)

    def _do(self, asked: Awaitable[None], done: str) -> None:
        async def doing() -> None:
            try:
                await asked
            except HostError as error:
                self._tell(words.trouble(error))
            else:
                self._tell(done)

        self.run_worker(doing(), group="asking")

    def _tell(self, news: str) -> None:
        self.news = news
        if self.is_attached:
            self.show()

    def action_close(self) -> None:
        self.dismiss(None)
