"""Values declared by their fields: read strictly, told in words, never changed."""

from __future__ import annotations

from typing import Annotated, Any, Literal, NamedTuple

import pytest
from texts import fault, text_of

from cards_data.problems import quote
from cards_data.schema import (
    Frozen,
    Path,
    asdict,
    dump,
    holding,
    in_range,
    model_of,
    read,
    replace,
    wrong,
)
from cards_data.words import Say
from scorer.core.translation import general_words

WORDS = {
    "wrong.odd": "{n} is odd",
    "wrong.odd.allowed": "an even number",
    "wrong.capital": "{given} is not in lower case",
    "wrong.room": "more fish than room",
    "wrong.room.allowed": "fewer",
}
SAY = Say("en", {**general_words().say("en").words, **WORDS})


class ReadableMistake(NamedTuple):
    """An error as people read it."""

    path: Path
    found: str
    allowed: str = ""
    hint: str = ""


def lower(text: str) -> str:
    if not text.islower():
        raise wrong("capital", given=quote(text))
    return text


def even(number: int) -> int:
    if number % 2:
        raise wrong("odd", n=number)
    return number // 2


class Fish(Frozen):
    name: str
    scales: Annotated[int, in_range(0, 9)] = 3
    spotted: bool = False


class Pond(Frozen):
    from_: int
    fish: Annotated[tuple[Fish, ...], holding(1, 2)]
    water: Literal["fresh", "salt", "brackish"] = "fresh"
    depths: dict[Annotated[str, lower], Annotated[int, even]] | None = None
    note: Any = None
    size: Annotated[int | Literal["wide"], lambda size: size] = 1

    def _check(self) -> None:
        if len(self.fish) > self.from_:
            raise wrong("room")


class Sea(Frozen, others=True):
    name: str


SOUND = {"from": 2, "fish": [{"name": "Perch"}, {"name": "Roach", "scales": 5}]}


def errors_in(model: type[Frozen], raw: Any) -> list[ReadableMistake]:
    value, errors = read(model, raw)
    assert (value is None) == bool(errors)
    return [ReadableMistake(error.path, *error.parts_in(SAY.lang, SAY.words)) for error in errors]


def test_a_sound_value_has_its_fields_and_defaults() -> None:
    pond, wrongs = read(Pond, {**SOUND, "depths": {"deep": 8}})
    assert pond is not None and wrongs == []
    assert (pond.from_, pond.water, pond.depths) == (2, "fresh", {"deep": 4})
    assert [fish.scales for fish in pond.fish] == [3, 5]


def test_what_was_given_reads_back_to_the_same_value() -> None:
    pond = Pond(**SOUND)
    assert dump(pond) == SOUND
    assert read(Pond, dump(pond))[0] == pond
    assert asdict(pond)["fish"][0] == {"name": "Perch", "scales": 3, "spotted": False}


def test_a_default_that_was_given_is_known_as_given() -> None:
    assert dump(Fish(name="Perch", scales=3)) == {"name": "Perch", "scales": 3}
    assert Fish(name="Perch", scales=3) != Fish(name="Perch")


def test_a_value_never_changes_and_is_replaced_by_another() -> None:
    fish = Fish(name="Perch")
    with pytest.raises(AttributeError, match="Fish cannot be changed"):
        fish.scales = 4  # type: ignore[misc]
    with pytest.raises(AttributeError, match="Fish cannot be changed"):
        del fish.name
    other = replace(fish, scales=4)
    assert (fish.scales, other.scales, other.name) == (3, 4, "Perch")
    assert dump(other) == {"name": "Perch", "scales": 4}


FISH_KEYS = text_of("wrong.no_mapping_of.allowed", known="name, scales, spotted")


