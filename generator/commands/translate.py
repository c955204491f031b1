"""``ecotable translate``: texts for translators, and taken in again."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from cards_data import Problem, Problems, load_game
from cards_data.problems import Text, quoted
from generator.words import counted

from .choices import any_code

if TYPE_CHECKING:
    from generator.translate.translated_game import TakenIn, Texts

# Texts that are no longer there are named, up to so many.
MOST_NAMED = 10


@click.command(name="translate")
@click.argument("game")
@click.option(
    "--to",
    "lang",
    required=True,
    metavar="CODE",
    callback=any_code,
    help="The language: fi, de, et, pt-BR.",
)
@click.option(
    "--out",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE.po|.xlsx",
    help="Where the texts are written.  [default: output/GAME-CODE.po]",
)
@click.option(
    "--read",
    "taken",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Take such a file in again: all of it is checked, then written into the game.",
)
def command(game: str, lang: str, out: Path | None, taken: Path | None) -> None:
    """Write every text of a game for translators, and take their work in again.

    A PO file opens in Poedit and Weblate, an .xlsx in a spreadsheet program. Each text stands there
    once, with its file and line, the card, how many letters fit, its gaps and symbols, and what
    other languages say. Taken in again, gaps, symbols, plural forms and lengths are checked, and
    only the cells concerned are written. What changed in the game since is fuzzy in the next file;
    GAME may be "program" for the program's own words.

    \b
    ecotable translate ecologic --to fi
    ecotable translate ecologic --to fi --out ecologic-fi.xlsx
    ecotable translate petro --to fi --read petro-fi.po
    ecotable translate program --to et
    """
    from generator.translate.translated_game import (
        PROGRAM,
        check_language,
        plain_of,
        program_texts,
        texts_of,
    )

    own = game.lower() == PROGRAM
    texts = program_texts(lang) if own else texts_of(load_game(game, counted=False), lang)
    check_language(lang, plain_of(texts))
    if taken is None:
        _write(texts, out or Path("output") / f"{texts.name}-{lang}.po")
    else:
        _take_in(texts, taken)


def _write(texts: Texts, path: Path) -> None:
    from cards_data.languages.locales import common_letters
    from generator.translate.entry_files import PO, WORKBOOK, check_suffix, translations
    from generator.translate.translated_game import letters_missing, write_file

    check_suffix(path, "--out", (PO, WORKBOOK))
    entries = write_file(texts, path)
    done = translations(entries)
    fuzzy = sum(one.fuzzy for one in entries)
    click.echo(f"{path}  {counted(len(entries), 'text')}, {done} translated, {fuzzy} fuzzy")
    if texts.game:
        for problem in letters_missing(texts.game, common_letters(texts.lang)):
            click.echo(f"note: {problem}")


def _take_in(texts: Texts, path: Path) -> None:
    from generator.translate.entry_files import check_suffix, read_suffixes
    from generator.translate.translated_game import take_in
    from generator.workers import WorkerPool

    check_suffix(path, "--read", read_suffixes())
    if not path.is_file():
        raise Problems([Problem(str(path), Text("file.missing"))])
    with WorkerPool(2) as pool:
        _tell(texts, path, take_in(texts, path, pool))


def _tell(texts: Texts, path: Path, done: TakenIn) -> None:
    for one in done.unknown[:MOST_NAMED]:
        click.echo(f"note: {quoted(one.text)} is no longer in the game as it was; not taken in")
    if len(done.unknown) > MOST_NAMED:
        click.echo(f"note: and {len(done.unknown) - MOST_NAMED} more such texts")
    if done.unknown:
        again = f"ecotable translate {texts.name} --to {texts.lang} --out {path}"
        click.echo(f"note: as fuzzy texts they come with: {again}")
    click.echo(
        f"{texts.name}: {counted(done.written, 'text')} written into "
        f"{counted(len(done.files), 'file')}, {done.fuzzy} fuzzy left out, "
        f"{done.missing} not translated yet"
    )
