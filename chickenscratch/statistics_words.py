"""The statistics of a player as data to show: facts, tables and bars, all in words.

Used by the screen, by plain mode and by the command line, so nothing of Textual is in here.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from chickenscratch.bots.levels import LEVELS
from chickenscratch.core.presets import PRESETS
from chickenscratch.core.state import EndReason
from chickenscratch.locale import _, ngettext
from chickenscratch.locale.columns import clean
from chickenscratch.locale.numbers import decimal
from chickenscratch.store.figures import CLASSES, STEP, Figures, Kind, Portrait, Rival

_EIGHTHS: Final = " ▏▎▍▌▋▊▉"
_SPARKS: Final = "▁▂▃▄▅▆▇█"
_SPARKS_ASCII: Final = "_.-=+*#@"


class Bar(NamedTuple):
    """A part of a whole."""

    title: str
    value: int
    total: int

    @property
    def words(self) -> str:
        return f"{self.value}  {percent(self.value, self.total)}"


class Section(NamedTuple):
    """What is said about one thing. Only one of the four kinds of content is there.

    `facts`: titles and values. `heads` and `rows`: a table, the first column to the left.
    `bars`: parts of a whole. `spark`: values in time, the oldest first, with `note` below.
    """

    title: str
    facts: tuple[tuple[str, str], ...] = ()
    heads: tuple[str, ...] = ()
    rows: tuple[tuple[str, ...], ...] = ()
    bars: tuple[Bar, ...] = ()
    spark: tuple[float, ...] = ()
    note: str = ""


def sections(found: Portrait) -> list[Section]:
    """Everything about a player, the most important first; nothing about what never was."""
    if not found.all.games and not found.assisted.games:
        return []
    parts = []
    if found.all.games:
        parts = [
            Section(_("All games"), facts=tuple(_facts(found.all))),
            _recent(found.recent),
            Section(_("How the rounds ended"), bars=_ends(found.all)),
            Section(_("What a round cost"), bars=_spread(found.spread)),
            _kinds(found),
            _rivals(found),
        ]
    if found.assisted.games:
        parts.append(_assisted(found.assisted))
    return parts


def percent(part: int, whole: int) -> str:
    """``43%``."""
    return f"{round(100 * part / whole) if whole else 0}%"


def kind_title(kind: Kind) -> str:
    """``Chicken Scratch, 4 players``; a short game says how short."""
    preset = PRESETS.get(kind.preset)
    title = _("House rules") if preset is None else _(preset.title)
    players = ngettext("{count} player", "{count} players", kind.seats).format(count=kind.seats)
    parts = [title, players]
    if preset is None or kind.rounds != preset.rules.full_rounds:
        rounds = ngettext("{count} round", "{count} rounds", kind.rounds)
        parts.append(rounds.format(count=kind.rounds))
    return ", ".join(parts)


def player_title(name: str, level: str | None) -> str:
    """A person's name, or that these are the computer players of a level."""
    if level is None:
        return clean(name)
    title = _(LEVELS[level].title) if level in LEVELS else clean(level)
    return _("computer: {level}").format(level=title)


def _facts(all_: Figures) -> list[tuple[str, str]]:
    part = _("{count} of {total} ({percent})")
    wins = part.format(count=all_.wins, total=all_.games, percent=percent(all_.wins, all_.games))
    outs = part.format(count=all_.outs, total=all_.rounds, percent=percent(all_.outs, all_.rounds))
    dead = part.format(count=all_.dead, total=all_.rounds, percent=percent(all_.dead, all_.rounds))
    if all_.shared:
        wins += ", " + ngettext("{count} shared", "{count} shared", all_.shared).format(
            count=all_.shared
        )
    return [
        (_("games"), str(all_.games)),
        (_("wins"), wins),
        (_("wins in a row"), _("{now} now, {most} at most").format(
            now=all_.streak, most=all_.longest)),
        (_("rounds gone out"), outs),
        (_("points a round"), decimal(all_.mean_round)),
        (_("points a game"), decimal(all_.mean_game)),
        (_("heaviest hand"), str(all_.heaviest)),
        (_("the foot or hub died"), dead),
    ]  # fmt: skip


