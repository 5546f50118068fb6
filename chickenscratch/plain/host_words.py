"""What plain mode says about a host: one fact a line."""

from __future__ import annotations

from collections.abc import Sequence

from chickenscratch.bots.levels import LEVELS
from chickenscratch.core.presets import PRESETS
from chickenscratch.host import words
from chickenscratch.host.client import HostClient
from chickenscratch.host.shapes import ChatLine, Listed, Person, SeatState, Stage, TableState
from chickenscratch.locale import _
from chickenscratch.locale.numbers import both
from chickenscratch.plain.host_commands import Do, word_for
from chickenscratch.plain.text import clean, listed


def greeting(client: HostClient) -> list[str]:
    """Who one is, by what, and whose host this is."""
    lines = [_("You are {name}.").format(name=clean(client.you.name))]
    identity = client.identity
    if identity is not None and identity.startswith("key:"):
        key = clean(identity.removeprefix("key:"))
        lines.append(_("The host knows you by the key {key}.").format(key=key))
    elif identity is not None:
        lines.append(_("You are a guest: your name is free again when you go."))
    if owner := words.owner_words(client.host):
        lines.append(f"{owner[:1].upper()}{owner[1:]}.")
    if client.host.notice:
        lines.append(clean(client.host.notice))
    return lines


def chat_line(line: ChatLine) -> str:
    """``anna says: hello``."""
    said = _("{name} says: {words}")
    return said.format(name=words.speaker(line), words=words.said(line))


def phrase_lines() -> list[str]:
    """The phrases by their numbers."""
    return [f"{n}: {words.phrase(what)}" for n, what in enumerate(words.PHRASES, 1)]


def title_of(table: Listed) -> str:
    return clean(table.title) or table.table


def lobby_lines(
    tables: Sequence[Listed], people: Sequence[Person], client: HostClient
) -> list[str]:
    """Every table by its number, then the people."""
    lines = [f"{n}: {table_line(table)}" for n, table in enumerate(tables, 1)]
    if not lines:
        lines = [_("There is no table yet; “{word}” sets one up.").format(word=word_for(Do.NEW))]
    return [*lines, *people_lines(people, client)]


def finished_lines(games: Sequence[Listed]) -> list[str]:
    """Every finished game by its number, and how to see one."""
    if not games:
        return [_("No game has been finished here yet.")]
    lines = [f"{n}: {table_line(game)}" for n, game in enumerate(games, 1)]
    word = word_for(Do.REPLAY)
    return [*lines, _("“{word}” with a number shows one again.").format(word=word)]


def people_lines(people: Sequence[Person], client: HostClient) -> list[str]:
    here = [_person(person, client) for person in people if person.here]
    return [_("Here: {names}.").format(names=listed(here))] if here else []


def _person(person: Person, client: HostClient) -> str:
    notes = []
    if person.name == client.you.name:
        notes.append(_("you"))
    if person.name in client.friends:
        notes.append(_("a friend"))
    if person.name in client.ignores:
        notes.append(_("not heard"))
    if person.lookalike is not None:
        notes.append(_("not to be taken for {name}").format(name=clean(person.lookalike)))
    name = clean(person.name) or "?"
    return f"{name} ({listed(notes)})" if notes else name


def table_line(table: Listed) -> str:
    """``kitchen. Your turn. Chicken Foot. Anna, Bruno. Round 3 of 10.``"""
    known = PRESETS.get(table.preset)
    parts = [title_of(table)]
    if table.your_turn:
        parts.append(_("Your turn"))
    elif table.yours is not None:
        parts.append(_("Your table"))
    parts.append(_("House rules") if known is None else _(known.title))
    names = [clean(name) or "?" for name in table.names if name is not None]
    if names:
        parts.append(listed(names))
    parts += [f"{part[:1].upper()}{part[1:]}" for part in words.standing(table)]
    return ". ".join(parts) + "."


