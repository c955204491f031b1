"""What a command says comes from the tables, in the language of the terminal."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import click
import pytest
from click.testing import CliRunner
from texts import fault, text_of
from workshop import Command, Workshop

from generator.commands.help_text import SHARED, help_words, option_key, placeholders
from generator.commands.root import COMMANDS as NAMES
from generator.commands.root import cli
from generator.commands.terminal_language import locale_language, typed_language
from generator.layout.presets import ready, ready_names

ROOT = Path(__file__).parent.parent.parent
COMMANDS = [*(ROOT / "generator" / "commands").glob("*.py"), ROOT / "scorer/terminal/command.py"]
PROSE = re.compile(r"[a-zA-Z]{2,} [a-zA-Z]{2,}")
LANGUAGES = ("sv", "fi", "de")
# What somebody reads: answers, and what the reader of options would tell in English.
REPORTING = {
    "click.echo",
    "click.UsageError",
    "click.BadParameter",
    "click.ClickException",
    "ctx.fail",
}
DECLARED = {"click.command", "click.group", "click.option", "click.argument"}
DECLARED |= {"click.version_option", "click.confirm", "click.prompt"}
TEXT_OPTIONS = {"help", "short_help", "epilog", "prompt", "message", "text"}


def letters(node: ast.AST) -> Iterator[str]:
    for one in ast.walk(node):
        if isinstance(one, ast.Constant) and isinstance(one.value, str):
            yield one.value


def literals(tree: ast.Module) -> list[str]:
    """The letters of code in what is told, and in what the options are declared with."""
    texts: list[str] = []
    for call in (node for node in ast.walk(tree) if isinstance(node, ast.Call)):
        name = ast.unparse(call.func)
        if name in REPORTING:
            texts += [text for argument in call.args for text in letters(argument)]
        elif name in DECLARED:
            values = (one.value for one in call.keywords if one.arg in TEXT_OPTIONS)
            texts += [text for value in values for text in letters(value)]
    return texts + list(documented(tree))


def documented(tree: ast.Module) -> Iterator[str]:
    """Docstrings of commands without their examples."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef) and node.name in ("command", "cli"):
            lines = (ast.get_docstring(node) or "").splitlines()
            yield from (line for line in lines if line.strip("\b ")[:9] not in ("", "ecotable "))


def test_no_command_has_prose_of_its_own() -> None:
    trees = {path.name: ast.parse(path.read_text("utf-8")) for path in COMMANDS}
    assert sum(len(literals(tree)) for tree in trees.values()) > 20
    prose = {name: list(filter(PROSE.search, literals(tree))) for name, tree in trees.items()}
    assert {name: texts for name, texts in prose.items() if texts} == {}


@pytest.mark.parametrize(
    "code",
    [
        'click.echo(f"{path} is kept there")',
        'raise click.UsageError("it is kept there")',
        '@click.option("--deck", help="This is kept there")\ndef other() -> None: ...',
        'def command() -> None:\n    """It is kept.\n\n    \\b\n    ecotable new pond\n    """',
    ],
)
def test_prose_would_be_found(code: str) -> None:
    assert [text.strip(" .") for text in literals(ast.parse(code)) if "kept" in text]
    assert all(PROSE.search(text) for text in literals(ast.parse(code)))


# ---- help ----------------------------------------------------------------------------------------


def commands() -> Iterator[tuple[str, click.Command]]:
    context = click.Context(cli)
    yield "ecotable", cli
    for name in NAMES:
        command = cli.get_command(context, name)
        assert command
        yield name, command


def options() -> Iterator[tuple[str, click.Option]]:
    for name, command in commands():
        for option in command.get_params(click.Context(command, info_name=name)):
            if isinstance(option, click.Option) and not option.hidden:
                yield name, option


def test_every_command_and_option_has_its_words_and_no_word_is_left_over() -> None:
    keys = {option_key(name, option) for name, option in options()}
    needed = keys | set(NAMES) | {f"{name}.about" for name, _ in commands()}
    words = set(help_words())
    assert needed - words == set()
    more = {f"{name}.more" for name, _ in commands()}
    general = {"any.usage", "any.options", "any.commands", "any.required", "any.default"}
    general |= {f"any.{word}" for word in typed()}
    steps = {f"ecotable.{name}" for name in ("games", "print", "score")}
    assert words - needed - more - general - steps == set()
    assert {key for key in words if key.startswith(SHARED)} > general


