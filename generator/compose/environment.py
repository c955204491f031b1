"""Templates in a sandbox: strict about names, with escaping. The only importer of Jinja2."""

from __future__ import annotations

import json
import re
import traceback
from collections.abc import Callable, Iterator, Mapping, MutableMapping
from contextlib import contextmanager, suppress
from dataclasses import replace
from functools import lru_cache, partial, wraps
from inspect import signature
from pathlib import Path
from types import CodeType, GeneratorType
from typing import Any

import jinja2
from jinja2 import meta, nodes
from jinja2.bccache import Bucket
from jinja2.compiler import CodeGenerator, Frame
from jinja2.runtime import Context
from jinja2.sandbox import SandboxedEnvironment

from cards_data.documents import ReadOnlyError
from cards_data.problems import (
    AnyText,
    Message,
    Place,
    Problem,
    Problems,
    did_you_mean,
    quote,
    said_by,
)
from cards_data.reader import shown_path
from generator.resources import PACKAGES
from generator.store.cache import open_cache
from generator.store.fingerprint import code_digest, digest
from generator.store.sources import Source, Sources
from generator.svg.tree import offsets
from generator.workers.pool import has_processes

from . import template_limits as bounds
from .dependencies import TEMPLATES, compiled_key

_HOME = Path(__file__).resolve().parents[2]
# The sandbox calls operators, filters and ``range`` for a template: errors there belong to it. In a
# browser only compiled files are left of both.
_SANDBOX = tuple(Path(file).resolve().with_suffix(".py") for file in (__file__, bounds.__file__))


class _Loader(jinja2.BaseLoader):
    """A loader of templates from the run's sources: what is hashed is what is used."""

    def __init__(self, sources: Sources) -> None:
        self._sources = sources

    def load(
        self,
        environment: jinja2.Environment,
        name: str,
        globals: MutableMapping[str, Any] | None = None,
    ) -> jinja2.Template:
        source = self._sources.template(name)
        if source is None:
            raise jinja2.TemplateNotFound(name)
        code = _compile(source, name)
        return environment.template_class.from_code(environment, code, globals or {})

    def list_templates(self) -> list[str]:
        templates = [self._sources.tree(folder, "*/*.j2") for folder in self._sources.folders]
        return sorted({name for files in templates for name, _ in files})


def _statements(template: nodes.Template, kind: Any) -> Iterator[nodes.Node]:
    """Yield the statements of a kind; most of a template is expressions, which have none."""
    todo: list[nodes.Node] = [template]
    while todo:
        node = todo.pop()
        if isinstance(node, kind):
            yield node
        for part in ("body", "else_", "elif_"):
            todo += getattr(node, part, ())


class _Generator(CodeGenerator):
    """Jinja's generator, without its search for statements in all expressions."""

    def visit_Template(self, node: nodes.Template, frame: Frame | None = None) -> None:  # noqa: N802
        find_all = partial(_statements, node)
        vars(node).update(find_all=find_all, find=lambda kind: next(find_all(kind), None))
        super().visit_Template(node, frame)


class _LimitedSandbox(SandboxedEnvironment):
    code_generator_class = _Generator
    intercepted_binops = frozenset({"**", "*", "%"})

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self.globals["range"] = bounds.steps
        # It would write random words, as many as a template asks for.
        del self.globals["lipsum"]
        for name in WIDENING:
            self.filters[name] = _with_limits(name, self.filters[name])

    def join_path(self, template: str, parent: str) -> str:
        """Return the name of a template that another one includes.

        In a browser, games of strangers are beside the visitor's own: each has only its own
        templates, the shared ones and those of built-in games.
        """
        folder = template.partition("/")[0]
        foreign = not folder.startswith("_") and folder != parent.partition("/")[0]
        if foreign and not has_processes() and (Path.cwd() / "templates" / folder).is_dir():
            raise jinja2.TemplateNotFound(template)
        return template

    def call_binop(self, context: Context, operator: str, left: Any, right: Any) -> Any:
        bounds.operands(operator, left, right)
        return super().call_binop(context, operator, left, right)

    def call(self, context: Context, obj: Any, /, *args: Any, **kwargs: Any) -> Any:
        method = getattr(obj, "__wrapped__", obj)
        owner = getattr(method, "__self__", None)
        if isinstance(owner, str | bytes | int | float):
            bounds.arguments((*args, *kwargs.values()))
        if isinstance(owner, str):
            args = _text_arguments(owner, method.__name__, args)
        return super().call(context, obj, *args, **kwargs)


def _text_arguments(text: str, method: str, args: tuple[Any, ...]) -> tuple[Any, ...]:
    """Check the arguments of a text method: the result must not be too long."""
    if method.startswith("format"):
        bounds.pattern(text)
    if method == "join" and args:
        return bounds.check_join(args[0], text), *args[1:]
    if method == "replace" and len(args) > 1:
        bounds.check_replace(text, str(args[0]), str(args[1]))
    return args


