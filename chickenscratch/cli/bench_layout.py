"""How fast tiles are laid out on the table, and how often the whole table is in sight."""

from __future__ import annotations

from collections.abc import Iterator
from statistics import median
from typing import Final

from chickenscratch.cli.bench_figure import Figure
from chickenscratch.locale import _

GAMES: Final = 200
"""Games that are laid out for each repeat, of every number of players."""
SCREENS: Final = (
    ("chicken-scratch", 6, (2, 3, 4, 5, 6), (80, 24)),
    ("chicken-foot", 9, (2, 3, 4, 5, 6), (120, 40)),
)
"""Presets, their sets and numbers of players, and the screens their tables should fit."""


def layout(repeats: int) -> Iterator[Figure]:
    """Finding the place of a tile on the table."""
    from chickenscratch.layout.measure import measure

    for name, size, seats in (("chicken-scratch", 6, 4), ("chicken-foot", 9, 4)):
        times = [measure(size, seats, 20)["tile_us"] for _ in range(repeats)]
        for rank in ("p50", "p95"):
            words = _("a tile laid out, {rank}, {rules}, {seats} players").format(
                rank=rank, rules=name, seats=seats
            )
            values = [time[rank] for time in times if isinstance(time, dict)]
            yield Figure(f"layout.tile.{rank}.{name}.{seats}", words, median(values), "µs")


def fit(repeats: int) -> Iterator[Figure]:
    """The share of finished tables that are in sight as a whole, with readable digits, and with
    hand, sums and duty line around them."""
    from chickenscratch.layout.layout import Layout
    from chickenscratch.layout.measure import games
    from chickenscratch.tui.art.picture import Zoom, picture_of
    from chickenscratch.tui.camera import cells_of, fits
    from chickenscratch.tui.room import Room, board_size

    for name, size, seats, screen in SCREENS:
        count = inside = 0
        for players in seats:
            room = board_size(*screen, players, Room.WHOLE)
            for game in games(size, players, GAMES * repeats // len(seats)):
                table = Layout(game.set_size, game.arms)
                table.lead(game.lead)
                for play in game.plays:
                    table.place(*play)
                count += 1
                inside += fits(cells_of(picture_of(table)), Zoom.COMPACT, room)
        words = _("finished tables in sight as a whole, {rules}, {columns} by {rows}").format(
            rules=name, columns=screen[0], rows=screen[1]
        )
        yield Figure(f"fit.{name}.{screen[0]}x{screen[1]}", words, 100 * inside / count, "%")
