"""What table states are made of, and what a mistake in one is.

Places are paths as people count: ``players[1].enviros`` is the first player, ``board[2][4]`` the
second row's fourth cell.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any

from pydantic import AfterValidator, BaseModel, ConfigDict, Field
from pydantic_core import PydanticCustomError

from cards_data import quoted

Path = tuple[str | int, ...]
NAME_LIMIT = 40
# A state is small; a larger number is a slip that would only make messages long.
COUNT_LIMIT = 1_000_000


class Frozen(BaseModel):
    """Strict values that never change; an unknown key is a mistake."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)


class TableState(Frozen):
    """What every game's state begins with."""

    game: str

    def raw(self) -> dict[str, Any]:
        """The state as plain values, without what was left out; reads back to the same state."""
        return self.model_dump(mode="json", exclude_unset=True)


@dataclass(frozen=True)
class Mistake:
    """Something wrong in a state: where, what was found, what is allowed, what to try.

    ``needs`` names other parts that the judgement rests on: where one of them is broken itself,
    the mistake is not reported.
    """

    path: Path
    found: str
    allowed: str = ""
    hint: str = ""
    needs: tuple[Path, ...] = ()


def _name(text: str) -> str:
    clean = text.strip()
    if not clean or len(clean) > NAME_LIMIT or not clean.isprintable():
        raise wrong(f"{quoted(text)} is no name", f"1 to {NAME_LIMIT} characters on one line")
    return clean


def wrong(found: str, allowed: str) -> PydanticCustomError:
    """What a field's own validator raises."""
    return PydanticCustomError("wrong", "wrong", {"found": found, "allowed": allowed})


Name = Annotated[str, AfterValidator(_name)]
Count = Annotated[int, Field(ge=0, le=COUNT_LIMIT)]


def spoken(path: Path) -> str:
    """A path as people write it, counting from 1."""
    text = "".join(f"[{step + 1}]" if isinstance(step, int) else f".{step}" for step in path)
    return text.removeprefix(".") or "state"
