"""What a host says, in words for people: phrases, refusals, what was agreed about a table.

Names and chat are written by players; :func:`said` and whoever shows a name cleans them first.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, assert_never

from chickenscratch.core.rules import RuleSet
from chickenscratch.host.agreeing import usual_rules
from chickenscratch.host.asking import Refusal
from chickenscratch.host.remote import HostError, HostRefusedError
from chickenscratch.host.shapes import (
    BankClock,
    ChatLine,
    Clock,
    Differs,
    HostInfo,
    Listed,
    NoClock,
    Phrase,
    Policy,
    SeatState,
    Stage,
    TableState,
    TurnClock,
    VoteKind,
)
from chickenscratch.host.telling import Farewell
from chickenscratch.locale import N_, _, ngettext
from chickenscratch.locale.clean import clean
from chickenscratch.locale.options import Setting
from chickenscratch.locale.options import settings as options_of

PHRASES: Final[Mapping[Phrase, str]] = {
    Phrase.HELLO: N_("Hello!"),
    Phrase.GOOD_LUCK: N_("Good luck!"),
    Phrase.WELL_PLAYED: N_("Well played!"),
    Phrase.THANKS: N_("Thank you!"),
    Phrase.SORRY: N_("Sorry!"),
    Phrase.YOUR_TURN: N_("It is your turn."),
    Phrase.ONE_MOMENT: N_("One moment, please."),
    Phrase.I_AM_BACK: N_("I am back."),
    Phrase.LUCKY: N_("That was lucky!"),
    Phrase.OUCH: N_("Ouch!"),
    Phrase.ONE_MORE: N_("One more game?"),
    Phrase.GOOD_NIGHT: N_("Good night!"),
}
"""In the order of their keys."""

REFUSALS: Final[Mapping[Refusal, str]] = {
    Refusal.MALFORMED: N_("The host did not understand that."),
    Refusal.PROTOCOL: N_("The host is of another version than this program."),
    Refusal.HELLO_FIRST: N_("The host does not know yet who you are."),
    Refusal.NOT_TRUSTED: N_("The host does not let this account speak for others."),
    Refusal.BANNED: N_("You are banned from this host."),
    Refusal.TOO_MANY: N_("There are too many of them already."),
    Refusal.TOO_FAST: N_("That was too fast: wait a moment."),
    Refusal.DRAINING: N_("The host will stop soon, so nothing new begins."),
    Refusal.NOT_ADMIN: N_("That is for whoever runs the host."),
    Refusal.NO_TABLE: N_("There is no such table."),
    Refusal.NO_PERSON: N_("There is nobody of that name."),
    Refusal.WRONG_WORD: N_("That is not the word of this table."),
    Refusal.NO_SEAT: N_("That seat is not free."),
    Refusal.SEATED: N_("You sit at this table already."),
    Refusal.NOT_SEATED: N_("You do not sit at this table."),
    Refusal.NOT_CREATOR: N_("That is for whoever set up the table."),
    Refusal.READY: N_("Who is ready cannot be sent away."),
    Refusal.STARTED: N_("The game has begun already."),
    Refusal.NOT_STARTED: N_("The game has not begun yet."),
    Refusal.NOT_OVER: N_("The game is not over yet."),
    Refusal.OTHER_AGREEMENT: N_("Something was changed meanwhile: look again, then say ready."),
    Refusal.NOT_HOLDING: N_("This seat is now played in another window."),
    Refusal.PAUSED: N_("The game is paused."),
    Refusal.NO_VOTE: N_("Nothing is being asked now."),
    Refusal.GUIDED: N_("Somebody else guides through this game now."),
    Refusal.VOTING: N_("Another question is being asked: answer that first."),
    Refusal.NOT_SURE: N_("To resign is for good, so say that you are sure."),
    Refusal.BAD_RULES: N_("The host does not take these rules."),
    Refusal.BAD_NAME: N_("A name has up to 16 letters, digits and the signs - _ and full stop."),
    Refusal.NAME_TAKEN: N_("Somebody has that name already."),
    Refusal.BAD_CODE: N_("That code is wrong, or too old."),
    Refusal.EMPTY: N_("There is nothing in it that could be shown."),
    Refusal.MUTED: N_("You may not speak here now."),
    Refusal.UNAVAILABLE: N_("The host cannot do that now."),
}

FAREWELLS: Final[Mapping[Farewell, str]] = {
    Farewell.KICKED: N_("Whoever runs the host has sent you away."),
    Farewell.BANNED: N_("You are banned from this host."),
    Farewell.STOPPING: N_("The host has stopped."),
    Farewell.MALFORMED: N_("The host did not understand this program and hung up."),
}

SENT_AWAY: Final = N_("Your seat is free again; if you want it, sit down and say you are ready.")

GONE: Final = N_("There is no connection to the host now.")

POLICIES: Final[Mapping[Policy, tuple[str, str]]] = {
    Policy.WAIT: (N_("wait"), N_("Everybody waits until they are back.")),
    Policy.NUDGE: (N_("wait and remind"), N_("They are reminded, and everybody waits.")),
    Policy.BOT: (
        N_("a computer player keeps the seat"),
        N_("A computer player acts for them until they are back."),
    ),
    Policy.SKIP: (
        N_("the least is done"),
        N_("The least that the rules allow is done for them: a draw and a pass, or a tile."),
    ),
    Policy.END: (N_("the game ends"), N_("The game ends without a result.")),
}
"""What happens when somebody is away in their turn: in few words, and in a sentence."""

QUESTIONS: Final[Mapping[VoteKind, str]] = {
    VoteKind.UNDO: N_("{name} would like to take the last move back."),
    VoteKind.REDO: N_("{name} would like to do again what was taken back."),
    VoteKind.PAUSE: N_("{name} would like a pause."),
}


def phrase(what: Phrase) -> str:
    """A phrase in the reader's language."""
    return _(PHRASES[what])


