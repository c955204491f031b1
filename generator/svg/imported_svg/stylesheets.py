"""Style sheets into attributes. The one importer of tinycss2 and cssselect2.

Comes in: the root of a picture with ``<style>``, ``class`` and ``style``. Goes out: the same tree
whose elements have the properties that hold for them as attributes, by the cascade of CSS.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from generator.svg.elements import ONLY_DRAWN
from generator.svg.style import INHERITED
from generator.svg.tree import Node, tag_of

# Names of CSS that are attributes of SVG too; a style sheet says nothing else about a picture.
PROPERTIES = frozenset(
    (
        *INHERITED,
        *ONLY_DRAWN,
        *"opacity display isolation clip-path overflow stop-color stop-opacity transform "
        "transform-origin "
        "text-anchor dominant-baseline baseline-shift text-decoration word-spacing writing-mode "
        "flood-color flood-opacity lighting-color color-interpolation-filters mask-type "
        "x y width height rx ry cx cy r d".split(),
    )
)
# On the outer element these say how large a browser shows the picture.
_ROOT_SIZES = ("x", "y", "width", "height")
_MARKERS = ("marker-start", "marker-mid", "marker-end")
_MEDIA = ("", "all", "print")
# A rule is compared with every element: more are no style sheet of a picture.
MOST_RULES = 2_000


class WeighedProperty(NamedTuple):
    """A declaration with its weight: the heaviest of one name holds."""

    weight: tuple[bool, bool, tuple[int, int, int], int]
    name: str
    value: str


def apply_styles(root: Node) -> None:
    """Every element gets as attributes what its style sheets and its style say."""
    matcher = _matcher(root)
    # All are compared before the first loses its class: selectors look at neighbours.
    for node, matched in list(_matched(root, matcher)):
        inline = _declarations(node.attrib.pop("style", ""))
        declared = [
            *(_weighed(pair, specificity, order) for specificity, order, pair in matched),
            *(WeighedProperty((bool(heavy), True, (0, 0, 0), 0), *pair) for *pair, heavy in inline),
        ]
        outer = _ROOT_SIZES if node is root else ()
        for _, name, value in sorted(declared, key=lambda one: one.weight):
            if name not in outer:
                node.attrib[name] = value
        node.attrib.pop("class", None)


def _weighed(
    pair: tuple[str, str, bool], specificity: tuple[int, int, int], order: int
) -> WeighedProperty:
    name, value, heavy = pair
    return WeighedProperty((heavy, False, specificity, order), name, value)


Matched = list[tuple[tuple[int, int, int], int, tuple[str, str, bool]]]


def _matched(root: Node, matcher: Any) -> Iterator[tuple[Node, Matched]]:
    """Every element with the declarations whose selectors it matches."""
    if matcher is None:
        yield from ((node, []) for node in root.iter())
        return
    import cssselect2

    for element in cssselect2.ElementWrapper.from_xml_root(root).iter_subtree():
        found: Matched = [
            (specificity, order, pair)
            for specificity, order, _, declared in matcher.match(element)
            for pair in declared
        ]
        yield element.etree_element, found


def _matcher(root: Node) -> Any:
    """All rules of the style sheets; nothing where there are none."""
    sheets = [node.text or "" for node in root.iter() if tag_of(node) == "style"]
    if not any(sheet.strip() for sheet in sheets):
        return None
    import cssselect2

    matcher = cssselect2.Matcher()
    for prelude, declared in list(_rules(sheets))[:MOST_RULES]:
        try:
            selectors = cssselect2.compile_selector_list(prelude)
        except cssselect2.SelectorError:
            continue  # as CSS has it: a rule that is not understood holds for nothing
        for selector in selectors:
            if selector.pseudo_element is None:
                matcher.add_selector(selector, declared)
    return matcher


def _rules(sheets: Iterable[str]) -> Iterator[tuple[Any, list[tuple[str, str, bool]]]]:
    import tinycss2

    for sheet in sheets:
        rules = tinycss2.parse_stylesheet(sheet, skip_comments=True, skip_whitespace=True)
        yield from _qualified(rules)


def _qualified(rules: Iterable[Any]) -> Iterator[tuple[Any, list[tuple[str, str, bool]]]]:
    """Selectors with their declarations, those for print too."""
    import tinycss2

    for rule in rules:
        if rule.type == "qualified-rule":
            yield rule.prelude, list(_declarations(rule.content))
        elif rule.type == "at-rule" and rule.lower_at_keyword == "media" and rule.content:
            printed = tinycss2.serialize(rule.prelude).strip().lower() in _MEDIA
            yield from _qualified(tinycss2.parse_rule_list(rule.content) if printed else ())


def _declarations(content: Any) -> Iterator[tuple[str, str, bool]]:
    """Names, values and whether they are important; what SVG does not know is left out."""
    if not content:
        return
    import tinycss2

    for one in tinycss2.parse_blocks_contents(content, skip_comments=True, skip_whitespace=True):
        if one.type != "declaration":
            continue
        value = tinycss2.serialize(
            [token for token in one.value if token.type != "comment"]
        ).strip()
        names = _MARKERS if one.lower_name == "marker" else (one.lower_name,)
        yield from ((name, value, one.important) for name in names if value and name in PROPERTIES)
