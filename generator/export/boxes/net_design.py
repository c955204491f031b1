"""The artwork on the outside of a tuck box: everything but the cards' back.

Comes in: a net and the texts on it. Goes out: artwork the size of the net and a margin,
composed by a worker like everything that runs a template.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from cards_data.models import Size
from cards_data.problems import Findings
from generator.compose.artwork import Artwork
from generator.compose.dependencies import Dependencies
from generator.compose.piece import Composer
from generator.compose.rendering import compose_page
from generator.export.cut_lines import moved
from generator.export.image_files import in_workers
from generator.export.job import ExportJob
from generator.export.svg_lines import path
from generator.kit.kit_worker import accent, words_of

from .tuck_box import GLUE_MM, TUCK_MM, Net

# What a game draws round its boxes, in place of the shared landscape.
SCENE = "box_scene.svg.j2"
# Around the net: colours may go a little over the cut.
MARGIN_MM = 2.0


@dataclass(frozen=True)
class NetDesign:
    """What is printed on a net."""

    net: Net
    deck: str
    cards: int

    @property
    def size(self) -> Size:
        net = self.net
        return Size("net", net.width_mm + 2 * MARGIN_MM, net.height_mm + 2 * MARGIN_MM)


def net_designs(job: ExportJob, wanted: Sequence[NetDesign]) -> list[Artwork]:
    return list(in_workers(job, WORK, wanted, job.composer))


def make(composer: Composer, design: NetDesign) -> Artwork:
    """What a worker does: one design, or every problem in it."""
    findings, dependencies, game, net = Findings(), Dependencies(), composer.game, design.net
    shown: dict[str, object] = {
        "columns": net.columns,
        "margin": MARGIN_MM,
        "cut": path(moved(net.outline, MARGIN_MM, MARGIN_MM)),
        "top": net.top_mm + MARGIN_MM,
        "height": net.box.height_mm,
        "depth": net.box.depth_mm,
        "tuck": TUCK_MM,
        "glue": GLUE_MM,
        "title": game.title(composer.edition.lang),
        "deck": design.deck,
        "cards": design.cards,
        "accent": accent(game),
        "t": words_of(game, composer.edition.lang, dependencies),
    }
    own = composer.sources.find(game.slug, SCENE) is not None
    shown |= {
        "scene": f"{game.slug if own else '_shared'}/{SCENE}",
        "around": 2 * (net.box.width_mm + net.box.depth_mm),
        # The landscape goes on where a box in two halves begins its second.
        "offset": net.before_mm,
    }
    subject = composer.page(design.size, f"box {design.deck}")
    page = compose_page(subject, "_shared/box.svg.j2", shown, findings, dependencies)
    findings.raise_any()
    assert page
    # Cut out and glued: drawn like the cards that go into it.
    return replace(page, page=False)


WORK = f"{__name__}:{make.__name__}"
