"""Tree search under a network of Python."""

from __future__ import annotations

import threading
from typing import Any, Literal

import numpy as np
import pytest
from conftest import play_out, settle
from senseless import senseless

import damero
from damero.mcts import Search


def run(search: Search, batch: int = 4) -> Search:
    while not search.is_done:
        search.apply(*senseless(*search.gather(batch)))
    return search


@pytest.mark.parametrize("root", ["puct", "gumbel"])
def test_a_search_spends_its_simulations_on_legal_moves(game: damero.Game, root: Literal["puct", "gumbel"]) -> None:
    state = settle(game.start(seed=1))
    search = run(Search(state, simulations=60, root=root, seed=3))
    visits, policy, mask = search.visits(), search.policy(), state.legal_mask()
    assert search.solved is not None or visits.sum() == 60 == search.simulations
    assert not visits[~mask].any() and not policy[~mask].any()
    assert policy.sum() == pytest.approx(1, abs=1e-4)
    assert search.priors().sum() == pytest.approx(1, abs=1e-4)
    assert -1 <= search.value <= 1
    values = search.values()
    assert np.isnan(values[~mask]).all() and np.isfinite(values[visits > 0]).all()
    chosen = search.choose()
    assert chosen in state.legal_moves() and search.line()[0] == chosen
    assert search.state == state


def test_the_same_seed_visits_the_same_moves(game: damero.Game) -> None:
    state = play_out(game.start(seed=2), seed=2, plies=5)
    one, two = (run(Search(state, simulations=50, root="gumbel", seed=9)) for _ in range(2))
    assert (one.visits() == two.visits()).all()
    assert one.choose() == two.choose()


def test_gathering_again_shows_the_same_leaves() -> None:
    search = Search(damero.Game("reversi").start(), simulations=20)
    search.apply(*senseless(*search.gather(1)))
    first, again = search.gather(4), search.gather(2)
    assert len(first[0]) > 0
    assert (first[0] == again[0]).all() and (first[1] == again[1]).all()


def test_a_win_is_proven_and_ends_the_search() -> None:
    state = damero.Game("tictactoe").start()
    for index in (0, 3, 1, 4):
        state.play(index)
    search = run(Search(state, simulations=500))
    assert search.solved == (1.0, 1)
    assert search.simulations < 500
    assert search.choose().index == 2


def test_subtrees_are_reused() -> None:
    search = run(Search(damero.Game("reversi").start(), simulations=200))
    chosen = search.choose()
    visits = int(search.visits()[chosen.index])
    kept, of = search.advance(chosen)
    assert (kept, of) == (visits, 201)
    assert search.root_visits == visits and search.state.history == [chosen.text]
    run(search)
    assert search.root_visits == visits + 200


def test_chance_is_searched_before_and_below_the_event() -> None:
    game = damero.Game("azul")
    state = game.start(seed=4)
    assert state.is_chance
    waiting = Search(state, simulations=4)
    observations, masks = waiting.gather()
    assert len(observations) == 1 and not masks.any()
    late = settle(state)
    # Until one move is left of the round, so that the deal is near.
    while len(late.legal_actions()) > 6:
        late.play(late.legal_actions()[0])
    for chance in ("afterstate", "widen"):
        search = run(Search(late, simulations=300, chance=chance))
        assert search.visits().sum() == 300
    event = settle(game.start(seed=4)).history[0]
    waiting.apply(*senseless(observations, masks))
    waiting.advance(event)
    assert waiting.state.turn == 0


def test_probabilities_and_logits_say_the_same() -> None:
    state = damero.Game("reversi").start()
    one, two = Search(state, simulations=40), Search(state, simulations=40)
    while not one.is_done:
        (observations, masks), _ = one.gather(1), two.gather(1)
        logits, value = senseless(observations, masks)
        one.apply(logits, value)
        two.apply(np.exp(logits), value[:, None], probabilities=True)
    assert (one.visits() == two.visits()).all()


