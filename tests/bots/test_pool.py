"""Worker processes: answers, deaths, silence, and what is left when everything is closed."""

from __future__ import annotations

import asyncio
import os
import select
import signal
import subprocess
import sys
from collections.abc import Iterator

import pytest
from scenes import SCRATCH, SEED, accept, round_of

from chickenscratch.bots.base import Level, awaited, is_legal
from chickenscratch.bots.levels import LEVELS, LevelError, decide
from chickenscratch.bots.messages import Answer, Question
from chickenscratch.bots.pool import COMMAND, BotPool
from chickenscratch.bots.simple import RANDOM
from chickenscratch.core.actions import Deal
from chickenscratch.core.apply import start_game
from chickenscratch.core.view import SeatView, view_of
from chickenscratch.core.wire import format_view

PATIENT = 60.0
HURRIED = 0.2

ODD_WORKER = """
import sys, time
from chickenscratch.bots import levels, worker
from chickenscratch.bots.base import Level
def slow(view, chance, company):
    print("thinking", flush=True)
    while True:
        pass
def dies(view, chance, company):
    print("no memory left", file=sys.stderr)
    sys.stderr.flush()
    import os; os._exit(3)
def fails(view, chance, company):
    raise ArithmeticError("seven is not a double")
def cheats(view, chance, company):
    from chickenscratch.core.actions import Pass
    return Pass(view.seat)
def talks(view, chance, company):
    print("a stray print", flush=True)
    return levels.decide(view, "heaviest")
def picky(view, chance, company):
    if company != ("picky", None):
        raise LookupError(f"who are {company}?")
    return levels.decide(view, "heaviest")
for bot in (slow, dies, fails, cheats, talks, picky):
    levels.LEVELS[bot.__name__] = Level(bot.__name__, "", "", bot)
worker.main()
"""
ODD = (sys.executable, "-c", ODD_WORKER)


@pytest.fixture
def view() -> SeatView:
    game = accept(start_game(SCRATCH, 2, SEED), Deal()).game
    return view_of(game, round_of(game).turn)


@pytest.fixture
def odd_levels(monkeypatch: pytest.MonkeyPatch) -> None:
    """The levels of the odd worker exist here too; nothing in this process plays them."""
    for name in ("slow", "dies", "fails", "cheats", "talks", "picky"):
        monkeypatch.setitem(LEVELS, name, Level(name, "", "", RANDOM.bot))


@pytest.fixture
def pool() -> Iterator[BotPool]:
    with BotPool(deadline=PATIENT) as pool:
        yield pool


async def test_the_worker_decides_as_this_process_would(pool: BotPool) -> None:
    game, asked = start_game(SCRATCH, 3, SEED), 0
    while len(game.results) < 1:
        seat = None if game.round is None else awaited(game.round)
        if seat is None:
            game = accept(game, Deal()).game
            continue
        seen = view_of(game, seat)
        action = await pool.choose(seen, "random", "pinch")
        assert action == decide(seen, "random", "pinch")
        game, asked = accept(game, action).game, asked + 1
    assert asked > 10
    assert len({process.pid for process in pool.processes}) == 1


async def test_nothing_is_left_after_closing(view: SeatView) -> None:
    with BotPool(2, deadline=PATIENT) as pool:
        await asyncio.gather(*(pool.choose(view, "random") for _ in range(6)))
        processes = pool.processes
        assert len(processes) == 2
        assert all(process.returncode is None for process in processes)
    assert all(process.returncode is not None for process in processes)
    assert pool.processes == ()
    assert is_legal(view, await pool.choose(view, "random"))  # somebody may still be playing
    assert pool.processes == ()
    pool.close()


def test_closing_at_once_leaves_nothing_either() -> None:
    for _ in range(5):
        with BotPool() as pool:
            pass
        assert pool.processes == ()


async def test_a_dead_worker_is_replaced(
    pool: BotPool, view: SeatView, caplog: pytest.LogCaptureFixture
) -> None:
    await pool.choose(view, "random")
    (first,) = pool.processes
    first.kill()
    first.wait()
    assert await pool.choose(view, "random") == decide(view, "random")
    (second,) = pool.processes
    assert second.pid != first.pid
    assert "died while it had nothing to do" in caplog.text


