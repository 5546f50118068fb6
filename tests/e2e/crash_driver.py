"""A process to be killed: it plays a saved game and tells what it was told has happened.

``python crash_driver.py FOLDER SEED [ACTS]`` goes on with the game in FOLDER or begins one. It
prints ``ready`` before it touches the folder, then a digest of what the person in seat 0 sees after
every change that the table shows, or the sentence of a StoreError. After so many ACTS of that
person it prints ``waiting`` and waits to be ended.
"""

from __future__ import annotations

import asyncio
import hashlib
import random
import sys
from dataclasses import replace
from pathlib import Path

from chickenscratch.bots.base import Company, awaited
from chickenscratch.bots.levels import decide
from chickenscratch.core.actions import Play, SeatAction
from chickenscratch.core.presets import make_rules, preset
from chickenscratch.core.view import SeatView
from chickenscratch.core.wire import format_view
from chickenscratch.store import Shelf, StoreError
from chickenscratch.table.link import Command, Ready, Redo, Undo, Update
from chickenscratch.table.local import LocalTable, open_table, resume
from chickenscratch.table.players import PACES
from chickenscratch.table.setup import SeatSetup, TableSetup

SEATS = (SeatSetup("Anna"), SeatSetup("Bruno", "random"), SeatSetup("Carla", "heaviest"))


class Quick:
    """A brain that needs no other process."""

    async def choose(self, view: SeatView, level: str, *, company: Company) -> SeatAction:
        return decide(view, level, company=company)


def digest(view: SeatView) -> str:
    """SHA-256 of what a seat sees."""
    return hashlib.sha256(format_view(view).encode()).hexdigest()


def told(line: str) -> None:
    print(line, flush=True)


def sit_down(folder: Path, seed: str) -> LocalTable:
    shelf = Shelf(folder)
    unfinished = shelf.contents().unfinished
    if unfinished:
        return resume(shelf.open(unfinished[0].path), brain=Quick(), pace=PACES["instant"])
    rules = make_rules({"call_duty": True}, preset("chicken-foot").rules)
    setup = TableSetup(rules, SEATS, seed)
    return open_table(setup, brain=Quick(), pace=PACES["instant"], recorder=shelf.new())


def wish(update: Update, chance: random.Random) -> Command | None:
    """What the person does now: play, and change their mind now and then."""
    view, mind = update.view, chance.random()
    if update.redo is not None and mind < 0.5:
        return Redo(0)
    if update.undo is not None and mind < 0.15:
        return Undo(0)
    if view.round_over:
        return None if update.seats[0].ready or view.game_over else Ready(0)
    if awaited(view) != 0:
        return None
    action = decide(view, "random")
    return replace(action, at=None) if isinstance(action, Play) else action


async def main(folder: Path, seed: str, acts: int | None) -> None:
    chance, last = random.Random(), ""
    told("ready")
    try:
        table = sit_down(folder, seed)
    except StoreError as error:
        told(str(error))
        return
    (me,) = table.people
    async for update in me.updates():
        now = digest(update.view)
        if update.view.number and now != last:  # before the deal there is nothing to be lost
            told(now)
            last = now
        command = wish(update, chance)
        if command is None:
            continue
        await me.submit(command, update.seq)
        if acts is not None:
            acts -= 1
            if not acts:
                told("waiting")
                sys.stdin.read()
    await table.close()


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1]), sys.argv[2], int(sys.argv[3]) if sys.argv[3:] else None))
