"""A language is columns and titles: Finnish is added to the made-up game without a line of code."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Mapping

import pytest
from onlooker import looking_at
from workshop import Command, Workshop, compose_all

from cards_data import list_games, load_game
from generator.translate.text_places import game_texts
from generator.translate.translator_entries import program_texts

NAMES = {
    "pike": "Hauki",
    "perch": "Ahven",
    "tench": "Suutari",
    "reed": "Järviruoko",
    "lily": "Lumme",
}
RULES = {"pike": "Maksa 2 {sun} **nyt**.", "perch": "Nosta kortti.", "tench": "Lepää."}
WORDS = {"points": "{n} pistettä", "pond": "Lampi"}
# A number, or a placeholder for one, then a space at which a line may break, then a unit.
UNITS = "mm|cm|m|km|m²|g|kg|g/m²|dpi|pt|px|kB|MB|GB|ms|s|min|h|%|°C|‰|€|VP|SP"
BREAKING = re.compile(rf"[\d}}#] (?:{UNITS})(?![\w/])")


def with_column(pond: Workshop, table: str, column: str, cells: Mapping[str, str]) -> None:
    """A column more, filled in for every row."""
    rows = list(csv.DictReader(io.StringIO((pond.data / table).read_text(encoding="utf-8"))))
    out = io.StringIO()
    writer = csv.DictWriter(out, [*rows[0], column], lineterminator="\n")
    writer.writeheader()
    writer.writerows({**row, column: cells[row["id"]]} for row in rows)
    pond.write(table, out.getvalue())


@pytest.fixture
def lampi(pond: Workshop) -> Workshop:
    with_column(pond, "fish.csv", "name:fi", NAMES)
    with_column(pond, "fish.csv", "rule:fi", RULES)
    with_column(pond, "plants.csv", "name:fi", NAMES)
    with_column(pond, "words.csv", "text:fi", WORDS)
    for old, new in (
        ("languages: [en, sv]", "languages: [en, sv, fi]"),
        ("sv: Livet i dammen}", "sv: Livet i dammen, fi: Lammen elämää}"),
        ("sv: Fiskar}", "sv: Fiskar, fi: Kalat}"),
        ("sv: Växter}", "sv: Växter, fi: Kasvit}"),
        ("sv: [en tärning]}", "sv: [en tärning], fi: [noppa]}"),
    ):
        pond.change("game.yaml", old, new)
    return pond


def visible_text(svg: str) -> str:
    return " ".join(re.findall(r">([^<>]+)</text>", svg))


def test_every_card_speaks_the_new_language(lampi: Workshop) -> None:
    faces_by_id = {piece.id: faces for _, piece, faces in compose_all(lampi.load(), "fi").pieces()}
    for name in ("pike", "perch", "tench"):
        assert NAMES[name] in visible_text(faces_by_id[name].front.svg)
    assert "Nosta kortti." in visible_text(faces_by_id["perch"].front.svg)
    back = faces_by_id["pike"].back
    assert back
    assert "Lampi" in visible_text(back.svg)


@pytest.mark.slow
def test_it_is_checked_listed_and_printed(lampi: Workshop, ecotable: Command) -> None:
    answer = ecotable("check", "pond")
    assert (answer.code, answer.err) == (0, "")
    assert "fi" in ecotable("games").out
    answer = ecotable("print", "pond", "--lang", "fi", "--dpi", 72, "--jobs", 1)
    assert (answer.code, answer.err) == (0, "")
    record = json.loads((lampi.out / "pond-fi-a4.json").read_text(encoding="utf-8"))
    assert record["lang"] == "fi"
    assert (lampi.out / "pond-fi-a4.pdf").is_file()


def test_a_cell_that_is_missing_is_told_with_its_column(lampi: Workshop, ecotable: Command) -> None:
    lampi.change("fish.csv", "Nosta kortti.", "")
    answer = ecotable("check", "pond")
    assert answer.code == 1
    expected = 'cards_data/pond/fish.csv:3 column "rule:fi": the translation is missing\n'
    assert answer.err == expected


@pytest.mark.slow
def test_it_is_previewed_and_follows_its_own_column_alone(lampi: Workshop) -> None:
    with looking_at(("pond", "fi")) as onlooker, looking_at(("pond", "en")) as other:
        before = {name: card.version for name, card in onlooker.view.cards.items()}
        plain = {name: card.version for name, card in other.view.cards.items()}
        lampi.change("fish.csv", "Ahven", "Affen")
        onlooker.after()
        other.after()
        after = {name: card.version for name, card in onlooker.view.cards.items()}
        assert {name for name in after if after[name] != before[name]} == {("fish", "perch")}
        assert {name: card.version for name, card in other.view.cards.items()} == plain


@pytest.mark.parametrize("game", ["program", *list_games()])
def test_no_line_breaks_between_a_number_and_its_unit(game: str) -> None:
    own = () if game == "program" else (load_game(game),)
    faults = set()
    for lang in own[0].languages if own else ("de", "fi", "sv"):
        for one in game_texts(own[0], lang) if own else program_texts(lang).places:
            text = (one.text, one.translation)
            faults |= {f"{one.where}: {text}" for text in text if BREAKING.search(text)}
    assert sorted(faults) == []


@pytest.mark.parametrize("text", ["2 mm", "{n} %", "{n, plural, one {# s} other {# s}}"])
def test_a_breaking_space_before_a_unit_is_found(text: str) -> None:
    assert BREAKING.search(text)
    assert not BREAKING.search(re.sub(r"(?<=[\d}#]) ", "\u00a0", text))
