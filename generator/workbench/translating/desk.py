"""Translate a game on its cards: list its texts, try one on a card, save it, import a file.

Nothing is written until a text is saved.
"""

from __future__ import annotations

import base64
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

from cards_data import Deck, Game, Piece, load_game
from cards_data.languages.locales import common_letters, known_languages
from cards_data.models import plain_language
from cards_data.problems import Message, Problem, Problems
from cards_data.registry import is_own
from generator.compose.artwork import Artwork
from generator.compose.composed_game import CachedFaces, Name, WorkerContext
from generator.compose.piece import Composer
from generator.draw.face import screen_svg
from generator.edit.game_editor import GameEditor
from generator.options import Edition
from generator.store.sources import Sources
from generator.translate.entry_files import PO, READ_SUFFIXES, WORKBOOK, file_bytes
from generator.translate.text_places import RulesPlace, TextPlace
from generator.translate.translated_game import (
    game_with,
    letters_missing,
    planned_import,
    translate,
    write_import,
)
from generator.translate.translator_entries import Texts, texts_of
from scorer.web.routing import HttpError, Request, Response, Route, json_response

from ..bench import Record, Workbench
from ..bench_routes import PICTURE_LIMIT, XLSX, Body, changing_route, gallery_key, page_language
from ..card_look import CardLook, columns_of_mark, mark_box
from ..deck_workbooks import MOST_LINES, saved_upload, shorten
from ..edits import problem_words
from ..gallery_view import deck_record, game_records
from .open_texts import WORK, Attempt, OpenTexts, TextGroup, fit, is_about, shown_texts

# How much of a text a list of changes shows.
_short = partial(shorten, most=80)
# How many cards are composed at once in search of a word.
TOGETHER = 4


