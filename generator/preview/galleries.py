"""The open galleries, kept up to date.

Comes in: galleries that were opened, files that were saved, cards that were marked as seen.
Goes out: records of what changed, to every listener. One thread does all of it, in short steps,
so that a save is answered while a whole game is still being composed.
"""

from __future__ import annotations

import traceback
from collections.abc import Callable, Iterable
from dataclasses import replace
from queue import Empty, SimpleQueue
from threading import Thread

from cards_data import Game, Problem, Problems, load_game
from cards_data.problems import WrongCount
from generator.compose.face_cache import CachedFaces, Name
from generator.compose.piece import Composer
from generator.options import Edition
from generator.store.sources import Sources
from generator.workers import WorkerPool

from .compose_cards import CardMaker, PendingCards, ordered
from .face_pictures import Pictures
from .gallery_json import Record, change_record
from .gallery_view import Card, Key, View, differing, worth_telling
from .measure_cards import CardMeasures
from .session_tasks import Ended, Job, Looking, Opened, Saved, Seen

Listener = Callable[[Record], None]
# How many changed faces are drawn before a page asks for them.
DRAWN_AHEAD = 6
# How many cards are looked up in the cache before anything is composed.
MOST_ASKED = 200


def _uncounted(slug: str) -> tuple[Game, tuple[Problem, ...]]:
    """A game, also where decks have another number of pieces than declared: that is told."""
    try:
        return load_game(slug), ()
    except Problems as problems:
        if not all(isinstance(problem, WrongCount) for problem in problems.problems):
            raise
        return load_game(slug, counted=False), problems.problems


def _rows(game: Game) -> dict[Name, str]:
    """What stands in the row of each piece."""
    return {
        (piece.deck, piece.id): repr((piece.copies, piece.values, piece.translations))
        for deck in game.decks.values()
        for piece in deck.pieces
    }


def _taken(pending: dict[Key, PendingCards], key: Key) -> tuple[tuple[Name, ...], PendingCards]:
    """The next few of a gallery, and what is left of it."""
    names, rest = pending[key].step()
    if rest.names:
        pending[key] = rest
    else:
        del pending[key]
    return names, rest


