from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from click.testing import CliRunner, Result

from chickenscratch import cli
from chickenscratch.cli import bench, bench_layout, bench_screen

Run = Callable[..., Result]


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch) -> Run:
    monkeypatch.setattr(bench, "TABLES", (("chicken-scratch", 2),))
    monkeypatch.setattr(bench_layout, "GAMES", 5)
    return lambda *words: CliRunner().invoke(cli.app, ["bench", "--repeats", "1", *words])


@pytest.mark.parametrize(
    ("part", "keys"),
    [
        (
            "core",
            {
                "core.rounds.chicken-scratch.2",
                "core.actions.chicken-scratch.2",
                "core.apply",
                "core.view",
                "core.legal",
                "core.write",
                "core.verify",
            },
        ),
        (
            "bots",
            {
                "bots.decision.random.chicken-scratch.2",
                "bots.decision.heaviest.chicken-scratch.2",
                "bots.games.chicken-scratch.2",
                "bots.worker",
            },
        ),
        (
            "layout",
            {
                f"layout.tile.{rank}.{table}.4"
                for rank in ("p50", "p95")
                for table in ("chicken-scratch", "chicken-foot")
            },
        ),
        ("fit", {"fit.chicken-scratch.80x24", "fit.chicken-foot.120x40"}),
    ],
)
def test_every_part_as_json(run: Run, part: str, keys: set[str]) -> None:
    result = run(part, "--json")
    assert (result.exit_code, result.stderr) == (0, "")
    document = json.loads(result.stdout)
    assert set(document) == {"python", "machine", "repeats", "figures"}
    assert set(document["figures"]) == keys
    assert all(figure["value"] > 0 for figure in document["figures"].values())


def test_one_line_for_every_figure(run: Run) -> None:
    result = run("layout", "core", "core")
    assert (result.exit_code, result.stderr) == (0, "")
    lines = result.stdout.splitlines()
    assert len(lines) == 11
    assert lines[0].endswith(" /s    random rounds, chicken-scratch, 2 players")
    assert "a tile laid out" in lines[-1]


def test_a_part_there_is_not(run: Run) -> None:
    result = run("speed")
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.startswith("PART… must be one of core, bots, layout")


def test_the_median_counts() -> None:
    amounts = iter([5, 100, 7])
    assert bench.per_second(lambda: next(amounts), 3) > 0


needs_a_terminal = pytest.mark.skipif(not bench_screen.possible(), reason="no pseudo-terminals")


@needs_a_terminal
@pytest.mark.parametrize("level", [None, "master"])
def test_keys_are_timed_in_a_terminal_of_its_own(level: str | None) -> None:
    measured = bench_screen.measure(1, 30, level=level)
    assert 3 <= len(measured.keys) <= len(bench_screen.KEYS)
    assert all(frame.ms > 0 for frame in measured.keys)
    assert measured.rank(0.5) <= measured.rank(0.95)
    # a slow machine draws in more steps: how few bytes it can be is for tests/tui/test_frames.py
    assert measured.size > 0
    assert measured.play.size > 0


def test_the_screen_as_figures(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    frames = tuple(bench_screen.Frame(float(ms), 300) for ms in range(1, 101))
    fake = bench_screen.Measured(frames, bench_screen.Frame(30.0, 3000))
    slower = bench_screen.Measured(tuple(f._replace(ms=f.ms + 1) for f in frames), fake.play)

    def measure(_rounds: int, level: str | None = None) -> bench_screen.Measured:
        return fake if level is None else slower

    monkeypatch.setattr(bench_screen, "measure", measure)
    document = json.loads(run("screen", "--json").stdout)
    figures = {key: figure["value"] for key, figure in document["figures"].items()}
    assert figures == {
        "screen.key.p50": 51.0,
        "screen.key.p95": 96.0,
        "screen.thinking.p50": 52.0,
        "screen.thinking.p95": 97.0,
        "screen.key.bytes": 300,
        "screen.play.bytes": 3000,
    }


def test_without_terminals_the_screen_is_left_out(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:  # fmt: skip
    monkeypatch.setattr(bench_screen, "possible", lambda: False)
    assert json.loads(run("screen", "--json").stdout)["figures"] == {}