@pytest.mark.usefixtures("odd_levels")
async def test_a_worker_that_dies_thinking(
    view: SeatView, caplog: pytest.LogCaptureFixture
) -> None:
    with BotPool(deadline=PATIENT, command=ODD) as pool:
        assert await pool.choose(view, "dies") == decide(view, "heaviest")
        assert "a bot worker died and is replaced: no memory left" in caplog.text
        assert await pool.choose(view, "random", "x") == decide(view, "random", "x")


@pytest.mark.usefixtures("odd_levels")
async def test_a_worker_that_does_not_answer(
    view: SeatView, caplog: pytest.LogCaptureFixture
) -> None:
    with BotPool(deadline=HURRIED, command=ODD) as pool:
        assert await pool.choose(view, "slow") == decide(view, "heaviest")
        assert "took more than 0.2 s and is replaced" in caplog.text


@pytest.mark.usefixtures("odd_levels")
async def test_a_choice_can_be_cancelled(view: SeatView) -> None:
    with BotPool(deadline=PATIENT, command=ODD) as pool:
        await pool.choose(view, "random")
        (first,) = pool.processes
        choice = asyncio.create_task(pool.choose(view, "slow"))
        await asyncio.wait({choice}, timeout=HURRIED)
        choice.cancel()
        with pytest.raises(asyncio.CancelledError):
            await choice
        assert await pool.choose(view, "random", "x") == decide(view, "random", "x")
        (second,) = pool.processes
        assert second.pid != first.pid
    assert first.returncode == -signal.SIGKILL


@pytest.mark.usefixtures("odd_levels")
async def test_closing_while_a_bot_thinks(view: SeatView, caplog: pytest.LogCaptureFixture) -> None:
    with BotPool(deadline=PATIENT, command=ODD) as pool:
        choice = asyncio.create_task(pool.choose(view, "slow"))
        await asyncio.wait({choice}, timeout=HURRIED)
    assert await choice == decide(view, "heaviest")
    assert pool.processes == ()
    assert caplog.text == ""


@pytest.mark.usefixtures("odd_levels")
@pytest.mark.parametrize(
    ("level", "words"),
    [("fails", "ArithmeticError: seven is not a double"), ("cheats", "'0 pass' is not legal")],
)
async def test_a_faulty_bot_is_stood_in_for(
    view: SeatView, caplog: pytest.LogCaptureFixture, level: str, words: str
) -> None:
    with BotPool(deadline=PATIENT, command=ODD) as pool:
        assert await pool.choose(view, level) == decide(view, "heaviest")
        assert words.replace("0", str(view.seat), 1) in caplog.text
        (process,) = pool.processes
        assert process.poll() is None  # the worker is not to blame


@pytest.mark.usefixtures("odd_levels")
async def test_a_bot_is_told_who_sits_at_the_table(
    view: SeatView, caplog: pytest.LogCaptureFixture
) -> None:
    with BotPool(deadline=PATIENT, command=ODD) as pool:
        await pool.choose(view, "picky", company=("picky", None))
        assert caplog.text == ""
        await pool.choose(view, "picky")
        assert "LookupError: who are ()?" in caplog.text
        assert await pool.choose(view, "picky", company=("picky",)) == decide(view, "heaviest")
        assert "a company of 1 at 2 seats" in caplog.text


@pytest.mark.usefixtures("odd_levels")
async def test_a_stray_print_is_no_answer(view: SeatView, caplog: pytest.LogCaptureFixture) -> None:
    with BotPool(deadline=PATIENT, command=ODD) as pool:
        assert await pool.choose(view, "talks") == decide(view, "heaviest")
    assert caplog.text == ""


@pytest.mark.parametrize(
    ("command", "words"),
    [
        (("/no/such/program",), "No such file"),
        ((sys.executable, "-c", "import chickenscratch.nothing"), "ModuleNotFoundError"),
        ((sys.executable, "-c", "input(); print('{')"), "Invalid JSON"),
    ],
)
async def test_without_a_worker_the_game_goes_on(
    view: SeatView, caplog: pytest.LogCaptureFixture, command: tuple[str, ...], words: str
) -> None:
    with BotPool(deadline=PATIENT, command=command) as pool:
        for _ in range(3):
            assert await pool.choose(view, "random") == decide(view, "heaviest")
        assert words in caplog.text


