"""The application: what is common to all screens."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import ClassVar, Final

from rich.console import RenderableType
from textual import events
from textual._compositor import ChopsUpdate
from textual.app import App, SystemCommand
from textual.binding import BindingType
from textual.driver import Driver
from textual.screen import Screen

from chickenscratch import locale
from chickenscratch.config import Bell, Language, Motion, Settings
from chickenscratch.locale import _
from chickenscratch.table.coaching import Coach
from chickenscratch.tui.art.palette import Palette
from chickenscratch.tui.art.picture import Art
from chickenscratch.tui.clock import Clock, WallClock
from chickenscratch.tui.commands import SteadyPalette
from chickenscratch.tui.frames import TightUpdate
from chickenscratch.tui.gate import Gate, RateGuard
from chickenscratch.tui.keymap import keys_for
from chickenscratch.tui.keys import ACTS
from chickenscratch.tui.motion import level
from chickenscratch.tui.reticent import misses_parts
from chickenscratch.tui.terminal import Colors, Terminal, detect, driver_class
from chickenscratch.tui.themes import EVERY_LOOK, VARIABLES, Look, look_for
from chickenscratch.tui.widgets.board import Board
from chickenscratch.tui.widgets.guard import Guard, too_small
from chickenscratch.tui.widgets.hand import Hand

QUITTING: Final = ("ctrl+c", "ctrl+q")
"""Keys that always pass."""


class ChickenApp(App[int]):
    """Shows screens; drops input that cannot have been meant.

    A screen may have an `input_gate` (:class:`~chickenscratch.tui.gate.Gate`) to be kept here, and
    a method `takes_key(key)` that gets every admitted key first and returns True to keep it. Where
    it says that it is `typing`, no letter is dropped for coming too fast.
    """

    CSS_PATH = Path(__file__).with_name("app.tcss")
    TITLE = "chickenscratch"
    ENABLE_COMMAND_PALETTE = True
    BINDINGS: ClassVar[list[BindingType]] = []
    HORIZONTAL_BREAKPOINTS = [  # noqa: RUF012 - Textual declares it so
        (0, "-tiny"),
        (40, "-mini"),
        (80, "-small"),
        (110, "-medium"),
        (170, "-large"),
    ]
    VERTICAL_BREAKPOINTS = [  # noqa: RUF012 - Textual declares it so
        (0, "-flat"),
        (12, "-low"),
        (18, "-short"),
        (24, "-plain"),
        (36, "-tall"),
        (52, "-high"),
    ]

    def __init__(
        self,
        screen: Screen[object] | None = None,
        *,
        terminal: Terminal | None = None,
        settings: Settings | None = None,
        clock: Clock | None = None,
    ) -> None:
        """`screen` is shown first."""
        self.terminal = terminal or detect({"TERM": "xterm-256color", "COLORTERM": "truecolor"})
        self.settings = settings or Settings()
        few = self.terminal.colors <= Colors.SIXTEEN
        # None leaves it to the theme
        super().__init__(driver_class=driver_class(), ansi_color=True if few else None)
        self.settings_file: Path | None = None
        """Where changes of the settings are written."""
        self.exports: Path | None = None
        """Where exported files go; None where nothing may be exported."""
        self.coach: Coach | None = None
        """Who gives tips and looks back at games; None where there is nobody."""
        self.clock: Clock = clock or WallClock()
        self.environ: Mapping[str, str] = os.environ
        """What the terminal's side says of language."""
        self._first = screen
        self._rate = RateGuard()
        for known in EVERY_LOOK:
            self.register_theme(known.theme)
        self.keys = keys_for(self.settings.key_set, self.settings.keys)
        self.look = self._wanted_look()
        self.theme = self.look.theme.name
        self._motion = self.animation_level
        if self.settings.reduced_motion:
            self.animation_level = "none"

    def _wanted_look(self) -> Look:
        ascii_only = self.settings.ascii or not self.terminal.unicode
        return look_for(self.terminal.colors, self.settings.theme, ascii_only=ascii_only)

    @property
    def art(self) -> Art:
        return self.look.art

    @property
    def palette(self) -> Palette:
        return self.look.palette

    @property
    def motion(self) -> Motion:
        """How much moves at the table."""
        reduced = self.settings.reduced_motion
        return level(self.settings.motion, reduced=reduced, remote=self.terminal.remote)

    def get_theme_variable_defaults(self) -> dict[str, str]:
        return dict(VARIABLES)

    async def on_mount(self) -> None:
        self.screen_change_signal.subscribe(self, self._screen_changed)
        if self._first is not None:
            await self.push_screen(self._first)

    def _screen_changed(self, screen: Screen[object]) -> None:
        """Every screen gets a guard against being too small."""
        if screen.is_attached and screen.is_running and not screen.query(Guard):
            screen.mount(Guard())

    def action_command_palette(self) -> None:
        """Show all commands, if they are not shown already."""
        shown = any(isinstance(screen, SteadyPalette) for screen in self.screen_stack)
        if self.use_command_palette and not shown:
            self.push_screen(SteadyPalette(id="--command-palette"))

    def get_system_commands(self, screen: Screen[object]) -> Iterable[SystemCommand]:
        """The palette: what can be done on the present screen."""
        from chickenscratch.tui.screens.settings import SettingsScreen

        for act in ACTS:
            method = getattr(screen, f"action_{act.id}", None)
            if act.palette and method is not None:
                yield SystemCommand(_(act.label), _(act.help), method)
        proof = getattr(screen, "action_proof", None)
        if proof is not None:
            yield SystemCommand(_("proof"), _("How to check the shuffle by hand."), proof)
        if not hasattr(screen, "action_settings") and not isinstance(screen, SettingsScreen):
            about = _("Language, colours, keys and more.")
            yield SystemCommand(_("settings"), about, self.open_settings)

    def _handle_exception(self, error: Exception) -> None:
        """See :func:`~chickenscratch.tui.reticent.misses_parts`."""
        if not (self._exit and misses_parts(error)):
            super()._handle_exception(error)

    def _display(self, screen: Screen[object], renderable: RenderableType | None) -> None:
        if type(renderable) is ChopsUpdate:
            renderable = TightUpdate.of(renderable)
        super()._display(screen, renderable)

    def open_settings(self) -> None:
        """Show the settings over the present screen."""
        from chickenscratch.tui.screens.settings import SettingsScreen

        self.push_screen(SettingsScreen(self.settings_file))

    def adopt(self, settings: Settings) -> None:
        """Live by these settings from now on, on every screen."""
        before, self.settings = self.settings, settings
        if settings.language is not before.language:
            chosen = settings.language
            locale.switch(locale.guess(self.environ) if chosen is Language.AUTO else chosen)
        self.animation_level = "none" if settings.reduced_motion else self._motion
        if settings.mouse is not before.mouse:
            self.capture_mouse_for_us(settings.mouse)
        self.keys = keys_for(settings.key_set, settings.keys)
        look, self.look = self.look, self._wanted_look()
        self.theme = self.look.theme.name
        self.call_after_refresh(self._show_anew, changed=look != self.look)

    def _show_anew(self, *, changed: bool) -> None:
        """All screens, also those below, in the present language and look."""
        for screen in self.screen_stack:
            adopt = getattr(screen, "adopt", None)
            if adopt is not None:
                adopt(self.settings)
            if changed:
                for board in screen.query(Board):
                    board.set_look(self.look.art, self.look.palette)
                for hand in screen.query(Hand):
                    hand.set_look(self.look.art, self.look.palette, self.look.rack)
            show = getattr(screen, "show", None)
            if show is not None:
                show()

    @property
    def _gate(self) -> Gate | None:
        gate = getattr(self.screen, "input_gate", None)
        return gate if isinstance(gate, Gate) else None

    async def on_event(self, event: events.Event) -> None:
        if isinstance(event, events.InputEvent) and not event.is_forwarded:
            if self._exit or not self._admits(event):
                return
            if isinstance(event, events.Key):
                takes_key = getattr(self.screen, "takes_key", None)
                if takes_key is not None and takes_key(event.key):
                    return
        elif isinstance(event, events.Key):
            # it was let in, but while it was on its way its meaning may have changed
            if not self._admits_key(event):
                return
        elif isinstance(event, events.AppFocus):
            gate = self._gate
            if gate is not None:
                gate.focused(self.clock.now())
        await super().on_event(event)

    def _admits(self, event: events.InputEvent) -> bool:
        if isinstance(event, events.Key) and event.key in QUITTING:
            return True
        if too_small(self.size):
            return False
        gate = self._gate
        if isinstance(event, events.Key):
            typed = self._rate.admits(event.time) or not event.is_printable
            if not typed and gate is not None and not getattr(self.screen, "typing", False):
                return False
            return self._admits_key(event)
        if isinstance(event, events.MouseDown | events.MouseUp):
            if gate is None or gate.admits_click(event.time):
                return True
            self._mouse_down_widget = None
            return False
        return True

    def _admits_key(self, event: events.Key) -> bool:
        gate = self._gate
        return event.key in QUITTING or gate is None or gate.admits_key(event.key, event.time)

    def ring(self, wanted: Bell | None = None) -> None:
        """The bell, if the settings want it now: for somebody's turn, unless another of them is
        `wanted`."""
        match self.settings.bell if wanted is None else wanted:
            case Bell.ALWAYS:
                self.bell()
            case Bell.UNFOCUSED if not self.app_focus:
                self.bell()
            case _:
                pass

    def capture_mouse_for_us(self, wanted: bool) -> bool:
        """Take the mouse, or leave it to the terminal. False where that is not possible."""
        driver: Driver | None = self._driver
        capture = getattr(driver, "capture_mouse", None)
        if capture is None:
            return False
        capture(wanted)
        return True
