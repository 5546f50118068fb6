"""The person's settings.

The settings file belongs to the person: it is read strictly, and :func:`change` touches only the
settings it is told to, comments and order stay as they were.
"""

from __future__ import annotations

import os
import tomllib
from collections.abc import Mapping
from enum import Enum, StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final, get_args, get_origin

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, StrictBool, ValidationError

from chickenscratch.locale import N_, _
from chickenscratch.locale.clean import harmless, shown
from chickenscratch.paths import HOME_VARIABLE, Paths

if TYPE_CHECKING:
    from pydantic.fields import FieldInfo
    from tomlkit import TOMLDocument

__all__ = [
    "HOME_VARIABLE",
    "Bell",
    "ConfigError",
    "Confirm",
    "HandOrder",
    "KeySet",
    "Language",
    "Motion",
    "Pace",
    "Paths",
    "SetUp",
    "Settings",
    "ThemeName",
    "Zoom",
    "change",
    "load",
]

_LIMITS: Final = ("ge", "le", "max_length")


class ConfigError(Exception):
    """One sentence for the person: which file, which setting, what is allowed."""

    def __init__(self, sentence: str) -> None:
        super().__init__(harmless(sentence))


class Language(StrEnum):
    """`AUTO` follows the environment."""

    AUTO = "auto"
    EN = "en"
    IT = "it"


class Pace(StrEnum):
    """How long computer players take over a move."""

    INSTANT = "instant"
    BRISK = "brisk"
    CALM = "calm"


class HandOrder(StrEnum):
    """How your tiles are arranged until you arrange them yourself."""

    DEALT = "dealt"
    NUMBER = "number"
    DOUBLES = "doubles"
    FIT = "fit"


class Confirm(StrEnum):
    """What Enter on a tile does: play it, lift it first, or ask."""

    PLAY = "play"
    LIFT = "lift"
    ASK = "ask"


class Bell(StrEnum):
    """When something rings the terminal bell: never, while the window has not the focus, always."""

    OFF = "off"
    UNFOCUSED = "unfocused"
    ALWAYS = "always"


class Motion(StrEnum):
    """How much moves at the table; `AUTO` is full, over a slow line basic."""

    AUTO = "auto"
    FULL = "full"
    BASIC = "basic"
    NONE = "none"


class Zoom(StrEnum):
    """How large the board is drawn; `FIT` chooses at the start of each round."""

    FIT = "fit"
    TINY = "tiny"
    FAR = "far"
    MIDDLE = "middle"
    NEAR = "near"


class ThemeName(StrEnum):
    """The colours; `TERMINAL` leaves them to the terminal."""

    FELT = "felt"
    SLATE = "slate"
    PAPER = "paper"
    HIGH_CONTRAST = "high-contrast"
    COLOUR_BLIND = "colour-blind"
    TERMINAL = "terminal"


class KeySet(StrEnum):
    """Which keys the table starts from, before those of your own."""

    STANDARD = "standard"
    LEFT_HAND = "left-hand"
    RIGHT_HAND = "right-hand"
    NUMPAD = "numpad"
    VIM = "vim"


def _printable(text: str) -> str:
    text = text.strip()
    if not text.isprintable():
        raise ValueError
    return text


Line = Annotated[str, Field(max_length=60), AfterValidator(_printable)]
Name = Annotated[str, Field(max_length=20), AfterValidator(_printable)]


