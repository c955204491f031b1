"""Games on a published site: what was answered is saved, whatever happens to its pages."""

from __future__ import annotations

from typing import Any

import pytest
from browsers import Profile
from lost_work import SECONDS, WAYS, LostWork
from publishing import Space

pytestmark = pytest.mark.slow

# A store whose copies are in a map instead of Python's file system, and faults that browsers have.
STORE = """async (steps) => {
  const { openStore, write: saveElsewhere } = await import(`${location.href}store.js`);
  const root = await navigator.storage.getDirectory();
  const place = (name) => root.getDirectoryHandle(name, { create: true });
  const bytes = (text) => new TextEncoder().encode(text);
  function copies() {
    const files = new Map();
    let last = 0;
    const below = (path) => [...files.keys()].filter((one) => one.startsWith(`${path}/`));
    const FS = {
      analyzePath: (path) => ({ exists: files.has(path) || below(path).length > 0 }),
      lookupPath: (path) => ({ node: files.get(path) }),
      readdir: (path) => below(path).map((one) => one.slice(path.length + 1)),
      stat: (path) => ({ mode: files.has(path) ? "file" : "folder" }),
      isDir: (mode) => mode === "folder",
      mkdirTree: () => null,
      readFile: (path) => files.get(path).content,
      writeFile: (path, content) => files.set(path, { id: (last += 1), content }),
      unlink: (path) => files.delete(path),
      utime: () => null,
    };
    return FS;
  }
  const put = (FS, files) => {
    for (const [path, text] of Object.entries(files)) {
      if (text === null) FS.unlink(`/h/${path}`);
      else FS.writeFile(`/h/${path}`, bytes(text));
    }
  };
  const writing = FileSystemWritableFileStream.prototype;
  const { write, abort } = writing;
  // A busy browser still holds a file for a moment after it answered that writing has ended.
  writing.abort = function () {
    setTimeout(() => abort.call(this), 300);
    return Promise.resolve();
  };
  const open = async (games) => {
    const FS = copies();
    const data = await place("journal");
    const places = { data, games: games ? await place(games) : data };
    return { FS, store: openStore(FS, "/h", places, `test ${games}`) };
  };
  const opened = new Map();
  const seen = async (games) => {
    const { FS, store } = await open(games);
    await store.follow();
    const text = (path) => new TextDecoder().decode(FS.readFile(`/h/${path}`));
    const found = (path) => (FS.analyzePath(`/h/${path}`).exists ? text(path) : null);
    return ["templates/a", "cards_data/a", "cards_data/b", "data/j"].map(found);
  };
  const found = [];
  for (const { tab, files, faults = 0, dies = false, games = "", elsewhere = {} } of steps) {
    if (!opened.has(tab)) opened.set(tab, await open(games));
    const { FS, store: own } = opened.get(tab);
    for (const [path, text] of Object.entries(elsewhere)) {
      await saveElsewhere(await place(games), path, bytes(text));
    }
    let count = 0;
    writing.write = function (...content) {
      count += 1;
      if (!faults || count < faults) return write.apply(this, content);
      if (dies) return new Promise(() => null);
      if (count === faults) return Promise.reject(new DOMException("full", "QuotaExceededError"));
      return write.apply(this, content);
    };
    const change = own
      .changing(() => put(FS, files), () => null)
      .then(() => "saved", (fault) => fault.name);
    const dead = new Promise((done) => setTimeout(done, dies ? 500 : 20000, "ended"));
    found.push(await Promise.race([change, dead]));
    writing.write = write;
    if (!dies) found.push(await seen(games));
  }
  writing.abort = abort;
  return found;
}"""


def steps(tab: Any, *listed: dict[str, Any]) -> list[Any]:
    return list(tab.run(STORE, listed, seconds=SECONDS))


def test_files_are_saved_together_and_a_full_storage_changes_nothing(
    profile: Profile, space: Space
) -> None:
    tab = profile.tab()
    tab.open(space.base)
    files = {"templates/a": "1", "cards_data/a": "1", "cards_data/b": "1", "data/j": "1"}
    later = {"templates/a": "2", "cards_data/b": None, "data/j": "12"}
    before, after = ["1", "1", "1", "1"], ["2", "1", None, "12"]
    assert steps(tab, {"tab": "one", "files": files}) == ["saved", before]
    # The first write is that of the version, the second contains the whole change.
    for number in range(1, 5):
        full = {"tab": "one", "files": later, "faults": number}
        assert steps(tab, full) == ["QuotaExceededError", before]
    for number in range(1, 5):
        ended = {"tab": "one", "files": later, "faults": number, "dies": True}
        assert steps(tab, ended) == ["ended"]
        tab.open(space.base)
        found = after if number > 2 else before
        assert steps(tab, {"tab": "one", "files": {}}) == ["saved", found]
        steps(tab, {"tab": "one", "files": files})


def test_tabs_and_other_programs_do_not_overwrite_each_other(
    profile: Profile, space: Space
) -> None:
    tab = profile.tab()
    tab.open(space.base)
    both = [
        {"tab": "one", "files": {"cards_data/a": "1"}},
        {"tab": "two", "files": {"cards_data/b": "2"}},
        {"tab": "one", "files": {"data/j": "3"}},
    ]
    assert steps(tab, *both)[-1] == [None, "1", "2", "3"]
    # A folder of the visitor's: only the journal is in the browser's storage.
    folder = [
        {"tab": "three", "games": "folder", "files": {"cards_data/a": "1"}},
        {
            "tab": "three",
            "games": "folder",
            "elsewhere": {"cards_data/a": "4", "templates/a": "5"},
            "files": {"cards_data/b": "6"},
        },
    ]
    assert steps(tab, *folder)[-1] == ["5", "4", "6", "3"]


def test_no_answered_edit_is_lost(profile: Profile, space: Space) -> None:
    work = LostWork(profile, space)
    for way in WAYS:
        work.interrupted(way)
    assert work.edits >= len(WAYS)
    # Pages that are ended in the middle of a request may complain of it.
    profile.complaints.clear()
