"""Texts as translators see them: each once, with notes.

Comes in: texts with their places. Goes out: entries, one for equal texts of one context that have
the same translation; and from entries that come back, the translation of each place.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from difflib import get_close_matches
from typing import NamedTuple

from cards_data.languages.locales import plural_forms
from cards_data.models import Game, plain_language
from cards_data.plurals import BrokenMessage, MessagePattern, Parts, Plural, has_plural, message
from cards_data.problems import AnyText, Findings, Message, Problems, listed, said_by
from cards_data.reader import UNPRINTABLE
from cards_data.tables import CELL_LIMIT
from cards_data.words import Say
from generator.compose.dependencies import Dependencies
from generator.compose.functions import FITS, MOST_LEFT, TextFit
from generator.compose.piece import Composer
from generator.options import Edition
from generator.store.sources import Sources
from generator.words import say_in

from .entry_files import TranslatorText
from .text_places import CellPlace, RulesPlace, SourceHashes, TextPlace

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
    where = tuple(one.where for one in places)
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
    return {
        (deck.name, piece.id): _fits(composer, deck.name, piece.id)
        for deck in game.decks.values()
        for piece in deck.pieces
    }


def _fits(composer: Composer, deck_name: str, piece_id: str) -> list[TextFit]:
    deck = composer.game.decks[deck_name]
    noted: list[TextFit] = []
    before = FITS.set(noted)
    try:
        for side in ("front", "back") if deck.back else ("front",):
            composer.render_side(deck, deck.piece(piece_id), side, Findings(), Dependencies())
    except Problems:
        return noted
    finally:
        FITS.reset(before)
    return noted


_STRONG = "**"
# A plural that names only these and single numbers asks no language for its forms.
OTHER = frozenset(("other", *(f"={number}" for number in range(100))))
_ODD_BRACE = re.compile(r"\{[^{}]*\{|\}[^{}]*\}|^[^{]*\}|\{[^}]*$")
# A text without a box may be so much longer than the plain one.
LONGER, MORE_LETTERS = 1.5, 10


class TextMarks(NamedTuple):
    """What a text holds beside words."""

    gaps: tuple[str, ...]
    symbols: tuple[str, ...]


def marks_of(text: str, symbols: Collection[str]) -> TextMarks:
    """The gaps and symbols of a text that can be parsed."""
    try:
        names = sorted(message(text, "").placeholders)
    except BrokenMessage:
        names = []
    gaps = tuple(f"{{{name}}}" for name in names if name not in symbols)
    return TextMarks(gaps, tuple(f"{{{name}}}" for name in names if name in symbols))


def likely_length(text: str) -> int:
    """How long a translation may be where no box says it."""
    return round(len(text) * LONGER) + MORE_LETTERS


def wrong_with(
    text: str, translated: str, lang: str, symbols: Collection[str]
) -> Iterator[tuple[AnyText, AnyText]]:
    """What was found, and what is allowed."""
    if UNPRINTABLE.search(translated):
        yield Message("table.control"), Message("allowed.text_only")
    if len(translated) > CELL_LIMIT:
        yield (
            Message("translate.characters", n=len(translated)),
            Message("allowed.up_to", n=CELL_LIMIT),
        )
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
    yield from _names(plain, parsed, (text, translated), symbols)
    counted = {one.name for one in _plurals(plain.parts) if not OTHER.issuperset(one.forms)}
    yield from _forms([one for one in _plurals(parsed.parts) if one.name in counted], lang)


def _names(
    plain: MessagePattern, parsed: MessagePattern, texts: tuple[str, str], symbols: Collection[str]
) -> Iterator[tuple[AnyText, AnyText]]:
    """The same gaps; of symbols also the same number, where no plural says otherwise."""
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