def typed() -> set[str]:
    """The words in capitals of all usages, but for ids and addresses."""
    words: set[str] = set()
    for name, command in commands():
        context = click.Context(command, info_name=name)
        records = (option.get_help_record(context) for option in command.get_params(context))
        left = (record[0] for record in records if record)
        for text in (*command.collect_usage_pieces(context), *left):
            words |= set(re.findall(r"(?<![-\w])[A-Z]{2,}", text))
    return words - {"ID", "URL"}


def test_what_is_to_be_typed_is_said_in_every_language() -> None:
    assert {word for word in typed() if f"any.{word}" not in help_words()} == set()
    assert placeholders("[GAME]... NAME[,NAME] FILE.po|.xlsx --x N", "fi") == (
        "[PELI]... NIMI[,NIMI] TIEDOSTO.po|.xlsx --x N"
    )


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", ["", *NAMES])
def test_help_shows_no_english(name: str, lang: str, ecotable: Command) -> None:
    """No sentence of the English help, and nothing that the reader of options says itself."""
    words = [name] if name else []
    help_text = " ".join(ecotable(*words, "--help", "--lang", lang).out.split())
    english = [texts["en"] for key, texts in help_words().items() if texts["en"] != texts[lang]]
    sentences = [text for text in english if PROSE.search(text)]
    assert [text for text in sentences if text in help_text] == []
    assert not re.search(
        r"Usage|Options:|Show this|\[default|\[required|INTEGER|FLOAT|TEXT", help_text
    )
    assert help_words()["any.usage"][lang] in help_text
    assert help_words()[f"{name or 'ecotable'}.about"][lang] in help_text


def test_help_is_english_where_nothing_else_is_asked_for(ecotable: Command) -> None:
    help_text = ecotable("print", "--help").out
    assert help_text.startswith("Usage: ecotable print [OPTIONS] [GAME]...\n")
    assert "--since REF" in help_text and "[default: a4]" in help_text
    assert "ecotable print ecologic --since last" in help_text


def test_options_are_listed_under_their_own_names() -> None:
    assert {
        max(option.opts, key=len).lstrip("-") for name, option in options() if name == "cache"
    } == {*("clear", "lang", "help")}


# ---- which language ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "lang"),
    [
        (("print", "pond", "--lang", "fi"), "fi"),
        (("--lang", "fi", "print"), "fi"),
        (("print", "--lang=sv", "-h"), "sv"),
        (("print", "--lang", "PT_br"), "pt-BR"),
        (("print", "--lang", "fi", "--lang", "sv"), "sv"),
        (("print", "--", "--lang", "fi"), ""),
        (("site", "x", "--langs", "fi"), ""),
        (("print", "--lang"), ""),
        ((), ""),
    ],
)
def test_the_language_that_is_asked_for(words: tuple[str, ...], lang: str) -> None:
    assert typed_language(words) == lang


@pytest.mark.parametrize(
    ("variables", "lang"),
    [
        ({"LANG": "fi_FI.UTF-8"}, "fi-FI"),
        ({"LANG": "fi_FI.UTF-8", "LC_MESSAGES": "sv_FI"}, "sv-FI"),
        ({"LANG": "fi_FI.UTF-8", "LC_MESSAGES": "sv_FI", "LC_ALL": "de_AT@euro"}, "de-AT"),
        ({"LANG": "fi_FI.UTF-8", "LC_ALL": ""}, "fi-FI"),
        ({"LC_CTYPE": "fi_FI.UTF-8"}, ""),
        ({"LANG": "C.UTF-8"}, "c"),
        ({}, ""),
    ],
)
def test_the_language_of_the_terminal(variables: dict[str, str], lang: str) -> None:
    assert locale_language(variables) == lang


