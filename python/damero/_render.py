"""How environments show a state in the render modes that Gymnasium and PettingZoo know."""

from __future__ import annotations

from typing import Any

from damero._core import State
from damero.errors import InputError

RENDER_MODES = ["ansi", "rgb_array", "human"]


def check_mode(mode: str | None) -> str | None:
    """A render mode that exists, or none."""
    if mode is not None and mode not in RENDER_MODES:
        raise InputError(f"unknown render mode {mode!r}: there are {', '.join(RENDER_MODES)}")
    return mode


def render(state: State, mode: str | None) -> Any:
    """Text for ``ansi``, a picture for ``rgb_array``; ``human`` prints the text."""
    if mode == "ansi":
        return str(state)
    if mode == "rgb_array":
        return state.image()
    if mode == "human":
        print(state)
    return None
