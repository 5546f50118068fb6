# cython: language_level=3, annotation_typing=False, boundscheck=False, wraparound=False
# cython: cdivision=True, auto_pickle=False
"""Judging the moves a player has, and how likely a move was that a player made."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from chickenscratch.bots.kernel import bitset

if TYPE_CHECKING:
    from chickenscratch.bots.masks import Kit

NUMBERS: Final = 19
TILES: Final = 190
MOVES: Final = 380

SURE: Final = 50.0
"""The sharpness of a player who is thought to make the best move."""


class Tables:
    """What a :class:`~chickenscratch.bots.masks.Kit` knows, in arrays."""

    __slots__ = (
        "dead_strict", "dead_waits", "draws", "empty_ends", "fitting", "high", "low", "must_keep",
        "numbers", "out_penalty", "reserve", "size", "suits", "until", "value",
    )  # fmt: skip

    def __init__(self, kit: Kit) -> None:
        self.suits = bitset.room(NUMBERS)
        self.high = bitset.room(TILES)
        self.low = bitset.room(TILES)
        self.value = bitset.room(TILES)
        self.fitting = kit.fitting
        self.numbers = kit.numbers
        self.size = len(kit.tiles)
        for number in range(kit.numbers):
            self.suits[number] = kit.suits[number]
        for tile in range(len(kit.tiles)):
            self.high[tile] = kit.high[tile]
            self.low[tile] = kit.low[tile]
            self.value[tile] = kit.value[tile]
        self.draws = kit.draws
        self.until = kit.until
        self.must_keep = kit.must_keep
        self.reserve = kit.reserve
        self.empty_ends = kit.empty_ends
        self.dead_strict = kit.dead_strict
        self.dead_waits = kit.dead_waits
        self.out_penalty = kit.out_penalty


class Judge:
    """The weights of :class:`~chickenscratch.bots.judge.Weights`. `wide`: not only the first 15."""

    __slots__ = (
        "all_stuck", "closing", "dead", "dead_gap", "double", "double_pips", "ending", "fitting",
        "frees_hidden", "frees_own", "hidden_early", "hidden_of_double", "hidden_of_on",
        "hidden_of_open", "hurry", "lone_double", "lone_open", "new", "new_early", "new_foot",
        "own_of_double", "own_of_open", "pips", "pips_early", "reach", "shuts_hidden", "shuts_own",
        "stuck", "stuck_early", "stuck_hurry", "two_ways", "variety", "wide",
    )  # fmt: skip

    def __init__(self, weights: Sequence[float]) -> None:
        (self.pips, self.ending, self.double, self.own_of_double, self.hidden_of_double,
         self.fitting, self.variety, self.own_of_open, self.hidden_of_open, self.new, self.stuck,
         self.closing, self.dead_gap, self.dead, self.hurry, self.pips_early, self.reach,
         self.lone_double, self.stuck_early, self.new_early, self.hidden_early, self.frees_own,
         self.frees_hidden, self.shuts_own, self.shuts_hidden, self.lone_open, self.hidden_of_on,
         self.two_ways, self.new_foot, self.all_stuck, self.stuck_hurry,
         self.double_pips) = weights  # fmt: skip
        self.wide = any(weights[15:])


class Rated:
    """Room for the moves that were judged: each a score, a tile and the number it is played on."""

    __slots__ = ("ons", "scores", "tiles")

    def __init__(self) -> None:
        self.scores = bitset.numbers(MOVES)
        self.tiles = bitset.room(MOVES)
        self.ons = bitset.room(MOVES)

    def best(self, made: int) -> int:
        """Where the best of the first `made` moves is; of equal ones, that of the larger tile."""
        scores, tiles, ons = self.scores, self.tiles, self.ons
        top = 0
        for place in range(1, made):
            if scores[place] > scores[top] or (
                scores[place] == scores[top]
                and (
                    tiles[place] > tiles[top]
                    or (tiles[place] == tiles[top] and ons[place] > ons[top])
                )
            ):
                top = place
        return top

    def moves(self, made: int) -> list[tuple[float, int, int]]:
        """The first `made` moves."""
        return [(self.scores[i], self.tiles[i], self.ons[i]) for i in range(made)]


class Case:
    """A position as one player saw it, apart from the hand, and perhaps the move that was made.

    `fit`: the tiles that could be played; `seat`: whose move, `when`: how many changes the memory
    had noted before. The other fields are those of :class:`~chickenscratch.bots.judge.Sight`.
    """

    __slots__ = (
        "counts", "fit", "following", "lacking", "least", "left", "need", "off", "on", "opened",
        "others", "seat", "tile", "when",
    )  # fmt: skip

    def __init__(
        self,
        fit: int,
        off: int,
        need: int,
        left: int,
        opened: int,
        counts: Sequence[int],
        others: float,
        least: int,
        following: int,
        lacking: int = 0,
        tile: int = -1,
        on: int = -1,
        seat: int = -1,
        when: int = 0,
    ) -> None:
        self.counts = bitset.room(NUMBERS)
        for number in range(len(counts)):
            self.counts[number] = counts[number]
        self.fit = fit
        self.off = off
        self.need = need
        self.left = left
        self.opened = opened
        self.others = others
        self.least = least
        self.following = following
        self.lacking = lacking
        self.tile = tile
        self.on = on
        self.seat = seat
        self.when = when

    def rate(self, judge: Judge, tables: Tables, rated: Rated, hand: int) -> int:
        """Every move of that player with this hand; how many there are."""
        return rate(
            judge, tables, rated, hand & self.fit, hand, self.off, self.need, self.left,
            self.opened, self.counts, self.others, self.least, self.following, self.lacking,
        )  # fmt: skip


def worth(tables: Tables, tiles: int) -> int:
    """What a hand costs at the end of the round."""
    value, total = tables.value, 0
    while tiles:
        bit = tiles & -tiles
        tiles ^= bit
        total += value[bitset.length(bit) - 1]
    return total


def rate(
    judge: Judge,
    tables: Tables,
    rated: Rated,
    playable: int,
    hand: int,
    off: int,
    need: int,
    left: int,
    opened: int,
    counts: Sequence[int],
    others: float,
    least: int,
    following: int,
    lacking: int,
) -> int:
    """Every way to play one of the `playable` tiles, with its score; how many there are.

    The features are those of bots.md 1, `heur`, and more. For the arguments see
    :class:`~chickenscratch.bots.judge.Sight`.
    """
    suits, fits, value = tables.suits, tables.fitting, tables.value
    highs, lows, strict = tables.high, tables.low, tables.dead_strict
    scores, tiles, ons = rated.scores, rated.tiles, rated.ons
    fitting, own_open, hidden_open = judge.fitting, judge.own_of_open, judge.hidden_of_open
    stuck, new, wide = judge.stuck, judge.new, judge.wide
    hidden = off & ~hand
    unseen = bitset.count(hidden)
    if not unseen:
        unseen = 1
    possible = hidden & ~lacking
    rest_count = bitset.count(hand) - 1
    near = least if least else 1
    pips = judge.pips + judge.hurry / near
    if wide:
        early = unseen / tables.size
        pips += judge.pips_early * early
        stuck += judge.stuck_hurry / near + judge.stuck_early * early
        new += judge.new_early * early
        if need >= 0:
            new += judge.new_foot
        hidden_open += judge.hidden_early * early
    made = 0
    while playable:
        bit = playable & -playable
        playable ^= bit
        tile = bitset.length(bit) - 1
        high, low = highs[tile], lows[tile]
        tiles[made] = tile
        if not rest_count:
            ons[made] = need if need >= 0 else high if opened >> high & 1 else low
            scores[made] = 1e6 - (tables.out_penalty if high == low else 0)
            made += 1
            continue
        rest = hand ^ bit
        base = pips * value[tile]
        if hand & suits[high] == bit:
            base -= judge.variety
        if high == low:
            ons[made] = high
            suit = suits[high]
            out = bitset.count(off & suit) - 1
            if not out or (strict and out < 3):
                scores[made] = judge.ending * gap(tables, others, hidden, unseen, rest)
                made += 1
                continue
            own = bitset.count(rest & suit)
            score = base + judge.double
            score += (judge.own_of_double + own_open) * own
            score += (judge.hidden_of_double + hidden_open) * (out - own)
            score += fitting * bitset.count(rest & fits[opened]) / rest_count
            can = possible & suit
            score += stuck * ((1 - bitset.count(can) / unseen) ** following if can else 1.0)
            if wide:
                score += judge.double_pips * value[tile]
                score += judge.reach * (out - own) / (own + 1)
                if not own:
                    score += judge.lone_double + judge.lone_open
                share = bitset.count(hidden & suit) / unseen
                score += judge.all_stuck * math.pow(1 - share, others)
            if out < 3:
                score += judge.dead_gap * gap(tables, others, hidden, unseen, rest) + judge.dead
            scores[made] = score
            made += 1
            continue
        if hand & suits[low] == bit:
            base -= judge.variety
        for way in range(2):
            if need >= 0:
                if way:
                    break
                on = need
            else:
                on = low if way else high
                if not opened >> on & 1:
                    continue
            far = high + low - on
            after = opened | 1 << far
            score = base
            if need >= 0 and left > 1:
                follow = suits[need]
                table = fits[after | 1 << need]
                out = bitset.count(off & follow) - 1
                ends = out < left - 1 if strict else not out
            else:
                if need < 0 and counts[on] == 1:
                    after ^= 1 << on
                    score += judge.closing
                follow = table = fits[after]
                ends = not (off ^ bit) & follow
            tiles[made] = tile
            ons[made] = on
            if ends:
                scores[made] = judge.ending * gap(tables, others, hidden, unseen, rest)
                made += 1
                continue
            suit = suits[far]
            can = possible & follow
            own = bitset.count(rest & suit)
            score += fitting * bitset.count(rest & table) / rest_count
            score += own_open * own
            score += hidden_open * bitset.count(hidden & suit)
            if not opened >> far & 1:
                score += new
            score += stuck * ((1 - bitset.count(can) / unseen) ** following if can else 1.0)
            if wide:
                share = bitset.count(hidden & follow) / unseen
                score += judge.all_stuck * math.pow(1 - share, others)
                if not own:
                    score += judge.lone_open
                score += about_numbers(
                    judge, tables, rest, hidden, opened, counts, need, on, far
                )  # fmt: skip
            scores[made] = score
            made += 1
    return made


def about_numbers(
    judge: Judge,
    tables: Tables,
    rest: int,
    hidden: int,
    opened: int,
    counts: Sequence[int],
    need: int,
    on: int,
    far: int,
) -> float:
    """What else the numbers of a tile that is no double are worth: who gains by what it opens and
    closes."""
    score, one = 0.0, 1
    if need < 0:
        if counts[on] == 1:
            twin = one << on * (on + 3) // 2
            if rest & twin:
                score += judge.shuts_own
            elif hidden & twin:
                score += judge.shuts_hidden
        else:
            score += judge.hidden_of_on * bitset.count(hidden & tables.suits[on])
        if opened >> far & 1:
            score += judge.two_ways
    if not opened >> far & 1:
        twin = one << far * (far + 3) // 2
        if rest & twin:
            score += judge.frees_own
        elif hidden & twin:
            score += judge.frees_hidden
    return score


def gap(tables: Tables, others: float, hidden: int, unseen: int, rest: int) -> float:
    """How much more a mean opponent would pay than the own hand if the round ended now."""
    return others * worth(tables, hidden) / unseen - worth(tables, rest)


def likelihood(
    judge: Judge,
    tables: Tables,
    rated: Rated,
    case: Case,
    hand: int,
    sharpness: float,
    whim: float,
) -> float:
    """The logarithm of how likely the move of a case was from this hand.

    `sharpness`: how much likelier a move is that is judged one point better, as a power of e; from
    SURE on, only the best move is made. `whim`: how often any move is made. 0 if there was no
    choice.
    """
    playable = hand & case.fit
    if not playable & (playable - 1):
        return 0.0
    made = case.rate(judge, tables, rated, hand)
    if made < 2:
        return 0.0
    best = rated.best(made)
    if sharpness >= SURE:
        if rated.tiles[best] == case.tile and rated.ons[best] == case.on:
            return math.log(1 - whim + whim / made)
        return math.log(whim / made)
    top = rated.scores[best]
    whole = chosen = 0.0
    for place in range(made):
        power = math.exp(sharpness * (rated.scores[place] - top))
        whole += power
        if rated.tiles[place] == case.tile and rated.ons[place] == case.on:
            chosen = power
    return math.log((1 - whim) * chosen / whole + whim / made)
