"""The rules of one table, in the order one learns them, with every switch filled in."""

from __future__ import annotations

from typing import NamedTuple

from chickenscratch.core.rules import (
    BlankScoring,
    CallRule,
    DeadFoot,
    DoubleOut,
    DrawnTile,
    DrawRule,
    EmptyYard,
    LastTileTap,
    MissingLead,
    RoundOrder,
    RuleSet,
    Ties,
)
from chickenscratch.core.scoring import OUT_PENALTY
from chickenscratch.core.tiles import double, full_set
from chickenscratch.locale import _, figures, ngettext
from chickenscratch.locale.numbers import set_name


class Paragraph(NamedTuple):
    """One step of the rules. `figure` is a drawing of several lines, or empty."""

    title: str
    text: str
    figure: str = ""


def rulebook(rules: RuleSet, seats: int, *, ascii_only: bool = False) -> list[Paragraph]:
    """The rules for `seats` players. Raises RuleError if so many cannot play these rules."""
    top = rules.set_size
    lead = 0 if rules.round_order is RoundOrder.ASCENDING else top
    hub = figures.hub(lead, rules.arms, ascii_only=ascii_only)
    foot = figures.foot(top - 1, ascii_only=ascii_only)
    return [
        Paragraph(_("The aim"), _aim(rules)),
        Paragraph(_("The deal"), _deal(rules, seats)),
        Paragraph(_("The lead"), _lead(rules)),
        Paragraph(_("The hub"), _hub(rules), hub),
        Paragraph(_("Free play"), _free(rules)),
        Paragraph(_("Doubles and feet"), _feet(), foot),
        Paragraph(_("If you cannot play"), _stuck(rules)),
        Paragraph(_("The end of a round"), _round_end(rules)),
        Paragraph(_("The count"), _count(rules)),
        Paragraph(_("The end of the game"), _game_end(rules)),
        Paragraph(_("Calls"), _calls(rules)),
    ]


def _text(*sentences: str) -> str:
    return " ".join(sentence for sentence in sentences if sentence)


def _aim(rules: RuleSet) -> str:
    count = rules.game_rounds
    rounds = ngettext(
        "The game has {count} round, and the lowest total wins.",
        "The game has {count} rounds, and the lowest total wins.",
        count,
    )
    return _text(
        _("Get rid of your tiles: the pips you still hold when a round ends count against you."),
        rounds.format(count=count),
    )


def _deal(rules: RuleSet, seats: int) -> str:
    hand = rules.hand_size(seats)
    aside = rules.missing_lead is MissingLead.SET_ASIDE
    tiles = len(full_set(rules.set_size))
    yard = tiles - aside - seats * hand
    each = ngettext(
        "Each of the {seats} players takes {count} tile.",
        "Each of the {seats} players takes {count} tiles.",
        hand,
    )
    rest = ngettext(
        "The tile left over is the yard, from which you draw.",
        "The {count} tiles left over are the yard, from which you draw.",
        yard,
    )
    kept = ngettext(
        "The last tile of the yard is never drawn.",
        "The last {count} tiles of the yard are never drawn.",
        rules.yard_reserve,
    )
    return _text(
        _("Lay the {set} set face down and shuffle its {tiles} tiles.").format(
            set=set_name(rules.set_size), tiles=tiles
        ),
        _("First set the round's lead aside.") if aside else "",
        each.format(seats=seats, count=hand),
        rest.format(count=yard) if yard else _("No tile is left over, so there is no yard."),
        kept.format(count=rules.yard_reserve) if rules.yard_reserve else "",
        _("Play goes to the left, clockwise."),
    )


