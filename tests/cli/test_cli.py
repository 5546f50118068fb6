from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import click
import pytest
from click.testing import CliRunner, Result

import chickenscratch
from chickenscratch import cli
from chickenscratch.cli import kit
from chickenscratch.cli.kit import Command, Common, Option, pass_common
from chickenscratch.config import Language

Run = Callable[..., Result]


@pytest.fixture
def run() -> Run:
    return lambda *words: CliRunner().invoke(cli.app, list(words))


@pytest.fixture
def seen(monkeypatch: pytest.MonkeyPatch) -> list[Common]:
    """A command ``play`` with a few options, and the common options it was given."""
    given: list[Common] = []

    @click.command(cls=Command, help="Play.")
    @click.option("--players", cls=Option, type=click.IntRange(2, 8))
    @click.option("--games", cls=Option, type=click.IntRange(1))
    @click.option("--depth", cls=Option, type=int)
    @click.option("--weight", cls=Option, type=float)
    @click.option("--fail", "sentence", cls=Option)
    @click.option("--interrupt", cls=Option, is_flag=True)
    @click.argument("file", type=click.Path(exists=True, path_type=Path), required=False)
    @pass_common
    def play(common: Common, sentence: str | None, interrupt: bool, **_rest: object) -> int:
        given.append(common)
        if sentence:
            kit.fail(sentence)
        if interrupt:
            raise KeyboardInterrupt
        return 1

    find = cli.CommandGroup.get_command
    monkeypatch.setattr(
        cli.CommandGroup,
        "get_command",
        lambda self, ctx, name: play if name == "play" else find(self, ctx, name),
    )
    return given


def started(*words: str, **extra: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "chickenscratch", *words]
    environ = os.environ | extra
    return subprocess.run(
        command, capture_output=True, text=True, env=environ, timeout=60, check=False
    )


def test_version(run: Run) -> None:
    result = run("--version")
    assert (result.exit_code, result.stdout) == (
        0,
        f"chickenscratch {chickenscratch.__version__}\n",
    )


def test_version_imports_nothing_heavy() -> None:
    code = (
        "import sys\nfrom chickenscratch.cli import main\n"
        "try: main()\nexcept SystemExit: pass\n"
        "print([m for m in ('textual', 'rich', 'pydantic', 'asyncio') if m in sys.modules])"
    )
    command = [sys.executable, "-c", code, "--version"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=True)
    assert done.stdout.splitlines()[1] == "[]"


def test_every_command_with_a_module_can_be_imported(run: Run) -> None:
    names = cli.app.list_commands(click.Context(cli.app))
    assert "paths" in names
    for name in names:
        result = run(name, "--help")
        assert result.exit_code == 0, name
        assert f"chickenscratch {name}" in result.stdout


def test_help_lists_the_commands_without_importing_them() -> None:
    code = (
        "import sys\nfrom chickenscratch.cli import main\n"
        "try: main()\nexcept SystemExit: pass\n"
        "print('chickenscratch.cli.paths' in sys.modules)"
    )
    command = [sys.executable, "-c", code, "--help"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=True)
    assert "paths  " in done.stdout
    assert done.stdout.splitlines()[-1] == "False"


