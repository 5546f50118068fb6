from __future__ import annotations

import os
import signal
import subprocess
import sys
import termios
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

# twenty lines of application: it shows what reaches it, and q leaves with exit code 5
PROBE = """
import sys
from textual.app import App
from textual.widgets import Static
from chickenscratch.tui.terminal import driver_class

class Probe(App[None]):
    ENABLE_COMMAND_PALETTE = False
    seen: list[str] = []

    def get_driver_class(self):
        return driver_class() or super().get_driver_class()
    def compose(self):
        yield Static("", id="keys", markup=False)
        yield Static("", id="size")
    def on_mount(self):
        self.show("ready")
    def show(self, word):
        word = "".join(c if c.isprintable() else "?" for c in word)[-20:]
        self.seen = [*self.seen, word][-9:]
        self.query_one("#keys").update(" ".join(self.seen) + ".")
    def on_key(self, event):
        self.exit(return_code=5) if event.key == "q" else self.show(event.key)
    def on_mouse_down(self, event):
        self.show(f"click@{event.x},{event.y}")
    def on_resize(self, event):
        for line in self.query("#size"):
            line.update(f"{event.size.width}x{event.size.height}")
    def on_paste(self, event):
        self.show("paste:" + event.text)

app = Probe()
app.run(mouse="--no-mouse" not in sys.argv)
sys.exit(app.return_code)
"""

OLD_REPORT = b"\x1b[M" + bytes([67, 152, 33])
SGR_ON = b"\x1b[?1006h"
MOUSE_MODES = (9, 1000, 1001, 1002, 1003, 1005, 1006, 1015, 1016)

Probe = Callable[..., Any]


@pytest.fixture
def probe(start: Callable[..., Any], tmp_path: Path) -> Probe:
    script = tmp_path / "probe.py"
    script.write_text(PROBE, encoding="utf-8")

    def begin(*words: str, **environ: Any) -> Any:
        terminal = start(sys.executable, str(script), *words, **environ)
        terminal.expect("ready")
        return terminal

    return begin


def leaves_cleanly(terminal: Any, code: int = 5) -> bool:
    assert terminal.wait() == code, terminal.text
    assert termios.tcgetattr(terminal.slave) == terminal.modes_before
    end = terminal.output[terminal.output.rindex(b"\x1b[?1049l") - 200 :]
    assert b"\x1b[?25h" in end
    for mode in MOUSE_MODES:
        on, off = b"\x1b[?%dh" % mode, b"\x1b[?%dl" % mode
        assert terminal.output.rfind(off) > terminal.output.rfind(on), mode
    assert b"Traceback" not in terminal.output
    return True


def test_old_modes_go_off_before_ours_go_on(probe: Probe) -> None:
    terminal = probe()
    first_on = terminal.output.index(b"\x1b[?1000h")
    for mode in MOUSE_MODES:
        assert b"\x1b[?%dl" % mode in terminal.output[:first_on]
    assert b"\x1b[?1015h" not in terminal.output
    terminal.send("q")
    assert leaves_cleanly(terminal)


@pytest.mark.parametrize("columns", [60, 120, 200])
def test_old_mouse_reports_leave_no_keys_and_bring_the_modes_back(
    probe: Probe, columns: int
) -> None:
    terminal = probe(columns=columns, rows=40)
    before = len(terminal.output)
    terminal.send(OLD_REPORT + b"a")
    terminal.expect("ready a.")
    terminal.expect_output(SGR_ON, since=before)
    # two bytes that are one character in UTF-8, and each byte on its own
    terminal.send(b"\x1b[M" + bytes([32, 0xC3, 0xA9]) + b"b")
    terminal.expect("ready a b.")
    for byte in b"\x1b[M" + bytes([35, 255, 200]):
        terminal.send(bytes([byte]))
    terminal.send("c")
    terminal.expect("ready a b c.")
    terminal.send("q")
    assert leaves_cleanly(terminal)


def test_modern_mouse_reports_arrive(probe: Probe) -> None:
    terminal = probe(columns=200)
    terminal.send(b"\x1b[<0;151;9M\x1b[<0;151;9m")
    terminal.expect("click@150,8")
    terminal.send("q")
    assert leaves_cleanly(terminal)


def test_focus_and_resize_bring_the_mouse_modes_back(probe: Probe) -> None:
    terminal = probe()
    before = len(terminal.output)
    terminal.send(b"\x1b[I")
    terminal.expect_output(SGR_ON, since=before)
    before = len(terminal.output)
    terminal.resize(100, 30)
    terminal.expect("100x30")
    terminal.expect_output(SGR_ON, since=before)
    terminal.send("q")
    assert leaves_cleanly(terminal)


