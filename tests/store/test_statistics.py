"""The statistics: a cache of the finished records, and the figures made of it."""

from __future__ import annotations

import os
import sqlite3
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest
from recorded import SEATS, as_bytes, game_lines, put, record_of, unfinished

from chickenscratch.core.record import GameRecord, Line, RecordSeat
from chickenscratch.core.replay import replay
from chickenscratch.core.state import EndReason, Game
from chickenscratch.store import StoreError
from chickenscratch.store.figures import Kind, Rival, figures, find, players, portrait
from chickenscratch.store.outcomes import Outcome, RoundOutcome, outcome_of, was_assisted
from chickenscratch.store.statistics import Statistics


@pytest.fixture
def games(tmp_path: Path) -> Path:
    return tmp_path / "games"


@pytest.fixture
def kept(tmp_path: Path) -> Statistics:
    return Statistics(tmp_path / "data" / "statistics.sqlite3")


def seed(number: int) -> str:
    return f"{number:064x}"


def some(folder: Path, count: int = 4) -> None:
    for number in range(count):
        created = f"2026-11-{number + 1:02}T20:15:00Z"
        put(folder, game_lines(seed=seed(number), created=created), f"game{number}")


def played(lines: Sequence[Line]) -> Game:
    return list(replay(record_of(lines)))[-1].game


@pytest.mark.parametrize("name", ["chicken-scratch", "chicken-foot", "classic", "double-foot"])
def test_an_outcome_is_what_the_replay_says(name: str) -> None:
    lines = game_lines(name, rounds=3)
    game = played(lines)
    outcome = outcome_of(record_of(lines))
    assert outcome is not None
    assert outcome.totals == game.totals
    assert outcome.rounds == tuple(
        RoundOutcome(r.number, r.lead, r.end, r.out, r.scores) for r in game.results
    )


def test_what_was_taken_back_does_not_count() -> None:
    lines = game_lines(rounds=2)
    ends = [i for i, line in enumerate(lines) if "end" in line]
    # back over the deal of round 2 into the end of round 1, then the same again
    last = next(i for i in range(ends[0], 0, -1) if "act" in lines[i])
    twice = [*lines[: ends[0] + 2], {"act": "undo", "lines": 1}, *lines[last:]]
    assert outcome_of(record_of(twice)) == outcome_of(record_of(lines))


def test_no_outcome_without_an_end_or_with_wrong_sums() -> None:
    lines = game_lines()
    assert outcome_of(record_of(unfinished(lines))) is None
    wrong = [*lines[:-1], lines[-1] | {"final": [1, 2, 3]}]
    assert outcome_of(record_of(wrong)) is None


def test_finished_games_are_taken_in_once(kept: Statistics, games: Path) -> None:
    assert kept.update(games).added == 0
    some(games)
    put(games, unfinished(game_lines(seed=seed(9))), "going")
    assert kept.update(games).added == 4
    assert kept.update(games) == (0, ())
    put(games, game_lines(seed=seed(0), created="2026-11-01T20:15:00Z"), "a copy")
    assert kept.update(games).added == 0
    put(games, game_lines(seed=seed(9)), "going")
    assert kept.update(games).added == 1
    put(games, game_lines(seed=seed(0), created="2026-12-24T18:00:00Z"), "the same deals again")
    assert kept.update(games).added == 1
    assert [outcome.created[:10] for outcome in kept.outcomes()] == sorted(
        outcome.created[:10] for outcome in kept.outcomes()
    )


def test_reading_the_records_again_gives_the_same(kept: Statistics, games: Path) -> None:
    some(games)
    kept.update(games)
    before = kept.outcomes()
    assert len(before) == 4
    assert kept.rebuild(games).added == 4
    assert kept.outcomes() == before
    kept.path.unlink()
    kept.update(games)
    assert kept.outcomes() == before
    assert before == tuple(
        outcome_of(record_of(game_lines(seed=seed(n), created=f"2026-11-{n + 1:02}T20:15:00Z")))
        for n in range(4)
    )


def test_files_that_cannot_be_read_are_named_and_the_others_count(
    kept: Statistics, games: Path
) -> None:
    some(games, 2)
    (games / "bad.chicken.jsonl").write_bytes(b'hello\n{"final"')
    (games / "bytes.chicken.jsonl").write_bytes(b'\xff\n{"final": []}')
    (games / "folder.chicken.jsonl").mkdir()
    (games / "notes.txt").write_text("not ours")
    fed = kept.update(games)
    assert fed.added == 2
    assert len(fed.refused) == 3


