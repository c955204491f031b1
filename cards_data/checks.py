"""A game's folder into a checked Game, or Problems with everything wrong in all of its files."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple, cast

from .decks import SOURCES, DeckContext, checked_texts, read_deck, read_size
from .documents import Document
from .fields import Fields
from .models import Deck, Font, Game, Size, Unsure, frozen, plain_language
from .problems import Findings, Message, Problems, WrongCount, did_you_mean, listed, quoted
from .reader import examples, hashed, read_yaml
from .tables import read_words, table_file
from .words import PLAIN

GAME_KEYS = (
    "title languages link makers box colours tell_apart fonts bring decks facts sheet_example"
    " from rules unread unfinished"
).split()
# What is written with where a game names no typeface of its own.
FONTS = {
    "title": Font("Manrope", 800),
    "body": Font("Source Sans Pro"),
    "strong": Font("Source Sans Pro", 700),
    "italic": Font("Source Sans Pro", italic=True),
}
# Wrong references of a column that are compared with all pieces they might mean.
HINTS_LIMIT = 50
SLUG = re.compile(r"[a-z][a-z0-9_]{0,39}")
LANGUAGE = re.compile(r"[a-z]{2,3}(-[A-Za-z0-9]+)*")
FONT_FILE = re.compile(r"\w[\w .-]*\.(?:[ot]tf|woff2?)")
COLOUR = re.compile(r"#[0-9a-fA-F]{6}")


class Unfinished(NamedTuple):
    """A game without its leaflets, and what is wrong with it so far."""

    game: Game
    findings: Findings


def read_game(folder: Path, slug: str = "", counted: bool = True) -> Game:
    """The whole game, or every problem in every file of it; the slug is the folder's name.

    To be looked at, a game need not be ``counted``: a deck in the making has any number of pieces.
    """
    return with_leaflets(read_without_leaflets(folder, slug), counted)


def with_leaflets(read: Unfinished, counted: bool = True) -> Game:
    from .leaflet_reader import LeafletContext, read_leaflets

    game, findings = read.game, Findings()
    findings.extend(
        problem for problem in read.findings if counted or not isinstance(problem, WrongCount)
    )
    spoken = (*game.languages, *game.unfinished)
    context = LeafletContext(game.folder, spoken, game.decks)
    leaflets = read_leaflets(context, findings)
    findings.raise_any()
    return replace(game, leaflets=frozen(leaflets))


def read_without_leaflets(folder: Path, slug: str = "") -> Unfinished:
    """The game without its leaflets, with hashes of the files it was read from."""
    with hashed() as hashes:
        game, findings = _read_without_leaflets(folder, slug)
    own = {path: content for path, content in hashes.items() if path.is_relative_to(folder)}
    files = {path.relative_to(folder).as_posix(): content for path, content in own.items()}
    return Unfinished(replace(game, files=frozen(files)), findings)


def _link(fields: Fields) -> str:
    """The game's page; it becomes a link of ours, and other schemes run code or open files."""
    link = fields.text("link", "")
    if link and not re.match(r"https?://[^\s/]", link, re.IGNORECASE):
        allowed = Message("game.address")
        fields.findings.add(fields.at("link"), Message("value.found", value=quoted(link)), allowed)
        return ""
    return link


def _read_without_leaflets(folder: Path, slug: str) -> Unfinished:
    findings = Findings()
    fields = Fields.of(read_yaml(folder / "game.yaml"), findings)
    fields.known(*GAME_KEYS)
    languages = _languages(fields)
    unfinished = _unfinished(fields, languages)
    scoring, unsure = _scoring(folder / "scoring.yaml", findings)
    notes = Findings()
    sizes = read_sizes()
    decks = _decks(fields, DeckContext(folder, languages, sizes, findings, notes, unfinished))
    facts = _facts(fields, unsure)
    game = Game(
        slug=slug or folder.name,
        titles=frozen(checked_texts(fields, "title", languages)),
        languages=languages,
        link=_link(fields),
        makers=_makers(fields, languages),
        box=frozen(fields.texts("box", required=False)),
        colours=frozen(_colours(fields)),
        tell_apart=_tell_apart(fields),
        fonts=frozen(_fonts(fields, folder, slug or folder.name)),
        bring=frozen(_bring(fields, (*languages, *unfinished))),
        decks=frozen(decks),
        words=frozen(_words(folder, languages, findings)),
        scoring=frozen(scoring),
        folder=folder,
        unsure=(*_unsure_pieces(decks), *unsure),
        facts=frozen(facts),
        sheet_example=_sheet_example(fields, folder),
        unread=_unread(fields, (*languages, *unfinished)),
        unfinished=unfinished,
        origin=_named(fields, "from"),
        rules=_named(fields, "rules"),
        notes=tuple(notes),
    )
    return Unfinished(game, findings)


