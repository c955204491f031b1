"""``ecotable check``: everything that can be wrong, before paper is spent."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Mapping, Sequence

import click

from cards_data import Findings, Game, Problems, did_you_mean, load_games, quoted
from cards_data.languages.locales import PSEUDO
from cards_data.problems import Message, WrongArgument
from generator.options import Edition

from .choices import any_code, chosen, headed, own_first, trusting
from .terminal_language import note_without_cairo, spoken


@click.command(name="check")
@click.argument("games", nargs=-1, metavar="[GAME]...")
@chosen("--ink")
@click.option("--lang", default="", metavar="CODE", callback=any_code)
@click.option("--json", "as_json", is_flag=True)
@click.option(
    "--format", "written", type=click.Choice(("text", "github")), default="text", show_default=True
)
@trusting
def command(
    games: tuple[str, ...], ink: str, lang: str, as_json: bool, written: str, trust: bool
) -> None:
    """\b
    ecotable check
    ecotable check ecologic
    ecotable check ecologic --ink low
    ecotable check ecosfera-baltica --lang sv
    ecotable check --json
    """
    from generator.check.check_game import check_games
    from generator.check.report_formats import as_json_text, github_annotations
    from generator.workers import WorkerPool
    from scorer.registry import trust_here

    if as_json and written != "text":
        found = Message("usage.both_given")
        raise Problems([WrongArgument("check", found, Message("face.one_of_them"))])
    trust_here(trust)
    findings = Findings()
    sound = _spoken(own_first(load_games(games, findings)), lang, bool(games))
    with WorkerPool(os.cpu_count() or 1) as pool:
        counts = check_games(sound, pool, findings, Edition(lang, ink))
    once = findings.without_repeats()
    problems, notes = once.wrong(), once.notes()
    if as_json:
        click.echo(as_json_text(counts, problems, notes))
        sys.exit(1 if problems else 0)
    for line in _lines(sound, counts, lang):
        click.echo(line)
    note_without_cairo("cmd_check_no_cairo")
    if written == "github":
        for line in github_annotations(problems, notes):
            click.echo(line)
    else:
        for note in notes:
            click.echo(spoken()("cmd_note", what=note))
    once.raise_any()


def _spoken(games: Sequence[Game], lang: str, named: bool) -> list[Game]:
    """The games that are there in the language; one that is named must be."""
    spoken = [game for game in games if not lang or game.speaks(lang, draft=True)]
    if games and lang and len(spoken) < len(games) and (named or not spoken):
        codes = (code for game in games for code in (*game.languages, *game.unfinished))
        allowed = dict.fromkeys((*codes, PSEUDO))
        found = Message("command.no_game_in", lang=quoted(lang))
        hint = did_you_mean(lang, allowed)
        raise Problems([WrongArgument("--lang", found, ", ".join(allowed), hint)])
    return spoken


def _lines(games: Sequence[Game], counts: Mapping[str, int], lang: str) -> Iterator[str]:
    from generator.text.hyphenation import has_patterns

    say = spoken()
    for heading, game in headed(games):
        yield from heading
        languages = (lang,) if lang else game.languages
        codes, faces = ", ".join(languages), counts[game.slug]
        yield say("cmd_checked", game=game.slug, n=game.total, faces=faces, langs=codes)
        yield from map(str, game.notes)
        for code in languages:
            if not has_patterns(code):
                yield say("cmd_no_patterns", game=game.slug, lang=code)
