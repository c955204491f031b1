"""Words: complete in both languages, with the same gaps, for everything the scorer says."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from evening import SLUGS, examples, examples_of_all, judged

import scorer
from cards_data import Findings, Problems, load_game
from cards_data.words import read_words
from scorer.engine import scorer_for
from scorer.speech import LANGUAGES, speech
from scorer.whatif import what_if

GENERAL = Path(scorer.__file__).parent / "words.csv"
# Which decks' pieces a result names.
NAMED = {
    "kompensaatiopeli": {"roles": "role", "project_headers": "project"},
    "better_life": {"roles": "role", "policies": "policy"},
    "ecosfera_baltica": {"habitats": "habitat"},
    "ecologic": {},
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
def test_both_languages_have_the_same_gaps(index: int) -> None:
    for key, texts in read_words(files()[index], LANGUAGES, Findings()).items():
        gaps = {lang: sorted(re.findall(r"\{(\w+)\}", text)) for lang, text in texts.items()}
        assert gaps["en"] == gaps["sv"], key


@pytest.mark.parametrize("slug", SLUGS)
def test_names_are_the_decks_own_and_stand_in_swedish_too(slug: str) -> None:
    game = load_game(slug)
    english, swedish = (speech(game, lang) for lang in LANGUAGES)
    for deck, kind in NAMED[slug].items():
        for piece in game.decks[deck].pieces:
            printed = str(piece.values["name"])
            assert english.name(kind, piece.id, printed) == printed
            assert f"{kind}.{piece.id}" in swedish.words


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


def test_a_missing_word_is_a_problem_with_its_place(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import shutil

    game = load_game("ecologic").folder
    shutil.copytree(game, tmp_path / "cards_data" / "ecologic")
    words = tmp_path / "cards_data" / "ecologic" / "scoring_words.csv"
    words.write_text(words.read_text(encoding="utf-8").replace(",Minusfältet", ","))
    monkeypatch.chdir(tmp_path)
    with pytest.raises(Problems, match=r'column "text:sv": no text for "minus"'):
        scorer_for("ecologic")
