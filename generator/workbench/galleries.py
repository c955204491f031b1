"""Keep the open galleries up to date: their cards, composed, drawn as pictures, and measured.

One thread does all the work in short steps, so that a save is answered while a whole game is still
being composed. Without threads, as in a browser, the steps are taken between requests.
"""

from __future__ import annotations

import asyncio
import traceback
from collections.abc import AsyncIterator, Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from queue import Empty, SimpleQueue
from threading import Lock, Thread
from typing import Protocol

from cards_data import Game, Problem, Problems, load_game
from cards_data.problems import Findings, WrongCount
from generator.check.face_measures import MeasuredFace, gauge_of
from generator.check.sheet_measures import Owner, faults, measured_faces, owners_of
from generator.compose.artwork import Artwork
from generator.compose.composed_game import CachedFaces, Name
from generator.compose.piece import Composer
from generator.draw.face import screen_svg
from generator.options import Edition
from generator.store.sources import Sources
from generator.workers import Limits, WorkerPool
from generator.workers.pool import has_processes
from scorer.web.routing import EventStream, event_text

from .gallery_view import Card, Key, Record, View, change_record, has_visible_changes, plain_card

# One composes while the other draws; a card that is stuck does not block the rest.
WORKERS = 2
LIMITS = Limits(seconds=10)
READY = event_text({}, "ready")
Listener = Callable[[Record], None]
# Cards of a gallery that are still to be composed or measured, in order.
Pending = tuple[CachedFaces, tuple[Name, ...]]
# Cards that are composed before the next task of the queue is checked. Without processes they are
# composed one after the other, and an edit waits for them.
STEP = 8 if has_processes() else 2
# How many cards are looked up in the cache before anything is composed.
MOST_ASKED = 200 if has_processes() else 0


class Pictures:
    """The pictures of all faces that a gallery can request, drawn one at a time."""

    def __init__(self, pool: WorkerPool) -> None:
        self._pool = pool
        self._arts: dict[str, tuple[Artwork, Sources]] = {}
        self._pictures: dict[str, bytes | None] = {}
        self._one_at_a_time = Lock()

    def put(self, art: Artwork, sources: Sources) -> str:
        """Store an artwork with the files it was made from, and return its key."""
        self._arts[art.key] = art, sources
        return art.key

    def keep(self, keys: Collection[str]) -> None:
        self._arts = {key: art for key, art in self._arts.items() if key in keys}
        self._pictures = {key: svg for key, svg in self._pictures.items() if key in keys}

    def svg(self, key: str) -> bytes | None:
        """Return the picture of a face, or nothing if the gallery does not have it."""
        stored = self._arts.get(key)
        if stored is None:
            return None
        art, sources = stored
        with self._one_at_a_time:
            if key not in self._pictures:
                self._pictures[key] = screen_svg(self._pool, sources, art)
            return self._pictures[key]


class CardMaker:
    """A maker of cards with their faces and problems.

    A measured face is remembered, so a card that is made again retains its faults.
    """

    def __init__(self, pool: WorkerPool, pictures: Pictures) -> None:
        self._pool = pool
        self._pictures = pictures
        self._measured: dict[str, MeasuredFace] = {}

    def cards(self, faces_cache: CachedFaces, names: Collection[Name]) -> Iterator[Card]:
        game, lang = faces_cache.composer.game, faces_cache.composer.edition.lang
        pieces = [(game.decks[deck], game.decks[deck].piece(id)) for deck, id in names]
        for (deck, piece), composed in zip(pieces, faces_cache.compose(pieces), strict=True):
            card = replace(plain_card(piece, lang), composed=True)
            problems = composed.problems
            if faces := composed.faces:
                put = partial(self._pictures.put, sources=faces_cache.composer.sources)
                back = put(faces.back) if faces.back else None
                speech = faces.speech(game, deck, piece, lang)
                card = replace(card, front=put(faces.front), back=back, said=speech)
                card = replace(card, version=faces.version)
                owners = list(owners_of(deck, piece, faces))
                problems += tuple(faults(owners, self._measured, lang))
            yield replace(card, problems=tuple(dict.fromkeys(problems)))

    def measure(self, faces_cache: CachedFaces, names: Sequence[Name]) -> tuple[Name, ...]:
        """Measure these cards and return those with faults.

        A card with other problems is not measured: they come first, as they do in a check.
        """
        owners = [owner for name in names for owner in _owners(faces_cache, name)]
        new = [owner for owner in owners if owner.art.key not in self._measured]
        gauge = partial(gauge_of, faces_cache.composer.game, faces_cache.composer.sources)
        # A face that cannot be drawn is reported where its picture is missing.
        self._measured.update(measured_faces(new, gauge, self._pool, Findings()))
        faulty = {key for key, one in self._measured.items() if one.faults}
        wrong = [owner for owner in owners if owner.art.key in faulty]
        return tuple(dict.fromkeys((owner.deck.name, owner.piece.id) for owner in wrong))


