"""``ecotable new NAME --from GAME``: a copy that checks, scores and knows where it comes from."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from texts import text_of
from thorough import spread
from workshop import Command

from cards_data import list_games, load_game
from scorer.engine import scorer_for

GAMES = ("better_life", "ecologic", "ecosfera_baltica", "kompensaatiopeli")


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.slow
@pytest.mark.parametrize("slug", GAMES)
def test_a_copy_scores_as_its_origin_does(here: Path, ecotable: Command, slug: str) -> None:
    assert ecotable("new", "my-own", "--from", slug).code == 0
    game = load_game("my_own")
    assert (game.origin, game.rules) == (slug, slug)
    assert not (here / "scorer").exists()
    for path in sorted((game.folder / "examples").glob("*.yaml"))[:2]:
        copied = ecotable("score", "my-own", path, "--json")
        original = ecotable(
            "score", slug, load_game(slug).folder / "examples" / path.name, "--json"
        )
        assert copied.code == 0, copied.err
        assert json.loads(copied.out) == {**json.loads(original.out), "game": "my_own"}


@pytest.mark.slow
@pytest.mark.parametrize("slug", spread(GAMES, 4))
def test_a_copy_is_sound_and_nothing_has_changed_in_it(
    here: Path, ecotable: Command, slug: str
) -> None:
    assert ecotable("new", "my-own", "--from", slug).code == 0
    checked = ecotable("check", "my-own")
    assert (checked.code, checked.err) == (0, "")
    changes = ecotable("changes", "my-own", "--json")
    assert changes.code == 0, changes.err
    record = json.loads(changes.out)
    assert not any(record[key] for key in ("added", "removed", "changed", "scoring"))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("slug", "deck", "column", "value"),
    spread(
        [
            ("better_life", "roles", "name", "Somebody else"),
            ("ecologic", "tads", "name", "Something else"),
            ("ecosfera_baltica", "habitats", "name", "Shore"),
            ("kompensaatiopeli", "roles", "name", "Somebody else"),
        ],
        4,
    ),
)
def test_changes_compares_a_copy_with_its_origin(
    here: Path, ecotable: Command, slug: str, deck: str, column: str, value: str
) -> None:
    ecotable("new", "my-own", "--from", slug)
    path = here / "cards_data" / "my_own" / f"{deck}.csv"
    piece = load_game("my_own").decks[deck].pieces[0]
    path.write_text(path.read_text().replace(str(piece.values[column]), value, 1))
    record = json.loads(ecotable("changes", "my-own", "--json").out)
    own = [change for change in record["changed"] if change["fields"]]
    assert [(one["id"], one["fields"][0]["after"]) for one in own] == [(piece.id, value)]
    by_origin = json.loads(ecotable("changes", "my-own", "--since", slug, "--json").out)
    assert by_origin == record


@pytest.mark.slow
def test_a_copy_of_a_copy_knows_both_its_origin_and_its_rules(
    here: Path, ecotable: Command
) -> None:
    ecotable("new", "first", "--from", "ecologic")
    assert ecotable("new", "second", "--from", "first").code == 0
    game = load_game("second")
    assert (game.origin, game.rules) == ("first", "ecologic")
    assert scorer_for("second").game.slug == "second"


def test_a_declared_game_brings_its_own_rules(here: Path, ecotable: Command) -> None:
    ecotable("new", "pond")
    assert ecotable("new", "lake", "--from", "pond").code == 0
    assert load_game("lake").rules == ""
    assert scorer_for("lake").rules.slug == "lake"


def test_templates_of_a_copy_name_each_other(here: Path, ecotable: Command) -> None:
    ecotable("new", "petro", "--from", "ecologic")
    texts = [path.read_text() for path in (here / "templates" / "petro").rglob("*.j2")]
    assert any('import "petro/macros.svg.j2"' in text for text in texts)
    assert not any('"ecologic/' in text for text in texts)


@pytest.mark.parametrize("existing", ["cards_data/petro", "templates/petro"])
def test_a_copy_overwrites_nothing(here: Path, ecotable: Command, existing: str) -> None:
    (here / existing).mkdir(parents=True)
    answer = ecotable("new", "petro", "--from", "ecologic")
    assert answer.code == 1
    assert f"{existing}: already exists" in answer.err
    assert not list(here.rglob("*.yaml"))


def test_a_copy_cannot_be_called_as_a_built_in_game(here: Path, ecotable: Command) -> None:
    answer = ecotable("new", "better-life", "--from", "ecologic")
    assert answer.code == 2
    assert text_of("copy.exists") in answer.err


def test_an_unknown_origin_is_told_with_the_nearest(here: Path, ecotable: Command) -> None:
    answer = ecotable("new", "petro", "--from", "ecologik")
    assert answer.code == 2
    assert text_of("problem.did_you_mean", words="ecologic") in answer.err
    assert not list(here.iterdir())


def test_links_in_a_game_are_not_followed(here: Path, ecotable: Command) -> None:
    ecotable("new", "pond")
    (here / "secret").write_text("secret")
    (here / "cards_data" / "pond" / "notes.csv").symlink_to(here / "secret")
    ecotable("new", "lake", "--from", "pond")
    assert not (here / "cards_data" / "lake" / "notes.csv").exists()


@pytest.mark.slow
def test_rules_that_are_not_there_are_told(here: Path, ecotable: Command) -> None:
    ecotable("new", "petro", "--from", "ecologic")
    path = here / "cards_data" / "petro" / "game.yaml"
    path.write_text(path.read_text().replace("rules: ecologic", "rules: ecologik"))
    answer = ecotable("score", "petro", path.parent / "examples" / "balance.yaml")
    assert text_of("problem.did_you_mean", words="ecologic") in ecotable("check", "petro").err
    assert answer.code != 0


def test_a_copy_is_whole_or_not_there(
    here: Path, ecotable: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "write_bytes", full)
    assert ecotable("new", "petro", "--from", "ecologic").code == 1
    assert "petro" not in list_games()
    assert not [path for path in here.rglob("*") if path.is_file()]
