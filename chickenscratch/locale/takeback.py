"""What an undo would take back, or a redo do again, in words before it is done."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from chickenscratch.core.actions import Action, Call, Deal, Draw, Lead, Pass, Play
from chickenscratch.locale import _
from chickenscratch.locale.numbers import both


def take_back_words(
    actions: Iterable[Action], names: Sequence[str], me: int | None, most: int = 4
) -> str:
    """``your 5-8, Bruno 3-8 and Carla's pass``: at most `most` of the actions, oldest first.

    `me` is called “you”; None: everybody by name."""
    parts = [_one(action, names, me) for action in actions]
    if len(parts) > most:
        rest = len(parts) - most + 1
        parts = [*parts[: most - 1], _("{count} more moves").format(count=rest)]
    return both(parts)


def _one(action: Action, names: Sequence[str], me: int | None) -> str:
    if isinstance(action, Deal):
        return _("the deal")
    mine = action.seat == me
    name = names[action.seat]
    match action:
        case Lead(tile=tile) | Play(tile=tile):
            return (_("your {tile}") if mine else "{name} {tile}").format(name=name, tile=tile)
        case Draw():
            words = _("your draw") if mine else _("{name}'s draw")
        case Pass():
            words = _("your pass") if mine else _("{name}'s pass")
        case Call():
            words = _("your call") if mine else _("{name}'s call")
    return words.format(name=name)
