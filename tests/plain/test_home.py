"""The menu, the set-up dialogue and the replay, as a script goes through them."""

from __future__ import annotations

import asyncio
import os
from pathlib import Path

import pytest
from plain.plain_kit import SEED, Quick, Script, played, setup

from chickenscratch import config
from chickenscratch.company import gentle
from chickenscratch.config import Pace, Settings, SetUp
from chickenscratch.core.record import GameRecord, read_games
from chickenscratch.core.rules import DrawRule
from chickenscratch.locale import using
from chickenscratch.plain.app import run, run_replay
from chickenscratch.plain.home import Home
from chickenscratch.plain.replay import Replay, moments
from chickenscratch.plain.sitting import Parlour
from chickenscratch.store import Shelf

SETTINGS = Settings(name="Anna", pace=Pace.INSTANT)
BOTS = ("random", "heaviest", "random")


@pytest.fixture
def shelf(tmp_path: Path) -> Shelf:
    return Shelf(tmp_path / "games")


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "config.toml"


def evening(shelf: Shelf, file: Path, *lines: str, settings: Settings = SETTINGS) -> Script:
    script = Script(*lines)
    assert run(settings, shelf, file, console=script) == 0
    return script


def test_the_menu_of_a_new_player(shelf: Shelf, file: Path) -> None:
    assert evening(shelf, file).said == [
        "Chicken Scratch and Chicken Foot.",
        "1: Quick game. Chicken Scratch against three gentle hens.",
        "2: Set up a game.",
        "3: Rules.",
        "4: Score keeper, for games with real tiles.",
        "5: Leave.",
        "Type a number, or the first letters of a word.",
    ]


@pytest.mark.parametrize("line", ["5", "leave", "quit", "q", "esci", "Leave"])
def test_leaving(shelf: Shelf, file: Path, line: str) -> None:
    script = evening(shelf, file, line, "rules")
    assert len(script.asked) == 1


def test_a_word_that_is_none_is_one_sentence(shelf: Shelf, file: Path) -> None:
    script = evening(shelf, file, "9", "zzz")
    assert script.said[-2:] == ["Type one of quick, setup, rules, score, quit, or a number."] * 2


def test_a_quick_game_is_kept_and_gone_on_with(shelf: Shelf, file: Path) -> None:
    script = evening(shelf, file, "quick", "quit", "continue")
    assert script.said.count("The game is kept; “continue” goes on with it.") == 2
    (saved,) = shelf.contents().games
    assert saved.seats[0].name == "Anna"
    assert len(saved.seats) == 4
    menu = [line for line in script.said if line.startswith("1: Continue: Chicken Scratch, ")]
    assert len(menu) == 1
    assert menu[0].endswith(".")
    assert "round 1 of 7" in menu[0]


def test_going_on_tells_where_the_game_stands(shelf: Shelf, file: Path) -> None:
    evening(shelf, file, "quick")
    script = evening(shelf, file, "1")
    at = script.said.index("Type a number, or the first letters of a word.")
    assert script.said[at + 1].startswith("Round 1 of 7. Hub ")


def test_rules_of_a_preset(shelf: Shelf, file: Path) -> None:
    script = evening(shelf, file, "rules", "classic", "leave")
    assert "Classic Chickenfoot, 4 players." in script.said
    assert any(line.startswith("The count: ") for line in script.said)
    assert script.said[-1] == "Type a number, or the first letters of a word."


def test_the_menu_in_italian(shelf: Shelf, file: Path) -> None:
    with using("it"):
        script = evening(shelf, file, "regole", "", "partita", "esci", "continua")
    assert any(line.startswith("1: ") and "Chicken Scratch" in line for line in script.said)
    assert any(line.startswith("Tocca a te") or " gioca" in line for line in script.said)


def test_a_file_that_is_no_game_is_told_and_left_alone(shelf: Shelf, file: Path) -> None:
    shelf.folder.mkdir()
    bad = shelf.folder / "x.chicken.jsonl"
    bad.write_text("nonsense\n")
    script = evening(shelf, file)
    assert str(bad) in script.said[0]
    assert bad.read_text() == "nonsense\n"


