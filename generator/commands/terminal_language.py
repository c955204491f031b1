"""The language of help, answers and problems on the terminal.

It is the language of ``--lang``, then that of the terminal, then English. Output such as cards,
pages, scores, charts and JSON never depends on the terminal.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from itertools import takewhile
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from cards_data.words import Say

OPTION = "--lang"
ENGLISH = "en"
# The first one that is set counts, as with gettext.
VARIABLES = ("LC_ALL", "LC_MESSAGES", "LANG")
# English, and the values that mean no language.
_WITHOUT_TABLE = {ENGLISH: ENGLISH, "": "", "c": "", "posix": ""}
# The key under which the words of the command line are stored while it runs.
TYPED = "ecotable.typed"


def _check_spoken(ctx: click.Context, parameter: click.Parameter, word: str | None) -> None:
    """Refuse a language that the program is not translated into."""
    if word is None or _spoken_code(language_code(word)):
        return
    from cards_data.problems import Message, Problems, WrongArgument, quote
    from generator.words import own_words

    fault = Message("command.not_spoken", lang=quote(word))
    raise Problems([WrongArgument.unknown(OPTION, fault, word, sorted(own_words().languages))])


# For commands without output in a language: the option is read only here.
terminal_option = click.option(
    OPTION, "terminal_lang", expose_value=False, metavar="CODE", callback=_check_spoken
)


def speech() -> Say:
    from generator.words import say_in

    return say_in(terminal_language(click.get_current_context(silent=True)))


def note_without_cairo(key: str) -> None:
    """Explain in one line what differs if cairo is not installed."""
    from generator.raster.cairo_library import known_cairo_version

    if not known_cairo_version():
        say = speech()
        click.echo(say("cmd_note", what=say(key)))


def terminal_language(context: click.Context | None) -> str:
    words = context.meta.get(TYPED, ()) if context else ()
    codes = (typed_language(words), locale_language(os.environ))
    return next(filter(None, map(_spoken_code, codes)), ENGLISH)


def typed_language(words: Sequence[str]) -> str:
    """Return the language of the last ``--lang`` on the command line."""
    options = list(takewhile(lambda word: word != "--", words))
    typed = ""
    for place, word in enumerate(options):
        name, mark, value = word.partition("=")
        if name == OPTION:
            typed = value if mark else "".join(options[place + 1 : place + 2])
    return language_code(typed)


def locale_language(variables: Mapping[str, str]) -> str:
    """Return the language of ``fi_FI.UTF-8``; empty for ``C`` and ``POSIX``."""
    name = next(filter(None, (variables.get(one) for one in VARIABLES)), "")
    return language_code(name.partition(".")[0].partition("@")[0])


def language_code(word: str) -> str:
    """Normalise a language code to the form that games use, such as ``pt-BR``."""
    language, dash, region = word.strip().replace("_", "-").partition("-")
    return f"{language.lower()}{dash}{region.upper() if len(region) == 2 else region.title()}"


def _spoken_code(code: str) -> str:
    """Return the program's language for a code, with or without its region; empty if none.

    This opens the table of texts, so it is called only when a text is needed.
    """
    language = code.partition("-")[0]
    if language in _WITHOUT_TABLE:
        return _WITHOUT_TABLE[language]
    from cards_data.languages.locales import PSEUDO
    from generator.words import own_words

    languages = (*own_words().languages, PSEUDO)
    return next((one for one in (code, language) if one in languages), "")
