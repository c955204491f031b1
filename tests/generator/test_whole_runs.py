"""Whole runs of ``print``: what comes out, what is asked for, and the same bytes every time."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from pypdf import PdfReader
from texts import fault, text_of
from thorough import spread
from workshop import Command, Workshop

from cards_data import Problems
from generator.workers import WorkerPool

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("cold_cache")]

PIECE_KEYS = {"id", "deck", "copies", "front", "back", "places"}


def manifest(path: Path) -> dict[str, Any]:
    record: dict[str, Any] = json.loads(path.with_suffix(".json").read_text(encoding="utf-8"))
    return record


def places(path: Path, side: str) -> list[dict[str, Any]]:
    return [
        place
        for piece in manifest(path)["pieces"]
        for place in piece["places"]
        if place["side"] == side
    ]


def run(*words: str, cwd: Path, **variables: str) -> subprocess.CompletedProcess[str]:
    """The command in a process of its own."""
    call = [sys.executable, "-c", "from generator.cli import main; main()", *words]
    return subprocess.run(
        call,
        cwd=cwd,
        env={**os.environ, **variables},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


def test_a_print_gives_a_pdf_and_its_manifest_and_nothing_else(pond: Workshop) -> None:
    report = pond.print()
    assert sorted(path.name for path in pond.out.iterdir()) == ["pond-en-a4.json", "pond-en-a4.pdf"]
    assert report.pdf == pond.out / "pond-en-a4.pdf"


def test_the_manifest_has_the_shape_of_the_contract(pond: Workshop) -> None:
    record = manifest(pond.print(paper="letter", lang="sv").pdf)
    assert {key: record[key] for key in ("game", "lang", "paper")} == {
        "game": "pond",
        "lang": "sv",
        "paper": {"name": "letter", "width_mm": 215.9, "height_mm": 279.4},
    }
    assert len(record["version"]) >= 6
    assert [piece["id"] for piece in record["pieces"]] == ["pike", "perch", "tench", "reed", "lily"]
    for piece in record["pieces"]:
        assert set(piece) >= PIECE_KEYS
        fronts = [place for place in piece["places"] if place["side"] == "front"]
        assert len(fronts) == piece["copies"]
        for place in piece["places"]:
            assert list(place) == ["page", "side", "x_mm", "y_mm", "width_mm", "height_mm"]
    perch, reed = record["pieces"][1], record["pieces"][3]
    assert perch["back"]
    assert reed["back"] is None
    assert len({place["side"] for place in perch["places"]}) == 2


def test_the_manifest_gives_the_places_of_the_contract(pond: Workshop) -> None:
    pike = manifest(pond.print().pdf)["pieces"][0]
    assert pike["places"] == [
        {"page": 3, "side": "front", "x_mm": 10.5, "y_mm": 16.5, "width_mm": 63, "height_mm": 88},
        {"page": 4, "side": "back", "x_mm": 136.5, "y_mm": 16.5, "width_mm": 63, "height_mm": 88},
    ]


def test_pages_are_counted_as_they_stand_in_the_file(pond: Workshop) -> None:
    report = pond.print()
    reader = PdfReader(report.pdf)
    assert len(reader.pages) == manifest(report.pdf)["pages"] == report.pages
    assert max(place["page"] for place in places(report.pdf, "back")) <= report.pages
    for page in reader.pages:
        assert [float(side) / 72 * 25.4 for side in page.mediabox[2:]] == pytest.approx([210, 297])


def test_backs_follow_their_fronts_and_decks_stay_together(pond: Workshop) -> None:
    pdf = pond.print(copies=4).pdf
    for piece in manifest(pdf)["pieces"]:
        fronts = [place["page"] for place in piece["places"] if place["side"] == "front"]
        backs = [place["page"] for place in piece["places"] if place["side"] == "back"]
        assert all(page % 2 == 1 for page in fronts)
        assert backs in ([], [page + 1 for page in fronts])


def test_the_file_asks_viewers_not_to_scale_and_to_turn_on_the_right_edge(pond: Workshop) -> None:
    for flip, duplex in (("long", "/DuplexFlipLongEdge"), ("short", "/DuplexFlipShortEdge")):
        root = PdfReader(pond.print(flip=flip).pdf).trailer["/Root"]
        assert root["/ViewerPreferences"]["/PrintScaling"] == "/None"
        assert root["/ViewerPreferences"]["/Duplex"] == duplex


def test_a_face_that_repeats_is_stored_once(pond: Workshop) -> None:
    report = pond.print(copies=3)
    images = {
        (reference.idnum, reference.generation)
        for page in PdfReader(report.pdf).pages
        for reference in (page["/Resources"].get("/XObject") or {}).values()
    }
    # How-to page, three fronts, one back for all of them, two plants.
    assert len(images) == report.faces == 1 + 3 + 1 + 2


def test_labels_name_game_deck_side_and_letter(pond: Workshop) -> None:
    texts = [page.extract_text() for page in PdfReader(pond.print().pdf).pages]
    assert re.search("Pond Life · Fish · [0-9a-f]{4} · front A · print at 100%", texts[2])
    assert re.search("Pond Life · Fish · ([0-9a-f]{4} · )?back A · print at 100%", texts[3])
    assert "front B" in texts[4]
    assert "50 mm" in texts[2]
    assert "2 in" in texts[3]


def test_the_same_input_gives_the_same_bytes(pond: Workshop, monkeypatch: Any) -> None:
    first = pond.print(out=pond.root / "first")
    monkeypatch.setenv("ECOTABLE_CACHE", str(pond.root / "another cache"))
    second = pond.print(out=pond.root / "second")
    assert first.pdf.read_bytes() == second.pdf.read_bytes()
    assert first.manifest.read_bytes() == second.manifest.read_bytes()


def test_one_process_and_several_give_the_same_bytes(pond: Workshop) -> None:
    rows = "".join(f"plant_{n},1,Plant {n},Växt {n}\n" for n in range(20))
    pond.write("plants.csv", f"id,copies,name,name:sv\nreed,1,Reed,Vass\nlily,2,Lily,Ros\n{rows}")
    pond.change("game.yaml", "pieces: 3", "pieces: 23")
    for jobs in ("1", "2"):
        answer = run(
            "print", "pond", "--dpi", "72", "--jobs", jobs, "--out", f"jobs-{jobs}",
            cwd=pond.root, ECOTABLE_CACHE=str(pond.root / f"cache-{jobs}"),
        )  # fmt: skip
        assert (answer.returncode, answer.stderr) == (0, "")
    for name in ("pond-en-a4.pdf", "pond-en-a4.json"):
        one, two = (pond.root / f"jobs-{jobs}" / name for jobs in (1, 2))
        assert one.read_bytes() == two.read_bytes()


def test_what_was_drawn_before_gives_the_same_bytes_again(pond: Workshop) -> None:
    first = pond.print(out=pond.root / "first").pdf.read_bytes()
    assert pond.print(out=pond.root / "second").pdf.read_bytes() == first


def test_a_damaged_cache_gives_the_same_bytes_again(pond: Workshop) -> None:
    first = pond.print(out=pond.root / "first").pdf.read_bytes()
    entries = [path for path in Path(os.environ["ECOTABLE_CACHE"]).rglob("*") if path.is_file()]
    assert entries
    for index, path in enumerate(entries):
        content = path.read_bytes()
        path.write_bytes(content[: len(content) // 2] if index % 2 else content[:-1] + b"?")
    assert pond.print(out=pond.root / "second").pdf.read_bytes() == first


def test_a_pdf_that_was_tampered_with_is_written_again(pond: Workshop) -> None:
    pdf = pond.print().pdf
    good = pdf.read_bytes()
    pdf.write_bytes(good[:-10])
    assert pond.print().pdf.read_bytes() == good


def test_another_date_is_written_although_nothing_else_changed(
    pond: Workshop, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = pond.print().pdf.read_bytes()
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "86400")
    assert pond.print().pdf.read_bytes() != first


def test_a_printer_that_was_measured_anew_is_noticed(pond: Workshop, ecotable: Command) -> None:
    results = []
    for x in (1, 2):
        assert ecotable("calibrate", "--save", "office", "--x", x).code == 0
        assert ecotable("print", "pond", "--dpi", 72, "--printer", "office").code == 0
        (pdf,) = pond.out.glob("*.pdf")
        results.append(pdf.read_bytes())
    assert results[0] != results[1]


def test_only_the_version_of_the_changed_piece_changes(pond: Workshop) -> None:
    before = {piece["id"]: piece for piece in manifest(pond.print().pdf)["pieces"]}
    pond.change("fish.csv", "Draw a card.", "Draw two cards.")
    record = manifest(pond.print().pdf)
    after = {piece["id"]: piece for piece in record["pieces"]}
    assert [name for name in after if after[name] != before[name]] == ["perch"]


@pytest.mark.parametrize(
    ("name", "old", "new"),
    spread(
        [
            ("fish.csv", "Draw a card.", "Draw two cards."),
            ("words.csv", "Pond,", "Pool,"),
            ("scoring.yaml", "fish: 3", "fish: 4"),
        ],
        3,
    ),
)
def test_any_change_of_data_changes_the_version_of_the_whole(
    pond: Workshop, name: str, old: str, new: str
) -> None:
    before = manifest(pond.print().pdf)["version"]
    pond.change(name, old, new)
    assert manifest(pond.print().pdf)["version"] != before


def test_copies_prints_whole_sets(pond: Workshop) -> None:
    one, three = pond.print(), pond.print(copies=3, out=pond.root / "three")
    assert three.pieces == 3 * one.pieces == 24
    assert len(places(three.pdf, "front")) == 24
    assert three.faces == one.faces


def test_deck_prints_only_that_deck(pond: Workshop) -> None:
    report = pond.print(decks=("plants",))
    assert {piece["deck"] for piece in manifest(report.pdf)["pieces"]} == {"plants"}
    assert report.pieces == 3


def test_fronts_alone_have_no_empty_sides(pond: Workshop) -> None:
    duplex, fronts = pond.print(), pond.print(layout="fronts", out=pond.root / "fronts")
    assert places(fronts.pdf, "back") == []
    assert fronts.pages == fronts.sheets == duplex.pages / 2
    root = PdfReader(fronts.pdf).trailer["/Root"]
    assert root["/ViewerPreferences"]["/Duplex"] == "/Simplex"


@pytest.mark.parametrize("flip", ["long", "short"])
def test_the_manifest_puts_backs_behind_their_fronts(pond: Workshop, flip: str) -> None:
    pdf = pond.print(flip=flip).pdf
    for one, two in zip(places(pdf, "front")[:5], places(pdf, "back"), strict=True):
        x = 210 - two["x_mm"] - 63 if flip == "long" else two["x_mm"]
        y = two["y_mm"] if flip == "long" else 297 - two["y_mm"] - 88
        assert (x, y) == pytest.approx((one["x_mm"], one["y_mm"]), abs=0.05)


def test_the_three_kinds_of_marks_differ(pond: Workshop) -> None:
    sheets = {
        style: PdfReader(pond.print(marks=style, out=pond.root / style).pdf).pages[2]
        for style in ("crop", "lines", "none")
    }
    drawn = {style: page.get_contents().get_data() for style, page in sheets.items()}
    strokes = {style: data.count(b" l S") for style, data in drawn.items()}
    assert strokes["none"] < strokes["crop"] == strokes["lines"]
    assert drawn["crop"] != drawn["lines"]


def test_the_command_prints_one_line_for_each_pdf(pond: Workshop, ecotable: Command) -> None:
    answer = ecotable("print", "pond", "--dpi", 72, "--jobs", 1)
    assert answer.code == 0
    assert answer.err == ""
    assert answer.out.splitlines() == [
        "output/pond-en-a4.pdf  6 pages on 3 sheets, 8 pieces, 7 different card sides"
    ]


def test_a_worker_is_started_early_where_a_file_was_saved_since_the_last_print(
    pond: Workshop, ecotable: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    counts: list[int] = []
    start = WorkerPool.warm_up

    def noted(pool: WorkerPool, workers: int, *functions: str) -> None:
        counts.extend([workers] if functions else [])
        start(pool, workers, *functions)

    monkeypatch.setattr(WorkerPool, "warm_up", noted)

    def print_pond(name: str = "pond") -> list[int]:
        counts.clear()
        ecotable("print", name, "--dpi", "72", "--jobs", "2", "--out", pond.out)
        return counts

    print_pond()
    assert print_pond() == []
    os.utime(pond.data / "fish.csv", (2**31, 2**31))
    assert print_pond() == [1]
    for odd in ("/pond", "../pond", "", "[", "pond*"):
        assert print_pond(odd) == []


def test_games_lists_the_made_up_game_beside_those_that_came_along(
    pond: Workshop, ecotable: Command
) -> None:
    answer = ecotable("games")
    assert (answer.code, answer.err) == (0, "")
    assert fault("pond", text_of("deck.pieces", n="Pond Life, 8")) in answer.out
    assert "ecosfera_baltica: Ecosfera Baltica" in answer.out


def test_reconstructions_are_listed_with_their_reasons(pond: Workshop, ecotable: Command) -> None:
    pond.write("scoring.yaml", "a: {value: 3, source: reconstruction, reason: it balances}\n")
    answer = ecotable("games", "--unsure")
    assert "cards_data/pond/scoring.yaml:1 a: it balances" in answer.out


def test_check_says_what_was_checked(pond: Workshop, ecotable: Command) -> None:
    answer = ecotable("check", "pond")
    assert (answer.code, answer.err) == (0, "")
    assert answer.out.startswith("pond: 8 pieces, 16 card sides in")


def test_check_lists_the_problems_of_all_faces_and_languages_at_once(
    pond: Workshop, ecotable: Command
) -> None:
    pond.change("fish.csv", "Draw a card.", "Draw {card} 魚.")
    pond.change("fish.csv", "Vila.", "Vila {nu}.")
    (pond.templates / "art" / "pike.svg").unlink()
    answer = ecotable("check", "pond")
    assert answer.code == 1
    assert "symbol {card} is not known" in answer.err
    assert "has no glyph for “魚”" in answer.err
    assert "symbol {nu} is not known" in answer.err
    assert text_of("face.no_picture", name="pike") in answer.err
    assert len(set(answer.err.splitlines())) == len(answer.err.splitlines())


def test_check_measures_colours_that_must_be_told_apart(pond: Workshop, ecotable: Command) -> None:
    pond.change("game.yaml", 'reed: "#4c8a3f"', 'reed: "#13293e"')
    answer = ecotable("check", "pond")
    assert answer.code == 1
    assert "reed #13293e and ink #13293d are" in answer.err
    assert "apart, for people with deutan colour vision" in answer.err
    assert "in greyscale" in answer.err


def test_check_refuses_a_piece_that_fits_on_no_paper(pond: Workshop, ecotable: Command) -> None:
    size = "{width_mm: 250, height_mm: 88}"
    pond.change("game.yaml", "size: poker", f"size: {size}")
    answer = ecotable("check", "pond")
    assert answer.code == 1
    assert text_of("print.does_not_fit", width=250, height=88, paper="a4") in answer.err
    assert "split: true" in answer.err


@pytest.mark.parametrize(
    ("words", "hint"),
    [
        (("print", "pnod"), text_of("problem.did_you_mean", words="pond")),
        (("print", "ecologik"), text_of("problem.did_you_mean", words="ecologic")),
        (("check", "pnod"), text_of("problem.did_you_mean", words="pond")),
        (("print", "pond", "--deck", "fsh"), text_of("problem.did_you_mean", words="fish")),
        (("print", "pond", "--lang", "xx"), "allowed: en, sv"),
        (("prnt", "pond"), text_of("problem.did_you_mean", words="print or export")),
        (("print", "pond", "--paper", "a44"), "a4"),
        (("print", "pond", "--pper", "a4"), "--paper"),
        (("print", "pond", "--dpi", "10"), text_of("usage.whole_between", low=72, high="1200")),
        (("print", "pond", "--copies", "0"), text_of("usage.whole_between", low=1, high=50)),
        (("print", "pond", "--layout", "both"), "duplex"),
    ],
)
def test_a_wrong_word_on_the_command_line_is_answered_with_what_is_meant(
    pond: Workshop, ecotable: Command, words: tuple[str, ...], hint: str
) -> None:
    answer = ecotable(*words)
    assert answer.code == 2
    assert hint in answer.err
    assert answer.out == ""
    assert not pond.out.exists()


def test_all_wrong_names_are_answered_at_once(pond: Workshop, ecotable: Command) -> None:
    games = ecotable("print", "pnod", "ecologik")
    decks = ecotable("print", "pond", "--deck", "fsh", "--deck", "plnts")
    for answer in (games, decks):
        assert answer.code == 2
        assert len(answer.err.splitlines()) == 2


def test_bad_data_is_exit_code_1_with_all_problems_on_standard_error(
    pond: Workshop, ecotable: Command
) -> None:
    pond.change("fish.csv", ",3,4,", ",7,four,")
    for command in ("print", "check"):
        answer = ecotable(command, "pond")
        assert (answer.code, answer.out) == (1, "")
        assert len(answer.err.splitlines()) == 2
        assert "Traceback" not in answer.err


def test_a_game_with_problems_does_not_keep_others_from_being_listed(
    pond: Workshop, ecotable: Command
) -> None:
    pond.change("fish.csv", ",3,4,", ",7,4,")
    answer = ecotable("games")
    assert answer.code == 1
    assert "ecologic: Ecologic" in answer.out
    assert 'fish.csv:2 column "level"' in answer.err


@pytest.mark.parametrize("command", ["games", "print", "check"])
def test_every_command_has_an_example_in_its_help(command: str, ecotable: Command) -> None:
    answer = ecotable(command, "--help")
    assert answer.code == 0
    assert f"  ecotable {command}" in answer.out


def test_help_names_every_command_that_there_is(ecotable: Command) -> None:
    from generator.commands.root import COMMANDS

    answer = ecotable("--help")
    for name in COMMANDS:
        assert f"  {name} " in answer.out
        assert f"ecotable {name}" in ecotable(name, "--help").out


def test_words_too_long_for_the_how_to_page_stop_the_print(pond: Workshop) -> None:
    pond.change("game.yaml", "makers: Pond Life was made up", f"makers: {'Pond Life ' * 60}")
    with pytest.raises(Problems, match="mm too long"):
        pond.print()
    assert not pond.out.exists()
