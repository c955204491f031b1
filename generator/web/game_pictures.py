"""A picture of a game for the first page: some of its cards, fanned out.

Comes in: a game's slug. Goes out: a small WebP. The only importer of Pillow in this room.
"""

from __future__ import annotations

import io
from collections.abc import Iterator
from functools import lru_cache
from threading import Lock

from PIL import Image, ImageDraw, ImageFilter

from cards_data import Game, Piece, load_game
from generator.compose.face_cache import CachedFaces
from generator.compose.piece import Composer
from generator.draw.screen_picture import screen_png
from generator.options import Edition
from generator.store.sources import Sources
from generator.workers import Crew

WIDTH, HEIGHT = 720, 315
CARDS = 4
CARD_HEIGHT = 300
TURN_DEGREES = 7
QUALITY = 62
# Pictures with letters in them must stay sharp.
PICTURE_QUALITY = 80
_one_at_a_time = Lock()


def fan_picture(slug: str, lang: str, crew: Crew) -> bytes:
    """The picture of a game as its data stands now, drawn once."""
    game = load_game(slug)
    with _one_at_a_time:
        return _fan(game, lang if lang in game.languages else game.languages[0], crew)


@lru_cache(maxsize=16)
def _fan(game: Game, lang: str, crew: Crew) -> bytes:
    ground = Image.new("RGB", (WIDTH, HEIGHT), _soft(game.colours.get("accent", "#446655")))
    faces = list(_faces(game, lang, crew))
    for index, face in enumerate(faces):
        far = index - (len(faces) - 1) / 2
        turned = face.rotate(-far * TURN_DEGREES, Image.Resampling.BICUBIC, expand=True)
        x = round(WIDTH / 2 + far * 150 - turned.width / 2)
        y = round(HEIGHT * 0.56 + abs(far) * 14 - turned.height / 2)
        ground.paste(_shadow(turned), (x, y + 6), _shadow(turned))
        ground.paste(turned, (x, y), turned)
    file = io.BytesIO()
    ground.save(file, "WEBP", quality=QUALITY, method=6)
    return file.getvalue()


def as_webp(png: bytes) -> bytes:
    """A picture for the web: a tenth of the PNG."""
    file = io.BytesIO()
    Image.open(io.BytesIO(png)).save(file, "WEBP", quality=PICTURE_QUALITY, method=6)
    return file.getvalue()


def _soft(colour: str) -> tuple[int, int, int]:
    """The accent as a quiet ground that is right by day and by night."""
    parts = [int(colour[at : at + 2], 16) for at in (1, 3, 5)]
    mixed = [round(part * 0.55 + 236 * 0.45) for part in parts]
    return mixed[0], mixed[1], mixed[2]


def _faces(game: Game, lang: str, crew: Crew) -> Iterator[Image.Image]:
    composer = Composer(game, Edition(lang), Sources())
    pieces = [(game.decks[piece.deck], piece) for piece in _chosen(game)]
    for made in CachedFaces(composer, crew).composed(pieces):
        if made.faces is None:
            continue
        if png := screen_png(crew, composer.sources, made.faces.front, 1):
            yield _cut(Image.open(io.BytesIO(png)))


def _chosen(game: Game) -> list[Piece]:
    """The first pieces of the card decks in turn: as different as the game is."""
    decks = [
        deck
        for deck in game.decks.values()
        if deck.size.shape == "rect" and 55 <= deck.size.width_mm < deck.size.height_mm <= 125
    ]
    rows = [deck.pieces for deck in decks] or [deck.pieces for deck in game.decks.values()]
    depth = max(len(row) for row in rows)
    mixed = [row[turn] for turn in range(depth) for row in rows if turn < len(row)]
    return mixed[:CARDS]


def _cut(face: Image.Image) -> Image.Image:
    """A face without its bleed, with round corners."""
    bleed = round(face.width * 0.045)
    inner = face.crop((bleed, bleed, face.width - bleed, face.height - bleed)).convert("RGBA")
    size = (round(CARD_HEIGHT * inner.width / inner.height), CARD_HEIGHT)
    small = inner.resize(size, Image.Resampling.LANCZOS)
    mask = Image.new("L", size, 0)
    ImageDraw.Draw(mask).rounded_rectangle((0, 0, size[0] - 1, size[1] - 1), 12, fill=255)
    small.putalpha(mask)
    return small


def _shadow(card: Image.Image) -> Image.Image:
    alpha = card.getchannel("A").filter(ImageFilter.GaussianBlur(6)).point(lambda value: value // 4)
    shade = Image.new("RGBA", card.size, (20, 20, 10, 0))
    shade.putalpha(alpha)
    return shade
