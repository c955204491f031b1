"""Draw a face from a layout: a layout file, or one that a template builds by calls.

``{{ face(boxes.row(boxes.text("name"), boxes.badge("cost")), pad=5) }}`` uses the keys and values
of a layout file. It is read by the same reader and drawn by the same engine.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache
from typing import Any

from markupsafe import Markup

from cards_data.documents import Document, parse_yaml
from cards_data.models import Game
from cards_data.problems import Findings, Message, Place, Problems, quote, unknown
from cards_data.reader import decode
from generator.compose import template_limits as bounds
from generator.compose.art import symbol_names
from generator.compose.functions import SPARE, TemplateFunctions
from generator.layout.box_geometry import Rect
from generator.layout.box_kinds import KINDS, Box, FaceLayout, RawBox
from generator.layout.layout_names import LayoutNames
from generator.layout.layout_reader import merge_base, name_of, read_layout
from generator.store.sources import Source, Sources

from . import SUFFIX
from .box_drawing import FaceDrawer
from .content import Canvas, Paints
from .nodes import MOST_NODES, NodeMaker, Scope

READY = "_shared/layouts"
# Every value in a file counts; a board with a hundred boxes has fewer than a thousand.
MOST_VALUES = 5_000


@lru_cache(maxsize=64)
def layout_in(game: Game, deck: str, sources: Sources, template: str) -> FaceLayout:
    """Read a layout by its path in the template folders; every mistake in it is a problem."""
    own, base, files = documents(game, sources, template)
    return replace(_read(game, deck, sources, own, base), files=files)


@lru_cache(maxsize=256)
def _layout_from_json(
    game: Game, deck: str, sources: Sources, template: str, text: str
) -> FaceLayout:
    """Read a layout that a template builds: a file's keys as JSON, with its boxes as ``face``."""
    own = Document(f"templates/{template}", json.loads(text))
    return _read(game, deck, sources, own, None)


def _read(
    game: Game, deck: str, sources: Sources, own: Document, base: Document | None
) -> FaceLayout:
    findings = Findings()
    templates = sources.names_in(game.slug, suffix=".svg.j2")
    names = LayoutNames(
        game,
        game.decks[deck],
        frozenset((*game.fonts, *SPARE)),
        frozenset(symbol_names(game, sources)),
        frozenset(f"{stem}.j2" for stem in templates),
    )
    layout = read_layout(own, base, names, findings)
    findings.raise_any()
    return layout


def documents(
    game: Game, sources: Sources, template: str
) -> tuple[Document, Document | None, tuple[str, ...]]:
    """Return a layout file, the one it is based on, and the paths of both."""
    source = sources.template(template)
    if source is None:
        hint = Message("face.write_it")
        raise Problems.of(Place(f"templates/{template}"), Message("file.missing"), hint=hint)
    own = _document(source, template)
    base, base_file = _base(own, sources, game)
    return own, base, (template, base_file) if base_file else (template,)


def _document(source: Source, template: str) -> Document:
    place = f"templates/{template}"
    return parse_yaml(decode(source.content, place), place, MOST_VALUES)


def _base(own: Document, sources: Sources, game: Game) -> tuple[Document | None, str]:
    """Return the layout that another is based on: of the same game, or a ready one."""
    if not isinstance(own.data, dict) or "from" not in own.data:
        return None, ""
    name = own.data["from"]
    places = [f"{game.slug}/{name}{SUFFIX}", f"{READY}/{name}{SUFFIX}"]
    for place in places if isinstance(name, str) else ():
        source = sources.template(place) if f"templates/{place}" != own.place else None
        if source:
            base = _document(source, place)
            if isinstance(base.data, dict) and "from" in base.data:
                fault = Message("face.begins_itself", name=name)
                raise Problems.of(own.at("from"), fault, Message("face.without_from"))
            return base, place
    names = ready_layouts(sources)
    raise unknown(own.at("from"), str(name), names, Message("face.no_layout", name=quote(name)))


def ready_layouts(sources: Sources) -> tuple[str, ...]:
    stems = sources.names_in(*READY.split("/"), suffix=SUFFIX)
    return tuple(stem.removesuffix(".layout") for stem in stems)


