"""One seed a game: its commitment, and every deal that follows from it.

Anyone can check this by hand with ``sha256sum``; nothing depends on Python's ``random``.

*Seed*: 32 bytes from the operating system, written as 64 hexadecimal digits.

*Commitment*, published before the first deal: SHA-256 of the text
``chickenscratch commitment 1`` newline, game id, newline, seed, newline.

*Number stream* with a label: block k (from 0) is SHA-256 of the text
``chickenscratch stream 1`` newline, seed, newline, label, newline, k, newline; each block gives
eight unsigned 32-bit numbers, most significant byte first. A number below b is the first number x
of the stream with x < 2**32 - (2**32 mod b), taken mod b, so every value is equally likely.

*Deal k* (from 0, counting redeals) with the label ``deal k``: the set is sorted from 0-0, 1-0,
1-1, 2-0 … upwards (without the lead if that is set aside); for i from the last position down to 1
the tiles at i and at (a number below i+1) change places (Fisher and Yates). Seat 0 gets the first
tiles, then seat 1 and so on; what is left is the yard, drawn from its front.

*First seat* of round 1: the number below the count of seats from the stream labelled ``first``.
"""

from __future__ import annotations

import hashlib
import re
import secrets
import struct
from collections.abc import Iterator

from chickenscratch.core.rules import MissingLead, RuleError, RuleSet
from chickenscratch.core.text import N_
from chickenscratch.core.tiles import Tile, double, full_set

_HEX = re.compile(r"[0-9a-fA-F]{1,64}", re.ASCII)
_SPAN = 1 << 32


def new_seed() -> str:
    """A fresh seed from the operating system's generator."""
    return secrets.token_hex(32)


def parse_seed(text: str) -> str:
    """A seed given by hand: 1 to 64 hexadecimal digits, filled up with zeros on the left."""
    if not _HEX.fullmatch(text):
        raise RuleError(
            N_("A seed is 1 to 64 hexadecimal digits (0-9, a-f), not “{seed}”."), seed=text
        )
    return text.lower().rjust(64, "0")


def _digest(*lines: str) -> bytes:
    return hashlib.sha256("".join(f"{line}\n" for line in lines).encode()).digest()


def commitment(seed: str, game_id: str) -> str:
    """What is published before the first deal; the seed opens it after the last."""
    return _digest("chickenscratch commitment 1", game_id, seed).hex()


def derived_seed(seed: str, number: int) -> str:
    """The seed of game `number` in a series that was started from one seed."""
    return _digest("chickenscratch series 1", seed, str(number)).hex()


def game_id_of(seed: str) -> str:
    """A short public name for a game, which does not give its seed away."""
    return _digest("chickenscratch game 1", seed).hex()[:16]


def _numbers(seed: str, label: str) -> Iterator[int]:
    block = 0
    while True:
        digest = _digest("chickenscratch stream 1", seed, label, str(block))
        yield from struct.unpack(">8I", digest)
        block += 1


def _below(bound: int, numbers: Iterator[int]) -> int:
    limit = _SPAN - _SPAN % bound
    return next(x for x in numbers if x < limit) % bound


def first_seat(seed: str, seats: int) -> int:
    """The seat drawn by lot to be first in round 1."""
    return _below(seats, _numbers(seed, "first"))


def shuffled(tiles: tuple[Tile, ...], seed: str, deal: int) -> tuple[Tile, ...]:
    """The tiles in the order of deal number `deal` (from 0)."""
    order = list(tiles)
    numbers = _numbers(seed, f"deal {deal}")
    for i in range(len(order) - 1, 0, -1):
        j = _below(i + 1, numbers)
        order[i], order[j] = order[j], order[i]
    return tuple(order)


def deal_tiles(
    rules: RuleSet, seats: int, seed: str, deal: int, lead: int
) -> tuple[tuple[tuple[Tile, ...], ...], tuple[Tile, ...]]:
    """(hands, yard) of deal number `deal`; `lead` is the double wanted for the round."""
    tiles = full_set(rules.set_size)
    if rules.missing_lead is MissingLead.SET_ASIDE:
        tiles = tuple(t for t in tiles if t != double(lead))
    order = shuffled(tiles, seed, deal)
    size = rules.hand_size(seats)
    hands = tuple(order[seat * size : (seat + 1) * size] for seat in range(seats))
    return hands, order[seats * size :]
