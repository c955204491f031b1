"""Record what a face depends on while composing it, and compare when it is needed again.

A cached face is valid while the hashes of everything it read are unchanged. The scorer's values for
print have a hash too, which does not need the scorer. Also compile the templates of a kit before
its pieces need them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Any

from cards_data.files import PICTURE_SUFFIXES
from cards_data.models import Game, Piece
from cards_data.reader import PICTURE_LIMIT
from generator import resources
from generator.options import Edition
from generator.store.cache import open_cache
from generator.store.fingerprint import code_digest, digest
from generator.store.sources import Source, Sources
from generator.text.fonts import font_digest
from generator.text.speech import speech, symbol_keys
from generator.workers import WorkerPool

if TYPE_CHECKING:
    from scorer.core.rules import Rules

KIND = "scored"


def row_values(piece: Piece) -> list[object]:
    """Return all cells of a row and its number in the deck as plain values to hash."""
    translations = {f"{column}:{lang}": text for (column, lang), text in piece.translations.items()}
    return [piece.id, piece.copies, piece.number, dict(piece.values), translations]


def scorer_values(game: Game) -> Mapping[str, object]:
    """Return the values that reference cards and score sheets print; empty without rules."""
    from scorer.registry import is_scored, rules

    return _printed_values(rules(game), game) if is_scored(game) else {}


@lru_cache(maxsize=8)
def _printed_values(rules: Rules[Any, Any], game: Game) -> Mapping[str, object]:
    return rules.printed(rules.numbers(game))


def rules_key(game: Game, sources: Sources) -> str:
    """Return a key for all that the scorer's values depend on: its code and the data."""
    files = resources.rules_files(game.rules_name)
    code = [sources.read(path).digest for path in files], code_digest()
    rows = [[row_values(piece) for piece in deck.pieces] for deck in game.decks.values()]
    return digest(code, game.scoring, rows)


def scored_digest(game: Game, sources: Sources) -> str:
    cache, key = open_cache(), rules_key(game, sources)
    if entry := cache.get(KIND, key):
        return entry.decode()
    printed = digest(scorer_values(game))
    # Not cached if the rules were saved meanwhile: the values may come from either version.
    if rules_key(game, Sources()) == key:
        cache.put(KIND, key, printed.encode())
    return printed


# The kind and name of what was read.
Dependency = tuple[str, str]
# The same with a hash of its value.
DependencyHash = tuple[str, str, str]
DependencyHashes = tuple[DependencyHash, ...]
ALL = "*"
# The separator between the keys of nested values.
BELOW = "/"


class Dependencies:
    """A record of what is read while one face is composed."""

    def __init__(self) -> None:
        self._recorded: dict[Dependency, None] = {}

    def add(self, kind: str, name: str = "") -> None:
        self._recorded[kind, name] = None

    def update(self, others: Iterable[Dependency]) -> None:
        self._recorded.update(dict.fromkeys(others))

    def __iter__(self) -> Iterator[Dependency]:
        return iter(self._recorded)

    @property
    def uses_own_row(self) -> bool:
        """Whether the face reads its own row; if not, it is the same for the whole deck."""
        return any(kind == "own" for kind, _ in self._recorded)


@dataclass(eq=False, repr=False)
class TrackedMapping(Mapping[str, Any]):
    """A mapping that records which of its keys are read, at every level."""

    _kind: str
    _values: Mapping[str, Any]
    _dependencies: Dependencies
    _above: tuple[str, ...] = ()

    def __getitem__(self, key: str) -> Any:
        value = self._values.get(key)
        if isinstance(value, Mapping):
            return TrackedMapping(self._kind, value, self._dependencies, (*self._above, str(key)))
        self._record(str(key))
        return self._values[key]

    def __iter__(self) -> Iterator[str]:
        self._record(ALL)
        return iter(self._values)

    def __len__(self) -> int:
        self._record(ALL)
        return len(self._values)

    def _record(self, key: str) -> None:
        self._dependencies.add(self._kind, BELOW.join((*self._above, key)))


