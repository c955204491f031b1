"""Curves and seeded numbers that templates draw scenes with."""

from __future__ import annotations

import itertools
import math
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from workshop import Workshop

from generator.geometry.shapes import rosette, smooth

COORDINATES = st.floats(-200, 200)
POINTS = st.lists(st.tuples(COORDINATES, COORDINATES), min_size=2, max_size=20)


@given(POINTS, st.booleans())
def test_a_smooth_curve_passes_through_every_point(
    points: list[tuple[float, float]], closed: bool
) -> None:
    path = smooth(tuple(points), closed)
    ends = [steps[-1] for letter, steps in path if letter in "MC"]
    assert ends == [*points, *(points[:1] if closed else ())]
    assert (path[-1] == ("Z", ())) is closed


@given(POINTS)
def test_a_smooth_curve_has_no_corners(points: list[tuple[float, float]]) -> None:
    curves = [steps for letter, steps in smooth(tuple(points)) if letter == "C"]
    for before, after in itertools.pairwise(curves):
        arriving = (before[2][0] - before[1][0], before[2][1] - before[1][1])
        leaving = (after[0][0] - before[2][0], after[0][1] - before[2][1])
        assert arriving == pytest.approx(leaving, abs=1e-6)


@given(st.integers(1, 40), st.floats(0, 0.6), st.floats(-360, 360))
def test_a_rosette_swings_between_its_depths(waves: int, depth: float, phase: float) -> None:
    path = rosette((10, 20), (5, 5), waves, depth, phase)
    far = [math.dist((10, 20), steps[-1]) for letter, steps in path if letter in "MC"]
    assert all(5 * (1 - depth) - 1e-6 <= one <= 5 * (1 + depth) + 1e-6 for one in far)


def thrown(pond: Workshop, call: str) -> list[float]:
    faces, problems = pond.tried(f'{{% for n in {call} %}}<path d="M{{{{ n }}}} 0"/>{{% endfor %}}')
    assert faces, problems
    return [float(number) for number in re.findall(r'd="M([\d.]+) 0"', faces.front.svg)]


def test_chance_is_the_same_for_the_same_seed_and_another_for_another(pond: Workshop) -> None:
    first = thrown(pond, "chance('reed', 50)")
    assert len(first) == 50
    assert all(0 <= number <= 1 for number in first)
    assert max(first) - min(first) > 0.5
    assert thrown(pond, "chance('reed', 50)") == first
    assert thrown(pond, "chance('pike', 50)") != first
    assert thrown(pond, "chance(7, 3)") == thrown(pond, "chance('7', 3)")


def test_a_template_can_ask_whether_there_is_a_picture(pond: Workshop) -> None:
    ask = "{{ line('drawn' if has_art('nowhere') else 'missing', 3, 9) }}"
    faces, problems = pond.tried(ask)
    assert faces, problems
    assert ">missing<" in faces.front.svg
