"""Random games and what the layout makes of them: sizes, crossings, times.

The players here know only enough of the rules to make boards as real games make them, so the
figures do not change when the rules engine does.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from random import Random
from time import perf_counter
from typing import Final

from chickenscratch.core.tiles import Tile, full_set
from chickenscratch.layout.grid import shadow
from chickenscratch.layout.layout import Layout
from chickenscratch.layout.types import Box, Cell, EndKey, Spot, SpotKind

Play = tuple[int, int, int, int]
"""(parent, port, near, far)"""

STYLES: Final = ("mixed", "random", "heaviest", "doubles")
STRESS_STYLES: Final = ("random", "doubles", "plain", "snake")
ARMS: Final = {6: 4, 9: 6, 12: 6, 15: 8, 18: 8}
FITS: Final = {6: ((26, 16), (26, 17), (26, 18)), 9: ((40, 28), (40, 30))}
LARGE_FITS: Final = ((60, 45), (66, 54))
_HANDS: Final = {
    6: (5, 5, 5, 5, 4),
    9: (11, 11, 9, 7, 7),
    12: (15, 15, 13, 12, 11, 10, 9),
    15: (20, 20, 18, 16, 15, 13, 12),
    18: (25, 25, 23, 22, 20, 18, 17),
}


@dataclass(slots=True)
class Game:
    """A finished game: the number of its lead and the plays after it."""

    set_size: int
    arms: int
    lead: int = 0
    plays: list[Play] = field(default_factory=list)


class _Player:
    """Plays one game at random."""

    def __init__(self, set_size: int, arms: int, style: str, rng: Random) -> None:
        self.game = Game(set_size, arms)
        self._style = style
        self._rng = rng
        self._ends: dict[EndKey, int] = {}
        self._hungry: int | None = None
        self._laid = 0

    def lead(self, number: int) -> None:
        self.game.lead = number
        self._laid = 1
        self._hungry = 0
        for port in range(self.game.arms):
            self._ends[0, port] = number

    def moves(self, hand: Iterable[Tile]) -> list[tuple[EndKey, Tile]]:
        by_number: dict[int, list[EndKey]] = {}
        for key, number in self._ends.items():
            if self._hungry is None or key[0] == self._hungry:
                by_number.setdefault(number, []).append(key)
        return [(key, tile) for tile in hand for n in tile.numbers for key in by_number.get(n, ())]

    def pick(self, moves: list[tuple[EndKey, Tile]], seat: int) -> tuple[EndKey, Tile]:
        style = self._style
        if style == "mixed":
            style = ("random", "heaviest")[seat % 2]
        liked = moves
        if style == "heaviest":
            most = max(tile.pips for _, tile in moves)
            liked = [move for move in moves if move[1].pips == most]
        elif style == "doubles":
            liked = [move for move in moves if move[1].is_double]
        elif style == "plain":
            liked = [move for move in moves if not move[1].is_double]
        elif style == "snake":
            newest = max(key[0] for key, _ in moves)
            liked = [move for move in moves if move[0][0] == newest]
        return self._rng.choice(liked or moves)

    def lay(self, key: EndKey, tile: Tile) -> None:
        near = self._ends.pop(key)
        far = tile.other(near)
        self.game.plays.append((*key, near, far))
        if near == far:
            self._hungry = self._laid
            for port in range(3):
                self._ends[self._laid, port] = far
        else:
            self._ends[self._laid, 0] = far
        self._laid += 1
        if all(parent != self._hungry for parent, _ in self._ends):
            self._hungry = None

    def excuse(self) -> bool:
        """Let an unfinished double be; False when there was none."""
        was = self._hungry
        self._hungry = None
        return was is not None


def random_game(set_size: int, arms: int, players: int, rng: Random, style: str = "random") -> Game:
    """A game of 2 to 8 players who draw one tile when they cannot play."""
    player = _Player(set_size, arms, style, rng)
    stock = list(full_set(set_size))
    rng.shuffle(stock)
    size = _HANDS[set_size][players - 2]
    hands = [[stock.pop() for _ in range(size)] for _ in range(players)]
    wanted = rng.randrange(set_size + 1)
    seat = 0
    while not any(tile.is_double for hand in hands for tile in hand):
        hands[seat].append(stock.pop())
        seat = (seat + 1) % players
    held = {tile.high: i for i, hand in enumerate(hands) for tile in hand if tile.is_double}
    number = min(held, key=lambda n: (wanted - n) % (set_size + 1))
    seat = held[number]
    hands[seat].remove(Tile(number, number))
    player.lead(number)
    passes = 0
    while hands[seat] and passes <= players:
        seat = (seat + 1) % players
        moves = player.moves(hands[seat])
        if not moves and stock:
            hands[seat].append(stock.pop())
            moves = player.moves(hands[seat])
        if moves:
            key, tile = player.pick(moves, seat)
            hands[seat].remove(tile)
            player.lay(key, tile)
            passes = 0
        elif not stock:
            passes += 1
    return player.game


def stress_game(set_size: int, arms: int, rng: Random, style: str = "random") -> Game:
    """One hand with the whole set, laid until nothing fits: larger boards than real games have."""
    player = _Player(set_size, arms, style, rng)
    number = rng.randrange(set_size + 1)
    hand = [tile for tile in full_set(set_size) if tile != (number, number)]
    rng.shuffle(hand)
    player.lead(number)
    while hand:
        moves = player.moves(hand)
        if moves:
            key, tile = player.pick(moves, 0)
            hand.remove(tile)
            player.lay(key, tile)
        elif not player.excuse():
            break
    return player.game


def games(
    set_size: int, players: int, count: int, seed: int = 0, arms: int | None = None
) -> Iterable[Game]:
    """`count` games, a quarter of each style; 1 player means stress games."""
    hub = ARMS[set_size] if arms is None else arms
    for i in range(count):
        rng = Random(f"{seed}/{set_size}/{hub}/{players}/{i}")
        if players == 1:
            yield stress_game(set_size, hub, rng, STRESS_STYLES[i % 4])
        else:
            yield random_game(set_size, hub, players, rng, STYLES[i % 4])


def overlaps(spots: Sequence[Spot], hub: Box | None) -> int:
    """How many cells are claimed by two tiles; 45-degree tiles claim their whole block, wires that
    do not pass under tiles claim their cells."""
    owner: set[Cell] = set()
    count = 0
    for spot in spots:
        cells: Iterable[Cell] = spot.cells
        if spot.kind is SpotKind.LEAD and hub is not None:
            across = range(hub.left, hub.right + 1)
            cells = [(x, y) for x in across for y in range(hub.top, hub.bottom + 1)]
        for cell in cells:
            count += cell in owner
            owner.add(cell)
    for spot in spots:
        count += sum(cell in owner for cell in shadow(spot.cells))
        if not spot.under:
            count += sum(cell in owner for cell in spot.wire)
    return count


def crossings(spots: Sequence[Spot]) -> int:
    """How many cells are used by two wires."""
    used: set[Cell] = set()
    count = 0
    for spot in spots:
        count += sum(cell in used for cell in spot.wire)
        used.update(spot.wire)
    return count


@dataclass(slots=True)
class Tally:
    """The figures of many games."""

    games: int = 0
    tiles: list[int] = field(default_factory=list)
    widths: list[int] = field(default_factory=list)
    heights: list[int] = field(default_factory=list)
    seconds: list[float] = field(default_factory=list)
    game_seconds: list[float] = field(default_factory=list)
    overlaps: int = 0
    moved: int = 0
    failed: int = 0
    crossings: int = 0
    unders: int = 0
    tangled: int = 0
    far_wires: int = 0
    wire_cells: int = 0
    longest_wire: int = 0
    ghosts: int = 0
    astray: int = 0

    def add(self, game: Game, check_ghosts: bool = False) -> None:
        """Lay one game out and count."""
        layout = Layout(game.set_size, game.arms)
        seen = [layout.lead(game.lead)]
        spent = 0.0
        for play in game.plays:
            parent, port, near, far = play
            if check_ghosts:
                ghost = layout.ghost(parent, port, far)
                self.ghosts += 1
            start = perf_counter()
            try:
                spot = layout.place(parent, port, near, far)
            except (AssertionError, ValueError):  # there was no place
                self.failed += 1
                return
            taken = perf_counter() - start
            self.seconds.append(taken)
            spent += taken
            seen.append(spot)
            if check_ghosts:
                self.astray += ghost != spot
        self.game_seconds.append(spent)
        spots = layout.spots
        self.games += 1
        self.tiles.append(len(spots))
        self.widths.append(layout.box.width)
        self.heights.append(layout.box.height)
        self.overlaps += overlaps(spots, layout.hub)
        self.moved += sum(one != other for one, other in zip(seen, spots, strict=True))
        crossed = crossings(spots)
        under = sum(spot.under for spot in spots)
        self.crossings += crossed
        self.unders += under
        self.tangled += bool(crossed or under)
        lengths = [len(spot.wire) for spot in spots]
        self.far_wires += sum(length > 4 for length in lengths)
        self.wire_cells += sum(lengths)
        self.longest_wire = max(self.longest_wire, *lengths)

    def fits(self, width: int, height: int) -> float:
        """The share of games, in percent, that fit a window of cells."""
        pairs = zip(self.widths, self.heights, strict=True)
        return 100 * sum(w <= width and h <= height for w, h in pairs) / max(1, self.games)

    def report(self, fits: Iterable[tuple[int, int]]) -> dict[str, object]:
        """All figures; times in microseconds and, for whole games, milliseconds."""
        return {
            "games": self.games,
            "tiles": _spread(self.tiles),
            "width": _spread(self.widths),
            "height": _spread(self.heights),
            "fit": {f"{w}x{h}": round(self.fits(w, h), 2) for w, h in fits},
            "overlaps": self.overlaps,
            "moved": self.moved,
            "failed": self.failed,
            "crossings": self.crossings,
            "under_passes": self.unders,
            "tangled_games_percent": round(100 * self.tangled / max(1, self.games), 2),
            "far_wires": self.far_wires,
            "wire_cells_per_game": round(self.wire_cells / max(1, self.games), 2),
            "longest_wire": self.longest_wire,
            "ghosts": self.ghosts,
            "ghosts_astray": self.astray,
            "tile_us": _times(self.seconds, 1e6),
            "game_ms": _times(self.game_seconds, 1e3),
        }


def measure(
    set_size: int,
    players: int,
    count: int,
    seed: int = 0,
    arms: int | None = None,
    check_ghosts: bool = False,
) -> dict[str, object]:
    """Lay `count` random games out; 1 player means stress games. `bench` prints the result."""
    tally = Tally()
    for game in games(set_size, players, count, seed, arms):
        tally.add(game, check_ghosts)
    return {
        "set": set_size,
        "arms": ARMS[set_size] if arms is None else arms,
        "players": players,
        **tally.report(FITS.get(set_size, LARGE_FITS)),
    }


def _rank(ordered: Sequence[float], share: float) -> float:
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


def _spread(values: Iterable[int]) -> dict[str, int]:
    ordered = sorted(values)
    if not ordered:
        return {}
    return {"p50": int(_rank(ordered, 0.5)), "p95": int(_rank(ordered, 0.95)), "max": ordered[-1]}


def _times(values: Iterable[float], scale: float) -> dict[str, float]:
    ordered = sorted(values)
    if not ordered:
        return {}
    ranks = {"p50": 0.5, "p95": 0.95, "p99": 0.99}
    found = {name: round(_rank(ordered, share) * scale, 1) for name, share in ranks.items()}
    found["mean"] = round(sum(ordered) / len(ordered) * scale, 1)
    found["max"] = round(ordered[-1] * scale, 1)
    return found
