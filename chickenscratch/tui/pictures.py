"""Pictures of the screens, made by the real application without a terminal.

The positions are fixed: seeds, names, language, theme, time. So the same version draws the same
pictures everywhere, and a picture that has changed is a change of the screens.
"""

from __future__ import annotations

import asyncio
import io
import os
import re
import sys
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from rich.console import Console
from rich.terminal_theme import TerminalTheme
from textual.pilot import Pilot
from textual.screen import Screen

from chickenscratch import locale
from chickenscratch.config import Settings
from chickenscratch.core.apply import RejectReason
from chickenscratch.core.events import Event, redact
from chickenscratch.core.view import view_of
from chickenscratch.table.link import Command, Receipt, SeatInfo, Update
from chickenscratch.tui.app import ChickenApp
from chickenscratch.tui.pictures_games import LEVEL, NAMES, Position
from chickenscratch.tui.terminal import Terminal, detect

SIZES: Final = ((80, 24), (120, 40), (200, 60))
MINI: Final = (40, 12)
LANGUAGE = "en"
TERMINAL: Final = detect({"TERM": "xterm-256color", "COLORTERM": "truecolor", "LANG": "C.UTF-8"})
SETTINGS: Final = Settings(name=NAMES[0], reduced_motion=True)


XTERM: Final = TerminalTheme(
    (0, 0, 0),
    (229, 229, 229),
    [(0, 0, 0), (205, 0, 0), (0, 205, 0), (205, 205, 0), (92, 92, 255), (205, 0, 205),
     (0, 205, 205), (229, 229, 229)],
    [(127, 127, 127), (255, 92, 92), (0, 255, 0), (255, 255, 0), (122, 122, 255), (255, 0, 255),
     (0, 255, 255), (255, 255, 255)],
)  # fmt: skip
"""The colours of xterm, its blue and its bright red a little lighter."""


class StillClock:
    """Time that passes only when it is told to."""

    def __init__(self) -> None:
        self._time = 0.0
        self._calls: list[tuple[float, Callable[[], object]]] = []

    def now(self) -> float:
        return self._time

    def after(self, seconds: float, call: Callable[[], object]) -> Callable[[], None]:
        entry = (self._time + seconds, call)
        self._calls.append(entry)
        return lambda: self._calls.remove(entry) if entry in self._calls else None

    def go(self, seconds: float) -> None:
        """Let time pass."""
        self._time += seconds
        due = [entry for entry in self._calls if entry[0] <= self._time]
        self._calls = [entry for entry in self._calls if entry not in due]
        for _when, call in due:
            call()


class StillLink:
    """A link to a table at which nothing happens but what it is told to show."""

    def __init__(self, position: Position, seat: int | None, people: int = 1) -> None:
        self.seat = seat
        self._position = position
        self._people = people
        self._waiting: asyncio.Queue[Update] = asyncio.Queue()
        self._shown = 0
        self.story = self._seen(position.before)
        self.latest = self._update(position.before)

    def _seen(self, happened: Iterable[Event]) -> tuple[Event, ...]:
        return tuple(redact(event, self.seat) for event in happened)

    def _update(self, happened: Iterable[Event]) -> Update:
        game = self._position.game
        seats = tuple(
            SeatInfo(name, None if seat < self._people else LEVEL)
            for seat, name in enumerate(NAMES[: game.seats])
        )
        return Update(self._shown, view_of(game, self.seat), self._seen(happened), seats)

    def show_last(self) -> None:
        """Show what happened last, as news."""
        self._shown += 1
        self.story += self._seen(self._position.last)
        self.latest = self._update(self._position.last)
        self._waiting.put_nowait(self.latest)

    async def submit(self, command: Command, seq: int) -> Receipt:
        return Receipt(seq, RejectReason.STALE)

    async def updates(self) -> AsyncIterator[Update]:
        yield self.latest
        while True:
            yield await self._waiting.get()


@dataclass
class Stage:
    """An application that is being posed for a picture."""

    app: ChickenApp
    clock: StillClock
    pilot: Pilot[int]

    async def show(self, screen: Screen[Any]) -> None:
        """Put a screen on top."""
        await self.app.push_screen(screen)
        await self.pilot.pause()

    async def press(self, *keys: str) -> None:
        await self.pilot.press(*keys)
        await self.pilot.pause()

    async def table(self, position: Position, people: int = 1) -> None:
        """Sit at a table in this position; the last act is news."""
        from chickenscratch.tui.screens.table import TableScreen

        links = [StillLink(position, seat, people) for seat in range(people)]
        await self.show(TableScreen(links, settings=self.app.settings))
        self.clock.go(10)
        for link in links:
            link.show_last()
        await self.pilot.pause()


