"""Find the games' rules in ``scorer/games/``: a module, or a folder of modules.

Modules of the current folder take precedence over built-in ones. Only the module of the requested
game is loaded, and one of the current folder only if the user trusts it.
"""

from __future__ import annotations

import os
import sys
import traceback
from collections.abc import Callable
from functools import lru_cache, partial
from hashlib import sha256
from importlib import import_module
from importlib.machinery import FileFinder, SourceFileLoader
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import CodeType, ModuleType
from typing import Any

from cards_data import Findings, Game, Problems
from cards_data.problems import Message, Place, quote, unknown
from cards_data.reader import shown_path

from .core.rules import Rules
from .core.translation import own_languages, translation


def data_folder() -> Path:
    """Return the user's data folder; ``ECOTABLE_DATA`` overrides it."""
    if setting := os.environ.get("ECOTABLE_DATA"):
        return Path(setting)
    from platformdirs import user_data_dir

    return Path(user_data_dir("ecotable", appauthor=False))


def _mark(folder: Path) -> Path:
    digest = sha256(str(folder.resolve()).encode("utf-8", "surrogateescape")).hexdigest()
    return data_folder() / "trusted" / digest[:32]


def is_trusted(folder: Path) -> bool:
    return _mark(folder).is_file()


def trust_here(yes: bool = True) -> None:
    """Remember that the user trusts the current folder; every command does so for ``--trust``."""
    if not yes:
        return
    mark = _mark(Path.cwd())
    try:
        mark.parent.mkdir(parents=True, exist_ok=True)
        mark.touch()
    except OSError as error:
        fault = Message("file.cannot_be_written", reason=error.strerror)
        raise Problems.of(Place(str(mark.parent)), fault) from None


PACKAGE = Path(__file__).parent / "games"


def folders() -> tuple[Path, ...]:
    """Return where rules are searched: first in the current folder."""
    here = Path.cwd() / "scorer" / "games"
    return (here, PACKAGE) if here.is_dir() and here.resolve() != PACKAGE.resolve() else (PACKAGE,)


def slugs() -> tuple[str, ...]:
    """Return every game with a module of rules, in alphabetical order."""
    modules = {path.stem for folder in folders() for path in folder.glob("[a-z]*.py")}
    packages = {path.parent.name for folder in folders() for path in folder.glob("*/__init__.py")}
    return tuple(sorted(modules | packages))


def rules(game: Game) -> Rules[Any, Any]:
    """Return a game's rules: those of a module, or those declared in its scoring.yaml."""
    for folder in folders():
        place = module_of(folder, game.rules_name)
        if place is not None:
            return _rules(place, game)
    if game.rules:
        where = Place(shown_path(game.folder / "game.yaml"), path=("rules",))
        raise unknown(where, game.rules, slugs(), Message("rules.no_such", name=quote(game.rules)))
    if game.declares_rules:
        # Most games do not need it: they start faster without.
        from .declared import declared_rules

        return declared_rules(game)
    fault = Message("rules.no_rules_for", game=quote(game.slug))
    raise Problems.of("game", fault, hint=Message("rules.declare"))


def is_scored(game: Game) -> bool:
    if game.rules or game.declares_rules:
        return True
    return any(module_of(folder, game.rules_name) for folder in folders())


def module_of(folder: Path, slug: str) -> Path | None:
    """Return the file of a game's rules, or the first file of their folder."""
    places = (folder / f"{slug}.py", folder / slug / "__init__.py")
    return next((place for place in places if place.is_file()), None)


def _rules(place: Path, game: Game) -> Rules[Any, Any]:
    slug, came_along = game.rules_name, place.is_relative_to(PACKAGE)
    module = import_module(f"scorer.games.{slug}") if came_along else own_module(place, slug)
    registered = getattr(module, "RULES", None)
    if registered is None and callable(own := getattr(module, "judge", None)):
        return _custom_score_rules(place, game, own)
    if not isinstance(registered, Rules):
        allowed = Message("rules.registers")
        raise Problems.of(Place(shown_path(place)), Message("rules.registers_none"), allowed)
    return registered


def _custom_score_rules(place: Path, game: Game, own: Callable[..., Any]) -> Rules[Any, Any]:
    """Return rules with a judge from a module and questions from scoring.yaml."""
    if not game.declares_rules:
        hint = Message("rules.declare_asked", example="score: {players: …, ask: …}")
        raise Problems.of(Place(shown_path(place)), Message("rules.nothing_asked"), "", hint)
    from .declared import rules_with_custom_score

    return rules_with_custom_score(game, own)


