"""The notebook of the seed's four plots, its cells run one after the other on a run folder."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from run_folder import write

NOTEBOOK = Path(__file__).parents[2] / "examples" / "python" / "seed_plots.ipynb"

# Saves what would be shown.
SAVE = """
import matplotlib.pyplot as shown
count = 0
def save():
    global count
    count += 1
    shown.savefig(f"{count}.png")
    shown.close()
shown.show = save
"""


def test_the_notebook_draws_the_four_plots(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib", reason="matplotlib is not installed")
    write(tmp_path / "run")
    notebook = json.loads(NOTEBOOK.read_text("utf-8"))
    cells = ["".join(cell["source"]) for cell in notebook["cells"] if cell["cell_type"] == "code"]
    assert len(cells) == 5 and not any(cell.get("outputs") for cell in notebook["cells"])
    path = os.pathsep.join(entry for entry in sys.path if entry)
    done = subprocess.run(
        [sys.executable, "-c", "\n".join([SAVE, *cells])],
        cwd=tmp_path,
        env=os.environ | {"PYTHONPATH": path, "DAMERO_RUN": str(tmp_path / "run"), "MPLBACKEND": "Agg"},
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    pictures = sorted(tmp_path.glob("*.png"))
    assert [picture.name for picture in pictures] == ["1.png", "2.png", "3.png", "4.png"]
    assert all(picture.stat().st_size > 2_000 for picture in pictures)
