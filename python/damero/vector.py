"""Many games at once as a `gymnasium.vector.VectorEnv`, stepped in Rust into arrays that are allocated once."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium.vector import AutoresetMode
from gymnasium.vector import VectorEnv as GymnasiumVectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import ArrayLike, NDArray

from damero import _spaces
from damero._core import Game, State, Vector
from damero.errors import ClosedError, InputError

MODES = {
    AutoresetMode.NEXT_STEP: "next_step",
    AutoresetMode.SAME_STEP: "same_step",
    AutoresetMode.DISABLED: "disabled",
}


class VectorEnv(GymnasiumVectorEnv[NDArray[np.float32], NDArray[np.int64], NDArray[Any]]):
    """Many games of self-play: the actions are those of whoever is to move, and so are observations and masks.

    What ``step`` returns are views of arrays that the next step overwrites, unless ``copy`` is true. The reward is that of the
    player who moved; ``info["rewards"]`` has both players', as a loss is paid when the other one wins.

    Args:
        game: a game, or its name.
        num_envs: how many games.
        threads: how many threads step them. What comes out is the same with any number.
        autoreset_mode: what happens to games that are over, as Gymnasium has it.
        encoding: the observation, one of `damero.Game.encodings`.
        mask: legal actions in ``info["action_mask"]`` as ``bytes``, packed as ``bits`` (`numpy.unpackbits` with
            ``bitorder="little"`` unpacks them), or ``None``.
        copy: whether ``step`` and ``reset`` return copies.
        options: ``max_steps``, ``opening_plies`` (random moves at the beginning), and options of the rewards by name.
    """

    def __init__(
        self,
        game: str | Game,
        num_envs: int,
        *,
        threads: int = 1,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        encoding: str | None = None,
        mask: str | None = "bytes",
        copy: bool = False,
        **options: bool | int | float | str | None,
    ) -> None:
        self.game = Game(game) if isinstance(game, str) else game
        mode = AutoresetMode(autoreset_mode)
        self._vector = Vector(
            self.game,
            num_envs,
            threads=threads,
            autoreset=MODES[mode],
            encoding=encoding,
            mask=mask,
            **options,
        )
        self.num_envs = num_envs
        self.metadata = {"autoreset_mode": mode, "render_modes": []}
        self.single_observation_space = _spaces.observations(self.game, encoding)
        self.single_action_space = _spaces.actions(self.game)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._same_step = mode is AutoresetMode.SAME_STEP
        self._copy = copy
        self._seeds = np.random.default_rng()
        vector = self._vector
        self._observations, self._reward = vector.observations, vector.reward
        self._terminated, self._truncated = vector.terminated, vector.truncated
        mask_array: NDArray[Any] | None = vector.bits if vector.masks is None else vector.masks.view(np.int8)
        self._infos: dict[str, NDArray[Any]] = {"turn": vector.turns, "rewards": vector.rewards}
        if mask_array is not None:
            self._infos["action_mask"] = mask_array
        self._last = np.zeros_like(self._observations) if self._same_step else None
        self._reset_once = False

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.float32], dict[str, Any]]:
        """Begins all games anew.

        Of ``options``, ``reset_mask`` says which games alone are begun anew, and ``position`` is a text or a state where they
        begin.
        """
        self._check_open()
        options = options or {}
        if seed is not None and not isinstance(seed, int):
            raise InputError("seed is one number: every game draws its own from it")
        if seed is not None:
            self._seeds = np.random.default_rng(seed)
        which = options.get("reset_mask")
        if which is None:
            self._vector.reset(int(self._seeds.integers(2**63)))
            which = np.ones(self.num_envs, np.bool_)
            anew = False
        else:
            which = np.asarray(which)
            if which.shape != (self.num_envs,) or which.dtype != np.bool_:
                raise InputError(f"reset_mask is an array of {self.num_envs} truth values")
            if not self._reset_once:
                raise InputError("reset all games before some of them")
            anew = True
        position = options.get("position")
        if isinstance(position, str):
            position = self.game.position(position)
        if anew or position is not None:
            for i in np.flatnonzero(which):
                self._vector.reset_one(int(i), position)
        self._reset_once = True
        return self._hand(self._observations), self._info()

    def step(
        self, actions: ArrayLike
    ) -> tuple[NDArray[np.float32], NDArray[Any], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]:
        """Plays an action in every game. If one is refused, none is played."""
        self._check_open()
        if not self._reset_once:
            raise InputError("reset the environment before the first step")
        array = np.asarray(actions)
        if array.shape != (self.num_envs,) or array.dtype.kind not in "iu":
            raise InputError(
                f"actions are {self.num_envs} whole numbers, not an array of shape {array.shape} and type {array.dtype}"
            )
        self._vector.step(np.ascontiguousarray(array, np.int64))
        info = self._info()
        ended = self._terminated | self._truncated
        if ended.any():
            reasons = np.full(self.num_envs, None, object)
            for i, reason in self._vector.end_reasons().items():
                reasons[i] = reason
            info["end_reason"], info["_end_reason"] = reasons, ended
            if self._last is not None:
                self._vector.final_observations(self._last)
                info["final_obs"], info["_final_obs"] = self._hand(self._last), ended
        hand = self._hand
        return hand(self._observations), hand(self._reward), hand(self._terminated), hand(self._truncated), info

    def sample_actions(self) -> NDArray[np.int64]:
        """A legal action for every game, each equally likely; 0 where the game is over."""
        self._check_open()
        return self._vector.sample()

    def state(self, i: int) -> State:
        """A copy of game number ``i``."""
        self._check_open()
        return self._vector.state(i)

    def close_extras(self, **kwargs: Any) -> None:
        self._reset_once = False

    def _hand(self, array: NDArray[Any]) -> NDArray[Any]:
        return array.copy() if self._copy else array

    def _info(self) -> dict[str, Any]:
        return {name: self._hand(array) for name, array in self._infos.items()}

    def _check_open(self) -> None:
        if self.closed:
            raise ClosedError("this environment is closed")
