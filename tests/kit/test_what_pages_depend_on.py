"""Pages and faces that show other rows, numbers or files change with them, and only with them."""

from __future__ import annotations

import re
import shutil
from html import unescape
from pathlib import Path

import pytest
from workshop import Workshop, compose_all, composer, kit_of

import cards_data
from cards_data import Findings, load_game
from generator.compose.dependencies import Dependencies
from generator.pdf.manifest import game_version
from generator.store.sources import Sources

pytestmark = pytest.mark.slow

PROJECT = Path(cards_data.__file__).parent.parent


def own_copy(root: Path, slug: str) -> Path:
    shutil.copytree(PROJECT / "cards_data" / slug, root / "cards_data" / slug)
    return root / "cards_data" / slug


def words_on_score_sheet(slug: str) -> str:
    sheet = kit_of(load_game(slug)).score_sheet()
    assert sheet
    return " ".join(unescape(text) for text in re.findall(r"<text[^>]*>([^<]*)</text>", sheet.svg))


def test_a_renamed_project_is_renamed_on_the_score_sheet(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = own_copy(tmp_path, "kompensaatiopeli")
    monkeypatch.chdir(tmp_path)
    words = folder / "scoring_words.csv"
    assert "Energetic Futurist" in words_on_score_sheet("kompensaatiopeli")
    roles = folder / "roles.csv"
    for path in (roles, words):
        text = path.read_text(encoding="utf-8")
        path.write_text(text.replace("Energetic Futurist", "Moss Futurist"), encoding="utf-8")
    assert "Moss Futurist" in words_on_score_sheet("kompensaatiopeli")


def test_a_face_that_asks_the_scorer_depends_on_its_answer() -> None:
    game = load_game("ecologic")
    deck = game.decks["score_table"]
    reads = Dependencies()
    assert composer(game).faces(deck, deck.pieces[0], Findings(), reads)
    assert ("scored", "") in set(reads)


def test_a_face_that_shows_only_itself_depends_on_no_other_deck() -> None:
    game = load_game("ecologic")
    deck = game.decks["events"]
    reads = Dependencies()
    assert composer(game).faces(deck, deck.pieces[0], Findings(), reads)
    assert not {"deck", "row", "scored"} & {kind for kind, _ in reads}


def test_the_version_of_a_game_does_not_depend_on_where_it_lies(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    versions = {game_version(load_game("ecologic"), Sources())}
    for name in ("a", "z/deeper"):
        own_copy(tmp_path / name, "ecologic")
        monkeypatch.chdir(tmp_path / name)
        versions.add(game_version(load_game("ecologic"), Sources()))
    assert len(versions) == 1


def test_a_picture_that_moved_to_another_folder_gives_another_version(pond: Workshop) -> None:
    before = game_version(load_game("pond"), Sources())
    (pond.templates / "art" / "pike.svg").rename(pond.templates / "symbols" / "pike.svg")
    assert game_version(load_game("pond"), Sources()) != before


def test_attributes_on_lines_of_their_own_are_no_new_version(pond: Workshop) -> None:
    def version() -> str:
        composed = compose_all(load_game("pond"), "en", ("plants",))
        return next(faces.version for _, _, faces in composed.pieces())

    pond.template("plant.svg.j2", '<rect x="1" y="2" width="5" height="5" fill="#123456"/>')
    before = version()
    pond.template(
        "plant.svg.j2", '<rect\n    x="1" y="2"\n    width="5"\theight="5" fill="#123456"/>\n'
    )
    assert version() == before
    pond.template("plant.svg.j2", '<rect x="1" y="2" width="5" height="5" fill="#123457"/>')
    assert version() != before
