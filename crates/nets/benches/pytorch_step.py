"""How long PyTorch takes for one whole training step of a network: the yardstick for our own.

`python pytorch_step.py description.json --batch 256 --threads 1 --seconds 3` builds the network of a description,
trains it on one batch of chance and prints one line:
{"torch": version, "ms": processor time of a step, "steps": how many}.
Processor time, so that other work on the machine counts little. `--channels-last` stores convolutions in the order of
axes that suits PyTorch best on processors. Without PyTorch it says so and ends with 3.
"""

import argparse
import json
import math
import pathlib
import sys
import time

try:
    import torch
except ImportError:
    print("PyTorch is not installed for this Python, so there is nothing to measure.", file=sys.stderr)
    sys.exit(3)

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent / "tests" / "torch"))
from reference import Network, Parameter, kinds, optimiser_of, row_len, step  # noqa: E402

WARM_UP = 5
MAX_NORM = 1.0
SETTINGS = {"lr": 1e-3, "beta1": 0.9, "beta2": 0.999, "eps": 1e-8, "weight_decay": 0.01, "amsgrad": True}


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Measures one training step of PyTorch.")
    parser.add_argument("description", type=pathlib.Path)
    parser.add_argument("--batch", type=int, default=256)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=3.0)
    parser.add_argument("--channels-last", action="store_true")
    return parser.parse_args()


def begin(part: Parameter) -> torch.Tensor:
    """Weights as PyTorch begins them, near enough for a measurement of time."""
    if len(part.shape) > 1:
        return (torch.rand(part.shape) * 2 - 1) / math.sqrt(math.prod(part.shape[1:]))
    return torch.ones(part.shape) if part.role in ("weight", "running_var") else torch.zeros(part.shape)


def put_channels_last(network: Network) -> None:
    """Answers of convolutions follow the order of their weights."""
    for number, tensor in enumerate(network.tensors):
        if tensor.dim() == 4:
            ordered = tensor.detach().contiguous(memory_format=torch.channels_last)
            network.tensors[number] = ordered.requires_grad_()


def rows_of(description: dict, batch: int) -> torch.Tensor:
    """Chance, with every action legal."""
    rows = torch.randn(batch, row_len(description))
    last = description["inputs"][-1]
    if last["name"] == "legal":
        rows[:, -last["shape"][0] :] = 1.0
    return rows


def targets_of(network: Network, rows: torch.Tensor) -> list[torch.Tensor]:
    """A distribution for masked logits, numbers between -1 and 1 for the others."""
    with torch.no_grad():
        chance = [torch.rand_like(answer) for answer in network(rows)]
    pairs = zip(kinds(network.description), chance, strict=True)
    return [one * 2 - 1 if kind == "mse" else one / one.sum(1, keepdim=True) for kind, one in pairs]


def main() -> None:
    given = arguments()
    torch.set_num_threads(given.threads)
    torch.manual_seed(1)
    description = json.loads(given.description.read_text())
    network = Network(description, torch.float32)
    network.load([begin(part) for part in network.parts])
    if given.channels_last:
        put_channels_last(network)
    rows = rows_of(description, given.batch)
    targets = targets_of(network, rows)
    optimiser = optimiser_of(network, SETTINGS)
    for _ in range(WARM_UP):
        step(network, optimiser, rows, targets, MAX_NORM)
    steps, start = 0, time.process_time()
    while steps == 0 or time.process_time() - start < given.seconds:
        step(network, optimiser, rows, targets, MAX_NORM)
        steps += 1
    spent = time.process_time() - start
    print(json.dumps({"torch": torch.__version__, "ms": round(1000 * spent / steps, 4), "steps": steps}))


if __name__ == "__main__":
    main()