def test_several_games_in_a_file(kept: Statistics, games: Path) -> None:
    games.mkdir()
    data = as_bytes(game_lines(seed=seed(1))) + as_bytes(game_lines(seed=seed(2)))
    (games / "two.chicken.jsonl").write_bytes(data)
    assert kept.update(games).added == 2


def test_help_and_practice_are_marked(kept: Statistics, games: Path) -> None:
    lines = game_lines(seed=seed(1))
    put(games, [lines[0] | {"practice": True}, *lines[1:]], "practice")
    helped = game_lines(seed=seed(2))
    put(games, [*helped[:5], {"assisted": True}, *helped[5:]], "helped")
    named = game_lines(seed=seed(3), seats=(RecordSeat('"assisted": true'), *SEATS[1:]))
    put(games, named, "named")
    kept.update(games)
    marked = {outcome.seats[0].name: outcome.assisted for outcome in kept.outcomes()}
    assert marked == {"Anna": True, '"assisted": true': False}
    assert sum(outcome.assisted for outcome in kept.outcomes()) == 2
    assert not was_assisted(['{"assisted": true', '["assisted"]', '{"assisted": 1}'])
    everybody = portrait(kept.outcomes(), players(kept.outcomes())[0])
    assert (everybody.all.games, everybody.assisted.games) == (0, 2)


def test_a_reset_keeps_a_backup_and_stays(kept: Statistics, games: Path) -> None:
    assert kept.reset(games) is None
    some(games)
    first = kept.reset(games)
    assert first is not None
    assert len(Statistics(first).outcomes()) == 4
    assert kept.outcomes() == ()
    assert kept.update(games).added == 0
    assert kept.rebuild(games).added == 0
    put(games, game_lines(seed=seed(7)), "new")
    assert kept.update(games).added == 1
    second = kept.reset(games)
    assert second is not None
    assert second != first
    assert len(Statistics(first).outcomes()) == 4
    assert len(Statistics(second).outcomes()) == 1


def test_a_database_that_is_none_or_newer_is_left_alone(kept: Statistics, games: Path) -> None:
    kept.path.parent.mkdir(parents=True)
    kept.path.write_bytes(b"this is no database, just a long line of text" * 20)
    before = kept.path.read_bytes()
    with pytest.raises(StoreError):
        kept.update(games)
    assert kept.path.read_bytes() == before
    kept.path.unlink()
    with sqlite3.connect(kept.path) as base:
        base.execute("PRAGMA user_version = 99")
    with pytest.raises(StoreError, match="newer"):
        kept.outcomes()


ANNA, BRUNO, BOT = RecordSeat("Anna"), RecordSeat("Bruno"), RecordSeat("Hedda", "heaviest")


def game(
    day: int,
    scores: Sequence[tuple[int, ...]],
    ends: str = "",
    seats: tuple[RecordSeat, ...] = (ANNA, BRUNO, BOT),
    *,
    assisted: bool = False,
) -> Outcome:
    """`ends`: a letter a round, o for out (the first seat with 0), f, h and b."""
    kinds = {"o": EndReason.OUT, "f": EndReason.DEAD_FOOT, "h": EndReason.DEAD_HUB}
    rounds = tuple(
        RoundOutcome(n, 9 - n, kind, row.index(0) if kind is EndReason.OUT else None, row)
        for n, row in enumerate(scores, 1)
        for kind in [kinds.get((ends or "b" * len(scores))[n - 1], EndReason.BLOCKED)]
    )
    totals = tuple(map(sum, zip(*scores, strict=True)))
    won = tuple(seat for seat, total in enumerate(totals) if total == min(totals))
    return Outcome(f"g{day}", f"2026-11-{day:02}", "classic", seats, rounds, totals, won, assisted)


GAMES = (
    game(1, [(0, 20, 5), (10, 0, 30)], "of"),
    game(2, [(4, 20, 5), (0, 10, 30)], "ho"),
    game(3, [(40, 0, 5), (10, 0, 30)], "oo"),
    game(4, [(5, 5, 90), (5, 5, 90)], "bb"),
    game(5, [(0, 99, 99)], "o", assisted=True),
)


