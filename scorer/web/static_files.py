"""Serve the files of a page: pages with records inside them, scripts bundled.

Only files of the page's folder can be reached by name. A saved file shows at the next visit. The
modules of a page become one file with all it needs at once, and a second with what it imports
later: a phone sends one request instead of twenty. Each module has a separate scope and runs once.
"""

from __future__ import annotations

import os
import posixpath
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import lru_cache
from html import escape
from pathlib import Path

from cards_data import Problems
from cards_data.files import states_in

from ..core.translation import own_languages
from .api.records import WORDS, delivery_script, form_text, page_languages, words_record
from .api.scorer_cache import has_game, has_own_rules, has_rules
from .routing import Request, Response, Route, json_text


def with_records(page: str, records: Mapping[str, str]) -> str:
    elements = ""
    for name, record in records.items():
        data, tag = record.replace("<", "\\u003c"), 'script type="application/json"'
        elements += f'  <{tag} data-record="{escape(name)}">{data}</script>\n'
    return page.replace("</head>", f"{elements}</head>", 1)


NAME = re.compile(r"[\w.]+")
# A key that is built when the script runs: `print_${name}`.
TEMPLATE = re.compile(r"`((?:[\w.]|\$\{[^{}`]*\})+)`")
GAP = re.compile(r"\$\{[^{}`]*\}")


def page_words(page: Path, lang: str) -> dict[str, str]:
    words = words_record(lang, WORDS)
    # Scripts name the same texts, no matter which languages they offer.
    scripts = page_scripts(page, "served", own_languages())
    sources = (page.read_text(encoding="utf-8"), *scripts.values())
    needed = _needed_keys(sources, tuple(words))
    return {key: text for key, text in words.items() if key in needed}


@lru_cache(maxsize=16)
def _needed_keys(sources: tuple[str, ...], keys: tuple[str, ...]) -> frozenset[str]:
    names = {name for text in sources for name in NAME.findall(text)}
    patterns = [pattern for text in sources for pattern in _patterns(text)]
    return frozenset(
        key for key in keys if key in names or any(one.fullmatch(key) for one in patterns)
    )


def _patterns(text: str) -> Iterator[re.Pattern[str]]:
    """Yield what a template may become; one with only placeholders could be anything."""
    for template in TEMPLATE.findall(text):
        parts = GAP.split(template)
        if any(parts) and len(parts) > 1:
            yield re.compile(r"[\w.]+".join(map(re.escape, parts)))


# The pages of the scorer, and the modules that pages in other folders share with them.
PAGE = Path(__file__).parent / "page"
ENTRY = re.compile(r'<script type="module" src="([\w-]+\.js)">')
DELIVERY = "delivery.js"


def pages(folder: Path = PAGE) -> list[Path]:
    return sorted(folder.glob("*.html"))


def page_scripts(page: Path, kind: str, languages: tuple[str, ...] = ()) -> dict[str, str]:
    """Return the scripts that a page loads, at once and later; by default in all languages."""
    languages = languages or page_languages()
    return _bundle_page(page, kind, languages, tuple(map(states_in, (*_folders(page), WORDS))))


def _folders(page: Path) -> list[Path]:
    """Return the folders with modules: of the page, of all pages, and their subfolders."""
    homes = dict.fromkeys((PAGE, page.parent))
    return [path for home in homes for path in (home, *home.rglob("*")) if path.is_dir()]


@lru_cache(maxsize=16)
def _bundle_page(
    page: Path, kind: str, languages: tuple[str, ...], state: tuple[object, ...]
) -> dict[str, str]:
    paths = [path for folder in _folders(page) for path in folder.glob("*.js")]
    modules = {_name(path, page): path.read_text(encoding="utf-8") for path in paths}
    modules[_name(PAGE / DELIVERY, page)] = delivery_script(kind, languages)
    (entry,) = ENTRY.findall(page.read_text(encoding="utf-8"))
    return bundle(modules, entry)


def _name(path: Path, page: Path) -> str:
    """Return a module's path relative to the folder of the page."""
    return Path(os.path.relpath(path, page.parent)).as_posix()


