"""Help and usage errors in the language of the terminal.

The docstring of a command has its examples alone. Every sentence is in ``help_words.csv``, under
the command's name (``print``, ``print.about``, ``print.more``) and the option's (``print.deck``),
or under the option's alone (``any.lang``) where it means the same for all commands.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from inspect import cleandoc
from pathlib import Path
from typing import Any

import click

from cards_data.problems import AnyText, Message, Problem, WrongArgument, did_you_mean, quoted
from cards_data.words import Say, Words, read_own_words

from .terminal_language import terminal_language

TABLE = Path(__file__).parent / "help_words.csv"
SHARED = "any"
# What stands for a word that is to be typed, such as GAME.
_CAPITALS = re.compile(r"(?<![-\w])[A-Z]{2,}(?!\w)")
# As wide as a terminal, and no wider than is read with ease.
_WIDEST = 100


@cache
def help_words() -> Words:
    return read_own_words(TABLE)


def help_text(context: click.Context) -> str:
    say = help_words().say(terminal_language(context))
    formatter = click.HelpFormatter(max_width=min(context.terminal_width or _WIDEST, _WIDEST))
    _write_usage(context, formatter, say)
    for paragraph in _paragraphs(context, say):
        formatter.write_paragraph()
        with formatter.indentation():
            formatter.write_text(paragraph)
    with formatter.section(say("any.options")):
        formatter.write_dl(list(_options(context, say)))
    if isinstance(context.command, click.Group):
        with formatter.section(say("any.commands")):
            formatter.write_dl(list(_commands(context, say)))
    return formatter.getvalue().rstrip("\n")


def placeholders(text: str, lang: str) -> str:
    """A usage with its words in capitals in a language."""
    say = help_words().say(lang)
    return _CAPITALS.sub(lambda found: say.word(f"{SHARED}.{found[0]}", found[0]), text)


def option_name(option: click.Parameter) -> str:
    """The name of an option in the table: ``paper-weight``."""
    return max(option.opts, key=len).lstrip("-")


def option_key(command: str, option: click.Parameter) -> str:
    """Where an option's words stand: those of this command, else those of all."""
    name = option_name(option)
    keys = (f"{command}.{name}", f"{SHARED}.{option.name}", f"{SHARED}.{name}")
    return next((key for key in keys if key in help_words()), keys[-1])


def _write_usage(context: click.Context, formatter: click.HelpFormatter, say: Say) -> None:
    pieces = " ".join(context.command.collect_usage_pieces(context))
    formatter.write_usage(
        context.command_path, placeholders(pieces, say.lang), prefix=f"{say('any.usage')}: "
    )


def _paragraphs(context: click.Context, say: Say) -> Iterator[str]:
    """What the command does, and its examples as they stand."""
    yield from (say(key) for key in _sentences(_name(context)) if key in help_words())
    if isinstance(context.command, click.Group):
        yield "\b\n" + "\n".join(_first_steps(say))
    elif context.command.help:
        yield cleandoc(context.command.help)


def _sentences(command: str) -> tuple[str, str]:
    return f"{command}.about", f"{command}.more"


def _first_steps(say: Say) -> Iterator[str]:
    steps = {"ecotable games": "games", "ecotable print ecologic": "print"}
    steps |= {"ecotable score ecologic": "score"}
    for example, step in steps.items():
        yield f"{example:<28}{say(f'ecotable.{step}')}"


def _name(context: click.Context) -> str:
    return str(context.command.name) if context.parent else "ecotable"


def _options(context: click.Context, say: Say) -> Iterator[tuple[str, str]]:
    for option in context.command.get_params(context):
        record = option.get_help_record(context)
        if isinstance(option, click.Option) and record:
            about = say(option_key(_name(context), option))
            more = "; ".join(_conditions(option, say))
            yield placeholders(record[0], say.lang), about + (f"  [{more}]" if more else "")


def _conditions(option: click.Option, say: Say) -> Iterable[str]:
    """What holds where nothing is typed, and whether something must be."""
    if option.required:
        yield say("any.required")
    if option.show_default:
        yield say("any.default", value=option.default)


def _commands(context: click.Context, say: Say) -> Iterator[tuple[str, str]]:
    group = context.command
    assert isinstance(group, click.Group)
    return ((name, say(name)) for name in group.list_commands(context))


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
