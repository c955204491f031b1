"""What the page asks of the rules, as plain values, over HTTP and in a browser's own Python.

A table is a raw state, or ``{"answers": …}`` as a form collects them.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from dataclasses import field as member
from functools import lru_cache, partial
from pathlib import Path
from typing import Any

from cards_data import Findings, Game, Problems, list_games, load_game, load_games
from cards_data.documents import parse_yaml
from cards_data.files import FileState, file_state
from cards_data.languages.locales import PSEUDO, own_name
from cards_data.models import plain_language
from cards_data.problems import OptionalMessage
from cards_data.reader import read_text
from cards_data.registry import PACKAGE, is_own
from cards_data.schema import Mistake
from cards_data.schema import Path as Steps
from cards_data.tables import read_words
from cards_data.words import PLAIN, Words, in_language

from ...core.answers import answers_of, assemble, checked_shape, fill_gaps
from ...core.forms import Choice, Field
from ...core.kinds import kind_of
from ...core.result import as_data, turns_as_data
from ...core.state import TableState
from ...core.translation import own_languages
from ...engine import Scorer
from ...registry import is_scored
from ...whatif import what_if
from .scorer_cache import cached_scorer, while_unchanged

Record = dict[str, Any]
WORDS = Path(__file__).parent / "words.csv"
ALONG = frozenset(path.parent.name for path in PACKAGE.glob("*/game.yaml"))
# What a game is about, as ``{"lang": …, "text": …}``, by game and wanted language.
Summary = Callable[[Game, str], dict[str, str] | None]
# The empty record of each call, which is returned with problems.
NOTHING: dict[str, Record] = {
    "score": {"result": None, "problems": [], "open": [], "hints": [], "notes": [], "state": None},
    "what-if": {"turns": [], "problems": []},
    "answers": {"answers": None, "problems": []},
}


# ---- games and texts -----------------------------------------------------------------------


def games_record(
    lang: str, games: Iterable[str] | None = None, summary: Summary = lambda game, lang: None
) -> Record:
    """Return the games for the home page; an unreadable one is listed with its problem."""
    names = list_games() if games is None else games
    games_out = [_game_record(slug, lang, summary) for slug in names]
    return {"lang": lang, "games": with_unique_titles(games_out)}


def with_unique_titles(games: list[Record]) -> list[Record]:
    """Add the folder's name to a copy that still has the title of its original."""
    titles = Counter(game["title"] for game in games)
    return [
        {**game, "title": f"{game['title']} ({game['slug']})"}
        if game["own"] and titles[game["title"]] > 1
        else game
        for game in games
    ]


def _game_record(slug: str, lang: str, summary: Summary) -> Record:
    try:
        game = load_game(slug)
    except Problems as problems:
        texts = [problem.text_in(lang) for problem in problems.problems]
        own = slug not in ALONG
        return {"slug": slug, "title": slug, "problems": texts, "scored": False, "own": own}
    state = {"problems": [], "scored": is_scored(game), "own": is_own(game)}
    return {**_game_facts(game, lang), **state, "summary": summary(game, lang)}


def _game_facts(game: Game, lang: str) -> Record:
    return {
        "slug": game.slug,
        "title": game.title(lang),
        "makers": game.maker(lang),
        "link": game.link,
        "box": dict(game.box),
        "pieces": game.total,
        "languages": list(game.languages),
        "spoken": lang if game.speaks(lang, draft=True) else plain_language(game.languages),
        "unread": lang in game.unread,
        "accent": game.colours.get("accent", ""),
    }


def words_record(lang: str, path: Path = WORDS) -> dict[str, str]:
    """Return the texts of a page in one language."""
    return {key: in_language(texts, lang) for key, texts in _words(path).items()}


def _words(path: Path) -> Words:
    return _read_words(path, file_state(path))


@lru_cache(maxsize=4)
def _read_words(path: Path, state: FileState) -> Words:
    findings = Findings()
    words = read_words(path, own_languages(), findings)
    findings.raise_any()
    return words


def page_languages(wanted_lang: str = "") -> tuple[str, ...]:
    """Return the program's languages and those of the games.

    An address may also ask for a language that a game has not finished, or for pseudo.
    """
    games = load_games((), Findings(), leaflets=False)
    hidden = (PSEUDO, *(lang for game in games for lang in game.unfinished))
    more = (wanted_lang,) if wanted_lang in hidden else ()
    spoken = (lang for game in games for lang in game.languages)
    return tuple(dict.fromkeys((*own_languages(), *spoken, *more)))


def delivery_script(kind: str, languages: Iterable[str]) -> str:
    """Return the module ``delivery.js``: how the page is delivered, and its languages."""
    names_by_lang = _words(WORDS)["language_name"]
    names = {lang: names_by_lang.get(lang) or own_name(lang).capitalize() for lang in languages}
    record = {"kind": kind, "plain": PLAIN, "languages": names, "own": own_languages()}
    return f"export const delivery = {json.dumps(record, ensure_ascii=False)};\n"


