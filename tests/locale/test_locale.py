from __future__ import annotations

import asyncio

import pytest

from chickenscratch import locale
from chickenscratch.locale import N_, _, guess, ngettext, npgettext, pgettext, use, using
from chickenscratch.locale.pseudo import pseudo


@pytest.mark.parametrize(
    ("environ", "language"),
    [
        ({}, "en"),
        ({"LANG": "it_IT.UTF-8"}, "it"),
        ({"LANG": "it"}, "it"),
        ({"LANG": "it_CH@euro"}, "it"),
        ({"LANG": "it_IT.ISO-8859-1"}, "it"),
        ({"LANG": "it-IT"}, "it"),
        ({"LANG": "C.UTF-8"}, "en"),
        ({"LANG": "de_DE.UTF-8"}, "en"),
        ({"LANG": "italiano"}, "en"),
        ({"LC_ALL": "en_GB.UTF-8", "LANG": "it_IT.UTF-8"}, "en"),
        ({"LC_ALL": "", "LC_MESSAGES": "it_IT.UTF-8", "LANG": "en_US.UTF-8"}, "it"),
        ({"LANGUAGE": "de:it:en", "LANG": "en_US.UTF-8"}, "it"),
        ({"LANGUAGE": "it", "LANG": "C"}, "en"),
        ({"LANGUAGE": "it", "LC_ALL": "C.UTF-8", "LANG": "it_IT.UTF-8"}, "en"),
    ],
)
def test_guess(environ: dict[str, str], language: str) -> None:
    assert guess(environ) == language


def test_english_is_the_source() -> None:
    assert locale.current() == "en"
    assert _("no such sentence") == "no such sentence"
    assert ngettext("{n} tile", "{n} tiles", 1) == "{n} tile"
    assert npgettext("hand", "{n} tile", "{n} tiles", 0) == "{n} tiles"
    assert pgettext("verb", "draw") == "draw"
    assert N_("draw") == "draw"


def test_the_empty_message_is_not_the_header() -> None:
    with using("it"):
        assert _("") == ""


def test_an_unknown_language_is_refused_and_changes_nothing() -> None:
    with pytest.raises(ValueError, match=r"'fr': it must be one of en, it"):
        use("fr")
    assert locale.current() == "en"


async def test_two_people_in_one_loop_read_different_languages() -> None:
    met = asyncio.Barrier(2)

    async def person(language: str) -> tuple[str, str]:
        use(language)
        await met.wait()
        return locale.current(), await asyncio.create_task(words())

    async def words() -> str:
        return locale.current()

    assert await asyncio.gather(person("it"), person("en")) == [("it", "it"), ("en", "en")]
    assert locale.current() == "en"


async def test_switch_reaches_the_tasks_that_share_the_voice_and_nobody_else() -> None:
    use("en")
    asked, switched = asyncio.Event(), asyncio.Event()

    async def widget() -> str:
        asked.set()
        await switched.wait()
        return locale.current()

    async def somebody_else() -> str:
        use("en")
        await switched.wait()
        return locale.current()

    tasks = [asyncio.create_task(widget()), asyncio.create_task(somebody_else())]
    await asked.wait()
    locale.switch("it")
    switched.set()
    assert await asyncio.gather(*tasks) == ["it", "en"]


def test_pseudo_is_longer_accented_and_keeps_placeholders() -> None:
    assert pseudo("{name} draws {count} tiles") == "{name} dŕàŵš {count} ţïĺéš~~~~~"
    assert pseudo("Pass\n") == "Pàšš~~\n"
    assert pseudo("") == ""
    with using("xx"):
        assert _("Pass") == pseudo("Pass")
        assert ngettext("{n} tile", "{n} tiles", 2) == pseudo("{n} tiles")
        assert pgettext("verb", "draw") == pseudo("draw")
        assert npgettext("hand", "{n} tile", "{n} tiles", 1) == pseudo("{n} tile")
