"""Networks as ONNX, computed by the reference evaluator of the package `onnx`; only where that is installed."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from test_network import SHIPPED, shown

import damero

onnx = pytest.importorskip("onnx", reason="onnx is only an extra")
reference = pytest.importorskip("onnx.reference")


@pytest.mark.parametrize("name", [*SHIPPED, "quarto-dqn"])
def test_exported_networks_answer_the_same(name: str, tmp_path: Path) -> None:
    import damero.onnx

    network = damero.Network.load(f"shipped:{name}")
    observations, masks = shown(network.game, network.encoding, 6)
    file = tmp_path / "network.onnx"
    damero.onnx.export(network, file)
    flat = observations.reshape(len(observations), -1)
    if network.reads_masks:
        flat = np.concatenate([flat, masks], axis=1, dtype=np.float32)
    feed, start = {}, 0
    for one in network.description["inputs"]:
        size = int(np.prod(one["shape"]))
        feed[one["name"]] = flat[:, start : start + size].reshape(-1, *one["shape"])
        start += size
    model = onnx.load(file)
    answers = reference.ReferenceEvaluator(model).run(None, feed)
    ours = network.evaluate(observations, masks)
    for output, answer in zip(model.graph.output, answers, strict=True):
        expected = ours[output.name.removesuffix("_output")]
        finite = np.abs(expected) < 1e6
        assert np.asarray(answer)[finite] == pytest.approx(expected[finite], abs=1e-4), output.name
