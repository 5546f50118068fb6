"""What people agree to before the first deal: only what is not played the usual way."""

from __future__ import annotations

import hashlib
import json
from functools import lru_cache
from typing import Any

from chickenscratch.core.presets import CUSTOM, PRESETS, differences, preset_of
from chickenscratch.core.rules import RuleSet
from chickenscratch.host.shapes import Differs, TableSettings

_POINTS = ("clock", "absent", "absent_after", "open_hands")


def usual_rules(rules: RuleSet) -> RuleSet:
    """The rules of the preset that these are nearest to."""
    name = preset_of(rules)
    if name != CUSTOM:
        return PRESETS[name].rules
    nearest = min(PRESETS.values(), key=lambda preset: len(differences(rules, preset.rules)))
    return nearest.rules


@lru_cache(maxsize=1024)
def differing(settings: TableSettings) -> tuple[Differs, ...]:
    """Every point in which a table differs from its preset, played without a clock and with closed
    hands."""
    usual = usual_rules(settings.rules)
    theirs = usual.model_dump(mode="json")
    points = [
        Differs(what=name, usual=_json(theirs[name]), here=_json(value))
        for name, value in differences(settings.rules, usual).items()
    ]
    ours = settings.model_dump(mode="json")
    plain = TableSettings(rules=usual, seats=settings.seats).model_dump(mode="json")
    points += [
        Differs(what=name, usual=_json(plain[name]), here=_json(ours[name]))
        for name in _POINTS
        if ours[name] != plain[name]
    ]
    return tuple(points)


@lru_cache(maxsize=1024)
def agreement(settings: TableSettings) -> str:
    """A short name for exactly these settings."""
    text = json.dumps(settings.model_dump(mode="json"), sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)
