"""Networks of Damero in PyTorch, and back: the same graph with the same weights, under the same names.

>>> import damero
>>> import damero.torch  # doctest: +SKIP
>>> module = damero.torch.module(damero.Network.load("shipped:azul"))  # doctest: +SKIP
>>> damero.torch.save(module, "azul.safetensors")  # doctest: +SKIP

`damero.Player("az:azul.safetensors")` plays with what was saved. This module needs `torch`: `pip install damero[torch]`.
"""

from __future__ import annotations

from damero._extras.torch_graph import Module, module, save

__all__ = ["Module", "module", "save"]
