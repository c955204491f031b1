"""Words by key in one language.

Comes in: ``scorer/words.csv`` and a game's ``scoring_words.csv``. Goes out: sentences with their
gaps filled. A gap is a plain name in braces; nothing in a word is ever evaluated.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path

from cards_data import Findings, Game
from cards_data.words import read_words

_GAP = re.compile(r"\{(\w+)\}")
_GENERAL = Path(__file__).parent / "words.csv"


def _languages() -> tuple[str, ...]:
    """A language is a column of words.csv; the plain column is English."""
    with _GENERAL.open(encoding="utf-8") as file:
        columns = file.readline().strip().split(",")
    return ("en", *(name.removeprefix("text:") for name in columns if name.startswith("text:")))


LANGUAGES = _languages()


@dataclass(frozen=True)
class Speech:
    """One language's words. ``say("tokens", n=1)`` takes ``tokens.one`` where there is one."""

    lang: str
    words: Mapping[str, str]

    @cached_property
    def _patterns(self) -> dict[str, str]:
        """Words with their gaps in the form that fills fastest and can do nothing else."""
        return {
            key: _GAP.sub(r"%(\1)s", text.replace("%", "%%")) for key, text in self.words.items()
        }

    def __call__(self, key: str, **gaps: object) -> str:
        if gaps.get("n") == 1 and f"{key}.one" in self.words:
            key = f"{key}.one"
        return self._patterns[key] % gaps

    def word(self, key: str, otherwise: str) -> str:
        """A word without gaps, where there is one."""
        return self.words.get(key, otherwise)

    def name(self, kind: str, key: str, printed: str) -> str:
        """The name of a deck's piece: as it is printed, or in a language the deck does not have."""
        if self.lang == "en":
            return printed
        return self.word(f"{kind}.{key}", printed)

    def listed(self, names: Sequence[str]) -> str:
        """``Ada, Bo and Cy``."""
        if len(names) < 2:
            return "".join(names)
        return f"{', '.join(names[:-1])} {self('and')} {names[-1]}"

    def decimal(self, text: str) -> str:
        """A decimal number with this language's own mark."""
        return text.replace(".", self("decimal_mark"))


class Silent(Speech):
    """Says only keys: for scoring many tables of which nobody reads the words."""

    def __call__(self, key: str, **gaps: object) -> str:
        return key


def speech(game: Game, lang: str) -> Speech:
    """The general words and the game's own, in one language; a missing one is a problem."""
    return _speech(game.folder, lang, _stamp(game.folder / "scoring_words.csv"))


def _stamp(path: Path) -> int:
    return path.stat().st_mtime_ns if path.is_file() else 0


@lru_cache(maxsize=32)
def _speech(folder: Path, lang: str, stamp: int) -> Speech:
    findings = Findings()
    general = read_words(_GENERAL, LANGUAGES, findings)
    own = read_words(folder / "scoring_words.csv", LANGUAGES, findings)
    findings.raise_any()
    return Speech(lang, {key: texts[lang] for key, texts in {**general, **own}.items()})
