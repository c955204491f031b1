"""Templates: strict about names, locked in, and unable to turn data into markup."""

from __future__ import annotations

import inspect
import math
import os
import re
from pathlib import Path
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jinja2.sandbox import SandboxedEnvironment
from pond import FISH
from texts import fault, text_of
from workshop import Command, Workshop, compose_all, composer

from cards_data import Findings, list_games, load_game
from generator.compose import dependencies, environment
from generator.compose.dependencies import Dependencies
from generator.compose.functions import TemplateFunctions
from generator.compose.stamps import _readable, short_stamp
from generator.compose.variables import variables
from generator.geometry import colours
from generator.geometry.colours import contrast
from generator.geometry.units import SAFE_MM
from generator.store.cache import cache_folder
from generator.store.sources import Sources
from generator.text.markup import Verbatim, parse

DOCUMENT = Path(__file__).parents[2] / "docs" / "reference" / "expressions.md"


def texts(svg: str) -> list[str]:
    return [node.text or "" for node in ElementTree.fromstring(svg).iter() if tag(node) == "text"]


def tag(node: ElementTree.Element) -> str:
    return node.tag.rpartition("}")[2]


def problem(pond: Workshop, template: str) -> str:
    """The one thing that is wrong with a template."""
    _, (problem,) = pond.tried(template)
    return problem


def test_a_template_sees_its_piece_in_the_wanted_language(pond: Workshop) -> None:
    template = '{{ line(piece.name ~ " " ~ piece.number ~ " " ~ lang ~ " " ~ side, 3, 9) }}'
    assert "Pike 1 en front" in texts(pond.front(template))
    assert "Gädda 1 sv front" in texts(pond.front(template, lang="sv"))


def test_a_template_sees_other_pieces_words_colours_and_numbers(pond: Workshop) -> None:
    template = """
    {{ line(ref("plants", piece.food).name ~ pieces("plants")|length, 3, 9) }}
    {{ line(t("points", n=scoring.points.fish) ~ c.reed ~ deck.total ~ game.slug, 3, 19) }}
    """
    words = texts(pond.front(template, "perch", "sv"))
    assert words[:2] == ["Näckros2", "3 poäng#4c8a3f5pond"]


@pytest.mark.skipif(os.name == "nt", reason="Windows has no modes of files")
@pytest.mark.parametrize(("mode", "again"), [(0o700, False), (0o770, True), (0o702, True)], ids=oct)
def test_a_compiled_template_is_taken_only_from_a_folder_of_ones_own(
    pond: Workshop, cold_cache: None, monkeypatch: pytest.MonkeyPatch, mode: int, again: bool
) -> None:
    template = "{{ line(piece.name, 3, 9) }}"
    first = pond.front(template)
    cache_folder().chmod(mode)
    environment._compile.cache_clear()
    compiled: list[str] = []
    compiling = SandboxedEnvironment.compile
    monkeypatch.setattr(
        SandboxedEnvironment,
        "compile",
        lambda self, source, *words: compiled.append(words[0]) or compiling(self, source, *words),
    )
    assert pond.front(template) == first
    assert bool(compiled) == again


