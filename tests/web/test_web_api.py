"""What the page asks of the rules: forms, tables half entered, limits, and words."""

from __future__ import annotations

import csv
import json
import posixpath
import re
from pathlib import Path
from typing import Any

import pytest
import yaml
from texts import text_of

from scorer.core.result import as_data
from scorer.core.translation import own_languages
from scorer.engine import scorer_for
from scorer.registry import slugs
from scorer.web.api import records as api
from scorer.web.static_files import PAGE

DATA = Path(api.__file__).parents[3] / "cards_data"
EXAMPLES = [
    (slug, path) for slug in slugs() for path in sorted((DATA / slug / "examples").glob("*.yaml"))
]
FOUR = [
    "filthy_rich_money_maker",
    "start_up_dreamer",
    "burned_out_birder",
    "enthusiastic_planet_saver",
]
SCRIPTS = {
    path.relative_to(PAGE).as_posix(): path.read_text(encoding="utf-8")
    for path in PAGE.rglob("*.js")
}
PAGES = {path.name: path.read_text(encoding="utf-8") for path in PAGE.glob("*.html")}


@pytest.mark.parametrize(
    ("slug", "path"), EXAMPLES, ids=lambda value: getattr(value, "stem", value)
)
def test_an_example_taken_apart_and_entered_again_scores_the_same(slug: str, path: Path) -> None:
    raw = yaml.safe_load(path.read_text(encoding="utf-8"))["state"]
    answers_by_id = {one["id"]: one["answers"] for one in api.form_record(slug, "en")["examples"]}
    entered = api.score_record(slug, {"answers": answers_by_id[path.stem]}, "en")
    scorer = scorer_for(slug)
    scored = scorer.score(scorer.read(raw))
    assert entered["result"] == as_data(scored) == api.score_record(slug, raw, "en")["result"]
    assert entered["problems"] == entered["open"] == []
    assert api.answers_record(slug, raw, "en")["answers"] == answers_by_id[path.stem]


@pytest.mark.parametrize("slug", slugs())
@pytest.mark.parametrize("lang", own_languages())
def test_a_form_is_plain_json_and_says_where_each_field_stands(slug: str, lang: str) -> None:
    form = json.loads(json.dumps(api.form_record(slug, lang)))
    assert form["lang"] == lang and form["title"]
    assert {field["part"] for field in form["fields"]} <= {"who", "table", "variant"}
    assert "table" in {field["part"] for field in form["fields"]}
    keys = {field["key"] for field in form["fields"]}
    for limit in form["limits"]:
        assert {key for key, _ in limit["counts"]} <= keys
        assert limit["label"] and limit["most"] > 0


def test_the_types_of_the_script_are_what_the_records_hold() -> None:
    text = (PAGE.parent / "types.d.ts").read_text(encoding="utf-8")
    form = api.form_record("kompensaatiopeli", "en")
    record = api.score_record("kompensaatiopeli", {"answers": form["examples"][0]["answers"]}, "en")
    side = record["result"]["sides"][0]
    grouped = next(one for one in api.form_record("ecologic", "en")["fields"] if one["group"])
    records_by_type = {
        **{"Form": form, "Field": grouped, "Group": grouped["group"], "Limit": form["limits"][0]},
        **{"Choice": next(one["choices"][0] for one in form["fields"] if one["choices"])},
        **{"Result": record["result"], "Side": side, "Line": side["lines"][0]},
        **{"ScoreRecord": record, "Game": api.games_record("en")["games"][0]},
    }
    for name, example in records_by_type.items():
        (body,) = re.findall(rf"^interface {name} \{{\n(.*?)^\}}", text, re.M | re.S)
        assert set(re.findall(r"^  (\w+):", body, re.M)) <= set(example), name


def test_open_numbers_count_as_their_least_and_are_named() -> None:
    answers = {"players": [{"name": "Ada", "profits": 9}, {"name": "Bo", "refineries": 2}]}
    record = api.score_record("ecologic", {"answers": answers}, "en")
    assert record["open"] == ["players.1.profits", "players.0.enviros", "players.1.enviros"]
    assert [side["total"] for side in record["result"]["sides"]] == [0, 2]
    assert answers == {"players": [{"name": "Ada", "profits": 9}, {"name": "Bo", "refineries": 2}]}


