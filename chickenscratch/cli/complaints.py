"""What click complains about, in one sentence of the reader's language."""

from __future__ import annotations

from difflib import get_close_matches

import click

from chickenscratch.locale import _


def sentence(error: click.ClickException) -> str:
    """The sentence for an error of click's, or the error's own one if a command raised it."""
    match error:
        case click.NoSuchOption():
            return _no_option(error)
        case click.BadOptionUsage():
            return _bad_option(error)
        case click.MissingParameter():
            return _missing(error)
        case click.BadParameter():
            return _bad_value(error)
        case _:
            return error.format_message()


def _no_option(error: click.NoSuchOption) -> str:
    command = error.ctx.command_path if error.ctx else "chickenscratch"
    known = [name for param in error.ctx.command.params for name in param.opts] if error.ctx else []
    if close := get_close_matches(error.option_name, known, 1):
        words = _("There is no option {option}; did you mean {offer}?")
        return words.format(option=error.option_name, offer=close[0])
    words = _("There is no option {option}; {command} --help lists them all.")
    return words.format(option=error.option_name, command=command)


def _bad_option(error: click.BadOptionUsage) -> str:
    params = error.ctx.command.params if error.ctx else []
    option = next((param for param in params if error.option_name in param.opts), None)
    if isinstance(option, click.Option) and not option.is_flag:
        return _("{option} needs a value after it.").format(option=error.option_name)
    return _("{option} takes no value.").format(option=error.option_name)


def _missing(error: click.MissingParameter) -> str:
    words = _("{name} is missing; see {command} --help.")
    command = error.ctx.command_path if error.ctx else "chickenscratch"
    return words.format(name=_name(error.param), command=command)


def _bad_value(error: click.BadParameter) -> str:
    kind = error.param.type if error.param is not None else None
    name = _name(error.param)
    match kind:
        case click.Choice():
            choices = ", ".join(str(choice) for choice in kind.choices)
            return _("{name} must be one of {choices}.").format(name=name, choices=choices)
        case click.IntRange() if kind.max is None:
            words = _("{name} must be a whole number, {least} or more.")
            return words.format(name=name, least=kind.min)
        case click.IntRange():
            words = _("{name} must be a whole number from {least} to {most}.")
            return words.format(name=name, least=kind.min, most=kind.max)
        case click.Path() if kind.exists:
            return _("{name} must be a file that exists and can be read.").format(name=name)
        case _ if kind is click.INT:
            return _("{name} must be a whole number.").format(name=name)
        case _ if kind is click.FLOAT:
            return _("{name} must be a number.").format(name=name)
        case _:  # raised by a type or a callback of our own, in whole translated sentences
            return error.message


def _name(param: click.Parameter | None) -> str:
    """What the person would call the parameter: ``--players`` or ``FILE``."""
    if isinstance(param, click.Option):
        return param.opts[-1]
    return param.human_readable_name if param is not None else ""
