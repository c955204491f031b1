"""What a page loads: one script, joined from small modules, and one for what comes later."""

from __future__ import annotations

import json
import os
import re
from pathlib import Path
from pkgutil import iter_modules

import pytest
from browsing import score_page
from playwright.sync_api import BrowserContext, Request

from generator.text.page_fonts import FONTS
from generator.workbench.bench_routes import PAGE as BENCH
from scorer.core import kinds as rules_kinds
from scorer.web import routing
from scorer.web.static_files import PAGE, bundle, folder_routes, page_scripts, pages, with_records

MODULE_MARK = re.compile(r"^// ---- ([\w./-]+\.js)$", re.M)
SHARE_PANEL = {"share_panel.js", "result_picture.js", "qr.js", "export.js"} | {
    *("save_file.js", "joined.js", "live_line.js")
}


@pytest.mark.parametrize("path", pages(), ids=lambda path: path.name)
def test_a_page_names_one_script_and_that_holds_all_it_needs(path: Path) -> None:
    (script,) = re.findall(r'<script[^>]* src="([\w.-]+)"', path.read_text(encoding="utf-8"))
    for name, text in page_scripts(path, "served").items():
        assert not re.search(r"^export (?!const modules = )", text, re.M)
        imports = re.findall(r'^import .* from "\./([\w.-]+)";$', text, re.M)
        assert imports == ([] if name == script else [script])


def test_the_first_tap_does_not_wait_for_the_last_step() -> None:
    scripts = page_scripts(PAGE / "score.html", "served")
    first, later = (set(MODULE_MARK.findall(text)) for text in scripts.values())
    assert later == SHARE_PANEL and not first & SHARE_PANEL


def test_every_module_is_part_of_some_page() -> None:
    texts = [text for page in pages() for text in page_scripts(page, "served").values()]
    modules = {name for text in texts for name in MODULE_MARK.findall(text)}
    lying = {path.relative_to(PAGE).as_posix() for path in PAGE.rglob("*.js")}
    assert modules == {"delivery.js", *lying}


def test_every_kind_of_question_is_one_module_with_the_same_functions() -> None:
    """The type checker then asks for the functions of a ``Kind``."""
    kinds = {path.stem: path.read_text(encoding="utf-8") for path in (PAGE / "kinds").glob("*.js")}
    index = kinds.pop("index")
    assert set(kinds) == {module.name for module in iter_modules(rules_kinds.__path__)}
    for kind, text in kinds.items():
        assert f"/** @type {{Kind}} */\nexport const {kind} = {{" in text
        assert f'import {{ {kind} }} from "./{kind}.js";' in index


def test_only_the_kinds_themselves_know_what_kind_a_field_is() -> None:
    """Nor does anything but a board know that capital letters lie on it."""
    asking = re.compile(r"(?<!delivery)\.kind\b *(?:===|!==|\])|\[A-Z\]")
    modules = {path.relative_to(PAGE).as_posix(): path for path in PAGE.rglob("*.js")}
    names = {name for name, path in modules.items() if asking.search(path.read_text())}
    # Rows hold fields of other kinds, and name the sign of each.
    assert names == {"kinds/index.js", "kinds/rows.js", "board/letters.js"}


ELEMENTS = {"a": "Anchor", "input": "Input", "button": "Button", "textarea": "TextArea"}


def test_the_types_of_elements_by_id_are_those_of_the_pages() -> None:
    """Scripts trust them, and a type checker cannot read a page."""
    folders = [PAGE, PAGE.parent / "live" / "page", BENCH]
    elements = (
        re.findall(r'<(\w+) [^>]*?\bid="([\w-]+)"', page.read_text())
        for folder in folders
        for page in pages(folder)
    )
    tags: dict[str, set[str]] = {}
    for tag, name in (one for page in elements for one in page):
        tags.setdefault(name, set()).add(f"HTML{ELEMENTS.get(tag, tag.title())}Element")
    for home in (PAGE.parent, BENCH.parent):
        types = (home / "types.d.ts").read_text(encoding="utf-8")
        for names, kinds in re.findall(r'Record<((?:"[\w-]+"(?: \| )?)+), (HTML[\w| ]+)>', types):
            for name in re.findall(r"[\w-]+", names):
                tag_types = tags.get(name, set())
                # A heading may have the id of a field on another page: what is read is the field.
                assert not tag_types or tag_types & set(kinds.split(" | ")), name


def test_the_same_modules_give_the_same_scripts() -> None:
    page = PAGE / "score.html"
    assert page_scripts(page, "published", ("en",)) == page_scripts(page, "published", ("en",))
    assert '"published"' in page_scripts(page, "published", ("en",))["score.js"]


