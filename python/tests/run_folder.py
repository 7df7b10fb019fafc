"""A run folder for tests, as `docs/learning.md` describes it."""

from __future__ import annotations

import json
from pathlib import Path

from conftest import play_out

import damero


def write(folder: Path) -> None:
    """The folder of a process that was killed in the middle of a line."""
    folder.mkdir()
    for name in ("checkpoints", "games", "plots", "tb"):
        (folder / name).mkdir()
    meta = {
        "format": 1, "program": "0.2.0", "game": "quarto", "rules": "standard", "rules_version": 1, "algo": "dqn",
        "seed": 1, "threads": 2, "cores": 2, "created": 1.0,
    }  # fmt: skip
    (folder / "meta.json").write_text(json.dumps(meta))
    (folder / "config.toml").write_text('game = "quarto"\n[run]\nepochs = 3\n[dqn]\ngamma = 0.99\nlist = ["1-: 2"]\n')
    lines = [{"epoch": n, "step": 6 * n, "time": 0.5 * n, "loss/mean": 1 / n, "loss/std": 0.1 / n} for n in (1, 2, 3)]
    lines[1]["win_rate/greedy"] = 0.25
    text = "".join(json.dumps(line) + "\n" for line in lines)
    (folder / "metrics.jsonl").write_text(text + '{"epoch":4,"st')
    bins = {"low": -1.1, "high": 1.1, "counts": [1, 2, 1]}
    (folder / "histograms.jsonl").write_text(json.dumps({"epoch": 1, "step": 6, "time": 0.5, "q/place/win": bins}) + "\n")
    empty = [[-1] * 4 for _ in range(4)]
    pair = {"title": "3|a1|0 | R=0", "before": empty, "after": [[3, -1, -1, -1], *empty[1:]]}
    (folder / "boards.jsonl").write_text(json.dumps({"epoch": 1, "step": 6, "time": 0.5, "boards": [pair]}) + "\n")
    record = play_out(damero.Game("quarto").start(), seed=1).record()
    (folder / "games" / "epoch-000001-1-greedy.txt").write_text(record)