def room_lines(state: TableState) -> list[str]:
    """Who sits where, what is not as usual, and what is missing."""
    lines = [
        _("Seat {number}: {who}.").format(number=seat + 1, who=_seat(state, seat, who))
        for seat, who in enumerate(state.seats)
    ]
    points = words.differs_lines(state)
    if points:
        lines += [_("Not as usual: {point}").format(point=point) for point in points]
    else:
        lines.append(_("Everything is as usual."))
    lines.append(_("The game begins by itself when all seats are taken and all are ready."))
    return lines


def _seat(state: TableState, seat: int, who: SeatState) -> str:
    if who.level is not None:
        level = LEVELS.get(who.level)
        title = clean(who.level) if level is None else _(level.title)
        words_ = _("{name}, computer player, {level}")
        return words_.format(name=clean(who.name or ""), level=title)
    if who.name is None:
        return _("free")
    name = clean(who.name) or "?"
    if seat == state.you:
        name = _("{name} (you)").format(name=name)
    return f"{name}, {_('ready') if who.ready else _('not ready yet')}"


def others_lines(state: TableState) -> list[str]:
    """Who is here, who watches, what is asked, whose time runs."""
    lines = []
    for seat, who in enumerate(state.seats):
        name = clean(who.name or "") or "?"
        if seat == state.you:
            name = _("{name} (you)").format(name=name)
        lines.append(f"{name}: {words.presence(who)}.")
    if state.watchers:
        names = both([clean(name) or "?" for name in state.watchers])
        lines.append(_("Watching: {names}.").format(names=names))
    if state.deadline is not None and state.awaited is not None:
        left = words.span_words(state.deadline - state.now)
        name = clean(state.seats[state.awaited].name or "") or "?"
        lines.append(_("Time of {name}: {time}.").format(name=name, time=left))
    return [*lines, *state_lines(state)]


def state_lines(state: TableState) -> list[str]:
    """What stands between the game and its next move, if anything does."""
    lines = []
    vote = state.vote
    if vote is not None:
        name = clean(state.seats[vote.by].name or "") or "?"
        lines.append(_(words.QUESTIONS[vote.kind]).format(name=name))
        if state.you in vote.waiting:
            answer = _("Type “{yes}” or “{no}”.")
            lines.append(answer.format(yes=word_for(Do.AGREE), no=word_for(Do.REFUSE)))
    if state.paused:
        lines.append(_("The game is paused."))
    if state.you is not None and not state.holds and not state.seats[state.you].kept:
        words_ = _("This seat is now played elsewhere; “{word}” takes it back.")
        lines.append(words_.format(word=word_for(Do.HERE)))
    return lines


def news_of(before: TableState, after: TableState) -> list[str]:
    """What has changed around a table, in words."""
    lines = []
    for old, new in zip(before.seats, after.seats, strict=False):
        name = clean(new.name or old.name or "") or "?"
        if new.level is not None or old.level is not None:
            if old.level != new.level:
                lines.append(_("A computer player has sat down or gone."))
            continue
        if old.name is None and new.name is not None:
            lines.append(_("{name} has sat down.").format(name=name))
        elif old.name is not None and new.name is None:
            lines.append(_("{name} has got up.").format(name=clean(old.name)))
        elif new.name is not None and (old.here, old.kept, old.gone) != (
            new.here, new.kept, new.gone,
        ):  # fmt: skip
            lines.append(f"{name}: {words.presence(new)}.")
        elif after.stage is Stage.GATHERING and old.ready != new.ready:
            lines.append(f"{name}: {_('ready') if new.ready else _('not ready yet')}.")
    if before.agreement != after.agreement and after.stage is Stage.GATHERING:
        lines.append(_("Something about the table has changed; “who” tells what."))
    said = state_lines(before)
    lines += [line for line in state_lines(after) if line not in said]
    if before.paused and not after.paused:
        lines.append(_("The game goes on."))
    gone = set(before.watchers) - set(after.watchers)
    lines += [
        _("{name} watches now.").format(name=clean(name))
        for name in after.watchers
        if name not in before.watchers
    ]
    lines += [_("{name} watches no more.").format(name=clean(name)) for name in sorted(gone)]
    return lines
