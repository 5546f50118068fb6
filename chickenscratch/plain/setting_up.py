"""The set-up dialogue: rules, house rules, how long, who sits where."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Final

from chickenscratch.bots.levels import LEVELS
from chickenscratch.company import LONGEST, free_name, gentle, own_name, remember
from chickenscratch.config import Settings
from chickenscratch.core.presets import PRESETS, format_rules, parse_rules, preset_of
from chickenscratch.core.rule_words import VALUE_WORDS
from chickenscratch.core.rules import RuleError, RuleSet
from chickenscratch.core.shuffle import parse_seed
from chickenscratch.locale import _, ngettext
from chickenscratch.locale.numbers import both, one_of
from chickenscratch.locale.options import settings as settings_of
from chickenscratch.locale.reasons import say
from chickenscratch.plain.commands import Unknown, choose
from chickenscratch.plain.questions import Questions
from chickenscratch.plain.text import clean, folded, listed
from chickenscratch.plain.words import game_name
from chickenscratch.table.setup import SeatSetup, TableSetup

USUAL_SEATS: Final = 4
PERSON: Final = "person"
_LIST: Final = ("list", "elenco")
_SEED: Final = ("seed", "seme")
_PRACTICE: Final = ("practice", "allenamento")


class SettingUp:
    """Asks for everything a table needs. Enter keeps what is offered, so that it is quick."""

    def __init__(self, questions: Questions, settings: Settings, settings_file: Path) -> None:
        self._ask = questions
        self._settings = settings
        self._file = settings_file

    async def table(self) -> TableSetup:
        """A table that can be played. Raises BackError and ClosedError."""
        rules = await self.rules()
        seats = await self._seats(rules)
        self._ask.say(
            f"{game_name(rules)}, {_rounds(rules.game_rounds)}.",
            _("At the table: {names}.").format(names=both([_seated(seat) for seat in seats])),
        )
        setup = await self._begin(TableSetup(rules, seats))
        self._remember(setup)
        return setup

    async def rules(self) -> RuleSet:
        """Rules that can be played: a preset, house rules, how long. Raises BackError and
        ClosedError."""
        rules = await self.preset(self._last_preset())
        rules = await self._house_rules(rules)
        return await self._rounds(rules)

    async def preset(self, usual: str) -> RuleSet:
        """The rules of one of the presets."""
        for number, known in enumerate(PRESETS.values(), 1):
            self._ask.say(f"{number}: {known.name}. {_(known.about)}")
        words = _("Which rules? A number or a name; Enter: {usual}.")
        name = await self._ask.one_of(words.format(usual=usual), list(PRESETS), usual)
        return PRESETS[name].rules

    def _last_preset(self) -> str:
        last = self._settings.last.rules
        return last if last in PRESETS else next(iter(PRESETS))

    async def _house_rules(self, rules: RuleSet) -> RuleSet:
        self._ask.say(
            _("House rules? Enter for none, “list” to hear them, or a name and a value: "
              "“may_pass yes”.")
        )  # fmt: skip
        names = [name for name in RuleSet.model_fields if name != "rounds"]
        while line := await self._ask.line([*names, *_LIST]):
            name, _space, value = line.replace("=", " ").partition(" ")
            if folded(name) in _LIST:
                self._ask.say(*_rule_lines(rules))
                continue
            found = choose(name.replace("-", "_"), [(known, known) for known in names])
            if isinstance(found, Unknown):
                words = _("There is no rule called “{field}”.")
                self._ask.say(words.format(field=name))
                continue
            rules = self._changed(rules, found, "".join(value.split()))
            self._ask.say(next(line for line in _rule_lines(rules) if line.startswith(found)))
        return rules

    def _changed(self, rules: RuleSet, name: str, value: str) -> RuleSet:
        if not value:
            return rules
        try:
            return parse_rules(f"{format_rules(rules)} {name}={value}")
        except RuleError as error:
            self._ask.say(say(error.sentence))
            return rules

    async def _rounds(self, rules: RuleSet) -> RuleSet:
        most = rules.full_rounds
        words = _("How many rounds, 1 to {most}? Enter: all of them.")
        rounds = await self._ask.number(words.format(most=most), 1, most, most)
        return rules.model_copy(update={"rounds": None if rounds == most else rounds})

    async def _seats(self, rules: RuleSet) -> tuple[SeatSetup, ...]:
        wanted = self._settings.last.players
        usual = min(rules.seats, key=lambda seats: (abs(seats - wanted), seats))
        words = _("How many sit at the table? {counts}. Enter: {usual}.")
        while True:
            question = words.format(counts=one_of(rules.seats), usual=usual)
            count = await self._ask.number(question, rules.seats[0], rules.seats[-1], usual)
            if count in rules.seats:
                break
        while True:
            seats: list[SeatSetup] = []
            for number in range(1, count + 1):
                seats.append(await self._seat(number, [seat.name for seat in seats]))
            if any(seat.level is None for seat in seats):
                return tuple(seats)
            self._ask.say(_("At least one person must sit at the table."))

    async def _seat(self, number: int, taken: Sequence[str]) -> SeatSetup:
        first = number == 1
        usual = PERSON if first else self._usual_level(number)
        names = [PERSON, *LEVELS]
        words = _("Seat {number}: {names}? Enter: {usual}.")
        shown = one_of([f"{n} {name}" for n, name in enumerate(names, 1)])
        kind = await self._ask.one_of(
            words.format(number=number, names=shown, usual=usual), names, usual
        )
        offered = own_name(self._settings) if first and kind == PERSON else free_name(taken)
        self._ask.say(
            _("Name of seat {number}? Enter: {usual}.").format(number=number, usual=offered)
        )
        while True:
            name = clean(await self._ask.line())[:LONGEST] or offered
            if name.casefold() not in {other.casefold() for other in taken}:
                return SeatSetup(name, None if kind == PERSON else kind)
            self._ask.say(_("Every seat needs a name of its own."))

    def _usual_level(self, number: int) -> str:
        """As it was last time."""
        last = self._settings.last.bots
        level = last[min(number - 2, len(last) - 1)] if last else gentle()
        return level if level in LEVELS else gentle()

    async def _begin(self, setup: TableSetup) -> TableSetup:
        """Enter; before it perhaps a seed to deal from, and the wish for free practice."""
        self._ask.say(
            _("Enter begins; “seed” and hexadecimal digits deal from that seed; “practice” lets "
              "you take everything back; “back” gives up.")
        )  # fmt: skip
        while line := await self._ask.line([*_SEED, *_PRACTICE]):
            word, _space, digits = line.partition(" ")
            try:
                if folded(word) in _SEED:
                    return setup._replace(seed=parse_seed(digits.strip()))
                if folded(word) in _PRACTICE:
                    setup = setup._replace(practice=True)
                    self._ask.say(_("Free practice: everything can be taken back."))
                else:
                    self._ask.say(_("“{word}” is not understood.").format(word=word))
            except RuleError as error:
                self._ask.say(say(error.sentence))
        return setup

    def _remember(self, setup: TableSetup) -> None:
        """Offer the same next time, but not house rules or a short game: that is asked anew."""
        preset = PRESETS.get(preset_of(setup.rules))
        if preset is not None:
            whole = setup._replace(rules=preset.rules)
            self._ask.say(*filter(None, [remember(self._file, whole)]))


def _rounds(count: int) -> str:
    return ngettext("{count} round", "{count} rounds", count).format(count=count)


def _seated(seat: SeatSetup) -> str:
    return seat.name if seat.level is None else f"{seat.name} ({seat.level})"


def _rule_lines(rules: RuleSet) -> list[str]:
    """A line for each rule: its name, what it says now, and what else it may say."""
    lines = []
    for setting in settings_of(rules):
        if setting.name == "rounds":
            continue
        line = f"{setting.name}: {setting.title}: {setting.words}."
        values = VALUE_WORDS.get(setting.name)
        if values:
            line += " " + _("It can be {values}.").format(values=listed(values))
        lines.append(line)
    return lines
