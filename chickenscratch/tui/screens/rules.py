"""The rules of one table, as a page to read."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Final

from chickenscratch.core.presets import PRESETS, preset_of
from chickenscratch.core.rules import RuleSet
from chickenscratch.locale import N_, _, ngettext
from chickenscratch.locale.options import differences_in_words
from chickenscratch.locale.rulebook import rulebook
from chickenscratch.tui.art.picture import Art
from chickenscratch.tui.keys import Act
from chickenscratch.tui.widgets.page import SCROLLING, Page, ink_of
from chickenscratch.tui.widgets.pane import Line, Span, line, spread
from chickenscratch.tui.widgets.prose import wrapped

READABLE: Final = 84
"""Columns of text; longer lines tire."""


class RulesScreen(Page[None]):
    """The rules with this table's switches filled in."""

    ACTS: ClassVar = (
        Act(
            "close", ("escape", "q", "r", "enter", "kp_enter"), "Esc", N_("back"),
            N_("Back to where you were."), footer=1,
        ),
        *(act._replace(footer=i) for i, act in enumerate(SCROLLING, 2)),
        Act("page_down", ("space",), "Space", N_("page down"), N_("Down a page.")),
    )  # fmt: skip

    def __init__(self, rules: RuleSet, seats: int, commitment: str = "") -> None:
        """`commitment`: of the game that is played by these rules, if one is."""
        super().__init__()
        self.commitment = commitment
        self.rules = rules
        self.seats = seats

    def head(self, width: int) -> Sequence[Line]:
        preset = PRESETS.get(preset_of(self.rules))
        name = _(preset.title) if preset is not None else _("House rules")
        players = ngettext("for {count} player", "for {count} players", self.seats)
        left = line((_("RULES").upper() + "  ", "head"), (name, "strong"))
        return (spread(left, line((players.format(count=self.seats), "dim")), width),)

    def body(self, width: int) -> Sequence[Line]:
        column = min(width, READABLE)
        indent = Span(" " * ((width - column) // 2))
        return [(indent, *row) for row in self._page(column)]

    def _page(self, width: int) -> list[Line]:
        plain = ink_of(self.roll).art is Art.ASCII
        lines: list[Line] = []
        for number, part in enumerate(rulebook(self.rules, self.seats, ascii_only=plain), 1):
            lines += [line((f"{number:>2}  ", "key"), (part.title, "strong"))]
            lines += [line(f"    {row}") for row in wrapped(part.text, width - 4)]
            if part.figure:
                lines += [
                    (),
                    *(line((f"        {row}", "accent")) for row in part.figure.split("\n")),
                ]
            lines.append(())
        return lines + self._house_rules(width) + self._committed(width)

    def _committed(self, width: int) -> list[Line]:
        if not self.commitment:
            return []
        words = _("All deals of this game were fixed before the first one, by the commitment:")
        half = len(self.commitment) // 2
        rows = [*wrapped(words, width), self.commitment[:half], self.commitment[half:]]
        return [(), *(line((row, "dim")) for row in rows)]

    def _house_rules(self, width: int) -> list[Line]:
        """What is not as in the preset that these rules are closest to."""
        if preset_of(self.rules) in PRESETS:
            return []
        base = min(PRESETS.values(), key=lambda p: len(differences_in_words(self.rules, p.rules)))
        lines = [line((_("Otherwise than in {preset}").format(preset=_(base.title)), "strong"))]
        for setting in differences_in_words(self.rules, base.rules):
            words = f"{setting.title}: {setting.words}"
            lines += [line((f"    {row}", "accent")) for row in wrapped(words, width - 4)]
        return lines

    def action_close(self) -> None:
        self.dismiss(None)
