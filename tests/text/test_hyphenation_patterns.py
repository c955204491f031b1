"""Patterns are read as pyphen reads them, only faster."""

from __future__ import annotations

from pathlib import Path

import pyphen
import pytest

from generator.text.hyphenation import read_patterns

WORDS = {
    "en_US": "recultivation hyphenation environmental biodiversity eutrophication Baltic Ozone",
    "de_DE": "Ölpreisanstieg Wiederherstellung Naturschutzgebiet Überfischung Straße Umwelt",
    "sv": "återställning miljöbudgeten övergödning sjöfåglar kompensationsåtgärd",
    "nb_NO": "ølpriser naturvernområde Ölpreisanstieg",
    "et_EE": "eede keskkonnakaitse looduskaitseala",
    "af_ZA": "verantwoordelikheid omgewing",
}


@pytest.mark.slow
@pytest.mark.parametrize(("lang", "words"), WORDS.items())
def test_places_are_those_of_pyphen(lang: str, words: str) -> None:
    path = Path(str(pyphen.LANGUAGES[lang]))
    theirs = pyphen.Pyphen(filename=str(path), left=1, right=1)
    ours = read_patterns(path)
    for word in words.split():
        inside = [place for place in ours.places(word) if 0 < place < len(word)]
        assert inside == theirs.positions(word), word
    assert any(ours.places(word) for word in words.split())


def written(folder: Path, *lines: str, encoding: str = "UTF-8") -> Path:
    path = folder / "hyph_xx.dic"
    path.write_bytes("\n".join((encoding, *lines)).encode(encoding))
    return path


def test_the_highest_number_of_a_place_counts(tmp_path: Path) -> None:
    patterns = read_patterns(written(tmp_path, "% a remark with 1 number", "a1b", "xa2b", "a3bc."))
    assert [patterns.places(word) for word in ("ab", "xab", "xabc")] == [(1,), (), (2,)]


def test_no_break_where_the_spelling_would_change(tmp_path: Path) -> None:
    patterns = read_patterns(written(tmp_path, "s1sz/sz=,1,3", "e1b"))
    assert patterns.places("asszeb") == (5,)


def test_encodings_and_escaped_letters(tmp_path: Path) -> None:
    path = written(tmp_path, "o1^^e5", "o1ä\r", encoding="ISO8859-1")
    assert [read_patterns(path).places(word) for word in ("oå", "Oä", "oa")] == [(1,), (1,), ()]
