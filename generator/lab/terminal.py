"""The report on a terminal."""

from __future__ import annotations

from rich.console import Console
from rich.markup import escape
from rich.table import Table
from rich.text import Text

from .figures import RunFigures, SideFigures
from .report import LabReport, name_of, share, signed

LISTED = 8
# A column of numbers is enough for every tenth turn; page and JSON have them closer.
TURNS = 10


def show(report: LabReport, console: Console) -> None:
    say = report.say
    title = report.game.title(report.lang)
    console.print(Text(f"{title} · {report.heading}", style="bold"))
    for saying in report.sayings:
        console.print(Text(saying, style="yellow" if report.disagree else ""))
    console.print(_chances(report))
    for run in report.runs:
        _run(report, run, console)
    for changed in report.changed:
        console.print(Text(say("lab_changed_card", card=changed.name), style="bold"))
        for bot, players, before, after in changed.bought:
            shares = (f"{100 * before:.0f}", f"{100 * after:.0f}")
            line = say("lab_changed_bought", bot=bot, n=players, old=shares[0], new=shares[1])
            console.print(Text("  " + line))
    console.print(Text(say("lab_not_people"), style="dim"))


def _chances(report: LabReport) -> Table:
    """One line a bot and number of players."""
    say = report.say
    table = Table(box=None, pad_edge=False, header_style="bold")
    compared = report.trial.before is not None
    keys = ["lab_col_players", "lab_col_bot", "lab_col_games"]
    keys += (
        ["lab_col_before", "lab_col_after", "lab_col_difference"] if compared else ["lab_col_won"]
    )
    for key in (*keys, "lab_col_turns"):
        table.add_column(escape(say(key)), justify="left" if key == "lab_col_bot" else "right")
    for run in report.runs:
        cells = [str(run.players), run.bot, str(run.after.games)]
        cells += [share(say, side.won) for _, side in run.sides()]
        if run.difference is not None:
            cells.append(signed(say, run.difference))
        table.add_row(*map(escape, (*cells, say.decimal(f"{run.after.turns.value:.1f}"))))
    return table


def _run(report: LabReport, run: RunFigures, console: Console) -> None:
    say = report.say
    console.print()
    console.print(Text(say("lab_run", bot=run.bot, n=run.players), style="bold"))
    for line in run_lines(report, run.after):
        console.print(Text("  " + line))
    console.print(Text("  " + say("lab_replay", seed=run.seed, bot=run.bot), style="dim"))


def run_lines(report: LabReport, side: SideFigures, drawn: bool = False) -> list[str]:
    """What happened in the games of one side, a line each; less what is ``drawn`` beside them."""
    say, game = report.say, report.game

    def listed(shares: dict[str, float], most: int = LISTED) -> str:
        return ", ".join(
            f"{name_of(game, item, report.lang)} {100 * number:.0f} %"
            for item, number in list(shares.items())[:most]
        )

    lines = [say("lab_ends", ends=listed(dict(side.ends)))]
    if causes := dict(side.means.get("impact", {})):
        whole = sum(causes.values())
        lines.append(say("lab_impacts", causes=listed({c: n / whole for c, n in causes.items()})))
    for what, line in () if drawn else side.by_turn.items():
        every = [*(mark for mark in line[:-1] if mark[0] % TURNS == 0), line[-1]]
        marks = ", ".join(say.decimal(f"{turn}: {number:.1f}") for turn, number in every)
        lines.append(say("lab_by_turn", what=say.word(f"lab_what_{what}", what), marks=marks))
    for what, shares in side.shares.items():
        if what != "impact":
            key = say.word(f"lab_what_{what}", what)
            lines.append(say("lab_in_games", what=key, shares=listed(dict(shares))))
    if side.first:
        lines.append(say("lab_first", cards=listed(dict(side.first))))
    if side.never:
        cards = say.listed([name_of(game, card, report.lang) for card in side.never])
        lines.append(say("lab_never", cards=cards))
    return lines
