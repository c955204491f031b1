"""The workbench of one run: what its page shows, plays and edits."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field
from hmac import compare_digest
from typing import Any

from cards_data import Game, Problems, load_game
from cards_data.problems import Message, text_in
from cards_data.reader import FILE_LIMIT, PICTURE_LIMIT
from cards_data.registry import is_own
from cards_data.tables import table_file
from generator.compose.composed_game import CachedFaces, WorkerContext
from generator.compose.piece import Composer
from generator.edit.copy_game import copy_game
from generator.edit.game_editor import GameEditor, Step
from generator.edit.operations import Conflict
from generator.options import Edition
from generator.store.sources import Sources
from generator.workers import Failure
from generator.workers.jobs import QueueFull
from scorer.play.contract import place_of, played_by
from scorer.web.routing import HttpError

from .card_boxes import SIDES, layout_of
from .card_boxes import WORK as BOXES
from .card_look import NOTHING
from .card_look import WORK as LOOKING
from .change_summary import Rescore, changes_record, checked_reference, references
from .deck_workbooks import import_sheet
from .edits import BadCells, Editing
from .galleries import GallerySession
from .grid_json import WORDS, grid_record, pictures_of, values_record, version_of
from .play_jobs import PlayQueue, checked_play, play_record

Record = dict[str, Any]
# How many steps of the history a page shows.
SHOWN_STEPS = 12


@dataclass
class Workbench:
    """Everything that the *Change* page can do besides showing cards."""

    gallery: GallerySession
    rescore: Rescore
    # None where games are not played out: in a browser it would take minutes.
    plays: PlayQueue | None
    secret: str = field(default_factory=lambda: secrets.token_urlsafe(32))
    # Whether the page may remove a game: not where games are files of the user.
    removable: bool = False
    _games: dict[str, Game] = field(default_factory=dict)
    _read: dict[tuple[str, ...], list[tuple[str, str]]] = field(default_factory=dict)

    def check_secret(self, body: Mapping[str, Any]) -> None:
        """Check the secret that only a page of this run knows."""
        secret = body.get("secret")
        if not isinstance(secret, str) or not compare_digest(secret.encode(), self.secret.encode()):
            raise HttpError(403, Message("bench.this_run"))

    def game(self, slug: str) -> Game:
        """Return the current game, or the last readable version while it is being corrected."""
        try:
            self._games[slug] = load_game(slug, counted=False)
        except Problems:
            if slug not in self._games:
                raise
        return self._games[slug]

    # ---- showing ---------------------------------------------------------------------------

    def record(
        self, slug: str, langs: tuple[str, str], table: str, page_version: str
    ) -> Record | None:
        """Return the grid with its forms and its history; None if the page is up to date.

        Cards and page may have different languages.
        """
        game, (lang, page) = self.game(slug), langs
        files = version_of(game)
        version = f"{files}-{GameEditor(game.folder).journal.size()}"
        if page_version == f"{version}-{table}":
            return None
        tables = [*game.decks, *([WORDS] if table_file(game.folder, WORDS).is_file() else [])]
        table = table if table in tables else tables[0]
        titles = {name: deck.title(lang) for name, deck in game.decks.items()}
        return {
            "version": f"{version}-{table}",
            "files": files,
            "own": is_own(game),
            "origin": game.origin,
            "suggested": f"my_{slug}"[:40],
            "tables": [[name, titles.get(name, "")] for name in tables],
            "grid": _grid(game, table, lang, page),
            "history": self.history(game),
            "references": references(game, lang),
            "pictures": pictures_of(game),
            "limits": {"picture": PICTURE_LIMIT, "sheet": FILE_LIMIT},
            "layouts": [side for side in SIDES if layout_of(game.decks.get(table), side)],
            "played": self._is_played(game),
        }

    def values(self, slug: str, lang: str) -> list[Record]:
        """Return the game's numbers, facts, titles and colours, and where each is shown."""
        game = self.game(slug)
        return values_record(game, self._shows(game, lang))

    def history(self, game: Game) -> Record:
        history = GameEditor(game.folder).journal.history()
        steps = {"undo": history.done, "redo": history.undone}
        return {
            direction: [{**one.description, "id": one.id} for one in reversed(done[-SHOWN_STEPS:])]
            for direction, done in steps.items()
        }

    def look(self, slug: str, lang: str, name: tuple[str, str], page: str) -> Record:
        """Return one card, measured, with its problems in the page's language."""
        answer = self._asked_of_a_worker(LOOKING, slug, lang, name) or NOTHING
        measured = [
            {"side": side, "text": text_in(words, page)} for side, words in answer["measured"]
        ]
        return {**answer, "measured": measured}

    def boxes(self, slug: str, lang: str, name: tuple[str, str]) -> Any:
        """Return the boxes on one card, for each side that is drawn by a layout."""
        return self._asked_of_a_worker(BOXES, slug, lang, name) or []

    def _asked_of_a_worker(self, work: str, slug: str, lang: str, name: tuple[str, str]) -> Any:
        game = self.game(slug)
        deck = game.decks.get(name[0])
        if deck is None or name[1] not in deck.by_id:
            raise HttpError(404, Message("bench.no_card"))
        context = WorkerContext(Composer(game, Edition(lang, draft=True), Sources()))
        answer = next(self.gallery.pool.map(work, context, [name]))
        return None if isinstance(answer, Failure) else answer

    def changes(self, slug: str, lang: str, since: str) -> Record:
        game = load_game(slug, counted=False)
        return changes_record(game, lang, checked_reference(game, since), self.gallery.pool)

    # ---- playing ---------------------------------------------------------------------------

    def play(self, slug: str, body: Mapping[str, Any]) -> Record:
        """Play the game against an earlier state of it, in the background."""
        game = load_game(slug, counted=False)
        if self.plays is None or not self._is_played(game):
            raise HttpError(409, Message("play.not_playable", game=slug))
        since = checked_reference(game, str(body.get("since") or ""))
        try:
            return play_record(self.plays.add(checked_play(game, since, body)))
        except QueueFull:
            raise HttpError(409, Message("box.playing")) from None

    def play_state(self, slug: str) -> Record | None:
        job = self.plays.of_game(slug) if self.plays else None
        return play_record(job) if job else None

    def stop_play(self, slug: str) -> Record | None:
        if self.plays and (job := self.plays.of_game(slug)):
            self.plays.cancel(job.id)
        return self.play_state(slug)

    def _is_played(self, game: Game) -> bool:
        return self.plays is not None and place_of(played_by(game)) is not None

    def _shows(self, game: Game, lang: str) -> dict[str, list[str]]:
        """Return which pieces read which value, according to the faces in the cache.

        A face that is being redrawn is assumed to read what it read before.
        """
        faces = CachedFaces(Composer(game, Edition(lang, draft=True), Sources()), self.gallery.pool)
        files = {"scoring": "scoring.yaml:", "facts": "game.yaml:facts/"}
        files |= {"colour": "game.yaml:colours/", "scored": "scoring.yaml:*"}
        shows: dict[str, list[str]] = {}
        for deck in game.decks.values():
            for piece in deck.pieces[:MOST_LOOKED_AT]:
                card = f"{deck.name}/{piece.id}"
                face = (game.slug, lang, card)
                if composed := faces.from_cache(deck, piece):
                    self._read[face] = [(kind, name) for kind, name, _ in composed.dependencies]
                for kind, name in self._read.get(face, ()):
                    if kind in files:
                        shows.setdefault(f"{files[kind]}{name}", []).append(card)
        return shows

    # ---- editing ---------------------------------------------------------------------------

    def edit(self, slug: str, body: Mapping[str, Any], page: str) -> Record:
        """Apply an edit, or report which cells are wrong or what others changed meanwhile."""
        game = self.editable_game(slug)
        editor = GameEditor(game.folder)
        try:
            # What is checked is what is written: nobody else writes in between.
            with editor.hold_lock():
                plan = Editing(self.editable_game(slug), editor).plan(body)
                editor.change(plan.description, plan.operations)
        except BadCells as refused:
            return {"refused": [one.record(page) for one in refused.problems]}
        except Conflict as conflict:
            return {"conflict": conflict.record()}
        return self.after_edit(game, None)

    def step(self, slug: str, body: Mapping[str, Any]) -> Record:
        """Undo, redo, or drop a step that no longer can be: the one that the page names."""
        game, action = self.editable_game(slug), str(body.get("way"))
        editor = GameEditor(game.folder)
        direction = action.removeprefix("forget_")
        if direction not in ("undo", "redo"):
            raise HttpError(400, Message("bench.no_way"))
        with editor.hold_lock():
            last = editor.journal.history().last(direction)
            if last is None or last.id != body.get("id"):
                return {"conflict": [], "history": self.history(game)}
            if action != direction:
                editor.forget(direction)
                return self.after_edit(game, None)
            try:
                return self.after_edit(game, editor.step_back(direction))
            except Conflict as conflict:
                return {"conflict": conflict.record()}

    def import_sheet(self, slug: str, body: Mapping[str, Any]) -> Record:
        """Report or apply the changes in a workbook."""
        answer = import_sheet(load_game(slug, counted=False), body)
        if "written" in answer:
            self.gallery.galleries.reload()
        return answer

    def make_own(self, slug: str, name: str) -> Record:
        """Copy a built-in game under a name of your own."""
        data, _ = copy_game(slug, name)
        self.gallery.galleries.reload()
        return {"game": data.name}

    def after_edit(self, game: Game, step: Step | None) -> Record:
        """Return the history after an edit, and the step that was undone or redone."""
        self.gallery.galleries.reload()
        return {"history": self.history(game), "said": dict(step.description) if step else None}

    def editable_game(self, slug: str) -> Game:
        game = self.game(slug)
        if not is_own(game):
            raise HttpError(409, Message("bench.never_written"))
        return game


# Enough to show where a number is used; in a deck of a thousand rows it is on the others too.
MOST_LOOKED_AT = 60


def _grid(game: Game, table: str, lang: str, page: str) -> Record:
    """Return the table, or what is wrong with its file."""
    try:
        return grid_record(game, table, lang)
    except Problems as problems:
        broken = [problem.text_in(page) for problem in problems.problems]
        return {"table": table, "columns": [], "rows": [], "symbols": [], "problems": broken}
