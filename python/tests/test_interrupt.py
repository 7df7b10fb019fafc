"""Long work in Rust: other threads go on, and Ctrl-C is obeyed at once."""

from __future__ import annotations

import signal
import threading
import time

import pytest

import damero

# Minutes of games: a call that nobody stops ends all the same.
MANY = 2_000_000


def test_ctrl_c_is_obeyed() -> None:
    pressed = 0.0

    def press() -> None:
        nonlocal pressed
        pressed = time.perf_counter()
        signal.raise_signal(signal.SIGINT)

    timer = threading.Timer(0.2, press)
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        damero.Game("checkers").start().playouts(MANY)
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
