"""A score sheet in words: as text, as Markdown, as CSV and as HTML."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Sequence
from html import escape
from typing import Final, NamedTuple

from chickenscratch.core.events import GameEnded
from chickenscratch.core.presets import PRESETS, preset_of
from chickenscratch.core.rules import RuleSet
from chickenscratch.core.sheet import ScoreSheet
from chickenscratch.core.state import EndReason, RoundResult
from chickenscratch.core.tiles import double
from chickenscratch.locale import _, current, ngettext, pgettext
from chickenscratch.locale.columns import cells, clean, left, right
from chickenscratch.locale.moments import game_end

WIDTH: Final = 79
"""Columns of what is written for a shell or a printer."""
_LEAST: Final = 5
"""Columns of a player."""
_MARKDOWN: Final = re.compile(r"[\\`*_\[\]<>|~&]|^[#+=-]|(?<=^\d)[.)]")


class Row(NamedTuple):
    """A line of the table. `strong`: one of the sums below the rounds."""

    title: str
    cells: tuple[str, ...]
    strong: bool = False


def place_word(place: int) -> str:
    """``1st``, ``2nd`` and so on."""
    names = {
        1: pgettext("place", "1st"),
        2: pgettext("place", "2nd"),
        3: pgettext("place", "3rd"),
    }
    return names.get(place) or pgettext("place", "{number}th").format(number=place)


def rules_title(rules: RuleSet) -> str:
    """The preset's name, or that these are house rules."""
    preset = PRESETS.get(preset_of(rules))
    return _("House rules") if preset is None else _(preset.title)


def title_line(sheet: ScoreSheet) -> str:
    """``Chicken Foot, 4 players, 10 rounds, 2026-11-29``."""
    rules, count = sheet.rules, len(sheet.names)
    players = ngettext("{count} player", "{count} players", count).format(count=count)
    number = rules.game_rounds
    rounds = ngettext("{count} round", "{count} rounds", number).format(count=number)
    parts = [rules_title(rules), players, rounds]
    if sheet.created:
        parts.append(clean(sheet.created)[:10])
    return ", ".join(parts)


def verdict(sheet: ScoreSheet) -> str:
    """Who has won, or how far the game has come."""
    names = [clean(name) for name in sheet.names]
    if sheet.over:
        return game_end(GameEnded(sheet.totals, sheet.winners, None), names, None)
    return _("Not over yet: {played} of {rounds} rounds. The lowest total wins.").format(
        played=len(sheet.results), rounds=sheet.rules.game_rounds
    )


def end_word(result: RoundResult) -> str:
    """How a round ended, in a word or two."""
    match result.end:
        case EndReason.OUT:
            return pgettext("the end of a round", "out")
        case EndReason.DEAD_FOOT:
            return _("the foot died")
        case EndReason.DEAD_HUB:
            return _("the hub died")
        case EndReason.BLOCKED:
            return _("blocked")


def rows(sheet: ScoreSheet) -> list[Row]:
    """Every round, and what it all comes to. Whoever went out is marked with a star."""
    found = [
        Row(f"{result.number:>2}  {double(result.lead)}", _scores(result))
        for result in sheet.results
    ]
    totals, lowest = sheet.totals, min(sheet.totals)
    outs = [sum(result.out == seat for result in sheet.results) for seat in range(sheet.seats)]
    behind = tuple(f"+{total - lowest}" if total > lowest else "-" for total in totals)
    return [
        *found,
        Row(_("total"), tuple(map(str, totals)), strong=True),
        Row(_("behind"), behind),
        Row(_("place"), tuple(map(place_word, sheet.ranks)) if sheet.results else _blank(sheet)),
        Row(_("went out"), tuple(map(str, outs))),
    ]


def _blank(sheet: ScoreSheet) -> tuple[str, ...]:
    return ("",) * sheet.seats


def _scores(result: RoundResult) -> tuple[str, ...]:
    return tuple(
        f"{score}{'*' if seat == result.out else ''}" for seat, score in enumerate(result.scores)
    )


