"""The game record: JSON Lines, one line per fact (record.md).

Writing turns accepted actions into lines; reading turns lines into headers and entries and refuses
what is damaged or newer with one sentence. Replaying is in :mod:`chickenscratch.core.replay`.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

from chickenscratch.core.actions import (
    Action,
    Call,
    CallWord,
    Deal,
    Dealing,
    Draw,
    Lead,
    Pass,
    Play,
)
from chickenscratch.core.apply import Accepted
from chickenscratch.core.events import Drawn, GameEnded, RoundEnded
from chickenscratch.core.presets import make_rules, preset_of
from chickenscratch.core.rules import RuleError, RuleSet
from chickenscratch.core.state import Game
from chickenscratch.core.text import N_, Sentence
from chickenscratch.core.tiles import Tile
from chickenscratch.core.tree import Place

RECORD_VERSION: Final = 1
BOT_PREFIX: Final = "bot:"
_MOST: Final = 2**31 - 1
"""No number in a record comes near it; a database could not hold much larger ones."""

Line = dict[str, Any]


class RecordError(ValueError):
    """A record that cannot be read or breaks a rule. `line` counts from 1; `sentence` says why."""

    def __init__(self, line: int, template: str, **values: object) -> None:
        self.line = line
        self.sentence = Sentence(template, {"line": line, **values})
        super().__init__(str(self.sentence))


class RecordSeat(NamedTuple):
    """Who sat where: a person (`level` None) or a bot."""

    name: str
    level: str | None = None


class Header(NamedTuple):
    """The first line of a game. `seed` is set only in a private save of an unfinished game.

    `practice`: everything could be taken back in it, whatever had been seen.
    """

    game_id: str
    rules: RuleSet
    preset: str
    seats: tuple[RecordSeat, ...]
    commitment: str
    created: str
    seed: str | None = None
    practice: bool = False


class Undo(NamedTuple):
    """The last `lines` action lines are taken back."""

    lines: int


class AssistLine(NamedTuple):
    """From here on `seat` plays with the help of the coach."""

    seat: int


class EndLine(NamedTuple):
    """What the record says about the end of a round."""

    end: str
    scores: tuple[int, ...]
    totals: tuple[int, ...]


class FinalLine(NamedTuple):
    """What the record says about the end of the game."""

    final: tuple[int, ...]
    winners: tuple[int, ...]
    seed: str


class DealLine(NamedTuple):
    """A deal, and the round it says it is for."""

    number: int
    dealing: Dealing


class ActionLine(NamedTuple):
    """A seat's action; `tile` is the tile that a draw line says was drawn."""

    action: Lead | Play | Draw | Pass | Call
    tile: Tile | None = None


Entry = DealLine | ActionLine | Undo | AssistLine | EndLine | FinalLine


class GameRecord(NamedTuple):
    """One game of a file: its header and its numbered entries."""

    line: int
    header: Header
    entries: tuple[tuple[int, Entry], ...]


def format_line(line: Mapping[str, Any]) -> str:
    """A line of the file, without its newline."""
    return json.dumps(line, ensure_ascii=False, separators=(", ", ": "))


def header_line(
    game: Game,
    seats: Sequence[RecordSeat],
    created: str,
    *,
    private: bool = False,
    practice: bool = False,
) -> Line:
    """The header of `game`. A `private` one carries the seed, so that the game can go on."""
    line: Line = {
        "record": RECORD_VERSION,
        "game": game.game_id,
        "rules": game.rules.model_dump(mode="json"),
        "preset": preset_of(game.rules),
        "seats": [
            {
                "name": seat.name,
                "player": "human" if seat.level is None else BOT_PREFIX + seat.level,
            }
            for seat in seats
        ],
        "commitment": game.commitment,
        "created": created,
    }
    if practice:
        line["practice"] = True
    if private:
        line["seed"] = game.seed
    return line


def undo_line(lines: int) -> Line:
    """The last `lines` action lines are taken back."""
    return {"act": "undo", "lines": lines}


def assist_line(seat: int) -> Line:
    """`seat` has asked the coach; statistics keep such games apart."""
    return {"assisted": True, "seat": seat}


def lines_for(action: Action, outcome: Accepted) -> list[Line]:
    """The lines of an accepted action: its own, and what followed from it."""
    events = outcome.events
    lines = [_action_line(action, outcome)]
    for event in events:
        if isinstance(event, RoundEnded):
            result = event.result
            lines.append(
                {"end": result.end, "scores": list(result.scores), "totals": list(event.totals)}
            )
        elif isinstance(event, GameEnded):
            lines.append(
                {"final": list(event.totals), "winners": list(event.winners), "seed": event.seed}
            )
    return lines


def _action_line(action: Action, outcome: Accepted) -> Line:
    match action:
        case Lead(seat, tile):
            return {"seat": seat, "act": "lead", "tile": str(tile)}
        case Play(seat, tile, on, _):
            place = outcome.game.round.log[-1].at if outcome.game.round else None
            return {"seat": seat, "act": "play", "tile": str(tile), "on": on, "at": str(place)}
        case Draw(seat):
            drawn = next(event for event in outcome.events if isinstance(event, Drawn))
            return {"seat": seat, "act": "draw", "tile": str(drawn.tile)}
        case Pass(seat):
            return {"seat": seat, "act": "pass"}
        case Call(seat, what):
            return {"seat": seat, "act": "call", "what": what.value}
        case Deal():
            table = outcome.game.round
            if table is None:
                raise ValueError("a deal always opens a round")
            return {
                "round": table.number,
                "first": table.first,
                "hands": [[str(tile) for tile in hand] for hand in table.hands],
                "yard": [str(tile) for tile in table.yard],
            }