def test_a_game_that_somebody_else_plays_is_refused(shelf: Shelf, file: Path) -> None:
    evening(shelf, file, "quick")
    (saved,) = shelf.contents().games
    opened = shelf.open(saved.path)
    script = evening(shelf, file, "continue")
    opened.save.close()
    assert any(line.endswith("is being played in another window.") for line in script.said)


def test_a_game_that_cannot_be_kept_is_not_said_to_be(shelf: Shelf, file: Path) -> None:
    shelf.folder.write_text("in the way of the folder")
    script = evening(shelf, file, "quick", "quit")
    assert "The game could not be kept." in script.said
    assert not any("The game is kept" in line for line in script.said)


def test_enter_keeps_everything(shelf: Shelf, file: Path) -> None:
    script = evening(shelf, file, "setup", *[""] * 13, "quit")
    assert "Chicken Scratch, 7 rounds." in script.said
    level = gentle()
    names = f"Anna, Bruna ({level}), Carla ({level}) and Dina ({level})"
    assert f"At the table: {names}." in script.said
    assert config.load(file).last == SetUp(rules="chicken-scratch", players=4, bots=(level,) * 3)


def test_a_table_of_ones_own(shelf: Shelf, file: Path) -> None:
    script = evening(
        shelf, file, "2", "chicken-f", "list", "draw until-playable", "draw nonsense", "poker 3",
        "may-pass", "", "3", "9", "2", "", "Zoë", "1", "Zoë", "Bruno", "zzz", f"seed {SEED}",
        settings=SETTINGS.model_copy(update={"last": SetUp(players=3)}),
    )  # fmt: skip
    (saved,) = shelf.contents().games
    (record,) = read_games(saved.path.read_text(encoding="utf-8").split("\n"))
    header = record.header
    assert header.rules.draw is DrawRule.UNTIL_PLAYABLE
    assert header.rules.rounds == 3
    assert header.seed == SEED
    assert [(seat.name, seat.level) for seat in header.seats] == [("Zoë", None), ("Bruno", None)]
    said = script.said
    assert "House rules, 3 rounds." in said
    assert "Every seat needs a name of its own." in said
    assert "There is no rule called “poker”." in said
    assert any("“nonsense”" in line for line in said)
    assert any(line.startswith("draw: ") and "It can be one, until-playable, none." in line
               for line in said)  # fmt: skip
    assert "Type a number from 2 to 6." in said
    assert any("“zzz” is not understood." in line for line in said)


def test_a_table_needs_a_person(shelf: Shelf, file: Path) -> None:
    bots = ["random", ""]
    script = evening(shelf, file, "setup", "", "", "", "2", *bots, *bots, "", "", *bots, "", "quit")
    assert "At least one person must sit at the table." in script.said
    (saved,) = shelf.contents().games
    assert [seat.level for seat in saved.seats] == [None, "random"]


@pytest.mark.parametrize("before", range(6))
def test_back_leads_to_the_menu_from_anywhere(shelf: Shelf, file: Path, before: int) -> None:
    script = evening(shelf, file, "setup", *[""] * before, "back", "quit")
    assert script.said.count("2: Set up a game.") == 2
    assert shelf.contents().games == ()


def test_a_seed_that_is_none_is_one_sentence(shelf: Shelf, file: Path) -> None:
    script = evening(shelf, file, "setup", "", "", "", "", *[""] * 8, "seed xyz", "back", "quit")
    assert any(line.startswith("A seed is 1 to 64") for line in script.said)


def test_settings_that_cannot_be_written_do_not_stop_the_game(shelf: Shelf, file: Path) -> None:
    file.write_text("pace = 3\n")
    script = evening(shelf, file, "setup", *[""] * 13, "quit")
    assert any(str(file) in line for line in script.said)
    assert len(shelf.contents().games) == 1


async def record_of(**options: object) -> GameRecord:
    wanted = setup("chicken-scratch", None, *BOTS, **options)
    (record,) = read_games((await played(wanted)).lines)
    return record


def replayed(record: GameRecord, *lines: str, unattended: bool = False) -> Script:
    script = Script(*lines)
    script.unattended = unattended
    assert run_replay(SETTINGS, record, console=script) == 0
    return script


@pytest.fixture(scope="module")
def recorded() -> GameRecord:
    return asyncio.run(record_of(rounds=2))


