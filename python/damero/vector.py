"""Many games at once as a `gymnasium.vector.VectorEnv`, stepped in Rust into arrays that are allocated once."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode
from gymnasium.vector import VectorEnv as GymnasiumVectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import ArrayLike, NDArray

from damero import _spaces
from damero._core import Game, State, Vector
from damero.errors import ClosedError, InputError
from damero.gymnasium import Opponent, chooser, index_of

MODES = {
    AutoresetMode.NEXT_STEP: "next_step",
    AutoresetMode.SAME_STEP: "same_step",
    AutoresetMode.DISABLED: "disabled",
}


class VectorEnv(GymnasiumVectorEnv[NDArray[Any], NDArray[np.int64], NDArray[Any]]):
    """Many games, of self-play or against an opponent.

    In self-play the actions are those of whoever is to move, and so are observations and masks. The reward is that of the player
    who moved; ``info["rewards"]`` has both players', as a loss is paid when the other one wins.

    What ``step`` returns are views of arrays that the next step overwrites, unless ``copy`` is true.

    Args:
        game: a game, or its name.
        num_envs: how many games.
        threads: how many threads step them. What comes out is the same with any number.
        autoreset_mode: what happens to games that are over, as Gymnasium has it.
        opponent: ``random``, a player of `damero.Player`, or a function of a state. The learner is then to move in every game, and
            what the replies pay it is added to its reward.
        seat: which player learns against the opponent: 0, 1, or None for the first in every other game.
        encoding: the observation, one of `damero.Game.encodings`.
        dtype: ``float32``, or for encodings of zeros and ones ``uint8``, or ``bits``: packed bytes, which seen as ``uint64`` are
            the bitboards of games on 64 squares.
        mask: legal actions in ``info["action_mask"]`` as ``bytes``, packed as ``bits`` (`numpy.unpackbits` with
            ``bitorder="little"`` unpacks them), or ``None``.
        copy: whether ``step`` and ``reset`` return copies.
        end_reasons: whether ``info["end_reason"]`` says in a sentence why games have ended, which takes time to write.
        options: ``max_steps``, ``opening_plies`` (random moves at the beginning), and options of the rewards by name.
    """

    def __init__(
        self,
        game: str | Game,
        num_envs: int,
        *,
        threads: int = 1,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        opponent: Opponent | None = None,
        seat: int | None = None,
        encoding: str | None = None,
        dtype: str = "float32",
        mask: str | None = "bytes",
        copy: bool = False,
        end_reasons: bool = False,
        **options: bool | int | float | str | None,
    ) -> None:
        self.game = Game(game) if isinstance(game, str) else game
        mode = AutoresetMode(autoreset_mode)
        self._vector = vector = Vector(
            self.game,
            num_envs,
            threads=threads,
            autoreset=MODES[mode],
            encoding=encoding,
            dtype=dtype,
            mask=mask,
            reasons=end_reasons,
            **options,
        )
        if seat not in (0, 1, None):
            raise InputError(f"seat is 0, 1 or None, not {seat!r}")
        self.num_envs = num_envs
        self.metadata = {"autoreset_mode": mode, "render_modes": []}
        self._observations = vector.observations
        if dtype == "float32":
            self.single_observation_space = _spaces.observations(self.game, encoding)
        else:
            high = 255 if dtype == "bits" else 1
            self.single_observation_space = spaces.Box(0, high, self._observations.shape[1:], np.uint8)
        self.single_action_space = _spaces.actions(self.game)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._dtype, self._copy, self._reasons = dtype, copy, end_reasons
        self._seeds = np.random.default_rng()
        self._opponent = opponent
        self._choose = None if opponent is None else chooser(opponent, self._seeds)
        self._learner = np.arange(num_envs) % 2 if seat is None else np.full(num_envs, seat)
        # Against an opponent a step is several steps of the games below: what they lead to is gathered here.
        alone = opponent is None
        self._reward = vector.reward if alone else np.zeros(num_envs, np.float32)
        self._terminated = vector.terminated if alone else np.zeros(num_envs, np.bool_)
        self._truncated = vector.truncated if alone else np.zeros(num_envs, np.bool_)
        masks: NDArray[Any] | None = vector.bits if vector.masks is None else vector.masks.view(np.int8)
        self._infos: dict[str, NDArray[Any]] = {"turn": vector.turns, "rewards": vector.rewards}
        if masks is not None:
            self._infos["action_mask"] = masks
        same_step = mode is AutoresetMode.SAME_STEP
        self._last = np.zeros((num_envs, *self.game.observation_shape(encoding)), np.float32) if same_step else None
        self._next_step = mode is AutoresetMode.NEXT_STEP
        self._reset_once = False

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[Any], dict[str, Any]]:
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
            if self._opponent is not None:
                self._choose = chooser(self._opponent, self._seeds)
        which = self._which(options.get("reset_mask"))
        position = options.get("position")
        if isinstance(position, str):
            position = self.game.position(position)
        if which is None:
            self._vector.reset(int(self._seeds.integers(2**63)))
        if which is not None or position is not None:
            for i in range(self.num_envs) if which is None else np.flatnonzero(which):
                self._vector.reset_one(int(i), position)
        self._reset_once = True
        if self._choose is not None:
            self._reply(np.ones(self.num_envs, np.bool_) if which is None else which, {})
        return self._hand(self._observations), self._info()

    def step(
        self, actions: ArrayLike
    ) -> tuple[NDArray[Any], NDArray[Any], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]:
        """Plays an action in every game. If one is refused, none is played."""
        self._check_open()
        if not self._reset_once:
            raise InputError("reset the environment before the first step")
        array = np.asarray(actions)
        if array.shape != (self.num_envs,) or array.dtype.kind not in "iu":
            raise InputError(
                f"actions are {self.num_envs} whole numbers, not an array of shape {array.shape} and type {array.dtype}"
            )
        vector = self._vector
        vector.step(np.ascontiguousarray(array, np.int64))
        reasons: dict[int, str] = {}
        if self._choose is None:
            ended = vector.terminated | vector.truncated
            if ended.any():
                self._gather(reasons)
        else:
            np.copyto(self._reward, vector.rewards[np.arange(self.num_envs), self._learner])
            np.copyto(self._terminated, vector.terminated)
            np.copyto(self._truncated, vector.truncated)
            self._gather(reasons)
            over = vector.terminated | vector.truncated
            self._reply(np.ones(self.num_envs, np.bool_) if self._last is not None else ~over, reasons)
            ended = self._terminated | self._truncated
        info = self._info()
        if ended.any():
            if self._reasons:
                texts = np.full(self.num_envs, None, object)
                for i, reason in reasons.items():
                    texts[i] = reason
                info["end_reason"], info["_end_reason"] = texts, ended
            if self._last is not None:
                info["final_obs"], info["_final_obs"] = self._packed(self._last), ended
        hand = self._hand
        return hand(self._observations), hand(self._reward), hand(self._terminated), hand(self._truncated), info

    def _gather(self, reasons: dict[int, str]) -> None:
        """Keeps why games have just ended, and their last observations."""
        if self._reasons:
            reasons.update(self._vector.end_reasons())
        if self._last is not None:
            self._vector.final_observations(self._last)

    def _reply(self, among: NDArray[np.bool_], reasons: dict[int, str]) -> None:
        """Lets the opponent move, among these games, until the learner is to move in all that are not over."""
        vector, choose = self._vector, self._choose
        assert choose is not None
        waiting = among & (vector.turns != self._learner)
        while waiting.any():
            actions = np.full(self.num_envs, -1, np.int64)
            if self._opponent == "random":
                actions[waiting] = vector.sample()[waiting]
            else:
                for i in np.flatnonzero(waiting):
                    state = vector.state(int(i))
                    actions[i] = index_of(state, choose(state))
            vector.step(actions, skipping=True)
            self._reward[waiting] += vector.rewards[waiting, self._learner[waiting]]
            over = waiting & (vector.terminated | vector.truncated)
            if over.any():
                self._terminated[over] |= vector.terminated[over]
                self._truncated[over] |= vector.truncated[over]
                self._gather(reasons)
            goes_on = waiting if self._last is not None else waiting & ~over
            waiting = goes_on & (vector.turns != self._learner)

    def _which(self, mask: Any) -> NDArray[np.bool_] | None:
        """A mask of the games to begin anew; none means all."""
        if mask is None:
            return None
        which = np.asarray(mask)
        if which.shape != (self.num_envs,) or which.dtype != np.bool_:
            raise InputError(f"reset_mask is an array of {self.num_envs} truth values")
        if not self._reset_once:
            raise InputError("reset all games before some of them")
        return which

    def _packed(self, numbers: NDArray[np.float32]) -> NDArray[Any]:
        """Observations in the form of the environment."""
        if self._dtype == "float32":
            return self._hand(numbers)
        if self._dtype == "uint8":
            return numbers.astype(np.uint8)
        return np.packbits(numbers.reshape(self.num_envs, -1) > 0.5, axis=1, bitorder="little")

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
