"""Work grows with the length of a text, not with a power of it: counted, not clocked."""

from __future__ import annotations

import pytest

from cards_data.models import Font
from generator.store.sources import Sources
from generator.text import typesetter
from generator.text.fonts import typeface
from generator.text.typesetter import Style, TextBox, Typesetter


def letters_measured(text: str, monkeypatch: pytest.MonkeyPatch) -> int:
    """How many letters a text makes the typesetter measure and look for breaks in."""
    seen = 0
    setter = Typesetter({"title": typeface(Font("Source Sans Pro"), Sources())}, "en")
    measure, places = setter.atom_em, typesetter.break_places

    def measured(atom: typesetter.Atom, spacing_em: float = 0.0) -> float:
        nonlocal seen
        seen += len(atom.text)
        return measure(atom, spacing_em)

    def looked(word: str, lang: str) -> tuple[int, ...]:
        nonlocal seen
        seen += len(word)
        return places(word, lang)

    with monkeypatch.context() as patch:
        patch.setattr(setter, "atom_em", measured)
        patch.setattr(typesetter, "break_places", looked)
        setter.set(text, TextBox(0, 0, 50, 12), Style("title", 14, 10, hyphens=True))
    return seen


@pytest.mark.slow
@pytest.mark.parametrize("text", ["biodiversity", "bio diversity "])
def test_twice_the_letters_are_twice_the_work(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    once, twice = (letters_measured(text * times, monkeypatch) for times in (80, 160))
    assert twice < 3 * once
