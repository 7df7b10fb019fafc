"""Run folders as plain data."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from conftest import play_out

import damero
import damero.runs


def write(folder: Path) -> None:
    """A folder as `docs/learning.md` describes it, of a process that was killed in the middle of a line."""
    folder.mkdir()
    for name in ("checkpoints", "games", "plots", "tb"):
        (folder / name).mkdir()
    meta = {
        "format": 1, "program": "0.2.0", "game": "quarto", "rules": "standard", "rules_version": 1, "algo": "dqn",
        "seed": 1, "threads": 2, "cores": 2, "created": 1.0,
    }  # fmt: skip
    (folder / "meta.json").write_text(json.dumps(meta))
    (folder / "config.toml").write_text('game = "quarto"\n[run]\nepochs = 3\n[dqn]\ngamma = 0.99\nlist = ["1-: 2"]\n')
    lines = [{"epoch": n, "step": 6 * n, "time": 0.5 * n, "loss/mean": 1 / n} for n in (1, 2, 3)]
    lines[1]["win_rate/greedy"] = 0.25
    text = "".join(json.dumps(line) + "\n" for line in lines)
    (folder / "metrics.jsonl").write_text(text + '{"epoch":4,"st')
    bins = {"low": -1.1, "high": 1.1, "counts": [1, 2, 1]}
    (folder / "histograms.jsonl").write_text(json.dumps({"epoch": 1, "step": 6, "time": 0.5, "q/place/win": bins}) + "\n")
    record = play_out(damero.Game("quarto").start(), seed=1).record()
    (folder / "games" / "epoch-000001-1-greedy.txt").write_text(record)


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
    with pytest.raises(KeyError, match="loss/mean, win_rate/greedy"):
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
