"""Long work in Rust: other threads go on, and Ctrl-C is obeyed at once."""

from __future__ import annotations

import signal
import threading
import time
from collections.abc import Callable

import numpy as np
import pytest

import damero

# Minutes of games: a call that nobody stops ends all the same.
MANY = 2_000_000


def observations() -> np.ndarray[tuple[int, ...], np.dtype[np.float32]]:
    return np.zeros((200_000, *damero.Game("quarto").observation_shape()), np.float32)


def forever(state: damero.State) -> damero.Move:
    """A player that is slow in Python."""
    time.sleep(0.01)
    return state.legal_moves()[0]


# Every call that may take longer than a moment.
LONG: dict[str, Callable[[], object]] = {
    "playouts": lambda: damero.Game("checkers").start().playouts(MANY),
    "choose": lambda: damero.Player("alphabeta:depth=90").choose(damero.Game("checkers").start(), time=60),
    "choose by tree": lambda: damero.Player("mcts:sims=100000000").choose(damero.Game("chessfive").start(), time=60),
    "analyze": lambda: damero.Player("alphabeta:depth=90").analyze(damero.Game("reversi").start(), time=60),
    "solve": lambda: damero.solve(damero.Game("quarto").start()),
    "match": lambda: damero.match("reversi", "level:hard", "level:hard", games=1000),
    "match of a function": lambda: damero.match("reversi", forever, "random", games=1000),
    "evaluate": lambda: damero.Network.create(damero.Game("quarto"), "resnet:4x64").evaluate(observations()),
}


@pytest.mark.parametrize("name", LONG)
def test_ctrl_c_is_obeyed(name: str) -> None:
    pressed = 0.0

    def press() -> None:
        nonlocal pressed
        pressed = time.perf_counter()
        signal.raise_signal(signal.SIGINT)

    timer = threading.Timer(0.3, press)
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        LONG[name]()
    # On a free core it takes less than 0.1 s; on a busy one only that the call ends early can be asserted.
    assert time.perf_counter() - pressed < 10
    timer.join()


def test_other_threads_run_meanwhile() -> None:
    ticks = 0
    done = threading.Event()

    def count() -> None:
        nonlocal ticks
        while not done.is_set():
            ticks += 1
            time.sleep(0.001)

    thread = threading.Thread(target=count)
    thread.start()
    damero.Game("reversi").start().playouts(20_000, seed=1)
    done.set()
    thread.join()
    assert ticks > 5
