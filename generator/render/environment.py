"""Jinja2, locked in: strict about names, escaping, sandboxed. The only importer of Jinja2.

Comes in: a template's name and its variables. Goes out: SVG text, or problems with the
template's file and line.
"""

from __future__ import annotations

import traceback
from collections.abc import Mapping
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from typing import Any

from jinja2 import (
    BytecodeCache,
    FileSystemLoader,
    StrictUndefined,
    TemplateError,
    TemplateNotFound,
    TemplateSyntaxError,
)
from jinja2.bccache import Bucket
from jinja2.sandbox import SandboxedEnvironment

from cards_data.problems import Problem, Problems, did_you_mean
from cards_data.reader import shown_path
from generator import resources
from generator.cache import Cache, open_cache


@lru_cache(maxsize=4)
def environment(folders: tuple[Path, ...]) -> SandboxedEnvironment:
    return SandboxedEnvironment(
        loader=FileSystemLoader(folders),
        undefined=StrictUndefined,
        autoescape=True,
        optimized=False,  # numbers must pass through _finalize, also those known beforehand
        trim_blocks=True,
        lstrip_blocks=True,
        finalize=_finalize,
        bytecode_cache=_Compiled(open_cache()),
    )


class _Compiled(BytecodeCache):
    """Compiled templates, kept beside the faces; Jinja2 checks that they fit their source."""

    def __init__(self, cache: Cache) -> None:
        self._cache = cache

    def load_bytecode(self, bucket: Bucket) -> None:
        if kept := self._cache.get("templates", bucket.key):
            bucket.bytecode_from_string(kept)

    def dump_bytecode(self, bucket: Bucket) -> None:
        self._cache.put("templates", bucket.key, bucket.bytecode_to_string())


def _finalize(value: Any) -> Any:
    """Coordinates are written to a thousandth of a millimetre: short, and the same everywhere."""
    if isinstance(value, float):
        return f"{value:.3f}".rstrip("0").rstrip(".")
    return value


def compile_templates(*names: str) -> None:
    """Compiles templates before they are needed; what is wrong with them is said then."""
    env = environment(resources.template_folders())
    for name in names:
        with suppress(TemplateError):
            env.get_template(name)


def rendered(template: str, names: Mapping[str, Any], where: str) -> str:
    """The template filled in. Every mistake in it is a problem with its file and line."""
    env = environment(resources.template_folders())
    try:
        return env.get_template(template).render(names)
    except TemplateNotFound as error:
        known = [name for name in env.list_templates() if name.endswith(".j2")]
        hint = did_you_mean(str(error.name), known)
        raise Problems([Problem(where, f'no template "{error.name}"', hint=hint)]) from None
    except TemplateSyntaxError as error:
        place = f"{_shown(error.filename, template)}:{error.lineno}"
        raise Problems([Problem(place, f"broken template: {error.message}")]) from None
    except Problems as problems:
        place = f"{_line_of(problems, template)} ({where})"
        raise Problems(
            Problem(place, f"{problem.where} {problem.found}", problem.allowed, problem.hint)
            for problem in problems.problems
        ) from None
    except (
        TemplateError,
        TypeError,
        ValueError,
        ArithmeticError,
        LookupError,
        AttributeError,
        RecursionError,
    ) as error:
        raise Problems([_from_template(error, template, where, names)]) from None


def _from_template(
    error: Exception, template: str, where: str, names: Mapping[str, Any]
) -> Problem:
    message = str(error) or error.__class__.__name__
    unknown = message.split("'")[1] if "is undefined" in message and "'" in message else ""
    hint = did_you_mean(unknown, names)
    return Problem(f"{_line_of(error, template)} ({where})", message, hint=hint)


def _line_of(error: BaseException, template: str) -> str:
    """The innermost template line that the error passed through."""
    frames = [
        frame
        for frame in traceback.extract_tb(error.__traceback__)
        if frame.filename.endswith(".j2")
    ]
    if not frames:
        return template
    return f"{_shown(frames[-1].filename, template)}:{frames[-1].lineno}"


def _shown(filename: str | None, template: str) -> str:
    if not filename:
        return f"templates/{template}"
    path = Path(filename)
    try:
        return path.resolve().relative_to(Path.cwd()).as_posix()
    except ValueError:
        return f"templates/{template}" if path.suffix == ".j2" else shown_path(path)
