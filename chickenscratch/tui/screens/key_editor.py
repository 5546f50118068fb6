"""Changing single keys of the table: choose an act, press the key it shall have."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from rich.cells import cell_len
from textual.app import ComposeResult

from chickenscratch.config import KeySet
from chickenscratch.locale import N_, _
from chickenscratch.tui.keymap import FIXED, Keys, allowed, keys_for, sign_of
from chickenscratch.tui.keys import ACTS, Act, key_words
from chickenscratch.tui.screens import settings_words
from chickenscratch.tui.text import fit
from chickenscratch.tui.widgets.marking import Marking
from chickenscratch.tui.widgets.page import FIRST, LAST, PAGE_DOWN, PAGE_UP, Page
from chickenscratch.tui.widgets.pane import Line, Pane, Span, line
from chickenscratch.tui.widgets.prose import folded
from chickenscratch.tui.widgets.roll import Roll


class KeyEditor(Marking, Page[dict[str, str]]):
    """Gives the keys of one's own, by the acts they are for."""

    CSS_PATH = "key_editor.tcss"

    ACTS: ClassVar = (
        Act("up", ("up", "k", "kp_up", "shift+tab"), "↑", N_("up"), N_("The row above.")),
        Act("down", ("down", "j", "kp_down", "tab"), "↓", N_("down"), N_("The row below.")),
        PAGE_UP,
        PAGE_DOWN,
        FIRST,
        LAST,
        Act("choose", ("enter", "kp_enter", "space"), "Enter", N_("another key"),
            N_("Press the key that this shall have instead."), footer=1),
        Act("add", ("plus", "add", "kp_plus"), "+", N_("one more key"),
            N_("Press a key that this shall have besides."), footer=2),
        Act("reset", ("backspace", "delete"), "Bksp", N_("as in the set"),
            N_("The keys that the chosen set has for it."), footer=3),
        Act("close", ("escape", "q"), "Esc", N_("back"), N_("Back to the settings."), footer=4),
    )  # fmt: skip

    def __init__(self, chosen: KeySet, own: dict[str, str]) -> None:
        super().__init__()
        self.chosen = chosen
        self.own = dict(own)
        self.at = 0
        self.waiting = ""
        """``set`` or ``add`` while the next key is the wanted one."""
        self._said = ""

    @property
    def rows(self) -> tuple[Act, ...]:
        """The acts whose keys can be changed, with their present keys."""
        return tuple(act for act in self.keys.acts if act.id not in FIXED)

    @property
    def keys(self) -> Keys:
        return keys_for(self.chosen, self.own)

    def compose(self) -> ComposeResult:
        yield Pane(id="page-head")
        yield Roll(id="page-body")
        yield Pane(id="about")
        yield Pane(id="page-foot")

    def show(self) -> None:
        self.roll.styles.max_height = len(self.rows) + 1  # what a row means stands right below
        super().show()
        self.show_in("about", self.about)

    def head(self, width: int) -> Sequence[Line]:
        name = settings_words.of_value(self.chosen)
        about = _("Numbers are always pips. This set: {name}.").format(name=name)
        return (line((_("KEYS OF THE TABLE") + "  ", "head"), (about, "dim")),)

    def body(self, width: int) -> Sequence[Line]:
        rows = self.rows
        label = max(cell_len(_(act.label)) for act in rows) + 2
        signs = min(24, width // 3)
        label = min(label, width - signs - 4)
        room = width - label - signs - 6
        if any(cell_len(_(act.help)) > room for act in rows):
            room = 0  # it stands below the list
        return [self._row(i, rows[i], label, signs, room) for i in range(len(rows))]

    def _row(self, at: int, act: Act, label: int, signs: int, room: int) -> Line:
        here, where = at == self.at, f"pick({at})"
        keys = "  ".join(dict.fromkeys(key_words(sign_of(key)) for key in act.keys))
        look = "cursor" if here else "key"
        if not keys:
            keys, look = _("no key"), look if here else "warn"
        if here and self.waiting:
            keys = _("press a key …")
        mark = "* " if act.id in self.own else "  "
        return (
            Span("> " if here else "  ", "key"),
            Span(fit(_(act.label), label), "strong" if here else "", where),
            Span(mark, "accent", where),
            Span(fit(keys, signs), look, where),
            Span("  " + _(act.help) if room else "", "dim", where),
        )

    def about(self, width: int) -> Sequence[Line]:
        """What the marked act does, and all its keys."""
        act = self.rows[self.at]
        keys = "  ".join(dict.fromkeys(key_words(sign_of(key)) for key in act.keys)) or _("no key")
        return folded(line(("  " + _(act.help), "dim"), ("  " + keys, "key")), width)

    def notice(self) -> Line:
        words = self._said or self._warning()
        return line((" " + words, "warn")) if words else ()

    def _warning(self) -> str:
        """What is wrong with the keys as they are, if anything is."""
        keys = self.keys
        if keys.refused:
            act, key = keys.refused[0]
            words = _("“{key}” cannot be used for “{act}”.")
            return words.format(key=key, act=self._label(act))
        if keys.robbed:
            words = _("No key is left for “{act}”; Ctrl+P still has it.")
            return words.format(act=self._label(keys.robbed[0]))
        return ""

    def _label(self, name: str) -> str:
        return next((_(act.label) for act in ACTS if act.id == name), name)

    def keep(self) -> tuple[int, int] | None:
        return self.at, self.at

    def _go(self, to: int, _step: int = 1) -> None:
        self.at = max(0, min(to, len(self.rows) - 1))
        self._said = ""
        self.show()

    def action_pick(self, at: int) -> None:
        """A row was clicked."""
        self.waiting = ""
        self._go(at)
        self.action_choose()

    def action_choose(self) -> None:
        self._wait("set")

    def action_add(self) -> None:
        self._wait("add")

    def _wait(self, how: str) -> None:
        self.waiting, self._said = how, ""
        self.show()

    def takes_key(self, key: str) -> bool:
        """While one is waited for, every key is the answer; Esc is the answer “none”."""
        if not self.waiting:
            return False
        how, self.waiting = self.waiting, ""
        if key != "escape":
            self._give(key, how)
        self.show()
        return True

    def _give(self, key: str, how: str) -> None:
        act = self.rows[self.at]
        if not allowed(key):
            words = _("{key} is not free: numbers are pips, and some keys belong to the terminal.")
            self._said = words.format(key=sign_of(key))
            return
        before = next((a for a in self.keys.acts if key in a.keys and a.id != act.id), None)
        keys = [key] if how == "set" else [*(k for k in act.keys if k != key), key]
        for other, text in list(self.own.items()):  # a key has one meaning
            rest = [k for k in text.split(",") if k != key]
            if other != act.id and ",".join(rest) != text:
                self.own[other] = ",".join(rest)
                if not rest:
                    del self.own[other]
        self.own[act.id] = ",".join(keys)
        if before is not None:
            words = _("{key} was “{act}” before.")
            if not self.keys.act(before.id).keys:
                words = _("{key} was “{act}”, which has no key now.")
            self._said = words.format(key=sign_of(key), act=self._label(before.id))

    def action_reset(self) -> None:
        self.own.pop(self.rows[self.at].id, None)
        self._said = ""
        self.show()

    def action_close(self) -> None:
        self.dismiss(self.own)
