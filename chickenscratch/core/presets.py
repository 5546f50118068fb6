"""The eight presets, and rule sets from text and from house-rules files."""

from __future__ import annotations

import tomllib
from typing import Any, Final, NamedTuple

from pydantic import ValidationError

from chickenscratch.core.rules import RuleError, RuleSet
from chickenscratch.core.text import N_


class Preset(NamedTuple):
    """A rule set with a name. `title` and `about` are to be translated."""

    name: str
    title: str
    about: str
    rules: RuleSet


_SCRATCH: Final[dict[str, Any]] = {
    "set_size": 6,
    "hand_sizes": {"2": 5, "3": 5, "4": 5, "5": 5},
    "arms": 4,
    "round_order": "pool",
    "missing_lead": "next-held",
    "call": "chickie",
}
_COOP: Final[dict[str, Any]] = {
    "set_size": 9,
    "hand_sizes": {"2": 11, "3": 11, "4": 9, "5": 7, "6": 7},
    "arms": 6,
    "round_order": "descending",
    "missing_lead": "draw-in-turn",
    "call": "cluck",
}
_CLASSIC: Final[dict[str, Any]] = {
    "set_size": 9,
    "hand_sizes": {"2": 21, "3": 14, "4": 11, "5": 8, "6": 7, "7": 6, "8": 5},
    "arms": 4,
    "round_order": "descending",
    "missing_lead": "set-aside",
    "blank_scoring": "double-blank-50",
    "last_tile_tap": "automatic",
    "call": "chickie",
}


def _preset(name: str, title: str, about: str, **options: Any) -> Preset:
    return Preset(name, title, about, RuleSet.model_validate(options))


PRESETS: Final[dict[str, Preset]] = {
    preset.name: preset
    for preset in (
        _preset(
            "chicken-scratch",
            N_("Chicken Scratch"),
            N_("Double-six, a hub of four, seven short rounds. The lively one."),
            **_SCRATCH,
        ),
        _preset(
            "chicken-foot",
            N_("Chicken Foot"),
            N_("Double-nine, the six-slot coop hub with its cluck, ten rounds. The big one."),
            **_COOP,
        ),
        _preset(
            "coop-manual",
            N_("Coop, by the manual"),
            N_("Chicken Foot as its maker prints it: the lead goes again, blank halves cost 25."),
            **(_COOP | {"lead_plays_again": True, "blank_scoring": "blank-halves-25"}),
        ),
        _preset(
            "classic",
            N_("Classic Chickenfoot"),
            N_("Double-nine, a hub of four laid out before the deal, the double blank costs 50."),
            **_CLASSIC,
        ),
        _preset(
            "eight-legged",
            N_("Eight-legged hen"),
            N_("Classic with a hub of eight; everybody draws until the lead turns up."),
            **(_CLASSIC | {"arms": 8, "missing_lead": "draw-together"}),
        ),
        _preset(
            "double-foot",
            N_("Long double foot"),
            N_("Six arms and nineteen rounds: down to the double blank and up again."),
            **(
                _COOP
                | {
                    "hand_sizes": {
                        "2": 20,
                        "3": 14,
                        "4": 11,
                        "5": 8,
                        "6": 7,
                        "7": 6,
                        "8": 6,
                    },
                    "round_order": "down-and-up",
                    "blank_scoring": "blank-halves-25",
                    "call": "none",
                }
            ),
        ),
        _preset(
            "chickie-sixes",
            N_("Chickie Sixes"),
            N_("Chicken Scratch for exactly two players."),
            **(_SCRATCH | {"hand_sizes": {"2": 5}}),
        ),
        _preset(
            "family-scratch",
            N_("Family Scratch"),
            N_("Double-six from the double blank upwards, seven tiles each."),
            **(
                _SCRATCH
                | {
                    "hand_sizes": {"2": 7, "3": 7, "4": 6, "5": 5},
                    "round_order": "ascending",
                    "missing_lead": "set-aside",
                }
            ),
        ),
    )
}
CUSTOM: Final = "custom"


def preset(name: str) -> Preset:
    """The preset called `name`. Raises RuleError with the names there are."""
    try:
        return PRESETS[name]
    except KeyError:
        raise RuleError(
            N_("There are no rules called “{name}”; choose one of {names}."),
            name=name,
            names=", ".join(PRESETS),
        ) from None


