"""Simplify the SVG of drawing programs: only attributes, no editor notes.

Style sheets become attributes by the CSS cascade. The one importer of tinycss2 and cssselect2.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple
from xml.etree import ElementTree

from cards_data.outlines.path_reader import SvgError
from cards_data.problems import Message
from generator.svg.elements import ONLY_DRAWN
from generator.svg.style import INHERITED, reference
from generator.svg.tree import DEEPEST, SVG, XLINK, Node, parse, tag_of

# CSS properties that are SVG attributes too; others do not affect a picture.
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
# On the outer element these set the size at which a browser shows the picture.
_ROOT_SIZES = ("x", "y", "width", "height")
_MARKERS = ("marker-start", "marker-mid", "marker-end")
_MEDIA = ("", "all", "print")
# A rule is compared with every element: no picture needs more.
MOST_RULES = 2_000
MOST_COMPARED = 6_000_000
# A selector with more steps is always refused.
_STEPS = 30
# The reader limits groups; what is only rasterised may be somewhat deeper.
MOST_LEVELS = 2 * DEEPEST


def apply_styles(root: Node) -> None:
    """Write what style sheets and styles say into the attributes of every element."""
    matcher = _matcher(root)
    # Compare all before the first loses its class: selectors look at neighbours.
    for node, matched in list(_matching_rules(root, matcher)):
        for name in _NO_ATTRIBUTES:
            node.attrib.pop(name, None)
        inline = [((0, 0, 0), 0, one) for one in _declarations(node.attrib.pop("style", ""))]
        # The highest priority wins: important ones first, then those of the element itself.
        weighed = [
            ((important, styled, specificity, order), name, value)
            for styled, declared in enumerate((matched, inline))
            for specificity, order, (name, value, important) in declared
        ]
        outer = _ROOT_SIZES if node is root else ()
        for _, name, value in sorted(weighed, key=lambda one: one[0]):
            if name not in outer:
                node.attrib[name] = value
        node.attrib.pop("class", None)


Matches = list[tuple[tuple[int, int, int], int, tuple[str, str, bool]]]


def _matching_rules(root: Node, matcher: Any) -> Iterator[tuple[Node, Matches]]:
    """Yield every element with the declarations whose selectors it matches."""
    if matcher is None:
        yield from ((node, []) for node in root.iter())
        return
    import cssselect2

    for element in cssselect2.ElementWrapper.from_xml_root(root).iter_subtree():
        matching: Matches = [
            (specificity, order, pair)
            for specificity, order, _, declared in matcher.match(element)
            for pair in declared
        ]
        yield element.etree_element, matching


def _matcher(root: Node) -> Any:
    """Return all rules of the style sheets, or None if there are none."""
    sheets = [
        node.text or ""
        for node in root.iter()
        if tag_of(node) == "style" and node.attrib.get("type", "") in ("", "text/css")
    ]
    if not any(sheet.strip() for sheet in sheets):
        return None
    import cssselect2
    import tinycss2

    matcher = cssselect2.Matcher()
    options = {"skip_comments": True, "skip_whitespace": True}
    parsed = (tinycss2.parse_stylesheet(sheet, **options) for sheet in sheets)
    rules = [rule for sheet in parsed for rule in _style_rules(sheet)][:MOST_RULES]
    _check_selectors(root, [prelude for prelude, _ in rules])
    for prelude, declared in rules:
        try:
            selectors = cssselect2.compile_selector_list(prelude)
        except cssselect2.SelectorError:
            continue  # as in CSS, a rule that is not understood is ignored
        for selector in selectors:
            if selector.pseudo_element is None:
                matcher.add_selector(selector, declared)
    return matcher


_COMBINED = re.compile(r"\s*[>+~]\s*|\s+")


def _check_selectors(root: Node, preludes: Iterable[Any]) -> None:
    """Refuse selectors that would need too many comparisons."""
    import tinycss2

    elements, around = sum(1 for _ in root.iter()), _check_depth(root)
    widest = max(len(node) for node in root.iter())
    work = 0
    for prelude in preludes:
        for selector in map(str.strip, tinycss2.serialize(prelude).split(",")):
            work += _comparisons(selector, elements, around, widest)
            if work > MOST_COMPARED:
                raise SvgError(Message("svg.selectors"), Message("svg.simpler_style"))


def _comparisons(selector: str, elements: int, around: int, widest: int) -> int:
    """Return the largest number of comparisons of a selector with an element."""
    steps = [step.strip() for step in _COMBINED.findall(selector)]
    # Rules for a name, a class or an id are only compared with elements that have it.
    if not steps and selector[:1] not in "*:[":
        return 0
    if len(steps) > _STEPS:
        return MOST_COMPARED + 1
    # Every step through ancestors or neighbours tries all of them for each before it.
    tried = {"": around, "~": widest}
    return elements * math.prod(tried.get(step, 1) for step in steps)


def _style_rules(rules: Iterable[Any]) -> Iterator[tuple[Any, list[tuple[str, str, bool]]]]:
    """Yield selectors with their declarations, including those for print."""
    import tinycss2

    for rule in rules:
        if rule.type == "qualified-rule":
            yield rule.prelude, list(_declarations(rule.content))
        elif rule.type == "at-rule" and rule.lower_at_keyword == "media" and rule.content:
            printed = tinycss2.serialize(rule.prelude).strip().lower() in _MEDIA
            yield from _style_rules(tinycss2.parse_rule_list(rule.content) if printed else ())


def _declarations(content: Any) -> Iterator[tuple[str, str, bool]]:
    """Yield names, values and whether they are important, without properties unknown to SVG."""
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


# What paints nothing on paper: notes, animations, scripts, unused fonts.
_DROPPED = frozenset(
    "style script metadata title desc view cursor animate animateColor animateMotion "
    "animateTransform set mpath font font-face glyph missing-glyph color-profile "
    "flowRoot".split()
)
# Conditions, which are met if the element is still there, and settings for browsers.
_MEANINGLESS = frozenset(
    "requiredFeatures requiredExtensions systemLanguage shape-rendering text-rendering "
    "color-rendering color-interpolation enable-background tabindex".split()
)
# Values that programs write there and that every browser ignores.
_KEYWORDS = {
    "stroke-linejoin": ("miter", "miter-clip", "round", "bevel", "inherit"),
    "stroke-linecap": ("butt", "round", "square", "inherit"),
}
_ENTITY = re.compile(r"""<!ENTITY\s+([\w.-]+)\s+(?:"([^"&%<]*)"|'([^'&%<]*)')\s*>""")
_SUBSET = re.compile(r"<!DOCTYPE[^\[>]*+\[([^\]]*+)\]\s*+>")
_USED = re.compile(r"&([\w.-]+);")
XML_SPACE = "{http://www.w3.org/XML/1998/namespace}space"
PROLOGUE = 20_000
MOST_LETTERS = 24_000_000


