"""The loop of the checkers seed in forty lines: actions are the legal moves of the moment, as dictionaries.

A random policy plays both sides with the rewards of the seed. Takes less than a second for 20 games; prints the mean return of
the first player, which is near zero.

    python examples/python/seed_loop.py --games 20
"""

from __future__ import annotations

import argparse
import random

import damero


def play(game: damero.Game, rewards: damero.Rewards, rng: random.Random) -> tuple[float, int]:
    """One game; returns what the first player was paid, and the number of moves."""
    state, total, moves = game.start(), 0.0, 0
    while not state.is_over:
        legal = state.legal_moves()
        move = rng.choice(legal)
        action = move.to_dict()
        assert set(action) == {"from", "to", "captures", "promotion", "sequence_length", "path"}
        total += rewards.play(state, move.index)[0]
        moves += 1
    return total, moves


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--games", type=int, default=20)
    options = parser.parse_args()
    game, rng = damero.Game("checkers", "seed"), random.Random(1)
    rewards = damero.Rewards(game, rewards="seed")
    results = [play(game, rewards, rng) for _ in range(options.games)]
    mean = sum(total for total, _ in results) / len(results)
    length = sum(moves for _, moves in results) / len(results)
    print(f"{len(results)} games of {length:.0f} moves, mean return of the first player {mean:+.3f}")


if __name__ == "__main__":
    main()