def sheet_text(sheet: ScoreSheet) -> str:
    """The sheet as plain text, in 79 columns where the players fit into them."""
    table = rows(sheet)
    names = [clean(name) for name in sheet.names]
    first = max(cells(row.title) for row in (*table, Row(_("round"), ())))
    column = max(_LEAST, min(14, (WIDTH - first) // sheet.seats - 1))
    # stars hang out of the column, so that digits stand below each other
    widest = max(min(column, cells(text)) for text in (*names, *_all_cells(table)))
    column = min(column, max(_LEAST, widest + 1))

    def said(title: str, texts: Sequence[str]) -> str:
        parts = [left(title, first), *(_cell(text, column) for text in texts)]
        return " ".join(parts).rstrip()

    rule = "-" * (first + (column + 1) * sheet.seats)
    lines = [title_line(sheet), verdict(sheet), "", said(_("round"), names), rule]
    for row in table:
        if row.strong:
            lines.append(rule)
        lines.append(said(row.title, row.cells))
    if any(result.out is not None for result in sheet.results):
        lines += ["", _("* went out")]
    return "\n".join(lines) + "\n"


def _all_cells(table: Sequence[Row]) -> list[str]:
    return [text for row in table for text in row.cells]


def _cell(text: str, width: int) -> str:
    return right(text, width) if text.endswith("*") else right(text, width - 1) + " "


def sheet_markdown(sheet: ScoreSheet) -> str:
    """The sheet as a Markdown table."""
    heads = [_("round"), *sheet.names]
    lines = [
        f"**{_escaped(title_line(sheet))}**",
        "",
        _escaped(verdict(sheet)),
        "",
        _barred([_escaped(clean(head)) for head in heads]),
        _barred([":--", *["--:"] * sheet.seats]),
    ]
    for row in rows(sheet):
        texts = [_escaped(text) for text in (row.title.strip(), *row.cells)]
        lines.append(_barred([f"**{t}**" for t in texts] if row.strong else texts))
    if any(result.out is not None for result in sheet.results):
        lines += ["", _escaped(_("* went out"))]
    return "\n".join(lines) + "\n"


def _barred(texts: Sequence[str]) -> str:
    return f"| {' | '.join(texts)} |"


def _escaped(text: str) -> str:
    """`text` so that Markdown takes none of its characters for a sign."""
    return _MARKDOWN.sub(r"\\\g<0>", text)


def sheet_csv(sheet: ScoreSheet) -> str:
    """The sheet as comma-separated values, a row a round, the totals below."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\r\n")
    heads = [_("round"), _("lead"), _("how it ended"), _("who went out")]
    names = [_harmless(clean(name)) for name in sheet.names]
    writer.writerow([*heads, *names])
    for result in sheet.results:
        lead, end = str(double(result.lead)), end_word(result)
        gone = "" if result.out is None else names[result.out]
        writer.writerow([result.number, lead, end, gone, *result.scores])
    writer.writerow([_("total"), "", "", "", *sheet.totals])
    return out.getvalue()


def _harmless(text: str) -> str:
    """A name that no spreadsheet takes for a formula."""
    return f"'{text}" if text[:1] in ("=", "+", "-", "@") else text


STYLE: Final = """
  body { font-family: Georgia, 'Times New Roman', serif; margin: 2em auto; max-width: 60em;
         padding: 0 1em; color: #1b1b18; background: #fffdf6; }
  h1 { font-size: 1.4em; margin: 0 0 .2em; }
  p { margin: .3em 0 1em; }
  table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
  th, td { border: 1px solid #8a8675; padding: .25em .7em; text-align: right; }
  th:first-child, td:first-child { text-align: left; white-space: pre; }
  thead th { background: #ece6d2; }
  tr.sum th, tr.sum td { font-weight: bold; border-top: 2px solid #1b1b18; }
  td.out { background: #e3efd8; }
  @media print { body { margin: 0; max-width: none; background: none; } }
"""


def page(title: str, body: Sequence[str], style: str = STYLE) -> str:
    """A whole HTML page that needs no other file. `body` is HTML already, the title is text."""
    head = escape(title)
    return "\n".join(
        [
            "<!DOCTYPE html>",
            f'<html lang="{current()}">',
            "<head>",
            '<meta charset="utf-8">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            f"<title>{head}</title>",
            f"<style>{style}</style>",
            "</head>",
            "<body>",
            f"<h1>{head}</h1>",
            *body,
            "</body>",
            "</html>",
            "",
        ]
    )


def sheet_html(sheet: ScoreSheet) -> str:
    """The sheet as a page to open and to print."""
    heads = "".join(f'<th scope="col">{escape(clean(name))}</th>' for name in sheet.names)
    lines = [
        f"<p>{escape(verdict(sheet))}</p>",
        "<table>",
        f'<thead><tr><th scope="col">{escape(_("round"))}</th>{heads}</tr></thead>',
        "<tbody>",
    ]
    for number, row in enumerate(rows(sheet)):
        out = sheet.results[number].out if number < len(sheet.results) else None
        marks = [' class="out"' if seat == out else "" for seat in range(sheet.seats)]
        texts = "".join(
            f"<td{mark}>{escape(text)}</td>" for mark, text in zip(marks, row.cells, strict=True)
        )
        kind = ' class="sum"' if row.strong else ""
        title = escape(row.title.strip())
        lines.append(f'<tr{kind}><th scope="row">{title}</th>{texts}</tr>')
    lines += ["</tbody>", "</table>"]
    if any(result.out is not None for result in sheet.results):
        lines.append(f"<p>{escape(_('* went out'))}</p>")
    return page(title_line(sheet), lines)