SIZES = Path(__file__).parent / "sizes.yaml"


def read_sizes() -> dict[str, Size]:
    """Piece sizes by name."""
    findings = Findings()
    fields = Fields.of(read_yaml(SIZES), findings)
    sizes = {name: read_size(name, inner) for name, inner in fields.each()}
    findings.raise_any()
    return sizes


def _languages(fields: Fields) -> tuple[str, ...]:
    """The languages of the game; English alone where nothing is said."""
    return _codes(fields, "languages") or (PLAIN,)


def _codes(fields: Fields, key: str) -> tuple[str, ...]:
    codes = fields.items(key, required=False)
    for index, code in enumerate(codes):
        if not isinstance(code, str) or not LANGUAGE.fullmatch(code):
            fields.findings.add(
                fields.at(key, index), Message("value.found", value=quoted(code)), "en, sv, …"
            )
    return tuple(dict.fromkeys(str(code) for code in codes))


def _unfinished(fields: Fields, languages: tuple[str, ...]) -> tuple[str, ...]:
    """Languages that are being translated: what is missing in them is no problem yet."""
    codes = _codes(fields, "unfinished")
    for code in codes:
        if code in languages:
            found = Message("game.twice_listed", value=quoted(code))
            fields.findings.add(fields.at("unfinished"), found, Message("game.one_of_two"))
    return tuple(code for code in codes if code not in languages)


def _unread(fields: Fields, languages: tuple[str, ...]) -> tuple[str, ...]:
    """Languages that no native speaker has read."""
    codes = _codes(fields, "unread")
    for index, code in enumerate(codes):
        if code not in languages:
            found = Message("leaflet.no_language", value=quoted(code))
            allowed = ", ".join(languages)
            fields.findings.add(fields.at("unread", index), found, allowed)
    return codes


def _makers(fields: Fields, languages: tuple[str, ...]) -> dict[str, str]:
    """A sentence for each language, or one for all; optional."""
    return checked_texts(fields, "makers", languages) if "makers" in fields.data else {PLAIN: ""}


def _decks(fields: Fields, context: DeckContext) -> dict[str, Deck]:
    read = {name: read_deck(name, inner, context) for name, inner in fields.inner("decks").each()}
    decks = {name: deck for name, deck in read.items() if deck}
    for deck in decks.values():
        _check_references(deck, decks, context.findings)
    return decks


def checked_deck(game: Game, name: str, path: Path) -> None:
    """Raises what is wrong with another table for a deck; how many pieces it has may differ."""
    findings = Findings()
    fields = Fields.of(read_yaml(game.folder / "game.yaml"), findings)
    context = DeckContext(
        game.folder, game.languages, read_sizes(), findings, Findings(), game.unfinished
    )
    deck = read_deck(name, fields.inner("decks").inner(name), context, path)
    if deck:
        _check_references(deck, {**game.decks, name: deck}, findings)
    wrong = [problem for problem in findings if not isinstance(problem, WrongCount)]
    if wrong:
        raise Problems(wrong)


def _check_references(deck: Deck, decks: Mapping[str, Deck], findings: Findings) -> None:
    """A cell of type ``ref`` names a piece of another deck."""
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
                Message("value.no_piece_of", value=quoted(word), deck=column.ref),
                listed(ids),
                hint,
            )


def _colours(fields: Fields) -> dict[str, str]:
    inner = fields.inner("colours", required=False)
    colours: dict[str, str] = {}
    for name, colour in inner.data.items():
        if not isinstance(name, str):
            fields.findings.add(
                inner.at(name),
                Message("value.found", value=quoted(name)),
                Message("game.colour_name"),
            )
        elif not isinstance(colour, str) or not COLOUR.fullmatch(colour):
            hint = "" if isinstance(colour, str) else _QUOTE
            fields.findings.add(
                inner.at(name), Message("game.no_colour", value=_no_colour(colour)), _RGB, hint
            )
        else:
            colours[name] = colour
    return colours


_RGB = '"#rrggbb"'
_QUOTE = Message("game.colour_in_quotes")


def _no_colour(value: object) -> Message:
    return Message("game.empty_colour") if value is None else quoted(value)


def _tell_apart(fields: Fields) -> tuple[tuple[str, ...], ...]:
    """Groups of colours by name."""
    known = fields.inner("colours", required=False).data
    groups = []
    for index, group in enumerate(fields.items("tell_apart", required=False)):
        where = fields.at("tell_apart", index)
        if not isinstance(group, list):
            fields.findings.add(
                where, Message("value.found", value=quoted(group)), Message("game.colour_list")
            )
            continue
        for name in (name for name in group if not isinstance(name, str) or name not in known):
            hint = did_you_mean(str(name), map(str, known))
            allowed = ", ".join(map(str, known))
            fields.findings.add(where, Message("game.no_colour", value=quoted(name)), allowed, hint)
        groups.append(tuple(name for name in group if isinstance(name, str) and name in known))
    return tuple(groups)