def _recent(values: Sequence[float]) -> Section:
    note = _("latest {last}, lowest {low}, highest {high}; the lower the better").format(
        last=decimal(values[-1]), low=decimal(min(values)), high=decimal(max(values))
    )
    title = ngettext(
        "Points a round in the latest game", "Points a round in the latest {count} games",
        len(values),
    )  # fmt: skip
    return Section(title.format(count=len(values)), spark=tuple(values), note=note)


def _ends(all_: Figures) -> tuple[Bar, ...]:
    ends = all_.ends
    parts = (
        (_("this player went out"), all_.outs),
        (_("another player went out"), ends[EndReason.OUT] - all_.outs),
        (_("a foot died"), ends[EndReason.DEAD_FOOT]),
        (_("the hub died"), ends[EndReason.DEAD_HUB]),
        (_("nobody could play"), ends[EndReason.BLOCKED]),
    )
    return tuple(Bar(title, count, all_.rounds) for title, count in parts)


def _spread(counts: Sequence[int]) -> tuple[Bar, ...]:
    titles = ["0", f"1-{STEP - 1}"]
    titles += [f"{at * STEP}-{at * STEP + STEP - 1}" for at in range(1, CLASSES - 1)]
    titles.append(_("{points} or more").format(points=(CLASSES - 1) * STEP))
    last = max(i for i, count in enumerate(counts) if count or not i)
    total = sum(counts)
    return tuple(
        Bar(title, count, total) for title, count in zip(titles[: last + 1], counts, strict=False)
    )


def _kinds(found: Portrait) -> Section:
    heads = ("", _("games"), _("wins"), _("mean"), _("best"), _("worst"), _("went out"))
    rows = tuple(
        (
            kind_title(kind), str(figures.games), str(figures.wins), decimal(figures.mean_game),
            str(figures.best), str(figures.worst), percent(figures.outs, figures.rounds),
        )
        for kind, figures in found.kinds
    )  # fmt: skip
    return Section(_("By game and table"), heads=heads, rows=rows)


def _rivals(found: Portrait) -> Section:
    heads = ("", _("games"), _("wins"), _("ahead"), _("behind"))
    rows = tuple(
        (
            _rival(rival), str(against.games), str(against.wins), str(against.ahead),
            str(against.behind),
        )
        for rival, against in found.rivals
    )  # fmt: skip
    return Section(_("Against"), heads=heads, rows=rows)


def _rival(rival: Rival) -> str:
    return player_title(rival.name, rival.level)


def _assisted(figures: Figures) -> Section:
    facts = (
        (_("games"), str(figures.games)),
        (_("wins"), str(figures.wins)),
        (_("points a round"), decimal(figures.mean_round)),
    )
    return Section(_("With help, or for practice (not counted above)"), facts=facts)


def bar(value: int, most: int, width: int, *, ascii_only: bool = False) -> str:
    """A bar of at most `width` columns, as long as `value` is of `most`."""
    eighths = round(8 * width * value / most) if most else 0
    if ascii_only:
        return "#" * max(round(eighths / 8), 1 if value else 0)
    full, part = divmod(max(eighths, 1 if value else 0), 8)
    return "█" * full + (_EIGHTHS[part] if part else "")


def spark(values: Sequence[float], *, ascii_only: bool = False) -> str:
    """A column for each value, the higher the larger it is."""
    signs = _SPARKS_ASCII if ascii_only else _SPARKS
    low, high = min(values), max(values)
    apart = high - low
    if not apart:
        return signs[len(signs) // 2] * len(values)
    return "".join(signs[round((value - low) / apart * (len(signs) - 1))] for value in values)
