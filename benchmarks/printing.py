"""How fast Ecotable prints, against the plain way on the same pieces, in one run.

The plain way is what one writes first: svg2png for the front and back of every copy, and
drawImage for each. Both print the same pieces of the same game at the same resolution on this
machine; read the ratios, seconds differ between machines.

    python benchmarks/printing.py [GAME]
"""

from __future__ import annotations

import io
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from pathlib import Path

GAME = sys.argv[1] if len(sys.argv) > 1 else "ecosfera_baltica"
ROUNDS = 5
ECOTABLE = [sys.executable, "-m", "generator"]


def timed(arguments: list[str], cache: Path) -> float:
    """Seconds of a whole command, start-up included."""
    before = time.perf_counter()
    subprocess.run(
        [*ECOTABLE, *arguments], env=_environment(cache), stdout=subprocess.DEVNULL, check=True
    )
    return time.perf_counter() - before


def peak_memory(arguments: list[str], cache: Path) -> float:
    """Megabytes of a command with all its processes; looking costs time, so it has its own run."""
    peak = 0.0
    with subprocess.Popen(
        [*ECOTABLE, *arguments],
        env=_environment(cache),
        stdout=subprocess.DEVNULL,
        start_new_session=True,
    ) as process:
        while process.poll() is None:
            peak = max(peak, session_memory(process.pid))
            time.sleep(0.05)
    return peak


def _environment(cache: Path) -> dict[str, str]:
    return {**os.environ, "ECOTABLE_CACHE": str(cache)}


def session_memory(session: int) -> float:
    """Megabytes of all processes of a session, shared pages counted once (Linux only)."""
    total = 0
    for folder in Path("/proc").glob("[0-9]*"):
        with suppress(OSError, IndexError, ValueError):
            if int((folder / "stat").read_text().rpartition(")")[2].split()[3]) != session:
                continue
            lines = (folder / "smaps_rollup").read_text().splitlines()
            total += next(int(line.split()[1]) for line in lines if line.startswith("Pss:"))
    return total / 1024


def plain_way(path: Path) -> float:
    """svg2png for every copy, drawImage for each, one process."""
    import cairosvg
    from reportlab.lib.utils import ImageReader
    from reportlab.pdfgen.canvas import Canvas

    from cards_data import load_game
    from generator.compose.game import compose_all

    composed = compose_all(load_game(GAME), "en")
    before = time.perf_counter()
    canvas = Canvas(str(path), pagesize=(595, 842))
    for _, piece, faces in composed.pieces():
        for art in (face for face in (faces.front, faces.back) if face):
            width = round(art.width_mm / 25.4 * 300)
            for _ in range(piece.copies):
                png = cairosvg.svg2png(bytestring=art.svg.encode(), output_width=width)
                canvas.drawImage(ImageReader(io.BytesIO(png)), 0, 0, 180, 250)
                canvas.showPage()
    canvas.save()
    return time.perf_counter() - before


GAME_YAML = """\
title: {en: Bench}
languages: [en]
makers: Made for measuring.
colours: {accent: "#1d4f6b", ink: "#13293d"}
fonts:
  title: {family: Manrope, weight: 800}
  body: {family: Source Sans Pro}
  strong: {family: Source Sans Pro, weight: 700}
  italic: {family: Source Sans Pro, italic: true}
decks:
  cards: {title: {en: Cards}, size: poker, front: card.svg.j2, back: back.svg.j2, pieces: 250,
          columns: {name: {}, cost: {type: int}, text: {}}}
"""
CARD = """\
<defs><linearGradient id="g" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#e6f1f5"/>
<stop offset="1" stop-color="#9cc3d5"/></linearGradient></defs>
<rect x="-3" y="-3" width="69" height="94" fill="url(#g)"/>
{% for i in range(12) %}<path transform="translate({{ 6 + 8 * (i % 6) }} {{ 20 + 9 * (i // 6) }})"
d="{{ star(3, 3, 3) }}" fill="#1d4f6b"/>{% endfor %}
{{ line(piece.name, 31.5, 10, width=55, font="title", size=12, align="center") }}
{{ line(piece.cost, 55, 16, font="title", size=14) }}
{{ text(piece.text, 6, 44, 51, 36, size=9) }}
"""
TEXT = "Each player whose row holds one or more of these cards draws a card and pays. " * 3


