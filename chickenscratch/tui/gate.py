"""The input gate: what was pressed before the screen showed what it would mean does nothing.

Keys that arrive while the program is busy are all delivered afterwards. So whenever the meaning of
keys changes (a turn begins, a screen opens) the gate closes; it opens a moment after the change
has been painted, and whatever was pressed before that moment is dropped.
"""

from __future__ import annotations

from collections import deque
from typing import Final

QUIET: Final = 0.15
"""Seconds after the repaint before a key counts."""
QUIET_ACTS: Final = 0.25
"""The same for Enter, Space and clicks: what one hits without reading."""
FOCUS_SHIELD: Final = 0.25
"""Clicks this soon after the window got the focus only gave it the focus."""
BURST: Final = 8
BURST_TIME: Final = 0.03
"""More printable keys than `BURST` in this time were pasted, not typed."""
BURST_REST: Final = 0.1
"""A paste is over after a silence of this length."""


class Gate:
    """Decides whether an input of a given time still means what the player saw."""

    def __init__(self) -> None:
        self._closed = False
        self._opens = self._opens_acts = float("-inf")
        self._focused = float("-inf")

    def close(self) -> None:
        """The meaning of keys changes now; nothing passes until it has been painted."""
        self._closed = True

    def painted(self, now: float, deaf: float = 0.0) -> None:
        """The screen shows the change. With `deaf` nothing at all passes for so long."""
        self._closed = False
        self._opens = max(self._opens, now + max(QUIET, deaf))
        self._opens_acts = max(self._opens_acts, now + max(QUIET_ACTS, deaf))

    def focused(self, now: float) -> None:
        """The window got the focus."""
        self._focused = now

    def admits_key(self, key: str, time: float) -> bool:
        acts = key in ("enter", "kp_enter", "space")
        return not self._closed and time >= (self._opens_acts if acts else self._opens)

    def admits_click(self, time: float) -> bool:
        shielded = 0 <= time - self._focused < FOCUS_SHIELD
        return not self._closed and time >= self._opens_acts and not shielded


class RateGuard:
    """Tells typing from a paste that came without the marks of one."""

    def __init__(self) -> None:
        self._times: deque[float] = deque(maxlen=BURST + 1)
        self._pasting = False

    def admits(self, time: float) -> bool:
        """Whether a printable key at `time` was typed by a person."""
        last = self._times[-1] if self._times else float("-inf")
        self._times.append(time)
        if self._pasting and time - last < BURST_REST:
            return False
        self._pasting = len(self._times) > BURST and time - self._times[0] < BURST_TIME
        return not self._pasting
