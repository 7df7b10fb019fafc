"""The small networks whose training `reference.py` writes down, with their weights, rows and targets.

Together they hold every operation, and what is easily got wrong: a value with several readers, a node that reads the
same value twice, two outputs of one node, a node that no output needs, a position without legal actions, normalisation
of values with one, two and three axes, and convolutions wide enough (32 channels) for the method of Winograd.
"""

import math
from typing import Any

import torch
from torch import Tensor

from reference import LISTED, Json, Network, Parameter, kinds, read_weights, rounded, row_len

# No number that a `relu` reads is closer to 0 than this, so that rounding does not decide whether it passes.
MARGIN = 2e-5


def node(name: str, op: str, *read: str, **settings: Any) -> Json:
    return {"name": name, "op": op, **settings, "from": list(read)}


def linear(name: str, out: int, read: str, bias: bool = True) -> Json:
    return node(name, "linear", read, out=out, bias=bias)


def conv(name: str, out: int, kernel: int, read: str, bias: bool = False) -> Json:
    return node(name, "conv2d", read, out=out, kernel=kernel, bias=bias)


def norm(name: str, op: str, read: str) -> Json:
    return node(name, op, read, eps=1e-5)


def describe(name: str, inputs: Json, nodes: list[Json], outputs: dict[str, str]) -> Json:
    return {
        "name": name,
        "encoding": "planes",
        "inputs": [{"name": key, "shape": shape} for key, shape in inputs.items()],
        "nodes": nodes,
        "outputs": [{"name": key, "from": read} for key, read in outputs.items()],
    }


def conv_bn_relu(name: str, out: int, kernel: int, read: str) -> list[Json]:
    return [
        conv(f"{name}.conv", out, kernel, read),
        norm(f"{name}.bn", "batch_norm", f"{name}.conv"),
        node(f"{name}.relu", "relu", f"{name}.bn"),
    ]


def residual(name: str, channels: int, read: str) -> list[Json]:
    """Two convolutions around which the value also goes unchanged; the answer is `name`.out."""
    return [
        *conv_bn_relu(f"{name}.1", channels, 3, read),
        conv(f"{name}.2.conv", channels, 3, f"{name}.1.relu"),
        norm(f"{name}.2.bn", "batch_norm", f"{name}.2.conv"),
        node(f"{name}.sum", "add", f"{name}.2.bn", read),
        node(f"{name}.out", "relu", f"{name}.sum"),
    ]


def mlp() -> Json:
    nodes = [
        node("flat", "flatten", "board"),
        linear("fc1", 8, "flat"),
        node("fc1.relu", "relu", "fc1"),
        linear("fc2", 8, "fc1.relu"),
        node("fc2.relu", "relu", "fc2"),
        node("drop", "dropout", "fc2.relu", p=0.0),
        node("sum", "add", "fc1.relu", "drop"),
        linear("state", 1, "sum"),
        linear("advantage", 5, "sum"),
        node("dueling", "dueling", "state", "advantage", "legal"),
        linear("value_fc", 1, "sum"),
        node("value_tanh", "tanh", "value_fc"),
    ]
    inputs = {"board": [2, 3, 3], "legal": [5]}
    return describe("mlp", inputs, nodes, {"q": "dueling", "value": "value_tanh"})


def attention() -> Json:
    nodes = [
        linear("embed", 8, "cells"),
        linear("hand_fc", 8, "hand"),
        node("hand_token", "reshape", "hand_fc", shape=[1, 8]),
        node("tokens", "concat", "hand_token", "embed"),
        node("place", "position", "tokens"),
        norm("norm1", "layer_norm", "place"),
        node("attend", "attention", "norm1", heads=2),
        node("sum1", "add", "place", "attend"),
        norm("norm2", "layer_norm", "sum1"),
        linear("wide", 16, "norm2"),
        node("wide.relu", "relu", "wide"),
        linear("narrow", 8, "wide.relu"),
        node("sum2", "add", "sum1", "narrow"),
        linear("logit", 1, "sum2", bias=False),
        node("logits", "reshape", "logit", shape=[7]),
        node("masked", "mask", "logits", "legal"),
        node("flat", "flatten", "sum2"),
        node("all", "concat", "flat", "hand"),
        linear("value_fc", 1, "all"),
        node("value_tanh", "tanh", "value_fc"),
    ]
    inputs = {"cells": [6, 3], "hand": [4], "legal": [7]}
    return describe("attention", inputs, nodes, {"policy": "masked", "value": "value_tanh"})


