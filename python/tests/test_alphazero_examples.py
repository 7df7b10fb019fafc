"""The examples with PyTorch and JAX for a few seconds, where those are installed."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

FOLDER = Path(__file__).parents[2] / "examples" / "python"

SHORT = ["--minutes", "0.03", "--games", "16", "--simulations", "4", "--width", "16", "--match", "2", "--opponents", "random"]


def run(*arguments: str) -> str:
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    command = [sys.executable, *arguments, *SHORT]
    done = subprocess.run(command, cwd=FOLDER, env=environment, capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.parametrize("game", ["tictactoe", "azul"])
def test_alphazero_in_torch(game: str) -> None:
    pytest.importorskip("torch", reason="torch is only an extra")
    told = run("alphazero_torch.py", game)
    assert "cycle   1" in told and "alphazero against random" in told


def test_alphazero_in_jax() -> None:
    pytest.importorskip("jax", reason="jax is only an extra")
    pytest.importorskip("optax", reason="optax is only an extra")
    told = run("alphazero_jax.py")
    assert "cycle   1" in told and "alphazero against random" in told
