"""``ecotable print``: write PDF sheets of one game, several or all."""

from __future__ import annotations

import gc
import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from cards_data.problems import Findings, Message, Problems, WrongArgument, quote
from generator.options import COPY_SHOP, Edition, PrintOptions
from generator.resources import ROOT, template_folders

from .choices import (
    choice_option,
    find_decks,
    find_pieces,
    language,
    out_folder,
    paper,
    parse_letters,
    parse_words,
    shown_progress,
    trusting,
    valid_games,
)
from .terminal_language import note_without_cairo, speech, terminal_language

if TYPE_CHECKING:
    from cards_data.models import Game
    from generator.kit.print_files import PrintReport
    from generator.store.fingerprint import Receipt
    from generator.workers import WorkerPool


@click.command(name="print")
@click.argument("games", nargs=-1, metavar="[GAME]...")
@paper
@click.option("--deck", "decks", multiple=True, metavar="NAME")
@click.option("--only", multiple=True, metavar="ID[,ID]", callback=parse_words)
@click.option("--sheets", multiple=True, metavar="C-F", callback=parse_letters)
@language
@choice_option("--layout")
@choice_option("--flip")
@choice_option("--marks")
@choice_option("--render")
@choice_option("--ink")
@choice_option("--for", "made_for")
@click.option("--dpi", type=click.IntRange(72, 1200), default=300, show_default=True, metavar="N")
@click.option("--copies", type=click.IntRange(1, 50), default=None, metavar="N")
@click.option("--draft", is_flag=True)
@click.option("--since", default=None, metavar="REF")
# The name of the option in 0.1.
@click.option("--changed-since", default=None, hidden=True)
@click.option("--printer", default="", metavar="NAME")
@click.option("--scorer-url", default="", metavar="URL")
@out_folder
@click.option("--jobs", type=click.IntRange(1, 64), default=os.cpu_count() or 1, metavar="N")
@click.option("--plan", "planned", is_flag=True)
@trusting
def command(
    games: tuple[str, ...],
    since: str | None,
    changed_since: str | None,
    lang: str,
    ink: str,
    copies: int | None,
    draft: bool,
    planned: bool,
    **chosen: Any,
) -> None:
    """\b
    ecotable print ecosfera-baltica --lang sv --paper letter
    ecotable print ecologic --deck events --flip short
    ecotable print ecologic --since last
    ecotable print ecologic --only oil_spill --layout gutterfold
    ecotable print my-game.zip
    """
    options = PrintOptions(edition=Edition(lang, ink, draft), copies=copies or 1, **chosen)
    since = changed_since if since is None else since
    _check_conflicts(games, options, since is not None, planned)
    options = options if planned else _drawable(options)
    if planned:
        _print_plans(games, options)
        return
    if since is not None:
        _print_all(games, options, since, copies)
        return
    receipt = _receipt(games, options)
    lines = receipt.answer()
    if lines is not None:
        click.echo("\n".join(lines))
        return
    lines, reports = _print_all(games, options)
    files = [path for report in reports for path in (report.pdf, report.manifest, report.note)]
    manifests = [report.manifest for report in reports]
    receipt.store(lines, filter(None, files), manifests)


def _receipt(games: tuple[str, ...], options: PrintOptions) -> Receipt:
    """Return the receipt of a print; empty if it depends on the user's code or printer."""
    from generator.raster.cairo_library import known_cairo_version
    from generator.store.fingerprint import Receipt, receipt
    from generator.text.fonts import font_folders

    if options.printer or Path("scorer", "games").is_dir():
        return Receipt("")
    data = (Path("cards_data").absolute(), ROOT / "cards_data")
    folders = dict.fromkeys((*data, *template_folders(), *font_folders()))
    language = terminal_language(click.get_current_context())
    return receipt(folders, games, vars(options), known_cairo_version(), language)


def _drawable(options: PrintOptions) -> PrintOptions:
    """Draw vectors if cairo is missing; an option that needs its pixels is an error."""
    if options.render == "vector":
        return options
    from generator.raster.cairo_library import known_cairo_version, missing

    if known_cairo_version():
        return options
    source = click.get_current_context().get_parameter_source("render")
    if source is not ParameterSource.DEFAULT:
        raise Problems([missing()])
    note_without_cairo("cmd_print_no_cairo")
    return replace(options, render="vector")


def _check_conflicts(
    games: tuple[str, ...], options: PrintOptions, reprint: bool, planned: bool
) -> None:
    """Report all conflicting options together.

    Sheet letters and ids belong to one print of one game. A shop does not use the printer profile
    and does not feed paper manually.
    """
    findings = Findings()
    by_hand = "manual" if options.layout == "manual" else ""
    private = {"--printer": options.printer, "--layout": by_hand}
    for name, word in private.items() if options.made_for == COPY_SHOP else ():
        if word:
            fault = Message("command.not_with_for", value=quote(word), shop=COPY_SHOP)
            findings.extend([WrongArgument(name, fault, Message("game.one_of_two"))])
    limits = {"--only": options.only, "--sheets": options.sheets}
    single = [name for name, value in limits.items() if value]
    for name in single if len(games) != 1 else ():
        fault = Message("command.no_games_named")
        if games:
            fault = Message("command.games_named", n=len(games))
        one, hint = Message("command.one_game"), Message("command.name_game")
        findings.extend([WrongArgument(name, fault, one, hint)])
    for name in (*single, *(["--plan"] if planned else [])) if reprint else ():
        fault, hint = Message("command.not_with_since"), Message("command.changes_tells")
        findings.extend([WrongArgument(name, fault, Message("game.one_of_two"), hint)])
    findings.raise_any()


