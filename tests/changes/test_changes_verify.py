"""Whether a PDF still matches the data: yes, no and which pieces, or no print of ours."""

from __future__ import annotations

import random
import shutil
from dataclasses import replace
from pathlib import Path

import pytest
from meadow import Command, Meadow

pytestmark = pytest.mark.slow

PDF = Path("output/meadow-en-a4.pdf")
TOKENS = Path("output/meadow-en-a4-tokens.pdf")


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, ecotable: Command) -> Path:
    """The current folder, with the game printed."""
    monkeypatch.chdir(tmp_path)
    Meadow().write(tmp_path)
    printed(ecotable)
    return tmp_path


def printed(ecotable: Command, *words: object) -> None:
    answer = ecotable("print", "meadow", "--dpi", 72, "--jobs", 1, *words)
    assert answer.code == 0, answer.err


def test_a_fresh_print_matches(project: Path, ecotable: Command) -> None:
    for name in (PDF, PDF.with_suffix(".json"), shutil.copy(PDF, "elsewhere.pdf")):
        answer = ecotable("verify", name)
        assert (answer.code, answer.err) == (0, "")
        assert f"{name} matches meadow" in answer.out


def test_a_print_that_is_out_of_date_names_the_pieces(project: Path, ecotable: Command) -> None:
    first, *others = Meadow().flowers
    new = replace(Meadow(), flowers=(*others, {**first, "id": "poppy"}), points=4)
    new.flower("clover", number="8").write(project)
    answer = ecotable("verify", PDF)
    assert (answer.code, answer.err) == (1, "")
    assert f"{PDF} does not match: printed from" in answer.out
    for line in (
        "+ flowers/poppy: added, 2 copies",
        "- flowers/daisy: removed, 2 copies",
        "~ flowers/clover: cost 3 → 8",
        "~ scoring.yaml points.flower: 3 → 4",
    ):
        assert line in answer.out
    assert "thistle" not in answer.out
    assert "tokens/" not in answer.out


def test_a_changed_template_is_seen(project: Path, ecotable: Command) -> None:
    path = project / "templates/meadow/token.svg.j2"
    path.write_text(path.read_text(encoding="utf-8").replace("#f2a33a", "#123456"), "utf-8")
    answer = ecotable("verify", PDF)
    assert answer.code == 1
    assert "~ tokens/one: the face changed" in answer.out


def test_a_print_of_one_deck_is_compared_with_that_deck(project: Path, ecotable: Command) -> None:
    printed(ecotable, "--deck", "tokens")
    Meadow().flower("clover", number="8").write(project)
    assert ecotable("verify", TOKENS).code == 0
    replace(Meadow(), tokens=Meadow().tokens[:1]).write(project)
    answer = ecotable("verify", TOKENS)
    assert answer.code == 1
    assert "- tokens/five: removed, 2 copies" in answer.out


def test_a_piece_that_is_new_in_the_printed_deck_is_missing(
    project: Path, ecotable: Command
) -> None:
    printed(ecotable, "--deck", "tokens")
    ten = {"id": "ten", "copies": "1", "points": "10"}
    replace(Meadow(), tokens=(*Meadow().tokens, ten)).write(project)
    answer = ecotable("verify", TOKENS)
    assert answer.code == 1
    assert "+ tokens/ten: added, 1 copy" in answer.out


def test_a_reprint_matches_until_its_own_pieces_change(project: Path, ecotable: Command) -> None:
    second = Meadow().flower("clover", number="8")
    second.write(project)
    printed(ecotable, "--changed-since", "last")
    reprint = PDF.with_stem("meadow-en-a4-changed")
    assert ecotable("verify", reprint).code == 0
    replace(second, tokens=Meadow().tokens[:1]).write(project)
    assert ecotable("verify", reprint).code == 0, "tokens are not on the sheets"
    second.flower("clover", number="7").write(project)
    answer = ecotable("verify", reprint)
    assert answer.code == 1
    assert "~ flowers/clover: cost 8 → 7" in answer.out


def test_a_reprint_of_missing_copies_matches(project: Path, ecotable: Command) -> None:
    """Two more of a card: the reprint holds two, the data says five."""
    Meadow().flower("thistle", copies="5").write(project)
    printed(ecotable, "--changed-since", "last")
    answer = ecotable("verify", PDF.with_stem("meadow-en-a4-changed"))
    assert answer.code == 0, answer.out


def test_whole_sets_match(project: Path, ecotable: Command) -> None:
    printed(ecotable, "--copies", 3)
    assert ecotable("verify", PDF.with_stem("meadow-en-a4-x3")).code == 0


def another_program(path: Path) -> Path:
    from reportlab.pdfgen.canvas import Canvas

    canvas = Canvas(str(path))
    canvas.drawString(50, 50, "a letter")
    canvas.save()
    return path


def test_a_pdf_of_another_program_is_refused(project: Path, ecotable: Command) -> None:
    answer = ecotable("verify", another_program(project / "letter.pdf"))
    assert answer.code == 1
    assert "letter.pdf: holds no manifest of a print" in answer.err
    assert answer.out == ""


def test_a_file_of_another_kind_is_refused(project: Path, ecotable: Command) -> None:
    (project / "notes.txt").write_text("notes", encoding="utf-8")
    answer = ecotable("verify", "notes.txt")
    assert answer.code == 1
    assert "is no print of ours" in answer.err


def test_a_game_that_is_not_here_is_told(
    project: Path, ecotable: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    elsewhere = project / "elsewhere"
    elsewhere.mkdir()
    monkeypatch.chdir(elsewhere)
    answer = ecotable("verify", project / PDF)
    assert answer.code != 0
    assert '"meadow" is not known' in answer.err
    assert "Traceback" not in answer.err


def test_a_language_that_is_gone_is_told(project: Path, ecotable: Command) -> None:
    printed(ecotable, "--lang", "sv")
    path = project / "cards_data/meadow/game.yaml"
    path.write_text(path.read_text(encoding="utf-8").replace("[en, sv]", "[en]"), "utf-8")
    answer = ecotable("verify", "output/meadow-sv-a4.pdf")
    assert answer.code != 0
    assert "Traceback" not in answer.err


def test_a_damaged_pdf_is_a_clear_answer_and_never_a_crash(
    project: Path, ecotable: Command
) -> None:
    """Cut off or with flipped bytes: it matches, it does not, or it cannot be read."""
    whole = PDF.read_bytes()
    generator = random.Random(5)
    for count in range(60):
        data = bytearray(whole)
        if count % 3 == 0:
            del data[generator.randrange(len(data)) :]
        else:
            start = generator.choice([0, 0, len(data) - 3000])
            for place in generator.sample(range(start, start + 3000), 1 + count // 2):
                data[place] = generator.randrange(256)
        Path("damaged.pdf").write_bytes(data)
        answer = ecotable("verify", "damaged.pdf")
        assert answer.code in (0, 1)
        assert "Traceback" not in answer.err
