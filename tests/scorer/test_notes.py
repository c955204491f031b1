"""Doubts about a table are notes on its result: figures, a question, and the score all the same."""

from __future__ import annotations

import json
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from evening import FOUR, POLICIES, SIX, SLUGS, examples, examples_of_all, judged, spoken, table
from kompensaatiopeli_boards import raw_table
from texts import text_of

from scorer.engine import scorer_for
from scorer.whatif import what_if


def ecologic(*refineries: int, **more: Any) -> dict[str, Any]:
    players = [
        {"name": name, "profits": 1, "enviros": 1, "refineries": n}
        for name, n in zip("ABCD", refineries, strict=False)
    ]
    return {"game": "ecologic", "players": players, **more}


def life(*targets: list[str], votes: int = 5) -> dict[str, Any]:
    roles = ("university", "ngo", "citizens")
    players = [
        {"name": role, "role": role, "ip": 1, "targets": cards}
        for role, cards in zip(roles, targets or [POLICIES[:3]], strict=False)
    ]
    voted = [*POLICIES, "invasive_species", "old_growth_forest"][:votes]
    pools = [{"policy": policy, "pool": 10} for policy in voted]
    return table("better_life", players=players, votes=pools)


def sea(players: int, **variants: Any) -> dict[str, Any]:
    return table("ecosfera_baltica", players=list("ABCD")[:players], variants=variants)


RECONSTRUCTED = " This part of the box is a reconstruction: the published game may differ."
NOTED: dict[str, tuple[dict[str, Any], str]] = {
    "ecologic/note.refineries": (
        ecologic(20, 19, 19, 9),
        "The board has 10 mineral sectors and 9 oil sectors, each with one owner and up to 4 "
        "tokens: 9, 19, 19 and 20 refinery tokens do not fit. Is one of these numbers too "
        f"high?{RECONSTRUCTED}",
    ),
    "ecologic/note.one_team": (
        ecologic(0, 0, teams={"North": ["A", "B"]}),
        text_of("note.one_team"),
    ),
    "ecologic/note.team": (
        ecologic(0, 0, 0, teams={"North": ["A", "B"], "South": ["C"]}),
        text_of("note.team", size=2, team="South", n=1),
    ),
    "better_life/note.votes": (life(votes=6), text_of("note.votes", n=6, rounds=5)),
    "better_life/note.no_card": (
        life(POLICIES[2::-1]),
        "university: this box has no target card “Halve pesticides, save pollinators · Restore "
        "rivers and ecosystems · Protected areas on land and sea”. Does your card show these "
        f"policies in this order?{RECONSTRUCTED}",
    ),
    "better_life/note.card_twice": (
        life(POLICIES[:3], POLICIES[:3]),
        "university: 2 players have the target card “",
    ),
    "ecosfera_baltica/note.elements": (
        sea(2, elements=2),
        text_of("note.elements", n=2, least=3, most=8),
    ),
    "ecosfera_baltica/note.nutrients": (
        sea(4, eutrophication=True),
        text_of("note.nutrients", rows=4, stack=3, n=15, most=12),
    ),
    "kompensaatiopeli/note.turns": (raw_table(demonstrations=4), "4 demonstrations take 6 turns"),
    "kompensaatiopeli/note.turns.developers": (
        raw_table("M M M M M", "W W W W W", "T T T . ."),
        "13 built tokens in 3 projects take 16 turns",
    ),
    "kompensaatiopeli/note.roles_missing": (raw_table(roles=FOUR[1:]), "This role is usually"),
    "kompensaatiopeli/note.line_up": (
        raw_table(roles=[*SIX, "energetic_futurist"]),
        "These roles are not usually in play together: ",
    ),
    "kompensaatiopeli/note.closed": (raw_table("? . . . ."), "1 corner or edge-centre tile"),
    "kompensaatiopeli/note.no_tile": (
        raw_table("- - - - -", "- - . . .", destroyed_nature_tiles=7),
        "7 spaces have neither tile nor token",
    ),
    "kompensaatiopeli/note.empty": (raw_table("- . . . ."), "1 space has neither tile nor token"),
    "kompensaatiopeli/note.restored": (
        raw_table("r r r r r", "r . . . .", roles=FOUR),
        "6 tiles are restored",
    ),
    "kompensaatiopeli/note.destroyed": (
        raw_table(destroyed_nature_tiles=9),
        "You entered 9 lost nature tiles, but the board shows 0 to 2.",
    ),
    "kompensaatiopeli/note.tokens": (
        raw_table("M M M M M", "W W W W W", "T . . . .", roles=FOUR),
        "11 tokens are built, but 2 developers have only 10.",
    ),
    "kompensaatiopeli/note.project_apart": (raw_table("M . M . ."), "The tokens of one project"),
    "kompensaatiopeli/note.project_inside": (
        raw_table(". . . . .", ". M . . ."),
        "A project starts at the edge of the board",
    ),
    "kompensaatiopeli/note.camp": (raw_table(protest_camps=1), "A protest camp starts"),
}


