"""A game's folder: good data gives frozen values, bad data gives every problem at once."""

from __future__ import annotations

import pickle
import re
from dataclasses import FrozenInstanceError
from typing import Any

import pytest
from texts import fault, text_of
from workshop import Workshop

from cards_data import Problems, find_game, game_folders, list_games, load_game

REAL = ("better_life", "ecologic", "ecosfera_baltica", "kompensaatiopeli")
# Decks and pieces that the four boxes hold.
BOXES = {
    "ecosfera_baltica": {
        "elements": 60,
        "producers": 30,
        "consumers": 30,
        "pressures": 50,
        "policies": 30,
        "habitats": 6,
        "impacts": 6,
        "centres": 2,
        "abilities": 12,
        "droplets": 18,
    },
    "kompensaatiopeli": {
        "nature_tiles": 55,
        "project_headers": 15,
        "project_tokens": 20,
        "offsetting_tokens": 6,
        "conservation_tokens": 6,
        "protest_tokens": 6,
        "restoration_tokens": 6,
        "roles": 9,
        "hand_cards": 98,
        "permits": 17,
        "legislation": 1,
        "references": 12,
    },
    "ecologic": {
        "events": 30,
        "eco_initiatives": 20,
        "tads": 4,
        "refineries": 80,
        "enviros": 19,
        "tablets": 4,
        "board": 1,
        "score_table": 1,
    },
    "better_life": {
        "roles": 5,
        "role_actions": 5,
        "actions": 35,
        "events": 20,
        "policies": 10,
        "policy_targets": 10,
        "influence": 100,
        "board": 1,
    },
}


def test_good_data_gives_typed_values(pond: Workshop) -> None:
    pike = pond.piece("pike")
    assert pike.values == {
        "name": "Pike",
        "rule": "Pay 2 {sun} **now**.",
        "level": "3",
        "cost": 4,
        "zones": ("reed", "open"),
        "rare": True,
        "food": "reed",
        "latin": "Esox lucius",
    }
    assert (pike.copies, pike.number, pike.deck) == (1, 1, "fish")
    assert str(pike.place) == "cards_data/pond/fish.csv:2"


def test_an_empty_cell_is_the_empty_value_of_its_type(pond: Workshop) -> None:
    pond.change("fish.csv", "1,0,mud,,lily", "1,0,,,lily")
    tench = pond.piece("tench")
    assert tench.values["zones"] == ()
    assert tench.values["rare"] is False


def test_pieces_are_numbered_through_their_copies(pond: Workshop) -> None:
    numbers = [piece.number for piece in pond.load().decks["fish"].pieces]
    assert numbers == [1, 2, 4]


def test_a_translation_stands_in_for_the_plain_column(pond: Workshop) -> None:
    pike = pond.piece("pike")
    assert pike.value("name", "sv") == "Gädda"
    assert pike.value("name", "en") == "Pike"
    assert pike.value("latin", "sv") == "Esox lucius"


def test_values_cannot_be_changed(pond: Workshop) -> None:
    game = pond.load()
    fish = game.decks["fish"]
    for value, name in (
        (game, "slug"),
        (fish, "name"),
        (fish.pieces[0], "id"),
        (fish.size, "name"),
    ):
        with pytest.raises(FrozenInstanceError):
            setattr(value, name, "other")
    assert isinstance(fish.pieces, tuple)


@pytest.mark.parametrize(
    "mapping",
    [
        lambda game: game.decks,
        lambda game: game.colours,
        lambda game: game.words["pond"],
        lambda game: game.scoring,
        lambda game: game.scoring["points"],
        lambda game: game.decks["fish"].options,
        lambda game: game.decks["fish"].pieces[0].values,
    ],
)
def test_mappings_cannot_be_changed(pond: Workshop, mapping: Any) -> None:
    with pytest.raises(TypeError):
        mapping(pond.load())["new"] = 1


@pytest.mark.parametrize(
    "change",
    [
        lambda data: data.update(fish=9),
        lambda data: data.pop("fish"),
        lambda data: data.popitem(),
        lambda data: data.clear(),
        lambda data: data.setdefault("new", 1),
        lambda data: data.__delitem__("fish"),
        lambda data: data.__ior__({"fish": 9}),
    ],
)
def test_no_method_changes_a_mapping(pond: Workshop, change: Any) -> None:
    points = pond.load().scoring["points"]
    with pytest.raises(TypeError, match="cannot be changed"):
        change(points)
    assert points == {"fish": 3}


def test_a_checked_game_can_be_sent_to_another_process(pond: Workshop) -> None:
    fish = pond.load().decks["fish"]
    assert pickle.loads(pickle.dumps(fish)) == fish


