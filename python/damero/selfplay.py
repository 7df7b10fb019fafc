"""Self-play for a network of your own: hundreds of games in Rust, whose leaves come out as one batch."""

from __future__ import annotations

import dataclasses
import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from damero import _core
from damero._options import PlayOptions, SearchOptions

__all__ = ["Samples", "SelfPlay"]

Evaluate = Callable[[NDArray[np.float32], NDArray[np.bool_]], tuple[ArrayLike, ArrayLike]]
"""A network: observations and masks in, logits and values out."""


@dataclass(frozen=True)
class Samples:
    """Decisions of finished games, a row each. Outcomes, values and scores are as the player to move sees them."""

    observations: NDArray[np.float32]
    """What the network saw."""
    masks: NDArray[np.bool_]
    """Which actions are legal."""
    policies: NDArray[np.float32]
    """The policy that the search found: a share for each action."""
    outcomes: NDArray[np.float32]
    """1, 0 or -1; what the search expected where a limit cut the game short."""
    values: NDArray[np.float32]
    """The result that the search expected."""
    scores: NDArray[np.float32] | None
    """Final points of the player to move and of the other, NaN after a resignation; `None` in games without points."""
    truncated: NDArray[np.bool_]
    """Whether a limit cut the game short."""
    games: NDArray[np.uint32]
    """Which of the games a row is from."""
    plies: NDArray[np.uint32]
    """Moves that were played before."""
    records: list[str]
    """The games as records, if they were asked for: `Game.read_record` reads them."""

    def __len__(self) -> int:
        return len(self.outcomes)

    @staticmethod
    def concatenate(parts: Sequence[Samples]) -> Samples:
        """All rows in one, the games numbered on."""
        if not parts:
            raise ValueError("there is nothing to concatenate")
        joined: dict[str, object] = {}
        for field in dataclasses.fields(Samples):
            columns = [getattr(part, field.name) for part in parts]
            if field.name == "records":
                joined[field.name] = [record for part in parts for record in part.records]
            elif columns[0] is None:
                joined[field.name] = None
            else:
                joined[field.name] = np.concatenate(columns)
        first = np.cumsum([0, *(int(part.games.max()) + 1 if len(part) else 0 for part in parts[:-1])])
        numbered = [part.games + np.uint32(start) for part, start in zip(parts, first, strict=True)]
        joined["games"] = np.concatenate(numbered)
        return Samples(**joined)  # type: ignore[arg-type]


