"""An empty score sheet to print and to write on, for any rules and any number of players."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from html import escape
from typing import Final

from chickenscratch.core.rules import RoundOrder, RuleSet
from chickenscratch.core.tiles import double
from chickenscratch.locale import _, ngettext
from chickenscratch.locale.columns import clean, middle
from chickenscratch.locale.rulebook import rulebook
from chickenscratch.locale.sheet import STYLE, WIDTH, page, rules_title

_MANY: Final = 6
"""More players than that want the page on its side."""


def leads(rules: RuleSet) -> list[str]:
    """The double that opens each round; empty where the table decides (pool)."""
    if rules.round_order is RoundOrder.POOL:
        return [""] * rules.game_rounds
    return [str(double(rules.wanted(n, ())[0])) for n in range(1, rules.game_rounds + 1)]


def count_words(rules: RuleSet) -> str:
    """How hands are counted by these rules, in a few sentences."""
    title = _("The count")
    return next(p.text for p in rulebook(rules, rules.seats[0]) if p.title == title)


def _heading(rules: RuleSet, players: int) -> str:
    seats = ngettext("{count} player", "{count} players", players).format(count=players)
    return f"{rules_title(rules)}, {seats}"


def blank_text(rules: RuleSet, names: Sequence[str]) -> str:
    """The sheet as plain text. Empty names leave room to write them."""
    heads = (_("round"), _("lead"))
    first, second = 7, 6
    room = (WIDTH - first - second - 3) // len(names) - 1
    column = max(4, min(14, room))
    widths = [first, second, *[column] * len(names)]
    rule = "+" + "+".join("-" * width for width in widths) + "+"

    def row(*texts: str) -> str:
        fitted = (middle(text, width) for text, width in zip(texts, widths, strict=True))
        return "|" + "|".join(fitted) + "|"

    lines = [_heading(rules, len(names)), "", rule, row(*heads, *map(clean, names)), rule]
    for number, lead in enumerate(leads(rules), 1):
        lines += [row(str(number), lead, *[""] * len(names)), rule]
    lines += [row(_("total"), "", *[""] * len(names)), rule, ""]
    lines += textwrap.wrap(count_words(rules), WIDTH)
    return "\n".join(lines) + "\n"


_BLANK_STYLE: Final = """
  table { width: 100%; table-layout: fixed; }
  th, td { text-align: center; height: 2.1em; padding: .1em .2em; overflow: hidden; }
  th:first-child, td:first-child { text-align: center; }
  col.narrow { width: 4.2em; }
  thead th { height: 2.6em; }
  .sum td { height: 2.6em; }
  .hint { font-size: .85em; margin-top: 1em; }
"""


def blank_html(rules: RuleSet, names: Sequence[str]) -> str:
    """The sheet as a page to print."""
    empty = "<td></td>" * len(names)
    heads = "".join(f'<th scope="col">{escape(clean(name))}</th>' for name in names)
    lines = [
        "<table>",
        '<colgroup><col class="narrow"><col class="narrow"></colgroup>',
        f'<thead><tr><th scope="col">{escape(_("round"))}</th>'
        f'<th scope="col">{escape(_("lead"))}</th>{heads}</tr></thead>',
        "<tbody>",
    ]
    for number, lead in enumerate(leads(rules), 1):
        lines.append(f'<tr><th scope="row">{number}</th><td>{lead}</td>{empty}</tr>')
    lines += [
        f'<tr class="sum"><th scope="row">{escape(_("total"))}</th><td></td>{empty}</tr>',
        "</tbody>",
        "</table>",
        f'<p class="hint">{escape(count_words(rules))}</p>',
    ]
    side = "landscape" if len(names) > _MANY else "portrait"
    style = f"{STYLE}{_BLANK_STYLE}  @page {{ size: {side}; margin: 12mm; }}\n"
    return page(_heading(rules, len(names)), lines, style)
