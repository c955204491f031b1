"""Translate on the card: tried before it is saved, undone byte for byte, out and in as a file."""

from __future__ import annotations

import base64
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
import pytest
from running import running, web_server
from texts import text_of
from translating import ESTONIAN, files_of
from workbench_client import Bench
from workshop import Command, Workshop

from cards_data import load_game
from generator.translate.entry_files import read_entries

pytestmark = pytest.mark.slow


@dataclass(frozen=True)
class Desk:
    """The page *Translate* of the pond, asked as its script asks."""

    bench: Bench
    pond: Workshop

    def post(self, path: str, **fields: Any) -> httpx.Response:
        return self.bench.post(path, {**fields, "secret": self.bench.secret}, "&lang=et")

    def ask(self, path: str, **fields: Any) -> Any:
        answer = self.post(path, **fields)
        assert answer.status_code in (200, 409), answer.text
        return answer.json()

    def get(self, path: str) -> httpx.Response:
        return self.bench.client.get(f"/change/{path}?game=pond&lang=et&page=en")

    def text(self, source: str) -> Any:
        texts = self.get("translate.json").json()["texts"]
        return next(one for one in texts if one["text"] == source)

    def save(self, source: str, translation: str) -> Any:
        one = self.text(source)
        return self.ask("translate", id=one["id"], before=one["translation"], text=translation)

    def attempt(self, source: str, translation: str, card: str) -> Any:
        return self.ask("translate-try", id=self.text(source)["id"], text=translation, card=card)

    def send(self, name: str, content: bytes, **more: Any) -> httpx.Response:
        data = base64.b64encode(content).decode()
        return self.post("translation", name=name, data=data, **more)


@pytest.fixture
def desk(pond: Workshop, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Desk]:
    monkeypatch.setenv("ECOTABLE_DATA", str(tmp_path / "own"))
    with running(web_server()) as address, httpx.Client(base_url=address, timeout=30) as client:
        yield Desk(Bench(client, pond.data), pond)


def test_a_text_is_tried_on_its_card_and_measured_as_in_a_check(
    desk: Desk, ecotable: Command
) -> None:
    before = files_of(desk.pond)
    short = desk.attempt("Draw a card.", "Tõmba kaart.", "fish/perch")
    front = short["sides"][0]
    assert front["picture"].startswith("data:image/")
    assert short["fit"]["over"] == 0 and short["problems"] == []
    spots = {spot["id"] for spot in short["spots"]}
    assert {desk.text("Draw a card.")["id"], desk.text("Perch")["id"]} <= spots
    longer = "x " * (short["fit"]["letters_left"] // 2)
    assert desk.attempt("Draw a card.", f"Tõmba kaart. {longer}", "fish/perch")["problems"] == []
    long = "Tõmba kaart, " * 30
    tried = desk.attempt("Draw a card.", long, "fish/perch")
    assert tried["fit"]["over"] > 0 and tried["fit"]["letters_left"] == 0
    assert tried["sides"][0]["key"] != front["key"]
    assert files_of(desk.pond) == before, "nothing is written by trying"
    # It is saved as it was typed; a check reports the same words.
    assert desk.save("Draw a card.", long)["text"]["state"] == "done"
    (problem,) = tried["problems"]
    assert problem in ecotable("check", "pond", "--lang", "et").err


def test_a_word_finds_a_card_that_shows_it(desk: Desk) -> None:
    assert desk.text("{n} points")["marks"] == ["{n}"]
    word = desk.text("Pond")
    assert (word["section"], word["cards"]) == ("words", [])
    card = desk.bench.client.get(
        f"/change/word-card.json?game=pond&lang=et&id={word['id']}"
    ).json()["card"]
    assert card.startswith("fish/")
    tried = desk.attempt("Pond", "Tiik", card)
    assert ("back", word["id"]) in {(spot["side"], spot["id"]) for spot in tried["spots"]}


def test_a_saved_text_is_undone_byte_for_byte(desk: Desk) -> None:
    before = files_of(desk.pond)
    assert desk.save("Pike", "Haug")["history"]["undo"][0]["after"] == "Haug"
    assert desk.text("Pike")["state"] == "done"
    assert load_game("pond").unfinished == ("et",)
    desk.bench.step("undo")
    assert files_of(desk.pond) == before
    assert desk.text("Pike")["state"] == "missing"


def test_all_texts_typed_make_a_finished_language(desk: Desk) -> None:
    for source, translation in ESTONIAN.items():
        answer = desk.save(source, translation)
        assert "refused" not in answer, answer
    game = load_game("pond")
    assert (game.languages, game.unfinished) == (("en", "sv", "et"), ())
    assert game.title("et") == "Tiigielu"
    desk.pond.write("fish.csv", (desk.pond.data / "fish.csv").read_text().replace("Rest", "Sleep"))
    assert desk.text("Sleep.")["state"] == "stale"
    assert desk.save("Sleep.", "Puhka.")["text"]["state"] == "done", "confirmed as it is"


def test_what_is_wrong_is_reported_and_not_written(desk: Desk) -> None:
    before = files_of(desk.pond)
    (refused,) = desk.save("Pay 2 {sun} **now**.", "Maksa 2 **kohe**.")["refused"]
    assert "{sun} is missing" in refused
    one = desk.text("Pike")
    stale = desk.ask("translate", id=one["id"], before="Havi", text="Haug")
    assert stale["text"]["translation"] == "" and "conflict" in stale
    assert text_of("bench.no_text") in desk.post("translate", id="0", before="", text="x").text
    assert desk.bench.post("translate", {"id": one["id"], "text": "x"}).status_code == 403
    assert (
        text_of("face.leftward")
        in desk.bench.client.get("/change/translate.json?game=pond&lang=he").text
    )
    assert files_of(desk.pond) == before


@pytest.mark.parametrize("kind", ["po", "xlsx"])
def test_a_file_goes_out_and_in(desk: Desk, tmp_path: Path, kind: str) -> None:
    desk.save("Pike", "Haug")
    name, saved = f"pond-et.{kind}", files_of(desk.pond)
    content = desk.get(f"translation.{kind}").content
    assert desk.send(name, content).json()["n"] == 0
    path = tmp_path / name
    path.write_bytes(content)
    assert {one.text: one.translation for one in read_entries(path)}["Pike"] == "Haug"
    assert files_of(desk.pond) == saved


def test_a_file_is_shown_before_it_is_written(desk: Desk) -> None:
    content = desk.get("translation.po").content.decode()
    filled = content.replace('msgid "Perch"\nmsgstr ""', 'msgid "Perch"\nmsgstr "Ahven"')
    before = files_of(desk.pond)
    preview = desk.send("a.po", filled.encode()).json()
    assert preview["lines"] == ["Perch: – → Ahven"]
    assert files_of(desk.pond) == before
    assert desk.send("a.po", filled.encode(), seen=preview["lines"]).json()["written"] == 1
    assert desk.text("Perch")["translation"] == "Ahven"
    broken = content.replace('msgid "{n} points"\nmsgstr ""', 'msgid "{n} points"\nmsgstr "punkti"')
    problems = desk.send("b.po", broken.replace('"Perch"', '"Perch').encode()).json()["problems"]
    assert all(one.startswith("b.po:") for one in problems)
    (one,) = desk.send("b.po", broken.encode()).json()["problems"]
    assert one.startswith("b.po:") and "{n} is missing" in one
