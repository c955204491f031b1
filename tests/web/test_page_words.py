"""Every page brings the words that it says, in each language, and not those of other pages."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from scorer.core.translation import own_languages
from scorer.web.api.records import words_record
from scorer.web.static_files import page_scripts, page_words, pages

SAY_CALL = re.compile(r'\bsay(?:Of)?\("([\w.]+)"|data-say(?:-\w+)?="(\w+)"|data-title="(\w+)"')


def sources(page: Path) -> str:
    return page.read_text(encoding="utf-8") + "".join(page_scripts(page, "served").values())


def said_keys(page: Path) -> set[str]:
    return {key for groups in SAY_CALL.findall(sources(page)) for key in groups if key}


@pytest.mark.parametrize("page", pages(), ids=lambda page: page.name)
def test_a_page_has_every_word_that_it_says(page: Path) -> None:
    assert len(said_keys(page)) > 10
    for lang in own_languages():
        assert said_keys(page) <= set(page_words(page, lang))


def test_keys_that_are_put_together_are_found() -> None:
    printing, scoring = (
        page_words(next(one for one in pages() if one.name == name), "de")
        for name in ("print.html", "score.html")
    )
    assert {"print_layout_gutterfold", "print_ink_low", "print_flip_short"} <= set(printing)
    assert {"heading_keep", "step_who", "shape_hex", "undo_what", "item.votes"} <= set(scoring)


def test_the_first_page_leaves_the_words_of_the_others_out() -> None:
    (first,) = (page for page in pages() if page.name == "index.html")
    assert len(page_words(first, "en")) < len(words_record("en")) / 3
