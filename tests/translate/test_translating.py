"""Texts go out to translators and come in again; nothing else in the game changes by it."""

from __future__ import annotations

import difflib
import json
import re
from pathlib import Path

import pytest
from texts import fault, text_of
from translating import ESTONIAN, Translator, files_of
from workshop import Command, Workshop

from generator.edit.game_editor import GameEditor
from scorer.web.api.records import page_languages

pytestmark = pytest.mark.slow

RULES = """\
# The rules of the pond.
title: How to play
lead: >-
  Fill the pond with fish before
  the summer is over.
sections:
  - id: goal
    title: Goal
    blocks:
      - list:
          - "Fish bring {scoring.points.fish} points."
          - Reed is a plant.      # for those who ask
"""


@pytest.fixture(params=["pond-et.po", "pond-et.xlsx"])
def translator(pond: Workshop, ecotable: Command, request: pytest.FixtureRequest) -> Translator:
    return Translator(pond, ecotable, request.param)


def changed_lines(before: bytes, after: bytes) -> list[str]:
    old, new = (text.decode().splitlines() for text in (before, after))
    return [line for line in difflib.ndiff(old, new) if line[0] in "+-"]


def test_every_text_stands_there_once_with_all_that_helps(
    pond: Workshop, ecotable: Command
) -> None:
    one = Translator(pond, ecotable)
    answer = one.ask()
    assert (answer.code, answer.err) == (0, "")
    assert {entry.text for entry in one.entries()} == set(ESTONIAN)
    text = one.path.read_text(encoding="utf-8")
    assert "#: cards_data/pond/fish.csv:2" in text
    assert "#. card: fish/pike; see it: ecotable preview pond --deck fish" in text
    assert "#. symbols to keep: {sun}" in text
    assert "#. placeholders to keep: {n}" in text
    assert "#. sv: Gädda" in text
    assert re.search(r"characters: \d+ fit", text)
    assert "#. optional: leave it empty" in text
    assert re.search(r'#, python-brace-format\nmsgctxt "\S+ \S+"\nmsgid "Pay 2 \{sun\}', text)
    assert '"Language: et\\n"' in text
    assert '"Plural-Forms: nplurals=2; plural=(n != 1);\\n"' in text
    assert '"Content-Type: text/plain; charset=utf-8\\n"' in text


def test_the_same_texts_give_the_same_bytes(pond: Workshop, ecotable: Command) -> None:
    first, second = (Translator(pond, ecotable, name) for name in ("a.po", "b.po"))
    first.ask()
    second.ask()
    assert first.path.read_bytes() == second.path.read_bytes()


def test_a_whole_translation_makes_a_language_of_the_game(translator: Translator) -> None:
    pond = translator.pond
    translator.ask()
    translator.fill()
    answer = translator.hand_in()
    assert (answer.code, answer.err) == (0, "")
    assert "0 not translated yet" in answer.out
    game = pond.load()
    assert game.languages == ("en", "sv", "et")
    assert game.title("et") == "Tiigielu"
    assert game.needed_supplies("et") == ("täring",)
    assert game.decks["fish"].title("et") == "Kalad"
    assert pond.piece("pike").value("rule", "et") == "Maksa 2 {sun} **kohe**."
    assert game.words["pond"]["et"] == "Tiik"
    assert translator.ecotable("check", "pond", "--lang", "et").code == 0


def test_only_the_cells_concerned_change(translator: Translator) -> None:
    pond = translator.pond
    pond.write("fish.csv", (pond.data / "fish.csv").read_text().replace("\n", "\r\n").encode())
    translator.ask()
    before = files_of(pond)
    translator.fill({"Pike": "Haug", "Fish": "Kalad"})
    assert translator.hand_in().code == 0
    after = files_of(pond)
    fish = after["cards_data/pond/fish.csv"]
    expected = before["cards_data/pond/fish.csv"].replace(b"latin\r\n", b"latin,name:et\r\n")
    assert fish == expected.replace(b"Esox lucius\r\n", b"Esox lucius,Haug\r\n")
    assert changed_lines(
        before["cards_data/pond/game.yaml"], after["cards_data/pond/game.yaml"]
    ) == [
        "+ unfinished: [et]",
        "-     title: {en: Fish, sv: Fiskar}",
        "+     title: {en: Fish, sv: Fiskar, et: Kalad}",
    ]
    others = {"cards_data/pond/translations.csv", "cards_data/pond/fish.csv"}
    others |= {"cards_data/pond/game.yaml"}
    assert {name for name in after if after[name] != before.get(name)} == others


