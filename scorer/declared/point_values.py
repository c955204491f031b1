"""What an answer is worth, in a few words, so that a score sheet can be added up by hand."""

from __future__ import annotations

from collections.abc import Iterator

from ..core.translation import Translation
from ..expressions import SyntaxNode
from .expressions import digits
from .lines import Award, Counted
from .numbers import Numbers


def worths(numbers: Numbers, key: str, say: Translation) -> Iterator[str]:
    """Every line and award that a question counts for."""
    for name, one in numbers.score.count.items():
        if key in _used(name, one):
            yield _worth(name, one, say)
    for award in numbers.score.awards.values():
        if key in _names(award.of.tree):
            yield _award(award, say)


def _used(name: str, one: Counted) -> set[str]:
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


def _worth(name: str, one: Counted, say: Translation) -> str:
    text = _way(name, one, say)
    if one.when is not None:
        text = say("worth.when", worth=text, when=str(one.when))
    return text if one.from_ is None else say("worth.from", worth=text, least=one.from_)


def _way(name: str, one: Counted, say: Translation) -> str:
    if one.steps is not None:
        return say("worth.steps", steps=", ".join(map(str, one.steps)))
    if one.each is not None:
        return _each(one, say)
    if one.points is not None:
        place = f"choice.{name if one.of is None else one.of}"
        names = (
            f"{say.word(f'{place}.{word}', word)} {digits(n)}" for word, n in one.points.items()
        )
        return say("worth.points", points=", ".join(names))
    if one.each_by is not None:
        ((column, steps),) = one.each_by.items()
        return say("worth.each_by", column=column, steps=", ".join(map(str, steps)))
    if one.sum is not None:
        return say("worth.sum", what=str(one.sum))
    factors = [*([one.of] if one.of is not None else []), *(one.product or ())]
    return say("worth.sum", what=" × ".join(map(str, factors)))


def _each(one: Counted, say: Translation) -> str:
    if one.sets is not None:
        names = ", ".join(say.word(f"rule.{part}", str(part)) for part in one.sets)
        return say("worth.sets", each=digits(one.each), names=names)
    if not isinstance(one.each, int):
        word = "worth.each_part" if one.group == 1 else "worth.every_part"
        return say(word, each=digits(one.each), every=one.group)
    return say("worth.each" if one.group == 1 else "worth.every", each=one.each, every=one.group)


def _award(award: Award, say: Translation) -> str:
    shares = award.places or (award.points or 0,)
    points = ", ".join(f"{n:+}" for n in shares)
    text = say("worth.most" if award.most_of is not None else "worth.least", points=points)
    return text if award.from_ is None else say("worth.from", worth=text, least=award.from_)
