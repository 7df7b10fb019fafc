"""What the PettingZoo environments of all games share."""

from __future__ import annotations

from typing import Any, ClassVar, TypeAlias, TypedDict

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray
from pettingzoo import AECEnv, ParallelEnv
from pettingzoo.utils import wrappers
from pettingzoo.utils.conversions import turn_based_aec_to_parallel

from damero import _render, _spaces
from damero._core import Game, Rewards
from damero.errors import ClosedError, InputError

AGENTS = ["player_0", "player_1"]

Option = bool | int | float | str | None


class Seen(TypedDict):
    """What an agent sees."""

    observation: NDArray[np.float32]
    action_mask: NDArray[np.int8]


Environment: TypeAlias = AECEnv[str, Any, Any]
Together: TypeAlias = ParallelEnv[str, Any, Any]


def split(game: str, options: dict[str, Option]) -> tuple[dict[str, Any], dict[str, Any]]:
    """Options of the rules, and options of the rewards."""
    known = Rewards.options(Game(game))
    rules = {name: value for name, value in options.items() if name not in known}
    return rules, {name: value for name, value in options.items() if name in known}


class BoardGame(AECEnv[str, Any, Any]):
    """A game for two agents that take turns.

    Args:
        render_mode: ``ansi`` (a text), ``rgb_array`` (a picture) or ``human`` (prints the text).
        rules: the rules, such as ``english``.
        encoding: the observation, one of `damero.Game.encodings`.
        max_cycles: after so many moves of each agent, on average, the game is cut short.
        max_moves: after so many moves of both together the game is cut short.
        options: options of the rules and of the rewards by name.
    """

    metadata: dict[str, Any] = {
        "render_modes": _render.RENDER_MODES,
        "is_parallelizable": False,
        "render_fps": 2,
    }
    name: ClassVar[str]

    def __init__(
        self,
        render_mode: str | None = None,
        rules: str | None = None,
        encoding: str | None = None,
        max_cycles: int | None = None,
        max_moves: int | None = None,
        **options: Option,
    ) -> None:
        for name, limit in (("max_cycles", max_cycles), ("max_moves", max_moves)):
            if limit is not None and (isinstance(limit, bool) or not isinstance(limit, int) or limit < 1):
                raise InputError(f"{name} is a whole number from 1, or None, not {limit!r}")
        of_rules, of_rewards = split(self.name, options)
        self.game = Game(self.name, rules, **of_rules)
        self.render_mode = _render.check_mode(render_mode)
        self.possible_agents = AGENTS[:]
        self.agents: list[str] = []
        self._pay = Rewards(self.game, **of_rewards)
        self._encoding = encoding
        self._actions = _spaces.actions(self.game)
        self._observations = spaces.Dict(
            {
                "observation": _spaces.observations(self.game, encoding),
                "action_mask": spaces.Box(0, 1, (self.game.num_actions,), np.int8),
            }
        )
        self._nothing = np.zeros(self.game.num_actions, np.int8)
        self._seeds = np.random.default_rng()
        self._state = self.game.start()
        self._plies = 0
        limits = [limit for limit in (max_moves, max_cycles and 2 * max_cycles) if limit]
        self._limit = min(limits, default=None)
        self._closed = False

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self._actions

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self._observations

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begins a game; ``options={"position": text}`` begins it there."""
        self._check_open()
        if seed is not None:
            self._seeds = np.random.default_rng(seed)
        drawn = int(self._seeds.integers(2**63))
        position = (options or {}).get("position")
        start = self.game.start(seed=drawn) if position is None else self.game.position(position, seed=drawn)
        while start.is_chance:
            start.resolve_chance()
        self._state = start
        self._plies = 0
        self.agents = AGENTS[:]
        self.rewards = dict.fromkeys(AGENTS, 0.0)
        self._cumulative_rewards = dict.fromkeys(AGENTS, 0.0)
        self.terminations = dict.fromkeys(AGENTS, False)
        self.truncations = dict.fromkeys(AGENTS, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in AGENTS}
        self.agent_selection = AGENTS[start.turn or 0]
        if start.is_over:
            self._end()

    def step(self, action: int | None) -> None:
        self._check_open()
        mover = self.agent_selection
        if self.terminations[mover] or self.truncations[mover]:
            self._was_dead_step(action)
            return
        state = self._state
        paid = self._pay.play(state, action)
        rewards, total = self.rewards, self._cumulative_rewards
        total[mover] = 0.0
        rewards["player_0"], rewards["player_1"] = paid
        total["player_0"] += paid[0]
        total["player_1"] += paid[1]
        self._plies += 1
        turn = state.turn
        if turn is None:
            self.agent_selection = "player_1" if mover == "player_0" else "player_0"
            self._end()
        else:
            self.agent_selection = AGENTS[turn]
            if self._plies == self._limit:
                self.truncations = dict.fromkeys(AGENTS, True)
        if self.render_mode == "human":
            self.render()

    def _end(self) -> None:
        """The game is over: by its rules, or cut short by a limit."""
        truncated = self._state.is_truncated
        for agent in AGENTS:
            self.terminations[agent] = not truncated
            self.truncations[agent] = truncated
            self.infos[agent] = {"end_reason": self._state.end_reason, "outcome": self._state.outcome}

    def observe(self, agent: str) -> Seen:
        self._check_open()
        state = self._state
        mask = state.legal_mask().view(np.int8) if agent == self.agent_selection else self._nothing.copy()
        return {"observation": state.observation(self._encoding), "action_mask": mask}

    def render(self) -> Any:
        self._check_open()
        return _render.render(self._state, self.render_mode)

    def close(self) -> None:
        self._closed = True

    def _check_open(self) -> None:
        if self._closed:
            raise ClosedError("this environment is closed")


def wrapped(env: BoardGame) -> Environment:
    """An environment that ends the game after an illegal action and notices calls in the wrong order."""
    refusing: Environment = wrappers.TerminateIllegalWrapper(env, illegal_reward=-1)
    bounded: Environment = wrappers.AssertOutOfBoundsWrapper(refusing)
    return wrappers.OrderEnforcingWrapper(bounded)


def together(env: Environment) -> Together:
    """The same with an action of each agent in every step, by PettingZoo's own conversion: only that of the agent to move counts."""
    parallel: Together = turn_based_aec_to_parallel(env)
    return parallel