def test_a_half_translation_is_kept_and_said_to_be_one(translator: Translator) -> None:
    pond, ecotable = translator.pond, translator.ecotable
    translator.ask()
    translator.fill({"Pike": "Haug"})
    translator.hand_in()
    assert pond.load().unfinished == ("et",)
    assert ecotable("check", "pond").code == 0
    answer = ecotable("check", "pond", "--lang", "et")
    assert answer.code == 1
    assert (
        fault("cards_data/pond/fish.csv:3 (et)", text_of("translate.none", text='"Perch"'))
        in answer.err
    )
    assert '"Pike"' not in answer.err
    assert answer.err.endswith("pond (et): 1 of 14 texts are translated (7\u00a0%)\n")
    assert "et" in page_languages("et") and "et" not in page_languages()
    refused = ecotable("print", "pond", "--lang", "et", "--plan")
    assert refused.code == 2
    assert text_of("face.not_finished", name='"et"') in refused.err
    translator.path.unlink()
    translator.ask()
    assert translator.entry("Pike").translation == "Haug"
    translator.fill()
    translator.hand_in()
    assert (pond.load().languages, pond.load().unfinished) == (("en", "sv", "et"), ())


def test_rules_become_a_file_of_their_own_with_comments_and_folds(translator: Translator) -> None:
    pond = translator.pond
    pond.write("rules/en.yaml", RULES)
    pond.write("scoring.yaml", "points: {fish: 2}\n")
    translator.ask()
    long = " ".join(["Täida tiik kaladega, enne kui suvi läbi saab."] * 4)
    translations = {
        "Fill the pond with fish before the summer is over.": long,
        "Fish bring {scoring.points.fish} points.": "Kala annab {scoring.points.fish} punkti.",
        "Reed is a plant.": "Pilliroog on taim: jah.",
    }
    translator.fill(translations)
    assert translator.hand_in().err == ""
    content = (pond.data / "rules" / "et.yaml").read_text(encoding="utf-8")
    assert content.startswith(
        "# The rules of the pond.\ntitle: How to play\nlead: >-\n  Täida tiik"
    )
    assert all(len(line) <= 100 for line in content.splitlines())
    assert '- "Pilliroog on taim: jah."      # for those who ask' in content
    leaflet = pond.load().leaflet("et")
    assert leaflet is not None
    assert leaflet.lead.text == long
    translator.path.unlink()
    translator.ask()
    assert translator.entry("How to play").translation == ""


def test_an_import_is_undone_and_done_again_to_the_byte(translator: Translator) -> None:
    pond = translator.pond
    translator.ask()
    before = files_of(pond)
    translator.fill()
    assert translator.hand_in().code == 0
    after = files_of(pond)
    assert {name for name in after if before.get(name) != after[name]} >= {
        f"cards_data/pond/{name}" for name in ("fish.csv", "game.yaml", "translations.csv")
    }
    editor = GameEditor(pond.data)
    step = editor.step_back("undo")
    assert step is not None and step.description == {"key": "said_texts", "lang": "et"}
    assert files_of(pond) == before
    editor.step_back("redo")
    assert files_of(pond) == after


