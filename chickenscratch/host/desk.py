"""What is done about each request."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Final, assert_never

from chickenscratch.host import asking, telling
from chickenscratch.host.admin import Office
from chickenscratch.host.asking import Refusal
from chickenscratch.host.browsing import browse
from chickenscratch.host.guiding import guide, show
from chickenscratch.host.hall import Hall
from chickenscratch.host.listing import state_of
from chickenscratch.host.protocol import PROTOCOL, RECORD_PAGE
from chickenscratch.host.registry import FRIEND, IGNORE
from chickenscratch.host.remote import HostRefusedError
from chickenscratch.host.room import Room
from chickenscratch.host.session import Session
from chickenscratch.host.shapes import ChatLine, Stage, TableSettings
from chickenscratch.host.sockets import account
from chickenscratch.host.timing import Bucket
from chickenscratch.store.host_people import Player

GUESS_AGAIN: Final = 60.0
"""Seconds after which somebody may guess one more word of a private table."""
_DONE: Final = telling.Done()


class Desk:
    """Serves every connection of a hall."""

    def __init__(self, hall: Hall, stop: Callable[[], None]) -> None:
        """`stop`: what ends the host, once it has been drained."""
        self._hall = hall
        self._office = Office(hall, stop)
        self._guesses: dict[int, Bucket] = {}

    async def answer(self, session: Session, ask: asking.Ask) -> telling.Answer:
        """Do what is asked. Raises HostRefusedError, and anything else for a fault of ours."""
        if isinstance(ask, asking.Hello):
            return self._hello(session, ask)
        if isinstance(ask, asking.Ping):
            return _DONE
        if not session.known:
            raise HostRefusedError(Refusal.HELLO_FIRST)
        match ask:
            case asking.Submit():
                return await self._submit(session, ask)
            case asking.Pause():
                return await self._pause(session, ask)
            case asking.Enter():
                return self._enter(session, ask)
            case asking.Say():
                return self._say(session, ask)
            case asking.Create():
                return self._create(session, ask.settings, ask.word)
            case asking.Usual():
                return self._usual(session)
            case asking.Rematch():
                return self._rematch(session, ask)
            case asking.NewCode():
                code, until = self._hall.registry.code(session.player)
                return telling.Code(code=code, until=until)
            case asking.Keys():
                return telling.KeysAre(keys=self._hall.registry.keys(session.player))
            case asking.Record():
                return self._record(session, ask)
            case asking.Finished():
                return browse(self._hall, session.player.id, ask.before)
            case asking.Admin():
                if not session.admin:
                    raise HostRefusedError(Refusal.NOT_ADMIN)
                return telling.Report(report=await self._office.do(ask))
            case _:
                self._simply(session, ask)
                return _DONE

    def _simply(self, session: Session, ask: asking.Simple) -> None:
        """What needs no answer but that it was done."""
        player = session.player
        match ask:
            case asking.Rename():
                self._rename(session, ask.name)
            case asking.Link():
                self._link(session, ask.code)
            case asking.Follow():
                self._follow(session, ask.on)
            case asking.Ignore() | asking.Befriend():
                self._tie(session, ask)
            case asking.Sit():
                self._sit(session, ask)
            case asking.Bot():
                self._hall.room(ask.table).bot(player, ask.seat, _level(ask.level))
            case asking.SendAway():
                self._hall.room(ask.table).send_away(player, ask.seat)
            case asking.Ready():
                self._hall.room(ask.table).ready(player, ask.agreement, ask.on)
            case asking.Exit():
                room = self._hall.room(ask.table)
                room.exit(session)
                self._hall.tidy(room)
            case asking.Vote():
                self._vote(session, ask)
            case asking.Nudge():
                self._nudge(session, ask)
            case asking.Leave():
                room = self._hall.room(ask.table)
                room.leave(player, ask.sure)
                self._hall.tidy(room)
            case asking.Seen():
                self._seen(session, ask.table)
            case asking.Guide():
                guide(self._hall.room(ask.table), session, ask.on)
            case asking.Show():
                show(self._hall.room(ask.table), session, ask.line)
            case _:
                assert_never(ask)

    # people

    def _hello(self, session: Session, ask: asking.Hello) -> telling.Welcome:
        hall = self._hall
        if ask.protocol != PROTOCOL:
            raise HostRefusedError(Refusal.PROTOCOL)
        name = account(session.uid)
        if ask.speaks_for is not None and not trusts(hall.limits.trusted, session.uid, name):
            raise HostRefusedError(Refusal.NOT_TRUSTED)
        identity = ask.speaks_for or name
        if session.known and session.identity != identity:
            raise HostRefusedError(Refusal.NOT_TRUSTED)
        known = hall.registry.come_in(identity, ask.wish)
        session.identity = identity
        session.admin = ask.speaks_for is None and session.uid in (0, os.geteuid())
        self._become(session, known.player)
        ties = {kind: hall.registry.people.tied(known.player.id, kind) for kind in (IGNORE, FRIEND)}
        return telling.Welcome(
            protocol=PROTOCOL, you=hall.person(session), host=hall.info, new=known.new,
            admin=session.admin, ignores=tuple(p.name for p in ties[IGNORE]),
            friends=tuple(p.name for p in ties[FRIEND]),
        )  # fmt: skip

    def _become(self, session: Session, player: Player) -> None:
        hall = self._hall
        session.become(player)
        session.lookalike = hall.registry.lookalike(player)
        session.ignored = frozenset(p.id for p in hall.registry.people.tied(player.id, IGNORE))
        session.friends = {p.id: p.name for p in hall.registry.people.tied(player.id, FRIEND)}
        hall.stir(None)

    def _rename(self, session: Session, name: str) -> None:
        renamed = self._hall.registry.rename(session.player, name)
        for other in self._hall.sessions_of(renamed.id):
            self._become(other, renamed)
        for room in self._hall.rooms.values():
            for chair in room.chairs:
                if chair.player == renamed.id and room.stage is Stage.GATHERING:
                    chair.name = renamed.name
                    room.changed()
            if room.row.creator == renamed.id:
                room.creator = renamed.name

    def _link(self, session: Session, code: str) -> None:
        if any(view.viewer is session for room in self._hall.rooms.values() for view in room.views):
            raise HostRefusedError(Refusal.SEATED)
        self._become(session, self._hall.registry.link(session.identity, code))

    def _follow(self, session: Session, on: bool) -> None:
        if not self._hall.follow(session, on) or not on:
            return
        for line in self._hall.chat.latest(None, session.ignored):
            session.push(telling.Said(line=line))

    def _tie(self, session: Session, ask: asking.Ignore | asking.Befriend) -> None:
        registry = self._hall.registry
        other = registry.named(ask.name)
        kind = IGNORE if isinstance(ask, asking.Ignore) else FRIEND
        registry.people.tie(session.player.id, other.id, kind, ask.on)
        for one in self._hall.sessions_of(session.player.id):
            self._become(one, one.player)

    # tables

    def _admitted(self, session: Session, table: str, word: str | None) -> Room:
        """Guessing words is not a game: after too many wrong ones the right one is no better.
        Raises HostRefusedError."""
        room = self._hall.room(table)
        player, now = session.player.id, self._hall.means.time.now()
        if room.admits(player, None):
            return room
        guesses = self._guesses.setdefault(player, self._few(now))
        wait = guesses.take(now) if word is not None else 0.0
        if not wait and room.admits(player, word):
            guesses.give()
            return room
        self._hall.tidy(room)
        if wait:
            raise HostRefusedError(Refusal.TOO_FAST, wait)
        raise HostRefusedError(Refusal.WRONG_WORD)

    def _few(self, now: float) -> Bucket:
        """Wrong words for one more person; those who have not guessed for long are forgotten."""
        for player in [who for who, guesses in self._guesses.items() if guesses.full(now)]:
            del self._guesses[player]
        return Bucket(self._hall.limits.words, 1 / GUESS_AGAIN, now)

    def _sit(self, session: Session, ask: asking.Sit) -> None:
        room = self._admitted(session, ask.table, ask.word)
        if room.seat_of(session.player.id) is None and self._hall.busy(session.player):
            raise HostRefusedError(Refusal.TOO_MANY)
        room.sit(session.player, ask.seat)

    def _create(self, session: Session, settings: TableSettings, word: str | None) -> telling.At:
        player = session.player
        room = self._hall.create(player, settings, word)
        usual = asking.Create(settings=room.settings, word=word).model_dump_json()
        self._hall.registry.people.prefer(player.id, usual)
        for one in self._hall.sessions_of(player.id):
            one.become(one.player._replace(usual=usual))
        return telling.At(table=room.id)

    def _usual(self, session: Session) -> telling.At:
        if session.player.usual is None:
            raise HostRefusedError(Refusal.NO_TABLE)
        again = asking.Create.model_validate_json(session.player.usual)
        return telling.At(table=self._hall.create(session.player, again.settings, again.word).id)

    def _rematch(self, session: Session, ask: asking.Rematch) -> telling.At:
        room = self._hall.room(ask.table)
        if not room.stage.over:
            raise HostRefusedError(Refusal.NOT_OVER)
        if room.seat_of(session.player.id) is None:
            raise HostRefusedError(Refusal.NOT_SEATED)
        if room.row.rematch is not None and room.row.rematch in self._hall.rooms:
            return telling.At(table=room.row.rematch)
        bots = tuple(chair.level for chair in room.chairs if chair.level is not None)
        people = tuple(c.player if c.person else None for c in room.chairs if c.level is None)
        settings = room.settings.model_copy(update={"bots": bots})
        again = self._hall.create(session.player, settings, room.row.word, people)
        room.row = room.row._replace(rematch=again.id)
        room.save()
        return telling.At(table=again.id)

    def _enter(self, session: Session, ask: asking.Enter) -> telling.Entered:
        hall = self._hall
        room = self._admitted(session, ask.table, ask.word)
        looks = [r for r in hall.rooms.values() if any(v.viewer is session for v in r.views)]
        outside = room.seat_of(session.player.id) is None
        full = outside and len(room.views) >= hall.limits.watchers
        if room not in looks and (full or len(looks) >= hall.limits.views):
            raise HostRefusedError(Refusal.TOO_MANY)
        view, away = room.enter(session)
        # the answer must be on its way before the game that it announces
        hall.soon(lambda: room.show_to(view))
        return telling.Entered(
            state=state_of(room, view, hall.means.time.now()),
            chat=hall.chat.latest(room.id, session.ignored), away=away,
        )  # fmt: skip

    async def _submit(self, session: Session, ask: asking.Submit) -> telling.Receive:
        room = self._hall.room(ask.table)
        view = next((view for view in room.views if view.viewer is session), None)
        if view is None or view.seat is None:
            raise HostRefusedError(Refusal.NOT_SEATED)
        if room.game is None or room.stage is Stage.GATHERING:
            raise HostRefusedError(Refusal.NOT_STARTED)
        if not view.holds or ask.command.seat != view.seat:
            raise HostRefusedError(Refusal.NOT_HOLDING)
        receipt = await room.game.submit(view.seat, ask.command, ask.seq)
        return telling.Receive(receipt=receipt)

    async def _pause(self, session: Session, ask: asking.Pause) -> telling.Done:
        room, seat = self._playing(session, ask.table)
        assert room.game is not None
        if ask.on:
            await room.game.pause(seat)
        else:
            room.game.go_on()
        room.timed()
        return _DONE

    def _playing(self, session: Session, table: str) -> tuple[Room, int]:
        room = self._hall.room(table)
        seat = room.seat_of(session.player.id)
        if seat is None:
            raise HostRefusedError(Refusal.NOT_SEATED)
        if room.game is None or room.stage is not Stage.PLAYING:
            raise HostRefusedError(Refusal.NOT_STARTED)
        return room, seat

    def _vote(self, session: Session, ask: asking.Vote) -> None:
        room, seat = self._playing(session, ask.table)
        vote = None if room.game is None else room.game.vote
        if vote is None or not vote.answer(seat, ask.yes):
            raise HostRefusedError(Refusal.NO_VOTE)
        room.changed()

    def _nudge(self, session: Session, ask: asking.Nudge) -> None:
        room, seat = self._playing(session, ask.table)
        assert room.game is not None
        now = self._hall.means.time.now()
        wait = room.nudged + asking.NUDGE_EVERY - now
        if wait > 0:
            raise HostRefusedError(Refusal.TOO_FAST, wait)
        others = [
            chair.player for other, chair in enumerate(room.chairs)
            if other != seat and chair.person and room.game.waits_for(other)
        ]  # fmt: skip
        if not others:
            raise HostRefusedError(Refusal.NO_PERSON)
        room.nudged = now
        for player in others:
            if player is not None:
                self._hall.tell(player, telling.Nudged(table=room.id, by=session.player.name))

    def _seen(self, session: Session, table: str) -> None:
        room = self._hall.room(table)
        seat = room.seat_of(session.player.id)
        if seat is None:
            raise HostRefusedError(Refusal.NOT_SEATED)
        room.chairs[seat].seen = True
        room.save()
        self._hall.tidy(room)

    def _record(self, session: Session, ask: asking.Record) -> telling.Lines:
        row = self._hall.tables.one(ask.table)
        if row is None:
            raise HostRefusedError(Refusal.NO_TABLE)
        if row.record is None or row.stage != Stage.FINISHED:
            raise HostRefusedError(Refusal.NOT_OVER)
        sat = any(seat.player == session.player.id for seat in row.seats)
        if not sat and not TableSettings.model_validate_json(row.settings).public:
            raise HostRefusedError(Refusal.WRONG_WORD)
        page = self._hall.logs.follow(row.record, ask.start, RECORD_PAGE)
        return telling.Lines(lines=page.lines, start=ask.start, total=page.total)

    # talk

    def _say(self, session: Session, ask: asking.Say) -> telling.Done:
        hall = self._hall
        room = None if ask.table is None else hall.room(ask.table)
        if room is not None and not any(view.viewer is session for view in room.views):
            raise HostRefusedError(Refusal.NOT_SEATED)
        watcher = room is not None and room.seat_of(session.player.id) is None
        line = hall.chat.say(session.player, ask, watcher=watcher)
        hall.metrics.count("chat_lines_total")
        self._spread(line, session.player.id, room)
        return _DONE

    def _spread(self, line: ChatLine, speaker: int, room: Room | None) -> None:
        for session in tuple(self._hall.sessions):
            there = session.follows
            if room is not None:
                there = any(view.viewer is session for view in room.views)
            if there and session.known and speaker not in session.ignored:
                session.push(telling.Said(line=line))


def trusts(trusted: tuple[str, ...], uid: int, name: str) -> bool:
    """Whether an account may speak for others: the host's own, root, and those of the settings."""
    return uid in (0, os.geteuid()) or str(uid) in trusted or name.removeprefix("~") in trusted


def _level(level: str | None) -> str | None:
    from chickenscratch.bots.levels import LEVELS

    if level is not None and level not in LEVELS:
        raise HostRefusedError(Refusal.BAD_RULES)
    return level
