"""What every screen but the table is made of: a head, something to read or choose, a footer.

A page has acts of its own (:class:`~chickenscratch.tui.keys.Act`); bindings, footer and clicks all
come from them. It starts with its input gate closed, which the application keeps, so that a key
pressed for the screen before does nothing here.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import ClassVar, Final, NamedTuple, TypeVar

from textual import events
from textual.app import ComposeResult
from textual.await_complete import AwaitComplete
from textual.binding import Binding
from textual.screen import Screen

from chickenscratch.core.tiles import Tile
from chickenscratch.locale import N_, _
from chickenscratch.tui.art.palette import Colour, Palette
from chickenscratch.tui.art.picture import Art
from chickenscratch.tui.art.strips import rich_style
from chickenscratch.tui.art.tiles import Mood, Size, hand_tile, reveal_tile
from chickenscratch.tui.clock import Clock, WallClock
from chickenscratch.tui.gate import Gate
from chickenscratch.tui.keys import Act
from chickenscratch.tui.themes import FELT, Look
from chickenscratch.tui.widgets.pane import Line, Pane, Span, line, width_of
from chickenscratch.tui.widgets.prose import fold_all, folded
from chickenscratch.tui.widgets.roll import Roll

R = TypeVar("R")

GAP: Final = 3
"""Columns between two acts of a footer."""
LEAST_BODY: Final = 3
"""Rows of the body that no other pane may take."""


class Ink(NamedTuple):
    """How tiles are drawn, and on what ground."""

    art: Art
    palette: Palette
    ground: Colour

    def tile(self, tile: Tile) -> tuple[Span, ...]:
        """``[3|3]``."""
        runs = reveal_tile(tile, self.art, self.palette, self.ground)
        return tuple(Span(text, style=rich_style(pen)) for text, pen in runs)

    def box(self, tile: Tile) -> list[tuple[Span, ...]]:
        """The tile as a box of five columns and five lines."""
        lines = hand_tile(tile, Mood(), Size.DIGITS, self.art, self.palette, self.ground)
        return [tuple(Span(text, style=rich_style(pen)) for text, pen in runs) for runs in lines]


UP: Final = Act("up", ("up", "k", "kp_up"), "↑", N_("up"), N_("Up a line."), palette=False)
DOWN: Final = Act(
    "down", ("down", "j", "kp_down"), "↓", N_("down"), N_("Down a line."), palette=False
)
PAGE_UP: Final = Act("page_up", ("pageup", "kp_page_up"), "PgUp", N_("page up"), N_("Up a page."))
PAGE_DOWN: Final = Act(
    "page_down", ("pagedown", "kp_page_down"), "PgDn", N_("page down"), N_("Down a page.")
)
FIRST: Final = Act("first", ("home", "kp_home"), "Home", N_("beginning"), N_("To the beginning."))
LAST: Final = Act("last", ("end", "kp_end"), "End", N_("end"), N_("To the end."))
HELP: Final = Act("help", ("question_mark", "f1"), "?", N_("help"), N_("What works now."))
SCROLLING: Final = (UP, DOWN, PAGE_UP, PAGE_DOWN, FIRST, LAST)
"""The acts of a page that is only to be read."""


class Page(Screen[R]):
    """A screen with a head, a body that scrolls and a footer."""

    ACTS: ClassVar[tuple[Act, ...]] = ()
    QUICK: ClassVar[frozenset[str]] = frozenset(
        ("up", "down", "page_up", "page_down", "step", "more", "less", "type", "erase")
    )
    """What is done as often as it is clicked, however quickly: a double click does it twice."""
    AUTO_FOCUS = None
    CSS = """
    #page-head { height: 2; margin: 0 1; }
    #page-body { margin: 0 1; }
    #page-foot { height: 2; }
    """

    def __init__(self, *, clock: Clock | None = None) -> None:
        """`clock`: the application's, unless another one is given."""
        super().__init__()
        self._clock = clock
        self.input_gate = Gate()
        self.input_gate.close()
        slug = type(self).__name__.removesuffix("Screen").lower()
        self._act_of: dict[str, str] = {}
        for act in reversed(self.every_act):  # the first act with a key has it
            for key in act.keys:
                self._act_of[key] = act.id
                binding = Binding(key, act.id, act.label, show=False, id=f"{slug}.{act.id}.{key}")
                # before Textual's own, of which there is one for tab
                self._bindings.key_to_bindings.setdefault(key, []).insert(0, binding)

    @property
    def every_act(self) -> tuple[Act, ...]:
        """What can be done here: the acts, and help on the keys that are left for it."""
        if any(act.id == "help" for act in self.ACTS):
            return self.ACTS
        taken = {key for act in self.ACTS for key in act.keys}
        keys = tuple(key for key in HELP.keys if key not in taken)
        sign = HELP.sign if "question_mark" in keys else "F1"
        return (*self.ACTS, HELP._replace(keys=keys, sign=sign)) if keys else self.ACTS

    @property
    def clock(self) -> Clock:
        """What knows the time here."""
        clock: Clock = self._clock or getattr(self.app, "clock", None) or WallClock()
        return clock

    def head(self, width: int) -> Sequence[Line]:
        """The line at the top."""
        return ()

    def body(self, width: int) -> Sequence[Line]:
        """All that there is to read; it scrolls if need be."""
        return ()

    def foot(self) -> Sequence[Act]:
        """What the footer offers now, the most important first."""
        return sorted((act for act in self.ACTS if act.footer), key=lambda act: act.footer)

    def notice(self) -> Line:
        """A line above the footer, if there is something to say."""
        return ()

    def compose(self) -> ComposeResult:
        yield Pane(id="page-head")
        yield Roll(id="page-body")
        yield Pane(id="page-foot")

    @property
    def roll(self) -> Roll:
        return self.query_one("#page-body", Roll)

    def dismiss(self, result: R | None = None) -> AwaitComplete:
        """Close the page and whatever is above it, unless it is closed: a key or a click may still
        have been on its way."""
        if self not in self.app.screen_stack:
            return AwaitComplete()
        while self.app.screen is not self:
            self.app.pop_screen()
        return super().dismiss(result)

    def keep(self) -> tuple[int, int] | None:
        """The lines of the body that must be in sight."""
        return None

    def on_mount(self) -> None:
        self.show()
        self.reopen()

    def show(self) -> None:
        """Say everything again; what has not changed is not painted again."""
        if not self.query("#page-foot"):  # not there yet, or not any more
            return
        self.show_in("page-head", lambda width: fold_all(self.head(width), width))
        self.roll.roll(self.body, keep=self.keep())
        self.show_in("page-foot", self._foot_lines)

    def show_in(self, pane: str, draw: Callable[[int], Sequence[Line]]) -> None:
        """Show what `draw` makes of its width in one of the panes, which grows to hold it as far
        as the body can spare the room."""
        shown = self.query_one(f"#{pane}", Pane)
        if pane == "page-foot":  # its last line stays, whatever is said above it
            shown.show(lambda width, height: draw(width)[-height:])
        else:
            shown.show(lambda width, height: draw(width))
        if shown.size:
            self._grow(shown, len(draw(shown.size.width)))

    def _grow(self, pane: Pane, rows: int) -> None:
        """Make a pane so many rows high, not less than the style sheet says."""
        usual = pane.styles.base.height
        if usual is None or not usual.is_cells:
            return
        bodies = self.query("#page-body")
        spare = max(0, bodies.first().size.height - LEAST_BODY) if bodies else 0
        wanted = max(int(usual.value), min(rows, pane.size.height + spare))
        if wanted != pane.size.height:
            pane.styles.height = wanted

    def on_resize(self) -> None:
        self.call_after_refresh(self._fit)

    def _fit(self) -> None:
        if self.is_attached:
            self.show()

    def _foot_lines(self, width: int) -> Sequence[Line]:
        notice = folded(self.notice(), width)
        return (*(notice or [()]), self.foot_line(width))

    def foot_line(self, width: int) -> Line:
        """The footer: as many acts as there is room for, and always the way to all of them."""
        acts = list(self.foot())
        acts += [act for act in self.every_act if act.id == "help" and act not in acts]
        if self.typing:  # a question mark would be written down
            acts = [
                act._replace(sign="F1") if act.id == "help" and "f1" in act.keys else act
                for act in acts
            ]
        return foot_line(acts, width)

    def reopen(self) -> None:
        """The meaning of keys has changed: deaf until it can be seen, and a moment longer."""
        self.input_gate.close()
        self.call_after_refresh(lambda: self.input_gate.painted(self.clock.now()))

    def on_screen_resume(self) -> None:
        self.reopen()

    @property
    def typing(self) -> bool:
        """Whether letters are written down here: then nothing that is typed may get lost."""
        return False

    async def _on_key(self, event: events.Key) -> None:
        """Do what the key is for, at once: a letter that is typed next must not overtake it."""
        act = self._act_of.get(event.key)
        if act is None or not self.is_current:
            return
        event.stop()
        event.prevent_default()
        if self.input_gate.admits_key(event.key, event.time):
            await self.run_action(act)

    async def on_pane_pressed(self, message: Pane.Pressed) -> None:
        message.stop()
        if message.counts(self.QUICK):
            await self.run_action(message.act)

    def action_help(self) -> None:
        """Everything that can be done here, to be read or done at once."""
        from chickenscratch.tui.screens.help import HelpScreen

        def chosen(act: str | None) -> None:
            if act:
                self.call_after_refresh(self.run_action, act)

        self.app.push_screen(HelpScreen(acts=self.every_act), chosen)

    def action_up(self) -> None:
        self.roll.scroll_by(-1)

    def action_down(self) -> None:
        self.roll.scroll_by(1)

    def action_page_up(self) -> None:
        self.roll.page_by(-1)

    def action_page_down(self) -> None:
        self.roll.page_by(1)

    def action_first(self) -> None:
        self.roll.to_start()

    def action_last(self) -> None:
        self.roll.to_end()


def ink_of(pane: Pane) -> Ink:
    """How tiles are drawn on a pane: as the table's are, on the pane's own ground."""
    look: Look = getattr(pane.app, "look", FELT)
    ground = pane.rich_style.bgcolor
    named = ground is None or ground.is_default
    return Ink(look.art, look.palette, "default" if ground is None or named else ground.name)


def foot_line(acts: Sequence[Act], width: int) -> Line:
    """As many acts as fit, in the order given, each a word that can be clicked. What help there is
    stays, whatever else has no room."""
    items = [
        (act, line((act.key, "key", act.id), (" " + _(act.label), "", act.id))) for act in acts
    ]
    kept = sum(width_of(item) + GAP for act, item in items if act.id == "help")
    room = width - 1 + GAP - kept
    spans: list[Span] = []
    for act, item in items:
        wide = 0 if act.id == "help" else width_of(item) + GAP
        if wide > room:
            continue
        room -= wide
        spans += [Span(" " * (GAP if spans else 1)), *item]
    return tuple(spans)