class Galleries:
    """Views by game and language, kept up to date for their listeners."""

    def __init__(self, pool: WorkerPool, pictures: Pictures) -> None:
        self._pool = pool
        self._pictures = pictures
        self._measures = CardMeasures(pool)
        self._maker = CardMaker(pictures, self._measures)
        self._views: dict[Key, View] = {}
        self._due: dict[Key, PendingCards] = {}
        self._unmeasured: dict[Key, PendingCards] = {}
        self._stale: set[Key] = set()
        self._looked_at: dict[Key, frozenset[Name]] = {}
        self._listeners: dict[Key, tuple[Listener, ...]] = {}
        self._jobs: SimpleQueue[Job] = SimpleQueue()
        self._thread = Thread(target=self._run, name="preview", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        self._jobs.put(Ended())
        self._thread.join()

    def saved(self) -> None:
        """Some file was saved; each gallery finds out what changed for it."""
        self._jobs.put(Saved())

    def seen(self, key: Key, name: Name | None = None) -> None:
        self._jobs.put(Seen(key, name))

    def looking(self, key: Key, names: Iterable[Name]) -> None:
        self._jobs.put(Looking(key, frozenset(names)))

    def view(self, key: Key) -> tuple[View, bool]:
        """The gallery as it stands, and whether more of it is on the way."""
        job = Opened(key)
        self._jobs.put(job)
        return job.answer.get()

    def listen(self, key: Key, listener: Listener) -> Callable[[], None]:
        """Tells the listener every change of a gallery; gives back how to end that."""
        self._listeners[key] = (*self._listeners.get(key, ()), listener)

        def leave() -> None:
            left = tuple(one for one in self._listeners[key] if one is not listener)
            self._listeners[key] = left

        return leave

    def _run(self) -> None:
        while True:
            job = self._next_job()
            if isinstance(job, Ended):
                return
            try:
                self._do(job) if job else self._go_on()
            except Exception:
                # A bug of ours must not end the preview of everything else.
                traceback.print_exc()

    def _next_job(self) -> Job | None:
        """The next job; nothing when there is none but cards are due."""
        try:
            return self._jobs.get(block=not (self._due or self._unmeasured))
        except Empty:
            return None

    def _go_on(self) -> None:
        """Nobody waits for anything: more cards, and when all are shown, what is measured."""
        if self._due:
            self._step(next(iter(self._due)))
        else:
            self._measure(next(iter(self._unmeasured)))

    def _do(self, job: Job) -> None:
        match job:
            case Opened(key, answer):
                self._open(key)
                answer.put((self._views[key], key in self._due))
            case Saved():
                self._reload_all()
            case Seen(key, name):
                self._mark(key, name)
            case Looking(key, names):
                self._looked_at[key] = names

    def _open(self, key: Key) -> None:
        if key not in self._views or key in self._stale:
            self._stale.discard(key)
            self._views.setdefault(key, View(*key))
            try:
                self._reload(key)
            except Exception:
                # The request that waits gets an answer, also when there is a bug of ours.
                traceback.print_exc()

    def _reload_all(self) -> None:
        for key in self._views:
            if self._listeners.get(key):
                self._reload(key)
            else:
                self._stale.add(key)

    def _reload(self, key: Key) -> None:
        """Reads the data anew. When it has problems, the last good cards stay."""
        view = self._views.get(key) or View(*key)
        try:
            game, wrong = _uncounted(key[0])
        except Problems as problems:
            if view.game:
                self._schedule(key, view.game, again=False)
            self._show(view, view.with_problems(problems.problems))
            return
        self._schedule(key, game)
        shown = view.with_game(game)
        self._show(view, shown.with_problems(wrong) if wrong else shown)

    def _schedule(self, key: Key, game: Game, again: bool = True) -> None:
        """What changed is composed first, then what is in the cache, if it is shown ``again``.

        The newest work goes before older work.
        """
        # As a draft: an unfinished card is shown, with its problems beside it.
        edition = Edition(key[1], draft=True)
        kept = CachedFaces(Composer(game, edition, Sources()), self._pool)
        looked_at = self._looked_at.get(key, frozenset())
        names = self._by_urgency(key, game, ordered(game, looked_at))
        # To look whether a card is in the cache takes a moment: a thousand of them are not asked
        # before the first one is shown.
        asked = names if not again else names[:MOST_ASKED] if self._views[key].opened else ()
        at_hand = {name for name in asked if kept.is_cached(name)}
        changed = tuple(name for name in asked if name not in at_hand)
        same = tuple(name for name in names if again and name not in changed)
        self._due.pop(key, None)
        self._unmeasured.pop(key, None)
        if changed or same:
            pending = PendingCards(kept, (*changed, *same))
            self._due = {key: pending, **self._due}
            self._unmeasured = {key: pending, **self._unmeasured}

    def _by_urgency(self, key: Key, game: Game, names: tuple[Name, ...]) -> tuple[Name, ...]:
        """Cards whose own row is another than before come first."""
        before = self._views[key].game if key in self._views else None
        if before is None or before is game:
            return names
        same = set(_rows(before).items()) & set(_rows(game).items())
        known = {name for name, _ in same}
        return tuple(sorted(names, key=lambda name: name in known))

    def _step(self, key: Key) -> None:
        """Composes a few cards and shows what came of them."""
        view = self._views[key]
        names, rest = _taken(self._due, key)
        shown = view.with_cards(self._maker.cards(rest.kept, names))
        if key not in self._due:
            shown = replace(shown, opened=True)
        self._show(view, shown)
        if view.opened:
            self._draw_ahead(differing(view, shown))
        if not self._due:
            self._pictures.keep({face for one in self._views.values() for face in one.faces()})

    def _measure(self, key: Key) -> None:
        """Measures a few cards and tells what is wrong with them."""
        names, rest = _taken(self._unmeasured, key)
        wrong = self._measures.measure(rest.kept, names)
        view = self._views[key]
        shown = view.with_cards(self._maker.cards(rest.kept, wrong))
        if worth_telling(view, shown):
            self._show(view, shown)

    def _draw_ahead(self, cards: Iterable[Card]) -> None:
        """The first changed faces, while the page is still asking for them."""
        for card in tuple(cards)[:DRAWN_AHEAD]:
            if card.front:
                self._pictures.ahead(card.front)

    def _mark(self, key: Key, name: Name | None) -> None:
        if view := self._views.get(key):
            self._show(view, view.with_seen((name,) if name else (*view.cards, *view.seen)))

    def _show(self, old: View, new: View) -> None:
        self._views[new.key] = new
        due = new.key in self._due
        listeners = self._listeners.get(new.key, ())
        if listeners and (not due or worth_telling(old, new)):
            record = change_record(old, new, due)
            for listener in listeners:
                listener(record)
