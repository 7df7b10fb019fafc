"""Board games for reinforcement learning: rules, environments, engines and tree search, in Rust.

>>> import damero
>>> game = damero.Game("checkers", rules="english")
>>> state = game.start()
>>> state.play("11-15")
>>> state.turn
1
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from damero import mcts, runs
from damero._core import Game, Move, Network, Rewards, State, __version__, games
from damero.errors import BusyError, ClosedError, Error, IllegalMove, InputError, InternalError
from damero.players import Analysis, MatchResult, Player, Solution, match, solve
from damero.selfplay import Samples, SelfPlay

if TYPE_CHECKING:
    from damero.vector import VectorEnv

__all__ = [
    "Analysis",
    "BusyError",
    "ClosedError",
    "Error",
    "Game",
    "IllegalMove",
    "InputError",
    "InternalError",
    "MatchResult",
    "Move",
    "Network",
    "Player",
    "Rewards",
    "Samples",
    "SelfPlay",
    "Solution",
    "State",
    "VectorEnv",
    "__version__",
    "games",
    "match",
    "mcts",
    "runs",
    "solve",
]


def __getattr__(name: str) -> Any:
    """What needs Gymnasium is imported when it is asked for."""
    if name == "VectorEnv":
        from damero.vector import VectorEnv

        return VectorEnv
    raise AttributeError(f"module 'damero' has no attribute {name!r}")