def wrong(policy: Any, value: Any) -> list[tuple[Any, Any, str]]:
    spoilt = policy.copy()
    spoilt[0] = np.nan
    return [
        (policy[:, :-1], value, "policy has the shape"),
        (policy[0], value, "policy has the shape"),
        (policy, value[:-1], "value has the shape"),
        (policy.astype(np.float64), value, "float64; expected float32"),
        (policy, value.astype(np.int32), "int32; expected float32"),
        (policy.astype(object), value, "object; expected float32"),
        (spoilt, value, "row 0: the policy says NaN"),
        (np.full_like(policy, -np.inf), value, "leaves nothing to any legal action"),
        (np.full_like(policy, np.inf), value, "expected a finite logit"),
        (policy, np.full_like(value, np.nan), "row 0: the value is NaN"),
        ("policy", value, "policy has the shape"),
        (None, value, "policy has the shape"),
    ]


def test_wrong_answers_are_refused_and_change_nothing() -> None:
    state = damero.Game("reversi").start()
    search, clean = Search(state, simulations=30), Search(state, simulations=30)
    with pytest.raises(damero.InputError, match="gather some first"):
        search.apply(np.zeros((1, 65), np.float32), np.zeros(1, np.float32))
    while not search.is_done:
        policy, value = senseless(*search.gather(3))
        for bad_policy, bad_value, words in wrong(policy, value):
            with pytest.raises(damero.InputError, match=words):
                search.apply(bad_policy, bad_value)
        search.apply(policy, value)
        clean.apply(*senseless(*clean.gather(3)))
    assert (search.visits() == clean.visits()).all()
    assert search.value == clean.value


def test_arrays_that_are_not_contiguous_are_read_right() -> None:
    state = damero.Game("reversi").start()
    one, two = Search(state, simulations=20), Search(state, simulations=20)
    while not one.is_done:
        policy, value = senseless(*one.gather(2))
        two.gather(2)
        one.apply(policy, value)
        wide = np.zeros((2 * len(policy), 130), np.float32)
        wide[::2, ::2] = policy
        two.apply(wide[::2, ::2], np.repeat(value, 3)[::3])
    assert (one.visits() == two.visits()).all()


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"root": "alpha"}, "expected 'puct' or 'gumbel'"),
        ({"chance": "never"}, "expected 'afterstate' or 'widen'"),
        ({"cpuct": -1.0}, "cpuct"),
        ({"cpuct": float("nan")}, "cpuct"),
        ({"considered": 0}, "considered"),
        ({"simulations": 0}, "simulations"),
        ({"noise_share": 2.0}, "noise_share"),
        ({"gumbel_scale": -1.0}, "gumbel_scale"),
        ({"encoding": "none"}, "no encoding 'none'|no encoding \"none\""),
    ],
)
def test_options_are_checked(options: dict[str, Any], words: str) -> None:
    with pytest.raises(damero.InputError, match=words):
        Search(damero.Game("reversi").start(), **options)


def test_moves_that_are_illegal_are_refused() -> None:
    search = run(Search(damero.Game("reversi").start(), simulations=10))
    with pytest.raises(damero.IllegalMove):
        search.advance("a1")
    with pytest.raises(damero.InputError):
        search.advance("nonsense")
    assert search.state.history == []


def test_a_finished_game_has_nothing_to_search() -> None:
    search = Search(play_out(damero.Game("quarto").start(), seed=1), simulations=10)
    assert search.is_done and len(search.gather()[0]) == 0
    with pytest.raises(damero.InputError, match="no player is to move"):
        search.choose()
    with pytest.raises(damero.InputError, match="batch is 0"):
        search.gather(0)


def test_two_threads_get_a_clear_exception_or_their_answer() -> None:
    search = Search(damero.Game("reversi").start(), simulations=3000)
    failures: list[BaseException] = []

    def work() -> None:
        try:
            while not search.is_done:
                observations, masks = search.gather(8)
                search.apply(*senseless(observations, masks))
        except (damero.BusyError, damero.InputError):
            pass
        except BaseException as error:
            failures.append(error)

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failures == []
    run(search)
    assert search.visits().sum() == 3000