def test_without_the_mouse_its_modes_stay_off(probe: Probe) -> None:
    terminal = probe("--no-mouse")
    terminal.send(b"\x1b[I" + OLD_REPORT + b"a")
    terminal.expect("ready a.")
    assert b"\x1b[?1000h" not in terminal.output
    assert b"\x1b[?1006h" not in terminal.output
    terminal.send("q")
    assert leaves_cleanly(terminal)


def test_a_latin_1_letter_in_a_utf_8_terminal_is_no_key(probe: Probe) -> None:
    terminal = probe()
    terminal.send(b"\xe8a")
    terminal.expect("ready a.")
    terminal.send("è")
    terminal.expect("ready a è.")
    terminal.send("q")
    assert leaves_cleanly(terminal)


def test_a_latin_1_letter_in_a_latin_1_terminal_is_that_letter(probe: Probe) -> None:
    terminal = probe(PYTHONIOENCODING="latin-1")
    terminal.send(b"\xe8a")
    terminal.expect_output(b"ready \xe8 a.")
    terminal.send("q")
    assert leaves_cleanly(terminal)


def test_a_flood_of_bytes_that_mean_nothing(probe: Probe) -> None:
    terminal = probe()
    terminal.send(bytes(range(128, 256)) * 256)
    terminal.send(b"\x1b[99999999999u\x1b[1;99999999999;1u\x1b[<999999;9;9Mab")
    terminal.expect(" b.")
    terminal.send(b"\x1b[200~pasted\xff\x1b[201~")
    terminal.expect("paste:pasted")
    terminal.send("q")
    assert leaves_cleanly(terminal)


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP, signal.SIGINT, signal.SIGQUIT])
def test_a_signal_that_ends_the_program_restores_the_terminal(
    probe: Probe, number: signal.Signals
) -> None:
    terminal = probe()
    terminal.process.send_signal(number)
    assert leaves_cleanly(terminal, 128 + number)


def state_of(terminal: Any) -> str:
    """The one letter that the system has for what a process does: T if it has been stopped."""
    stat = Path(f"/proc/{terminal.process.pid}/stat").read_text()
    return stat.rpartition(")")[2].split()[0]


def sent(terminal: Any, number: signal.Signals, done: bool) -> bool:
    """`done`; until then the signal is sent: of a few at once the system may drop one."""
    if not done:
        terminal.process.send_signal(number)
    return done


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="nothing tells what is stopped")
@pytest.mark.parametrize("times", [1, 2, 6])
def test_however_often_it_is_stopped_the_terminal_is_as_it_should_be(
    probe: Probe, times: int
) -> None:
    terminal = probe()
    for _ in range(times):
        terminal.process.send_signal(signal.SIGTSTP)
        terminal.process.send_signal(signal.SIGCONT)
    terminal.until(lambda: sent(terminal, signal.SIGTSTP, state_of(terminal) == "T"), "stop")
    terminal.read_what_is_there()
    assert termios.tcgetattr(terminal.slave) == terminal.modes_before
    for mode in (*MOUSE_MODES, 1004, 1049, 2004):
        on, off = b"\x1b[?%dh" % mode, b"\x1b[?%dl" % mode
        assert terminal.output.rfind(off) >= terminal.output.rfind(on), mode
    before = len(terminal.output)
    terminal.until(
        lambda: sent(terminal, signal.SIGCONT, SGR_ON in terminal.output[before:]), "mouse"
    )
    terminal.send("a")
    terminal.expect("ready a.")
    terminal.send("q")
    assert leaves_cleanly(terminal)


def test_a_paste_without_an_end_does_not_make_it_deaf(probe: Probe) -> None:
    terminal = probe()
    terminal.send(b"\x1b[200~abc")
    terminal.expect("paste:abc")
    terminal.send("q")
    assert leaves_cleanly(terminal)


def test_a_lost_terminal_ends_the_program(probe: Probe) -> None:
    terminal = probe()
    terminal.hang_up()
    assert terminal.process.wait(30) == 128 + signal.SIGHUP


def test_a_lost_terminal_ends_even_a_program_that_ignores_hanging_up(
    start: Callable[..., Any], tmp_path: Path
) -> None:
    script = tmp_path / "probe.py"
    script.write_text("import signal; signal.signal(signal.SIGHUP, signal.SIG_IGN)\n" + PROBE)
    terminal = start(sys.executable, str(script))
    terminal.expect("ready")
    terminal.hang_up()
    assert terminal.process.wait(30) == 128 + signal.SIGHUP


def test_the_end_of_a_piped_input_ends_the_program(tmp_path: Path) -> None:
    script = tmp_path / "probe.py"
    script.write_text(PROBE, encoding="utf-8")
    command = [sys.executable, str(script)]
    done = subprocess.run(
        command, input=b"ab", capture_output=True, timeout=30, check=False, env=dict(os.environ)
    )
    assert done.returncode == 128 + signal.SIGHUP
