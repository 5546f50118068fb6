"""What the layout likes and dislikes, in whole thousandths, one list for each set of tiles.

Whole numbers, because a picture must be the same on every machine: floating point may break a tie
differently. Prices were found by measuring (`layout.measure`); they are not delicate.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final

BoxPrices = tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Prices:
    """All prices of one set. Prices are thousandths; the others are plain counts of cells."""

    bend: int
    """The line leaves sideways off the last half."""
    elbow: int
    """The tile lies crosswise: it is touched with the side of its first half."""
    stretch: int
    """A short wire; see :meth:`stretched`."""
    reach: int
    """The longest short wire, in cells."""
    fan: int
    """A side toe parallel to the middle toe, one row further out."""
    straight: int
    """A side toe directly beside the middle toe."""
    perp: int
    """A side toe off the short end of the double."""
    lopsided: int
    """The two side toes of a planned foot have different styles."""
    upright: int = 0
    """A plain tile that lies across the wider side of the box."""
    upright_foot: int = 0
    """A double whose foot grows across the wider side of the box."""

    touch: int
    """Lying right beside a tile of another line."""
    crowd: int
    """Each blocked cell in the window ahead of a new end."""
    crowd_size: int
    crowd_ahead: int
    foot_crowd: int
    """Each blocked cell around the toes of a planned foot."""
    foot_tries: int
    """How many fitting feet are compared for a pocket."""

    ahead: int
    """Share of the price of the pocket beyond the tile."""
    no_foot: int
    """The new end has room for a plain tile but not for its double with three toes."""
    no_room: int
    """The new end has no room at all."""

    evict: int
    """Another end must move its reservation."""
    lost: int
    """... and has less room than before, for each level."""
    talk_above: int
    """Negotiate when the best place costs more than this."""
    talk_tries: int
    talk_ends: int
    """At most this many ends may be asked to move."""

    far_length: int = 24
    """The longest wire that is still better than a place without a future."""
    far_window: int = 900
    """Cells looked at in one search."""

    detour: int = 0
    """Having to lead a wire to a place with full room, where a nearer one has less."""
    detour_length: int = 0
    detour_window: int = 300

    open_own: int = 0
    """A new end lacks open table around its pocket: so much a cell if all is lacking, less than
    in proportion if only some is."""
    open_others: int = 0
    """The same for the table that ends nearby lose."""
    open_cells: int = 150
    """An end should reach so many free cells ..."""
    open_steps: int = 6
    """... within so many steps from its hold."""

    box_width: int
    box_height: int
    box_pull: int
    box_power: int
    wall: int
    """Price of each column or row beyond the wall."""
    wall_width: int
    wall_height: int
    look_ahead: int = 1000
    """Share of the price of the box a few cells ahead."""

    hub: tuple[int, int] = (2, 1)
    """Half the size of the hub's body, without its middle."""
    stride: int
    """Width of the bit boards."""

    def stretched(self, cells: int) -> int:
        """The price of a wire of so many cells."""
        return self.stretch * (6 + 4 * cells) // 10 if cells else 0


_SIX: Final = Prices(
    bend=400,
    elbow=800,
    stretch=1800,
    reach=2,
    fan=1000,
    straight=2500,
    perp=3000,
    lopsided=600,
    upright=700,
    touch=3000,
    crowd=80,
    crowd_size=3,
    crowd_ahead=6,
    foot_crowd=10,
    foot_tries=10,
    ahead=200,
    no_foot=3000,
    no_room=20000,
    evict=2000,
    lost=3000,
    talk_above=3000,
    talk_tries=12,
    talk_ends=4,
    box_width=24,
    box_height=13,
    box_pull=2000,
    box_power=3,
    wall=2000,
    wall_width=26,
    wall_height=17,
    stride=112,
)

_NINE: Final = Prices(
    bend=1500,
    elbow=400,
    stretch=1800,
    reach=4,
    fan=1000,
    straight=1000,
    perp=3000,
    lopsided=600,
    touch=1500,
    crowd=20,
    crowd_size=3,
    crowd_ahead=4,
    foot_crowd=60,
    foot_tries=3,
    ahead=200,
    no_foot=6000,
    no_room=50000,
    evict=500,
    lost=2000,
    talk_above=2000,
    talk_tries=5,
    talk_ends=4,
    detour_length=12,
    open_own=120,
    open_others=120,
    box_width=40,
    box_height=24,
    box_pull=2000,
    box_power=6,
    wall=2000,
    wall_width=40,
    wall_height=30,
    stride=144,
)

_FIFTEEN: Final = Prices(
    bend=400,
    elbow=400,
    stretch=1800,
    reach=3,
    fan=1000,
    straight=1500,
    perp=2500,
    lopsided=300,
    upright_foot=600,
    touch=8000,
    crowd=80,
    crowd_size=5,
    crowd_ahead=5,
    foot_crowd=10,
    foot_tries=3,
    ahead=500,
    no_foot=6000,
    no_room=50000,
    evict=500,
    lost=2000,
    talk_above=5000,
    talk_tries=5,
    talk_ends=4,
    detour_length=12,
    open_own=120,
    open_others=120,
    box_width=50,
    box_height=37,
    box_pull=5000,
    box_power=4,
    wall=2000,
    wall_width=60,
    wall_height=50,
    hub=(3, 2),
    stride=192,
)

_PRICES: Final = {
    6: _SIX,
    9: _NINE,
    12: replace(_NINE, box_width=50, box_height=30, wall_width=50, wall_height=40, stride=160),
    15: _FIFTEEN,
    18: replace(_FIFTEEN, box_width=62, box_height=47, wall_width=70, wall_height=56, stride=224),
}


def prices_for(set_size: int) -> Prices:
    """The prices of a set; of the next larger one for a set without its own."""
    return _PRICES[min((size for size in _PRICES if size >= set_size), default=max(_PRICES))]


@lru_cache(maxsize=16)
def box_prices(prices: Prices, portrait: bool) -> tuple[BoxPrices, BoxPrices]:
    """What a box of each width, and of each height, costs."""

    def table(target: int, limit: int) -> BoxPrices:
        pull, power = prices.box_pull, prices.box_power
        return tuple(
            pull * size**power // target**power + prices.wall * max(0, size - limit)
            for size in range(prices.stride + 1)
        )

    across = table(prices.box_width, prices.wall_width)
    down = table(prices.box_height, prices.wall_height)
    return (down, across) if portrait else (across, down)