# The filters that can make a text or a list longer.
WIDENING = (
    *("batch", "center", "format", "indent", "join", "replace", "round", "slice"),
    *("truncate", "wordwrap"),
)


def _with_limits(name: str, function: Callable[..., Any]) -> Callable[..., Any]:

    @wraps(function)
    def call_within_limits(*args: Any, **kwargs: Any) -> Any:
        bounds.arguments((*args, *kwargs.values()))
        if name == "format":
            bounds.pattern(str(args[0]))
        # Jinja passes its own settings to these two first.
        if name == "join":
            between = str(kwargs.get("d", (*args, "", "")[2]))
            args = (args[0], bounds.check_join(args[1], between), *args[2:])
        if name == "replace" and len(args) > 3:
            bounds.check_replace(*map(str, args[1:4]))
        return function(*args, **kwargs)

    return call_within_limits


@lru_cache(maxsize=4)
def environment(sources: Sources | None) -> SandboxedEnvironment:
    """Create the template environment; without sources it can only parse and compile."""
    return _LimitedSandbox(
        loader=_Loader(sources) if sources else None,
        undefined=jinja2.StrictUndefined,
        autoescape=True,
        optimized=False,  # numbers must pass through ``_finalize``, also constants
        trim_blocks=True,
        lstrip_blocks=True,
        finalize=_finalize,
    )


def compile_one(sources: Sources, name: str) -> None:
    """Compile a template for all workers; its mistakes are reported where it is used."""
    source = sources.template(name)
    if source:
        with suppress(jinja2.TemplateSyntaxError, Problems):
            _references(source, name)
            _compile(source, name)


@lru_cache(maxsize=500)
def _compile(source: Source, name: str) -> CodeType:
    """Return a compiled template; compiled code comes only from a folder that only we write to."""
    key = compiled_key(source, name)
    bucket = Bucket(environment(None), key, source.digest)
    cache = open_cache()
    if cache.is_private and (entry := cache.get(TEMPLATES, key)):
        bucket.bytecode_from_string(entry)
    if not bucket.code:
        with _nesting(source, name):
            bucket.code = environment(None).compile(_parse(source, name), name, name)
        cache.put(TEMPLATES, key, bucket.bytecode_to_string())
    # Copies of a game share the code; problems name the file that was read.
    return bucket.code.replace(co_filename=str(source.path))


@lru_cache(maxsize=50)
def _parse(source: Source, name: str) -> nodes.Template:
    """Parse a template, to compile it or to find the names in it."""
    with _nesting(source, name):
        return environment(None).parse(source.text, name, str(source.path))


@contextmanager
def _nesting(source: Source, name: str) -> Iterator[None]:
    """Report blocks or brackets that are nested too deeply as a mistake in the template."""
    try:
        yield
    except RecursionError:
        reason = str(Message("face.too_deep"))
        raise jinja2.TemplateSyntaxError(reason, 1, name, str(source.path)) from None


def used_templates(sources: Sources, template: str) -> Iterator[str]:
    """Yield a template and all that it uses; an empty name if a name is known only at run time."""
    seen: set[str | None] = set()
    todo: list[str | None] = [template]
    while todo:
        name = todo.pop()
        if name in seen:
            continue
        seen.add(name)
        source = sources.template(name) if name else None
        yield name or ""
        if source:
            todo += _references(source, name or "")


@lru_cache(maxsize=500)
def _references(source: Source, name: str) -> tuple[str | None, ...]:
    cache, key = open_cache(), digest(code_digest(), source.digest)
    if entry := cache.get(TEMPLATES, key):
        return tuple(json.loads(entry))
    try:
        naming = nodes.Template(list(_statements(_parse(source, name), NAMING)))
        references = tuple(meta.find_referenced_templates(naming))
    except jinja2.TemplateSyntaxError:
        return ()
    cache.put(TEMPLATES, key, json.dumps(references).encode())
    return references


NAMING = (nodes.Extends, nodes.FromImport, nodes.Import, nodes.Include)


def _finalize(value: Any) -> Any:
    """Round coordinates to a thousandth of a millimetre: short, and the same everywhere."""
    if isinstance(value, float):
        return f"{value:.3f}".rstrip("0").rstrip(".")
    return value


def render_text(sources: Sources, template: str, names: Mapping[str, Any], where: str) -> str:
    """Render a template; its mistakes are problems with file and line, errors of our code bugs."""
    env = environment(sources)
    try:
        return env.get_template(template).render(names)
    except jinja2.TemplateNotFound as error:
        templates = env.list_templates()
        steps = str(error.name).split("/")
        hint = sources.why_not_found(*steps) or did_you_mean(str(error.name), templates)
        raise Problems.of(
            where, Message("face.no_template", name=quote(error.name)), hint=hint
        ) from None
    except jinja2.TemplateSyntaxError as error:
        place = Place(_shown_path(error.filename, template), error.lineno)
        raise Problems.of(place, Message("face.broken", reason=error.message)) from None
    except Problems as problems:
        place = _line_of(problems, template)._replace(about=where)
        raise Problems(
            replace(
                problem,
                where=place,
                found=Message("problem.of", subject=problem.where, found=problem.found),
            )
            for problem in problems.problems
        ) from None
    # Endless recursion between macros may reach the limit anywhere, also in our code.
    except (jinja2.TemplateError, bounds.TemplateLimit, ReadOnlyError, RecursionError) as error:
        raise Problems([_from_template(error, template, where, names)]) from None
    except (TypeError, ValueError, ArithmeticError, LookupError, AttributeError) as error:
        if _raised_in_our_code(error):
            raise
        raise Problems([_from_template(error, template, where, names)]) from None


