"""A network from its description in PyTorch, and what PyTorch makes of it: the truth for our own training.

`python reference.py` writes one file beside itself for every case of `cases.py`, then reads each file again and
computes everything anew from what it says. It needs `torch`; the tests that read the files need nothing.

Numbers are computed in double precision from weights, rows and targets that were first rounded to single precision,
and written with 9 significant digits. The keys of a file:

- `origin`: the version of PyTorch, the script and the seed.
- `description`: the network in the form of `Description`.
- `weights`: one tensor for each parameter, in order, running statistics included.
- `batch`: how many positions; `rows`: for each position its inputs in order, all in one list.
- `targets` and `outputs`: one list for each output; `outputs` are those of training mode before the first step.
- `losses_kind`: for each output, `mse`: the mean over all numbers of (answer - target)^2; or `cross_entropy`: the mean
  over positions of -sum(target * log_softmax(answer)). The loss is their sum.
- `loss`: before the first step; `gradients`: of that loss, one tensor for each trainable parameter in order, not yet
  clipped; null where the loss does not depend on the parameter.
- `running`: the running statistics after the first forward pass, in the order of the parameters that are not
  trainable. As in PyTorch, the running variance takes the unbiased variance of the batch.
- `optimiser`: the settings of AdamW, and `max_norm`: the gradient is clipped to that global norm before each step.
- `losses`: the loss of each of 100 steps on the same batch, before that step; the first is `loss`.
- `single`: how far PyTorch itself goes from the truth in single precision: the largest relative difference of the
  loss, of a gradient (relative to the largest number of its tensor) and of `losses`.

A tensor of up to 1,500 numbers is a list. A larger one of weights is `{"sin": [count, phase, scale]}`: number i is
sin(i * 0.7 + phase) * scale in double precision, rounded to single. A larger one of gradients is
`{"sum", "abs_sum", "samples": [[index, number], ...]}` with 200 samples evenly spaced.
"""

import json
import math
import pathlib
import struct
from typing import Any, NamedTuple

import torch
import torch.nn.functional as F
from torch import Tensor

LISTED = 1500
SAMPLES = 200
STEPS = 100
MOMENTUM = 0.1

Json = dict[str, Any]
Shape = list[int]


class Parameter(NamedTuple):
    """One tensor of weights."""

    name: str
    shape: Shape
    role: str

    @property
    def trainable(self) -> bool:
        return not self.role.startswith("running_")

    @property
    def count(self) -> int:
        return math.prod(self.shape)


def roles(node: Json, read: Shape) -> list[tuple[str, Shape]]:
    """The parameters of a node that first reads a tensor of this shape."""
    width = read[-1]
    match node["op"]:
        case "linear":
            weight = [node["out"], width]
        case "conv2d":
            weight = [node["out"], read[0], node["kernel"], node["kernel"]]
        case "batch_norm":
            return [(role, read[:1]) for role in ("weight", "bias", "running_mean", "running_var")]
        case "layer_norm":
            return [("weight", [width]), ("bias", [width])]
        case "position":
            return [("", [1, *read])]
        case "attention":
            return [
                ("in_proj_weight", [3 * width, width]),
                ("in_proj_bias", [3 * width]),
                ("out_proj.weight", [width, width]),
                ("out_proj.bias", [width]),
            ]
        case _:
            return []
    return [("weight", weight), ("bias", weight[:1])] if node["bias"] else [("weight", weight)]


def single(number: float) -> float:
    """Rounded to single precision, as Rust reads it."""
    return struct.unpack("f", struct.pack("f", number))[0]


def dueling(value: Tensor, advantage: Tensor, legal: Tensor) -> Tensor:
    count = legal.sum(1, keepdim=True).clamp(min=1)
    return value + advantage - (advantage * legal).sum(1, keepdim=True) / count


def attention(x: Tensor, heads: int, weights: list[Tensor]) -> Tensor:
    tokens_first = x.transpose(0, 1)
    in_weight, in_bias, out_weight, out_bias = weights
    answer, _ = F.multi_head_attention_forward(
        tokens_first, tokens_first, tokens_first, x.shape[2], heads, in_weight, in_bias, None, None, False, 0.0,
        out_weight, out_bias, training=True, need_weights=False,
    )  # fmt: skip
    return answer.transpose(0, 1)


