"""The examples of environments run with small budgets. Those that need PyTorch run where it is installed."""

from __future__ import annotations

import importlib.util
import os
import subprocess
import sys
from pathlib import Path

import pytest

FOLDER = Path(__file__).parents[2] / "examples" / "python"

EXAMPLES = [
    ("seed_loop.py", ["--games", "3"], [], "mean return of the first player"),
    ("random_against_easy.py", ["--games", "2"], [], "tictactoe: "),
    (
        "dqn_reversi.py",
        ["--total-timesteps", "1024", "--learning-starts", "256", "--eval-games", "8"],
        ["torch"],
        "of the points against random",
    ),
    ("ppo_checkers.py", ["--steps", "2048", "--games", "2"], ["torch", "sb3_contrib"], "of the points before"),
]


@pytest.mark.parametrize(("name", "options", "needs", "says"), EXAMPLES, ids=[name for name, *_ in EXAMPLES])
def test_it_runs(name: str, options: list[str], needs: list[str], says: str) -> None:
    source = FOLDER / name
    compile(source.read_text(encoding="utf-8"), name, "exec")
    missing = [package for package in needs if importlib.util.find_spec(package) is None]
    if missing:
        pytest.skip(f"{' and '.join(missing)} are not installed")
    path = os.pathsep.join(entry for entry in sys.path if entry)
    run = subprocess.run(
        [sys.executable, str(source), *options],
        capture_output=True,
        text=True,
        timeout=300,
        env=os.environ | {"PYTHONPATH": path},
    )
    assert run.returncode == 0, run.stderr
    assert says in run.stdout
