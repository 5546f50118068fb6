"""``chickenscratch review``: what every decision of a recorded game cost."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from chickenscratch.cli.kit import Command, Common, Option, fail, pass_common, print_json
from chickenscratch.locale import N_, _

if TYPE_CHECKING:
    from chickenscratch.bots.review import Moment
    from chickenscratch.core.coach import Assessed, Choice, Decision, Review
    from chickenscratch.core.record import GameRecord


@click.command(
    cls=Command,
    help=N_(
        "Look back at a recorded game: what every decision cost, how well everybody played, and "
        "what was luck. The same file gives the same review."
    ),
)
@click.argument("file", type=click.Path(path_type=Path), metavar="FILE")
@click.option(
    "--game",
    "number",
    cls=Option,
    type=click.IntRange(1),
    default=1,
    metavar="N",
    help=N_("Which game of a file with several of them; the first unless given."),
)
@click.option(
    "--round",
    "round_",
    cls=Option,
    type=click.IntRange(1),
    metavar="N",
    help=N_("Look back at this round only."),
)
@click.option(
    "--nodes",
    cls=Option,
    type=click.IntRange(1),
    metavar="N",
    help=N_("How many turns to imagine for each decision; more is surer, and slower."),
)
@click.option(
    "--jobs",
    cls=Option,
    type=click.IntRange(1),
    metavar="N",
    help=N_("How many decisions are judged at the same time; one for each core unless given."),
)
@click.option("--json", "as_json", cls=Option, is_flag=True, help=N_("Print a JSON document."))
@pass_common
def command(
    common: Common,
    file: Path,
    number: int,
    round_: int | None,
    nodes: int | None,
    jobs: int | None,
    *,
    as_json: bool,
) -> None:
    """Read the record, judge it, print what was found."""
    from chickenscratch.bots.advice import REVIEW_NODES
    from chickenscratch.bots.review import moments_of, review_of
    from chickenscratch.cli.replay import check_told, game_in
    from chickenscratch.core.record import RecordError
    from chickenscratch.locale.reasons import say

    try:
        record = game_in(file, number)
        check_told(file, record)
        moments = moments_of(record, round_)
    except RecordError as error:
        fail(f"{file}: {say(error.sentence)}")
    if not moments:
        if round_ is not None:
            fail(_("{file}: there is no round {round} in this game.").format(
                file=file, round=round_
            ))  # fmt: skip
        fail(_("{file}: nothing has been dealt in this game yet.").format(file=file))
    budget = REVIEW_NODES if nodes is None else nodes
    review = review_of(record, moments, _assessed(moments, budget, jobs, common), budget)
    if as_json:
        print_json(_document(record, review))
        return
    from chickenscratch.locale.columns import clean
    from chickenscratch.locale.review import review_lines

    names = [clean(seat.name) or "?" for seat in record.header.seats]
    ascii_only = common.settings().ascii
    for line in review_lines(review, record.header.rules, names, ascii_only=ascii_only):
        click.echo(line)


def _assessed(
    moments: list[Moment], nodes: int, jobs: int | None, common: Common
) -> list[Assessed]:
    """What is found out about every moment, with a progress bar on standard error."""
    from chickenscratch.bots.advice import choice_of
    from chickenscratch.bots.review import assess
    from chickenscratch.bots.series import spread_out
    from chickenscratch.cli.working import cores, progress, whole_pool

    parts = [
        (moment.before, moment.after, moment.made.seat, choice_of(moment.made), nodes)
        for moment in moments
    ]
    found: list[Assessed] = []
    with (
        whole_pool(),
        progress(_("Moments"), len(parts), common) as advance,
        closing(spread_out(assess, parts, jobs or cores())) as all_,
    ):
        for one in all_:
            found.append(one)
            advance(1)
    return found


def _document(record: GameRecord, review: Review) -> dict[str, Any]:
    """The review as plain values."""
    names = [seat.name for seat in record.header.seats]
    return {
        "game": record.header.game_id,
        "nodes": review.nodes,
        "players": [
            {
                "seat": seat,
                "name": name,
                "decisions": found.decisions,
                "right": found.right,
                "accuracy": round(found.accuracy, 6),
                "loss": found.loss,
                "result": round(account.result, 3),
                "deal": round(account.deal, 3),
                "play": round(account.play, 3),
                "fortune": round(account.fortune, 3),
            }
            for seat, (name, found, account) in enumerate(
                zip(names, review.seats, review.accounts, strict=True)
            )
        ],
        "turning_points": [decision.line for decision in review.turning],
        "decisions": [_decision(decision) for decision in review.decisions],
        "rounds": [
            {
                "round": part.number,
                "lead": part.lead,
                "worth": [list(worth) for worth in part.worth],
            }
            for part in review.rounds
        ],
    }


def _decision(decision: Decision) -> dict[str, Any]:
    return {
        "line": decision.line,
        "round": decision.round,
        "seat": decision.seat,
        "made": _choice(decision.made),
        "best": _choice(decision.best),
        "loss": decision.loss,
        "error": decision.error,
        "reasons": [reason.kind.value for reason in decision.reasons],
    }


def _choice(choice: Choice) -> dict[str, Any]:
    if choice.tile is None:
        return {"act": choice.act}
    return {"act": choice.act, "tile": str(choice.tile), "on": choice.on}