@pytest.mark.parametrize(
    ("locale", "options", "begins"),
    [
        ("fi_FI.UTF-8", (), "Käyttö:"),
        ("sv_FI", (), "Användning:"),
        ("fi_FI.UTF-8", ("--lang", "de"), "Aufruf:"),
        ("fi_FI.UTF-8", ("--lang", "et"), "Käyttö:"),
        ("fi_FI.UTF-8", ("--lang", "en"), "Usage:"),
        ("tr_TR.UTF-8", (), "Usage:"),
        ("C", (), "Usage:"),
    ],
)
def test_help_follows_the_option_then_the_terminal(
    locale: str,
    options: tuple[str, ...],
    begins: str,
    ecotable: Command,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("LC_ALL", locale)
    assert ecotable("new", "--help", *options).out.startswith(begins)


def test_answers_and_problems_follow_the_same_rule(
    pond: Workshop, ecotable: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LC_ALL", "sv_SE.UTF-8")
    assert "okänt" in ecotable("print", "pound").err
    assert "okänt" in ecotable("score", "pound").err
    assert "poster" in ecotable("cache").out
    assert text_of("is.unknown") in ecotable("print", "pound", "--lang", "en").err


def test_what_programs_read_does_not_follow_the_terminal(
    pond: Workshop, ecotable: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    calls = (("stats", "pond", "--json"), ("changes", "pond", "--json"), ("--version",))
    before = [ecotable(*words) for words in calls]
    monkeypatch.setenv("LC_ALL", "fi_FI.UTF-8")
    assert [ecotable(*words).out for words in calls] == [answer.out for answer in before]


# ---- a wrong command line ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("prin",), "ei komentoa ”prin”; sallittu: games, "),
        ((), "komentoa ei ole annettu; sallittu: games, "),
        (
            ("print", "--papr", "a4"),
            fault("--papr", text_of("usage.no_option", "fi"), "", "tarkoititko --paper"),
        ),
        (
            ("print", "--dpi", "20"),
            fault(
                "--dpi",
                text_of("value.found", "fi", value="”20”"),
                text_of("usage.whole_between", "fi", low=72, high="1200"),
                lang="fi",
            ),
        ),
        (
            ("print", "--paper", "a9"),
            fault("--paper", text_of("value.found", "fi", value="”a9”"), "a4, letter", lang="fi"),
        ),
        (("print", "--dpi"), fault("--dpi", text_of("usage.needs_value", "fi"))),
        (("print", "--plan=yes"), fault("--plan", text_of("usage.takes_none", "fi"))),
        (
            ("play", "x", "--margin", "2"),
            fault(
                "--margin",
                text_of("value.found", "fi", value="”2”"),
                "luku väliltä 0.001–0.5",
                lang="fi",
            ),
        ),
        (
            ("calibrate", "--x", "1,5"),
            fault("--x", text_of("value.found", "fi", value="”1,5”"), "luku, pisteellä", lang="fi"),
        ),
        (("changes",), "PELI: puuttuu; ohje: ecotable changes --help"),
        (("export", "x"), fault("--to", text_of("usage.missing", "fi"), "boxes, ", lang="fi")),
        (
            ("changes", "a", "b"),
            fault("ecotable changes", text_of("usage.too_much", "fi", words="b")),
        ),
        (
            ("verify", "nowhere.pdf"),
            fault("TIEDOSTO", text_of("usage.no_file", "fi", value="”nowhere.pdf”")),
        ),
        (("verify", "."), text_of("usage.is_folder", "fi", value="TIEDOSTO: ”.”")),
        (("score",), fault("score", text_of("score.no_game", "fi"))),
        (("check", "--json", "--format", "github"), "sekä --json että --format"),
    ],
)
def test_a_wrong_command_line_is_told_like_any_problem(
    words: tuple[str, ...],
    message: str,
    ecotable: Command,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    # Before the last option, which may lack its value.
    answer = ecotable(*words[:1], "--lang", "fi", *words[1:])
    assert (answer.code, answer.out) == (2, "")
    assert message in answer.err
    assert not re.search(r"Error|Usage|Invalid|Try ", answer.err)


def test_no_words_at_all_show_the_help() -> None:
    answer = CliRunner().invoke(cli, [], env={"LC_ALL": "fi_FI.UTF-8"}, prog_name="ecotable")
    assert answer.output.startswith("Käyttö: ecotable [VALITSIMET] KOMENTO [ARGUMENTIT]...")


# ---- answers -------------------------------------------------------------------------------------


@pytest.mark.slow
def test_a_print_and_its_problems_speak_the_language(pond: Workshop, ecotable: Command) -> None:
    printed = ecotable("print", "pond", "--lang", "sv", "--dpi", 72)
    assert printed.code == 0
    assert re.search(r"\d+ sidor på \d+ ark, 8 delar, \d+ olika kortsidor", printed.out)
    assert "okänt" in ecotable("print", "pound", "--lang", "sv").err
    assert text_of("is.unknown") in ecotable("print", "pound").err


def test_a_plan_speaks_the_language(pond: Workshop, ecotable: Command) -> None:
    assert text_of("cmd_plan_made", "sv") in ecotable("print", "pond", "--lang", "sv", "--plan").out


@pytest.mark.parametrize("lang", LANGUAGES)
def test_ready_layouts_are_told_in_every_language(lang: str, ecotable: Command) -> None:
    descriptions = [ready(name).about for name in ready_names()]
    assert all({"en", *LANGUAGES} <= set(about) for about in descriptions)
    listing = ecotable("new", "--layouts", "--lang", lang).out
    assert [about[lang] for about in descriptions if about[lang] not in listing] == []
    assert [about["en"] for about in descriptions if about["en"] in listing] == []
