"""The folders of trainings as plain data, ready for pandas: `pandas.DataFrame(run.metrics)`."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from damero import _core

__all__ = ["Checkpoint", "Run", "load", "runs"]

Line = dict[str, Any]
"""A line of a log: `epoch`, `step`, `time`, and values by name."""


@dataclass(frozen=True)
class Checkpoint:
    """A checkpoint of a run."""

    step: int
    epoch: int
    score: float | None
    """The headline of the last evaluation."""
    best: bool
    """Whether no other one has a better score."""
    path: Path
    """Its folder."""

    @property
    def weights(self) -> Path:
        """The file of the newest network: `damero.Network.load` reads it."""
        return self.path / "weights.safetensors"


@dataclass(frozen=True)
class Run:
    """Everything in the folder of a training."""

    path: Path
    meta: dict[str, Any]
    """What the run is: game, rules, method, seed."""
    config: dict[str, Any]
    """The complete configuration."""
    status: dict[str, Any] | None
    """How it ended; `None` while it runs and after a kill."""
    is_running: bool
    metrics: list[Line]
    """Scalars, one line an epoch."""
    histograms: list[Line]
    """Histograms, one line an epoch: each has `low`, `high` and `counts`."""
    notes: list[Line]
    boards: list[Line]
    checkpoints: list[Checkpoint]

    def series(self, name: str, over: str = "epoch") -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """One metric as two arrays: where it was measured, and what."""
        lines = [line for line in self.metrics if name in line]
        if not lines:
            known = sorted({key for line in self.metrics for key in line} - {"epoch", "step", "time", "cpu"})
            raise KeyError(f"no metric is called {name!r}; there are {', '.join(known)}")
        return np.array([line[over] for line in lines], float), np.array([line[name] for line in lines], float)

    def heatmap(self, name: str) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64]]:
        """The histograms of one name as a picture: epochs, edges of the bins, and shares (epochs x bins)."""
        lines = [line for line in self.histograms if name in line]
        if not lines:
            known = sorted({key for line in self.histograms for key in line} - {"epoch", "step", "time", "cpu"})
            raise KeyError(f"no histogram is called {name!r}; there are {', '.join(known)}")
        first = lines[0][name]
        edges = np.linspace(first["low"], first["high"], len(first["counts"]) + 1)
        counts = np.array([line[name]["counts"] for line in lines], float)
        shares = counts / np.maximum(counts.sum(axis=1, keepdims=True), 1)
        return np.array([line["epoch"] for line in lines], float), edges, shares

    def games(self) -> Iterator[tuple[str, _core.State]]:
        """The sample games: the name of the file, and the state at the end of the game."""
        game = _core.Game(self.meta["game"], self.meta["rules"])
        for file in sorted((self.path / "games").glob("*.txt")):
            yield file.stem, game.read_record(file.read_text("utf-8"))


def load(path: str | os.PathLike[str]) -> Run:
    """Reads the folder of a training, which may be running.

    Raises:
        InputError: if it is no such folder, or damaged.
    """
    found = _core.read_run(os.fspath(path))
    checkpoints = [Checkpoint(**{**one, "path": Path(one["path"])}) for one in found.pop("checkpoints")]
    return Run(path=Path(path), checkpoints=checkpoints, **found)


def runs(folder: str | os.PathLike[str] = "runs") -> list[Path]:
    """The folders of trainings below a folder."""
    root = Path(folder)
    return sorted(path.parent for path in root.glob("*/meta.json")) if root.is_dir() else []
