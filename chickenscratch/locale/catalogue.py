"""Keeping the catalogues: ``python -m chickenscratch.locale.catalogue COMMAND`` (needs babel).

``extract``  print the template, every sentence of the source, for starting a new language
``update``   bring the sentences of each .po file in line with the source; translations stay
``compile``  write the .mo files from the .po files
``check``    exit with 1 and say what is missing, if a reader would meet an untranslated sentence

After changing a sentence: ``update``, translate in the .po file, ``compile``, ``check``.
"""

from __future__ import annotations

import ast
import io
import os
import string
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from chickenscratch.locale import LANGUAGES, NAMES

if TYPE_CHECKING:
    from babel.messages.catalog import Catalog, Message

SOURCE: Final = Path(__file__).resolve().parent.parent
LOCALE: Final = Path(__file__).resolve().parent
DOMAIN: Final = "chickenscratch"
PLURALS: Final = "nplurals=2; plural=(n != 1);"
KEYWORDS: Final[dict[str, Any]] = {
    "_": None,
    "N_": None,
    "ngettext": (1, 2),
    "pgettext": ((1, "c"), 2),
    "npgettext": ((1, "c"), 2, 3),
}

Key = tuple[str, str]
"""What tells two messages apart: the context, empty for none, and the (singular) sentence."""


@dataclass(frozen=True, slots=True)
class Workplace:
    """Where the source and the catalogues are; the tests bring their own."""

    source: Path = SOURCE
    locale: Path = LOCALE
    languages: tuple[str, ...] = field(default=LANGUAGES[1:])

    def po(self, language: str) -> Path:
        return self.locale / language / "LC_MESSAGES" / f"{DOMAIN}.po"

    def mo(self, language: str) -> Path:
        return self.po(language).with_suffix(".mo")


def extract(place: Workplace) -> Catalog:
    """Every sentence of the source, with the files it is in."""
    from babel.messages.extract import extract_from_dir

    template = _catalogue(None)
    found = extract_from_dir(place.source, keywords=KEYWORDS, comment_tags=("Translators:",))
    for name, _line, message, comments, context in found:
        where = Path(place.source.name, name).as_posix()
        template.add(message, None, [(where, 0)], auto_comments=comments, context=context)
    return template


def update(place: Workplace) -> None:
    """Bring each .po file in line with the source.

    Translations of sentences that are gone stay at the end of the file, and come back to life with
    the sentence: somebody may be half-way through moving it.
    """
    template = extract(place)
    for language in place.languages:
        old = _read_po(place.po(language), language)
        fresh = _catalogue(language)
        for message in _messages(template):
            before = old.get(message.id, message.context) or _retired(old, message)
            copy = message.clone()
            if before is not None and before.pluralizable == copy.pluralizable:
                forms = _forms(before.string)
                copy.string = tuple(forms[:2]) if copy.pluralizable else "".join(forms)
                copy.user_comments = before.user_comments
            copy.locations = sorted({(name, 0) for name, _line in message.locations})
            fresh[copy.id] = copy
        known = {_key(message) for message in _messages(fresh)}
        for message in (*_messages(old), *old.obsolete.values()):
            if _key(message) not in known and message.string and any(message.string):
                fresh.obsolete[str(len(fresh.obsolete))] = message
        _write(place.po(language), _po_bytes(fresh, language))


def compile_all(place: Workplace) -> None:
    """Write the .mo file of each language."""
    for language in place.languages:
        _write(place.mo(language), _mo_bytes(_read_po(place.po(language), language)))


def check(place: Workplace) -> list[str]:
    """What stands between a reader and a completely translated program, one sentence each."""
    faults = [*_untranslatable(place.source)]
    template = extract(place)
    for language in place.languages:
        catalogue = _read_po(place.po(language), language)
        for message in _messages(template):
            there = catalogue.get(message.id, message.context)
            found = _faults(message, there)
            faults += [f"{language}: {fault}: {_first(message)!r}" for fault in found]
        mo = place.mo(language)
        if _said(mo.read_bytes() if mo.exists() else None) != _said(_mo_bytes(catalogue)):
            faults.append(
                f"{language}: {mo.name} is not what {place.po(language).name} compiles to"
            )
    return faults


def _faults(message: Message, there: Message | None) -> Iterator[str]:
    if there is None:
        yield "not in the catalogue"
        return
    if message.pluralizable != there.pluralizable:
        yield "plural in one place only"
        return
    if there.fuzzy:
        yield "translation marked fuzzy"
    sources, said = _forms(message.id), _forms(there.string)
    if not said or not all(said):
        yield "no translation"
        return
    for number, translation in enumerate(said):
        source = sources[min(number, len(sources) - 1)]
        try:
            agree = placeholders(translation) == placeholders(source)
        except ValueError:
            agree = False
        if not agree:
            yield "placeholders differ"
        if _margins(translation) != _margins(source):
            yield "spaces around it differ"


