"""Read and check a game's whole declaration in scoring.yaml.

Each part is checked when it is read. This module finds errors between the parts, above all names
that a formula may not use. A declaration without errors can be scored on every table.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Any

from cards_data import Game
from cards_data.problems import quote
from cards_data.schema import Mistake, Path, Wrong, mistake, unknown_mistake, wrong

from ..core.rules import read_numbers
from ..core.translation import lines
from ..expressions import SyntaxNode
from .formulas import Expression, RowNames, SomeWords, check_number, check_rows, expression, inside
from .lines import Award, ScoreLine, type_of
from .numbers import OWN_CARDS, Numbers, ScoreSheetRules, questions

Scope = dict[str, SomeWords | RowNames | None]


def errors(counts: bool, numbers: Numbers) -> Iterator[Mistake]:
    """Yield everything that is wrong between the parts of the declaration.

    ``counts`` means that it must count something, as no module does it instead.
    """
    score = numbers.score
    if counts and not score.count and not score.awards:
        yield mistake(("score", "count"), "nothing_counted")
    mistakes = [*_deck_errors(numbers), *_held_errors(score), *_per_errors(score)]
    if mistakes:
        yield from mistakes
        return
    by_name = {key: _stands_for(numbers, one) for key, one in questions(numbers).items()}
    scope: Scope = {"players": None, **by_name}
    for key, one in score.count.items():
        yield from _line_errors(key, one, scope)
        scope.setdefault(key, None)
    # Over all rounds only what can be added up is available.
    whole = scope if score.rounds is None else without_words(scope)
    for key, award in score.awards.items():
        yield from _award_errors(key, award, scope if award.per == "round" else whole)
    last: Scope = {**dict.fromkeys(score.awards), **whole, "total": None}
    for at, (_, what) in enumerate(score.tie_break):
        yield from _number_error(what, last, ("score", "tie_break", at))
    if score.won is not None:
        # All players together have only numbers.
        yield from _number_error(score.won, dict.fromkeys(without_words(last)), ("score", "won"))


def without_words(scope: Scope) -> Scope:
    return {name: type_ for name, type_ in scope.items() if not isinstance(type_, SomeWords)}


def _stands_for(numbers: Numbers, one: Any) -> SomeWords | RowNames | None:
    type_ = type_of(one)
    if type_ == "choice":
        return SomeWords(tuple(one.choice))
    if type_ == "list":
        return RowNames({key: _stands_for(numbers, item) for key, item in one.list.items()})
    if type_ == "cards":
        columns = numbers.box.cards[one.cards]["columns"]
        return RowNames(
            {name: None if type_ == 0 else SomeWords(type_) for name, type_ in columns.items()}
        )
    return None


def _deck_errors(numbers: Numbers) -> Iterator[Mistake]:
    for key, one in numbers.score.count.items():
        if one.deck is not None and key not in numbers.box.counts:
            at, decks = ("score", "count", key, "deck"), numbers.box.decks
            yield unknown_mistake(at, one.deck, "deck", decks, line=quote(key))
        # Only a count that asks for its own number has limits.
        is_own = one.asks_itself and key not in numbers.score.ask
        if (one.deck is not None or one.most is not None) and not is_own:
            part = "most" if one.most else "deck"
            yield mistake(("score", "count", key, part), "not_asked", line=quote(key))
    for key, one in numbers.score.ask.items():
        if one.cards is not None and one.cards not in numbers.box.decks:
            at, decks = ("score", "ask", key, "cards"), numbers.box.decks
            yield unknown_mistake(at, one.cards, "deck", decks, line=quote(key))


def _held_errors(score: ScoreSheetRules) -> Iterator[Mistake]:
    used = {*score.ask, *score.count, *score.awards}
    for key, one in score.awards.items():
        key_held = OWN_CARDS.format(key)
        if one.ties == "holder" and key_held in used:
            yield mistake(("score", "awards", key), "counted_too", given=quote(key_held))


def _per_errors(score: ScoreSheetRules) -> Iterator[Mistake]:
    """Yield errors of ``per``: with rounds, only the designer knows which meaning applies."""
    for key, award in score.awards.items():
        if award.per is None and score.rounds is not None:
            yield mistake(("score", "awards", key), "per_missing", line=quote(key))
        if award.per is not None and score.rounds is None:
            yield mistake(("score", "awards", key, "per"), "per_alone", line=quote(key))


# ---- one line ------------------------------------------------------------------------------


def _line_errors(key: str, one: ScoreLine, scope: Scope) -> Iterator[Mistake]:
    path = ("score", "count", key)
    for part, check in _checks(key, one, scope):
        try:
            check()
        except Wrong as error:
            yield error.mistake.with_path((*path, *part), line=quote(key))


def _checks(key: str, one: ScoreLine, scope: Scope) -> Iterator[tuple[Path, Callable[[], object]]]:
    """Yield the conditions to check, with the path to blame."""
    of, rows = _counted_name(key, one), _rows_of(key, one, scope)
    row_scope = inside(rows, scope) if rows else scope
    if one.of is not None and one.method != "points":
        yield ("of",), partial(check_number, one.of.tree, scope)
    for at, part in enumerate(one.sets or ()):
        yield ("sets", at), partial(check_number, part.tree, scope)
    if one.when is not None:
        yield ("when",), partial(check_number, one.when.tree, row_scope)
    if one.sum is not None:
        yield ("sum",), partial(check_number, one.sum.tree, row_scope)
    for at, part in enumerate(one.product or ()):
        place = ("product", at) if len(one.product) > 1 else ("product",)
        yield place, partial(check_number, part.tree, scope)
    if one.each_by is not None:
        yield ("each_by",), partial(_check_each_by, one, of, scope)
    if one.points is not None:
        yield ("points",), partial(_check_points, one, of, scope)
    if one.of is None and one.method in ("each", "steps") and one.asks_itself and key in scope:
        yield (one.method,), partial(check_number, SyntaxNode("name", key), scope)


def _counted_name(key: str, one: ScoreLine) -> Expression | None:
    return one.of if one.of is not None else expression(key) if one.counts_itself else None


def _rows_of(key: str, one: ScoreLine, scope: Scope) -> RowNames | None:
    of = _counted_name(key, one)
    rows = scope.get(of.tree.value) if of is not None and of.is_name else None
    return rows if isinstance(rows, RowNames) else None


def _check_each_by(one: ScoreLine, of: Expression | None, scope: Scope) -> None:
    assert of is not None
    names = inside(check_rows(of.tree, scope), scope)
    (column,) = one.each_by
    if column not in names:
        raise Wrong(unknown_mistake((), column, "value", names))
    if names[column] is not None:
        raise wrong("word_no_number", given=quote(column))


def _check_points(one: ScoreLine, of: Expression | None, scope: Scope) -> None:
    """Check points by word: each must be one of the choices."""
    assert of is not None
    name = str(of)
    words = scope.get(of.tree.value) if of.is_name else None
    if of.is_name and name not in scope:
        raise Wrong(unknown_mistake((), name, "value", scope))
    if not isinstance(words, SomeWords):
        raise wrong("no_choice", given=quote(name))
    for word in one.points:
        if word not in words.known:
            raise Wrong(unknown_mistake((), word, "word", words.known, what=quote(name)))


# ---- awards and the outcome ----------------------------------------------------------------


def _award_errors(key: str, award: Award, scope: Scope) -> Iterator[Mistake]:
    path = ("score", "awards", key, "least_of" if award.most_of is None else "most_of")
    if award.compared.is_name and award.compared.tree.value not in scope:
        names = [name for name in without_words(scope) if name != "players"]
        yield unknown_mistake(path, str(award.compared), "count", names, line=quote(key))
    else:
        yield from _number_error(award.compared, scope, path, line=key)


def _number_error(what: Expression, scope: Scope, path: Path, line: str = "") -> Iterator[Mistake]:
    try:
        check_number(what.tree, scope)
    except Wrong as error:
        yield error.mistake.with_path(path, line=quote(line or what.text))


# ---- reading -------------------------------------------------------------------------------


def numbers(game: Game, counts: bool = True) -> Numbers:
    """Read a game's declaration; report all errors together, including names in formulas."""
    decks = {key: str(one.get("deck", "")) for key, one in lines(game, "count")}
    totals = {key: game.decks[deck].total for key, deck in decks.items() if deck in game.decks}
    box = {"counts": totals, "decks": list(game.decks), "cards": dict(_cards(game))}
    return read_numbers(Numbers, game, box, partial(errors, counts))


# The same if a module scores, so that nothing has to be counted.
asked_numbers = partial(numbers, counts=False)


def _cards(game: Game) -> Iterator[tuple[str, Any]]:
    """Yield the decks whose cards are ticked: the copies and cells of each card."""
    decks = [one.get("cards") for _, one in lines(game, "ask")]
    for deck in game.decks.values():
        if deck.name in decks:
            rows = {
                piece.id: {"copies": piece.copies, "values": dict(_cells(piece.values))}
                for piece in deck.pieces
                if piece.copies
            }
            # A number, or the words of a column; lists cannot be used in formulas.
            columns = {
                name: {"int": 0, "bool": 0}.get(column.kind, list(column.choices))
                for name, column in deck.columns.items()
                if column.kind != "list"
            }
            yield deck.name, {"rows": rows, "columns": columns}


def _cells(values: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    for name, value in values.items():
        if isinstance(value, bool | int):
            yield name, int(value)
        elif isinstance(value, str):
            yield name, value
