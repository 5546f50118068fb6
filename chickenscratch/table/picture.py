"""Where tiles lie that nobody chose a place for."""

from __future__ import annotations

import logging
from dataclasses import replace

from chickenscratch.core.actions import Play
from chickenscratch.core.legal import places_of
from chickenscratch.core.state import Game, Round
from chickenscratch.core.tree import Laid, Place
from chickenscratch.layout import MAX_BENDS, Layout, lay_out

logger = logging.getLogger(__name__)


class Picture:
    """The table's own layout. It follows the round that is being played, as far as it is asked."""

    def __init__(self) -> None:
        self._layout: Layout | None = None
        self._laid: tuple[Laid, ...] = ()

    def placed(self, game: Game, play: Play) -> Play:
        """A legal play, with the tidiest of its places unless it has one already.

        All places with one number are equal for the rules, so this decides nothing in the game;
        it makes every screen, and every later replay, show the tile in the same spot.
        """
        at, table = play.at, game.round
        if at is not None:
            return replace(play, at=at._replace(bend=max(0, min(at.bend, MAX_BENDS - 1))))
        if table is None:
            return play
        places = places_of(table, play.on)
        if len(places) == 1:
            return replace(play, at=places[0])
        keys = [(place.parent, place.port) for place in places]
        try:
            layout = self._followed(game, table)
            return replace(play, at=Place(*layout.tidiest(keys, play.tile.other(play.on))))
        except Exception:  # a fault in the picture must not stop the game
            logger.exception("no tidiest place for %s; it goes to the oldest", play.tile)
            self._layout = None
            return replace(play, at=places[0])

    def _followed(self, game: Game, table: Round) -> Layout:
        layout, known, laid = self._layout, self._laid, table.laid
        if layout is None or not known or laid[: len(known)] != known:
            layout = lay_out(game.rules.set_size, game.rules.arms, laid)
        else:
            for tile in laid[len(known) :]:
                layout.place(tile.parent, tile.port, tile.near, tile.far, tile.bend)
        self._layout, self._laid = layout, laid
        return layout
