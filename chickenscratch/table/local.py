"""A table in this process: people at one keyboard, and bots."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Final

from chickenscratch.core import shuffle
from chickenscratch.core.apply import start_game
from chickenscratch.core.record import Line, RecordSeat, header_line
from chickenscratch.core.replay import Step
from chickenscratch.core.state import Game
from chickenscratch.core.text import Sentence
from chickenscratch.store import OpenedGame, StoreError
from chickenscratch.table.link import TableLink
from chickenscratch.table.players import FAIR_WINDOW, PACES, BotPlayer, Brain, Pace, Sleep
from chickenscratch.table.setup import SeatSetup, TableSetup
from chickenscratch.table.table import Recorder, Table

logger = logging.getLogger(__name__)

_TIME: Final = "%Y-%m-%dT%H:%M:%SZ"


class LocalTable:
    """A game that is going on. Its recorder, if any, belongs to it and is closed with it."""

    def __init__(
        self,
        setup: TableSetup,
        game: Game,
        *,
        brain: Brain,
        pace: Pace,
        recorder: Recorder | None,
        opening: Sequence[Line] = (),
        notices: Sequence[Sentence] = (),
        steps: Sequence[Step] = (),
        assisted: Sequence[int] = (),
        window: float = FAIR_WINDOW,
        sleep: Sleep = asyncio.sleep,
    ) -> None:
        self.setup: Final = setup
        self._recorder = recorder
        self._table = Table(
            game, setup.seats, recorder=recorder, opening=opening, notices=notices, steps=steps,
            together=True, practice=setup.practice, coached=True, assisted=assisted,
        )  # fmt: skip
        self.people: Final[tuple[TableLink, ...]] = tuple(
            self._table.link(seat) for seat in setup.people
        )
        self._bots = [
            BotPlayer(
                self._table.link(seat), who.level, brain, pace=pace, company=lambda: setup.company,
                window=window, sleep=sleep,
            )
            for seat, who in enumerate(setup.seats)
            if who.level is not None
        ]  # fmt: skip
        self._table.start()
        self._tasks = [asyncio.create_task(bot.run(), name="bot") for bot in self._bots]

    def watch(self) -> TableLink:
        """A link for somebody without a seat, who sees no hand."""
        return self._table.link(None)

    def hurry(self) -> None:
        """The bot that is waiting only so that people can follow moves at once."""
        for bot in self._bots:
            bot.hurry()

    async def close(self) -> None:
        """Stop the bots, finish what was asked already, end all links, let go of the record."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self._table.close()
        if self._recorder is not None:
            try:
                self._recorder.close()
            except StoreError as error:
                logger.warning("the end of the game is lost: %s", error)
            self._recorder = None


def open_table(
    setup: TableSetup,
    *,
    brain: Brain,
    pace: Pace = PACES["brisk"],
    recorder: Recorder | None = None,
    now: datetime | None = None,
    window: float = FAIR_WINDOW,
    sleep: Sleep = asyncio.sleep,
) -> LocalTable:
    """Begin a game; it is dealt at once. Needs a running event loop.

    `recorder`: where the record goes, such as ``Shelf.new()``. `window` and `sleep`: the fair
    window for calls, and how bots wait. Raises RuleError for a setup that cannot be played.
    """
    setup.check()
    seed = shuffle.new_seed() if setup.seed is None else shuffle.parse_seed(setup.seed)
    game = start_game(setup.rules, len(setup.seats), seed)
    created = (datetime.now(UTC) if now is None else now.astimezone(UTC)).strftime(_TIME)
    seats = [RecordSeat(who.name, who.level) for who in setup.seats]
    header = header_line(game, seats, created, private=True, practice=setup.practice)
    return LocalTable(
        setup, game, brain=brain, pace=pace, recorder=recorder, opening=[header], window=window,
        sleep=sleep,
    )  # fmt: skip


def resume(
    saved: OpenedGame,
    *,
    brain: Brain,
    pace: Pace = PACES["brisk"],
    window: float = FAIR_WINDOW,
    sleep: Sleep = asyncio.sleep,
) -> LocalTable:
    """Go on with a saved game, from ``Shelf.open(path)``, in the middle of whatever it was in.

    What could be taken back still can be; what was taken back cannot be done again any more.
    What is played is appended to the same save. Needs a running event loop.
    """
    header = saved.header
    seats = tuple(SeatSetup(who.name, who.level) for who in header.seats)
    setup = TableSetup(header.rules, seats, header.seed, header.practice)
    notices = () if saved.notice is None else (saved.notice,)
    return LocalTable(
        setup, saved.game, brain=brain, pace=pace, recorder=saved.save, notices=notices,
        steps=saved.steps, assisted=saved.assisted, window=window, sleep=sleep,
    )  # fmt: skip


def practise(
    game: Game,
    seats: Sequence[RecordSeat],
    seat: int,
    level: str,
    *,
    brain: Brain,
    pace: Pace = PACES["brisk"],
    sleep: Sleep = asyncio.sleep,
) -> LocalTable:
    """Play a round on from any moment of it, `game`, to its end: for practice, and kept nowhere.

    A person sits in `seat`, bots in the others, of `level` where a person sat. The game has a seed
    of its own, so that nothing of a real one is given away by it. Needs a running event loop.
    """
    seed = shuffle.new_seed()
    name = shuffle.game_id_of(seed)
    rules = game.rules.model_copy(update={"rounds": len(game.results) + 1})
    own = game._replace(
        rules=rules, seed=seed, game_id=name, commitment=shuffle.commitment(seed, name)
    )
    chairs = tuple(
        SeatSetup(who.name, None if number == seat else who.level or level)
        for number, who in enumerate(seats)
    )
    setup = TableSetup(rules, chairs, seed, practice=True)
    return LocalTable(setup, own, brain=brain, pace=pace, recorder=None, sleep=sleep)