def _lead(rules: RuleSet) -> str:
    held = rules.missing_lead is MissingLead.NEXT_HELD
    top = double(rules.set_size)
    match rules.round_order:
        case RoundOrder.POOL if held:
            order = _(
                "Every double opens one round. The lead is the highest double in anybody's hand "
                "that has not opened a round yet: {top} if it is there, else the next one down. "
                "A double that was skipped has its turn later."
            )
        case RoundOrder.POOL:
            order = _(
                "Every double opens one round. The lead is the highest double that has not "
                "opened a round yet, {top} at first."
            )
        case RoundOrder.DESCENDING:
            order = _(
                "Every double opens one round: {top} the first, {next} the second, and so on "
                "down to 0-0. The double that opens the round is its lead."
            )
        case RoundOrder.ASCENDING:
            order = _(
                "Every double opens one round: 0-0 the first, 1-1 the second, and so on up to "
                "{top}. The double that opens the round is its lead."
            )
        case RoundOrder.DOWN_AND_UP:
            order = _(
                "{top} opens the first round, {next} the second, and so on down to 0-0, then up "
                "again to {top}. The double that opens the round is its lead."
            )
    return _text(order.format(top=top, next=double(rules.set_size - 1)), _who_leads(rules))


def _who_leads(rules: RuleSet) -> str:
    lays = _("Whoever holds the lead lays it in the middle.")
    match rules.missing_lead:
        case MissingLead.SET_ASIDE:
            return _(
                "It has been set aside, and the opener lays it in the middle. Lots decide who "
                "opens the first round; then the opening moves to the left, round by round."
            )
        case MissingLead.NEXT_HELD if rules.round_order is RoundOrder.POOL:
            missing = _(
                "If nobody holds such a double, the players draw one tile each in turn until one "
                "turns up; all keep what they drew."
            )
        case MissingLead.NEXT_HELD:
            missing = _(
                "If nobody holds it, the next double below it that somebody holds is the lead; "
                "below 0-0 it goes on from the top. If nobody holds any double, the players draw "
                "one tile each in turn until one turns up."
            )
        case MissingLead.DRAW_IN_TURN:
            missing = _(
                "If nobody holds it, the players draw one tile each in turn until it turns up; "
                "whoever draws it lays it at once, and all keep what they drew."
            )
        case MissingLead.DRAW_TOGETHER:
            missing = _(
                "If nobody holds it, everybody draws a tile, and again, until it turns up; all "
                "keep what they drew."
            )
        case MissingLead.REDEAL:
            missing = _("If nobody holds it, all tiles are shuffled and dealt again.")
    return _text(lays, missing)


def _hub(rules: RuleSet) -> str:
    goes_on = (
        _("Whoever laid the lead plays the next tile as well.")
        if rules.lead_plays_again
        else _("The player to the left of whoever laid the lead goes on.")
    )
    return _text(
        _(
            "The lead is the hub. Its {arms} arms take {arms} tiles with its number, one each."
        ).format(arms=rules.arms),
        _("Until the hub is full, nothing else may be played."),
        goes_on,
    )


def _free(rules: RuleSet) -> str:
    return _text(
        _("With the hub full, lay one tile a turn on any open end."),
        _("Equal numbers touch, and the other half becomes an open end."),
        _("A blank is the number 0 and matches only a blank."),
        _decline(rules),
    )


def _decline(rules: RuleSet) -> str:
    if not rules.may_pass:
        return _("If you can play, you must.")
    if rules.draw is DrawRule.NONE:
        return _("Even if you can play, you may pass.")
    return _("Even if you can play, you may draw a tile first, and then play or pass.")


def _feet() -> str:
    return _text(
        _("A double is laid crosswise on an open end with its number. It is a chicken foot now."),
        _("Until three tiles with its number, the toes, stand on its far side, nothing else may "
          "be played."),
        _("Then any open end may be used again, the three toes among them."),
    )  # fmt: skip


def _stuck(rules: RuleSet) -> str:
    return _text(
        *_drawing(rules),
        _no_tile(rules),
        _("This goes for the hub and the feet as well."),
    )


def _drawing(rules: RuleSet) -> tuple[str, ...]:
    if rules.draw is DrawRule.NONE:
        return (_("If none of your tiles fits, you do not draw."),)
    if rules.draw is DrawRule.UNTIL_PLAYABLE:
        draw = _("If none of your tiles fits, draw from the yard until one does.")
        if rules.drawn_tile is DrawnTile.MAY_KEEP:
            return draw, _("You may play that tile, or keep it and pass.")
        return draw, _("That tile must be played.")
    draw = _("If none of your tiles fits, draw one tile from the yard.")
    match rules.drawn_tile:
        case DrawnTile.MUST_PLAY:
            return draw, _("If it fits, it must be played; if not, you keep it and pass.")
        case DrawnTile.MAY_KEEP:
            return draw, _("If it fits, you may play it or keep it and pass; if not, you pass.")
        case DrawnTile.MUST_KEEP:
            return draw, _("You keep it and pass, even if it fits.")


