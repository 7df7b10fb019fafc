"""Engines, exact solvers and matches."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal

from damero import _core
from damero._options import Limits, MatchOptions
from damero.errors import InputError

__all__ = ["Analysis", "MatchGame", "MatchPoints", "MatchResult", "MoveAnalysis", "MoveValue", "Player", "Solution", "match", "solve"]

PlayerFunction = Callable[[_core.State], "_core.Move | str | int | dict[str, Any]"]
"""A player of your own: a state in, a move out."""


@dataclass(frozen=True)
class MoveAnalysis:
    """What a player says about one move. All numbers are as the player to move sees them."""

    move: str
    """The move in the notation of the game."""
    score: int | None
    """In the units of the evaluation."""
    plies_to_end: int | None
    """Where it is proven: positive when won, negative when lost."""
    value: float | None
    """The expected result, from -1 to 1."""
    share: float | None
    """Its share of the visits of a tree search."""
    book: dict[str, Any] | None = None
    """The entry of the opening book, if it names the move."""


@dataclass(frozen=True)
class Analysis:
    """What a player says about a position."""

    best: MoveAnalysis
    """The move that it would play."""
    line: list[str]
    """The principal variation."""
    moves: list[MoveAnalysis]
    """All moves, best first."""
    depth: int
    """Plies of the last finished iteration."""
    nodes: int
    """Positions visited."""
    seconds: float
    """Time taken."""


@dataclass(frozen=True)
class MoveValue:
    """The exact value of a move."""

    move: str
    value: int
    plies: int | None


@dataclass(frozen=True)
class Solution:
    """The exact value of a position, for the player to move."""

    value: int
    """The final difference where the game keeps points, otherwise 1 for a win, 0 for a draw and -1 for a loss."""
    plies: int | None
    """Plies to the end, where the solver knows them."""
    best: list[str]
    """Moves that reach the value."""
    line: list[str]
    """The principal variation, as far as it is known."""
    moves: list[MoveValue]
    """Every move, best first."""
    nodes: int
    """Positions visited."""
    seconds: float
    """Time taken."""


class Player:
    """Any player of Damero by its spec: `level:hard`, `alphabeta:depth=8`, `solver`, `neural`, `az:RUN@best,sims=400`.

    It keeps its transposition table, tree and network from one call to the next.

    >>> import damero
    >>> state = damero.Game("reversi").start()
    >>> damero.Player("alphabeta:depth=3").choose(state) in state.legal_moves()
    True

    Args:
        spec: the player in one word.
        seed: what it leaves to chance follows from it.
        runs: the folder of runs in which `az:` and `dqn:` look for theirs; `runs` without it.
    """

    def __init__(self, spec: str, *, seed: int = 0, runs: str | os.PathLike[str] | None = None) -> None:
        self._player = _core.Player(spec, seed, runs)

    @property
    def spec(self) -> str:
        """The spec as it was written."""
        return self._player.spec

    def choose(
        self,
        state: _core.State,
        *,
        time: float | None = None,
        nodes: int | None = None,
        simulations: int | None = None,
        depth: int | None = None,
    ) -> _core.Move:
        """The move that it plays. Limits tighten those of the spec; time is in seconds."""
        return self._player.choose(state, {"time": time, "nodes": nodes, "simulations": simulations, "depth": depth})

    def analyze(
        self,
        state: _core.State,
        *,
        time: float | None = None,
        nodes: int | None = None,
        simulations: int | None = None,
        depth: int | None = None,
    ) -> Analysis:
        """What it thinks of every move, with the principal variation."""
        limits: Limits = {"time": time, "nodes": nodes, "simulations": simulations, "depth": depth}
        found = self._player.analyze(state, limits)
        found["best"] = MoveAnalysis(**found["best"])
        found["moves"] = [MoveAnalysis(**one) for one in found["moves"]]
        return Analysis(**found)

    def solve(self, state: _core.State, *, threads: int = 1, table_mib: int = 256) -> Solution:
        """The exact value of a position by the solver of its game: see `damero.solve`."""
        return solve(state, threads=threads, table_mib=table_mib)

    def __repr__(self) -> str:
        return f"Player({self.spec!r})"


def solve(state: _core.State, *, threads: int = 1, table_mib: int = 256) -> Solution:
    """The exact value of a position and of all its moves, in games that have a solver: checkers, Quarto and Reversi.

    Raises:
        InputError: if the game has no solver, the position is out of its reach, or no player is to move.
    """
    found = _core.solve(state, threads, table_mib)
    if found is None:
        raise InputError("no player is to move")
    found["moves"] = [MoveValue(**one) for one in found["moves"]]
    return Solution(**found)


@dataclass(frozen=True)
class MatchGame:
    """A game of a match."""

    first: Literal["a", "b"]
    """Who played first."""
    outcome: str
    """The result as `State.outcome` says it."""
    reason: str
    """Why it ended."""
    forfeit: bool
    """Whether somebody failed."""
    record: str
    """The whole game: `Game.read_record` reads it."""


@dataclass(frozen=True)
class MatchPoints:
    """Mean points in games that keep them."""

    own: float
    other: float
    margin: float
    error: float
    """Half the width of the margin's 95 % interval."""


