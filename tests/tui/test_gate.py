"""Input that cannot have been meant is dropped."""

from __future__ import annotations

from chickenscratch.tui.gate import FOCUS_SHIELD, QUIET, QUIET_ACTS, Gate, RateGuard


def test_nothing_passes_between_a_change_and_its_picture():
    gate = Gate()
    gate.close()
    assert not gate.admits_key("x", 1e9)
    assert not gate.admits_click(1e9)


def test_keys_from_before_the_picture_and_a_moment_after_it_are_dropped():
    gate = Gate()
    gate.close()
    gate.painted(10.0)
    assert not gate.admits_key("5", 9.0)
    assert not gate.admits_key("5", 10.0 + QUIET - 0.01)
    assert gate.admits_key("5", 10.0 + QUIET)


def test_enter_space_and_clicks_wait_longer():
    gate = Gate()
    gate.painted(10.0)
    for key in ("enter", "space"):
        assert not gate.admits_key(key, 10.0 + QUIET)
        assert gate.admits_key(key, 10.0 + QUIET_ACTS)
    assert not gate.admits_click(10.0 + QUIET)
    assert gate.admits_click(10.0 + QUIET_ACTS)


def test_a_deaf_gate_hears_nothing_for_longer():
    gate = Gate()
    gate.painted(10.0, deaf=0.4)
    assert not gate.admits_key("5", 10.39)
    assert gate.admits_key("5", 10.41)


def test_a_click_that_brings_the_focus_only_brings_the_focus():
    gate = Gate()
    gate.focused(10.0)
    assert not gate.admits_click(10.0 + FOCUS_SHIELD - 0.01)
    assert gate.admits_click(10.0 + FOCUS_SHIELD)
    assert gate.admits_key("5", 10.0)


def test_people_type_slower_than_pastes():
    guard = RateGuard()
    assert all(guard.admits(i * 0.05) for i in range(40))


def test_a_burst_of_keys_is_a_paste_until_it_ends():
    guard = RateGuard()
    admitted = [guard.admits(1 + i * 0.001) for i in range(40)]
    assert admitted == [True] * 8 + [False] * 32
    assert guard.admits(2.0)
