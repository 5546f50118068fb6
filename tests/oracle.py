"""A referee that has never seen our program: it checks game records from the records alone.

Written from the rules and the record format, sharing no code with the package and naive on purpose:
tiles are pairs of numbers, and every question is answered by looking through all tiles or all open
ends again. A game is checked up to its first wrong line. The shuffle (seed, commitment) is not.
"""

import json
import re
from collections.abc import Iterable
from typing import Any

Tile = tuple[int, int]  # the larger number first
Line = dict[str, Any]

# The values of the options; the first one is used when an older record has none.
OPTIONS: dict[str, tuple[Any, ...]] = {
    "set_size": (6, 9, 12, 15, 18), "arms": (4, 6, 8),
    "round_order": ("pool", "descending", "ascending", "down-and-up"),
    "missing_lead": ("next-held", "draw-in-turn", "draw-together", "set-aside", "redeal"),
    "draw": ("one", "until-playable", "none"), "drawn_tile": ("must-play", "may-keep", "must-keep"),
    "lead_plays_again": (False, True), "may_pass": (False, True), "call_duty": (False, True),
    "empty_yard": ("pass", "ends-round"), "dead_foot": ("exhausted", "strict", "draw-out"),
    "blank_scoring": ("zero", "double-blank-25", "double-blank-50", "blank-halves-25"),
    "double_out": ("allowed", "penalty-50"), "last_tile_tap": ("off", "automatic", "duty"),
    "call": ("chickie", "cluck", "none"), "ties": ("shared", "zero-rounds"),
}  # fmt: skip


class LineError(Exception):
    """What is wrong with the line being read."""


def must(fact: bool, otherwise: str) -> None:
    if not fact:
        raise LineError(otherwise)


def field(line: Line, key: str, kind: type) -> Any:
    value = line.get(key)
    must(type(value) is kind, f"the field {key!r} is missing or not of the right kind")
    return value


def full_set(top: int) -> list[Tile]:
    return [(a, b) for a in range(top + 1) for b in range(a + 1)]


def name(tile: Tile) -> str:
    return f"{tile[0]}-{tile[1]}"


def read_tile(text: object, top: int) -> Tile:
    for tile in full_set(top):
        if name(tile) == text:
            return tile
    raise LineError(f"{text!r} is not a tile of the set")


def pips(tile: Tile, blank_scoring: str) -> int:
    if blank_scoring == "blank-halves-25":
        return sum(25 if half == 0 else half for half in tile)
    if tile == (0, 0) and blank_scoring != "zero":
        return {"double-blank-25": 25, "double-blank-50": 50}[blank_scoring]
    return tile[0] + tile[1]