def test_all_problems_of_all_files_come_at_once_with_file_and_line(pond: Workshop) -> None:
    pond.change("game.yaml", "makers:", "maker:")
    pond.change("game.yaml", 'reed: "#4c8a3f"', 'reed: "green"')
    pond.change("fish.csv", ",3,4,", ",7,12,")
    pond.change("plants.csv", "lily,2,Water lily,Näckros", "lily,2,Water lily,")
    pond.change("words.csv", "pond,Pond,Damm", "pond,,Damm")
    pond.write("scoring.yaml", "points: {fish: [}\n")
    places = {problem.split(": ")[0] for problem in pond.problems()}
    assert places == {
        "cards_data/pond/game.yaml:4 maker",
        "cards_data/pond/game.yaml:6 colours.reed",
        'cards_data/pond/fish.csv:2 column "level"',
        'cards_data/pond/fish.csv:2 column "cost"',
        'cards_data/pond/plants.csv:3 column "name:sv"',
        'cards_data/pond/words.csv:3 column "text"',
        "cards_data/pond/scoring.yaml:1",
    }


@pytest.mark.parametrize(
    ("old", "new", "place", "words"),
    [
        pytest.param(
            ",3,4,reed|open",
            ",4,4,reed|open",
            'fish.csv:2 column "level"',
            (text_of("value.unknown", value='"4"') + "; allowed: " + "1, 2, 3"),
            id="choice",
        ),
        pytest.param(
            ",3,4,reed|open",
            ",3,four,reed|open",
            'fish.csv:2 column "cost"',
            (
                text_of("cell.no_whole_number", value='"four"')
                + "; allowed: "
                + text_of("cell.number_from_to", low=0, high=9)
            ),
            id="int",
        ),
        pytest.param(
            ",3,4,reed|open",
            ",3,10,reed|open",
            'fish.csv:2 column "cost"',
            (
                text_of("cell.out_of_range", number=10)
                + "; allowed: "
                + text_of("cell.number_from_to", low=0, high=9)
            ),
            id="int too large",
        ),
        pytest.param(
            ",3,4,reed|open",
            ",3,-1,reed|open",
            'fish.csv:2 column "cost"',
            text_of("cell.out_of_range", number="-1"),
            id="int too small",
        ),
        pytest.param(
            ",3,4,reed|open",
            ",3,4,reed|opne",
            'fish.csv:2 column "zones"',
            (
                text_of("value.unknown", value='"opne"')
                + "; allowed: "
                + "reed, mud, open"
                + "; "
                + text_of("problem.did_you_mean", words="open")
            ),
            id="list",
        ),
        pytest.param(
            "reed|open,yes",
            "reed|open,maybe",
            'fish.csv:2 column "rare"',
            (text_of("cell.yes_or_no", value='"maybe"') + "; allowed: " + "yes, no"),
            id="bool",
        ),
        pytest.param(
            "yes,reed,Esox",
            "yes,read,Esox",
            'fish.csv:2 column "food"',
            (
                text_of("value.no_piece_of", value='"read"', deck="plants")
                + "; allowed: "
                + "reed, lily"
                + "; "
                + text_of("problem.did_you_mean", words="reed")
            ),
            id="ref",
        ),
        pytest.param(
            "pike,1,Pike,",
            "pike,1,,",
            'fish.csv:2 column "name"',
            "the cell is empty; allowed: what the fish is called",
            id="text",
        ),
        pytest.param(
            "pike,1,",
            "Pike!,1,",
            'fish.csv:2 column "id"',
            text_of("cell.id_allowed", value='"Pike!"'),
            id="id",
        ),
        pytest.param(
            "pike,1,",
            "pike,-1,",
            'fish.csv:2 column "copies"',
            (
                text_of("cell.out_of_range", number="-1")
                + "; allowed: "
                + text_of("cell.number_from_to", low=0, high=500)
            ),
            id="copies",
        ),
        pytest.param(
            "Gädda",
            "",
            'fish.csv:2 column "name:sv"',
            text_of("deck.untranslated"),
            id="translation",
        ),
    ],
)
def test_a_wrong_cell_says_where_it_is_what_was_found_and_what_is_allowed(
    pond: Workshop, old: str, new: str, place: str, words: str
) -> None:
    pond.change("fish.csv", old, new)
    cell_problems = [
        problem for problem in pond.problems() if problem.startswith(f"cards_data/pond/{place}")
    ]
    assert len(cell_problems) == 1
    assert words in cell_problems[0]


def test_an_id_that_stands_twice_names_both_lines(pond: Workshop) -> None:
    pond.change("fish.csv", "tench,2,", "pike,2,")
    (problem,) = pond.problems()
    assert problem.startswith('cards_data/pond/fish.csv:4 column "id"')
    assert text_of("deck.id_twice", id='"pike"', line=2) in problem


