"""Turn command line errors into problems, in any language."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from pathlib import Path
from typing import Any

import click

from cards_data.problems import (
    ENGLISH,
    AnyText,
    Message,
    Problem,
    Problems,
    WrongArgument,
    did_you_mean,
    quote,
)

from .help_text import placeholders
from .terminal_language import terminal_language


def in_terminal_language(
    error: Exception, context: click.Context, words: Sequence[str]
) -> Exception:
    """Return the error in the terminal's language; usage errors become problems."""
    if isinstance(error, Problems):
        # A game's own texts stay in its language.
        if error.lang == ENGLISH:
            error.lang = terminal_language(context)
        return error
    problem = as_problem(error, context, words) if isinstance(error, click.UsageError) else None
    if problem is None:
        return error
    problems = Problems([problem])
    problems.lang = terminal_language(context)
    return problems


def unknown_command(name: str, program: str, names: Collection[str]) -> Problems:
    fault = Message("usage.not_a_command", value=quote(name))
    return Problems([WrongArgument.unknown(program, fault, name, names)])


def as_problem(
    error: click.UsageError, context: click.Context, words: Sequence[str]
) -> Problem | None:
    """Convert a usage error of a command into a problem; return None for other errors."""
    tell = _WORDING.get(type(error))
    if error.ctx is None:
        error.ctx = _called_context(context)
    return tell(error, words) if tell else None


def _called_context(context: click.Context) -> click.Context:
    """Return the context of the called command, which Click's errors do not always name."""
    group, name = context.command, context.invoked_subcommand
    command = group.get_command(context, name) if isinstance(group, click.Group) and name else None
    return click.Context(command, parent=context, info_name=name) if command else context


def _unknown_option(error: Any, words: Sequence[str]) -> Problem:
    name, params = error.option_name, error.ctx.command.params
    options = (one for one in params if isinstance(one, click.Option) and not one.hidden)
    flags = [flag for one in options for flag in (*one.opts, *one.secondary_opts)]
    hint = did_you_mean(name, flags) or _see_help(error.ctx)
    return WrongArgument(name, Message("usage.no_option"), "", hint)


def _missing(error: Any, words: Sequence[str]) -> Problem:
    where, allowed = _parameter_name(error.param, error.ctx), _allowed_values(error.param)
    return WrongArgument(where, Message("usage.missing"), allowed, _see_help(error.ctx))


def _half_option(error: Any, words: Sequence[str]) -> Problem:
    """Report an option without its value, or with a value it does not take."""
    name, params = error.option_name, error.ctx.command.params
    taking = [one for one in params if isinstance(one, click.Option) and not one.is_flag]
    needs = any(name in one.opts for one in taking)
    fault = Message("usage.needs_value") if needs else Message("usage.takes_none")
    return WrongArgument(name, fault, "", _see_help(error.ctx))


def _bad_value(error: Any, words: Sequence[str]) -> Problem:
    param, where = error.param, _parameter_name(error.param, error.ctx)
    typed = _refused_value(error, words)
    if typed is None:
        return WrongArgument(where, error.message)
    if isinstance(param.type, click.Path):
        return WrongArgument(where, _bad_path(param.type, typed))
    hint = did_you_mean(typed, getattr(param.type, "choices", ()))
    fault = Message("value.found", value=quote(typed))
    return WrongArgument(where, fault, _allowed_values(param), hint)


def _refused_value(error: Any, words: Sequence[str]) -> str | None:
    values, *_ = error.ctx.command.make_parser(error.ctx).parse_args(list(words))
    value = values.get(error.param.name)
    for one in value if isinstance(value, list | tuple) else (value,):
        try:
            error.param.type.convert(one, error.param, error.ctx)
        except click.BadParameter:
            return str(one)
    return None


def _bad_path(kind: click.Path, typed: str) -> Message:
    path, key = Path(typed), "usage.not_readable"
    if kind.exists and not path.exists():
        key = "usage.no_file"
    elif not kind.dir_okay and path.is_dir():
        key = "usage.is_folder"
    elif not kind.file_okay and path.is_file():
        key = "usage.is_file"
    return Message(key, value=quote(typed))


def _allowed_values(param: click.Parameter) -> AnyText:
    kind: Any = param.type
    if isinstance(kind, click.Choice):
        return ", ".join(map(str, kind.choices))
    # A number is shown as typed, without the formatting of a language.
    if isinstance(kind, click.IntRange):
        return Message("usage.whole_between", low=str(kind.min), high=str(kind.max))
    if isinstance(kind, click.FloatRange):
        return Message("usage.between", low=str(kind.min), high=str(kind.max))
    return Message("usage.number") if kind is click.FLOAT else ""


def _parameter_name(param: click.Parameter, context: click.Context) -> str:
    """Return an option as typed, or an argument as named in the help."""
    if isinstance(param, click.Option):
        return max(param.opts, key=len)
    name = (param.metavar or param.name or "").strip("[].").upper()
    return placeholders(name, terminal_language(context))


def _superfluous(error: Any, words: Sequence[str]) -> Problem | None:
    """Report extra words that no argument or command accepts."""
    command = error.ctx.command
    _, more, *_ = command.make_parser(error.ctx).parse_args(list(words))
    where = error.ctx.command_path
    if isinstance(command, click.Group):
        names = ", ".join(command.list_commands(error.ctx))
        return WrongArgument(where, Message("usage.no_command"), names)
    if not more:
        return None
    fault = Message("usage.too_much", words=" ".join(more))
    return WrongArgument(where, fault, "", _see_help(error.ctx))


def _see_help(context: click.Context) -> Message:
    return Message("usage.see_help", command=f"{context.command_path} --help")


_WORDING: Mapping[type[click.UsageError], Callable[[Any, Sequence[str]], Problem | None]] = {
    click.NoSuchOption: _unknown_option,
    click.MissingParameter: _missing,
    click.BadOptionUsage: _half_option,
    click.BadParameter: _bad_value,
    click.UsageError: _superfluous,
}
