"""Words in the reader's language.

English is the source: message ids are English sentences. Each person has a *voice*, kept in a
context variable, so that one event loop can serve several people in different languages: tasks
inherit the voice of the task that started them. :func:`use` gives the present context a voice of
its own; :func:`switch` changes the language of the voice it already has, for every task that
shares it, which is what a settings screen wants.

Sentences are filled with ``.format``: ``_("{name} draws a tile").format(name=name)``. Never
translate an f-string: the catalogue cannot know what it will say.
"""

from __future__ import annotations

import io
import pkgutil
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from gettext import GNUTranslations, NullTranslations
from typing import Final

from chickenscratch.core.text import N_ as N_

LANGUAGES: Final = ("en", "it")
"""Every language the application is complete in. The first is the source language."""

NAMES: Final[Mapping[str, str]] = {"en": "English", "it": "Italiano"}
"""What each language calls itself."""

PSEUDO: Final = "xx"
"""The pseudo-language of the tests: longer and accented, but still readable."""


class _Voice:
    """One person's language. Mutable, because tasks copy the variable and not what it holds."""

    __slots__ = ("language", "translations")

    def __init__(self, language: str) -> None:
        self.speak(language)

    def speak(self, language: str) -> None:
        self.translations = _load(language)
        self.language = language


@cache
def _load(language: str) -> NullTranslations:
    if language == PSEUDO:
        from chickenscratch.locale.pseudo import PseudoTranslations

        return PseudoTranslations()
    if language not in LANGUAGES:
        raise ValueError(f"no language {language!r}: it must be one of {', '.join(LANGUAGES)}")
    if language == LANGUAGES[0]:
        return NullTranslations()
    data = pkgutil.get_data(__name__, f"{language}/LC_MESSAGES/chickenscratch.mo")
    if data is None:  # pragma: no cover - only with a loader that cannot read data
        return NullTranslations()
    return GNUTranslations(io.BytesIO(data))


_ENGLISH: Final = _Voice(LANGUAGES[0])
_voice: ContextVar[_Voice] = ContextVar("voice", default=_ENGLISH)


def use(language: str) -> None:
    """Give this context, and the tasks it starts from now on, a voice in `language`.

    Raises ValueError for a language there is no catalogue for.
    """
    _voice.set(_Voice(language))


def switch(language: str) -> None:
    """Change the language of the present voice, also for the tasks that already share it.

    Raises ValueError for a language there is no catalogue for.
    """
    voice = _voice.get()
    if voice is _ENGLISH:  # nobody's voice: changing it would change everybody's
        use(language)
    else:
        voice.speak(language)


@contextmanager
def using(language: str) -> Iterator[None]:
    """Speak `language` inside the ``with`` block only."""
    token = _voice.set(_Voice(language))
    try:
        yield
    finally:
        _voice.reset(token)


def current() -> str:
    """The language of the present context, such as ``it``."""
    return _voice.get().language


def _(message: str) -> str:
    """`message` in the reader's language."""
    # gettext answers the empty string with the catalogue's header
    return _voice.get().translations.gettext(message) if message else message


def ngettext(singular: str, plural: str, count: int) -> str:
    """The form that goes with `count` things."""
    return _voice.get().translations.ngettext(singular, plural, count)


def pgettext(context: str, message: str) -> str:
    """`message` as said in `context`, for words that translate differently in different places."""
    return _voice.get().translations.pgettext(context, message)


def npgettext(context: str, singular: str, plural: str, count: int) -> str:
    """The form that goes with `count` things, as said in `context`."""
    return _voice.get().translations.npgettext(context, singular, plural, count)


def guess(environ: Mapping[str, str]) -> str:
    """The language the environment asks for, English if it asks for none that we have.

    As GNU gettext does it: LC_ALL, LC_MESSAGES and LANG in this order, the first one set counts;
    LANGUAGE, a list of wishes, goes before them unless they ask for the C locale.
    """
    names = ("LC_ALL", "LC_MESSAGES", "LANG")
    locale = next((environ[name] for name in names if environ.get(name)), "")
    plain = _code(locale) in {"c", "posix"}
    wishes = [] if plain else environ.get("LANGUAGE", "").split(":")
    for wish in (*wishes, locale):
        if _code(wish) in LANGUAGES:
            return _code(wish)
    return LANGUAGES[0]


def _code(locale: str) -> str:
    """``it`` from ``it_IT.UTF-8@euro``."""
    for mark in "@._-":
        locale = locale.partition(mark)[0]
    return locale.lower()
