"""The palettes of the other themes: what they share with the felt one, they take from it."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from chickenscratch.tui.art.palette import DEFAULT, SIXTEEN, TRUE_COLOUR

SLATE: Final = replace(
    TRUE_COLOUR,
    name="slate",
    felt="#262e38",
    place="#38434f",
    hub="#6a5340",
    ivory="#e8ecf0",
    seam="#39424c",
    last="#0c0f13",
    text="#cfd8e2",
    accent="#ffd479",
)

PAPER: Final = replace(
    TRUE_COLOUR,
    name="paper",
    numbers=(
        "#6b6558", "#1565a8", "#2f7a2a", "#b3342c", "#8a5a12", "#3547b8", "#8f6b00", "#8a35a8",
        "#0b7468", "#b4520a", "#b03070", "#4c7410", "#565b70", "#6244b0", "#7d6440", "#0a6c8e",
        "#99305c", "#4c6640", "#7a7210",
    ),
    felt="#efe8d8",
    place="#ded3ba",
    hub="#c8a878",
    ivory="#fffdf6",
    seam="#8a8272",
    dark_ink="#14110c",
    light_ink="#ffffff",
    last="#fffdf6",
    text="#4a4236",
    accent="#8a1f00",
)  # fmt: skip
"""Dark tiles on light paper; the tile laid last is white."""

HIGH_CONTRAST: Final = replace(
    TRUE_COLOUR,
    name="high-contrast",
    numbers=(
        "#ffffff", "#59c2ff", "#5df05d", "#ff8a80", "#e0b050", "#9db4ff", "#ffe11a", "#e59bff",
        "#2ee6cf", "#ffa63d", "#ff9fd0", "#b6f02e", "#b8bcc8", "#b9a0ff", "#f0cfa0", "#2fd0ff",
        "#ff86b8", "#a8d080", "#ffff7a",
    ),
    felt="#000000",
    place="#1c1c1c",
    hub="#6e4f1e",
    ivory="#ffffff",
    seam="#000000",
    dark_ink="#000000",
    light_ink="#ffffff",
    last="#303030",
    text="#ffffff",
    accent="#ffff40",
)  # fmt: skip

COLOUR_BLIND: Final = replace(
    TRUE_COLOUR,
    name="colour-blind",
    numbers=(
        "#ffffff", "#50b0ff", "#b0ff90", "#b07070", "#ffb0b0", "#7070ff", "#30ff30", "#9070b0",
        "#b0b0d0", "#e87050", "#50d030", "#d0e8ff", "#309030", "#d0d090", "#e870e8", "#ff70b0",
        "#70b070", "#90e8d0", "#d0ff70",
    ),
    felt="#10242e",
    place="#1d3947",
    hub="#5c5140",
    ivory="#f4f4f0",
    seam="#303840",
    dark_ink="#0c0c10",
    last="#0c0c10",
    text="#d4e2ea",
    accent="#ffe680",
)  # fmt: skip
"""The first ten numbers were searched for the greatest least difference to any two of them, as
they are seen with each of the three kinds of colour blindness; each later one keeps away from all
before it."""

TERMINAL: Final = replace(
    SIXTEEN,
    name="terminal",
    numbers=(
        DEFAULT, "blue", "green", "red", "yellow", "cyan", "magenta", DEFAULT, "blue", "green",
        "red", "yellow", "cyan", "magenta", DEFAULT, "blue", "green", "red", "yellow",
    ),
    felt=DEFAULT,
    place=DEFAULT,
    hub="yellow",
    ivory=DEFAULT,
    seam=DEFAULT,
    dark_ink=DEFAULT,
    light_ink=DEFAULT,
    last=DEFAULT,
    text=DEFAULT,
    accent=DEFAULT,
)  # fmt: skip
"""The terminal's own colours on its own ground, whichever they are; for outlined tiles only."""
