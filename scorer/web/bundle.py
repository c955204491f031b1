"""Join the modules of a page for delivery: a phone asks once instead of twenty times.

A page becomes one file with all it needs at once, and a second with what it imports later. Each
module keeps its own scope and runs once. What cannot be joined like this is refused.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterable, Iterator, Mapping

IMPORT = re.compile(r'^import (\{[^}]*\}|\* as \w+) from "(\.[\w./-]*\.js)";$', re.M)
EXPORT = re.compile(r"^export (?=(?:const|class|function|async function) ([\w$]+))", re.M)
DYNAMIC = re.compile(r'\bimport\("(\.[\w./-]*\.js)"\)')
COMMENT = re.compile(r"^ *(?://[^\n]*|/\*\*(?s:.)*?\*/)\n", re.M)
OTHER = re.compile(r"^(?:import|export)\b.*", re.M)
# Browsers remember for an address that it could not be loaded: the next try is another address.
LATER = """let $tries = 0;
const $later = () => import(`./{beside}${{$tries ? `?${{$tries}}` : ""}}`).catch((fault) => {{
  $tries += 1;
  throw fault;
}});
"""
# The later file has all that comes later; under another address it would run twice.
HERE = "const $later = async () => ({ modules });\n"


class BundleError(ValueError):
    """Modules of our pages that cannot be joined: a mistake in the program, not of a user."""


def bundle(modules: Mapping[str, str], entry: str) -> dict[str, str]:
    """The one or two files of a page by name; both export what they hold as ``modules``."""
    first = _in_order(modules, [entry], [])
    more = _in_order(modules, _dynamically_imported(modules, first), first)
    for name in _dynamically_imported(modules, [*first, *more]):
        if name not in more:
            raise BundleError(f"{name} cannot come later: it is there at once, or later still")
    beside = entry.replace(".js", "-later.js")
    files = {entry: (LATER.format(beside=beside) if more else "") + _file(modules, first)}
    if more:
        found = f'import {{ modules as $first }} from "./{entry}";\n'
        files[beside] = found + HERE + _file(modules, more)
    return files


def _in_order(modules: Mapping[str, str], wanted: Iterable[str], known: list[str]) -> list[str]:
    """The wanted modules and all they need, each after those it needs."""
    found: list[str] = []

    def visit(name: str, *above: str) -> None:
        if name in above:
            raise BundleError(f"{name} needs itself: {' -> '.join(above)}")
        if name not in known and name not in found:
            for _, other in IMPORT.findall(modules[name]):
                visit(_path(name, other), *above, name)
            found.append(name)

    for name in wanted:
        visit(name)
    return found


def _dynamically_imported(modules: Mapping[str, str], names: Iterable[str]) -> Iterator[str]:
    for name in names:
        wanted = (_path(name, other) for other in DYNAMIC.findall(modules[name]))
        yield from (other for other in wanted if other in modules)


def _path(here: str, named: str) -> str:
    """The module that another one names by the way to it."""
    return posixpath.normpath(posixpath.join(posixpath.dirname(here), named))


def _file(modules: Mapping[str, str], names: list[str]) -> str:
    scopes = [_scope(name, modules, names) for name in names]
    held = ", ".join(f'"{name}": {_variable(name)}' for name in names)
    return "\n".join((*scopes, f"export const modules = {{ {held} }};\n"))


def _scope(name: str, modules: Mapping[str, str], here: list[str]) -> str:
    """One module as a function that runs at once and gives back what it exports."""
    exported = ", ".join(EXPORT.findall(modules[name]))
    body = COMMENT.sub("", modules[name])
    body = EXPORT.sub("", IMPORT.sub(lambda found: _static_import(found, name, here), body))
    if odd := OTHER.search(body):
        raise BundleError(f"{name} cannot be joined: {odd[0]}")
    body = DYNAMIC.sub(lambda found: _dynamic_import(found, name, modules), body)
    begin = f"// ---- {name}\nconst {_variable(name)} = (() => {{\n"
    return f"{begin}{body}return {{ {exported} }};\n}})();"


def _static_import(found: re.Match[str], name: str, here: list[str]) -> str:
    """An import as a constant: names, or the whole module under one name."""
    names, module = found[1], _path(name, found[2])
    place = _variable(module) if module in here else f'$first["{module}"]'
    wanted = names.removeprefix("* as ").replace(" as ", ": ")
    return f"const {wanted} = {place};"


def _dynamic_import(found: re.Match[str], name: str, modules: Mapping[str, str]) -> str:
    module = _path(name, found[1])
    if module not in modules:
        return found[0]
    return f'$later().then(({{ modules }}) => modules["{module}"])'


def _variable(name: str) -> str:
    return "$" + re.sub(r"\W+", "_", name.removesuffix(".js"))
