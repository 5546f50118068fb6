"""The one table of what can be done on the table screen.

Bindings, footer, help screen, command palette and the words that can be clicked are all made from
:data:`ACTS`. Letters are for acts, digits are always pips. Nothing is bound to ``[``, ``]``, ``A``
to ``D``, ``O``, Home or End: an arrow key that a slow line tears apart arrives as such characters.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from textual.binding import Binding

from chickenscratch.locale import N_, _
from chickenscratch.locale.ends import LETTERS


class Act(NamedTuple):
    """Something the player can do.

    `id` names the screen's method ``action_<id>``. `label` is the word in the footer and the
    palette, `help` the sentence in the help screen; both are to be translated. `sign` is how the
    key is written. `footer` is its place there, the smallest first; 0 keeps it out. `mouse` says
    what to click for the same. `hosted`: only at tables where others play elsewhere.
    """

    id: str
    keys: tuple[str, ...]
    sign: str
    label: str
    help: str
    footer: int = 0
    palette: bool = True
    mouse: str = ""
    hosted: bool = False

    @property
    def key(self) -> str:
        """The sign of the key in the reader's language: ``Invio`` for ``Enter``."""
        return key_words(self.sign)


NAMED_KEYS: Final = (
    N_("Enter"), N_("Space"), N_("Bksp"), N_("Del"), N_("Ins"), N_("PgUp"), N_("PgDn"), N_("Home"),
    N_("End"),
)  # fmt: skip
"""The signs of keys that are labelled with a word, which is another one on other keyboards."""


def key_words(sign: str) -> str:
    """The sign of a key in the reader's language."""
    before, _blank, last = sign.rpartition(" ")
    if last not in NAMED_KEYS:
        return sign
    return f"{before} {_(last)}".lstrip()


