"""What a game that declares its scorer calls the lines of its ledger."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from cards_data import Game
from cards_data.words import in_language

PART = "score"


def declares(game: Game) -> bool:
    return PART in game.scoring


def labels(game: Game, lang: str, words: Mapping[str, str]) -> dict[str, str]:
    """What is asked, counted and awarded, as the game calls it: ``asked.<key>``, ``rule.<key>``.

    What has no name of its own is called by its key.
    """
    asked = dict(_asked(game, lang))
    names = {f"rule.{key}": asked.get(f"asked.{key}", readable(key)) for key in _keys(game)}
    every = (*lines(game, "count"), *lines(game, "awards"))
    own = {f"rule.{key}": text_in(lang, one["ask"]) for key, one in every if one.get("ask")}
    part = game.scoring.get(PART)
    if isinstance(part, Mapping) and part.get("outcome") == "rounds":
        names["rule.rounds"] = words["declared.won_rounds"]
    return {**asked, **names, **own}


def _keys(game: Game) -> Iterator[str]:
    for part in ("ask", "count", "awards"):
        yield from (key for key, _ in lines(game, part))


def _asked(game: Game, lang: str) -> Iterator[tuple[str, str]]:
    """Questions and the items of lists, with the names of their choices."""
    for key, one in lines(game, "ask"):
        yield f"asked.{key}", text_in(lang, one.get("ask") or readable(key))
        yield from _choices(f"choice.{key}", one.get("choice"), lang)
        items = one.get("list")
        for name, item in items.items() if isinstance(items, Mapping) else ():
            more = item if isinstance(item, Mapping) else {}
            yield f"asked.{key}.{name}", text_in(lang, more.get("ask") or readable(str(name)))
            yield from _choices(f"choice.{key}.{name}", more.get("choice"), lang)


def _choices(place: str, choices: Any, lang: str) -> Iterator[tuple[str, str]]:
    named = choices if isinstance(choices, Mapping) else dict.fromkeys(_words(choices))
    for word, texts in named.items():
        yield f"{place}.{word}", text_in(lang, texts or readable(str(word)))


def _words(choices: Any) -> tuple[str, ...]:
    return tuple(map(str, choices)) if isinstance(choices, list | tuple) else ()


def readable(key: str) -> str:
    """A key as a name: ``bear_pairs`` is Bear pairs."""
    text = key.replace("_", " ").strip()
    return text[:1].upper() + text[1:]


def lines(game: Game, name: str) -> tuple[tuple[str, Mapping[str, Any]], ...]:
    """What stands there, as far as it has the shape of lines."""
    part = game.scoring.get(PART)
    listed = part.get(name) if isinstance(part, Mapping) else None
    items = listed.items() if isinstance(listed, Mapping) else ()
    return tuple((str(key), _mapping(one)) for key, one in items if isinstance(one, Mapping | str))


def _mapping(one: Mapping[str, Any] | str) -> Mapping[str, Any]:
    """A word alone says what is asked for."""
    return one if isinstance(one, Mapping) else {"type": one}


def text_in(lang: str, texts: Any) -> str:
    """A text in a language, in English, or else the first; one text alone is for all languages."""
    if isinstance(texts, Mapping):
        return str(in_language(texts, lang) or next(iter(texts.values()), ""))
    return str(texts)
