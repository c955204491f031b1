"""Text into boxes: measured with the real fonts, wrapped, hyphenated, shrunk, never spilt."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from reportlab.pdfbase.ttfonts import TTFontFile
from texts import text_of
from workshop import Workshop

from cards_data import Problems
from cards_data.models import Font
from generator.geometry.units import MM_PER_POINT
from generator.store.sources import Sources
from generator.text.fonts import FAMILIES, font_file, typeface
from generator.text.markup import Atom, parse
from generator.text.typesetter import SYMBOL_EM, SetText, Style, TextBox, Typesetter

FONTS = {
    "title": Font("Manrope", 800),
    "body": Font("Source Sans Pro"),
    "strong": Font("Source Sans Pro", 700),
    "italic": Font("Source Sans Pro", italic=True),
}
FACES = {role: typeface(font, Sources()) for role, font in FONTS.items()}
ENGLISH, SWEDISH = Typesetter(FACES, "en"), Typesetter(FACES, "sv")
# Families whose spaces and letters differ much in width.
MIXED = Typesetter(
    {
        "title": typeface(Font("Amatic SC", 700), Sources()),
        "body": typeface(Font("Amatic SC"), Sources()),
        "strong": typeface(Font("Caladea", 700), Sources()),
        "italic": typeface(Font("Hanken Grotesk", italic=True), Sources()),
    },
    "en",
)
LOREM = "Each player takes one fish from the pond and puts it into the net beside the reed."
# How far a run may seem to reach beyond its box: less than a hair's breadth.
HAIR_MM = 0.05


def lines(block: SetText) -> list[str]:
    rows: dict[float, list[str]] = {}
    for item in block.atoms:
        text = f"{{{item.atom.text}}}" if item.atom.symbol else item.atom.text
        rows.setdefault(round(item.y_mm, 3), []).append(text)
    return [" ".join(row) for row in rows.values()]


def run_width(setter: Typesetter, atom: Atom, size_pt: float) -> float:
    """How wide a placed run is drawn: shaped as one piece, as the renderer does."""
    return setter.atom_em(atom) * size_pt * MM_PER_POINT


@pytest.mark.parametrize("role", sorted(FACES))
def test_widths_are_those_of_the_font_file(role: str) -> None:
    # A second reader of the same file agrees, letter by letter.
    widths = TTFontFile(str(font_file(FONTS[role]))).charWidths
    for letter in "nimwÅö€4—":
        assert FACES[role].width(letter) * 1000 == pytest.approx(widths[ord(letter)], abs=1)


def test_kerning_is_measured() -> None:
    apart = FACES["body"].width("A") + FACES["body"].width("V")
    assert FACES["body"].width("AV") < apart


@pytest.mark.parametrize("family", sorted(FAMILIES))
def test_every_family_has_the_letters_of_the_languages_we_print(family: str) -> None:
    face = typeface(Font(family), Sources())
    assert face.lacks("ÅÄÖåäöÆØæøÕÜõüŠŽšžĄĘĮŲŪąęįųūĻĢĶļģķ–“”’€") == ""


@pytest.mark.parametrize(
    ("face", "words"),
    [
        (Font("Manrop"), "did you mean Manrope"),
        (Font("Manrope", 900), text_of("font.not_in", font="Manrope 900", package="font_manrope")),
        (Font("Manrope", 400, italic=True), "Manrope 400 italic is not in"),
        (Font("../../etc/passwd"), "is not known"),
    ],
)
def test_a_typeface_that_is_not_there_is_answered_with_those_that_are(
    face: Font, words: str
) -> None:
    with pytest.raises(Problems, match=words):
        typeface(face, Sources())


def test_text_that_fits_keeps_its_size_and_stands_on_one_line() -> None:
    block = ENGLISH.set("Draw a card.", TextBox(3, 5, 50, 10), Style(size_pt=9))
    assert (block.size_pt, block.excess_mm) == (9, 0)
    assert lines(block) == ["Draw a card."]
    assert block.atoms[0].x_mm == 3
    assert block.atoms[0].y_mm == pytest.approx(5 + FACES["body"].cap_height * 9 * MM_PER_POINT)


def test_long_text_is_wrapped_at_spaces_and_no_word_is_lost() -> None:
    block = ENGLISH.set(LOREM, TextBox(0, 0, 40, 40), Style())
    assert len(lines(block)) == 3
    assert " ".join(lines(block)) == LOREM
    assert block.size_pt == 8


def test_a_long_word_is_broken_where_its_language_breaks_it() -> None:
    style = Style(size_pt=8, floor_pt=8)
    english = ENGLISH.set("environmental", TextBox(0, 0, 14, 20), style)
    swedish = SWEDISH.set("havsmiljöskydd", TextBox(0, 0, 14, 20), style)
    assert lines(english) == ["environ-", "mental"]
    assert lines(swedish) == ["havsmiljö-", "skydd"]
    assert english.excess_mm == swedish.excess_mm == 0


def test_a_word_with_its_own_hyphen_is_broken_there_without_a_second_one() -> None:
    block = ENGLISH.set("freshwater-loving", TextBox(0, 0, 17, 20), Style(floor_pt=8))
    assert lines(block) == ["freshwater-", "loving"]


def test_a_language_without_patterns_is_wrapped_but_not_hyphenated() -> None:
    block = Typesetter(FACES, "xx").set("responsibility", TextBox(0, 0, 14, 20), Style(floor_pt=8))
    assert lines(block) == ["responsibility"]
    assert block.excess_mm > 0


@pytest.mark.parametrize(
    ("lang", "word", "broken"),
    [
        ("pl", "odpowiedzialność", ["odpowiedzial-", "ność"]),
        ("et", "keskkonnakaitsealad", ["keskkonnakait-", "sealad"]),
        ("nb", "ansvarsfraskrivelse", ["ansvarsfraskri-", "velse"]),
        ("da", "ansvarsfraskrivelse", ["ansvarsfraskri-", "velse"]),
        ("lt", "atsakomybėmis", ["atsakomybė-", "mis"]),
        ("lv", "atbildībasapziņa", ["atbildībasap-", "ziņa"]),
        ("fi", "kompensaatiohanke", ["kompensaatio-", "hanke"]),
        ("de-AT", "Umweltverantwortung", ["Umweltverant-", "wortung"]),
    ],
)
def test_a_language_is_hyphenated_by_its_own_patterns(
    lang: str, word: str, broken: list[str]
) -> None:
    block = Typesetter(FACES, lang).set(word, TextBox(0, 0, 18, 20), Style(floor_pt=8))
    assert lines(block) == broken


@pytest.mark.parametrize("lang", ["fi", "en"])
def test_soft_hyphens_say_where_a_word_is_broken_in_any_language(lang: str) -> None:
    setter, style = Typesetter(FACES, lang), Style(floor_pt=8)
    word = "ympäristön\u00adsuojelu\u00admääräykset"
    assert lines(setter.set(word, TextBox(0, 0, 26, 20), style)) == [
        "ympäristönsuojelu-",
        "määräykset",
    ]
    whole = setter.set(f"\u00ad{word}\u00ad", TextBox(0, 0, 90, 20), style)
    assert lines(whole) == ["ympäristönsuojelumääräykset"]


def test_a_long_word_of_a_language_without_patterns_is_too_long_and_no_crash() -> None:
    block = Typesetter(FACES, "xx").set("luonnonsuojelu", TextBox(0, 0, 9, 20), Style(floor_pt=8))
    assert lines(block) == ["luonnonsuojelu"]
    assert block.excess_mm > 0


def test_text_shrinks_in_quarter_points_until_it_fits() -> None:
    roomy = ENGLISH.set(LOREM, TextBox(0, 0, 40, 14), Style(size_pt=10, floor_pt=6))
    assert 6 < roomy.size_pt < 10
    assert roomy.size_pt % 0.25 == 0
    assert roomy.excess_mm == 0


def test_text_is_set_at_the_largest_size_that_fits() -> None:
    box = TextBox(0, 0, 40, 14)
    block = ENGLISH.set(LOREM, box, Style(size_pt=10, floor_pt=6))
    larger = block.size_pt + 0.25
    assert ENGLISH.set(LOREM, box, Style(size_pt=larger, floor_pt=larger)).excess_mm > 0


def test_text_never_goes_below_its_floor_and_says_by_how_much_it_is_too_long() -> None:
    block = ENGLISH.set(LOREM * 3, TextBox(0, 0, 40, 10), Style(size_pt=8, floor_pt=7))
    assert block.size_pt == 7
    assert block.excess_mm == pytest.approx(block.height_mm - 10)
    assert block.excess_letters > 100


@pytest.mark.parametrize("text", [LOREM, "m" * 90, "Epäjärjestelmällistyttämättömyys"])
def test_a_line_that_is_shortened_as_it_was_told_fits(text: str) -> None:
    """Measured along the line: how high it stands says nothing."""
    box, style = TextBox(0, 0, 30, 10_000), Style(size_pt=9, floor_pt=9, max_lines=1)
    block = ENGLISH.set(text, box, style)
    whole = ENGLISH.line_em(parse(text, "body")[0], style) * 9 * MM_PER_POINT
    assert whole - 33 < block.excess_mm < whole - 10
    assert ENGLISH.set(text[: -block.excess_letters].strip(), box, style).excess_mm == 0
    assert ENGLISH.set(text[: -block.excess_letters // 3].strip(), box, style).excess_mm > 0


def test_a_limit_of_lines_is_kept_or_reported() -> None:
    fits = ENGLISH.set(LOREM, TextBox(0, 0, 60, 50), Style(size_pt=9, floor_pt=6, max_lines=2))
    assert len(lines(fits)) <= 2
    assert ENGLISH.set(LOREM, TextBox(0, 0, 40, 50), Style(max_lines=1)).excess_mm > 0


def test_a_newline_begins_a_paragraph_with_less_than_a_line_between() -> None:
    style = Style()
    one, gap = (ENGLISH.natural_height_mm(text, 60, style) for text in ("a", "a\na"))
    line = style.leading * style.size_pt * MM_PER_POINT
    assert line < gap - one < 2 * line


@pytest.mark.parametrize(("align", "left"), [("left", 0.0), ("center", 0.5), ("right", 1.0)])
def test_a_line_stands_left_centred_or_right(align: str, left: float) -> None:
    block = ENGLISH.set("fish", TextBox(10, 0, 40, 10), Style(align=align))
    width = run_width(ENGLISH, block.atoms[0].atom, 8)
    assert block.atoms[0].x_mm == pytest.approx(10 + (40 - width) * left)


def test_a_block_at_the_bottom_ends_at_the_bottom() -> None:
    top = ENGLISH.set(LOREM, TextBox(0, 0, 40, 30), Style())
    bottom = ENGLISH.set(LOREM, TextBox(0, 0, 40, 30), Style(valign="bottom"))
    middle = ENGLISH.set(LOREM, TextBox(0, 0, 40, 30), Style(valign="middle"))
    free = 30 - top.height_mm
    assert bottom.atoms[0].y_mm - top.atoms[0].y_mm == pytest.approx(free)
    assert 0.4 * free < middle.atoms[0].y_mm - top.atoms[0].y_mm < 0.6 * free


def test_symbols_and_strong_words_are_atoms_of_their_own() -> None:
    ((pay, two, now),) = parse("Pay 2 {sun} **now**.", "body")
    assert pay == (Atom("Pay", "body"),)
    assert two == (Atom("2", "body"), Atom("\u2009", "body"), Atom("sun", "body", symbol=True))
    assert now == (Atom("now", "strong"), Atom(".", "body"))


def test_a_symbol_is_as_wide_as_it_is_drawn() -> None:
    block = ENGLISH.set("a{sun}b", TextBox(0, 0, 40, 10), Style())
    first, symbol, last = block.atoms
    em = 8 * MM_PER_POINT
    assert symbol.x_mm == pytest.approx(FACES["body"].width(first.atom.text) * em)
    assert last.x_mm - symbol.x_mm == pytest.approx(SYMBOL_EM * em)


@given(width=st.floats(8, 60), number=st.integers(0, 99))
def test_a_number_is_never_torn_from_its_symbol(width: float, number: int) -> None:
    text = f"When the reed is cut pay {number} {{sun}} and then take {number} {{sun}} back."
    block = ENGLISH.set(text, TextBox(0, 0, width, 100), Style())
    symbols = [item for item in block.atoms if item.atom.symbol]
    assert len(symbols) == 2
    for symbol in symbols:
        same = [item for item in block.atoms if item.y_mm == symbol.y_mm]
        before = same[: same.index(symbol)]
        assert any(item.atom.text.split(" ")[-1] == str(number) for item in before)


@pytest.mark.parametrize("text", ["**", "***", "* * *", "**open", "\n\n", " "])
def test_half_written_marks_are_plain_letters_and_never_an_error(text: str) -> None:
    block = ENGLISH.set(text, TextBox(0, 0, 40, 30), Style())
    letters = "".join(item.atom.text for item in block.atoms)
    assert not any(item.atom.symbol for item in block.atoms)
    assert letters.replace(" ", "") == "".join(text.replace("**", "").split())


@pytest.mark.slow
@settings(max_examples=300)
@given(
    text=st.lists(
        st.sampled_from(
            "a|the|fish|2|10|{sun}|**strong**|**strong words in a row**|well-known|responsibility|"
            "Östersjömiljöskydd|(see)|£5|mmmmmmmm|illicit|AVAVAV|“quote”|1–2|word,|\n".split("|")
        ),
        min_size=1,
        max_size=30,
    ).map(" ".join),
    width=st.floats(4, 80),
    height=st.floats(2, 60),
    size=st.floats(7, 14),
    role=st.sampled_from(["body", "title", "italic"]),
    align=st.sampled_from(["left", "center", "right"]),
    valign=st.sampled_from(["top", "middle", "bottom"]),
    setter=st.sampled_from([ENGLISH, SWEDISH, MIXED]),
)
def test_every_run_is_inside_its_box_or_the_excess_is_reported(
    text: str,
    width: float,
    height: float,
    size: float,
    role: str,
    align: str,
    valign: str,
    setter: Typesetter,
) -> None:
    box = TextBox(3, 7, width, height)
    block = setter.set(text, box, Style(role, size, 7, align=align, valign=valign))
    if block.excess_mm:
        return
    em = block.size_pt * MM_PER_POINT
    for item in block.atoms:
        right = item.x_mm + run_width(setter, item.atom, block.size_pt)
        assert item.x_mm >= 3 - HAIR_MM
        assert right <= 3 + width + HAIR_MM
        assert item.y_mm - setter.faces[role].cap_height * em >= 7 - HAIR_MM
        assert item.y_mm <= 7 + height + HAIR_MM


@given(
    words=st.lists(st.sampled_from(["**fat**", "thin", "{sun}", "3", "long-winded"]), min_size=2),
    role=st.sampled_from(["body", "title"]),
    setter=st.sampled_from([ENGLISH, MIXED]),
)
def test_runs_of_a_line_follow_each_other_without_overlap(
    words: list[str], role: str, setter: Typesetter
) -> None:
    block = setter.set(" ".join(words), TextBox(0, 0, 60, 500), Style(role))
    for before, after in zip(block.atoms, block.atoms[1:], strict=False):
        if before.y_mm == after.y_mm:
            end = before.x_mm + run_width(setter, before.atom, block.size_pt)
            assert after.x_mm >= end - HAIR_MM


def test_text_that_is_too_long_names_piece_field_language_and_excess(pond: Workshop) -> None:
    pond.change("fish.csv", "Betala 2 {sun} **nu**.", "Betala nu och sedan igen " * 20)
    _, (problem,) = pond.compose("pike", "sv")
    assert problem.startswith('cards_data/pond/fish.csv:2 column "rule:sv": pike (sv, front)')
    assert "mm too long at 7\u00a0pt" in problem
    assert text_of("face.shorten") in problem
    assert pond.compose("pike", "en")[1] == []


def test_too_long_words_of_the_game_name_the_place_in_the_template_instead(pond: Workshop) -> None:
    _, (problem,) = pond.tried('{{ line(t("pond") * 30, 3, 9, width=20, name="heading") }}')
    assert 'column "heading": pike (en, front): the text is' in problem


def test_an_unknown_symbol_in_a_text_is_a_problem_with_the_nearest(pond: Workshop) -> None:
    pond.change("fish.csv", "Pay 2 {sun}", "Pay 2 {snu}")
    _, (problem,) = pond.compose()
    assert problem.startswith("cards_data/pond/fish.csv:2")
    assert "pike: symbol {snu} is not known" in problem
    assert text_of("problem.did_you_mean", words="sun") in problem


def test_letters_that_the_font_lacks_are_a_problem(pond: Workshop) -> None:
    pond.change("fish.csv", "Draw a card.", "Draw 魚 now ☃")
    _, (problem,) = pond.compose("perch")
    assert (
        text_of("face.no_letter", label="perch (en, front)", font="Source Sans Pro", letters="魚☃")
        in problem
    )


def test_type_that_is_too_small_to_read_is_a_problem(pond: Workshop) -> None:
    _, (problem,) = pond.tried("{{ text(piece.rule, 3, 3, 50, 20, size=6, floor=5) }}")
    assert "set at 5\u00a0pt; allowed: 7\u00a0pt or more" in problem


def glued(text: str) -> list[str]:
    """The words of a text that stay together on a line."""
    return ["".join(atom.text for atom in word) for word in parse(text, "body")[0]]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("draw a star {star}.", ["draw", "a", "star\u00a0star."]),
        ("draw a star {star}", ["draw", "a", "star\u00a0star"]),
        ("{pass} pass it on", ["pass\u00a0pass", "it", "on"]),
        ("Take all: {pass} pass", ["Take", "all:", "pass\u00a0pass"]),
        ("pay {sun} and rest", ["pay", "sun", "and", "rest"]),
        ("{sun} {oxygen} {sun}", ["sun", "oxygen", "sun"]),
        ("pay 2 {sun} now", ["pay", "2\u2009sun", "now"]),
        ("pay one\u00a0{sun} now", ["pay", "one\u00a0sun", "now"]),
    ],
)
def test_a_symbol_stays_with_the_word_it_belongs_to(text: str, words: list[str]) -> None:
    assert glued(text) == words


def test_a_symbol_leaves_its_word_only_where_no_line_holds_both() -> None:
    width = ENGLISH.line_em(parse("enough", "body")[0], Style()) * 8 * MM_PER_POINT + 0.5
    all_lines = lines(ENGLISH.set("enough\u00a0{sun}", TextBox(0, 0, width, 40), Style(floor_pt=8)))
    assert all_lines == ["enough", "{sun}"]


@pytest.mark.parametrize(
    ("word", "setter", "heads"),
    [
        ("discarded", ENGLISH, set()),
        ("Framsida", SWEDISH, set()),
        ("påverkanskort", SWEDISH, {"påverkans-"}),
        ("Påverkanskorten,", SWEDISH, {"Påverkans-"}),
        ("habitatbrickan", SWEDISH, {"habitat-"}),
    ],
)
def test_words_are_broken_only_where_the_table_allows(
    word: str, setter: Typesetter, heads: set[str]
) -> None:
    breaks = set()
    for tenths in range(30, 400):
        block = setter.set(word, TextBox(0, 0, tenths / 10, 40), Style(floor_pt=8))
        rows = lines(block)
        breaks |= {rows[0]} if len(rows) > 1 else set()
    assert breaks == heads


def test_a_short_word_goes_to_the_next_line_whole() -> None:
    text = "A letter from the garden"
    whole = set(text.split())
    for width in range(13, 40):
        rows = lines(ENGLISH.set(text, TextBox(0, 0, width, 60), Style(floor_pt=8)))
        assert {word for row in rows for word in row.split()} == whole


def test_a_lonely_last_word_narrows_a_text_no_more_than_it_must() -> None:
    block = ENGLISH.set(LOREM, TextBox(0, 0, 46, 60), Style(size_pt=8.0, floor_pt=8.0))
    rows = {}
    for item in block.atoms:
        rows[item.y_mm] = item.x_mm + run_width(ENGLISH, item.atom, block.size_pt)
    assert max(rows.values()) > 46 * 0.82
