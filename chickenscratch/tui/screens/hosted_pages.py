"""Pages over a table with others: what happened meanwhile, what can be agreed on, leaving."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar

from chickenscratch.host.words import span_words
from chickenscratch.locale import N_, _
from chickenscratch.tui.keys import Act, key_words
from chickenscratch.tui.screens import hosted_lines
from chickenscratch.tui.screens.ask import AskScreen
from chickenscratch.tui.screens.room_lines import title_of
from chickenscratch.tui.text import fit
from chickenscratch.tui.widgets.page import SCROLLING, Page
from chickenscratch.tui.widgets.pane import Line, line
from chickenscratch.tui.widgets.prose import fold_all, wrapped

if TYPE_CHECKING:
    from chickenscratch.tui.screens.hosted_table import HostedTableScreen


class AwayScreen(Page[None]):
    """What has happened while one was away."""

    ACTS: ClassVar = (
        Act("close", ("enter", "kp_enter", "space", "escape", "q"), "Enter", N_("to the table"),
            N_("On with the game."), footer=1),
        *SCROLLING,
    )  # fmt: skip

    def __init__(self, where: str, seconds: float, told: Sequence[str]) -> None:
        """`told`: what happened, in words, oldest first."""
        super().__init__()
        self.where = where
        self.seconds = seconds
        self.told = tuple(told)

    def head(self, width: int) -> Sequence[Line]:
        back = _("Back at {table}.").format(table=self.where)
        words = _("While you were away ({time}):").format(time=span_words(self.seconds))
        return (line((f" {back}  ", "head"), (words, "accent")),)

    def body(self, width: int) -> Sequence[Line]:
        return [line((f" {row}", "")) for text in self.told for row in wrapped(text, width - 2)]

    def action_close(self) -> None:
        self.dismiss(None)


class CompanyScreen(Page[str]):
    """Who is here and what can be agreed on. Gives an act of the table screen."""

    ACTS: ClassVar = (
        Act("agree", ("y",), "y", N_("agree"), N_("Agree to what is asked."), footer=1),
        Act("refuse", ("n",), "n", N_("refuse"),
            N_("Refuse what is asked, or take your own question back."), footer=2),
        Act("take_back", ("h",), "h", N_("take the seat back"), N_("Play this seat here again."),
            footer=3),
        Act("pause", ("p",), "p", N_("pause"),
            N_("Ask everybody for a pause, or end the one there is."), footer=4),
        Act("nudge", ("r",), "r", N_("remind"),
            N_("Remind the person whom the game waits for."), footer=5),
        Act("chat", ("slash", "t"), "/", N_("talk"),
            N_("Say something to everybody at the table."), footer=6),
        Act("mute", ("m",), "m", N_("mute the talk"),
            N_("Hear nothing of the talk, or again."), footer=7),
        Act("leave", ("q",), "q", N_("leave"), N_("Leave the table; your seat stays yours."),
            footer=8),
        Act("resign", ("x",), "x", N_("resign"),
            N_("Give up your seat for good; a computer player goes on."), footer=9),
        Act("close", ("escape", "colon", "enter", "kp_enter", "space"), "Esc", N_("back"),
            N_("Back to the table."), footer=10),
        *SCROLLING,
    )  # fmt: skip

    def __init__(self, table: HostedTableScreen) -> None:
        super().__init__()
        self.table_screen = table

    def on_mount(self) -> None:
        """Besides what a page does."""
        self.run_worker(self._follow(), group="table")

    async def _follow(self) -> None:
        async for _state in self.table_screen.remote.states():
            if self.query("#page-foot"):  # it is not being taken away
                self.show()

    @property
    def possible(self) -> list[Act]:
        """What can be done now, the most important first."""
        table, state = self.table_screen, self.table_screen.state
        vote, seated = state.vote, bool(table.people)
        able = {"chat": True, "mute": True, "leave": True, "close": True}
        able["agree"] = table.around.asked
        able["refuse"] = vote is not None and state.you in (vote.by, *vote.waiting)
        able["take_back"] = seated and not state.holds and not table.around.kept
        able["pause"] = seated and vote is None and not table.latest.view.game_over
        seat = table.scene.duty.seat
        able["nudge"] = seated and seat is not None and seat != state.you
        able["resign"] = seated and not table.latest.view.game_over
        acts = []
        for act in super().foot():
            if act.id == "pause" and state.paused:
                act = act._replace(label=N_("go on"))
            if act.id == "refuse" and vote is not None and vote.by == state.you:
                act = act._replace(label=N_("take the question back"))
            if act.id == "mute" and table.talk.muted:
                act = act._replace(label=N_("hear the talk again"))
            if able.get(act.id):
                acts.append(act)
        return acts

    def foot(self) -> Sequence[Act]:
        return [act for act in self.possible if act.id == "close"]

    def head(self, width: int) -> Sequence[Line]:
        return (line((" " + title_of(self.table_screen.state).upper(), "head")),)

    def body(self, width: int) -> Sequence[Line]:
        table = self.table_screen
        rows = [
            line((f"  {fit(act.key, 3)}", "key", act.id), (_(act.label), "", act.id),
                 (f"  {_(act.help)}", "dim", act.id))
            for act in self.possible if act.id != "close"
        ]  # fmt: skip
        about = hosted_lines.about(table.around, table.client.host, width)
        return fold_all([*rows, (), *about], width)

    def _chosen(self, act: str) -> None:
        if any(act == able.id for able in self.possible):
            self.dismiss(act)

    def action_agree(self) -> None:
        self._chosen("agree")

    def action_refuse(self) -> None:
        self._chosen("refuse")

    def action_take_back(self) -> None:
        self._chosen("take_back")

    def action_pause(self) -> None:
        self._chosen("pause")

    def action_nudge(self) -> None:
        self._chosen("nudge")

    def action_chat(self) -> None:
        self._chosen("chat")

    def action_mute(self) -> None:
        self._chosen("mute")

    def action_leave(self) -> None:
        self._chosen("leave")

    def action_resign(self) -> None:
        self._chosen("resign")

    def action_close(self) -> None:
        self.dismiss("")


class LeaveTableScreen(Page[str]):
    """Gives ``leave``, ``resign`` or ``stay``. The key that opened it confirms nothing."""

    ACTS: ClassVar = (
        Act("leave", ("enter", "kp_enter", "y"), "Enter", N_("leave, continue later"),
            N_("Leave the table; your seat stays yours."), footer=1),
        Act("stay", ("escape", "k", "space"), "Esc", N_("keep playing"),
            N_("Back to the table."), footer=2),
        Act("resign", ("x",), "x", N_("resign"),
            N_("Give up your seat for good; a computer player goes on."), footer=3),
    )  # fmt: skip

    def __init__(self, policy: str) -> None:
        """`policy`: what happens here when somebody is away, in few words."""
        super().__init__()
        self.policy = policy

    def head(self, width: int) -> Sequence[Line]:
        return (line((" " + _("LEAVE THE TABLE"), "head")),)

    def body(self, width: int) -> Sequence[Line]:
        room = max(8, width - 2)
        kept = _("Your seat stays yours: come back to it from the lobby, or from anywhere else.")
        here = _("When somebody is away: {what}.").format(what=self.policy)
        rows: list[Line] = [()]
        rows += [line((f" {row}", "strong")) for row in wrapped(kept, room)]
        rows += [line((f" {row}", "")) for row in wrapped(here, room)]
        return [
            *rows,
            (),
            line(
                (f" {key_words('Enter')} ", "key", "leave"),
                (_("leave, continue later"), "", "leave"),
            ),
            line((" Esc   ", "key", "stay"), (_("keep playing"), "", "stay")),
            line((" x     ", "key", "resign"), (_("resign"), "", "resign")),
        ]

    def action_leave(self) -> None:
        self.dismiss("leave")

    def action_stay(self) -> None:
        self.dismiss("stay")

    def action_resign(self) -> None:
        self.dismiss("resign")


def resign_screen() -> AskScreen:
    """Asks for the word that gives a seat up."""
    word = _("resign")
    about = [
        _("Your seat goes to a computer player, for good."),
        _("Write “{word}” to do that.").format(word=word),
    ]

    def fits(text: str) -> str:
        if text.casefold() == word.casefold():
            return ""
        return _("Write “{word}”, or press Esc.").format(word=word)

    return AskScreen(_("RESIGN"), about, fits=fits)
