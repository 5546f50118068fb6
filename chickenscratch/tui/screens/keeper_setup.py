"""A new score sheet: by which rules, and who plays."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Final, NamedTuple

from rich.cells import cell_len
from textual import events

from chickenscratch.company import LONGEST
from chickenscratch.core.presets import PRESETS, make_rules
from chickenscratch.core.rules import MAX_SEATS, RuleSet
from chickenscratch.core.sheet import ScoreSheet, SheetError
from chickenscratch.locale import N_, _, ngettext
from chickenscratch.locale.reasons import say
from chickenscratch.locale.sheet import rules_title
from chickenscratch.tui.keys import Act
from chickenscratch.tui.text import clean, fit, short
from chickenscratch.tui.widgets.marking import Marking
from chickenscratch.tui.widgets.page import FIRST, LAST, Page
from chickenscratch.tui.widgets.pane import Line, Span, line
from chickenscratch.tui.widgets.prose import wrapped

_TITLE: Final = 18


class NewSheet(NamedTuple):
    """What was chosen."""

    rules: RuleSet
    names: tuple[str, ...]


class KeeperSetupScreen(Marking, Page[NewSheet | None]):
    """Gives what was chosen, or None if nothing comes of it."""

    CSS_PATH = "keeper.tcss"
    ACTS: ClassVar = (
        Act("enter", ("enter", "kp_enter"), "Enter", N_("next"), N_("The next row, or begin."),
            footer=2),
        Act("begin", ("f2",), "F2", N_("begin"), N_("Begin this sheet."), footer=1),
        Act("more", ("right", "kp_right"), "← →", N_("change"), N_("The next value."), footer=3),
        Act("less", ("left", "kp_left"), "←", N_("change"), N_("The value before.")),
        Act("erase", ("backspace", "delete"), "Bksp", N_("erase"), N_("Erase a character."),
            footer=4),
        Act("back", ("escape",), "Esc", N_("back"), N_("Back, without a new sheet."), footer=5),
        Act("up", ("up", "kp_up"), "↑", N_("up"), N_("The row above.")),
        Act("down", ("down", "kp_down"), "↓", N_("down"), N_("The row below.")),
        FIRST,
        LAST,
    )  # fmt: skip

    def __init__(self, rules: RuleSet, names: Sequence[str]) -> None:
        """`rules` and `names` are what it starts from; house rules stay among the choices."""
        super().__init__()
        whole = rules.model_copy(update={"rounds": None})
        presets = [preset.rules for preset in PRESETS.values()]
        self.choices = presets if whole in presets else [whole, *presets]
        self.which = self.choices.index(whole)
        self.rounds = rules.rounds
        self.names = [clean(name)[:LONGEST] for name in names][:MAX_SEATS]
        self.names += [""] * (2 - len(self.names))
        self.at = 4  # most often it is names that are missing

    @property
    def rules(self) -> RuleSet:
        """The rules as they are chosen now."""
        return make_rules({"rounds": self.rounds}, self.choices[self.which])

    @property
    def _rows(self) -> int:
        return 4 + len(self.names)

    @property
    def _seat(self) -> int | None:
        """The chair whose row is marked."""
        return self.at - 4 if self.at >= 4 else None

    @property
    def problem(self) -> str:
        """Why this is no sheet yet, or nothing."""
        try:
            ScoreSheet.begin(self.rules, self.names)
        except SheetError as error:
            return say(error.sentence)
        return ""

    def head(self, width: int) -> Sequence[Line]:
        return (line((_("A NEW SCORE SHEET"), "head")),)

    def body(self, width: int) -> Sequence[Line]:
        rules = self.rules
        count = rules.game_rounds
        rounds = ngettext("{count} round", "{count} rounds", count).format(count=count)
        if self.rounds is None:
            rounds = _("no, all {count} rounds").format(count=count)
        button = Span(" " + _("Begin") + " ", "cursor" if self.at == 0 else "key", "begin")
        lines: list[Line] = [(self._mark(0), button)]
        for at, (title, value) in enumerate(
            (
                (_("Rules"), rules_title(rules)),
                (_("Short game"), rounds),
                (_("Players"), str(len(self.names))),
            ),
            1,
        ):
            lines.append(self._choice(at, title, short(value, width - _TITLE - 6)))
        for seat, name in enumerate(self.names):
            lines.append(self._chair(seat, name, width))
        about = _(PRESETS[preset].about) if (preset := self._preset()) else ""
        if cell_len(rounds) > width - _TITLE - 6:
            about = f"{rounds}. {about}"
        if cell_len(rules_title(rules)) > width - _TITLE - 6:
            about = f"{rules_title(rules)}. {about}"
        return [*lines, (), *(line(("  " + row, "dim")) for row in wrapped(about, width - 4))]

    def _preset(self) -> str:
        return next((n for n, p in PRESETS.items() if p.rules == self.choices[self.which]), "")

    def _mark(self, at: int) -> Span:
        return Span("> " if self.at == at else "  ", "key")

    def _choice(self, at: int, title: str, value: str) -> Line:
        here = self.at == at
        return (
            self._mark(at),
            Span(fit(title, _TITLE), "strong" if here else "dim", f"mark({at})"),
            Span("< ", "key" if here else "dim", f"step({at},-1)"),
            Span(value, "strong" if here else "", f"mark({at})"),
            Span(" >", "key" if here else "dim", f"step({at},1)"),
        )

    def _chair(self, seat: int, name: str, width: int) -> Line:
        here = self._seat == seat
        act = f"mark({seat + 4})"
        title = _("Player {number}").format(number=seat + 1)
        text = name + "_" if here else name or _("no name yet")
        look = "cursor" if here else "" if name else "dim"
        return (
            self._mark(seat + 4),
            Span(fit(title, _TITLE), "strong" if here else "dim", act),
            Span("  ", "", act),
            Span(short(text, max(4, width - _TITLE - 6)), look, act),
        )

    def keep(self) -> tuple[int, int] | None:
        return self.at, self.at

    def notice(self) -> Line:
        problem = self.problem
        return (
            line((" ! " + short(problem, max(0, self.size.width - 5)), "warn")) if problem else ()
        )

    def _go(self, to: int, _step: int = 1) -> None:
        self.at = max(0, min(to, self._rows - 1))
        self.show()

    def action_mark(self, at: int) -> None:
        """A row was clicked."""
        self._go(at)

    def action_step(self, at: int, step: int) -> None:
        """The sign before or behind a value was clicked, or an arrow key pressed."""
        self.at = at
        match at:
            case 1:
                self.which = (self.which + step) % len(self.choices)
                most = self.choices[self.which].full_rounds
                if self.rounds is not None and self.rounds >= most:
                    self.rounds = None
            case 2:
                most = self.choices[self.which].full_rounds
                choices = [None, *range(1, most)]
                self.rounds = choices[(choices.index(self.rounds) + step) % len(choices)]
            case 3:
                count = max(2, min(len(self.names) + step, MAX_SEATS))
                self.names = [*self.names, ""][:count]
            case _:
                pass
        self.show()

    def action_more(self) -> None:
        self.action_step(self.at, 1)

    def action_less(self) -> None:
        self.action_step(self.at, -1)

    def takes_key(self, key: str) -> bool:
        """The tab key goes from row to row, instead of from widget to widget."""
        if key in ("tab", "shift+tab"):
            self._go(self.at + (1 if key == "tab" else -1))
            return True
        return False

    @property
    def typing(self) -> bool:
        return self._seat is not None

    def on_key(self, event: events.Key) -> None:
        if self._seat is not None and event.character and event.is_printable:
            event.stop()
            event.prevent_default()
            self._type(event.character)

    def on_paste(self, event: events.Paste) -> None:
        event.stop()
        if self._seat is not None:
            self._type(clean(event.text))

    def _type(self, text: str) -> None:
        seat = self._seat
        if seat is not None:
            kept = clean(f"{self.names[seat]}{text}x")[:-1]  # a blank at the end may go on
            self.names[seat] = kept[:LONGEST]
            self.show()

    def action_erase(self) -> None:
        if self._seat is not None:
            self.names[self._seat] = self.names[self._seat][:-1]
            self.show()

    def action_enter(self) -> None:
        """The next row; after the last name, and on the button, begin."""
        if self.at in (0, self._rows - 1) and not self.problem:
            self.action_begin()
        else:
            self._go(0 if self.at == self._rows - 1 else self.at + 1)

    def action_begin(self) -> None:
        """Begin, unless something is wrong; what it is can be read above the footer."""
        if not self.problem:
            self.dismiss(NewSheet(self.rules, tuple(map(clean, self.names))))

    def action_back(self) -> None:
        self.dismiss(None)
