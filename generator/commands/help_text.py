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
FIRST_STEPS = ("games", "print ecologic", "score ecologic")
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
            names = context.command.list_commands(context)
            formatter.write_dl([(name, say(name)) for name in names])
    return formatter.getvalue().rstrip("\n")


def placeholders(text: str, lang: str) -> str:
    """A usage with its words in capitals in a language."""
    say = help_words().say(lang)
    return _CAPITALS.sub(lambda found: say.word(f"{SHARED}.{found[0]}", found[0]), text)


def option_name(option: click.Parameter) -> str:
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
    keys = (f"{_name(context)}.about", f"{_name(context)}.more")
    yield from (say(key) for key in keys if key in help_words())
    if isinstance(context.command, click.Group):
        steps = ((f"ecotable {words}", words.split()[0]) for words in FIRST_STEPS)
        lines = (f"{example:<28}{say(f'ecotable.{step}')}" for example, step in steps)
        yield "\b\n" + "\n".join(lines)
    elif context.command.help:
        yield cleandoc(context.command.help)


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
    name, params = error.option_name, error.ctx.command.params
    options = (one for one in params if isinstance(one, click.Option) and not one.hidden)
    flags = [flag for one in options for flag in (*one.opts, *one.secondary_opts)]
    hint = did_you_mean(name, flags) or _see_help(error.ctx)
    return WrongArgument(name, Message("usage.no_option"), "", hint)


def _missing(error: Any, words: Sequence[str]) -> Problem:
    where, allowed = _named(error.param, error.ctx), _allowed(error.param)
    return WrongArgument(where, Message("usage.missing"), allowed, _see_help(error.ctx))


def _half_option(error: Any, words: Sequence[str]) -> Problem:
    """One without the value that it needs, or with one that it does not take."""
    name, params = error.option_name, error.ctx.command.params
    taking = [one for one in params if isinstance(one, click.Option) and not one.is_flag]
    needs = any(name in one.opts for one in taking)
    found = Message("usage.needs_value") if needs else Message("usage.takes_none")
    return WrongArgument(name, found, "", _see_help(error.ctx))


def _bad_value(error: Any, words: Sequence[str]) -> Problem:
    param, where = error.param, _named(error.param, error.ctx)
    typed = _refused(error, words)
    if typed is None:
        return WrongArgument(where, error.message)
    if isinstance(param.type, click.Path):
        return WrongArgument(where, _bad_path(param.type, typed))
    hint = did_you_mean(typed, getattr(param.type, "choices", ()))
    return WrongArgument(where, Message("value.found", value=quoted(typed)), _allowed(param), hint)


def _refused(error: Any, words: Sequence[str]) -> str | None:
    given, *_ = error.ctx.command.make_parser(error.ctx).parse_args(list(words))
    value = given.get(error.param.name)
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
    return Message(key, value=quoted(typed))


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
