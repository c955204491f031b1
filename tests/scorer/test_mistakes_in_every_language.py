"""Mistakes and problems of tables are said in the chosen language, all of them."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from evening import SLUGS, spoken, table
from test_scoring_mistakes import CASES
from texts import fault, text_of

import scorer
from cards_data import Findings, Problems, load_game, schema
from cards_data.problems import Message, message_texts, one_of, quote
from cards_data.schema import mistake
from cards_data.tables import read_words
from scorer.core.translation import general_words, own_languages
from scorer.engine import scorer_for

ROOM = Path(scorer.__file__).parent
# What makes a mistake: which argument is its key, and what the key begins with.
CALLS = {
    "mistake": (1, "wrong."),
    "wrong": (0, "wrong."),
    "unknown_mistake": (2, "wrong.no_"),
    "Message": (0, ""),
}


def texts() -> dict[str, dict[str, str]]:
    """Every text that a mistake may need, of all games together."""
    tables = [load_game(slug).folder / "scoring_words.csv" for slug in SLUGS]
    words = {**message_texts(), **general_words()}
    for path in tables:
        words |= read_words(path, own_languages(), Findings())
    return {key: dict(by_language) for key, by_language in words.items()}


def calls() -> Iterator[tuple[str, ast.expr]]:
    """Every call that makes a message, with the beginning of its key and the rest of it."""
    for path in (*ROOM.rglob("*.py"), Path(schema.__file__)):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if not isinstance(node, ast.Call):
                continue
            name = getattr(node.func, "attr", getattr(node.func, "id", ""))
            at, start = CALLS.get(name, (0, ""))
            if name in CALLS and len(node.args) > at:
                yield start, node.args[at]


def keys(rest: ast.expr) -> list[str]:
    """The keys that an argument can be, as patterns where a part is known only when it runs."""
    if isinstance(rest, ast.Constant):
        return [re.escape(str(rest.value))] if rest.value else []
    if isinstance(rest, ast.IfExp):
        return [*keys(rest.body), *keys(rest.orelse)]
    if isinstance(rest, ast.JoinedStr):
        parts = [re.escape(p.value) if isinstance(p, ast.Constant) else r"\w+" for p in rest.values]
        return ["".join(map(str, parts))]
    return []


@pytest.mark.slow
def test_every_sentence_stands_in_the_words_by_its_key() -> None:
    known_texts, calls_by_key = (
        texts(),
        [(start, key) for start, rest in calls() for key in keys(rest)],
    )
    assert len(calls_by_key) > 60
    for start, key in calls_by_key:
        assert re.fullmatch(r"[\w\\.+]+", key), f"{key} is prose"
        assert any(re.fullmatch(re.escape(start) + key, one) for one in known_texts), start + key


def test_no_word_of_a_mistake_is_the_same_in_another_language() -> None:
    """Where there are words between the gaps at all."""
    for key, by_language in texts().items():
        bare = re.sub(r"\{\w+\}", "", by_language["en"])
        if key.startswith(("wrong.", "hint.")) and re.search(r"[a-z]", bare):
            others = [text for lang, text in by_language.items() if lang != "en"]
            assert by_language["en"] not in others, key


def words_in(value: object) -> Iterator[str]:
    """The words of our own that fill a gap; what somebody typed is theirs."""
    if isinstance(value, Message) and not value.key.startswith("problem.quoted"):
        for _, inner in value.params:
            yield from words_in(inner)
    elif isinstance(value, str):
        yield from value.split(", ")


@pytest.mark.parametrize(("slug", "changes", "message"), CASES, ids=str)
def test_what_fills_a_gap_is_no_prose(slug: str, changes: dict[str, Any], message: str) -> None:
    raw = table(slug, **changes)
    for one in scorer_for(slug).check(raw)[1]:
        for word in words_in(one.found):
            assert word in str(raw) or re.fullmatch(r"[\w.?-]+", word), word


@pytest.mark.parametrize(("slug", "changes", "message"), CASES, ids=str)
def test_every_problem_of_a_table_is_another_one_in_each_language(
    slug: str, changes: dict[str, Any], message: str
) -> None:
    lines = {}
    for lang in spoken(slug):
        with pytest.raises(Problems) as caught:
            scorer_for(slug, lang).read(table(slug, **changes))
        lines[lang] = str(caught.value).splitlines()
    english = lines.pop("en")
    for others in lines.values():
        assert all(one != other for one, other in zip(english, others, strict=True))
        assert not any(
            "allowed: " in line or text_of("problem.did_you_mean") in line for line in others
        )


def test_swedish_problems_have_all_their_parts() -> None:
    raw = table("ecosfera_baltica", habitats=["rivrs"])
    with pytest.raises(Problems) as caught:
        scorer_for("ecosfera_baltica", "sv").read(raw)
    line = str(caught.value)
    assert line.startswith(
        fault("habitats[1]", text_of("wrong.no_habitat", "sv", given="”rivrs”"), "ice, ", lang="sv")
    )
    assert line.endswith("; menade du rivers?")


def test_what_is_long_or_endless_is_told_in_the_language_too() -> None:
    words = scorer_for("ecologic", "sv").say.words
    long = mistake((), "no_list", given=quote("x" * 1234)).found
    assert long.text_in("sv", words).endswith(
        text_of("wrong.no_list", "sv", given="x…” (1\xa0234 tecken)")
    )
    endless = mistake((), "large", given=quote(10**5000)).found
    assert text_of("problem.endless", "sv") in endless.text_in("sv", words)


def test_names_and_messages_within_messages_are_said_too() -> None:
    words = scorer_for("kompensaatiopeli", "sv").say.words
    one = Message("done.protect", n=1)
    both = Message("wrong.no_header.allowed", known=one_of([one, "c"]))
    assert both.text_in("sv", words) == "1 skyddsområde eller c"
    three = Message("wrong.no_header.allowed", known=one_of([one, "c", "d"]))
    assert three.text_in("sv", words) == "1 skyddsområde, c eller d"
