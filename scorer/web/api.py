"""What the page asks of the rules, as plain values. Imports no web framework.

Comes in: a game's slug, a language, and a table: a raw state, or ``{"answers": …}`` as a form
collects them. Goes out: records for JSON. The same functions answer over HTTP and inside a
browser's own Python.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from cards_data import Findings, Game, Problem, Problems, list_games, load_game
from cards_data.documents import parse_yaml
from cards_data.reader import read_text
from cards_data.words import Words, read_words

from ..engine import Scorer, scorer_for
from ..forms import Choice, Field, Group, Limit, assemble, taken_apart
from ..present.json import as_data, turns_as_data
from ..registry import slugs
from ..speech import LANGUAGES
from ..state import TableState
from ..whatif import what_if

Record = dict[str, Any]
WORDS = Path(__file__).parent / "words.csv"
_STEP = re.compile(r"([^.\[\]]+)|\[(\d+)\]")


# ---- what there is -------------------------------------------------------------------------


def shelf_record(lang: str, games: Iterable[str] | None = None) -> Record:
    """The games for the first page; one that cannot be read is named with its problem."""
    names = list_games() if games is None else games
    return {"lang": lang, "games": [_game_record(slug, lang) for slug in names]}


def _game_record(slug: str, lang: str) -> Record:
    try:
        game = load_game(slug)
    except Problems as problems:
        found = [str(problem) for problem in problems.problems]
        return {"slug": slug, "title": slug, "problems": found, "scored": False}
    return {**_about(game, lang), "problems": [], "scored": slug in slugs()}


def _about(game: Game, lang: str) -> Record:
    return {
        "slug": game.slug,
        "title": game.title(lang),
        "makers": game.makers.get(lang, game.makers.get("en", "")),
        "link": game.link,
        "box": dict(game.box),
        "pieces": game.total,
        "languages": list(game.languages),
        "accent": game.colours.get("accent", ""),
    }


def words_record(lang: str) -> dict[str, str]:
    """The page's own words in one language."""
    return {key: texts[lang] for key, texts in _words().items()}


def _words() -> Words:
    findings = Findings()
    words = read_words(WORDS, LANGUAGES, findings)
    findings.raise_any()
    return words


def delivery_script(kind: str, languages: Iterable[str] = LANGUAGES) -> str:
    """The module ``delivery.js``: how the page is delivered, and which languages it speaks."""
    names = _words()["language_name"]
    record = {"kind": kind, "languages": {lang: names[lang] for lang in languages}}
    return f"export const delivery = {json.dumps(record, ensure_ascii=False)};\n"


# ---- the form ------------------------------------------------------------------------------


def form_record(slug: str, lang: str) -> Record:
    """Everything a page needs to ask for a table before any rule has run."""
    scorer = scorer_for(slug, lang)
    limits = scorer.rules.limits(scorer.game, scorer.say)
    fields = scorer.form()
    return {
        **_about(scorer.game, lang),
        "lang": lang,
        "fields": [_field_record(field, scorer.game) for field in fields],
        "limits": [_limit_record(limit) for limit in limits],
        "rules": _rule_names(scorer),
        "examples": list(_examples(scorer, fields)),
    }


def _field_record(field: Field, game: Game) -> Record:
    clusters = field.clusters
    return {
        "key": field.key,
        "label": field.label,
        "kind": field.kind,
        "low": field.low,
        "high": field.high,
        "choices": [_choice_record(choice, game) for choice in field.choices],
        "group": _group_record(field.group) if field.group else None,
        "help": field.help,
        "optional": field.optional,
        "default": field.default,
        "part": field.part,
        "widget": field.widget,
        "clusters": {"least": clusters.least, "families": clusters.families} if clusters else None,
    }


def _choice_record(choice: Choice, game: Game) -> Record:
    colour = game.colours.get(choice.colour or choice.value, "")
    return {"value": choice.value, "label": choice.label, "colour": colour}


def _group_record(group: Group) -> Record:
    return {"key": group.key, "label": group.label, "least": group.least, "most": group.most}


def _limit_record(limit: Limit) -> Record:
    return {"label": limit.label, "most": limit.most, "counts": [list(one) for one in limit.counts]}


def _rule_names(scorer: Scorer) -> dict[str, str]:
    """What the lines of a result are called."""
    words = scorer.say.words.items()
    return {key.removeprefix("rule."): text for key, text in words if key.startswith("rule.")}


def _examples(scorer: Scorer, fields: tuple[Field, ...]) -> Iterator[Record]:
    """The game's worked examples as answers: tables to try the page with."""
    for path in sorted((scorer.game.folder / "examples").glob("*.yaml")):
        example = parse_yaml(read_text(path), path.name).data
        title = example.get("title", path.stem)
        if isinstance(title, Mapping):
            title = title.get(scorer.say.lang, title.get("en", path.stem))
        yield {"id": path.stem, "title": title, "answers": _answers(scorer, example["state"])}


