"""The table: tiles are laid one by one, each where it is tidiest, and nothing ever moves."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from chickenscratch.core.tree import TOES, EndKind, Laid
from chickenscratch.layout.board import Board
from chickenscratch.layout.choose import Choice, choose
from chickenscratch.layout.grid import (
    DX,
    DY,
    NE,
    NW,
    SE,
    SW,
    E,
    N,
    S,
    W,
    around,
    shadow,
    shift,
    step,
)
from chickenscratch.layout.holds import DEAD, FULL, NO_DOUBLE, End, Hold
from chickenscratch.layout.prices import prices_for
from chickenscratch.layout.types import Box, Cell, EndKey, Mark, Spot, SpotKind

LAYOUT_VERSION: Final = 1
"""Changes whenever the same plays would give another picture."""

MAX_BENDS: Final = 3
UNKNOWN: Final = -1
"""The `far` of a footprint: nobody knows which tile will lie there."""

_ARMS: Final = {
    4: (E, N, W, S),
    6: (E, NE, NW, W, SW, SE),
    8: (E, NE, N, NW, W, SW, S, SE),
}
_LEAD_CELLS: Final[tuple[Cell, ...]] = ((-1, 0), (0, 0), (1, 0))


class Layout:
    """Where the tiles of one round lie.

    It grows with the plays: `lead` first, then `place` for every tile. Whatever is asked in
    between changes nothing. A picture depends on the set, the number of arms, `portrait` and the
    plays alone.
    """

    def __init__(self, set_size: int, arms: int, portrait: bool = False) -> None:
        if arms not in _ARMS:
            raise ValueError(f"a lead has 4, 6 or 8 arms, not {arms}")
        self.set_size = set_size
        self.arms = arms
        self.portrait = portrait
        self.hub: Box | None = None
        self._board = Board(set_size, prices_for(set_size), portrait)
        self._spots: list[Spot] = []
        self._chosen: dict[tuple[EndKey, int], list[Choice]] = {}

    @property
    def spots(self) -> Sequence[Spot]:
        """All tiles in the order in which they were laid, the lead first."""
        return self._spots

    @property
    def box(self) -> Box:
        """The smallest box around all bodies and wires."""
        return self._board.box

    def box_with(self, spots: Iterable[Spot]) -> Box:
        """The smallest box around the table and some ghosts."""
        box = self.box
        corners = [(box.left, box.top), (box.right, box.bottom)]
        return around([*corners, *(cell for spot in spots for cell in spot.cells + spot.wire)])

    def copy(self) -> Layout:
        """An independent layout in the same state."""
        twin = object.__new__(Layout)
        twin.__dict__.update(self.__dict__)
        twin._board = self._board.copy()
        twin._spots = list(self._spots)
        twin._chosen = {key: list(known) for key, known in self._chosen.items()}
        return twin

    def lead(self, number: int) -> Spot:
        """Lay the lead, the double of `number`, in the middle of the table."""
        if self._spots:
            raise ValueError("the lead lies already")
        board = self._board
        wide, high = board.prices.hub if self.arms != 4 else (1, 0)
        if self.arms != 4:
            self.hub = Box(-wide, -high, wide, high)
        body = [(x, y) for x in range(-wide, wide + 1) for y in range(-high, high + 1)]
        mask = board.grid.mask(body)
        board.occupied |= mask
        board.bodies |= mask
        board.tiles |= mask
        board.cover(body)
        board.laid[number] += 1
        board.doubled[number] = True
        spot = Spot(0, -1, 0, number, number, SpotKind.LEAD, _LEAD_CELLS, N)
        self._spots.append(spot)
        for port, direction in enumerate(_ARMS[self.arms]):
            at = (DX[direction] * wide, DY[direction] * high)
            options = board.library.arm[direction]
            key = (0, port)
            kin = board.grid.local(mask, at)
            board.ends[key] = End(key, number, EndKind.ARM, at, direction, mask, kin, options)
            room = board.grid.world(options[0].hard, at), board.grid.world(options[0].body, at)
            board.keep(key, Hold(*room, 0, NO_DOUBLE, options[0]))
        for key in list(board.ends):
            board.replan(key)
        return spot

    def place(self, parent: int, port: int, near: int, far: int, bend: int = 0) -> Spot:
        """Lay a tile on an open end, the half `near` towards it.

        `bend` is an index into :meth:`bends`; one that is not offered counts as the last one.
        """
        key = (parent, port)
        end = self._end(key)
        if near != end.number:
            raise ValueError(f"the end {parent}.{port} shows {end.number}, not {near}")
        choice = self._choice(key, far, bend)
        spot = self._spot(end, far, choice)
        self._settle(key, spot, choice)
        self._spots.append(spot)
        self._chosen.clear()
        return spot

    def ghost(self, parent: int, port: int, far: int, bend: int = 0) -> Spot:
        """Where `place` would lay a tile whose outer half shows `far`."""
        key = (parent, port)
        return self._spot(self._end(key), far, self._choice(key, far, bend))

    def ghosts(self, tile: tuple[int, int], keys: Iterable[EndKey]) -> dict[EndKey, Spot]:
        """Where `tile` would lie at each of the given ends. Ends that show neither of its numbers
        are left out."""
        one, other = tile
        found = {}
        for key in keys:
            number = self._end(key).number
            if number in (one, other):
                found[key] = self.ghost(*key, other if number == one else one)
        return found

    def bends(self, parent: int, port: int, far: int) -> tuple[Spot, ...]:
        """Up to three places for a tile that differ in direction, the tidiest first."""
        key = (parent, port)
        end = self._end(key)
        self._choice(key, far, MAX_BENDS - 1)
        return tuple(self._spot(end, far, choice) for choice in self._chosen[key, far])

    def price(self, parent: int, port: int, far: int) -> int:
        """How untidy a tile at this end would be; only good for comparing."""
        return self._choice((parent, port), far, 0).price

    def tidiest(self, keys: Iterable[EndKey], far: int) -> EndKey:
        """The end where a tile whose outer half shows `far` lies best; the first of equal ones."""
        return min(keys, key=lambda key: (self.price(key[0], key[1], far), key))

    def footprints(self) -> dict[EndKey, Spot]:
        """The empty arms and toes that are still waiting for a tile, where it would probably lie.

        Their `far` is `UNKNOWN`. Arms and toes whose number is dead wait in vain and are left out.
        """
        board = self._board
        found = {}
        for key, end in board.ends.items():
            if end.kind is EndKind.TAIL or self.dead(end.number):
                continue
            shape = board.holds[key].shape
            if shape is None:
                spot = self.ghost(*key, self._other(end.number))._replace(far=UNKNOWN)
            else:
                cells, wire = shift(shape.cells, end.at), shift(shape.wire, end.at)
                spot = Spot(
                    len(self._spots),
                    *key,
                    end.number,
                    UNKNOWN,
                    SpotKind.PLAIN,
                    cells,
                    shape.heading,
                    wire,
                )
            found[key] = spot
        return found

    def marks(self) -> dict[EndKey, Mark]:
        """The arrows on the open tails whose numbers are not dead."""
        board = self._board
        found = {}
        for key, end in board.ends.items():
            if end.kind is not EndKind.TAIL or self.dead(end.number):
                continue
            shape = board.holds[key].shape
            if shape is not None:
                cell, direction = step(end.at, shape.link), shape.link
            else:
                ghost = self.ghost(*key, self._other(end.number))
                line = (*ghost.wire, ghost.cells[0])
                free = [c for c in line if not board.bodies & board.grid.bit(c)]
                cell, direction = free[0], ghost.heading
                for way in (E, N, W, S):
                    if step(end.at, way) == cell:
                        direction = way
            found[key] = Mark(cell, direction, end.number)
        return found

    def dead(self, number: int) -> bool:
        """True when all tiles with `number` lie on the table."""
        return self._board.need(number) == DEAD

    def _end(self, key: EndKey) -> End:
        try:
            return self._board.ends[key]
        except KeyError:
            raise ValueError(f"there is no open end {key[0]}.{key[1]}") from None

    def _other(self, number: int) -> int:
        return 1 if number == 0 else 0

    def _choice(self, key: EndKey, far: int, bend: int) -> Choice:
        """The place for a bend, or the last one there is. Remembered until the next tile lies."""
        known = self._chosen.get((key, far))
        if known is None:
            first = choose(self._board, key, far)
            assert first is not None
            known = self._chosen[key, far] = [first]
        while len(known) <= min(bend, MAX_BENDS - 1):
            other = choose(self._board, key, far, [choice.heading for choice in known])
            if other is None:
                return known[-1]
            known.append(other)
        return known[max(0, min(bend, MAX_BENDS - 1))]

    def _spot(self, end: End, far: int, choice: Choice) -> Spot:
        kind = SpotKind.DOUBLE if end.number == far else SpotKind.PLAIN
        return Spot(
            len(self._spots),
            *end.key,
            end.number,
            far,
            kind,
            choice.cells,
            choice.heading,
            choice.wire,
            choice.under,
        )

    def _settle(self, key: EndKey, spot: Spot, choice: Choice) -> None:
        """Put a chosen tile on the board and let all ends adjust their holds."""
        board, lattice = self._board, self._board.grid
        board.release(key)
        del board.ends[key], board.holds[key]
        board.opens.pop(key, None)
        for other in choice.holds:
            board.release(other)
        for other, hold in choice.holds.items():
            board.keep(other, hold)
        cells = lattice.mask(spot.cells)
        body = cells | lattice.mask(spot.wire)
        hard = body | lattice.mask(shadow(spot.cells))
        board.tiles |= cells
        board.bodies |= body
        board.occupied |= hard
        board.cover(spot.cells + spot.wire)
        if spot.wire:
            self._note_wire(spot)
        numbers = (spot.near,) if spot.near == spot.far else (spot.near, spot.far)
        needs = [board.need(number) for number in numbers]
        for number in numbers:
            board.laid[number] += 1
        if spot.near == spot.far:
            board.doubled[spot.near] = True
        if board.held & hard:
            for other in [k for k, hold in board.holds.items() if hold.hard & hard]:
                board.replan(other)
        if needs != [board.need(number) for number in numbers]:
            for other, end in board.ends.items():
                if end.number in numbers and board.holds[other].need > board.need(end.number):
                    board.replan(other)
        self._open(spot, choice, hard)
        for other, hold in list(board.holds.items()):
            if hold.level < FULL:
                board.replan(other)

    def _open(self, spot: Spot, choice: Choice, hard: int) -> None:
        """Add the new ends of a tile that lies already."""
        board, lattice = self._board, self._board.grid
        number, index, heading = spot.far, spot.index, spot.heading
        at = spot.cells[1]
        kin = lattice.local(hard, at)
        if spot.kind is SpotKind.PLAIN:
            key = (index, 0)
            board.ends[key] = End(key, number, EndKind.TAIL, at, heading, hard, kin, ())
            board.holds[key] = Hold()
            board.replan(key)
            return
        kin |= board.library.palm[heading]
        world_kin = hard | lattice.world(board.library.palm[heading], at)
        for port in range(TOES):
            key = (index, port)
            options = board.library.toe[heading, port]
            board.ends[key] = End(key, number, EndKind.TOE, at, heading, world_kin, kin, options)
            board.keep(key, choice.toes[port] if choice.toes else Hold())
        if not choice.toes and not self.dead(number):
            for port in range(TOES):
                board.replan((index, port))

    def _note_wire(self, spot: Spot) -> None:
        last = spot.cells[1] if spot.kind is SpotKind.DOUBLE else spot.cells[0]
        line = [*spot.wire, last]
        before = 2 * line[0][0] - line[1][0], 2 * line[0][1] - line[1][1]
        self._board.note_wire([before, *line])


def lay_out(set_size: int, arms: int, laid: Sequence[Laid], portrait: bool = False) -> Layout:
    """The layout after some plays, the lead first."""
    layout = Layout(set_size, arms, portrait)
    for play in laid:
        if play.parent < 0:
            layout.lead(play.far)
        else:
            layout.place(play.parent, play.port, play.near, play.far, play.bend)
    return layout
