"""``ecotable cache``: show the size of the cache, or clear it."""

from __future__ import annotations

import click

from .terminal_language import speech, terminal_option


@click.command(name="cache")
@click.option("--clear", is_flag=True)
@terminal_option
def command(clear: bool) -> None:
    """\b
    ecotable cache
    ecotable cache --clear
    """
    from generator.store.cache import LIMIT_MB, open_cache

    cache, say = open_cache(), speech()
    if clear:
        click.echo(say("cmd_cache_cleared", n=cache.clear(), folder=cache.folder))
        return
    usage = cache.usage()
    size = say.decimal(f"{usage.bytes / 1e6:.1f}")
    click.echo(say("cmd_cache", folder=usage.folder, n=usage.entries, size=size, limit=LIMIT_MB))
