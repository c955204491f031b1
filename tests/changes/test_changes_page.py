"""The page with pictures: before and after, the changed part marked, nothing from outside."""

from __future__ import annotations

import base64
import io
import re
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path

import pytest
from comparing import POND, Command
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image, ImageChops, ImageDraw

from generator.changes.changed_pieces import face_image

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("cold_cache")]

WORDS = ("changes", "pond")


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    root = tmp_path / "project"
    root.mkdir()
    monkeypatch.chdir(root)
    POND.write(tmp_path / "old")
    return POND.write(root)


def page_of(ecotable: Command, *words: object) -> str:
    answer = ecotable("changes", "pond", "--since", "../old", *words)
    assert answer.code == 0, answer.err
    return Path("output/pond-en-changes.html").read_text(encoding="utf-8")


class Page(HTMLParser):
    """The page as a browser sees it: its elements, its text and its pictures."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str]]] = []
        self.text = ""
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, {key: value or "" for key, value in attrs}))

    def handle_data(self, data: str) -> None:
        self.text += data

    def pictures(self) -> list[Image.Image]:
        urls = [attrs["href"] for tag, attrs in self.tags if tag == "image"]
        assert all(url.startswith("data:image/png;base64,") for url in urls)
        return [Image.open(io.BytesIO(base64.b64decode(url.split(",")[1]))) for url in urls]

    def labels(self) -> list[str]:
        return [attrs["aria-label"] for _, attrs in self.tags if "aria-label" in attrs]


def test_a_changed_card_is_shown_before_and_after(project: Path, ecotable: Command) -> None:
    POND.with_fish("pike", name="Eel").write(project)
    page = Page(page_of(ecotable))
    assert page.labels() == ["front before", "front after"] * 2, "the card and the summary"
    before, after, *_ = page.pictures()
    assert before.size == after.size
    assert ImageChops.difference(before.convert("RGB"), after.convert("RGB")).getbbox()
    assert "name Pike → Eel" in page.text


def test_both_sides_are_shown_where_both_changed(project: Path, ecotable: Command) -> None:
    replace(POND.with_fish("pike", name="Eel"), word="Pool").write(project)
    labels = Page(page_of(ecotable)).labels()
    back = ["back before", "back after"]
    front = ["front before", "front after"]
    assert labels == [*front, *back, *back, *back, *front], "the summary names the pike, too"


def test_new_and_gone_pieces_have_one_picture(project: Path, ecotable: Command) -> None:
    first, *others = POND.fish
    replace(POND, fish=(*others, {**first, "id": "ruffe"})).write(project)
    page = Page(page_of(ecotable))
    assert page.text.count("no picture") == 4, "front and back of the new one and the old one"
    assert "ruffe" in page.text


def test_text_of_a_card_is_text_on_the_page(project: Path, ecotable: Command) -> None:
    evil = "<script>alert(1)</script><img src=x onerror=alert(2)>\"'&"
    POND.with_fish("pike", latin=evil, name="A < B & C").write(project)
    page = Page(page_of(ecotable))
    assert not {"script", "img"} & {tag for tag, _ in page.tags}
    assert not [attrs for _, attrs in page.tags if any(key.startswith("on") for key in attrs)]
    assert evil in page.text
    assert "A < B & C" in page.text


def test_the_page_needs_nothing_else(project: Path, ecotable: Command) -> None:
    POND.with_fish("pike", name="Eel").write(project)
    text = page_of(ecotable)
    page = Page(text)
    assert not {"script", "link", "iframe", "object", "base"} & {tag for tag, _ in page.tags}
    for _, attrs in page.tags:
        for key in ("href", "src", "action", "data"):
            assert attrs.get(key, "data:").startswith("data:")
    assert not re.search(r"url\(|@import|https?://", text)


def test_nothing_changed_says_so_and_shows_no_card(project: Path, ecotable: Command) -> None:
    page = Page(page_of(ecotable))
    assert "Nothing changed." in page.text
    assert page.labels() == []


def test_without_the_old_faces_the_report_still_stands(project: Path, ecotable: Command) -> None:
    """What the cache has forgotten is taken from the PDF; without both its place is empty."""
    assert ecotable("print", "pond", "--dpi", 72, "--jobs", 1).code == 0
    POND.with_fish("pike", name="Eel").write(project)
    words = (*WORDS, "--since", "output/pond-en-a4.json")
    assert ecotable(*words).code == 0
    path = Path("output/pond-en-changes.html")
    assert Page(path.read_text(encoding="utf-8")).labels()[0] == "front before"
    assert ecotable("cache", "--clear").code == 0
    assert ecotable(*words).code == 0
    assert Page(path.read_text(encoding="utf-8")).labels()[0] == "front before"
    assert ecotable("cache", "--clear").code == 0
    Path("output/pond-en-a4.pdf").unlink()
    assert ecotable(*words).code == 0
    page = Page(path.read_text(encoding="utf-8"))
    assert page.labels() == ["front after"] * 2
    assert page.text.count("no picture") == 2


def test_scoring_numbers_are_listed_with_the_pieces_that_show_them(
    project: Path, ecotable: Command
) -> None:
    replace(POND, points=4).write(project)
    answer = ecotable(*WORDS, "--since", "../old")
    assert "~ scoring.yaml points.fish: 3 → 4" in answer.out
    assert "  shown on summary/summary" in answer.out
    text = Page(Path("output/pond-en-changes.html").read_text(encoding="utf-8")).text
    assert "points.fish" in text
    assert "shown on: summary." in text


def test_only_pieces_that_show_the_number_are_named_with_it(
    project: Path, ecotable: Command
) -> None:
    """A card that changed by its own row is no witness of a scoring number."""
    replace(POND.with_fish("pike", cost="9"), points=4).write(project)
    answer = ecotable(*WORDS, "--since", "../old")
    assert "  shown on summary/summary\n" in answer.out


def test_a_number_that_no_piece_shows_is_listed_alone(project: Path, ecotable: Command) -> None:
    hidden = "points: {fish: 3, hidden: [1, {deep: 2}]}\n"
    replace(POND, scoring=hidden).write(project)
    answer = ecotable(*WORDS, "--since", "../old")
    assert answer.out.splitlines()[:2] == [
        "~ scoring.yaml points.hidden[1]: – → 1",
        "~ scoring.yaml points.hidden[2].deep: – → 2",
    ]
    assert "shown on" not in answer.out


colours = st.tuples(*[st.integers(0, 255)] * 3)
spots = st.lists(
    st.tuples(
        st.integers(0, 55), st.integers(0, 75), st.integers(1, 8), st.integers(1, 8), colours
    ),
    max_size=4,
)


def painted(ground: tuple[int, ...], marks: list[tuple[int, int, int, int, tuple[int, ...]]]):
    image = Image.new("RGB", (64, 84), ground)
    for x, y, width, height, colour in marks:
        ImageDraw.Draw(image).rectangle((x, y, x + width - 1, y + height - 1), fill=colour)
    return image


@given(colours, spots)
def test_boxes_lie_where_pixels_differ_and_nowhere_else(
    ground: tuple[int, ...], marks: list[tuple[int, int, int, int, tuple[int, ...]]]
) -> None:
    plain, changed = painted(ground, []), painted(ground, marks)
    boxes = face_image(changed, plain).boxes
    difference = ImageChops.difference(plain, changed)
    for x, y, width, height in boxes:
        assert difference.crop((x, y, x + width, y + height)).getbbox(), "nothing changed here"
    for x, y, width, height in boxes:
        ImageDraw.Draw(difference).rectangle((x, y, x + width - 1, y + height - 1), fill=(0, 0, 0))
    unmarked = max(high for _, high in difference.getextrema())
    assert unmarked < 8, "a difference that an eye can see is not marked"


@pytest.mark.parametrize("colour", ["#d00000", "#00d000", "#0000d0", "#111111"])
def test_a_change_of_any_colour_is_marked(colour: str) -> None:
    plain = Image.new("RGB", (50, 50), "black")
    changed = plain.copy()
    ImageDraw.Draw(changed).rectangle((12, 12, 18, 18), fill=colour)
    assert face_image(changed, plain).boxes == ((10, 10, 10, 10),)
    assert face_image(plain, plain).boxes == ()


def test_a_new_size_is_marked_as_a_whole() -> None:
    assert face_image(Image.new("RGB", (50, 40)), Image.new("RGB", (40, 50))).boxes == (
        (0, 0, 50, 40),
    )
