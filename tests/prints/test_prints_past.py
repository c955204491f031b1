"""The past is read safely: nothing of a stranger's is run, and everything has its bounds."""

from __future__ import annotations

import json
import os
import subprocess
import zipfile
import zlib
from pathlib import Path

import pytest
from texts import text_of
from workshop import Command, Workshop

from generator.changes import earlier_state as unpacking
from generator.pdf.manifest import COPIES, MANIFEST_LIMIT, PIECES_LIMIT, read_manifest

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("cold_cache")]

HEAD = {"game": "pond", "lang": "en", "version": "1", "pieces": []}
PIECE = {"deck": "fish", "id": "pike", "front": "a", "back": None, "copies": 1}


def git(*words: str) -> None:
    names = ["-c", "user.name=Ada", "-c", "user.email=ada@example.org"]
    subprocess.run(["git", *names, *words], check=True, capture_output=True)


def test_a_filter_of_a_strange_repository_is_not_run(
    pond: Workshop, ecotable: Command, tmp_path: Path
) -> None:
    git("init", "-q")
    git("add", "cards_data", "templates")
    git("commit", "-q", "-m", "as it was")
    (tmp_path / ".gitattributes").write_text("* filter=trap\n", encoding="utf-8")
    git("add", ".gitattributes")
    git("commit", "-q", "-m", "a trap")
    git("config", "filter.trap.smudge", f"touch {tmp_path}/sprung; cat")
    git("config", "core.fsmonitor", f"touch {tmp_path}/sprung; true")
    pond.change("fish.csv", "Pike,Gädda", "Old pike,Gädda")
    answer = ecotable("changes", "pond", "--since", "HEAD")
    assert answer.code == 0, answer.err
    assert "~ fish/pike: name Pike → “Old pike”" in answer.out
    assert not (tmp_path / "sprung").exists()


def test_links_of_a_revision_lead_nowhere(
    pond: Workshop, ecotable: Command, tmp_path: Path
) -> None:
    git("init", "-q")
    (pond.data / "stats.yaml").symlink_to("/etc/hostname")
    git("add", "cards_data", "templates")
    git("commit", "-q", "-m", "with a link")
    (pond.data / "stats.yaml").unlink()
    answer = ecotable("changes", "pond", "--since", "HEAD")
    assert answer.code == 0, answer.err
    assert "nothing changed" in answer.out


def packed(path: Path, root: Path, **more: bytes) -> Path:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for file in sorted(root.rglob("*")):
            if file.is_file() and file.suffix != ".zip":
                archive.write(file, file.relative_to(root))
        for name, content in more.items():
            archive.writestr(name, content)
    return path