@dataclass(frozen=True)
class MatchResult:
    """A match as player `a` sees it."""

    a: str
    b: str
    wins: int
    draws: int
    losses: int
    pairs: tuple[int, int, int, int, int]
    """Pairs of games with the same opening, worth 0, 1/2, 1, 3/2 and 2 points."""
    score: float
    """Points for each game, from 0 to 1."""
    score_interval: tuple[float, float]
    """The 95 % interval of the score."""
    elo: float
    """The difference; infinite if one side won everything."""
    elo_interval: tuple[float, float]
    """Its 95 % interval."""
    superiority: float
    """The likelihood that `a` is the stronger one."""
    points: MatchPoints | None
    games: list[MatchGame]

    def __str__(self) -> str:
        low, high = self.elo_interval
        return (
            f"{self.a} against {self.b}: +{self.wins} ={self.draws} -{self.losses}, "
            f"{100 * self.score:.1f} %, Elo {self.elo:+.0f} (95 %: {low:+.0f} to {high:+.0f})"
        )


def match(
    game: _core.Game | str,
    a: Player | str | PlayerFunction,
    b: Player | str | PlayerFunction,
    games: int = 100,
    *,
    openings: int = 4,
    time: float | None = None,
    nodes: int | None = None,
    simulations: int | None = None,
    depth: int | None = None,
    seed: int = 0,
    threads: int = 1,
) -> MatchResult:
    """Plays a match in pairs: both games of a pair have the same opening, with the seats changed.

    >>> import random
    >>> import damero
    >>> result = damero.match("quarto", "careful", lambda state: random.choice(state.legal_actions()), games=20)
    >>> result.wins + result.draws + result.losses
    20

    Args:
        game: a game, or the name of one.
        a, b: a spec, a `Player`, or a function that is given the state and returns a move. What a function raises ends the
            match. A `Player` plays by its spec, with a seed of its own in each game.
        games: how many.
        openings: random moves before the players think.
        time, nodes, simulations, depth: limits of every decision of a spec.
        seed: the same seed gives the same games to players that do not look at the clock.
        threads: how many games are played at once.
    """
    played = _core.Game(game) if isinstance(game, str) else game
    limits: Limits = {"time": time, "nodes": nodes, "simulations": simulations, "depth": depth}
    options: MatchOptions = {"games": games, "openings": openings, "seed": seed, "threads": threads}
    found = _core.play_match(played, (a, b), options, limits)
    found["games"] = [MatchGame(**one) for one in found["games"]]
    found["pairs"] = tuple(found["pairs"])
    found["score_interval"] = tuple(found["score_interval"])
    found["elo"] = float(found["elo"])
    found["elo_interval"] = tuple(float(end) for end in found["elo_interval"])
    if found["points"] is not None:
        found["points"] = MatchPoints(**{name: float(number) for name, number in found["points"].items()})
    return MatchResult(**found)
