"""The same networks in PyTorch and back; only where torch is installed, which `cargo xtask test` does not do: it is large."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from test_network import SHIPPED, shown

import damero

torch = pytest.importorskip("torch", reason="torch is only an extra")

MADE = [
    ("reversi", "resnet:2x16"),
    ("checkers", "resnet:2x16,planes,pool"),
    ("chessfive", "resnet:1x8,planes"),
    ("azul", "mlp:64-64"),
    ("quarto", "mlp:32"),
]


def agree(network: damero.Network, module: object) -> None:
    observations, masks = shown(network.game, network.encoding)
    ours = network.evaluate(observations, masks)
    with torch.no_grad():
        theirs = module(torch.from_numpy(observations), torch.from_numpy(masks))  # type: ignore[operator]
    assert ours.keys() == theirs.keys()
    for name, answer in ours.items():
        finite = np.abs(answer) < 1e6
        assert theirs[name].numpy()[finite] == pytest.approx(answer[finite], abs=1e-5, rel=1e-5), name


@pytest.mark.parametrize("name", [*(f"shipped:{name}" for name in SHIPPED), "shipped:quarto-dqn"])
def test_shipped_networks_answer_the_same_in_torch(name: str) -> None:
    import damero.torch

    network = damero.Network.load(name)
    agree(network, damero.torch.module(network))


@pytest.mark.parametrize(("game", "architecture"), MADE)
def test_what_torch_has_learned_plays_here(game: str, architecture: str, tmp_path: Path) -> None:
    import damero.torch

    network = damero.Network.create(damero.Game(game), architecture, seed=1)
    module = damero.torch.module(network).train()
    observations, masks = shown(network.game, network.encoding)
    optimiser = torch.optim.SGD(module.parameters(), 0.01)
    for _ in range(3):
        answers = module(torch.from_numpy(observations), torch.from_numpy(masks))
        loss = answers["value"].square().mean() + answers["policy"].clamp(min=-10).square().mean()
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
    module.eval()
    file = tmp_path / "learned.safetensors"
    damero.torch.save(module, file)
    again = damero.Network.load(file)
    agree(again, module)
    changed = [name for name, array in again.weights().items() if (array != network.weights()[name]).any()]
    assert changed
    state = play = damero.Game(game).start(seed=1)
    while play.is_chance:
        play.resolve_chance()
    assert damero.Player(f"az:{file},sims=4").choose(state) in state.legal_moves()
