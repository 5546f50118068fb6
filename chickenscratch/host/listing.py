"""What people are shown of a table: in the lobby, and around the game."""

from __future__ import annotations

from chickenscratch.core.presets import preset_of
from chickenscratch.host.agreeing import agreement, differing
from chickenscratch.host.guiding import showing
from chickenscratch.host.room import Room
from chickenscratch.host.seats import Chair
from chickenscratch.host.shapes import Listed, SeatState, Stage, TableState
from chickenscratch.host.view import View


def watchers(room: Room) -> tuple[str, ...]:
    """Who looks on without a seat, each once."""
    names = {view.viewer.player.name for view in room.views if view.seat is None}
    return tuple(sorted(names))


def listed(room: Room) -> Listed:
    """A table as a stranger sees it in the lobby."""
    game = None if room.game is None else room.game.game
    number = 0
    if game is not None:
        number = 0 if game.round is None else game.round.number
    elif room.stage is Stage.FINISHED:
        number = room.settings.rules.game_rounds
    return Listed(
        table=room.id,
        title=room.settings.title,
        stage=room.stage,
        preset=preset_of(room.settings.rules),
        names=tuple(chair.name for chair in room.chairs),
        levels=tuple(chair.level for chair in room.chairs),
        creator=room.creator,
        public=room.settings.public,
        open_hands=room.settings.open_hands,
        watchers=len(watchers(room)),
        round=number,
        rounds=room.settings.rules.game_rounds,
        updated=room.row.updated,
    )


def own(entry: Listed, room: Room, seat: int) -> Listed:
    """The same for somebody who sits there."""
    turn = room.game is not None and room.stage is Stage.PLAYING and room.game.waits_for(seat)
    waiting = room.stage is Stage.GATHERING and not room.chairs[seat].ready
    over = room.stage.over
    return entry.model_copy(
        update={
            "yours": seat,
            "your_turn": turn or (waiting and entry.open_seats == 0),
            "unseen": over and not room.chairs[seat].seen,
        }
    )


def state_of(room: Room, view: View, now: float) -> TableState:
    """All about a table but the game, for one view."""
    game = room.game if room.stage is Stage.PLAYING else None
    seats = tuple(_seat(room, seat, chair) for seat, chair in enumerate(room.chairs))
    vote = None if game is None or game.vote is None or not game.vote.open else game.vote.state
    gathering = room.stage is Stage.GATHERING
    empty = any(chair.empty for chair in room.chairs)
    return TableState(
        seq=room.seq,
        table=room.id,
        settings=room.settings,
        preset=preset_of(room.settings.rules),
        stage=room.stage,
        creator=room.creator,
        seats=seats,
        watchers=watchers(room),
        you=view.seat,
        holds=view.holds and not (view.seat is not None and game is not None
                                  and game.kept(view.seat)),
        differs=differing(room.settings),
        agreement=agreement(room.settings),
        offered=room.offered if gathering and empty else None,
        paused=game is not None and game.paused,
        vote=vote,
        awaited=None if game is None else game.awaited,
        deadline=None if game is None else game.deadline,
        rematch=room.row.rematch,
        showing=showing(room, view),
        now=now,
    )  # fmt: skip


def _seat(room: Room, seat: int, chair: Chair) -> SeatState:
    game = room.game if room.stage is Stage.PLAYING else None
    return SeatState(
        name=chair.name,
        level=chair.level,
        ready=chair.ready and room.stage is Stage.GATHERING,
        here=chair.views > 0,
        kept=game is not None and game.kept(seat) and chair.person,
        gone=chair.gone,
        bank=None if game is None else game.timer.banks[seat],
    )
