"""The rooms below the screen start without it, as seen by a fresh interpreter.

The import contracts in pyproject.toml say the same of the import statements; this also sees
imports made by name and by other packages.
"""

from __future__ import annotations

import subprocess
import sys
from importlib.util import find_spec

import pytest

ROOMS = ("core", "layout", "bots", "store", "table", "host", "plain", "locale", "config", "paths")
# heavy or delicate, and the rooms that may load it because they or those below them use it
ALLOWED = {
    "textual": (),
    "rich": (),
    "babel": (),
    "sqlite3": ("store", "table", "host", "plain"),
    "asyncssh": ("host", "plain"),
}

START = """
import importlib, pkgutil, sys
room = importlib.import_module(sys.argv[1])
for module in pkgutil.walk_packages(getattr(room, "__path__", []), room.__name__ + "."):
    if not module.name.endswith(".__main__"):
        importlib.import_module(module.name)
print(*sorted(name for name in sys.modules if "." not in name))
"""


def is_there(room: str) -> bool:
    """Whether the room has any code yet; an empty folder is not a room."""
    spec = find_spec(f"chickenscratch.{room}")
    return spec is not None and spec.origin is not None


@pytest.mark.parametrize("room", [room for room in ROOMS if is_there(room)])
def test_it_starts_without_the_screen(room: str) -> None:
    command = [sys.executable, "-c", START, f"chickenscratch.{room}"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 0, done.stderr
    loaded = set(done.stdout.split())
    assert {name for name, rooms in ALLOWED.items() if room not in rooms} & loaded == set()
