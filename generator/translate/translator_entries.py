"""Texts as translators see them: each once, with notes, limits and checks.

Equal texts of one context that have the same translation are one entry.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from difflib import get_close_matches

from cards_data.languages.locales import plural_forms
from cards_data.languages.plurals import (
    BrokenMessage,
    MessagePattern,
    Parts,
    Plural,
    has_plural,
    message,
)
from cards_data.models import Game, plain_language
from cards_data.problems import AnyText, Findings, Message, Problems, listed, said_by
from cards_data.reader import UNPRINTABLE
from cards_data.tables import CELL_LIMIT
from cards_data.words import Say
from generator.compose.dependencies import Dependencies
from generator.compose.piece import Composer
from generator.options import Edition
from generator.store.sources import Sources
from generator.text.typesetter import FITS, MOST_LEFT, TextFit
from generator.words import say_in

from .entry_files import TranslatorText
from .text_places import CellPlace, SourceHashes, TextPlace

# So many texts are compared with one that has changed.
MOST_COMPARED = 300
# A text without a box may be so much longer than the plain one.
LONGER, MORE_LETTERS = 1.5, 10


@dataclass(frozen=True)
class Notes:
    """What notes for translators are about: the game, its symbols, how many letters fit."""

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
        for key, wanted in (("note_gaps", False), ("note_symbols", True)):
            marks = [f"{{{name}}}" for name in _names(one) if (name in self.symbols) == wanted]
            if marks:
                yield self._say(key, marks=" ".join(marks))
        yield from (f"{lang}: {' '.join(text.split())}" for lang, text in one.others.items())

    def _letters(self, places: Iterable[TextPlace]) -> str:
        known = [self.limits[one.key] for one in places if one.key in self.limits]
        if known:
            return self._say("note_fit", n=min(known))
        length = len(next(iter(places)).text)
        return self._say("note_about", n=round(length * LONGER) + MORE_LETTERS)

    def _cards(self, cards: Sequence[tuple[str, str]]) -> str:
        deck, more = cards[0][0], len(cards) - 1
        command = f"ecotable preview {self.game} --deck {deck}"
        look = {"card": "/".join(cards[0]), "command": command}
        return self._say("note_cards", n=more, **look) if more else self._say("note_card", **look)

    @property
    def _say(self) -> Say:
        return say_in(self.lang)


def _names(one: TextPlace) -> list[str]:
    """The placeholders and symbols in a text that can be parsed."""
    try:
        return sorted(message(one.text, "").placeholders)
    except BrokenMessage:
        return []


def entries(
    places: Iterable[TextPlace], hashes: SourceHashes, notes: Notes
) -> tuple[TranslatorText, ...]:
    """Every text once, in the order of the files."""
    groups: dict[tuple[str, str], list[TextPlace]] = {}
    for one in places:
        now = replace(one, translation=hashes.translation(one, notes.lang))
        first = groups.get((one.context, one.text), [now])[0]
        same = now.translation in ("", first.translation) or not first.translation
        groups.setdefault((one.context if same else one.own_context, one.text), []).append(now)
    return tuple(_entry(*key, group, hashes, notes) for key, group in groups.items())


def _entry(
    context: str, text: str, places: list[TextPlace], hashes: SourceHashes, notes: Notes
) -> TranslatorText:
    translation = next((one.translation for one in places if one.translation), "")
    stale = any(hashes.has_changed(one, notes.lang) for one in places)
    places_of = [one.where for one in places]
    where = tuple((str(at), 0) if at.sheet else (at.file, at.line) for at in places_of)
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
    """Fresh entries with what a file said that was never imported.

    Where the game says something else by now, or the text is another, the file's translation stays
    and is fuzzy; what has no text any more comes last.
    """
    said = {one.key: one for one in earlier if one.translation}
    now = list(fresh)
    there = {one.key for one in now}
    left = [one for one in said.values() if one.key not in there]
    made = [_with(one, said.get(one.key)) or _like_before(one, left) for one in now]
    return (*made, *(replace(one, gone=True, fuzzy=False) for one in left))


def _like_before(fresh: TranslatorText, left: list[TranslatorText]) -> TranslatorText:
    """An entry whose text has changed, with the translation of what it was, from those left."""
    if fresh.translation:
        return fresh
    among = {one.text: one for one in left if one.context == fresh.context}
    near = get_close_matches(fresh.text, list(among)[:MOST_COMPARED], n=1, cutoff=0.6)
    if not near:
        return fresh
    before = among[near[0]]
    left.remove(before)
    return replace(fresh, translation=before.translation, fuzzy=True, before=before.text)


def _with(fresh: TranslatorText, earlier: TranslatorText | None) -> TranslatorText | None:
    """What a file said of the same text; nothing where it said nothing."""
    if earlier is None:
        return None
    if earlier.translation == fresh.translation:
        return fresh
    told = (f"in the game: {fresh.translation}",) if fresh.translation else ()
    fuzzy = earlier.fuzzy or bool(told)
    return replace(fresh, translation=earlier.translation, fuzzy=fuzzy, notes=(*fresh.notes, *told))


def letters_that_fit(game: Game, texts: Iterable[TextPlace]) -> dict[str, int]:
    """By the key of a text; nothing for texts without a box or with more room than any needs."""
    by_card = _fits_by_card(game)
    everywhere = _longest(fit for fits in by_card.values() for fit in fits)
    of_cards = {card: _longest(fits) for card, fits in by_card.items()}
    found = {}
    for one in texts:
        known = of_cards.get(one.card, {}) if one.card else everywhere
        if one.text in known and isinstance(one.place, CellPlace):
            found[one.key] = known[one.text]
    return found


def _longest(fits: Iterable[TextFit]) -> Mapping[str, int]:
    """How long each text may be; of several boxes the smallest counts."""
    found: dict[str, int] = {}
    for fit in fits:
        if fit.letters_left < MOST_LEFT:
            longest = len(fit.text) + fit.letters_left
            found[fit.text] = min(longest, found.get(fit.text, longest))
    return found


def _fits_by_card(game: Game) -> dict[tuple[str, str], list[TextFit]]:
    """Every face is composed once more, with an eye on its boxes."""
    edition = Edition(plain_language(game.languages), draft=True)
    composer = Composer(game, edition, Sources())
    found: dict[tuple[str, str], list[TextFit]] = {}
    for deck in game.decks.values():
        for piece in deck.pieces:
            before = FITS.set(found.setdefault((deck.name, piece.id), []))
            with suppress(Problems):
                for side in ("front", "back") if deck.back else ("front",):
                    composer.render_side(deck, piece, side, Findings(), Dependencies())
            FITS.reset(before)
    return found


_STRONG = "**"
# A plural that names only these and single numbers asks no language for its forms.
OTHER = frozenset(("other", *(f"={number}" for number in range(100))))
_ODD_BRACE = re.compile(r"\{[^{}]*\{|\}[^{}]*\}|^[^{]*\}|\{[^}]*$")


def wrong_with(
    text: str, translated: str, lang: str, symbols: Collection[str]
) -> Iterator[tuple[AnyText, AnyText]]:
    if UNPRINTABLE.search(translated):
        yield Message("table.control"), Message("allowed.text_only")
    if len(translated) > CELL_LIMIT:
        found = Message("translate.characters", n=len(translated))
        yield found, Message("allowed.up_to", n=CELL_LIMIT)
    if translated.count(_STRONG) % 2:
        yield Message("translate.strong"), Message("translate.two_strong")
    try:
        parsed = message(translated, lang)
    except BrokenMessage as error:
        example = "{n, plural, one {# card} other {# cards}}"
        yield said_by(error), Message("translate.plural", example=example)
        return
    if not has_plural(translated) and _ODD_BRACE.search(translated):
        yield Message("translate.brace"), "{name}"
        return
    plain = message(text, "")
    yield from _placeholders(plain, parsed, (text, translated), symbols)
    counted = {one.name for one in _plurals(plain.parts) if not OTHER.issuperset(one.forms)}
    yield from _forms([one for one in _plurals(parsed.parts) if one.name in counted], lang)


def _placeholders(
    plain: MessagePattern, parsed: MessagePattern, texts: tuple[str, str], symbols: Collection[str]
) -> Iterator[tuple[AnyText, AnyText]]:
    """The same placeholders; of symbols also as many, where no plural says otherwise."""
    gaps = [f"{{{name}}}" for name in sorted(plain.placeholders)]
    allowed = listed(gaps) or Message("translate.no_braces")
    for name in sorted(parsed.placeholders - plain.placeholders):
        yield Message("translate.not_in_text", gap=f"{{{name}}}"), allowed
    for name in sorted(plain.placeholders - parsed.placeholders):
        yield Message("translate.missing", gap=f"{{{name}}}"), allowed
    if plain.numbers or parsed.numbers:
        return
    first, second = (Counter(re.findall(r"\{([\w.]+)\}", text)) for text in texts)
    for name in sorted(set(first) & set(second) & set(symbols)):
        if first[name] != second[name]:
            stands = Message("translate.stands", gap=f"{{{name}}}", n=second[name])
            yield stands, Message("translate.as_in_text", n=first[name])


def _plurals(parts: Parts) -> Iterator[Plural]:
    for part in parts:
        if isinstance(part, Plural):
            yield part
            for form in part.forms.values():
                yield from _plurals(form)


def _forms(plurals: Iterable[Plural], lang: str) -> Iterator[tuple[AnyText, AnyText]]:
    """Every form that the language has, where the text itself tells forms apart."""
    needed = plural_forms(lang)
    for one in plurals:
        if missing := [form for form in needed if form not in one.forms]:
            found = Message("translate.no_form", name=one.name, forms=", ".join(missing))
            yield found, ", ".join(needed)
