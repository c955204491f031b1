"""``ecotable check``: find mistakes before you print."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import click

from cards_data import Findings, Game, Problems, load_games, quote
from cards_data.languages.locales import PSEUDO
from cards_data.models import plain_language
from cards_data.problems import Message, Note, Place, Problem, WrongArgument
from generator.options import Edition

from .choices import choice_option, language, own_first, trusting, with_headings
from .terminal_language import note_without_cairo, speech


@click.command(name="check")
@click.argument("games", nargs=-1, metavar="[GAME]...")
@choice_option("--ink")
@language
@click.option("--json", "as_json", is_flag=True)
@click.option(
    "--format", "written", type=click.Choice(("text", "github")), default="text", show_default=True
)
@trusting
def command(games: tuple[str, ...], ink: str, lang: str, as_json: bool, written: str) -> None:
    """\b
    ecotable check
    ecotable check ecologic
    ecotable check ecologic --ink low
    ecotable check ecosfera-baltica --lang sv
    ecotable check --json
    ecotable check my-game.zip
    """
    from generator.check.check_game import check_all

    if as_json and written != "text":
        fault = Message("usage.both_given")
        raise Problems([WrongArgument("check", fault, Message("face.one_of_them"))])
    findings = Findings()
    sound = _games_in(own_first(load_games(games, findings)), lang, bool(games))
    counts = check_all(sound, findings, Edition(lang, ink))
    once = findings.without_repeats()
    problems, notes = once.without_notes(), once.notes()
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
            click.echo(speech()("cmd_note", what=note))
    totals = list(_translation_shares(sound, lang))
    try:
        once.raise_any()
    except Problems as error:
        raise Problems((*error.problems, *totals)) from None
    for total in totals:
        click.echo(total.text_in(speech().lang))


def _translation_shares(games: Sequence[Game], lang: str) -> Iterator[Problem]:
    """Yield how many texts of each game are translated into a language that was named."""
    from generator.translate.translator_entries import texts_of

    for game in games:
        if lang not in ("", PSEUDO, plain_language(game.languages)):
            done, n = texts_of(game, lang).progress()
            share = {"done": done, "n": n, "percent": 100 * done // max(n, 1)}
            yield Problem(f"{game.slug} ({lang})", Message("translate.share", **share))


def _games_in(games: Sequence[Game], lang: str, by_name: bool) -> list[Game]:
    """Return the games that exist in the language; a game given by name must exist in it."""
    spoken = [game for game in games if not lang or game.speaks(lang, draft=True)]
    if games and lang and len(spoken) < len(games) and (by_name or not spoken):
        codes = (code for game in games for code in (*game.languages, *game.unfinished))
        allowed = dict.fromkeys((*codes, PSEUDO))
        fault = Message("command.no_game_in", lang=quote(lang))
        raise Problems([WrongArgument.unknown("--lang", fault, lang, allowed)])
    return spoken


def _lines(games: Sequence[Game], counts: Mapping[str, int], lang: str) -> Iterator[str]:
    from generator.text.hyphenation import pattern_file

    say = speech()
    for heading, game in with_headings([game for game in games if game.slug in counts]):
        yield from heading
        languages = (lang,) if lang else game.languages
        codes, faces = ", ".join(languages), counts[game.slug]
        yield say("cmd_checked", game=game.slug, n=game.total, faces=faces, langs=codes)
        yield from map(str, game.notes)
        for code in languages:
            if not pattern_file(code):
                yield say("cmd_no_patterns", game=game.slug, lang=code)


def place_of(problem: Problem) -> dict[str, Any]:
    """Return the file and line of a problem that is in a file."""
    where = problem.where
    if not isinstance(where, Place):
        return {}
    return {"file": where.file, "line": where.line} if where.line else {"file": where.file}


def as_json_text(
    faces: Mapping[str, int], problems: Sequence[Problem], notes: Sequence[Note]
) -> str:
    """Return all findings as JSON; ``problems`` is first."""

    def record(one: Problem) -> dict[str, Any]:
        texts = {"found": one.found, "allowed": one.allowed, "hint": one.hint}
        texts_out = {name: str(text) for name, text in texts.items()}
        return {"where": str(one.where), **place_of(one), **texts_out}

    games = [{"game": slug, "faces": count} for slug, count in faces.items()]
    lists = {"problems": list(map(record, problems)), "notes": list(map(record, notes))}
    return json.dumps({"games": games, **lists}, ensure_ascii=False, indent=1)


def github_annotations(problems: Iterable[Problem], notes: Iterable[Note]) -> Iterator[str]:
    """Yield GitHub workflow commands, which show each finding at its line of a pull request."""
    for kind, findings in (("error", problems), ("notice", notes)):
        for one in findings:
            place = ",".join(f"{name}={_escape(text)}" for name, text in place_of(one).items())
            yield f"::{kind} {place}::{_message(str(one))}"


def _message(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _escape(value: object) -> str:
    return _message(str(value)).replace(":", "%3A").replace(",", "%2C")