@dataclass
class TranslationDesk:
    """What the page *Translate* shows and does."""

    bench: Workbench
    # The last texts of each game and language; reading them takes a moment.
    _open: dict[tuple[str, str], OpenTexts] = field(default_factory=dict)

    def open_texts(self, slug: str, lang: str) -> OpenTexts:
        """Return the current texts; raise problems for a language that cannot be chosen."""
        game = load_game(slug, counted=False)
        texts_open = self._open.get((slug, lang))
        if texts_open is None or texts_open.texts.game is not game:
            texts = texts_of(game, lang)
            try:
                texts.check_language()
            except Problems as problems:
                raise HttpError(400, problem_words(problems.problems[0])) from None
            context = WorkerContext(Composer(game, Edition(lang, draft=True), Sources()))
            texts_open = self._open[slug, lang] = OpenTexts(texts, context)
        return texts_open

    def record(self, slug: str, lang: str, page: str) -> Record:
        """Return the games and languages to choose from, and all texts of the chosen ones."""
        game = load_game(slug, counted=False)
        plain = plain_language(game.languages)
        translations = [one for one in (*game.languages, *game.unfinished) if one != plain]
        if not lang or lang == plain:
            lang = next(iter((*game.unfinished, *translations)), "")
        head = {
            "game": slug,
            "games": game_records(page),
            "title": game.title(page),
            "own": is_own(game),
            "suggested": f"my_{slug}"[:40],
            "lang": lang,
            "plain": plain,
            "languages": translations,
            "unfinished": list(game.unfinished),
            "known_languages": known_languages(),
            "decks": [deck_record(deck, page) for deck in game.decks.values()],
            "cards": [_card_title(piece, page) for _, piece in _pieces(game)],
            "history": self.bench.history(game),
        }
        if not lang:
            return {**head, "texts": [], "notes": []}
        # Templates may have changed since: this page begins with what is there now.
        self._open.pop((slug, lang), None)
        opened = self.open_texts(slug, lang)
        notes = [one.said_in(page) for one in letters_missing(game, common_letters(lang))]
        texts = [opened.record(one) for one in opened.groups.values()]
        return {**head, "texts": texts, "notes": notes}

    def word_card(self, slug: str, lang: str, id: str) -> Record:
        """Return a card that shows a word of the game, or none.

        The first cards of all decks come first, as most words are on every card of a deck. Only a
        few are composed at once, so that a text that is typed meanwhile does not wait.
        """
        opened = self.open_texts(slug, lang)
        game, word = opened.context.composer.game, opened.group(id).word
        edition = Edition(plain_language(game.languages), draft=True)
        faces = CachedFaces(Composer(game, edition, Sources()), self.bench.gallery.pool)
        pieces = sorted(_pieces(game), key=lambda pair: pair[1].number) if word else []
        for start in range(0, len(pieces), TOGETHER):
            few = pieces[start : start + TOGETHER]
            for (deck, piece), composed in zip(few, faces.compose(few), strict=True):
                if any((kind, name) == ("word", word) for kind, name, _ in composed.dependencies):
                    return {"card": f"{deck.name}/{piece.id}"}
        return {"card": ""}

    # ---- trying ----------------------------------------------------------------------------

    def attempt(self, slug: str, lang: str, body: Mapping[str, Any], page: str) -> Record:
        """Return one card with a typed text that is not saved, and how the text fits.

        The page names the pictures that it already has: those are not sent again.
        """
        opened, text = self.open_texts(slug, lang), str(body.get("text") or "").strip()
        group = opened.group(body["id"]) if body.get("id") else None
        wrong = opened.problems_of(group, text) if group and text else []
        name = _card(opened.texts.game, str(body.get("card") or ""))
        places = group.places if group else ()
        record: Record = {"sides": [], "spots": [], "fit": None}
        attempts = [Attempt(name, lang, places, text)] if name else []
        tried = next(self.bench.gallery.pool.map(WORK, opened.context, attempts), None)
        if isinstance(tried, CardLook):
            texts_shown = shown_texts(opened, name, tried, {group.id: text} if group else {})
            record |= self._card_record(opened, tried, texts_shown, body.get("known"))
            own = [one for one in tried.problems if is_about(one, group)]
            if group and group.id in texts_shown:
                record["fit"] = fit(tried, texts_shown[group.id], own)
            # What is wrong with the text itself explains what is wrong with the card.
            wrong = wrong or own
        return {**record, "problems": list(dict.fromkeys(one.said_in(page) for one in wrong))}

    def _card_record(
        self,
        opened: OpenTexts,
        tried: CardLook,
        texts_shown: Mapping[str, str],
        pictures_known: object,
    ) -> Record:
        """Return the pictures of a card, and where its texts are on it."""
        pool, sources = self.bench.gallery.pool, opened.context.composer.sources
        had = pictures_known if isinstance(pictures_known, list) else []

        def picture(art: Artwork) -> str:
            """Return the address of a face's picture, which contains the picture itself."""
            if art.key in had:
                return ""
            data = base64.b64encode(screen_svg(pool, sources, art) or b"").decode()
            return f"data:image/svg+xml;base64,{data}"

        return {
            "sides": [
                {"side": side, "key": art.key, "picture": picture(art)}
                for side, art in (tried.faces.sides if tried.faces else ())
            ],
            "spots": [
                {"side": side, "id": columns[0], "box": mark_box(mark)}
                for side, mark in tried.marks
                if mark.size_mm and (columns := columns_of_mark(mark, texts_shown))
            ],
        }

    # ---- saving ----------------------------------------------------------------------------

    def save(self, slug: str, lang: str, body: Mapping[str, Any], page: str) -> Record:
        """Write one translation, or report what is wrong with it or was saved meanwhile."""
        game, text = self.bench.editable_game(slug), str(body.get("text") or "").strip()
        editor = GameEditor(game.folder)
        with editor.hold_lock():
            opened = self.open_texts(slug, lang)
            group = opened.group(body.get("id"))
            if group.translation != body.get("before"):
                return {"conflict": [], "text": opened.record(group)}
            problems = opened.problems_of(group, text) or self._write(editor, opened, group, text)
        if problems:
            return {"refused": [one.said_in(page) for one in problems]}
        now = self.open_texts(slug, lang).groups.get(group.id)
        record = self.open_texts(slug, lang).record(now) if now else None
        return {**self.bench.after_edit(game, None), "text": record}

    def _write(
        self, editor: GameEditor, opened: OpenTexts, group: TextGroup, text: str
    ) -> Sequence[Problem]:
        """Write a translation to all its places; return problems if the game cannot be read."""
        texts = opened.texts
        places = {(place.file, place.place): place for place in texts.places}
        accepted = {places[one.file, one.place]: text for one in group.places}
        operations = list(translate(editor, texts, {**_current_rules(texts, group), **accepted}))
        description = {"key": "said_text", "name": _short(group.text), "lang": texts.lang}
        description |= {"before": _short(group.translation), "after": _short(text)}
        try:
            assert texts.game
            game_with(texts.game, editor.plan(operations)[1])
        except Problems as problems:
            return problems.problems
        if operations:
            editor.change(description, operations)
        return ()

    # ---- files -----------------------------------------------------------------------------

    def file(self, slug: str, lang: str, name: str) -> bytes:
        """Return the texts as a file for translators."""
        texts = self.open_texts(slug, lang).texts
        return file_bytes(Path(name), texts.title, lang, texts.entries(self.bench.gallery.pool))

    def import_file(self, slug: str, lang: str, body: Mapping[str, Any]) -> Record:
        """Return what a file would change; with ``seen``, the changes shown before, write it."""
        game = self.bench.editable_game(slug)
        texts = self.open_texts(slug, lang).texts
        with saved_upload(body, READ_SUFFIXES) as path:
            plan = planned_import(texts, path, self.bench.gallery.pool)
        new = {(one.text, one.translation): text for one, text in plan.new.items()}
        lines = [
            f"{_short(text)}: {_short(before) or '–'} → {_short(after)}"
            for (text, before), after in new.items()
        ][:MOST_LINES]
        if plan.operations and body.get("seen") == lines:
            write_import(texts, plan)
            return {**self.bench.after_edit(game, None), "written": plan.result.written}
        unknown = [_short(one.text) for one in plan.result.unknown]
        counts = {"n": len(new), "fuzzy": plan.result.fuzzy}
        return {"lines": lines, **counts, "unknown": unknown[:MOST_LINES]}