class PlainSvg(NamedTuple):
    root: Node
    numbers: dict[Node, int]
    # References to ids that no element has, each with the first element that uses it.
    missing: dict[str, Node]

    def number(self, place: int) -> int:
        """Return the number in the file of the element written at that place."""
        order = [self.numbers[node] for node in self.root.iter()]
        return order[min(place, len(order) - 1)]


def plain_svg(svg: str) -> PlainSvg:
    """Return the picture without what only editors and browsers read; raise ``SvgError``."""
    root = parse(_without_entities(svg))
    _check_depth(root)
    numbers = {node: number for number, node in enumerate(root.iter())}
    try:
        apply_styles(root)
    except RecursionError:
        raise SvgError(Message("svg.deep_style"), Message("svg.simpler_style")) from None
    _tidy(root)
    return PlainSvg(root, numbers, _without_missing(root))


def _check_depth(root: Node) -> int:
    """Return the depth of a tree; refuse one that is too deep for recursive functions."""
    level, depth = [root], 0
    while level:
        depth += 1
        if depth > MOST_LEVELS:
            raise SvgError(Message("svg.groups"), Message("allowed.up_to", n=DEEPEST))
        level = [child for node in level for child in node]
    return depth


def _without_missing(root: Node) -> dict[str, Node]:
    """Remove references to missing ids, as SVG defines it; return them."""
    ids = {node.attrib["id"] for node in root.iter() if "id" in node.attrib}
    missing: dict[str, Node] = {}
    for node in root.iter():
        for name, value in list(node.attrib.items()):
            ident, rest = _referenced_id(node, name, value.strip())
            if not ident or ident in ids:
                continue
            missing.setdefault(ident, node)
            if name in ("fill", "stroke"):
                node.attrib[name] = rest or "none"
                continue
            del node.attrib[name]
            if name == "filter" and rest:
                node.attrib[name] = rest
            elif name == "filter" or tag_of(node) == "use":
                node.attrib["display"] = "none"
    return missing


_GOES_ON = ("use", "linearGradient", "radialGradient", "pattern")


