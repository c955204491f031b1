"""A printer that lays backs wrongly is cured by drawing them wrongly the other way."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from erring_printer import erring
from hypothesis import given
from hypothesis import strategies as st
from pypdf import PdfReader
from texts import text_of
from workshop import Command, Workshop

from generator.kit.calibration import calibration_pages
from generator.pdf.writer import _to_points
from generator.sheets.papers import Paper, Profile, papers, printers_file
from generator.words import say_in

pytestmark = pytest.mark.slow

MM = st.floats(-15, 15, allow_nan=False)
PROFILES = st.builds(Profile, MM, MM, st.floats(-5, 5), st.floats(0.9, 1.1))
POINTS = st.tuples(st.floats(0, 300), st.floats(0, 430))
A4 = papers()["a4"]


@given(PROFILES, POINTS)
def test_a_corrected_point_is_laid_where_it_belongs(
    profile: Profile, point: tuple[float, float]
) -> None:
    assert erring(profile, profile.correct(point, A4), A4) == pytest.approx(point, abs=1e-9)
    assert profile.correct(erring(profile, point, A4), A4) == pytest.approx(point, abs=1e-9)


@given(PROFILES, POINTS, st.sampled_from(list(papers().values())))
def test_the_matrix_of_the_page_is_the_correction(
    profile: Profile, point: tuple[float, float], paper: Paper
) -> None:
    x, y = point
    a, b, c, d, e, f = profile.matrix(paper)
    assert (a * x + c * y + e, b * x + d * y + f) == pytest.approx(
        profile.correct(point, paper), abs=1e-7
    )
    a, b, c, d, e, f = _to_points(profile.matrix(paper), paper)
    k = 72 / 25.4
    up, right = (paper.height_mm - y) * k, x * k
    corrected = profile.correct(point, paper)
    assert (a * right + c * up + e) / k == pytest.approx(corrected[0], abs=1e-7)
    assert paper.height_mm - (b * right + d * up + f) / k == pytest.approx(corrected[1], abs=1e-7)


@pytest.mark.parametrize("flip", ["long", "short"])
def test_what_is_read_off_the_sheet_is_how_the_printer_errs(flip: str) -> None:
    profile = Profile(2.0, -3.0)
    _, back = calibration_pages(A4, flip, None, say_in("en"))
    middle = A4.width_mm / 2, A4.height_mm / 2 - 40
    numbers = {
        label.text: erring(profile, (label.x_mm, middle[1]), A4)[0]
        for label in back.marks.labels
        if label.y_mm == pytest.approx(middle[1] + 8)
    }
    # Between +5 and 0 the needle stands before +2.
    assert numbers["+5"] < middle[0] < numbers["0"]
    share = (numbers["0"] - middle[0]) / (numbers["0"] - numbers["+5"])
    assert share * 5 == pytest.approx(2.0)


def test_a_sheet_with_the_profile_shows_zero() -> None:
    profile = Profile(1.5, -0.7, 0.4, 1.01)
    _, back = calibration_pages(A4, "long", profile, say_in("en"))
    assert back.profile == profile
    a, b, c, d, e, f = profile.matrix(A4)
    for stroke in back.marks.strokes:
        drawn = (a * stroke.x1_mm + c * stroke.y1_mm + e, b * stroke.x1_mm + d * stroke.y1_mm + f)
        assert erring(profile, drawn, A4) == pytest.approx((stroke.x1_mm, stroke.y1_mm), abs=1e-9)


def drawn(pdf: Path) -> list[bytes]:
    """What is drawn on each page."""
    return [page.get_contents().get_data() for page in PdfReader(pdf).pages]


def test_a_profile_is_kept_listed_and_used(tmp_path: Path, ecotable: Command) -> None:
    out = ("--out", tmp_path)
    assert ecotable("calibrate", "--save", "office", "--x", "0.5", "--y", "-1.2").code == 0
    assert json.loads(printers_file().read_text())["office"]["y_mm"] == -1.2
    listed = ecotable("calibrate", "--list").out
    assert "office: angle_deg 0, scale 1, x_mm 0.5, y_mm -1.2" in listed
    assert ecotable("calibrate", *out).code == 0
    before = drawn(tmp_path / "calibration-a4.pdf")
    assert len(before) == 2
    assert ecotable("calibrate", "--printer", "office", *out).code == 0
    after = drawn(tmp_path / "calibration-a4.pdf")
    assert after[0] == before[0], "the front is never moved"
    assert after[1] != before[1]


def test_backs_and_their_guides_are_moved_and_fronts_are_not(
    pond: Workshop, ecotable: Command
) -> None:
    ecotable("calibrate", "--save", "office", "--x", "1")
    common = ("print", "pond", "--dpi", 72, "--jobs", 1)
    assert ecotable(*common, "--out", "plain").code == 0
    assert ecotable(*common, "--printer", "office", "--out", "moved").code == 0
    (before,), (after,) = (list(Path(name).glob("*.pdf")) for name in ("plain", "moved"))
    manifest = json.loads(after.with_suffix(".json").read_text())
    backs = {
        place["page"] - 1
        for piece in manifest["pieces"]
        for place in piece["places"]
        if place["side"] == "back"
    }
    moved = {
        index
        for index, (one, two) in enumerate(zip(drawn(before), drawn(after), strict=True))
        if one != two
    }
    assert backs <= moved
    assert not {index - 1 for index in backs} & moved


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--printer", "ofice"), text_of("problem.did_you_mean", words="office")),
        (("--save", "a b"), "letters, digits"),
        (("--save", "x", "--x", "40"), "-15 to 15"),
    ],
)
def test_what_makes_no_sense_is_told(
    words: tuple[str, ...], message: str, tmp_path: Path, ecotable: Command
) -> None:
    ecotable("calibrate", "--save", "office", "--x", "1")
    answer = ecotable("calibrate", *words, "--out", tmp_path)
    assert answer.code != 0
    assert message in answer.err
