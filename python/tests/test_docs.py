"""The code in the documents runs: every block of a chapter, one after the other, as a reader would."""

from __future__ import annotations

import contextlib
import importlib.util
import io
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]

CHAPTERS = ["README.md", "README.es.md", "docs/python.md", "docs/python-tree.md", "python/README.md"]

# Blocks that need more than the tests have are left out where it is missing.
EXTRAS = ["torch", "onnx"]


@pytest.mark.parametrize("chapter", CHAPTERS)
def test_the_code_of_a_chapter_runs(chapter: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    text = (ROOT / chapter).read_text("utf-8")
    blocks = [(found.start(), found[1]) for found in re.finditer(r"^```python\n(.*?)^```", text, re.MULTILINE | re.DOTALL)]
    assert blocks
    names: dict[str, object] = {}
    for start, block in blocks:
        wanted = [extra for extra in EXTRAS if f"damero.{extra}" in block]
        if any(importlib.util.find_spec(extra) is None for extra in wanted):
            continue
        # Empty lines before the block: errors then name the line of the document.
        code = compile("\n" * (text[:start].count("\n") + 1) + block, str(ROOT / chapter), "exec")
        with contextlib.redirect_stdout(io.StringIO()):
            exec(code, names)
