"""Whether a PDF still matches the data: yes, no and which pieces, or no print of ours."""

from __future__ import annotations

import random
import shutil
from dataclasses import replace
from pathlib import Path

import pytest
from comparing import POND, Command, in_english_alone
from texts import fault, text_of

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("cold_cache")]

PDF = Path("output/pond-en-a4.pdf")
PLANTS = Path("output/pond-en-a4-plants.pdf")


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, ecotable: Command) -> Path:
    """The current folder, with the game printed."""
    monkeypatch.chdir(tmp_path)
    POND.write(tmp_path)
    printed(ecotable)
    return tmp_path


def printed(ecotable: Command, *words: object) -> None:
    answer = ecotable("print", "pond", "--dpi", 72, "--jobs", 1, *words)
    assert answer.code == 0, answer.err


def test_a_fresh_print_matches(project: Path, ecotable: Command) -> None:
    for name in (PDF, PDF.with_suffix(".json"), shutil.copy(PDF, "elsewhere.pdf")):
        answer = ecotable("verify", name)
        assert (answer.code, answer.err) == (0, "")
        assert f"{name} matches pond" in answer.out


def test_a_print_that_is_out_of_date_names_the_pieces(project: Path, ecotable: Command) -> None:
    pike, perch, tench = POND.fish
    new = replace(POND, fish=(pike, tench, {**perch, "id": "ruffe"}), points=4)
    new.with_fish("pike", cost="8").write(project)
    answer = ecotable("verify", PDF)
    assert (answer.code, answer.err) == (1, "")
    assert f"{PDF} does not match: printed from" in answer.out
    for line in (
        "+ fish/ruffe: added, 2 copies",
        "- fish/perch: removed, 2 copies",
        "~ fish/pike: cost 4 → 8",
        "~ scoring.yaml points.fish: 3 → 4",
    ):
        assert line in answer.out
    assert "tench" not in answer.out
    assert "plants/" not in answer.out


def test_a_changed_template_is_seen(project: Path, ecotable: Command) -> None:
    path = project / "templates/pond/plant.svg.j2"
    path.write_text(path.read_text(encoding="utf-8").replace("c.reed", "c.ink"), "utf-8")
    answer = ecotable("verify", PDF)
    assert answer.code == 1
    assert "~ plants/reed, plants/lily: the card changed" in answer.out


def test_a_print_of_one_deck_is_compared_with_that_deck(project: Path, ecotable: Command) -> None:
    printed(ecotable, "--deck", "plants")
    POND.with_fish("pike", cost="8").write(project)
    assert ecotable("verify", PLANTS).code == 0
    POND.without_plant("lily").write(project)
    answer = ecotable("verify", PLANTS)
    assert answer.code == 1
    assert "- plants/lily: removed, 2 copies" in answer.out


def test_a_piece_that_is_new_in_the_printed_deck_is_missing(
    project: Path, ecotable: Command
) -> None:
    printed(ecotable, "--deck", "plants")
    sedge = {"id": "sedge", "copies": "1", "name": "Sedge", "name:sv": "Starr"}
    replace(POND, plants=(*POND.plants, sedge)).write(project)
    answer = ecotable("verify", PLANTS)
    assert answer.code == 1
    assert "+ plants/sedge: added, 1 copy" in answer.out


def test_a_reprint_matches_until_its_own_pieces_change(project: Path, ecotable: Command) -> None:
    second = POND.with_fish("pike", cost="8")
    second.write(project)
    printed(ecotable, "--changed-since", "last")
    reprint = PDF.with_stem("pond-en-a4-changed")
    assert ecotable("verify", reprint).code == 0
    second.without_plant("lily").write(project)
    assert ecotable("verify", reprint).code == 0, "plants are not on the sheets"
    second.with_fish("pike", cost="7").write(project)
    answer = ecotable("verify", reprint)
    assert answer.code == 1
    assert "~ fish/pike: cost 8 → 7" in answer.out


def test_a_reprint_of_missing_copies_matches(project: Path, ecotable: Command) -> None:
    """Two more of a card: the reprint holds two, the data says five."""
    POND.with_fish("tench", copies="5").write(project)
    printed(ecotable, "--changed-since", "last")
    answer = ecotable("verify", PDF.with_stem("pond-en-a4-changed"))
    assert answer.code == 0, answer.out


def test_whole_sets_match(project: Path, ecotable: Command) -> None:
    printed(ecotable, "--copies", 3)
    assert ecotable("verify", PDF.with_stem("pond-en-a4-x3")).code == 0


def another_program(path: Path) -> Path:
    from reportlab.pdfgen.canvas import Canvas

    canvas = Canvas(str(path))
    canvas.drawString(50, 50, "a letter")
    canvas.save()
    return path


def test_a_pdf_of_another_program_is_refused(project: Path, ecotable: Command) -> None:
    answer = ecotable("verify", another_program(project / "letter.pdf"))
    assert answer.code == 1
    assert fault("letter.pdf", text_of("print.no_manifest")) in answer.err
    assert answer.out == ""


def test_a_file_of_another_kind_is_refused(project: Path, ecotable: Command) -> None:
    (project / "notes.txt").write_text("notes", encoding="utf-8")
    answer = ecotable("verify", "notes.txt")
    assert answer.code == 1
    assert text_of("print.not_ours") in answer.err


def test_a_game_that_is_not_here_is_told(
    project: Path, ecotable: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    elsewhere = project / "elsewhere"
    elsewhere.mkdir()
    monkeypatch.chdir(elsewhere)
    answer = ecotable("verify", project / PDF)
    assert answer.code != 0
    assert text_of("value.unknown", value='"pond"') in answer.err
    assert "Traceback" not in answer.err


def test_a_language_that_is_gone_is_told(project: Path, ecotable: Command) -> None:
    printed(ecotable, "--lang", "sv")
    in_english_alone(project)
    answer = ecotable("verify", "output/pond-sv-a4.pdf")
    assert answer.code != 0
    assert 'not available in "sv"; allowed: en' in answer.err
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
