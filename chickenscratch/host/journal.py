"""The host's log: one JSON object a line, without a word that a player has written."""

from __future__ import annotations

import json
import logging
import sys
import traceback
from datetime import UTC, datetime
from typing import TextIO


class Journal(logging.Formatter):
    """Time, level, where from, what; of a fault its kind and where it happened, and nothing of the
    values involved."""

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, object] = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "from": record.name.removeprefix("chickenscratch."),
            "what": record.getMessage(),
        }
        if record.exc_info is not None and record.exc_info[1] is not None:
            kind, _, trace = record.exc_info
            line["fault"] = "" if kind is None else kind.__name__
            line["where"] = [
                f"{frame.filename.rpartition('/')[2]}:{frame.lineno} {frame.name}"
                for frame in traceback.extract_tb(trace)
            ]
        return json.dumps(line)


def write_journal(stream: TextIO | None = None) -> None:
    """From now on the log goes to `stream`, else to standard error."""
    handler = logging.StreamHandler(stream or sys.stderr)
    handler.setFormatter(Journal())
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(logging.INFO)
    logging.getLogger("asyncssh").setLevel(logging.WARNING)
