"""A template filled in and read.

Comes in: what a template shows. Goes out: the SVG that it writes, once that is known to be
drawn; else problems with the template's line.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from cards_data.problems import Findings, Place, Problems
from generator.svg.tree import Fault

from .artwork import Artwork, artwork, reading_of
from .dependencies import Dependencies
from .functions import Subject, TemplateFunctions
from .layouts import is_layout
from .variables import variables

# What a page is drawn at where it must be pixels: small type at reading distance.
PAGE_DPI = 300


@dataclass(frozen=True)
class Rendered:
    """What a template wrote, and from what."""

    body: str
    subject: Subject
    template: str
    names: Mapping[str, object]

    def is_readable(self, art: Artwork, findings: Findings) -> bool:
        """Whether an artwork that begins with the body can be drawn; if not, the findings say."""
        sources = self.subject.sources
        reading = reading_of(art.svg, sources)
        faults = (*reading.faults, *reading.with_unit)
        for fault in faults:
            line = self._line_of(fault)
            about = _where(self.subject)
            findings.add(Place(f"templates/{self.template}", line, about=about), fault.words)
        return not faults

    def _line_of(self, fault: Fault) -> int:
        """The line of a template that wrote what cannot be drawn; boxes of a layout have none."""
        from .environment import line_of_element

        if is_layout(self.template):
            return 0
        sources = self.subject.sources
        return line_of_element(sources, self.template, self.names, fault.element) or 0


def render(
    subject: Subject,
    template: str,
    findings: Findings,
    dependencies: Dependencies,
    extra: Mapping[str, object] | None = None,
) -> Rendered | None:
    """What a template of ``templates/`` writes; what is wrong with it goes to the findings."""
    try:
        functions = TemplateFunctions(subject, findings, dependencies)
        names = {**variables(subject, findings, dependencies, functions), **(extra or {})}
        if is_layout(template):
            from .layouts.declared_face import DeclaredFace

            body = DeclaredFace(subject, functions, dependencies, names).drawn(template)
        else:
            body = _written(subject, template, dependencies, names)
    except Problems as problems:
        findings.extend(problems.problems)
        return None
    return Rendered(_plain(body), subject, template, names)


def _written(
    subject: Subject, template: str, dependencies: Dependencies, names: Mapping[str, object]
) -> str:
    """What a template writes; it and all that it builds on are noted."""
    # Loaded here: a print whose faces are all in the cache needs no template engine.
    from .environment import rendered, used_templates

    for used in used_templates(subject.sources, template):
        dependencies.add("template" if used else "templates", used)
    return rendered(subject.sources, template, names, _where(subject))


def compose_page(
    subject: Subject,
    template: str,
    extra: Mapping[str, object],
    findings: Findings,
    dependencies: Dependencies,
) -> Artwork | None:
    """A page of the kit that is no piece: the how-to, the rules, a score sheet, a result."""
    written = render(subject, template, findings, dependencies, extra)
    if written is None:
        return None
    page = artwork(written.body, subject.size, bleed_mm=0)
    where = f"{subject.label} (templates/{template})"
    page = replace(page, most_dpi=PAGE_DPI, where=where, ink=subject.edition.ink, page=True)
    return page if written.is_readable(page, findings) else None


def _where(subject: Subject) -> str:
    return f"{subject.label}, {subject.side}, {subject.lang}"


def _plain(body: str) -> str:
    """Without the white space that no reader sees: a re-indented template is no new version.

    Bytes are split at plain white space only: hard spaces are letters and stay.
    """
    return b" ".join(body.encode().split()).decode().replace("> <", "><")
