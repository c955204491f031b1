"""Games on a published site: what was answered is saved, whatever happens to pages and storage."""

from __future__ import annotations

import json
from functools import partial
from itertools import count
from typing import Any
from urllib.parse import quote

import pytest
from browsers import Profile, Tab, each_engine
from lost_work import WAYS, LostWork
from publishing import Space, fetch
from stored_files import DAMAGES, in_worker, read_files, write_files
from thorough import often

from generator.web.browser_app import SECRET

pytestmark = pytest.mark.slow

FILES = {"templates/a": "1", "cards_data/a": "1", "cards_data/b": "1", "data/j": "1"}
LATER = {"templates/a": "2", "cards_data/b": None, "data/j": "12"}
BEFORE, AFTER = ["1", "1", "1", "1"], ["2", "1", None, "12"]
MOMENTS = 20
SECONDS = 120
CHOICES = "!!document.querySelector('#make')"
LEFT_IN_A_CHANGE = """(secret) => {
  window.wasLeft = true;
  const body = JSON.stringify({ name: "mine", secret });
  void fetch("change/own?game=ecologic", { method: "POST", body }).catch(() => null);
  setTimeout(() => location.assign("rules.html?game=ecologic"), 100);
}"""
# In these tests the store has folders of its own.
JOURNAL, FOLDER = "journal", "folder"


@pytest.fixture
def tab(profile: Profile, space: Space) -> Tab:
    one = profile.tab()
    one.open(space.base)
    return one


def call(tab: Tab, name: str, *values: Any) -> Any:
    return in_worker(tab, "store_steps", name, *values)


@each_engine
def test_a_change_is_saved_whole_or_not_at_all_wherever_it_is_ended(tab: Tab) -> None:
    call(tab, "change", FILES)
    stored = read_files(tab, [JOURNAL])
    endings = []
    for operation in count(1):
        write_files(tab, stored, [JOURNAL])
        how = call(tab, "changeAndDie", LATER, "", operation)
        seen = call(tab, "seen", "")
        assert seen["files"] in (BEFORE, AFTER) and seen["damaged"] == [], (operation, seen)
        endings.append(seen["files"])
        if how == "finished":
            break
    assert endings == sorted(endings, key=BEFORE.__ne__), "once it is saved, it stays saved"
    assert endings[0] == BEFORE and endings[-1] == AFTER


@each_engine
def test_a_full_storage_changes_nothing_and_a_held_file_is_waited_for(tab: Tab) -> None:
    assert call(tab, "change", FILES) == BEFORE
    for number in count(1):
        copies = call(tab, "changeWithoutSpace", LATER, "", number)
        if copies == AFTER:
            break
        assert copies == ["QuotaExceededError", *BEFORE]
        assert call(tab, "seen", "")["files"] == BEFORE
    assert number > len(LATER)
    assert call(tab, "changeWhileHeld", FILES) == BEFORE


@each_engine
@pytest.mark.parametrize("operation", ["truncate", "write", "flush", "close"])
def test_what_fails_once_holds_no_file_and_can_be_changed_again(tab: Tab, operation: str) -> None:
    call(tab, "change", FILES)
    stored = read_files(tab, [JOURNAL])
    for number in count(1):
        write_files(tab, stored, [JOURNAL])
        answer = call(tab, "changeAfterFault", LATER, operation, number)
        assert answer["first"] in (AFTER, ["QuotaExceededError", *BEFORE]), (number, answer)
        assert (answer["second"], answer["held"]) == (AFTER, 0), (number, answer)
        if answer["isOver"]:
            break


