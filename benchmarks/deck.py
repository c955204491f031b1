"""A synthetic game for measuring: cards with everything that real ones have.

Each face has two gradients, a clip, eight translucent shapes, twelve symbols and 250 letters of
text. Four of every five cards are different, or all of them if requested.
"""

from __future__ import annotations

from pathlib import Path

GAME = """\
title: {{en: Bench}}
languages: [en]
makers: Made for measuring.
colours: {{accent: "#1d4f6b", ink: "#13293d"}}
fonts:
  title: {{family: Manrope, weight: 800}}
  body: {{family: Source Sans Pro}}
  strong: {{family: Source Sans Pro, weight: 700}}
  italic: {{family: Source Sans Pro, italic: true}}
decks:
  cards: {{title: {{en: Cards}}, size: poker, front: card.svg.j2, back: back.svg.j2,
          pieces: {pieces}, columns: {{name: {{}}, cost: {{type: int}}, text: {{}}}}}}
"""
CARD = """\
<defs><linearGradient id="sky" x1="0" y1="0" x2="0" y2="1">
<stop offset="0" stop-color="#e6f1f5"/><stop offset="1" stop-color="#9cc3d5"/></linearGradient>
<radialGradient id="sun" cx="0.5" cy="0.4" r="0.6"><stop offset="0" stop-color="#fff3c4"/>
<stop offset="0.7" stop-color="#f0b64c"/><stop offset="1" stop-color="#d98b2b"/></radialGradient>
<clipPath id="window"><rect x="5" y="14" width="53" height="26" rx="3"/></clipPath></defs>
<rect x="-3" y="-3" width="69" height="94" fill="url(#sky)"/>
<g clip-path="url(#window)"><rect x="5" y="14" width="53" height="26" fill="url(#sun)"/>
{% for i in range(8) %}<circle cx="{{ 8 + 7 * i + piece.cost }}" cy="{{ 26 + 4 * (i % 3) }}" r="9"
fill="{{ ["#1d4f6b", "#36607c", "#4c8a3f"][i % 3] }}" fill-opacity="0.35"/>{% endfor %}</g>
<rect x="4" y="4" width="55" height="80" rx="3" fill="none" stroke="{{ c.accent }}"
stroke-width="0.6"/>
{{ line(piece.name, 31.5, 11, width=50, font="title", size=12, align="center") }}
{{ line(piece.cost, 52, 48, font="title", size=14) }}
{% for i in range(10) %}{{ symbol("mark_" ~ (i + piece.cost) % 12, 6 + 4.4 * i, 42, 4) }}\
{% endfor %}
{{ text(piece.text, 6, 51, 51, 30, size=8.5) }}
"""
BACK = """\
<rect x="-3" y="-3" width="69" height="94" fill="{{ c.accent }}"/>
{{ symbol("mark_3", 16.5, 29, 30, "#ffffff") }}
"""
SYMBOL = """\
<svg viewBox="0 0 24 24"><circle cx="12" cy="12" r="{ring}" fill="none" stroke="currentColor"
stroke-width="2"/><path d="M12 3c{bend} 4 4 {bend} 0 9s-{bend} 5-4 9l4-{ring}a2 2 0 0 1 2 2z"
fill="currentColor"/><path d="M5 19l7-{ring} 7 {ring}" fill="none" stroke="currentColor"
stroke-width="1.5" stroke-linecap="round" stroke-linejoin="round"/></svg>
"""
SENTENCE = (
    "Each player whose row holds one or more of these cards draws a card and pays "
    "{mark_1} **two** for it, or turns {mark_2} another card over. Whoever cannot pay puts the "
    "card numbered %d below the pile, takes the first of the row instead and waits a round."
)


def write_deck(folder: Path, pieces: int, different: int, changed: bool = False) -> None:
    """Write the game ``bench`` to a folder; ``changed`` gives one card another number."""
    data, templates = folder / "cards_data" / "bench", folder / "templates" / "bench"
    (templates / "symbols").mkdir(parents=True, exist_ok=True)
    data.mkdir(parents=True, exist_ok=True)
    extra = pieces - different
    rows = [
        f'card_{i},{1 + (i < extra)},Card number {i},{i % 9 + changed * (i == 7)},"{SENTENCE % i}"'
        for i in range(different)
    ]
    files = {
        data / "game.yaml": GAME.format(pieces=pieces),
        data / "cards.csv": "id,copies,name,cost,text\n" + "\n".join(rows) + "\n",
        data / "words.csv": "id,text\nnone,none\n",
        data / "scoring.yaml": "{}\n",
        templates / "card.svg.j2": CARD,
        templates / "back.svg.j2": BACK,
    }
    for i in range(12):
        mark = SYMBOL.format(ring=4 + i % 6, bend=1 + i % 4)
        files[templates / "symbols" / f"mark_{i}.svg"] = mark
    for path, text in files.items():
        path.write_text(text, encoding="utf-8")
