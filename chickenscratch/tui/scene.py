"""What one seat sees, with what follows from it: legal moves, where tiles lie, what to draw."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import NamedTuple

from chickenscratch.core.actions import Lead
from chickenscratch.core.legal import Duty, DutyKind, Legal, WhyNot
from chickenscratch.core.state import Phase
from chickenscratch.core.tiles import Tile
from chickenscratch.core.tree import Place
from chickenscratch.core.view import SeatView
from chickenscratch.layout import Box, Layout, Spot, SpotKind
from chickenscratch.locale import ends
from chickenscratch.tui.art.picture import BoardPicture, Ghost, dead_numbers


class Option(NamedTuple):
    """A place a tile may be laid at: its letter (often none), what it is laid on, where it lies."""

    letter: str
    place: Place
    on: int
    spot: Spot

    @property
    def key(self) -> tuple[int, int]:
        return self.place.parent, self.place.port


class Felt:
    """The layout of the round that is being played, kept in step with the views."""

    def __init__(self) -> None:
        self.layout: Layout | None = None
        self._round: tuple[str, int] = ("", 0)
        self._laid: tuple[object, ...] = ()

    def follow(self, view: SeatView) -> Layout | None:
        """The layout of `view`: grown by what is new, or made afresh if anything else changed."""
        known = len(self._laid)
        same = self._round == (view.game_id, view.number) and self._laid == view.laid[:known]
        if not same or self.layout is None:
            self.layout, known = None, 0
        for laid in view.laid[known:]:
            if self.layout is None:
                self.layout = Layout(view.rules.set_size, view.rules.arms)
                self.layout.lead(laid.far)
            else:
                self.layout.place(laid.parent, laid.port, laid.near, laid.far, laid.bend)
        self._round, self._laid = (view.game_id, view.number), view.laid
        return self.layout


class Scene:
    """A view and what follows from it. Made anew for every view; nothing in it changes."""

    def __init__(self, view: SeatView, layout: Layout | None, letters: str = ends.LETTERS) -> None:
        """`letters` name the open ends."""
        self.view = view
        self.letters = letters
        self.layout = layout
        self._options: dict[Tile, tuple[Option, ...]] = {}

    @cached_property
    def legal(self) -> Legal | None:
        return self.view.legal

    @cached_property
    def duty(self) -> Duty:
        return self.view.duty

    @cached_property
    def names(self) -> dict[tuple[int, int], str]:
        """The letters of the open ends, the same for every tile."""
        return ends.letters(self.view, self.letters)

    @property
    def my_turn(self) -> bool:
        """True when this seat has to act now."""
        duty = self.duty
        return self.view.seat is not None and duty.seat == self.view.seat

    @property
    def must_play(self) -> bool:
        """True when it is this seat's turn and one of its tiles fits."""
        return self.my_turn and any(self.fits(tile) for tile in self.view.hand)

    @property
    def lead_aside(self) -> Lead | None:
        """Laying the lead, if this seat has to and it lies aside instead of in the hand."""
        legal = self.legal
        if legal is None or legal.lead is None or legal.lead in self.view.hand:
            return None
        return Lead(legal.seat, legal.lead)

    @property
    def may_draw(self) -> bool:
        return self.my_turn and self.legal is not None and self.legal.draw

    @property
    def may_pass(self) -> bool:
        return self.my_turn and self.legal is not None and self.legal.pass_

    @property
    def forced_pass(self) -> bool:
        """True when there is nothing to do but pass."""
        return self.may_pass and not self.may_draw and not self.must_play

    @property
    def forced_move(self) -> bool:
        """True when this seat has to act and there is one thing to do, a pass aside: a tile with
        one number to lay it on, or a tile to draw."""
        if not self.my_turn or self.may_pass:
            return False
        if not self.must_play:
            return self.may_draw
        numbers = {(tile, on) for tile in self.fitting for on in self.numbers(tile)}
        return len(numbers) == 1 and not self.may_draw

    @cached_property
    def fitting(self) -> frozenset[Tile]:
        """The tiles of the hand that could be laid now, were it this seat's turn."""
        return frozenset(tile for tile in self.view.hand if self.options(tile))

    def fits(self, tile: Tile) -> bool:
        return tile in self.fitting

    def why_not(self, tile: Tile) -> WhyNot | None:
        entry = None if self.legal is None else self.legal.of(tile)
        return None if entry is None else entry.why

    def options(self, tile: Tile) -> tuple[Option, ...]:
        """Every place `tile` may be laid at, the oldest end first."""
        known = self._options.get(tile)
        if known is None:
            known = self._options[tile] = self._find_options(tile)
        return known

    def _find_options(self, tile: Tile) -> tuple[Option, ...]:
        if self.legal is None:
            return ()
        if self.legal.lead == tile:
            number = tile.high
            spot = Spot(0, -1, 0, number, number, SpotKind.LEAD, ((-1, 0), (0, 0), (1, 0)), 2)
            return (Option("", Place(-1, 0), number, spot),)
        entry = self.legal.of(tile)
        if entry is None or self.layout is None:
            return ()
        found = sorted((place, move.on) for move in entry.moves for place in move.places)
        options = []
        for place, on in found:
            letter = self.names.get((place.parent, place.port), "") if len(found) > 1 else ""
            spot = self.layout.ghost(place.parent, place.port, tile.other(on))
            options.append(Option(letter, place, on, spot))
        return tuple(options)

    @cached_property
    def reach(self) -> Box | None:
        """The cells on which any tile of the hand could be laid."""
        cells = [
            cell
            for tile in self.view.hand
            for option in self.options(tile)
            for cell in (*option.spot.cells, *option.spot.wire)
        ]
        if not cells:
            return None
        xs, ys = [x for x, _ in cells], [y for _, y in cells]
        return Box(min(xs), min(ys), max(xs), max(ys))

    def numbers(self, tile: Tile) -> tuple[int, ...]:
        """The numbers `tile` could be laid on; two of them leave a question."""
        on = {option.on for option in self.options(tile)}
        return tuple(number for number in tile.numbers if number in on)

    def tidiest(self, tile: Tile, on: int | None = None) -> int:
        """Which of the options of `tile` is laid at if nobody cares where."""
        options = self.options(tile)
        wanted = [i for i, option in enumerate(options) if on in (None, option.on)]
        if self.layout is None or len(wanted) <= 1:
            return wanted[0] if wanted else 0
        prices = self.layout.price
        return min(wanted, key=lambda i: (prices(*options[i].key, options[i].spot.far), i))

    def bends(self, option: Option) -> Sequence[Spot]:
        """The same place with the line going another way; the first is the tidiest."""
        if self.layout is None or option.place.parent < 0:
            return (option.spot,)
        return self.layout.bends(*option.key, option.spot.far)

    @cached_property
    def recent(self) -> frozenset[int]:
        """The tiles laid since this seat last acted, its own included; at least the last one. For
        watchers, who never act, that one."""
        count = 0
        for fact in reversed(self.view.log):
            count += fact.act in ("play", "lead")
            if fact.seat == self.view.seat or self.watching:
                break
        laid = len(self.view.laid)
        return frozenset(range(laid - max(count, 1), laid)) if laid else frozenset()

    def picture(self, lifted: Tile | None = None, choice: int = 0, bend: int = 0) -> BoardPicture:
        """What to draw, with the places for a lifted tile."""
        options = self.options(lifted) if lifted is not None else ()
        ghosts = []
        for i, option in enumerate(options):
            spot = option.spot
            if i == choice and bend:
                bends = self.bends(option)
                spot = bends[min(bend, len(bends) - 1)]
            ghosts.append(Ghost(spot, option.letter))
        chosen = choice if ghosts else None
        if self.layout is None:
            return BoardPicture(ghosts=tuple(ghosts), chosen=chosen, reach=self.reach)
        taken = {option.key for option in options}
        prints, marks = self._empty_places
        view = self.view
        return BoardPicture(
            spots=tuple(self.layout.spots),
            hub=self.layout.hub,
            footprints=tuple(spot for key, spot in prints.items() if key not in taken),
            marks=tuple(mark for key, mark in marks.items() if key not in taken),
            mark_ends=tuple(key for key in marks if key not in taken),
            ghosts=tuple(ghosts),
            chosen=chosen,
            last=self.recent,
            hungry=view.parent if view.parent >= 0 and view.phase is not Phase.OVER else None,
            dead=self._dead,
            reach=self.reach,
        )

    @cached_property
    def _empty_places(self) -> tuple[dict, dict]:  # type: ignore[type-arg]
        assert self.layout is not None
        return self.layout.footprints(), self.layout.marks()

    @cached_property
    def _dead(self) -> frozenset[int]:
        assert self.layout is not None
        return dead_numbers(self.layout.spots, self.view.rules.set_size)

    @property
    def open_numbers(self) -> tuple[int, ...]:
        """The numbers at the open ends, sorted, each as often as it is there."""
        return tuple(sorted(end.number for end in self.view.ends))

    @property
    def watching(self) -> bool:
        return self.view.seat is None

    @property
    def between(self) -> bool:
        return self.duty.kind in (DutyKind.OVER, DutyKind.DEAL)