def test_everything_that_is_wrong_is_told_and_nothing_is_written(translator: Translator) -> None:
    pond = translator.pond
    pond.change("words.csv", "{n} points,", '"{n, plural, one {# point} other {# points}}",')
    translator.ask()
    before = files_of(pond)
    wrong = {
        "Pay 2 {sun} **now**.": "Maksa 2 {moon} **kohe.",
        "{n, plural, one {# point} other {# points}}": "{n, plural, other {# punkti}}",
        "Pond": "Tiik {",
        "Perch": "Ahven",
        "Draw a card.": "Tõmba kaart pakist ja pane see lauale. " * 30,
    }
    translator.fill(wrong)
    answer = translator.hand_in()
    assert answer.code == 1
    # Each with its line in the file, also what is wrong in the box of a card alone.
    lines = {str(translator.entry(text).line) for text in wrong if text != "Perch"}
    assert set(re.findall(r"^pond-et\.\w+[: ](\d+) ", answer.err, re.MULTILINE)) == lines
    for message in (
        "{moon} is not in the text; allowed: {sun}",
        "{sun} is missing",
        "a ** is not closed",
        "the plural of n does not have the form one; allowed: one, other",
        "a brace has no matching brace",
    ):
        assert message in answer.err
    assert answer.err.count("\n") == 6
    assert files_of(pond) == before


def test_a_text_that_does_not_fit_its_box_is_told_and_not_written(translator: Translator) -> None:
    pond = translator.pond
    translator.ask()
    before = files_of(pond)
    translator.fill({**ESTONIAN, "Draw a card.": "Tõmba kaart pakist ja pane see lauale. " * 30})
    answer = translator.hand_in()
    assert answer.code == 1
    line = translator.entry("Draw a card.").line
    assert re.match(rf'pond-et\.\w+[: ]{line} "Draw a card\."', answer.err)
    assert "mm too long" in answer.err
    assert files_of(pond) == before


def test_what_changed_in_the_game_since_is_fuzzy(translator: Translator) -> None:
    pond, ecotable = translator.pond, translator.ecotable
    translator.ask()
    translator.fill()
    translator.hand_in()
    pond.change("fish.csv", "Draw a card.", "Draw two cards.")
    answer = ecotable("check", "pond", "--lang", "et")
    assert text_of("translate.changed", text='"Draw two cards."') in answer.err
    assert ecotable("check", "pond").code == 0
    translator.path.unlink()
    translator.ask()
    changed = translator.entry("Draw two cards.")
    assert (changed.translation, changed.fuzzy) == ("Tõmba kaart.", True)
    assert sum(one.fuzzy for one in translator.entries()) == 1
    translator.hand_in()
    assert ecotable("check", "pond", "--lang", "et").code == 1, "fuzzy texts are not taken in"
    translator.fill({"Draw two cards.": "Tõmba kaks kaarti."})
    translator.hand_in()
    assert pond.piece("perch").value("rule", "et") == "Tõmba kaks kaarti."
    assert ecotable("check", "pond", "--lang", "et").code == 0


def test_a_file_that_is_written_again_loses_nothing(translator: Translator) -> None:
    pond = translator.pond
    translator.ask()
    translator.fill()
    pond.change("fish.csv", "Draw a card.", "Draw two cards.")
    pond.change("plants.csv", "Reed,Vass", "Bulrush,Säv")
    translator.ask()
    assert translator.entry("Pike").translation == "Haug"
    assert not translator.entry("Pike").fuzzy
    changed = translator.entry("Draw two cards.")
    assert (changed.translation, changed.fuzzy) == ("Tõmba kaart.", True)
    gone = translator.entry("Reed")
    assert (gone.translation, gone.gone) == ("Pilliroog", True)


def test_an_older_file_says_what_is_no_longer_there(translator: Translator) -> None:
    translator.ask()
    translator.fill()
    translator.pond.change("fish.csv", "Draw a card.", "Draw two cards.")
    answer = translator.hand_in()
    assert answer.code == 0
    assert text_of("cmd_not_taken", text='note: "Draw a card."') in answer.out
    assert translator.pond.piece("perch").value("rule", "et") == "Draw two cards."


def test_equal_texts_are_translated_once_and_may_still_differ(
    pond: Workshop, ecotable: Command
) -> None:
    pond.change("plants.csv", "Water lily", "Reed")
    one = Translator(pond, ecotable)
    one.ask()
    assert sum(entry.text == "Reed" for entry in one.entries()) == 1
    one.fill()
    one.hand_in()
    pond.change("plants.csv", "Näckros,Pilliroog", "Näckros,Kõrkjas")
    one.path.unlink()
    one.ask()
    translations = [entry.translation for entry in one.entries() if entry.text == "Reed"]
    assert translations == ["Pilliroog", "Kõrkjas"]
    before = files_of(pond)
    one.hand_in()
    assert files_of(pond)["cards_data/pond/plants.csv"] == before["cards_data/pond/plants.csv"]


