"""Whatever goes wrong in the middle: the old PDF stays untouched and no half file remains."""

from __future__ import annotations

import errno
import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from PIL import Image
from workshop import FISH, Command, Workshop

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
    assert "pond-en-a4.pdf: cannot be written: No space left on device" in answer.err
    assert "choose another folder with --out" in answer.err
    assert "Traceback" not in answer.err
    assert [path.name for path in full_disk.iterdir()] == ["pond-en-a4.pdf"]
    assert pdf.read_bytes() == OLD


def test_a_folder_that_cannot_be_made_is_a_clear_message(pond: Workshop, ecotable: Command) -> None:
    (pond.root / "note.txt").write_text("a file, no folder", encoding="utf-8")
    answer = ecotable("print", "pond", "--dpi", 72, "--jobs", 1, "--out", "note.txt/sheets")
    assert answer.code == 1
    assert "cannot be written: Not a directory" in answer.err
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
    assert "templates/pond/fish.svg.j2:1 (pike, front, en)" in answer.err
    assert pdf.read_bytes() == OLD


@pytest.fixture
def long_run(pond: Workshop) -> subprocess.Popen[str]:
    """A print that takes a while, in a process group of its own."""
    head, pike, *_ = FISH.splitlines()
    rows = [pike.replace("pike,1,Pike", f"pike_{n},1,Pike {n}") for n in range(60)]
    pond.write("fish.csv", "\n".join([head, *rows]) + "\n")
    pond.change("game.yaml", "pieces: 5", "pieces: 60")
    pond.template("fish.svg.j2", "{{ line(piece.name, 3, 9) }}{{ art(3, 14, 50, 50, 'pike') }}")
    keep_old(pond.out)
    call = "from generator.cli import main; main()"
    return subprocess.Popen(
        [sys.executable, "-c", call, "print", "pond", "--dpi", "1200", "--jobs", "2"],
        cwd=pond.root,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )


def wait_until_it_draws() -> None:
    """Until the first face has been drawn and kept."""
    cache = Path(os.environ["ECOTABLE_CACHE"])
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        if any(path.stat().st_size > 20_000 for path in cache.glob("*/*/*") if path.is_file()):
            return
        time.sleep(0.05)
    raise AssertionError("the run did not begin to draw")


def group_is_gone(group: int) -> bool:
    deadline = time.monotonic() + 10
    while time.monotonic() < deadline:
        try:
            os.killpg(group, 0)
        except ProcessLookupError:
            return True
        time.sleep(0.05)
    return False


def test_ctrl_c_leaves_the_old_pdf_no_part_and_no_process(
    pond: Workshop, long_run: subprocess.Popen[str]
) -> None:
    try:
        wait_until_it_draws()
        os.killpg(long_run.pid, signal.SIGINT)
        _, errors = long_run.communicate(timeout=30)
        assert long_run.returncode not in (0, None)
        assert "Traceback" not in errors
        assert [path.name for path in pond.out.iterdir()] == ["pond-en-a4.pdf"]
        assert (pond.out / "pond-en-a4.pdf").read_bytes() == OLD
        assert group_is_gone(long_run.pid)
    finally:
        if long_run.poll() is None:
            os.killpg(long_run.pid, signal.SIGKILL)
            long_run.communicate()
