"""The lines around the hand: what must be done, what the keys would do, what was refused."""

from __future__ import annotations

from chickenscratch.core.apply import RejectReason
from chickenscratch.core.legal import DutyKind
from chickenscratch.core.scoring import hand_value
from chickenscratch.core.text import Sentence
from chickenscratch.core.tiles import Tile
from chickenscratch.locale import _, ngettext, pgettext
from chickenscratch.locale.duty import duty_line, fit_line, owed_line
from chickenscratch.locale.moments import doomed
from chickenscratch.locale.numbers import a_number
from chickenscratch.locale.reasons import refusal, say, why_not
from chickenscratch.tui.eyes import Eyes
from chickenscratch.tui.keys import Act, footer
from chickenscratch.tui.panels import broken
from chickenscratch.tui.turn import Notice, matching, numbers_of, option_of
from chickenscratch.tui.widgets.hand import HandPicture
from chickenscratch.tui.widgets.pane import Line, Span, line, spread, width_of


def told(notice: Notice) -> str:
    """A notice as a sentence."""
    match notice:
        case Sentence():
            return say(notice)
        case RejectReason():
            return refusal(notice)
        case _:
            return why_not(notice.why, notice.tile)


def duty_words(eyes: Eyes, width: int) -> Line:
    """The line above the hand: one sentence, and how many tiles fit."""
    sign = Span(" > ", "turn") if eyes.my_turn else Span(" … " if eyes.thinking else "   ", "dim")
    counted = (
        eyes.hints and eyes.my_turn and eyes.scene.duty.kind not in (DutyKind.LEAD, DutyKind.SEARCH)
    )
    fits = fit_line(eyes.scene.view) if counted and not eyes.scene.between else ""
    right = line((f"{fits} ", "dim")) if fits and width >= 70 else ()
    said = _said(eyes, short_form=width < 64)
    if width_of(said) > width - 4 - width_of(right):
        right = ()
    return spread((sign, *said), right, width)


def _said(eyes: Eyes, *, short_form: bool) -> Line:
    turn, scene = eyes.turn, eyes.scene
    view = scene.view
    if eyes.hidden:
        return line((duty_line(view, eyes.names, None, short=short_form), "strong"))
    if turn.notice is not None:
        return line((told(turn.notice), "warn", "back"))
    if turn.typed:
        return line((_("Typed: {digits}").format(digits=_typed(eyes)), "strong"))
    question = numbers_of(turn, scene)
    option = option_of(turn, scene)
    if question and turn.lifted is not None:
        return _question(turn.lifted, question, None if option is None else option.on)
    if turn.lifted is not None:
        warning = doomed(view, turn.lifted) if eyes.hints else ""
        if warning:
            return line((warning, "warn", "confirm"))
    if turn.lifted is not None and option is not None:
        words = _lifted(eyes, turn.lifted, option.on)
        return line((words, "turn", "confirm") if eyes.my_turn else (words, "strong"))
    if eyes.forced:
        said = duty_line(view, eyes.names, eyes.you, short=short_form)
        return line((said, "turn", "obvious"), (" " + _("(any key)"), "dim"))
    owed = owed_line(view, eyes.names, eyes.you)
    if owed:
        return line((owed, "warn", "call"))
    return line(
        (duty_line(view, eyes.names, eyes.you, short=short_form),
         "turn" if eyes.my_turn else "strong", "obvious")
    )  # fmt: skip


def _typed(eyes: Eyes) -> str:
    typed = eyes.turn.typed
    width = 1 if eyes.scene.view.rules.set_size <= 9 else 2
    return f"{typed[:width]}|{typed[width:]}_" if len(typed) >= width else f"{typed}_"


def _question(lifted: Tile, numbers: tuple[int, ...], chosen: int | None) -> Line:
    """The only real question of the game; its answers are keys and can be clicked."""
    before, _or, after = _("Which side of {tile} connects: {one} or {other}?").partition("{one}")
    middle, _other, end = after.partition("{other}")
    first, second = (
        Span(f"[{n}]" if n == chosen else f" {n} ", "cursor" if n == chosen else "key",
             f"pips('{n}')")
        for n in numbers
    )  # fmt: skip
    return (
        Span(before.format(tile=lifted), "turn"), first, Span(middle, "turn"), second,
        Span(end, "turn"),
    )  # fmt: skip


def _lifted(eyes: Eyes, lifted: Tile, on: int) -> str:
    if not eyes.my_turn:
        return _("Your plan: {tile} on {a_number}.").format(tile=lifted, a_number=a_number(on))
    places = len(eyes.scene.options(lifted))
    if places > 1:
        words = _("{enter} lays {tile} on {a_number}; {tab}: another of {count} places.")
    elif eyes.scene.duty.kind is DutyKind.LEAD:
        words = _("{enter} opens the round with {tile}.")
    else:
        words = _("{enter} lays {tile} on {a_number}.")
    enter, tab = eyes.keys.sign("confirm"), eyes.keys.sign("next_fit")
    return words.format(enter=enter, tab=tab, tile=lifted, a_number=a_number(on), count=places)


def obvious_words(eyes: Eyes) -> str:
    """What Space does now."""
    scene = eyes.scene
    if not eyes.my_turn:
        return _("hurry") if eyes.thinking else _("wait")
    if scene.must_play or scene.lead_aside is not None:
        return _("play")
    if scene.may_draw:
        return _("draw")
    return _("pass")