def test_a_game_of_another_folder_is_not_written(
    pond: Workshop, ecotable: Command, tmp_path: Path
) -> None:
    path = tmp_path / "a.po"
    path.write_text("", encoding="utf-8")
    answer = ecotable("translate", "ecologic", "--to", "et", "--read", path)
    assert answer.code == 1
    assert text_of("face.not_in_deck", deck="the current folder") in answer.err


@pytest.mark.parametrize(
    ("code", "message"),
    [
        ("en", text_of("translate.own_language")),
        ("qq", "is not known"),
        ("ar", text_of("face.leftward")),
    ],
)
def test_languages_that_cannot_be_translated_into(
    pond: Workshop, ecotable: Command, code: str, message: str
) -> None:
    answer = ecotable("translate", "pond", "--to", code)
    assert answer.code == 2
    assert message in answer.err


def test_a_game_that_declares_a_language_from_right_to_left_is_refused_in_words(
    pond: Workshop, ecotable: Command
) -> None:
    for path in pond.data.glob("*.*"):
        text = path.read_text(encoding="utf-8").replace(":sv", ":he").replace("sv:", "he:")
        path.write_text(text.replace("[en, sv]", "[en, he]"), encoding="utf-8")
    answer = ecotable("print", "pond", "--lang", "he", "--jobs", 1)
    assert answer.code == 1
    assert text_of("wrong.least_most", least="right", most="left") in answer.err


def test_the_programs_own_words_go_out_too(
    pond: Workshop, ecotable: Command, tmp_path: Path
) -> None:
    path = tmp_path / "program.po"
    answer = ecotable("translate", "program", "--to", "fi", "--out", path)
    assert answer.code == 0
    text = path.read_text(encoding="utf-8")
    assert "scorer/core/words.csv" in text
    assert "generator/words.csv" in text


def test_letters_that_no_typeface_has_are_told_beforehand(
    pond: Workshop, ecotable: Command
) -> None:
    answer = ecotable("translate", "pond", "--to", "ka", "--out", pond.root / "ka.po")
    assert "note: cards_data/pond/game.yaml fonts.title: Manrope has no glyph for" in answer.out


@pytest.mark.thorough
def test_estonian_is_printed_and_scored_without_a_line_of_code(
    ecotable: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A language that the program does not speak: its how-to is English and says so once."""
    monkeypatch.chdir(tmp_path)
    assert ecotable("new", "petro", "--from", "ecologic").code == 0
    path = tmp_path / "petro-et.po"
    ecotable("translate", "petro", "--to", "et", "--out", path)
    from dataclasses import replace

    from cards_data import load_game
    from generator.translate.entry_files import file_bytes, read_entries

    entries = [
        replace(one, translation=one.text.replace("Profits", "Kasum")) for one in read_entries(path)
    ]
    path.write_bytes(file_bytes(path, "petro", "et", entries))
    answer = ecotable("translate", "petro", "--to", "et", "--read", path)
    assert (answer.code, answer.err) == (0, "")
    assert "et" in load_game("petro").languages
    printed = ecotable("print", "petro", "--lang", "et", "--deck", "events", "--dpi", 72)
    assert (printed.code, printed.err) == (0, "")
    assert printed.out.count("the how-to page and labels are in English, not in et") == 1
    state = tmp_path / "state.yaml"
    state.write_text(
        "players: [{name: Ada, profits: 9, enviros: 7, refineries: 5}, "
        "{name: Bo, profits: 3, enviros: 3, refineries: 1}]\n",
        encoding="utf-8",
    )
    scored = ecotable("score", "petro", state, "--lang", "et", "--json")
    assert scored.code == 0
    assert json.loads(scored.out)["winners"] == ["Ada"]
    assert "Kasum" in ecotable("score", "petro", state, "--lang", "et").out
