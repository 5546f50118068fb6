"""Whole games between bots, series of them, and the figures made of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from math import isclose
from typing import Any

import pytest
from scenes import SCRATCH, SEED

from chickenscratch.bots import selfplay
from chickenscratch.bots.base import Chance, Company, Level
from chickenscratch.bots.levels import LEVELS
from chickenscratch.bots.report import report_on
from chickenscratch.bots.selfplay import play_game, turn_limit
from chickenscratch.bots.series import CHUNK, Series, play_series
from chickenscratch.bots.simple import HEAVIEST, RANDOM
from chickenscratch.bots.tally import Tally, share_of, spread_of
from chickenscratch.core.actions import Action, Draw, SeatAction
from chickenscratch.core.apply import Accepted
from chickenscratch.core.presets import PRESETS
from chickenscratch.core.rules import RuleError
from chickenscratch.core.shuffle import derived_seed
from chickenscratch.core.view import SeatView

TABLES = [(name, seats) for name, preset in PRESETS.items() for seats in preset.rules.seats]


def round_the_table(seats: int) -> tuple[str, ...]:
    quick = [name for name, level in LEVELS.items() if level.live is None]
    return tuple(quick[seat % len(quick)] for seat in range(seats))


def tally_of(series: Series, jobs: int = 1) -> Tally:
    tally = Tally.for_seats(len(series.levels))
    for chunk in play_series(series, jobs):
        tally.merge(chunk.tally)
    return tally


def check_series(name: str, seats: int, games: int) -> None:
    rules = PRESETS[name].rules
    tally = tally_of(Series(rules, round_the_table(seats), SEED, games))
    assert tally.games == games
    assert tally.rounds == games * rules.game_rounds
    assert tally.redeals == 0
    assert max(tally.turns) <= turn_limit(rules, seats)
    assert max(tally.tiles) <= (rules.set_size + 1) * (rules.set_size + 2) // 2
    assert sum(seat.won for seat in tally.seats) == games


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_every_preset_is_played_to_its_end(name: str, seats: int) -> None:
    check_series(name, seats, 2)


@pytest.mark.slow
@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_every_preset_is_played_to_its_end_many_times(name: str, seats: int) -> None:
    check_series(name, seats, 200)


def test_a_game_follows_from_its_seed() -> None:
    levels = [HEAVIEST, RANDOM, RANDOM]
    seen: list[Action] = []

    def watch(action: Action, outcome: Accepted) -> None:
        seen.append(action)
        last.append(outcome)

    last: list[Accepted] = []
    played = play_game(SCRATCH, levels, SEED, watch)
    assert played == play_game(SCRATCH, levels, SEED)
    assert played != play_game(SCRATCH, levels, derived_seed(SEED, 0))
    assert last[-1].game == played.game
    turns = sum(action.act in ("lead", "play", "pass") for action in seen)
    assert turns == sum(length.turns for length in played.rounds)
    tiles = sum(action.act in ("lead", "play") for action in seen)
    assert tiles == sum(length.tiles for length in played.rounds)


def test_bots_are_told_who_plays() -> None:
    told = set()

    def curious(view: SeatView, chance: Chance, company: Company = ()) -> SeatAction:
        told.add(company)
        return HEAVIEST.bot(view, chance, company)

    play_game(SCRATCH, [HEAVIEST, Level("curious", "", "", curious), RANDOM], SEED)
    assert told == {("heaviest", "curious", "random")}


def test_a_bot_that_breaks_the_rules_is_our_mistake() -> None:
    cheat = Level("cheat", "", "", lambda view, _chance, _company=(): Draw(view.turn))
    with pytest.raises(RuntimeError, match="was refused in game"):
        play_game(SCRATCH, [cheat, cheat], SEED)


def test_a_round_that_does_not_end_is_our_mistake(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(selfplay, "turn_limit", lambda _rules, _seats: 0)
    with pytest.raises(RuntimeError, match="does not end"):
        play_game(SCRATCH, [HEAVIEST, HEAVIEST], SEED)


def test_too_many_players_are_refused_before_anything_is_played() -> None:
    with pytest.raises(RuleError):
        play_series(Series(SCRATCH, ("random",) * 7, SEED, 1), 1)


def test_games_come_in_order_from_any_number_of_processes() -> None:
    series = Series(SCRATCH, ("heaviest", "random"), SEED, 2 * CHUNK + 3, created="today")
    alone, together = list(play_series(series, 1)), list(play_series(series, 3))
    assert alone == together
    assert [chunk.tally.games for chunk in alone] == [CHUNK, CHUNK, 3]
    assert alone[0].record.count('{"record": 1') == CHUNK


def test_a_series_may_be_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    chunks = play_series(Series(SCRATCH, ("random",) * 2, SEED, 10_000), 2)
    assert next(chunks).tally.games == CHUNK
    chunks.close()  # comes back only when the processes are gone


def test_mean_and_spread() -> None:
    counts = Counter({2: 1, 4: 3, 5: 2, 7: 1, 9: 1})
    mean, spread = spread_of(counts)
    assert mean == 5
    assert spread is not None
    assert isclose(spread, (32 / 7) ** 0.5)
    assert spread_of(Counter({3: 1})) == (3, None)


@pytest.mark.parametrize(
    ("part", "games", "low", "high"),
    [(50, 100, 0.4038, 0.5962), (0, 10, 0, 0.2775), (10, 10, 0.7225, 1), (1, 1, 0.2065, 1)],
)
def test_shares_have_wilsons_interval(part: int, games: int, low: float, high: float) -> None:
    share = share_of(Fraction(part), games)
    assert share.share == part / games
    assert isclose(share.low, low, abs_tol=5e-5)
    assert isclose(share.high, high, abs_tol=5e-5)


def two_kinds(seats: int) -> tuple[str, ...]:
    return tuple(("random", "heaviest")[seat % 2] for seat in range(seats))


def games_of(rules_name: str, seats: int, count: int) -> Iterator[selfplay.PlayedGame]:
    levels = [LEVELS[name] for name in two_kinds(seats)]
    for number in range(count):
        yield play_game(PRESETS[rules_name].rules, levels, derived_seed(SEED, number))


def test_the_report_says_what_the_games_say() -> None:
    games = list(games_of("chicken-scratch", 4, 12))
    series = Series(SCRATCH, two_kinds(4), SEED, 12)
    report: Any = report_on(series, tally_of(series), 1.5)
    assert (report["games"], report["rounds"], report["seconds"]) == (12, 84, 1.5)
    assert (report["rules"], report["preset"]) == ("chicken-scratch", "chicken-scratch")
    for seat, line in enumerate(report["seats"]):
        totals = [played.game.totals[seat] for played in games]
        assert line["game_total"]["mean"] == round(sum(totals) / 12, 6)
        assert line["round_score"]["mean"] == round(sum(totals) / 84, 6)
        assert line["level"] == series.levels[seat]
    assert [line["seats"] for line in report["levels"]] == [[0, 2], [1, 3]]
    won = sum(line["wins"]["games"] for line in report["levels"])
    assert isclose(won, 12, abs_tol=1e-4)
    assert sum(report["ends"].values()) == 84
    lengths = [length for played in games for length in played.rounds]
    assert report["turns"]["max"] == max(length.turns for length in lengths)
    assert report["tiles"]["mean"] == round(sum(length.tiles for length in lengths) / 84, 6)


def test_a_shared_win_is_split() -> None:
    tally = Tally.for_seats(3)
    tally.seats[0].wins.update({1: 2, 2: 1})
    tally.seats[1].wins.update({2: 1, 3: 1})
    assert [seat.won for seat in tally.seats] == [Fraction(5, 2), Fraction(5, 6), 0]
    assert tally.together((0, 1)).won == Fraction(10, 3)


def test_paired_games_have_the_same_deals_from_every_seat() -> None:
    series = Series(SCRATCH, ("heaviest", "random", "random"), SEED, 3 * 5, paired=True)
    assert series.chunk == 6
    tally = tally_of(series)
    assert (tally.games, len(tally.pairs)) == (15, 5)
    assert tally.pairs == tally_of(series, 2).pairs
    report: Any = report_on(series, tally, 1)
    heaviest, others = report["paired"]
    assert heaviest["level"] == "heaviest"
    assert isclose(heaviest["share"], float(tally.seats[0].won) / 15, abs_tol=1e-6)
    assert isclose(heaviest["share"] + 2 * others["share"], 1, abs_tol=1e-5)
    assert heaviest["ahead"] > 0 > others["ahead"]
    assert heaviest["ahead_reach"] > 0


def test_paired_deals_of_one_player_against_himself_are_even() -> None:
    series = Series(SCRATCH, ("heaviest",) * 3, SEED, 6, paired=True)
    report: Any = report_on(series, tally_of(series), 1)
    assert (report["paired"][0]["share"], report["paired"][0]["ahead"]) == (0.333333, 0)
    one: Any = report_on(series, tally_of(series._replace(games=3)), 1)
    assert one["paired"][0]["share_reach"] is None


def test_records_of_paired_games_name_who_sat_where() -> None:
    series = Series(SCRATCH, ("heaviest", "random"), SEED, 2, "today", paired=True)
    (chunk,) = play_series(series, 1)
    headers = [line for line in chunk.record.splitlines() if '"record": 1' in line]
    assert [line.index("heaviest") < line.index("random") for line in headers] == [True, False]