def preset_of(rules: RuleSet) -> str:
    """The name of the preset with exactly these rules (short games aside), else ``custom``."""
    whole = rules.model_copy(update={"rounds": None})
    return next((p.name for p in PRESETS.values() if p.rules == whole), CUSTOM)


def differences(rules: RuleSet, base: RuleSet) -> dict[str, Any]:
    """The options in which `rules` differs from `base`, by name, as plain values."""
    ours, theirs = rules.model_dump(mode="json"), base.model_dump(mode="json")
    return {name: value for name, value in ours.items() if value != theirs[name]}


def make_rules(options: dict[str, Any], base: RuleSet | None = None) -> RuleSet:
    """A rule set from plain options on top of `base`. Raises RuleError with one sentence."""
    start = {} if base is None else base.model_dump(mode="json")
    try:
        return RuleSet.model_validate(start | options)
    except ValidationError as error:
        raise _rule_error(error) from None


def _rule_error(error: ValidationError) -> RuleError:
    first = error.errors(include_url=False)[0]
    cause = first.get("ctx", {}).get("error")
    if isinstance(cause, RuleError):
        return cause
    where = str(first["loc"][0]) if first["loc"] else "rules"
    if first["type"] == "extra_forbidden":
        return RuleError(N_("There is no rule called “{field}”."), field=where)
    if first["type"] == "enum":
        expected = str(first.get("ctx", {}).get("expected", "")).replace("'", "")
        return RuleError(
            N_("The rule “{field}” cannot be “{value}”; choose {expected}."),
            field=where,
            value=first["input"],
            expected=expected,
        )
    if first["type"] == "bool_type":
        return RuleError(
            N_("The rule “{field}” must be true or false, without quotation marks."), field=where
        )
    if first["type"] == "int_type" and where != "hand_sizes":
        return RuleError(
            N_("The rule “{field}” must be a whole number, without quotation marks."), field=where
        )
    return RuleError(
        N_("The rule “{field}” cannot be “{value}”."), field=where, value=first["input"]
    )


def rules_from_toml(text: str) -> tuple[str, RuleSet]:
    """House rules: an optional `preset` to start from, then any options. Gives (name, rules).

    Raises RuleError with one sentence for anything that is not a playable rule set.
    """
    try:
        options = tomllib.loads(text.removeprefix("\ufeff"))
    except RecursionError:
        raise RuleError(N_("This is not a house-rules file: it is nested too deeply.")) from None
    except ValueError as error:  # a number with thousands of digits as well
        raise RuleError(N_("This is not a house-rules file: {error}."), error=error) from None
    base_name = options.pop("preset", "chicken-foot")
    if not isinstance(base_name, str):
        raise RuleError(N_('Write the preset as text, such as preset = "chicken-foot".'))
    rules = make_rules(options, preset(base_name).rules)
    return preset_of(rules), rules


def format_rules(rules: RuleSet) -> str:
    """One line: the preset's name and what differs, ``chicken-foot arms=4 rounds=3``."""
    name = preset_of(rules)
    base = "chicken-foot" if name == CUSTOM else name
    if name == CUSTOM:
        base = min(PRESETS, key=lambda n: len(differences(rules, PRESETS[n].rules)))
    parts = [base]
    for field, value in differences(rules, PRESETS[base].rules).items():
        if field == "hand_sizes":
            value = ",".join(f"{seats}:{tiles}" for seats, tiles in value.items())
        parts.append(f"{field}={_plain(value)}")
    return " ".join(parts)


def _plain(value: Any) -> str:
    if value is None:
        return "all"
    return ("no", "yes")[value] if isinstance(value, bool) else str(value)


def parse_rules(text: str) -> RuleSet:
    """Read what :func:`format_rules` wrote. Raises RuleError."""
    name, *parts = text.split() or [""]
    options: dict[str, Any] = {}
    for part in parts:
        field, equals, value = part.partition("=")
        if not equals:
            raise RuleError(N_("“{part}” is not an option such as arms=4."), part=part)
        options[field] = _read(field, value)
    return make_rules(options, preset(name).rules)


def _read(field: str, value: str) -> Any:
    if field == "hand_sizes":
        pairs = (pair.partition(":") for pair in value.split(","))
        return {seats: int(tiles) if tiles.isdecimal() else tiles for seats, _, tiles in pairs}
    if field == "rounds" and value == "all":
        return None
    if value in ("yes", "no"):
        return value == "yes"
    return int(value) if value.isascii() and value.isdigit() else value
