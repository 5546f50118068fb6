"""How anybody can check that no tile was chosen for anybody, with this game's own values."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import ClassVar, Final

from chickenscratch.core.record import FinalLine, GameRecord
from chickenscratch.core.view import SeatView
from chickenscratch.locale import N_, _
from chickenscratch.locale.proof import Deal, Step, proof
from chickenscratch.locale.sheet import rules_title
from chickenscratch.tui.keys import Act
from chickenscratch.tui.screens.what_next import AGAIN, OTHERS
from chickenscratch.tui.widgets.page import SCROLLING, Page
from chickenscratch.tui.widgets.pane import Line, Span, line
from chickenscratch.tui.widgets.prose import wrapped

READABLE: Final = 84
"""Columns of text; longer lines tire. Commands may be longer where there is room."""
_WORD: Final = re.compile(r"(?:'[^']*'|[^\s'])+")
"""A word of a command; what is quoted is not broken."""


def deal_of_view(view: SeatView, names: Sequence[str], seed: str | None) -> Deal:
    """What a seat knows of the deals. `seed`: from the end of the game, None before it."""
    return Deal(view.rules, tuple(names), view.game_id, view.commitment, seed)


def deal_of_record(record: GameRecord) -> Deal:
    """What a record tells; the seed of a save stays sealed until the game is over."""
    header = record.header
    final = record.entries[-1][1] if record.entries else None
    seed = final.seed if isinstance(final, FinalLine) else None
    names = tuple(seat.name for seat in header.seats)
    return Deal(header.rules, names, header.game_id, header.commitment, seed)


class ProofScreen(Page[str]):
    """Shows the steps of the check, one below the other. Gives ``again`` or ``others`` if these
    deals are wanted once more, else nothing."""

    CSS_PATH = "proof.tcss"
    ACTS: ClassVar = (
        Act("close", ("escape", "q", "enter", "kp_enter"), "Esc", N_("back"),
            N_("Back to where you were."), footer=1),
        Act("copy", ("y",), "y", N_("copy"), N_("All of it as text, to copy the commands from."),
            footer=2),
        AGAIN._replace(footer=9),
        OTHERS._replace(footer=10),
        *(act._replace(footer=i) for i, act in enumerate(SCROLLING, 3)),
        Act("page_down", ("space",), "Space", N_("page down"), N_("Down a page.")),
    )  # fmt: skip

    def __init__(self, deal: Deal, *, playable: bool = False) -> None:
        """`playable`: whoever shows this can deal the same again."""
        super().__init__()
        self.playable = playable and deal.seed is not None
        self.deal = deal
        self.steps = proof(deal)

    def head(self, width: int) -> Sequence[Line]:
        words = rules_title(self.deal.rules)
        return (line((_("PROOF OF THE SHUFFLE") + "  ", "head"), (words, "strong")),)

    def body(self, width: int) -> Sequence[Line]:
        lines: list[Line] = []
        for number, step in enumerate(self.steps, 1):
            lines += [line((f"{number:>2}  ", "key"), (step.title, "strong"))]
            lines += [line(f"    {row}") for row in wrapped(step.words, min(width, READABLE) - 4)]
            for command in step.commands:
                lines += [(Span(f"    {row}", "accent"),) for row in _folded(command, width - 5)]
            for result in step.results:
                lines += [(Span(f"    {row}", "dim"),) for row in wrapped(result, width - 4)]
            lines.append(())
        return lines[:-1]

    def foot(self) -> Sequence[Act]:
        useless = () if self.playable else (AGAIN.id, OTHERS.id)
        return [act for act in super().foot() if act.id not in useless]

    def action_again(self) -> None:
        if self.playable:
            self.dismiss(AGAIN.id)

    def action_others(self) -> None:
        if self.playable:
            self.dismiss(OTHERS.id)

    def action_copy(self) -> None:
        from chickenscratch.tui.screens.copy_text import CopyTextScreen

        self.app.push_screen(CopyTextScreen(proof_text(self.steps)))

    def action_close(self) -> None:
        self.dismiss(None)


def proof_text(steps: Sequence[Step]) -> str:
    """The steps as plain text, every command on a line of its own."""
    parts = []
    for number, step in enumerate(steps, 1):
        lines = [f"{number}. {step.title}", step.words, *step.commands, *step.results]
        parts.append("\n".join(line for line in lines if line))
    return "\n\n".join(parts) + "\n"


def _folded(command: str, width: int) -> list[str]:
    """A command over several lines, broken so that the shell reads it as one."""
    rows, row = [], ""
    for word in _WORD.findall(command):
        longer = f"{row} {word}" if row else word
        if len(longer) <= width - 2 or not row:
            row = longer
            continue
        rows.append(row + " \\")
        row = word
    return [*rows, row]
