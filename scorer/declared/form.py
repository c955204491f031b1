"""What a declared game asks for."""

from __future__ import annotations

from collections.abc import Mapping

from ..core.forms import Field, Group, Limit
from ..core.ledger_labels import text_in
from ..core.translation import Translation
from .numbers import Counted, Numbers, supplies


def form(numbers: Numbers, say: Translation) -> tuple[Field, ...]:
    known = numbers.score
    players = Group("players", say("players"), known.players.least, known.players.most)

    def count(key: str, one: Counted) -> Field:
        most = [award.points for award in known.awards.values() if award.most_of == key]
        worth = ", ".join((_worth(one, say), *(say("worth.most", points=f"{n:+}") for n in most)))
        help_text = f"{text_in(say.lang, one.help)} ({worth})" if one.help else worth
        label = say(f"rule.{key}")
        return Field(key, label, "int", 0, one.most, group=players, help=help_text, default=0)

    name = Field("name", say("field.name"), "name", group=players, unique=True, part="who")
    return (name, *(count(key, one) for key, one in known.count.items()))


def _worth(one: Counted, say: Translation) -> str:
    """What it counts, so that a score sheet can be added up by hand."""
    if one.steps is not None:
        return say("worth.steps", steps=", ".join(map(str, one.steps)))
    return say("worth.each" if one.group == 1 else "worth.every", each=one.each, every=one.group)


def limits(numbers: Numbers, say: Translation) -> tuple[Limit, ...]:
    """What all players together can have, where a deck counts it."""
    return tuple(
        Limit(
            say.listed([say(f"rule.{key}") for key in keys]), most, tuple((key, "") for key in keys)
        )
        for keys, most in supplies(numbers)
    )


def printed(numbers: Numbers) -> Mapping[str, object]:
    """Nothing of its own: cards and sheets read the declared numbers as ``scoring.score``."""
    return {}
