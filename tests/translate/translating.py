"""What translators do, for the tests: texts out, filled in, and in again."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path

from workshop import Answer, Command, Workshop

from generator.translate.entry_files import TranslatorText, file_bytes, po_bytes, read_entries

# The pond in Estonian.
ESTONIAN = {
    "Pond Life": "Tiigielu",
    "Pond Life was made up for the tests.": "Tiigielu mõeldi välja katsete jaoks.",
    "a die": "täring",
    "Fish": "Kalad",
    "Plants": "Taimed",
    "Pike": "Haug",
    "Perch": "Ahven",
    "Tench": "Linask",
    "Reed": "Pilliroog",
    "Water lily": "Vesiroos",
    "Pay 2 {sun} **now**.": "Maksa 2 {sun} **kohe**.",
    "Draw a card.": "Tõmba kaart.",
    "Rest.": "Puhka.",
    "{n} points": "{n} punkti",
    "Pond": "Tiik",
}


class Translator:
    """Somebody with the file of one game and language."""

    def __init__(self, pond: Workshop, ecotable: Command, file: str = "pond-et.po") -> None:
        self.pond, self.ecotable = pond, ecotable
        self.path = pond.root / file

    def ask(self) -> Answer:
        """The texts into the file."""
        return self.ecotable("translate", "pond", "--to", "et", "--out", self.path)

    def entries(self) -> tuple[TranslatorText, ...]:
        return read_entries(self.path)

    def entry(self, text: str) -> TranslatorText:
        return next(one for one in self.entries() if one.text == text)

    def fill(self, translations: Mapping[str, str] = ESTONIAN) -> None:
        """Types translations into the file, and says of none that it is fuzzy."""
        self.write(
            lambda one: replace(
                one, translation=translations.get(one.text, one.translation), fuzzy=False
            )
        )

    def write(self, changed: Callable[[TranslatorText], TranslatorText]) -> None:
        entries = [changed(one) for one in self.entries()]
        self.path.write_bytes(file_bytes(self.path, "pond", "et", entries))

    def hand_in(self) -> Answer:
        return self.ecotable("translate", "pond", "--to", "et", "--read", self.path)


def po_file(path: Path, *entries: TranslatorText) -> Path:
    path.write_bytes(po_bytes("pond", "et", entries))
    return path


def files_of(pond: Workshop) -> dict[str, bytes]:
    return {
        path.relative_to(pond.root).as_posix(): path.read_bytes()
        for path in pond.data.rglob("*.*")
        if path.is_file()
    }