class DeclaredFace:
    """The boxes of a layout on one face."""

    def __init__(self, functions: TemplateFunctions, names: Mapping[str, Any]) -> None:
        subject = self._subject = functions.subject
        assert subject.deck
        self._deck, self._dependencies, self._names = subject.deck, functions.dependencies, names
        self._of_deck = subject.game, subject.deck.name, subject.sources
        columns = subject.deck.columns
        scope = Scope(names, lambda column: columns[column].ref)
        canvas = Canvas(functions, Paints(subject.size, names["c"]), self._include)
        self._drawer = FaceDrawer(canvas, scope)

    def draw(self, template: str) -> str:
        """Draw a whole face from a layout file."""
        return self._face(self._layout(template))

    def draw_calls(self, face: Mapping[str, Any]) -> Markup:
        """Draw a whole face from the calls in its template."""
        template = self._deck.back if self._subject.side == "back" else self._deck.front
        path = f"{self._subject.game.slug}/{template}"
        try:
            layout = _layout_from_json(*self._of_deck, path, json.dumps(face, default=str))
            self._note_templates(layout)
            return Markup(self._face(layout))
        except RecursionError:
            raise bounds.TemplateLimit(Message("face.too_many_boxes", n=MOST_NODES)) from None

    def places(self, template: str) -> list[tuple[Box, Rect]]:
        """Return every box that is drawn, with its rectangle."""
        self.draw(template)
        return self._drawer.places

    def _face(self, layout: FaceLayout) -> str:
        drawer = self._drawer
        ground, around = drawer.ground(layout.ground)
        node = NodeMaker().node(layout.face, drawer.scope)
        return ground + drawer.draw(node, drawer.face, around)

    def box(
        self, name: str, x: float | None = None, y: float = 0, width: float = 0, height: float = 0
    ) -> Markup:
        """Draw one box of the deck's layout, in its own place or a given one."""
        room = None
        if x is not None:
            bounds.places(x=x, y=y, width=width, height=height)
            room = Rect(x, y, width, height)
        template = f"{self._subject.game.slug}/{self._deck.name}{SUFFIX}"
        layout, drawer = self._layout(template), self._drawer
        box = layout.box(str(name)) if name else None
        if box is None:
            raise unknown(f'box("{name}")', str(name), layout.names, Message("is.no_box"))
        if room is None:
            places = self.places(template)
            room = next((rect for one, rect in places if one is box), None)
        if room is None:
            return Markup("")
        _, around = drawer.ground(layout.ground)
        return Markup(drawer.draw(NodeMaker().node(box, drawer.scope), room, around))

    def _layout(self, template: str) -> FaceLayout:
        self._dependencies.add("template", template)
        layout = layout_in(*self._of_deck, template)
        for file in layout.files:
            self._dependencies.add("template", file)
        self._note_templates(layout)
        return layout

    def _note_templates(self, layout: FaceLayout) -> None:
        from generator.compose.environment import used_templates

        for included in layout.templates:
            template = f"{self._subject.game.slug}/{included}"
            for used in used_templates(self._subject.sources, template):
                self._dependencies.add("template" if used else "templates", used)

    def _include(self, template: str, room: Rect) -> str:
        """Render a template in a box; ``place`` is the rectangle of the box."""
        from generator.compose.environment import render_text

        subject = self._subject
        where = f"{subject.label}, {subject.side}, {subject.lang}"
        names = {**self._names, "place": room}
        return render_text(subject.sources, f"{subject.game.slug}/{template}", names, where)


_WIDTH = 96


def template_of(own: Document, base: Document | None) -> str:
    """Return the text of a template that draws a layout; both documents are valid."""
    keys = dict(merge_base(own, base, Findings()).data)
    boxes = keys.pop("face")
    keys = {key: value for key, value in keys.items() if key not in ("from", "boxes")}
    call = _call("face", [_box(box) for box in boxes], keys)
    return f"{{# Written from {own.place}. #}}\n{{{{ {call} }}}}\n"


def _box(box: RawBox) -> str:
    """Return a box as a call."""
    keys = dict(box.keys)
    if box.name != name_of(keys, box.kind):
        keys["name"] = box.name
    if KINDS[box.kind].container:
        args = [_box(one) for one in keys.pop("boxes")]
    else:
        args = [_literal(keys.pop(box.kind))]
    return _call(f"boxes.{box.kind}", args, keys)


def _call(name: str, args: list[str], keys: Mapping[str, Any]) -> str:
    """Write a call on one line if it is short, else with one part per line."""
    parts = [*args, *(f"{key}={_literal(value)}" for key, value in keys.items())]
    line = f"{name}({', '.join(parts)})"
    if len(line) <= _WIDTH and "\n" not in line:
        return line
    inner = ",\n".join(parts).replace("\n", "\n  ")
    return f"{name}(\n  {inner}\n)"


def _literal(value: Any) -> str:
    """Write a value as a template expression: JSON, except for ``null``."""
    return "none" if value is None else json.dumps(value, ensure_ascii=False)
