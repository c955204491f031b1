"""A site is replaced by a newer one: a visitor has either of them whole, never a mixture."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from browsers import Profile, Tab, each_engine
from publishing import CACHE_COUNT, PATH, Space, kept_files, web_space
from workshop import until

from generator.site.build_site import LATER, service_script
from generator.site.site_folder import digests

pytestmark = [pytest.mark.slow, each_engine]

SECONDS = 240
SERVICE, LAST = "service.js", "worker.js"
# The files of a version are marked, those of the worker too.
MARKS = {"old": b"\n// old\n", "new": b"\n// new\n"}
CHOICES = "!!document.querySelector('#make')"
READY = "document.body?.dataset.ready === 'true'"
# Look for a newer version; whether one is complete.
UPDATE = """async () => {
  const site = await navigator.serviceWorker.getRegistration();
  await site.update().catch(() => null);
  const { installing } = site;
  const isOver = (done) => installing.addEventListener("statechange", done, { once: true });
  if (installing) await new Promise(isOver);
  return !!site.waiting;
}"""
# The versions of the scripts that a page and its worker get.
VERSIONS = """async (paths) => {
  const texts = await Promise.all(paths.map(async (path) => (await fetch(path)).text()));
  return [...new Set(texts.map((text) => text.trim().split(" ").at(-1)))];
}"""


def put_version(site: Path, original: Path, version: str) -> list[str]:
    """Write a version of the site, as one that differs in every script; return their paths."""
    shutil.copytree(original, site, dirs_exist_ok=True)
    scripts = [*site.glob("*.js"), *site.glob("change/*.js")]
    for path in scripts:
        if path.name != SERVICE:
            path.write_bytes((original / path.relative_to(site)).read_bytes() + MARKS[version])
    (site / SERVICE).unlink()
    files = {name: one for name, one in digests(site).items() if name != "ecotable-site.json"}
    first = [name for name in files if not name.startswith(LATER)]
    (site / SERVICE).write_text(service_script(files, first), encoding="utf-8")
    return [path.relative_to(site).as_posix() for path in scripts if path.name != SERVICE]


@pytest.fixture
def replaced(published: Path, tmp_path: Path) -> Iterator[Space]:
    """A web space of its own, whose site can be replaced."""
    with web_space(tmp_path) as space:
        yield space


def print_page(tab: Tab, space: Space) -> None:
    tab.open(f"{space.base}print.html?game=ecologic")
    tab.wait(CHOICES, seconds=SECONDS)


def test_a_visitor_has_one_version_whole(
    profile: Profile, replaced: Space, published: Path, tmp_path: Path
) -> None:
    original, site = published / PATH, tmp_path / PATH
    scripts = put_version(site, original, "old")
    tab = profile.tab()
    print_page(tab, replaced)
    whole = len(kept_files(tmp_path))
    until(lambda: tab.run(CACHE_COUNT) == whole, f"{whole} files are cached", SECONDS)
    # A page below the others, which hears of changes, is open all the time.
    bench = profile.tab()
    bench.open(f"{replaced.base}change/?game=ecologic")
    bench.wait(READY, seconds=SECONDS)
    bench.run("() => (window.isOld = true)")
    put_version(site, original, "new")
    # As long as a file of the new one is missing, everything is of the old one.
    replaced.cut.add(LAST)
    assert not tab.run(UPDATE, seconds=SECONDS)
    print_page(tab, replaced)
    assert tab.run(VERSIONS, scripts) == ["old"]
    replaced.cut.clear()
    profile.complaints.clear()
    assert tab.run(UPDATE, seconds=SECONDS)
    assert tab.run(VERSIONS, scripts) == ["old"]
    until(lambda: is_new(tab, replaced, scripts), "the new version", SECONDS)
    tab.wait(CHOICES, seconds=SECONDS)
    bench.wait(f"!window.isOld && {READY}", seconds=SECONDS)
    assert bench.run(VERSIONS, [f"../{path}" for path in scripts]) == ["new"]
    # It was cached before it took over.
    replaced.server.shutdown()
    replaced.server.server_close()
    print_page(tab, replaced)
    assert tab.run(VERSIONS, scripts) == ["new"]


def is_new(tab: Tab, space: Space, scripts: list[str]) -> bool:
    """Open the page again; it must never have scripts of both."""
    tab.open(f"{space.base}print.html?game=ecologic")
    tab.wait("document.querySelector('main')?.dataset.ready === 'true'", seconds=SECONDS)
    versions = list(tab.run(VERSIONS, scripts))
    assert len(versions) == 1, versions
    return versions == ["new"]


@pytest.mark.thorough
def test_a_visitor_who_left_early_is_led_to_the_new_version(
    profile: Profile, replaced: Space, published: Path, tmp_path: Path
) -> None:
    """The rest of the old version is gone from the server."""
    original, site = published / PATH, tmp_path / PATH
    scripts = put_version(site, original, "old")
    replaced.cut |= {"worker.js", "app.js"}
    tab = profile.tab()
    tab.open(replaced.base)
    tab.wait("!!navigator.serviceWorker.controller", seconds=SECONDS)
    tab.open("about:blank")
    put_version(site, original, "new")
    replaced.cut.clear()
    print_page(tab, replaced)
    assert tab.run(VERSIONS, scripts) == ["new"]
    profile.complaints.clear()
