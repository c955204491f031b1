"""What ``check`` measures on paper: each fault of a made-up game is told with piece and remedy."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import pytest
from pond import FRONT
from texts import text_of
from workshop import Command, Here, Workshop, composer

from cards_data import Findings
from cards_data.checks import read_sizes
from generator.check.face_measures import letters_on
from generator.check.sheet_measures import check_paper
from generator.compose.composed_game import compose_all
from generator.geometry.shapes import safe_mm
from generator.store.sources import Sources
from generator.svg.parser import read_svg

pytestmark = pytest.mark.usefixtures("cold_cache")

GROUND = 'fill="#e4efe0"/>'


def paper_problems(pond: Workshop, pool: Here | None = None) -> list[str]:
    """What is measured on the English game."""
    findings, own = Findings(), pool or Here(1)
    check_paper(compose_all(composer(pond.load()), own), own, findings)
    return [str(problem) for problem in findings]


def with_front(pond: Workshop, drawn: str) -> list[str]:
    pond.template("fish.svg.j2", FRONT + drawn)
    return paper_problems(pond)


@pytest.mark.slow
def test_a_sound_game_has_no_faults(pond: Workshop) -> None:
    assert paper_problems(pond) == []


@pytest.mark.parametrize(
    ("drawn", "message"),
    [
        (
            '{{ line("Edge", 1, 40) }}',
            (
                text_of("measure.near_cut", mark="“Edge”", mm="1.0")
                + "; allowed: "
                + "3\xa0mm or more"
            ),
        ),
        ('{{ line("Low", 10, h - 1) }}', text_of("measure.near_cut", mark="“Low”", mm="1.0")),
        (
            '{{ line("Out", -1.5, 40) }}',
            (text_of("measure.over_cut", mark="“Out”", mm="1.5") + "; allowed: " + "3\xa0mm"),
        ),
        (
            '{{ line("First", 10, 60) }}{{ line("Second", 11, 60.5) }}',
            (
                text_of("measure.over", one="“First”", other="“Second”")
                + "; allowed: "
                + text_of("measure.own_place")
            ),
        ),
        (
            '{{ line("Feet", 10, 60) }}{{ line("Heads", 10, 61.5) }}',
            text_of("measure.over", one="“Feet”", other="“Heads”"),
        ),
        (
            '{{ line("Level", 10, 60) }}'
            '<g transform="rotate(90 13 58)">{{ line("Upright", 8, 58) }}</g>',
            text_of("measure.over", one="“Level”", other="“Upright”"),
        ),
        ('{{ symbol("sun", w - 6, 40, 5) }}', "“{sun}” is 1.0\u00a0mm from the cut"),
        (
            '<g transform="rotate(180 31.5 44)">{{ line("Turned", 1, 40) }}</g>',
            text_of("measure.near_cut", mark="“Turned”", mm="1.0"),
        ),
        ('{{ line("Pale", 10, 60, fill="#a8bca4") }}', "“Pale” has a contrast of"),
        (
            '<rect x="5" y="55" width="50" height="9" fill="#13293d"/>{{ line("Night", 10, 60) }}',
            "“Night” has a contrast of",
        ),
        (
            '<g transform="scale(0.5)">{{ line("Tiny", 40, 120) }}</g>',
            (
                text_of("measure.size", mark="“Tiny”", size="4.0")
                + "; allowed: "
                + text_of("face.pt_or_more", size=7)
            ),
        ),
    ],
)
def test_every_fault_of_a_face_is_told_with_its_piece(
    pond: Workshop, drawn: str, message: str
) -> None:
    faults = with_front(pond, drawn)
    assert len(faults) == 3, faults
    for piece, fault in zip(("pike", "perch", "tench"), faults, strict=True):
        assert f"fish/{piece} (en, front)" in fault
        assert message in fault


@pytest.mark.slow
def test_large_type_may_be_paler(pond: Workshop) -> None:
    grey = 'fill="#6d8068"'
    assert with_front(pond, f'{{{{ line("Words", 10, 60, size=9, {grey}) }}}}')
    assert not with_front(pond, f'{{{{ line("Words", 10, 60, size=14, {grey}) }}}}')


def test_a_stamp_in_the_safe_zone_is_told(pond: Workshop) -> None:
    pond.change("game.yaml", "options: {note: shown}", 'options: {stamp: "31.5,87,#13293d"}')
    faults = paper_problems(pond)
    assert len(faults) == 3
    assert all("is 1.0\u00a0mm from the cut" in fault for fault in faults)


def test_unlike_colours_at_a_shared_cut_are_told_once_with_a_remedy(pond: Workshop) -> None:
    loud = 'fill="{{ "#ffb0a0" if piece.id == "pike" else "#e4efe0" }}"/>'
    pond.template("fish.svg.j2", FRONT.replace(GROUND, loud))
    messages = paper_problems(pond)
    assert [fault.partition(":")[0] for fault in messages] == [
        "cards_data/pond/game.yaml decks.fish",
        "cards_data/pond/game.yaml decks.fish",
    ]
    assert "fish/pike and fish/perch share a cut on a4" in messages[0]
    assert "100% of it" in messages[0]
    assert text_of("check.one_colour") in messages[0]
    assert "gap_mm: 2" in messages[0]
    pond.change("game.yaml", "    pieces: 5\n", "    pieces: 5\n    gap_mm: 2\n")
    assert paper_problems(pond) == []


def test_a_top_unlike_its_bottom_is_no_fault_where_rows_are_turned(pond: Workshop) -> None:
    header = '<rect x="-3" y="-3" width="{{ w + 6 }}" height="20" fill="#13293d"/>'
    pond.template(
        "fish.svg.j2", FRONT.replace(GROUND, GROUND + header).replace("safe, 10", "safe, 24")
    )
    pond.write("fish.csv", "\n".join(_nine(pond)) + "\n")
    pond.change("game.yaml", "    pieces: 5\n", "    pieces: 9\n")
    assert paper_problems(pond) == []


def _nine(pond: Workshop) -> Iterator[str]:
    head, *rows = (pond.data / "fish.csv").read_text(encoding="utf-8").splitlines()
    yield head
    for row in rows:
        name, _, rest = row.split(",", 2)
        yield f"{name},3,{rest}"


class Idle(Here):
    """A pool that may not be asked for anything."""

    def map(
        self, work: str, shared: Any, items: Sequence[Any], batch_size: int = 1, group: Any = None
    ) -> Iterator[Any]:
        assert not items, work
        return iter(())


def test_a_second_check_measures_nothing_again(pond: Workshop) -> None:
    faults = with_front(pond, '{{ line("Edge", 1, 40) }}')
    assert paper_problems(pond, Idle(1)) == faults


@pytest.mark.slow
def test_check_tells_what_was_measured(pond: Workshop, ecotable: Command) -> None:
    pond.template("fish.svg.j2", FRONT + '{{ line("Edge", 1, 40) }}')
    answer = ecotable("check", "pond")
    assert answer.code == 1
    assert "fish/pike (en, front)" in answer.err
    assert "fish/pike (sv, front)" in answer.err


def test_small_tokens_keep_a_tenth_of_their_side_free() -> None:
    sizes = read_sizes()
    assert [safe_mm(sizes[name]) for name in ("poker", "square_25", "square_15")] == [3, 2.5, 1.5]


def test_letters_are_found_where_all_transformations_put_them() -> None:
    letters = (
        '<text x="2" y="3" font-family="Manrope" font-weight="400" font-size="4" '
        'fill="#000000">A</text>'
    )
    svg = (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><g '
        'transform="translate(10 20) scale(2)">'
        f'<g transform="rotate(90)">{letters}</g></g></svg>'
    )
    (mark,) = letters_on(read_svg(svg, Sources()).drawing)
    assert mark.point(0, 1) == pytest.approx((10 - 2 * 3, 20 + 2 * 2))
    assert mark.size_mm == pytest.approx(8)
    assert mark.matrix[4:] == pytest.approx((10, 20))


@pytest.mark.parametrize(
    "drawn",
    [
        '{{ line("One", 10, 60) }}{{ line("Two", 10, 63.5) }}',
        '{{ text("**Strong**, then plain; **strong**.", 10, 55, 40, 20) }}',
        '{{ line("Shade", 10.3, 60.3) }}{{ line("Shade", 10, 60) }}',
    ],
)
def test_lines_runs_and_shadows_are_not_printed_over_each_other(pond: Workshop, drawn: str) -> None:
    assert with_front(pond, drawn) == []


def test_a_stamp_is_read_even_where_its_colour_is_that_of_the_ground(pond: Workshop) -> None:
    dark = '<rect x="-3" y="80" width="70" height="12" fill="#101820"/>'
    faults = with_front(pond, dark)
    assert faults == []
