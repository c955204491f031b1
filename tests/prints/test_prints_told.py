"""Change pages and swap lists say what the card says, in one word for each thing."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from html import unescape

import pytest
from texts import fault, text_of
from workshop import Command, Workshop

from generator.compose.stamps import short_stamp
from generator.kit.kit_pages import Kit
from generator.kit.kit_worker import Swap

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("cold_cache")]

LEAFLET = """\
title: How to play
lead: A game of the pond.
sections:
  - id: goal
    title: Goal
    blocks:
      - text: Catch fish.
"""
SEDGE = "sedge,1,Sedge,Starr\n"


@pytest.fixture
def printed(pond: Workshop, ecotable: Command) -> Workshop:
    for lang in ("en", "sv"):
        assert ecotable("print", "pond", "--dpi", "72", "--lang", lang).code == 0
    return pond


def page(pond: Workshop, ecotable: Command, lang: str = "en") -> str:
    answer = ecotable("changes", "pond", "--lang", lang)
    assert answer.code == 0, answer.err
    return unescape((pond.out / f"pond-{lang}-changes.html").read_text(encoding="utf-8"))


def insert_a_plant(pond: Workshop) -> None:
    pond.change("game.yaml", "pieces: 3\n", "pieces: 4\n")
    pond.change("plants.csv", "lily,2", f"{SEDGE}lily,2")


def test_an_inserted_card_moves_no_other(printed: Workshop, ecotable: Command) -> None:
    insert_a_plant(printed)
    answer = ecotable("changes", "pond")
    assert answer.out.splitlines()[:-1] == ["+ plants/sedge: added, 1 copy"]
    report = json.loads(ecotable("changes", "pond", "--json").out)
    assert report["order"] == {"plants": ["reed", "sedge", "lily"]}, "another program needs it"


def test_cards_that_changed_places_are_told(printed: Workshop, ecotable: Command) -> None:
    rows = "lily,2,Water lily,Näckros\nreed,1,Reed,Vass\n"
    printed.write("plants.csv", f"id,copies,name,name:sv\n{rows}")
    assert ecotable("changes", "pond").out.splitlines()[0] == fault(
        "~ plants", text_of("changes_order")
    )
    assert text_of("changes_order") in page(printed, ecotable)


def test_removed_cards_are_shown_with_their_picture(printed: Workshop, ecotable: Command) -> None:
    printed.change("game.yaml", "pieces: 3\n", "pieces: 1\n")
    printed.change("plants.csv", "lily,2,Water lily,Näckros\n", "")
    printed.change("fish.csv", ",lily,", ",reed,")
    answer = ecotable("changes", "pond")
    assert "- plants/lily: removed, 2 copies" in answer.out
    html = page(printed, ecotable)
    article = re.search(r"<article>\s*<h3>Water lily .*?</article>", html, re.DOTALL)
    assert article
    assert "data:image/png" in article[0]
    assert re.search(r"\b(gone|new)\b", html) is None


@pytest.mark.parametrize(("lang", "name"), [("en", "Old pike"), ("sv", "Storgädda")])
def test_pieces_have_the_name_of_the_card_and_their_id_small(
    printed: Workshop, ecotable: Command, lang: str, name: str
) -> None:
    printed.change("fish.csv", "Pike,Gädda", "Old pike,Storgädda")
    html = page(printed, ecotable, lang)
    assert (
        f"<td>{name} <small>pike</small> <small>{short_stamp('fish', 'pike')}</small></td>" in html
    )
    assert f"<h3>{name} <span" in html
    assert f'<html lang="{lang}">' in html
    assert ("Fiskar" if lang == "sv" else "Fish") in html
    assert f"pond-{lang}-a4.json" in html, "what it is compared with"


def test_the_stamp_stays_as_it_was_where_a_card_changed(
    printed: Workshop, ecotable: Command
) -> None:
    printed.change("fish.csv", "Pike,Gädda", "Old pike,Gädda")
    article = page(printed, ecotable).split("<article>")[1]
    loud, quiet = article.count('stroke="#c2410c"'), article.count('class="stamp"')
    assert (loud, quiet) == (1, 0)


@pytest.mark.parametrize(("lang", "name"), [("en", "Old pike"), ("sv", "Storgädda")])
def test_the_swap_list_has_the_name_of_the_card(
    printed: Workshop, ecotable: Command, lang: str, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    swap_lists: list[Sequence[Swap]] = []
    opening = Kit.opening
    monkeypatch.setattr(
        Kit,
        "opening",
        lambda kit, parts, contents, swaps, since: (
            swap_lists.append(swaps),
            opening(kit, parts, contents, swaps, since),
        )[1],
    )
    printed.change("fish.csv", "Pike,Gädda", "Old pike,Storgädda")
    words = ["print", "pond", "--dpi", "72", "--lang", lang, "--changed-since", "last"]
    assert ecotable(*words).code == 0
    ((swap,),) = swap_lists
    assert (swap.name, swap.piece, swap.out, swap.into) == (name, "pike", 1, 1)


def test_a_changed_leaflet_is_printed_and_swapped(pond: Workshop, ecotable: Command) -> None:
    pond.write("rules/en.yaml", LEAFLET)
    assert ecotable("print", "pond", "--dpi", "72", "--copies", "2").code == 0
    assert ecotable("print", "pond", "--deck", "plants", "--dpi", "72").code == 0
    pond.change("rules/en.yaml", "Catch fish.", "Catch many fish.")
    assert "~ The rules changed." in ecotable("changes", "pond").out
    answer = ecotable("print", "pond", "--dpi", "72", "--changed-since", "last")
    assert answer.code == 0, answer.err
    report = json.loads((pond.out / "pond-en-a4-x2-changed.json").read_text(encoding="utf-8"))
    assert report["pieces"] == []
    assert report["pages"] == 4, "the list, and a leaflet for each set"
    again = ecotable("print", "pond", "--dpi", "72", "--changed-since", "last")
    assert again.out == "pond: nothing changed, nothing to print\n"


def test_a_leaflet_is_no_part_of_a_deck(pond: Workshop, ecotable: Command) -> None:
    pond.write("rules/en.yaml", LEAFLET)
    assert ecotable("print", "pond", "--dpi", "72").code == 0
    pond.change("rules/en.yaml", "Catch fish.", "Catch many fish.")
    words = ["print", "pond", "--dpi", "72", "--changed-since", "last", "--deck"]
    assert text_of("cmd_nothing_to_print") in ecotable(*words, "fish").out
    assert "pond-en-a4-rules-changed.pdf" in ecotable(*words, "rules").out
