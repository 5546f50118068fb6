"""How to check the shuffle of one game by hand, with nothing but ``sha256sum``.

Everything is worked out here a second time from the description in
:mod:`chickenscratch.core.shuffle`, with this game's own values.
"""

from __future__ import annotations

import hashlib
import shlex
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from chickenscratch.core.presets import CUSTOM, preset_of
from chickenscratch.core.rules import MissingLead, RuleSet
from chickenscratch.core.tiles import Tile, double, full_set
from chickenscratch.locale import _
from chickenscratch.locale.columns import clean

_SPAN: Final = 1 << 32
SHOWN: Final = 3
"""Exchanges of the shuffle that are shown one by one."""


class Deal(NamedTuple):
    """What is known about a game: enough to check its deals, once the seed is there.

    `seed` is None as long as the game goes on.
    """

    rules: RuleSet
    names: tuple[str, ...]
    game_id: str
    commitment: str
    seed: str | None


class Step(NamedTuple):
    """One thing to check: what it is about, in words, what to type, and what must come out."""

    title: str
    words: str
    commands: tuple[str, ...] = ()
    results: tuple[str, ...] = ()


def proof(deal: Deal) -> list[Step]:
    """The steps of the check. Before the end of the game there is only the promise."""
    deal = deal._replace(  # a record that somebody else wrote may say anything
        names=tuple(map(clean, deal.names)),
        game_id=clean(deal.game_id),
        commitment=clean(deal.commitment),
        seed=None if deal.seed is None else clean(deal.seed),
    )
    promise = Step(
        _("The commitment"),
        _(
            "Before the first deal this number was published. It is the SHA-256 of a text that "
            "contains the seed, from which every deal follows. So no deal could be chosen any "
            "more, and nobody could find the seed from it."
        ),
        (),
        (deal.commitment,),
    )
    if deal.seed is None:
        later = _(
            "The seed is opened at the end of the game. Then this page shows how to check it all."
        )
        return [promise, Step(_("Still sealed"), later)]
    seed = deal.seed
    return [
        promise,
        _opened(deal, seed),
        _first(deal, seed),
        *_shuffle(deal, seed),
        Step(
            _("Everything else"),
            _(
                "Every other deal is made the same way, with “deal 1”, “deal 2” and so on. This "
                "command checks all of them, and every move and score of the game:"
            ),
            ("chickenscratch verify FILE",),
        ),
        again(deal, seed),
    ]


def again(deal: Deal, seed: str) -> Step:
    """How to have the same deals again."""
    words = _(
        "The name of a game and its deals follow from the seed alone. With the same seed, rules "
        "and number of players, anybody is dealt the same tiles:"
    )
    name = preset_of(deal.rules)
    rules = "RULES.toml" if name == CUSTOM else name
    command = f"chickenscratch play --rules {rules} --players {len(deal.names)}"
    if deal.rules.rounds is not None:
        command += f" --rounds {deal.rules.rounds}"
    if name == CUSTOM:
        words += " " + _("(RULES.toml stands for the file with the house rules of this game.)")
    return Step(_("The same deals again"), words, (f"{command} --seed {seed}",))


def _opened(deal: Deal, seed: str) -> Step:
    lines = ("chickenscratch commitment 1", deal.game_id, seed)
    found = _digest(*lines)
    words = _("Three lines, the game's name and the seed among them, give that number:")
    if found != deal.commitment:
        words = _(
            "Three lines, the game's name and the seed among them, should give the promised "
            "number. They do not: this seed is not the one that was promised."
        )
    return Step(_("The seed keeps it"), words, (_sum(*lines),), (found,))