def _fonts(fields: Fields, folder: Path, slug: str) -> dict[str, Font]:
    inner = fields.inner("fonts", required=False)
    inner.known(*FONTS)
    own = {role: _font(inner.inner(role), folder, slug) for role in inner.data if role in FONTS}
    return {**FONTS, **own}


def _font(fields: Fields, folder: Path, slug: str) -> Font:
    """An installed family, or a font file in the ``fonts`` folder of the game."""
    if "file" in fields.data:
        fields.known("file", "weight")
        name = fields.text("file")
        files = (path.name for path in (folder / "fonts").glob("*.*"))
        there = sorted(file for file in files if FONT_FILE.fullmatch(file))
        if name not in there:
            hint = did_you_mean(name, there) or Message("game.font_name")
            found = Message("game.no_font", name=quoted(name))
            fields.findings.add(fields.at("file"), found, ", ".join(there), hint)
        return Font(f"{slug}/fonts/{name}", fields.whole("weight", 400))
    fields.known("family", "weight", "italic", "file")
    return Font(fields.text("family"), fields.whole("weight", 400), fields.flag("italic"))


def _bring(fields: Fields, languages: tuple[str, ...]) -> dict[str, tuple[str, ...]]:
    inner = fields.inner("bring", required=False)
    inner.known(*languages)
    return {str(lang): tuple(str(item) for item in inner.items(str(lang))) for lang in inner.data}


def _facts(fields: Fields, unsure: list[Unsure]) -> dict[str, int | str]:
    """Values for leaflet and cards that scoring does not need, such as the hand size."""
    inner = fields.inner("facts", required=False)
    facts = _unwrapped(fields.document, dict(inner.data), inner.path, unsure, fields.findings)
    for name, value in facts.items():
        if isinstance(value, bool) or not isinstance(value, int | str):
            fields.findings.add(
                inner.at(name),
                Message("value.found", value=quoted(value)),
                Message("game.number_or_text"),
            )
    return cast(dict[str, int | str], facts)


def _named(fields: Fields, key: str) -> str:
    """The name of another game; it becomes part of paths."""
    name = fields.text(key, "")
    if name and not SLUG.fullmatch(name):
        allowed = Message("game.slug")
        fields.findings.add(fields.at(key), Message("value.found", value=quoted(name)), allowed)
        return ""
    return name


def _sheet_example(fields: Fields, folder: Path) -> str:
    """The worked example that the score sheet shows; none unless it is named."""
    return fields.chosen("sheet_example", ("", *examples(folder)), "")


def _words(
    folder: Path, languages: tuple[str, ...], findings: Findings
) -> Mapping[str, Mapping[str, str]]:
    path, plain = table_file(folder, "words"), plain_language(languages)
    if not path.exists():
        return {}
    try:
        wanted = tuple(PLAIN if lang == plain else lang for lang in languages)
        return read_words(path, wanted, findings)
    except Problems as problems:
        findings.extend(problems.problems)
        return {}


def _scoring(path: Path, findings: Findings) -> tuple[dict[str, Any], list[Unsure]]:
    """The numbers of scoring.yaml, and those of them that no source gives; it may be left out."""
    if not path.exists():
        return {}, []
    try:
        document = read_yaml(path)
    except Problems as problems:
        findings.extend(problems.problems)
        return {}, []
    unsure: list[Unsure] = []
    numbers = _unwrapped(document, document.data or {}, (), unsure, findings)
    if not isinstance(numbers, dict):
        found = Message("game.no_keys", value=quoted(document.data))
        findings.add(document.at(), found, Message("game.keys_such"))
        return {}, []
    return numbers, unsure


def numbers_of(document: Document) -> Any:
    """The numbers that a document of scoring.yaml holds, whether or not it lies in a file yet."""
    return frozen(_unwrapped(document, document.data or {}, (), [], Findings()))


def _unwrapped(
    document: Document,
    data: Any,
    path: tuple[str | int, ...],
    unsure: list[Unsure],
    findings: Findings,
) -> Any:
    """``{value: 1, source: reconstruction, reason: …}`` means 1 and is recorded as unsure."""
    if isinstance(data, list):
        return tuple(
            _unwrapped(document, item, (*path, index), unsure, findings)
            for index, item in enumerate(data)
        )
    if not isinstance(data, dict):
        return data
    if "source" in data:
        if data["source"] not in SOURCES or not data.get("reason"):
            findings.add(document.at(*path), Message("game.source"))
        unsure.append(Unsure(document.at(*path), str(data.get("reason", ""))))
        if "value" in data:
            return _unwrapped(document, data["value"], (*path, "value"), unsure, findings)
    return {
        key: _unwrapped(document, value, (*path, key), unsure, findings)
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