def test_a_record_is_told_step_by_step(recorded: GameRecord) -> None:
    script = replayed(recorded, "", "", "3", "next 2", "log 2")
    told = script.answers()
    assert told[0][0] == "Round 1: 5 tiles each, 8 in the yard."
    assert told[1] == ["Dina led 6 6, a hub of 4 arms."]
    assert told[2] == ["Anna 6 1 on the hub (arm 1 of 4)."]
    assert len(told[3]) == 3
    assert told[3][2].startswith("Dina drew ")
    assert told[4][0] == "Dina passed."
    assert len(told[5]) == 2


def test_all_hands_and_draws_are_open(recorded: GameRecord) -> None:
    script = replayed(recorded, "hand", "all")
    hands = script.answers()[1]
    assert [line.split(":")[0] for line in hands] == ["Anna", "Bruna", "Carla", "Dina"]
    drawn = [line for line in script.said if " drew " in line]
    assert drawn
    assert all(any(char.isdigit() for char in line) for line in drawn)


def test_back_and_to_a_round(recorded: GameRecord) -> None:
    script = replayed(recorded, "5", "back 2", "", "round 2", "round 9", "back 999", "ends")
    told = script.answers()
    assert told[2][0].startswith("Round 1 of 2. Hub 6 6, ")
    assert told[3] == told[1][3:4]
    assert told[4][0].startswith("Round 2 of 2. Hub ")
    assert told[5] == ["There is no round 9 in this record."]
    assert told[6][0] == "Round 1 of 2. Hub 6 6, not laid yet. Yard 8."


def test_the_end_of_a_record(recorded: GameRecord) -> None:
    script = replayed(recorded, "tutto", "", "score", "table", "who", "help", "zzz", "quit", "all")
    assert any(line.startswith("Seed: ") for line in script.said)
    assert "This is the end of the record." in script.said
    assert script.said[-1] == "“zzz” is not understood; type “help” for the words that are."


def test_where_nobody_could_answer_all_is_told(recorded: GameRecord) -> None:
    script = replayed(recorded, unattended=True)
    assert script.asked == []
    assert sum(line.startswith("Places:") for line in script.said) == 2


def test_a_replay_tells_what_the_game_told(recorded: GameRecord) -> None:
    """The same events as in the record, one by one."""
    told = [line for line in replayed(recorded, "all").said if line.startswith("CHICKIE")]
    called = [
        event for moment in moments(recorded) for event in moment.events if event.event == "called"
    ]
    assert len(told) == len(called) > 0


async def test_a_record_of_nothing() -> None:
    script = Script()
    await Replay(script, (await record_of(rounds=2))._replace(entries=())).run()
    assert script.said == ["Nothing has been dealt in this game yet."]


async def test_finished_games_can_be_seen_again_from_the_menu(tmp_path: Path) -> None:
    wanted = setup("chicken-scratch", None, *BOTS, rounds=1)
    elsewhere = await played(wanted)
    folder = tmp_path / "games"
    folder.mkdir()
    (folder / "a.chicken.jsonl").write_text("\n".join(elsewhere.lines) + "\n", encoding="utf-8")

    script, shelf = Script("replay", "1", "all", "quit", "quit"), Shelf(folder)
    parlour = Parlour(script, SETTINGS, shelf, Quick())
    await Home(script, SETTINGS, shelf, parlour, tmp_path / "c.toml").run()
    assert "5: Replay a finished game." in script.said
    assert "Bruna wins with 0 points." in script.said
    assert script.said.count("9: Leave.") == 2


def test_several_unfinished_games_are_told_apart(shelf: Shelf, file: Path) -> None:
    for _ in range(3):
        evening(shelf, file, "quick")
    for number, saved in enumerate(shelf.contents().games):
        os.utime(saved.path, (86400 * (number + 20), 86400 * (number + 20)))
    script = evening(shelf, file, "nonsense", "3", "quit")
    menu = [line for line in script.said if ": Continue: " in line]
    assert [line[:2] for line in menu[:3]] == ["1:", "2:", "3:"]
    assert len({line[2:] for line in menu[:3]}) == 3
    assert ", last played 1970-01-2" in menu[0]
    assert "Type one of continue, quick, setup, rules, score, quit, or a number." in script.said
    newest = shelf.contents().games[0]
    assert newest.path.stat().st_mtime < 86400 * 30  # nothing was changed by looking