def test_help_is_translated(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    result = run("paths", "--help", "--lang", "it")
    assert result.stdout.startswith("Uso: chickenscratch paths")
    monkeypatch.setenv("LANG", "it_IT.UTF-8")
    assert run("paths", "--help").stdout == result.stdout
    english = run("paths", "--help", "--lang=en").stdout
    assert english.startswith("Usage:")
    lines = {line.strip() for line in english.splitlines()}
    assert lines & {line.strip() for line in result.stdout.splitlines()} == {""}


def test_the_settings_file_decides_about_the_language(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text('language = "it"\n')
    assert run("paths", "--help", "--config", str(file)).stdout.startswith("Uso:")
    assert run("paths", "--help", "--config", str(file), "--lang", "en").stdout.startswith("Usage:")
    file.write_text("language = [\n")
    assert run("paths", "--help", "--config", str(file)).stdout.startswith("Usage:")


def test_paths(run: Run, home: Path) -> None:
    result = run("paths")
    assert result.exit_code == 0
    assert f"data      {home / 'data'}\n" in result.stdout


def test_paths_as_json(run: Run, home: Path) -> None:
    result = run("paths", "--json", "--config", "my.toml")
    assert result.stderr == ""
    assert json.loads(result.stdout) == {
        "settings": "my.toml",
        "config": str(home / "config"),
        "data": str(home / "data"),
        "state": str(home / "state"),
        "cache": str(home / "cache"),
    }


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["pahts"], "There is no command “pahts”; did you mean “paths”?"),
        (["zzz"], "There is no command “zzz”; there is "),
        (["--langs", "it", "play"], "There is no option --langs; did you mean --lang?"),
        (["play", "--playrs", "3"], "There is no option --playrs; did you mean --players?"),
        (["play", "--zz"], "There is no option --zz; chickenscratch play --help lists them all."),
        (["play", "-z"], "There is no option -z; chickenscratch play --help lists them all."),
        (["play", "--players"], "--players needs a value after it."),
        (["play", "--ascii=3"], "--ascii takes no value."),
        (["play", "--players", "9"], "--players must be a whole number from 2 to 8."),
        (["play", "--players", "x"], "--players must be a whole number from 2 to 8."),
        (["play", "--games", "0"], "--games must be a whole number, 1 or more."),
        (["play", "--depth", "x"], "--depth must be a whole number."),
        (["play", "--weight", "x"], "--weight must be a number."),
        (["play", "no-such-file"], "FILE must be a file that exists and can be read."),
        (["play", ".", "more"], "“more” is one word too many; see chickenscratch play --help."),
        (["play", "--fail", "Bad luck."], "Bad luck."),
    ],
)
def test_bad_usage_is_one_sentence(
    run: Run, seen: list[Common], words: list[str], sentence: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(Path(__file__).parent)
    result = run(*words)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert result.stderr.startswith(sentence)
    assert result.stderr.count("\n") == 1
    translated = run("--lang", "it", *words).stderr
    assert (translated == result.stderr) == ("--fail" in words)


def test_a_language_there_is_not(run: Run, seen: list[Common]) -> None:
    result = run("play", "--lang", "fr")
    assert (result.exit_code, result.stderr) == (2, "--lang must be one of en, it.\n")


def test_a_missing_argument(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    @click.command(cls=Command)
    @click.argument("file")
    def verify(file: str) -> None: ...

    monkeypatch.setattr(cli.CommandGroup, "get_command", lambda *_: verify)
    result = run("verify")
    assert (result.exit_code, result.stderr) == (
        2,
        "FILE is missing; see chickenscratch verify --help.\n",
    )


def test_the_exit_code_is_what_the_command_returns(run: Run, seen: list[Common]) -> None:
    assert run("play").exit_code == 1
    assert run("play", "--interrupt").exit_code == 130


def test_common_options_work_before_and_after_the_command(run: Run, seen: list[Common]) -> None:
    run("--ascii", "--lang", "it", "play", "--no-mouse", "--lang", "en")
    run("play")
    assert seen == [Common(ascii=True, no_mouse=True, lang="en"), Common()]


def test_the_command_line_goes_on_top_of_the_settings(home: Path) -> None:
    file = home / "config" / "config.toml"
    file.parent.mkdir()
    file.write_text('name = "Anna"\nascii = true\n')
    settings = Common(no_mouse=True, reduced_motion=True, lang="it").settings()
    assert (settings.name, settings.ascii, settings.mouse) == ("Anna", True, False)
    assert settings.reduced_motion
    assert settings.language is Language.IT
    assert Common().settings().mouse


def test_a_faulty_settings_file_is_one_sentence(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    with pytest.raises(kit.Failure, match="There is no settings file"):
        Common(config=file).settings()
    file.write_text("ascii = 3\n")
    with pytest.raises(kit.Failure, match="must be true or false"):
        Common(config=file).settings()


def test_colour(monkeypatch: pytest.MonkeyPatch) -> None:
    assert Common().color
    assert not Common(no_color=True).color
    monkeypatch.setenv("NO_COLOR", "1")
    assert not Common().color


def test_italian_on_a_latin_1_terminal() -> None:
    done = started("zzz", LANG="it_IT.ISO-8859-1", PYTHONIOENCODING="latin-1", PYTHONUTF8="0")
    assert done.returncode == 2
    assert done.stderr.startswith("Non esiste il comando ?zzz?")


@pytest.mark.skipif(sys.platform == "win32", reason="pipes close differently there")
def test_a_closed_pipe_is_no_traceback() -> None:
    read, write = os.pipe()
    os.close(read)
    command = [sys.executable, "-m", "chickenscratch", "paths"]
    done = subprocess.run(command, stdout=write, stderr=subprocess.PIPE, timeout=60, check=False)
    os.close(write)
    assert (done.returncode, done.stderr) == (141, b"")