class CurrentHashes:
    """Hashes of everything that a face can depend on, in this run."""

    def __init__(self, game: Game, edition: Edition, sources: Sources) -> None:
        self._game = game
        self._lang = edition.lang
        self._sources = sources
        self._hashes: dict[Dependency, str] = {}

    def hashes(self, dependencies: Iterable[Dependency]) -> DependencyHashes:
        return tuple(
            (kind, name, self.hash_of((kind, name))) for kind, name in sorted(dependencies)
        )

    def is_unchanged(self, recorded: Iterable[Iterable[str]]) -> bool:
        """Return whether everything recorded still has the same value."""
        return all(self.hash_of((kind, name)) == value for kind, name, value in recorded)

    def hash_of(self, dependency: Dependency) -> str:
        if dependency not in self._hashes:
            kind, name = dependency
            has_kind = kind in self._kinds
            self._hashes[dependency] = self._kinds[kind](name) if has_kind else "unknown"
        return self._hashes[dependency]

    @cached_property
    def _kinds(self) -> dict[str, Callable[[str], str]]:
        game = self._game
        return {
            "own": self._row,
            "row": self._row,
            "deck": self._deck,
            "declared": self._deck_hash,
            "speech": self._speech,
            "game": lambda _: digest(game.title(self._lang), game.link, game.box),
            "word": lambda key: digest(game.words.get(key)),
            "colour": lambda name: _value(game.colours, name),
            "scoring": lambda name: _value(game.scoring, name),
            "facts": lambda name: _value(game.facts, name),
            "scored": lambda _: scored_digest(game, self._sources),
            "font": self._font,
            "template": lambda name: _source_digest(self._sources.find(*name.split("/"))),
            "templates": self._all_templates,
            "symbol": self._symbol,
            "art": lambda name: _source_digest(art_source(game, self._sources, name)),
        }

    def _row(self, name: str) -> str:
        name, _, piece_id = name.partition("/")
        deck = self._game.decks.get(name)
        piece = deck.by_id.get(piece_id) if deck else None
        return digest([row_values(piece)] if piece else [])

    def _deck(self, name: str) -> str:
        deck = self._game.decks.get(name)
        return digest([row_values(piece) for piece in deck.pieces]) if deck else ""

    def _deck_hash(self, name: str) -> str:
        deck = self._game.decks.get(name)
        if not deck:
            return ""
        return digest([deck.title(self._lang), deck.total, dict(deck.options), vars(deck.size)])

    def _speech(self, name: str) -> str:
        """Hash what is said of a piece, without the text on it."""
        deck, _, piece_id = name.partition("/")
        owner = self._game.decks.get(deck)
        piece = owner.by_id.get(piece_id) if owner else None
        return digest(speech(self._game, owner, piece, self._lang)) if owner and piece else ""

    def _all_templates(self, _: str) -> str:
        """Hash all templates, for a template that computes the names of those it includes."""
        files = [self._sources.tree(folder, "*/*.j2") for folder in self._sources.folders]
        return digest([[name, source.digest] for tree in files for name, source in tree])

    def _symbol(self, name: str) -> str:
        """Hash a symbol's picture and its words."""
        words = (self._game.words.get(key) for key in symbol_keys(name))
        return digest(_source_digest(symbol_source(self._game, self._sources, name)), *words)

    def _font(self, role: str) -> str:
        font = self._game.fonts.get(role)
        return digest(vars(font), font_digest(font, self._sources)) if font else ""


# A picture's name is never a path: nothing outside the folders can be reached.
_PLAIN = re.compile(r"\w[\w-]*")


def symbol_source(game: Game, sources: Sources, name: str) -> Source | None:
    """Return the game's own symbol if it has one, else the shared one."""
    if not _PLAIN.fullmatch(name):
        return None
    file = f"{name}.svg"
    return sources.find(game.slug, "symbols", file) or sources.find("_shared", "symbols", file)


def art_source(game: Game, sources: Sources, name: str) -> Source | None:
    """Return a picture next to the data, of the game, or, as all animals, shared by the games."""
    if not _PLAIN.fullmatch(name):
        return None
    names = sources.names_of(game.folder / "art")
    for suffix in PICTURE_SUFFIXES if names else ():
        # Cameras write suffixes in capitals.
        for spelt in (suffix, suffix.upper()):
            file = f"{name}{spelt}"
            if file in names and (path := game.folder / "art" / file).is_file():
                return sources.read(path, PICTURE_LIMIT)
    file = f"{name}.svg"
    return sources.find(game.slug, "art", file) or sources.find("_shared", "art", file)


def _value(values: Mapping[str, Any], name: str) -> str:
    """Hash the value at a path of keys, which may be numbers in the file."""
    value: Any = values
    for key in name.split(BELOW):
        if key != ALL:
            inner = value.items() if isinstance(value, Mapping) else ()
            value = next((value for own, value in inner if str(own) == key), None)
    return digest(value)


def _source_digest(source: Source | None) -> str:
    return source.digest if source else ""


# The kind of cache entries for compiled templates, and for the names in them.
TEMPLATES = "templates"
_COMPILE = "generator.compose.environment:compile_one"
# Names of other templates. One that is computed is not found here, and is compiled when used.
_NAMES = re.compile(r"""\{%-?\s*(?:extends|from|import|include)\s+["']([^"']+)""")


def compiled_key(source: Source, name: str) -> str:
    return digest(code_digest(), source.digest, name)


def compile_ahead(game: Game, sources: Sources, pool: WorkerPool, when_idle: bool = False) -> None:
    """Start compiling uncached templates, largest first, before each worker would compile them."""
    cache = open_cache()
    sides = {side for deck in game.decks.values() for side in (deck.front, deck.back) if side}
    pictures = sources.names_in(game.slug, "leaflet", suffix=".j2")
    names = (*sides, *(f"leaflet/{picture}.j2" for picture in pictures))
    missing = {
        name: len(source.content)
        for name, source in with_used(sources, [f"{game.slug}/{name}" for name in names])
        if not cache.has(TEMPLATES, compiled_key(source, name))
    }
    if missing and cache.is_private:
        largest_first = sorted(missing, key=missing.__getitem__, reverse=True)
        pool.map(_COMPILE, sources, largest_first, when_idle=when_idle)


def with_used(sources: Sources, templates: Collection[str]) -> Iterator[tuple[str, Source]]:
    """Yield templates and all that they use, without loading Jinja to parse them."""
    seen, todo = set(templates), list(templates)
    while todo:
        name = todo.pop()
        source = sources.template(name)
        if source and name.endswith(".j2"):
            yield name, source
            used = set(_NAMES.findall(source.content.decode(errors="replace"))) - seen
            seen |= used
            todo += used