@each_engine
def test_a_damaged_file_is_set_aside_and_the_others_are_there(tab: Tab) -> None:
    call(tab, "change", FILES)
    stored = read_files(tab, [JOURNAL])
    assert len(stored) == len(FILES) + 1
    missing = {"missing": None}
    for path, content in stored.items():
        for damage, apply in {**DAMAGES, **missing}.items():
            rest = {name: one for name, one in stored.items() if name != path}
            write_files(tab, {**rest, path: apply(content)} if apply else rest, [JOURNAL])
            seen = call(tab, "seen", "")
            texts = [text for text in seen["files"] if text]
            if path.startswith("list."):
                assert (texts, seen["damaged"]) == (BEFORE, []), damage
            else:
                assert (len(texts), len(seen["damaged"])) == (3, 1), (path, damage)
                assert call(tab, "seen", "") == {**seen, "damaged": []}, "it is said once"
                left = [] if damage == "missing" else [quote(seen["damaged"][0], safe="")]
                assert list(read_files(tab, [JOURNAL, "damaged"])) == left


@each_engine
def test_tabs_and_other_programs_do_not_overwrite_each_other(tab: Tab) -> None:
    steps = [
        {"name": "one", "files": {"cards_data/a": "1"}},
        {"name": "two", "files": {"cards_data/b": "2"}},
        {"name": "one", "files": {"data/j": "3"}},
    ]
    assert call(tab, "together", steps) == [None, "1", "2", "3"]
    # A folder of the visitor's: only the journal is in the browser's storage.
    elsewhere = {"cards_data/a": "4", "templates/a": "5"}
    three = {"name": "three", "games": FOLDER}
    steps = [
        {**three, "files": {"cards_data/a": "1"}},
        {**three, "elsewhere": elsewhere, "files": {"cards_data/b": "6"}},
    ]
    assert call(tab, "together", steps) == ["5", "4", "6", "3"]


@each_engine
def test_a_folder_of_the_visitor_is_changed_whole_or_not_at_all(tab: Tab) -> None:
    in_folder = partial(call, tab, "change")
    assert in_folder(FILES, FOLDER) == BEFORE
    for operation in count(1):
        how = call(tab, "changeAndDie", LATER, FOLDER, operation)
        assert call(tab, "seen", FOLDER)["files"] in (BEFORE, AFTER), operation
        in_folder(FILES, FOLDER)
        if how == "finished":
            break
    for number in count(1):
        copies = call(tab, "changeWithoutSpace", LATER, FOLDER, number)
        if copies == AFTER:
            break
        assert copies == ["QuotaExceededError", *BEFORE]
        assert call(tab, "seen", FOLDER)["files"] == BEFORE


@each_engine
@pytest.mark.sampled
def test_a_page_can_be_left_at_any_moment(profile: Profile, space: Space) -> None:
    """Half of the moments are in the middle of edits, half when the cards are stored."""
    work = LostWork(profile, space, rows=["fox"])
    for number in range(often(MOMENTS, MOMENTS) // 2):
        work.interrupted("reload", number * 0.1)
        work.rested(2.6 + number * 0.1)
    profile.complaints.clear()


@each_engine
def test_whoever_comes_back_to_a_page_can_go_on(profile: Profile, space: Space) -> None:
    tab = profile.tab()
    tab.open(f"{space.base}print.html?game=ecologic")
    tab.wait(CHOICES, seconds=SECONDS)
    # The page is left in the middle of a change.
    tab.run(LEFT_IN_A_CHANGE, SECRET)
    tab.wait("location.pathname.endsWith('rules.html')", seconds=SECONDS)
    other = profile.tab()
    other.open(f"{space.base}print.html?game=ecologic")
    other.wait(CHOICES, seconds=SECONDS)
    tab.run("() => history.back()")
    tab.wait(f"!window.wasLeft && {CHOICES}", seconds=SECONDS)
    assert json.loads(fetch(tab, "api/app"))["saves"]
    profile.complaints.clear()


@each_engine
@pytest.mark.sampled
def test_no_answered_edit_is_lost(profile: Profile, space: Space) -> None:
    work, ways = LostWork(profile, space), WAYS[: often(len(WAYS), len(WAYS))]
    for how in ways:
        work.interrupted(how)
    assert work.edits >= len(ways)
    # Pages that are ended in the middle of a request may complain of it.
    profile.complaints.clear()
