"""Whole games over SSH: four people with OpenSSH clients, and everything that can go wrong."""

from __future__ import annotations

import re
import signal
from collections.abc import Callable
from typing import Any

import pytest
from host_kit import NAMES, settings
from ssh_party import Guest, house, insist, needs_proc, needs_ssh, play, steady, unchanged, wait

from chickenscratch.core.replay import verify

pytestmark = [needs_ssh, needs_proc, pytest.mark.slow]

ROUNDS = {"chicken-foot": 1, "chicken-scratch": 2}
SIZES = ((100, 30), (110, 30), (90, 28), (80, 24))


@pytest.mark.parametrize("kind", ROUNDS)
def test_nothing_costs_a_tile_or_a_seat(start: Callable[..., Any], kind: str) -> None:
    with house() as host:
        guests = [Guest(name, host, start, size) for name, size in zip(NAMES, SIZES, strict=False)]
        anna, bruno, carla, dina = guests
        table = host.set_up(anna, settings(kind, 4, rounds=ROUNDS[kind]))
        for guest in guests:
            guest.come(table)
            wait(guests[: guests.index(guest) + 1], lambda g=guest: "(you)" in g.text, "seat")
        for guest in guests:
            insist(guests, guest, "\r", lambda g=guest: ready(g))
        play(guests, moves=10)

        steady(host, guests)
        anna.window.resize(140, 45)
        wait(guests, lambda: "TALK" in anna.text, "room for the talk")
        anna.window.resize(80, 24)
        steady(host, guests)
        click_a_tile(guests, bruno)
        play(guests, moves=6)

        with unchanged(host, guests):
            carla.window.process.send_signal(signal.SIGKILL)  # the link is gone without a word
            carla.window.wait()
            wait([anna, bruno, dina], lambda: "○ carla" in bruno.text, "carla away")
            carla.come(table)
        play(guests, moves=6)

        with unchanged(host, guests):
            older = dina.window
            dina.come(table)
            wait(guests, lambda: dina.plays, "table")
            dina.window, newer = older, dina.window
            wait(guests, lambda: "played elsewhere" in dina.text, "word of the takeover")
            dina.window = newer
            older.process.send_signal(signal.SIGKILL)
            older.wait()
        play(guests, moves=6)

        with unchanged(host, guests):
            lost = host.kill_worker()
            assert lost
            wait(guests, lambda: sum(guest.gone for guest in guests) == lost, "lost connections")
            for guest in guests:
                if guest.gone:
                    guest.come(table)
        play(guests, moves=6)

        with unchanged(host, guests):
            host.kill()
            wait(guests, lambda: all("connection is lost" in g.text for g in guests), "lost host")
            host.start()
            wait(guests, lambda: all("connection is lost" not in g.text for g in guests), "host")
        play(guests)

        wait(guests, lambda: all("rematch" in guest.text for guest in guests), "podium")
        end = verify(host.record())
        assert end.game.over
        assert end.dealt == ROUNDS[kind]


def ready(who: Guest) -> bool:
    """Whether somebody has said that they are ready, or the game has begun."""
    row = re.search(r"\(you\)(.*)", who.text)
    return who.plays or (row is not None and "not ready" not in row[1])


def click_a_tile(guests: list[Guest], who: Guest) -> None:
    """The mark of the hand goes to the tile that is clicked."""
    other = next(tile for tile in who.hand if not marked(who, tile))
    who.click(other)
    wait(guests, lambda: marked(who, other), f"mark on {other}")


def marked(who: Guest, tile: str) -> bool:
    return re.search(rf"[>x].{re.escape(tile)}.[<x]", who.text) is not None
