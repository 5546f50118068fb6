"""A lesson: a real table with a line of advice above it, and one act to be done."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Final

from rich.cells import cell_len
from textual.app import ComposeResult

from chickenscratch.company import free_name, gentle, own_name
from chickenscratch.locale import _
from chickenscratch.table.link import Command, Ready, SeatInfo, Update
from chickenscratch.tui.screens.lesson_list import LESSONS, Lesson, position_of
from chickenscratch.tui.screens.table import TableScreen
from chickenscratch.tui.solo import SoloLink
from chickenscratch.tui.text import short
from chickenscratch.tui.widgets.pane import Line, Pane, line, spread, width_of
from chickenscratch.tui.widgets.prose import wrapped
from chickenscratch.tui.widgets.steady import SteadyPress

if TYPE_CHECKING:
    from chickenscratch.config import Settings
    from chickenscratch.tui.app import ChickenApp

ANSWER_AFTER: Final = 1.2
"""Seconds until the other player acts."""
READABLE: Final = 110
"""Columns of advice; longer lines tire."""


class LessonScreen(TableScreen):
    """Gives ``leave``; `learnt` says whether the act has been done."""

    CSS = """
    LessonScreen #coach { height: 6; padding: 0 1; background: $panel; }
    LessonScreen.-tall #coach, LessonScreen.-high #coach { height: 7; padding: 1 2 0 2; }
    LessonScreen.-mini #coach { padding: 0; }
    LessonScreen.-low #coach { height: 8; padding: 0; }
    LessonScreen.-low #mini, LessonScreen.-low #ticker, LessonScreen.-low #news { display: none; }
    LessonScreen.-low #title { display: none; }
    LessonScreen.-low #middle { display: none; }
    LessonScreen.-low #duty { height: 1; }
    """

    def __init__(self, number: int, settings: Settings) -> None:
        """`number`: which lesson, from 0."""
        self.number = number
        self.lesson: Lesson = LESSONS[number]
        me = own_name(settings)
        game, story = position_of(self.lesson)
        seats = (SeatInfo(me, None), SeatInfo(free_name([me]), gentle()))
        self.link = SoloLink(game, 0, seats, story=story, heard=self._heard)
        super().__init__([self.link], settings=settings)
        self.learnt = False
        """The act has been done and the reader may go on."""
        self._acted = False

    @cached_property
    def _go_on(self) -> SteadyPress:
        return SteadyPress(self.chicken.clock, self._leave)

    def compose(self) -> ComposeResult:
        yield Pane(id="coach")
        yield from super().compose()

    def show(self) -> None:
        super().show()
        self.pane("coach").show(self._coach)

    def _coach(self, width: int, height: int) -> list[Line]:
        title = _(self.lesson.title)
        words = _("LESSON {number} of {count}   {title}").format(
            number=self.number + 1, count=len(LESSONS), title=title
        )
        skip = line((_("Esc skips them all"), "dim", "leave"), " ")
        if cell_len(words) + (width_of(skip) if width >= 60 else 0) >= width:
            words = f"{self.number + 1}/{len(LESSONS)}  {title}"
        head = line((short(words, width), "head"))
        lines = [spread(head, skip if width >= 60 else (), width)]
        look = "strong" if self._acted else ""
        text = self.lesson.after if self._acted else self.lesson.before
        lines += [line((row, look)) for row in wrapped(self._filled(text), min(width, READABLE))]
        if self.learnt:
            last = self.number + 1 == len(LESSONS)
            words = _("{enter}: done") if last else _("{enter}: the next lesson")
            lines.append(line((self._filled(words), "key", "obvious")))
        return lines[1:] if len(lines) > height else lines

    def _filled(self, text: str) -> str:
        keys = self.chicken.keys
        return _(text).format(
            enter=keys.sign("confirm"), obvious=keys.sign("obvious"), name=self.names[1]
        )

    def _heard(self, command: Command) -> None:
        """The reader has done something."""
        if isinstance(command, Ready) or command.act != self.lesson.act:
            return
        self._acted = True
        if self.lesson.answer is not None:
            self.waits.start("answer", ANSWER_AFTER, self._answer)
        else:
            self._learnt()

    def _answer(self) -> None:
        if self.lesson.answer is not None:
            self.link.do(self.lesson.answer)

    def _learnt(self) -> None:
        self.learnt = True
        self.shut_gate()
        self.show()

    def watch_end(self, update: Update) -> None:
        """The hands are counted only where that is the lesson."""
        if self.lesson.answer is not None:
            super().watch_end(update)

    def _after_reveal(self, answer: str | None) -> None:
        if answer == "sheet":
            super()._after_reveal(answer)
        else:
            self._learnt()
            if answer != "leave":
                self._leave()
            else:
                self.open_leave()

    def takes_key(self, key: str) -> bool:
        if self.learnt:
            keys = self.chicken.keys
            if key in (*keys.act("confirm").keys, *keys.act("obvious").keys):
                self._go_on.press()
                return True
        return super().takes_key(key)

    def action_obvious(self) -> None:
        if self.learnt:
            self._leave()
        else:
            super().action_obvious()

    def action_back(self) -> None:
        """Put the tile back; with nothing in hand, no more lessons."""
        mind = self.mind
        if mind.lifted is None and not mind.typed and mind.notice is None:
            self.open_leave()
        else:
            super().action_back()

    def open_leave(self, stay: object = None) -> None:
        """No lessons any more; nothing is lost by that."""
        self.learnt = False
        self.dismiss("leave")

    def _leave(self) -> None:
        if self.is_current:
            self.dismiss("leave")


async def teach(app: ChickenApp) -> bool:
    """One lesson after the other; True when all have been learnt. For a worker of the app."""
    for number in range(len(LESSONS)):
        screen = LessonScreen(number, app.settings)
        await app.push_screen_wait(screen)
        if not screen.learnt:
            return False
    return True
