"""``chickenscratch bench``: how fast everything is on this machine.

Times of the core and the bots are processor time, so that other programs do not count; every figure
is the median of several repeats of the same work.
"""

from __future__ import annotations

import platform
from collections.abc import Callable, Iterator, Sequence
from random import Random
from statistics import median
from time import perf_counter, process_time
from typing import TYPE_CHECKING, Final

import click

from chickenscratch.cli.bench_figure import Figure, Part
from chickenscratch.cli.bench_host import host
from chickenscratch.cli.bench_layout import fit, layout
from chickenscratch.cli.bench_screen import screen
from chickenscratch.cli.kit import Command, Option, print_json
from chickenscratch.locale import N_, _

if TYPE_CHECKING:
    from chickenscratch.bots.base import Level
    from chickenscratch.core.actions import Action
    from chickenscratch.core.apply import Accepted
    from chickenscratch.core.rules import RuleSet
    from chickenscratch.core.state import Game
    from chickenscratch.core.view import SeatView

TABLES: Final = (
    ("chicken-scratch", 2),
    ("chicken-scratch", 4),
    ("chicken-foot", 2),
    ("chicken-foot", 4),
)
SEED: Final = "0" * 64


def per_second(work: Callable[[], int], repeats: int) -> float:
    """How much `work` gets done in a second; it tells how much it did."""
    return median(_speed(work) for _ in range(repeats))


def _speed(work: Callable[[], int]) -> float:
    start = process_time()
    done = work()
    return done / max(process_time() - start, 1e-9)


def core(repeats: int) -> Iterator[Figure]:
    """Playing, looking, recording and replaying, without any bot."""
    from chickenscratch.core.presets import PRESETS

    for name, seats in TABLES:
        rules = PRESETS[name].rules
        table = f"{name}.{seats}"
        games = 5 if rules.set_size > 6 else 15
        steps = [list(_random_game(rules, seats, number)) for number in range(games)]
        rounds = sum(len(game[-1][2].game.results) for game in steps)

        def play(rules: RuleSet = rules, seats: int = seats, games: int = games) -> int:
            return sum(1 for n in range(games) for _step in _random_game(rules, seats, n))

        actions = sum(map(len, steps))
        speed = per_second(play, repeats)
        words = _("random rounds, {rules}, {seats} players").format(rules=name, seats=seats)
        yield Figure(f"core.rounds.{table}", words, speed * rounds / actions, "/s")
        words = _("random actions, {rules}, {seats} players").format(rules=name, seats=seats)
        yield Figure(f"core.actions.{table}", words, speed, "/s")
    yield from _steps(steps, repeats)


Step = tuple["Game", "Action", "Accepted"]


def _random_game(rules: RuleSet, seats: int, number: int) -> Iterator[Step]:
    """A game of random moves, chosen with as little effort as the core allows."""
    from chickenscratch.core.actions import Deal, Draw, Lead, Pass, Play
    from chickenscratch.core.apply import Accepted, apply, start_game
    from chickenscratch.core.legal import legal
    from chickenscratch.core.shuffle import derived_seed

    chance = Random(number)
    game = start_game(rules, seats, derived_seed(SEED, number))
    while not game.over:
        table = game.round
        action: Action = Deal()
        if table is not None and not game.between_rounds:
            seat = table.turn
            options = legal(rules, table, seat, table.hands[seat], len(table.yard), table.drawn)
            if moves := options.moves:
                move = moves[int(chance.random() * len(moves))]
                action = Play(seat, move.tile, move.on, move.places[0])
            elif options.lead is not None:
                action = Lead(seat, options.lead)
            else:
                action = Draw(seat) if options.draw else Pass(seat)
        outcome = apply(game, action)
        assert isinstance(outcome, Accepted)
        yield game, action, outcome
        game = outcome.game


