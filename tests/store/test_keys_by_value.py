"""Every input changed once: exactly the faces that follow from it are made anew.

The pond with a template of each kind: the fish show their row, a word, a symbol and a picture;
the plants use a macro and a template of another folder; the lily shows a fish, and the reed shows
numbers of scoring.yaml and of the scorer.
"""

from __future__ import annotations

import io
import os
import re
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest
from onlooker import looking_at
from PIL import Image
from pond import FISH_ART, SUN
from thorough import spread
from workshop import WorkLog, Workshop

import cards_data.checks
import cards_data.registry
from cards_data.models import Font
from generator.draw import drawers
from generator.sheets import papers
from generator.store import fingerprint
from generator.store.cache import open_cache
from generator.text import fonts
from generator.workers import process
from scorer.registry import trust_here

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("cold_cache")]

PLANT = """\
{% import "pond/marks.j2" as marks %}
{% include "river/stone.svg.j2" %}
<path d="{{ outline(-bleed) }}" fill="{{ c.reed }}"/>{{ marks.ring(w) }}
{% if piece.id == "lily" %}
{{ line(ref("fish", "pike").name, w / 2, 9, align="center") }}
{% else %}
{{ line(scoring.points.fish, w / 2, 9, align="center") }}
{{ line(printed.worth, w / 2, 16, align="center") }}
{% endif %}
"""
MARKS = '{% macro ring(w) %}<circle cx="{{ w / 2 }}" cy="3" r="1" fill="#000000"/>{% endmacro %}'
STONE = '<circle cx="5" cy="5" r="1" fill="#888888"/>'
RULES = """\
from dataclasses import replace

from . import ecosfera_baltica

RULES = replace(
    ecosfera_baltica.RULES,
    slug="pond",
    numbers=lambda game: {"worth": 7},
    printed=lambda numbers: numbers,
    form=lambda *_: (),
)
"""
PIKE, PERCH, TENCH = "fish/pike", "fish/perch", "fish/tench"
REED, LILY = "plants/reed", "plants/lily"
FISHES, PLANTS = (PIKE, PERCH, TENCH), (REED, LILY)
ALL = (*FISHES, *PLANTS)
BACK = "fish back"


@pytest.fixture
def brook(pond: Workshop, monkeypatch: pytest.MonkeyPatch) -> Workshop:
    """The pond, with something of everything that a face can be made from."""
    trust_here(True)
    pond.template("plant.svg.j2", PLANT)
    pond.template("marks.j2", MARKS)
    for folder, name, text in (
        ("templates/river", "stone.svg.j2", STONE),
        ("scorer/games", "pond.py", RULES),
    ):
        (pond.root / folder).mkdir(parents=True)
        (pond.root / folder / name).write_text(text, encoding="utf-8")
    pond.write("scoring_words.csv", "id,text,text:sv\n")
    return pond


def printed(pond: Workshop) -> bytes:
    """The game printed from whatever the cache holds: no old PDF helps."""
    shutil.rmtree(pond.out, ignore_errors=True)
    return pond.print().pdf.read_bytes()


def faces(work_log: WorkLog) -> set[str]:
    """What was drawn: a piece by deck and id, the back of a deck, or a page by its name."""
    keys = set()
    for where in work_log.drawn:
        name, side = re.fullmatch(r"(\S+?)(, back)?(?:, front)? \(.*\)", where).groups()  # type: ignore[union-attr]
        keys.add(f"{name.partition('/')[0]} back" if side else name)
    return keys


def replaced(path: Path, old: str, new: str) -> None:
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")


def photo() -> bytes:
    buffer = io.BytesIO()
    Image.new("RGB", (40, 30), "#123456").save(buffer, "PNG")
    return buffer.getvalue()


@dataclass(frozen=True)
class Edit:
    """A change of one input, the pieces to be composed anew, and the faces that look different."""

    name: str
    save: Callable[[Workshop], object]
    composed: tuple[str, ...] = ()
    drawn: tuple[str, ...] = ()


