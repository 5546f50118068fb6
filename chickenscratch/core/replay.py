"""Replaying a record line by line, and checking it against rules, scores and shuffle.

The check does not trust how a record was made: every line is applied to the state that the lines
before it led to, and every deal is computed anew from the seed.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from chickenscratch.core import shuffle
from chickenscratch.core.actions import Action, Deal, Draw
from chickenscratch.core.apply import Accepted, Rejected, RejectReason, apply
from chickenscratch.core.dealing import deal_of
from chickenscratch.core.events import Event, GameEnded, RoundEnded
from chickenscratch.core.presets import preset_of
from chickenscratch.core.record import (
    ActionLine,
    AssistLine,
    DealLine,
    EndLine,
    Entry,
    FinalLine,
    GameRecord,
    Header,
    RecordError,
    Undo,
)
from chickenscratch.core.rules import RuleError
from chickenscratch.core.state import Game
from chickenscratch.core.text import N_


class Step(NamedTuple):
    """The game after one line, and before it. `action` is None for lines that state a result or
    take something back."""

    line: int
    game: Game
    action: Action | None
    events: tuple[Event, ...]
    before: Game


class RuleBrokenError(RecordError):
    """A line that can be read but breaks a rule, states a wrong score or is a wrong deal."""


class IllegalActionError(RuleBrokenError):
    """A line whose action the rules refuse; `outcome` says why, as data."""

    def __init__(self, line: int, outcome: Rejected) -> None:
        self.outcome = outcome
        super().__init__(
            line, N_("Line {line} breaks a rule: {reason}."), reason=outcome.reason.value
        )


def game_of(header: Header) -> Game:
    """The game before its first deal, as its header announces it."""
    seed = header.seed
    lot = 0 if seed is None else shuffle.first_seat(seed, len(header.seats))
    return Game(header.rules, len(header.seats), header.game_id, header.commitment, seed, lot)


def replay(record: GameRecord) -> Iterator[Step]:
    """The game after each entry. Raises RuleBrokenError at the first line that breaks a rule."""
    game = game_of(record.header)
    before: list[Game] = []
    expected: list[Event] = []
    for line, entry in record.entries:
        if isinstance(entry, DealLine | ActionLine):
            if expected:
                raise RuleBrokenError(
                    line, N_("Line {line}: the end of the round is missing here.")
                )
            outcome, action = _outcome(game, line, entry)
            if isinstance(entry, ActionLine):
                before.append(game)
            previous, game = game, outcome.game
            expected = [e for e in outcome.events if isinstance(e, RoundEnded | GameEnded)]
            yield Step(line, game, action, outcome.events, previous)
        elif isinstance(entry, AssistLine):
            continue
        elif isinstance(entry, Undo):
            if game.over:  # everybody knows the seed
                raise RuleBrokenError(line, N_("Line {line} takes back the end of the game."))
            previous, game = game, _undone(before, line, entry)
            expected = []
            yield Step(line, game, None, (), previous)
        else:
            _check_result(line, entry, expected)
            yield Step(line, game, None, (), game)
    last = record.entries[-1][0] if record.entries else record.line
    if expected and not _unfinished(record):
        raise RuleBrokenError(last, N_("Line {line}: the end of the round is missing after it."))


def _unfinished(record: GameRecord) -> bool:
    """A save may stop right after the line that ended a round, before its end line."""
    return record.header.seed is not None


def _outcome(game: Game, line: int, entry: DealLine | ActionLine) -> tuple[Accepted, Action]:
    action: Action
    if isinstance(entry, DealLine):
        action = Deal(entry.dealing)
        if game.between_rounds and entry.number != len(game.results) + 1:
            raise RuleBrokenError(
                line, N_("Line {line}: this should be round {want}."), want=len(game.results) + 1
            )
    else:
        action = entry.action
        if isinstance(action, Draw):
            _check_draw(game, line, entry)
    outcome = apply(game, action)
    if isinstance(outcome, Rejected):
        raise IllegalActionError(line, outcome)
    return outcome, action


def _check_draw(game: Game, line: int, entry: ActionLine) -> None:
    yard = game.round.yard if game.round else ()
    if not yard:
        raise IllegalActionError(line, Rejected(RejectReason.YARD_EMPTY))
    if entry.tile != yard[0]:
        raise RuleBrokenError(
            line,
            N_("Line {line}: {tile} was drawn, but {want} is next in the yard."),
            tile=entry.tile,
            want=yard[0],
        )


def _undone(before: list[Game], line: int, undo: Undo) -> Game:
    if not 1 <= undo.lines <= len(before):
        raise RuleBrokenError(line, N_("Line {line} takes back more than there is."))
    game = before[-undo.lines]
    del before[-undo.lines :]
    return game


def _check_result(line: int, entry: EndLine | FinalLine, expected: list[Event]) -> None:
    event = expected.pop(0) if expected else None
    if isinstance(entry, EndLine):
        if not isinstance(event, RoundEnded):
            raise RuleBrokenError(line, N_("Line {line}: the round does not end here."))
        result = event.result
        if entry.end != result.end:
            raise RuleBrokenError(
                line,
                N_("Line {line}: the round ends “{want}”, not “{got}”."),
                want=result.end.value,
                got=entry.end,
            )
        if entry.scores != result.scores or entry.totals != event.totals:
            raise RuleBrokenError(
                line,
                N_("Line {line}: the scores are {want} with totals {totals}."),
                want=_listed(result.scores),
                totals=_listed(event.totals),
            )
        return
    if not isinstance(event, GameEnded):
        raise RuleBrokenError(line, N_("Line {line}: the game does not end here."))
    if entry.final != event.totals or entry.winners != event.winners:
        raise RuleBrokenError(
            line,
            N_("Line {line}: the final totals are {want}, won by seat {winners}."),
            want=_listed(event.totals),
            winners=_listed(event.winners),
        )


def _listed(values: tuple[int, ...]) -> str:
    return ", ".join(str(value) for value in values)


class Verified(NamedTuple):
    """What a check found. `dealt`: deals recomputed from the seed (0 when it is not opened yet)."""

    header: Header
    game: Game
    lines: int
    dealt: int


def verify(record: GameRecord) -> Verified:
    """Check a whole game. Raises RuleBrokenError naming the first line that is wrong."""
    header = record.header
    _check_preset(header, record.line)
    if header.seed is not None:
        _check_seed(header, header.seed, record.line)
    seed = header.seed or _opening_seed(record)
    game, dealt = game_of(header), 0
    entries: dict[int, Entry] = dict(record.entries)
    for step in replay(record):
        game = step.game
        entry = entries[step.line]
        if isinstance(entry, DealLine) and seed is not None:
            if entry.dealing != deal_of(step.before, seed):
                raise RuleBrokenError(
                    step.line, N_("Line {line}: this is not the deal that follows from the seed.")
                )
            dealt += 1
        elif isinstance(entry, FinalLine):
            if header.seed is not None and entry.seed != header.seed:
                raise RuleBrokenError(
                    step.line, N_("Line {line}: this is not the seed of the header.")
                )
            _check_seed(header, entry.seed, step.line)
    return Verified(header, game, len(record.entries) + 1, dealt)


def _check_preset(header: Header, line: int) -> None:
    want = preset_of(header.rules)
    if header.preset != want:
        raise RuleBrokenError(
            line,
            N_("Line {line}: these are the rules “{want}”, not “{got}”."),
            want=want,
            got=header.preset,
        )


def _opening_seed(record: GameRecord) -> str | None:
    """The seed that the end of the record tells, if it is the one that was committed to. If it is
    not, that line is wrong, but one before it may be wrong as well."""
    for line, entry in record.entries:
        if isinstance(entry, FinalLine):
            try:
                _check_seed(record.header, entry.seed, line)
            except RuleBrokenError:
                return None
            return entry.seed
    return None


def _check_seed(header: Header, seed: str, line: int) -> None:
    try:
        normal = shuffle.parse_seed(seed)
    except RuleError as error:
        raise RuleBrokenError(line, N_("Line {line}: {why}"), why=error.sentence) from None
    if normal != seed or shuffle.commitment(seed, header.game_id) != header.commitment:
        raise RuleBrokenError(line, N_("Line {line}: the seed does not open the commitment."))