@pytest.mark.parametrize(
    ("part", "error"),
    [
        (
            {"from": True},
            ReadableMistake(
                ("from",),
                text_of("wrong.no_whole_number", given='"true"'),
                "a whole number",
                text_of("hint.switch"),
            ),
        ),
        (
            {"from": 2.0},
            ReadableMistake(
                ("from",), text_of("wrong.no_whole_number", given='"2.0"'), "a whole number"
            ),
        ),
        (
            {"fish": "Perch"},
            ReadableMistake(("fish",), text_of("wrong.no_list", given='"Perch"'), "a list"),
        ),
        ({"fish": []}, ReadableMistake(("fish",), '"[]" is too short', "1 or more")),
        (
            {"fish": [3]},
            ReadableMistake(("fish", 0), text_of("wrong.no_mapping", given='"3"'), FISH_KEYS),
        ),
        ({"fish": [{}]}, ReadableMistake(("fish", 0, "name"), "missing", "text")),
        (
            {"fish": [{"name": 7}]},
            ReadableMistake(("fish", 0, "name"), '"7" is not text', "text", text_of("hint.quotes")),
        ),
        (
            {"fish": [{"name": "A", "scale": 1}]},
            ReadableMistake(
                ("fish", 0, "scale"),
                'unknown key "scale"',
                "name, scales, spotted",
                text_of("problem.did_you_mean", words="scales"),
            ),
        ),
        (
            {"fish": [{"name": "A", "spotted": 1}]},
            ReadableMistake(
                ("fish", 0, "spotted"), text_of("wrong.no_true_false", given='"1"'), "true, false"
            ),
        ),
        (
            {"fish": [{"name": "A", "scales": -1}]},
            ReadableMistake(("fish", 0, "scales"), '"-1" is too small', "0 or more"),
        ),
        (
            {"fish": [{"name": "A", "scales": 10}]},
            ReadableMistake(("fish", 0, "scales"), '"10" is too large', "up to 9"),
        ),
        (
            {"water": "muddy"},
            ReadableMistake(
                ("water",), text_of("wrong.not_known", given='"muddy"'), "fresh, salt, brackish"
            ),
        ),
        (
            {"water": ["salt"]},
            ReadableMistake(
                ("water",), text_of("wrong.not_known", given='"[salt]"'), "fresh, salt, brackish"
            ),
        ),
        (
            {"depths": 3},
            ReadableMistake(("depths",), text_of("wrong.no_mapping", given='"3"'), "key: value"),
        ),
        (
            {"depths": {"deep": 3}},
            ReadableMistake(("depths", "deep"), "3 is odd", "an even number"),
        ),
        (
            {"depths": {"Deep": 2}},
            ReadableMistake(("depths", "Deep"), '"Deep" is not in lower case'),
        ),
        (
            {None: 1},
            ReadableMistake(
                ("null",),
                text_of("wrong.odd_key", given='"null"'),
                "from, fish, water, depths, note, size",
            ),
        ),
        ({"from": 1}, ReadableMistake((), "more fish than room", "fewer")),
    ],
    ids=str,
)
def test_one_flaw_is_told_with_its_path(part: dict[Any, Any], error: ReadableMistake) -> None:
    assert errors_in(Pond, {**SOUND, **part}) == [error]


def test_all_flaws_are_told_at_once_in_the_order_of_the_fields() -> None:
    raw = {"water": 1, "fish": [{"scales": "x"}], "colour": "blue"}
    assert [error.path for error in errors_in(Pond, raw)] == [
        ("from",),
        ("fish", 0, "name"),
        ("fish", 0, "scales"),
        ("water",),
        ("colour",),
    ]


def test_what_holds_too_much_is_shown_as_it_was_written() -> None:
    (error,) = errors_in(Pond, {**SOUND, "fish": [{"name": "A"}] * 3})
    assert error.found == fault(
        '"[{name', text_of("wrong.long", given='A}, {name: A}, {name: A}]"')
    )


def test_other_keys_are_passed_over_where_a_class_says_so() -> None:
    assert errors_in(Sea, {"name": "Baltic", "salt": 7}) == []
    assert errors_in(Sea, {"salt": 7}) == [ReadableMistake(("name",), "missing", "text")]


def test_a_value_that_is_no_mapping_at_all() -> None:
    assert errors_in(Sea, [1]) == [
        ReadableMistake(
            (),
            text_of("wrong.no_mapping", given='"[1]"'),
            text_of("wrong.no_mapping_of.allowed", known="name"),
        )
    ]


def test_a_value_made_by_hand_is_checked_too() -> None:
    with pytest.raises(ValueError, match=r"Fish: .*no_whole_number"):
        Fish(name="Perch", scales="many")


@pytest.mark.parametrize("kind", [complex, list[int], set[str]])
def test_a_kind_that_nobody_reads_is_told_to_who_declares_it(kind: Any) -> None:
    with pytest.raises(TypeError, match="is not a kind of field"):
        read(model_of("Odd", Frozen, {"one": kind}), {"one": 1})


@pytest.mark.parametrize("kind", [int | str, int | str | None, tuple[int | str, ...]], ids=str)
def test_a_union_without_a_check_cannot_be_declared(kind: Any) -> None:
    """Nobody would look at what it holds."""
    with pytest.raises(TypeError, match="needs a check"):
        read(model_of("Odd", Frozen, {"one": kind}), {"one": object()})


def test_mappings_and_whatever_is_free_cannot_be_changed_either() -> None:
    depths, note = {"deep": 8}, {"seen": [1]}
    pond = Pond(**SOUND, depths=depths, note=note)
    with pytest.raises(TypeError, match="cannot be changed"):
        pond.depths["shallow"] = 2  # type: ignore[index]
    with pytest.raises(TypeError, match="cannot be changed"):
        pond.note["seen"] = ()
    depths["deep"], note["seen"][0] = 2, 2
    assert (pond.depths, pond.note) == ({"deep": 4}, {"seen": (1,)})
    assert dump(pond) == {**SOUND, "depths": {"deep": 4}, "note": {"seen": [1]}}


def test_a_model_made_of_keys_may_have_any_of_them() -> None:
    """What a game counts is called as its author likes, such as one of our own functions."""
    keys = ("asdict", "dump", "read", "value", "cls")
    model = model_of("Player", Frozen, dict.fromkeys(keys, int))
    changed = replace(model(**dict.fromkeys(keys, 1)), asdict=2)
    assert dump(changed) == {**dict.fromkeys(keys, 1), "asdict": 2}