def _referenced_id(node: Node, name: str, value: str) -> tuple[str, str]:
    """Return the id that an attribute refers to, and its fallback if that is missing."""
    if name in ("href", XLINK):
        return (value[1:] if value[:1] == "#" and tag_of(node) in _GOES_ON else ""), ""
    try:
        return reference(value) if value.startswith("url(") else ("", "")
    except SvgError:
        return "", ""


# Properties that are not attributes: they work only in a style.
_NO_ATTRIBUTES = ("mix-blend-mode", "isolation")
_STYLE_ONLY = (*_NO_ATTRIBUTES, "transform-origin")


def with_styles(root: Node) -> Node:
    """Change a picture in place for a program that supports styles."""
    for node in root.iter():
        own = [name for name in _STYLE_ONLY if name in node.attrib]
        if own:
            node.attrib["style"] = ";".join(f"{name}:{node.attrib.pop(name)}" for name in own)
    return root


def written_out(root: Node) -> str:
    """Write a tree as text, in the plain namespaces of SVG."""
    ElementTree.register_namespace("", SVG[1:-1])
    ElementTree.register_namespace("xlink", XLINK[1:].partition("}")[0])
    return ElementTree.tostring(root, encoding="unicode")


def _without_entities(svg: str) -> str:
    """Expand Illustrator's entities for namespaces; others stay and are refused."""
    subset = _SUBSET.search(svg, 0, PROLOGUE)
    if not subset or _ENTITY.sub("", subset[1]).strip():
        return svg
    values = {name: one or other for name, one, other in _ENTITY.findall(subset[1])}
    longest = max(map(len, values.values()), default=0)
    if len(svg) + longest * svg.count("&") > MOST_LETTERS:
        return svg
    # The line numbers stay the same.
    start, end = subset.span()
    whole = svg[:start] + "\n" * subset[0].count("\n") + svg[end:]
    return _USED.sub(lambda match: values.get(match[1], match[0]), whole)


def _tidy(root: Node) -> None:
    """Remove what paints nothing, in place."""
    waiting = [root]
    while waiting:
        node = waiting.pop()
        for name, value in list(node.attrib.items()):
            if _says_nothing(name, value.strip()):
                del node.attrib[name]
        children = list(node)
        if tag_of(node) == "switch":
            # Only the first whose conditions are met is painted.
            chosen = next((child for child in children if not _is_dropped(child)), None)
            node[:] = [] if chosen is None else [chosen]
        if tag_of(node) in ("switch", "a"):
            node.tag = f"{SVG}g"
        for child in [child for child in node if _is_dropped(child)]:
            _remove(node, child)
        for child in node:
            inherited = [name for name, value in child.attrib.items() if value.strip() == "inherit"]
            for name in filter(_ASKED_FOR.__contains__, inherited):
                del child.attrib[name]
                if name in node.attrib:
                    child.attrib[name] = node.attrib[name]
        waiting += node
        if not node.tag.startswith("{"):
            node.tag = SVG + node.tag


def _is_dropped(node: Node) -> bool:
    tag = tag_of(node)
    if tag == "text" and not "".join(node.itertext()).strip():
        return True
    return tag in _DROPPED or tag.startswith("{") or not _meets_conditions(node)


_FEATURES = ("http://www.w3.org/TR/SVG11/feature#", "org.w3c.svg")


def _meets_conditions(node: Node) -> bool:
    """Return whether an element is for a program that draws SVG, and for English."""
    features = node.attrib.get("requiredFeatures", _FEATURES[0]).split(" ")
    languages = node.attrib.get("systemLanguage", "en").lower().split(",")
    return (
        "requiredExtensions" not in node.attrib
        and all(feature.startswith(_FEATURES) for feature in features)
        and any(language.strip().partition("-")[0] == "en" for language in languages)
    )


# Properties that are inherited only if an element asks for it.
_ASKED_FOR = frozenset("opacity clip-path mask filter display stop-color stop-opacity".split())


def _remove(parent: Node, child: Node) -> None:
    """Remove an element; text that follows it stays."""
    at = list(parent).index(child)
    if child.tail and child.tail.strip():
        before = parent[at - 1] if at else None
        if before is None:
            parent.text = (parent.text or "") + child.tail
        else:
            before.tail = (before.tail or "") + child.tail
    parent.remove(child)


def _says_nothing(name: str, value: str) -> bool:
    """Return whether it is an editor note, a script, or a value that no browser knows."""
    if name.startswith("{"):
        return name not in (XLINK, XML_SPACE)
    if name in INHERITED and not value:
        return True
    wrong = name in _KEYWORDS and value not in _KEYWORDS[name]
    return wrong or name.startswith("on") or name in _MEANINGLESS