def apply(node: Json, read: list[Tensor], weights: list[Tensor]) -> Tensor:
    """The answer of one node in training mode; batch normalisation changes its running statistics."""
    x = read[0]
    match node["op"]:
        case "linear":
            return F.linear(x, *weights)
        case "conv2d":
            return F.conv2d(x, *weights, padding=node["kernel"] // 2)
        case "batch_norm":
            weight, bias, mean, variance = weights
            return F.batch_norm(x, mean, variance, weight, bias, True, MOMENTUM, single(node["eps"]))
        case "layer_norm":
            return F.layer_norm(x, x.shape[-1:], *weights, eps=single(node["eps"]))
        case "relu":
            return F.relu(x)
        case "tanh":
            return torch.tanh(x)
        case "dropout":
            return F.dropout(x, node["p"], training=True)
        case "reshape":
            return x.reshape(x.shape[0], *node["shape"])
        case "flatten":
            return x.flatten(1)
        case "concat":
            return torch.cat(read, 1)
        case "add":
            return x + read[1]
        case "add_channels":
            return x + read[1][:, :, None, None]
        case "global_pool":
            return torch.cat([x.mean((2, 3)), x.flatten(2).max(2).values], 1)
        case "gather":
            return x.flatten(1)[:, node["index"]]
        case "position":
            return x + weights[0]
        case "attention":
            return attention(x, node["heads"], weights)
        case "mask":
            return x + (read[1] - 1) * 1e9
        case "dueling":
            return dueling(*read)
        case other:
            raise ValueError(f"no operation is called {other}")


class Network(torch.nn.Module):
    """A description with its weights. The shapes of the nodes are found by one pass over zeros."""

    def __init__(self, description: Json, dtype: torch.dtype) -> None:
        super().__init__()
        self.description = description
        self.dtype = dtype
        self.parts: list[Parameter] = []
        self.tensors: list[Tensor] = []
        self.own: list[slice] = []
        values = {one["name"]: torch.zeros(2, *one["shape"], dtype=dtype) for one in description["inputs"]}
        for node in description["nodes"]:
            read = [values[name] for name in node["from"]]
            start = len(self.parts)
            for role, shape in roles(node, list(read[0].shape[1:])):
                self.parts.append(Parameter(f"{node['name']}.{role}".rstrip("."), shape, role))
                self.tensors.append(torch.ones(shape, dtype=dtype))
            self.own.append(slice(start, len(self.parts)))
            with torch.no_grad():
                values[node["name"]] = apply(node, read, self.tensors[self.own[-1]])

    def load(self, weights: list[Tensor]) -> "Network":
        """Takes these weights, and follows the gradients of the trainable ones."""
        for part, tensor in zip(self.parts, weights, strict=True):
            if tensor.numel() != part.count:
                raise ValueError(f"{part.name} has {tensor.numel()} numbers; expected {part.count}")
        shaped = [tensor.to(self.dtype, copy=True).reshape(part.shape) for part, tensor in zip(self.parts, weights)]
        self.tensors = [tensor.requires_grad_(part.trainable) for part, tensor in zip(self.parts, shaped)]
        return self

    def trainable(self) -> list[Tensor]:
        return [tensor for part, tensor in zip(self.parts, self.tensors) if part.trainable]

    def running(self) -> list[Tensor]:
        return [tensor for part, tensor in zip(self.parts, self.tensors) if not part.trainable]

    def values(self, rows: Tensor) -> dict[str, Tensor]:
        """Every tensor by name, in training mode."""
        inputs = self.description["inputs"]
        pieces = rows.to(self.dtype).split([math.prod(one["shape"]) for one in inputs], dim=1)
        values = {one["name"]: piece.reshape(-1, *one["shape"]) for one, piece in zip(inputs, pieces)}
        for node, own in zip(self.description["nodes"], self.own):
            values[node["name"]] = apply(node, [values[name] for name in node["from"]], self.tensors[own])
        return values

    def forward(self, rows: Tensor) -> list[Tensor]:
        """The outputs in order, each flat."""
        values = self.values(rows)
        return [values[output["from"]].flatten(1) for output in self.description["outputs"]]


def row_len(description: Json) -> int:
    return sum(math.prod(one["shape"]) for one in description["inputs"])


def kinds(description: Json) -> list[str]:
    """The loss of each output: cross-entropy for masked logits."""
    masked = {node["name"] for node in description["nodes"] if node["op"] == "mask"}
    return ["cross_entropy" if output["from"] in masked else "mse" for output in description["outputs"]]


def loss_of(kinds: list[str], answers: list[Tensor], targets: list[Tensor]) -> Tensor:
    def one(kind: str, answer: Tensor, target: Tensor) -> Tensor:
        if kind == "mse":
            return F.mse_loss(answer, target)
        return -(target * F.log_softmax(answer, 1)).sum(1).mean()

    return torch.stack([one(*three) for three in zip(kinds, answers, targets, strict=True)]).sum()


def optimiser_of(network: Network, settings: Json) -> torch.optim.AdamW:
    return torch.optim.AdamW(
        network.trainable(),
        lr=settings["lr"],
        betas=(settings["beta1"], settings["beta2"]),
        eps=settings["eps"],
        weight_decay=settings["weight_decay"],
        amsgrad=settings["amsgrad"],
    )


def step(
    network: Network, optimiser: torch.optim.AdamW, rows: Tensor, targets: list[Tensor], max_norm: float
) -> Tensor:
    """One whole step of training; the loss before it."""
    optimiser.zero_grad()
    loss = loss_of(kinds(network.description), network(rows), targets)
    loss.backward()
    torch.nn.utils.clip_grad_norm_(network.trainable(), max_norm)
    optimiser.step()
    return loss.detach()


class Measured(NamedTuple):
    """What PyTorch computes for a case."""

    outputs: list[Tensor]
    loss: Tensor
    gradients: list[Tensor | None]
    running: list[Tensor]
    losses: Tensor


def measure(
    description: Json, weights: list[Tensor], rows: Tensor, targets: list[Tensor], settings: Json, dtype: torch.dtype
) -> Measured:
    targets = [target.to(dtype) for target in targets]
    first = Network(description, dtype).load(weights)
    outputs = first(rows)
    loss = loss_of(kinds(description), outputs, targets)
    gradients = torch.autograd.grad(loss, first.trainable(), allow_unused=True)
    trained = Network(description, dtype).load(weights)
    optimiser = optimiser_of(trained, settings)
    losses = [step(trained, optimiser, rows, targets, settings["max_norm"]) for _ in range(STEPS)]
    outputs = [one.detach() for one in outputs]
    return Measured(outputs, loss.detach(), list(gradients), first.running(), torch.stack(losses))


def measure_file(case: Json, dtype: torch.dtype) -> Measured:
    """Computes a file's case anew from its own text."""
    batch = case["batch"]
    rows = torch.tensor(case["rows"], dtype=torch.float32).reshape(batch, -1)
    targets = [torch.tensor(one, dtype=torch.float32).reshape(batch, -1) for one in case["targets"]]
    weights = [read_weights(one) for one in case["weights"]]
    return measure(case["description"], weights, rows, targets, case["optimiser"], dtype)


def read_weights(stored: list[float] | Json) -> Tensor:
    if isinstance(stored, list):
        return torch.tensor(stored, dtype=torch.float32)
    count, phase, scale = stored["sin"]
    return torch.tensor([math.sin(i * 0.7 + phase) * scale for i in range(count)], dtype=torch.float32)


def rounded(numbers: Tensor) -> list[float]:
    return [float(f"{number:.9g}") for number in numbers.flatten().tolist()]


def store_gradient(gradient: Tensor | None) -> list[float] | Json | None:
    if gradient is None:
        return None
    if gradient.numel() <= LISTED:
        return rounded(gradient)
    at = [k * gradient.numel() // SAMPLES for k in range(SAMPLES)]
    total, absolute = rounded(torch.stack([gradient.sum(), gradient.abs().sum()]))
    samples = [list(pair) for pair in zip(at, rounded(gradient.flatten()[at]))]
    return {"sum": total, "abs_sum": absolute, "samples": samples}


def apart(found: Tensor, truth: Tensor) -> float:
    """The largest difference, relative to the largest number of the truth."""
    return ((found.double() - truth).abs().max() / truth.abs().max().clamp(min=1e-300)).item()


def farthest(found: Measured, truth: Measured) -> Json:
    gradients = [(a, b) for a, b in zip(found.gradients, truth.gradients) if a is not None and b is not None]
    return {
        "loss": apart(found.loss, truth.loss),
        "gradient": max(apart(a, b) for a, b in gradients),
        "losses": ((found.losses.double() - truth.losses).abs() / truth.losses).max().item(),
    }


def complete(case: Json) -> Json:
    """Adds what PyTorch computes to the description, weights, rows, targets and settings of a case."""
    truth = measure_file(case, torch.float64)
    apart_in_single = farthest(measure_file(case, torch.float32), truth)
    return case | {
        "losses_kind": kinds(case["description"]),
        "outputs": [rounded(one) for one in truth.outputs],
        "loss": rounded(truth.loss)[0],
        "gradients": [store_gradient(one) for one in truth.gradients],
        "running": [rounded(one) for one in truth.running],
        "losses": rounded(truth.losses),
        "single": {key: float(f"{number:.2g}") for key, number in apart_in_single.items()},
    }


def text_of(case: Json) -> str:
    """One line a key, so that changes can be read."""
    lines = [f"{json.dumps(key)}:{json.dumps(value, separators=(',', ':'))}" for key, value in case.items()]
    return "{\n" + ",\n".join(lines) + "\n}\n"


def verify(path: pathlib.Path) -> None:
    """Reads a file and computes its answers anew."""
    case = json.loads(path.read_text())
    again = complete({key: case[key] for key in case if key not in COMPUTED})
    for key in COMPUTED - {"single"}:
        if again[key] != case[key]:
            raise ValueError(f"{path.name}: {key} is not what PyTorch computes from the file")


COMPUTED = {"losses_kind", "outputs", "loss", "gradients", "running", "losses", "single"}


def main() -> None:
    import cases  # Reads this module, so it is named only here.

    torch.set_num_threads(1)
    folder = pathlib.Path(__file__).parent
    for name, case in cases.all_cases().items():
        path = folder / f"{name}.json"
        whole = complete(case)
        path.write_text(text_of(whole))
        verify(path)
        print(f"{path.name}: from {whole['losses'][0]} to {whole['losses'][-1]}, {whole['single']}")


if __name__ == "__main__":
    main()
