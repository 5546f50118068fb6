"""A host for the pictures: people, tables and talk that stand still."""

from __future__ import annotations

import socket
from collections.abc import Sequence
from typing import Final, TypeVar

from chickenscratch.core.events import redact
from chickenscratch.core.presets import PRESETS, preset_of
from chickenscratch.core.view import view_of
from chickenscratch.host import asking, telling
from chickenscratch.host.agreeing import differing
from chickenscratch.host.asking import Ask, Refusal
from chickenscratch.host.client import HostClient, HostRefusedError, RemoteTable
from chickenscratch.host.protocol import PROTOCOL
from chickenscratch.host.shapes import (
    ChatLine,
    HostInfo,
    Listed,
    Lobby,
    Person,
    Phrase,
    SeatState,
    Stage,
    TableSettings,
    TableState,
    TurnClock,
)
from chickenscratch.host.sockets import SocketError
from chickenscratch.host.telling import Answer, Push
from chickenscratch.table.link import SeatInfo, Update
from chickenscratch.tui import pictures
from chickenscratch.tui.pictures_games import LEVEL, NAMES, Position, middle, position
from chickenscratch.tui.screens.hosted_table import HostedTableScreen
from chickenscratch.tui.screens.lobby import LobbyScreen
from chickenscratch.tui.screens.room import RoomScreen

A = TypeVar("A", bound=Answer)

KITCHEN: Final = "k7chen"
NOON: Final = 1_796_040_000.0
WATCHER: Final = "Mia"
_FINGERPRINT: Final = "henHenHen7" * 4 + "hen"


class StillHost(HostClient):
    """A connection to a host at which nothing happens but what it is told. What is asked for is
    kept in :attr:`asked` and refused, unless it is only to listen."""

    def __init__(
        self, lobby: Lobby, *, you: Person, host: HostInfo, friends: Sequence[str] = ()
    ) -> None:
        hello = asking.Hello(protocol=PROTOCOL, speaks_for=f"key:SHA256:{_FINGERPRINT}")
        super().__init__(_no_socket, hello)
        self.asked: list[Ask] = []
        self._welcome = telling.Welcome(
            protocol=PROTOCOL, you=you, host=host, friends=tuple(friends)
        )
        self._online.put(True)
        self.told(telling.LobbyIs(lobby=lobby))

    async def ask(self, ask: Ask, kind: type[A]) -> A:
        self.asked.append(ask)
        answer = telling.Done()
        if isinstance(ask, asking.Follow | asking.Say | asking.Exit) and isinstance(answer, kind):
            return answer
        raise HostRefusedError(Refusal.UNAVAILABLE)

    def told(self, push: Push) -> None:
        """The host tells something."""
        self._take(push)

    def entered(self, state: TableState, chat: Sequence[ChatLine] = ()) -> None:
        """One has come to a table."""
        self._entered(telling.Entered(state=state, chat=tuple(chat)))

    def table(self, table: str) -> RemoteTable:
        """The table one has come to."""
        return self._tables[table]


def _no_socket() -> socket.socket:
    raise SocketError("")


def talk(table: str | None, *said: tuple[str, str | Phrase]) -> tuple[ChatLine, ...]:
    """Lines of talk, by who said what."""
    return tuple(
        ChatLine(
            seq=n + 1, table=table, person=who, at=NOON + n,
            text=None if isinstance(what, Phrase) else what,
            phrase=what if isinstance(what, Phrase) else None, watcher=who == WATCHER,
        )
        for n, (who, what) in enumerate(said)
    )  # fmt: skip


def listed(table: str, preset: str, stage: Stage, *names: str | None, **more: object) -> Listed:
    """A table in the lobby; a name in brackets is a computer player's."""
    bare = tuple(None if n is None else n.strip("[]") for n in names)
    levels = tuple(LEVEL if n is not None and n.startswith("[") else None for n in names)
    values: dict[str, object] = {
        "table": table, "title": table, "stage": stage, "preset": preset, "names": bare,
        "levels": levels, "creator": bare[0] or NAMES[0], "public": True, "open_hands": False,
        "watchers": 0, "round": 0, "rounds": PRESETS[preset].rules.game_rounds, "updated": NOON,
    }  # fmt: skip
    return Listed.model_validate(values | more)


