"""Networks of Damero as ONNX files, written straight from their description.

The description is the graph already, so nothing is traced: names stay, the batch is free, and PyTorch is not needed. This
module needs `onnx`: `pip install damero[onnx]`.
"""

from __future__ import annotations

from damero._extras.onnx_graph import export, model

__all__ = ["export", "model"]