def bench_game(folder: Path, changed: bool = False) -> None:
    """250 different cards with twelve figures, a gradient and 240 letters of text each."""
    data, templates = folder / "cards_data" / "bench", folder / "templates" / "bench"
    for path in (data, templates):
        path.mkdir(parents=True, exist_ok=True)
    rows = [f"card_{i},Card number {i},{i % 9 + changed * (i == 7)},{TEXT}" for i in range(250)]
    (data / "game.yaml").write_text(GAME_YAML, encoding="utf-8")
    (data / "cards.csv").write_text("id,name,cost,text\n" + "\n".join(rows), encoding="utf-8")
    (data / "words.csv").write_text("id,text\nnone,none\n", encoding="utf-8")
    (data / "scoring.yaml").write_text("{}\n", encoding="utf-8")
    (templates / "card.svg.j2").write_text(CARD, encoding="utf-8")
    back = '<rect x="-3" y="-3" width="69" height="94" fill="#1d4f6b"/>'
    (templates / "back.svg.j2").write_text(back, encoding="utf-8")


def measure_changes(folder: Path) -> None:
    """First print, nothing changed, one card of 250 changed: whole commands."""
    cache = folder / "bench-cache"
    command = ["print", "bench", "--out", "out"]
    bench_game(folder)
    firsts, agains, changes = [], [], []
    for _ in range(ROUNDS):
        shutil.rmtree(cache, ignore_errors=True)
        shutil.rmtree("out", ignore_errors=True)
        bench_game(folder)
        firsts.append(timed(command, cache))
        agains.append(timed(command, cache))
        bench_game(folder, changed=True)
        changes.append(timed(command, cache))
    first, again, changed = (statistics.median(found) for found in (firsts, agains, changes))
    print(f"a deck of 250 different cards, 300 dpi, whole commands, medians of {ROUNDS}")
    print(f"print, empty cache       {first:8.2f} s")
    print(f"print, nothing changed   {again:8.2f} s   {again / first:.0%} of the first")
    print(f"print, one card changed  {changed:8.2f} s   {changed / first:.0%} of the first")


def measure_game(folder: Path) -> None:
    """A real game against the plain way."""
    command = ["print", GAME, "--out", "out"]
    first = statistics.median(
        timed([*command, "--out", f"out{index}"], folder / f"cache{index}") for index in range(3)
    )
    timed(command, folder / "cache")
    size = next(Path("out").glob(f"{GAME}*.pdf")).stat().st_size / 1e6
    memory = peak_memory(command, folder / "memory")
    check = statistics.median(timed(["check"], folder / f"cold{index}") for index in range(3))
    warm = timed(["check"], folder / "cold0")
    games = timed(["games"], folder / "cache")
    plain = plain_way(folder / "plain.pdf")
    print(f"{GAME}, 300 dpi, whole commands with start-up")
    print(f"plain way                {plain:8.2f} s")
    print(f"print, empty cache       {first:8.2f} s   {plain / first:.1f} times as fast")
    print(f"PDF                      {size:8.1f} MB   peak memory {memory:.0f} MB")
    print(f"check all, empty cache   {check:8.2f} s   nothing changed {warm:.2f} s")
    print(f"games                    {games:8.2f} s")


def main() -> None:
    with tempfile.TemporaryDirectory() as name:
        os.chdir(name)
        measure_game(Path(name))
        measure_changes(Path(name))


if __name__ == "__main__":
    main()
