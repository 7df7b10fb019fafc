"""How fast environments step: ``python -m damero.bench``.

Every line is one core, random legal moves, observations and legal masks written. OpenSpiel (`pyspiel`) and Pgx are measured
in the same run where they are installed, with the same outputs: the observation and the mask of every position.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from typing import Any

import numpy as np

import damero

# The games of others that have the same rules or nearly so.
OPEN_SPIEL = {"checkers": "checkers", "reversi": "othello", "tictactoe": "tic_tac_toe"}
PGX: dict[str, Any] = {"reversi": "othello", "tictactoe": "tic_tac_toe"}


def rate(step: Callable[[], int], seconds: float) -> float:
    """Steps a second: ``step`` is called until the time is over and says how many steps it took."""
    for _ in range(3):
        step()
    steps, start = 0, time.perf_counter()
    while (elapsed := time.perf_counter() - start) < seconds:
        steps += step()
    return steps / elapsed


def vector(game: str, num_envs: int, threads: int, mask: str, seconds: float) -> float:
    """Many games of Damero, actions drawn beforehand so that only the steps are counted."""
    env = damero.VectorEnv(game, num_envs, threads=threads, mask=mask, autoreset_mode="SameStep")
    env.reset(seed=1)
    spent, steps = 0.0, 0
    for _ in range(50):
        env.step(env.sample_actions())
    while spent < seconds:
        actions = env.sample_actions()
        start = time.perf_counter()
        env.step(actions)
        spent += time.perf_counter() - start
        steps += num_envs
    return steps / spent


def pettingzoo(game: str, seconds: float) -> float:
    """One game of the raw PettingZoo environment."""
    import damero.pettingzoo

    env = getattr(damero.pettingzoo, f"{game}_v0").raw_env()
    env.reset(seed=1)
    rng = np.random.default_rng(1)

    def step() -> int:
        for _ in range(100):
            if env.terminations["player_0"] or env.truncations["player_0"]:
                env.reset()
            seen = env.observe(env.agent_selection)
            # As truth values numpy finds them several times faster.
            legal = np.flatnonzero(seen["action_mask"].view(np.bool_))
            env.step(legal[int(rng.random() * len(legal))])
        return 100

    return rate(step, seconds)


def open_spiel(game: str, seconds: float) -> float | None:
    """One game of OpenSpiel."""
    try:
        import pyspiel
    except ImportError:
        return None
    loaded = pyspiel.load_game(OPEN_SPIEL[game])
    rng = np.random.default_rng(1)
    state = loaded.new_initial_state()

    def step() -> int:
        nonlocal state
        for _ in range(100):
            if state.is_terminal():
                state = loaded.new_initial_state()
            np.asarray(state.observation_tensor(), np.float32)
            np.asarray(state.legal_actions_mask(), np.int8)
            legal = state.legal_actions()
            state.apply_action(legal[int(rng.random() * len(legal))])
        return 100

    return rate(step, seconds)


def pgx(game: str, num_envs: int, seconds: float) -> float | None:
    """Many games of Pgx on this processor."""
    try:
        import jax
        import pgx as library
    except ImportError:
        return None
    env = library.make(PGX[game])
    advance = jax.jit(jax.vmap(env.step))
    state = jax.jit(jax.vmap(env.init))(jax.random.split(jax.random.PRNGKey(1), num_envs))

    def legal(state: Any, key: Any) -> Any:
        return jax.random.categorical(key, jax.numpy.where(state.legal_action_mask, 0.0, -1e9), axis=1)

    choose = jax.jit(legal)
    key = jax.random.PRNGKey(2)
    spent, steps = 0.0, 0
    while spent < seconds:
        key, part = jax.random.split(key)
        actions = jax.block_until_ready(choose(state, part))
        start = time.perf_counter()
        state = jax.block_until_ready(advance(state, actions))
        # The first call compiles.
        if steps or spent:
            spent += time.perf_counter() - start
            steps += num_envs
        else:
            spent = 1e-9
    return steps / spent


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m damero.bench", description="How fast environments step.")
    parser.add_argument("games", nargs="*", default=damero.games(), help="all games unless some are named")
    parser.add_argument("--num-envs", type=int, default=1024, help="games at once")
    parser.add_argument("--threads", type=int, default=2, help="threads of the last column")
    parser.add_argument("--seconds", type=float, default=2.0, help="how long each is measured")
    options = parser.parse_args()
    heads = ["game", "bytes", "bits", f"bits, {options.threads} threads", "PettingZoo", "OpenSpiel", "Pgx"]
    print(f"steps a second in millions; {options.num_envs} games, masks as bytes and as bits")
    print(" | ".join(f"{head:>15}" for head in heads))
    for game in options.games:
        figures = [
            vector(game, options.num_envs, 1, "bytes", options.seconds),
            vector(game, options.num_envs, 1, "bits", options.seconds),
            vector(game, options.num_envs, options.threads, "bits", options.seconds),
            pettingzoo(game, options.seconds),
            open_spiel(game, options.seconds) if game in OPEN_SPIEL else None,
            pgx(game, options.num_envs, options.seconds) if game in PGX else None,
        ]
        cells = [f"{game:>15}"] + [f"{'-' if figure is None else f'{figure / 1e6:.3f}':>15}" for figure in figures]
        print(" | ".join(cells), flush=True)


if __name__ == "__main__":
    main()