def test_without_a_choice_there_is_no_result() -> None:
    answers: dict[str, Any] = {"votes": [], "players": [{"name": "Ada", "ip": 3}]}
    record = api.score_record("better_life", {"answers": answers}, "en")
    assert record["result"] is None and "players.0.role" in record["open"]
    assert api.what_if_record("better_life", {"answers": answers}, "en")["turns"] == []


def test_a_problem_says_where_it_is_in_steps() -> None:
    raw = {"players": [{"name": "Ada", "profits": 500, "enviros": 1}]}
    (problem,) = api.score_record("ecologic", raw, "en")["problems"]
    assert problem["path"] == ["players", 0, "profits"]
    board = {"roles": [], "board": [". . . . x", *[". . . . ."] * 4]}
    paths = [one["path"] for one in api.score_record("kompensaatiopeli", board, "en")["problems"]]
    assert ["board", 0, 4] in paths


@pytest.mark.parametrize("slug", slugs())
def test_limits_agree_with_the_rules(slug: str) -> None:
    """What the page refuses at the tap, the rules refuse too; one less they accept."""
    form = api.form_record(slug, "en")
    example = form["examples"][0]["answers"]
    for limit in form["limits"]:
        key, value = limit["counts"][0]
        field = next(one for one in form["fields"] if one["key"] == key)
        if field["kind"] == "board" or limit["most"] >= (field["high"] or 0):
            continue
        answers = json.loads(json.dumps(example))
        for player in answers["players"]:
            player[key] = 0
        answers["players"][0][key] = limit["most"] + 1
        assert value == ""
        assert api.score_record(slug, {"answers": answers}, "en")["problems"]
        answers["players"][0][key] = limit["most"]
        assert not api.score_record(slug, {"answers": answers}, "en")["problems"]


def test_the_list_names_a_broken_game_and_goes_on(pond: Any) -> None:
    pond.change("fish.csv", "Vila.,1,", "Vila.,7,")
    games = {game["slug"]: game for game in api.games_record("sv")["games"]}
    assert "fish.csv:4" in games["pond"]["problems"][0]
    assert games["ecologic"]["scored"] and not games["ecologic"]["problems"]


def test_a_game_that_breaks_meanwhile_is_a_problem(pond: Any) -> None:
    pond.write("scoring_words.csv", "id,text\n")
    for record in (api.score_record, api.what_if_record, api.answers_record):
        assert record("pond", {}, "en")["problems"]


def test_a_game_without_rules_is_shown_but_not_scored(pond: Any) -> None:
    games = {game["slug"]: game for game in api.games_record("sv")["games"]}
    assert games["pond"]["title"] == "Livet i dammen"
    assert games["pond"]["scored"] is False


def test_a_copy_that_is_called_like_its_game_is_told_apart(pond: Any) -> None:
    pond.change("game.yaml", "Livet i dammen", "Ecologic")
    titles = {game["slug"]: game["title"] for game in api.games_record("sv")["games"]}
    assert titles["pond"] == "Ecologic (pond)"
    assert titles["ecologic"] == "Ecologic"


# ---- words and files -------------------------------------------------------------------------


def used_words() -> set[str]:
    """Every word that a page or module names."""
    marked = {
        word for text in PAGES.values() for word in re.findall(r'data-say(?:-label)?="(\w+)"', text)
    }
    keys = {
        word
        for text in SCRIPTS.values()
        for word in re.findall(r'\b(?:say|sayOf|fileButton)\(\s*"([\w.]+)"', text)
    }
    return marked | keys


def test_every_word_of_the_page_is_there_in_every_language_and_used() -> None:
    with api.WORDS.open(encoding="utf-8") as file:
        words = {row["id"]: row for row in csv.DictReader(file)}
    assert used_words() <= set(words)
    text = "\n".join(SCRIPTS.values()) + "\n".join(PAGES.values())
    named_by_parts = (
        "language_name",
        "needs_scripts",
        "step_",
        "heading_",
        "next_",
        "print_",
        "item.",
        "add.",
        "undo_",
        "redo_",
        "shape_",
    )
    for key, row in words.items():
        assert row["text"] and row["text:sv"], key
        assert set(re.findall(r"\{\w+\}", row["text"])) == set(
            re.findall(r"\{\w+\}", row["text:sv"])
        ), key
        assert re.search(rf'"{re.escape(key)}"', text) or key.startswith(named_by_parts), key