def _forms(text: object) -> list[str]:
    """A sentence or its plural forms, as babel keeps them: alone, in a sequence, or not at all."""
    if isinstance(text, str):
        return [text]
    return [str(form) for form in text] if isinstance(text, list | tuple) else []


def placeholders(message: str) -> set[str]:
    """The names between braces. Raises ValueError if ``.format`` could not read the message."""
    return {name for _text, name, _spec, _how in string.Formatter().parse(message) if name}


def _margins(message: str) -> tuple[str, str]:
    bare = message.strip()
    before, _bare, after = message.partition(bare) if bare else (message, "", "")
    return before, after


def _untranslatable(source: Path) -> Iterator[str]:
    """Calls that hide their sentence from extraction because it is an f-string."""
    for path in sorted(source.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"), str(path))):
            if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name):
                continue
            if node.func.id in KEYWORDS and any(isinstance(a, ast.JoinedStr) for a in node.args):
                where = path.relative_to(source.parent).as_posix()
                yield f"{where}, line {node.lineno}: an f-string cannot be translated"


def _catalogue(language: str | None) -> Catalog:
    from babel.messages.catalog import Catalog

    class PlainCatalog(Catalog):
        """Without dates, versions and names, which would make every difference noisy."""

        def _get_mime_headers(self) -> list[tuple[str, str]]:
            return [
                ("Project-Id-Version", DOMAIN),
                ("Language", language or ""),
                ("MIME-Version", "1.0"),
                ("Content-Type", "text/plain; charset=utf-8"),
                ("Content-Transfer-Encoding", "8bit"),
                ("Plural-Forms", PLURALS),
            ]

        # the newest tables give Italian a third form, for round millions
        num_plurals = property(lambda self: 2)

        mime_headers = property(_get_mime_headers, Catalog._set_mime_headers)

    return PlainCatalog(locale=language, domain=DOMAIN)


def _messages(catalogue: Catalog) -> list[Message]:
    """The messages without the header."""
    return [message for message in catalogue if message.id]


def _first(message: Message) -> str:
    return message.id if isinstance(message.id, str) else message.id[0]


def _key(message: Message) -> Key:
    return message.context or "", _first(message)


def _retired(catalogue: Catalog, message: Message) -> Message | None:
    retired = (old for old in catalogue.obsolete.values() if _key(old) == _key(message))
    return next(retired, None)


def _read_po(path: Path, language: str) -> Catalog:
    from babel.messages.pofile import read_po

    if not path.exists():
        return _catalogue(language)
    with path.open("rb") as file:
        return read_po(file, locale=language, domain=DOMAIN)


def _po_bytes(catalogue: Catalog, language: str | None) -> bytes:
    from babel.messages.pofile import write_po

    title = NAMES.get(language or "", "The template")
    header = "".join(f'"{name}: {value}\\n"\n' for name, value in catalogue.mime_headers)
    body = io.BytesIO()
    write_po(body, catalogue, 100, omit_header=True, sort_output=True, include_lineno=False)
    text = f'# {title}, for {DOMAIN}.\nmsgid ""\nmsgstr ""\n{header}\n'
    return text.encode() + body.getvalue().rstrip() + b"\n"


def _mo_bytes(catalogue: Catalog) -> bytes:
    from babel.messages.mofile import write_mo

    plain = _catalogue(str(catalogue.locale))
    for message in _messages(catalogue):
        if message.string and all(message.string) and not message.fuzzy:
            plain[message.id] = message
    data = io.BytesIO()
    write_mo(data, plain)
    return data.getvalue()


def _said(mo: bytes | None) -> dict[Key, Any] | None:
    """What a compiled catalogue says, whatever order and byte order it says it in."""
    from babel.messages.mofile import read_mo

    if mo is None:
        return None
    return {_key(message): message.string for message in _messages(read_mo(io.BytesIO(mo)))}


def _write(path: Path, data: bytes) -> None:
    """Replace the file at once, so that nobody reads half of it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    fresh = path.with_name(f".{path.name}.{os.getpid()}")
    fresh.write_bytes(data)
    fresh.replace(path)


def main(arguments: list[str]) -> int:
    """Run one maintenance command and return its exit code."""
    place = Workplace()
    match arguments:
        case ["extract"]:
            sys.stdout.buffer.write(_po_bytes(extract(place), None))
        case ["update"]:
            update(place)
        case ["compile"]:
            compile_all(place)
        case ["check"]:
            faults = check(place)
            print("\n".join(faults) or "every sentence is translated")
            return 1 if faults else 0
        case _:
            print(__doc__, file=sys.stderr)
            return 2
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
