"""Taking back and doing again at a table: what it names, where it stops, what it leaves."""

from __future__ import annotations

from table_kit import rules_of
from undo_kit import ANNA, BRUNO, at_table, play_without_a_draw

from chickenscratch.core.actions import Action, Call, CallWord, Deal, Draw, Pass, Play
from chickenscratch.core.apply import RejectReason
from chickenscratch.core.events import Caught, Dealt, redact
from chickenscratch.core.state import Game
from chickenscratch.core.view import view_of
from chickenscratch.table.link import Ready, Undo


async def test_undo_names_and_takes_back_the_last_decision_and_the_replies_to_it() -> None:
    async with at_table(None, "random", "random") as at:
        before, actions = await play_without_a_draw(at, ANNA)
        after, offered = at.game, at.links[ANNA].latest.undo
        assert offered is not None
        assert offered.seat == ANNA
        assert [type(action) for action in offered.actions] == [type(a) for a in actions]
        assert offered.actions[0] == at_place(actions[0], offered.actions[0])
        assert await at.undo(ANNA) is None
        assert at.game == before
        assert hash(at.game) == hash(before)
        for link in (*at.links, at.table.link(None)):
            assert link.latest.view == view_of(before, link.seat)
        told = at.links[BRUNO].latest
        assert told.undone == (offered,)
        assert told.events == ()
        assert at.recorder.lines[-1] == {"act": "undo", "lines": len(actions)}
        again = at.links[ANNA].latest.redo
        assert again == offered
        assert await at.redo(ANNA) is None
        assert at.game == after
        assert at.recorder.game() == after


def at_place(action: Action, laid: Action) -> Action:
    """The action with the place that the table chose for it."""
    assert isinstance(action, Play)
    assert isinstance(laid, Play)
    assert laid.at is not None
    return Play(action.seat, action.tile, action.on, laid.at)


async def test_undo_in_the_middle_of_the_replies() -> None:
    async with at_table(None, "random", "random") as at:
        await at.until(ANNA, Play)
        undo = at.links[ANNA].latest.undo
        assert undo is not None
        assert len(undo.actions) == 1
        assert await at.undo(ANNA) is None
        assert at.actor == ANNA


async def test_what_was_named_is_what_goes_or_nothing_does() -> None:
    async with at_table(None, "random", "random") as at:
        await at.until(ANNA, Play)
        named = at.links[ANNA].latest
        await at.act()
        game = at.game
        receipt = await at.links[ANNA].submit(Undo(ANNA), named.seq)
        assert receipt.reason is RejectReason.STALE
        assert at.game is game


async def test_undo_goes_as_deep_as_the_last_draw_of_a_person_and_redo_all_the_way_back() -> None:
    async with at_table(None, "random", "random") as at:
        states: list[Game] = []
        while len(states) < 3:
            await at.turn_of(ANNA)
            before, action = at.game, await at.act()
            if isinstance(action, Draw):
                states = []
            elif isinstance(action, Play) and not at.game.between_rounds:
                states.append(before)
            if at.game.between_rounds:
                states = []
        end = at.game
        for state in reversed(states):
            assert await at.undo(ANNA) is None
            assert at.game == state
        assert at.links[ANNA].latest.undo is None
        assert await at.undo(ANNA) is not None
        for state in [*states[1:], end]:
            assert await at.redo(ANNA) is None
            assert at.game == state
        assert await at.redo(ANNA) is RejectReason.NOTHING_TO_REDO


async def test_a_drawn_tile_cannot_be_unseen() -> None:
    async with at_table(None, "random") as at:
        await at.until(ANNA, Draw)
        assert at.links[ANNA].latest.undo is None
        game = at.game
        assert await at.undo(ANNA) is RejectReason.CANNOT_UNDO
        assert at.game is game
        while not isinstance(await at.act(), Play):  # the drawn tile, should it fit
            await at.until(ANNA, Draw)
            game = at.game
        assert await at.undo(ANNA) is None
        assert at.game == game
        assert await at.undo(ANNA) is not None


async def test_what_a_bot_draws_is_seen_by_nobody_and_comes_again() -> None:
    async with at_table(None, "random", "random") as at:
        while True:
            before, actions = await play_without_a_draw(at, ANNA)
            if any(isinstance(action, Draw) for action in actions):
                break
        after = at.game
        assert await at.undo(ANNA) is None
        assert at.game == before
        for action in actions:
            assert await at.act() == action
        assert at.game == after  # the same tiles were drawn again


