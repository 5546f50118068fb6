"""What a player's games came to, a fact a line."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from chickenscratch.company import own_name
from chickenscratch.config import Settings
from chickenscratch.locale import _, ngettext
from chickenscratch.locale.reasons import say
from chickenscratch.plain.console import Console
from chickenscratch.plain.questions import Questions
from chickenscratch.statistics_words import Section, player_title, sections
from chickenscratch.store import StoreError
from chickenscratch.store.figures import Player, find, players, portrait
from chickenscratch.store.statistics import FILE, Statistics


class Tallies:
    """Tells the statistics of one player after the other."""

    def __init__(self, console: Console, settings: Settings, games: Path) -> None:
        """`games`: the folder of the records; the database lies beside it."""
        self._console = console
        self._ask = Questions(console)
        self._settings = settings
        self._games = games

    async def tell(self) -> None:
        """Ask whose; Enter for one's own. Says why if there is nothing to be told."""
        kept = Statistics(self._games.parent / FILE)
        try:
            fed = kept.update(self._games)
            outcomes = kept.outcomes()
        except StoreError as error:
            self._console.say(say(error.sentence))
            return
        for refused in fed.refused:
            self._console.say(say(refused.sentence))
        everybody = players(outcomes)
        if not everybody:
            self._console.say(_("No game has been finished yet."))
            return
        player = await self._whose(everybody, find(outcomes, own_name(self._settings)))
        self._ask.say(*lines_of(player, sections(portrait(outcomes, player))))

    async def _whose(self, everybody: Sequence[Player], me: Player | None) -> Player:
        usual = me or everybody[0]
        if len(everybody) == 1:
            return usual
        for number, player in enumerate(everybody, 1):
            games = ngettext("{count} game", "{count} games", player.games)
            title = player_title(player.name, player.level)
            self._console.say(f"{number}: {title}, {games.format(count=player.games)}.")
        at = everybody.index(usual) + 1
        words = _("Whose? A number; Enter: {usual}.").format(usual=at)
        return everybody[await self._ask.number(words, 1, len(everybody), at) - 1]


def lines_of(player: Player, parts: list[Section]) -> Iterator[str]:
    """Everything about a player: what it is about, then the figures."""
    yield f"{player_title(player.name, player.level)}."
    for part in parts:
        yield f"{part.title}:"
        for title, value in part.facts:
            yield f"{title}: {value}."
        for bar in part.bars:
            yield f"{bar.title}: {', '.join(bar.words.split())}."
        if part.note:
            yield f"{part.note}."
        for title, *values in part.rows:
            named = zip(part.heads[1:], values, strict=True)
            yield f"{title}: {', '.join(f'{head} {value}' for head, value in named)}."
