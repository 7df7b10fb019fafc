"""All games as Gymnasium environments: ``gymnasium.make("damero/Checkers-v0", opponent="level:easy")``.

One player learns, the opponent is part of the environment. Importing this module registers the environments.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import gymnasium
import numpy as np
from numpy.typing import NDArray

from damero import _render, _spaces
from damero._core import Game, Move, Rewards, State, games
from damero.errors import ClosedError, InputError
from damero.players import Player

Opponent = str | Callable[[State], "Move | str | int"]
Chooser = Callable[[State], "Move | str | int"]


def chooser(opponent: Opponent, rng: np.random.Generator) -> Chooser:
    """What chooses the moves of an opponent: ``random``, a player as `damero.Player` knows it, or a function of a state."""
    if callable(opponent):
        return opponent
    if opponent == "random":
        return lambda state: rng.choice(state.legal_actions())
    player = Player(opponent)
    return lambda state: player.choose(state)


def index_of(state: State, move: Move | str | int) -> int:
    """The action index of what an opponent has chosen."""
    if isinstance(move, Move):
        return move.index
    if isinstance(move, str):
        found = [legal.index for legal in state.legal_moves() if legal == move]
        if not found:
            raise InputError(f"the opponent chose {move!r}, which is not legal")
        return found[0]
    return move


class BoardGameEnv(gymnasium.Env[NDArray[np.float32], np.int64]):
    """A board game against an opponent.

    Args:
        game: the name of the game.
        opponent: ``random``, any player of `damero.Player` such as ``level:easy``, or a function of a state.
        rules: the rules, such as ``english``.
        rewards: options of the rewards, such as ``{"draw": -0.2}``; in checkers also ``{"rewards": "potential"}``. What the
            learner is paid for the opponent's replies is added to the payment for the move before them.
        encoding: the observation, one of `damero.Game.encodings`.
        seat: which player learns: 0, 1, or None for either one, drawn at every reset.
        max_steps: after so many moves of the learner the game is cut short.
        render_mode: ``ansi`` (a text), ``rgb_array`` (a picture) or ``human`` (prints the text).
        options: options of the rules by name.
    """

    metadata: dict[str, Any] = {"render_modes": _render.RENDER_MODES, "render_fps": 2}

    def __init__(
        self,
        game: str,
        opponent: Opponent = "random",
        rules: str | None = None,
        rewards: dict[str, Any] | None = None,
        encoding: str | None = None,
        seat: int | None = None,
        max_steps: int | None = None,
        render_mode: str | None = None,
        **options: bool | int | str | None,
    ) -> None:
        self.game = Game(game, rules, **options)
        self.render_mode = _render.check_mode(render_mode)
        if seat not in (0, 1, None):
            raise InputError(f"seat is 0, 1 or None, not {seat!r}")
        self._seat = seat
        self._encoding = encoding
        self._pay = Rewards(self.game, **(rewards or {}))
        self._opponent = opponent
        self._choose: Chooser | None = None
        self._max_steps = max_steps
        self._steps = 0
        self._state: State | None = None
        self._learner = 0
        self._closed = False
        self.action_space = _spaces.actions(self.game)
        self.observation_space = _spaces.observations(self.game, encoding)

    @property
    def state(self) -> State:
        """The game being played. Whoever changes it changes the environment."""
        if self._closed:
            raise ClosedError("this environment is closed")
        if self._state is None:
            raise InputError("reset the environment before the first step")
        return self._state

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.float32], dict[str, Any]]:
        """Begins a game; ``options={"position": text}`` begins it there."""
        if self._closed:
            raise ClosedError("this environment is closed")
        super().reset(seed=seed)
        if self._choose is None or seed is not None:
            self._choose = chooser(self._opponent, self.np_random)
        drawn = int(self.np_random.integers(2**63))
        position = (options or {}).get("position")
        state = self.game.start(seed=drawn) if position is None else self.game.position(position, seed=drawn)
        while state.is_chance:
            state.resolve_chance()
        if state.is_over:
            raise InputError("the game is over in this position")
        either = int(self.np_random.integers(2))
        self._learner = either if self._seat is None else self._seat
        self._state, self._steps = state, 0
        self._reply()
        if state.is_over:
            # The opponent ended the game before the learner could move: only from a given position.
            raise InputError("the opponent ends the game at once in this position")
        return self._look()

    def step(
        self, action: np.int64 | int
    ) -> tuple[NDArray[np.float32], float, bool, bool, dict[str, Any]]:
        state = self.state
        paid = self._pay.play(state, action)[self._learner]
        paid += self._reply()
        self._steps += 1
        over = state.is_over
        cut = state.is_truncated or (not over and self._steps == self._max_steps)
        observation, info = self._look()
        if self.render_mode == "human":
            self.render()
        return observation, paid, over and not state.is_truncated, cut, info

    def _reply(self) -> float:
        """Lets the opponent move until the learner is to move; returns what that pays the learner."""
        state, paid = self.state, 0.0
        assert self._choose is not None
        while not state.is_over and state.turn != self._learner:
            paid += self._pay.play(state, index_of(state, self._choose(state)))[self._learner]
        return paid

    def _look(self) -> tuple[NDArray[np.float32], dict[str, Any]]:
        state = self.state
        info: dict[str, Any] = {
            "turn": state.turn,
            "learner": self._learner,
            "action_mask": state.legal_mask().view(np.int8),
            "legal_moves": state.legal_actions(),
            "end_reason": state.end_reason,
            "outcome": state.outcome,
        }
        return state.observation(self._encoding), info

    def action_masks(self) -> NDArray[np.bool_]:
        """Which actions are legal, as the MaskablePPO of sb3-contrib asks for it."""
        return self.state.legal_mask()

    def render(self) -> Any:
        return _render.render(self.state, self.render_mode)

    def close(self) -> None:
        self._closed = True


TITLES = {"chessfive": "ChessFive", "tictactoe": "TicTacToe"}


def register() -> None:
    """Registers ``damero/Checkers-v0`` and so on, once."""
    for name in games():
        id = f"damero/{TITLES.get(name, name.capitalize())}-v0"
        if id not in gymnasium.registry:
            gymnasium.register(id, entry_point="damero.gymnasium:BoardGameEnv", kwargs={"game": name})


register()