def _owners(faces_cache: CachedFaces, name: Name) -> list[Owner]:
    deck = faces_cache.composer.game.decks[name[0]]
    piece = deck.piece(name[1])
    composed = faces_cache.from_cache(deck, piece)
    return list(owners_of(deck, piece, composed.faces)) if composed and composed.faces else []


def _load_uncounted(slug: str) -> tuple[Game, tuple[Problem, ...]]:
    """Read a game even if its decks have the wrong number of pieces; return that problem too."""
    try:
        return load_game(slug), ()
    except Problems as problems:
        if not all(isinstance(problem, WrongCount) for problem in problems.problems):
            raise
        return load_game(slug, counted=False), problems.problems


def by_urgency(game: Game, before: Game | None, looked_at: Collection[Name]) -> tuple[Name, ...]:
    """Order cards: first those whose own row changed, then those on a screen."""
    rows, was = _rows(game), _rows(before) if before else {}
    return tuple(
        sorted(rows, key=lambda name: (was.get(name) == rows[name], name not in looked_at))
    )


def _rows(game: Game) -> dict[Name, str]:
    return {
        (piece.deck, piece.id): repr((piece.copies, piece.values, piece.translations))
        for deck in game.decks.values()
        for piece in deck.pieces
    }


def _next_few(pending: dict[Key, Pending], key: Key) -> Pending:
    """Take the next few cards of a gallery off the list."""
    faces, names = pending[key]
    if names[STEP:]:
        pending[key] = faces, names[STEP:]
    else:
        del pending[key]
    return faces, names[:STEP]


def _run_task(task: Callable[[], None]) -> None:
    """Do a task; a bug of ours must not end the gallery of everything else."""
    try:
        task()
    except Exception:
        traceback.print_exc()