Pose = Callable[[Stage], Awaitable[None]]


@dataclass(frozen=True)
class Picture:
    """A position of the screens, and the sizes it is wanted in. `language`: None for the usual
    one."""

    name: str
    pose: Pose
    sizes: tuple[tuple[int, int], ...] = SIZES
    settings: Settings = SETTINGS
    terminal: Terminal = TERMINAL
    language: str | None = None

    def files(self) -> list[tuple[str, tuple[int, int]]]:
        """The names of the files, and their sizes."""
        return [(f"{self.name}-{w}x{h}.svg", (w, h)) for w, h in self.sizes]


def draw(picture: Picture, size: tuple[int, int]) -> str:
    """The picture as SVG."""
    with locale.using(picture.language or LANGUAGE), universal_time():
        return portable(asyncio.run(_draw(picture, size)))


async def _draw(picture: Picture, size: tuple[int, int]) -> str:
    clock = StillClock()
    app = ChickenApp(terminal=picture.terminal, settings=picture.settings, clock=clock)
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        await picture.pose(Stage(app, clock, pilot))
        await pilot.pause()
        return _exported(app)


def _exported(app: ChickenApp) -> str:
    """What Textual's own export gives, with the colours of a common terminal for those that have
    no fixed value."""
    width, height = app.size
    console = Console(
        width=width, height=height, file=io.StringIO(), force_terminal=True,
        color_system="truecolor", record=True, legacy_windows=False, safe_box=False,
    )  # fmt: skip
    console.print(
        app.screen._compositor.render_update(full=True, screen_stack=app._background_screens)
    )
    return console.export_svg(title="chickenscratch", theme=XTERM)


@contextmanager
def universal_time() -> Iterator[None]:
    """Show times as in Greenwich, wherever the pictures are drawn."""
    before = os.environ.get("TZ")
    os.environ["TZ"] = "UTC"
    _read_zone()
    try:
        yield
    finally:
        if before is None:
            del os.environ["TZ"]
        else:
            os.environ["TZ"] = before
        _read_zone()


def _read_zone() -> None:
    if sys.platform != "win32":
        time.tzset()


def write(picture: Picture, folder: Path) -> list[Path]:
    """Draw the picture in all its sizes into a folder. Raises OSError."""
    paths = []
    for name, size in picture.files():
        path = folder / name
        fresh = path.with_suffix(".svg.new")
        try:
            fresh.write_text(draw(picture, size), encoding="utf-8")
            fresh.replace(path)
        finally:
            fresh.unlink(missing_ok=True)
        paths.append(path)
    return paths


_TEXT: Final = re.compile(r"<text([^>]*)>([^<]*)</text>")
_BLANK: Final = "&#160;"
_CELL: Final = 12.2
"""Width of a character in the SVG that Rich writes."""


def portable(svg: str) -> str:
    """The same picture with nothing of the machine in it, and for every viewer.

    Rich names the parts of a picture by a hash; a plain name is enough in a file of its own. Some
    viewers drop blanks at the beginning of a text, so these move into its place.
    """
    svg = re.sub(r"terminal-\d+-", "chickenscratch-", svg)
    return _TEXT.sub(_moved, svg) + ("" if svg.endswith("\n") else "\n")


def _moved(match: re.Match[str]) -> str:
    attributes, text = match.groups()
    if "textLength" not in attributes:
        return match[0]
    before = (len(text) - len(text.removeprefix(_BLANK))) and _leading(text)
    after = _leading(text, end=True)
    inner = text[len(_BLANK) * before : len(text) - len(_BLANK) * after]
    if not inner:
        return ""
    return f"<text{_shifted(attributes, before, after)}>{inner}</text>"


def _leading(text: str, *, end: bool = False) -> int:
    count = 0
    while text.endswith(_BLANK) if end else text.startswith(_BLANK):
        text = text[: -len(_BLANK)] if end else text[len(_BLANK) :]
        count += 1
    return count


def _shifted(attributes: str, before: int, after: int) -> str:
    def change(name: str, by: float) -> None:
        nonlocal attributes
        attributes = re.sub(
            rf' {name}="([\d.]+)"',
            lambda m: f' {name}="{round(float(m[1]) + by, 1):g}"',
            attributes,
        )

    change("x", before * _CELL)
    change("textLength", -(before + after) * _CELL)
    return attributes