def _steps(games: Sequence[Sequence[Step]], repeats: int) -> Iterator[Figure]:
    """What can be done with the steps of finished games."""
    from chickenscratch.core.apply import apply
    from chickenscratch.core.record import (
        RecordSeat,
        format_line,
        header_line,
        lines_for,
        read_games,
    )
    from chickenscratch.core.replay import verify
    from chickenscratch.core.view import view_of

    steps = [step for game in games for step in game]
    seats = [RecordSeat(str(seat)) for seat in range(steps[0][0].seats)]

    def apply_all() -> int:
        for game, action, _outcome in steps:
            apply(game, action)
        return len(steps)

    def view_all() -> int:
        for game, _action, _outcome in steps:
            view_of(game, 0)
        return len(steps)

    def options_of_all() -> int:
        for view in views:
            _options = view.legal
        return len(views)

    def write_all() -> list[str]:
        lines = []
        for game in games:
            lines.append(format_line(header_line(game[0][0], seats, "")))
            for _game, action, outcome in game:
                lines += map(format_line, lines_for(action, outcome))
        return lines

    def check_all() -> int:
        return sum(verify(record).lines for record in read_games(lines))

    views, lines = [view_of(game, 0) for game, _action, _outcome in steps], write_all()
    for key, words, work in (
        ("apply", _("actions applied"), apply_all),
        ("view", _("views of a seat"), view_all),
        ("legal", _("views with all legal moves"), options_of_all),
        ("write", _("lines of a record written"), lambda: len(write_all())),
        ("verify", _("lines of a record read and checked"), check_all),
    ):
        yield Figure(f"core.{key}", words, per_second(work, repeats), "/s")


def bots(repeats: int) -> Iterator[Figure]:
    """How long the simplest levels take, and a question to a worker process."""
    from chickenscratch.bots.base import chance_for
    from chickenscratch.bots.selfplay import play_game
    from chickenscratch.bots.simple import HEAVIEST, RANDOM
    from chickenscratch.core.presets import PRESETS

    for name, seats in TABLES:
        rules = PRESETS[name].rules
        views = _decisions(rules, seats)
        for level in (RANDOM, HEAVIEST):

            def decide_all(views: Sequence[SeatView] = views, level: Level = level) -> int:
                for view in views:
                    level.bot(view, chance_for(view, level.name))
                return len(views)

            words = _("a decision of {level}, {rules}, {seats} players").format(
                level=level.name, rules=name, seats=seats
            )
            yield Figure(
                f"bots.decision.{level.name}.{name}.{seats}",
                words,
                1e6 / per_second(decide_all, repeats),
                "µs",
            )

        def play_all(rules: RuleSet = rules, seats: int = seats) -> int:
            for number in range(5):
                play_game(rules, [HEAVIEST] * seats, f"{number:064x}")
            return 5

        words = _("games of {level}, {rules}, {seats} players").format(
            level=HEAVIEST.name, rules=name, seats=seats
        )
        speed = 60 * per_second(play_all, repeats)
        yield Figure(f"bots.games.{name}.{seats}", words, speed, "/min")
    words = _("a question to a worker process and its answer")
    yield Figure("bots.worker", words, 1e6 * _round_trip(views), "µs")


def _decisions(rules: RuleSet, seats: int) -> list[SeatView]:
    """Views in which there is something to choose."""
    from chickenscratch.core.actions import Play
    from chickenscratch.core.view import view_of

    return [
        view_of(game, action.seat)
        for number in range(3)
        for game, action, _outcome in _random_game(rules, seats, number)
        if isinstance(action, Play)
    ]


def _round_trip(views: Sequence[SeatView]) -> float:
    """Seconds by the clock: two processes take part."""
    import asyncio

    from chickenscratch.bots.pool import BotPool
    from chickenscratch.bots.simple import RANDOM

    async def ask_all(pool: BotPool) -> float:
        times = []
        for view in views:
            start = perf_counter()
            await pool.choose(view, RANDOM.name)
            times.append(perf_counter() - start)
        return median(times)

    with BotPool() as pool:
        return asyncio.run(ask_all(pool))


LOOP: Final = 300_000
"""Steps of a plain loop, to compare machines by."""


