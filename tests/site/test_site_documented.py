"""docs/print/publishing.md tells what is there."""

from __future__ import annotations

import os
import re
import socket
import subprocess
import sys
from pathlib import Path
from urllib.request import urlopen

import click
from texts import text_of, texts

from generator.commands.site import command
from generator.site import browser_engine as site_runtime
from generator.site.site_folder import MARK

ROOT = Path(__file__).parents[2]
TEXT = (ROOT / "docs" / "print" / "publishing.md").read_text(encoding="utf-8")


def test_every_option_is_documented() -> None:
    for option in command.params:
        names = [*option.opts, *option.secondary_opts] if isinstance(option, click.Option) else ()
        for name in names:
            assert f"`{name}" in TEXT, name


def test_files_and_names_are_as_told() -> None:
    assert f"`{MARK}` lists the files" in TEXT
    for name in ("VERSION", "SHA512"):
        assert f"`{name}`" in TEXT and hasattr(site_runtime, name)
    assert (ROOT / "benchmarks" / "engines.py").is_file()


def test_the_browsers_that_work_are_those_that_old_ones_are_told() -> None:
    versions = re.findall(r"[A-Z]\w+ [\d.]+\d", text_of("app_old"))
    assert len(versions) == 3
    for lang, words in texts()["app_old"].items():
        assert all(version in words for version in versions), lang
    assert all(version in TEXT for version in versions)


def test_make_app_shows_the_site_although_its_port_is_busy(tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text("here")
    with socket.create_server(("127.0.0.1", 0)) as busy:
        port = busy.getsockname()[1]
        command = [sys.executable, ROOT / ".ci/open_site", tmp_path, str(port)]
        quiet = {**os.environ, "BROWSER": "true"}
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=quiet) as server:
            assert server.stdout is not None
            assert str(port) in server.stdout.readline()
            address = next(line for line in server.stdout if line.startswith("http"))
            assert urlopen(address.split()[0]).read() == b"here"
            server.terminate()
