"""What tree search costs beside the network: `python -m damero.bench_tree`.

The network is one without an opinion, whose answers are made once, so what is measured is everything else: trees, rules,
observations, masks, answers and the way through Python. Microseconds are those of one core for one leaf.
"""

from __future__ import annotations

import argparse
import json
import time
from typing import Any

import numpy as np

import damero


def measure(game: str, games: int, simulations: int, root: str, threads: int, seconds: float) -> dict[str, Any]:
    """Self-play with answers that cost nothing."""
    play = damero.SelfPlay(game, games, simulations, root=root, threads=threads, seed=1)  # type: ignore[arg-type]
    actions = damero.Game(game).num_actions
    rng = np.random.default_rng(1)
    policy = rng.standard_normal((games, actions), np.float32)
    value = rng.uniform(-0.5, 0.5, games).astype(np.float32)
    leaves = rounds = 0
    samples = 0
    begin, own = time.perf_counter(), time.process_time()
    while time.perf_counter() - begin < seconds:
        observations, _ = play.gather()
        count = len(observations)
        play.apply(policy[:count], value[:count])
        leaves += count
        rounds += 1
        if play.finished >= 64:
            samples += len(play.take())
    wall, own = time.perf_counter() - begin, time.process_time() - own
    return {
        "game": game,
        "games": games,
        "simulations": simulations,
        "root": root,
        "threads": threads,
        "leaves": leaves,
        "leaves_per_second": leaves / wall,
        "us_per_leaf_and_core": 1e6 * own / max(leaves, 1),
        "samples": samples,
    }


def main(arguments: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="python -m damero.bench_tree", description=__doc__)
    parser.add_argument("--games", nargs="*", default=damero.games(), help="which games")
    parser.add_argument("--batch", type=int, default=512, help="games side by side")
    parser.add_argument("--simulations", type=int, default=64)
    parser.add_argument("--root", choices=["gumbel", "puct"], default="gumbel")
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=3.0, help="for each game")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args(arguments)
    if not options.json:
        print(f"{'game':10} {'leaves/s':>12} {'us a leaf and core':>20}")
    for game in options.games:
        found = measure(
            game, options.batch, options.simulations, options.root, options.threads, options.seconds
        )
        if options.json:
            print(json.dumps(found))
        else:
            print(f"{game:10} {found['leaves_per_second']:12,.0f} {found['us_per_leaf_and_core']:20.2f}")


if __name__ == "__main__":
    main()