def _raised_in_our_code(error: BaseException) -> bool:
    """Return whether the error was raised in a function of ours that the template called."""
    files = [Path(frame.filename) for frame in traceback.extract_tb(error.__traceback__)]
    templates = [index for index, file in enumerate(files) if file.suffix == ".j2"]
    called = files[templates[-1] + 1 :] if templates else files
    return any(
        file.is_relative_to(_HOME / package) and file not in _SANDBOX
        for file in called
        for package in PACKAGES
    )


def line_of_element(
    sources: Sources, template: str, names: Mapping[str, Any], element: int
) -> int | None:
    """Return the template line that wrote the n-th element."""
    lines: list[tuple[int, str]] = []
    loaded = environment(sources).get_template(template)
    written = loaded.root_render_func(loaded.new_context(dict(names)))
    assert isinstance(written, GeneratorType)
    for text in written:
        frame = written.gi_frame
        lines.append((loaded.get_corresponding_lineno(frame.f_lineno if frame else 1), text))
    # The outer element, which templates do not write, is on a separate line.
    places = offsets("<svg>\n" + "".join(text for _, text in lines))
    if element >= len(places):
        return None
    left = places[element][1] - len("<svg>\n")
    for line, text in lines:
        content = text.encode()
        if left < len(content):
            return line + content[:left].count(b"\n")
        left -= len(content)
    return None


def _from_template(
    error: Exception, template: str, where: str, names: Mapping[str, Any]
) -> Problem:
    place = _line_of(error, template)._replace(about=where)
    cause = said_by(error)
    if isinstance(cause, Message):
        return Problem(place, cause)
    message = cause or str(Message("face.fails"))
    if parts := _wrong_call(message, names) or _no_such_part(message, names):
        return Problem(place, *parts)
    unknown = message.split("'")[1] if "is undefined" in message and "'" in message else ""
    return Problem(place, _CLASS.sub("", message), hint=did_you_mean(unknown, names))


# How Python and Jinja report mistakes in a template, with names of our classes.
_ARGUMENT = re.compile(r"(?:\w+\.)*(\w+)\(\) got an unexpected keyword argument '(\w+)'")
_MISSING = re.compile(r"(?:\w+\.)*(\w+)\(\) missing \d+ required positional arguments?: (.+)")
_PART = re.compile(r"'(?:[\w.]+\.)?(\w+) object' has no attribute '(\w+)'")
_CLASS = re.compile(r"\b(?:[A-Za-z_]+\.)+(?=[A-Za-z_]+(?:\(\)| object))|\b[A-Z]\w+\.(?=\w+\(\))")


def _wrong_call(message: str, names: Mapping[str, Any]) -> tuple[AnyText, ...]:
    """Return the message for an unknown or missing argument."""
    if match := _ARGUMENT.search(message):
        called, word = match.groups()
        parameters = tuple(signature(names[called]).parameters) if called in names else ()
        fault = Message("face.no_argument", function=called, name=word)
        return fault, ", ".join(parameters), did_you_mean(word, parameters)
    if match := _MISSING.search(message):
        return Message("face.needs", function=match[1], names=match[2].replace(chr(39), "")), "", ""
    return ()


def _no_such_part(message: str, names: Mapping[str, Any]) -> tuple[AnyText, ...]:
    """Return the message for a missing part of a value; for colours, list the existing ones."""
    match = _PART.search(message)
    if not match:
        return ()
    if match[1] == type(names.get("c")).__name__:
        colours, fault = names["c"]._colour_names(), Message("face.c_no_colour", name=match[2])
        return fault, ", ".join(colours), did_you_mean(match[2], colours)
    return Message("face.no_part", name=match[2]), "", ""


def _line_of(error: BaseException, template: str) -> Place:
    """Return the innermost template line that the error passed through."""
    for frame in reversed(traceback.extract_tb(error.__traceback__)):
        if frame.filename.endswith(".j2"):
            return Place(_shown_path(frame.filename, template), frame.lineno or 0)
    return Place(template)


def _shown_path(filename: str | None, template: str) -> str:
    if not filename:
        return f"templates/{template}"
    path = Path(filename)
    try:
        return path.resolve().relative_to(Path.cwd()).as_posix()
    except ValueError:
        return f"templates/{template}" if path.suffix == ".j2" else shown_path(path)
