"""Run folders as plain data."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from run_folder import write

import damero
import damero.runs


def test_everything_in_a_folder_is_plain_data(tmp_path: Path) -> None:
    write(tmp_path / "quarto-dqn-1")
    run = damero.runs.load(tmp_path / "quarto-dqn-1")
    assert run.meta["algo"] == "dqn" and run.config["dqn"]["gamma"] == 0.99
    assert run.config["dqn"]["list"] == ["1-: 2"]
    assert [line["epoch"] for line in run.metrics] == [1, 2, 3]
    assert run.status is None and not run.is_running and run.checkpoints == []
    epochs, losses = run.series("loss/mean")
    assert epochs.tolist() == [1, 2, 3] and losses[1] == 0.5
    assert run.series("win_rate/greedy", over="time")[0].tolist() == [1.0]
    with pytest.raises(KeyError, match="loss/mean, loss/std, win_rate/greedy"):
        run.series("loss")
    epochs, edges, shares = run.heatmap("q/place/win")
    assert shares.tolist() == [[0.25, 0.5, 0.25]] and len(edges) == 4 and np.isclose(edges[0], -1.1)
    [(name, state)] = run.games()
    assert name == "epoch-000001-1-greedy" and state.is_over
    assert damero.runs.runs(tmp_path) == [tmp_path / "quarto-dqn-1"]
    assert damero.runs.runs(tmp_path / "none") == []


def test_what_is_no_run_is_refused(tmp_path: Path) -> None:
    with pytest.raises(damero.InputError, match="meta.json"):
        damero.runs.load(tmp_path)
    write(tmp_path / "run")
    (tmp_path / "run" / "config.toml").write_text("game = ")
    with pytest.raises(damero.InputError, match="config.toml"):
        damero.runs.load(tmp_path / "run")
