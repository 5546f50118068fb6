"""The words of every option's values, for set-up screens, the rules page and the documents."""

from __future__ import annotations

from typing import Final

from chickenscratch.core.text import N_

VALUE_WORDS: Final[dict[str, dict[str, str]]] = {
    "round_order": {
        "pool": N_("the highest double that has not led yet"),
        "descending": N_("from the highest double down to the double blank"),
        "ascending": N_("from the double blank up to the highest double"),
        "down-and-up": N_("from the highest double down to the double blank and up again"),
    },
    "missing_lead": {
        "next-held": N_("the next double that somebody holds leads"),
        "draw-in-turn": N_("draw one tile each in turn until it is found"),
        "draw-together": N_("everybody draws a tile until it is found"),
        "set-aside": N_("it is laid out before the deal"),
        "redeal": N_("shuffle and deal again"),
    },
    "lead_plays_again": {
        "yes": N_("whoever laid the lead plays again"),
        "no": N_("the next player plays"),
    },
    "draw": {
        "one": N_("draw one tile"),
        "until-playable": N_("draw until a tile fits"),
        "none": N_("nobody draws: pass"),
    },
    "drawn_tile": {
        "must-play": N_("it must be played"),
        "may-keep": N_("you may keep it and pass"),
        "must-keep": N_("it is kept and you pass"),
    },
    "may_pass": {
        "yes": N_("you may draw and pass instead of playing"),
        "no": N_("you must play if you can"),
    },
    "empty_yard": {
        "pass": N_("you pass"),
        "ends-round": N_("the round ends"),
    },
    "dead_foot": {
        "exhausted": N_("when the last tile of its number is on the table"),
        "strict": N_("as soon as fewer tiles are left than it needs"),
        "draw-out": N_("when the yard has been drawn empty as well"),
    },
    "double_out": {
        "allowed": N_("it costs nothing"),
        "penalty-50": N_("it costs 50 points"),
    },
    "blank_scoring": {
        "zero": N_("blanks count nothing"),
        "double-blank-25": N_("the double blank counts 25"),
        "double-blank-50": N_("the double blank counts 50"),
        "blank-halves-25": N_("every blank half counts 25"),
    },
    "last_tile_tap": {
        "off": N_("no tapping"),
        "automatic": N_("the table taps for you"),
        "duty": N_("you must tap, or draw a tile when caught"),
    },
    "call": {
        "chickie": N_("“Chickie!” and the number"),
        "cluck": N_("the hub clucks"),
        "none": N_("nothing is called"),
    },
    "call_duty": {
        "yes": N_("you must call it yourself"),
        "no": N_("the table calls for you"),
    },
    "ties": {
        "shared": N_("they share the win"),
        "zero-rounds": N_("most rounds at zero wins, then the lowest single round"),
    },
}
"""Per option, per value: a phrase that completes the option's title."""