KINDS = {
    ".html": "text/html; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
    ".webmanifest": "application/manifest+json",
}
PLAIN = (".css", ".svg")
# Comments of a style sheet, and spaces beside its braces and semicolons.
CSS_SPARE = re.compile(rb"\s*/\*.*?\*/|(?<=[{};])\s+|\s+(?=[{}])", re.S)
# The page that is sent with the form of its game.
FORMS = "score.html"
SERVED = "served"
# The records that are sent inside a page.
Records = Callable[[Path, Request], Mapping[str, str]]


def file_routes() -> Iterator[Route]:
    return folder_routes(pages(), _records)


def folder_routes(
    served: Sequence[Path], records: Records, front: str = "index.html"
) -> Iterator[Route]:
    """Yield a route for each page of a folder and its files; the home page is at ``/`` too."""
    for path in plain_files(served[0].parent):
        yield Route(f"/{path.name}", file_handler(path))
    for page in served:
        yield Route(f"/{page.name}", _page_handler(page, records))
        if page.name == front:
            yield Route("/", _page_handler(page, records))
        for name in page_scripts(page, SERVED):
            yield Route(f"/{name}", _script_handler(page, name))


def plain_files(folder: Path = PAGE) -> list[Path]:
    return sorted(path for path in folder.iterdir() if path.suffix in PLAIN)


def plain_content(path: Path) -> bytes:
    """Return a file for browsers: a style sheet loses its comments."""
    content = path.read_bytes()
    return CSS_SPARE.sub(b"", content) if path.suffix == ".css" else content


def file_handler(path: Path) -> Callable[[Request], Response]:
    return lambda _: Response(plain_content(path), KINDS[path.suffix])


def _script_handler(page: Path, name: str) -> Callable[[Request], Response]:
    return lambda _: Response(page_scripts(page, SERVED)[name].encode(), KINDS[".js"])


def _page_handler(page: Path, records: Records) -> Callable[[Request], Response]:
    def handler(request: Request) -> Response:
        text = with_records(page_text(page), records(page, request))
        return Response(text.encode(), KINDS[".html"])

    return handler


def page_text(page: Path, languages: Iterable[str] = ()) -> str:
    """Return a page, with texts in every language for use without scripts."""
    needed = {lang: words_record(lang)["needs_scripts"] for lang in languages or own_languages()}
    paragraphs = (f'<p lang="{lang}">{escape(text)}</p>' for lang, text in needed.items())
    text = page.read_text(encoding="utf-8")
    return text.replace("<noscript></noscript>", f"<noscript>{''.join(paragraphs)}</noscript>", 1)


def _records(page: Path, request: Request) -> dict[str, str]:
    """Return the texts; for a game's address also its form and the address for sharing."""
    languages = page_languages(request.query_param("lang"))
    words = {f"words.{lang}": json_text(page_words(page, lang)) for lang in languages}
    if page.name != FORMS:
        return words
    shared = {"shared_address": json_text(request.shared_address)}
    return {**words, **shared, **_forms(request, languages)}


def word_records(*paths: Path, languages: Iterable[str] = ()) -> dict[str, str]:
    """Return the texts of a page in every language, from one or more tables."""
    return {
        f"words.{lang}": json_text(
            {key: text for path in paths for key, text in words_record(lang, path).items()}
        )
        for lang in languages or page_languages()
    }


def _forms(request: Request, languages: Iterable[str]) -> dict[str, str]:
    """Return the form of the game in the address.

    If it has problems, the page requests it separately and shows them. Rules of the current folder
    may be slow, and no page waits for them.
    """
    slug = request.query_param("game").replace("-", "_")
    if has_game(slug) and has_rules(slug) and not has_own_rules(slug):
        with suppress(Problems):
            return {f"form/{slug}.{lang}": form_text(slug, lang) for lang in languages}
    return {}