def _no_tile(rules: RuleSet) -> str:
    ends = rules.empty_yard is EmptyYard.ENDS_ROUND
    if rules.draw is DrawRule.NONE:
        return _("The round ends at once.") if ends else _("You pass.")
    if ends:
        return _("If there is no tile to draw, the round ends at once.")
    return _("If there is no tile to draw, you pass.")


def _round_end(rules: RuleSet) -> str:
    match rules.dead_foot:
        case DeadFoot.EXHAUSTED:
            dead = _(
                "It also ends when a foot can never be finished: all tiles with its number are "
                "on the table, and it still lacks a toe."
            )
        case DeadFoot.STRICT:
            dead = _(
                "It also ends as soon as a foot can never be finished: hands and yard hold fewer "
                "tiles with its number than it lacks toes."
            )
        case DeadFoot.DRAW_OUT:
            dead = _(
                "It also ends when a foot can never be finished: all tiles with its number are "
                "on the table, it still lacks a toe, and there is no tile left to draw."
            )
    return _text(
        _("The round ends at once when somebody has no tiles left."),
        dead,
        _("Last, it ends when nobody can play any more."),
    )


def _count(rules: RuleSet) -> str:
    match rules.blank_scoring:
        case BlankScoring.ZERO:
            blanks = _("Blanks count nothing.")
        case BlankScoring.DOUBLE_BLANK_25:
            blanks = _("The double blank counts 25.")
        case BlankScoring.DOUBLE_BLANK_50:
            blanks = _("The double blank counts 50.")
        case BlankScoring.BLANK_HALVES_25:
            blanks = _("Every blank half counts 25, so the double blank counts 50.")
    if rules.double_out is DoubleOut.PENALTY_50:
        out = _("Whoever went out writes 0, or {points} if the last tile was a double.").format(
            points=OUT_PENALTY
        )
    else:
        out = _("Whoever went out writes 0, even if the last tile was a double.")
    return _text(_("All write down the pips left in their hands."), blanks, out)


def _game_end(rules: RuleSet) -> str:
    count, all_rounds = rules.game_rounds, rules.full_rounds
    if rules.rounds is None:
        end = _("The game ends after round {count}.").format(count=count)
    else:
        end = ngettext(
            "This is a short game: it ends after {count} round instead of {all}.",
            "This is a short game: it ends after {count} rounds instead of {all}.",
            count,
        ).format(count=count, all=all_rounds)
    if rules.ties is Ties.SHARED:
        ties = _("Whoever has the lowest total wins; with equal totals the win is shared.")
    else:
        ties = _(
            "Whoever has the lowest total wins; with equal totals, whoever wrote 0 most often, "
            "then whoever has the lowest single round above 0."
        )
    return _text(end, ties)


def _calls(rules: RuleSet) -> str:
    return _text(_double_call(rules), _duty(rules), _tap(rules))


def _double_call(rules: RuleSet) -> str:
    match rules.call:
        case CallRule.CHICKIE:
            return _("When a double is laid, “Chickie!” is called with its number: “Chickie 5!”")
        case CallRule.CLUCK:
            return _("When a double is laid, the hub clucks and lights up.")
        case CallRule.NONE:
            return _("Nothing is called when a double is laid.")


def _duty(rules: RuleSet) -> str:
    if rules.call is CallRule.NONE:
        return ""
    if rules.call_duty:
        return _(
            "Whoever lays it must see to that before the next move; if another player is faster, "
            "whoever forgot draws a tile."
        )
    return _("The table calls it for you.") if rules.call is CallRule.CHICKIE else ""


def _tap(rules: RuleSet) -> str:
    match rules.last_tile_tap:
        case LastTileTap.OFF:
            return _("Your last tile need not be announced.")
        case LastTileTap.AUTOMATIC:
            return _("When you have one tile left, the table taps for you: “Bok bok!”")
        case LastTileTap.DUTY:
            return _(
                "When you have one tile left, you must tap before the next move; if another "
                "player is faster, you draw a tile."
            )
