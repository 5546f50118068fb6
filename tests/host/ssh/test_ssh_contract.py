"""The names of Textual and asyncssh that are used although they are not promised to stay.

A failure here says what a new version has changed; it is to be mended before the pin is moved.
"""

from __future__ import annotations

import asyncio
import inspect
import subprocess
import sys
from typing import Any

import asyncssh
import pytest
from asyncssh.connection import SSHConnection
from rich.color import Color as RichColor
from rich.color import ColorSystem
from rich.console import Console
from rich.style import Style as RichStyle
from textual import constants
from textual._ansi_theme import MONOKAI
from textual._styles_cache import StylesCache
from textual._xterm_parser import XTermParser
from textual.app import App
from textual.color import Color
from textual.css.stylesheet import Stylesheet
from textual.driver import Driver
from textual.filter import ANSIToTruecolor
from textual.keys import Keys
from textual.message_pump import MessagePump
from textual.strip import Strip

from chickenscratch.host.ssh.policy import keep_lazy
from chickenscratch.tui import shared_caches
from chickenscratch.tui.parser import SafeParser


@pytest.mark.parametrize(
    "name",
    [
        "_capture_stdout",
        "_capture_stderr",
        "_exit_renderables",
        "_filters",
        "_registry",
        "_return_code",
        "_batch_count",
        "_driver",
    ],
)
def test_an_application_has(name: str) -> None:
    assert name in App().__dict__


@pytest.mark.parametrize(
    ("owner", "name", "parameters"),
    [
        (App, "_handle_exception", ["self", "error"]),
        (App, "_fatal_error", ["self"]),
        (App, "_print_error_renderables", ["self"]),
        (App, "_display", ["self", "screen", "renderable"]),
        (App, "panic", ["self", "renderables"]),
        (MessagePump, "_close_messages_no_wait", ["self"]),
        (XTermParser, "feed", ["self", "data"]),
        (XTermParser, "tick", ["self"]),
        (Driver, "__init__", ["self", "app", "debug", "mouse", "size"]),
    ],
)
def test_a_method_is_as_it_was(owner: type, name: str, parameters: list[str]) -> None:
    assert list(inspect.signature(getattr(owner, name)).parameters) == parameters


def test_the_crash_path_goes_through_our_hooks() -> None:
    source = inspect.getsource(App._handle_exception)
    assert "self._fatal_error()" in source
    assert "self.panic(error)" in source


def test_the_parser_still_caches_by_its_method_and_keys_can_be_made_without_it() -> None:
    assert hasattr(XTermParser._parse_extended_key, "cache_info")
    keys = XTermParser._parse_extended_key.__wrapped__(XTermParser, "\x1b[97;5u")  # type: ignore[arg-type]
    assert [key.key for key in keys or ()] == ["ctrl+a"]
    assert not hasattr(SafeParser._parse_extended_key, "cache_info")
    assert Keys.Ignore


def test_methods_that_would_keep_the_dead_are_cached_by_what_is_asked() -> None:
    """Painted in turn by two filters and two caches, the same colours are found once."""
    before = shared_caches._truecolor.cache_info().currsize
    style, ground = RichStyle(color="red", dim=True), RichColor.parse("#102030")
    shared_caches.share_caches()
    found = [ANSIToTruecolor(MONOKAI).truecolor_style(style, ground) for _again in range(2)]
    assert found[0] is found[1]
    assert found[0].color.triplet is not None
    assert shared_caches._truecolor.cache_info().currsize <= before + 1
    colours = Color(1, 2, 3), Color(4, 5, 6)
    inner, outer = StylesCache().get_inner_outer(*colours)
    assert StylesCache().get_inner_outer(*colours) == (inner, outer)
    assert inner != outer


def test_a_style_sheet_asks_its_cache_of_rules_in_these_ways() -> None:
    sheet = Stylesheet(variables={"ground": "red"})
    assert isinstance(sheet._parse_cache, shared_caches.SharedRules)
    sheet.add_source("Static { background: $ground; }", read_from=("test", "red"))
    again = Stylesheet(variables={"ground": "red"})
    again.add_source("Static { background: $ground; }", read_from=("test", "red"))
    assert sheet.rules[0] is again.rules[0]
    again.set_variables({"ground": "blue"})
    again.reparse()
    assert sheet.rules[0] is not again.rules[0]
    assert sheet.rules[0].styles.background != again.rules[0].styles.background


def test_a_driver_is_abstract_in_these_methods_only() -> None:
    wanted = {"write", "start_application_mode", "disable_input", "stop_application_mode"}
    assert Driver.__abstractmethods__ == wanted
    assert {"open_url", "deliver_binary", "send_message", "flush", "close"} <= set(dir(Driver))


def test_the_console_keeps_its_colours_where_we_set_them() -> None:
    console = Console(color_system=None)
    console._color_system = ColorSystem.TRUECOLOR
    assert console.color_system == "truecolor"
    assert "_color_system" in inspect.getsource(Strip.render)
    assert constants.ESCAPE_DELAY > 0


@pytest.mark.parametrize("name", ["_transport", "_recv_seq", "_strict_kex"])
def test_a_connection_has(name: str) -> None:
    assert f"self.{name} = " in inspect.getsource(SSHConnection) or (
        f"self.{name}: " in inspect.getsource(SSHConnection)
    )


def test_the_identity_is_bound_right_after_the_signature() -> None:
    """Between the check of the signature and `auth_completed` nothing else may run."""
    source = inspect.getsource(asyncssh.connection.SSHServerConnection.validate_public_key)
    assert source.rstrip().endswith("return True")
    assert "return key.verify(" in source
    success = inspect.getsource(SSHConnection.send_userauth_success)
    assert "await" not in success.partition("self._owner.auth_completed()")[0]


def test_the_version_has_the_fixes_we_rely_on() -> None:
    assert tuple(map(int, asyncssh.__version__.split(".")[:3])) >= (2, 24, 1)


shared_caches.share_caches()


async def test_nobody_makes_our_loop_eager() -> None:
    loop = asyncio.get_running_loop()
    keep_lazy(loop)
    eager: Any = getattr(asyncio, "eager_task_factory", lambda loop, coro: None)
    loop.set_task_factory(eager)
    assert loop.get_task_factory() is None


CODE = """
import sys
from chickenscratch.__main__ import main
from chickenscratch.cli import home
home.open_application = lambda *_args: print("home", "asyncssh" in sys.modules) or 0
try:
    main()
finally:
    print("asyncssh" in sys.modules, "cryptography" in sys.modules)
"""


@pytest.mark.parametrize("words", [["--version"], []])
def test_ssh_is_not_loaded_by_the_local_game(words: list[str]) -> None:
    command = [sys.executable, "-c", CODE, *words]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout.split("\n")[-2] == "False False"


def test_the_screen_of_the_local_game_does_not_load_it_either() -> None:
    code = "import sys, chickenscratch.tui.screens.home_flow, chickenscratch.tui.app; "
    code += "print('asyncssh' in sys.modules)"
    command = [sys.executable, "-c", code]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert done.stdout == "False\n", done.stderr
