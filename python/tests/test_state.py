"""Games and states: what the package promises for every game."""

from __future__ import annotations

import copy
import pickle
import random

import numpy as np
import pytest
from conftest import play_out, settle

import damero
from damero._spaces import HIGH, LOW


def test_games_are_listed_and_made_by_name() -> None:
    assert {"checkers", "quarto", "chessfive", "azul", "reversi"} <= set(damero.games())
    with pytest.raises(damero.InputError, match="unknown game 'chess'|unknown game \"chess\""):
        damero.Game("chess")


def test_rules_are_a_preset_and_options() -> None:
    game = damero.Game("checkers", rules="english", no_progress=40)
    assert game.options["no_progress"] == "40"
    assert damero.Game("checkers", game.rules) == game
    assert hash(damero.Game("checkers", game.rules)) == hash(game)
    assert pickle.loads(pickle.dumps(game)) == game
    with pytest.raises(damero.InputError, match="unknown option"):
        damero.Game("checkers", no_such_option=1)
    with pytest.raises(damero.InputError, match="no_progress does not take"):
        damero.Game("checkers", no_progress="many")


def test_a_whole_game(game: damero.Game) -> None:
    state = game.start(seed=1)
    plies = 0
    rng = random.Random(1)
    while not settle(state).is_over:
        moves, actions, mask = state.legal_moves(), state.legal_actions(), state.legal_mask()
        assert [move.index for move in moves] == actions
        assert sorted(actions) == np.flatnonzero(mask).tolist()
        assert mask.shape == (game.num_actions,) and mask.dtype == np.bool_
        assert state.turn in (0, 1) and state.returns == (0.0, 0.0)
        assert state.observation().shape == game.observation_shape()
        state.play(rng.choice(moves))
        plies += 1
    assert 0 < plies <= game.max_plies
    assert state.turn is None and state.outcome is not None and state.end_reason
    assert sum(state.returns) == 0 and (state.winner is None) == (state.returns == (0.0, 0.0))
    assert state.legal_moves() == [] and not state.legal_mask().any()
    with pytest.raises(damero.IllegalMove, match="the game is over"):
        state.play(0)


def test_every_way_to_write_a_move_plays_it(game: damero.Game) -> None:
    state = settle(game.start(seed=2))
    move = state.legal_moves()[0]
    after = []
    for action in (move, move.text, move.index, np.int64(move.index)):
        other = state.clone()
        other.play(action)
        after.append(other)
    assert all(other == after[0] and hash(other) == hash(after[0]) for other in after)
    assert after[0] != state and after[0].key != state.key
    assert move == move.text and hash(move) == hash(move.text) and str(move) == move.text


def test_undo_goes_back_to_the_start(game: damero.Game) -> None:
    state = settle(game.start(seed=3))
    start = state.clone()
    play_out(state, seed=3, plies=12)
    while state.undo():
        pass
    assert settle(state) == start and not state.undo()


def test_texts_records_copies_and_pickles_come_back(game: damero.Game) -> None:
    state = play_out(game.start(seed=4), seed=4, plies=9)
    assert game.position(state.to_text()).to_text() == state.to_text()
    for again in (
        game.read_record(state.record()),
        pickle.loads(pickle.dumps(state)),
        copy.copy(state),
        copy.deepcopy(state),
    ):
        assert again == state and again.history == state.history
    for name in game.formats:
        assert state.record(name)
    with pytest.raises(damero.InputError, match="record format"):
        state.record("no-such-format")


def test_the_same_seed_deals_alike() -> None:
    game = damero.Game("azul")
    assert settle(game.start(seed=5)) == settle(game.start(seed=5))
    assert settle(game.start(seed=5)) != settle(game.start(seed=6))
    deals = set()
    for source in (7, random.Random(7), np.random.default_rng(7), None):
        state = game.start()
        assert state.is_chance and state.turn is None
        deals.add(state.resolve_chance(source))
    assert len(deals) == 4
    again = game.start()
    again.resolve_chance(state.history[0])
    assert again == state
    with pytest.raises(damero.IllegalMove, match="a player decides now"):
        again.resolve_chance()
    with pytest.raises(damero.IllegalMove, match="chance decides first"):
        game.start().play(state.legal_moves()[0].text)


def test_symmetries_map_actions(game: damero.Game) -> None:
    state = play_out(game.start(seed=6), seed=6, plies=4)
    images = state.symmetries()
    assert images[0][0] == state and all(a == b for a, b in images[0][1].items())
    for image, actions in images:
        assert sorted(actions.values()) == sorted(image.legal_actions())


def test_checkers_moves_are_dictionaries_in_and_out() -> None:
    state = damero.Game("checkers").start()
    move = state.legal_moves()[0]
    action = move.to_dict()
    assert action["from"] == [5, 0] and action["to"] == [4, 1] and action["captures"] == []
    by_text = state.clone()
    by_text.play(move)
    state.play({"from": action["from"], "to": action["to"], "captures": []})
    assert state == by_text
    with pytest.raises(damero.IllegalMove):
        state.play(action)
    with pytest.raises(damero.InputError, match="no dictionary form"):
        damero.Game("reversi").start().legal_moves()[0].to_dict()


def test_encodings_have_the_shapes_they_name(game: damero.Game) -> None:
    state = play_out(game.start(seed=7), seed=7, plies=60)
    for name, tensors in game.encodings.items():
        observation = state.observation(encoding=name)
        assert observation.dtype == np.float32 and observation.flags.c_contiguous
        assert observation.size == sum(int(np.prod(shape)) for shape in tensors.values())
        assert observation.min() >= LOW and observation.max() <= HIGH
    with pytest.raises(damero.InputError, match="has no encoding"):
        state.observation("no-such-encoding")


@pytest.mark.parametrize("action", [-1, 10**6, 2**80, "nonsense", {"from": 1}, True, 1.5, None, b"f5", [1]])
def test_what_is_no_move_is_refused_and_changes_nothing(game: damero.Game, action: object) -> None:
    state = settle(game.start(seed=8))
    before = state.clone()
    with pytest.raises((damero.InputError, TypeError)):
        state.play(action)  # type: ignore[arg-type]
    assert state == before and state.history == before.history


def test_a_refusal_names_the_rule_and_a_legal_move() -> None:
    state = damero.Game("reversi").start()
    with pytest.raises(damero.IllegalMove, match="legal would be") as refusal:
        state.play("a1")
    assert refusal.value.instead in [move.text for move in state.legal_moves()]
    assert refusal.value.rule and isinstance(refusal.value, ValueError)


def test_playouts_count_every_game(game: damero.Game) -> None:
    state = game.start(seed=9)
    counts = state.playouts(50, seed=1)
    assert sum(counts) == 50 and counts == state.playouts(50, seed=1)
    over = play_out(state, seed=9)
    assert over.playouts(3) == ((3, 0, 0) if over.winner == 0 else (0, 0, 3) if over.winner == 1 else (0, 3, 0))