def _first(deal: Deal, seed: str) -> Step:
    seats = len(deal.names)
    block, number = _drawn(seed, "first", seats)
    digest = _block(seed, "first", block // 8)
    place = block % 8
    word = digest[8 * place : 8 * place + 8]
    words = _(
        "Who begins is drawn by lot. The hexadecimal digits {word} are the number {value}; "
        "divided by {seats} players it leaves {rest}. Seats count from 0, so it is {name}."
    ).format(word=word, value=int(word, 16), seats=seats, rest=number, name=deal.names[number])
    return Step(
        _("Who begins"), words, (_stream_sum(seed, "first", block // 8),), (digest,)
    )  # fmt: skip


def _shuffle(deal: Deal, seed: str) -> Iterator[Step]:
    rules = deal.rules
    order = list(full_set(rules.set_size))
    if rules.missing_lead is MissingLead.SET_ASIDE:
        aside = double(rules.wanted(1, ())[0])
        order.remove(aside)
        sorted_words = _("The tiles lie sorted, without {tile}, which is set aside:").format(
            tile=aside
        )
    else:
        sorted_words = _("The tiles lie sorted:")
    yield Step(_("Before the shuffle"), sorted_words, (), (_row(order),))
    exchanges: list[str] = []
    numbers = _numbers(seed, "deal 0")
    for last in range(len(order) - 1, 0, -1):
        value, at = _below(last + 1, numbers)
        if len(exchanges) < SHOWN:
            if at == last:
                line = _("{value} leaves {rest} when divided by {bound}: {a} stays in its place.")
            else:
                line = _(
                    "{value} leaves {rest} when divided by {bound}: {a} and {b} change places."
                )
            exchanges.append(
                line.format(value=value, rest=at, bound=last + 1, a=order[last], b=order[at])
            )
        order[last], order[at] = order[at], order[last]
    words = _(
        "Each 8 hexadecimal digits are a number. Divided by the tiles not yet settled, {count} at "
        "first, it leaves the place, counted from 0, whose tile goes to the end; then one tile "
        "less, down to the second. After 8 numbers the last line counts on: 1, 2 and so on."
    ).format(count=len(order))
    yield Step(
        _("The first shuffle"),
        words,
        (_stream_sum(seed, "deal 0", 0),),
        (_block(seed, "deal 0", 0), *exchanges),
    )
    yield Step(_("The first deal"), _deal_words(deal), (), tuple(_hands(deal, order)))


def _deal_words(deal: Deal) -> str:
    return _(
        "So the tiles are in their order: {name} has the first ones, then the others in turn; what "
        "is left is the yard, drawn from its front."
    ).format(name=deal.names[0])


def _hands(deal: Deal, order: Sequence[Tile]) -> Iterator[str]:
    size = deal.rules.hand_size(len(deal.names))
    line = _("{name}: {tiles}")
    for seat, name in enumerate(deal.names):
        yield line.format(name=name, tiles=_row(order[seat * size : (seat + 1) * size]))
    yield line.format(name=_("The yard"), tiles=_row(order[len(deal.names) * size :]))


def _row(tiles: Sequence[Tile]) -> str:
    return " ".join(map(str, tiles))


def _digest(*lines: str) -> str:
    return hashlib.sha256("".join(f"{line}\n" for line in lines).encode()).hexdigest()


def _sum(*lines: str) -> str:
    """What to type into a shell for the SHA-256 of these lines."""
    return "printf '%s\\n' " + " ".join(map(shlex.quote, lines)) + " | sha256sum"


def _stream_lines(seed: str, label: str, block: int) -> tuple[str, ...]:
    return ("chickenscratch stream 1", seed, label, str(block))


def _stream_sum(seed: str, label: str, block: int) -> str:
    return _sum(*_stream_lines(seed, label, block))


def _block(seed: str, label: str, block: int) -> str:
    return _digest(*_stream_lines(seed, label, block))


def _numbers(seed: str, label: str) -> Iterator[int]:
    block = 0
    while True:
        digest = _block(seed, label, block)
        yield from (int(digest[at : at + 8], 16) for at in range(0, 64, 8))
        block += 1


def _below(bound: int, numbers: Iterator[int]) -> tuple[int, int]:
    """The next number of the stream that may be used, and what it leaves."""
    limit = _SPAN - _SPAN % bound
    value = next(number for number in numbers if number < limit)
    return value, value % bound


def _drawn(seed: str, label: str, bound: int) -> tuple[int, int]:
    """Which number of the stream (from 0) is the first that may be used, and what it leaves."""
    limit = _SPAN - _SPAN % bound
    for place, number in enumerate(_numbers(seed, label)):
        if number < limit:
            return place, number % bound
    raise AssertionError("the stream has no end")