ACTS: Final[tuple[Act, ...]] = (
    Act(
        "left", ("left", "kp_left"), "←", N_("left"),
        N_("The tile before; with a tile lifted, the place before."), palette=False,
    ),
    Act(
        "right", ("right", "kp_right"), "→", N_("right"),
        N_("The next tile; with a tile lifted, the next place."), palette=False,
    ),
    Act(
        "up", ("up", "kp_up"), "↑", N_("up"),
        N_("From your hand to the table: lift the tile and walk its places."), palette=False,
    ),
    Act(
        "down", ("down", "kp_down"), "↓", N_("down"),
        N_("Back to your hand."), palette=False,
    ),
    Act(
        "confirm", ("enter", "kp_enter"), "Enter", N_("play"),
        N_("Play the tile under the cursor, or lift it if there is something to choose."),
        footer=1, palette=False, mouse=N_("click the tile, then a lit place or the tile again"),
    ),
    Act(
        "next_fit", ("tab",), "Tab", N_("next fit"),
        N_("The next tile that fits; with a tile lifted, the next place."),
        footer=2,
    ),
    Act(
        "prev_fit", ("shift+tab",), "S-Tab", N_("previous fit"),
        N_("The tile before that fits."), palette=False,
    ),
    Act(
        "obvious", ("space",), "Space", N_("go on"),
        N_("The obvious thing: play, draw, pass, next round; while others play, hurry them."),
        footer=3, palette=False, mouse=N_("click the first words of the line above your hand"),
    ),
    Act(
        "pips", tuple("0123456789") + tuple(f"kp_{n}" for n in range(10)), "0-9", N_("numbers"),
        N_("Type the two numbers of a tile to lift it; then, if asked, the side that connects."),
        palette=False,
    ),
    Act("erase", ("backspace",), "Bksp", N_("erase"), N_("Erase a typed number."), palette=False),
    Act(
        "back", ("escape",), "Esc", N_("back"),
        N_("Put the tile back, forget what was typed. Never leaves the table."), palette=False,
        mouse=N_("click beside the places, or right-click"),
    ),
    Act(
        "draw", ("d",), "d", N_("draw"), N_("Draw a tile from the yard."), footer=4,
        mouse=N_("click the yard"),
    ),
    Act(
        "tip", ("t",), "t", N_("tip"),
        N_("Ask the coach: first an idea, then a tile, then every choice with what it is worth."),
        footer=5,
    ),
    Act("pass_", ("p",), "p", N_("pass"), N_("Pass, or keep the tile you drew."), footer=5),
    Act(
        "call", ("c",), "c", N_("cluck"),
        N_("Call a double or your last tile; catch somebody who forgot; or just cluck."), footer=9,
    ),
    Act(
        "ghost", tuple(LETTERS), "a-Z", N_("place"),
        N_("With a tile lifted: the place with that letter."), palette=False,
    ),
    Act(
        "bend", ("v",), "v", N_("turn the line"),
        N_("With a tile lifted: another direction for the line at this place."),
    ),
    Act(
        "undo", ("u",), "u", N_("take back"),
        N_("Take your last move back, up to the last hidden tile you have seen."), footer=14,
    ),
    Act("redo", ("U",), "U", N_("do again"), N_("Do again what was taken back.")),
    Act(
        "order", ("o",), "o", N_("arrange"),
        N_("Arrange your tiles: as dealt, by number, doubles first, those that fit first."),
        footer=10,
    ),
    Act(
        "shift_left", ("less_than_sign",), "<", N_("tile to the left"),
        N_("Move the tile one place to the left in your hand."),
    ),
    Act(
        "shift_right", ("greater_than_sign",), ">", N_("tile to the right"),
        N_("Move the tile one place to the right in your hand."),
    ),
    Act(
        "face_down", ("f",), "f", N_("hide my tiles"),
        N_("Turn your tiles face down, and up again."),
    ),
    Act(
        "sheet", ("s",), "s", N_("sheet"), N_("The whole score sheet."), footer=6,
        mouse=N_("click the score sheet"),
    ),
    Act(
        "log", ("m",), "m", N_("log"), N_("What has happened in this round."), footer=11,
        mouse=N_("click the log"),
    ),
    Act(
        "count", ("n",), "n", N_("count"),
        N_("Show or hide the count: of every number, what lies, what you hold, what is unseen."),
        footer=13,
    ),
    Act("rules", ("r",), "r", N_("rules"), N_("The rules of this table."), footer=12),
    Act(
        "why", ("f3",), "F3", N_("why"),
        N_("Why the tile under the cursor fits or does not, and the rule for what is to be done."),
        mouse=N_("right-click a tile or an end"),
    ),
    Act(
        "ends", ("l",), "l", N_("list of ends"),
        N_("The table as a list of lines and their ends, or as a picture again."), footer=15,
    ),
    Act(
        "foot", ("j",), "j", N_("to the foot"),
        N_("Show the foot or the hub that must be filled, if it lies out of sight."),
    ),
    Act(
        "pan_left", ("shift+left",), "S-←", N_("look left"),
        N_("Move the window over a table that is larger, to the left."),
        palette=False, mouse=N_("drag the table, turn the wheel, or click a number at its edge"),
    ),
    Act(
        "pan_right", ("shift+right",), "S-→", N_("look right"),
        N_("Move the window to the right."), palette=False,
    ),
    Act("pan_up", ("shift+up",), "S-↑", N_("look up"), N_("Move the window up."), palette=False),
    Act(
        "pan_down", ("shift+down",), "S-↓", N_("look down"), N_("Move the window down."),
        palette=False,
    ),
    Act(
        "zoom_in", ("plus", "add", "kp_plus"), "+", N_("larger"), N_("Draw the table larger."),
        mouse=N_("turn the wheel with Ctrl held"),
    ),
    Act(
        "zoom_out", ("minus", "subtract", "kp_minus"), "-", N_("smaller"),
        N_("Draw the table smaller."),
    ),
    Act(
        "zoom_fit", ("z",), "z", N_("fit"), N_("Draw the whole table as large as it fits."),
        footer=14,
    ),
    Act(
        "look_back", ("comma",), ",", N_("look back"),
        N_("The table as it was a move before, and further back."), footer=16,
    ),
    Act(
        "look_on", ("full_stop",), ".", N_("look on"),
        N_("While looking back: a move on; behind the last one the game goes on."),
        palette=False,
    ),
    Act(
        "chat", ("slash",), "/", N_("talk"), N_("Say something to everybody at the table."),
        footer=7, mouse=N_("click what was said last"), hosted=True,
    ),
    Act(
        "company", ("colon",), ":", N_("the others"),
        N_("Who is here; agree or refuse, ask for a pause, remind somebody, give up."),
        footer=8, mouse=N_("click the line above the keys"), hosted=True,
    ),
    Act("help", ("question_mark", "f1"), "?", N_("help"), N_("What works now."), footer=7),
    Act("redraw", ("f5", "ctrl+l"), "F5", N_("redraw"), N_("Draw the screen again.")),
    Act(
        "free_mouse", ("f8",), "F8", N_("free the mouse"),
        N_("Give the mouse to the terminal, to copy text; press again to take it back."),
    ),
    Act("settings", ("f2",), "F2", N_("settings"), N_("Language, colours, keys and more.")),
    Act("leave", ("q",), "q", N_("leave"), N_("Leave the table; the game is kept."), footer=8),
)  # fmt: skip

BY_ID: Final[dict[str, Act]] = {act.id: act for act in ACTS}

_WITH_KEY: Final = ("pips", "ghost")
"""Acts that must know which of their keys was pressed."""


def bindings(acts: Sequence[Act] = ACTS, *, hosted: bool = False) -> list[Binding]:
    """The key bindings of the table screen."""
    return [
        Binding(
            key,
            f"{act.id}({key.removeprefix('kp_')!r})" if act.id in _WITH_KEY else act.id,
            act.label,
            show=False,
            id=f"table.{act.id}" if act.id not in _WITH_KEY else f"table.{act.id}.{key}",
            priority=key in ("tab", "shift+tab"),
        )
        for act in acts
        if hosted or not act.hosted
        for key in act.keys
    ]


def footer(acts: Sequence[Act] = ACTS, *, hosted: bool = False) -> list[Act]:
    """What the footer shows, the most important first."""
    shown = [act for act in acts if act.footer and (hosted or not act.hosted)]
    return sorted(shown, key=lambda act: act.footer)