def own_module(place: Path, slug: str) -> ModuleType:
    """Load a module or folder of the current folder, if it is trusted."""
    if not is_trusted(Path.cwd()):
        hint = Message("rules.look_and_trust")
        raise Problems.of(Place(shown_path(place)), Message("rules.not_trusted"), "", hint)
    try:
        return _load_module(place, slug, content_of(place))
    except SyntaxError as error:
        where = Place(shown_path(Path(error.filename or place)), error.lineno or 1)
        raise Problems.of(where, Message("rules.broken_python", reason=error.msg)) from None
    except Exception as error:
        # A module runs when it is loaded: its author must correct whatever it raises.
        raise Problems.of(place_of_error(error, place), error_text(error)) from None


def error_text(error: Exception) -> str:
    return f"{type(error).__name__}: {' '.join(str(error).split())}"


def place_of_error(error: BaseException, place: Path) -> Place:
    """Return the last line of the user's own code that led to an error."""
    steps = traceback.extract_tb(error.__traceback__)
    own = [step for step in steps if Path(step.filename).is_relative_to(place.parent)]
    if not own:
        return Place(shown_path(place))
    return Place(shown_path(Path(own[-1].filename)), own[-1].lineno or 0)


def content_of(place: Path) -> str:
    """Hash the rules' files, which may change while a preview shows their cards."""
    files = sorted(place.parent.glob("*.py")) if place.name == "__init__.py" else [place]
    return sha256(b"".join(path.read_bytes() for path in files)).hexdigest()[:16]


class UncachedLoader(SourceFileLoader):
    """A loader that compiles the file as it is now.

    Python's bytecode cache compares the time in whole seconds and the length of the file. A number
    changed twice in a second would not be noticed.
    """

    def get_code(self, fullname: str) -> CodeType:
        path = self.get_filename(fullname)
        code: CodeType = self.source_to_code(self.get_data(path), path)
        return code


@lru_cache(maxsize=8)
def _load_module(place: Path, slug: str, content: str) -> ModuleType:
    """Load a module inside the games' package, so that it can import what they import."""
    name = f"{__package__}.games.own_{slug}_{abs(hash(place)):x}_{content}"
    inside = [str(place.parent)] if place.name == "__init__.py" else None
    folder = str(place.parent)
    sys.path_importer_cache[folder] = FileFinder(folder, (UncachedLoader, [".py"]))
    loader = UncachedLoader(name, str(place))
    spec = spec_from_file_location(name, place, loader=loader, submodule_search_locations=inside)
    assert spec is not None and spec.loader is not None
    module = module_from_spec(spec)
    sys.modules[module.__name__] = module
    spec.loader.exec_module(module)
    return module


def check_rules(game: Game) -> Findings:
    """Check what scoring and printing need of a game: its rules, numbers, texts and questions."""
    findings = Findings()
    if is_scored(game):
        report_errors(findings, game, partial(_check_parts, findings, game))
    return findings


def _check_parts(findings: Findings, game: Game) -> None:
    """Run every part of the rules that needs no table, each separately."""
    game_rules = rules(game)
    numbers = game_rules.numbers(game)
    for lang in own_languages():
        report_errors(findings, game, partial(_check_form, game_rules, game, numbers, lang))
    report_errors(findings, game, partial(game_rules.blank, numbers))
    report_errors(findings, game, partial(game_rules.printed, numbers))


def _check_form(game_rules: Rules[Any, Any], game: Game, numbers: Any, lang: str) -> None:
    # Only a check needs them: they ask on a terminal.
    from .core.kinds import kind_of

    for field in game_rules.form(numbers, translation(game, lang)):
        kind_of(field)


def report_errors(findings: Findings, game: Game, work: Callable[[], object]) -> None:
    """Run a part of a game's rules; what it raises is a problem with its place."""
    try:
        work()
    except Problems as problems:
        before = set(findings)
        findings.extend(problem for problem in problems.problems if problem not in before)
    except Exception as error:
        places = filter(None, (module_of(folder, game.rules_name) for folder in folders()))
        place = next(places, game.folder / "scoring.yaml")
        findings.add(place_of_error(error, place), error_text(error))
