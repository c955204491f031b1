"""Show ``--help`` in the language of the terminal.

The docstring of a command contains only its examples. Every sentence is in ``help_words.csv``. Its
key is the command's name (``print``, ``print.about``, ``print.more``) with the option's
(``print.deck``). An option that means the same for all commands has one key (``any.lang``).
"""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from inspect import cleandoc
from pathlib import Path
from typing import NamedTuple

import click

from .terminal_language import ENGLISH, terminal_language

TABLE = Path(__file__).parent / "help_words.csv"
SHARED = "any"
FIRST_STEPS = ("games", "print ecologic", "score ecologic")
# A placeholder for a value that you type, such as GAME.
_CAPITALS = re.compile(r"(?<![-\w])[A-Z]{2,}(?!\w)")
# As wide as the terminal, but no wider than is easy to read.
_WIDEST = 100


@cache
def help_words() -> Mapping[str, Mapping[str, str]]:
    """Return every text by key and language; help is quick because no game code is loaded."""
    with TABLE.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    return {
        row["id"]: {
            column.partition(":")[2] or ENGLISH: text
            for column, text in row.items()
            if column != "id"
        }
        for row in rows
    }


class HelpTexts(NamedTuple):
    """The help texts in one language."""

    lang: str

    def __call__(self, key: str, **values: object) -> str:
        texts = help_words()[key]
        text = texts.get(self.lang)
        if not text:
            from cards_data.words import in_language

            text = in_language(texts, self.lang)
        return text.format(**values) if values else text


def help_text(context: click.Context) -> str:
    say = HelpTexts(terminal_language(context))
    formatter = click.HelpFormatter(max_width=min(context.terminal_width or _WIDEST, _WIDEST))
    pieces = placeholders(" ".join(context.command.collect_usage_pieces(context)), say.lang)
    formatter.write_usage(context.command_path, pieces, prefix=f"{say('any.usage')}: ")
    for paragraph in _paragraphs(context, say):
        formatter.write_paragraph()
        with formatter.indentation():
            formatter.write_text(paragraph)
    with formatter.section(say("any.options")):
        formatter.write_dl(list(option_lines(context, say)))
    if isinstance(context.command, click.Group):
        with formatter.section(say("any.commands")):
            names = context.command.list_commands(context)
            formatter.write_dl([(name, say(name)) for name in names])
    return formatter.getvalue().rstrip("\n")


def placeholders(text: str, lang: str) -> str:
    """Translate the capitalised placeholders of a usage line."""
    say = HelpTexts(lang)

    def word(match: re.Match[str]) -> str:
        key = f"{SHARED}.{match[0]}"
        return say(key) if key in help_words() else match[0]

    return _CAPITALS.sub(word, text)


def option_key(command: str, option: click.Parameter) -> str:
    """Return the key of an option's text: of this command, or of all commands."""
    name = max(option.opts, key=len).lstrip("-")
    keys = (f"{command}.{name}", f"{SHARED}.{option.name}", f"{SHARED}.{name}")
    return next((key for key in keys if key in help_words()), keys[-1])


def _paragraphs(context: click.Context, say: HelpTexts) -> Iterator[str]:
    """Yield what the command does, and its examples unchanged."""
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


def option_lines(context: click.Context, say: HelpTexts) -> Iterator[tuple[str, str]]:
    for option in context.command.get_params(context):
        record = option.get_help_record(context)
        if isinstance(option, click.Option) and record:
            about = say(option_key(_name(context), option))
            more = "; ".join(_conditions(option, say))
            yield placeholders(record[0], say.lang), about + (f"  [{more}]" if more else "")


def _conditions(option: click.Option, say: HelpTexts) -> Iterable[str]:
    """Yield the default of an option, and whether it is required."""
    if option.required:
        yield say("any.required")
    if option.show_default:
        yield say("any.default", value=option.default)
