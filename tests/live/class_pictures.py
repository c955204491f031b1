"""The pictures of docs/class.md: python tests/live/class_pictures.py makes them anew."""

from __future__ import annotations

import io
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "tests"), str(Path(__file__).parent)]

from browsing import started_browser  # noqa: E402
from classes import EVENING, Api, class_server  # noqa: E402
from PIL import Image  # noqa: E402
from playwright.sync_api import Page  # noqa: E402

IMAGES = ROOT / "docs" / "images"
PROJECTOR = {"width": 1280, "height": 800}
COLOURS = 96


def saved(page: Page, name: str, selector: str = "") -> None:
    png = page.locator(selector).screenshot() if selector else page.screenshot()
    picture = Image.open(io.BytesIO(png)).convert("RGB").quantize(COLOURS)
    picture.save(IMAGES / name, optimize=True)


def main() -> None:
    with class_server() as here, started_browser() as browser:
        api = Api(here)
        code = api.code()
        for game, name, example in EVENING:
            api.table(code, game, name, example)
        size: Any = PROJECTOR
        context = browser.new_context(viewport=size, locale="en-GB", device_scale_factor=2)
        page = context.new_page()
        page.goto(f"{here}/class.html?part=wall")
        page.locator(".tile-card").nth(len(EVENING) - 1).wait_for()
        saved(page, "class-wall.png")
        page.goto(f"{here}/class.html?part=debrief")
        page.wait_for_selector("#debrief .questions")
        saved(page, "class-debrief.png", "[data-game=ecologic]")
        context.close()


if __name__ == "__main__":
    main()