def test_a_zip_that_unpacks_to_too_much_is_a_problem(
    pond: Workshop, ecotable: Command, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    path = packed(tmp_path / "old.zip", tmp_path, filling=bytes(3_000_000))
    monkeypatch.setattr(unpacking, "BYTES_LIMIT", 2_000_000)
    answer = ecotable("changes", "pond", "--since", path)
    assert answer.code == 1
    assert "old.zip: the files are 3,0" in answer.err
    monkeypatch.setattr(unpacking, "FILES_LIMIT", 5)
    assert "entries; allowed: up to 5" in ecotable("changes", "pond", "--since", path).err


@pytest.mark.parametrize("name", ["../stolen.txt", "/stolen.txt", "a/../../stolen.txt", "..\\x"])
def test_nothing_of_a_zip_lands_outside(tmp_path: Path, name: str) -> None:
    into = tmp_path / "a" / "b"
    into.mkdir(parents=True)
    unpacking.write_below(into, name, b"stolen")
    assert [path for path in tmp_path.rglob("*") if path.is_file()] == []


@pytest.mark.parametrize("place", [0, 40, 60, -30, -10])
def test_a_damaged_zip_is_one_problem(
    pond: Workshop, ecotable: Command, tmp_path: Path, place: int
) -> None:
    path = packed(tmp_path / "old.zip", tmp_path)
    content = bytearray(path.read_bytes())
    content[place : place + 8 if place + 8 else None] = b"\xff" * 8
    path.write_bytes(content)
    answer = ecotable("changes", "pond", "--since", path)
    assert answer.code == 1
    assert len(answer.err.splitlines()) == 1
    assert text_of("archive.damaged") in answer.err


def test_a_manifest_has_its_bounds() -> None:
    def read(**more: object) -> object:
        return read_manifest(json.dumps({**HEAD, **more}))

    deep: object = 1
    for _ in range(40):
        deep = {"a": deep}
    assert read(pieces=[PIECE])
    assert read(pieces=[PIECE] * (PIECES_LIMIT + 1)) is None
    assert read(pieces=[{**PIECE, "copies": COPIES[-1] + 1}]) is None
    assert read(pieces=[{**PIECE, "copies": -1}]) is None
    assert read(pieces=[{**PIECE, "row": {"copies": -5}}]) is None
    assert read(sets=0) is None
    assert read(sets=10**9) is None
    assert read(scoring=deep) is None
    assert read_manifest(json.dumps(HEAD) + " " * MANIFEST_LIMIT) is None


def foreign(size: int, body: bytes = b"") -> bytes:
    head = b"%PDF-1.3\n1 0 obj\n<< /Type /Catalog >>\nendobj\n" + body
    table = f"xref\n0 1\n0000000000 65535 f \ntrailer\n<< /Size {size} /Root 1 0 R >>\n".encode()
    return head + table + f"startxref\n{len(head)}\n%%EOF\n".encode()


@pytest.mark.parametrize("body", [b"", b"% EcotableManifest\n"])
def test_a_foreign_pdf_that_claims_to_be_long_is_not_searched(
    pond: Workshop, ecotable: Command, tmp_path: Path, body: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    from pypdf import PdfReader

    requests: list[object] = []
    get = PdfReader.get_object
    monkeypatch.setattr(
        PdfReader, "get_object", lambda self, one: (requests.append(one), get(self, one))[1]
    )
    (tmp_path / "a.pdf").write_bytes(foreign(1_000_000, body))
    answer = ecotable("changes", "pond", "--since", tmp_path / "a.pdf")
    assert answer.code == 1
    assert text_of("print.no_manifest") in answer.err
    assert len(requests) < 100


@pytest.mark.parametrize("ref", ["a" * 300, "a" * 300 + ".json", "x\0y", "a" * 5000 + ".zip"])
def test_a_name_that_no_disk_holds_is_not_known(
    pond: Workshop, ecotable: Command, ref: str
) -> None:
    answer = ecotable("changes", "pond", "--since", ref)
    assert answer.code == 1
    assert (text_of("is.unknown") + "; allowed: " + "a manifest") in answer.err


def test_stats_since_the_last_print(pond: Workshop, ecotable: Command) -> None:
    assert ecotable("print", "pond", "--dpi", "72").code == 0
    pond.change("fish.csv", "3,4,reed|open", "3,9,reed|open")
    by_print = json.loads(ecotable("stats", "pond", "--since", "last", "--json").out)
    assert by_print["since"] == "last"
    assert all(chart["compared"] for chart in by_print["charts"])
    (cost,) = [chart for chart in by_print["charts"] if chart["id"] == "fish_cost"]
    assert "4" in json.dumps(cost["rows"])
    record = json.loads(
        ecotable("stats", "pond", "--since", pond.out / "pond-en-a4.pdf", "--json").out
    )
    assert record["charts"] == by_print["charts"]


def test_stats_without_a_print_says_how_to_get_one(pond: Workshop, ecotable: Command) -> None:
    answer = ecotable("stats", "pond", "--since", "last")
    assert answer.code == 1
    assert "no earlier print of pond in en" in answer.err


def test_any_altered_picture_is_noticed(pond: Workshop, ecotable: Command) -> None:
    assert ecotable("print", "pond", "--dpi", "72").code == 0
    pdf = pond.out / "pond-en-a4.pdf"
    assert ecotable("verify", pdf).code == 0
    content = bytearray(pdf.read_bytes())
    start = 0
    while (start := content.find(b"/Subtype /Image", start)) >= 0:
        begin = content.index(b"stream", start) + 8
        start = content.index(b"endstream", begin)
        garbled = zlib.compress(bytes(start), 1)[: start - begin - 1]
        altered = content[:begin] + garbled.ljust(start - begin, b"\0") + content[start:]
        pdf.write_bytes(altered)
        answer = ecotable("verify", pdf)
        assert answer.code == 1
        assert text_of("print.altered") in answer.err
    pdf.write_bytes(content)
    assert ecotable("verify", pdf).code == 0


def test_pdf_and_manifest_appear_together_or_not_at_all(
    pond: Workshop, ecotable: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert ecotable("print", "pond", "--dpi", "72").code == 0
    before = {path.name: path.read_bytes() for path in pond.out.iterdir()}
    pond.change("fish.csv", "Pike,Gädda", "Old pike,Gädda")
    write = Path.write_bytes

    def full(path: Path, content: bytes) -> int:
        if ".json." in path.name:
            raise OSError(28, "No space left on device")
        return write(path, content)

    monkeypatch.setattr(Path, "write_bytes", full)
    answer = ecotable("print", "pond", "--dpi", "72")
    assert answer.code == 1
    assert text_of("file.cannot_be_written", reason="No space left on device") in answer.err
    assert {path.name: path.read_bytes() for path in pond.out.iterdir()} == before


def test_a_folder_in_the_manifests_place_leaves_the_pdf_as_it_was(
    pond: Workshop, ecotable: Command
) -> None:
    (pond.out / "pond-en-a4.json").mkdir(parents=True)
    assert ecotable("print", "pond", "--dpi", "72").code == 1
    assert [path.name for path in pond.out.iterdir()] == ["pond-en-a4.json"]


def test_what_killed_runs_left_is_swept_by_any_later_one(pond: Workshop, ecotable: Command) -> None:
    pond.out.mkdir()
    names = [".pond-en-a4-x9.pdf.0a1b2c3d.part", ".pond-sv-a4.json.ffffffff.part"]
    leftovers = [".pond-en-a4-x8.pdf.0a1b2c3d.part", ".film.part", "notes.part"]
    for name in (*names, *leftovers):
        (pond.out / name).write_bytes(b"half")
        if name != leftovers[0]:
            os.utime(pond.out / name, (10**9, 10**9))
    assert ecotable("print", "pond", "--dpi", "72").code == 0
    left = {path.name for path in pond.out.iterdir() if path.name.endswith(".part")}
    assert left == set(leftovers)
