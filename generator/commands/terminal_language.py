"""The language of help, answers and problems at the terminal.

It is that of ``--lang``, else that of the terminal, else English. What is made (cards, pages,
scores, charts, JSON) never depends on the terminal.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from itertools import takewhile
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from cards_data.words import Say

OPTION = "--lang"
ENGLISH = "en"
# The first that is set counts, as for gettext.
VARIABLES = ("LC_ALL", "LC_MESSAGES", "LANG")
# The plain language, and what programmers call none.
_WITHOUT_TABLE = {ENGLISH: ENGLISH, "": "", "c": "", "posix": ""}
# Where the words of the command line are kept while it runs.
_TYPED = "ecotable.typed"


def keep_typed(context: click.Context, words: Iterable[str]) -> None:
    context.meta[_TYPED] = tuple(words)


def _check_spoken(ctx: click.Context, parameter: click.Parameter, word: str | None) -> None:
    """Refuse a language that the program does not speak."""
    if word is None or _spoken_code(language_code(word)):
        return
    from cards_data.problems import Message, Problems, WrongArgument, quoted
    from generator.words import own_words

    found = Message("command.not_spoken", lang=quoted(word))
    raise Problems([WrongArgument.unknown(OPTION, found, word, sorted(own_words().languages))])


# For commands that make nothing in a language: the option is read here, and nowhere else.
terminal_option = click.option(
    OPTION, "terminal_lang", expose_value=False, metavar="CODE", callback=_check_spoken
)


def spoken() -> Say:
    from generator.words import say_in

    return say_in(terminal_language(click.get_current_context(silent=True)))


def note_without_cairo(key: str) -> None:
    """Says in one line what is different where cairo is not installed."""
    from generator.raster.cairo_library import known_cairo_version

    if not known_cairo_version():
        say = spoken()
        click.echo(say("cmd_note", what=say(key)))


def terminal_language(context: click.Context | None) -> str:
    words = context.meta.get(_TYPED, ()) if context else ()
    wanted = (asked_language(words), locale_language(os.environ))
    return next(filter(None, map(_spoken_code, wanted)), ENGLISH)


def asked_language(words: Sequence[str]) -> str:
    """The language of the last ``--lang`` among the options, whatever command has it."""
    options = list(takewhile(lambda word: word != "--", words))
    found = ""
    for place, word in enumerate(options):
        name, mark, value = word.partition("=")
        if name == OPTION:
            found = value if mark else "".join(options[place + 1 : place + 2])
    return language_code(found)


def locale_language(variables: Mapping[str, str]) -> str:
    """The language of ``fi_FI.UTF-8``; none of ``C`` and ``POSIX``."""
    name = next(filter(None, (variables.get(one) for one in VARIABLES)), "")
    return language_code(name.partition(".")[0].partition("@")[0])


def language_code(word: str) -> str:
    """A language's code as games write it: ``pt-BR``, however it is typed."""
    language, dash, region = word.strip().replace("_", "-").partition("-")
    return f"{language.lower()}{dash}{region.upper() if len(region) == 2 else region.title()}"


def _spoken_code(code: str) -> str:
    """A language of the program's that is meant by a code, the region's or its language's; or none.

    The table of words is opened for it, so this is asked when something is said, and not before.
    """
    language = code.partition("-")[0]
    if language in _WITHOUT_TABLE:
        return _WITHOUT_TABLE[language]
    from cards_data.languages.locales import PSEUDO
    from generator.words import own_words

    known = (*own_words().languages, PSEUDO)
    return next((one for one in (code, language) if one in known), "")