def _pieces(game: Game) -> list[tuple[Deck, Piece]]:
    return [(deck, piece) for deck in game.decks.values() for piece in deck.pieces]


def _card_title(piece: Piece, lang: str) -> tuple[str, str]:
    """Return a card as ``deck/id``, and its name."""
    texts = piece.values_in(lang)
    return f"{piece.deck}/{piece.id}", str(texts.get("name") or texts.get("title") or piece.id)


def _current_rules(texts: Texts, group: TextGroup) -> dict[TextPlace, str]:
    """Return the current translations of the rules, if a text of the rules is saved.

    Once the hash of one text of the rules is known, those without a hash count as changed.
    """
    if not isinstance(group.places[0].place, RulesPlace):
        return {}
    rules = (one for one in texts.places if isinstance(one.place, RulesPlace))
    translations = ((one, texts.hashes.translation(one, texts.lang)) for one in rules)
    return {one: text for one, text in translations if text and not texts.is_stale([one])}


def _card(game: Game | None, written: str) -> Name | None:
    """Return a card by ``deck/id``, or nothing if no card is named."""
    if not written:
        return None
    deck, _, piece = written.partition("/")
    if game is None or deck not in game.decks or piece not in game.decks[deck].by_id:
        raise HttpError(404, Message("bench.no_card"))
    return deck, piece


GETTEXT = "text/x-gettext-translation; charset=utf-8"
FILES = {f"translation{PO}": GETTEXT, f"translation{WORKBOOK}": XLSX}


def translate_routes(bench: Workbench) -> list[Route]:
    desk = TranslationDesk(bench)

    def list_texts(request: Request) -> Response:
        return json_response(desk.record(*_key(request), page_language(request)))

    def word_card(request: Request) -> Response:
        return json_response(desk.word_card(*_key(request), request.query_param("id")))

    def file(name: str) -> Route:
        def handler(request: Request) -> Response:
            return Response(desk.file(*_key(request), name), FILES[name])

        return Route(f"/{name}", handler)

    def post_route(path: str, act: Callable[[str, str, Body, str], Any], limit: int) -> Route:
        def change(request: Request, slug: str, body: Body) -> Any:
            return act(slug, request.query_param("lang"), body, page_language(request))

        return changing_route(bench, path, change, limit)

    return [
        Route("/translate.json", list_texts),
        Route("/word-card.json", word_card),
        *map(file, FILES),
        post_route("/translate-try", desk.attempt, TEXT_LIMIT),
        post_route("/translate", desk.save, TEXT_LIMIT),
        post_route("/translation", lambda *body: desk.import_file(*body[:3]), PICTURE_LIMIT),
    ]


# A text of the largest size, and what is sent with it.
TEXT_LIMIT = 64_000


def _key(request: Request) -> tuple[str, str]:
    """Return the game, and any language: also one that the game does not have yet."""
    return gallery_key(request)[0], request.query_param("lang")
