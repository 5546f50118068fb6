"""Looking back during play: the table as it was after each move of the round.

The game goes on meanwhile. Only what everybody could see is shown, whoever looks.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from chickenscratch.locale import N_, _
from chickenscratch.locale.log import log_lines
from chickenscratch.tui.eyes import Eyes
from chickenscratch.tui.keys import Act
from chickenscratch.tui.past import Past, past_of
from chickenscratch.tui.scene import Felt, Scene
from chickenscratch.tui.screens.table_part import TablePart
from chickenscratch.tui.text import short
from chickenscratch.tui.widgets.page import foot_line
from chickenscratch.tui.widgets.pane import Line, line, spread, width_of
from chickenscratch.tui.words import duty_words, footer_words

STEPS: Final = ("look_back", "look_on")
"""The acts that step; any other one ends looking back."""


class TablePast(TablePart):
    """Mixed into the table screen."""

    mark = ""
    """What kind of game this is, if it is no ordinary one: said in the title."""
    _moments: Sequence[Past] = ()
    _at: int | None = None
    _scene: Scene | None = None
    _past_felt: Felt | None = None
    _told: tuple[str, ...] = ()

    @property
    def looking_back(self) -> bool:
        """Whether the table is shown as it was before."""
        return self._at is not None

    def action_look_back(self) -> None:
        """A move back."""
        if self._at is None:
            self._moments = self._round_so_far()
            self._past_felt = Felt()
            if len(self._moments) > 1:
                self._look_at(len(self._moments) - 2)
        else:
            self._look_at(max(0, self._at - 1))

    def action_look_on(self) -> None:
        """A move on; behind the last one is the game itself."""
        if self._at is not None:
            self._look_at(self._at + 1)

    def end_look_back(self) -> None:
        """Show the game as it is now."""
        self._at, self._scene, self._moments = None, None, ()

    def keep_past(self) -> None:
        """Something has happened; if it was taken back, it cannot be looked at any more."""
        if self._at is not None:
            self._moments = self._round_so_far()
            at = min(self._at, len(self._moments) - 2)
            if at < 0:
                self.end_look_back()
            else:
                self._take(at)

    def returns(self, key: str) -> bool:
        """Whether a key ends looking back: all but those that step."""
        if self._at is None:
            return False
        keys = self._table.chicken.keys
        if any(key in keys.act(name).keys for name in STEPS):
            return False
        self.end_look_back()
        self._table.show()
        return True

    def seen(self, eyes: Eyes) -> Eyes:
        """The same, of the moment that is looked at."""
        if self._scene is None:
            return eyes._replace(mark=self.mark)
        turn = replace(eyes.turn, lifted=None, typed="", notice=None, refused=None)
        return eyes._replace(
            scene=self._scene, turn=turn, log=self._told, forced=False, may_undo=False,
            mark=_("LOOKING BACK"),
        )  # fmt: skip

    def duty_line(self, eyes: Eyes, width: int) -> Line:
        """The line above the hand."""
        if self._at is None:
            return duty_words(eyes, width)
        words = _("Move {move} of {moves}:").format(move=self._at, moves=len(self._moments) - 1)
        right = line()
        if self._table.scene.my_turn and width >= 70:
            right = line((_("the game waits for you") + " ", "turn"))
        room = width - width_of(right) - len(words) - 4
        last = short(self._told[-1] if self._told else "", max(0, room))
        return spread(line((f" {words} ", "accent"), (last, "strong")), right, width)

    def foot_line(self, eyes: Eyes, width: int) -> Line:
        """The line at the bottom."""
        if self._at is None:
            return footer_words(eyes, width)
        return foot_line(self._past_acts(), width)

    def _past_acts(self) -> list[Act]:
        keys = self._table.chicken.keys
        back, on = keys.act("look_back"), keys.act("look_on")
        return [
            back._replace(label=N_("a move back")),
            on._replace(label=N_("a move on")),
            keys.act("back")._replace(label=N_("back to the game")),
        ]

    def _round_so_far(self) -> list[Past]:
        table = self._table
        return past_of(table.latest.view, table.happened)

    def _look_at(self, at: int) -> None:
        if at >= len(self._moments) - 1:
            self.end_look_back()
        else:
            self._take(at)
        self._table.show()

    def _take(self, at: int) -> None:
        past, table = self._moments[at], self._table
        felt = self._past_felt or Felt()
        self._at, self._past_felt = at, felt
        self._scene = Scene(past.view, felt.follow(past.view), table.chicken.keys.letters)
        self._told = tuple(log_lines(past.story, table.names, table.reader))
