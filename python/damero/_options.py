"""Options that cross from Python to Rust as dictionaries."""

from __future__ import annotations

from typing import TypedDict


class SearchOptions(TypedDict):
    """How a tree search goes about its work: see `damero.mcts.Search`."""

    root: str
    considered: int
    sharpness: float
    cpuct: float
    first_play: float
    noise_alpha: float
    noise_share: float
    forced_playouts: float
    chance: str
    solve: bool


class PlayOptions(TypedDict):
    """Everything else about self-play: see `damero.SelfPlay`."""

    games: int
    threads: int
    seed: int
    simulations: int
    leaves: int
    temperature: list[str]
    temperature_by: str
    full_share: float
    fast_simulations: int
    opening_plies: int
    resign: float
    resign_control: float
    exact_nodes: int


class Limits(TypedDict):
    """How long a player may think."""

    time: float | None
    nodes: int | None
    simulations: int | None
    depth: int | None


class MatchOptions(TypedDict):
    """How a match is played: see `damero.match`."""

    games: int
    openings: int
    seed: int
    threads: int
