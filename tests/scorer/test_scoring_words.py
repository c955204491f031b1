"""Words: complete in every language, with the same gaps, for everything the scorer says."""

from __future__ import annotations

import csv
import os
import shutil
from pathlib import Path

import pytest
from evening import SLUGS, examples, examples_of_all, judged, spoken
from thorough import spread

from cards_data import Findings, Problems, load_game
from cards_data.languages.plurals import message
from cards_data.tables import read_words
from scorer.core.translation import own_languages, translation
from scorer.engine import scorer_for
from scorer.whatif import what_if

# Which decks' pieces a result names.
NAME_KEYS = {
    "kompensaatiopeli": ("roles", "project_headers"),
    "better_life": ("roles", "policies"),
    "ecosfera_baltica": ("habitats",),
    "ecologic": (),
}


def own_words(slug: str) -> Path:
    return load_game(slug).folder / "scoring_words.csv"


@pytest.mark.parametrize("slug", SLUGS)
def test_every_word_stands_in_every_language_of_the_game(slug: str) -> None:
    findings = Findings()
    assert {"en", "sv"} <= set(spoken(slug)) <= set(own_languages())
    words = read_words(own_words(slug), spoken(slug), findings)
    assert list(findings) == []
    assert all(all(texts.values()) for texts in words.values())


@pytest.mark.parametrize("slug", SLUGS)
def test_every_language_has_the_same_placeholders(slug: str) -> None:
    for key, texts in read_words(own_words(slug), (), Findings()).items():
        placeholders = {lang: message(text, lang).placeholders for lang, text in texts.items()}
        assert set(placeholders.values()) == {placeholders["en"]}, key


@pytest.mark.parametrize("slug", SLUGS)
def test_names_are_the_decks_own_and_stand_in_other_languages_too(slug: str) -> None:
    game = load_game(slug)
    for lang in spoken(slug):
        say = translation(game, lang)
        for deck in NAME_KEYS[slug]:
            for piece in game.decks[deck].pieces:
                printed = piece.translations.get(("name", lang))
                if lang == "en":
                    printed = str(piece.values["name"])
                assert say.name(deck, piece.id) == (printed or say.words[f"{deck}.{piece.id}"])


@pytest.mark.slow
@pytest.mark.parametrize("lang", spread(own_languages(), 4))
@pytest.mark.parametrize(("slug", "name"), examples_of_all())
def test_nothing_is_left_unsaid(slug: str, name: str, lang: str) -> None:
    """Every example can be told, line by line, with its what-if, in each language."""
    state = examples(slug)[name]["state"]
    result = judged(state, lang)
    machine = scorer_for(slug, lang)
    sentences = [result.reason, *(turn.text for turn in what_if(machine, machine.read(state)))]
    sentences += [line.why for side in (*result.sides, *result.extras) for line in side.lines]
    labels = [machine.say(f"rule.{line.rule}") for side in result.sides for line in side.lines]
    assert all(sentence and "{" not in sentence for sentence in (*sentences, *labels))


@pytest.mark.slow
@pytest.mark.parametrize(("slug", "name"), examples_of_all())
def test_the_language_changes_no_points(slug: str, name: str) -> None:
    english = judged(examples(slug)[name]["state"], "en")
    for lang in set(own_languages()) - {"en"}:
        other = judged(examples(slug)[name]["state"], lang)
        assert [side.total for side in english.sides] == [side.total for side in other.sides]
        assert english.outcome == other.outcome
        assert (english.reason != other.reason) or lang not in spoken(slug)


@pytest.mark.parametrize("lang", own_languages())
@pytest.mark.parametrize("slug", SLUGS)
def test_every_question_has_its_words(slug: str, lang: str) -> None:
    fields = scorer_for(slug, lang).form()
    assert all(field.label for field in fields)
    assert all(choice.label for field in fields for choice in field.choices)


def test_a_word_in_a_table_is_never_evaluated() -> None:
    say = scorer_for("ecologic").say
    odd = "{0.__class__} %s %(n)s {n}"
    assert odd in say("change.tads.more", name=odd, n=2)


@pytest.fixture
def own_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The scoring words of an Ecologic of one's own, in the current folder."""
    shutil.copytree(load_game("ecologic").folder, tmp_path / "cards_data" / "ecologic")
    monkeypatch.chdir(tmp_path)
    return tmp_path / "cards_data" / "ecologic" / "scoring_words.csv"


def test_a_missing_word_is_a_problem_with_its_place(own_table: Path) -> None:
    text = own_table.read_text(encoding="utf-8")
    own_table.write_text(text.replace("Minus field", ""), encoding="utf-8")
    with pytest.raises(Problems, match=r'column "text": no text for "minus"'):
        scorer_for("ecologic")


def test_a_game_need_not_speak_every_language(own_table: Path) -> None:
    text = own_table.read_text(encoding="utf-8")
    own_table.write_text(text.replace(",Minusfältet", ","), encoding="utf-8")
    assert scorer_for("ecologic", "sv").say("minus") == "Minus field"


def test_words_saved_twice_at_the_same_time_are_those_saved_last(own_table: Path) -> None:
    """As on a file system with coarse times: the same game, and the time of the first words."""
    game, saved = load_game("ecologic"), own_table.stat()
    assert translation(game, "en")("minus") == "Minus field"
    own_table.write_text(
        own_table.read_text(encoding="utf-8").replace("Minus field", "Minus place"),
        encoding="utf-8",
    )
    os.utime(own_table, ns=(saved.st_atime_ns, saved.st_mtime_ns))
    assert translation(game, "en")("minus") == "Minus place"


def test_a_game_without_a_language_is_told_in_english_from_end_to_end(own_table: Path) -> None:
    with own_table.open(encoding="utf-8", newline="") as file:
        rows = [row[:2] for row in csv.reader(file)]
    with own_table.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows(rows)
    english, swedish = (scorer_for("ecologic", lang) for lang in ("en", "sv"))
    state = examples("ecologic")["nine_and_seven"]["state"]
    assert swedish.score(swedish.read(state)) == english.score(english.read(state))
    assert swedish.say("winner", names="Ada") == "Winner: Ada"


def test_broken_plural_forms_are_a_problem_with_file_and_line(own_table: Path) -> None:
    text = own_table.read_text(encoding="utf-8")
    own_table.write_text(text + 'odd,"{n, plural, one {# card}",x\n', encoding="utf-8")
    line = len(text.splitlines()) + 1
    with pytest.raises(Problems, match=rf'scoring_words.csv:{line} column "text": the plural of n'):
        scorer_for("ecologic")
