"""The end of a round: hands are laid open and counted, one after the other.

Nobody is rushed, and nothing is hidden: every sum is spelled out, a house rule behind a value is
named, and a key shows the table underneath.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import ClassVar, Final

from textual import events
from textual.app import ComposeResult
from textual.containers import Vertical

from chickenscratch.core.tiles import double
from chickenscratch.locale import N_, _
from chickenscratch.locale.numbers import both
from chickenscratch.store.records import RecordedGame
from chickenscratch.table.link import Update
from chickenscratch.tui.clock import Clock
from chickenscratch.tui.keys import Act
from chickenscratch.tui.screens import reveal_lines
from chickenscratch.tui.screens.review import REVIEW, ReviewScreen
from chickenscratch.tui.screens.what_next import game_played
from chickenscratch.tui.text import clean
from chickenscratch.tui.widgets.page import SCROLLING, Page, ink_of
from chickenscratch.tui.widgets.pane import Line, line
from chickenscratch.tui.widgets.steady import SteadyPress

FRAME: Final = 6
LOW_FRAME: Final = 4
"""Rows of the head and the foot, in usual and in low windows."""
LOW: Final = 18
WIDEST: Final = 112
"""Columns of the panel in a large window."""
BESIDE: Final = 16
"""Columns at each side of it from which what stands there is not just bits."""
BEAT: Final = 0.5
"""Seconds between two hands."""

NEXT: Final = Act(
    "next", ("space", "enter", "kp_enter"), "Space", N_("next round"),
    N_("Show everything at once; then go on to the next round."), footer=1,
)  # fmt: skip


class RevealScreen(Page[str]):
    """Counts the round that has just ended. Gives ``next``, ``sheet`` or ``leave``."""

    CSS_PATH = "reveal.tcss"
    ACTS: ClassVar = (
        NEXT,
        Act("yard", ("v",), "v", N_("show yard"), N_("Lay the yard open too."), footer=2),
        Act("table", ("b", "escape"), "b", N_("table"), N_("Show the table as it was."), footer=3),
        Act("sheet", ("s",), "s", N_("sheet"), N_("The whole score sheet."), footer=4),
        REVIEW._replace(footer=5),
        Act("leave", ("q",), "q", N_("leave"), N_("Leave the table; the game is kept."), footer=6),
        *SCROLLING,
    )

    def __init__(
        self,
        update: Update,
        names: Sequence[str],
        me: int | None,
        *,
        clock: Clock | None = None,
        motion: bool | None = None,
    ) -> None:
        """`me`: the seat that is called “you”, or None. Without `motion` all is there at once; if
        nothing is said about it, the settings decide."""
        super().__init__(clock=clock)
        self.update_shown = update
        self.names = tuple(names)
        self.me = me
        self.motion = motion
        self.yard_open = False
        self.game: RecordedGame | None = None
        """The record of the game, if there is somebody to look back with."""
        self._steps = update.view.seats + 1
        self._shown = 0
        self._stop: Callable[[], None] | None = None
        self._go_on: SteadyPress | None = None

    def compose(self) -> ComposeResult:
        with Vertical(id="reveal"):
            yield from super().compose()

    def head(self, width: int) -> Sequence[Line]:
        view = self.update_shown.view
        first = line((reveal_lines.title(view), "head"))
        words = reveal_lines.reason(view, self.names, self.me)
        return (first, line((words, "accent")))

    def body(self, width: int) -> Sequence[Line]:
        view = self.update_shown.view
        ink, room = ink_of(self.roll), self.room
        blocks = reveal_lines.blocks
        parts = blocks(view, self.names, self.me, width, ink, yard=self.yard_open, large=True)
        if sum(map(len, parts)) + view.seats > room:
            parts = blocks(view, self.names, self.me, width, ink, yard=self.yard_open)
        count = self._shown if self._shown < self._steps else len(parts)
        airy = sum(map(len, parts)) + view.seats <= room
        lines: list[Line] = []
        for i, part in enumerate(parts[:count]):
            lines += part
            if airy and i < view.seats:
                lines.append(())
        return lines

    @property
    def room(self) -> int:
        """The rows the hands may take."""
        return self.size.height - self.frame

    @property
    def frame(self) -> int:
        """The rows that head and foot take."""
        return FRAME if self.size.height >= LOW else LOW_FRAME

    def foot(self) -> Sequence[Act]:
        view = self.update_shown.view
        acts = super().foot()
        first, *rest = acts if self.game is not None else [a for a in acts if a.id != REVIEW.id]
        if not self.complete:
            label = N_("show all")
        elif view.game_over:
            label = N_("to the podium")
        else:
            label = N_("next round")
        yard = rest[0]._replace(label=N_("hide yard")) if self.yard_open else rest[0]
        if self.has_class("-table"):
            return [rest[1]._replace(label=N_("back to the count")), *rest[2:]]
        return [first._replace(label=label), yard, *rest[1:]]

    def notice(self) -> Line:
        view = self.update_shown.view
        if not self.complete or view.game_over or self.has_class("-table"):
            return ()
        waiting = [
            clean(info.name)
            for seat, info in enumerate(self.update_shown.seats)
            if not info.ready and not info.is_bot and seat != self.me
        ]
        lead = double(view.rules.wanted(view.number + 1, view.led)[0])
        words = [_("Next comes {tile}.").format(tile=lead)]
        if waiting:
            words.append(_("Waiting for {names}.").format(names=both(waiting)))
        return line((" " + "  ".join(words), "dim"))

    @property
    def complete(self) -> bool:
        """Whether everything is shown."""
        return self._shown >= self._steps

    def show(self) -> None:
        """Say everything, in a panel as high as all of it needs."""
        panel, table = self.query_one("#reveal"), self.has_class("-table")
        panel.styles.height = None if table else self._rows()
        panel.styles.max_width = None if table else self.columns
        super().show()

    @property
    def columns(self) -> int:
        """How wide the panel is."""
        width = self.size.width
        return WIDEST if width >= WIDEST + 2 * BESIDE else max(1, width)

    def _rows(self) -> int:
        shown, self._shown = self._shown, self._steps
        width = self.columns - 4
        rows = len(self.body(width)) if width > 0 else 0
        self._shown = shown
        return min(rows + self.frame, self.size.height) or FRAME

    def on_resize(self) -> None:
        self.show()

    def on_mount(self) -> None:
        self._go_on = SteadyPress(self.clock, self._next)
        if getattr(self.app, "coach", None) is not None:
            game = game_played(self.app)
            same = game is not None and game.record.header.game_id == self.update_shown.view.game_id
            self.game = game if same else None
        still = self.app.animation_level == "none" if self.motion is None else not self.motion
        if still:
            self._shown = self._steps
        super().on_mount()
        if not still:
            self._beat()

    def _beat(self) -> None:
        self._shown += 1
        self.show()
        self._stop = None if self.complete else self.clock.after(BEAT, self._beat)

    def _show_all(self) -> None:
        if self._stop is not None:
            self._stop()
            self._stop = None
        self._shown = self._steps
        self.show()

    def on_unmount(self) -> None:
        if self._go_on is not None:
            self._go_on.cancel()
        if self._stop is not None:
            self._stop()

    def on_key(self, event: events.Key) -> None:
        if event.key in NEXT.keys and self._go_on is not None:
            self._go_on.press()
            event.stop()
            event.prevent_default()

    def action_next(self) -> None:
        self._next()

    def _next(self) -> None:
        if not self.complete:
            self._show_all()
        elif self.has_class("-table"):
            self.action_table()
        else:
            self.dismiss("next")

    def action_yard(self) -> None:
        self.yard_open = not self.yard_open
        self._show_all()
        if self.yard_open:
            self.roll.to_end()

    def action_table(self) -> None:
        """Show the table, and the count again."""
        self.toggle_class("-table")
        self.show()

    def action_sheet(self) -> None:
        self.dismiss("sheet")

    def action_review(self) -> None:
        """Look back at this round with the coach."""
        if self.game is not None:
            number = self.update_shown.view.number
            self.app.push_screen(ReviewScreen(self.game, number=number, playable=False))

    def action_leave(self) -> None:
        self.dismiss("leave")
