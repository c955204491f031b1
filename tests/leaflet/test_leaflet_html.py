"""The leaflet as a web page: the same content, sound HTML, nothing of the data unescaped."""

from __future__ import annotations

import re
from html.parser import HTMLParser

import pytest
from pond_rules import RULES, with_rules
from workshop import Workshop, composer

from cards_data import Problems, load_game
from generator.kit.kit_worker import accent
from generator.leaflet.leaflet_html import WebContext, WebLeaflet, leaflet_html
from generator.store import fingerprint
from generator.web.game_pictures import known_rules_page
from generator.words import say_in
from generator.workers import WorkerPool

VOID = {"img", "path", "circle", "rect"}


class Outline(HTMLParser):
    """Which elements a page has, and whether every one is closed where it should be."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []
        self.open: list[str] = []
        self.sound = True

    def handle_starttag(self, tag: str, attrs: object) -> None:
        self.found.append(tag)
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: object) -> None:
        self.found.append(tag)

    def handle_endtag(self, tag: str) -> None:
        self.sound = self.sound and bool(self.open) and self.open.pop() == tag


def web_leaflet(pond: Workshop) -> WebLeaflet:
    game = pond.load()
    leaflet = game.leaflet("en")
    assert leaflet
    web = WebContext(lambda key: f"/pictures/{key}.png", say_in("en"), accent(game))
    return leaflet_html(composer(game, leaflet.lang), leaflet, web)


def outline(html: str) -> Outline:
    parser = Outline()
    parser.feed(html)
    return parser


def test_every_block_becomes_the_element_it_means(pond: Workshop) -> None:
    elements = outline(web_leaflet(with_rules(pond)).html)
    assert elements.sound
    assert not elements.open
    counts = {tag: elements.found.count(tag) for tag in set(elements.found)}
    assert (counts["h1"], counts["h2"], counts["section"]) == (1, 5, 5)
    assert (counts["ol"], counts["ul"], counts["table"], counts["details"]) == (1, 1, 1, 1)
    assert (counts["figure"], counts["img"]) == (5, 5)
    assert counts["aside"] == 2


def test_texts_have_their_numbers_strong_words_and_symbols(pond: Workshop) -> None:
    html = web_leaflet(with_rules(pond)).html
    assert "There are 5 fish of 3 kinds." in html
    assert "Deal <strong>two</strong> cards." in html
    assert 'aria-label="sun"' in html
    assert "Our interpretation" in html


def test_a_symbol_stays_on_the_line_of_what_stands_beside_it(pond: Workshop) -> None:
    html = web_leaflet(with_rules(pond)).html
    glued = html.partition('<span class="together">')[2].partition("</span>")[0]
    assert glued.startswith("cards") and glued.endswith("</svg>.")


def test_a_symbol_is_read_out_as_the_game_calls_it(pond: Workshop) -> None:
    words = (pond.data / "words.csv").read_text(encoding="utf-8")
    with_rules(pond).write("words.csv", f"{words.rstrip()}\nsymbol_sun,sunlight,solljus\n")
    assert 'aria-label="sunlight"' in web_leaflet(pond).html


@pytest.mark.slow
@pytest.mark.parametrize("slug", ["ecosfera_baltica", "kompensaatiopeli"])
def test_no_symbol_is_read_out_in_another_language_than_its_leaflet(slug: str) -> None:
    game = load_game(slug)
    for lang, leaflet in game.leaflets.items():
        web = WebContext(lambda key: key, say_in(lang), accent(game))
        html = leaflet_html(composer(game, lang), leaflet, web).html
        labels = set(re.findall('class="symbol"[^>]* aria-label="([^"]+)"', html))
        names = [texts for key, texts in game.words.items() if key.startswith("symbol_")]
        own = {texts[lang] for texts in names}
        others = {text for texts in names for text in texts.values()} - own
        own_labels = {label for label in labels if any(label in text for text in own)}
        assert len(own_labels) > 3
        assert (labels - own_labels).isdisjoint(others)


def test_every_picture_has_its_artwork_and_a_text_for_those_who_hear_it(pond: Workshop) -> None:
    web = web_leaflet(with_rules(pond))
    for key, art in web.arts.items():
        assert art.key == key
        assert f'src="/pictures/{key}.png"' in web.html
    assert len(web.arts) == web.html.count("<img")
    assert 'alt="Pike. Pay 2 sun now. Level: 3. ' in web.html
    assert 'alt="4 seats, hand 5. The picture shows: Fish: Pike."' in web.html
    assert web.html.count("For 4 players") == 1, "the caption is not read twice"


def test_many_words_stand_beside_their_piece_and_few_below_it(pond: Workshop) -> None:
    assert 'class="told"' not in web_leaflet(with_rules(pond)).html
    long = "Above what it costs" + ", then another thing" * 4
    with_rules(pond, RULES.replace("caption: Plants", f"caption: '{long}'"))
    assert web_leaflet(pond).html.count('<figure class="told">') == 1


def test_the_data_cannot_become_markup(pond: Workshop) -> None:
    text = RULES.replace("A bullet.", "<script>alert(1)</script> & more")
    text = text.replace("caption: Plants", "caption: '\"><img src=x onerror=alert(1)>'")
    html = web_leaflet(with_rules(pond, text)).html
    assert "<script" not in html
    assert "&lt;script&gt;" in html
    assert "<img src=x" not in html


def test_an_unknown_symbol_is_a_problem_with_its_place(pond: Workshop) -> None:
    with_rules(pond, RULES.replace("{sun}", "{moon}"))
    with pytest.raises(Problems, match=r"rules/en.yaml:8 .*symbol \{moon\} is not known"):
        web_leaflet(pond)


@pytest.mark.slow
def test_a_served_page_is_made_once_until_a_template_changes(
    pond: Workshop, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fingerprint, "SETTLED_NS", 0)
    game, pool = load_game("ecologic"), WorkerPool(1)
    first = known_rules_page(game, "en", pool)
    assert first
    assert first is known_rules_page(game, "en", pool)
    assert first is not known_rules_page(game, "sv", pool)
    pond.template("fish.svg.j2", "changed")
    again = known_rules_page(game, "en", pool)
    assert again
    assert again is not first
    assert again.html == first.html
