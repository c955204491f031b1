"""YAML with the line of every key, and what is refused in it."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any, Literal

import pytest
from field_tables import field_table
from texts import fault, text_of

from cards_data import Findings, Problems, documents
from cards_data.declarations import Text, Texts, millimetres, read_document
from cards_data.documents import parse_file, parse_yaml, parsed_files
from cards_data.problems import Message
from cards_data.schema import Frozen

ROOT = Path(__file__).resolve().parents[2]


def problems(text: str) -> list[str]:
    with pytest.raises(Problems) as caught:
        parse_yaml(text, "game.yaml")
    return [str(problem) for problem in caught.value.problems]


def test_every_value_remembers_its_line() -> None:
    document = parse_yaml("a: 1\nb:\n  c: [x,\n      y]\n", "game.yaml")
    assert document.data == {"a": 1, "b": {"c": ["x", "y"]}}
    assert str(document.at("b", "c", 1)) == "game.yaml:4 b.c.1"


@pytest.mark.parametrize(
    ("written", "value"),
    [
        ("1", 1),
        ("1_000", 1000),
        ("0x1f", 31),
        ("1.5", 1.5),
        ("yes", True),
        ("off", False),
        ("~", None),
        ('"1"', "1"),
        ("2024-05-01", "2024-05-01"),
    ],
)
def test_plain_values_have_their_types_and_dates_stay_text(written: str, value: object) -> None:
    read = parse_yaml(f"key: {written}\n", "game.yaml").data["key"]
    assert read == value
    assert type(read) is type(value)


@pytest.mark.parametrize(
    ("text", "line"),
    [("a: 1\nb: [1, 2\nc: 3\n", 3), ("a: 1\n\tb: 2\n", 2), ('a: "open\n', 2), ("a: b: c\n", 1)],
)
def test_broken_yaml_is_named_with_its_line(text: str, line: int) -> None:
    (problem,) = problems(text)
    assert problem.startswith(f"game.yaml:{line}: broken YAML")


def test_control_characters_are_broken_yaml() -> None:
    assert "broken YAML" in problems("a: \x07\n")[0]


def test_a_key_that_stands_twice_is_named_with_its_second_line() -> None:
    assert problems("a: 1\nb: 2\na: 3\n") == [
        fault(
            "game.yaml:3",
            text_of("value.stands_twice", value='key "a"'),
            text_of("allowed.each_key_once"),
        )
    ]


def test_keys_that_are_no_words_are_refused() -> None:
    assert text_of("document.key") in problems("? [1, 2]\n: x\n")[0]


@pytest.mark.parametrize("tag", ["!!python/object/apply:os.system", "!x", "!", "!!str"])
def test_tags_are_refused(tag: str) -> None:
    (problem,) = problems(f"a: 1\nb: {tag} x\n")
    assert problem.startswith("game.yaml:2: the tag ")


@pytest.mark.parametrize("text", ["a: 1\nb: &b 2\n", "a: 1\nb: *unknown\n", "a: 1\nb: &b [*b]\n"])
def test_what_would_unfold_is_refused(text: str) -> None:
    assert problems(text) == [
        fault("game.yaml:2", text_of("document.anchor"), "", text_of("document.write_value"))
    ]


def test_merge_keys_are_refused() -> None:
    assert problems("a: 1\n<<: {b: 2}\n") == [
        fault("game.yaml:2", text_of("document.merge"), "", text_of("document.write_values"))
    ]


def test_a_second_document_is_refused() -> None:
    assert problems("a: 1\n---\nb: 2\n") == [
        fault("game.yaml:2", text_of("document.second"), text_of("document.one"))
    ]


@pytest.mark.parametrize("opening", ["[", "{a: ", "- "])
def test_what_is_nested_without_end_is_refused(opening: str) -> None:
    """30,000 brackets ended the process inside the C loader."""
    assert problems(opening * 200_000) == [
        fault("game.yaml:1", text_of("value.nested"), text_of("allowed.levels", n=32))
    ]


@pytest.mark.slow
def test_more_values_than_any_file_has_are_refused() -> None:
    assert problems("[" + "1," * 60_000 + "]") == [
        fault("game.yaml", text_of("value.too_many"), "up to 50,000")
    ]


@pytest.mark.slow
def test_the_same_key_again_and_again_is_refused_soon() -> None:
    assert problems("{" + "a," * 400_000) == [
        fault("game.yaml", text_of("value.too_many"), "up to 50,000")
    ]


@pytest.mark.parametrize("digits", ["9" * 5000, "0x" + "f" * 6000])
def test_a_number_that_fills_pages_stays_text(digits: str) -> None:
    assert parse_yaml(f"a: {digits}\n", "game.yaml").data == {"a": digits}


class Pond(Frozen):
    """What a document of these tests says."""

    title: Text
    """What it is called."""
    depth: Annotated[float, millimetres(5, 200)] = 20
    fish: tuple[int, ...] = ()
    """How many there are
    of each kind."""
    open: bool = False
    kind: Literal["lake", "pool"] = "pool"
    names: Texts = ""


def pond(text: str) -> tuple[Pond, list[str]]:
    findings = Findings()
    read = read_document(Pond, parse_yaml(text, "game.yaml"), findings)
    return read, [str(problem) for problem in findings]


def test_what_is_sound_is_read_and_the_rest_has_its_default() -> None:
    read, problems = pond("title: 7\ndepth: wide\nfish: [1, two, 3]\nkind: pol\n")
    assert (read.title, read.depth, read.fish, read.kind) == ("7", 20, (1, 3), "pool")
    assert problems == [
        fault("game.yaml:2 depth", text_of("wrong.no_number", given='"wide"'), "a number"),
        fault(
            "game.yaml:3 fish.1",
            text_of("cell.no_whole_number", value='"two"'),
            text_of("allowed.whole_number"),
        ),
        fault(
            "game.yaml:4 kind",
            text_of("value.unknown", value='"pol"'),
            "lake, pool",
            text_of("problem.did_you_mean", words="pool"),
        ),
    ]


def test_an_unknown_key_is_answered_with_the_nearest() -> None:
    assert pond("titel: Pond\n")[1] == [
        fault("game.yaml:1 title", text_of("wrong.missing"), "text"),
        'game.yaml:1 titel: unknown key "titel"; '
        "allowed: title, depth, fish, open, kind, names; did you mean title?",
    ]


def test_a_length_that_cannot_be_cut_is_refused() -> None:
    assert pond("title: Pond\ndepth: 4\n")[1] == [
        fault("game.yaml:2 depth", text_of("value.found", value='"4"'), "5 to 200\xa0mm")
    ]


def test_a_declaration_gives_the_table_of_its_fields() -> None:
    assert field_table(Pond) == [
        ("title", "text", True, "", "What it is called."),
        ("depth", "a number", False, "20", ""),
        ("fish", "a list", False, "", "How many there are of each kind."),
        ("open", text_of("allowed.true_false"), False, "", ""),
        ("kind", "lake, pool", False, "pool", ""),
        ("names", "a mapping", False, "", ""),
    ]


@pytest.mark.parametrize(
    ("kind", "written", "key"),
    [
        (Text, "[1]", "no_text"),
        (float, "wide", "no_number"),
        (float, "true", "no_number"),
        (int, "1.5", "no_whole_number"),
        (bool, "1", "no_true_false"),
        (tuple[int, ...], "one", "no_list"),
        (dict[Any, Any], "one", "no_mapping"),
        (Texts, "[1]", "no_text"),
    ],
)
def test_a_wrong_type_says_what_is_wanted_and_where(kind: Any, written: str, key: str) -> None:
    findings = Findings()
    document = parse_yaml(f"other: 1\nkey: {written}\n", "game.yaml")
    read_document(kind, document, findings, ("key",))
    (problem,) = findings
    assert str(problem).startswith("game.yaml:2 key: ")
    assert isinstance(problem.found, Message) and problem.found.key == f"wrong.{key}"


@pytest.mark.parametrize("text", ["", "- a\n- b\n", "just words\n"])
def test_a_document_without_keys_is_a_finding(text: str) -> None:
    assert text_of("wrong.no_mapping_of") in pond(text)[1][0]


def test_a_file_is_parsed_once_and_nobody_can_change_what_the_next_one_gets(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    text = "a: [1, {b: 2.5}]\nc: null\n"
    read = parse_file(text, "game.yaml")
    read.data["a"].append("changed")
    monkeypatch.setattr(documents, "parse_yaml", None)
    again = parse_file(text, "other.yaml")
    assert again == ("other.yaml", {"a": [1, {"b": 2.5}], "c": None}, read.lines, {})
    assert again.at("c").line == 2


def test_files_that_were_parsed_before_need_no_parser(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "parsed.bin").write_bytes(parsed_files(["title: Pond\n"]))
    monkeypatch.setattr(documents, "PARSED", tmp_path / "parsed.bin")
    cache = documents._parse_cache.__wrapped__()
    monkeypatch.setattr(documents, "_parse_cache", lambda: cache)
    monkeypatch.setattr(documents, "parse_yaml", None)
    assert parse_file("title: Pond\n", "game.yaml").data == {"title": "Pond"}