async def test_a_round_that_was_laid_open_stays() -> None:
    async with at_table(None, "random") as at:
        await at.round_end()
        for seat in (ANNA, BRUNO):
            assert at.links[seat].latest.undo is None
        assert await at.undo(ANNA) is RejectReason.CANNOT_UNDO
        await at.ask(Ready(ANNA))
        assert not at.game.between_rounds
        assert await at.undo(ANNA) is RejectReason.NOTHING_TO_UNDO


async def test_nothing_to_take_back_or_to_do_again() -> None:
    async with at_table(None, "random") as at:
        update = at.links[ANNA].latest
        assert update.undo is update.redo is None
        assert await at.undo(ANNA) is RejectReason.NOTHING_TO_UNDO
        assert await at.redo(ANNA) is RejectReason.NOTHING_TO_REDO
        await at.until(BRUNO, Play)
        assert await at.undo(BRUNO) is RejectReason.NOTHING_TO_UNDO  # a bot does not want to
        watcher = at.table.link(None)
        receipt = await watcher.submit(Undo(ANNA), watcher.latest.seq)
        assert receipt.reason is RejectReason.NOT_YOUR_TURN


async def test_something_new_ends_doing_again() -> None:
    async with at_table(None, "random") as at:
        await play_without_a_draw(at, ANNA)
        assert await at.undo(ANNA) is None
        assert at.links[ANNA].latest.redo is not None
        await at.act()
        assert at.links[ANNA].latest.redo is None
        assert await at.redo(ANNA) is RejectReason.NOTHING_TO_REDO


async def test_at_one_keyboard_people_take_back_what_others_did() -> None:
    async with at_table(None, None, None) as at:
        states: dict[int, Game] = {}
        while len(states) < 3 or at.game.between_rounds:
            seat, before = at.actor, at.game
            if isinstance(await at.act(), Play) and not at.game.between_rounds:
                states[seat] = before
            else:
                states.clear()
                await at.turn_of(ANNA)
        names = {seat: at.links[seat].latest.undo for seat in states}
        assert sorted(len(undo.actions) for undo in names.values() if undo) == [1, 2, 3]
        first = min(states, key=lambda seat: len(states[seat].round.log))  # type: ignore[union-attr]
        assert await at.undo(first) is None
        assert at.game == states[first]
        for seat in states:
            if seat != first:
                assert at.links[seat].latest.redo is None
                assert await at.redo(seat) is RejectReason.NOTHING_TO_REDO
        assert await at.redo(first) is None


async def test_apart_nobody_takes_back_what_another_person_did() -> None:
    async with at_table(None, None, "random", together=False) as at:
        await at.until(ANNA, Play)
        assert at.links[ANNA].latest.undo is not None
        await at.until(BRUNO, Play)
        assert at.links[ANNA].latest.undo is None
        assert await at.undo(ANNA) is RejectReason.OTHERS_ACTED
        assert await at.undo(BRUNO) is None


async def test_a_call_goes_back_with_what_it_was_called_for() -> None:
    rules = rules_of("chicken-foot", call_duty=True)
    async with at_table(None, "random", rules=rules) as at:
        while True:
            before = at.game
            action = await at.act()
            if action.seat == ANNA and isinstance(action, Play) and action.tile.is_double:
                break
        assert isinstance(await at.act(), Call)
        undo = at.links[ANNA].latest.undo
        assert undo is not None
        assert [type(a) for a in undo.actions] == [Play, Call]
        assert await at.undo(ANNA) is None
        assert at.game == before


async def test_who_was_caught_may_take_back_until_the_penalty_is_drawn() -> None:
    rules = rules_of("chicken-foot", call_duty=True)
    for draws in (False, True):
        async with at_table(None, "random", rules=rules) as at:
            while True:
                before = at.game
                action = await at.act()
                if action.seat == ANNA and isinstance(action, Play) and action.tile.is_double:
                    break
            assert (await at.ask(Call(BRUNO, CallWord.CLUCK))).accepted
            assert isinstance(at.links[ANNA].latest.events[0], Caught)
            if draws:
                await at.ask(Draw(ANNA))
                assert await at.undo(ANNA) is RejectReason.CANNOT_UNDO
            else:
                assert await at.undo(ANNA) is None
                assert at.game == before


