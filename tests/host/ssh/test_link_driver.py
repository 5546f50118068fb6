"""The driver behind a link: frames that wait, keys that wait, and a terminal put back in order."""

from __future__ import annotations

import asyncio
import io
import os
from pathlib import Path
from typing import Any

import pytest
from linking import FakeLink, running
from sshing import Counter, until
from textual.widgets import Static

from chickenscratch.host.ssh.limits import COLUMNS, ROWS, Bucket, clamped
from chickenscratch.host.ssh.link import RESTORE
from chickenscratch.tui import link_driver
from chickenscratch.tui.link_driver import HIGH, LOW, LinkDriver


def driver_of(app: Counter) -> LinkDriver:
    driver = app._driver
    assert isinstance(driver, LinkDriver)
    return driver


def count_of(app: Counter) -> str:
    return str(app.query_one("#count", Static).content)


async def test_the_screen_is_set_up_and_put_back() -> None:
    async with running() as visit:
        start = bytes(visit.link.sent)
        for sequence in (b"\x1b[?1049h", b"\x1b[?25l", b"\x1b[?1003h", b"\x1b[?2004h"):
            assert sequence in start
        assert visit.link.begun == 1
    assert bytes(visit.link.sent).endswith(RESTORE.encode())


async def test_without_the_mouse_it_stays_with_the_terminal() -> None:
    async with running() as visit:
        driver = driver_of(visit.app)
        driver.capture_mouse(False)
        driver.flush()
        assert bytes(visit.link.sent).rpartition(b"\x1b[?1003h")[2].count(b"\x1b[?1003l") == 1
        visit.view.feed(b"\x1b[I")
        driver.flush()
        assert b"\x1b[?1003h" not in bytes(visit.link.sent[-60:])


class Stalled(FakeLink):
    """A client that has stopped reading for a while."""

    def __init__(self) -> None:
        super().__init__()
        self.frames = 0

    def send(self, data: bytes) -> None:
        super().send(data)
        self.frames += b"keys" in data


async def test_a_slow_reader_gets_one_frame_with_all_changes(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """hosting.md 3.2: frames are merged, never queued, never dropped."""
    monkeypatch.setattr(link_driver, "POLL", 0.005)
    link = Stalled()
    async with running(link) as visit:
        link.waiting = HIGH + 1
        await visit.typed(b"a", 1)
        await until(lambda: link.frames > 1)  # the frame that found the buffer full
        frames = link.frames
        await visit.typed(b"bcdefg", 7)
        await until(lambda: count_of(visit.app) == "keys 7 ")
        link.waiting = LOW + 1
        await asyncio.sleep(0.02)
        assert link.frames == frames
        link.waiting = 0
        await until(lambda: b"keys 7" in link.sent)
        assert link.frames == frames + 1
        assert not link.cut


async def test_a_reader_that_never_comes_back_is_hung_up_on(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(link_driver, "POLL", 0.001)
    monkeypatch.setattr(link_driver, "STALLED", 0.01)
    async with running() as visit:
        visit.link.waiting = HIGH + 1
        await visit.typed(b"a", 1)
        await until(lambda: visit.link.cut == ["stalled"])


async def test_more_keys_than_anybody_can_press_have_to_wait() -> None:
    async with running() as visit:
        visit.view.feed(b"k" * 500)
        await until(lambda: len(visit.app.keys) >= link_driver.EVENTS_AT_ONCE)
        assert visit.link.paused[-1]
        assert len(visit.app.keys) < 150
        # what waits is not lost, and its end is not cut off either
        driver_of(visit.app)._events = Bucket(10_000, 10_000)
        visit.view.feed(b"z")
        await until(lambda: len(visit.app.keys) == 501)
        assert visit.app.keys[-1] == "z"
        assert not visit.link.paused[-1]


async def test_an_endless_paste_is_cut_and_costs_nothing() -> None:
    async with running() as visit:
        driver = driver_of(visit.app)
        visit.view.feed(b"\x1b[200~" + b"p" * 20_000)
        await until(lambda: bool(visit.app.pastes))
        assert len(visit.app.pastes[0]) <= link_driver.PASTE_MOST + 10
        await until(lambda: not driver._waiting)
        visit.view.feed(b"more\x1b[201~z")
        await until(lambda: "z" in visit.app.keys)
        assert visit.app.keys == ["z"]


async def test_motions_of_the_pointer_are_told_twenty_times_a_second() -> None:
    async with running() as visit:
        motions = b"".join(b"\x1b[<35;%d;2M" % column for column in range(1, 71))
        visit.view.feed(motions)
        await until(lambda: (69, 1) in visit.app.moves)
        assert len(visit.app.moves) <= 3
        # a click comes after the motion before it, and where it led
        visit.view.feed(b"\x1b[<35;9;3M\x1b[<0;9;3M")
        await until(lambda: (8, 2) in visit.app.moves)


async def test_a_lone_escape_arrives() -> None:
    async with running() as visit:
        assert await visit.typed(b"\x1b", 1) == ["escape"]


async def test_keys_typed_before_the_first_frame_are_kept() -> None:
    link = FakeLink()

    class Early(Counter):
        def on_mount(self) -> None:
            visit_feed(b"ab")

    fed: list[bytes] = []
    visit_feed: Any = fed.append
    async with running(link, make=Early) as visit:
        for data in fed:
            visit.view.feed(data)
        await until(lambda: visit.app.keys == ["a", "b"])


@pytest.mark.parametrize(
    ("claimed", "taken"),
    [
        ((0, 0), (80, 24)),
        ((0, 50), (80, 24)),
        ((1, 1), (COLUMNS[0], ROWS[0])),
        ((10_000, 10_000), (COLUMNS[1], ROWS[1])),
        ((2**32 - 1, 2**32 - 1), (COLUMNS[1], ROWS[1])),
        ((120, 40), (120, 40)),
    ],
)
def test_sizes_are_clamped(claimed: tuple[int, int], taken: tuple[int, int]) -> None:
    assert clamped(*claimed) == taken


async def test_a_new_size_arrives_once() -> None:
    async with running() as visit:
        visit.view.resize(100, 30)
        visit.view.resize(100, 30)
        await until(lambda: visit.app.size == (100, 30))
        assert visit.app.sizes.count((100, 30)) == 1


@pytest.fixture
def empty(tmp_path: Path) -> Path:
    folder = tmp_path / "empty"
    folder.mkdir()
    return folder


async def test_nothing_is_opened_and_no_file_is_written(empty: Path) -> None:
    async with running() as visit:
        visit.app.open_url("https://example.org")
        visit.app.deliver_text(io.StringIO("text"), save_directory=empty)
        visit.app.deliver_screenshot(path=str(empty))
        visit.app.copy_to_clipboard("secret")
        visit.app.action_suspend_process()
        await visit.typed(b"a", 1)
        await asyncio.sleep(0.02)
        assert not os.listdir(empty)
        assert b"]52;" not in visit.link.sent
        titles = [command.title for command in visit.app.get_system_commands(visit.app.screen)]
        assert "Screenshot" not in titles
        assert visit.app.is_running


def test_a_bucket_fills_with_time() -> None:
    now = 0.0
    bucket = Bucket(4, 2, lambda: now)
    assert all(bucket.take() for _again in range(4))
    assert not bucket.take()
    assert bucket.wait(1) == 1
    now = 1.0
    assert bucket.left == 1
    now = 100.0
    assert bucket.left == 4