def test_the_figures_of_a_player() -> None:
    anna = find(GAMES, "ANNA")
    assert anna is not None
    found = portrait(GAMES, anna)
    all_ = found.all
    assert (all_.games, all_.wins, all_.shared, all_.rounds) == (4, 3, 1, 8)
    assert (all_.outs, all_.zeros, all_.points, all_.heaviest) == (2, 2, 74, 40)
    assert (all_.best, all_.worst) == (4, 50)
    assert (all_.streak, all_.longest) == (1, 2)
    assert (all_.mean_game, all_.mean_round) == (18.5, 9.25)
    assert all_.ends == {
        EndReason.OUT: 4, EndReason.DEAD_FOOT: 1, EndReason.DEAD_HUB: 1, EndReason.BLOCKED: 2,
    }  # fmt: skip
    assert all_.dead == 2
    assert found.assisted.games == found.assisted.wins == 1
    assert found.kinds == ((Kind("classic", 3, 2), all_),)
    assert dict(found.rivals) == {
        Rival("Bruno", None): (4, 3, 2, 1),
        Rival("heaviest", "heaviest"): (4, 3, 3, 1),
    }
    assert found.recent == (5.0, 2.0, 25.0, 5.0)
    assert found.spread == (2, 3, 2, 0, 0, 1, 0, 0, 0, 0)
    assert sum(found.spread) == all_.rounds


def test_a_level_is_everybody_who_played_at_it() -> None:
    two = game(6, [(9, 1, 2)], seats=(ANNA, BOT, RecordSeat("Irma", "heaviest")))
    level = find((two,), "heaviest")
    assert level is not None
    assert level.level == "heaviest"
    found = portrait((two,), level)
    assert (found.all.games, found.all.wins) == (2, 1)
    assert [player.name for player in players((*GAMES, two))] == ["Anna", "Bruno", "heaviest"]
    assert find(GAMES, "nobody") is None


def test_of_several_rivals_of_a_level_the_best_one_counts() -> None:
    one = game(6, [(9, 1, 20)], seats=(ANNA, BOT, RecordSeat("Irma", "heaviest")))
    anna = find((one,), "Anna")
    assert anna is not None
    assert dict(portrait((one,), anna).rivals) == {Rival("heaviest", "heaviest"): (1, 0, 0, 1)}


def test_no_games_are_no_figures() -> None:
    none = figures(())
    assert (none.games, none.mean_game, none.mean_round, none.best) == (0, 0, 0, 0)


@pytest.mark.skipif(sys.platform == "win32", reason="there are no such pipes there")
def test_one_odd_record_keeps_the_others_in(games: Path, kept: Statistics) -> None:
    some(games, 2)
    lines = game_lines(seed=seed(7), created="2026-12-07T20:15:00Z")
    huge = [dict(line) for line in lines]
    end = next(line for line in huge if "end" in line)
    end["scores"] = [2**70, 0, 0]
    put(games, huge, "huge")
    (games / "half.chicken.jsonl").write_bytes(as_bytes(lines).replace(b'"Anna"', b'"\\ud800"', 1))
    os.mkfifo(games / "pipe.chicken.jsonl")
    deep = as_bytes(lines).replace(b'{"final"', b'{"assisted":' + b"[" * 99_999 + b'\n{"final"')
    (games / "deep.chicken.jsonl").write_bytes(deep)
    fed = kept.update(games)
    assert fed.added == 2
    assert len(fed.refused) == 4
    assert len(kept.outcomes()) == 2


def test_a_record_that_breaks_the_database_changes_nothing(
    games: Path, kept: Statistics, monkeypatch: pytest.MonkeyPatch
) -> None:
    some(games, 3)

    def strange(record: GameRecord, *, assisted: bool = False) -> Outcome | None:
        found = outcome_of(record, assisted=assisted)
        assert found is not None
        if found.created.startswith("2026-11-02"):
            found = found._replace(rounds=found.rounds[:1] * 2)
        if found.created.startswith("2026-11-03"):
            found = found._replace(totals=(2**70, 0, 0))
        return found

    monkeypatch.setattr("chickenscratch.store.statistics.outcome_of", strange)
    fed = kept.update(games)
    assert (fed.added, len(fed.refused)) == (1, 2)
    assert all("make no sense" in str(error) for error in fed.refused)
    assert len(kept.outcomes()) == 1
    monkeypatch.undo()
    assert kept.update(games).added == 2


def test_outcomes_that_cannot_be() -> None:
    def edited(kind: str, **changes: object) -> Outcome | None:
        lines = [dict(line) for line in game_lines()]
        next(line for line in lines if kind in line).update(changes)
        return outcome_of(record_of(lines))

    assert edited("game") is not None
    assert edited("round", round=2) is None
    assert edited("final", winners=[]) is None
    assert edited("final", winners=[0, 1, 2]) is None
    lines = [dict(line) for line in game_lines()]
    next(line for line in lines if line.get("act") == "lead")["tile"] = "9-9"
    assert outcome_of(record_of(lines)) is None