def test_an_unknown_column_is_answered_with_the_nearest(pond: Workshop) -> None:
    pond.change("fish.csv", "id,copies,name,name:sv,", "id,copies,name,nmae:sv,")
    problems = pond.problems()
    (unknown,) = [problem for problem in problems if "unknown column" in problem]
    assert unknown.startswith(
        fault("cards_data/pond/fish.csv:1", text_of("deck.unknown_column", name='"nmae:sv"'))
    )
    assert unknown.endswith(text_of("problem.did_you_mean", words="name:sv"))


def test_a_column_of_an_unknown_language_is_refused(pond: Workshop) -> None:
    pond.change("plants.csv", "name:sv", "name:fi")
    assert any(
        text_of("deck.unknown_column", name='"name:fi"') in problem for problem in pond.problems()
    )


def test_a_missing_column_is_named_once_and_not_for_every_row(pond: Workshop) -> None:
    pond.change("plants.csv", "id,copies,name,name:sv", "id,copies,title,name:sv")
    missing = [problem for problem in pond.problems() if '"name"' in problem]
    assert missing == [
        fault(
            "cards_data/pond/plants.csv:1",
            text_of("deck.column_missing", name='"name"'),
            "",
            text_of("problem.did_you_mean", words="name:sv"),
        )
    ]


def test_a_wrong_count_says_how_many_there_are_and_how_many_are_wanted(pond: Workshop) -> None:
    pond.change("fish.csv", "perch,2,", "perch,3,")
    assert pond.problems() == [
        fault(
            "cards_data/pond/fish.csv",
            text_of("deck.rows_copies", rows=3, copies=6),
            '5 (game.yaml, "pieces")',
        )
    ]


def test_a_missing_table_is_named_and_the_rest_is_still_read(pond: Workshop) -> None:
    (pond.data / "plants.csv").unlink()
    pond.change("fish.csv", ",3,4,", ",7,4,")
    problems = pond.problems()
    assert fault("cards_data/pond/plants.csv", text_of("file.missing")) in problems
    assert any(problem.startswith("cards_data/pond/fish.csv:2") for problem in problems)


def test_a_reference_to_a_deck_that_does_not_exist_is_a_problem(pond: Workshop) -> None:
    pond.change("game.yaml", "deck: plants", "deck: plnats")
    (problem,) = pond.problems()
    assert problem.startswith("cards_data/pond/game.yaml:29 decks.fish.columns.food")
    assert '"plnats"' in problem
    assert text_of("problem.did_you_mean", words="plants") in problem


def test_a_reconstruction_needs_its_reason(pond: Workshop) -> None:
    pond.write(
        "plants.csv",
        "id,copies,name,name:sv,source,reason\n"
        "reed,1,Reed,Vass,reconstruction,\n"
        "lily,2,Water lily,Näckros,guess,\n",
    )
    problems = pond.problems()
    assert any('plants.csv:2 column "reason": the reconstruction' in one for one in problems)
    assert any(
        fault('plants.csv:3 column "source"', text_of("value.unknown", value='"guess"')) in one
        for one in problems
    )


def test_reconstructions_of_cards_decks_and_numbers_are_listed(pond: Workshop) -> None:
    pond.write(
        "plants.csv",
        "id,copies,name,name:sv,source,reason\n"
        "reed,1,Reed,Vass,reconstruction,the box does not say\n"
        "lily,2,Water lily,Näckros,,\n",
    )
    pond.write(
        "scoring.yaml", "points: {fish: {value: 3, source: reconstruction, reason: it balances}}\n"
    )
    game = pond.load()
    assert game.scoring == {"points": {"fish": 3}}
    assert [fact.reason for fact in game.unsure] == ["the box does not say", "it balances"]
    assert "scoring.yaml:1 points.fish" in str(game.unsure[1].where)


def test_a_number_with_a_source_needs_a_reason(pond: Workshop) -> None:
    pond.write("scoring.yaml", "points: {fish: {value: 3, source: reconstruction}}\n")
    assert any("scoring.yaml:1 points.fish" in problem for problem in pond.problems())


def test_a_title_is_needed_in_every_language(pond: Workshop) -> None:
    pond.change("game.yaml", "title: {en: Fish, sv: Fiskar}", "title: {en: Fish}")
    (problem,) = pond.problems()
    assert problem.startswith("cards_data/pond/game.yaml:16 decks.fish.title")
    assert "no text in the language sv" in problem


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("size: poker", "size: pokre", "did you mean poker"),
        ("type: int", "type: itn", "did you mean int"),
        ("front: fish.svg.j2", "frnt: fish.svg.j2", "did you mean front"),
        ("tell_apart: [[reed, ink]]", "tell_apart: [[reed, inc]]", "did you mean ink"),
        ("pieces: 3", "pieces: three", "a whole number"),
        ("title:  {family", "titel:  {family", "did you mean title"),
    ],
)
def test_a_slip_in_game_yaml_is_answered_with_what_is_meant(
    pond: Workshop, old: str, new: str, words: str
) -> None:
    pond.change("game.yaml", old, new)
    assert any(words in problem for problem in pond.problems())


