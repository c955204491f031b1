"""English made longer: it breaks layouts before a translator is asked, and nothing else."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from thorough import spread
from workshop import Command, Workshop

from cards_data import list_games, load_game
from cards_data.languages.locales import PSEUDO
from cards_data.languages.plurals import message
from cards_data.languages.pseudo import pseudo
from generator.translate.text_places import game_texts, word_table_texts
from generator.translate.translator_entries import program_texts

pytestmark = pytest.mark.slow

OWN = ("better_life", "ecologic", "ecosfera_baltica", "kompensaatiopeli")


def test_it_is_longer_accented_and_the_same_beside_words() -> None:
    assert pseudo("Pay 2 {sun} **now**.") == "Pááýý 2 {sun} **ñööw**."
    plural = "{n, plural, one {# card of {deck}} other {# cards}} at https://example.org"
    assert pseudo(plural) == (
        "{n, plural, one {# cáářď ööf {deck}} other {# cáářďš}} ááť https://example.org"
    ).replace("cáářď", "čáářď")


@given(st.text(st.sampled_from("aeioubcdfg {}*n,#plural=1.")))
def test_no_text_is_a_crash(text: str) -> None:
    assert len(pseudo(text)) >= len(text)


@pytest.mark.parametrize("slug", [*OWN, "program"])
def test_every_text_keeps_its_gaps_and_symbols_and_is_a_third_longer(slug: str) -> None:
    texts = program_texts("fi").places if slug == "program" else game_texts(load_game(slug), "fi")
    longer = plain = 0
    for one in texts:
        draft = pseudo(one.text)
        assert message(draft, "en").placeholders == message(one.text, "en").placeholders, one.where
        assert draft.count("**") == one.text.count("**")
        longer, plain = longer + len(draft), plain + len(one.text)
    assert longer > 1.2 * plain


def test_a_game_is_told_in_it_from_end_to_end(pond: Workshop, ecotable: Command) -> None:
    game = pond.load()
    assert game.speaks(PSEUDO)
    assert PSEUDO not in game.languages
    assert game.title(PSEUDO) == "Pööñď Lííféé"
    assert pond.piece("pike").value("name", PSEUDO) == "Pííkéé"
    assert pond.piece("pike").value("latin", PSEUDO) == "Esox lucius"
    faces, problems = pond.compose("perch", PSEUDO)
    assert not problems
    assert faces is not None
    assert "Ďřááw áá čáářď." in faces.front.svg
    answer = ecotable("check", "pond", "--lang", PSEUDO)
    assert (answer.code, answer.err) == (0, "")


def test_a_table_is_scored_in_it(ecotable: Command) -> None:
    answer = ecotable("score", "ecologic", "--table", "--lang", PSEUDO)
    assert answer.code == 0


@pytest.mark.parametrize("slug", spread(OWN, 4))
def test_a_draft_of_every_game_prints_in_it(slug: str, ecotable: Command, tmp_path: object) -> None:
    """What does not fit is what ``check`` tells; nothing else breaks."""
    check_answer = ecotable("check", slug, "--lang", PSEUDO)
    longer = ("too long", "printed over", "the cut", "hangs", "wide", "contrast", "the rules fill")
    for line in check_answer.err.splitlines():
        assert any(word in line for word in (*longer, "needs", "space")), line
    words = ("--lang", PSEUDO, "--draft", "--dpi", 72, "--out", tmp_path, "--render", "vector")
    answer = ecotable("print", slug, *words)
    assert "Traceback" not in answer.err
    assert f"{slug}-pseudo-a4" in answer.out


def test_all_games_are_tried() -> None:
    assert set(OWN) <= set(list_games())
    assert word_table_texts({}, "fi") == ()
