"""Undo and redo at a table, against a plain list of the states of the game.

The model below knows nothing of the table's own book-keeping: it keeps every state since the first
deal and works out from the rules of taking back (rules.md E44) what each seat may do.
"""

from __future__ import annotations

import asyncio
import itertools
import random
import tempfile
from pathlib import Path
from typing import NamedTuple

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from players import possible
from table_kit import Memory, rules_of, seats

from chickenscratch.core.actions import Action, Call, Deal, Draw, Lead, Play, SeatAction
from chickenscratch.core.apply import Accepted, RejectReason, apply, start_game
from chickenscratch.core.events import Dealt, Event, redact
from chickenscratch.core.record import RecordSeat, header_line
from chickenscratch.core.rules import RuleSet
from chickenscratch.core.state import Game, Phase
from chickenscratch.core.view import view_of
from chickenscratch.store import Shelf
from chickenscratch.table.link import Command, Ready, Receipt, Redo, TakeBack, Undo
from chickenscratch.table.seat_link import SeatLink
from chickenscratch.table.table import Table

SHORT = {"set_size": 6, "hand_sizes": {"2": 9, "3": 7}, "rounds": 4}
"""So few tiles that a round is soon over, most often because nobody can play."""
RULES = [
    rules_of("chicken-scratch", **SHORT),
    rules_of("chicken-foot", **SHORT, call_duty=True, last_tile_tap="duty"),
    rules_of("chicken-foot", **SHORT, may_pass=True, drawn_tile="may-keep"),
    rules_of("chicken-scratch", **SHORT, draw="until-playable", missing_lead="draw-together"),
    rules_of("chicken-foot", **SHORT, missing_lead="redeal", lead_plays_again=False),
    rules_of("chicken-scratch", **SHORT, draw="none", missing_lead="set-aside"),
]
LEVELS = [(None, "bot"), (None, None), (None, "bot", "bot"), (None, None, "bot"), (None,) * 3]


class Done(NamedTuple):
    """An action and the game after it."""

    action: Action
    game: Game
    events: tuple[Event, ...]


class Model:
    """The states of a game in a list, and those that were taken back in others."""

    def __init__(self, start: Game, people: set[int], together: bool, practice: bool) -> None:
        self.start = start
        self.people = people
        self.together = together
        self.practice = practice
        self.done: list[Done] = []
        self.undone: list[tuple[int, list[Done]]] = []

    @property
    def game(self) -> Game:
        return self.state(len(self.done))

    def state(self, n: int) -> Game:
        """The game after n actions."""
        return self.done[n - 1].game if n else self.start

    def do(self, action: Action) -> None:
        outcome = apply(self.game, action)
        assert isinstance(outcome, Accepted)
        self.done.append(Done(action, *outcome))
        self.undone.clear()

    def undo(self, seat: int, n: int) -> int:
        """Go back to n actions; returns how many action lines that takes."""
        gone = self.done[n:]
        del self.done[n:]
        self.undone.append((seat, gone))
        return sum(not isinstance(one.action, Deal) for one in gone)

    def target(self, seat: int) -> int | None:
        """How many actions are left after an undo of `seat`; None: there can be none."""
        if seat not in self.people or self.game.over:
            return None
        for n in reversed(range(len(self.done))):
            action = self.done[n].action
            if not self.practice and self.shows(n):
                return None
            if self.chosen(n) and not isinstance(action, Deal) and action.seat == seat:
                return n
            others = self.people - {seat} if not (self.together or self.practice) else set[int]()
            if not isinstance(action, Deal) and action.seat in others:
                return None
        return None

    def shows(self, n: int) -> bool:
        """Whether action n let a person see what was hidden."""
        action = self.done[n].action
        drawn = isinstance(action, Draw) and action.seat in self.people
        ended = len(self.state(n + 1).results) > len(self.state(n).results)
        return drawn or ended or isinstance(action, Deal)

    def chosen(self, n: int) -> bool:
        """Whether action n was chosen by a person, be it only that a tile was laid."""
        action, before = self.done[n].action, self.state(n)
        if isinstance(action, Deal | Call) or action.seat not in self.people:
            return False
        if isinstance(action, Lead | Play):
            return True
        options = [a for a in possible(before) if not isinstance(a, Deal | Call)]
        return len({a for a in options if a.seat == action.seat}) > 1

    def story(self) -> list[Event]:
        """The events of the round."""
        events = [event for one in self.done for event in one.events]
        deals = [n for n, event in enumerate(events) if isinstance(event, Dealt)]
        return events[deals[-1] :]