def search(repeats: int) -> Iterator[Figure]:
    """How fast rounds are imagined, and how long the levels take that look further."""
    from chickenscratch.bots.base import chance_for
    from chickenscratch.bots.levels import LEVELS
    from chickenscratch.bots.simple import HEAVIEST, RANDOM
    from chickenscratch.core.presets import PRESETS

    words = _("steps of a plain loop, to compare machines by")
    yield Figure("search.loop", words, per_second(_loop, repeats), "/s")
    for name, seats in TABLES:
        rules = PRESETS[name].rules
        table = f"{name}.{seats}"
        yield from _imagined(rules, seats, table, repeats)
        views = _decisions(rules, seats)[::25]
        for level in LEVELS.values():
            if level in (RANDOM, HEAVIEST):
                continue

            def decide_all(views: Sequence[SeatView] = views, level: Level = level) -> int:
                for view in views:
                    level.bot(view, chance_for(view, level.name))
                return len(views)

            words = _("a decision of {level}, {rules}, {seats} players").format(
                level=level.name, rules=name, seats=seats
            )
            time = 1e6 / per_second(decide_all, 1 if level.live else repeats)
            yield Figure(f"search.decision.{level.name}.{table}", words, time, "µs")


def _loop() -> int:
    number = 1
    for step in range(LOOP):
        number = (number * 1103515245 + 12345) & 0x7FFFFFFF
        if number & 1:
            number ^= step
    return LOOP


def _imagined(rules: RuleSet, seats: int, table: str, repeats: int) -> Iterator[Figure]:
    """Whole rounds from just after the lead, as the search plays them."""
    from chickenscratch.bots.position import Position
    from chickenscratch.bots.weights import weights_for
    from chickenscratch.core.state import Phase

    starts = [
        Position.of_game(game)
        for number in range(3)
        for game, _action, _outcome in _random_game(rules, seats, number)
        if (before := game.round) is not None
        and before.phase is Phase.HUB
        and len(before.laid) == 1
        and not before.passes
        and before.drawn is None
    ]
    kit, dice = starts[0].kit, Random(1).random
    engine, tables = kit.engine, kit.tables
    rounds = [engine.imagined(tables, start) for start in starts]
    trial, rated = engine.imagined(tables, starts[0]), engine.rated()
    judges = [kit.judge(weights_for(rules, seats))] * seats

    def at_random() -> int:
        for _again in range(4):
            for start in rounds:
                trial.follow(start)
                trial.run(None, rated, dice)
        return 4 * len(rounds)

    def judged() -> int:
        for start in rounds:
            trial.follow(start)
            trial.run(judges, rated, dice)
        return len(rounds)

    name, _dot, _rest = table.partition(".")
    words = _("imagined random rounds, {rules}, {seats} players").format(rules=name, seats=seats)
    yield Figure(f"search.random.{table}", words, per_second(at_random, repeats), "/s")
    words = _("imagined rounds of judgement, {rules}, {seats} players").format(
        rules=name, seats=seats
    )
    yield Figure(f"search.judged.{table}", words, per_second(judged, repeats), "/s")


PARTS: Final[dict[str, Part]] = {
    "core": core,
    "bots": bots,
    "layout": layout,
    "fit": fit,
    "search": search,
    "screen": screen,
    "host": host,
}
"""What can be measured, by its name on the command line."""

LONG: Final = ("host",)
"""What takes minutes and a network, and is measured only by its name."""


@click.command(
    cls=Command,
    help=N_(
        "Measure the speed of everything, or of some parts: medians of repeated measurements, "
        "one a line."
    ),
)
@click.argument("parts", nargs=-1, type=click.Choice(tuple(PARTS)), metavar="PART…")
@click.option(
    "--repeats",
    cls=Option,
    type=click.IntRange(1),
    default=5,
    metavar="N",
    help=N_("How often everything is measured; 5 times unless given."),
)
@click.option("--json", "as_json", cls=Option, is_flag=True, help=N_("Print a JSON document."))
def command(parts: tuple[str, ...], repeats: int, *, as_json: bool) -> None:
    """Measure and print."""
    wanted = [name for name in PARTS if name in parts or not (parts or name in LONG)]
    figures: list[Figure] = []
    for name in wanted:
        for figure in PARTS[name](repeats):
            figures.append(figure)
            if not as_json:
                click.echo(f"{_rounded(figure.value):>10} {figure.unit:<5} {figure.words}")
    if as_json:
        print_json(
            {
                "python": platform.python_version(),
                "machine": platform.machine(),
                "repeats": repeats,
                "figures": {
                    figure.key: {"value": round(figure.value, 3), "unit": figure.unit}
                    for figure in figures
                },
            }
        )


def _rounded(value: float) -> str:
    return f"{value:,.0f}" if value >= 100 else f"{value:.1f}"