def _answers(scorer: Scorer, raw: dict[str, Any]) -> Record:
    return taken_apart(scorer.form(), scorer.rules.split(raw))


# ---- the score -----------------------------------------------------------------------------


def score_record(slug: str, raw: Any, lang: str) -> Record:
    """The result of a table, or every problem; ``open`` names what was not entered yet.

    While numbers are open they count as their least, so that totals follow each tap; the page
    says that they are not the last word. While choices are open there is no result.
    """
    blank: Record = {"result": None, "problems": [], "open": [], "state": None}
    try:
        scorer = scorer_for(slug, lang)
        state, missing = _read(scorer, raw)
    except Problems as problems:
        return {**blank, "problems": [_problem_record(one) for one in problems.problems]}
    if state is None:
        return {**blank, "open": missing}
    found = {"result": as_data(scorer.score(state)), "state": state.raw()}
    return {**blank, **found, "open": missing}


def what_if_record(slug: str, raw: Any, lang: str) -> Record:
    """The smallest changes that would have turned the result; none while something is open."""
    try:
        scorer = scorer_for(slug, lang)
        state, missing = _read(scorer, raw)
    except Problems as problems:
        return {"turns": [], "problems": [_problem_record(one) for one in problems.problems]}
    turns = what_if(scorer, state) if state and not missing else ()
    return {"turns": turns_as_data(turns), "problems": []}


def answers_record(slug: str, raw: Any, lang: str) -> Record:
    """The answers behind a table state, so that a state from a file can be opened in the form."""
    try:
        scorer = scorer_for(slug, lang)
        state = scorer.read(raw)
    except Problems as problems:
        return {"answers": None, "problems": [_problem_record(one) for one in problems.problems]}
    return {"answers": _answers(scorer, state.raw()), "problems": []}


def _read(scorer: Scorer, raw: Any) -> tuple[TableState | None, list[str]]:
    """The checked state and what is open in it; no state while a choice is open."""
    if not (isinstance(raw, dict) and set(raw) == {"answers"}):
        return scorer.read(raw), []
    fields = scorer.form()
    answers, missing = _filled(fields, _sound(fields, raw["answers"]))
    if answers is None:
        return None, missing
    rules = scorer.rules
    return scorer.read(rules.complete(assemble(rules.slug, fields, answers))), missing


def _sound(fields: tuple[Field, ...], answers: Any) -> Record:
    """Answers in the shape that forms have; anything else is a problem."""
    groups = {field.group.key for field in fields if field.group}
    if not isinstance(answers, dict):
        raise Problems([Problem("answers", "no answers", "keys and values")])
    for key in groups:
        items = answers.get(key, [])
        if not isinstance(items, list) or not all(isinstance(item, dict) for item in items):
            raise Problems([Problem(key, "no list of answers", "a list")])
    return answers


def _filled(fields: tuple[Field, ...], answers: Record) -> tuple[Record | None, list[str]]:
    """Answers with defaults and least numbers in the gaps, and the names of the real gaps."""
    filled: Record = dict(answers)
    missing: list[str] = []
    hopeless = False
    for field in fields:
        for path, item in _places(field, filled):
            if item.get(field.key) is not None and item.get(field.key) != "":
                continue
            item[field.key] = _default(field)
            if field.default is None and not field.optional and field.kind not in _NEVER_OPEN:
                missing.append(path)
                hopeless = hopeless or field.kind != "int"
    return (None if hopeless else filled), missing


# Nothing chosen and no letters on the board are answers, too.
_NEVER_OPEN = ("multi", "letters")


def _places(field: Field, answers: Record) -> Iterator[tuple[str, Record]]:
    """Where a field's answers stand; items are copied, so that nothing given is changed."""
    if field.group is None:
        yield field.key, answers
        return
    items = [dict(item) for item in answers.get(field.group.key, ())]
    answers[field.group.key] = items
    for index, item in enumerate(items):
        yield f"{field.group.key}.{index}.{field.key}", item


def _default(field: Field) -> Any:
    if field.kind == "board":
        return [" ".join([str(field.default)] * (field.high or 0))] * field.low
    if field.kind in _NEVER_OPEN:
        return {} if field.kind == "letters" else []
    if field.default is not None or field.optional:
        return field.default
    return field.low if field.kind == "int" else None


def _problem_record(problem: Problem) -> Record:
    return {
        "path": _path(problem.where),
        "where": problem.where,
        "found": problem.found,
        "allowed": problem.allowed,
        "hint": problem.hint,
    }


def _path(where: str) -> list[str | int]:
    """``players[1].name`` in steps, counted from 0 as programs do."""
    return [int(place) - 1 if place else word for word, place in _STEP.findall(where)]
