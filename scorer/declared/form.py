"""The form of a declared game, with a short explanation of what each answer scores."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from ..core.forms import Choice, Field, Group, Limit, choices_of
from ..core.translation import Translation, text_in
from ..expressions import SyntaxNode
from .formulas import Expression, FormulaWords, digits, phrase
from .lines import Award, ScoreLine, least, most, type_of
from .numbers import (
    OWN_CARDS,
    ROUNDS,
    Numbers,
    decks_of_cards,
    player_questions,
    supplies,
    wording_of,
)

Counts = tuple[tuple[str, str], ...]


def form(numbers: Numbers, say: Translation) -> tuple[Field, ...]:
    """Return a name, then every question in order."""
    score = numbers.score
    players = Group("players", say("players"), score.players.least, score.players.most)
    name = Field("name", say("field.name"), "name", group=players, unique=True, part="who")
    questions_out = player_questions(numbers).items()
    return name, *(_field(numbers, key, one, players, say) for key, one in questions_out)


def _field(numbers: Numbers, key: str, one: Any, group: Group | None, say: Translation) -> Field:
    type_ = type_of(one)
    called = label(numbers, key, say)
    help_text = _help(numbers, key, one, say)
    if type_ == "cards":
        rows = numbers.box.cards[one.cards]["rows"]
        copies = {card: row["copies"] for card, row in rows.items()}
        cards = choices_of(one.cards, rows, say)
        field = Field(key, called, "cards", choices=cards, data={"copies": copies})
        return field._replace(group=group, help=help_text)
    if type_ == "list":
        items = tuple(
            _field(numbers, name, item, None, say)
            if key == ROUNDS
            else _item(f"{key}.{name}", name, item, say)
            for name, item in one.list.items()
        )
        rows = {"fields": tuple(map(_item_record, items))}
        if key == ROUNDS:
            rows["item"] = say("declared.round_name")
        bounds = (least(one), most(one))
        return Field(key, called, "rows", *bounds, data=rows, group=group, help=help_text)
    return _item(key, key, one, say)._replace(label=called, group=group, help=help_text)


def _item(place: str, key: str, one: Any, say: Translation) -> Field:
    """Return a simple question, of a player or of an item of a list."""
    called, type_ = say.word(f"asked.{place}", key), type_of(one)
    help_text = text_in(say.lang, one.help) if one.help else ""
    if type_ == "choice":
        choices = tuple(
            Choice(word, say.word(f"choice.{place}.{word}", word)) for word in one.choice
        )
        return Field(key, called, "choice", choices=choices, help=help_text)
    if type_ == "yes/no":
        return Field(key, called, "yes_no", default=0, help=help_text)
    start = min(max(0, least(one)), most(one))
    return Field(key, called, "int", least(one), most(one), help=help_text, default=start)


def _item_record(one: Field) -> dict[str, Any]:
    """Return a question of an item as JSON values."""
    keys = ("key", "label", "kind", "low", "high", "default", "help", "data")
    choices = tuple({"value": each.value, "label": each.label} for each in one.choices)
    return {**{key: getattr(one, key) for key in keys}, "choices": choices}


def label(numbers: Numbers, key: str, say: Translation) -> str:
    if key == ROUNDS:
        return say("declared.rounds")
    for award in numbers.score.awards:
        if key == OWN_CARDS.format(award) and key not in numbers.score.ask:
            return say("declared.held", what=say.word(f"rule.{award}", award))
    return say.word(f"asked.{key}", "") or say.word(f"rule.{key}", key)


def _help(numbers: Numbers, key: str, one: Any, say: Translation) -> str:
    """Return a game's own hint, and what it scores, so that a sheet can be added up manually."""
    own = numbers.score.count.get(key)
    hints = one.help or (own.help if own else None)
    worth = ", ".join(point_sources(numbers, key, say))
    if not hints:
        return worth
    return f"{text_in(say.lang, hints)} ({worth})" if worth else text_in(say.lang, hints)


def limits(numbers: Numbers, say: Translation) -> tuple[Limit, ...]:
    """Return what all players together can have if a deck limits it, and of every card."""
    counted = tuple(
        Limit(say.join([say(f"rule.{key}") for key in keys]), supply, counts)
        for keys, supply in supplies(numbers)
        for counts in _at_once(numbers, keys)
    )
    return (*counted, *_card_limits(numbers, say))


