"""What is wrong with a command line, as problems like any other.

Comes in: an error of the reader of options, which tells it in English. Goes out: a problem that
says where, what was found, what is allowed and what to try, in any language.
"""

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
    quoted,
)

from .help_text import placeholders
from .terminal_language import terminal_language


def in_terminal_language(
    error: Exception, context: click.Context, words: Sequence[str]
) -> Exception:
    """The same error, with problems in the terminal's language; usage errors become problems."""
    if isinstance(error, Problems):
        # What a game says in its own language stays in it.
        if error.lang == ENGLISH:
            error.lang = terminal_language(context)
        return error
    problem = as_problem(error, context, words) if isinstance(error, click.UsageError) else None
    if problem is None:
        return error
    problems = Problems([problem])
    problems.lang = terminal_language(context)
    return problems


def unknown_command(name: str, program: str, known: Collection[str]) -> Problems:
    found = Message("usage.not_a_command", value=quoted(name))
    return Problems([WrongArgument(program, found, ", ".join(known), did_you_mean(name, known))])


def as_problem(
    error: click.UsageError, context: click.Context, words: Sequence[str]
) -> Problem | None:
    """An error of a command that was called with these words; none for what is no mistake."""
    tell = _TOLD.get(type(error))
    if error.ctx is None:
        error.ctx = _called(context)
    return tell(error, words) if tell else None


def _called(context: click.Context) -> click.Context:
    """The command that was called; the reader of options does not always say which it was."""
    group, name = context.command, context.invoked_subcommand
    command = group.get_command(context, name) if isinstance(group, click.Group) and name else None
    return click.Context(command, parent=context, info_name=name) if command else context


def _unknown_option(error: Any, words: Sequence[str]) -> Problem:
    name = error.option_name
    hint = did_you_mean(name, _flags(error.ctx.command)) or _see_help(error.ctx)
    return WrongArgument(name, Message("usage.no_option"), "", hint)


def _flags(command: click.Command) -> list[str]:
    options = (one for one in command.params if isinstance(one, click.Option) and not one.hidden)
    return [flag for one in options for flag in (*one.opts, *one.secondary_opts)]


def _missing(error: Any, words: Sequence[str]) -> Problem:
    param = error.param
    return WrongArgument(
        _named(param, error.ctx), Message("usage.missing"), _allowed(param), _see_help(error.ctx)
    )


def _half_option(error: Any, words: Sequence[str]) -> Problem:
    """One without the value that it needs, or with one that it does not take."""
    name = error.option_name
    needs = name in (flag for one in _taking(error.ctx.command) for flag in one.opts)
    found = Message("usage.needs_value") if needs else Message("usage.takes_none")
    return WrongArgument(name, found, "", _see_help(error.ctx))


def _taking(command: click.Command) -> list[click.Option]:
    return [one for one in command.params if isinstance(one, click.Option) and not one.is_flag]


def _bad_value(error: Any, words: Sequence[str]) -> Problem:
    param = error.param
    typed = _refused(error, words)
    if typed is None:
        return WrongArgument(_named(param, error.ctx), error.message)
    if isinstance(param.type, click.Path):
        return WrongArgument(_named(param, error.ctx), _bad_path(param.type, typed))
    hint = did_you_mean(typed, getattr(param.type, "choices", ()))
    found = Message("value.found", value=quoted(typed))
    return WrongArgument(_named(param, error.ctx), found, _allowed(param), hint)


def _refused(error: Any, words: Sequence[str]) -> str | None:
    """The word that an option did not take."""
    given, *_ = error.ctx.command.make_parser(error.ctx).parse_args(list(words))
    value = given.get(error.param.name)
    for one in value if isinstance(value, list | tuple) else (value,):
        try:
            error.param.type.convert(one, error.param, error.ctx)
        except click.BadParameter:
            return str(one)
    return None


def _bad_path(kind: click.Path, typed: str) -> Message:
    path, value = Path(typed), quoted(typed)
    if kind.exists and not path.exists():
        return Message("usage.no_file", value=value)
    if not kind.dir_okay and path.is_dir():
        return Message("usage.is_folder", value=value)
    if not kind.file_okay and path.is_file():
        return Message("usage.is_file", value=value)
    return Message("usage.not_readable", value=value)


def _allowed(param: click.Parameter) -> AnyText:
    kind: Any = param.type
    if isinstance(kind, click.Choice):
        return ", ".join(map(str, kind.choices))
    # A number is shown as it is typed, without the signs of a language.
    if isinstance(kind, click.IntRange):
        return Message("usage.whole_between", low=str(kind.min), high=str(kind.max))
    if isinstance(kind, click.FloatRange):
        return Message("usage.between", low=str(kind.min), high=str(kind.max))
    return Message("usage.number") if kind is click.FLOAT else ""


def _named(param: click.Parameter, context: click.Context) -> str:
    """An option as it is typed, an argument as the help calls it."""
    if isinstance(param, click.Option):
        return max(param.opts, key=len)
    name = (param.metavar or param.name or "").strip("[].").upper()
    return placeholders(name, terminal_language(context))


def _superfluous(error: Any, words: Sequence[str]) -> Problem | None:
    """Words that no argument takes, or no command at all."""
    command = error.ctx.command
    _, more, *_ = command.make_parser(error.ctx).parse_args(list(words))
    where = error.ctx.command_path
    if isinstance(command, click.Group):
        known = ", ".join(command.list_commands(error.ctx))
        return WrongArgument(where, Message("usage.no_command"), known)
    if not more:
        return None
    found = Message("usage.too_much", words=" ".join(more))
    return WrongArgument(where, found, "", _see_help(error.ctx))


def _see_help(context: click.Context) -> Message:
    return Message("usage.see_help", command=f"{context.command_path} --help")


_TOLD: Mapping[type[click.UsageError], Callable[[Any, Sequence[str]], Problem | None]] = {
    click.NoSuchOption: _unknown_option,
    click.MissingParameter: _missing,
    click.BadOptionUsage: _half_option,
    click.BadParameter: _bad_value,
    click.UsageError: _superfluous,
}