class UndoMachine(RuleBasedStateMachine):
    def __init__(self) -> None:
        super().__init__()
        self.loop = asyncio.new_event_loop()
        self.folder = tempfile.TemporaryDirectory()
        self.saves = itertools.count()
        self.table: Table | None = None
        self.recorder = Memory()
        self.links: list[SeatLink] = []

    @initialize(
        rules=st.sampled_from(RULES),
        levels=st.sampled_from(LEVELS),
        together=st.booleans(),
        practice=st.booleans(),
        seed=st.integers(0, 2**32),
        many=st.integers(0, 60),
    )
    def sit_down(
        self,
        rules: RuleSet,
        levels: tuple[str | None, ...],
        together: bool,
        practice: bool,
        seed: int,
        many: int,
    ) -> None:
        """The first actions are played at once, since a run may do without any of the rules."""
        self.chairs = seats(*levels)
        people = {seat for seat, level in enumerate(levels) if level is None}
        game = start_game(rules, len(levels), f"{seed:064x}")
        self.model = Model(game, people, together, practice)
        names = [RecordSeat(who.name, who.level) for who in self.chairs]
        header = header_line(game, names, "2026-11-29T20:15:00Z", private=True, practice=practice)
        self.table = Table(
            game, self.chairs, recorder=self.recorder, opening=[header],
            together=together, practice=practice,
        )  # fmt: skip
        self.begin()
        self.redeal()
        self.play_on(random.Random(seed), many)

    def begin(self) -> None:
        async def begin() -> None:
            assert self.table is not None
            self.links = [self.table.link(seat) for seat in range(len(self.chairs))]
            self.table.start()
            async for update in self.links[0].updates():
                if update.view.phase is not Phase.REDEAL and update.view.number:
                    return

        self.loop.run_until_complete(begin())

    def ask(self, command: Command, seq: int | None = None) -> Receipt:
        link = self.links[command.seat]
        now = link.latest.seq if seq is None else seq
        return self.loop.run_until_complete(link.submit(command, now))

    def redeal(self) -> None:
        """The table deals by itself at the start, and again while the rules want it."""
        while self.model.game.round is None or self.model.game.round.phase is Phase.REDEAL:
            self.model.do(Deal())

    def act(self, action: SeatAction) -> None:
        before = self.links[0].latest
        assert self.ask(action).accepted
        self.model.do(action)
        receipt = self.ask(Undo(0), before.seq)
        assert receipt.reason in (RejectReason.STALE, RejectReason.GAME_OVER)

    @precondition(lambda self: not self.model.game.between_rounds and not self.model.game.over)
    @rule(luck=st.integers(0, 2**16))
    def act_once(self, luck: int) -> None:
        self.play_on(random.Random(luck), 1)

    @precondition(lambda self: not self.model.game.between_rounds and not self.model.game.over)
    @rule(luck=st.integers(0, 2**16), many=st.integers(2, 20))
    def act_often(self, luck: int, many: int) -> None:
        self.play_on(random.Random(luck), many)

    def play_on(self, chance: random.Random, many: int) -> None:
        """Anybody does anything that the rules allow, until the round is over."""
        for _ in range(many):
            if self.model.game.between_rounds or self.model.game.over:
                return
            actions = [a for a in possible(self.model.game) if not isinstance(a, Deal)]
            self.act(chance.choice(actions))

    @precondition(lambda self: self.model.game.between_rounds)
    @rule()
    def go_on(self) -> None:
        """Everybody is ready for the next round."""
        for seat in sorted(self.model.people):
            assert self.ask(Ready(seat)).accepted
        self.model.do(Deal())
        self.redeal()

    @precondition(lambda self: self.model.game.between_rounds)
    @rule()
    def be_ready(self) -> None:
        """Only one of several people is: that changes nothing."""
        if len(self.model.people) > 1:
            self.ask(Ready(0))

    @precondition(lambda self: not self.model.game.over)
    @rule(seat=st.integers(0, 2))
    def undo(self, seat: int) -> None:
        seat %= len(self.chairs)
        target, lines = self.model.target(seat), len(self.recorder.lines)
        receipt = self.ask(Undo(seat))
        if target is None:
            assert receipt.reason in (
                RejectReason.NOTHING_TO_UNDO,
                RejectReason.CANNOT_UNDO,
                RejectReason.OTHERS_ACTED,
            )
            assert len(self.recorder.lines) == lines
        else:
            assert receipt.accepted
            count = self.model.undo(seat, target)
            assert self.recorder.lines[lines:] == [{"act": "undo", "lines": count}]

    @precondition(lambda self: not self.model.game.over)
    @rule(seat=st.integers(0, 2))
    def redo(self, seat: int) -> None:
        seat %= len(self.chairs)
        receipt = self.ask(Redo(seat))
        if self.model.undone and self.model.undone[-1][0] == seat:
            assert receipt.accepted
            self.model.done.extend(self.model.undone.pop()[1])
        else:
            assert receipt.reason is RejectReason.NOTHING_TO_REDO

    @rule()
    def leave_and_come_back(self) -> None:
        """From a save: what could be taken back still can be, nothing can be done again."""
        assert self.table is not None
        self.loop.run_until_complete(self.table.close())
        path = Path(self.folder.name) / f"{next(self.saves)}.chicken.jsonl"
        path.write_text(self.recorder.text, encoding="utf-8")
        opened = Shelf(path.parent).open(path)
        opened.save.close()
        assert path.read_text(encoding="utf-8") == self.recorder.text
        assert opened.header.practice is self.model.practice
        self.table = Table(
            opened.game, self.chairs, recorder=self.recorder, steps=opened.steps,
            together=self.model.together, practice=opened.header.practice,
        )  # fmt: skip
        self.begin()
        self.model.undone.clear()

    @precondition(lambda self: self.table is not None)
    @invariant()
    def the_table_is_where_the_list_ends(self) -> None:
        assert self.table is not None
        game = self.model.game
        assert self.table.game == game
        assert hash(self.table.game) == hash(game)
        for seat, link in enumerate(self.links):
            assert link.latest.view == view_of(game, seat)
            assert list(link.story) == [redact(event, seat) for event in self.model.story()]

    @precondition(lambda self: self.table is not None)
    @invariant()
    def what_is_offered_is_what_would_happen(self) -> None:
        for seat, link in enumerate(self.links):
            target = self.model.target(seat)
            undo = None if target is None else told(seat, self.model.done[target:])
            assert link.latest.undo == undo
            again = self.model.undone
            redo = told(seat, again[-1][1]) if again and again[-1][0] == seat else None
            assert link.latest.redo == redo

    def teardown(self) -> None:
        if self.table is not None:
            self.loop.run_until_complete(self.table.close())
            assert self.recorder.game() == self.model.game
        self.loop.close()
        self.folder.cleanup()


def told(seat: int, done: list[Done]) -> TakeBack:
    return TakeBack(seat, tuple(one.action for one in done))


TestUndo = UndoMachine.TestCase
TestUndo.settings = settings(stateful_step_count=40)