def test_nothing_comes_from_outside() -> None:
    allowed = {"http://www.w3.org/2000/svg", "https://app.bgstatsapp.com/createPlay.html?data=$"}
    for path in (path for path in PAGE.rglob("*") if path.is_file()):
        text = path.read_text(encoding="utf-8")
        assert set(re.findall(r"https?://[^\s\"'`){]+", text)) <= allowed, path.name


def test_texts_are_never_made_into_markup_or_code() -> None:
    for name, text in SCRIPTS.items():
        for word in (
            "innerHTML",
            "outerHTML",
            "insertAdjacentHTML",
            "document.write",
            "eval(",
            "Function(",
        ):
            assert word not in text, name
    for name, text in PAGES.items():
        # The content security policy would refuse these, silently.
        assert not re.search(r"<script(?![^>]* src=)|<style|\son\w+=|\sstyle=", text), name


def test_every_module_that_is_imported_lies_there() -> None:
    for name, text in SCRIPTS.items():
        for path in re.findall(r'^import .* from "([\w./]+)";$', text, re.M):
            other = posixpath.normpath(posixpath.join(posixpath.dirname(name), path))
            assert other in {*SCRIPTS, "delivery.js"}, f"{name} imports {other}"


def test_no_module_is_longer_than_one_reads_at_once() -> None:
    for name, text in SCRIPTS.items():
        assert text.count("\n") <= 330, name
        assert text.startswith("//"), name


def test_a_form_that_is_only_begun_is_not_wrong() -> None:
    for slug in ("kompensaatiopeli", "ecologic", "better_life", "ecosfera_baltica"):
        groups = {
            field["group"]["key"]
            for field in api.form_record(slug, "en")["fields"]
            if field["group"]
        }
        record = api.score_record(slug, {"answers": {key: [{}] for key in groups}}, "en")
        assert record["problems"] == []


def test_what_is_missing_is_said_in_words_and_the_rest_waits() -> None:
    players = [{"name": "Ada", "profits": 1, "enviros": 1, "team": "N"}, {"name": "Bo"}]
    record = api.score_record("ecologic", {"answers": {"players": players}}, "sv")
    assert record["problems"] == []
    assert record["hints"] == [
        {"path": ["players", 1, "name"], "text": text_of("wrong.no_team.page", "sv", what="Bo")}
    ]


@pytest.mark.parametrize("lang", ["en", "sv"])
def test_problems_and_notes_are_at_a_field_and_show_no_ids(lang: str) -> None:
    roles = ["mobile_opportunist", "cynical_materialist"]
    record = api.score_record("kompensaatiopeli", {"answers": {"roles": roles}}, lang)
    assert [note["path"] for note in record["notes"]] == [["roles"]]
    too_many = {
        "roles": FOUR,
        "projects": {"M": "motorway"},
        "board": ["M M M M M", ". . . . M"] + [". . . . ."] * 3,
    }
    wrong = api.score_record("kompensaatiopeli", {"answers": too_many}, lang)["problems"]
    assert [problem["path"] for problem in wrong] == [["board"]]
    for one in (*record["notes"], *wrong):
        assert "_" not in one["text"] and "[" not in one["text"]


@pytest.mark.parametrize("row", ["M . M . .", ". . . . ."])
def test_a_project_that_is_half_laid_is_a_note_and_counts_as_it_lies(row: str) -> None:
    board = [row, ". . . . .", ". M . . .", ". . . . .", ". . . . ."]
    table = {"roles": FOUR, "projects": {"M": "motorway"}, "board": board}
    record = api.score_record("kompensaatiopeli", {"answers": table}, "en")
    assert (record["problems"], record["open"], record["hints"]) == ([], [], [])
    assert [note["path"] for note in record["notes"]] == [["board"]]
    built = sum(row.count("M") for row in board)
    (line,) = (
        line
        for side in record["result"]["sides"]
        for line in side["lines"]
        if line["rule"] == "constructed"
    )
    assert line["points"] == built


def test_a_problem_without_words_of_its_own_has_names_for_ids() -> None:
    state = {"game": "kompensaatiopeli", "roles": ["start_up_dreamr"], "board": [". . . . ."] * 5}
    record = api.score_record("kompensaatiopeli", state, "en")
    text = record["problems"][0]["text"]
    assert "Start-up Dreamer" in text and "start_up_dreamer" not in text