class Galleries:
    """Views by game and language, updated for their listeners."""

    def __init__(self, pool: WorkerPool, pictures: Pictures) -> None:
        self._pool = pool
        self._pictures = pictures
        self._maker = CardMaker(pool, pictures)
        self._views: dict[Key, View] = {}
        self._due: dict[Key, Pending] = {}
        self._unmeasured: dict[Key, Pending] = {}
        self._stale: set[Key] = set()
        self._looked_at: dict[Key, frozenset[Name]] = {}
        self._listeners: dict[Key, tuple[Listener, ...]] = {}
        # Nothing in it ends the thread.
        self._tasks: SimpleQueue[Callable[[], None] | None] = SimpleQueue()
        self._thread = Thread(target=self._run, name="gallery", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        self._tasks.put(None)
        self._thread.join()

    def reload(self) -> None:
        """Handle a saved file; each gallery finds out what changed for it."""
        self._tasks.put(self._reload_all)

    def mark_seen(self, key: Key, name: Name | None = None) -> None:
        self._tasks.put(lambda: self._mark(key, name))

    def looking(self, key: Key, names: Iterable[Name]) -> None:
        looked_at = frozenset(names)
        self._tasks.put(lambda: self._looked_at.update({key: looked_at}))

    def view(self, key: Key) -> tuple[View, bool]:
        """Return the gallery as it is now, and whether more of it will follow."""
        answer: SimpleQueue[tuple[View, bool]] = SimpleQueue()

        def task() -> None:
            self._open(key)
            answer.put((self._views[key], key in self._due))

        self._tasks.put(task)
        while not self._thread.is_alive() and answer.empty():
            self.step()
        return answer.get()

    def listen(self, key: Key, listener: Listener) -> Callable[[], None]:
        """Call the listener with every change of a gallery; return how to end that."""
        self._listeners[key] = (*self._listeners.get(key, ()), listener)

        def leave() -> None:
            left = tuple(one for one in self._listeners[key] if one is not listener)
            self._listeners[key] = left

        return leave

    def _run(self) -> None:
        while task := self._next_task():
            _run_task(task)

    def step(self) -> bool:
        """Do one task without waiting; return whether there was one."""
        if self._tasks.empty() and not (self._due or self._unmeasured):
            return False
        if task := self._next_task():
            _run_task(task)
        return True

    def _next_task(self) -> Callable[[], None] | None:
        """Return a requested task, else more cards, and when all are shown, their measurements."""
        try:
            return self._tasks.get(block=not (self._due or self._unmeasured))
        except Empty:
            return self._compose if self._due else self._measure

    def _open(self, key: Key) -> None:
        if key not in self._views or key in self._stale:
            self._stale.discard(key)
            self._views.setdefault(key, View(*key))
            try:
                self._reload(key)
            except Exception:
                # The waiting request gets an answer, even if there is a bug of ours.
                traceback.print_exc()

    def _reload_all(self) -> None:
        for key in self._views:
            if self._listeners.get(key):
                self._reload(key)
            else:
                self._stale.add(key)

    def _reload(self, key: Key) -> None:
        """Read the data again. If it has problems, the last good cards stay."""
        view = self._views.get(key) or View(*key)
        try:
            game, wrong = _load_uncounted(key[0])
        except Problems as problems:
            if view.game:
                self._schedule(key, view.game, again=False)
            self._show(view, view.with_problems(problems.problems))
            return
        self._schedule(key, game)
        new_view = view.with_game(game)
        self._show(view, new_view.with_problems(wrong) if wrong else new_view)

    def _schedule(self, key: Key, game: Game, again: bool = True) -> None:
        """Compose what changed first, then what is in the cache, if it is shown ``again``.

        The newest work goes before older work.
        """
        # As a draft: an unfinished card is shown with its problems.
        edition = Edition(key[1], draft=True)
        faces = CachedFaces(Composer(game, edition, Sources()), self._pool)
        before = self._views[key].game if key in self._views else None
        names = by_urgency(game, before, self._looked_at.get(key, frozenset()))
        # Checking the cache for a card takes a moment: do not check a thousand before the first one
        # is shown.
        requested = names if not again else names[:MOST_ASKED] if self._views[key].opened else ()
        at_hand = {name for name in requested if faces.is_cached(name)}
        changed = tuple(name for name in requested if name not in at_hand)
        same = tuple(name for name in names if again and name not in changed)
        self._due.pop(key, None)
        self._unmeasured.pop(key, None)
        if changed or same:
            pending = faces, (*changed, *same)
            self._due = {key: pending, **self._due}
            self._unmeasured = {key: pending, **self._unmeasured}

    def _compose(self) -> None:
        """Compose a few cards and show the results."""
        key = next(iter(self._due))
        view = self._views[key]
        faces, names = _next_few(self._due, key)
        new_view = view.with_cards(self._maker.cards(faces, names))
        if key not in self._due:
            new_view = replace(new_view, opened=True)
        self._show(view, new_view)
        if not self._due:
            self._pictures.keep({face for one in self._views.values() for face in one.faces()})

    def _measure(self) -> None:
        """Measure a few cards and show what is wrong with them."""
        key = next(iter(self._unmeasured))
        faces, names = _next_few(self._unmeasured, key)
        wrong = self._maker.measure(faces, names)
        view = self._views[key]
        new_view = view.with_cards(self._maker.cards(faces, wrong))
        if has_visible_changes(view, new_view):
            self._show(view, new_view)

    def _mark(self, key: Key, name: Name | None) -> None:
        if view := self._views.get(key):
            self._show(view, view.with_seen((name,) if name else (*view.cards, *view.seen)))

    def _show(self, old: View, new: View) -> None:
        self._views[new.key] = new
        due = new.key in self._due
        listeners = self._listeners.get(new.key, ())
        if listeners and (not due or has_visible_changes(old, new)):
            record = change_record(old, new, due)
            for listener in listeners:
                listener(record)


class Watcher(Protocol):
    """What reports saved files while a gallery is open."""

    def start(self, galleries: Galleries) -> None: ...
    def stop(self) -> None: ...


class GallerySession:
    """The galleries that answer requests; they follow saved files if something watches them."""

    def __init__(self, watcher: Watcher | None = None) -> None:
        self.pool = WorkerPool(WORKERS, LIMITS)
        self.pictures = Pictures(self.pool)
        self.galleries = Galleries(self.pool, self.pictures)
        self._streams: set[EventStream] = set()
        self._ended = False
        self._watcher = watcher

    def start(self) -> None:
        self.galleries.start()
        if self._watcher:
            self._watcher.start(self.galleries)

    def stop(self) -> None:
        if self._watcher:
            self._watcher.stop()
        self.galleries.stop()

    def close_streams(self) -> None:
        """End all event streams, also later ones, and the work that requests wait for."""
        self._ended = True
        for stream in self._streams:
            stream.end()
        self.pool.shut_down()

    async def changes(self, key: Key) -> AsyncIterator[str]:
        """Yield every change of a gallery from now on, as server-sent events."""
        loop, stream = asyncio.get_running_loop(), EventStream()

        def send(record: Record) -> None:
            loop.call_soon_threadsafe(stream.send, event_text(record))

        leave = self.galleries.listen(key, send)
        self._streams.add(stream)
        try:
            yield READY
            if not self._ended:
                async for line in stream.lines():
                    yield line
        finally:
            self._streams.discard(stream)
            leave()
