"""What is said of a piece to those who do not see it: made from its data, in every language."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pikepdf
import pytest
from texts import text_of
from thorough import spread
from workshop import Workshop, print_game, print_options

from cards_data import Findings, list_games, load_game
from cards_data.languages.locales import PSEUDO
from cards_data.languages.speech_parts import FACE
from cards_data.models import Deck, Game, Piece
from cards_data.words import in_language
from generator.compose.dependencies import Dependencies
from generator.compose.piece import Composer, Faces
from generator.options import Edition
from generator.pdf.structure import LONGEST_ALT
from generator.store.sources import Sources
from generator.text.speech import speech

pytestmark = pytest.mark.slow

SPOKEN = [(slug, lang) for slug in list_games() for lang in load_game(slug).languages]
# Which picture a piece shows, or what its effect says in symbols.
WITHOUT_EFFECT = {"motif", "ground", "finnish", "finnish_ours", "sign", "signs", "colour"}
STAMP = re.compile(r"\b[A-Z]{1,2}\d[A-Z0-9]{2}\b|\b[A-Z]{2}\d{2}\b")
GOLDEN = {
    ("ecosfera_baltica", "en", "fucus_vesiculosus"): (
        "Bladderwrack, Fucus vesiculosus. Producer: Brown alga. Cost: Sunlight, Oxygen, Salinity "
        "and Temperature. Habitats: Ice and Rock. Abilities: Pass. "
    ),
    ("ecosfera_baltica", "en", "viruses"): "Viruses. Producer: Microbe. ",
    ("ecosfera_baltica", "fi", "clangula_hyemalis"): (
        "Alli, Clangula hyemalis. Kuluttaja: Lintu. Elinympäristöt: Jää ja Rannikko. Tähti: "
        "tasolla 2 saat nostaa politiikkatoimikortin. "
    ),
    ("ecosfera_baltica", "de", "habitat_centre"): (
        "Mittelplättchen. Darum herum: Lebensraumplättchen."
    ),
    ("kompensaatiopeli", "sv", "flying_squirrel"): (
        "Flygekorre, Pteromys volans. Naturruta: skog. Kompensationskvot 1. På finska: Liito-orava."
    ),
    ("kompensaatiopeli", "en", "motorway"): (
        "Motorway. Project header. Profile: Profitable. Sectors: Mobility. Tokens needed: 4. "
        "Placement: Straight line."
    ),
    ("kompensaatiopeli", "fi", "project_token"): "Hankemerkki: Suunnitelma.",
    ("kompensaatiopeli", "fi", "filthy_rich_money_maker"): (
        "Rooli: Hankekehittäjä. Upporikas rahantekijä. Kannattava."
    ),
    ("ecologic", "de", "oil_price_crash"): (
        "Ölpreisverfall. Ereignis der Stufe I. Phase: Einkommen. Betrifft: Alle. Ölraffinerien "
    ),
    ("ecologic", "en", "coal_oil"): "Refinery token: Oil. Owner: Coal.",
    ("ecologic", "sv", "environmental_education"): (
        "Miljöutbildning. Miljöinitiativ. Utgångsbud: 3. Miljöpoäng i varje miljöfas: 1. "
        "Driftskostnad i varje inkomstfas: 0. "
    ),
    ("better_life", "en", "drought"): "Drought. Event. Bad news: points can avert it. No rain",
    ("better_life", "sv", "vote_pollinators"): (
        "Röstbricka: Halvera bekämpningsmedel, rädda pollinatörer."
    ),
}


@cache
def composer(slug: str, lang: str) -> Composer:
    return Composer(load_game(slug), Edition(lang), Sources())


def composed(game: Game, deck: Deck, piece: Piece, lang: str) -> Faces:
    findings = Findings()
    faces = composer(game.slug, lang).faces(deck, piece, findings, Dependencies())
    assert faces, list(findings)
    return faces


def spoken_fronts(game: Game, deck: Deck, lang: str) -> Iterator[tuple[Piece, str]]:
    """All fronts of a deck; composed only where the text on them is said."""
    for piece in deck.pieces:
        written = ""
        if FACE in in_language(deck.speech, lang):
            written = composed(game, deck, piece, lang).front.text
        yield piece, speech(game, deck, piece, lang, "front", written)


def is_sound(sentence: str) -> bool:
    wrong = ("_", "{", "}", "[", "]", "**", "  ", " .", " ,", "..", "\n")
    words = any(map(str.isalpha, sentence)) and sentence[-1] in ".!?"
    return words and len(sentence) <= LONGEST_ALT and not any(one in sentence for one in wrong)


@pytest.mark.parametrize(("slug", "lang"), spread(SPOKEN, 4))
def test_every_piece_is_described_by_what_matters_in_play(slug: str, lang: str) -> None:
    game = load_game(slug)
    for deck in game.decks.values():
        # A text without words of its own needs no translation.
        assert lang in deck.speech or deck.speech["en"] == f"{{{FACE}}}", deck.name
        sentences: dict[tuple[object, ...], str] = {}
        for piece, sentence in spoken_fronts(game, deck, lang):
            assert is_sound(sentence), sentence
            assert not STAMP.search(sentence), sentence
            values = (cell for name, cell in piece.values.items() if name not in WITHOUT_EFFECT)
            sentences[tuple(values)] = sentence
        assert len(set(sentences.values())) == len(sentences), deck.name


@pytest.mark.parametrize(("slug", "lang"), spread(SPOKEN, 4))
def test_every_back_is_described(slug: str, lang: str) -> None:
    game = load_game(slug)
    for deck in game.decks.values():
        piece = deck.pieces[0]
        front, back = composed(game, deck, piece, lang).speech(game, deck, piece, lang)
        assert is_sound(back) if deck.back else back == ""
        assert back in ("", front) or back.startswith(deck.title(lang))


@pytest.mark.parametrize("slug", list_games())
def test_values_are_said_in_words_of_the_game(slug: str) -> None:
    """In the pseudo language all words have accents, but the ids of values have none."""
    game = load_game(slug)
    for deck in game.decks.values():
        values = {value for one in deck.columns.values() for value in one.choices}
        for piece in deck.pieces:
            words = set(re.findall(r"[a-z]{3,}", speech(game, deck, piece, PSEUDO)))
            # Symbols in texts have their own tests.
            words -= set(re.findall(r"\{(\w+)\}", str(piece.values)))
            assert [one for one in values if words.issuperset(one.split("_"))] == [], piece.id


@pytest.mark.parametrize(("slug", "lang", "piece"), GOLDEN)
def test_sentences_read_well(slug: str, lang: str, piece: str) -> None:
    game = load_game(slug)
    deck = next(one for one in game.decks.values() if piece in one.by_id)
    sentence = {one.id: text for one, text in spoken_fronts(game, deck, lang)}[piece]
    assert sentence.startswith(GOLDEN[slug, lang, piece]), sentence


def test_the_text_on_a_reference_is_read_row_by_row() -> None:
    game = load_game("better_life")
    deck = game.decks["references"]
    piece = deck.pieces[0]
    front, back = composed(game, deck, piece, "en").speech(game, deck, piece, "en")
    assert "Skip: miss your next turn. Fund: pay 1" in front
    assert "Weak, Semi, Success. 5 players, 0–5" in back
    assert "Primary, 0 VP, 3 VP, 7 VP." in back


def test_a_track_is_a_range_and_a_table_of_numbers_is_left_out() -> None:
    game = load_game("ecologic")
    sentences = {
        name: next(spoken_fronts(game, game.decks[name], "en"))[1]
        for name in ("tablets", "score_table")
    }
    assert "0–10, start. 11–20, then turn over: +20." in sentences["tablets"]
    assert "Level 4. 7." in sentences["tablets"]
    assert "12 15 18" not in sentences["score_table"]
    assert text_of("ref_base").split(", or ")[1] in sentences["score_table"]


def test_a_game_without_speech_says_all_columns(pond: Workshop) -> None:
    game = pond.load()
    fish, plants = game.decks["fish"], game.decks["plants"]
    assert speech(game, fish, fish.piece("pike"), "en") == (
        "Pike. Pay 2 sun now. Level: 3. Cost: 4. Zones: Reed and open. Rare. Food: Reed. "
        "Esox lucius."
    )
    assert speech(game, fish, fish.piece("tench"), "en").startswith("Tench. Rule: Rest. Level: 1.")
    assert speech(game, plants, plants.piece("lily"), "sv") == "Näckros."
    assert speech(game, fish, fish.piece("pike"), "sv", "back", "Damm") == "Fiskar, baksida: Damm."


SPEECH = 'speech: {en: "{name}[, {latin}].[{rare} Rare!] Zones: {zones}.", sv: "{name}"}'


def test_a_speech_is_filled_and_its_parts_are_optional(pond: Workshop) -> None:
    pond.change("game.yaml", "title: {en: Fish,", f"{SPEECH}\n    title: {{en: Fish,")
    pond.write("words.csv", "id,text,text:sv\npond,Pond,Damm\nzones_mud,mud *only*,bara gyttja\n")
    game = pond.load()
    fish = game.decks["fish"]
    assert [speech(game, fish, one, "en") for one in fish.pieces] == [
        "Pike, Esox lucius. Rare! Zones: Reed and open.",
        "Perch, Perca fluviatilis. Zones: Reed.",
        "Tench, Tinca tinca. Zones: mud *only*.",
    ]
    assert speech(game, fish, fish.piece("tench"), "sv") == "Sutare"


@pytest.mark.parametrize(
    ("declared", "message"),
    [
        ('{en: "{name}[, {latin}", sv: "{name}"}', '"[" is not paired'),
        ('{en: "{name", sv: "{name}"}', '"{" is not paired'),
        ('{en: "[a[b]]", sv: "{name}"}', '"[" is not paired'),
        ('{en: "{nam}", sv: "{name}"}', text_of("problem.did_you_mean", words="name")),
        ('{en: "{name}"}', "no text in the language sv"),
        ("[1]", "allowed"),
    ],
)
def test_a_wrong_speech_is_reported_with_its_place(
    pond: Workshop, declared: str, message: str
) -> None:
    pond.change("game.yaml", "title: {en: Fish,", f"speech: {declared}\n    title: {{en: Fish,")
    (problem,) = pond.problems()
    assert message in problem
    assert "game.yaml:" in problem and "speech" in problem


def test_a_pdf_says_the_same_as_the_data(pond: Workshop, tmp_path: Path) -> None:
    game = pond.load()
    report = print_game(game, print_options("sv", out=tmp_path, dpi=40))
    with pikepdf.open(report.pdf) as pdf:
        (document,) = pdf.Root.StructTreeRoot.K
        figures = [one for one in document.K if one.S == "/Figure"]
        # The pictures of pages have several contents in an array.
        alts = [str(one.Alt) for one in figures if isinstance(one.K, int)]
    texts = {"fish": "Damm", "plants": ""}
    descriptions = [
        speech(game, deck, piece, "sv", side, texts[deck.name])
        for deck in game.decks.values()
        for piece in deck.pieces
        for side in (("front", "back") if deck.back else ("front",))
        for _ in range(piece.copies)
    ]
    assert sorted(alts) == sorted(descriptions)
