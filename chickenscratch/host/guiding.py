"""A finished game that is looked at together: one person shows the others the way."""

from __future__ import annotations

from chickenscratch.host.asking import Refusal
from chickenscratch.host.remote import HostRefusedError
from chickenscratch.host.room import Room
from chickenscratch.host.shapes import Showing, Stage
from chickenscratch.host.view import View, Viewer


def showing(room: Room, view: View) -> Showing | None:
    """Who guides everybody who looks at this table, and to where."""
    guide_ = _guide(room)
    if guide_ is None:
        return None
    return Showing(by=guide_.viewer.player.name, you=guide_ is view, line=guide_.line)


def guide(room: Room, viewer: Viewer, on: bool) -> None:
    """Guide the others, or no more. Raises HostRefusedError."""
    view, now = _own(room, viewer), _guide(room)
    if now is not None and now is not view:
        raise HostRefusedError(Refusal.GUIDED)
    view.guides = on
    room.changed()


def show(room: Room, viewer: Viewer, line: int) -> None:
    """Who guides is at this line of the record. Raises HostRefusedError."""
    view = _own(room, viewer)
    if not view.guides:
        raise HostRefusedError(Refusal.GUIDED)
    view.line = line
    room.changed()


def _guide(room: Room) -> View | None:
    return next((view for view in room.views if view.guides), None)


def _own(room: Room, viewer: Viewer) -> View:
    """The view of somebody who looks at a finished game."""
    if room.stage is not Stage.FINISHED:
        raise HostRefusedError(Refusal.NOT_OVER)
    view = next((view for view in room.views if view.viewer is viewer), None)
    if view is None:
        raise HostRefusedError(Refusal.NOT_SEATED)
    return view
