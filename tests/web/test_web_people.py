"""Names everywhere, kept tables with their ending, and all of them in one file."""

from __future__ import annotations

import json
from pathlib import Path
from urllib.parse import unquote

import pytest
from browsing import complaints, example, score_page
from playwright.sync_api import BrowserContext, Page, expect

from cards_data import list_games, load_game

pytestmark = pytest.mark.slow

DAMAGED = """async () => {
  const base = await new Promise((done) => {
    const asked = indexedDB.open("ecotable", 1);
    asked.onsuccess = () => done(asked.result);
  });
  const work = base.transaction("tables", "readwrite");
  work.objectStore("tables").put({ id: "broken", game: "ecologic" });
  await new Promise((done) => (work.oncomplete = done));
  base.close();
}"""


def play_ecologic(page: Page, profits: tuple[int, int]) -> None:
    for index, number in enumerate(profits):
        page.fill(f"#f-players-{index}-profits", str(number))
        page.fill(f"#f-players-{index}-enviros", str(number))
    page.tap("#step-result")
    expect(page.locator("#verdict")).to_be_visible()
    page.wait_for_url("**table=**")


def home(context: BrowserContext, base: str) -> Page:
    page = context.new_page()
    page.goto(base)
    page.wait_for_selector("main[data-ready]")
    return page


def named_kompensaatiopeli(context: BrowserContext, base: str) -> Page:
    page = score_page(context, base, "kompensaatiopeli")
    page.tap("#f-roles-offer-4")
    people = {"filthy_rich_money_maker": "Ada", "start_up_dreamer": "Bo", "burned_out_birder": "Cy"}
    for role, name in people.items():
        page.fill(f"#f-people-{role}", name)
    page.tap("#step-table")
    for cell in ("0-0", "0-1", "0-2"):
        page.tap(f"#cell-{cell}")
    page.tap("#step-result")
    expect(page.locator("#verdict h3")).to_have_text("Conservationists")
    return page


def test_kompensaatiopeli_has_names_in_list_result_and_exports(
    phone: BrowserContext, delivery: str
) -> None:
    page = named_kompensaatiopeli(phone, delivery)
    who = "Developers: Ada and Bo · Conservationists: Cy"
    expect(page.locator(".who-played")).to_have_text(who)
    page.tap("#step-keep")
    with page.expect_download() as wait:
        page.tap("#save_csv")
    rows = Path(wait.value.path()).read_text(encoding="utf-8-sig").splitlines()
    assert rows[0].endswith(",Who") and rows[1].endswith('"Ada, Bo"')
    play = json.loads(unquote(str(page.get_attribute("#bg_stats", "href")).split("data=")[1]))
    names = {one["role"]: (one["name"], one["winner"]) for one in play["players"]}
    assert names == {
        "Filthy Rich Money Maker": ("Ada", False),
        "Start-up Dreamer": ("Bo", False),
        "Burned-out Birder": ("Cy", True),
        # Nobody named: never called like a side.
        "Enthusiastic Planet Saver": ("Player 4", True),
    }
    link = page.input_value("#share-link")
    first = home(phone, delivery)
    row = first.locator("#tables li")
    expect(row.locator("a").first).to_have_text("Ada, Bo and Cy")
    expect(row).to_contain_text("Won by Conservationists")
    shared = phone.new_page()
    shared.goto(link)
    shared.tap("#open-shared")
    expect(shared.locator(".who-played")).to_have_text(who)


def test_home_says_what_games_are_about_and_imports_tables(
    phone: BrowserContext, delivery: str
) -> None:
    phone.route("**/picture/**", lambda route: route.abort())
    page = home(phone, delivery)
    summaries = page.locator(".game-text > p:not(.facts)").all_inner_texts()
    for slug, summary in zip(list_games(), summaries, strict=True):
        rules = load_game(slug).leaflet("en")
        assert rules
        lead = rules.lead.text.replace("{scoring.win.habitats}", "6")
        assert lead.startswith(summary) and summary.count(". ") == 1, slug
    expect(page.locator("#kept-title")).to_be_hidden()
    expect(page.locator("#open-all")).to_be_hidden()
    page.click("#import summary")
    expect(page.locator("#open-all-help")).to_contain_text("“Export all games”")
    assert complaints(page) == []


def test_ecosfera_names_its_players(phone: BrowserContext, delivery: str) -> None:
    page = score_page(phone, delivery, "ecosfera_baltica")
    example(page, "saved")
    expect(page.locator(".who-played")).to_contain_text("Ada and Bo")


