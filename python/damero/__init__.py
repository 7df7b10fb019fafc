"""Board games for reinforcement learning: rules, environments, engines and tree search, in Rust.

>>> import damero
>>> game = damero.Game("checkers", rules="english")
>>> state = game.start()
>>> state.play("11-15")
>>> state.turn
1
"""

from __future__ import annotations

from damero._core import Game, Move, State, __version__, games
from damero.errors import BusyError, ClosedError, Error, IllegalMove, InputError, InternalError

__all__ = [
    "BusyError",
    "ClosedError",
    "Error",
    "Game",
    "IllegalMove",
    "InputError",
    "InternalError",
    "Move",
    "State",
    "__version__",
    "games",
]
