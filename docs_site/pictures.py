"""The pictures of the README and the documentation: ``make screenshots`` makes them again.

``make screenshots PICTURES="hero swap"`` makes some of them. All are drawn at twice their size, in
the fonts that Ecotable ships, and no line of text is cut.
"""

from __future__ import annotations

import base64
import csv
import io
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import font_source_sans_pro
import pypdfium2
from browsing import LAPTOP, PHONE, example, score_page, served, started_browser
from PIL import Image
from playwright.sync_api import Browser, Page

ROOT = Path(__file__).parents[1]
IMAGES = ROOT / "docs" / "images"
HERE = Path(__file__).parent
COLOURS, QUALITY = 128, 82
# The change of the story, in a copy of Ecologic.
COPY, DECK, PIECE, COLUMN = "petro", "eco_initiatives", "tree_planting", "enviros"
TABLE_COLUMNS = ("name", "bid", COLUMN, "cost")
# The decks of the cards on the table, two of each game.
HERO = {
    "ecosfera_baltica": ("consumers", "producers"),
    "kompensaatiopeli": ("hand_cards", "permits"),
    "ecologic": ("events", "eco_initiatives"),
    "better_life": ("policies", "events"),
}
# Where the lines of text begin that can be seen in part.
CUT_LINES = """() => {
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const cut = [];
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    const home = node.parentElement;
    const range = document.createRange();
    range.selectNodeContents(node);
    const seen = (x, y) => {
      const hit = document.elementFromPoint(x, y);
      return Boolean(hit) && (home.contains(hit) || hit === home.parentElement);
    };
    for (const { left, top, width, height } of range.getClientRects()) {
      const x = left + Math.min(width / 2, 8);
      const shown = node.data.trim() && width > 1;
      if (shown && seen(x, top + 2) !== seen(x, top + height - 2)) cut.push(top);
    }
  }
  return cut;
}"""
TALLER_PX, SHORTER_PX = 60, 120
# A line that the page itself cuts at its end is left out.
END_PX = 60
PROJECTOR = {"width": 1280, "height": 800}


def main(names: list[str]) -> None:
    with started_browser() as browser:
        for name in names or PICTURES:
            PICTURES[name](browser)
            print(name, file=sys.stderr)


@contextmanager
def open_page(browser: Browser, size: dict[str, int]) -> Iterator[Page]:
    context = browser.new_context(
        viewport=size,  # type: ignore[arg-type]
        device_scale_factor=2,
        locale="en-GB",
        color_scheme="light",
        reduced_motion="reduce",
    )
    context.set_default_timeout(60_000)
    yield context.new_page()
    context.close()


def whole_lines(page: Page) -> bytes:
    """Return a screenshot, as high as it must be to cut as few lines of text as possible."""
    size = page.viewport_size
    assert size
    usual = size["height"]
    heights = range(usual - SHORTER_PX, usual + TALLER_PX, 3)
    best = min(heights, key=lambda height: (len(_cut_at(page, height)), abs(height - usual)))
    end = min((top for top in _cut_at(page, best) if top > best - END_PX), default=best)
    return page.screenshot(clip={"x": 0, "y": 0, "width": size["width"], "height": end})


def _cut_at(page: Page, height: int) -> list[float]:
    page.set_viewport_size({"width": page.evaluate("innerWidth"), "height": height})
    tops: list[float] = page.evaluate(CUT_LINES)
    return tops


def save_png(content: bytes, name: str) -> None:
    picture = Image.open(io.BytesIO(content)).convert("RGB").quantize(COLOURS)
    picture.save(IMAGES / name, optimize=True)


def ecotable(folder: Path, *words: str) -> None:
    command = [sys.executable, "-m", "generator", *words]
    paths = os.pathsep.join([str(ROOT), os.environ.get("PYTHONPATH", "")])
    env = {**os.environ, "PYTHONPATH": paths, "ECOTABLE_DATA": str(folder / "own")}
    subprocess.run(command, cwd=folder, env=env, check=True, capture_output=True)