EDITS = (
    Edit("own row", lambda p: p.change("fish.csv", ",Perch,", ",Bass,"), (PERCH,), (PERCH,)),
    Edit(
        "row that another deck shows",
        lambda p: p.change("fish.csv", ",Pike,", ",Jack,"),
        (PIKE, LILY),
        (PIKE, LILY),
    ),
    Edit("cell nobody shows", lambda p: p.change("fish.csv", "Tinca", "T."), (TENCH,)),
    Edit("cell of another language", lambda p: p.change("fish.csv", "Sutare", "Lindare"), (TENCH,)),
    Edit("word", lambda p: p.change("words.csv", "Pond,Damm", "Pool,Damm"), FISHES, (BACK,)),
    Edit("word nobody says", lambda p: p.change("words.csv", "{n} points", "{n} pts")),
    Edit("colour", lambda p: p.change("game.yaml", "#4c8a3f", "#4c8a40"), ALL, (*PLANTS, BACK)),
    Edit(
        "colour of the pages",
        lambda p: p.change("game.yaml", "#1d4f6b", "#1d4f6c"),
        (),
        ("howto", "score_sheet"),
    ),
    Edit("deck option", lambda p: p.change("game.yaml", "note: shown", "note: hidden"), FISHES),
    Edit(
        "title of a deck",
        lambda p: p.change("game.yaml", "en: Plants", "en: Weeds"),
        PLANTS,
        ("howto",),
    ),
    Edit("number of scoring.yaml", lambda p: p.change("scoring.yaml", "3", "4"), (REED,), (REED,)),
    Edit("number nobody shows", lambda p: p.write("scoring.yaml", "points: {fish: 3}\nother: 1\n")),
    Edit(
        "value of the scorer",
        lambda p: replaced(p.root / "scorer/games/pond.py", '"worth": 7', '"worth": 8'),
        (REED,),
        (REED,),
    ),
    Edit(
        "rules that give the same value",
        lambda p: replaced(p.root / "scorer/games/pond.py", "7}", "3 + 4}"),
    ),
    Edit(
        "symbol",
        lambda p: p.template("symbols/sun.svg", SUN.replace('"9"', '"8"')),
        (PIKE,),
        (PIKE,),
    ),
    Edit("new symbol", lambda p: p.template("symbols/moon.svg", SUN)),
    Edit(
        "picture",
        lambda p: p.template("art/tench.svg", FISH_ART.replace("M2", "M3")),
        (TENCH,),
        (TENCH,),
    ),
    Edit(
        "picture dropped beside the data",
        lambda p: p.write("art/perch.PNG", photo()),
        (PERCH,),
        (PERCH,),
    ),
    Edit("picture nobody shows", lambda p: p.write("art/bream.png", photo())),
    Edit("macro", lambda p: p.template("marks.j2", MARKS.replace('"1"', '"2"')), PLANTS, PLANTS),
    Edit(
        "template of another folder",
        lambda p: replaced(p.root / "templates/river/stone.svg.j2", "#888888", "#777777"),
        PLANTS,
        PLANTS,
    ),
    Edit("indented template", lambda p: p.template("plant.svg.j2", f"\n  {PLANT}"), PLANTS),
    Edit("template nobody uses", lambda p: p.template("other.svg.j2", "{{ nothing }}")),
)