def resnet_small() -> Json:
    nodes = [
        *conv_bn_relu("start", 4, 3, "board"),
        *residual("block", 4, "start.relu"),
        conv("policy_conv", 2, 1, "block.out", bias=True),
        node("policy_flat", "flatten", "policy_conv"),
        linear("policy_fc", 6, "policy_flat"),
        node("masked", "mask", "policy_fc", "legal"),
        conv("value_conv", 2, 5, "block.out", bias=True),
        node("value_relu", "relu", "value_conv"),
        node("value_flat", "flatten", "value_relu"),
        linear("value_fc", 1, "value_flat"),
        node("value_tanh", "tanh", "value_fc"),
    ]
    inputs = {"board": [3, 4, 5], "legal": [6]}
    return describe("resnet_small", inputs, nodes, {"policy": "masked", "value": "value_tanh"})


def resnet_wide(height: int, width: int) -> Json:
    nodes = [
        *conv_bn_relu("start", 32, 3, "board"),
        *residual("block", 32, "start.relu"),
        *conv_bn_relu("policy", 2, 1, "block.out"),
        node("policy_flat", "flatten", "policy.relu"),
        linear("policy_fc", 7, "policy_flat"),
        node("masked", "mask", "policy_fc", "legal"),
        *conv_bn_relu("value", 1, 1, "block.out"),
        node("value_flat", "flatten", "value.relu"),
        linear("value_fc", 1, "value_flat"),
        node("value_tanh", "tanh", "value_fc"),
    ]
    inputs = {"board": [3, height, width], "legal": [7]}
    return describe(f"resnet_{height}x{width}", inputs, nodes, {"policy": "masked", "value": "value_tanh"})


def planes() -> Json:
    """Actions scored by planes of squares, some squares twice and in another order; a block sees the whole board, and the
    hand enters after the first convolution."""
    nodes = [
        conv("start.conv", 6, 3, "board"),
        linear("hand_fc", 6, "hand", bias=False),
        node("start.hand", "add_channels", "start.conv", "hand_fc"),
        norm("start.bn", "batch_norm", "start.hand"),
        node("start.relu", "relu", "start.bn"),
        *residual("block", 6, "start.relu"),
        node("seen", "global_pool", "block.out"),
        linear("seen_fc", 6, "seen"),
        node("told", "add_channels", "block.out", "seen_fc"),
        conv("policy_conv", 2, 1, "told", bias=True),
        node("squares", "gather", "policy_conv", index=[23, 0, 7, 7, 12, 18]),
        linear("pass_fc", 2, "seen"),
        node("actions", "concat", "squares", "pass_fc"),
        node("masked", "mask", "actions", "legal"),
        node("whole", "global_pool", "told"),
        node("all", "concat", "whole", "hand"),
        linear("value_fc", 1, "all"),
        node("value_tanh", "tanh", "value_fc"),
    ]
    inputs = {"board": [3, 3, 4], "hand": [5], "legal": [8]}
    return describe("planes", inputs, nodes, {"policy": "masked", "value": "value_tanh"})


def readers() -> Json:
    nodes = [
        norm("list_bn", "batch_norm", "list"),
        node("list_relu", "relu", "list_bn"),
        linear("list_fc", 6, "list_relu", bias=False),
        norm("list_fc_bn", "batch_norm", "list_fc"),
        node("list_tanh", "tanh", "list_fc_bn"),
        norm("list_ln", "layer_norm", "list_tanh"),
        conv("conv", 3, 3, "board"),
        norm("trunk", "batch_norm", "conv"),
        node("trunk.relu", "relu", "trunk"),
        conv("second", 3, 3, "trunk", bias=True),
        node("double", "add", "second", "second"),
        node("join", "concat", "trunk.relu", "double", "board"),
        conv("third", 2, 1, "join", bias=True),
        linear("lines", 4, "third"),
        node("table", "reshape", "trunk", shape=[3, 9]),
        linear("table_fc", 5, "table", bias=False),
        norm("table_bn", "batch_norm", "table_fc"),
        node("lines_flat", "flatten", "lines"),
        node("table_flat", "flatten", "table_bn"),
        node("all", "concat", "lines_flat", "table_flat", "list_ln"),
        linear("select_fc", 4, "all"),
        linear("value_fc", 1, "select_fc"),
        node("value_tanh", "tanh", "value_fc"),
        linear("spare", 3, "all"),
        node("spare.relu", "relu", "spare"),
    ]
    inputs = {"list": [6], "board": [2, 3, 3]}
    outputs = {"q": "select_fc", "select": "select_fc", "place": "trunk", "value": "value_tanh"}
    return describe("readers", inputs, nodes, outputs)


