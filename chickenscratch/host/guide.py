"""The guide for whoever runs a host, in the reader's language."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from dataclasses import asdict
from typing import Final, NamedTuple

from chickenscratch.host.limits import HostLimits
from chickenscratch.locale import N_, _

_WIDTH: Final = 80
_INDENT: Final = "  "
_CODE: Final = "    "


class Section(NamedTuple):
    """A heading and what stands below it; a paragraph that begins with ``$`` is a command."""

    title: str
    paragraphs: tuple[str, ...]


SECTIONS: Final = (
    Section(N_("What a host is"), (
        N_("One process owns every table, every record and every hidden hand. People come to it "
           "in two ways, and both only look: a screen is sent what its seat may know, and no "
           "more. So a screen that crashes, a line that breaks or a new version costs nobody a "
           "game."),
        N_("All of it is in one folder: a database with people, tables and talk, and a record "
           "for each game. A move is on the disk before anybody is told of it. A host that is "
           "killed goes on, when it is started again, with the same seats and the same hands."),
        N_("A record that is damaged costs its own table only: the players are told, the file is "
           "left as it is, and it is tried again at the next start."),
    )),
    Section(N_("Way A: for accounts on this machine"), (
        "$ chickenscratch host",
        "$ chickenscratch join",
        N_("People are known by their accounts (“~name”), which the kernel vouches for. No "
           "password, no port; nothing is to be set up."),
        N_("“Hosted by ~name” in the lobby means: this host runs under the account of a player. "
           "Whoever owns a process can read its memory, so that person could see all hands; the "
           "others trust them. A service with an account of its own has no such label."),
    )),
    Section(N_("A service for the whole machine"), (
        "$ chickenscratch host --print-units",
        "$ chickenscratch host --print-units --ssh 0.0.0.0:2222",
        N_("This prints units for systemd and installs nothing: read them, put each where its "
           "first line says, then “systemctl daemon-reload” and “systemctl enable --now "
           "chickenscratch.socket”. The host gets an account of its own, no network, and hardly "
           "anything of the system. The SSH server is a unit apart: what listens to strangers is "
           "not what knows the hands. It has an account of its own, and with “--trust” the host "
           "lets that account speak for the people it has let in."),
    )),
    Section(N_("Way B: by SSH, without an account"), (
        "$ chickenscratch host --ssh 0.0.0.0:2222",
        "$ ssh -p 2222 HOST",
        "$ ssh -t -p 2222 HOST TABLE",
        "$ ssh -p 2222 plain@HOST",
        N_("The second line is what people type: into the lobby, straight to a table, or line by "
           "line for screen readers and slow lines. There is no shell behind it, no file "
           "transfer and no forwarding."),
        N_("Somebody is the key that they have proven to own. The server learns that one public "
           "key of theirs, and keeps its fingerprint and a name; it sees no other key and no "
           "password. Who uses the same key at other places can be recognized by it there. With "
           "“--guests” people without a key come in as well, and are forgotten when they leave."),
        N_("The host key is made once, in the folder of the host. If it is there but cannot be "
           "read, the server does not start: a new key would look like an attack to everybody "
           "who has been here. Tell people its fingerprint, which is printed at the start, and "
           "keep a copy."),
        N_("Two processes serve the screens (“--workers”), 60 to 150 people each. They collect "
           "garbage only when hardly anybody is there, and are replaced after some thousands of "
           "visits. If one dies, its people log in again and sit where they sat. With "
           "“--process-per-player” everybody gets a process: slower to start, ten times the "
           "memory, but nobody waits for anybody else."),
    )),
    Section(N_("Every day"), (
        "$ chickenscratch host status",
        "$ chickenscratch host notice \"Back in five minutes.\"",
        "$ chickenscratch host drain",
        "$ chickenscratch host backup FILE.tar.gz",
        N_("“drain” lets nothing new begin and ends the host when the last game has ended; with "
           "“--now” it ends at once, and all games go on after the next start. That is the way "
           "to a new version."),
        N_("A backup is taken while people play, and holds the database and all games; to "
           "restore it, unpack it into an empty folder and give that as “--state”. The SSH "
           "server's key is in the folder “ssh”, and not in the backup. The file holds hands "
           "that are still hidden: keep it to yourself."),
        N_("“metrics” prints figures in the form that Prometheus reads; the same text is written "
           "to metrics.prom and ssh.prom in the folder of the host. The log has one JSON "
           "document a line, in a terminal a plain one, and nothing that players wrote."),
    )),
    Section(N_("Peace at the tables"), (
        "$ chickenscratch host mute NAME --minutes 30",
        "$ chickenscratch host kick NAME",
        "$ chickenscratch host ban NAME --minutes 1440",
        "$ chickenscratch host unban NAME",
        N_("A ban closes the door to every key of a person. Anybody can ignore somebody else for "
           "themselves. Who has a name that looks like an older one is marked with that name. "
           "What was said is kept for as many days as “chat_days” says, so that you can judge a "
           "quarrel; tell your people so."),
    )),
    Section(N_("What is safe, and what is not"), (
        N_("Names and talk are cleaned when they come in and once more before they are drawn, so "
           "nothing that is written reaches a terminal as a command. Lines, requests, "
           "connections and bytes are limited, and slow readers are hung up on; attacks by real "
           "clients are among the tests."),
        N_("A shuffle is committed to before the deal and opened after the game, so that "
           "everybody can check it. That proves that nobody changed the deal, not that nobody "
           "looked: who owns the process could."),
        N_("People who sit together, or one person with two keys, can tell each other their "
           "tiles. No host can prevent that."),
    )),
    Section(N_("How much it takes"), (
        N_("Measured on two cores: 300 people at 75 tables took 65 MB and a tenth of one core in "
           "the host. By SSH, 300 people took 4.4 MB each; a key was answered in 9 ms, in 52 ms "
           "in one case of twenty. Computer players think in processes of their own "
           "(“bot_workers”). “chickenscratch bench host” measures yours."),
    )),
)  # fmt: skip
_LIMITS: Final = N_(
    "These are in the section [host] of the settings file, those of the SSH server in [host.ssh], "
    "as they are usually: times in seconds unless the name says days, sizes in bytes."
)


def guide() -> str:
    """The whole guide, in lines of at most 80 columns where commands allow it."""
    lines: list[str] = [_("THE HOST")]
    for section in SECTIONS:
        lines += ["", _(section.title), *_below(section.paragraphs)]
    lines += ["", _("Limits"), *_below((_LIMITS,)), "", *_limits()]
    return "\n".join(lines) + "\n"


def _below(paragraphs: tuple[str, ...]) -> Iterator[str]:
    code = False
    for paragraph in paragraphs:
        was, code = code, paragraph.startswith("$")
        if not (was and code):
            yield ""
        if code:
            yield _CODE + paragraph[2:]
        else:
            yield from textwrap.wrap(
                _(paragraph), _WIDTH, initial_indent=_INDENT, subsequent_indent=_INDENT
            )


def _limits() -> Iterator[str]:
    """Every limit with its usual value, as the settings file has it."""
    from chickenscratch.host.ssh.limits import Limits

    host = HostLimits().model_dump()
    del host["ssh"]
    for title, values in (("[host]", host), ("[host.ssh]", asdict(Limits()))):
        yield _CODE + title
        for name, value in values.items():
            yield f"{_CODE}{name} = {list(value) if isinstance(value, tuple) else value}"
