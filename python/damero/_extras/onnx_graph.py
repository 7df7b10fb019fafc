"""The graph of a network as an ONNX model: see `damero.onnx`."""

# pyright: reportAttributeAccessIssue=false, reportMissingImports=false, reportUnknownMemberType=false
# pyright: reportUnknownVariableType=false
# pyright: reportUnknownArgumentType=false, reportUnknownParameterType=false

from __future__ import annotations

import os
from typing import Any

import numpy as np
import onnx
from numpy.typing import NDArray
from onnx import TensorProto, helper, numpy_helper

from damero._core import Network

__all__ = ["export", "model"]

OPSET = 18


class Writer:
    """The nodes and constants of a graph in the making."""

    def __init__(self, network: Network) -> None:
        self.weights = network.weights()
        self.nodes: list[Any] = []
        self.constants: dict[str, NDArray[Any]] = {}

    def constant(self, name: str, value: NDArray[Any]) -> str:
        self.constants[name] = value
        return name

    def weight(self, name: str) -> str:
        return self.constant(name, self.weights[name])

    def op(self, kind: str, inputs: list[str], output: str, **attributes: Any) -> str:
        self.nodes.append(helper.make_node(kind, inputs, [output], name=output, **attributes))
        return output

    def linear(self, name: str, x: str, weight: NDArray[np.float32], bias: NDArray[np.float32] | None, out: str) -> str:
        """Along the last axis, whatever comes before it."""
        turned = self.constant(f"{name}.weight_t", np.ascontiguousarray(weight.T))
        if bias is None:
            return self.op("MatMul", [x, turned], out)
        product = self.op("MatMul", [x, turned], f"{out}/product")
        return self.op("Add", [product, self.constant(f"{name}.bias", bias)], out)

    def add(self, node: dict[str, Any]) -> None:
        name, read, x = node["name"], node["from"], node["from"][0]
        match node["op"]:
            case "linear":
                bias = self.weights[f"{name}.bias"] if node["bias"] else None
                self.linear(name, x, self.weights[f"{name}.weight"], bias, name)
            case "conv2d":
                roles = ["weight", "bias"] if node["bias"] else ["weight"]
                pad, side = node["kernel"] // 2, node["kernel"]
                weights = [self.weight(f"{name}.{role}") for role in roles]
                self.op("Conv", [x, *weights], name, kernel_shape=[side, side], pads=[pad] * 4)
            case "batch_norm":
                roles = ["weight", "bias", "running_mean", "running_var"]
                weights = [self.weight(f"{name}.{role}") for role in roles]
                self.op("BatchNormalization", [x, *weights], name, epsilon=node["eps"])
            case "layer_norm":
                weights = [self.weight(f"{name}.{role}") for role in ("weight", "bias")]
                self.op("LayerNormalization", [x, *weights], name, axis=-1, epsilon=node["eps"])
            case "relu":
                self.op("Relu", [x], name)
            case "tanh":
                self.op("Tanh", [x], name)
            case "dropout":
                self.op("Identity", [x], name)
            case "reshape":
                # A zero keeps the batch.
                shape = self.constant(f"{name}/shape", np.array([0, *node["shape"]], np.int64))
                self.op("Reshape", [x, shape], name)
            case "flatten":
                self.op("Flatten", [x], name, axis=1)
            case "concat":
                self.op("Concat", list(read), name, axis=1)
            case "add":
                self.op("Add", list(read), name)
            case "add_channels":
                axes = self.constant(f"{name}/axes", np.array([2, 3], np.int64))
                wide = self.op("Unsqueeze", [read[1], axes], f"{name}/wide")
                self.op("Add", [x, wide], name)
            case "global_pool":
                axes = self.constant(f"{name}/axes", np.array([2, 3], np.int64))
                mean = self.op("ReduceMean", [x, axes], f"{name}/mean", keepdims=0)
                most = self.op("ReduceMax", [x, axes], f"{name}/max", keepdims=0)
                self.op("Concat", [mean, most], name, axis=1)
            case "gather":
                flat = self.op("Flatten", [x], f"{name}/flat", axis=1)
                index = self.constant(f"{name}/index", np.array(node["index"], np.int64))
                self.op("Gather", [flat, index], name, axis=1)
            case "position":
                self.op("Add", [x, self.weight(name)], name)
            case "attention":
                self.attention(name, x, node["heads"])
            case "mask":
                self.op("Add", [x, self.forbidden(name, read[1])], name)
            case "dueling":
                self.dueling(name, *read)
            case other:
                raise ValueError(f"no operation is called {other!r}")

    def forbidden(self, name: str, legal: str) -> str:
        one = self.constant(f"{name}/one", np.array(1, np.float32))
        far = self.constant(f"{name}/far", np.array(1e9, np.float32))
        less = self.op("Sub", [legal, one], f"{name}/less")
        return self.op("Mul", [less, far], f"{name}/forbidden")

    def dueling(self, name: str, value: str, advantage: str, legal: str) -> None:
        axes = self.constant(f"{name}/axes", np.array([1], np.int64))
        one = self.constant(f"{name}/one", np.array(1, np.float32))
        count = self.op("ReduceSum", [legal, axes], f"{name}/count", keepdims=1)
        count = self.op("Max", [count, one], f"{name}/some")
        held = self.op("Mul", [advantage, legal], f"{name}/held")
        total = self.op("ReduceSum", [held, axes], f"{name}/total", keepdims=1)
        mean = self.op("Div", [total, count], f"{name}/mean")
        both = self.op("Add", [value, advantage], f"{name}/both")
        self.op("Sub", [both, mean], name)

    def attention(self, name: str, x: str, heads: int) -> None:
        inside, bias = self.weights[f"{name}.in_proj_weight"], self.weights[f"{name}.in_proj_bias"]
        width = inside.shape[1]
        split = self.constant(f"{name}/heads", np.array([0, 0, heads, width // heads], np.int64))
        parts = []
        for part, letter in enumerate("qkv"):
            rows = slice(part * width, (part + 1) * width)
            own = f"{name}/{letter}"
            projected = self.linear(own, x, inside[rows], bias[rows], f"{own}/projected")
            shaped = self.op("Reshape", [projected, split], f"{own}/split")
            # Keys are turned, so that queries meet them by one product.
            order = [0, 2, 3, 1] if letter == "k" else [0, 2, 1, 3]
            parts.append(self.op("Transpose", [shaped], f"{own}/turned", perm=order))
        scale = self.constant(f"{name}/scale", np.array((width // heads) ** -0.5, np.float32))
        scores = self.op("MatMul", parts[:2], f"{name}/scores")
        scaled = self.op("Mul", [scores, scale], f"{name}/scaled")
        shares = self.op("Softmax", [scaled], f"{name}/shares", axis=-1)
        seen = self.op("MatMul", [shares, parts[2]], f"{name}/seen")
        back = self.op("Transpose", [seen], f"{name}/back", perm=[0, 2, 1, 3])
        joined = self.constant(f"{name}/width", np.array([0, 0, width], np.int64))
        flat = self.op("Reshape", [back, joined], f"{name}/joined")
        weight, bias = self.weights[f"{name}.out_proj.weight"], self.weights[f"{name}.out_proj.bias"]
        self.linear(f"{name}.out_proj", flat, weight, bias, name)


def model(network: Network) -> onnx.ModelProto:
    """The network as an ONNX model: an input for each tensor of the encoding, and `legal` if it reads the legal actions."""
    description = network.description
    writer = Writer(network)
    for node in description["nodes"]:
        writer.add(node)
    outputs = []
    for output in description["outputs"]:
        name = output["name"]
        # An answer may be named like its own node, like another, or like an input.
        taken = any(one["name"] == name for one in [*description["nodes"], *description["inputs"]])
        named = f"{name}_output" if taken and output["from"] != name else name
        if output["from"] != name:
            writer.op("Identity", [output["from"]], named)
        outputs.append(helper.make_tensor_value_info(named, TensorProto.FLOAT, ["n", *network.outputs[name]]))
    inputs = [
        helper.make_tensor_value_info(one["name"], TensorProto.FLOAT, ["n", *one["shape"]])
        for one in description["inputs"]
    ]
    constants = [numpy_helper.from_array(value, name) for name, value in writer.constants.items()]
    graph = helper.make_graph(writer.nodes, description["name"], inputs, outputs, constants)
    made = helper.make_model(graph, opset_imports=[helper.make_opsetid("", OPSET)], producer_name="damero")
    helper.set_model_props(made, {"game": network.game.name, "rules": network.game.rules, "encoding": network.encoding})
    onnx.checker.check_model(made)
    return made


def export(network: Network, path: str | os.PathLike[str]) -> None:
    """Writes the network as an ONNX file."""
    onnx.save(model(network), os.fspath(path))