def test_copies_share_compiled_templates_and_problems_name_their_own_file(
    tmp_path: Path, cold_cache: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    messages = []
    for name in ("lake", "copy"):
        environment._compile.cache_clear()
        copy = Workshop(tmp_path / name)
        copy.root.mkdir()
        monkeypatch.chdir(copy.root)
        copy.build().template("marks.j2", "\n{% macro half(n) %}{{ n / 0 }}{% endmacro %}")
        message = problem(copy, '{% import "pond/marks.j2" as marks %}{{ marks.half(1) }}')
        assert message.startswith("templates/pond/marks.j2:2")
        messages.append(sorted((cache_folder() / dependencies.TEMPLATES).rglob("*")))
    assert messages[0] == messages[1]


@pytest.mark.slow
@pytest.mark.parametrize("slug", list_games())
def test_a_print_has_every_template_compiled_that_its_pieces_use(slug: str) -> None:
    sources, game = Sources(), load_game(slug)
    fronts = {f"{slug}/{deck.front}" for deck in game.decks.values()}
    ahead = {name for name, _ in dependencies.with_used(sources, fronts)}
    assert ahead == {one for name in fronts for one in environment.used_templates(sources, name)}


@pytest.mark.parametrize(
    ("template", "line", "words"),
    [
        ("\n{{ peice.name }}", 2, text_of("problem.did_you_mean", words="piece or pieces")),
        ("\n\n{{ piece.nmae }}", 3, "nmae"),
        ('\n{{ t("pnod") }}', 2, text_of("problem.did_you_mean", words="pond")),
        ('\n{{ ref("plnats", "reed") }}', 2, text_of("problem.did_you_mean", words="plants")),
        ('\n{{ ref("plants", "read") }}', 2, text_of("problem.did_you_mean", words="reed")),
        ('\n{{ symbol("snu", 0, 0, 5) }}', 2, text_of("problem.did_you_mean", words="sun")),
        ("\n{{ text(piece.name, 1, 2) }}", 2, "text() needs width and height"),
        ("\n{{ 1 / 0 }}", 2, "division by zero"),
        ('\n{{ mix("green", "#ffffff", 0.5) }}', 2, ""),
        ('\n{{ line(piece.name, 3, 9, font="blod") }}', 2, "blod"),
        ('\n{{ line(piece.name, 3, 9, align="middle") }}', 2, "middle"),
        ("\n{{ undefined_macro() }}", 2, "undefined_macro"),
        ("{% macro a() %}{{ a() }}{% endmacro %}\n{{ a() }}", 1, "recursion"),
    ],
)
def test_a_mistake_in_a_template_is_named_with_file_line_and_piece(
    pond: Workshop, template: str, line: int, words: str
) -> None:
    message = problem(pond, template)
    assert message.startswith(f"templates/pond/fish.svg.j2:{line} (pike, front, en)")
    assert words in message


ODD = {
    "text": (
        "'x', 1, 2, 30, 30, font=['body']",
        "'x', 1, 2, 30, 30, lines='two'",
        "'x', 1, 2, 3, []",
    ),
    "line": ("'x', 1, 2, size='9'", "'x', 1, 2, font=none", "'x', 1, 2, align=1"),
    "text_height": ("'x', 'wide'", "'x', 30, 'blod'"),
    "line_width": ("'x', 'blod'", "'x', 'body', '9'"),
    "symbol": ("1, 2, 3, 4", "'sun', 'left', 3, 4", "['sun'], 2, 3, 4"),
    "art": (
        "1, 2, 3, 4, name=5",
        "1, 2, 3, 4, name=['pike']",
        "none, 2, 3, 4",
        "1, 2, 3, 4, fit=5",
        "1, 2, 3, 4, focus=5",
    ),
    "box": ("'rule'", "5", "['rule'], 'left'"),
    "qr": ("'', 1, 2, 3", "'\N{FOX FACE}' * 900, 1, 2, 30", "'x', 1, 2, 'large'"),
    "outline": ("'1'", "[1]"),
    "hexagon": ("1, 2, 'wide'", "none, 2, 3"),
    "star": ("1, 2, 3, 5.5", "1, 2, 3, 'five'", "1, 2, 3, 5, 'thin'"),
    "polar": ("1, 2, 3, 'up'", "none, 2, 3, 4"),
    "has_art": ("['pike'], 2", "none, none, none"),
    "smooth": ("5", "[]", "[(1, 2)]", "[(1, 2), 3]", "[(1, 2), (3, 'x')]"),
    "rosette": ("1, 2, 3, 4, 5.5", "1, 2, 3, 4, 500", "1, 2, 3, 4, 5, 'deep'", "1, 2, 3, 4, none"),
    "chance": ("none", "[1]", "'x', 0", "'x', 'many'", "'x', 2.5"),
    "mix": ("'green', '#ffffff', 0.5", "1, 2, 3", "'#112233', '#ffffff', 'half'"),
    "tint": ("'#12345', 0.5", "none, 0.5"),
    "shade": ("'#112233', none", "['#112233'], 0.5"),
    "ink_on": ("'red'", "['#112233']"),
    "pieces": ("5", "['plants']", "none"),
    "ref": ("'plants', 5", "['plants'], 'reed'"),
    "t": ("5", "['pond']"),
    "face": ("3", "boxes.text('nme')", "boxes.text()", "boxes.text('name'), pad='x'", "none"),
}


@pytest.mark.parametrize(
    ("call", "argument"), [(call, argument) for call, odd in ODD.items() for argument in odd]
)
def test_an_odd_argument_is_a_mistake_of_the_template(
    pond: Workshop, call: str, argument: str
) -> None:
    _, problems = pond.tried(f"{{{{ {call}({argument}) }}}}")
    assert problems[0].startswith(("templates/pond/fish.svg.j2:1", "cards_data/pond/fish.csv:2"))


def test_odd_arguments_are_tried_with_every_function(pond: Workshop) -> None:
    assert set(ODD) == {name for name, value in names_of(pond).items() if inspect.isroutine(value)}


@pytest.mark.parametrize(
    "bug", [TypeError, KeyError, AttributeError, ValueError, ZeroDivisionError]
)
def test_a_bug_of_ours_is_no_mistake_of_the_template(
    pond: Workshop, monkeypatch: pytest.MonkeyPatch, bug: type[Exception]
) -> None:
    def broken(*_: object) -> str:
        raise bug("ours")

    monkeypatch.setattr(colours, "mix", broken)
    with pytest.raises(bug, match="ours"):
        pond.tried('{{ mix("#112233", "#ffffff", 0.5) }}')


@pytest.mark.parametrize(
    ("template", "line"),
    [("\n\n{% if piece %}", 3), ("{{ piece.name }", 1), ("\n{% fro x in y %}", 2)],
)
def test_a_syntax_error_is_named_with_file_and_line(
    pond: Workshop, template: str, line: int
) -> None:
    assert problem(pond, template).startswith(f"templates/pond/fish.svg.j2:{line}: broken template")


@pytest.mark.parametrize(
    "template",
    [
        "{{ " + "(" * 5000 + "1" + ")" * 5000 + " }}",
        "{% if 1 %}" * 3000 + "{% endif %}" * 3000,
        "{{ " + "not " * 4000 + "1 }}",
    ],
    ids=["brackets", "blocks", "operators"],
)
def test_deep_nesting_is_a_mistake_of_the_template(pond: Workshop, template: str) -> None:
    """Also where the templates that it builds on are looked up, before it runs."""
    pond.template("fish.svg.j2", template)
    assert list(environment.used_templates(Sources(), "pond/fish.svg.j2")) == ["pond/fish.svg.j2"]
    assert problem(pond, template) == (
        fault(
            "templates/pond/fish.svg.j2:1", text_of("face.broken", reason=text_of("face.too_deep"))
        )
    )


def test_a_mistake_in_an_imported_template_names_that_template(pond: Workshop) -> None:
    pond.template("macros.svg.j2", "{% macro frame() %}\n{{ nothing }}\n{% endmacro %}")
    message = problem(
        pond, '{% import "pond/macros.svg.j2" as macros with context %}{{ macros.frame() }}'
    )
    assert message.startswith("templates/pond/macros.svg.j2:2")


def test_a_missing_template_is_answered_with_the_nearest(pond: Workshop) -> None:
    pond.change("game.yaml", "front: fish.svg.j2", "front: fsh.svg.j2")
    _, (problem,) = pond.compose()
    assert text_of("face.no_template", name='"pond/fsh.svg.j2"') in problem
    assert "did you mean pond/fish.svg.j2" in problem


@pytest.mark.parametrize(
    "template",
    [
        "{{ ''.__class__ }}",
        "{{ ''.__class__.__mro__ }}",
        "{{ text.__globals__ }}",
        "{{ text.__self__.findings }}",
        "{{ piece.__dict__ }}",
        "{{ game.__init__ }}",
        "{{ symbol.__func__.__code__ }}",
        "{{ pieces.__closure__ }}",
        '{{ "{0.__class__}".format(piece) }}',
        '{{ (piece|attr("__class__")) }}',
        "{{ self.__init__ }}",
        "{{ cycler.__init__ }}",
        "{{ range(10000000)|list|length }}",
    ],
)
def test_a_template_cannot_leave_its_sandbox(pond: Workshop, template: str) -> None:
    message = problem(pond, template)
    assert message.startswith("templates/pond/fish.svg.j2:1")


@pytest.mark.parametrize(
    "template",
    [
        '{% include "../cards_data/pond/game.yaml" %}',
        '{% include "/etc/passwd" %}',
        '{% include "pond/../../cards_data/pond/game.yaml" %}',
        '{% import "../secret.j2" as secret %}',
        '{% extends "../secret.j2" %}',
    ],
)
def test_a_template_reads_nothing_outside_the_template_folders(
    pond: Workshop, template: str
) -> None:
    (pond.root / "secret.j2").write_text("secret", encoding="utf-8")
    faces, problems = pond.tried(template)
    assert faces is None
    assert "not found" in problems[0]


@pytest.mark.parametrize("template", ['{{ open("x") }}', "{{ import_module }}", "{% do 1 %}"])
def test_a_template_has_no_builtin_that_reaches_outside(pond: Workshop, template: str) -> None:
    assert problem(pond, template).startswith("templates/pond/fish.svg.j2:1")


@pytest.mark.parametrize(
    "template",
    [
        '{{ scoring.update({"x": 1}) }}',
        "{{ scoring.points.clear() }}",
        "{{ deck.options.clear() }}{{ nothing }}",
        '{{ game.box.pop("age") }}{{ nothing }}',
    ],
)
def test_a_template_cannot_change_the_game(pond: Workshop, template: str) -> None:
    before = repr(pond.load())
    problem(pond, template)
    assert repr(pond.load()) == before


EVIL = '<script>alert("1")</script> & \' " </text></svg> %7B 7 * 7 %7D'


def evil(pond: Workshop) -> None:
    """The same wicked words in a cell, in its translation and in a word of the game."""
    cell = '"' + EVIL.replace('"', '""') + '"'
    pond.write("fish.csv", FISH.replace("Pike,Gädda", f"{cell},{cell}"))
    pond.write("words.csv", f"id,text,text:sv\npond,{cell},{cell}\n")


@pytest.mark.parametrize(
    "template",
    [
        '<g id="{{ piece.name }}"/>',
        "<g id='{{ piece.name }}'/>",
        "{{ line(piece.name, 3, 9) }}",
        "{{ text(piece.name, 3, 9, 55, 70) }}",
        '{{ line(t("pond"), 3, 9) }}',
        "{{ qr(piece.name, 3, 9, 30) }}",
        "{% set label %}{{ piece.name }}{% endset %}{{ line(label, 3, 9) }}",
        '{% macro m(x) %}{{ x }}{% endmacro %}<g id="{{ m(piece.name) }}"/>',
    ],
)
def test_values_from_data_never_become_markup(pond: Workshop, template: str) -> None:
    evil(pond)
    pond.template("fish.svg.j2", template)
    faces, _ = pond.compose()
    assert faces
    root = ElementTree.fromstring(faces.front.svg)
    assert {tag(node) for node in root.iter()} <= {"svg", "g", "text", "path", "rect", "circle"}
    assert not [name for node in root.iter() for name in node.attrib if name.startswith("on")]


@pytest.mark.parametrize(
    "template",
    [
        "<g><text>{{ piece.name }}</text></g>",
        "{{ line('x', 3, 9, fill=piece.name) }}",
        "{{ qr('x', 3, 9, 30, colour=piece.name) }}",
        "{{ symbol('sun', 3, 9, 5, piece.name) }}",
    ],
)
def test_a_value_that_cannot_be_drawn_where_it_stands_is_a_problem_and_no_markup(
    pond: Workshop, template: str
) -> None:
    evil(pond)
    faces, problems = pond.tried(template)
    assert faces is None
    assert problems[0].startswith("templates/pond/fish.svg.j2")


@pytest.mark.parametrize(
    "call", ["qr('x', piece.name, 9, 30)", "qr('x', 3, piece.name, 30)", "art(piece.name, 1, 2, 3)"]
)
def test_a_text_in_the_place_of_a_number_is_a_problem_and_no_markup(
    pond: Workshop, call: str
) -> None:
    evil(pond)
    faces, problems = pond.tried(f"{{{{ {call} }}}}")
    assert faces is None
    assert problems[0].startswith("templates/pond/fish.svg.j2:1")


def test_words_from_data_are_drawn_as_they_stand(pond: Workshop) -> None:
    evil(pond)
    drawn = " ".join(texts(pond.front("{{ line(piece.name, 3, 9) }}")))
    assert '<script>alert("1")</script> & \' "' in drawn
    assert "%7B 7 * 7 %7D" in drawn


def test_a_template_inside_a_text_is_a_problem_and_never_run(pond: Workshop) -> None:
    pond.write("fish.csv", FISH.replace("Pike,", "{{ 7 * 7 }},"))
    _, problems = pond.tried("{{ line(piece.name, 3, 9) }}")
    assert text_of("is.unknown") in problems[0]
    assert "49" not in problems[0]


def test_an_ampersand_in_a_set_block_is_drawn_once(pond: Workshop) -> None:
    svg = pond.front("{% set label %}{{ piece.name }} & co{% endset %}{{ line(label, 3, 9) }}")
    assert texts(svg)[0] == "Pike & co"


@given(value=st.text(st.characters(exclude_categories=("Cs", "Cc", "Z", "Cf")), max_size=40))
def test_every_letter_of_a_text_is_kept_and_only_braces_become_symbols(value: str) -> None:
    atoms = [atom for words in parse(value, "body") for word in words for atom in word]
    text = "".join(braced(atom.text) if atom.symbol else atom.text for atom in atoms)
    assert text == value.replace("**", "")
    assert not any(set(atom.text) & set("{}") for atom in atoms if not atom.symbol)


def braced(name: str) -> str:
    return name if name[0] in "{}" else f"{{{name}}}"


@given(value=st.text(st.characters(exclude_categories=("Cs", "Cc", "Z", "Cf")), max_size=40))
def test_a_name_is_kept_as_it_stands(value: str) -> None:
    atoms = [atom for words in parse(Verbatim(value), "body") for word in words for atom in word]
    assert "".join(atom.text for atom in atoms) == value
    assert not any(atom.symbol for atom in atoms)


def test_numbers_are_written_short_and_without_exponents(pond: Workshop) -> None:
    svg = pond.front('<g id="{{ w / 189 }} {{ h / 44 }} {{ w / 1e9 }}"/>')
    assert 'id="0.333 2 0"' in svg


def documented() -> set[str]:
    """Names in the first column of the table of names."""
    table = DOCUMENT.read_text(encoding="utf-8").split("Templates can use these names:")[1]
    rows = [row for row in table.split("\n\n")[1].splitlines()[2:] if row.startswith("|")]
    cells = [row.split("|")[1] for row in rows]
    return {name for cell in cells for name in re.findall(r"`(\w+)", cell)}


def names_of(pond: Workshop) -> dict[str, object]:
    game, piece = pond.load(), pond.piece("pike")
    deck = game.decks["fish"]
    subject = composer(game).subject(deck, piece, "front")
    return variables(TemplateFunctions(subject, Findings(), Dependencies()))


def test_the_document_lists_exactly_what_a_template_gets(pond: Workshop) -> None:
    assert documented() == set(names_of(pond))


def test_the_document_gives_the_parameters_of_every_function(pond: Workshop) -> None:
    text = DOCUMENT.read_text(encoding="utf-8")
    for name, value in names_of(pond).items():
        if name not in ("text", "line", "text_height", "symbol", "art", "qr", "outline"):
            continue
        (call,) = set(re.findall(rf"\| `{name}\(([^`]*)\)` \|", text))
        written = [part.split("=")[0].strip() for part in re.split(r",\s*", call)]
        assert written == list(inspect.signature(value).parameters), name  # type: ignore[arg-type]


@pytest.mark.parametrize("ground", ["#000000", "#ffffff", "#777777", "#f2a33a", "#1d4f6b"])
def test_ink_reads_well_on_any_ground(pond: Workshop, ground: str) -> None:
    svg = pond.front(f'<rect width="9" height="9" fill="{{{{ ink_on(\'{ground}\') }}}}"/>')
    ink = ElementTree.fromstring(svg)[0].attrib["fill"]
    assert contrast(ink, ground) >= 4


def test_the_stamp_on_a_front_is_short_and_follows_from_deck_and_id_alone(pond: Workshop) -> None:
    faces, _ = pond.compose("pike")
    assert faces
    assert texts(faces.front.svg)[-1] == short_stamp("fish", "pike")
    assert faces.back
    assert faces.version not in faces.front.svg + faces.back.svg
    pond.change("fish.csv", "Pay 2 {sun} **now**.", "Pay 3 {sun}.")
    changed, _ = pond.compose("pike")
    assert changed
    assert texts(changed.front.svg)[-1] == short_stamp("fish", "pike")


def test_no_two_pieces_of_a_game_have_one_stamp() -> None:
    for slug in list_games():
        game = load_game(slug)
        pieces = [(deck.name, piece.id) for deck in game.decks.values() for piece in deck.pieces]
        stamps = {short_stamp(*key) for key in pieces}
        assert len(stamps) == len(pieces)
        assert all(re.fullmatch(r"[A-Z][2-9B-DF-HJ-NP-TV-XZ]{3}", stamp) for stamp in stamps)


@given(st.text("0123456789abcdef", min_size=6, max_size=6))
def test_a_stamp_reads_well_in_any_colour_on_any_ground(digits: str) -> None:
    plate, ink = _readable(f"#{digits}")
    assert contrast(ink, plate) >= 4.5


def test_a_deck_of_one_piece_tells_deck_and_version_on_its_back() -> None:
    game = load_game("kompensaatiopeli")
    ((_, ((_, faces),)),) = compose_all(game, decks=("legislation",)).decks
    short = short_stamp("legislation", game.decks["legislation"].pieces[0].id)
    assert faces.back
    assert texts(faces.front.svg)[-1] == short
    assert texts(faces.back.svg)[-1] == f"{short} legislation {faces.version}"


def test_the_version_changes_only_for_the_piece_whose_row_changes(pond: Workshop) -> None:
    ids = ("pike", "perch", "tench", "reed", "lily")
    before = {name: pond.compose(name)[0] for name in ids}
    pond.change("fish.csv", "Draw a card.", "Draw two cards.")
    after = {name: pond.compose(name)[0] for name in ids}
    assert [name for name in ids if before[name] != after[name]] == ["perch"]


def test_the_version_changes_when_only_the_back_changes(pond: Workshop) -> None:
    before, _ = pond.compose()
    pond.template("fish_back.svg.j2", '<rect width="63" height="88" fill="#123456"/>')
    after, _ = pond.compose()
    assert before
    assert after
    assert before.version != after.version


def test_the_stamp_can_be_moved_or_left_out(pond: Workshop) -> None:
    pond.change("game.yaml", "options: {note: shown}", 'options: {stamp: "20,30,#400000"}')
    moved, _ = pond.compose()
    assert moved
    stamp = ElementTree.fromstring(moved.front.svg)[-1]
    assert (stamp.attrib["y"], stamp.attrib["fill"]) == ("30.000", "#400000")
    pond.change("game.yaml", '"20,30,#400000"', "none")
    bare, _ = pond.compose()
    assert bare
    assert short_stamp("fish", "pike") not in bare.front.svg


def test_the_stamp_stands_inside_the_safe_zone(pond: Workshop) -> None:
    for piece, width, height in (("pike", 63.0, 88.0), ("reed", 25.0, 25.0)):
        faces, _ = pond.compose(piece)
        assert faces
        stamp = ElementTree.fromstring(faces.front.svg)[-1]
        x, y = float(stamp.attrib["x"]), float(stamp.attrib["y"])
        assert y <= height - SAFE_MM - 0.3
        corner = math.hypot(x - width / 2, y - height / 2)
        assert x >= SAFE_MM if piece == "pike" else corner <= width / 2 - SAFE_MM + 0.1


def test_the_stamp_can_stand_on_a_back_of_the_pieces_own(pond: Workshop) -> None:
    pond.change("game.yaml", "options: {note: shown}", 'options: {stamp: "back 20,30,#ff0000"}')
    pond.template("fish_back.svg.j2", "{{ line(piece.latin, 3, 9) }}")
    faces, problems = pond.compose()
    assert not problems
    assert faces
    assert faces.back
    assert faces.version not in faces.front.svg
    assert texts(faces.back.svg)[-1] == f"{short_stamp('fish', 'pike')} fish {faces.version}"


def test_a_stamp_never_marks_the_back_that_all_cards_share(pond: Workshop) -> None:
    pond.change("game.yaml", "options: {note: shown}", 'options: {stamp: "back 20,30,#ff0000"}')
    _, problems = pond.compose()
    assert len(problems) == 1
    assert "decks.fish.options.stamp" in problems[0]
    assert text_of("face.stamp_front") in problems[0]


@pytest.mark.parametrize("option", ["20,30", "a,b,c", "20,30,#fff,4", "back 20"])
def test_a_stamp_option_that_makes_no_sense_is_a_problem(pond: Workshop, option: str) -> None:
    pond.change("game.yaml", "options: {note: shown}", f'options: {{stamp: "{option}"}}')
    _, problems = pond.compose()
    assert len(problems) == 1
    assert "stamp" in problems[0]


def test_an_unknown_typeface_is_a_problem_that_names_the_game(pond: Workshop) -> None:
    pond.change("game.yaml", "body:   {family: Source Sans Pro}", "body:   {family: Sauce Sans}")
    _, problems = pond.compose()
    (problem,) = set(problems)
    assert problem.startswith(
        fault("cards_data/pond/game.yaml fonts", text_of("font.family", name='"Sauce Sans"'))
    )


@pytest.mark.parametrize(
    ("template", "expected"),
    [
        ('{{ line("a", 1, 1, align="centre") }}', "allowed: left, center, right; did you mean ce"),
        (
            '{{ text("a", 1, 1, 9, 9, valign="midle") }}',
            "top, middle, bottom; did you mean middle?",
        ),
        (
            '{{ text("a", 1, 1, 9, 9, flor=7) }}',
            (
                text_of("face.no_argument", function="text", name="flor")
                + "; allowed: "
                + "value, x, y, "
            ),
        ),
        ('{{ text("a", 1, 1, 9, 9, flor=7) }}', "; did you mean floor?"),
        ('{{ text("a", 1, 1) }}', "text() needs width and height"),
        ('<g fill="{{ c.inck }}"/>', (text_of("face.c_no_colour", name="inck"))),
        ("{{ piece.name.colour }}", text_of("face.no_part", name="colour")),
        (
            '\n<g>\n<rect width="1" height="1">\n</g>',
            fault(":3 (pike, front, en)", text_of("svg.not_closed", tag="rect")),
        ),
        (
            '\n<g>\n<rect width="1" height="1"/>',
            fault(":2 (pike, front, en)", text_of("svg.not_closed", tag="g")),
        ),
        ('\n<g>\n<rect width="1" height="1"/>', "; allowed: <g …/> or <g …>…</g>"),
        (
            '<circel r="1"/>',
            (
                text_of("svg.not_drawn", tag="circel")
                + "; "
                + text_of("problem.did_you_mean", words="circle")
            ),
        ),
        ("<foreignObject/>", text_of("svg.not_drawn", tag="foreignObject")),
        ("<g/>\n</g>", fault(":2 (pike, front, en)", text_of("svg.closes_nothing", tag="g"))),
        (
            "<g/>\n<g fill=red/>",
            fault(":2 (pike, front, en)", text_of("svg.broken_xml_at", reason="not well-formed")),
        ),
    ],
)
def test_a_slip_is_told_with_what_is_allowed_and_without_names_of_ours(
    pond: Workshop, template: str, expected: str
) -> None:
    message = problem(pond, template)
    assert expected in message
    assert not re.search(r"generator\.|TemplateFunctions|Colours|Cell|object", message)


def test_a_link_that_leaves_the_template_folders_is_not_followed(pond: Workshop) -> None:
    (pond.root / "secret.j2").write_text("secret", encoding="utf-8")
    link = pond.root / "templates" / "pond" / "link.svg.j2"
    try:
        link.symlink_to(pond.root / "secret.j2")
    except OSError:
        pytest.skip("this system makes no links")
    message = problem(pond, '{% include "pond/link.svg.j2" %}')
    assert (
        'template "pond/link.svg.j2" not found; a link there leads outside the templates' in message
    )
    link.unlink()
    link.symlink_to(pond.root / "templates" / "pond" / "fish.svg.j2")
    pond.template("fish.svg.j2", "<g/>")
    pond.template("plant.svg.j2", '{% include "pond/link.svg.j2" %}')
    assert Sources((pond.root / "templates",)).template("pond/link.svg.j2")


@pytest.mark.slow
def test_a_link_to_a_whole_folder_is_told_and_no_name_in_it_is_proposed(
    pond: Workshop, ecotable: Command
) -> None:
    """Not as the nearest name to itself: that would send its author round in a circle."""
    for folder in (pond.root / "templates" / "pond" / "symbols", pond.root / "templates" / "pond"):
        folder.rename(pond.root / f"outside-{folder.name}")
        try:
            folder.symlink_to(pond.root / f"outside-{folder.name}")
        except OSError:
            pytest.skip("this system makes no links")
        lines = ecotable("check", "pond").err.splitlines()
        messages = [one for one in lines if "a link there leads outside the templates" in one]
        assert messages and not any(text_of("problem.did_you_mean") in one for one in messages)


@pytest.mark.parametrize("cached", [False, True])
def test_what_pieces_have_in_common_is_in_memory_once(pond: Workshop, cached: bool) -> None:
    """A deck of thousands has one back."""
    if cached:
        compose_all(pond.load())
    composed = compose_all(pond.load())
    backs = [faces.back for _, _, faces in composed.pieces() if faces.back]
    assert len({id(back) for back in backs}) == len({back.key for back in backs}) < len(backs)
    read = [each for hashes in composed.dependencies.values() for each in hashes]
    assert len({id(each) for each in read}) == len(set(read)) < len(read)
