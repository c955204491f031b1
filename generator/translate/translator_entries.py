"""Texts as translators see them: each once, with notes.

Comes in: texts with their places. Goes out: entries, one for equal texts of one context that have
the same translation; and from entries that come back, the translation of each place.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from difflib import get_close_matches

from cards_data.languages.entries import TranslatorText
from cards_data.problems import Place
from cards_data.words import Say
from generator.words import say_in

from .source_hashes import SourceHashes
from .text_checks import likely_length, marks_of
from .text_places import RulesPlace, TextPlace

# So many texts are compared with one that has changed.
MOST_COMPARED = 300


@dataclass(frozen=True)
class Notes:
    """What translators are told about: the game, its symbols, how many letters fit."""

    game: str
    lang: str
    symbols: Collection[str]
    # How many letters the box of a text holds, by its key.
    limits: Mapping[str, int]

    def of(self, places: Iterable[TextPlace]) -> Iterator[str]:
        all_places = list(places)
        one = all_places[0]
        cards = [place.card for place in all_places if place.card]
        if cards:
            yield self._cards(cards)
        yield self._letters(all_places)
        gaps, symbols = marks_of(one.text, self.symbols)
        if gaps:
            yield self._say("note_gaps", marks=" ".join(gaps))
        if symbols:
            yield self._say("note_symbols", marks=" ".join(symbols))
        yield from (f"{lang}: {' '.join(text.split())}" for lang, text in one.others.items())

    def _letters(self, places: Iterable[TextPlace]) -> str:
        known = [self.limits[one.key] for one in places if one.key in self.limits]
        if known:
            return self._say("note_fit", n=min(known))
        return self._say("note_about", n=likely_length(next(iter(places)).text))

    def _cards(self, cards: Sequence[tuple[str, str]]) -> str:
        deck, more = cards[0][0], len(cards) - 1
        command = f"ecotable preview {self.game} --deck {deck}"
        look = {"card": "/".join(cards[0]), "command": command}
        return self._say("note_cards", n=more, **look) if more else self._say("note_card", **look)

    @property
    def _say(self) -> Say:
        """Whoever translates into a language reads the notes in it."""
        return say_in(self.lang)


def entries(
    places: Iterable[TextPlace], hashes: SourceHashes, notes: Notes
) -> tuple[TranslatorText, ...]:
    """Every text once, in the order in which they stand."""
    groups: dict[tuple[str, str], list[TextPlace]] = {}
    for one in places:
        now = replace(one, translation=translated(one, hashes, notes.lang))
        first = groups.get((one.context, one.text), [now])[0]
        same = now.translation in ("", first.translation) or not first.translation
        groups.setdefault((one.context if same else one.own_context, one.text), []).append(now)
    return tuple(_entry(*key, group, hashes, notes) for key, group in groups.items())


def translated(one: TextPlace, hashes: SourceHashes, lang: str) -> str:
    """What stands there; the plain text in rules is none unless somebody said so."""
    copied = isinstance(one.place, RulesPlace) and one.translation == one.text
    return "" if copied and not hashes.is_recorded(one, lang) else one.translation


def _entry(
    context: str, text: str, places: list[TextPlace], hashes: SourceHashes, notes: Notes
) -> TranslatorText:
    translation = next((one.translation for one in places if one.translation), "")
    stale = any(hashes.has_changed(one, notes.lang) for one in places)
    where = tuple(_location(one.where) for one in places)
    fuzzy = bool(translation) and stale
    return TranslatorText(context, text, translation, fuzzy, where, tuple(notes.of(places)))


def taken_from(
    places: Iterable[TextPlace], come: Iterable[TranslatorText]
) -> Iterator[tuple[TextPlace, TranslatorText]]:
    """Each place with the entry that came back for it and says something."""
    known = {one.key: one for one in come if not one.gone}
    for place in places:
        own = known.get((place.own_context, place.text))
        entry = own or known.get((place.context, place.text))
        if entry and entry.translation and not entry.fuzzy:
            yield place, entry


def unknown_entries(
    places: Iterable[TextPlace], come: Iterable[TranslatorText]
) -> list[TranslatorText]:
    """Translations of texts that are no longer there as they were."""
    keys = {key for one in places for key in ((one.context, one.text), (one.own_context, one.text))}
    return [one for one in come if one.translation and not one.gone and one.key not in keys]


def merged(
    fresh: Iterable[TranslatorText], earlier: Iterable[TranslatorText]
) -> tuple[TranslatorText, ...]:
    """Fresh entries with what a file said that was never taken in: nothing in it is lost.

    Where the game says something else by now, or the text is another, the file's translation stays
    and is fuzzy; what has no text any more stands at the end.
    """
    said = {one.key: one for one in earlier if one.translation}
    now = list(fresh)
    there = {one.key for one in now}
    left = [one for one in said.values() if one.key not in there]
    made = [_with(one, said.get(one.key)) or _like_before(one, left) for one in now]
    return (*made, *(replace(one, gone=True, fuzzy=False) for one in left))


def _like_before(fresh: TranslatorText, left: list[TranslatorText]) -> TranslatorText:
    """An entry whose text has changed, with the translation of what it was, from those left."""
    near = None if fresh.translation else _nearest(fresh, left)
    if near is None:
        return fresh
    left.remove(near)
    return replace(fresh, translation=near.translation, fuzzy=True, before=near.text)


def _nearest(fresh: TranslatorText, left: list[TranslatorText]) -> TranslatorText | None:
    """The translation of what this text was before, by how much alike they are."""
    among = {one.text: one for one in left if one.context == fresh.context}
    near = get_close_matches(fresh.text, list(among)[:MOST_COMPARED], n=1, cutoff=0.6)
    return among[near[0]] if near else None


def _with(fresh: TranslatorText, earlier: TranslatorText | None) -> TranslatorText | None:
    """What a file said of the same text; nothing where it said nothing."""
    if earlier is None:
        return None
    if earlier.translation == fresh.translation:
        return fresh
    told = (f"in the game: {fresh.translation}",) if fresh.translation else ()
    fuzzy = earlier.fuzzy or bool(told)
    return replace(fresh, translation=earlier.translation, fuzzy=fuzzy, notes=(*fresh.notes, *told))


def _location(where: Place) -> tuple[str, int]:
    return (str(where), 0) if where.sheet else (where.file, where.line)
