"""The scorer and a second count, written from the rulebooks alone, agree on random tables."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest
from compare import COUNTS, compared, differences
from random_tables import TABLES, played, strewn

from scorer.core.result import Result
from scorer.engine import Scorer, scorer_for


@pytest.mark.slow
@pytest.mark.parametrize("slug", sorted(COUNTS))
def test_both_counts_agree_and_no_table_is_refused(slug: str) -> None:
    assert list(differences(slug, tables=200, seed=2030)) == []


@pytest.mark.slow
def test_play_leads_to_no_doubts_and_strewn_pieces_do() -> None:
    """Turns, projects and tiles as the second count's tables have them; lost tiles aside."""
    scorer, chance = scorer_for("kompensaatiopeli"), Random(11)
    for _ in range(300):
        raw = played(chance)
        raw.setdefault("destroyed_nature_tiles", sum(c in "-ABCDEF" for c in "".join(raw["board"])))
        assert scorer.score(scorer.read(raw)).notes == ()
    assert all(scorer.score(scorer.read(strewn(chance))).notes for _ in range(300))


@pytest.mark.slow
@pytest.mark.parametrize("slug", sorted(COUNTS))
def test_random_tables_end_in_every_way(slug: str) -> None:
    chance, ends = Random(7), set()
    for _ in range(600):
        ends.add(COUNTS[slug](TABLES[slug](chance)).outcome)
    together = {
        "better_life": {"ranked", "draw", "lost", "ongoing"},
        "ecosfera_baltica": {"won", "lost", "ongoing"},
    }
    assert ends == together.get(slug, {"ranked", "draw"})


@pytest.mark.parametrize("slug", sorted(COUNTS))
def test_a_point_too_many_is_a_difference(slug: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def one_more(scorer: Scorer, state: object) -> Result:
        result = scorer.rules.judge(state, scorer.numbers, scorer.say)
        first = result.sides[0]
        line = first.lines[0]._replace(points=first.lines[0].points + 1)
        sides = (replace(first, lines=(line, *first.lines[1:])), *result.sides[1:])
        return replace(result, sides=sides)

    monkeypatch.setattr(Scorer, "score", one_more)
    assert list(compared(scorer_for(slug), TABLES[slug](Random(1))))
