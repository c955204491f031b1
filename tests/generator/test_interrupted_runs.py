"""Whatever goes wrong in the middle: the old PDF stays untouched and no half file remains."""

from __future__ import annotations

import errno
import os
import random
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psutil
import pytest
from PIL import Image
from pond import FISH
from texts import fault, text_of
from workshop import Command, Workshop, started, until

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("cold_cache")]

OLD = b"%PDF-1.4 the old one"


def keep_old(folder: Path) -> Path:
    folder.mkdir(exist_ok=True)
    pdf = folder / "pond-en-a4.pdf"
    pdf.write_bytes(OLD)
    return pdf


def noise(path: Path) -> None:
    """A picture that no packing makes small."""
    data = random.Random(7).randbytes(300 * 200 * 3)
    Image.frombytes("RGB", (300, 200), data).save(path)


@pytest.fixture
def full_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder on a disk of 64 kB; where none can be made, one whose files cannot be finished."""
    folder = tmp_path / "small disk"
    folder.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", str(folder)]
    try:
        mounted = subprocess.run(mount, capture_output=True, check=False).returncode == 0
    except FileNotFoundError:
        mounted = False
    if not mounted:
        monkeypatch.setattr(Path, "replace", no_space)
    yield folder
    if mounted:
        subprocess.run(["umount", str(folder)], check=True)


def no_space(self: Path, target: Path) -> Path:
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(target))


def test_a_full_disk_leaves_the_old_pdf_and_no_part_of_the_new(
    pond: Workshop, ecotable: Command, full_disk: Path
) -> None:
    pdf = keep_old(full_disk)
    (pond.data / "art").mkdir()
    noise(pond.data / "art" / "pike.png")
    answer = ecotable("print", "pond", "--dpi", 300, "--jobs", 1, "--out", full_disk)
    assert answer.code == 1
    assert (
        fault("pond-en-a4.pdf", text_of("file.cannot_be_written", reason="No space left on device"))
        in answer.err
    )
    assert text_of("folder.other") in answer.err
    assert "Traceback" not in answer.err
    assert [path.name for path in full_disk.iterdir()] == ["pond-en-a4.pdf"]
    assert pdf.read_bytes() == OLD


def test_a_folder_that_cannot_be_made_is_a_clear_message(pond: Workshop, ecotable: Command) -> None:
    (pond.root / "note.txt").write_text("a file, no folder", encoding="utf-8")
    answer = ecotable("print", "pond", "--dpi", 72, "--jobs", 1, "--out", "note.txt/sheets")
    assert answer.code == 1
    assert text_of("file.cannot_be_written", reason="Not a directory") in answer.err
    assert "Traceback" not in answer.err


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("fish.csv", b'id,copies\npike,"1\n'),
        ("fish.csv", FISH.replace("id,copies,name,", "id,copies,title,").encode()),
        ("fish.csv", FISH.replace("Rest.", "x" * 3_000_000).encode()),
        ("fish.csv", FISH.replace("Rest.", "Rest and rest again. " * 90).encode()),
        ("fish.csv", FISH.replace("{sun}", "{snu}").encode()),
        ("game.yaml", b"title: [\n"),
        ("art/pike.png", b"no picture"),
    ],
)
def test_bad_data_leaves_the_old_pdf(
    pond: Workshop, ecotable: Command, name: str, content: bytes
) -> None:
    pdf = keep_old(pond.out)
    pond.write(name, content)
    answer = ecotable("print", "pond", "--dpi", 72, "--jobs", 1)
    assert answer.code == 1
    assert Path(name).name in answer.err
    assert "Traceback" not in answer.err
    assert max(len(line) for line in answer.err.splitlines()) < 500
    assert [path.name for path in pond.out.iterdir()] == ["pond-en-a4.pdf"]
    assert pdf.read_bytes() == OLD


def test_a_template_with_a_typo_leaves_the_old_pdf(pond: Workshop, ecotable: Command) -> None:
    pdf = keep_old(pond.out)
    pond.template("fish.svg.j2", "{{ line(piece.nmae, 3, 9) }}")
    answer = ecotable("print", "pond", "--dpi", 72, "--jobs", 1)
    assert answer.code == 1
    assert (
        text_of("problem.faces", line="templates/pond/fish.svg.j2:1", face="pike, front, en", n=2)
        in answer.err
    )
    assert pdf.read_bytes() == OLD


@pytest.fixture
def long_print(pond: Workshop) -> Workshop:
    """A print that takes a while, over an old one."""
    head, pike, *_ = FISH.splitlines()
    rows = [pike.replace("pike,1,Pike", f"pike_{n},1,Pike {n}") for n in range(60)]
    pond.write("fish.csv", "\n".join([head, *rows]) + "\n")
    pond.change("game.yaml", "pieces: 5", "pieces: 60")
    pond.template("fish.svg.j2", "{{ line(piece.name, 3, 9) }}{{ art(3, 14, 50, 50, 'pike') }}")
    keep_old(pond.out)
    return pond


@pytest.fixture
def stuck_print(pond: Workshop) -> Workshop:
    """A print of a template that never ends, over an old one."""
    endless = "".join(f"{{% for {name} in range(900) %}}" for name in "abcd") + "{% endfor %}" * 4
    pond.template("fish.svg.j2", endless)
    keep_old(pond.out)
    return pond


def a_face_is_kept() -> bool:
    cache = Path(os.environ["ECOTABLE_CACHE"])
    return any(path.stat().st_size > 20_000 for path in cache.glob("faces/*/*") if path.is_file())


def workers_of(run: subprocess.Popen[str]) -> list[psutil.Process]:
    return psutil.Process(run.pid).children(recursive=True)


def workers_are_busy(run: subprocess.Popen[str]) -> bool:
    """Whether somebody has computed for longer than loading takes on any machine."""
    return any(sum(one.cpu_times()[:2]) > 2 for one in workers_of(run))


@contextmanager
def running(pond: Workshop, dpi: int) -> Iterator[subprocess.Popen[str]]:
    run = started(pond.root, "print", "pond", "--dpi", dpi, "--jobs", 2)
    try:
        yield run
    finally:
        run.kill()
        run.communicate()


def gone(workers: list[psutil.Process]) -> bool:
    """Whether all of them are; how long that may take is generous."""
    _, left = psutil.wait_procs(workers, timeout=60)
    return not left


@pytest.mark.parametrize("request_to_end", [signal.SIGINT, signal.SIGTERM])
@pytest.mark.parametrize("work", ["long", "stuck"])
def test_a_request_to_end_leaves_the_old_pdf_no_part_and_no_process(
    request: pytest.FixtureRequest, request_to_end: signal.Signals, work: str
) -> None:
    pond: Workshop = request.getfixturevalue(f"{work}_print")
    with running(pond, dpi=1200 if work == "long" else 72) as run:
        until(a_face_is_kept if work == "long" else lambda: workers_are_busy(run), "it never began")
        workers = workers_of(run)
        assert workers
        run.send_signal(request_to_end)
        _, errors = run.communicate(timeout=60)
        assert run.returncode not in (0, None)
        assert "Traceback" not in errors
        assert [path.name for path in pond.out.iterdir()] == ["pond-en-a4.pdf"]
        assert (pond.out / "pond-en-a4.pdf").read_bytes() == OLD
        assert gone(workers)


def test_a_run_that_is_killed_leaves_no_worker_behind(stuck_print: Workshop) -> None:
    """Nothing shuts the workers down: they end because their pipes are closed."""
    with running(stuck_print, dpi=72) as run:
        until(lambda: workers_are_busy(run), "it never began")
        workers = workers_of(run)
        run.kill()
        run.communicate(timeout=60)
        assert gone(workers)
    assert [path.name for path in stuck_print.out.iterdir()] == ["pond-en-a4.pdf"]


def test_idle_workers_end_with_the_process_that_started_them(tmp_path: Path) -> None:
    code = (
        "from generator.workers import WorkerPool\n"
        "pool = WorkerPool(2)\n"
        "pool.warm_up(2, 'generator.compose.composed_game:warm_up')\n"
        "import time; time.sleep(600)\n"
    )
    with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True) as run:
        until(lambda: len(workers_of(run)) == 2, "nobody came")
        workers = workers_of(run)
        run.kill()
        assert gone(workers)


def test_bytes_that_changed_where_size_and_time_did_not_are_printed_again(
    pond: Workshop, ecotable: Command
) -> None:
    """A bit that flipped on the disk: verify says to print again, so printing does."""
    words = ("print", "pond", "--dpi", 72, "--jobs", 1)
    assert ecotable(*words).code == 0
    pdf = pond.root / "output" / "pond-en-a4.pdf"
    whole, stat = pdf.read_bytes(), pdf.stat()
    with pdf.open("r+b") as file:
        file.seek(len(whole) // 2)
        file.write(bytes([whole[len(whole) // 2] ^ 1]))
    os.utime(pdf, ns=(stat.st_atime_ns, stat.st_mtime_ns))
    assert ecotable(*words).code == 0
    assert pdf.read_bytes() == whole
