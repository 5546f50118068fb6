"""A finished game in four lines of plain text, to be pasted into a message."""

from __future__ import annotations

from collections.abc import Sequence

from chickenscratch.core.sheet import ScoreSheet
from chickenscratch.core.view import SeatView
from chickenscratch.locale import _
from chickenscratch.locale.columns import clean
from chickenscratch.locale.sheet import place_word, title_line, verdict


def four_lines(view: SeatView, names: Sequence[str], seed: str | None = None) -> str:
    """What was played, who won, everybody's place and total, and how to check the deals.

    `seed`: opened at the end of the game; without it the last line tells the promise instead.
    """
    sheet = ScoreSheet(view.rules, tuple(names), view.results)
    order = sorted(range(sheet.seats), key=lambda seat: (sheet.ranks[seat], seat))
    places = ", ".join(
        _("{place} {name} {points}").format(
            place=place_word(sheet.ranks[seat]),
            name=clean(names[seat]),
            points=sheet.totals[seat],
        )
        for seat in order
    )
    return "\n".join((title_line(sheet), verdict(sheet), places, _proof(view, seed)))


def _proof(view: SeatView, seed: str | None) -> str:
    if seed is None:
        words = _("Game {game}, commitment {commitment}")
        return words.format(game=view.game_id, commitment=view.commitment)
    return _("Game {game}, seed {seed}").format(game=view.game_id, seed=seed)
