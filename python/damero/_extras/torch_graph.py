"""The graph of a network as a module of PyTorch: see `damero.torch`."""

# pyright: reportAttributeAccessIssue=false, reportMissingImports=false, reportUnknownMemberType=false
# pyright: reportUnknownVariableType=false
# pyright: reportUnknownParameterType=false, reportUnknownArgumentType=false, reportUntypedBaseClass=false

from __future__ import annotations

import math
import os
from typing import Any

import torch
import torch.nn.functional as F
from torch import Tensor, nn

from damero._core import Network

__all__ = ["Module", "module", "save"]

FAR = 1e9
"""What is taken off the logit of an illegal action."""


class Module(nn.Module):
    """A network of Damero. It is called with observations, and with masks if the network reads them.

    The layers are in `layers`, with the names of the description; `layers.state_dict()` has the names of the file.
    """

    def __init__(self, network: Network) -> None:
        super().__init__()
        self.network = network
        self.description = network.description
        self.layers = nn.Module()
        shapes: dict[str, list[int]] = {one["name"]: one["shape"] for one in self.description["inputs"]}
        for node in self.description["nodes"]:
            read = [shapes[name] for name in node["from"]]
            self._add(node, read[0])
            shapes[node["name"]] = shape_after(node, read)
        weights = {name: torch.from_numpy(array.copy()) for name, array in network.weights().items()}
        self.layers.load_state_dict(weights, strict=False)
        self._indices = {
            node["name"]: torch.tensor(node["index"]) for node in self.description["nodes"] if node["op"] == "gather"
        }

    def _add(self, node: dict[str, Any], read: list[int]) -> None:
        """Makes the layer of a node at its name, whose dots are modules within modules."""
        *path, last = node["name"].split(".")
        parent = self.layers
        for part in path:
            if not hasattr(parent, part):
                parent.add_module(part, nn.Module())
            parent = getattr(parent, part)
        if node["op"] == "position":
            parent.register_parameter(last, nn.Parameter(torch.zeros(1, *read)))
            return
        layer = make_layer(node, read)
        if layer is not None:
            parent.add_module(last, layer)

    def _layer(self, name: str) -> Any:
        found: Any = self.layers
        for part in name.split("."):
            found = getattr(found, part)
        return found

    def forward(self, observations: Tensor, masks: Tensor | None = None) -> dict[str, Tensor]:
        """The outputs by name."""
        inputs = self.description["inputs"]
        flat = observations.flatten(1)
        if self.network.reads_masks:
            if masks is None:
                raise ValueError("this network reads the legal actions; expected masks too")
            flat = torch.cat([flat, masks.to(flat.dtype)], 1)
        pieces = flat.split([math.prod(one["shape"]) for one in inputs], dim=1)
        values = {one["name"]: piece.reshape(-1, *one["shape"]) for one, piece in zip(inputs, pieces, strict=True)}
        for node in self.description["nodes"]:
            values[node["name"]] = self._apply_node(node, [values[name] for name in node["from"]])
        return {output["name"]: values[output["from"]] for output in self.description["outputs"]}

    def _apply_node(self, node: dict[str, Any], read: list[Tensor]) -> Tensor:
        x = read[0]
        match node["op"]:
            case "linear" | "conv2d" | "batch_norm" | "layer_norm" | "dropout":
                found: Tensor = self._layer(node["name"])(x)
                return found
            case "relu":
                return F.relu(x)
            case "tanh":
                return torch.tanh(x)
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
                return torch.cat([x.mean((2, 3)), x.amax((2, 3))], 1)
            case "gather":
                return x.flatten(1)[:, self._indices[node["name"]].to(x.device)]
            case "position":
                return x + self._layer(node["name"])
            case "attention":
                attended: Tensor = self._layer(node["name"])(x, x, x, need_weights=False)[0]
                return attended
            case "mask":
                return x + (read[1] - 1) * FAR
            case "dueling":
                advantage, legal = read[1], read[2]
                count = legal.sum(1, keepdim=True).clamp(min=1)
                return x + advantage - (advantage * legal).sum(1, keepdim=True) / count
            case other:
                raise ValueError(f"no operation is called {other!r}")

    def to_network(self) -> Network:
        """The network with the weights that it has now."""
        kept = self.network.weights().keys()
        weights = {
            name: tensor.detach().to("cpu", torch.float32).numpy()
            for name, tensor in self.layers.state_dict().items()
            if name in kept
        }
        return self.network.with_weights(weights)


def make_layer(node: dict[str, Any], read: list[int]) -> nn.Module | None:
    """The layer of a node that reads a tensor of this shape; `None` for operations without one."""
    match node["op"]:
        case "linear":
            return nn.Linear(read[-1], node["out"], bias=node["bias"])
        case "conv2d":
            kernel = node["kernel"]
            return nn.Conv2d(read[0], node["out"], kernel, padding=kernel // 2, bias=node["bias"])
        case "batch_norm":
            kind = nn.BatchNorm2d if len(read) == 3 else nn.BatchNorm1d
            return kind(read[0], eps=node["eps"])
        case "layer_norm":
            return nn.LayerNorm(read[-1], eps=node["eps"])
        case "dropout":
            return nn.Dropout(node["p"])
        case "attention":
            return nn.MultiheadAttention(read[-1], node["heads"], batch_first=True)
        case _:
            return None


def shape_after(node: dict[str, Any], read: list[list[int]]) -> list[int]:
    """The shape after a node, without the batch."""
    first = read[0]
    match node["op"]:
        case "linear":
            return [*first[:-1], node["out"]]
        case "conv2d":
            return [node["out"], *first[1:]]
        case "reshape":
            return list(node["shape"])
        case "flatten":
            return [math.prod(first)]
        case "concat":
            return [sum(shape[0] for shape in read), *first[1:]]
        case "global_pool":
            return [2 * first[0]]
        case "gather":
            return [len(node["index"])]
        case "dueling":
            return read[1]
        case _:
            return first


def module(network: Network) -> Module:
    """The network as a module of PyTorch in evaluation mode; `.train()` learns on."""
    made = Module(network)
    made.eval()
    return made


def save(module: Module, path: str | os.PathLike[str]) -> None:
    """Writes the file that Damero plays with: `damero.Player("az:FILE.safetensors")`."""
    module.to_network().save(path)
