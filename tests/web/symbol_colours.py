"""The symbols on a rules page as they are seen, compared with the files they come from."""

from __future__ import annotations

import io
import re
from pathlib import Path
from typing import Any

from PIL import Image, ImageStat
from playwright.sync_api import Page

TEMPLATES = Path(__file__).parents[2] / "templates"
# Thin lines fall on other dots of the screen at another place.
TOLERANCE = 24
LEAST_CONTRAST = 3.0
# Every symbol with its place on the page, its ink and the ground that it is drawn on.
SYMBOL_IMAGES = """() => {
  document.querySelectorAll("details").forEach((node) => (node.open = true));
  document.querySelectorAll("figure img").forEach((node) => node.remove());
  const clear = "rgba(0, 0, 0, 0)";
  const ground = (node) => {
    const colour = getComputedStyle(node).backgroundColor;
    return colour === clear && node.parentElement ? ground(node.parentElement) : colour;
  };
  return [...document.querySelectorAll(".leaflet .symbol")].map((node) => {
    const { x, y, width } = node.getBoundingClientRect();
    return { name: node.dataset.symbol, ink: getComputedStyle(node).color,
      ground: ground(node), around: ground(node.parentElement), x, y: y + scrollY, width };
  });
}"""


def symbol_files(slug: str) -> dict[str, str]:
    """The SVG of each symbol of a game, by its name."""
    paths = [*(TEMPLATES / "_shared/symbols").glob("*.svg"), *(TEMPLATES / slug).glob("symbols/*")]
    return {path.stem: path.read_text() for path in paths}


def wrong_symbols(page: Page, slug: str) -> list[str]:
    """Symbols whose colours are not those of their files, or that hardly show on their ground."""
    page.evaluate("document.fonts.ready.then(() => null)")  # until then lines may move
    images = page.evaluate(SYMBOL_IMAGES)
    assert len(images) > 15
    seen = _pictures(page, images)
    sheet = page.context.new_page()
    sheet.set_content(_sheet(images, symbol_files(slug)))
    drawn = _pictures(sheet, images)
    return [
        f"{one['name']}: {_mean(looks)} instead of {_mean(should)}, contrast {contrast:.1f}"
        for one, looks, should in zip(images, seen, drawn, strict=True)
        if (contrast := _contrast(looks, one["around"])) < LEAST_CONTRAST
        or any(abs(a - b) > TOLERANCE for a, b in zip(_mean(looks), _mean(should), strict=True))
    ]


def _pictures(page: Page, images: list[dict[str, Any]]) -> list[Image.Image]:
    whole = Image.open(io.BytesIO(page.screenshot(full_page=True))).convert("RGB")
    boxes = [
        (one["x"], one["y"], one["x"] + one["width"], one["y"] + one["width"]) for one in images
    ]
    return [whole.crop(tuple(round(side) for side in box)) for box in boxes]


def _sheet(images: list[dict[str, Any]], files: dict[str, str]) -> str:
    """The files themselves at the same places, with nothing else on the page."""
    place = "position:absolute;left:{x}px;top:{y}px;width:{width}px;color:{ink};background:{ground}"
    signs = [f'<div style="{place.format(**one)}">{files[one["name"]]}</div>' for one in images]
    return f'<body style="margin:0">{"".join(signs)}'


def _mean(picture: Image.Image) -> list[int]:
    return [round(value) for value in ImageStat.Stat(picture).mean]


def _contrast(picture: Image.Image, around: str) -> float:
    """How well the best visible colour of a symbol stands out from what is around it."""
    parts = [float(part) for part in re.findall(r"[\d.]+", around)[:3]]
    # Chromium writes a mixed colour as color(srgb 0.9 0.9 0.9).
    ground = _luminance(parts if around.startswith("rgb") else [255 * part for part in parts])
    colours = picture.getcolors(picture.width * picture.height) or []
    lights = [_luminance(colour) for count, colour in colours if count > 1]
    pairs = [(max(light, ground), min(light, ground)) for light in lights]
    return max(((high + 0.05) / (low + 0.05) for high, low in pairs), default=1.0)


def _luminance(colour: Any) -> float:
    linear = [((part / 255 + 0.055) / 1.055) ** 2.4 for part in colour[:3]]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
