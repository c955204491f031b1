"""Read a game's folder into a checked Game, or raise Problems with all mistakes in its files."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Annotated, Any, NamedTuple, cast

from .decks import SOURCES, DeckContext, DeclaredDeck, DeclaredSize, in_all, made_size, read_deck
from .declarations import Text, Texts, Words, allowing, by_content, invalid, read_document
from .documents import Document, ReadOnly, freeze
from .models import Deck, Font, Game, Size, Unsure, plain_language
from .problems import (
    AnyText,
    Findings,
    Message,
    Problem,
    Problems,
    WrongCount,
    did_you_mean,
    quote,
    short_list,
)
from .reader import examples, read_yaml, record_hashes
from .schema import Check, Frozen, fields, not_known, unknown_key
from .schema import Path as Steps
from .tables import read_words, table_file
from .words import PLAIN

# Wrong references of a column that are compared with all pieces they might mean.
HINTS_LIMIT = 50
# More dice than any game needs, and fewer than fill a sheet.
MOST_DICE = 12
# A name of files and folders; Windows reserves some words for devices.
SLUG = re.compile(r"(?!(?:con|prn|aux|nul|com\d|lpt\d)$)[a-z][a-z0-9_]{0,39}")
LANGUAGE = re.compile(r"[a-z]{2,3}(-[A-Za-z0-9]+)*")
FONT_FILE = re.compile(r"\w[\w .-]*\.(?:[ot]tf|woff2?)")
# A safe link: other schemes run code or open files.
ADDRESS = re.compile(r"https?://[^\s/].*", re.IGNORECASE | re.DOTALL)
COLOUR = re.compile(r"#[0-9a-fA-F]{6}")


def _fitting(regex: re.Pattern[str], allowed: Message) -> Check:
    """Return a check for a text of a form; an empty text counts as missing."""
    return allowing(lambda text: not text or bool(regex.fullmatch(text)), allowed)


def _a(kind: type, allowed: str) -> Check:
    return allowing(lambda value: isinstance(value, kind), Message(allowed))


def _colour(colour: Any) -> str:
    if not isinstance(colour, str) or not COLOUR.fullmatch(colour):
        value = Message("game.empty_colour") if colour is None else quote(colour)
        hint = "" if isinstance(colour, str) else Message("game.colour_in_quotes")
        raise invalid(Message("game.no_colour", value=value), '"#rrggbb"', hint)
    return colour


def _is_language(code: Any) -> bool:
    return isinstance(code, str) and LANGUAGE.fullmatch(code) is not None


Code = Annotated[Any, allowing(_is_language, "en, sv, …")]
Slug = Annotated[Text, _fitting(SLUG, Message("game.slug"))]
_DICE = allowing(
    lambda count: 0 <= count <= MOST_DICE, Message("allowed.range", low=0, high=MOST_DICE)
)


class DeclaredFont(Frozen):
    """An installed font family."""

    family: Text
    weight: int = 400
    italic: bool = False
    file: Text = ""


class FontFile(Frozen):
    """A font file in the ``fonts`` folder of the game."""

    file: Text
    weight: int = 400


AnyFont = Annotated[
    DeclaredFont | FontFile, by_content(lambda raw: FontFile if "file" in raw else DeclaredFont)
]


class DeclaredFonts(Frozen):
    """Typefaces by role, and the defaults if a game names none."""

    title: AnyFont = DeclaredFont(family="Manrope", weight=800)
    body: AnyFont = DeclaredFont(family="Source Sans Pro")
    strong: AnyFont = DeclaredFont(family="Source Sans Pro", weight=700)
    italic: AnyFont = DeclaredFont(family="Source Sans Pro", italic=True)


class DeclaredGame(Frozen):
    """The contents of game.yaml."""

    title: Texts
    """one text, or one for each language"""
    languages: tuple[Code, ...] = ()
    """the column without a suffix is English, or else the first of these"""
    link: Annotated[Text, _fitting(ADDRESS, Message("game.address"))] = ""
    """the home page of the game; it becomes a QR code"""
    makers: Texts = ""
    """who made the game, in one sentence"""
    box: dict[Words, Text] = ReadOnly({})
    """the facts on a box: players, minutes, age"""
    colours: dict[Annotated[Any, _a(str, "game.colour_name")], Annotated[Any, _colour]] = ReadOnly(
        {}
    )
    """by name, as "#rrggbb" in quotes; the how-to page and the score sheet use `accent`"""
    tell_apart: tuple[Annotated[Any, _a(tuple, "game.colour_list")], ...] = ()
    """groups of colours that players must be able to distinguish"""
    fonts: DeclaredFonts = DeclaredFonts()
    """`title`, `body`, `strong` and `italic`; each has a default"""
    bring: dict[Words, tuple[Words, ...]] = ReadOnly({})
    """what players must bring, in each language"""
    dice: Annotated[int, _DICE] = 0
    """how many six-sided dice players need; `export --to boxes` prints them"""
    decks: dict[Words, DeclaredDeck]
    """the decks, see below"""
    facts: dict[Any, Any] = ReadOnly({})
    """numbers that rules and cards mention but scoring does not need"""
    sheet_example: Text = ""
    """the worked example that the score sheet shows"""
    from_: Slug = ""
    """the game it was copied from; `changes` compares with it"""
    rules: Slug = ""
    """the game whose rules score it, if it has no rules"""
    unread: tuple[Code, ...] = ()
    """translations that no native speaker has read; page 1 has a note"""
    unfinished: tuple[Code, ...] = ()
    """languages whose translation is not finished"""


class GameDraft(NamedTuple):
    """A game without its leaflets, and its problems so far."""

    game: Game
    findings: Findings


def read_game(folder: Path, slug: str = "", counted: bool = True) -> Game:
    """Return the whole game, or raise every problem; the slug is the folder's name.

    To be shown, a game need not be ``counted``: a deck in progress has any number of pieces.
    """
    return with_leaflets(read_without_leaflets(folder, slug), counted)


def with_leaflets(read: GameDraft, counted: bool = True) -> Game:
    from .leaflet_reader import read_leaflets

    game, findings = read.game, Findings()
    findings.extend(
        problem for problem in read.findings if counted or not isinstance(problem, WrongCount)
    )
    leaflets = read_leaflets(game, findings)
    findings.raise_any()
    return replace(game, leaflets=freeze(leaflets))


def read_without_leaflets(folder: Path, slug: str = "") -> GameDraft:
    """Return the game without its leaflets, with hashes of the files it was read from."""
    with record_hashes() as hashes:
        game, findings = _read_without_leaflets(folder, slug)
    own = {path: content for path, content in hashes.items() if path.is_relative_to(folder)}
    files = {path.relative_to(folder).as_posix(): content for path, content in own.items()}
    return GameDraft(replace(game, files=freeze(files)), findings)


def _read_without_leaflets(folder: Path, slug: str) -> GameDraft:
    findings, notes = Findings(), Findings()
    document = read_yaml(folder / "game.yaml")
    says = read_document(DeclaredGame, document, findings)
    declared = _GameFile(document, says, findings, folder)
    languages = tuple(dict.fromkeys(says.languages)) or (PLAIN,)
    unfinished = declared.languages_in_progress(languages)
    spoken = (*languages, *unfinished)
    scoring, unsure = _scoring(folder / "scoring.yaml", findings)
    context = DeckContext(document, folder, languages, read_sizes(), findings, notes, unfinished)
    decks = _decks(says, context)
    facts = declared.facts(unsure)
    game = Game(
        slug=slug or folder.name,
        titles=freeze(declared.texts("title", languages)),
        languages=languages,
        link=says.link,
        makers=declared.texts("makers", languages),
        box=says.box,
        colours=says.colours,
        tell_apart=declared.tell_apart(),
        fonts=freeze(declared.fonts(slug or folder.name)),
        bring=declared.bring(spoken),
        dice=says.dice,
        decks=freeze(decks),
        words=freeze(_words(folder, languages, findings)),
        scoring=freeze(scoring),
        folder=folder,
        unsure=(*_unsure_pieces(decks), *unsure),
        facts=facts,
        sheet_example=declared.sheet_example(),
        unread=declared.unread(spoken),
        unfinished=unfinished,
        origin=says.from_,
        rules=says.rules,
        notes=tuple(notes),
    )
    return GameDraft(game, findings)


class _GameFile(NamedTuple):
    """The contents of game.yaml with places; compared with each other and with the files."""

    document: Document
    says: DeclaredGame
    findings: Findings
    folder: Path

    def refuse(self, path: Steps, fault: AnyText, allowed: AnyText, hint: AnyText = "") -> None:
        self.findings.add(self.document.at(*path), fault, allowed, hint)

    def texts(self, key: str, languages: tuple[str, ...]) -> dict[str, str]:
        where = self.document.at(key)
        return in_all(getattr(self.says, key), where, languages, self.findings)

    def languages_in_progress(self, languages: tuple[str, ...]) -> tuple[str, ...]:
        """Return languages that are being translated: missing texts are not a problem yet."""
        codes = dict.fromkeys(self.says.unfinished)
        for code in (code for code in codes if code in languages):
            fault = Message("game.twice_listed", value=quote(code))
            self.refuse(("unfinished",), fault, Message("game.one_of_two"))
        return tuple(code for code in codes if code not in languages)

    def unread(self, languages: tuple[str, ...]) -> tuple[str, ...]:
        """Return languages that no native speaker has read."""
        codes = tuple(dict.fromkeys(self.says.unread))
        for index, code in enumerate(codes):
            if code not in languages:
                fault = Message("leaflet.no_language", value=quote(code))
                self.refuse(("unread", index), fault, ", ".join(languages))
        return codes

    def tell_apart(self) -> tuple[tuple[str, ...], ...]:
        """Return groups of colours by name, including those that are invalid themselves."""
        groups, names = self.says.tell_apart, [name for name in self.says.colours if name]
        for index, group in enumerate(groups):
            for name in (name for name in group if name not in names):
                where = self.document.at("tell_apart", index)
                fault = Message("game.no_colour", value=quote(name))
                self.findings.extend([Problem.unknown(where, fault, name, names)])
        return tuple(tuple(name for name in group if name in names) for group in groups)

    def fonts(self, slug: str) -> dict[str, Font]:
        roles = fields(DeclaredFonts)
        return {role: self._font(role, getattr(self.says.fonts, role), slug) for role in roles}

    def _font(self, role: str, font: DeclaredFont | FontFile, slug: str) -> Font:
        if isinstance(font, DeclaredFont):
            return Font(font.family, font.weight, font.italic)
        files = (path.name for path in (self.folder / "fonts").glob("*.*"))
        existing = sorted(file for file in files if FONT_FILE.fullmatch(file))
        if font.file not in existing:
            hint = did_you_mean(font.file, existing) or Message("game.font_name")
            fault = Message("game.no_font", name=quote(font.file))
            self.refuse(("fonts", role, "file"), fault, ", ".join(existing), hint)
        return Font(f"{slug}/fonts/{font.file}", font.weight)

    def bring(self, languages: tuple[str, ...]) -> Mapping[str, tuple[str, ...]]:
        for lang in (lang for lang in self.says.bring if lang not in languages):
            self.findings.extend([unknown_key(self.document.at("bring", lang), lang, languages)])
        return self.says.bring

    def facts(self, unsure: list[Unsure]) -> Mapping[str, int | str]:
        """Return values for leaflet and cards that scoring does not need, such as the hand size."""
        facts = _unwrap(self.document, self.says.facts, ("facts",), unsure, self.findings)
        for name, value in facts.items():
            if isinstance(value, bool) or not isinstance(value, int | str):
                fault = Message("value.found", value=quote(value))
                self.refuse(("facts", name), fault, Message("game.number_or_text"))
        return cast(Mapping[str, int | str], freeze(facts))

    def sheet_example(self) -> str:
        """Return the worked example that the score sheet shows; empty unless it is named."""
        name, names = self.says.sheet_example, ("", *examples(self.folder))
        if name not in names:
            self.findings.extend([not_known(self.document.at("sheet_example"), name, names)])
        return name


SIZES = Path(__file__).parent / "sizes.yaml"


def read_sizes() -> dict[str, Size]:
    findings, document = Findings(), read_yaml(SIZES)
    sizes = {
        name: made_size(name, one, partial(document.at, name), findings)
        for name, one in read_document(dict[Words, DeclaredSize], document, findings).items()
    }
    findings.raise_any()
    return sizes


def _decks(declared: DeclaredGame, context: DeckContext) -> dict[str, Deck]:
    read = {name: read_deck(name, one, context) for name, one in declared.decks.items()}
    decks = {name: deck for name, deck in read.items() if deck}
    for deck in decks.values():
        _check_references(deck, decks, context.findings)
    return decks


def checked_deck(game: Game, name: str, path: Path) -> None:
    """Raise what is wrong with another table for a deck; its number of pieces may differ."""
    findings, document = Findings(), read_yaml(game.folder / "game.yaml")
    declared = read_document(DeclaredDeck, document, findings, ("decks", name))
    context = DeckContext(
        document, game.folder, game.languages, read_sizes(), findings, Findings(), game.unfinished
    )
    deck = read_deck(name, declared, context, path)
    if deck:
        _check_references(deck, {**game.decks, name: deck}, findings)
    wrong = [problem for problem in findings if not isinstance(problem, WrongCount)]
    if wrong:
        raise Problems(wrong)


def _check_references(deck: Deck, decks: Mapping[str, Deck], findings: Findings) -> None:
    """Check that a cell of type ``ref`` names a piece of another deck."""
    for column in deck.columns.values():
        if column.kind != "ref" or column.ref not in decks:
            continue
        ids = dict.fromkeys(piece.id for piece in decks[column.ref].pieces)
        words = ((piece, str(piece.values[column.name] or "")) for piece in deck.pieces)
        wrong = [(piece, word) for piece, word in words if word and word not in ids]
        for number, (piece, word) in enumerate(wrong):
            where = piece.at(column.name)
            hint = did_you_mean(word, ids) if number < HINTS_LIMIT else ""
            findings.add(
                where,
                Message("value.no_piece_of", value=quote(word), deck=column.ref),
                short_list(ids),
                hint,
            )


def _words(
    folder: Path, languages: tuple[str, ...], findings: Findings
) -> Mapping[str, Mapping[str, str]]:
    path, plain = table_file(folder, "words"), plain_language(languages)
    if not path.exists():
        return {}
    try:
        columns = tuple(PLAIN if lang == plain else lang for lang in languages)
        return read_words(path, columns, findings)
    except Problems as problems:
        findings.extend(problems.problems)
        return {}


def _scoring(path: Path, findings: Findings) -> tuple[dict[str, Any], list[Unsure]]:
    """Return the numbers of scoring.yaml, and those without a source; the file is optional."""
    if not path.exists():
        return {}, []
    try:
        document = read_yaml(path)
    except Problems as problems:
        findings.extend(problems.problems)
        return {}, []
    unsure: list[Unsure] = []
    numbers = _unwrap(document, document.data or {}, (), unsure, findings)
    if not isinstance(numbers, dict):
        fault = Message("game.no_keys", value=quote(document.data))
        findings.add(document.at(), fault, Message("game.keys_such"))
        return {}, []
    return numbers, unsure


def numbers_of(document: Document) -> Any:
    """Return the numbers of a scoring.yaml document, whether or not it is saved yet."""
    return freeze(_unwrap(document, document.data or {}, (), [], Findings()))


def _unwrap(
    document: Document, data: Any, path: Steps, unsure: list[Unsure], findings: Findings
) -> Any:
    """Read ``{value: 1, source: reconstruction, reason: …}`` as 1, recorded as unsure."""
    if isinstance(data, list | tuple):
        return tuple(
            _unwrap(document, item, (*path, index), unsure, findings)
            for index, item in enumerate(data)
        )
    if not isinstance(data, dict):
        return data
    if "source" in data:
        if data["source"] not in SOURCES or not data.get("reason"):
            findings.add(document.at(*path), Message("game.source"))
        unsure.append(Unsure(document.at(*path), str(data.get("reason", ""))))
        if "value" in data:
            return _unwrap(document, data["value"], (*path, "value"), unsure, findings)
    return {
        key: _unwrap(document, value, (*path, key), unsure, findings)
        for key, value in data.items()
        if key not in ("source", "reason")
    }


def _unsure_pieces(decks: Mapping[str, Deck]) -> Iterator[Unsure]:
    for deck in decks.values():
        if deck.source == "reconstruction":
            yield Unsure(f"deck {deck.name}", deck.reason)
        for piece in deck.pieces:
            if piece.source == "reconstruction":
                yield Unsure(piece.place._replace(path=(piece.id,)), piece.reason)
