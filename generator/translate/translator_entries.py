"""The texts of a game or the program for translators: equal ones once, with notes and checks."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from difflib import get_close_matches
from functools import cached_property
from operator import itemgetter
from pathlib import Path
from types import MappingProxyType

from cards_data.languages.locales import is_known, is_leftward, plural_forms
from cards_data.languages.plurals import (
    BrokenMessage,
    MessagePattern,
    Parts,
    Plural,
    has_plural,
    message,
)
from cards_data.models import Game, plain_language
from cards_data.problems import (
    AnyText,
    Findings,
    Message,
    Problems,
    WrongArgument,
    quote,
    said_by,
    short_list,
)
from cards_data.reader import UNPRINTABLE
from cards_data.tables import CELL_LIMIT
from cards_data.words import PLAIN, Say
from generator.compose.composed_game import BATCH, Name, WorkerContext
from generator.compose.dependencies import Dependencies
from generator.compose.piece import Composer
from generator.options import Edition
from generator.resources import PACKAGES, ROOT
from generator.store.sources import Sources
from generator.text.typesetter import FITS, MOST_LEFT, TextFit
from generator.words import say_in
from generator.workers import Failure, WorkerPool

from .entry_files import TranslatorText
from .text_places import (
    FILE,
    CellPlace,
    SourceHashes,
    TextPlace,
    game_texts,
    read_hashes,
    word_table_texts,
)

# The number of texts that are compared with one that has changed.
MOST_COMPARED = 300
# How much longer than the source a text without a box may be.
LONGER, MORE_LETTERS = 1.5, 10
_STRONG = "**"
# A plural with only these and single numbers does not need the forms of a language.
OTHER = frozenset(("other", *(f"={number}" for number in range(100))))
_ODD_BRACE = re.compile(r"\{[^{}]*\{|\}[^{}]*\}|^[^{]*\}|\{[^}]*$")
_MARK = re.compile(r"\{([\w.]+)(?::[^{}]*)?\}")


# What was found in a translation, and what is allowed.
Fault = tuple[AnyText, AnyText]
NOTHING: Mapping[TextPlace, str] = MappingProxyType({})
# What is translated besides games: the texts of the program.
PROGRAM = "program"


@dataclass(frozen=True)
class Texts:
    """Everything that can be translated in one folder, and the file of its hashes."""

    name: str
    title: str
    folder: Path
    lang: str
    hashes_file: str
    game: Game | None = None

    @cached_property
    def places(self) -> tuple[TextPlace, ...]:
        if self.game:
            return game_texts(self.game, self.lang)
        return word_table_texts(_program_tables(), self.lang)

    @cached_property
    def hashes(self) -> SourceHashes:
        return read_hashes(self.folder / self.hashes_file)

    @cached_property
    def symbols(self) -> frozenset[str]:
        game = self.game
        return frozenset(Sources().names_in(game.slug, "symbols", suffix=".svg") if game else ())

    @property
    def _say(self) -> Say:
        return say_in(self.lang)

    def missing(self, accepted: Mapping[TextPlace, str] = NOTHING) -> list[TextPlace]:
        """Return required texts that the language lacks, also with these translations."""
        now = self.hashes.translation
        needed = (one for one in self.places if one.required)
        return [one for one in needed if not accepted.get(one, now(one, self.lang))]

    def changed_texts(self) -> list[TextPlace]:
        """Return texts that have changed since they were translated."""
        changed = (one for one in self.places if self.hashes.has_changed(one, self.lang))
        return [one for one in changed if self.hashes.translation(one, self.lang)]

    def progress(self) -> tuple[int, int]:
        """Return how many texts have a current translation, and how many need one."""
        needed = sum(one.required for one in self.places)
        stale = sum(one.required for one in self.changed_texts())
        return needed - len(self.missing()) - stale, needed

    def check_language(self) -> None:
        """Check that the language can be translated into: it is not the source language."""
        lang = self.lang
        words: tuple[Message, ...] = ()
        plain = plain_language(self.game.languages) if self.game else PLAIN
        if lang == plain:
            words = (Message("translate.own_language", lang=quote(lang)),)
        elif not is_known(lang):
            words = Message("value.unknown", value=quote(lang)), Message("translate.code")
        elif is_leftward(lang):
            words = Message("face.leftward", name=quote(lang)), Message("face.rightward")
        if words:
            raise Problems([WrongArgument("--to", *words)])

    def entries(self, pool: WorkerPool | None = None) -> tuple[TranslatorText, ...]:
        """Return every text once, in file order, with how many letters fit."""
        limits = letters_that_fit(self.game, self.places, pool) if self.game else {}
        return tuple(self._entry(*key, group, limits) for key, group in self.groups.items())

    @cached_property
    def groups(self) -> Mapping[tuple[str, str], Sequence[TextPlace]]:
        """The places by context and text; those of one group are translated together."""
        groups: dict[tuple[str, str], list[TextPlace]] = {}
        for one in self.places:
            now = replace(one, translation=self.hashes.translation(one, self.lang))
            first = groups.get((one.context, one.text), [now])[0]
            same = now.translation in ("", first.translation) or not first.translation
            groups.setdefault((one.context if same else one.own_context, one.text), []).append(now)
        return groups

    def is_stale(self, places: Iterable[TextPlace]) -> bool:
        """Return whether the source of any of these places has changed since its translation."""
        return any(self.hashes.has_changed(one, self.lang) for one in places)

    def _entry(
        self, context: str, text: str, places: Sequence[TextPlace], limits: Mapping[str, int]
    ) -> TranslatorText:
        translation = next((one.translation for one in places if one.translation), "")
        stale = self.is_stale(places)
        files = [one.where for one in places]
        where = tuple((str(at), 0) if at.sheet else (at.file, at.line) for at in files)
        notes = tuple(self._notes(places, limits))
        return TranslatorText(context, text, translation, bool(translation) and stale, where, notes)

    def _notes(self, places: Sequence[TextPlace], limits: Mapping[str, int]) -> Iterator[str]:
        """Yield where a text is seen, how many letters fit, its placeholders, and translations."""
        one, fits = places[0], [limits[place.key] for place in places if place.key in limits]
        if cards := [place.card for place in places if place.card]:
            command = f"ecotable preview {self.name} --deck {cards[0][0]}"
            look, more = {"card": "/".join(cards[0]), "command": command}, len(cards) - 1
            several = {"n": more} if more else {}
            yield self._say("note_cards" if more else "note_card", **several, **look)
        if not any(place.required for place in places):
            yield self._say("note_optional")
        about = {"n": usual_length(one.text)}
        yield self._say("note_fit", n=min(fits)) if fits else self._say("note_about", **about)
        for key, is_symbol in (("note_gaps", False), ("note_symbols", True)):
            marks = [f"{{{name}}}" for name in names_in(one) if (name in self.symbols) == is_symbol]
            if marks:
                yield self._say(key, marks=" ".join(marks))
        yield from (f"{lang}: {' '.join(text.split())}" for lang, text in one.others.items())

    def match(self, come: Iterable[TranslatorText]) -> Iterator[tuple[TextPlace, TranslatorText]]:
        """Yield each place with its entry in the imported file, if not empty."""
        by_key = {one.key: one for one in come if not one.gone}
        for place in self.places:
            own = by_key.get((place.own_context, place.text))
            entry = own or by_key.get((place.context, place.text))
            if entry and entry.translation and not entry.fuzzy:
                yield place, entry

    def unknown(self, come: Iterable[TranslatorText]) -> tuple[TranslatorText, ...]:
        """Return translations of texts that no longer exist or have changed."""
        keys = {
            (context, one.text) for one in self.places for context in (one.context, one.own_context)
        }
        filled = (one for one in come if one.translation and not one.gone)
        return tuple(one for one in filled if one.key not in keys)

    def faults(self, one: TranslatorText) -> Iterator[Fault]:
        text, translated = one.text, one.translation
        if UNPRINTABLE.search(translated):
            yield Message("table.control"), Message("allowed.text_only")
        if len(translated) > CELL_LIMIT:
            fault = Message("translate.characters", n=len(translated))
            yield fault, Message("allowed.up_to", n=CELL_LIMIT)
        if translated.count(_STRONG) % 2:
            yield Message("translate.strong"), Message("translate.two_strong")
        try:
            parsed = message(translated, self.lang)
        except BrokenMessage as error:
            example = "{n, plural, one {# card} other {# cards}}"
            yield said_by(error), Message("translate.plural", example=example)
            return
        if not has_plural(translated) and _ODD_BRACE.search(translated):
            yield Message("translate.brace"), "{name}"
            return
        plain = message(text, "")
        yield from _placeholders(plain, parsed)
        if not plain.numbers and not parsed.numbers:
            yield from self._counted_symbols(one)
        counted = {one.name for one in _plurals(plain.parts) if not OTHER.issuperset(one.forms)}
        yield from _forms([one for one in _plurals(parsed.parts) if one.name in counted], self.lang)

    def _counted_symbols(self, one: TranslatorText) -> Iterator[Fault]:
        """Check that each symbol occurs as often, unless a plural changes that."""
        first, second = (Counter(_MARK.findall(text)) for text in (one.text, one.translation))
        for name in sorted(set(first) & set(second) & self.symbols):
            if first[name] != second[name]:
                stands = Message("translate.stands", gap=f"{{{name}}}", n=second[name])
                yield stands, Message("translate.as_in_text", n=first[name])


def texts_of(game: Game, lang: str) -> Texts:
    return Texts(game.slug, game.title(lang), game.folder, lang, FILE, game)


def program_texts(lang: str) -> Texts:
    return Texts(PROGRAM, "Ecotable", ROOT, lang, f"generator/{FILE}")


def _program_tables() -> dict[str, Path]:
    """Return the tables of texts that do not belong to a game."""
    games = {path.parent for path in (ROOT / "cards_data").glob("*/game.yaml")}
    tables = (
        one for name in sorted(PACKAGES) for one in sorted((ROOT / name).rglob("*words*.csv"))
    )
    return {one.relative_to(ROOT).as_posix(): one for one in tables if one.parent not in games}


def usual_length(text: str) -> int:
    """Return how long a translation may be if it has no box."""
    return round(len(text) * LONGER) + MORE_LETTERS


def names_in(one: TextPlace) -> list[str]:
    """Return the placeholders and symbols of a text that can be parsed."""
    try:
        return sorted(message(one.text, "").placeholders)
    except BrokenMessage:
        return []


def merge_entries(
    fresh: Iterable[TranslatorText], earlier: Iterable[TranslatorText]
) -> tuple[TranslatorText, ...]:
    """Merge new entries with those of a file that was never imported.

    If the game or the text has changed since, the file's translation stays and becomes fuzzy.
    Entries without a text are last.
    """
    by_key = {one.key: one for one in earlier if one.translation}
    now = list(fresh)
    keys = {one.key for one in now}
    left = [one for one in by_key.values() if one.key not in keys]
    entries = [_with_earlier(one, by_key.get(one.key)) or _like_before(one, left) for one in now]
    return (*entries, *(replace(one, gone=True, fuzzy=False) for one in left))


def _like_before(fresh: TranslatorText, left: list[TranslatorText]) -> TranslatorText:
    """Return an entry whose text has changed, with the translation of its earlier text."""
    if fresh.translation:
        return fresh
    among = {one.text: one for one in left if one.context == fresh.context}
    near = get_close_matches(fresh.text, list(among)[:MOST_COMPARED], n=1, cutoff=0.6)
    if not near:
        return fresh
    before = among[near[0]]
    left.remove(before)
    return replace(fresh, translation=before.translation, fuzzy=True, before=before.text)


def _with_earlier(fresh: TranslatorText, earlier: TranslatorText | None) -> TranslatorText | None:
    """Return the entry with what a file said of the same text, or None."""
    if earlier is None:
        return None
    if earlier.translation == fresh.translation:
        return fresh
    now = (f"in the game: {fresh.translation}",) if fresh.translation else ()
    fuzzy = earlier.fuzzy or bool(now)
    return replace(fresh, translation=earlier.translation, fuzzy=fuzzy, notes=(*fresh.notes, *now))


def letters_that_fit(
    game: Game, texts: Iterable[TextPlace], pool: WorkerPool | None = None
) -> dict[str, int]:
    """Return limits by text key; none for texts without a box or with ample space."""
    by_card = _fits_by_card(game, pool)
    everywhere = _longest(fit for fits in by_card.values() for fit in fits)
    of_cards = {card: _longest(fits) for card, fits in by_card.items()}
    limits = {}
    for one in texts:
        fits = of_cards.get(one.card, {}) if one.card else everywhere
        if one.text in fits and isinstance(one.place, CellPlace):
            limits[one.key] = fits[one.text]
    return limits


def _longest(fits: Iterable[TextFit]) -> Mapping[str, int]:
    """Return how long each text may be; of several boxes the smallest counts."""
    lengths: dict[str, int] = {}
    for fit in fits:
        if fit.letters_left < MOST_LEFT:
            longest = len(fit.text) + fit.letters_left
            lengths[fit.text] = min(longest, lengths.get(fit.text, longest))
    return lengths


def _fits_by_card(game: Game, pool: WorkerPool | None) -> dict[Name, list[TextFit]]:
    """Compose every face once more, in workers if there are any, to record how its texts fit."""
    edition = Edition(plain_language(game.languages), draft=True)
    context = WorkerContext(Composer(game, edition, Sources()))
    names = [(deck.name, piece.id) for deck in game.decks.values() for piece in deck.pieces]
    if pool is None:
        return {name: fits_on(context, name) for name in names}
    stream = pool.map(f"{__name__}:{fits_on.__name__}", context, names, BATCH, itemgetter(0))
    return {
        name: fits
        for name, fits in zip(names, stream, strict=True)
        if not isinstance(fits, Failure)
    }


def fits_on(context: WorkerContext, name: Name) -> list[TextFit]:
    """Return how the texts of one piece fit; those drawn before a problem, if it has any."""
    composer, result = context.composer, list[TextFit]()
    deck = composer.game.decks[name[0]]
    before = FITS.set(result)
    with suppress(Problems):
        for side in ("front", "back") if deck.back else ("front",):
            composer.render_side(deck, deck.piece(name[1]), side, Findings(), Dependencies())
    FITS.reset(before)
    return result


def _placeholders(plain: MessagePattern, parsed: MessagePattern) -> Iterator[Fault]:
    gaps = [f"{{{name}}}" for name in sorted(plain.placeholders)]
    allowed = short_list(gaps) or Message("translate.no_braces")
    for name in sorted(parsed.placeholders - plain.placeholders):
        yield Message("translate.not_in_text", gap=f"{{{name}}}"), allowed
    for name in sorted(plain.placeholders - parsed.placeholders):
        yield Message("translate.missing", gap=f"{{{name}}}"), allowed


def _plurals(parts: Parts) -> Iterator[Plural]:
    for part in parts:
        if isinstance(part, Plural):
            yield part
            for form in part.forms.values():
                yield from _plurals(form)


def _forms(plurals: Iterable[Plural], lang: str) -> Iterator[Fault]:
    """Yield every plural form that the language needs and the translation lacks."""
    needed = plural_forms(lang)
    for one in plurals:
        if missing := [form for form in needed if form not in one.forms]:
            fault = Message("translate.no_form", name=one.name, forms=", ".join(missing))
            yield fault, ", ".join(needed)
