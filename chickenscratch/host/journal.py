"""The host's log, without a word that a player has written: one JSON object a line for programs, a
plain line for a person at a terminal."""

from __future__ import annotations

import json
import logging
import sys
import traceback
from datetime import UTC, datetime
from typing import TextIO

from chickenscratch.locale.clean import harmless


class Journal(logging.Formatter):
    """Time, level, where from, process, what; of a fault its kind and where it happened, and
    nothing of the values involved."""

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, object] = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "from": record.name.removeprefix("chickenscratch."),
            "process": record.process,
            "what": record.getMessage(),
        }
        if fault := _fault(record):
            line["fault"], line["where"] = fault
        return json.dumps(line)


class Readable(logging.Formatter):
    """The same for a person: local time, from where if something is wrong, what; of a fault its
    kind and the place where it happened."""

    def format(self, record: logging.LogRecord) -> str:
        parts = [datetime.fromtimestamp(record.created).strftime("%H:%M:%S")]
        if record.levelno >= logging.WARNING:
            source = record.name.removeprefix("chickenscratch.")
            parts.append(f"{record.levelname.lower()} in {source}:")
        parts.append(record.getMessage())
        if fault := _fault(record):
            kind, where = fault
            parts.append(f"({', '.join([kind, *where[-1:]])})")
        return harmless(" ".join(parts))


def _fault(record: logging.LogRecord) -> tuple[str, list[str]] | None:
    """The kind of the fault that is told of, and where it happened, the innermost place last."""
    if record.exc_info is None or record.exc_info[1] is None:
        return None
    kind, _, trace = record.exc_info
    return "" if kind is None else kind.__name__, [
        f"{frame.filename.rpartition('/')[2]}:{frame.lineno} {frame.name}"
        for frame in traceback.extract_tb(trace)
    ]


def write_journal(stream: TextIO | None = None) -> None:
    """From now on the log goes to `stream`, else to standard error."""
    handler = logging.StreamHandler(stream or sys.stderr)
    handler.setFormatter(Readable() if handler.stream.isatty() else Journal())
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(logging.INFO)
    logging.getLogger("asyncssh").setLevel(logging.WARNING)
