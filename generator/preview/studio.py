"""The workbench behind the gallery: composes what is due and tells who looks at it.

Comes in: galleries that were opened, files that were saved, cards that were marked as seen.
Goes out: records of what changed, to every listener. One thread does all of it, in short steps,
so that a save is answered while a whole game is still being composed.
"""

from __future__ import annotations

import time
import traceback
from collections.abc import Callable, Iterable
from dataclasses import replace
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Event, Thread

from cards_data import Game, Problems, load_game
from generator.render.compose import Composer

from .composing import Due, composed
from .easel import Easel
from .gallery import Card, Key, Name, View, differing, worth_telling
from .jobs import Ended, Job, Looking, Opened, Saved, Seen
from .order import Tiers, games_touched, tiers
from .records import Record, change_record

Listener = Callable[[Record], None]
DATA = (".csv", ".yaml")
# Longer than composing a card takes, short enough to show cards as they come.
STEP_SECONDS = 0.08
# So many changed faces are drawn before anybody asks for them.
DRAWN_AHEAD = 6


class Studio:
    """Views by game and language, kept up to date for those who listen."""

    def __init__(self, easel: Easel) -> None:
        self._easel = easel
        self._views: dict[Key, View] = {}
        self._due: dict[Key, Due] = {}
        self._stale: set[Key] = set()
        self._looked_at: dict[Key, frozenset[Name]] = {}
        self._listeners: dict[Key, tuple[Listener, ...]] = {}
        self._jobs: SimpleQueue[Job] = SimpleQueue()
        self._thread = Thread(target=self._run, name="preview-studio", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        self._jobs.put(Ended())
        self._thread.join()

    def saved(self, paths: Iterable[Path]) -> None:
        self._jobs.put(Saved(frozenset(paths)))

    def seen(self, key: Key, name: Name | None = None) -> None:
        self._jobs.put(Seen(key, name))

    def looking(self, key: Key, names: Iterable[Name]) -> None:
        self._jobs.put(Looking(key, frozenset(names)))

    def view(self, key: Key) -> tuple[View, bool]:
        """The gallery as it stands, and whether more of it is on the way."""
        job = Opened(key)
        self._jobs.put(job)
        job.ready.wait()
        return self._views[key], key in self._due

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
                self._do(job) if job else self._step(next(iter(self._due)))
            except Exception:
                # A fault of ours must not end the preview of everything else.
                traceback.print_exc()

    def _next_job(self) -> Job | None:
        """The next job; nothing when there is none but cards are due."""
        try:
            return self._jobs.get(block=not self._due)
        except Empty:
            return None

    def _do(self, job: Job) -> None:
        match job:
            case Opened(key, ready):
                self._open(key, ready)
            case Saved(paths):
                self._reload_touched(paths)
            case Seen(key, name):
                self._mark(key, name)
            case Looking(key, names):
                self._looked_at[key] = names

    def _open(self, key: Key, ready: Event) -> None:
        try:
            if key not in self._views or key in self._stale:
                self._stale.discard(key)
                self._reload(key, frozenset())
        finally:
            self._views.setdefault(key, View(*key))
            ready.set()

    def _reload_touched(self, paths: frozenset[Path]) -> None:
        slugs = games_touched(paths)
        for key in [key for key in self._views if key[0] in slugs]:
            if self._listeners.get(key):
                self._reload(key, paths)
            else:
                self._stale.add(key)

    def _reload(self, key: Key, paths: frozenset[Path]) -> None:
        """Reads the data anew. When it has problems, the last good cards stay."""
        view = self._views.get(key) or View(*key)
        looked_at = self._looked_at.get(key, frozenset())
        try:
            game = load_game(key[0])
            self._schedule(key, game, tiers(view.game, game, paths, looked_at))
            self._show(view, view.with_game(game))
        except Problems as problems:
            if view.game and any(path.suffix not in DATA for path in paths):
                self._schedule(key, view.game, tiers(view.game, view.game, paths, looked_at))
            self._show(view, view.with_problems(problems.problems))

    def _schedule(self, key: Key, game: Game, order: Tiers) -> None:
        """The newest work goes first."""
        due = Due(Composer(game, key[1]), order)
        if earlier := self._due.pop(key, None):
            due = due.after(earlier)
        self._due = {key: due, **self._due}

    def _step(self, key: Key) -> None:
        """Composes for a moment, or until a tier is done, and shows what came of it."""
        view = self._views[key]
        cards = self._composed(self._due[key])
        self._due[key] = self._due[key].without({card.name for card in cards})
        if not self._due[key].names():
            del self._due[key]
        shown = view.with_cards(cards)
        if key not in self._due:
            shown = replace(shown, opened=True)
        self._show(view, shown)
        if view.opened:
            self._draw_ahead(differing(view, shown))
        if not self._due:
            self._easel.keep({face for one in self._views.values() for face in one.faces()})

    def _composed(self, due: Due) -> list[Card]:
        end = time.monotonic() + STEP_SECONDS
        cards: list[Card] = []
        for name in due.upcoming():
            while self._easel.busy and time.monotonic() < end:
                time.sleep(0.002)  # Somebody waits for a picture: that comes first.
            cards.append(composed(due.composer, name, self._easel))
            if time.monotonic() >= end or not self._jobs.empty():
                break
        return cards

    def _draw_ahead(self, cards: Iterable[Card]) -> None:
        """The first changed faces, while the page is still asking for them."""
        for card in tuple(cards)[:DRAWN_AHEAD]:
            if card.front:
                self._easel.ahead(card.front)

    def _mark(self, key: Key, name: Name | None) -> None:
        if view := self._views.get(key):
            self._show(view, view.with_seen((name,) if name else tuple(view.cards)))

    def _show(self, old: View, new: View) -> None:
        self._views[new.key] = new
        due = new.key in self._due
        listeners = self._listeners.get(new.key, ())
        if listeners and (not due or worth_telling(old, new)):
            record = change_record(old, new, due)
            for listener in listeners:
                listener(record)
