"""``ecotable cache``: what is kept, and clearing it."""

from __future__ import annotations

import click


@click.command(name="cache")
@click.option("--clear", is_flag=True, help="Remove everything; the next print draws anew.")
def command(clear: bool) -> None:
    """Show where drawn faces are kept and how much there is.

    ECOTABLE_CACHE names another folder. The cache can always be removed.

    \b
    ecotable cache
    ecotable cache --clear
    """
    from generator.store.cache import LIMIT_MB, open_cache

    cache = open_cache()
    if clear:
        click.echo(f"{cache.clear()} entries removed from {cache.folder}")
        return
    usage = cache.usage()
    click.echo(
        f"{usage.folder}: {usage.entries} entries, {usage.bytes / 1e6:.1f} MB of {LIMIT_MB} MB"
    )