def lobby() -> Lobby:
    """An evening with something of everything."""
    playing, gathering, finished = Stage.PLAYING, Stage.GATHERING, Stage.FINISHED
    tables = (
        listed("kitchen", "chicken-foot", playing, "Carla", "Anna", "Bruno", "[Dina]",
               yours=1, your_turn=True, round=3, watchers=2),
        listed("sunday", "chicken-scratch", playing, "Anna", "Elio", yours=0, round=5),
        listed("family", "family-scratch", finished, "Anna", "Fausta", "Elio", yours=0,
               unseen=True, round=7),
        listed("garden", "chicken-scratch", gathering, "Fausta", None, None, "[Elsa]"),
        listed("cousins", "classic", gathering, "Bruno", "Carla", None, None, public=False),
        listed("veranda", "double-foot", playing, "Gino", "Ida", "Luca", round=2, watchers=4,
               open_hands=True),
    )  # fmt: skip
    people = (
        Person(name="Anna"), Person(name="Bruno"), Person(name="Fausta"), Person(name="~luca"),
        Person(name="Brun0", lookalike="Bruno"),
    )  # fmt: skip
    return Lobby(seq=1, tables=tables, people=people, usual=True)


def still_host() -> StillHost:
    """A host of somebody on the machine, with the lobby of :func:`lobby`."""
    host = StillHost(
        lobby(), you=Person(name=NAMES[0]), host=HostInfo(version="1", owner="~bruno"),
        friends=("Fausta",),
    )  # fmt: skip
    said = talk(
        None, ("Fausta", Phrase.HELLO), ("~luca", "anyone for a double-twelve later tonight?"),
        ("Bruno", "after dinner, yes"), ("Fausta", "one seat is still free in the garden"),
    )  # fmt: skip
    for each in said:
        host.told(telling.Said(line=each))
    return host


def table_state(names: Sequence[str], you: int | None, **more: object) -> TableState:
    """A table of a host in play, the last seat a computer player's."""
    rules = PRESETS["chicken-foot"].rules
    last = len(names) - 1
    seats = tuple(
        SeatState(name=name, level=LEVEL if seat == last else None, here=seat != 2, ready=True)
        for seat, name in enumerate(names)
    )
    values: dict[str, object] = {
        "seq": 1, "table": KITCHEN, "preset": preset_of(rules), "stage": Stage.PLAYING,
        "settings": TableSettings(
            title="kitchen", rules=rules, seats=len(names), bots=(LEVEL,),
            clock=TurnClock(seconds=60),
        ),
        "creator": names[1], "seats": seats, "watchers": (WATCHER, "Otto"), "you": you,
        "holds": you is not None, "now": NOON, "awaited": 0, "deadline": NOON + 48,
    }  # fmt: skip
    return TableState.model_validate(values | more)


def sit(host: StillHost, where: Position, state: TableState) -> None:
    """Come to a table in this position."""
    game = where.game
    infos = tuple(SeatInfo(who.name or "", who.level) for who in state.seats[: game.seats])
    seen = tuple(redact(event, state.you) for event in where.before + where.last)
    update = Update(5, view_of(game, state.you), seen[-len(where.last) :], infos)
    said = talk(
        state.table, ("Bruno", Phrase.GOOD_LUCK), ("Carla", "uh oh, only doubles again"),
        (WATCHER, "go on, Anna!"), ("Bruno", Phrase.OUCH),
    )  # fmt: skip
    host.entered(state, said)
    host.told(telling.Dealt(table=state.table, seat=state.you, update=update, story=seen))


async def lobby_pose(stage: pictures.Stage) -> None:
    """The lobby."""
    await stage.show(LobbyScreen(still_host()))
    await stage.press("down", "down", "down")


async def room_pose(stage: pictures.Stage) -> None:
    """A table that waits for one more."""
    rules = PRESETS["chicken-foot"].rules.model_copy(update={"rounds": 5})
    names = ("Bruno", "Anna", None, "Dina")
    seats = tuple(
        SeatState(name=name, level=LEVEL if name == "Dina" else None, here=True,
                  ready=name in ("Bruno", "Dina"))
        for name in names
    )  # fmt: skip
    settings = TableSettings(
        title="kitchen", rules=rules, seats=4, clock=TurnClock(seconds=60), bots=(LEVEL,)
    )
    state = TableState(
        seq=1, table=KITCHEN, settings=settings, preset=preset_of(rules), stage=Stage.GATHERING,
        creator="Bruno", seats=seats, you=1, holds=True, differs=differing(settings),
        offered=NOON + 40, now=NOON,
    )  # fmt: skip
    host = still_host()
    host.entered(state, talk(KITCHEN, ("Bruno", Phrase.HELLO), ("Anna", "short one tonight?")))
    await stage.show(RoomScreen(host, host.table(KITCHEN)))


async def table_pose(stage: pictures.Stage) -> None:
    """A game with others, two who watch, and what they say."""
    host = still_host()
    where = position("chicken-foot", 4, "3", middle)
    sit(host, where, table_state(NAMES[:4], 0))
    table = host.table(KITCHEN)
    link = await table.dealt()
    await stage.show(HostedTableScreen(host, table, link, settings=pictures.SETTINGS))
    stage.clock.go(10)
    await stage.pilot.pause()
