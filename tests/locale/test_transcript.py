"""The log of a recorded game, and its result in four lines."""

from __future__ import annotations

from recorded import game_lines, record_of, unfinished

from chickenscratch import locale
from chickenscratch.core.replay import replay
from chickenscratch.core.view import view_of
from chickenscratch.locale.result import four_lines
from chickenscratch.locale.transcript import story_of, transcript


def test_a_game_from_its_deal_to_its_winner() -> None:
    text = transcript(record_of(game_lines("classic")))
    lines = text.splitlines()
    assert lines[0] == "Classic Chickenfoot, 3 players, 2 rounds, 2026-11-29"
    assert lines[1] == "At the table: Anna, Bruno and Çelik."
    assert "ROUND 1, LEAD 9-9" in lines
    assert "ROUND 2, LEAD 8-8" in lines
    assert "wins with" in lines[-1]
    assert text.count("wins with") == 1


def test_one_round_alone() -> None:
    text = transcript(record_of(game_lines("classic")), 2)
    assert "ROUND 2" in text
    assert "ROUND 1" not in text


def test_an_unfinished_game_tells_nothing_hidden() -> None:
    lines = unfinished(game_lines("classic"))
    seed = lines[0]["seed"]
    record = record_of(lines)
    text = transcript(record)
    table = story_of(record).game.round
    assert table is not None
    last = text[text.index("ROUND 2") :]
    hidden = [tile for hand in (*table.hands, table.yard) for tile in hand]
    assert hidden
    assert all(str(tile) not in last for tile in hidden)
    assert seed not in text
    assert "Not over yet" in text


def test_drawn_tiles_are_never_named() -> None:
    text = transcript(record_of(game_lines("classic", rounds=5)))
    drawn = [line for line in text.splitlines() if "drew" in line and "foot" not in line]
    assert drawn
    assert all("-" not in line for line in drawn)


def test_what_was_taken_back_is_not_told() -> None:
    lines = game_lines("classic", rounds=1)
    plays = [i for i, line in enumerate(lines) if line.get("act") == "play"]
    at = plays[4] + 1
    twice = [*lines[:at], {"act": "undo", "lines": 1}, *lines[at - 1 :]]
    assert transcript(record_of(twice)) == transcript(record_of(lines))
    steps = list(replay(record_of(twice)))
    assert story_of(record_of(twice)).game == steps[-1].game


def test_italian_has_a_log_too() -> None:
    with locale.using("it"):
        assert transcript(record_of(game_lines())).count("\n") > 20


def test_four_lines_to_paste() -> None:
    lines = game_lines()
    game = story_of(record_of(lines)).game
    seed = lines[-1]["seed"]
    names = ("Anna\n\x1b[2J", "Bruno", "Çelik")
    text = four_lines(view_of(game, None), names, seed)
    assert len(text.split("\n")) == 4
    assert "\x1b" not in text
    assert seed in text
    assert "1st" in text
    sealed = four_lines(view_of(game, None), names)
    assert seed not in sealed
    assert game.commitment in sealed