def read_games(lines: Iterable[str]) -> Iterator[GameRecord]:
    """The games of a file, one after the other. Raises RecordError at the first bad line.

    Unknown fields are passed over, and so are lines of a kind that this version does not know.
    """
    header: Header | None = None
    start, entries = 0, list[tuple[int, Entry]]()
    for number, text in enumerate(lines, 1):
        if not text.strip():
            continue
        line = _parse(number, text)
        if "record" in line:
            if header is not None:
                yield GameRecord(start, header, tuple(entries))
            header, start, entries = _header(number, line), number, []
        elif header is None:
            raise RecordError(
                number, N_("Line {line}: a record begins with a line that has “record” in it.")
            )
        else:
            entry = _guarded(number, line, len(header.seats))
            if entry is not None:
                entries.append((number, entry))
    if header is None:
        raise RecordError(1, N_("This file has no game in it."))
    yield GameRecord(start, header, tuple(entries))


def _parse(number: int, text: str) -> Line:
    try:
        line = json.loads(text)
    except (ValueError, RecursionError):
        line = None
    if not isinstance(line, dict):
        raise RecordError(number, N_("Line {line} is damaged: it is not a line of a record."))
    return line


def _header(number: int, line: Line) -> Header:
    version = line["record"]
    if not isinstance(version, int) or isinstance(version, bool) or version < 1:
        raise RecordError(number, N_("Line {line}: “record” must be a whole number."))
    if version > RECORD_VERSION:
        raise RecordError(
            number,
            N_(
                "This record was written by a newer version (format {version}); "
                "update the game to read it."
            ),
            version=version,
        )
    try:
        rules = make_rules(line["rules"]) if isinstance(line["rules"], dict) else None
        if rules is None:
            raise TypeError
        seats = tuple(_seat(seat) for seat in line["seats"])
        rules.hand_size(len(seats))
        seed = line.get("seed")
        return Header(
            game_id=_text(line["game"]),
            rules=rules,
            preset=_text(line.get("preset", preset_of(rules))),
            seats=seats,
            commitment=_text(line["commitment"]),
            created=_text(line.get("created", "")),
            seed=None if seed is None else _text(seed),
            practice=_flag(line.get("practice", False)),
        )
    except RuleError as error:
        raise RecordError(number, N_("Line {line}: {why}"), why=error.sentence) from None
    except (KeyError, TypeError, ValueError):
        raise RecordError(number, N_("Line {line}: the header of the game is damaged.")) from None


def _seat(seat: Any) -> RecordSeat:
    player = _text(seat["player"])
    level = player.removeprefix(BOT_PREFIX)
    if player != "human" and level == player:
        raise ValueError(player)
    return RecordSeat(_text(seat["name"]), None if player == "human" else level)


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise TypeError(value)
    value.encode()  # JSON can name half of a surrogate pair, which is no text: a ValueError
    return value


def _flag(value: Any) -> bool:
    if not isinstance(value, bool):
        raise TypeError(value)
    return value


def _guarded(number: int, line: Line, seats: int) -> Entry | None:
    try:
        return _entry(line, seats)
    except (KeyError, TypeError, ValueError):
        raise RecordError(
            number, N_("Line {line} is damaged: a field is missing or wrong.")
        ) from None


def _entry(line: Line, seats: int) -> Entry | None:
    if "round" in line:
        hands = tuple(tuple(Tile.parse(_text(t)) for t in hand) for hand in line["hands"])
        yard = tuple(Tile.parse(_text(t)) for t in line["yard"])
        return DealLine(_count(line["round"]), Dealing(_index(line["first"], seats), hands, yard))
    if "final" in line:
        winners = tuple(_index(seat, seats) for seat in line["winners"])
        return FinalLine(_counts(line["final"]), winners, _text(line["seed"]))
    if "end" in line:
        return EndLine(_text(line["end"]), _counts(line["scores"]), _counts(line["totals"]))
    if "act" in line:
        return _action(line, seats)
    if line.get("assisted") is True and "seat" in line:
        return AssistLine(_index(line["seat"], seats))
    return None


def _action(line: Line, seats: int) -> Entry:
    act = line["act"]
    if act == "undo":
        return Undo(_count(line["lines"]))
    seat = _index(line["seat"], seats)
    match act:
        case "lead":
            return ActionLine(Lead(seat, Tile.parse(_text(line["tile"]))))
        case "play":
            at = Place.parse(_text(line["at"])) if "at" in line else None
            tile = Tile.parse(_text(line["tile"]))
            return ActionLine(Play(seat, tile, _count(line["on"]), at))
        case "draw":
            return ActionLine(Draw(seat), Tile.parse(_text(line["tile"])))
        case "pass":
            return ActionLine(Pass(seat))
        case "call":
            return ActionLine(Call(seat, CallWord(line["what"])))
        case _:
            raise ValueError(act)


def _count(value: Any) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value <= _MOST:
        raise ValueError(value)
    return value


def _counts(values: Any) -> tuple[int, ...]:
    if not isinstance(values, list):
        raise TypeError(values)
    return tuple(_count(value) for value in values)


def _index(value: Any, seats: int) -> int:
    index = _count(value)
    if index >= seats:
        raise ValueError(value)
    return index
