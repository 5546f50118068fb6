"""What the host counts, in the text form that Prometheus reads."""

from __future__ import annotations

import os
from collections import Counter
from pathlib import Path
from typing import Final

FILE: Final = "metrics.prom"
_PREFIX: Final = "chickenscratch_host_"
_HELP: Final = {
    "connections_total": "Connections accepted.",
    "refused_connections_total": "Connections turned away at the door.",
    "requests_total": "Requests served.",
    "refusals_total": "Requests refused, by reason.",
    "malformed_total": "Lines that were no request.",
    "throttled_total": "Requests that had to wait for the rate limit.",
    "slow_readers_total": "Connections closed because they did not read.",
    "games_begun_total": "Games dealt.",
    "games_finished_total": "Games played to the end.",
    "games_ended_total": "Games that ended without a result.",
    "chat_lines_total": "Lines said.",
    "faults_total": "Requests that failed by a fault of the host.",
    "connections": "Connections open now.",
    "people": "People connected now.",
    "tables": "Tables, by stage.",
    "views": "Views of tables open now.",
    "uptime_seconds": "Since the host was started.",
}


class Metrics:
    """Counters, and gauges that are read when they are asked for."""

    def __init__(self) -> None:
        self._counts: Counter[tuple[str, str]] = Counter()
        self._gauges: dict[tuple[str, str], float] = {}

    def count(self, name: str, label: str = "") -> None:
        """One more. `label` such as ``reason="banned"``."""
        self._counts[name, label] += 1

    def gauge(self, name: str, value: float, label: str = "") -> None:
        """So many now."""
        self._gauges[name, label] = value

    def value(self, name: str, label: str = "") -> float:
        """What a counter or gauge says."""
        return self._gauges.get((name, label), self._counts[name, label])

    def text(self) -> str:
        """Everything, in the text exposition format."""
        lines: list[str] = []
        for values, kind in ((self._counts, "counter"), (self._gauges, "gauge")):
            names = sorted({name for name, _ in values})
            for name in names:
                lines.append(f"# HELP {_PREFIX}{name} {_HELP[name]}")
                lines.append(f"# TYPE {_PREFIX}{name} {kind}")
                for (other, label), value in sorted(values.items()):
                    if other == name:
                        where = f"{{{label}}}" if label else ""
                        lines.append(f"{_PREFIX}{name}{where} {value:g}")
        return "\n".join(lines) + "\n"

    def write(self, folder: Path) -> None:
        """Put everything into a file, at once. Raises OSError."""
        fresh = folder / f".{FILE}.{os.getpid()}"
        try:
            fresh.write_text(self.text())
            fresh.replace(folder / FILE)
        finally:
            fresh.unlink(missing_ok=True)
