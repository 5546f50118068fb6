"""Words that bend, and one word for one thing in Italian."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from babel.messages.pofile import read_po

from chickenscratch.locale import using
from chickenscratch.locale.catalogue import Workplace
from chickenscratch.locale.numbers import (
    a_number,
    both,
    of_foot,
    on_number,
    one_of,
    set_name,
    tiles_with,
)


@pytest.mark.parametrize("number", range(19))
def test_english_numbers(number: int) -> None:
    article = "an" if number in (8, 11, 18) else "a"
    assert a_number(number) == f"{article} {number}"
    assert of_foot(number) == str(number)
    assert on_number(number) == f"on {number}"
    one, more = tiles_with(number, 1), tiles_with(number, 2)
    assert more == (one + "es" if one == "six" else one + "s")
    assert tiles_with(number, 0) == more


@pytest.mark.parametrize("number", range(19))
def test_italian_numbers(number: int) -> None:
    with using("it"):
        said = (a_number(number), of_foot(number), on_number(number))
        tiles = (tiles_with(number, 1), tiles_with(number, 2))
    vowel = number in (1, 8, 11)
    of = f"dello {number}" if number == 0 else f"dell'{number}" if vowel else f"del {number}"
    on = f"sullo {number}" if number == 0 else f"sull'{number}" if vowel else f"sul {number}"
    assert said == (f"uno {number}" if number == 0 else f"un {number}", of, on)
    assert tiles == (f"tessera {of}", f"tessere {of}")


def test_lists() -> None:
    assert both([]) == ""
    assert both(["Anna"]) == "Anna"
    assert both(["Anna", "Bruno", "Carla"]) == "Anna, Bruno and Carla"
    assert one_of([0, 4, 7]) == "0, 4 or 7"
    with using("it"):
        assert both(["Anna", "Bruno"]) == "Anna e Bruno"
        assert one_of([0, 4]) == "0 o 4"


def test_sets() -> None:
    assert set_name(12) == "double-twelve"
    with using("it"):
        assert [set_name(size) for size in (6, 9, 12, 15, 18)] == [
            "doppio sei",
            "doppio nove",
            "doppio dodici",
            "doppio quindici",
            "doppio diciotto",
        ]


GLOSSARY = {
    r"\byard\b": r"pozzo",
    r"\bhubs?\b(?! arm\b)": r"mozz[oi]",
    r"\b(foot|feet)\b(?! yet)": r"zamp[ae]|piede",
    r"\btoes?\b": r"dit[oa]",
    r"\barms?\b(?!=)": r"bracci",
    r"\brounds?\b(?! the)": r"manche|aprire|apre",
    r"\bgames?\b": r"partit[ae]|gioc[oh]",
    r"\bdouble blank\b": r"doppio zero",
    r"\bcluck": r"coccodè",
    r"\bshuffles?\b": r"mescol",
    r"\bseed\b": r"sem[ei]",
}
NAMES = r"Chicken Foot|Chicken Scratch|Chickenfoot|chickenscratch|\{[^}]*\}|chicken-foot|--[a-z]+"


def sentences() -> Iterator[tuple[str, str]]:
    """Every English sentence with its Italian one, plural forms apart."""
    with Workplace().po("it").open("rb") as file:
        for message in read_po(file):
            if isinstance(message.id, str):
                yield message.id, str(message.string)
            else:
                yield from zip(message.id, message.string, strict=True)


@pytest.mark.parametrize("english", GLOSSARY)
def test_one_word_for_one_thing(english: str) -> None:
    for source, said in sentences():
        if said and re.search(english, re.sub(NAMES, "", source), re.IGNORECASE):
            assert re.search(GLOSSARY[english], said, re.IGNORECASE), (source, said)


def test_the_yard_is_never_the_coop() -> None:
    for source, said in sentences():
        assert "’" not in said, said  # a Latin-1 terminal has only the straight one
        if "pollaio" in said.lower():
            assert "coop" in source.lower(), said
