"""What several commands show in the same way: reports, and how far the work is."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from generator.report.values import Reported
    from generator.workers.pool import Progress as Told


def deliver(
    report: Reported, html: Path | None = None, as_json: bool = False, written: str = ""
) -> None:
    """Writes the page and says so, prints JSON, or shows the report on the terminal."""
    if html:
        from generator.report.html_page import page
        from generator.store.atomic_files import write_text_whole

        write_text_whole(html, page(report))
        click.echo(written, err=as_json)
    if as_json:
        from generator.report import report_json

        click.echo(report_json.as_json(report))
    elif not html:
        from generator.report.terminal import screen, show

        show(report, screen())


@contextmanager
def shown_progress(title: str) -> Iterator[Told | None]:
    """A bar with the time left on a terminal; silence in a pipe."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        Progress,
        TaskProgressColumn,
        TextColumn,
        TimeRemainingColumn,
    )

    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        TaskProgressColumn(),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(title, total=None)
        yield lambda done, total: bar.update(task, completed=done, total=total)
