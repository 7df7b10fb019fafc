"""States and environments driven by random calls, right and wrong ones: a refusal changes nothing, and nothing else breaks."""

from __future__ import annotations

import pickle
from typing import Any

import numpy as np
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

import damero
import damero.pettingzoo
from damero import VectorEnv
from damero.gymnasium import BoardGameEnv

QUICK = settings(
    max_examples=25,
    stateful_step_count=40,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
)

# Anything that somebody might hand over instead of a move.
strange = st.one_of(
    st.integers(),
    st.text(max_size=12),
    st.floats(),
    st.none(),
    st.booleans(),
    st.binary(max_size=4),
    st.dictionaries(st.text(max_size=8), st.integers() | st.lists(st.integers(), max_size=3), max_size=3),
    st.lists(st.integers(), max_size=3),
)


class AnyState(RuleBasedStateMachine):
    """A state, and beside it the records that it must keep to."""

    @initialize(game=st.sampled_from(damero.games()), seed=st.integers(0, 2**64 - 1))
    def start(self, game: str, seed: int) -> None:
        self.game = damero.Game(game)
        self.state = self.game.start(seed=seed)
        self.past: list[damero.State] = []

    @rule(choice=st.integers(0, 10**6), form=st.sampled_from(["move", "text", "index", "numpy"]))
    def play(self, choice: int, form: str) -> None:
        moves = self.state.legal_moves()
        if not moves:
            return
        self.past.append(self.state.clone())
        move = moves[choice % len(moves)]
        forms: dict[str, Any] = {
            "move": move,
            "text": move.text,
            "index": move.index,
            "numpy": np.int64(move.index),
        }
        self.state.play(forms[form])

    @rule(action=strange)
    def play_anything(self, action: Any) -> None:
        before = self.state.clone()
        try:
            self.state.play(action)
        except (damero.Error, TypeError):
            assert self.state == before and self.state.history == before.history
        else:
            self.past.append(before)

    @rule(by=st.none() | st.integers() | st.text(max_size=20) | st.floats())
    def resolve(self, by: Any) -> None:
        before = self.state.clone()
        try:
            self.state.resolve_chance(by)
        except (damero.Error, TypeError):
            assert self.state == before

    @rule()
    def undo(self) -> None:
        undone = self.state.undo()
        assert undone == bool(self.past)
        if undone:
            assert self.state == self.past.pop()

    @rule(text=st.text(max_size=30))
    def read_anything(self, text: str) -> None:
        for read in (self.game.position, self.game.read_record):
            try:
                read(text)
            except damero.InputError:
                pass

    @rule()
    def come_back(self) -> None:
        again = pickle.loads(pickle.dumps(self.state))
        assert again == self.state and hash(again) == hash(self.state)
        assert self.game.read_record(self.state.record()).to_text() == self.state.to_text()

    @rule(height=st.integers(-(2**40), 2**40))
    def draw_anything(self, height: int) -> None:
        try:
            picture = self.state.image(height % 64 if height % 3 else height)
        except (damero.InputError, OverflowError):
            return
        assert picture.ndim == 3

    @invariant()
    def holds_together(self) -> None:
        if not hasattr(self, "state"):
            return
        state = self.state
        actions = state.legal_actions()
        assert sorted(actions) == np.flatnonzero(state.legal_mask()).tolist()
        assert bool(actions) == (state.turn is not None)
        assert [state.is_over, state.is_chance, state.turn is not None].count(True) == 1
        assert np.isfinite(state.observation()).all() and str(state)


class AnyVector(RuleBasedStateMachine):
    """Many games at once."""

    @initialize(
        game=st.sampled_from(damero.games()),
        num_envs=st.integers(1, 5),
        threads=st.integers(1, 3),
        mode=st.sampled_from(["NextStep", "SameStep", "Disabled"]),
        mask=st.sampled_from(["bytes", "bits", None]),
    )
    def start(self, game: str, num_envs: int, threads: int, mode: str, mask: str | None) -> None:
        self.env = VectorEnv(game, num_envs, threads=threads, autoreset_mode=mode, mask=mask)

    @rule(seed=st.none() | st.integers(0, 2**32))
    def reset(self, seed: int | None) -> None:
        self.env.reset(seed=seed)

    @rule(which=st.lists(st.booleans(), max_size=6))
    def reset_some(self, which: list[bool]) -> None:
        try:
            self.env.reset(options={"reset_mask": np.array(which)})
        except damero.InputError:
            pass

    @rule()
    def step(self) -> None:
        try:
            observations, *_ = self.env.step(self.env.sample_actions())
        except damero.InputError:
            return
        for i in range(self.env.num_envs):
            state = self.env.state(i)
            if not state.is_over:
                assert np.array_equal(observations[i], state.observation())

    @rule(actions=strange | st.lists(st.integers(-5, 5000), max_size=6) | st.lists(st.floats(), max_size=6))
    def step_anyhow(self, actions: Any) -> None:
        before = [self.env.state(i) for i in range(self.env.num_envs)]
        try:
            self.env.step(actions)
        except (damero.Error, TypeError, ValueError, OverflowError):
            assert [self.env.state(i) for i in range(self.env.num_envs)] == before

    @rule(i=st.integers(-3, 10))
    def look(self, i: int) -> None:
        try:
            self.env.state(i)
        except (damero.InputError, OverflowError):
            assert not 0 <= i < self.env.num_envs


class AnyEnvironment(RuleBasedStateMachine):
    """One game as Gymnasium and as PettingZoo have it."""

    @initialize(game=st.sampled_from(damero.games()), seed=st.integers(0, 2**31))
    def start(self, game: str, seed: int) -> None:
        self.against = BoardGameEnv(game, render_mode="ansi")
        self.between = getattr(damero.pettingzoo, f"{game}_v0").raw_env(render_mode="ansi")
        self.reset(seed)

    @rule(seed=st.integers(0, 2**31))
    def reset(self, seed: int) -> None:
        self.against.reset(seed=seed)
        self.between.reset(seed=seed)

    @rule(choice=st.integers(0, 10**6))
    def step(self, choice: int) -> None:
        legal = self.against.state.legal_actions()
        if legal:
            observation, *_ = self.against.step(legal[choice % len(legal)])
            assert self.against.observation_space.contains(observation)
        legal = np.flatnonzero(self.between.observe(self.between.agent_selection)["action_mask"]).tolist()
        if legal:
            self.between.step(legal[choice % len(legal)])

    @rule(action=strange)
    def step_anyhow(self, action: Any) -> None:
        for env in (self.against, self.between):
            before = env.render()
            try:
                env.step(action)
            except (damero.Error, TypeError):
                assert env.render() == before
            except ValueError as error:
                # PettingZoo itself refuses actions of agents whose game is over.
                assert "agent is dead" in str(error)
                assert env.render() == before
            except KeyError:
                assert not self.between.agents


AnyState.TestCase.settings = QUICK
AnyVector.TestCase.settings = QUICK
AnyEnvironment.TestCase.settings = QUICK

TestAnyState = AnyState.TestCase
TestAnyVector = AnyVector.TestCase
TestAnyEnvironment = AnyEnvironment.TestCase
