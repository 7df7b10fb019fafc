"""All games as PettingZoo environments: ``damero.pettingzoo.checkers_v0.env()`` and so on.

Both agents, ``player_0`` and ``player_1``, see ``{"observation", "action_mask"}``. The observation is that of the player to
move; the mask of the other one is empty. Chance events are drawn by the seed of the reset.
"""

from __future__ import annotations

from damero.pettingzoo import azul_v0, checkers_v0, chessfive_v0, quarto_v0, reversi_v0, tictactoe_v0

__all__ = ["azul_v0", "checkers_v0", "chessfive_v0", "quarto_v0", "reversi_v0", "tictactoe_v0"]
