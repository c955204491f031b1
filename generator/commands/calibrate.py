"""``ecotable calibrate``: align backs exactly with fronts on your printer."""

from __future__ import annotations

from pathlib import Path

import click

from cards_data.words import PLAIN

from .choices import choice_option, out_folder, paper
from .terminal_language import speech


@click.command(name="calibrate")
@paper
@choice_option("--flip")
@click.option("--lang", default=PLAIN, show_default=True, metavar="CODE")
@click.option("--printer", default="", metavar="NAME")
@click.option("--save", default="", metavar="NAME")
@click.option("--x", "x_mm", type=float, default=0.0, metavar="N", show_default=True)
@click.option("--y", "y_mm", type=float, default=0.0, metavar="N", show_default=True)
@click.option("--angle", "angle_deg", type=float, default=0.0, metavar="N", show_default=True)
@click.option("--scale", type=float, default=1.0, metavar="N", show_default=True)
@click.option("--list", "listed", is_flag=True)
@out_folder
def command(
    paper: str, flip: str, lang: str, printer: str, save: str, listed: bool, out: Path,
    **numbers: float,
) -> None:  # fmt: skip
    """\b
    ecotable calibrate
    ecotable calibrate --save office --x 0.5 --y -1.2
    ecotable print ecologic --printer office
    """
    from generator.sheets.papers import Profile, papers, save_printer, saved_printers
    from generator.sheets.papers import printer as saved_printer

    if save:
        click.echo(speech()("cmd_printer_kept", name=save, path=save_printer(save, numbers)))
        return
    if listed:
        for name, one in saved_printers().items():
            click.echo(f"{name}: " + ", ".join(f"{key} {value:g}" for key, value in one.items()))
        return
    from generator.kit.calibration import calibration_pages
    from generator.pdf.document import About
    from generator.pdf.writer import write_pdf
    from generator.store.atomic_files import written_whole
    from generator.words import say_in

    profile = Profile(**saved_printer(printer)) if printer else None
    sheet = papers()[paper]
    pages = calibration_pages(sheet, flip, profile, say_in(lang))
    path = out / f"calibration-{paper}{f'-{flip}' if flip != 'long' else ''}.pdf"
    about = About("Calibration", printer or "no profile", flip, duplex=True)
    with written_whole(path) as beside:
        write_pdf(beside, sheet, pages, (), about)
    click.echo(path)