def begin(part: Parameter, number: int, chance: torch.Generator) -> list[float] | Json:
    """The weights of a parameter as files hold them; statistics and scales differ from what training begins with."""
    reach = 1.0 / math.sqrt(math.prod(part.shape[1:]))
    if part.count > LISTED:
        return {"sin": [part.count, float(number), round(1.5 * reach, 3)]}
    normal = torch.randn(part.count, generator=chance)
    if part.role == "running_var":
        normal = 0.5 + normal.abs()
    elif part.role == "weight" and len(part.shape) == 1:
        normal = 1.0 + 0.3 * normal
    elif len(part.shape) == 1:
        normal = 0.3 * normal
    else:
        normal = (1.0 if part.role else 0.5) * reach * normal
    return rounded(normal)


def legal_rows(batch: int, actions: int, some: bool, chance: torch.Generator) -> Tensor:
    """Which actions are legal; without `some`, none is in the second position."""
    legal = (torch.rand(batch, actions, generator=chance) < 0.6).float()
    legal[:, 2] = 1.0
    if not some:
        legal[1] = 0.0
    return legal


def targets_for(kind: str, size: int, legal: Tensor | None, batch: int, chance: torch.Generator) -> list[float]:
    if kind == "mse":
        return rounded(torch.rand(batch, size, generator=chance) * 1.8 - 0.9)
    weights = legal * torch.rand(batch, size, generator=chance)
    return rounded(weights / weights.sum(1, keepdim=True))


def attempt(description: Json, batch: int, seed: int, settings: Json) -> Json:
    chance = torch.Generator().manual_seed(seed)
    network = Network(description, torch.float64)
    weights = [begin(part, number, chance) for number, part in enumerate(network.parts)]
    kind = kinds(description)
    rows = torch.randn(batch, row_len(description), generator=chance)
    legal = None
    last = description["inputs"][-1]
    if last["name"] == "legal":
        actions = last["shape"][0]
        legal = legal_rows(batch, actions, "cross_entropy" in kind, chance)
        rows[:, -actions:] = legal
    sizes = [answer.shape[1] for answer in network(rows)]
    return {
        "origin": {"torch": torch.__version__, "script": "reference.py", "seed": seed},
        "description": description,
        "optimiser": settings,
        "batch": batch,
        "rows": rounded(rows),
        "targets": [targets_for(one, size, legal, batch, chance) for one, size in zip(kind, sizes)],
        "weights": weights,
    }


def margin(case: Json) -> float:
    """The number closest to 0 that a `relu` reads; 0 itself passes neither way, in any precision."""
    description = case["description"]
    network = Network(description, torch.float64).load([read_weights(one) for one in case["weights"]])
    values = network.values(torch.tensor(case["rows"]).reshape(case["batch"], -1))
    read = [values[one["from"][0]].flatten() for one in description["nodes"] if one["op"] == "relu"]
    numbers = torch.cat(read).abs()
    return numbers[numbers > 0].min().item()


def case(description: Json, batch: int, lr: float, max_norm: float, amsgrad: bool) -> Json:
    settings = {
        "lr": lr, "beta1": 0.9, "beta2": 0.999, "eps": 1e-8, "weight_decay": 0.01, "amsgrad": amsgrad,
        "max_norm": max_norm,
    }  # fmt: skip
    tried = (attempt(description, batch, seed, settings) for seed in range(1, 1000))
    return next(one for one in tried if margin(one) > MARGIN)


def all_cases() -> dict[str, Json]:
    return {
        "mlp": case(mlp(), 7, 0.01, 1.0, True),
        "attention": case(attention(), 5, 0.003, 0.5, True),
        "resnet_small": case(resnet_small(), 6, 0.005, 1.0, False),
        "resnet_5x6": case(resnet_wide(5, 6), 5, 0.002, 10.0, True),
        "resnet_8x8": case(resnet_wide(8, 8), 3, 0.002, 1.0, True),
        "planes": case(planes(), 6, 0.005, 1.0, True),
        "readers": case(readers(), 6, 0.005, 1.0, True),
    }
