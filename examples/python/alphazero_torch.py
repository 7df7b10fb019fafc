"""AlphaZero in one file: a PyTorch network under Damero's tree, on Azul or tic-tac-toe.

    python alphazero_torch.py tictactoe
    python alphazero_torch.py azul --minutes 10

Rust keeps hundreds of games going and hands out the leaves of all their trees as one batch; the network answers; finished
games come back as arrays; the network learns the policies that the searches found and who won. A Gumbel root makes
few simulations enough. At the end it plays a match.

Measured with PyTorch 2.15 on a machine of two cores that was busy with other work, in seconds of processor time with the matches of
40 games at the end: tic-tac-toe 15 s, then 95 % of the points against `random` and `greedy` and 71 % against `level:medium`,
without a loss; Azul 44 s (three cycles), then 100 % against `random`, 28 % against `greedy` and none against `level:medium`.
Needs `pip install damero[torch]`.
"""

from __future__ import annotations

import argparse
import time

import numpy as np
import torch
import torch.nn.functional as F
from torch import Tensor, nn

import damero


class Network(nn.Module):
    """Two residual layers over the flat observation, then a logit for each action and the expected result."""

    def __init__(self, game: damero.Game, width: int) -> None:
        super().__init__()
        size = int(np.prod(game.observation_shape()))
        self.first = nn.Linear(size, width)
        self.layers = nn.ModuleList(
            nn.Sequential(nn.Linear(width, width), nn.ReLU(), nn.Linear(width, width)) for _ in range(2)
        )
        self.policy = nn.Linear(width, game.num_actions)
        self.value = nn.Linear(width, 1)

    def forward(self, observations: Tensor) -> tuple[Tensor, Tensor]:
        x = F.relu(self.first(observations.flatten(1)))
        for layer in self.layers:
            x = F.relu(x + layer(x))
        return self.policy(x), torch.tanh(self.value(x)).squeeze(1)

    @torch.no_grad()
    def evaluate(self, observations: np.ndarray, masks: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """What the tree asks."""
        policy, value = self(torch.from_numpy(observations))
        return policy.numpy(), value.numpy()


def train(network: Network, optimiser: torch.optim.Optimizer, window: list[damero.Samples], steps: int) -> float:
    """Learns from random decisions of the newest games."""
    samples = damero.Samples.concatenate(window)
    observations, masks = torch.from_numpy(samples.observations), torch.from_numpy(samples.masks)
    # Half of what the search expected, half of what came.
    values = torch.from_numpy((samples.outcomes + samples.values) / 2)
    policies, total = torch.from_numpy(samples.policies), 0.0
    for _ in range(steps):
        rows = torch.randint(len(samples), (512,))
        logits, value = network(observations[rows])
        logits = logits.masked_fill(~masks[rows], -1e9)
        loss = -(policies[rows] * F.log_softmax(logits, 1)).sum(1).mean() + F.mse_loss(value, values[rows])
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
        total += loss.item() / steps
    return total


def player(network: Network, simulations: int):  # noqa: ANN201
    """The network with its search, as a player of a match."""

    def alphazero(state: damero.State) -> damero.Move:
        search = damero.mcts.Search(state, simulations=simulations, root="gumbel", gumbel_scale=0.0)
        while not search.is_done:
            search.apply(*network.evaluate(*search.gather(8)))
        return search.choose()

    return alphazero


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("game", choices=["azul", "tictactoe"])
    parser.add_argument("--minutes", type=float, help="how long it learns; 10 for Azul, 1 for tic-tac-toe")
    parser.add_argument("--games", type=int, default=256, help="games side by side")
    parser.add_argument("--simulations", type=int, default=32)
    parser.add_argument("--width", type=int, default=256)
    parser.add_argument("--match", type=int, default=40, help="games of the match at the end")
    parser.add_argument("--opponents", nargs="*", default=["random", "greedy", "level:medium"])
    parser.add_argument("--save", help="where the weights go")
    options = parser.parse_args()
    torch.manual_seed(1)
    game = damero.Game(options.game)
    seconds = 60 * (options.minutes or {"azul": 10, "tictactoe": 1}[options.game])
    network = Network(game, options.width)
    optimiser = torch.optim.AdamW(network.parameters(), 1e-3, weight_decay=1e-4)
    play = damero.SelfPlay(game, options.games, options.simulations, root="gumbel", sharpness=0.5, seed=1)
    window: list[damero.Samples] = []
    begin, cycle = time.perf_counter(), 0
    while time.perf_counter() - begin < seconds:
        cycle += 1
        network.eval()
        samples = play.collect(network.evaluate, options.games, symmetries="random")
        window = [*window, samples][-8:]
        network.train()
        loss = train(network, optimiser, window, steps=max(1, 4 * len(samples) // 512))
        passed = time.perf_counter() - begin
        print(f"cycle {cycle:3}  {passed:5.0f} s  {len(samples):6} decisions  loss {loss:.3f}", flush=True)
    network.eval()
    torch.set_num_threads(1)
    for opponent in options.opponents:
        openings = 0 if game.has_chance else 1
        print(damero.match(game, player(network, 64), opponent, games=options.match, openings=openings))
    if options.save:
        torch.save(network.state_dict(), options.save)


if __name__ == "__main__":
    main()