@pytest.mark.parametrize(
    "size",
    [
        "{width_mm: 0, height_mm: 20}",
        "{width_mm: -5, height_mm: 20}",
        "{width_mm: 20, height_mm: .nan}",
        "{width_mm: 20, height_mm: .inf}",
        "{width_mm: 20, height_mm: 20, corner_mm: 11}",
        "{width_mm: 20, height_mm: 20, shape: hex}",
    ],
)
def test_a_size_that_cannot_be_cut_is_a_problem(pond: Workshop, size: str) -> None:
    pond.change("game.yaml", "size: circle_25", f"size: {size}")
    assert any("decks.plants.size" in problem for problem in pond.problems())


@pytest.mark.parametrize("gap", ["-1", ".nan"])
def test_a_gap_that_cannot_be_is_a_problem(pond: Workshop, gap: str) -> None:
    pond.change("game.yaml", "size: circle_25", f"size: circle_25\n    gap_mm: {gap}")
    assert any("decks.plants.gap_mm" in problem for problem in pond.problems())


def test_a_game_is_found_by_its_name_with_dashes_or_capitals(pond: Workshop) -> None:
    assert find_game("Ecosfera-Baltica").name == "ecosfera_baltica"
    assert find_game("POND") == pond.data


def test_an_unknown_game_is_answered_with_the_nearest(pond: Workshop) -> None:
    with pytest.raises(Problems, match="did you mean ecologic"):
        find_game("ecologik")


@pytest.mark.parametrize("name", ["../pond", "", ".", "pond/../pond", "/etc"])
def test_a_name_that_is_a_path_is_no_game(pond: Workshop, name: str) -> None:
    with pytest.raises(Problems, match="is not known"):
        find_game(name)


def test_the_current_folder_wins_over_the_package(pond: Workshop) -> None:
    own = pond.root / "cards_data" / "ecologic"
    own.mkdir()
    (own / "game.yaml").write_text("title: {en: Ours}\n", encoding="utf-8")
    assert find_game("ecologic") == own
    assert game_folders()[0] == pond.root / "cards_data"


def test_a_changed_file_is_read_anew(pond: Workshop) -> None:
    before = pond.load()
    assert pond.load() is before
    pond.change("fish.csv", "Pike,", "Big pike,")
    assert pond.piece("pike").values["name"] == "Big pike"


def test_the_four_games_are_built_in() -> None:
    assert set(REAL) <= set(list_games())


@pytest.mark.parametrize("slug", REAL)
def test_a_box_holds_the_decks_and_pieces_it_should(slug: str) -> None:
    game = load_game(slug)
    assert {name: game.decks[name].total for name in BOXES[slug]} == BOXES[slug]
    assert "references" in game.decks


def with_link(pond: Workshop, link: str) -> None:
    game = pond.data / "game.yaml"
    text = re.sub(r"(?m)^link:.*$", f'link: "{link}"', game.read_text(encoding="utf-8"))
    game.write_text(text, encoding="utf-8")


@pytest.mark.parametrize(
    "link", ["javascript:alert(1)", "data:text/html,x", "file:///etc/passwd", "//x.org", "https://"]
)
def test_a_games_link_is_an_address_of_the_web(link: str, pond: Workshop) -> None:
    with_link(pond, link)
    with pytest.raises(Problems, match=r"game\.yaml:.*link.*starts with https://"):
        load_game("pond")


@pytest.mark.parametrize("link", ["https://example.org/pond", "HTTP://example.org"])
def test_a_games_link_may_lead_to_the_web(link: str, pond: Workshop) -> None:
    with_link(pond, link)
    assert load_game("pond").link == link


def test_of_very_many_pieces_the_first_are_listed_and_hints_end(pond: Workshop) -> None:
    names = [f"weed{number}" for number in range(130)]
    plants = "".join(f"{name},1,W,W\n" for name in ["reed", "lily", *names])
    pond.write("plants.csv", "id,copies,name,name:sv\n" + plants)
    head, *_ = (pond.data / "fish.csv").read_text(encoding="utf-8").splitlines()
    fish = "".join(f"f{number},1,F,F,R,R,1,0,,,weee1,\n" for number in range(60))
    pond.write("fish.csv", f"{head}\n{fish}")
    lines = [line for line in pond.problems() if "not a piece of plants" in line]
    assert len(lines) == 60
    assert "weed97 and 32 more; did you mean weed1" in lines[0]
    assert [line for line in lines if text_of("problem.did_you_mean") in line] == lines[:50]