class _Model(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class SetUp(_Model):
    """The table you last sat down at, offered again next time."""

    rules: Line = Field(default="chicken-scratch", description=N_("The preset or the rules file."))
    players: Annotated[int, Field(ge=2, le=8)] = Field(
        default=4, strict=True, description=N_("How many sit at the table, you included.")
    )
    bots: tuple[Line, ...] = Field(default=(), description=N_("The level of each computer player."))


class Settings(_Model):
    """What a person may choose. Each field's description is shown beside it everywhere."""

    language: Language = Field(
        default=Language.AUTO,
        title=N_("Language"),
        description=N_("The language; auto follows the environment."),
    )
    name: Name = Field(
        default="",
        title=N_("Your name"),
        description=N_("Your name at the table; empty means your login name."),
    )
    theme: ThemeName = Field(
        default=ThemeName.FELT, title=N_("Theme"), description=N_("The colours of everything.")
    )
    pace: Pace = Field(
        default=Pace.BRISK,
        title=N_("Pace of computer players"),
        description=N_("How long computer players take over a move."),
    )
    hand_order: HandOrder = Field(
        default=HandOrder.DEALT,
        title=N_("Order of your hand"),
        description=N_("How your tiles are arranged until you do it yourself."),
    )
    confirm: Confirm = Field(
        default=Confirm.PLAY,
        title=N_("Enter on a tile"),
        description=N_("Whether Enter plays a tile, lifts it first, or asks."),
    )
    autoplay: StrictBool = Field(
        default=False,
        title=N_("Play what is forced"),
        description=N_("Your only possible move is made for you after a second; any key stops it."),
    )
    bell: Bell = Field(
        default=Bell.UNFOCUSED,
        title=N_("Bell"),
        description=N_("When the bell rings for your turn, once a turn at most."),
    )
    bell_calls: Bell = Field(
        default=Bell.OFF,
        title=N_("Bell for calls"),
        description=N_("When the bell rings for a double that is called, and for a last tile."),
    )
    bell_ends: Bell = Field(
        default=Bell.OFF,
        title=N_("Bell for ends"),
        description=N_("When the bell rings because a round or the game is over."),
    )
    hints: StrictBool = Field(
        default=True,
        title=N_("Hints"),
        description=N_(
            "Mark the tiles that fit, show the count, warn of feet that die, and offer the coach."
        ),
    )
    zoom: Zoom = Field(
        default=Zoom.FIT, title=N_("Zoom"), description=N_("How large the board is drawn.")
    )
    motion: Motion = Field(
        default=Motion.AUTO,
        title=N_("Motion"),
        description=N_(
            "How much moves at the table: tiles slide and feet pulse, or only what helps, or "
            "nothing; auto chooses by the line."
        ),
    )
    reduced_motion: StrictBool = Field(
        default=False,
        title=N_("Reduced motion"),
        description=N_("Nothing on the screen moves."),
    )
    ascii: StrictBool = Field(
        default=False,
        title=N_("Plain characters"),
        description=N_("Draw with plain ASCII characters only."),
    )
    mouse: StrictBool = Field(
        default=True,
        title=N_("Mouse"),
        description=N_("Use the mouse, instead of leaving it alone."),
    )
    key_set: KeySet = Field(
        default=KeySet.STANDARD,
        title=N_("Keys"),
        description=N_("The keys of the table, before those of your own."),
    )
    keys: dict[Line, Line] = Field(
        default={},
        title=N_("Your own keys"),
        description=N_("What can be done at the table, and the keys for it with commas between."),
    )
    last: SetUp = Field(default=SetUp(), description=N_("The table you last sat down at."))
    host: dict[Line, Any] = Field(default={}, description=N_("The limits of a host of yours."))


def load(path: Path) -> Settings:
    """Read the settings file; without one, everything is as we think best.

    Raises ConfigError if the file cannot be read or says something that is not allowed.
    """
    return _checked(path, _read(path))


def change(path: Path, **changes: object) -> Settings:
    """Write these settings into the file, nothing else, and return all of them as they are now.

    The file is read again first, so that what was edited by hand meanwhile is not lost. Raises
    ConfigError like :func:`load`, and then leaves the file as it was.
    """
    settings = _checked(path, _read(path) | changes)
    fresh = settings.model_dump(mode="json", include=set(changes))
    try:
        _write(path, _edited(path, fresh))
    except OSError as error:
        raise _unwritable(path, error) from error
    return settings


def _read(path: Path) -> dict[str, Any]:
    # the end of a pipe or a device might never come
    if os.path.exists(path) and not (path.is_file() or path.is_dir()):
        raise ConfigError(_("{file} is not an ordinary file.").format(file=path))
    try:
        return tomllib.loads(path.read_text(encoding="utf-8-sig"))
    except FileNotFoundError:
        return {}
    except RecursionError as error:
        sentence = _("{file} is nested too deeply to be a settings file.")
        raise ConfigError(sentence.format(file=path)) from error
    except ValueError as error:  # a number with thousands of digits as well
        sentence = _("{file} is not valid TOML: {reason}.")
        raise ConfigError(sentence.format(file=path, reason=shown(error))) from error
    except OSError as error:
        sentence = _("{file} cannot be read: {reason}.")
        raise ConfigError(sentence.format(file=path, reason=error.strerror)) from error


def _checked(path: Path, values: Mapping[str, object]) -> Settings:
    try:
        return Settings.model_validate(values)
    except ValidationError as error:
        fault = error.errors(include_url=False)[0]
    raise ConfigError(_complaint(path, fault["loc"], fault["type"], fault["input"]))


def _complaint(path: Path, loc: tuple[int | str, ...], kind: str, value: object) -> str:
    names = [part for part in loc if isinstance(part, str)]
    model: type[BaseModel] = SetUp if names[0] == "last" and len(names) > 1 else Settings
    if names[0] == "keys":
        names = names[:1]
    setting = ".".join(part for part in loc if isinstance(part, str) and part != "[key]")
    if kind == "extra_forbidden":
        from difflib import get_close_matches

        known = list(model.model_fields)
        prefix = setting.removesuffix(names[-1])
        offers = [prefix + name for name in get_close_matches(names[-1], known, 1) or known]
        sentence = _("{file} has a setting “{setting}” that does not exist; there is {offers}.")
        return sentence.format(file=path, setting=shown(setting), offers=", ".join(offers))
    sentence = _("{file} sets “{setting}” to {value}; it must be {allowed}.")
    allowed = _allowed(model.model_fields[names[-1]])
    return sentence.format(file=path, setting=shown(setting), value=_toml(value), allowed=allowed)


def _toml(value: object) -> str:
    """`value` about as it stands in the file, not too long."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str):
        return f"“{value}”" if len(value) <= 40 else f"“{value[:40]}…”"
    return str(value) if isinstance(value, int | float) else _("something else")


def _allowed(field: FieldInfo) -> str:
    kind = field.annotation
    if isinstance(kind, type) and issubclass(kind, Enum):
        return _("one of {choices}").format(choices=", ".join(str(choice) for choice in kind))
    if kind is bool:
        return _("true or false")
    marks = field.metadata
    limits = {name: getattr(m, name) for m in marks for name in _LIMITS if hasattr(m, name)}
    if kind is int:
        return _("a whole number from {ge} to {le}").format(**limits)
    if kind is str:
        return _("text on one line, {max_length} characters at most").format(**limits)
    if get_origin(kind) is dict and Any not in get_args(kind):
        return _("the names of keys in quotation marks, such as draw = “d,f2”")
    if get_args(kind) and get_origin(kind) is not dict:
        return _("a list of words in quotation marks")
    return _("a table of its own, such as [last]")


def _edited(path: Path, changes: Mapping[str, Any]) -> str:
    import tomlkit

    try:
        document = tomlkit.parse(path.read_text(encoding="utf-8-sig"))
    except FileNotFoundError:
        document = tomlkit.document()
        document.add(
            tomlkit.comment(_("Settings of chickenscratch; see also: chickenscratch paths"))
        )
    for name, value in changes.items():
        _put(document, name, value)
    return tomlkit.dumps(document)


def _put(document: TOMLDocument, name: str, value: Any) -> None:
    """Set one setting, unless the file says so already: its way of writing it may stay."""
    import tomlkit

    if isinstance(value, dict):
        table = document.setdefault(name, tomlkit.table())
        for part in [part for part in table if part not in value]:
            del table[part]
        for part, inner in value.items():
            if table.get(part) != inner:
                table[part] = inner
    elif document.get(name) != value:
        document[name] = value


def _write(path: Path, text: str) -> None:
    """Replace the file at once. A link to a file elsewhere stays a link."""
    path = path.resolve()
    path.parent.mkdir(parents=True, exist_ok=True)
    fresh = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        fresh.write_text(text, encoding="utf-8")
        fresh.replace(path)
    finally:
        fresh.unlink(missing_ok=True)


def _unwritable(path: Path, error: OSError) -> ConfigError:
    sentence = _("{file} cannot be written: {reason}.")
    return ConfigError(sentence.format(file=path, reason=error.strerror))