def as_url(content: bytes, kind: str) -> str:
    return f"data:{kind};base64,{base64.b64encode(content).decode()}"


def html_page(body: str) -> str:
    """Return a page in the fonts that ship, with the look of ``pictures.css``."""
    fonts = "".join(
        f"@font-face {{ font-family: Sans; font-weight: {weight}; src: "
        f"url({as_url(Path(file).read_bytes(), 'font/ttf')}); }}"
        for weight, file in (
            (400, font_source_sans_pro.SourceSansPro),
            (700, font_source_sans_pro.SourceSansProBold),
        )
    )
    style = (HERE / "pictures.css").read_text(encoding="utf-8")
    return f'<!doctype html><meta charset="utf-8"><style>{fonts}{style}</style>{body}'


def phone_score(browser: Browser) -> bytes:
    with served() as base, open_page(browser, PHONE) as empty:
        page = score_page(empty.context, base, "ecologic")
        example(page, "balance_wins")
        page.evaluate("document.fonts.ready")
        return whole_lines(page)


def hero(browser: Browser) -> None:
    """Draw cut cards of the four games, and a phone with a score."""
    with TemporaryDirectory() as name:
        folder, cards = Path(name), []
        for slug, decks in HERO.items():
            deck_options = [word for deck in decks for word in ("--deck", deck)]
            fine = ("--no-bleed", "--dpi", "200", "--out", str(folder))
            ecotable(folder, "export", slug, "--to", "png", *deck_options, *fine)
            for deck in decks:
                files = sorted(folder.glob(f"{slug}*/{deck}/*-front.png"))
                cards.append(files[len(files) // 2])
        images = "".join(f'<img src="{as_url(one.read_bytes(), "image/png")}">' for one in cards)
    phone = as_url(phone_score(browser), "image/png")
    parts = f'<div class="cards">{images}</div><div class="phone"><img src="{phone}"></div>'
    body = f'<main class="hero">{parts}</main>'
    with open_page(browser, {"width": 1200, "height": 560}) as page:
        page.set_content(html_page(body))
        page.wait_for_function("[...document.images].every((one) => one.complete)")
        picture = Image.open(io.BytesIO(page.screenshot())).convert("RGB")
        picture.save(IMAGES / "hero.webp", quality=QUALITY, method=6)


def swap(browser: Browser) -> None:
    """Draw the story of a change: a number, its card, the sheet to swap."""
    with TemporaryDirectory() as name:
        folder = Path(name)
        ecotable(folder, "new", COPY, "--from", "ecologic")
        before, old = _card(folder, "before"), _rows(folder)
        ecotable(folder, "print", COPY, "--deck", DECK, "--dpi", "150")
        new = _raise_value(folder)
        after = _card(folder, "after")
        ecotable(folder, "print", COPY, "--deck", DECK, "--since", "last", "--dpi", "150")
        (pdf,) = folder.glob("output/*-changed.pdf")
        sheets = _sheets(pdf)
    frames = [
        (1500, _frame(old, before, "", 0)),
        (1200, _frame(old, before, "", 1)),
        (1500, _frame(new, before, "", 1)),
        (2000, _frame(new, after, "", 2)),
        (4000, _frame(new, after, sheets, 3)),
    ]
    with open_page(browser, {"width": 1000, "height": 430}) as page:
        drawn = []
        for _, body in frames:
            page.set_content(html_page(body))
            page.wait_for_function("[...document.images].every((one) => one.complete)")
            drawn.append(Image.open(io.BytesIO(page.screenshot())).convert("RGB"))
    drawn[0].save(
        IMAGES / "swap.webp",
        save_all=True,
        append_images=drawn[1:],
        duration=[time for time, _ in frames],
        loop=0,
        quality=QUALITY,
        method=6,
    )


def _csv(folder: Path) -> Path:
    return folder / "cards_data" / COPY / f"{DECK}.csv"


def _rows(folder: Path) -> list[dict[str, str]]:
    """Return the row that changes, between its neighbours."""
    with _csv(folder).open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    at = next(number for number, row in enumerate(rows) if row["id"] == PIECE)
    return rows[max(at - 1, 0) : at + 4]


def _raise_value(folder: Path) -> list[dict[str, str]]:
    path = _csv(folder)
    with path.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    for row in rows:
        if row["id"] == PIECE:
            row[COLUMN] = str(int(row[COLUMN]) + 1)
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, list(rows[0]))
        writer.writeheader()
        writer.writerows(rows)
    return _rows(folder)


def _card(folder: Path, name: str) -> str:
    out = ("--out", str(folder / name), "--deck", DECK, "--dpi", "200")
    ecotable(folder, "export", COPY, "--to", "png", "--no-bleed", *out)
    (card,) = (folder / name).rglob(f"{PIECE}-front.png")
    return as_url(card.read_bytes(), "image/png")


def _sheets(pdf: Path) -> str:
    """Return the list of what to swap, and the first sheet of cards."""
    document = pypdfium2.PdfDocument(pdf)
    return "".join(f'<img src="{_page(document, number)}">' for number in (0, 2))


def _page(document: pypdfium2.PdfDocument, number: int) -> str:
    content = io.BytesIO()
    document[number].render(scale=1.2).to_pil().save(content, "PNG")
    return as_url(content.getvalue(), "image/png")


def _frame(rows: list[dict[str, str]], card: str, sheets: str, step: int) -> str:
    heads = "".join(f"<th>{name}</th>" for name in TABLE_COLUMNS)
    lines = "".join(
        f"<tr>{''.join(_cell(row, name, step) for name in TABLE_COLUMNS)}</tr>" for row in rows
    )
    parts = (
        ("Change a number", f"<table><tr>{heads}</tr>{lines}</table>"),
        ("See the card", f'<img class="card" src="{card}">'),
        ("Print the swap sheet", sheets or '<div class="empty"></div>'),
    )
    columns = "".join(
        f'<section class="{"now" if step == number else ""}">'
        f"<h2><b>{number}</b>{title}</h2>{inner}</section>"
        for number, (title, inner) in enumerate(parts, 1)
    )
    return f'<main class="story">{columns}</main>'


def _cell(row: dict[str, str], name: str, step: int) -> str:
    chosen = row["id"] == PIECE and name == COLUMN and step
    return f"<td{' class=chosen' if chosen else ''}>{row[name]}</td>"


def workbench(browser: Browser) -> None:
    with TemporaryDirectory() as name:
        folder, before = Path(name), Path.cwd()
        ecotable(folder, "new", COPY, "--from", "ecologic")
        _raise_value(folder)
        os.chdir(folder)
        try:
            with served() as base, open_page(browser, LAPTOP) as page:
                page.goto(f"{base}change/?game={COPY}&table={DECK}")
                page.wait_for_selector("body[data-ready]")
                page.click(f'[data-row="{PIECE}"] [data-column="{COLUMN}"]')
                page.wait_for_selector("#card-view img")
                page.wait_for_timeout(2000)
                save_png(whole_lines(page), "workbench.png")
        finally:
            os.chdir(before)


def class_screens(browser: Browser) -> None:
    """Draw the screen of a class with its tables, and a part of its debriefing."""
    from classes import EVENING, Api, class_server

    with class_server() as here, open_page(browser, PROJECTOR) as page:
        api = Api(here)
        code = api.code()
        for game, table, example_name in EVENING:
            api.table(code, game, table, example_name)
        page.goto(f"{here}/class.html?part=wall")
        page.locator(".tile-card").nth(len(EVENING) - 1).wait_for()
        save_png(whole_lines(page), "class-wall.png")
        page.goto(f"{here}/class.html?part=debrief")
        page.wait_for_selector("#debrief .questions")
        save_png(page.locator("[data-game=ecologic]").screenshot(), "class-debrief.png")


PICTURES: dict[str, Callable[[Browser], None]] = {
    "hero": hero,
    "swap": swap,
    "workbench": workbench,
    "class": class_screens,
}

if __name__ == "__main__":
    main(sys.argv[1:])
