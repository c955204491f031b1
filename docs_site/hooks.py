"""MkDocs hooks: add the generated pages, and remove what a local site does not need."""

from __future__ import annotations

import shutil
from pathlib import Path

from gallery import gallery_files
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files

from generator.commands.docs import COMMANDS_PAGE, commands_page

HERE = Path(__file__).parent
ASSETS = ("iframe-worker.js", "look.css")
ICON = HERE.parent / "scorer" / "web" / "page" / "icon.svg"
# Source maps, stemmers of other languages, and lists of pages for search engines.
NEEDLESS = ("**/*.map", "assets/javascripts/lunr", "sitemap.xml*", "404.html")


def on_files(files: Files, config: MkDocsConfig) -> Files:
    contents = {
        COMMANDS_PAGE: commands_page().encode(),
        "images/icon.svg": ICON.read_bytes(),
        **{f"assets/{name}": (HERE / name).read_bytes() for name in ASSETS},
        **gallery_files(),
    }
    for name, content in contents.items():
        files.append(File.generated(config, name, content=content))
    return files


def on_post_build(config: MkDocsConfig) -> None:
    for pattern in NEEDLESS:
        for path in Path(config.site_dir).glob(pattern):
            if path.is_dir():
                shutil.rmtree(path)
            else:
                path.unlink()
