"""What is remembered of a round, and the hidden hands imagined from it."""

from __future__ import annotations

import random
from collections import Counter
from itertools import permutations

from hypothesis import given
from players import play_out, tables
from scenes import SCRATCH, accept, opened, round_of, variant

from chickenscratch.bots.masks import each, kit_for
from chickenscratch.bots.memory import Memory, others, remember
from chickenscratch.bots.worlds import Worlds
from chickenscratch.core.actions import Draw, Lead, Pass, Play
from chickenscratch.core.legal import PLAYING
from chickenscratch.core.rules import RuleSet
from chickenscratch.core.state import Game
from chickenscratch.core.tiles import Tile
from chickenscratch.core.view import view_of

Table = tuple[RuleSet, int, str, int]


def looks(table: Table, share: float) -> list[tuple[Game, int]]:
    """Moments of a game in which somebody looks at it."""
    rules, seats, seed, luck = table
    chance = random.Random(luck)
    return [
        (game, chance.randrange(seats))
        for game, _, _ in play_out(rules, seats, seed, random.Random(luck))
        if game.round is not None and game.round.phase in PLAYING and chance.random() < share
    ]


@given(tables())
def test_what_is_held_is_never_thought_lacking(table: Table) -> None:
    for game, seat in looks(table, 0.3):
        kit, memory = kit_for(game.rules), remember(view_of(game, seat))
        for other in others(memory):
            assert not kit.mask(round_of(game).hands[other]) & memory.lacking(other)


@given(tables())
def test_the_memory_counts_right(table: Table) -> None:
    for game, seat in looks(table, 0.1):
        memory, counts = remember(view_of(game, seat)), round_of(game).counts
        assert memory.hidden.bit_count() == sum(counts) - counts[seat] + len(round_of(game).yard)
        worlds = Worlds(memory, random.Random(1).random)
        owners, lacks = worlds.slots()
        sizes = Counter(owners)
        assert len(lacks) == len(owners)
        assert all(sizes[other] == counts[other] for other in others(memory))
        laid = [fact for fact in round_of(game).log if fact.act == "play" and fact.seat != seat]
        assert [choice.seat for choice in memory.choices] == [fact.seat for fact in laid]


@given(tables())
def test_worlds_are_whole_and_possible(table: Table) -> None:
    for game, seat in looks(table, 0.1):
        view = view_of(game, seat)
        memory, kit = remember(view), kit_for(game.rules)
        worlds = Worlds(memory, random.Random(table[3]).random)
        for _ in range(5):
            world = worlds.sample()
            assert [hand.bit_count() for hand in world.hands] == [
                0 if other == seat else count for other, count in enumerate(view.counts)
            ]
            assert len(world.yard) == view.yard
            everything = [t for hand in world.hands for t in each(hand)] + world.yard
            assert sorted(everything) == list(each(memory.hidden))
            if not worlds.given_up:
                for other in others(memory):
                    assert not world.hands[other] & memory.lacking(other)
        assert kit is memory.kit


def test_what_must_be_possible_is_found() -> None:
    """The true hands agree with the history, so giving up must be rare."""
    tried = failed = 0
    for number in range(8):
        rules = SCRATCH if number % 2 else variant(SCRATCH, missing_lead="draw-together")
        for game, seat in looks((rules, 3, f"{number:064x}", number), 0.4):
            worlds = Worlds(remember(view_of(game, seat)), random.Random(number).random)
            for _ in range(10):
                worlds.sample()
            tried, failed = tried + 10, failed + worlds.given_up
    assert tried > 1000
    assert failed / tried < 0.01


def played(game: Game, *actions: Lead | Play | Draw | Pass) -> Game:
    for action in actions:
        game = accept(game, action).game
    return game


def scene() -> Game:
    """Seat 1 had no six, drew the 5-4 and passed."""
    game = opened(SCRATCH, ["6-6 6-5 6-4 3-2 1-0", "5-5 4-4 3-3 2-2 1-1"], "5-4")
    return played(
        game, Lead(0, Tile(6, 6)), Draw(1), Pass(1), Play(0, Tile(6, 5), 6), Draw(1),
    )  # fmt: skip


def memory_of(game: Game, seat: int) -> Memory:
    return remember(view_of(game, seat))


def test_who_passes_lacks_what_could_be_played_until_he_draws() -> None:
    game = scene()
    kit = kit_for(SCRATCH)
    lost = memory_of(game, 0)
    # five dealt tiles and the first drawn one have no six; the second drawn one may have
    assert lost.lacking(1) & kit.suits[6] == 0
    hands = [Worlds(lost, random.Random(n).random).sample().hands[1] for n in range(300)]
    sixes = Counter((hand & kit.suits[6]).bit_count() for hand in hands)
    assert set(sixes) <= {0, 1}
    assert sixes[1] > 20


def test_a_better_lead_was_not_dealt() -> None:
    game = opened(SCRATCH, ["5-5 6-5 6-4 3-2 1-0", "4-4 6-1 6-2 2-2 1-1"], "6-6 5-4")
    game = played(game, Lead(0, Tile(5, 5)))
    kit = kit_for(SCRATCH)
    double_six = kit.mask([Tile(6, 6)])
    assert memory_of(game, 0).lacking(1) == double_six
    assert memory_of(game, 1).lacking(0) == double_six


def test_all_worlds_are_equally_likely() -> None:
    """Two slots without a six, one that may have it, and the yard: filling alone is not fair."""
    memory = memory_of(scene(), 0)
    kit = memory.kit
    hidden = kit.mask([Tile(6, 1), Tile(2, 1), Tile(1, 1), Tile(3, 1)])
    small = memory._replace(
        hidden=hidden, dealt=1, sizes=(0, 3), yard=1, changes=memory.changes[:2] * 2
    )
    worlds = Worlds(small, random.Random(5).random)
    lacks = worlds.slots()[1]
    found = Counter[tuple[int, ...]]()
    for _ in range(6000):
        tiles = kit.engine.filled(list(each(hidden)), lacks, hidden, worlds.dice)
        found[tuple(tiles or ())] += 1
    possible = [
        order
        for order in permutations(each(hidden))
        if all(not lack >> tile & 1 for lack, tile in zip(lacks, order, strict=False))
    ]
    assert set(found) == set(possible)
    expected = 6000 / len(possible)
    assert all(abs(times - expected) < 5 * expected**0.5 for times in found.values())