class SelfPlay:
    """Keeps many games of self-play going. In every round it hands out the leaves of all of them as one batch.

    >>> import numpy as np
    >>> import damero
    >>> play = damero.SelfPlay("azul", games=16, simulations=8, seed=1)
    >>> while play.finished < 4:
    ...     observations, masks = play.gather()
    ...     play.apply(np.zeros(masks.shape, np.float32), np.zeros(len(masks), np.float32))
    >>> samples = play.take(symmetries="random")
    >>> samples.policies.shape == samples.masks.shape
    True

    The games depend on the seed and on what the network answers, not on the number of threads.

    Args:
        game: a game, or the name of one.
        games: games side by side. A finished one is followed by the next.
        simulations: of each decision.
        root, considered, sharpness, cpuct, first_play, noise_alpha, noise_share, forced_playouts, chance, solve: as for
            `damero.mcts.Search`.
        leaves: leaves of one game in a batch; more than one needs virtual losses.
        temperature: at which moves of a PUCT root are drawn by their visits: a number, or stages such as
            `["1-12: 1", "13-: 0.25"]`. A Gumbel root ignores it.
        temperature_by: whether stages count `"ply"` or `"round"`.
        full_share: the share of decisions that are searched with all simulations and learned from.
        fast_simulations: simulations of the others.
        opening_plies: games begin with up to so many random moves, which are not learned from.
        resign: a player resigns when the search expects no more than minus this; 0 never.
        resign_control: the share of games that are played on nevertheless.
        exact_nodes: positions that the game's solver is expected to solve in so many nodes are played perfectly.
        encoding: how positions are shown; the game's default without it.
        threads: for trees and rules; all processors without it.
        seed: of everything random.
    """

    def __init__(
        self,
        game: _core.Game | str,
        games: int = 512,
        simulations: int = 64,
        *,
        root: Literal["puct", "gumbel"] = "gumbel",
        considered: int = 16,
        sharpness: float = 1.0,
        cpuct: float = 1.5,
        first_play: float = 0.2,
        noise_alpha: float = 0.3,
        noise_share: float = 0.25,
        forced_playouts: float = 0.0,
        chance: Literal["afterstate", "widen"] = "afterstate",
        solve: bool = True,
        leaves: int = 1,
        temperature: float | Sequence[str] = 1.0,
        temperature_by: Literal["ply", "round"] = "ply",
        full_share: float = 1.0,
        fast_simulations: int = 16,
        opening_plies: int = 0,
        resign: float = 0.0,
        resign_control: float = 0.1,
        exact_nodes: int = 0,
        encoding: str | None = None,
        threads: int | None = None,
        seed: int = 0,
    ) -> None:
        self._game = _core.Game(game) if isinstance(game, str) else game
        search: SearchOptions = {
            "root": root,
            "considered": considered,
            "sharpness": sharpness,
            "cpuct": cpuct,
            "first_play": first_play,
            "noise_alpha": noise_alpha,
            "noise_share": noise_share,
            "forced_playouts": forced_playouts,
            "chance": chance,
            "solve": solve,
        }
        constant = isinstance(temperature, (int, float))
        options: PlayOptions = {
            "games": games,
            "threads": os.cpu_count() or 1 if threads is None else threads,
            "seed": seed,
            "simulations": simulations,
            "leaves": leaves,
            "temperature": [f"1-: {temperature}"] if constant else list(temperature),  # type: ignore[arg-type]
            "temperature_by": temperature_by,
            "full_share": full_share,
            "fast_simulations": fast_simulations,
            "opening_plies": opening_plies,
            "resign": resign,
            "resign_control": resign_control,
            "exact_nodes": exact_nodes,
        }
        self._games = _core.Games(self._game, search, options, encoding)
        self._seed = seed
        self._taken = 0

    @property
    def game(self) -> _core.Game:
        """The game."""
        return self._game

    def gather(self) -> tuple[NDArray[np.float32], NDArray[np.bool_]]:
        """The leaves of all games: their observations, and which actions are legal in them.

        Until `apply` is called the same leaves are given again. There may be none where the solver ends many games.
        """
        return self._games.gather()

    def apply(self, policy: ArrayLike, value: ArrayLike, *, probabilities: bool = False) -> None:
        """Takes what a network says about the gathered leaves: see `damero.mcts.Search.apply`."""
        self._games.apply(policy, value, probabilities)

    @property
    def waiting(self) -> int:
        """Leaves that wait for answers."""
        return self._games.waiting

    @property
    def finished(self) -> int:
        """Games that were finished and not yet taken."""
        return self._games.finished

    @property
    def counts(self) -> dict[str, int]:
        """What was counted in the games that were taken: games, evaluations, decisions, reused trees."""
        return self._games.counts

    def take(self, *, symmetries: Literal["random", "all"] | None = None, records: bool = False) -> Samples:
        """Takes the finished games as arrays.

        Args:
            symmetries: `"random"` shows each decision through a symmetry drawn for it, `"all"` through all of them.
            records: whether the games come along as records too.
        """
        self._taken += 1
        taken = self._games.take(symmetries, (self._seed * 1_000_003 + self._taken) % 2**64, records)
        return Samples(**taken)

    def collect(
        self, evaluate: Evaluate, games: int, *, symmetries: Literal["random", "all"] | None = None, records: bool = False
    ) -> Samples:
        """Plays with a network until at least so many games are finished, and takes them."""
        while self.finished < games:
            observations, masks = self.gather()
            self.apply(*evaluate(observations, masks))
        return self.take(symmetries=symmetries, records=records)
