"""The panes around the table as lines: title, players, sheet, count, log, and the mini view."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rich.cells import cell_len

from chickenscratch.core.coach import Choice
from chickenscratch.core.legal import required, slots
from chickenscratch.core.presets import PRESETS, preset_of
from chickenscratch.core.scoring import places
from chickenscratch.core.tiles import double
from chickenscratch.core.view import SeatView
from chickenscratch.locale import _, ngettext
from chickenscratch.locale.coach import lack_lines, preview
from chickenscratch.locale.numbers import set_name
from chickenscratch.tui.eyes import Eyes
from chickenscratch.tui.text import fit, short
from chickenscratch.tui.turn import option_of
from chickenscratch.tui.widgets.pane import Line, Span, line, spread, width_of
from chickenscratch.tui.widgets.places import place_word

ROOMY: Final = 34
"""From this many columns on, the side has room for bars and places."""


def title(eyes: Eyes, width: int) -> Line:
    """What is played, which round, which lead, and the yard, which can be clicked."""
    view = eyes.scene.view
    preset = PRESETS.get(preset_of(view.rules))
    game = _(preset.title) if preset is not None else _("House rules")
    round_ = _("Round {number}/{rounds}").format(
        number=view.number, rounds=view.rules.game_rounds
    )  # fmt: skip
    yard = _("yard {count}").format(count=view.yard)
    hub = _("hub {tile}").format(tile=double(view.lead))
    mini = width < 60
    parts: list[str | Span | tuple[str, str] | tuple[str, str, str]] = []
    if not mini:
        parts += [(f" {game.upper()} ", "head")]
        if width >= 90:
            parts += [(f" {set_name(view.rules.set_size)}", "dim")]
        parts += ["   "]
    else:
        parts += [" "]
    parts += [
        round_,
        "  ",
        (hub, "strong"),
        "  ",
        (yard, "accent", "" if eyes.scene.watching else "draw"),
    ]
    right = line(("?", "key", "help"), (f" {_('help')} ", "", "help"))
    return spread(_marked(line(*parts), eyes.mark, width), () if mini else right, width)


def _marked(told: Line, mark: str, width: int) -> Line:
    """The title with its mark in front, where nothing cuts it off."""
    return (*line((f" {short(mark, width // 2)} ", "cursor")), *told) if mark else told


def news(eyes: Eyes, banner: str, pointed: str, width: int, *, log: bool = False) -> Line:
    """The row below the table: what has just happened, else what is being filled; the open ends.

    `log`: the last line of the log has no place of its own, so it stands here if there is room.
    """
    ends = _open_ends(eyes.scene.view)
    if banner:
        left = line((f"  {banner}  ", "cursor"))
    elif pointed:
        left = line((f" {pointed}", "dim"))
    elif what_if := _what_if(eyes):
        left = line((f" {what_if}", "strong"))
    else:
        left = _filling(eyes.scene.view)
        if log and not left and eyes.log:
            left = line((f" {eyes.log[-1]}", "dim", "log"))
    right = line((ends + " ", "dim", "ends"))
    if width_of(left) + width_of(right) + 2 > width:
        right = ()
    return spread(left, right, width)


def _what_if(eyes: Eyes) -> str:
    """What the lifted tile would leave, where the coach may be asked."""
    turn, option = eyes.turn, option_of(eyes.turn, eyes.scene)
    if not eyes.coached or turn.lifted is None or option is None or option.place.parent < 0:
        return ""
    return preview(eyes.scene.view, Choice("play", turn.lifted, option.on))


def _open_ends(view: SeatView) -> str:
    numbers = sorted(end.number for end in view.ends)
    if not numbers or view.round_over:
        return ""
    parts = []
    for number in sorted(set(numbers)):
        times = numbers.count(number)
        parts.append(f"{number}" if times == 1 else f"{number}×{times}")
    return _("open ends {numbers}").format(numbers=" ".join(parts))


def _filling(view: SeatView) -> Line:
    total = slots(view)
    number = required(view)
    if number is None or not total:
        return ()
    done = total - view.left
    dots = "●" * done + "○" * view.left
    what = _("hub") if view.parent == 0 else _("foot of {number}").format(number=number)
    return line((f" {what}  ", "strong"), (dots, "accent"), (f"  {done}/{total}", "dim"))


def side(eyes: Eyes, width: int, height: int) -> list[Line]:
    """Players, score sheet, and as much of count and log as there is room for."""
    width -= 1
    lines = players(eyes, width)
    rest = height - len(lines)
    sheet_lines = sheet(eyes, width, rest)
    lines += sheet_lines
    rest = height - len(lines)
    counted = count(eyes.scene.view, width) if eyes.counting else []
    if counted and rest >= len(counted) + 4:
        proofs = _proofs(eyes, width)
        if rest >= len(counted) + len(proofs) + 6:
            counted += proofs
        lines += [(), *counted]
        rest = height - len(lines)
    if rest >= 4 and width >= ROOMY:
        lines += [(), _heading(_("LOG"), width, "log")]
        for text in wrapped(eyes.log, width - 2, rest - 2):
            lines.append(line((f" {text}", "", "log")))
    return lines


def _heading(words: str, width: int, act: str = "") -> Line:
    rule = "─" * max(0, width - cell_len(words) - 3)
    return line((f" {words} ", "head", act), (rule, "line"))


def players(eyes: Eyes, width: int) -> list[Line]:
    """Who sits where, how many tiles, how many points, and who has to act."""
    view = eyes.scene.view
    ranks = places(view.totals)
    seat_now = eyes.scene.duty.seat
    wide = width >= ROOMY
    right = _("tiles total") + "     "
    lines = [spread(_heading(_("PLAYERS"), max(0, width - cell_len(right) - 1)),
                    line((right, "dim")), width)]  # fmt: skip
    if not wide:
        lines = [_heading(_("PLAYERS"), width)]
    for seat, name in enumerate(eyes.names):
        acts = seat == seat_now
        mark = ">" if acts else " "
        busy = acts and eyes.seats[seat].is_bot
        tail = "…" if busy else "t" if eyes.seats[seat].assisted else " "
        tiles = view.counts[seat]
        egg = "o" if tiles == 1 and not view.round_over else " "
        look = "turn" if acts else "strong" if seat == eyes.me else ""
        if wide:
            rank = place_word(ranks[seat]) if view.results else ""
            room = width - 17
            own = fit(name, min(16, max(10, room - 6)))
            most = width - cell_len(own) - 17
            blocks = "▮" * tiles if tiles <= most else "▮" * (most - 1) + "+"
            left = line((f"{mark}{own}{tail}", look), (blocks, "accent"))
            figures = line(
                (f"{egg}{tiles:>2} ", look),
                (f"{view.totals[seat]:>5}", look),
                (f" {rank:>4}", "dim"),
            )
            lines.append(spread(left, figures, width))
        else:
            figures = line((f"{egg}{tiles:>2}", look), (f"{view.totals[seat]:>4}", look))
            own = fit(name, width - width_of(figures) - 2)
            lines.append(line((f"{mark}{own}{tail}", look), *figures))
    return lines


def sheet(eyes: Eyes, width: int, height: int) -> list[Line]:
    """The running score sheet: a row a round, named by the double that led."""
    view = eyes.scene.view
    total = cell_len(_("total"))
    label = max(6, total) if width < ROOMY else 8
    if total == label and total + 1 + 3 * view.seats <= width:
        label += 1  # a blank before it, as before the doubles
    if label + 3 * view.seats > width:  # the totals stand beside the names
        more = line((" s", "key", "sheet"), (" " + _("the whole sheet"), "", "sheet"))
        return [_heading(_("SHEET"), width, "sheet"), more][:height]
    column = max(3, min(9, (width - label) // view.seats))
    label = width - column * view.seats if width < ROOMY else label
    blank = " " if total < label else ""
    heads = "".join(" " * (column - cell_len(name)) + name for name in _initials(eyes, column))
    lines = [_heading(_("SHEET"), width, "sheet")]
    lines.append(line((fit("", label) + heads, "dim", "sheet")))
    rows: list[Line] = []
    for result in view.results:
        marks = "".join(
            f"{_score(score, went_out=seat == result.out, column=column):>{column}}"
            for seat, score in enumerate(result.scores)
        )
        rows.append(line((fit(f"{blank}{double(result.lead)}", label) + marks, "", "sheet")))
    if not view.round_over:
        dots = "".join(f"{'.':>{column}}" for _seat in range(view.seats))
        rows.append(line((fit(f"{blank}{double(view.lead)}", label) + dots, "strong", "sheet")))
    totals = "".join(f"{total:>{column}}" for total in view.totals)
    foot = [line((fit(blank + _("total"), label) + totals, "strong", "sheet"))]
    to_come = view.rules.game_rounds - len(view.results) - (not view.round_over)
    room = height - len(lines) - len(foot)
    if len(rows) > room:
        rows = rows[len(rows) - max(room, 0) :]
    elif to_come > 0 and len(rows) < room:
        words = ngettext("{count} round to come", "{count} rounds to come", to_come)
        said = f" {words.format(count=to_come)}"
        if cell_len(said) <= width:
            foot.append(line((said, "dim")))
    if width >= ROOMY and len(rows) < room - 1:
        foot.insert(0, line((" " + "─" * (width - 2), "line")))
    return [*lines, *rows, *foot][:height]


def _score(score: int, *, went_out: bool, column: int) -> str:
    """Points in the sheet; going out has a mark of its own."""
    if not went_out:
        return str(score)
    words = _("out")
    return words if not score and cell_len(words) < column else f"{score}!"


def _initials(eyes: Eyes, column: int) -> list[str]:
    return [fit(name, min(cell_len(name), column - 1), "") for name in eyes.names]


def count(view: SeatView, width: int) -> list[Line]:
    """Of every number: tiles that lie, tiles you hold, tiles unseen, open ends."""
    numbers = range(view.rules.set_size + 1)
    cell = 2 if view.rules.set_size <= 9 else 3
    names = [_("number"), _("played"), _("yours"), _("unseen"), _("ends")]
    label = max(cell_len(name) for name in names) + 1
    if label + 1 + cell * len(numbers) > width or width < ROOMY:
        return []

    def row(name: str, values: Sequence[int], look: str = "") -> Line:
        figures = "".join(f"{value or '.':>{cell}}" for value in values)
        return line((f" {fit(name, label)}", "dim"), (figures, look))

    yours = [sum(t.carries(n) for t in view.hand) for n in numbers]
    ends = [sum(end.number == n for end in view.ends) for n in numbers]
    head = "".join(f"{n:>{cell}}" for n in numbers)
    lines = [
        _heading(_("COUNT"), width, "count"),
        line((f" {fit(names[0], label)}", "dim"), (head, "strong")),
        row(names[1], view.on_table),
    ]
    if view.seat is not None:
        lines.append(row(names[2], yours))
    lines.append(row(names[3], [view.unseen(n) for n in numbers], "accent"))
    lines.append(row(names[4], ends))
    return lines


def _proofs(eyes: Eyes, width: int) -> list[Line]:
    """What passes and draws prove about the others."""
    texts = lack_lines(eyes.lacks, eyes.names)
    return [line((f" {row}", "dim")) for text in texts for row in broken(text, width - 2)]


def wrapped(log: Sequence[str], width: int, rows: int) -> list[str]:
    """The last lines of the log, long ones broken between words."""
    found: list[str] = []
    for text in reversed(log):
        pieces = broken(text, width)
        if len(found) + len(pieces) > rows:
            if not found and rows > 0:  # the newest is told from its beginning
                found = [*pieces[: rows - 1], short(" ".join(pieces[rows - 1 : rows + 1]), width)]
            break
        found[:0] = pieces
    return found


def broken(text: str, width: int) -> list[str]:
    """A text in rows of at most `width` cells, broken between words."""
    rows: list[str] = []
    current = ""
    for word in text.split():
        longer = f"{current} {word}" if current else word
        if cell_len(longer) <= width:
            current = longer
            continue
        if current:
            rows.append(current)
        current = short(word if not rows and not current else f"  {word}", width)
    return [*rows, current] if current else rows


def ticker(eyes: Eyes, width: int, height: int) -> list[Line]:
    """The latest of the log in few rows: the newest is at the end and never cut off."""
    if eyes.tip:
        rows = [row for text in eyes.tip for row in broken(text, width - 2)][:height]
        return [line((f" {row}", "accent", "tip")) for row in rows]
    rows = wrapped(eyes.log, width - 2, height)
    if height == 1:
        last = eyes.log[-1] if eyes.log else ""
        return [line((f" {short(last, width - 2)}", "dim", "log"))]
    return [line((f" {text}", "dim", "log")) for text in rows]


def mini(eyes: Eyes, width: int) -> list[Line]:
    """The table in words, for small windows."""
    view = eyes.scene.view
    rows: list[tuple[Span, ...]] = []
    for letters in range(8, 0, -1):
        rows = [_mini_tiles(eyes, letters), _mini_totals(eyes, letters)]
        if max(map(width_of, rows)) <= width:
            break
    numbers = " ".join(str(end) for end in eyes.scene.open_numbers)
    ends = line((_mini_label(0), "dim"), f" {numbers}")
    return [_filling(view), ends, *rows]


def _mini_label(row: int) -> str:
    """What a row of the mini view is about, all of them equally wide."""
    words = (_("Ends"), _("Tiles"), _("Total"))
    return f" {fit(words[row], max(map(cell_len, words)))}"


def sums(eyes: Eyes, width: int) -> Line:
    """Everybody's tiles and points in one line, where the side had to give way."""
    view, now = eyes.scene.view, eyes.scene.duty.seat
    label = _("tiles·points")
    for letters in range(10, 0, -1):
        spans = []
        for seat, name in enumerate(eyes.names):
            mark = ">" if seat == now else " "
            text = f"{mark}{short(name, letters, '')} {view.counts[seat]}·{view.totals[seat]} "
            spans.append(Span(text, "turn" if seat == now else "", "sheet"))
        if sum(map(cell_len, (span.text for span in spans))) + cell_len(label) + 1 <= width:
            break
    return spread(tuple(spans), line((label + " ", "dim", "sheet")), width)


def _mini_tiles(eyes: Eyes, letters: int) -> Line:
    now, counts = eyes.scene.duty.seat, eyes.scene.view.counts
    spans = [Span(_mini_label(1), "dim")]
    for seat, name in enumerate(eyes.names):
        acts = seat == now
        text = f"{'>' if acts else ' '}{short(name, letters, '')} {counts[seat]}"
        spans.append(Span(text, "turn" if acts else ""))
    return tuple(spans)


def _mini_totals(eyes: Eyes, letters: int) -> Line:
    spans = [Span(_mini_label(2), "dim")]
    for name, total in zip(eyes.names, eyes.scene.view.totals, strict=True):
        spans.append(Span(f" {short(name, letters, '')} {total}", "", "sheet"))
    return tuple(spans)
