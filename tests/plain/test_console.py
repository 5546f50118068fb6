"""Streams and terminals: what is said, what is read, what is hidden."""

from __future__ import annotations

import io
import os
import select
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from chickenscratch.plain.console import StreamConsole

DEADLINE = 60.0


def test_lines_are_out_before_the_next_one_is_read() -> None:
    flushed: list[str] = []

    class Out(io.StringIO):
        def flush(self) -> None:
            flushed.append(self.getvalue())

    console = StreamConsole(io.StringIO(""), Out())
    console.say("one")
    console.say("two\x1b[2J\n")
    assert flushed == ["one\n", "one\ntwo[2J\n"]


async def test_without_a_terminal_nothing_is_echoed_and_there_is_no_prompt() -> None:
    out = io.StringIO()
    console = StreamConsole(io.StringIO("58 \n\n"), out)
    assert [await console.ask() for _ in range(3)] == ["58", "", None]
    assert out.getvalue() == ""
    assert not console.hide()
    assert not console.unattended


async def test_a_last_line_without_its_end_counts() -> None:
    assert await StreamConsole(io.StringIO("quit"), io.StringIO()).ask() == "quit"


async def test_stray_bytes_are_no_reason_to_stop() -> None:
    source = io.TextIOWrapper(io.BytesIO(b"5\xff8\nhand\n"), encoding="utf-8")
    console = StreamConsole(source, io.StringIO())
    assert await console.ask() == "5\ufffd8"
    assert await console.ask() == "hand"


def test_what_an_encoding_can_say() -> None:
    def speaks(encoding: str) -> bool:
        out = io.TextIOWrapper(io.BytesIO(), encoding=encoding)
        return StreamConsole(io.StringIO(), out).unicode

    assert speaks("utf-8")
    assert not speaks("ascii")
    assert not speaks("latin-1")


def test_no_streams_at_all(monkeypatch: pytest.MonkeyPatch) -> None:
    closed = io.StringIO()
    closed.close()
    assert not StreamConsole(closed, io.StringIO()).terminal


if sys.platform == "win32":
    pytest.skip("there are no pseudo-terminals", allow_module_level=True)

import pty  # noqa: E402 - not everywhere


class Line:
    """The program on a pseudo-terminal, read as the bytes it writes."""

    def __init__(self, *words: str, **environ: str) -> None:
        self.output = b""
        self._master, slave = pty.openpty()
        self.process = subprocess.Popen(
            [sys.executable, "-m", "chickenscratch", *words],
            stdin=slave, stdout=slave, stderr=slave, start_new_session=True,
            env=os.environ | {"PYTHONUTF8": "1", "TERM": "dumb"} | environ,
        )  # fmt: skip
        os.close(slave)

    def type(self, text: str) -> None:
        os.write(self._master, text.encode())

    def expect(self, text: str, since: int = 0) -> int:
        """Read until this has been written; gives where it ends."""
        data = text.encode()
        self._until(lambda: data in self.output[since:], text)
        return self.output.index(data, since) + len(data)

    def interrupt(self) -> None:
        """Ctrl+C, once the program waits: what comes between a prompt and the wait for a line is
        only noticed by CPython when there is a line."""
        stat = Path(f"/proc/{self.process.pid}/stat")
        if stat.exists():
            self._until(lambda: stat.read_text().rpartition(")")[2].split()[0] == "S", "wait")
        self.process.send_signal(signal.SIGINT)

    def wait(self) -> int:
        self._until(lambda: self.process.poll() is not None, "end")
        self._read(0)
        return self.process.returncode

    def _until(self, happened: Callable[[], bool], what: str) -> None:
        end = time.monotonic() + DEADLINE
        while not happened():
            assert time.monotonic() < end, f"no {what!r} after {self.output[-600:]!r}"
            self._read(0.1)

    def _read(self, seconds: float) -> None:
        while select.select([self._master], [], [], seconds)[0]:
            try:
                data = os.read(self._master, 65536)
            except OSError:  # the other side is closed
                return
            if not data:
                return
            self.output += data
            seconds = 0

    def close(self) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        os.close(self._master)


@pytest.fixture
def line() -> Iterator[Callable[..., Line]]:
    lines: list[Line] = []

    def start(*words: str, **environ: str) -> Line:
        lines.append(Line(*words, **environ))
        return lines[-1]

    yield start
    for started in lines:
        started.close()


def test_a_dumb_terminal_has_a_prompt_and_no_escapes(line: Callable[..., Line]) -> None:
    here = line()
    here.expect("\r\n> ")
    here.type("quit\r")
    assert here.wait() == 0
    assert b"\x1b" not in here.output


def test_words_are_completed(line: Callable[..., Line]) -> None:
    here = line("play", "--people", "Anna,Bruno", "--seed", "5eed")
    at = here.expect("> ")
    here.type("\r")
    at = here.expect("> ", at)
    here.type("scor\t\r")
    here.expect("No round has been counted yet.", at)


def test_help_is_not_broken_within_words(line: Callable[..., Line]) -> None:
    here = line("play", "--people", "Anna,Bruno", COLUMNS="40")
    here.expect("> ")
    here.type("\r")
    at = here.expect("> ", here.expect("Hand: "))
    here.type("help\r")
    end = here.expect("leave; the game is kept", at)
    shown = here.output[at:end].decode()
    assert max(map(len, shown.splitlines())) <= 40
    assert "call a double or your last" in " ".join(shown.split())


def test_plain_mode_can_be_had_in_a_good_terminal(line: Callable[..., Line]) -> None:
    here = line("--plain", TERM="xterm-256color")
    here.expect("Type a number, or the first letters of a word.")
    here.type("leave\r")
    assert here.wait() == 0
    assert b"\x1b[?1049h" not in here.output


def test_a_hand_is_out_of_sight_when_the_keyboard_is_passed_on(line: Callable[..., Line]) -> None:
    here = line("play", "--people", "Anna,Bruno", "--seed", "5eed", LINES="30", COLUMNS="80")
    at = here.expect("Pass the keyboard to ")
    here.expect("> ", at)
    here.type("\r")
    at = here.expect("> ", here.expect("Hand: ", at))
    here.type("\r")
    end = here.expect("Pass the keyboard", at) - len("Pass the keyboard")
    assert here.output[at:end].endswith(b"\r\n" * 30)


def test_ctrl_d_leaves_and_keeps_the_game(line: Callable[..., Line], home: Path) -> None:
    here = line("play", "--people", "Anna,Bruno")
    here.expect("> ")
    here.type("\x04")
    assert here.wait() == 0
    assert b"The game is kept" in here.output
    assert len(list((home / "data" / "games").iterdir())) == 1


def test_ctrl_c_at_a_question_leaves_and_keeps_the_game(line: Callable[..., Line]) -> None:
    here = line("play", "--people", "Anna,Bruno")
    here.expect("> ")
    here.interrupt()
    assert here.wait() == 130
    assert b"The game is kept" in here.output
    assert b"Traceback" not in here.output


def test_ctrl_c_while_others_play_leaves_and_keeps_the_game(
    line: Callable[..., Line], home: Path
) -> None:
    config = home / "config"
    config.mkdir()
    (config / "config.toml").write_text('pace = "calm"\n')
    here = line("play", "--people", "Anna", "--bots", "random", "--seed", "5eed")
    here.expect("Round 1")
    here.process.send_signal(signal.SIGINT)
    assert here.wait() == 130
    assert b"The game is kept" in here.output
    assert b"Traceback" not in here.output
