"""The gallery of every card: a page for each included game, with pictures of its pieces."""

from __future__ import annotations

import io
import subprocess
import sys
from collections.abc import Iterator, Mapping
from html import escape
from pathlib import Path
from tempfile import TemporaryDirectory

from PIL import Image

from cards_data import Deck, Game, load_game
from generator.text.speech import name_of

GAMES = ("ecosfera_baltica", "kompensaatiopeli", "ecologic", "better_life")
FOLDER = "play/gallery"
LANG, DPI, QUALITY = "en", 100, 55
# A board is too large for a page.
LONGEST_PX = 640
INDEX = """# Every card

These pages show each different piece of the four games in English, as it is printed.
"""


def gallery_files() -> dict[str, bytes]:
    """Return the pages and pictures by their place below ``docs``."""
    games = [load_game(slug) for slug in GAMES]
    links = "\n".join(f"- [{game.title(LANG)}]({game.slug}.md)" for game in games)
    files = {f"{FOLDER}/index.md": f"{INDEX}\n{links}\n".encode()}
    for game in games:
        pictures = dict(_pictures(game))
        page = _page(game, pictures)
        files[f"{FOLDER}/{game.slug}.md"] = page.encode()
        # Most backs are the same picture: one of them is shown.
        used_pictures = {
            name: one for name, one in pictures.items() if f'"{game.slug}/{name}"' in page
        }
        files |= {
            f"{FOLDER}/{game.slug}/{name}": content for name, content in used_pictures.items()
        }
    return files


def _pictures(game: Game) -> Iterator[tuple[str, bytes]]:
    """Export every side of every piece, and pack it small."""
    with TemporaryDirectory() as folder:
        words = ["export", game.slug, "--to", "png", "--no-bleed", "--dpi", str(DPI)]
        command = [sys.executable, "-m", "generator", *words, "--lang", LANG, "--out", folder]
        subprocess.run(command, check=True, capture_output=True)
        (root,) = Path(folder).iterdir()
        for path in sorted(root.rglob("*.png")):
            with Image.open(path) as image:
                image.thumbnail((LONGEST_PX, LONGEST_PX))
                packed = io.BytesIO()
                image.save(packed, "WEBP", quality=QUALITY, method=4)
            yield path.relative_to(root).with_suffix(".webp").as_posix(), packed.getvalue()


def _page(game: Game, pictures: Mapping[str, bytes]) -> str:
    decks = "\n".join(_deck(game, deck, pictures) for deck in game.decks.values())
    total = sum(deck.total for deck in game.decks.values())
    return f"# {game.title(LANG)}: every card\n\nThe box holds {total} pieces.\n\n{decks}"


def _deck(game: Game, deck: Deck, pictures: Mapping[str, bytes]) -> str:
    figures, backs = [], {}
    for piece in deck.pieces:
        name, copies = name_of(game, piece, LANG), f" × {piece.copies}" if piece.copies > 1 else ""
        own = f"{deck.name}/{piece.id}"
        figures.append(_figure(game, f"{own}-front.webp", name, copies))
        backs |= {pictures[file]: file for file in (f"{own}-back.webp",) if file in pictures}
    backs |= {pictures[file]: file for file in (f"{deck.name}/back.webp",) if file in pictures}
    figures += [_figure(game, file, "Back", "") for file in backs.values()]
    return f'## {deck.title(LANG)}\n\n<div class="gallery">{"".join(figures)}</div>\n'


def _figure(game: Game, file: str, name: str, copies: str) -> str:
    """Return plain HTML: Markdown inside HTML takes minutes for a game."""
    picture = f'<img src="{game.slug}/{file}" alt="{escape(name)}" loading="lazy">'
    return f"<figure>{picture}<figcaption>{escape(name + copies)}</figcaption></figure>"
