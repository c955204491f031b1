"""How far a game is translated.

Comes in: a game and a language. Goes out: a problem for each text that is missing, and for each
that has changed since it was translated.
"""

from __future__ import annotations

from collections.abc import Iterator

from cards_data.languages.locales import PSEUDO
from cards_data.models import Game, plain_language
from cards_data.problems import Problem, Text, quoted
from generator.translate.translated_game import texts_of


def translation_problems(game: Game, lang: str) -> Iterator[Problem]:
    """Nothing for the language of the texts themselves."""
    if lang in (plain_language(game.languages), PSEUDO):
        return
    texts = texts_of(game, lang)
    for one in texts.missing():
        yield Problem(f"{one.where} ({lang})", Text("translate.none", text=quoted(one.text)))
    hint = Text("translate.look_again", game=game.slug, lang=lang)
    for one in texts.changed():
        found = Text("translate.changed", text=quoted(one.text))
        yield Problem(f"{one.where} ({lang})", found, hint=hint)