# ---- the form ------------------------------------------------------------------------------


def form_record(slug: str, lang: str) -> Record:
    """Return everything a page needs to ask for a table before any rule has run."""
    scorer = cached_scorer(slug, lang)
    fields, words = scorer.form(), scorer.say.words.items()
    return {
        **_game_facts(scorer.game, lang),
        "lang": lang,
        "fields": [_field_record(field, scorer.game) for field in fields],
        "limits": [limit._asdict() for limit in scorer.limits()],
        "rules": {key[5:]: text for key, text in words if key.startswith("rule.")},
        "examples": list(_examples(scorer, fields)),
    }


@while_unchanged
def form_text(slug: str, lang: str) -> str:
    """Return the form as JSON."""
    return json.dumps(form_record(slug, lang), ensure_ascii=False)


def _field_record(field: Field, game: Game) -> Record:
    record = field._asdict()
    unique = record.pop("unique")
    return {
        **record,
        "choices": [_choice_record(choice, game) for choice in field.choices],
        "group": field.group._asdict() if field.group else None,
        "apart": unique,
        "clusters": field.clusters._asdict() if field.clusters else None,
        "data": dict(field.data),
    }


def _choice_record(choice: Choice, game: Game) -> Record:
    colour = game.colours.get(choice.colour or choice.value, "")
    symbol = f"symbol/{game.slug}/{choice.symbol}.svg" if choice.symbol else ""
    return choice._replace(colour=colour, symbol=symbol)._asdict()


def _examples(scorer: Scorer, fields: tuple[Field, ...]) -> Iterator[Record]:
    """Yield the game's worked examples as answers: tables to try the page with."""
    for path in sorted((scorer.game.folder / "examples").glob("*.yaml")):
        example = parse_yaml(read_text(path), path.name).data
        title = example.get("title", path.stem)
        if isinstance(title, Mapping):
            title = in_language(title, scorer.say.lang) or path.stem
        yield {"id": path.stem, "title": title, "answers": _answers(scorer, example["state"])}


def _answers(scorer: Scorer, raw: dict[str, Any]) -> Record:
    return answers_of(scorer.form(), scorer.rules.split(raw))


# ---- the score -----------------------------------------------------------------------------


def score_record(slug: str, raw: Any, lang: str) -> Record:
    """Return the result of a table, or its mistakes; ``open`` names what is missing.

    Missing numbers count as their smallest value, so that totals follow each tap; the page marks
    them as provisional. While choices are open, there cannot be a result. ``notes`` are the
    result's, each with its field.
    """
    blank = NOTHING["score"]
    try:
        scorer = cached_scorer(slug, lang)
        table = _read(scorer, raw)
    except Problems as problems:
        return {**blank, "problems": problems_without_field(problems, lang)}
    record = {**blank, "open": table.open, "hints": table.hints, "problems": table.wrong}
    if table.state is None:
        return record
    result, fields = scorer.score(table.state), scorer.form()
    notes = [{"path": list(place(fields, path)), "text": text} for text, path in result.notes]
    return {**record, "result": as_data(result), "notes": notes, "state": table.state.raw()}


def what_if_record(slug: str, raw: Any, lang: str) -> Record:
    """Return the smallest changes that would turn the result; empty while something is open."""
    try:
        scorer = cached_scorer(slug, lang)
        table = _read(scorer, raw)
    except Problems as problems:
        return {**NOTHING["what-if"], "problems": problems_without_field(problems, lang)}
    turns = what_if(scorer, table.state) if table.state and not table.open else ()
    return {"turns": turns_as_data(turns), "problems": table.wrong}


def answers_record(slug: str, raw: Any, lang: str) -> Record:
    """Return the answers behind a table state, so that a file can be opened in the form."""
    try:
        scorer = cached_scorer(slug, lang)
        table = _check_table(scorer, raw, [])
    except Problems as problems:
        return {**NOTHING["answers"], "problems": problems_without_field(problems, lang)}
    if table.state is None:
        return {**NOTHING["answers"], "problems": [*table.wrong, *table.hints]}
    return {"answers": _answers(scorer, table.state.raw()), "problems": []}


# The calls of the rules: a game, a table and a language give a record.
CALLS: dict[str, Callable[[str, Any, str], Record]] = {
    "score": score_record,
    "what-if": what_if_record,
    "answers": answers_record,
}
# A call of rules: its name, the game, the table and the language.
RulesCall = Callable[[str, str, Any, str], Any]


def call_rules(call: str, slug: str, table: Any, lang: str) -> Record:
    return CALLS[call](slug, table, lang) if call in CALLS else form_record(slug, lang)


