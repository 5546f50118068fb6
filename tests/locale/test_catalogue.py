from __future__ import annotations

import ast
from gettext import GNUTranslations
from pathlib import Path

import pytest
from babel.messages.pofile import read_po

from chickenscratch.locale import catalogue
from chickenscratch.locale.catalogue import Workplace, check, compile_all, update

PO_TAIL = 'msgid "Draw a tile"\nmsgstr "Pesca una tessera"\n'


@pytest.fixture
def place(tmp_path: Path) -> Workplace:
    (tmp_path / "source").mkdir()
    return Workplace(tmp_path / "source", tmp_path / "locale", ("it",))


def write(place: Workplace, code: str) -> None:
    (place.source / "words.py").write_text(code, encoding="utf-8")


def translate(place: Workplace, message: str, translation: str) -> None:
    """Fill in the empty msgstr under `message`, as a translator would in an editor."""
    text = place.po("it").read_text(encoding="utf-8")
    empty = f'msgid "{message}"\nmsgstr ""'
    assert empty in text
    filled = text.replace(empty, f'msgid "{message}"\nmsgstr "{translation}"')
    place.po("it").write_text(filled, encoding="utf-8")


def test_every_sentence_of_the_program_is_translated() -> None:
    assert check(Workplace()) == []


def test_sentences_inside_f_strings_are_in_the_catalogue_too() -> None:
    """Before Python 3.12 the extraction does not look into them."""
    place = Workplace()
    with place.po("it").open("rb") as file:
        known = set()
        for message in read_po(file):
            known |= {message.id} if isinstance(message.id, str) else set(message.id)
    missing = [
        node.args[0].value
        for path in sorted(place.source.rglob("*.py"))
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id in ("_", "N_")
        and isinstance(node.args[0], ast.Constant)
        and node.args[0].value not in known
    ]
    assert missing == []


def test_a_new_sentence_is_missing_until_translated_and_compiled(place: Workplace) -> None:
    write(place, '_("Draw a tile")')
    assert any("not in the catalogue" in fault for fault in check(place))
    update(place)
    assert any("no translation" in fault for fault in check(place))
    translate(place, "Draw a tile", "Pesca una tessera")
    assert check(place) == ["it: chickenscratch.mo is not what chickenscratch.po compiles to"]
    compile_all(place)
    assert check(place) == []


@pytest.mark.parametrize(
    ("source", "translation", "fault"),
    [
        ("{name} draws", "{nome} pesca", "placeholders differ"),
        ("{name} draws", "{name pesca", "placeholders differ"),
        ("{name} draws", "{name} pesca ", "spaces around it differ"),
    ],
)
def test_a_translation_that_would_break_the_sentence(
    place: Workplace, source: str, translation: str, fault: str
) -> None:
    write(place, f'_("{source}")')
    update(place)
    translate(place, source, translation)
    compile_all(place)
    assert check(place) == [f"it: {fault}: {source!r}"]


def test_a_fuzzy_translation_does_not_count(place: Workplace) -> None:
    write(place, '_("Draw a tile")')
    update(place)
    translate(place, "Draw a tile", "Disegna una tessera")
    text = place.po("it").read_text(encoding="utf-8")
    place.po("it").write_text(text.replace('msgid "Draw', '#, fuzzy\nmsgid "Draw'), "utf-8")
    compile_all(place)
    assert check(place) == ["it: translation marked fuzzy: 'Draw a tile'"]


def test_all_keywords_are_extracted(place: Workplace) -> None:
    write(
        place,
        '_("one")\nN_("two")\nngettext("{n} tile", "{n} tiles", n)\n'
        'pgettext("verb", "draw")\nnpgettext("toe", "{n} end", "{n} ends", n)\n',
    )
    found = {(m.context, m.id) for m in catalogue.extract(place) if m.id}
    assert found == {
        (None, "one"),
        (None, "two"),
        (None, ("{n} tile", "{n} tiles")),
        ("verb", "draw"),
        ("toe", ("{n} end", "{n} ends")),
    }


def test_a_plural_has_two_forms(place: Workplace) -> None:
    write(place, 'ngettext("{n} tile", "{n} tiles", n)')
    update(place)
    text = place.po("it").read_text(encoding="utf-8")
    assert text.endswith('msgstr[0] ""\nmsgstr[1] ""\n')
    filled = text.replace('[0] ""', '[0] "{n} tessera"').replace('[1] ""', '[1] "{n} tessere"')
    place.po("it").write_text(filled, encoding="utf-8")
    update(place)
    assert place.po("it").read_text(encoding="utf-8") == filled
    compile_all(place)
    assert check(place) == []
    with place.mo("it").open("rb") as file:
        italian = GNUTranslations(file)
    assert [italian.ngettext("{n} tile", "{n} tiles", n) for n in (0, 1, 2)] == [
        "{n} tessere",
        "{n} tessera",
        "{n} tessere",
    ]


def test_an_f_string_is_found_out(place: Workplace) -> None:
    write(place, '\n_(f"{name} draws")')
    assert check(place)[0] == "source/words.py, line 2: an f-string cannot be translated"


def test_update_keeps_translations_and_writes_the_same_file_again(place: Workplace) -> None:
    write(place, '_("Draw a tile")')
    update(place)
    translate(place, "Draw a tile", "Pesca una tessera")
    update(place)
    first = place.po("it").read_bytes()
    write(place, '\n\n\n_("Draw a tile")')
    update(place)
    assert place.po("it").read_bytes() == first
    assert PO_TAIL in first.decode()


def test_a_sentence_that_comes_back_has_its_translation_back(place: Workplace) -> None:
    write(place, '_("Draw a tile")')
    update(place)
    translate(place, "Draw a tile", "Pesca una tessera")
    write(place, '_("Pass")')
    update(place)
    update(place)
    assert '#~ msgid "Draw a tile"' in place.po("it").read_text(encoding="utf-8")
    write(place, '_("Draw a tile")')
    update(place)
    assert PO_TAIL in place.po("it").read_text(encoding="utf-8")


@pytest.mark.parametrize(("arguments", "code"), [(["extract"], 0), ([], 2), (["guess"], 2)])
def test_the_command(arguments: list[str], code: int) -> None:
    assert catalogue.main(arguments) == code
