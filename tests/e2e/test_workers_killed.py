"""The processes that serve players by SSH are killed at any moment: no move is lost, no table is
stuck, and everybody is back in the same seat."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from typing import Any

import pytest
from host_kit import NAMES, settings
from ssh_party import Guest, House, house, insist, needs_proc, needs_ssh, play, read, wait

from chickenscratch.core.replay import verify

pytestmark = [needs_ssh, needs_proc, pytest.mark.slow]

KILLS = 100


def test_killed_in_the_middle_of_everything(start: Callable[..., Any]) -> None:
    chance = random.Random(KILLS)
    with house(workers=1) as host:
        guests = [Guest(name, host, start, (90, 26)) for name in NAMES[:2]]
        table = host.set_up(guests[0], settings("double-foot", 2, rounds=19))
        come_in(guests, table)
        for guest in guests:
            insist(guests, guest, "\r", lambda g=guest: "● ready" in of(g) or g.plays)
        wait(guests, lambda: all(guest.plays for guest in guests), "deal")
        known: list[object] = []
        for _kill in range(KILLS):
            play(guests, moves=chance.randrange(1, 6))
            read(guests, chance.uniform(0, 0.1))
            assert host.kill_worker() == len(guests)
            wait(guests, lambda: all(guest.gone for guest in guests), "lost connections")
            known = kept(host, known)
            come_in(guests, table)
        play(guests, moves=4)
        assert len(kept(host, known)) > KILLS // 4, "hardly anything was played between the kills"
        assert verify(host.record()).lines > len(known)


def come_in(guests: list[Guest], table: str) -> None:
    """Log in, and again as long as no worker is there to serve."""

    def here(guest: Guest) -> bool:
        if guest.gone and time.monotonic() > guest.came + 0.5:
            guest.come(table)
        return guest.plays or "(you)" in guest.text or guest.told

    for guest in guests:
        guest.come(table)
    wait(guests, lambda: all(map(here, guests)), "table")


def of(guest: Guest) -> str:
    """What the waiting room says of oneself."""
    return next((row for row in guest.text.split("\n") if "(you)" in row), "")


def kept(host: House, known: list[object]) -> list[object]:
    """The lines of the record now, which are those it had before, and more."""
    lines: list[object] = list(host.record().entries)
    assert lines[: len(known)] == known
    return lines
