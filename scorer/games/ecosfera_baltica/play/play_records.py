"""What a game comes to: its end, and what is counted on the way."""

from __future__ import annotations

from scorer.play.contract import Event, Outcome

from .state import Move, State


def outcome(state: State) -> Outcome | None:
    """R3.0c: the team wins or loses together; nothing while the game goes on."""
    if not state.over:
        return None
    share = 1.0 if state.over == "won" else 0.0
    return Outcome((share,) * len(state.rows), state.over)


def events(before: State, move: Move, after: State) -> list[Event]:
    """Species bought, habitat tiles placed, impact tiles by cause, measures carried out."""
    found = []
    names = before.box.names
    if move[0] in ("producer", "consumer"):
        found.append(Event("bought", names[int(move[1])].partition("#")[0]))
    elif move[0] == "measure":
        found.append(Event("measure", str(move[1])))
    if after.habitats != before.habitats:
        new = after.habitats & ~before.habitats
        found += [
            Event("habitat", name)
            for place, name in enumerate(before.box.habitat_names)
            if new >> place & 1
        ]
    if len(after.struck) > len(before.struck):
        found += [Event("impact", why) for why in after.struck[len(before.struck) :]]
    return found


def prune(state: State, moves: list[Move]) -> list[Move]:
    """Of the same pass, plus or refresh by several sources one is enough to think about.

    Symbols come back by themselves at the end of the turn, tokens do not: a card goes first.
    """
    best: dict[Move, Move] = {}
    for move in moves:
        what = (move[0], *move[2:]) if move[0] in ("pass", "plus", "refresh") else move
        known = best.get(what)
        if known is None or int(known[1]) < 0:
            best[what] = move
    return list(best.values())
