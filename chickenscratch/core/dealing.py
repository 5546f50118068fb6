"""Dealing a round: from the seed or as a record gives it, and who is to lead (A2-A4, B1-B3)."""

from __future__ import annotations

from chickenscratch.core import shuffle
from chickenscratch.core.actions import Dealing
from chickenscratch.core.rules import MissingLead, RuleSet
from chickenscratch.core.state import Game, Phase, Round
from chickenscratch.core.tiles import double, full_set


def deal_of(game: Game, seed: str) -> Dealing:
    """The next deal of `game` as it follows from `seed`."""
    number = len(game.results) + 1
    lead = game.rules.wanted(number, game.led)[0]
    hands, yard = shuffle.deal_tiles(game.rules, game.seats, seed, game.deals, lead)
    lot = shuffle.first_seat(seed, game.seats)
    return Dealing((lot + number - 1) % game.seats, hands, yard)


def possible(game: Game, dealing: Dealing, lead: int) -> bool:
    """Whether a deal that is given has exactly the tiles there are, as many for each as due."""
    aside = game.rules.missing_lead is MissingLead.SET_ASIDE
    want = [t for t in full_set(game.rules.set_size) if not (aside and t == double(lead))]
    have = [t for hand in dealing.hands for t in hand] + list(dealing.yard)
    size = game.rules.hand_size(game.seats)
    return (
        sorted(have) == want
        and len(dealing.hands) == game.seats
        and all(len(hand) == size for hand in dealing.hands)
        and 0 <= dealing.first < game.seats
    )


def opening(rules: RuleSet, number: int, dealing: Dealing, wanted: tuple[int, ...]) -> Round:
    """The round after the deal: who lays the lead, or that it must be searched."""
    option = rules.missing_lead
    if option is not MissingLead.NEXT_HELD:
        wanted = wanted[:1]
    table = Round(
        number=number,
        first=dealing.first,
        phase=Phase.SEARCH,
        turn=dealing.first,
        wanted=wanted,
        lead=wanted[0],
        hands=dealing.hands,
        yard=dealing.yard,
        on_table=(0,) * (rules.set_size + 1),
    )
    if option is MissingLead.SET_ASIDE:
        return table._replace(phase=Phase.LEAD)
    found = holder(table)
    if found is not None:
        return table._replace(phase=Phase.LEAD, turn=found[0], lead=found[1])
    if option is MissingLead.REDEAL:
        return table._replace(phase=Phase.REDEAL)
    return table


def holder(table: Round) -> tuple[int, int] | None:
    """(seat, number) of the best wanted double that somebody holds."""
    for number in table.wanted:
        lead = double(number)
        for seat, hand in enumerate(table.hands):
            if lead in hand:
                return seat, number
    return None