@dataclass(frozen=True)
class ReadTable:
    """A state that can be scored, or why there is none: mistakes and open questions."""

    state: TableState | None = None
    open: list[str] = member(default_factory=list)
    wrong: list[Record] = member(default_factory=list)
    hints: list[Record] = member(default_factory=list)


def _read(scorer: Scorer, raw: Any) -> ReadTable:
    """Return the checked table; without a state while a choice is open."""
    if not (isinstance(raw, dict) and set(raw) == {"answers"}):
        return _check_table(scorer, raw, [])
    fields = scorer.form()
    answers, missing = fill_gaps(fields, checked_shape(fields, raw["answers"]))
    if answers is None:
        return ReadTable(open=missing)
    rules = scorer.rules
    return _check_table(
        scorer, rules.complete(assemble(scorer.game.slug, fields, answers)), missing
    )


def _check_table(scorer: Scorer, raw: Any, missing: list[str]) -> ReadTable:
    state, mistakes = scorer.check(raw)
    if not mistakes:
        return ReadTable(state, missing)
    wrong, hints = field_errors(scorer, scorer.form(), mistakes)
    begun = [".".join(str(step) for step in hint["path"]) for hint in hints]
    return ReadTable(None, list(dict.fromkeys([*missing, *begun])), wrong, hints)


def problems_without_field(problems: Problems, lang: str) -> list[Record]:
    """Return problems of the game's files, or of the request, which have no field."""
    return [{"path": [], "text": problem.text_in(lang)} for problem in problems.problems]


# ---- mistakes at the fields of the form, with names for ids ------------------------------------

# Nobody reads more; a table from elsewhere can have hundreds.
MOST = 20


def field_errors(
    scorer: Scorer, fields: Sequence[Field], mistakes: Sequence[Mistake]
) -> tuple[list[Record], list[Record]]:
    """Return what cannot be right, and what is still missing; every mistake once.

    A mistake that depends on unfinished input can wait.
    """
    begun = [mistake for mistake in mistakes if mistake.unfinished]
    rest = [mistake for mistake in mistakes if not mistake.unfinished]
    begun_parts = {one.path[:1] for one in begun}
    sure = [one for one in rest if begun_parts.isdisjoint(need[:1] for need in one.needs)]

    def records(some: Sequence[Mistake]) -> list[Record]:
        each = [
            {"path": list(place(fields, one.path)), "text": _error_text(scorer, fields, one)}
            for one in some[:MOST]
        ]
        return [one for at, one in enumerate(each) if one not in each[:at]]

    return records(sure), records(begun)


def place(fields: Sequence[Field], path: Steps) -> Steps:
    """Return the place in the form for a place in the state; empty if there is none."""
    if not path:
        return ()
    if any(field.group and field.group.key == path[0] for field in fields):
        return _in_group(fields, path)
    near = [field for field in fields if not field.group and _answers_part(field, path)]
    if near:
        own = len(near[0].key.split("."))
        return (near[0].key, *kind_of(near[0]).place(path[own:]))
    # Some answers are asked item by item and listed in the state: teams, player by player.
    inside = [field for field in fields if field.group and str(path[0]).startswith(field.key)]
    return (inside[0].group.key, 0, inside[0].key) if inside and inside[0].group else ()


def _answers_part(field: Field, path: Steps) -> bool:
    steps = field.key.split(".")
    return [str(step) for step in path[: len(steps)]] == steps


def _in_group(fields: Sequence[Field], path: Steps) -> Steps:
    """Return a field of one player or vote; the first of them if the state lacks the key."""
    own = [field for field in fields if field.group and field.group.key == path[0]]
    if len(path) < 2:
        return (path[0], 0, own[0].key)
    fitting = [field for field in own if _answers_part(field, path[2:]) and len(path) > 2]
    return (path[0], path[1], (fitting or own)[0].key)


def _error_text(scorer: Scorer, fields: Sequence[Field], mistake: Mistake) -> str:
    """Return the mistake in the wanted language, with printed names."""
    args = scorer.say.lang, scorer.say.words, partial(_with_names, scorer, fields)
    fault = mistake.found
    page = OptionalMessage(f"{fault.key}.page", **dict(fault.params)).text_in(*args)
    text = mistake.said_in(*args)
    return page.strip() or f"{text[:1].upper()}{text[1:]}."


def _with_names(scorer: Scorer, fields: Sequence[Field], text: str) -> str:
    """Replace the ids of pieces in a text by their names."""
    chosen = {choice.value for field in fields for choice in field.choices}
    names = {key: name for (_, key), name in scorer.say.pieces.items() if key in chosen}
    if not names:
        return text
    ids = "|".join(re.escape(key) for key in sorted(names, key=len, reverse=True))
    return re.sub(rf"(?<![\w-])({ids})(?![\w-])", lambda match: names[match[1]], text)
