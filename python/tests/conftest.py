"""What tests share: all games, and random games whose seed is named."""

from __future__ import annotations

import random
import signal
from collections.abc import Iterator

import pytest

import damero


@pytest.fixture(params=damero.games())
def game(request: pytest.FixtureRequest) -> damero.Game:
    return damero.Game(request.param)


@pytest.fixture(autouse=True, scope="session")
def _ctrl_c() -> Iterator[None]:
    """Programs that are started in the background ignore Ctrl-C; the tests of it need Python's own answer."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


def settle(state: damero.State) -> damero.State:
    """Resolves chance until a player is to move or the game is over."""
    while state.is_chance:
        state.resolve_chance()
    return state


def play_out(state: damero.State, seed: int, plies: int = 10_000) -> damero.State:
    """Plays so many random moves, or until the game is over."""
    rng = random.Random(seed)
    for _ in range(plies):
        if settle(state).is_over:
            break
        state.play(rng.choice(state.legal_actions()))
    return settle(state)