def _card_limits(numbers: Numbers, say: Translation) -> Iterator[Limit]:
    by_deck: dict[str, list[str]] = {}
    for key, deck in decks_of_cards(numbers).items():
        by_deck.setdefault(deck, []).append(key)
    for deck, keys in by_deck.items():
        for card, row in numbers.box.cards[deck]["rows"].items():
            for counts in _at_once(numbers, keys, card):
                yield Limit(say.name(deck, card), row["copies"], counts)


def _at_once(numbers: Numbers, keys: Iterable[str], card: str = "") -> Iterator[Counts]:
    """Yield what counts against one supply: the answers of a round, or of the whole game."""
    if numbers.score.rounds is None:
        yield tuple((key, card) for key in keys)
        return
    for at in range(numbers.score.rounds[1]):
        yield tuple((ROUNDS, f"{at}.{key}.{card}") for key in keys)


def to_print(numbers: Numbers) -> Mapping[str, object]:
    """Return nothing: cards and sheets read the declared numbers as ``scoring.score``."""
    return {}


def point_sources(numbers: Numbers, key: str, say: Translation) -> Iterator[str]:
    """Yield every line and award that a question counts for."""
    wording = wording_of(numbers, say)
    for name, one in numbers.score.count.items():
        if key in _names_in_line(name, one):
            yield _worth(name, one, wording)
    for award in numbers.score.awards.values():
        if key in _names(award.compared.tree):
            yield _award(award, wording)


def _names_in_line(name: str, one: ScoreLine) -> set[str]:
    if one.sets is not None:
        return {part for each in one.sets for part in _names(each.tree)}
    if one.of is not None:
        return _names(one.of.tree)
    if one.asks_itself:
        return {name}
    parts = [one.sum] if one.sum is not None else list(one.product or ())
    return {name, *(part for each in parts for part in _names(each.tree))}


def _names(tree: SyntaxNode) -> set[str]:
    own = {str(tree.value)} if tree.type == "name" else set()
    return own.union(*(_names(part) for part in tree.parts))


def _worth(name: str, one: ScoreLine, wording: FormulaWords) -> str:
    say, counted = wording.say, str(one.of or name)
    inside = wording._replace(row=counted, lists=()) if counted in wording.lists else wording
    if one.product is None:
        text = _with_formula(_points_text(name, one, inside), one.of, wording)
    else:
        factors = [*([one.of] if one.of is not None else []), *one.product]
        text = say("worth.sum", what=" × ".join(phrase(each.tree, {}, wording) for each in factors))
    if one.when is not None:
        text = say("worth.when", worth=text, when=phrase(one.when.tree, {}, inside))
    return text if one.from_ is None else say("worth.from", worth=text, least=one.from_)


def _with_formula(text: str, of: Expression | None, wording: FormulaWords) -> str:
    """Return what is counted, if it is not the answer itself."""
    if of is None or of.is_name:
        return text
    return f"{text} ({phrase(of.tree, {}, wording)})"


def _points_text(name: str, one: ScoreLine, wording: FormulaWords) -> str:
    say = wording.say
    if one.steps is not None:
        return say("worth.steps", steps=", ".join(map(str, one.steps)))
    if one.each is not None:
        return _each_text(one, wording)
    if one.points is not None:
        place = f"choice.{name if one.of is None else one.of}"
        names = (
            f"{say.word(f'{place}.{word}', word)} {digits(n)}" for word, n in one.points.items()
        )
        return say("worth.points", points=", ".join(names))
    if one.each_by is not None:
        ((column, steps),) = one.each_by.items()
        column = wording.name(column)
        return say("worth.each_by", column=column, steps=", ".join(map(str, steps)))
    return say("worth.sum", what=phrase(one.sum.tree, {}, wording))


def _each_text(one: ScoreLine, wording: FormulaWords) -> str:
    say = wording.say
    if one.sets is not None:
        names = ", ".join(phrase(part.tree, {}, wording) for part in one.sets)
        return say("worth.sets", each=digits(one.each), names=names)
    if not isinstance(one.each, int):
        word = "worth.each_part" if one.group == 1 else "worth.every_part"
        return say(word, each=digits(one.each), every=one.group)
    return say("worth.each" if one.group == 1 else "worth.every", each=one.each, every=one.group)


def _award(award: Award, wording: FormulaWords) -> str:
    say = wording.say
    shares = award.places or (award.points or 0,)
    points = ", ".join(f"{n:+}" for n in shares)
    text = say("worth.most" if award.most_of is not None else "worth.least", points=points)
    text = _with_formula(text, award.compared, wording)
    return text if award.from_ is None else say("worth.from", worth=text, least=award.from_)
