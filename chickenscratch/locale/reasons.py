"""Why a tile does not fit, and why an action was refused, in one sentence each."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from chickenscratch.core.apply import RejectReason
from chickenscratch.core.legal import WhyNot, WhyNotCode
from chickenscratch.core.text import Sentence
from chickenscratch.core.tiles import Tile, double
from chickenscratch.locale import N_, _
from chickenscratch.locale.clean import shown
from chickenscratch.locale.numbers import a_number, of_foot, one_of

WHY_NOT: Final[Mapping[WhyNotCode, str]] = {
    WhyNotCode.HUB_NEEDS: N_(
        "The hub comes first: only {a_number} may be played, and {tile} has none."
    ),
    WhyNotCode.FOOT_NEEDS: N_(
        "The {foot}-foot is open: only {a_number} may be played, and {tile} has none."
    ),
    WhyNotCode.NO_OPEN_END: N_("No open end shows {numbers}: {tile} fits nowhere."),
    WhyNotCode.LEAD_FIRST: N_("{lead} must open the round before {tile} can be played."),
    WhyNotCode.MUST_KEEP: N_("You have just drawn {tile}: by these rules it is kept."),
    WhyNotCode.DRAW_ON: N_("You have begun to draw: go on until the drawn tile fits."),
    WhyNotCode.ROUND_OVER: N_("The round is over: {tile} cannot be played any more."),
}

REFUSALS: Final[Mapping[RejectReason, str]] = {
    RejectReason.STALE: N_("The table has moved on meanwhile: look again, then choose."),
    RejectReason.NOT_YOUR_TURN: N_("It is not your turn."),
    RejectReason.NOT_IN_HAND: N_("You do not hold that tile."),
    RejectReason.DOES_NOT_FIT: N_("That tile does not fit there."),
    RejectReason.PLACE_TAKEN: N_("That place is not free: choose another one."),
    RejectReason.LEAD_FIRST: N_("The lead must be laid before anything else."),
    RejectReason.NOT_THE_LEAD: N_("That tile does not open this round."),
    RejectReason.MUST_PLAY: N_("One of your tiles fits, so you must play."),
    RejectReason.MUST_DRAW: N_("You must draw a tile first."),
    RejectReason.MUST_KEEP: N_("The tile you have just drawn must be kept."),
    RejectReason.CANNOT_DRAW: N_("You have drawn already: play or pass."),
    RejectReason.YARD_EMPTY: N_("There is no tile left to draw."),
    RejectReason.NOTHING_TO_CALL: N_("There is nothing to call now."),
    RejectReason.PENALTY_FIRST: N_("The penalty tile must be drawn first."),
    RejectReason.ROUND_OVER: N_("This round is over."),
    RejectReason.ROUND_NOT_OVER: N_("This round is not over yet."),
    RejectReason.GAME_OVER: N_("This game is over."),
    RejectReason.BAD_DEAL: N_("Tiles cannot be dealt like that by these rules."),
    RejectReason.NO_SEED: N_("This game has no seed to deal from."),
    RejectReason.NOTHING_TO_UNDO: N_("There is nothing of yours to take back."),
    RejectReason.CANNOT_UNDO: N_("Hidden tiles have been seen since: that cannot be taken back."),
    RejectReason.OTHERS_ACTED: N_("Somebody else has acted since: that cannot be taken back."),
    RejectReason.NOTHING_TO_REDO: N_("Nothing was taken back that could be done again."),
    RejectReason.NO_COACH: N_("There is no coach at this table."),
}


def why_not(why: WhyNot, tile: Tile) -> str:
    """Why `tile` cannot be played now."""
    number = why.number or 0
    return _(WHY_NOT[why.code]).format(
        tile=tile,
        a_number=a_number(number),
        foot=of_foot(number),
        lead=double(number),
        numbers=one_of(a_number(shown) for shown in reversed(tile.numbers)),
    )


def refusal(reason: RejectReason, why: WhyNot | None = None, tile: Tile | None = None) -> str:
    """Why the table refused an action. With `why` and the tile it was about, in more detail."""
    if reason is RejectReason.DOES_NOT_FIT and why is not None and tile is not None:
        return why_not(why, tile)
    return _(REFUSALS[reason])


def say(sentence: Sentence) -> str:
    """A sentence of the core, such as that of a RuleError, in the reader's language. A value that
    is a sentence itself is translated as well. The others may come from anywhere."""
    values = {
        name: say(value) if isinstance(value, Sentence) else shown(value)
        for name, value in sentence.values.items()
    }
    return _(sentence.template).format(**values)