def test_a_page_in_another_folder_shares_the_modules_and_shows_what_is_saved(
    tmp_path: Path,
) -> None:
    page = '<head><script type="module" src="own.js"></script></head>'
    (tmp_path / "index.html").write_text(page)
    shared = Path(os.path.relpath(PAGE, tmp_path)).as_posix()
    (tmp_path / "own.js").write_text(f'import {{ say }} from "{shared}/page.js";\nsay("one");\n')
    page_routes = folder_routes([tmp_path / "index.html"], lambda _page, _request: {"a": "1"})
    routes = {route.path: route for route in page_routes}
    assert set(routes) == {"/", "/index.html", "/own.js"}

    def text(path: str) -> str:
        body = routes[path].handler(routing.Request()).body  # type: ignore[union-attr]
        assert isinstance(body, bytes)
        return body.decode()

    assert 'data-record="a">1</script>' in text("/")
    names = [*(f"{shared}/{name}.js" for name in ("delivery", "local_storage", "page")), "own.js"]
    assert [name for name in MODULE_MARK.findall(text("/own.js")) if name in names] == names
    (tmp_path / "own.js").write_text("another();\n")
    assert "another();" in text("/own.js") and MODULE_MARK.findall(text("/own.js")) == ["own.js"]


def test_a_module_runs_after_those_it_needs_and_keeps_its_names_to_itself() -> None:
    files = bundle(
        {
            "a.js": 'import { one as two } from "./b.js";\nconst d = () => import("./d.js");\n',
            "b.js": 'import * as c from "./c.js";\nconst more = 2;\nexport const one = c;\n',
            "c.js": "export function more() {}\nexport class Many {}\n",
            "d.js": 'import { one } from "./b.js";\nexport async function three() {}\n',
        },
        "a.js",
    )
    assert list(files) == ["a.js", "a-later.js"]
    assert MODULE_MARK.findall(files["a.js"]) == ["c.js", "b.js", "a.js"]
    assert "return { more, Many };" in files["a.js"] and "const c = $c;" in files["a.js"]
    assert "const { one: two } = $b;" in files["a.js"]
    assert '$later().then(({ modules }) => modules["d.js"])' in files["a.js"]
    assert "import(`./a-later.js${" in files["a.js"]
    assert 'const { one } = $first["b.js"];' in files["a-later.js"]


def test_modules_are_found_from_where_they_are_named_and_comments_stay_behind() -> None:
    own = '// Why.\nimport { b } from "../lent/b.js";\n/** @type {any} */\nconst c = "//"; // b\n'
    own += "/** @type {A} */ (c).f(\n  /** @type {B} */ b,\n);\n/** So. @type {C} */\nb();\n"
    lent = 'import { d } from "./d/d.js";\nexport const b = d;\n'
    deep = 'import * as e from "../e.js";\nexport const d = e;\n'
    modules = {"a.js": own, "../lent/b.js": lent, "../lent/d/d.js": deep, "../lent/e.js": ""}
    (script,) = bundle(modules, "a.js").values()
    order = ["../lent/e.js", "../lent/d/d.js", "../lent/b.js", "a.js"]
    assert MODULE_MARK.findall(script) == order
    assert 'const { b } = $_lent_b;\nconst c = "//"; // b\n(c).f(\n  b,\n);\nb();\n' in script


@pytest.mark.parametrize(
    "text",
    ["export default 1;\n", "export let n = 1;\n", 'import x from "./b.js";\n', "export { x };\n"],
)
def test_what_cannot_be_joined_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"a\.js cannot be joined"):
        bundle({"a.js": text, "b.js": ""}, "a.js")


def test_modules_that_need_each_other_are_refused() -> None:
    modules = {"a.js": 'import { b } from "./b.js";\n', "b.js": 'import { a } from "./a.js";\n'}
    with pytest.raises(ValueError, match=r"a\.js needs itself"):
        bundle(modules, "a.js")


@pytest.mark.parametrize(
    "modules",
    [
        {"a.js": 'import { b } from "./b.js";\nimport("./b.js");\n', "b.js": ""},
        {"a.js": 'import("./b.js");\n', "b.js": 'import("./c.js");\n', "c.js": ""},
    ],
    ids=["there at once", "later still"],
)
def test_what_is_not_in_the_later_script_is_not_looked_for_there(modules: dict[str, str]) -> None:
    with pytest.raises(ValueError, match=r"[bc]\.js cannot come later"):
        bundle(modules, "a.js")


def test_a_phone_asks_for_little_before_the_first_tap(phone: BrowserContext, delivery: str) -> None:
    requested: list[str] = []
    phone.on("request", lambda request: requested.append(_short(request)))
    score_page(phone, delivery, "ecologic", "&step=table")
    after = {"icon.svg", "api/score/ecologic", "score-later.js"}
    fonts = {f"fonts/{name}" for name in FONTS}
    assert set(requested) - after - fonts == {"score.html", "score.js", "style.css", "tokens.css"}


def test_what_comes_along_in_a_page_stays_data(phone: BrowserContext) -> None:
    text = "</script><script>alert(1)</script><!-- é \u2028"
    page = with_records("<head></head>", {'"a': json.dumps({"text": text})})
    assert page.count("<script") == page.count("</script>") == 1 and "<!--" not in page
    new_page = phone.new_page()
    new_page.set_content(page)
    script_text = new_page.evaluate("document.querySelector('script').textContent")
    assert json.loads(script_text) == {"text": text}


def _short(request: Request) -> str:
    return request.url.split("/", 3)[3].split("?")[0]