def said(line: ChatLine) -> str:
    """What was said, fit to be shown, without who said it."""
    return phrase(line.phrase) if line.phrase is not None else clean(line.text or "")


def speaker(line: ChatLine) -> str:
    """Who said it, fit to be shown."""
    name = clean(line.person) or "?"
    return _("{name} (watching)").format(name=name) if line.watcher else name


def trouble(error: HostError) -> str:
    """Why something was not done, in one sentence."""
    if isinstance(error, HostRefusedError):
        words = _(REFUSALS[error.why])
        if error.wait and error.wait >= 1:
            words += " " + _("Try again in {time}.").format(time=span_words(error.wait))
        return words
    return _(GONE)


def farewell(why: Farewell | None) -> str:
    """Why there will be no connection any more."""
    return _(GONE) if why is None else _(FAREWELLS[why])


def ended_words(stage: Stage) -> str:
    """Why a game that is over has no result to be looked at."""
    if stage is Stage.DAMAGED:
        return _("The record of that game is damaged, so it cannot go on; its file is kept.")
    return _("That game ended early, without a result.")


def owner_words(host: HostInfo) -> str:
    """Whose host this is, and what that means; nothing for a service of the machine."""
    if host.owner is None:
        return ""
    name = clean(host.owner)
    return _("hosted by {name}, who could see all hands").format(name=name)


def span_words(seconds: float) -> str:
    """``45 seconds``, ``5 minutes``, ``2 hours``, ``3 days``: about how long that is."""
    whole = max(0, round(seconds))
    if whole < 120:
        return ngettext("{count} second", "{count} seconds", whole).format(count=whole)
    if whole < 7200:
        return ngettext("{count} minute", "{count} minutes", whole // 60).format(count=whole // 60)
    if whole < 172_800:
        count = whole // 3600
        return ngettext("{count} hour", "{count} hours", count).format(count=count)
    count = whole // 86400
    return ngettext("{count} day", "{count} days", count).format(count=count)


def clock_words(clock: Clock) -> str:
    """How long one may think."""
    match clock:
        case NoClock():
            return _("as long as one likes")
        case TurnClock():
            return _("{time} for each turn").format(time=span_words(clock.seconds))
        case BankClock(more=0):
            return _("{time} for all turns together").format(time=span_words(clock.seconds))
        case BankClock():
            return _("{time} for all turns, and {more} more after each").format(
                time=span_words(clock.seconds), more=span_words(clock.more)
            )
        case _:
            assert_never(clock)


def policy_words(policy: Policy) -> str:
    """What happens when somebody is away, in few words."""
    return _(POLICIES[policy][0])


def differs_lines(state: TableState) -> list[str]:
    """In what a table is not as usual, a sentence for each point, as its people have to agree."""
    return [_differs_words(differs, state) for differs in state.differs]


def _differs_words(differs: Differs, state: TableState) -> str:
    settings = state.settings
    match differs.what:
        case "clock":
            return _("A clock: {clock}.").format(clock=clock_words(settings.clock))
        case "absent":
            what = policy_words(settings.absent)
            return _("When somebody is away: {what}.").format(what=what)
        case "absent_after":
            time = span_words(settings.absent_after)
            return _("Somebody counts as away after {time}.").format(time=time)
        case "open_hands":
            return _("Watchers see every hand.")
    here = {entry.name: entry for entry in options_of(settings.rules)}.get(differs.what)
    usual = {entry.name: entry for entry in options_of(usual_rules(settings.rules))}.get(
        differs.what
    )
    if here is None or usual is None:  # a newer host
        return clean(f"{differs.what}: {differs.here}")
    if differs.what == "rounds":
        return f"{here.title}: {here.words}."
    words = _("{title}: {here} (usually {usual}).")
    return words.format(title=here.title, here=here.words, usual=usual.words)


def _options(rules: RuleSet) -> dict[str, Setting]:
    return {entry.name: entry for entry in options_of(rules)}


def presence(who: SeatState) -> str:
    """How somebody is there, in words."""
    if who.level is not None:
        return _("computer player")
    if who.gone:
        return _("has resigned; a computer player goes on")
    if who.kept:
        return _("away; a computer player keeps the seat")
    return _("here") if who.here else _("away")


def standing(table: Listed) -> list[str]:
    """How things stand at a table, in few words each."""
    parts = []
    match table.stage:
        case Stage.GATHERING:
            count = table.open_seats
            parts.append(
                ngettext("{count} seat free", "{count} seats free", count).format(count=count)
                if count
                else _("about to begin")
            )
            if not table.public:
                parts.append(_("by word"))
        case Stage.PLAYING:
            saying = _("round {round} of {rounds}")
            parts.append(saying.format(round=max(1, table.round), rounds=table.rounds))
        case Stage.FINISHED:
            parts.append(_("played to the end"))
        case Stage.ENDED:
            parts.append(_("ended early"))
        case Stage.DAMAGED:
            parts.append(_("its record is damaged"))
    if table.watchers:
        count = table.watchers
        saying = ngettext("{count} watching", "{count} watching", count)
        parts.append(saying.format(count=count))
    if table.open_hands:
        parts.append(_("hands open"))
    return parts
