"""``ecotable translate``: export texts for translators, and import translations."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from cards_data import Problems, load_game
from cards_data.problems import Message, Place, quote

from .choices import any_code
from .terminal_language import speech, terminal_option

if TYPE_CHECKING:
    from generator.translate.translator_entries import Texts

# The largest number of removed texts to list.
MOST_NAMED = 10


@click.command(name="translate")
@click.argument("game")
@click.option("--to", "lang", required=True, metavar="CODE", callback=any_code)
@click.option("--out", type=click.Path(dir_okay=False, path_type=Path), metavar="FILE.po|.xlsx")
@click.option("--read", "taken", type=click.Path(dir_okay=False, path_type=Path), metavar="FILE")
@terminal_option
def command(game: str, lang: str, out: Path | None, taken: Path | None) -> None:
    """\b
    ecotable translate ecologic --to fi
    ecotable translate ecologic --to fi --out ecologic-fi.xlsx
    ecotable translate petro --to fi --read petro-fi.po
    ecotable translate program --to et
    """
    from generator.translate.translator_entries import PROGRAM, program_texts, texts_of

    own = game.lower() == PROGRAM
    texts = program_texts(lang) if own else texts_of(load_game(game, counted=False), lang)
    texts.check_language()
    if taken is None:
        _write(texts, out or Path("output") / f"{texts.name}-{lang}.po")
    else:
        _import_texts(texts, taken)


def _write(texts: Texts, path: Path) -> None:
    from cards_data.languages.locales import common_letters
    from generator.translate.entry_files import PO, WORKBOOK, check_suffix
    from generator.translate.translated_game import letters_missing, write_file

    check_suffix(path, "--out", (PO, WORKBOOK))
    entries, say = write_file(texts, path), speech()
    done = sum(bool(one.translation) and not one.gone for one in entries)
    fuzzy = sum(one.fuzzy for one in entries)
    click.echo(say("cmd_texts_out", path=path, n=len(entries), done=done, fuzzy=fuzzy))
    if texts.game:
        for problem in letters_missing(texts.game, common_letters(texts.lang)):
            click.echo(say("cmd_note", what=problem))


def _import_texts(texts: Texts, path: Path) -> None:
    from generator.translate.entry_files import READ_SUFFIXES, check_suffix
    from generator.translate.translated_game import import_file
    from generator.workers import WorkerPool

    check_suffix(path, "--read", READ_SUFFIXES)
    if not path.is_file():
        raise Problems.of(Place(str(path)), Message("file.missing"))
    with WorkerPool(2) as pool:
        done, say = import_file(texts, path, pool), speech()
    notes = [say("cmd_not_taken", text=quote(one.text)) for one in done.unknown[:MOST_NAMED]]
    if len(done.unknown) > MOST_NAMED:
        notes.append(say("cmd_not_taken_more", n=len(done.unknown) - MOST_NAMED))
    if done.unknown:
        again = f"ecotable translate {texts.name} --to {texts.lang} --out {path}"
        notes.append(say("cmd_fuzzy_with", command=again))
    for note in notes:
        click.echo(say("cmd_note", what=note))
    counts = {"n": done.written, "fuzzy": done.fuzzy, "missing": done.missing}
    click.echo(say("cmd_texts_in", game=texts.name, files=done.files, **counts))
