from __future__ import annotations

import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

if sys.platform == "win32":
    pytest.skip("Windows has a driver of its own", allow_module_level=True)

from textual import events

from chickenscratch.tui.driver import PASTE_MOST, InputDecoder, SturdyDriver

PIECES = st.one_of(
    st.binary(max_size=12),
    st.sampled_from(
        [b"\x1b", b"\x1b[", b"\x1b[M", b"\x1b[<", b"\x1b[200~", b"\x1b[201~", b"u", b"M"]
    ),
    st.from_regex(rb"\x1b\[[0-9;:<]{0,20}[A-Za-z~]", fullmatch=True),
)


def keys(decoder: InputDecoder, *chunks: bytes) -> list[str]:
    messages = [message for chunk in chunks for message in decoder.feed(chunk)]
    return [message.key for message in messages if isinstance(message, events.Key)]


@given(st.lists(PIECES, max_size=30), st.sampled_from(["utf-8", "latin-1"]))
def test_no_input_is_too_strange_and_keys_typed_later_still_arrive(
    chunks: list[bytes], encoding: str
) -> None:
    decoder = InputDecoder(encoding)
    for chunk in chunks:
        list(decoder.feed(chunk))
        list(decoder.tick())
    # ends whatever is still open: an old mouse report, a paste, a long unknown sequence
    list(decoder.feed(b"   " + b"\x1b[201~" + b" " * 40))
    assert keys(decoder, b"q")[-1:] == ["q"]


@given(st.binary(min_size=3, max_size=3), st.integers(1, 5))
def test_an_old_mouse_report_is_no_key_wherever_it_is_cut(report: bytes, cut: int) -> None:
    data = b"\x1b[M" + report
    decoder = InputDecoder()
    assert keys(decoder, data[:cut], data[cut:] + b"a") == ["a"]
    assert decoder.old_reports == 1


def test_letters_of_the_terminals_own_encoding() -> None:
    assert keys(InputDecoder("latin-1"), b"\xe8") == ["è"]
    assert keys(InputDecoder("utf-8"), b"\xc3", b"\xa8") == ["è"]
    assert keys(InputDecoder("utf-8"), b"\xe8a") == ["a"]


def test_arrow_keys_and_modern_mouse_reports_pass() -> None:
    decoder = InputDecoder()
    assert keys(decoder, b"\x1b[A\x1b[1;5C") == ["up", "ctrl+right"]
    (press,) = decoder.feed(b"\x1b[<0;151;9M")
    assert isinstance(press, events.MouseDown)
    assert (press.x, press.y) == (150, 8)


def test_a_paste_whose_end_got_lost_is_over_after_a_silence() -> None:
    time = 0.0
    decoder = InputDecoder(now=lambda: time)
    assert keys(decoder, b"\x1b[200~abc", b"d") == []
    assert list(decoder.tick()) == []
    time = 1.5
    (paste,) = decoder.tick()
    assert isinstance(paste, events.Paste)
    assert paste.text == "abcd"
    assert keys(decoder, b"q") == ["q"]


def test_an_endless_paste_is_cut_and_its_rest_is_no_keys() -> None:
    time = 0.0
    decoder = InputDecoder(now=lambda: time)
    (paste,) = decoder.feed(b"\x1b[200~" + b"x" * (PASTE_MOST + 50))
    assert isinstance(paste, events.Paste)
    assert len(paste.text) >= PASTE_MOST - 10
    assert keys(decoder, b"yyyy", b"\x1b[201~") == []
    assert keys(decoder, b"q") == ["q"]


@pytest.mark.parametrize(
    ("running", "stopped", "begins"),
    [(False, True, True), (True, False, False), (True, True, False), (False, False, False)],
)
def test_a_program_is_only_begun_anew_after_a_stop(
    running: bool, stopped: bool, begins: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """SIGCONT also comes without one, and also while the program is ending."""
    begun: list[bool] = []
    monkeypatch.setattr(SturdyDriver, "resume_application_mode", lambda _: begun.append(True))
    driver = object.__new__(SturdyDriver)
    driver._auto_restart = True
    driver._running, driver._must_signal_resume = running, stopped
    driver._go_on()
    assert bool(begun) is begins
