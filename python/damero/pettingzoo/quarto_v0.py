"""Quarto as a PettingZoo environment."""

from __future__ import annotations

from typing import Any

from damero.pettingzoo._environment import BoardGame, Environment, wrapped


class raw_env(BoardGame):
    """The environment without wrappers: an illegal action raises `damero.IllegalMove`."""

    metadata = BoardGame.metadata | {"name": "quarto_v0"}
    name = "quarto"


def env(**options: Any) -> Environment:
    """The environment as learners use it: an illegal action loses the game. The options are those of `raw_env`."""
    return wrapped(raw_env(**options))
