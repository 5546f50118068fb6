"""The coach in plain mode: the same words, the same mark in the record."""

from __future__ import annotations

import asyncio

from plain.plain_kit import INSTANT, Memory, Quick, Script, setup
from recorded import game_lines, record_of

from chickenscratch.bots.advice import advise, choice_of
from chickenscratch.bots.base import Company
from chickenscratch.bots.levels import decide
from chickenscratch.bots.review import assess
from chickenscratch.core.actions import SeatAction
from chickenscratch.core.coach import Advice, Assessed
from chickenscratch.core.state import Game
from chickenscratch.core.view import SeatView
from chickenscratch.locale import using
from chickenscratch.locale.coach import IDEAS
from chickenscratch.plain.replay import Replay
from chickenscratch.plain.table import Session
from chickenscratch.table.coaching import Coach
from chickenscratch.table.local import open_table

ON = ("",) * 8
"""Enter does what there is no choice about, and nothing where there is one."""

BOTS = (None, "random", "heaviest", "random")


class QuickCoach:
    def __init__(self, *, silent: bool = False) -> None:
        self.asked = 0
        self._silent = silent

    async def choose(self, view: SeatView, level: str, *, company: Company) -> SeatAction:
        return decide(view, level, company=company)

    async def advise(self, view: SeatView, nodes: int) -> Advice | None:
        self.asked += 1
        return None if self._silent else advise(view, 400)

    async def assess(
        self, game: Game, after: Game, made: SeatAction, nodes: int
    ) -> Assessed | None:
        return assess(game, after, made.seat, choice_of(made), 100)


async def told(*lines: str, coach: Coach | None, name: str = "chicken-foot") -> tuple[Script, str]:
    """What is said when these lines are typed, and the record."""
    memory = Memory()
    table = open_table(setup(name, *BOTS), brain=Quick(), pace=INSTANT, recorder=memory)
    script = Script(*lines)
    session = Session(table.people, script, coach=coach)
    await asyncio.wait_for(session.run(), 60)
    await table.close()
    return script, "\n".join(memory.lines)


def ideas() -> set[str]:
    return set(IDEAS.values())


async def test_three_steps() -> None:
    coach = QuickCoach()
    script, record = await told(*ON, "tip", "tip", "tip", "tip", coach=coach)
    first, second, third, fourth = script.answers()[-5:-1]
    assert coach.asked == 1
    assert first[0] in ideas()
    assert first[1] == "“tip” again names the tile."
    assert second[1] == "“tip” again tells the whole ranking."
    assert third[0].startswith("1. ")
    assert "best" in third[0]
    assert third == fourth
    move = third[0].removeprefix("1. ").partition(":")[0]
    assert second[0].startswith(move)
    assert record.count('"assisted": true') == 1


async def test_where_there_is_no_coach() -> None:
    script, record = await told(*ON, "tip", coach=None)
    assert script.answers()[-2] == ["There is no coach at this table."]
    assert "assisted" not in record


async def test_a_coach_without_an_answer() -> None:
    script, _record = await told(*ON, "tip", coach=QuickCoach(silent=True))
    assert script.answers()[-2] == ["The coach has no answer now; ask again."]


async def test_in_italian() -> None:
    with using("it"):
        script, _record = await told(*ON, *["consiglio"] * 3, coach=QuickCoach())
    assert script.answers()[-2][0].startswith("1. ")
    assert "migliore" in script.answers()[-2][0]


async def test_a_round_of_a_replay_is_reviewed() -> None:
    record = record_of(game_lines(private=False))
    script = Script("round 2", "review", "review")
    await Replay(script, record, coach=QuickCoach()).run()
    told, again = script.answers()[-3], script.answers()[-2]
    assert told[0] == "The coach looks back at round 2…"
    assert told == again
    assert any(line.startswith("Round 2, hub") for line in told)
    assert not any(line.startswith("Round 1, hub") for line in told)
    alone = Script("analisi")
    await Replay(alone, record).run()
    assert alone.answers()[-2] == ["There is no coach at this table."]