async def test_a_pass_that_could_not_be_helped_is_no_decision() -> None:
    rules = rules_of("chicken-foot", draw="none")
    async with at_table(None, "random", rules=rules) as at:
        await at.until(ANNA, Play)
        await at.until(ANNA, Pass)
        undo = at.links[ANNA].latest.undo
        assert undo is not None
        assert isinstance(undo.actions[0], Play)
        assert Pass(ANNA) in undo.actions


async def test_passing_of_ones_own_will_is_a_decision() -> None:
    rules = rules_of("chicken-foot", may_pass=True, draw="none")
    async with at_table(None, "random", rules=rules) as at:
        await at.turn_of(ANNA)
        while not (legal := at.links[ANNA].latest.view.legal) or not legal.moves or at.round.passes:
            await at.act()
            await at.turn_of(ANNA)
        before = at.game
        assert (await at.ask(Pass(ANNA))).accepted
        assert await at.undo(ANNA) is None
        assert at.game == before


async def test_the_story_of_the_round_is_told_without_what_was_taken_back() -> None:
    async with at_table(None, "random", "random") as at:
        assert [type(event) for event in at.links[ANNA].story] == [Dealt]
        await play_without_a_draw(at, ANNA)
        stories = [link.story for link in at.links]
        undo = at.links[ANNA].latest.undo
        assert undo is not None
        assert await at.undo(ANNA) is None
        for link, story in zip(at.links, stories, strict=True):
            assert link.story == story[: len(link.story)]
            assert len(link.story) < len(story)
        assert await at.redo(ANNA) is None
        assert [link.story for link in at.links] == stories
        for link in at.links:
            assert all(redact(event, link.seat) == event for event in link.story)
        await at.round_end()
        await at.ask(Ready(ANNA))
        assert [type(event) for event in at.links[ANNA].story] == [Dealt]


# Free practice


async def test_practice_takes_back_draws_reveals_and_whole_rounds() -> None:
    async with at_table(None, "random", practice=True) as at:
        states: list[Game] = []
        while len(at.game.results) < 1 or at.round.number < 2 or len(at.round.log) < 8:
            if at.game.between_rounds:
                await at.ask(Ready(ANNA))
                continue
            before = at.game
            action = await at.act()
            if action.seat == ANNA and action.act in ("lead", "play"):
                states.append(before)
        end = at.game
        redone = []
        while await at.undo(ANNA) is None:
            assert at.game in states
            redone.append(at.game)
        assert redone == states[::-1]
        assert at.round.number == 1
        assert await at.undo(ANNA) is RejectReason.NOTHING_TO_UNDO
        for state in [*states[1:], end]:
            assert await at.redo(ANNA) is None
            assert at.game == state
        assert await at.redo(ANNA) is RejectReason.NOTHING_TO_REDO
        await at.round_end()
        assert at.recorder.game() == at.game
        assert at.recorder.lines[0]["practice"] is True


async def test_after_a_reveal_was_taken_back_everybody_must_be_ready_anew() -> None:
    async with at_table(None, None, practice=True) as at:
        await at.round_end()
        late = at.links[ANNA].latest.seq
        await at.ask(Ready(ANNA))
        assert at.links[ANNA].latest.seats[ANNA].ready
        assert await at.undo(BRUNO) is None
        assert at.game.results == ()
        assert await at.redo(BRUNO) is None
        assert at.game.between_rounds
        assert not at.links[ANNA].latest.seats[ANNA].ready
        receipt = await at.links[ANNA].submit(Ready(ANNA), late)
        assert receipt.reason is RejectReason.STALE


async def test_the_deal_that_is_taken_back_is_named_without_its_tiles() -> None:
    async with at_table(None, "random", practice=True) as at:
        await at.round_end()
        await at.ask(Ready(ANNA))
        undo = at.links[ANNA].latest.undo
        assert undo is not None
        assert undo.actions[-1] == Deal()
        dealt = at.game
        assert await at.undo(ANNA) is None
        assert await at.redo(ANNA) is None
        assert at.game == dealt


async def test_not_even_practice_takes_back_the_end_of_the_game() -> None:
    rules = rules_of("chicken-foot", rounds=1)
    async with at_table(None, "random", rules=rules, practice=True) as at:
        await at.round_end()
        assert at.game.over
        assert at.links[ANNA].latest.undo is None
        assert await at.undo(ANNA) in (RejectReason.GAME_OVER, RejectReason.STALE)