def footer_words(eyes: Eyes, width: int) -> Line:
    """The keys that matter, as many as there is room for; every word can be clicked."""
    items = [
        (act, line((act.key, "key", act.id), (f" {_label(eyes, act)}", "", act.id)))
        for act in _wanted(eyes)
    ]
    # the way to all acts stays, whatever else has no room
    kept = sum(width_of(item) + 2 for act, item in items if act.id == "help")
    room, shown = width + 1 - kept, []
    for act, item in items:
        wide = 0 if act.id == "help" else width_of(item) + 2
        if wide <= room:
            shown.append(item)
            room -= wide
    spans: list[Span] = [Span(" ")]
    for item in shown:
        spans += [*item, Span("  ")]
    return tuple(spans[:-1])


def _label(eyes: Eyes, act: Act) -> str:
    """What a key does now, in a word."""
    if act.id == "obvious":
        return obvious_words(eyes)
    if act.id == "confirm" and not eyes.my_turn and not eyes.scene.watching:
        return pgettext("below a tile", "plan")
    return _(act.label)


def _wanted(eyes: Eyes) -> list[Act]:
    acts = [act for act in footer(eyes.keys.acts, hosted=eyes.hosted) if act.keys]
    if eyes.scene.watching:
        return [act for act in acts if act.id in ("obvious", "sheet", "log", "help", "leave",
                                                  "rules", "zoom_fit", "count", "look_back", "chat",
                                                  "company")]  # fmt: skip
    scene = eyes.scene
    useless = {"draw", "pass_"}
    if not eyes.may_undo:
        useless |= {"undo"}
    if not eyes.coached or not eyes.my_turn or not eyes.scene.must_play:
        useless |= {"tip"}
    if eyes.my_turn and scene.must_play:  # Space plays, so these say something else
        useless -= {"draw"} if scene.may_draw else set()
        useless -= {"pass_"} if scene.may_pass else set()
    elif scene.between:
        useless |= {"confirm", "next_fit", "obvious", "call", "order"}
    elif eyes.my_turn or eyes.hidden or not scene.fitting:
        useless |= {"confirm", "next_fit"}
    if not eyes.my_turn and not eyes.thinking:
        useless |= {"obvious"}
    return [act for act in acts if act.id not in useless]


def hand_picture(eyes: Eyes, *, face_down: bool) -> HandPicture:
    """What the hand widget shows."""
    turn, scene = eyes.turn, eyes.scene
    if eyes.hidden:
        return HandPicture()
    shown = frozenset(matching(turn, scene)) if turn.typed else None
    captions = {}
    if turn.lifted is not None:
        lifted = pgettext("below a tile", "lifted")
        captions[turn.lifted] = lifted if eyes.my_turn else pgettext("below a tile", "plan")
    elif turn.cursor is not None and turn.cursor == turn.refused:
        captions[turn.cursor] = pgettext("below a tile", "no")
    elif turn.cursor is not None and eyes.my_turn and scene.fits(turn.cursor):
        captions[turn.cursor] = eyes.keys.sign("confirm")
    return HandPicture(
        tiles=turn.hand,
        fitting=scene.fitting if eyes.hints else frozenset(turn.hand),
        cursor=turn.cursor if turn.lifted is None else turn.lifted,
        lifted=turn.lifted,
        fresh=turn.fresh,
        refused=turn.refused,
        shown=shown,
        captions=captions,
        face_down=face_down,
    )


def advice(eyes: Eyes, width: int, height: int) -> list[Line]:
    """Beside a large hand: what the keys would do now, and what the hand would cost."""
    scene, turn = eyes.scene, eyes.turn
    if eyes.hidden or scene.watching or scene.between:
        return []
    lines: list[Line] = []

    def key(sign: str, words: str, act: str) -> None:
        sign = eyes.keys.sign("obvious" if sign == "Space" else act)
        first, *rest = broken(words, width - 8)
        lines.append(line((f" {sign:<6} ", "key", act), (first, "", act)))
        lines.extend(line((" " * 8 + row, "", act)) for row in rest)

    wanted = turn.lifted or turn.cursor
    if eyes.my_turn and scene.must_play and wanted is not None and scene.fits(wanted):
        words = _("lift {tile}") if _asks(eyes, wanted) else _("lay {tile}")
        key("Enter", words.format(tile=wanted), "confirm")
    elif eyes.my_turn and scene.may_draw:
        key("Space", _("draw a tile"), "draw")
    elif eyes.my_turn and scene.may_pass:
        key("Space", _("pass"), "pass_")
    elif not eyes.my_turn and wanted is not None and scene.fits(wanted):
        key("Enter", _("plan {tile}").format(tile=wanted), "confirm")
    if turn.lifted is not None:
        if len(scene.options(turn.lifted)) > 1:
            key("Tab", _("another place"), "next_fit")
        option = option_of(turn, scene)
        if option is not None and len(scene.bends(option)) > 1:
            key("v", _("turn the line"), "bend")
        key("Esc", _("put it back"), "back")
    elif len(scene.fitting) > 1:
        key("Tab", _("next tile that fits"), "next_fit")
    points = hand_value(scene.view.rules, scene.view.hand)
    cost = ngettext(
        "If caught now: {points} point", "If caught now: {points} points", points
    ).format(points=points)  # fmt: skip
    lines[:0] = [line((f" {row}", "dim")) for row in broken(cost, width - 2)]
    told = [row for text in eyes.tip for row in broken(text, width - 2)]
    lines[:0] = [line((f" {row}", "accent", "tip")) for row in told]
    return lines[:height]


def _asks(eyes: Eyes, tile: Tile) -> bool:
    return eyes.turn.lifted is None and len(eyes.scene.numbers(tile)) > 1