def _print_plans(games: tuple[str, ...], options: PrintOptions) -> None:
    """Print what each game would need, or the problems of all games."""
    from generator.planning.plan import make_plan, plan_text

    findings = Findings()
    for game in _load_games(games, options.lang):
        try:
            click.echo(plan_text(make_plan(game, _options_for(game, options))))
        except Problems as problems:
            findings.extend(problems.problems)
    findings.raise_any()


def _print_all(
    games: tuple[str, ...], options: PrintOptions, since: str | None = None, sets: int | None = None
) -> tuple[list[str], list[PrintReport]]:
    """Print every game without problems and report the files; then report all problems."""
    from cards_data.languages.locales import PSEUDO
    from generator.words import own_words
    from generator.workers import WorkerPool

    findings = Findings()
    lines: list[str] = []
    reports: list[PrintReport] = []
    with WorkerPool(options.jobs) as pool:
        _warm_up(pool, games, options)
        games_out = _load_games(games, options.lang)
        if since is None and options.is_whole_kit:
            _compile_later(games_out[1:], pool)
        for game in games_out:
            try:
                title = game.title(game.choose_lang(options.lang))
                with _without_gc(), shown_progress(title) as progress:
                    own = _options_for(game, options)
                    report = _print_one(game, own, pool, progress, since, sets)
                reports += [report] if report else []
                lines.append(_report_line(game.slug, report))
                click.echo(lines[-1])
            except Problems as problems:
                # Problems in one game do not stop the others.
                findings.extend(problems.problems)
    if lines and options.lang not in ("", PSEUDO, *own_words().languages):
        # Pages are in English if the program lacks the game's language.
        say = speech()
        lines.append(say("cmd_note", what=say("cmd_english_pages", lang=options.lang)))
        click.echo(lines[-1])
    findings.raise_any()
    return lines, reports


def _warm_up(pool: WorkerPool, names: tuple[str, ...], options: PrintOptions) -> None:
    """Let workers load their code while the data is read: a first print needs all of them."""
    from generator.store.cache import open_cache

    if open_cache().is_empty:
        workers = options.jobs
    elif any(_saved_since_print(name, options.out) for name in names):
        workers = 1
    else:
        return
    pool.warm_up(workers, "generator.compose.composed_game:warm_up", _DRAWING[options.render])


def _compile_later(games: Sequence[Game], pool: WorkerPool) -> None:
    """Let workers compile templates of further games while this process lays out a kit."""
    from generator.compose.dependencies import compile_ahead
    from generator.store.sources import Sources

    sources = Sources()
    for game in games:
        compile_ahead(game, sources, pool, when_idle=True)


def _saved_since_print(name: str, out: Path) -> bool:
    """Guess whether a table or template is newer than the last print, to decide on warming up."""
    from cards_data.registry import find_game

    try:
        game = find_game(name)
        folders = (game, *(root / game.name for root in template_folders()))
        prints = [path for path in out.glob("*.json") if path.name.startswith(f"{game.name}-")]
        files = [path for folder in folders for path in folder.glob("*.*")]
        printed, saved = (max(path.stat().st_mtime for path in paths) for paths in (prints, files))
    except (Problems, OSError, ValueError):
        return False
    return printed < saved


# The function that loads what each drawing method needs.
_DRAWING = {
    "raster": "generator.draw.face:warm_up_pixels",
    "vector": "generator.draw.face:warm_up_vectors",
}


@contextmanager
def _without_gc() -> Iterator[None]:
    """Turn off garbage collection: a print is short, and collecting takes a tenth of its time."""
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


def _report_line(slug: str, report: PrintReport | None) -> str:
    say = speech()
    if report is None:
        return say("cmd_nothing_to_print", game=slug)
    whole = say(
        "cmd_printed",
        path=report.pdf,
        pages=say("cmd_pages", n=report.pages),
        sheets=say("cmd_sheets", n=report.sheets),
        pieces=say("cmd_pieces", n=report.pieces),
        faces=say("cmd_faces", n=report.faces),
    )
    sparing = say("cmd_less_ink", n=report.ink_saved) if report.ink_saved else ""
    note = say("cmd_order_note", path=report.note) if report.note else ""
    return ", ".join(filter(None, (whole, sparing, note)))


def _print_one(
    game: Game,
    options: PrintOptions,
    pool: WorkerPool,
    progress: Callable[[int, int], None] | None,
    since: str | None,
    sets: int | None,
) -> PrintReport | None:
    from generator.pipeline import print_game

    if since is None:
        return print_game(game, options, pool, progress)
    from generator.changes.reprint import print_changed, sets_before

    # A reprint covers all sets that were printed before.
    sets = sets or sets_before(game, options.edition, since, options.out)
    return print_changed(game, replace(options, copies=sets), since, pool, progress)


def _options_for(game: Game, options: PrintOptions) -> PrintOptions:
    """Return the language, decks and pieces of a game that the command line names."""
    decks = find_decks(game, options.decks)
    return replace(options.for_game(game), decks=decks, only=find_pieces(game, options.only, decks))


def _load_games(names: tuple[str, ...], lang: str) -> list[Game]:
    """Load the named games, or all with the language."""
    games = valid_games(names)
    spoken = [game for game in games if not lang or game.speaks(lang)]
    if not names and not spoken:
        allowed = ", ".join(sorted({code for game in games for code in game.languages}))
        fault = Message("command.no_game_in", lang=quote(lang))
        raise Problems([WrongArgument("--lang", fault, allowed)])
    return games if names else spoken