def test_every_note_of_the_games_is_tried() -> None:
    notes = {
        f"{slug}/{key}"
        for slug in SLUGS
        for key in scorer_for(slug).say.words
        if key.startswith("note.") and key != "note.reconstructed"
    }
    assert notes == set(NOTED)


@pytest.mark.parametrize("key", NOTED)
def test_a_doubt_is_a_question_in_every_language_of_the_game(key: str) -> None:
    raw, text = NOTED[key]
    texts = [
        [note.text for note in judged(raw, lang).notes] for lang in ("en", *spoken(raw["game"]))
    ]
    assert any(one.startswith(text) for one in texts[0]), texts[0]
    for notes in texts[1:]:
        assert all("?" in one or ":" in one for one in notes)
    assert len({notes[0] for notes in texts}) == len(spoken(raw["game"]))


@pytest.mark.parametrize(("slug", "name"), examples_of_all())
def test_the_worked_examples_raise_no_doubt(slug: str, name: str) -> None:
    assert judged(examples(slug)[name]["state"]).notes == ()


# ---- Ecologic: where refineries have room --------------------------------------------------


def have_room(tokens: list[int], oil: int = 9, mineral: int = 10) -> bool:
    """Tried player by player: so many of the tokens are for oil, ten of a type at most."""
    if oil < 0 or mineral < 0:
        return False
    if not tokens:
        return True
    first, *rest = tokens
    return any(
        have_room(rest, oil - (n + 3) // 4, mineral - (first - n + 3) // 4)
        for n in range(max(0, first - 10), min(10, first) + 1)
    )


def test_refineries_have_room_by_type() -> None:
    counts = (0, 1, 4, 5, 8, 9, 12, 13, 16, 17, 19, 20)
    seen = set()
    for tokens in product(counts, repeat=4):
        if list(tokens) == sorted(tokens):
            room = have_room(list(tokens))
            assert (judged(ecologic(*tokens)).notes == ()) is room, tokens
            seen.add(room)
    assert seen == {True, False}


def test_a_board_that_is_not_reconstructed_is_taken_as_it_is() -> None:
    scorer = scorer_for("ecologic")
    state, numbers = scorer.read(ecologic(20, 20, 20, 20)), scorer.numbers
    box = type(numbers.box)(**{**numbers.box.__dict__, "reconstructed": False})
    sure = type(numbers)(**{**numbers.__dict__, "box": box})
    (note,) = scorer.rules.notes(state, sure, scorer.say)
    assert note.text.endswith(text_of("note.refineries"))


# ---- what would have changed it ------------------------------------------------------------


@pytest.mark.parametrize("key", NOTED)
def test_what_would_have_changed_it_raises_no_new_doubt(key: str) -> None:
    raw, _ = NOTED[key]
    scorer = scorer_for(raw["game"])
    state = scorer.read(raw)
    before = len(scorer.notes(state))
    for turn in what_if(scorer, state):
        assert len(scorer.notes(turn.state)) <= before


@pytest.mark.parametrize(
    ("row", "demonstrations", "possible"), [("c . . . .", 3, False), ("c . r . o", 2, True)]
)
def test_no_change_goes_beyond_the_turns(row: str, demonstrations: int, possible: bool) -> None:
    """Three points behind, one demonstration more makes it even: if the Rebel has the turns."""
    raw = raw_table("M M M . .", "W W . . .", row, demonstrations=demonstrations)
    assert [side.total for side in judged(raw).sides] == [14, 11]
    scorer = scorer_for("kompensaatiopeli")
    texts = [turn.text for turn in what_if(scorer, scorer.read(raw))]
    assert (text_of("change.demonstrations.more", n=1) in texts) is possible


# ---- where notes are shown -----------------------------------------------------------------


def test_notes_are_in_the_json_and_at_the_terminal(tmp_path: Path, ecotable: Any) -> None:
    raw, text = NOTED["ecosfera_baltica/note.nutrients"]
    path = tmp_path / "table.json"
    path.write_text(json.dumps(raw))
    answer = ecotable("score", "ecosfera_baltica", str(path), "--json")
    assert (answer.code, json.loads(answer.out)["notes"]) == (0, [text])
    assert f"Please check: {text}" in ecotable("score", "ecosfera_baltica", str(path)).out


def test_a_note_is_shown_at_its_field() -> None:
    from scorer.web.api.records import score_record

    for key, place in (
        ("kompensaatiopeli/note.camp", ["protest_camps"]),
        ("kompensaatiopeli/note.closed", ["board"]),
        ("ecologic/note.team", ["players", 2, "team"]),
        ("ecologic/note.refineries", ["players", 0, "refineries"]),
        ("better_life/note.no_card", ["players", 0, "card"]),
        ("better_life/note.votes", ["votes", 5, "policy"]),
        ("ecosfera_baltica/note.elements", ["variants.elements"]),
        ("ecosfera_baltica/note.nutrients", ["switches"]),
    ):
        raw, _ = NOTED[key]
        record = score_record(raw["game"], raw, "en")
        assert (record["problems"], record["open"]) == ([], [])
        assert record["notes"] == [{"path": place, "text": record["result"]["notes"][0]}]
