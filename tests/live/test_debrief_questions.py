"""The debriefing asks what the leaflet asks, in every game and language."""

from __future__ import annotations

import re

import pytest

from cards_data import list_games, load_game
from cards_data.leaflet import Listing
from scorer.core.translation import own_languages
from scorer.web.live.classroom import DEBRIEFING, TableNow, debrief_record
from scorer.web.live.live_table import TableFacts

FEWEST = 3
# What the page would show as it stands: gaps, symbols and bold letters.
UNSET = re.compile(r"[{}]|\*\*")


def questions_of(slug: str, lang: str) -> list[str]:
    table = TableNow(TableFacts("key", slug, "Owls"), {}, {}, False, 0, 0)
    return list(debrief_record([table], lang)["games"][slug]["questions"])


def in_the_leaflet(slug: str, lang: str) -> list[str]:
    leaflet = load_game(slug).leaflet(lang)
    assert leaflet is not None
    (section,) = (one for one in leaflet.sections if one.id == DEBRIEFING)
    return [str(item) for one in section.blocks if isinstance(one, Listing) for item in one.items]


@pytest.mark.slow
@pytest.mark.parametrize("slug", list_games())
def test_every_game_gives_its_questions_in_every_language(slug: str) -> None:
    for lang in load_game(slug).languages:
        questions = questions_of(slug, lang)
        assert questions == in_the_leaflet(slug, lang), lang
        assert sum("?" in one for one in questions) >= FEWEST, (lang, questions)
        assert not any(UNSET.search(one) for one in questions), (lang, questions)


@pytest.mark.parametrize("slug", list_games())
def test_a_page_in_another_language_asks_in_one_that_the_game_has(slug: str) -> None:
    own = load_game(slug).languages
    for lang in own_languages():
        assert questions_of(slug, lang) == questions_of(slug, lang if lang in own else own[0])


@pytest.mark.parametrize("slug", list_games())
def test_languages_ask_the_same_questions(slug: str) -> None:
    numbers = {lang: len(questions_of(slug, lang)) for lang in load_game(slug).languages}
    assert len(set(numbers.values())) == 1, numbers