def test_the_same_people_play_again_and_their_wins_are_counted(
    phone: BrowserContext, delivery: str
) -> None:
    page = score_page(phone, delivery, "ecologic")
    for index, name in enumerate(("Ada", "Bo")):
        page.fill(f"#f-players-{index}-name", name)
    page.tap("#step-table")
    play_ecologic(page, (9, 4))
    page.tap("#step-keep")
    page.tap("#again")
    expect(page.locator("#f-players-1-name")).to_have_value("Bo")
    assert "again=" not in page.url
    page.tap("#step-table")
    expect(page.locator("#f-players-0-profits")).to_have_value("")
    play_ecologic(page, (12, 1))
    first = home(phone, delivery)
    expect(first.locator("#tables li")).to_have_count(2)
    first.tap("#standing summary")
    expect(first.locator(".standing caption")).to_have_text("Ecologic · Ada and Bo · 2 games")
    cells = first.locator(".standing tbody tr").first.locator("th, td").all_inner_texts()
    assert cells[:2] == ["Ada", "2"] and int(cells[2]) > 0


def test_names_are_remembered_and_offered(phone: BrowserContext, delivery: str) -> None:
    page = score_page(phone, delivery, "ecologic")
    page.fill("#f-players-0-name", "Maxine")
    page.keyboard.press("Tab")
    other = score_page(phone, delivery, "ecosfera_baltica")
    other.focus("#f-players-0-name")
    expect(other.locator("#known-names option[value=Maxine]")).to_have_count(1)


def test_examples_stand_apart_and_an_unfinished_table_says_so(
    phone: BrowserContext, delivery: str
) -> None:
    page = score_page(phone, delivery, "ecologic")
    example(page, "nine_and_seven")
    page.wait_for_url("**table=**")
    begun = score_page(phone, delivery, "ecologic", "&step=table")
    begun.tap("#f-players-0-profits-more")
    begun.wait_for_url("**table=**")
    first = home(phone, delivery)
    expect(first.locator("#tables li")).to_have_count(1)
    expect(first.locator("#tables li")).to_contain_text("Not finished")
    first.tap("#tried summary")
    expect(first.locator("#tried-tables li")).to_contain_text("Won by")
    assert complaints(first) == []


def test_all_tables_go_into_a_file_and_into_another_browser(
    phone: BrowserContext, laptop: BrowserContext, delivery: str, tmp_path: Path
) -> None:
    named_kompensaatiopeli(phone, delivery).wait_for_url("**table=**")
    first = home(phone, delivery)
    with first.expect_download() as wait:
        first.tap("#save-all")
    file = tmp_path / "tables.json"
    wait.value.save_as(file)
    other = home(laptop, delivery)
    expect(other.locator("#to-kept")).to_be_hidden()
    for message in ("1 new game imported.", "0 new games imported."):
        other.set_input_files("#open-all", file)
        expect(other.locator("#toast")).to_have_text(message)
    other.click("#tables a >> nth=0")
    expect(other.locator(".who-played")).to_contain_text("Developers: Ada and Bo")
    for bad in ("{}", "no", '{"ecotable": 1, "tables": [{"table": {}, "taps": [{"do": "run"}]}]}'):
        file.write_text(bad)
        again = home(laptop, delivery)
        again.set_input_files("#open-all", file)
        expect(again.locator("#toast")).to_contain_text("does not contain any games")


def test_a_table_from_a_file_that_fits_no_form_is_not_opened(
    laptop: BrowserContext, delivery: str, tmp_path: Path
) -> None:
    row = {"id": "odd", "game": "ecologic", "title": "Odd", "began": 1, "changed": 1}
    taps = [{"do": "start", "answers": {"players": "many"}}]
    file = tmp_path / "tables.json"
    file.write_text(json.dumps({"ecotable": 1, "tables": [{"table": row, "taps": taps}]}))
    first = home(laptop, delivery)
    first.set_input_files("#open-all", file)
    first.click("#tables a >> nth=0")
    expect(first.locator("#toast")).to_contain_text("cannot be read")


def test_a_damaged_row_of_the_database_is_passed_over(phone: BrowserContext, delivery: str) -> None:
    page = score_page(phone, delivery, "ecologic", "&step=table")
    page.tap("#f-players-0-profits-more")
    page.wait_for_url("**table=**")
    page.evaluate(DAMAGED)
    other = score_page(phone, delivery, "ecologic")
    expect(other.locator("#offer")).to_contain_text("Player 1")
    expect(other.locator("#offer")).not_to_contain_text("Invalid Date")
    expect(home(phone, delivery).locator("#tables li")).to_have_count(1)


def test_an_unknown_game_is_said_with_those_there_are(phone: BrowserContext, delivery: str) -> None:
    for name in ("score", "rules", "print"):
        page = phone.new_page()
        page.goto(f"{delivery}{name}.html?game=ecologix")
        expect(page.locator("#unknown-game h2")).to_have_text("Game not found: ecologix")
        link = page.locator("#unknown-game a", has_text="Ecologic")
        assert str(link.get_attribute("href")).endswith(f"{name}.html?game=ecologic")
