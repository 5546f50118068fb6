"""A table that is being set up: it may be wrong for a while, and then it says what is wrong.

Pure: every change gives a new draft.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import Enum
from typing import Any, Final

from chickenscratch.bots.levels import LEVELS
from chickenscratch.company import LONGEST, free_name, gentle, nearest_preset
from chickenscratch.core.presets import PRESETS, make_rules, preset_of
from chickenscratch.core.rules import ARMS, MAX_SEATS, MissingLead, RuleError, RuleSet
from chickenscratch.core.shuffle import parse_seed
from chickenscratch.core.tiles import SET_SIZES, full_set
from chickenscratch.locale import _
from chickenscratch.locale.options import Setting, settings
from chickenscratch.locale.reasons import say
from chickenscratch.table.setup import SeatSetup, TableSetup
from chickenscratch.tui.text import clean

HANDS: Final = "hand_sizes"
ROUNDS: Final = "rounds"
KINDS: Final = (None, *LEVELS)
"""Who may sit in a chair: a person, or a computer player of a level."""
SEED_DIGITS: Final = 64
_DIGITS: Final = "0123456789abcdef"
RULE_NAMES: Final = tuple(name for name in RuleSet.model_fields if name != ROUNDS)


@dataclass(frozen=True, slots=True)
class Draft:
    """`base` is the preset that it started from, `options` every rule with its present value.

    `seed`: hexadecimal digits, or nothing to have it drawn by lot. `practice`: everything can be
    taken back. `wanted`: the seats that the person chose, while a preset does not allow so many.
    """

    base: str
    options: tuple[tuple[str, Any], ...]
    seats: tuple[SeatSetup, ...]
    seed: str = ""
    practice: bool = False
    wanted: tuple[SeatSetup, ...] = ()

    @classmethod
    def of(cls, setup: TableSetup) -> Draft:
        """A draft that is this set-up."""
        name = preset_of(setup.rules)
        base = name if name in PRESETS else nearest_preset(setup.rules)
        return cls(base, _options(setup.rules), setup.seats, setup.seed or "", setup.practice)

    def value(self, name: str) -> Any:
        """The present value of a rule."""
        return dict(self.options)[name]

    @property
    def hand(self) -> int | None:
        """Tiles for each player; None where the rules say nothing about so many players."""
        return dict(self.value(HANDS)).get(len(self.seats))

    @property
    def unchecked(self) -> RuleSet:
        """The rules as they stand, playable or not: good for words only."""
        return RuleSet.model_construct(**dict(self.options))

    def setup(self) -> TableSetup:
        """The table. Raises RuleError with one sentence if this cannot be played."""
        seats = tuple(seat._replace(name=clean(seat.name)) for seat in self.seats)
        seed = parse_seed(self.seed) if self.seed else None
        setup = TableSetup(make_rules(dict(self.options)), seats, seed, self.practice)
        setup.check()
        return setup

    @property
    def problem(self) -> str:
        """Why this cannot be played, or nothing."""
        try:
            self.setup()
        except RuleError as error:
            return say(error.sentence)
        return ""

    def words(self, name: str) -> Setting:
        """A rule in words, as it is now."""
        return next(entry for entry in settings(self.unchecked) if entry.name == name)

    def changed(self, name: str) -> bool:
        """Whether a rule is not as in the preset."""
        theirs = PRESETS[self.base].rules
        if name == HANDS:
            return self.hand != dict(theirs.hand_sizes).get(len(self.seats))
        return bool(self.value(name) != getattr(theirs, name))

    def preset_words(self, name: str) -> str:
        """How the preset has it."""
        theirs = PRESETS[self.base].rules
        if name == HANDS:
            hand = dict(theirs.hand_sizes).get(len(self.seats))
            return _("not for so many players") if hand is None else str(hand)
        return next(entry.words for entry in settings(theirs) if entry.name == name)

    def with_preset(self, step: int) -> Draft:
        """The next preset, all rules as it has them; the players that were chosen, or as many as it
        allows."""
        names = list(PRESETS)
        name = names[(names.index(self.base) + step) % len(names)]
        rules = PRESETS[name].rules
        wanted = self.wanted or self.seats
        seats = min(max(len(wanted), rules.seats[0]), rules.seats[-1])
        draft = replace(self, base=name, options=_options(rules), seats=wanted)
        draft = draft.with_players(seats - len(wanted))
        return draft if seats == len(wanted) else replace(draft, wanted=wanted)

    def with_rule(self, name: str, step: int) -> Draft:
        """The next value of a rule."""
        if name == HANDS:
            return self._with_hand((self.hand or 0) + step)
        choices = self._choices(name)
        now = self.value(name)
        at = choices.index(now) if now in choices else 0
        return self._with(name, choices[(at + step) % len(choices)])

    def reset(self, name: str) -> Draft:
        """A rule as the preset has it."""
        theirs = PRESETS[self.base].rules
        if name == HANDS:
            hand = dict(theirs.hand_sizes).get(len(self.seats))
            return self._with_hand(hand or 0)
        return self._with(name, getattr(theirs, name))

    def _choices(self, name: str) -> Sequence[Any]:
        match name:
            case "set_size":
                return SET_SIZES
            case "arms":
                return ARMS
            case "yard_reserve":
                return range(31)
            case "rounds":
                return (None, *range(1, self.unchecked.full_rounds))
        now = self.value(name)
        if isinstance(now, bool):
            return (False, True)
        assert isinstance(now, Enum)
        return tuple(type(now))

    def _with(self, name: str, value: Any) -> Draft:
        options = tuple((n, value if n == name else v) for n, v in self.options)
        return replace(self, options=options)._fitted()

    def _with_hand(self, hand: int) -> Draft:
        hands = dict(self.value(HANDS))
        hands.pop(len(self.seats), None)
        if hand > 0:
            hands[len(self.seats)] = hand
        return self._with(HANDS, tuple(sorted(hands.items())))

    def _fitted(self) -> Draft:
        """Hands of tables of another size give way silently; this one's are the person's choice."""
        tiles = len(full_set(self.value("set_size")))
        tiles -= self.value("missing_lead") is MissingLead.SET_ASIDE
        here = len(self.seats)
        hands = tuple(
            (seats, hand if seats == here else min(hand, tiles // seats))
            for seats, hand in self.value(HANDS)
        )
        most = self.unchecked.full_rounds
        rounds = self.value(ROUNDS)
        fresh = {HANDS: hands, ROUNDS: None if rounds is None or rounds >= most else rounds}
        return replace(self, options=tuple((n, fresh.get(n, v)) for n, v in self.options))

    def with_players(self, step: int) -> Draft:
        """More or fewer chairs; new ones are taken by gentle computer players."""
        count = min(max(len(self.seats) + step, 2), MAX_SEATS)
        seats = list(self.seats[:count])
        while len(seats) < count:
            level = seats[-1].level if seats and seats[-1].level else gentle()
            seats.append(SeatSetup(free_name([seat.name for seat in seats]), level))
        return replace(self, seats=tuple(seats), wanted=())._fitted()

    def with_kind(self, seat: int, step: int) -> Draft:
        """Somebody else in a chair: a person, or a computer player of another level."""
        now = self.seats[seat]
        kinds = list(KINDS)
        kind = kinds[(kinds.index(now.level) + step) % len(kinds)]
        return self._with_seat(seat, now._replace(level=kind))

    def typed(self, seat: int, text: str) -> Draft:
        """`text` at the end of a name."""
        now = self.seats[seat]
        kept = clean(f"{now.name}{text}x")[:-1][:LONGEST]  # a blank at the end may go on
        return self._with_seat(seat, now._replace(name=kept))

    def erased(self, seat: int) -> Draft:
        """A name without its last character."""
        now = self.seats[seat]
        return self._with_seat(seat, now._replace(name=now.name[:-1]))

    def sown(self, text: str) -> Draft:
        """`text` at the end of the seed; what is no hexadecimal digit is left out."""
        digits = "".join(char for char in text.lower() if char in _DIGITS)
        return replace(self, seed=(self.seed + digits)[:SEED_DIGITS])

    def _with_seat(self, seat: int, who: SeatSetup) -> Draft:
        seats = (*self.seats[:seat], who, *self.seats[seat + 1 :])
        return replace(self, seats=seats, wanted=())


def _options(rules: RuleSet) -> tuple[tuple[str, Any], ...]:
    return tuple((name, getattr(rules, name)) for name in RuleSet.model_fields)
