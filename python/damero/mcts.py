"""Tree search under a network of your own: the tree is in Rust, the network is whatever you like.

A search pauses with the leaves that it wants to know about, and goes on with what the network says:

>>> import numpy as np
>>> import damero
>>> search = damero.mcts.Search(damero.Game("reversi").start(), simulations=32)
>>> while not search.is_done:
...     observations, masks = search.gather(batch=8)
...     policy = np.zeros(masks.shape, np.float32)  # logits of a network without an opinion
...     value = np.zeros(len(masks), np.float32)  # the expected result for the player to move
...     search.apply(policy, value)
>>> int(search.visits().sum())
32
"""

from __future__ import annotations

from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from damero import _core
from damero._options import SearchOptions

__all__ = ["Reuse", "Search"]


class Reuse(NamedTuple):
    """How much of a tree was of use after a move."""

    kept: int
    """Visits of the new root."""
    of: int
    """Visits of the old root."""


class Search:
    """The search tree of one game.

    Args:
        state: where the search begins; it is copied.
        simulations: how many leaves are looked for.
        root: `"puct"` shares the simulations of the root as everywhere in the tree; `"gumbel"` halves a few moves again
            and again (sequential halving) and improves the policy even with few simulations.
        considered: moves that a Gumbel root begins with.
        sharpness: how sharply a Gumbel root turns values into a policy.
        gumbel_scale: the scale of the random part of a Gumbel root; 0 for the best play.
        cpuct: the exploration constant of PUCT.
        first_play: how much less than its position a move is worth that was not tried yet.
        noise_alpha: the concentration of the Dirichlet noise at a PUCT root.
        noise_share: its share of the priors; 0 for none.
        forced_playouts: playouts that a noisy root owes each move, left out of the policy; 0 forces none.
        chance: `"afterstate"` asks the network about the position before a chance event; `"widen"` goes on below
            events that the search draws for itself. It never sees a real one beforehand.
        solve: whether what is certainly won, lost or drawn is backed up exactly and ends the search.
        encoding: how positions are shown; the game's default without it.
        seed: of everything random.
        memory_mib: the search ends when its tree takes so much memory.
    """

    def __init__(
        self,
        state: _core.State,
        *,
        simulations: int = 400,
        root: Literal["puct", "gumbel"] = "puct",
        considered: int = 16,
        sharpness: float = 1.0,
        gumbel_scale: float = 1.0,
        cpuct: float = 1.5,
        first_play: float = 0.2,
        noise_alpha: float = 0.3,
        noise_share: float = 0.0,
        forced_playouts: float = 0.0,
        chance: Literal["afterstate", "widen"] = "afterstate",
        solve: bool = True,
        encoding: str | None = None,
        seed: int = 0,
        memory_mib: int = 256,
    ) -> None:
        options: SearchOptions = {
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
        self._tree = _core.Tree(state, simulations, options, gumbel_scale, memory_mib, encoding, seed)
        self._simulations = simulations

    def gather(self, batch: int = 8) -> tuple[NDArray[np.float32], NDArray[np.bool_]]:
        """Up to `batch` leaves: their observations, and which actions are legal in them.

        There may be fewer, even none, where simulations end at values that are known. Where chance is to decide no action
        is legal. Until `apply` is called the same leaves are given again.
        """
        return self._tree.gather(batch)

    def apply(self, policy: ArrayLike, value: ArrayLike, *, probabilities: bool = False) -> None:
        """Takes what a network says about the gathered leaves, in their order.

        Args:
            policy: float32, a row for each leaf with a logit for each action, of which only those of legal actions are
                read.
            value: float32, the expected result for the player to move, from -1 to 1.
            probabilities: whether `policy` has probabilities instead of logits.

        Raises:
            InputError: if shapes, dtypes or numbers are wrong; then nothing has changed.
        """
        if self._tree.waiting == 0 and np.shape(policy)[:1] == (0,):
            return
        self._tree.apply(policy, value, probabilities)

    def begin(self, simulations: int | None = None) -> None:
        """Searches the same root on, for so many more simulations."""
        self._tree.begin(self._simulations if simulations is None else simulations)

    def advance(self, event: _core.Move | str) -> Reuse:
        """Follows the game by a move or a chance event, keeping what is known of the position it leads to."""
        text = event if isinstance(event, str) else event.text
        return Reuse(*self._tree.advance(text))

    def choose(self, temperature: float = 0.0) -> _core.Move:
        """The best move, or one drawn by visits at a temperature. A Gumbel root has had its chance already."""
        return self._tree.best(temperature)[0]

    def line(self) -> list[str]:
        """The principal variation: the best move and what follows, as far as the tree goes."""
        return self._tree.best(0.0)[1]

    @property
    def is_done(self) -> bool:
        """Whether all simulations were done, or more would be of no use."""
        return self._tree.progress[0]

    @property
    def simulations(self) -> int:
        """Simulations so far. The evaluation of the root itself is none."""
        return self._tree.progress[1]

    @property
    def nodes(self) -> int:
        """Nodes of the tree."""
        return self._tree.progress[2]

    @property
    def root_visits(self) -> int:
        """Visits of the root, those kept from earlier searches included."""
        return self._tree.progress[3]

    @property
    def depth(self) -> int:
        """The longest way from the root."""
        return self._tree.progress[4]

    @property
    def state(self) -> _core.State:
        """The root."""
        return self._tree.state

    @property
    def value(self) -> float:
        """The expected result for the player to move."""
        return self._tree.value

    @property
    def solved(self) -> tuple[float, int] | None:
        """The certain result for the player to move and the plies to it, once the search has proven it."""
        return self._tree.solved

    def visits(self) -> NDArray[np.uint32]:
        """Visits by action index."""
        return self._tree.visits()

    def priors(self) -> NDArray[np.float32]:
        """The network's priors by action index."""
        return self._tree.priors()

    def policy(self) -> NDArray[np.float32]:
        """What a policy should learn, by action index: shares of visits, or the improved policy of a Gumbel root."""
        return self._tree.policy()

    def values(self) -> NDArray[np.float32]:
        """Expected results for the player to move by action index; NaN where an action was not tried."""
        return self._tree.values()

    def __repr__(self) -> str:
        done, simulations, nodes, *_ = self._tree.progress
        return f"<Search {'done' if done else 'going on'}: {simulations} simulations, {nodes} nodes>"