IMPORT = re.compile(r'^import (\{[^}]*\}|\* as \w+) from "(\.[\w./-]*\.js)";$', re.M)
EXPORT = re.compile(r"^export (?=(?:const|class|function|async function) ([\w$]+))", re.M)
DYNAMIC = re.compile(r'\bimport\("(\.[\w./-]*\.js)"\)')
# Comments that fill lines, and types inside a line.
COMMENT = re.compile(
    r"^ *(?://[^\n]*|/\*\*(?:(?!\*/)(?s:.))*\*/)\n|/\*\* @type (?:(?!\*/)[^\n])*\*/ ?", re.M
)
OTHER = re.compile(r"^(?:import|export)\b.*", re.M)
# Browsers remember that an address failed to load: the next attempt uses another address.
LATER = """let $tries = 0;
const $later = () => import(`./{beside}${{$tries ? `?${{$tries}}` : ""}}`).catch((fault) => {{
  $tries += 1;
  throw fault;
}});
"""
# The second file contains all that is loaded later; under another address it would run twice.
HERE = "const $later = async () => ({ modules });\n"


class BundleError(ValueError):
    """An error for modules that cannot be bundled: a mistake in the program, not of a user."""


def bundle(modules: Mapping[str, str], entry: str) -> dict[str, str]:
    """Return the one or two files of a page by name; both export ``modules``."""
    first = _in_order(modules, [entry], [])
    more = _in_order(modules, _dynamically_imported(modules, first), first)
    for name in _dynamically_imported(modules, [*first, *more]):
        if name not in more:
            raise BundleError(f"{name} cannot come later: it is there at once, or later still")
    beside = entry.replace(".js", "-later.js")
    files = {entry: (LATER.format(beside=beside) if more else "") + _file(modules, first)}
    if more:
        head = f'import {{ modules as $first }} from "./{entry}";\n'
        files[beside] = head + HERE + _file(modules, more)
    return files


def _in_order(modules: Mapping[str, str], names: Iterable[str], before: list[str]) -> list[str]:
    """Return the wanted modules and all they need, each after those it needs."""
    order: list[str] = []

    def visit(name: str, *above: str) -> None:
        if name in above:
            raise BundleError(f"{name} needs itself: {' -> '.join(above)}")
        if name not in before and name not in order:
            for _, other in IMPORT.findall(modules[name]):
                visit(_path(name, other), *above, name)
            order.append(name)

    for name in names:
        visit(name)
    return order


def _dynamically_imported(modules: Mapping[str, str], names: Iterable[str]) -> Iterator[str]:
    for name in names:
        targets = (_path(name, other) for other in DYNAMIC.findall(modules[name]))
        yield from (other for other in targets if other in modules)


def _path(here: str, target: str) -> str:
    """Return the module that another one imports by relative path."""
    return posixpath.normpath(posixpath.join(posixpath.dirname(here), target))


def _file(modules: Mapping[str, str], names: list[str]) -> str:
    scopes = [_scope(name, modules, names) for name in names]
    exports = ", ".join(f'"{name}": {_variable(name)}' for name in names)
    return "\n".join((*scopes, f"export const modules = {{ {exports} }};\n"))


def _scope(name: str, modules: Mapping[str, str], here: list[str]) -> str:
    """Wrap a module in a function that runs at once and returns its exports."""
    exported = ", ".join(EXPORT.findall(modules[name]))
    body = COMMENT.sub("", modules[name])
    body = EXPORT.sub("", IMPORT.sub(lambda match: _static_import(match, name, here), body))
    if odd := OTHER.search(body):
        raise BundleError(f"{name} cannot be joined: {odd[0]}")

    def load_later(match: re.Match[str]) -> str:
        module = _path(name, match[1])
        load = f'$later().then(({{ modules }}) => modules["{module}"])'
        return load if module in modules else match[0]

    begin = f"// ---- {name}\nconst {_variable(name)} = (() => {{\n"
    return f"{begin}{DYNAMIC.sub(load_later, body)}return {{ {exported} }};\n}})();"


def _static_import(match: re.Match[str], name: str, here: list[str]) -> str:
    """Turn an import into a constant: names, or the whole module under one name."""
    names, module = match[1], _path(name, match[2])
    place = _variable(module) if module in here else f'$first["{module}"]'
    binding = names.removeprefix("* as ").replace(" as ", ": ")
    return f"const {binding} = {place};"


def _variable(name: str) -> str:
    return "$" + re.sub(r"\W+", "_", name.removesuffix(".js"))
