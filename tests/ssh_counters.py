"""What a worker of the tests shows its visitors: the counter, and ways to misbehave."""

from __future__ import annotations

import time
from typing import Any

from sshing import Counter

from chickenscratch.host.ssh.link import Link, View, ViewMaker, Visitor
from chickenscratch.tui.hosted import AppView


class Misbehaving(Counter):
    """b blocks the whole process."""

    def on_key(self, event: Any) -> None:
        super().on_key(event)
        if event.key == "b":
            time.sleep(60)


def maker(_options: dict[str, str]) -> ViewMaker:
    def make(link: Link, visitor: Visitor) -> View:
        return AppView(Misbehaving(link, visitor))

    return make