class Game:
    """One game as far as its lines have been read. A wrong line raises and changes nothing."""

    def __init__(self, line: Line) -> None:
        must(field(line, "record", int) == 1, f"record version {line['record']} is unknown")
        self.rules: dict[str, Any] = {"yard_reserve": 0, **field(line, "rules", dict)}
        for option, values in OPTIONS.items():
            value = self.rules.setdefault(option, values[0])
            known = any(type(value) is type(v) and value == v for v in values)
            must(known, f"{value!r} is not a value of the option {option!r}")
        must(field(self.rules, "yard_reserve", int) >= 0, "the yard reserve is negative")
        self.top: int = self.rules["set_size"]
        must(self.rules["arms"] <= self.top, "the lead has more arms than tiles to fill them")
        both = self.rules["round_order"] == "down-and-up"
        self.rounds: int = 2 * self.top + 1 if both else self.top + 1
        if self.rules.get("rounds") is not None:
            self.rounds = min(self.rounds, field(self.rules, "rounds", int))
        self.seats = len(field(line, "seats", list))
        must(self.seats >= 2, "a game needs two players")
        self.hand: int = field(field(self.rules, "hand_sizes", dict), str(self.seats), int)
        self.phase, self.places = "lead", 0  # then hub, free, foot; and how many places they have
        self.leads: list[int] = []  # of the rounds that have ended, as are the scores
        self.scores: list[list[int]] = []
        self.first: int | None = None  # in the first round
        self.dealt, self.actions = dict[str, Any](), list[Line]()  # of the round
        self.closed, self.finished = True, False  # closed: no round is under way

    # The deal
    def deal(self, line: Line) -> None:
        if not self.closed:
            must(self.over is None, f"the round is over ({self.over}), but its end line is missing")
            again = self.rules["missing_lead"] == "redeal" and self.phase == "lead"
            must(again and self.lead_due() is None, "a deal while the round is not over")
        number, first = field(line, "round", int), field(line, "first", int)
        must(len(self.scores) < self.rounds, "a deal after the last round")
        must(number == len(self.scores) + 1, f"round {len(self.scores) + 1} should be dealt")
        must(0 <= first < self.seats, f"there is no seat {first}")
        if self.first is not None:
            due = (self.first + number - 1) % self.seats
            must(first == due, f"seat {due} is first in round {number}, not seat {first}")
        must(all(type(hand) is list for hand in field(line, "hands", list)), "no list of hands")
        hands = [[read_tile(t, self.top) for t in hand] for hand in line["hands"]]
        yard = [read_tile(t, self.top) for t in field(line, "yard", list)]
        must(len(hands) == self.seats, f"{len(hands)} hands are dealt to {self.seats} players")
        for seat, hand in enumerate(hands):
            must(len(hand) == self.hand, f"seat {seat} is dealt {len(hand)} tiles, not {self.hand}")
        tiles = [tile for hand in hands for tile in hand] + yard
        for tile in full_set(self.top):
            aside = self.rules["missing_lead"] == "set-aside" and tile == (self.wanted(),) * 2
            n, due = tiles.count(tile), 0 if aside else 1
            must(n == due, f"{name(tile)} is in the deal {n} times, not {due}")
        self.first = first if self.first is None else self.first
        self.dealt, self.actions, self.closed = line, [], False
        self.phase, self.places = "lead", 0
        self.opener, self.hands, self.yard, self.searched = first, hands, yard, 0
        self.laid, self.ends = list[Tile](), list[dict[str, int]]()  # ends: tile, port, number
        self.number, self.parent = -1, 0  # what hub or foot require, and the index of the double
        self.turn, self.passes, self.last = -1, 0, (-1, (-1, -1))  # last: who laid what
        self.drawn, self.by_choice = list[Tile](), False  # in this turn; though able to play
        self.owed: list[tuple[int, str]] = []  # the calls that seats owe
        self.caught: int | None = None  # who must draw for a missed call
        self.over: str | None = None  # why the round is over

    # The lead
    def wanted(self) -> int:
        """The number of the double that should lead the next round (or the one under way)."""
        order, r = self.rules["round_order"], len(self.scores) + 1
        if order == "pool":
            return max(d for d in range(self.top + 1) if d not in self.leads)
        return r - 1 if order == "ascending" else abs(self.top + 1 - r)

    def lead_due(self) -> tuple[int, int] | None:
        """(seat, number) of the double to be led as the hands are now; None: draws or a redeal."""
        missing, choices = self.rules["missing_lead"], [self.wanted()]
        if missing == "set-aside":
            return self.opener, self.wanted()
        if missing == "draw-together" and self.searched % self.seats != 0 and self.yard:
            return None  # everybody draws before anyone looks
        if missing == "next-held":  # downwards, going round from 0 to the top
            choices = [(self.wanted() - step) % (self.top + 1) for step in range(self.top + 1)]
        if self.rules["round_order"] == "pool":
            choices = [number for number in choices if number not in self.leads]
        for number in choices:
            for seat, hand in enumerate(self.hands):
                if (number, number) in hand:
                    return seat, number
        return None

    def search(self, seat: int, tile: Tile) -> None:
        must(self.lead_due() is None, "the lead is held, so nobody draws for it")
        must(self.rules["missing_lead"] != "redeal", "nobody holds the lead: a new deal is due")
        due = (self.opener + self.searched) % self.seats
        must(seat == due, f"seat {seat} draws for the lead, but it is the turn of seat {due}")
        self.take(seat, tile)
        self.searched += 1

    def lead(self, seat: int, tile: Tile) -> None:
        must(self.phase == "lead", "the lead has been laid already")
        due, number = self.lead_due() or (-1, -1)
        must(due >= 0, "the search for the lead is not over")
        right = (seat, tile) == (due, (number, number))
        must(right, f"seat {seat} leads {name(tile)}, but seat {due} leads {number}-{number}")
        if self.rules["missing_lead"] != "set-aside":
            self.hands[seat].remove(tile)
        self.phase, self.number, self.places = "hub", number, self.rules["arms"]
        self.ends = [{"tile": 0, "port": k, "number": number} for k in range(self.places)]
        self.after_placing(seat, tile)
        self.turn = seat if self.rules["lead_plays_again"] else (seat + 1) % self.seats

    # The turn
    def usable(self) -> int:
        return max(0, len(self.yard) - int(self.rules["yard_reserve"]))

    def can_draw(self) -> bool:
        return self.rules["draw"] != "none" and self.usable() > 0

    def allowed_ends(self) -> list[dict[str, int]]:
        """The open ends where a tile may be laid now."""
        return [e for e in self.ends if self.phase == "free" or e["tile"] == self.parent]

    def fits(self, tile: Tile) -> bool:
        return any(end["number"] in tile for end in self.allowed_ends())

    def able(self, seat: int) -> bool:
        return any(self.fits(tile) for tile in self.hands[seat])

    def must_draw_on(self) -> bool:
        """After a draw in this turn: does the turn demand another one?"""
        on = self.rules["draw"] == "until-playable" and self.can_draw()
        return on and not self.fits(self.drawn[-1])

    def take(self, seat: int, tile: Tile) -> None:
        must(bool(self.yard), "the yard is empty")
        must(tile == self.yard[0], f"{name(self.yard[0])} is drawn next, not {name(tile)}")
        self.hands[seat].append(self.yard.pop(0))

    def draw(self, seat: int, tile: Tile) -> None:
        must(self.can_draw(), f"seat {seat} draws, but nothing can be drawn")
        must(not self.drawn or self.must_draw_on(), f"seat {seat} may not draw again")
        by_choice = self.by_choice if self.drawn else self.able(seat)
        must(not by_choice or self.rules["may_pass"], f"seat {seat} draws, but must play")
        self.take(seat, tile)
        self.drawn.append(tile)
        self.by_choice = by_choice

    def play(self, seat: int, tile: Tile, on: int, at: str) -> None:
        must(tile in self.hands[seat], f"seat {seat} does not hold {name(tile)}")
        if self.drawn:
            new, keep = tile == self.drawn[-1], self.rules["drawn_tile"] == "must-keep"
            must(not self.must_draw_on(), f"seat {seat} must go on drawing")
            must(new or self.by_choice, f"seat {seat} may only play the tile just drawn")
            must(not (new and keep), f"{name(tile)} was just drawn and must be kept")
        must(on in tile, f"{name(tile)} does not carry {on}")
        must(on in [e["number"] for e in self.allowed_ends()], f"{on} cannot be played on now")
        where = [e for e in self.ends if f"{e['tile']}.{e['port']}" == at.split("~")[0]]
        must(len(where) == 1, f"there is no open end at {at!r}")
        must(where[0] in self.allowed_ends(), f"nothing may be laid at {at} now")
        must(where[0]["number"] == on, f"{at} shows {where[0]['number']}, not {on}")
        self.hands[seat].remove(tile)
        self.ends.remove(where[0])
        index = len(self.laid)
        if self.phase != "free":
            self.places -= 1
            self.phase = "free" if self.places == 0 else self.phase
        if tile[0] == tile[1]:
            assert self.phase == "free", "a double on an unfinished hub or foot cannot be"
            self.phase, self.number, self.places, self.parent = "foot", on, 3, index
            self.ends += [{"tile": index, "port": k, "number": on} for k in range(3)]
        else:
            self.ends.append({"tile": index, "port": 0, "number": sum(tile) - on})
        self.after_placing(seat, tile)
        self.next_turn()

    def pass_by(self, seat: int) -> None:
        able, drew = self.able(seat), bool(self.drawn)
        if not drew:
            must(not able or self.rules["may_pass"], f"seat {seat} passes, but must play")
            must(not self.can_draw(), f"seat {seat} passes, but must draw")
        else:
            must(not self.must_draw_on(), f"seat {seat} passes, but must go on drawing")
            keeps = self.by_choice or self.rules["drawn_tile"] != "must-play"
            must(keeps or not self.fits(self.drawn[-1]), f"seat {seat} must play what it drew")
        self.passes += 1
        found_none = not able and not drew and self.rules["empty_yard"] == "ends-round"
        if self.dead():
            self.over = "dead-" + self.phase
        elif found_none or (self.passes >= self.seats and not self.can_draw()):
            self.over = "blocked"
        self.next_turn()

    def next_turn(self) -> None:
        self.turn, self.drawn, self.by_choice = (self.turn + 1) % self.seats, [], False

    # The end of a round
    def off_table(self) -> list[Tile]:
        return [tile for tile in full_set(self.top) if tile not in self.laid]

    def dead(self) -> bool:
        """Is there a hub or a foot that counts as dead now?"""
        left, rule = sum(self.number in tile for tile in self.off_table()), self.rules["dead_foot"]
        if self.phase == "free" or rule == "strict":
            return self.phase != "free" and left < self.places
        return left == 0 and (rule == "exhausted" or not self.can_draw())

    def after_placing(self, seat: int, tile: Tile) -> None:
        self.laid.append(tile)
        self.passes, self.last = 0, (seat, tile)
        if not self.hands[seat]:
            self.over = "out"
        elif self.dead():
            self.over = "dead-" + self.phase
        elif self.phase == "free" and not any(self.fits(t) for t in self.off_table()):
            self.over = "blocked"
        if self.rules["last_tile_tap"] == "duty" and len(self.hands[seat]) == 1:
            self.owed.append((seat, "tap"))
        if self.rules["call_duty"] and self.rules["call"] != "none" and tile[0] == tile[1]:
            self.owed.append((seat, self.rules["call"]))

    def end(self, line: Line) -> None:
        must(not self.closed, "no round is under way")
        must(self.over is not None, "the round is not over yet")
        must(line["end"] == self.over, f"the round ends {self.over!r}, not {line['end']!r}")
        scores = [sum(pips(t, self.rules["blank_scoring"]) for t in hand) for hand in self.hands]
        seat, tile = self.last
        if self.over == "out" and tile[0] == tile[1] and self.rules["double_out"] == "penalty-50":
            scores[seat] = 50
        must(line.get("scores") == scores, f"the scores should be {scores}")
        self.scores.append(scores)
        self.leads.append(self.laid[0][0])
        self.closed = True
        must(line.get("totals") == self.totals(), f"the totals should be {self.totals()}")

    # The end of the game
    def totals(self) -> list[int]:
        return [sum(scores[seat] for scores in self.scores) for seat in range(self.seats)]

    def winners(self) -> list[int]:
        ranks = []
        for seat, total in enumerate(self.totals()):
            row = [scores[seat] for scores in self.scores]
            tie = [-row.count(0), min([x for x in row if x != 0], default=0)]
            ranks.append([total, *(tie if self.rules["ties"] == "zero-rounds" else [])])
        return [seat for seat in range(self.seats) if ranks[seat] == min(ranks)]

    def final(self, line: Line) -> None:
        must(len(self.scores) == self.rounds, "the game is not over yet")
        must(line["final"] == self.totals(), f"the totals should be {self.totals()}")
        must(line.get("winners") == self.winners(), f"the winners should be {self.winners()}")
        seed = field(line, "seed", str)
        must(re.fullmatch("[0-9a-fA-F]+", seed) is not None, "the seed is not a hex number")
        self.finished = True

    # The lines
    def call(self, seat: int, what: str) -> None:
        owing = [owed for owed in self.owed if owed[1] == what]
        must(bool(owing), f"seat {seat} calls {what!r}, but nobody owes it")
        self.owed.remove(owing[0])
        if owing[0][0] != seat and self.usable() > 0:
            self.caught = owing[0][0]

    def act(self, line: Line) -> None:
        what, seat = field(line, "act", str), field(line, "seat", int)
        must(what in ("lead", "play", "draw", "pass", "call"), f"{what!r} is not an action")
        must(0 <= seat < self.seats, f"there is no seat {seat}")
        must(self.over is None, f"the round is over ({self.over})")
        tiled = what in ("lead", "play", "draw")
        tile = read_tile(line.get("tile"), self.top) if tiled else (-1, -1)
        if self.caught is not None:
            must((what, seat) == ("draw", self.caught), f"seat {self.caught} must draw as penalty")
            self.take(seat, tile)
            self.caught = None
        elif what == "call":
            self.call(seat, field(line, "what", str))
        elif what == "lead":
            self.lead(seat, tile)
        elif self.phase == "lead":
            must(what == "draw", "the lead has not been laid yet")
            self.search(seat, tile)
        else:
            must(seat == self.turn, f"seat {seat} acts, but it is the turn of seat {self.turn}")
            if what == "play":
                self.play(seat, tile, field(line, "on", int), field(line, "at", str))
            else:
                self.draw(seat, tile) if what == "draw" else self.pass_by(seat)
            self.owed = [owed for owed in self.owed if owed[0] == seat]
        self.actions.append(line)

    def undo(self, count: int) -> None:
        """Take back the last actions of this round (and its end): deal and play it again."""
        must(0 < count <= len(self.actions), f"{count} lines cannot be taken back")
        if self.closed:
            del self.scores[-1], self.leads[-1]
        kept, self.closed = self.actions[: len(self.actions) - count], True
        self.deal(self.dealt)
        for line in kept:
            self.act(line)

    def read(self, line: Line) -> None:
        kinds = [key for key in ("act", "end", "final", "hands") if key in line]
        if not kinds:
            return  # chat, clocks and the like
        must(not self.finished, "the game is over")
        if line.get("act") == "undo":
            self.undo(field(line, "lines", int))
        elif kinds[0] == "act":
            must(not self.closed, "no round is under way")
            self.act(line)
        else:
            {"end": self.end, "final": self.final, "hands": self.deal}[kinds[0]](line)


def check(lines: Iterable[str]) -> list[str]:
    """The first problem of every game in the file, as a sentence; none: everything is right."""
    problems: list[str] = []
    game: Game | None = None
    skipping = False  # after a problem, until the next game begins
    for n, text in enumerate(lines, 1):
        try:
            line = json.loads(text) if text.strip() else {}
            must(type(line) is dict, "this is not a JSON object")
            if "record" in line:
                game, skipping = None, False
                game = Game(line)
            elif game is not None:
                game.read(line)
            else:
                must(skipping or not line, "no game has begun")
        except (LineError, json.JSONDecodeError) as error:
            problems.append(f"line {n}: {error}.")
            game, skipping = None, True
    return problems
