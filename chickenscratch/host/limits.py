"""What a host puts up with: the section ``[host]`` of the settings file."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Final

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from chickenscratch.core.text import N_, Sentence

_Count = Annotated[int, Field(ge=1, le=1_000_000)]
_Rate = Annotated[float, Field(gt=0, le=100_000)]
DAY: Final = 86400.0


class LimitsError(ValueError):
    """A limit that cannot be. `sentence` says which one, in words to show."""

    def __init__(self, template: str, **values: object) -> None:
        self.sentence = Sentence(template, values)
        super().__init__(str(self.sentence))


class HostLimits(BaseModel):
    """How much of everything. Rates are per second, and per person or connection."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    connections: _Count = 1000
    connections_per_account: _Count = 64
    """From an account that is trusted to speak for others, `connections` count."""
    trusted: tuple[str, ...] = ()
    """Accounts (names or numbers) that may speak for others, such as the SSH front end's."""
    requests_burst: _Count = 60
    requests_rate: _Rate = 20.0
    mistakes: _Count = 10
    """Lines that are no request, after which a connection is closed."""
    backlog: _Count = 1_000_000
    """Bytes that may wait for a slow reader."""
    slow_reader: _Count = 30
    """Seconds that a reader may stop for while updates wait."""
    tables: _Count = 1000
    tables_per_person: _Count = 8
    views: _Count = 8
    """Tables that one connection looks at."""
    watchers: _Count = 100
    """Of one table."""
    chat_burst: _Count = 5
    chat_rate: _Rate = 0.5
    slow_mode: Annotated[float, Field(ge=0, le=3600)] = 0.0
    """Seconds between two lines of one person in the lobby."""
    chat_days: _Count = 90
    """How long what was said is kept."""
    words: _Count = 10
    """Wrong words for private tables, per person; later one more each minute."""
    code_minutes: _Count = 10
    bot_workers: Annotated[int, Field(ge=1, le=64)] = 1
    keep_days: _Count = 30
    """How long finished tables that nobody has looked at stay in the lobby."""
    metrics_every: _Count = 15
    """Seconds."""
    ssh: dict[str, Any] = {}
    """The limits of the SSH front end, which it reads itself."""


def limits_from(section: Mapping[str, Any]) -> HostLimits:
    """The limits that a settings file asks for. Raises LimitsError."""
    try:
        return HostLimits.model_validate(dict(section))
    except ValidationError as error:
        fault = error.errors(include_url=False)[0]
        name = ".".join(str(part) for part in fault["loc"]) or "host"
        if fault["type"] == "extra_forbidden":
            raise LimitsError(N_("There is no limit called “{name}”."), name=name) from None
        raise LimitsError(
            N_("The limit “{name}” cannot be {value}."), name=name, value=fault["input"]
        ) from None
