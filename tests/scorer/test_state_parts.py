"""What table states, mistakes and answers are made of, each by itself."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Annotated, Any

import pytest
from in_memory import SAY
from texts import text_of

from cards_data import Game, Problems
from cards_data.documents import Document
from cards_data.languages.locales import PSEUDO
from cards_data.problems import Message, Place, all_of, one_of, quote, short_list
from cards_data.schema import (
    Frozen,
    Mistake,
    asdict,
    holding,
    in_range,
    mistake,
    read,
    unknown_mistake,
    whole_numbers,
)
from cards_data.words import Say
from scorer.core.answers import answers_of, assemble, first_shape_error
from scorer.core.forms import Choice, Field, Group, choice_label, is_empty
from scorer.core.result import Line, Tally, place_sides, ranked, undecided
from scorer.core.rules import direction_key, ladder, place_in, with_item
from scorer.core.state import (
    Count,
    Name,
    TableState,
    check_state,
    clean_name,
    is_name,
    path_text,
    players_mistakes,
    repeat_mistakes,
)
from scorer.core.translation import (
    Translation,
    _name,
    general_words,
    labels,
    lines,
    readable,
    text_in,
    translation,
)
from scorer.engine import scorer_for
from scorer.web.api.records import _error_text

WORDS = general_words().say("en")

# ---- mistakes ------------------------------------------------------------------------------

TEXTS = {"wrong.x": "x {n} {inner}", "wrong.x.allowed": "only {n}", "wrong.y": "y {a} {b} {c}"}


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ("abc", '"abc"'),
        ("x" * 60, f'"{"x" * 60}"'),
        ("x" * 61, f'"{"x" * 60}…" (61 characters)'),
        (7, '"7"'),
        ("a\nb", '"a\\nb"'),
        ("\ud800", '"\\ud800"'),
        pytest.param(10**5000, '"a number that is too long to show"', id="endless"),
    ],
)
def test_what_was_typed_is_quoted(value: Any, text: str) -> None:
    quoted = mistake((), "no_whole_number", given=quote(value)).found
    assert quoted.text_in("en", WORDS.words) == text_of("wrong.no_whole_number", given=text)


@pytest.mark.parametrize(
    ("names", "text"),
    [
        (short_list(("a", "b", "c")), "a, b, c"),
        (one_of(("a", "b", "c")), "a, b or c"),
        (all_of(("a", "b")), "a and b"),
        (one_of(("a",)), "a"),
        (short_list(()), ""),
    ],
)
def test_names_are_listed(names: Any, text: str) -> None:
    assert str(names) == text


def test_a_mistake_says_what_is_allowed_and_what_to_try() -> None:
    inner, hint = Message("wrong.y", a=4), Message("hint.quotes")
    one = mistake(("a", 1), "x", n=3, inner=inner, hint=hint)
    assert (one.where, one.path) == (Place("", path=("a", 1)), ("a", 1))
    words = {**TEXTS, "hint.quotes": "in quotes"}
    assert one.parts_in("en", words) == ("x 3 y 4 {b} {c}", "only 3", "in quotes")
    assert mistake((), "y").parts_in("en", TEXTS) == ("y {a} {b} {c}", "", "")
    message = Message("wrong.y", a="id", b=quote("id"), c=quote(3))
    assert message.text_in("en", TEXTS, str.upper) == 'y ID "ID" "3"'


def test_a_mistake_without_its_text_is_a_problem_of_the_words() -> None:
    with pytest.raises(Problems, match=r'words: no text for "wrong\.z"'):
        mistake((), "z").parts_in("en", TEXTS)


@pytest.mark.parametrize(
    ("one", "page", "text"),
    [
        (mistake((), "x", n=3, inner=""), "", "X 3 ; allowed: only 3."),
        (mistake((), "x", n=3, hint="try"), "", "X 3 {inner}; allowed: only 3; try."),
        (mistake((), "y", a="b", b=2, c=3), "", "Y b 2 3."),
        (mistake((), "x", n=3), " all of {n} ", "all of 3"),
    ],
)
def test_a_page_says_it_in_one_text(one: Mistake, page: str, text: str) -> None:
    words = {**TEXTS, "wrong.x.page": page} if page else TEXTS
    scorer: Any = SimpleNamespace(say=Translation("en", words))
    assert _error_text(scorer, (), one) == text


def test_an_unknown_id_comes_with_those_near_it() -> None:
    near = unknown_mistake((), "moat", "habitat", ["mud", "coast", "boat"])
    assert (near.found.key, str(near.hint)) == (
        "wrong.no_habitat",
        text_of("problem.did_you_mean", words="boat or coast"),
    )
    assert dict(near.found.params)["known"] == "mud, coast, boat"
    assert unknown_mistake((), "zzzz", "habitat", ["mud"]).hint == ""


# ---- states --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ((), "state"),
        (("players", 0, "name"), "players[1].name"),
        (("board", 1, 3), "board[2][4]"),
        (("k" * 40,), "k" * 40),
        (("k" * 41,), "k" * 40 + "…"),
    ],
)
def test_a_path_as_people_write_it(path: Any, text: str) -> None:
    assert path_text(path) == text


@pytest.mark.parametrize(
    ("name", "good"),
    [("Ada", True), ("a" * 40, True), ("a" * 41, False), ("", False), (" ", False), ("a\tb", False),
     ("a\u2028b", False), ("\u200d", False), ("👩‍🔬", True), ("\u202ea", False), ("e\u0301", True)],
)  # fmt: skip
def test_a_name_can_be_seen(name: str, good: bool) -> None:
    assert is_name(name) is good


def test_a_name_is_cleaned() -> None:
    assert clean_name(" Ada ") == "Ada"
    assert clean_name("e\u0301\u200b") == "é"
    assert clean_name("a\u00ad" * 80) == "a" * 80
    assert clean_name("a\u00ad" * 81) == "a\u00ad" * 81


@pytest.mark.parametrize(("n", "mistakes"), [(1, 1), (2, 0), (3, 0), (4, 0), (5, 1)])
def test_so_many_players(n: int, mistakes: int) -> None:
    assert len(list(players_mistakes(n, 2, 4))) == mistakes


def test_a_mistake_is_final_unless_it_says_otherwise() -> None:
    (one,) = players_mistakes(1, 2, 4)
    assert (one.needs, one.unfinished) == ((), False)


def test_each_stands_once() -> None:
    mistakes = list(repeat_mistakes(["a", "b", "a"], "players", "name"))
    assert [one.path for one in mistakes] == [("players", 0, "name"), ("players", 2, "name")]
    assert {one.found.key for one in mistakes} == {"wrong.twice.name"}
    assert dict(mistakes[0].found.params)["n"] == 2
    (plain, _) = repeat_mistakes(["a", "a"], "habitats")
    assert (plain.path, plain.found.key) == (("habitats", 0), "wrong.twice.name")
    assert list(repeat_mistakes(["a", "b"], "players")) == []


class Player(Frozen):
    name: Name
    n: Annotated[int, in_range(0, 9)]


class Evening(TableState):
    players: tuple[Player, ...]
    extra: Annotated[int, in_range(0, 9)] = 0


BLANK = {"game": "x", "players": [{"name": "1", "n": 0}], "extra": 0}


def checked(raw: Any, *mistakes: Mistake) -> tuple[Any, list[str]]:
    seen = []

    def check(state: Any) -> Any:
        seen.append(state)
        return mistakes

    state, errors = check_state(Evening, raw, BLANK, check)
    assert seen == [state]
    return state, [f"{path_text(one.path)} {one.found.key}" for one in errors]


def at(*path: Any, needs: Any = ()) -> Mistake:
    return mistake(path, "odd", needs=needs)


GOOD = {"game": "x", "players": [{"name": "Ada", "n": 3}, {"name": "Bo", "n": 4}], "extra": 5}


def test_a_broken_part_is_mended_and_the_rest_is_still_checked() -> None:
    raw = {**GOOD, "players": [{"name": "Ada", "n": "three"}, {"name": "Bo", "n": 4}]}
    state, mistakes = checked(raw, at("players", 0, "n"), at("players", 1, "n"), at("players"))
    assert mistakes == [
        "players[1].n wrong.no_whole_number",
        "players[2].n wrong.odd",
        "players wrong.odd",
    ]
    assert [(one.name, one.n) for one in state.players] == [("Ada", 0), ("Bo", 4)]
    assert state.extra == 5


def test_what_rests_on_a_broken_part_is_not_told() -> None:
    raw = {**GOOD, "extra": -1}
    _, mistakes = checked(
        raw,
        at("extra"),
        at("players", needs=(("extra",),)),
        at("game", needs=(("extra", 0),)),
        at("players", 1, needs=(("players",),)),
    )
    assert mistakes == ["extra wrong.small", "players[2] wrong.odd"]
    broken = {**GOOD, "players": [{"name": "Ada", "n": 3}, {"name": "", "n": 4}]}
    _, mistakes = checked(broken, at("extra", needs=(("players",),)), at("players", 1, "name", "x"))
    assert mistakes == ["players[2].name wrong.no_name"]


@pytest.mark.parametrize(
    ("raw", "expected", "names"),
    [
        ({**GOOD, "players": 3}, ["players wrong.no_list"], ["1"]),
        ({**GOOD, "players": [3]}, ["players[1] wrong.no_mapping_of"], ["1"]),
        ({**GOOD, "odd": 3}, ["odd wrong.no_key"], ["Ada", "Bo"]),
        ({**GOOD, 3: 3}, ["3 wrong.odd_key"], ["Ada", "Bo"]),
        ({"game": "x", "players": []}, [], []),
        ({"game": "x"}, ["players wrong.missing"], ["1"]),
        (3, ["state wrong.no_mapping_of"], ["1"]),
        ({**GOOD, "players": [{"name": "Ada", "n": 3, "odd": 1}]},
         ["players[1].odd wrong.no_key"], ["Ada"]),
        ({**GOOD, "players": [{"n": 3}]}, ["players[1].name wrong.missing"], ["1"]),
    ],
)  # fmt: skip
def test_every_broken_shape_is_mended(raw: Any, expected: list[str], names: list[str]) -> None:
    state, messages = checked(raw)
    assert messages == expected
    assert [one.name for one in state.players] == names


def test_numbers_of_a_value_by_their_place() -> None:
    state, _ = checked(GOOD)
    assert whole_numbers(state) == {"players.1.n": 3, "players.2.n": 4, "extra": 5}
    assert whole_numbers({"a": [1, True, "x"], "b": {"c": (2,)}}) == {"a.1": 1, "b.c.1": 2}
    assert asdict(state)["players"][1] == {"name": "Bo", "n": 4}


@pytest.mark.parametrize(("n", "sound"), [(0, False), (1, True), (3, True), (4, False)])
def test_so_many_items(n: int, sound: bool) -> None:
    class Some(Frozen):
        items: Annotated[tuple[int, ...], holding(1, 3)]

    assert (read(Some, {"items": [1] * n})[0] is not None) is sound


def test_as_many_items_as_a_thousand_where_nothing_else_is_said() -> None:
    assert len(holding(0)((1,) * 1000)) == 1000
    with pytest.raises(ValueError):
        holding(0)((1,) * 1001)


# ---- answers and states --------------------------------------------------------------------

PLAYERS = Group("players", "Players", 1, 4)
FIELDS = (
    Field("name", "Name", "name", group=PLAYERS),
    Field("n", "N", "int", group=PLAYERS, optional=True),
    Field("a.0", "A", "int"),
    Field("a.1", "A", "int"),
    Field("b.c", "C", "int"),
)
ANSWERS = {"players": [{"name": "Ada", "n": 0}, {"name": "Bo"}], "a.0": 4, "a.1": 5, "b.c": 6}
STATE = {"game": "x", "players": [{"name": "Ada", "n": 0}, {"name": "Bo"}], "a": [4, 5],
         "b": {"c": 6}}  # fmt: skip


def test_answers_become_a_state_and_a_state_answers() -> None:
    assert assemble("x", FIELDS, ANSWERS) == STATE
    assert answers_of(FIELDS, STATE) == ANSWERS
    empty = {"players": [{"name": "", "n": ""}]}
    assert assemble("x", FIELDS, empty)["players"] == [{"name": ""}]
    assert answers_of(FIELDS, {"a": [4], "b": 3}) == {"players": [], "a.0": 4}
    assert answers_of(FIELDS, {"a": {"0": 4}, "players": []}) == {"players": [], "a.0": 4}


@pytest.mark.parametrize(
    ("answers", "place"),
    [
        (ANSWERS, None),
        ({}, None),
        ([], "answers"),
        ({"players": {}}, "players"),
        ({"players": [{}, 3]}, "players"),
        ({"players": [{"name": "Ada"}, {"name": 3}]}, "players[1].name"),
        ({"players": [], "b.c": []}, "b.c"),
        ({"players": [{"name": None}], "b.c": 6}, None),
    ],
)
def test_answers_that_do_not_fit_the_form(answers: Any, place: str | None) -> None:
    assert first_shape_error(FIELDS, answers) == place


def test_choices_and_emptiness() -> None:
    one = Field("x", "X", "choice", choices=(Choice("a", "A!"), Choice("b", "B!")))
    assert [choice_label(one, value) for value in ("b", "c", 3)] == ["B!", "c", "3"]
    assert [is_empty(value) for value in (None, "", 0, [], False)] == [True, True, *[False] * 3]


# ---- results and changes -------------------------------------------------------------------


def tally(name: str, *points: int) -> Tally:
    return Tally(name, tuple(Line("x", n, "") for n in points), f"about {name}")


def test_places_are_shared_and_the_next_is_skipped() -> None:
    sides = place_sides([tally("A", 1, 2), tally("B", 5), tally("C", 3), tally("D", 5, -3)])
    assert [(side.name, side.place, side.about) for side in sides] == [
        ("A", 2, "about A"),
        ("B", 1, "about B"),
        ("C", 2, "about C"),
        ("D", 4, "about D"),
    ]


def test_who_wins() -> None:
    won = ranked("x", [tally("A", 1), tally("B", 5)], SAY, [tally("E", 1)])
    assert (won.outcome, won.winners, won.reason) == (
        *("ranked", ("B",), "reason.ranked(names=B, n=5)"),
    )
    assert [one.name for one in won.extras] == ["E"]
    drawn = ranked("x", [tally("A", 5), tally("B", 5)], SAY, ())
    assert (drawn.outcome, drawn.winners, drawn.reason) == (
        *("draw", ("A", "B"), "reason.draw(names=A and B, n=5)"),
    )
    open_one = undecided("x", "ongoing", [tally("A", 1)], "why", [tally("E", 1)])
    assert (open_one.winners, open_one.reason, open_one.sides[0].place) == ((), "why", 1)
    assert [one.has_places for one in (won, drawn, open_one)] == [True, True, False]


@pytest.mark.parametrize(
    ("start", "step", "lowest", "expected"),
    [
        (1, 1, 0, [(1, 2), (2, 3), (3, 4)]),
        (2, -1, 0, [(1, 1), (2, 0)]),
        (9, -1, 0, [(1, 8), (2, 7), (3, 6)]),
        (2, -1, 2, []),
        (0, -1, -1, [(1, -1)]),
    ],
)
def test_steps_up_and_down(start: int, step: int, lowest: int, expected: Any) -> None:
    assert list(ladder(start, step, 3, lowest)) == expected


def test_none_is_the_lowest_where_nothing_else_is_said() -> None:
    assert list(ladder(1, -1, 3)) == [(1, 0)]
    assert (direction_key(1), direction_key(-1)) == ("more", "fewer")
    assert with_item(("a", "b", "c"), 1, "x") == ("a", "x", "c")
    assert with_item(("a",), 0, "x") == ("x",)


# ---- words of declared games ---------------------------------------------------------------


def declared(**score: Any) -> Any:
    return SimpleNamespace(scoring={"score": score})


def test_lines_are_called_by_their_question_their_own_name_or_their_key() -> None:
    game = declared(
        ask={
            "bear_pairs": {"ask": {"en": "Bears", "sv": "Björnar"}},
            "lead": {"choice": {"gold": {"en": "Gold"}, "old_tin": None}},
            "way": {"choice": ["left", "far_right"]},
            "rows": {"list": {"long_side": "int", "b": {"ask": "Bee", "choice": ["x"]}}},
            "own": "yes/no",
        },
        count={"bear_pairs": {"each": 1}, "total_length": {"each": 1}, "x": {"ask": "Ex"}},
        awards={"y": {"ask": {"en": "Why"}}},
    )
    assert labels(game, "en", {}) == {
        "asked.bear_pairs": "Bears",
        "asked.lead": "Lead",
        "choice.lead.gold": "Gold",
        "choice.lead.old_tin": "Old tin",
        "asked.way": "Way",
        "choice.way.left": "Left",
        "choice.way.far_right": "Far right",
        "asked.rows": "Rows",
        "asked.rows.long_side": "Long side",
        "asked.rows.b": "Bee",
        "choice.rows.b.x": "X",
        "asked.own": "Own",
        "rule.bear_pairs": "Bears",
        "rule.lead": "Lead",
        "rule.way": "Way",
        "rule.rows": "Rows",
        "rule.own": "Own",
        "rule.total_length": "Total length",
        "rule.x": "Ex",
        "rule.y": "Why",
    }
    assert labels(game, "sv", {})["rule.bear_pairs"] == "Björnar"


@pytest.mark.parametrize("part", [None, 3, [], {"ask": 3}, {"ask": ["n"]}, {"ask": {"n": 3}}])
def test_what_has_no_shape_has_no_lines(part: Any) -> None:
    game: Any = SimpleNamespace(scoring={"score": part})
    assert lines(game, "ask") == ()
    assert labels(game, "en", {}) == {}
    assert Game.declares_rules.__get__(game)
    assert not Game.declares_rules.__get__(SimpleNamespace(scoring={}))


def test_rounds_that_are_won_have_a_name() -> None:
    words = {"declared.won_rounds": "Rounds won"}
    assert labels(declared(outcome="rounds"), "en", words) == {"rule.rounds": "Rounds won"}
    assert labels(declared(outcome="highest"), "en", words) == {}


def test_texts_in_a_language() -> None:
    assert text_in("sv", {"en": "a", "sv": "b"}) == "b"
    assert text_in("fi", {"en": "a", "sv": "b"}) == "a"
    assert text_in("fi", {"sv": "b"}) == "b"
    assert text_in("fi", {}) == ""
    assert text_in("fi", "c") == "c"
    assert [readable(key) for key in ("bear_pairs", "x", "", "_a")] == ["Bear pairs", "X", "", "A"]


# ---- places and names ----------------------------------------------------------------------


def test_a_missing_number_is_placed_where_it_is_missing() -> None:
    lines: dict[Any, int] = {(): 1, ("a",): 3, ("a", "b"): 4, ("c",): 7, ("c", "value"): 8}
    document = Document("scoring.yaml", None, lines)
    places = [("a", "b"), ("a", "x"), ("x",), ("c",), ("a", "b", 0)]
    assert [str(place_in(document, path)) for path in places] == [
        "scoring.yaml:4 a.b",
        "scoring.yaml:3 a.x",
        "scoring.yaml:1 x",
        "scoring.yaml:8 c",
        "scoring.yaml:4 a.b.0",
    ]


class Counted(Frozen):
    name: Name = "A"
    n: Count


@pytest.mark.parametrize(("n", "sound"), [(-1, 0), (0, 1), (1_000_000, 1), (1_000_001, 0)])
def test_a_count_is_small(n: int, sound: int) -> None:
    assert (read(Counted, {"name": "A", "n": n})[0] is not None) == sound


def test_a_value_may_be_made_of_values() -> None:
    class Both(Frozen):
        one: Counted

    inner = Counted(n=3)
    assert Both(one=inner).one is inner


@pytest.mark.parametrize(
    ("lang", "translated", "called"),
    [("en", False, "as printed"), (PSEUDO, False, "as printed"), ("fi", True, "as printed"),
     ("fi", False, "Jää"), ("sv", False, "Ice")],
)  # fmt: skip
def test_what_no_deck_translates_the_words_may(lang: str, translated: bool, called: str) -> None:
    piece: Any = SimpleNamespace(
        values={"name": "Ice"},
        translations={("name", lang): "x"} if translated else {},
        value=lambda column, spoken: "as printed",
    )
    words = {"habitats.ice": "Jää"} if lang != "sv" else {}
    assert _name(piece, "habitats.ice", Say(lang, words)) == called


def test_pieces_are_named_in_the_language_they_have() -> None:
    game = scorer_for("ecosfera_baltica").game
    piece = game.decks["habitats"].pieces[0]
    assert translation(game, "en").name("habitats", piece.id) == piece.values["name"]
    assert translation(game, "sv").name("habitats", piece.id) == piece.value("name", "sv")
    assert translation(game, "en").name("habitats", "moat") == "moat"


def test_a_mistake_is_told_with_the_line_of_the_nearest_part() -> None:
    scorer = scorer_for("ecosfera_baltica")
    lines: dict[Any, int] = {(): 1, ("players",): 2, ("players", 1): 4, ("impacts",): 6}
    raw = {"players": ["Ada", ""], "habitats": ["moat"], "impacts": -1}
    with pytest.raises(Problems) as caught:
        scorer.read(raw, Document("table.yaml", raw, lines))
    assert [str(problem.where) for problem in caught.value.problems] == [
        "table.yaml:4 players[2]",
        "table.yaml:6 impacts",
        "table.yaml:1 habitats[1]",
    ]
    with pytest.raises(Problems) as caught:
        scorer.read({**raw, "impacts": 0, "players": ["Ada"]}, Document("t.yaml", raw))
    assert [str(problem.where) for problem in caught.value.problems] == ["t.yaml habitats[1]"]
