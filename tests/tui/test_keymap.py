"""Keys as the person wants them: sets, keys of one's own, and the screen that changes them."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from fakes import FakeClock

from chickenscratch.config import KeySet, Settings
from chickenscratch.tui.app import ChickenApp
from chickenscratch.tui.keymap import SETS, STANDARD, allowed, keys_for, named, sign_of
from chickenscratch.tui.keys import ACTS, BY_ID, bindings
from chickenscratch.tui.screens.key_editor import KeyEditor


@pytest.mark.parametrize("chosen", KeySet)
def test_in_every_set_each_key_has_one_meaning_and_each_act_a_key(chosen: KeySet) -> None:
    keys = keys_for(chosen, {})
    counts = Counter(binding.key for binding in bindings(keys.acts, hosted=True))
    assert [key for key, count in counts.items() if count > 1] == []
    assert keys.robbed == ()
    assert keys.refused == ()
    assert {act.id for act in keys.acts} == {act.id for act in ACTS}


@pytest.mark.parametrize("chosen", KeySet)
def test_sets_name_acts_that_are_there_and_keys_that_are_free(chosen: KeySet) -> None:
    for name, text in SETS[chosen].items():
        assert name in BY_ID
        assert all(allowed(key) for key in named(text))


@pytest.mark.parametrize("chosen", KeySet)
def test_arrows_enter_and_escape_always_work(chosen: KeySet) -> None:
    keys = keys_for(chosen, {})
    for act, key in [("left", "left"), ("right", "right"), ("up", "up"), ("down", "down"),
                     ("confirm", "enter"), ("back", "escape"), ("next_fit", "tab")]:  # fmt: skip
        assert key in keys.act(act).keys
    assert keys.act("pips").keys == BY_ID["pips"].keys


def test_hands_stay_on_their_half_of_the_keyboard() -> None:
    left = set("qwertasdfgzxcvb") | {"tab", "space", "escape"}
    right = set("yuiophjklnm") | {"enter", "space", "left", "right", "up", "down"}
    playing = ("left", "right", "up", "down", "confirm", "next_fit", "obvious", "draw", "pass_",
               "call", "back")  # fmt: skip
    for act in playing:
        assert set(keys_for(KeySet.LEFT_HAND, {}).act(act).keys) & left, act
        if act != "back":
            assert set(keys_for(KeySet.RIGHT_HAND, {}).act(act).keys) & right, act


def test_the_standard_set_is_the_key_table() -> None:
    assert STANDARD.acts == ACTS


def test_own_keys_go_before_those_of_the_set() -> None:
    keys = keys_for(KeySet.LEFT_HAND, {"draw": "d, ?"})
    assert keys.act("draw").keys == ("d", "question_mark")
    assert keys.sign("draw") == "d"
    assert "d" not in keys.act("right").keys
    assert keys.act("help").keys == ("f1",)


def test_an_act_can_lose_its_last_key_and_is_named() -> None:
    keys = keys_for(KeySet.STANDARD, {"draw": "p"})
    assert keys.robbed == ("pass_",)
    assert keys.sign("pass_") == "-"


@pytest.mark.parametrize("key", ["5", "kp_5", "[", "A", "home", "ctrl+c"])
def test_some_keys_are_never_given_away(key: str) -> None:
    keys = keys_for(KeySet.STANDARD, {"draw": f"x,{key}"})
    assert keys.act("draw").keys == ("x",)
    assert len(keys.refused) == 1


def test_unknown_acts_are_refused() -> None:
    assert keys_for(KeySet.STANDARD, {"fly": "x", "pips": "y"}).refused == (
        ("fly", "x"),
        ("pips", "y"),
    )


def test_letters_of_places_make_room() -> None:
    keys = keys_for(KeySet.STANDARD, {"draw": "a"})
    assert "a" not in keys.letters
    assert "a" not in keys.act("ghost").keys


@pytest.mark.parametrize(
    ("key", "sign"),
    [("a", "a"), ("f7", "F7"), ("question_mark", "?"), ("kp_multiply", "KP multiply"),
     ("ctrl+t", "Ctrl+t"), ("shift+f3", "Shift+F3"), ("pageup", "PgUp")],
)  # fmt: skip
def test_signs(key: str, sign: str) -> None:
    assert sign_of(key) == sign


class Editing:
    """A running editor."""

    def __init__(self, own: dict[str, str] | None = None) -> None:
        self.app = ChickenApp(clock=FakeClock(), settings=Settings())
        self.screen = KeyEditor(KeySet.STANDARD, own or {})
        self.result: list[dict[str, str] | None] = []

    async def __aenter__(self) -> Editing:
        self.context = self.app.run_test(size=(100, 40))
        self.pilot: Any = await self.context.__aenter__()
        await self.app.push_screen(self.screen, self.result.append)
        await self.pilot.pause()
        return self

    async def __aexit__(self, *error: object) -> None:
        await self.context.__aexit__(*error)  # type: ignore[arg-type]

    async def at(self, act: str, *keys: str) -> str:
        """Press keys with an act marked; gives the line above the footer."""
        self.screen._go([row.id for row in self.screen.rows].index(act))
        await self.pilot.press(*keys)
        await self.pilot.pause()
        return str(self.screen.query_one("#page-foot").shown[0])


async def test_press_the_key_that_it_shall_have() -> None:
    async with Editing() as editing:
        await editing.at("draw", "enter", "f6")
        await editing.at("pass_", "plus", "f7")
        await editing.pilot.press("escape")
        assert editing.result == [{"draw": "f6", "pass_": "p,f7"}]


async def test_a_key_that_is_taken_moves_and_that_is_told() -> None:
    async with Editing() as editing:
        said = await editing.at("draw", "enter", "p")
        assert "p was “pass”, which has no key now." in said
        assert any("no key" in row for row in editing.screen.roll.shown)
        said = await editing.at("pass_", "enter", "p")
        assert "p was “draw”" in said
        await editing.pilot.press("escape")
        assert editing.result == [{"pass_": "p"}]


async def test_digits_are_refused_and_escape_takes_the_wish_back() -> None:
    async with Editing() as editing:
        assert "numbers are pips" in await editing.at("draw", "enter", "5")
        await editing.at("draw", "enter", "escape")
        assert editing.app.screen is editing.screen
        await editing.pilot.press("escape")
        assert editing.result == [{}]


async def test_back_to_the_keys_of_the_set() -> None:
    async with Editing({"draw": "f6"}) as editing:
        await editing.at("draw", "backspace")
        await editing.pilot.press("escape")
        assert editing.result == [{}]


async def test_faults_in_the_file_are_told() -> None:
    async with Editing({"fly": "x"}) as editing:
        assert "“x” cannot be used for “fly”." in await editing.at("left")
