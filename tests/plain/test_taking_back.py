"""Plain mode: taking back, free practice, the log of a game that goes on, two windows."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from plain.plain_kit import INSTANT, Quick, Script, setup
from recorded import game_lines, put, unfinished

from chickenscratch.config import Pace, Settings
from chickenscratch.plain import sitting
from chickenscratch.plain.app import run
from chickenscratch.plain.sitting import Parlour
from chickenscratch.plain.table import Outcome, Session
from chickenscratch.store import Shelf
from chickenscratch.store.windows import ask_for, asked_for
from chickenscratch.table.local import open_table
from chickenscratch.table.setup import TableSetup

SETTINGS = Settings(name="Anna", pace=Pace.INSTANT)


async def session(wanted: TableSetup, *lines: str) -> tuple[Script, Session]:
    script = Script(*lines)
    table = open_table(wanted, brain=Quick(), pace=INSTANT)
    sitting_ = Session(table.people, script)
    await sitting_.run()
    await table.close()
    return script, sitting_


async def test_a_move_is_named_before_it_is_taken_back() -> None:
    wanted = setup("chicken-scratch", None, "random", seed="2")._replace(practice=True)
    script, _ = await session(wanted, "", "undo", "undo", "redo", "redo", "log 1")
    named = [line for line in script.said if "again takes back" in line]
    assert len(named) == 1
    assert named[0].startswith("“undo” again takes back your ")
    moves = named[0].removeprefix("“undo” again takes back ")
    assert f"Taken back: {moves}" in script.said
    assert f"“redo” again does again {moves}" in script.said


async def test_nothing_to_take_back_is_one_sentence() -> None:
    script, _ = await session(setup("chicken-scratch", None, "random"), "undo")
    (sentence,) = script.answers()[1]
    assert sentence == "There is nothing of yours to take back."


async def test_another_word_in_between_forgets_what_was_named() -> None:
    wanted = setup("chicken-scratch", None, "random", seed="2")._replace(practice=True)
    script, _ = await session(wanted, "", "undo", "who", "undo")
    assert sum("again takes back" in line for line in script.said) == 2
    assert not any(line.startswith("Taken back") for line in script.said)


def test_the_log_of_a_game_gone_on_with_is_whole(tmp_path: Path) -> None:
    shelf = Shelf(tmp_path / "games")
    put(shelf.folder, unfinished(game_lines()))
    script = Script("continue", "log 99", "quit", "quit")
    assert run(SETTINGS, shelf, tmp_path / "config.toml", console=script) == 0
    said = script.answers()[2]
    assert said[0].startswith("Round 2")
    assert len(said) > 3


def test_free_practice_is_chosen_in_the_set_up_and_kept_in_the_record(tmp_path: Path) -> None:
    shelf = Shelf(tmp_path / "games")
    lines = ["setup", "", "", "", "", *[""] * 8, "practice", "", "quit", "quit"]
    script = Script(*lines)
    assert run(SETTINGS, shelf, tmp_path / "config.toml", console=script) == 0
    assert "Free practice: everything can be taken back." in script.said
    (game,) = shelf.contents().games
    assert game.practice


@pytest.fixture
def going(tmp_path: Path) -> Path:
    return put(tmp_path / "games", unfinished(game_lines()))


HOLDER = """
import sys
from pathlib import Path
from chickenscratch.store import Shelf
from chickenscratch.store.windows import asked_for
path = Path(sys.argv[1])
opened = Shelf(path.parent).open(path)
print("playing", flush=True)
if sys.argv[2] == "kind":
    while not asked_for(path):
        pass
else:
    sys.stdin.read()
opened.save.close()
"""


def holding(path: Path, kind: str) -> subprocess.Popen[str]:
    """Another window that plays this game."""
    pipe = subprocess.PIPE
    command = [sys.executable, "-c", HOLDER, str(path), kind]
    process = subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True)
    assert process.stdout is not None
    assert process.stdout.readline() == "playing\n"
    return process


@pytest.mark.parametrize(("kind", "end"), [("kind", "The game is kept"), ("deaf", "The other")])
async def test_a_game_of_another_window_is_asked_for(
    going: Path, monkeypatch: pytest.MonkeyPatch, kind: str, end: str
) -> None:
    monkeypatch.setattr(sitting, "LOOK_EVERY", 0.01)
    monkeypatch.setattr(sitting, "LOOKS", 500 if kind == "kind" else 3)
    script = Script("here", "quit")
    with holding(going, kind) as other:
        outcome = await Parlour(script, SETTINGS, Shelf(going.parent), Quick()).play(going)
        assert other.stdin is not None
        other.stdin.close()
    assert script.said[0].endswith("is being played in another window.")
    assert script.said[-1].startswith(end)
    assert outcome is (Outcome.LEFT if kind == "kind" else Outcome.OVER)
    assert not asked_for(going)


async def test_enter_leaves_the_game_to_the_other_window(going: Path) -> None:
    with holding(going, "deaf") as other:
        script = Script("")
        await Parlour(script, SETTINGS, Shelf(going.parent), Quick()).play(going)
        assert not asked_for(going)
        assert len(script.said) == 2
        assert other.stdin is not None
        other.stdin.close()


async def test_a_game_that_is_asked_for_is_let_go_at_the_next_line(going: Path) -> None:
    class Asked(Script):
        async def ask(self, *_words: object) -> str | None:
            ask_for(going)
            return "hand"

    script = Asked()
    outcome = await Parlour(script, SETTINGS, Shelf(going.parent), Quick()).play(going)
    assert outcome is Outcome.TAKEN
    assert script.said[-1] == "This game goes on in another window."
    Shelf(going.parent).open(going).save.close()
