"""What symbols are called: their names in every game and language, and in running text."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from cards_data import load_game
from cards_data.leaflet import SourceText
from cards_data.models import Game
from cards_data.problems import Findings
from cards_data.words import Words, in_language
from generator.leaflet.resolved import resolve
from generator.text.markup import Atom, parse
from generator.text.speech import plain_text, spoken_words, symbol_keys, with_symbol_words
from generator.text.typesetter import PlacedAtom

GAMES = ("better_life", "ecologic", "ecosfera_baltica", "kompensaatiopeli")
KITS = [(slug, lang) for slug in GAMES for lang in load_game(slug).languages]
NAMES = {
    "symbol_ip": "{n, plural, one {influence point} other {influence points}}",
    "symbol_action": "action card",
    "symbol_loss": "loss",
    "symbol_bird": "bird",
    "symbol_druck": "Druck",
    "oil": "oil",
}


@pytest.fixture(scope="module")
def game() -> Game:
    texts = {key: {"en": text} for key, text in NAMES.items()}
    return replace(load_game("better_life"), words=Words(("en",), texts))


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Take **5** {ip} or {ip:none}.", "Take 5 influence points or none."),
        ("Take 1 {ip}.", "Take 1 influence point."),
        ("With 10+ {ip} it passes.", "With 10+ influence points it passes."),
        ("Pay 1 {ip:of them|them}, 2 {ip:of them|them}.", "Pay 1 of them, 2 them."),
        ("Draw 1 {action} card.", "Draw 1 action card."),
        ("Discard all birds {bird}.", "Discard all birds."),
        ("The Loss Meter {loss} **+1**", "The Loss Meter +1"),
        ("{bird} **Bird:** fly", "Bird: fly"),
        ("eine {druck} Druckkarte", "eine Druckkarte"),
        ("{oil}{bird} → 1 {action}", "oil bird → 1 action card"),
        ("It costs {oil} {oil} {bird}.", "It costs oil, oil, bird."),
        ("{oil}, {loss:} {bird} {ip:its points and} {bird}", "oil, bird, its points and bird"),
        ("A card {action:} and {sea_level}", "A card and sea level"),
    ],
)  # fmt: skip
def test_a_symbol_is_called_by_its_name_once(game: Game, text: str, words: str) -> None:
    assert plain_text(game, text, "en") == words


def texts_of(game: Game, lang: str) -> Iterator[str]:
    """Every text of a game with its numbers filled in: cells, words and rules."""
    for deck in game.decks.values():
        for piece in deck.pieces:
            cells = piece.values_in(lang)
            yield from (
                str(cells[name]) for name in deck.columns if deck.columns[name].kind == "text"
            )
    leaflet = game.leaflet(lang)
    assert leaflet
    yield from leaves(resolve(game, leaflet, Findings()))


def leaves(value: Any) -> Iterator[str]:
    if isinstance(value, SourceText):
        yield value.text
    elif isinstance(value, list | tuple):
        for item in value:
            yield from leaves(item)
    elif type(value).__module__.endswith(("leaflet", "resolved")):
        yield from leaves([one for name, one in vars(value).items() if name != "game"])


@pytest.mark.parametrize(("slug", "lang"), KITS)
def test_every_symbol_in_a_text_has_a_name_that_is_not_repeated(slug: str, lang: str) -> None:
    game = load_game(slug)
    symbols = 0
    for text in texts_of(game, lang):
        for paragraph in parse(text, "body"):
            atoms = [atom for word in paragraph for atom in word if atom.text != "\u2009"]
            words = list(spoken_words(game, paragraph, lang))
            for place, atom in enumerate(atoms):
                if not atom.symbol:
                    continue
                symbols += 1
                names = [key for key in symbol_keys(atom.text) if key in game.words]
                assert atom.words is not None or in_language(game.words[names[0]], lang), text
                own = words[place].casefold().split()
                before = "".join(words[max(0, place - 2) : place]).casefold().split()
                after = "".join(words[place + 1 : place + 2]).casefold().split()
                assert not own or before[-1:] != own[:1] or atoms[place - 1].symbol, text
                assert not own or after[:1] != own[-1:] or atoms[place + 1].symbol, text
    assert symbols > 20


def test_a_symbol_beside_its_name_is_silent_where_the_name_is_broken(game: Game) -> None:
    bird, parts = Atom("bird", "body", symbol=True), ("Bird-", "watcher")
    broken = [Atom(part, "body", broken=part.endswith("-")) for part in parts]
    run = [PlacedAtom(atom, 0, 0, not atom.broken) for atom in (bird, *broken)]
    assert with_symbol_words(game, run, "en")[0].atom.words == ""
