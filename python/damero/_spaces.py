"""The spaces that all environments share."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from damero._core import Game

# No number of any encoding lies outside; most are 0 or 1, few are counts and points.
LOW, HIGH = -1.0, 4.0


def observations(game: Game, encoding: str | None) -> spaces.Space[NDArray[np.float32]]:
    """What an observation can be."""
    box: spaces.Box[Any] = spaces.Box(LOW, HIGH, game.observation_shape(encoding), np.float32)
    return box


def actions(game: Game) -> spaces.Discrete[Any]:
    """All action indices, legal or not."""
    return spaces.Discrete(game.num_actions)
