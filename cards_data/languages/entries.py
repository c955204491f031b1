"""One text as translators see it, in whatever file it goes out and comes back."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class TranslatorText:
    """A text to be translated: known by its context and what it says."""

    context: str
    text: str
    translation: str = ""
    # The text has changed since it was translated, or nobody has said yet that it is right.
    fuzzy: bool = False
    # Files and lines; a cell of a workbook has no line.
    where: tuple[tuple[str, int], ...] = ()
    notes: tuple[str, ...] = ()
    # What the text was when it was translated.
    before: str = ""
    # A translation of a text that is no longer there.
    gone: bool = False
    # The line or row of a file that came back.
    line: int = 0

    @property
    def key(self) -> tuple[str, str]:
        return self.context, self.text
