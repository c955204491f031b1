"""Words: complete in both languages, with the same gaps, for everything the scorer says."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from evening import SLUGS, examples, examples_of_all, judged

import scorer
from cards_data import Findings, Problems, load_game
from cards_data.plurals import message
from cards_data.words import read_words
from scorer.core.translation import LANGUAGES, translation
from scorer.engine import scorer_for
from scorer.whatif import what_if

GENERAL = Path(scorer.__file__).parent / "core" / "words.csv"
# Which decks' pieces a result names.
NAMED = {
    "kompensaatiopeli": ("roles", "project_headers"),
    "better_life": ("roles", "policies"),
    "ecosfera_baltica": ("habitats",),
    "ecologic": (),
}


def files() -> list[Path]:
    return [GENERAL, *(load_game(slug).folder / "scoring_words.csv" for slug in SLUGS)]


@pytest.mark.parametrize("index", range(5))
def test_every_word_stands_in_both_languages(index: int) -> None:
    findings = Findings()
    words = read_words(files()[index], LANGUAGES, findings)
    assert list(findings) == []
    assert all(texts["en"] and texts["sv"] for texts in words.values())


@pytest.mark.parametrize("index", range(5))
def test_both_languages_have_the_same_placeholders(index: int) -> None:
    for key, texts in read_words(files()[index], LANGUAGES, Findings()).items():
        assert message(texts["en"], "en").placeholders == message(texts["sv"], "sv").placeholders, (
            key
        )


@pytest.mark.parametrize("slug", SLUGS)
def test_names_are_the_decks_own_and_stand_in_swedish_too(slug: str) -> None:
    game = load_game(slug)
    english, swedish = (translation(game, lang) for lang in LANGUAGES)
    for deck in NAMED[slug]:
        for piece in game.decks[deck].pieces:
            assert english.name(deck, piece.id) == piece.values["name"]
            translated = piece.translations.get(("name", "sv"))
            assert swedish.name(deck, piece.id) == (
                translated or swedish.words[f"{deck}.{piece.id}"]
            )


@pytest.mark.slow
@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(("slug", "name"), examples_of_all())
def test_nothing_is_left_unsaid(slug: str, name: str, lang: str) -> None:
    """Every example can be told, line by line, with its what-if, in each language."""
    state = examples(slug)[name]["state"]
    result = judged(state, lang)
    machine = scorer_for(slug, lang)
    said = [result.reason, *(turn.text for turn in what_if(machine, machine.read(state)))]
    said += [line.why for side in (*result.sides, *result.extras) for line in side.lines]
    labels = [machine.say(f"rule.{line.rule}") for side in result.sides for line in side.lines]
    assert all(sentence and "{" not in sentence for sentence in (*said, *labels))


@pytest.mark.parametrize(("slug", "name"), examples_of_all())
def test_the_language_changes_no_points(slug: str, name: str) -> None:
    english, swedish = (judged(examples(slug)[name]["state"], lang) for lang in LANGUAGES)
    assert [side.total for side in english.sides] == [side.total for side in swedish.sides]
    assert english.outcome == swedish.outcome
    assert english.reason != swedish.reason


@pytest.mark.parametrize("lang", LANGUAGES)
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
def own_words(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The scoring words of an Ecologic of one's own, in the current folder."""
    shutil.copytree(load_game("ecologic").folder, tmp_path / "cards_data" / "ecologic")
    monkeypatch.chdir(tmp_path)
    return tmp_path / "cards_data" / "ecologic" / "scoring_words.csv"


def test_a_missing_word_is_a_problem_with_its_place(own_words: Path) -> None:
    text = own_words.read_text(encoding="utf-8")
    own_words.write_text(text.replace("Minus field", ""), encoding="utf-8")
    with pytest.raises(Problems, match=r'column "text": no text for "minus"'):
        scorer_for("ecologic")


def test_a_game_need_not_speak_every_language(own_words: Path) -> None:
    text = own_words.read_text(encoding="utf-8")
    own_words.write_text(text.replace(",Minusfältet", ","), encoding="utf-8")
    assert scorer_for("ecologic", "sv").say("minus") == "Minus field"


def test_broken_plural_forms_are_a_problem_with_file_and_line(own_words: Path) -> None:
    text = own_words.read_text(encoding="utf-8")
    own_words.write_text(text + 'odd,"{n, plural, one {# card}",x\n', encoding="utf-8")
    line = len(text.splitlines()) + 1
    with pytest.raises(Problems, match=rf'scoring_words.csv:{line} column "text": the plural of n'):
        scorer_for("ecologic")
