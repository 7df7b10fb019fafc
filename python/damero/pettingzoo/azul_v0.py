"""Azul as a PettingZoo environment."""

from __future__ import annotations

from typing import Any

from damero.pettingzoo._environment import BoardGame, Environment, Together, together, wrapped


class raw_env(BoardGame):
    """The environment without wrappers: an illegal action raises `damero.IllegalMove`."""

    metadata = BoardGame.metadata | {"name": "azul_v0"}
    name = "azul"


def env(**options: Any) -> Environment:
    """The environment as learners use it: an illegal action loses the game. The options are those of `raw_env`."""
    return wrapped(raw_env(**options))


def parallel_env(max_cycles: int | None = None, **options: Any) -> Together:
    """The environment in which both act in every step and the action of whoever is to move counts: a cycle is one move."""
    return together(env(max_moves=max_cycles, **options))