async def test_what_cannot_be_asked(pool: BotPool, view: SeatView) -> None:
    with pytest.raises(LevelError):
        await pool.choose(view, "genius")
    with pytest.raises(ValueError, match="a watcher"):
        await pool.choose(view._replace(seat=None, hand=()), "random")
    with pytest.raises(ValueError, match="nothing to decide"):
        await pool.choose(view._replace(turn=1 - view.turn), "random")


def test_nothing_reaches_the_terminal(view: SeatView, caplog: pytest.LogCaptureFixture) -> None:
    code = (
        "import asyncio, logging, sys\n"
        "from chickenscratch.bots.pool import BotPool\n"
        "from chickenscratch.core.wire import parse_view\n"
        "logging.disable()\n"
        "view = parse_view(sys.argv[2])\n"
        "with BotPool(command=(sys.executable, '-c', sys.argv[1])) as pool:\n"
        "    asyncio.run(pool.choose(view, 'random'))\n"
    )
    bad = "import sys; print('out'); sys.exit('err')"
    command = [sys.executable, "-c", code, bad, format_view(view)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def started() -> subprocess.Popen[bytes]:
    return subprocess.Popen(COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE)


def test_the_worker_ends_with_its_input(view: SeatView) -> None:
    with started() as worker:
        assert worker.stdin is not None
        assert worker.stdout is not None
        worker.stdin.write(Question("random", "", view).line())
        worker.stdin.flush()
        answer = Answer.parse(worker.stdout.readline())
        assert answer == Answer(f"{view.seat} lead {view.lead}-{view.lead}")
        worker.stdin.close()
        assert worker.wait(PATIENT) == 0


def test_the_worker_ends_in_the_middle_of_a_thought(view: SeatView) -> None:
    pipe = subprocess.PIPE
    with subprocess.Popen(ODD, stdin=pipe, stdout=pipe, stderr=pipe) as worker:
        assert worker.stdin is not None
        assert worker.stderr is not None
        worker.stdin.write(Question("slow", "", view).line())
        worker.stdin.flush()
        assert worker.stderr.readline() == b"thinking\n"
        worker.stdin.close()
        assert worker.wait(PATIENT) == 0


def test_the_worker_survives_ctrl_c_and_nonsense(view: SeatView) -> None:
    with started() as worker:
        assert worker.stdin is not None
        assert worker.stdout is not None
        for nonsense in (b"{\n", b"[]\n", b"\xff\n"):
            worker.stdin.write(nonsense)
            worker.stdin.flush()
            answer = Answer.parse(worker.stdout.readline())
            assert answer.action is None
            assert answer.error is not None
            worker.send_signal(signal.SIGINT)
        worker.stdin.close()
        assert worker.wait(PATIENT) == 0


@pytest.mark.skipif(not hasattr(os, "pidfd_open"), reason="needs Linux to watch a grandchild")
def test_workers_do_not_outlive_a_parent_that_is_killed(view: SeatView) -> None:
    code = (
        "import asyncio, sys\n"
        "from chickenscratch.bots.pool import BotPool\n"
        "from chickenscratch.core.wire import parse_view\n"
        "view = parse_view(sys.argv[1])\n"
        "with BotPool(2) as pool:\n"
        "    asyncio.run(pool.choose(view, 'random'))\n"
        "    print(*(process.pid for process in pool.processes), flush=True)\n"
        "    sys.stdin.read()\n"
    )
    command = [sys.executable, "-c", code, format_view(view)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as parent:
        assert parent.stdout is not None
        workers = [os.pidfd_open(int(pid)) for pid in parent.stdout.readline().split()]
        parent.kill()
        for worker in workers:
            assert select.select([worker], [], [], PATIENT)[0]
            os.close(worker)


def test_the_worker_needs_no_screen() -> None:
    code = (
        "import sys, chickenscratch.bots.worker, chickenscratch.bots.pool\n"
        "print([m for m in ('textual', 'rich', 'click', 'sqlite3') if m in sys.modules])"
    )
    command = [sys.executable, "-c", code]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=True)
    assert done.stdout == "[]\n"
