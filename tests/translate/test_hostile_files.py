"""Files that come back from strangers: broken, huge, doubled, or full of what is no text."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
import xlsxwriter
from hypothesis import given
from hypothesis import strategies as st
from texts import text_of
from translating import ESTONIAN, Translator, files_of
from workshop import Command, Workshop

from cards_data import Problems
from generator.translate.entry_files import (
    BrokenPo,
    TranslatorText,
    po_bytes,
    po_entries,
    read_entries,
)

HEAD = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=utf-8\\n"\n\n'
ONE = 'msgctxt "fish.csv name"\nmsgid "Pike"\nmsgstr "Haug"\n\n'


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ((HEAD + ONE + ONE).encode(), text_of("translate.twice")),
        ((HEAD + 'msgid "Pike\nmsgstr "Haug"\n').encode(), "broken PO"),
        ((HEAD + "Haug Haug Haug\n").encode(), "broken PO"),
        ((HEAD + ONE).encode("utf-16"), "is not UTF-8"),
        ((HEAD + ONE.replace("Haug", "Hõug")).encode("latin-1"), "is not UTF-8"),
        ((HEAD + ONE.replace("Haug", "Ha\x07ug")).encode(), "control character 0x07"),
        ((HEAD + ONE.replace("Haug", "Ha\x00ug")).encode(), "control character 0x00"),
        (
            (HEAD + 'msgid "Pike"\nmsgid_plural "Pikes"\nmsgstr[0] "a"\nmsgstr[1] "b"\n').encode(),
            "msgid_plural",
        ),
        (b"x" * 9_000_000, "up to"),
    ],
)
def test_a_damaged_file_is_refused_in_words_and_nothing_is_written(
    pond: Workshop, ecotable: Command, content: bytes, message: str
) -> None:
    one = Translator(pond, ecotable)
    before = files_of(pond)
    one.path.write_bytes(content)
    answer = one.hand_in()
    assert answer.code == 1
    assert message in answer.err
    assert "Traceback" not in answer.err
    assert files_of(pond) == before


def test_a_control_character_behind_an_escape_is_found_too(
    pond: Workshop, ecotable: Command
) -> None:
    one = Translator(pond, ecotable)
    entry = TranslatorText("fish.csv name", "Pike", "Ha\x0bug")
    one.path.write_bytes(po_bytes("pond", "et", [entry]).replace(b"\x0b", b"\\x0b"))
    before = files_of(pond)
    one.hand_in()
    after = files_of(pond)
    assert b"\x0b" not in b"".join(after.values())
    assert set(before) <= set(after)


def workbook(path: Path, rows: list[list[str]]) -> None:
    buffer = io.BytesIO()
    book = xlsxwriter.Workbook(buffer)
    sheet = book.add_worksheet("texts")
    for number, row in enumerate(rows):
        for column, cell in enumerate(row):
            if cell.startswith("="):
                sheet.write_formula(number, column, cell, value="#REF!")
            else:
                sheet.write_string(number, column, cell)
    book.close()
    path.write_bytes(buffer.getvalue())


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        ([["context", "text"], ["fish.csv name", "Pike"]], "missing columns: translation"),
        (
            [["context", "text", "translation"], *[["fish.csv name", "Pike", "Haug"]] * 2],
            text_of("translate.twice"),
        ),
        (
            [["context", "text", "translation"], ["fish.csv name", "Pike", "=1/0"]],
            "formula returns",
        ),
        ([], "empty"),
    ],
)
def test_a_damaged_workbook_is_refused_in_words(
    pond: Workshop, ecotable: Command, rows: list[list[str]], message: str
) -> None:
    one = Translator(pond, ecotable, "pond-et.xlsx")
    workbook(one.path, rows)
    before = files_of(pond)
    answer = one.hand_in()
    assert answer.code == 1
    assert message in answer.err
    assert files_of(pond) == before


@pytest.mark.slow
def test_what_looks_like_a_formula_is_text_in_both_directions(
    pond: Workshop, ecotable: Command
) -> None:
    pond.change("fish.csv", "Draw a card.", "=1+1 cards")
    one = Translator(pond, ecotable, "pond-et.xlsx")
    one.ask()
    assert one.entry("=1+1 cards").text == "=1+1 cards"
    one.fill({**ESTONIAN, "=1+1 cards": "=2+2 kaarti"})
    assert one.hand_in().code == 0
    assert pond.piece("perch").value("rule", "et") == "=2+2 kaarti"


@pytest.mark.slow
def test_markup_of_other_languages_stays_text(pond: Workshop, ecotable: Command) -> None:
    one = Translator(pond, ecotable)
    one.ask()
    one.fill({**ESTONIAN, "Rest.": '<script>alert("x")</script> {{ 7 * 7 }}'})
    answer = one.hand_in()
    assert answer.code == 1
    assert text_of("face.not_in_deck", deck="the text") in answer.err or "brace" in answer.err
    one.fill({**ESTONIAN, "Rest.": '<b>"Puhka"</b> & muud'})
    assert one.hand_in().code == 0
    faces, problems = pond.compose("tench", "et")
    assert not problems
    assert faces is not None
    assert "<b>" not in faces.front.svg


TEXTS = st.text(st.characters(codec="utf-8", exclude_categories=("Cc", "Cs")), min_size=1)


@given(st.lists(st.tuples(TEXTS, TEXTS, TEXTS, st.booleans()), unique_by=lambda one: one[:2]))
def test_whatever_a_text_holds_comes_back(rows: list[tuple[str, str, str, bool]]) -> None:
    entries = [TranslatorText(*row) for row in rows]
    back = po_entries(po_bytes("pond", "et", entries).decode())
    assert [(one.key, one.translation, one.fuzzy) for one in back] == [
        (one.key, one.translation, one.fuzzy) for one in entries
    ]


@given(st.text(max_size=300))
def test_no_text_is_a_crash(text: str) -> None:
    try:
        po_entries(HEAD + text)
    except (BrokenPo, Problems):
        return


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            'msgid "a"\nmsgstr "b\n',
            text_of("translate.broken_po", "fi", reason=text_of("translate.quotes", "fi")),
        ),
        ('msgid "a"\nmsgid_plural "as"\nmsgstr[0] "b"\n', "teksti, jossa on msgid_plural"),
        ('msgid "a"\nmsgstr "b"\n\nmsgid "a"\nmsgstr "c"\n', "teksti on kahdesti"),
    ],
)
def test_what_is_broken_is_told_in_any_language(text: str, message: str, tmp_path: Path) -> None:
    path = tmp_path / "pond-fi.po"
    path.write_text(HEAD + text, encoding="utf-8")
    with pytest.raises(Problems) as raised:
        read_entries(path)
    assert message in raised.value.problems[0].text_in("fi")


def test_all_that_makes_a_file_unreadable_is_reported_with_its_lines() -> None:
    text = 'msgid "a"\nmsgstr "b\n\nmsgid "c"\nmsgstr "d"\n\nmsgid "c"\nmsgstr "e"\n'
    with pytest.raises(BrokenPo) as caught:
        po_entries(HEAD + text)
    first = HEAD.count("\n") + 2
    assert [line for line, _ in caught.value.faults] == [first, first + 5]