@pytest.mark.parametrize("edit", EDITS, ids=lambda edit: edit.name)
def test_a_print_makes_exactly_what_follows_from_a_change(
    brook: Workshop, work_log: WorkLog, edit: Edit, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    printed(brook)
    assert set(work_log.composed) == set(ALL)
    assert faces(work_log) == {*ALL, BACK, "howto", "score_sheet"}
    work_log.forget()
    edit.save(brook)
    before = printed(brook)
    assert set(work_log.composed) == set(edit.composed)
    assert faces(work_log) == set(edit.drawn)
    monkeypatch.setenv("ECOTABLE_CACHE", str(tmp_path / "empty cache"))
    assert printed(brook) == before


@pytest.mark.parametrize("edit", spread(EDITS, 4), ids=lambda edit: edit.name)
def test_a_running_preview_composes_exactly_what_follows_from_a_change(
    brook: Workshop, work_log: WorkLog, edit: Edit
) -> None:
    with looking_at((brook.slug, "en")) as onlooker:
        before = {f"{deck}/{id}": card for (deck, id), card in onlooker.view.cards.items()}
        work_log.forget()
        edit.save(brook)
        onlooker.after()
        after = {f"{deck}/{id}": card for (deck, id), card in onlooker.view.cards.items()}
    assert set(work_log.composed) == set(edit.composed)
    different = {name for name in ALL if before[name].version != after[name].version}
    # The version of a piece is that of both its sides.
    backs = FISHES if BACK in edit.drawn else ()
    assert different == {*backs, *edit.drawn} & set(ALL)
    # And nothing wrong is left behind for the next print; a draft is an edition of its own.
    faces_before = printed(brook)
    shutil.rmtree(open_cache().folder)
    assert printed(brook) == faces_before


LEAFLET = """\
title: How to play
lead: Catch fish.
sections:
  - {id: goal, title: Goal, blocks: [{text: "Hold {facts.hand} cards."}]}
"""
PAGE_EDITS = (
    Edit(
        "who made it", lambda p: p.change("game.yaml", "was made up", "was made"), drawn=("howto",)
    ),
    Edit("what to bring", lambda p: p.change("game.yaml", "[a die]", "[a coin]"), drawn=("howto",)),
    Edit(
        "fact of the rules",
        lambda p: p.change("game.yaml", "hand: 5", "hand: 6"),
        drawn=("leaflet",),
    ),
    Edit(
        "text of the rules", lambda p: p.change("rules/en.yaml", "Hold", "Keep"), drawn=("leaflet",)
    ),
    Edit(
        "word of the score sheet",
        lambda p: p.change("words.csv", "{n} points", "{n} pts"),
        drawn=("score_sheet",),
    ),
)


@pytest.mark.parametrize("edit", PAGE_EDITS, ids=lambda edit: edit.name)
def test_a_print_makes_exactly_the_pages_that_follow_from_a_change(
    brook: Workshop, work_log: WorkLog, edit: Edit, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    brook.write("rules/en.yaml", LEAFLET)
    brook.change("game.yaml", "makers:", "facts: {hand: 5}\nmakers:")
    brook.template("score_sheet.svg.j2", '{{ line(t("points", n=3), 9, 9) }}')
    printed(brook)
    assert faces(work_log) == {*ALL, BACK, "howto", "leaflet", "score_sheet"}
    work_log.forget()
    edit.save(brook)
    before = printed(brook)
    assert (set(work_log.composed), faces(work_log)) == (set(edit.composed), set(edit.drawn))
    monkeypatch.setenv("ECOTABLE_CACHE", str(tmp_path / "empty cache"))
    assert printed(brook) == before


@pytest.fixture
def own_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Copies of what comes with the project, to be changed at will."""
    sizes = Path(shutil.copy(cards_data.checks.SIZES, tmp_path / "sizes.yaml"))
    for module in (cards_data.checks, cards_data.registry):
        monkeypatch.setattr(module, "SIZES", sizes)
    shutil.copy(Path(papers.__file__).with_name("papers.yaml"), tmp_path)
    own = papers.read_yaml
    monkeypatch.setattr(papers, "read_yaml", lambda path: own(tmp_path / path.name))
    yield tmp_path
    papers.papers.cache_clear()


def test_another_size_makes_the_pieces_of_that_size(
    brook: Workshop, work_log: WorkLog, own_files: Path
) -> None:
    printed(brook)
    work_log.forget()
    replaced(own_files / "sizes.yaml", "tarot", "tarots")
    printed(brook)
    assert (work_log.composed, work_log.drawn) == ([], [])
    replaced(
        own_files / "sizes.yaml", "{width_mm: 25, height_mm: 25,", "{width_mm: 26, height_mm: 26,"
    )
    printed(brook)
    assert set(work_log.composed) == set(PLANTS)
    assert faces(work_log) == {*PLANTS, "howto"}


def test_another_paper_makes_no_face_and_another_pdf(
    brook: Workshop, work_log: WorkLog, own_files: Path
) -> None:
    papers.papers.cache_clear()
    first = printed(brook)
    work_log.forget()
    replaced(own_files / "papers.yaml", "height_mm: 297", "height_mm: 299")
    papers.papers.cache_clear()
    assert printed(brook) != first
    assert work_log.composed == []
    assert faces(work_log) <= {"howto"}


def test_a_copy_in_another_folder_is_made_from_the_same_faces(
    brook: Workshop, work_log: WorkLog, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = printed(brook)
    work_log.forget()
    copy = Workshop(Path(shutil.copytree(brook.root, brook.root.with_name("copy"))))
    monkeypatch.chdir(copy.root)
    trust_here(True)
    assert printed(copy) == first
    assert (work_log.composed, work_log.drawn) == ([], [])


def test_an_earlier_state_of_a_piece_does_not_replace_the_present_one(
    brook: Workshop, work_log: WorkLog
) -> None:
    cards, face = brook.root / "cards_data/pond/fish.csv", brook.root / "templates/pond/fish.svg.j2"
    for path, old, new in ((cards, "Pike", "Big pike"), (face, "/>", "/><g></g>")):
        printed(brook)
        before = path.read_bytes()
        replaced(path, old, new)
        printed(brook)
        work_log.forget()
        path.write_bytes(before)
        printed(brook)
        assert not set(work_log.composed) & set(FISHES)


@pytest.fixture
def own_font(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The title's font in a package of one's own, for the pool too."""
    folder = fonts.font_file(Font("Manrope", 800)).parent
    shutil.copytree(folder.parent, tmp_path / "packages" / folder.parent.name)
    monkeypatch.syspath_prepend(tmp_path / "packages")
    afresh()
    yield fonts.font_file(Font("Manrope", 800))
    afresh()


def afresh() -> None:
    """Nobody remembers where fonts lie or what code there is, and no worker waits."""
    process.kill_idle()
    fonts._packaged_file.cache_clear()
    fingerprint.code_digest.cache_clear()


def test_another_font_file_makes_the_faces_of_games_that_use_it(
    brook: Workshop, work_log: WorkLog, own_font: Path
) -> None:
    assert own_font.is_relative_to(brook.root)
    printed(brook)
    work_log.forget()
    with own_font.open("ab") as file:
        file.write(b"\0\0\0\0")
    printed(brook)
    assert set(work_log.composed) == set(ALL), "measured with it"
    assert faces(work_log) == {*FISHES, BACK, "howto", "score_sheet"}, "drawn with it"


@pytest.fixture(scope="module")
def copied_code(tmp_path_factory: pytest.TempPathFactory) -> Path:
    code = tmp_path_factory.mktemp("code")
    for package in ("cards_data", "generator", "scorer"):
        shutil.copytree(fingerprint.ROOT / package, code / package)
    return code


@pytest.fixture
def own_code(copied_code: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A copy of the code that keys are made of."""
    monkeypatch.setattr(fingerprint, "ROOT", copied_code)
    afresh()
    yield copied_code
    afresh()


@contextmanager
def another_version(path: Path) -> Iterator[None]:
    """The file with a line more, as long as this lasts."""
    own = path.read_text(encoding="utf-8")
    path.write_text(f"{own}\n# another version\n", encoding="utf-8")
    afresh()
    try:
        yield
    finally:
        path.write_text(own, encoding="utf-8")


@pytest.mark.parametrize(
    "file",
    [
        "cards_data/models.py",
        "scorer/games/ecologic/rules.py",
        "scorer/core/words.csv",
        "generator/words.csv",
        "generator/text/breaks.csv",
        "generator/text/__init__.py",
        "generator/compose/functions.py",
        "generator/draw/face.py",
        "generator/pdf/writer.py",
    ],
)
def test_other_code_has_another_key(own_code: Path, file: str) -> None:
    before = fingerprint.code_digest()
    with another_version(own_code / file):
        assert fingerprint.code_digest() != before
    afresh()
    assert fingerprint.code_digest() == before


@pytest.mark.parametrize("file", ["cards_data/ecologic/events.csv", "cards_data/sizes.yaml"])
def test_cards_and_sizes_are_values_and_not_code(own_code: Path, file: str) -> None:
    before = fingerprint.code_digest()
    with another_version(own_code / file):
        assert fingerprint.code_digest() == before


def test_the_same_code_in_another_folder_has_the_same_key(
    copied_code: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = fingerprint.code_digest()
    monkeypatch.setattr(fingerprint, "ROOT", copied_code)
    afresh()
    assert fingerprint.code_digest() == before
    afresh()


def test_other_code_of_the_same_size_and_time_has_another_key(own_code: Path) -> None:
    path = own_code / "generator" / "draw" / "face.py"
    own, stat, before = path.read_bytes(), path.stat(), fingerprint.code_digest()
    path.write_bytes(own.replace(b"EVERY = 100, 3", b"EVERY = 100, 4"))
    os.utime(path, ns=(stat.st_atime_ns, stat.st_mtime_ns))
    afresh()
    assert fingerprint.code_digest() != before
    path.write_bytes(own)


def test_other_code_makes_everything_again(
    pond: Workshop, work_log: WorkLog, own_code: Path
) -> None:
    pond.print()
    afresh()
    work_log.forget()
    before = written_at(pond)
    pond.print()
    assert (work_log.composed, work_log.drawn) == ([], []), "the same code"
    assert written_at(pond) == before
    with another_version(own_code / "generator" / "compose" / "functions.py"):
        pond.print()
    assert set(work_log.composed) == set(ALL)
    assert faces(work_log) == {*ALL, BACK, "howto"}
    assert written_at(pond) != before


def written_at(pond: Workshop) -> int:
    return pond.out.joinpath("pond-en-a4.pdf").stat().st_mtime_ns


def test_another_version_of_a_library_makes_everything_again(
    pond: Workshop, work_log: WorkLog, monkeypatch: pytest.MonkeyPatch
) -> None:
    pond.print()
    before = written_at(pond)
    work_log.forget()
    installed = fingerprint._libraries()
    (cairosvg,) = (name for name in installed if name.lower().startswith("cairosvg-"))
    upgraded = [name for name in installed if name != cairosvg] + ["cairosvg-99.dist-info"]
    monkeypatch.setattr(fingerprint, "_libraries", lambda: upgraded)
    fingerprint.code_digest.cache_clear()
    pond.print()
    fingerprint.code_digest.cache_clear()
    assert set(work_log.composed) == set(ALL)
    assert faces(work_log) == {*ALL, BACK, "howto"}
    assert written_at(pond) != before


def test_another_cairo_draws_all_pixels_anew_and_composes_nothing(
    pond: Workshop, work_log: WorkLog, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = printed(pond)
    work_log.forget()
    monkeypatch.setattr(drawers, "known_cairo_version", lambda: 1)
    assert printed(pond) == first
    assert work_log.composed == []
    assert faces(work_log) == {*ALL, BACK}, "and no page, which is vectors"
