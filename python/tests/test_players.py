"""Engines, solvers and matches."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from typing import Any

import pytest
from conftest import play_out, settle

import damero


@pytest.mark.parametrize("spec", ["random", "level:easy", "alphabeta:depth=2", "mcts:sims=20", "greedy"])
def test_players_choose_legal_moves_of_every_game(game: damero.Game, spec: str) -> None:
    player = damero.Player(spec, seed=1)
    state = settle(game.start(seed=1))
    for _ in range(3):
        chosen = player.choose(state)
        assert chosen in state.legal_moves()
        state.play(chosen)
        settle(state)


def test_an_analysis_values_every_move() -> None:
    state = damero.Game("reversi").start()
    analysis = damero.Player("alphabeta:depth=4").analyze(state)
    assert {one.move for one in analysis.moves} == {move.text for move in state.legal_moves()}
    assert all(one.score is not None for one in analysis.moves)
    assert analysis.line[0] == analysis.best.move == analysis.moves[0].move
    assert analysis.depth == 4 and analysis.nodes > 0
    tree = damero.Player("mcts:sims=50", seed=1).analyze(state, simulations=30)
    assert sum(one.share or 0 for one in tree.moves) == pytest.approx(1)


def test_networks_play() -> None:
    state = settle(damero.Game("azul").start(seed=1))
    assert damero.Player("neural:sims=8").choose(state) in state.legal_moves()


def test_limits_hold() -> None:
    state = damero.Game("checkers").start()
    begin = time.perf_counter()
    damero.Player("alphabeta:depth=60").choose(state, time=0.2)
    assert time.perf_counter() - begin < 10
    assert damero.Player("alphabeta:depth=60").analyze(state, nodes=2_000).nodes <= 2_100
    for limits, words in [({"time": -1.0}, "time"), ({"nodes": 0}, "nodes"), ({"time": float("nan")}, "time")]:
        with pytest.raises(damero.InputError, match=words):
            damero.Player("alphabeta").choose(state, **limits)  # type: ignore[arg-type]


def test_solvers_are_exact() -> None:
    states = (play_out(damero.Game("quarto").start(), seed, plies=20) for seed in range(100))
    state = next(state for state in states if not state.is_over)
    solution = damero.Player("solver").solve(state)
    assert {one.move for one in solution.moves} == {move.text for move in state.legal_moves()}
    assert max(one.value for one in solution.moves) == solution.value
    assert damero.Player("solver").choose(state).text in solution.best
    with pytest.raises(damero.InputError, match="azul has no exact solver"):
        damero.solve(settle(damero.Game("azul").start(seed=1)))


def test_refusals_say_why() -> None:
    over = play_out(damero.Game("quarto").start(), seed=1)
    cases: list[tuple[Callable[[], object], str]] = [
        (lambda: damero.Player("nobody"), "unknown player"),
        (lambda: damero.Player("alphabeta:deep=3"), "no option"),
        (lambda: damero.Player("random").choose(over), "the game is over"),
        (lambda: damero.solve(over), "no player is to move"),
        (lambda: damero.Player("random").choose(damero.Game("azul").start()), "chance is to decide"),
        (lambda: damero.Player("az:no-such-run").choose(damero.Game("quarto").start()), "no-such-run"),
        (lambda: damero.Player("neural").choose(damero.Game("tictactoe").start()), "tictactoe"),
    ]
    for action, words in cases:
        with pytest.raises(damero.InputError, match=words):
            action()


def test_matches_between_specs_have_intervals() -> None:
    result = damero.match("tictactoe", "careful", "random", games=40, openings=1, seed=1)
    assert result.wins + result.draws + result.losses == 40 == len(result.games)
    assert result.elo > 0 and result.elo_interval[0] < result.elo < result.elo_interval[1]
    assert result.score_interval[0] < result.score < result.score_interval[1]
    assert sum(result.pairs) == 20 and result.points is None
    assert result.superiority > 0.95
    assert "careful against random" in str(result)
    again = damero.match("tictactoe", "careful", "random", games=40, openings=1, seed=1, threads=2)
    assert again.games == result.games


def test_a_function_plays_as_its_spec_does() -> None:
    rng = random.Random(1)

    def anything(state: damero.State) -> int:
        return rng.choice(state.legal_actions())

    result = damero.match(damero.Game("azul"), damero.Player("greedy"), anything, games=6, openings=0, seed=2)
    assert result.b == "anything" and result.points is not None
    assert result.points.margin > 0
    for game in result.games:
        assert damero.Game("azul").read_record(game.record).is_over

    def first(state: damero.State) -> damero.Move:
        return state.legal_moves()[0]

    def last(state: damero.State) -> str:
        return state.legal_moves()[-1].text

    assert len(damero.match("tictactoe", first, last, games=4, openings=0, threads=2).games) == 4


def test_what_a_function_raises_ends_the_match() -> None:
    class Fault(Exception):
        pass

    def fails(state: damero.State) -> Any:
        raise Fault("here")

    with pytest.raises(Fault, match="here"):
        damero.match("reversi", fails, "random", games=1000)
    with pytest.raises(damero.IllegalMove):
        damero.match("reversi", lambda state: "a1", "random", games=2)
    with pytest.raises(TypeError):
        damero.match("reversi", lambda state: 1.5, "random", games=2)  # type: ignore[arg-type, return-value]
    with pytest.raises(damero.InputError, match="a player is"):
        damero.match("reversi", 3, "random")  # type: ignore[arg-type]
    with pytest.raises(damero.InputError, match="games is 0"):
        damero.match("reversi", "random", "random", games=0)
