"""The compiled half of the package: what `crates/python` defines."""

import random
from os import PathLike
from typing import Any, Literal, SupportsIndex, final

import numpy as np
from numpy.typing import ArrayLike, NDArray

from damero._options import Limits, MatchOptions, PlayOptions, SearchOptions

__version__: str

def games() -> list[str]:
    """The names of all games."""

def _restore(game: Game, record: str, seed: int) -> State: ...

@final
class Game:
    """A game under certain rules."""

    def __new__(cls, name: str, rules: str | None = None, **options: bool | int | str | None) -> Game: ...
    @property
    def name(self) -> str:
        """The name in `damero.games()`."""
    @property
    def rules(self) -> str:
        """The rules as one text, such as `english,no_progress=40`; `Game(name, rules)` reads it."""
    @property
    def options(self) -> dict[str, str]:
        """All options of the rules with their values."""
    @property
    def presets(self) -> list[str]:
        """The named sets of rules; the first is the default."""
    @property
    def title(self) -> str:
        """The name for people."""
    @property
    def seats(self) -> tuple[str, str]:
        """What the two players are called."""
    @property
    def has_chance(self) -> bool:
        """Whether chance events occur."""
    @property
    def version(self) -> int:
        """Raised whenever the behaviour of the game changes."""
    @property
    def max_moves(self) -> int:
        """No position offers more moves than this."""
    @property
    def max_plies(self) -> int:
        """No game under these rules has more moves than this."""
    @property
    def num_actions(self) -> int:
        """How many action indices there are."""
    @property
    def formats(self) -> list[str]:
        """The formats of records, `damero` among them."""
    @property
    def encodings(self) -> dict[str, dict[str, tuple[int, ...]]]:
        """The encodings of observations, each with the shapes of its tensors; the first is the default."""
    def observation_shape(self, encoding: str | None = None) -> tuple[int, ...]:
        """The shape of `State.observation`."""
    def start(self, *, seed: int | None = None) -> State:
        """The beginning of a game. The seed decides the chance events; without one it is drawn from the system."""
    def position(self, text: str, *, seed: int | None = None) -> State:
        """A state from a position string."""
    def read_record(self, text: str, *, seed: int | None = None) -> State:
        """A state from a record in any of `formats`, at its end. The rules are those of the record."""
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

@final
class Move:
    """A legal move. It equals its text, so that lists of moves can be searched by text."""

    @property
    def text(self) -> str:
        """The move in the notation of the game."""
    @property
    def index(self) -> int:
        """Its action index."""
    def to_dict(self) -> dict[str, Any]:
        """The move as a dictionary, in checkers: `from`, `to`, `captures`, `promotion`, `sequence_length`, `path`."""
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

@final
class Rewards:
    """What moves and results pay."""

    def __new__(cls, game: Game, **options: bool | int | float | str | None) -> Rewards: ...
    @staticmethod
    def options(game: Game) -> dict[str, str]:
        """What can be said about the rewards of a game: the name of each option and the values that it takes."""
    def play(self, state: State, action: SupportsIndex | None) -> tuple[float, float]:
        """Plays the move with an action index and resolves the chance events after it.

        Returns what both players are paid.
        """

@final
class Vector:
    """Many games that step together into arrays that are allocated once."""

    def __new__(
        cls,
        game: Game,
        num_envs: int,
        *,
        threads: int,
        autoreset: str,
        encoding: str | None,
        dtype: str,
        mask: str | None,
        reasons: bool,
        **options: bool | int | float | str | None,
    ) -> Vector: ...
    @property
    def num_envs(self) -> int:
        """How many games there are."""
    @property
    def observations(self) -> NDArray[Any]:
        """What the next player of each game sees."""
    @property
    def reward(self) -> NDArray[np.float32]:
        """What the player who moved is paid."""
    @property
    def rewards(self) -> NDArray[np.float32]:
        """What both are paid."""
    @property
    def terminated(self) -> NDArray[np.bool_]:
        """Whether the game is over by its rules."""
    @property
    def truncated(self) -> NDArray[np.bool_]:
        """Whether the game was cut short."""
    @property
    def turns(self) -> NDArray[np.int8]:
        """Whose turn it is."""
    @property
    def masks(self) -> NDArray[np.bool_] | None:
        """Which action indices are legal, if masks are bytes."""
    @property
    def bits(self) -> NDArray[np.uint8] | None:
        """Which action indices are legal, if masks are bits, the lowest bit of a byte first."""
    def reset(self, seed: int) -> None:
        """Begins all games anew."""
    def reset_one(self, i: int, state: State | None = None) -> None:
        """Begins one game anew, at a position if one is given."""
    def step(self, actions: NDArray[np.int64], skipping: bool = False) -> None:
        """Plays an action in every game. If `skipping`, -1 leaves a game as it is."""
    def sample(self) -> NDArray[np.int64]:
        """A legal action for every game, each equally likely; 0 where the game is over."""
    def state(self, i: int) -> State:
        """Game number `i` as a state of its own."""
    def final_observations(self, into: NDArray[np.float32]) -> None:
        """Copies the last observation of each game that has just ended into its row of an array of numbers."""
    def end_reasons(self) -> dict[int, str]:
        """Why games have ended: for each game that has, the rule as a sentence."""

@final
class State:
    """A game being played: its position and how it came about."""

    @property
    def game(self) -> Game:
        """The game and its rules."""
    @property
    def turn(self) -> Literal[0, 1] | None:
        """Who is to move, 0 or 1; `None` while chance decides and when the game is over."""
    @property
    def is_chance(self) -> bool:
        """Whether a chance event is due: see `resolve_chance`."""
    @property
    def is_over(self) -> bool:
        """Whether the game is over."""
    @property
    def outcome(self) -> Literal["1-0", "0-1", "1/2-1/2"] | None:
        """The result of a finished game."""
    @property
    def winner(self) -> Literal[0, 1] | None:
        """Who won, 0 or 1; `None` for a draw and while the game goes on."""
    @property
    def returns(self) -> tuple[float, float]:
        """What the result is worth to both: 1, 0 or -1; zeros while the game goes on."""
    @property
    def end_reason(self) -> str | None:
        """The rule that ended the game, as a sentence."""
    @property
    def is_truncated(self) -> bool:
        """Whether a limit cut the game short, not its own rules."""
    @property
    def scores(self) -> tuple[int, int] | None:
        """The points of both, in games that count them."""
    @property
    def history(self) -> list[str]:
        """Moves and chance events so far, as texts."""
    @property
    def key(self) -> int:
        """A 64-bit number of the position: what stands where and who is to move, not the past."""
    def legal_moves(self) -> list[Move]:
        """The legal moves, in a fixed order."""
    def legal_actions(self) -> list[int]:
        """The action indices of the legal moves, in the same order."""
    def legal_mask(self) -> NDArray[np.bool_]:
        """Which action indices are legal, as an array of truth values."""
    def play(self, action: Move | str | SupportsIndex | dict[str, Any]) -> None:
        """Plays a move: a `Move`, a text, an action index, or a dictionary as `Move.to_dict` gives it.

        A refused move raises `IllegalMove` and changes nothing.
        """
    def resolve_chance(self, by: str | int | random.Random | np.random.Generator | None = None) -> str:
        """Decides the chance event that is due and returns its text.

        It is decided by the state's own seed, by another seed or generator, or as the text of an event says.
        """
    def undo(self) -> bool:
        """Takes back the last move with the chance events after it; `False` when there is none."""
    def clone(self) -> State:
        """A copy that goes its own way."""
    def observation(self, encoding: str | None = None) -> NDArray[np.float32]:
        """The position as numbers, from the viewpoint of the player to move.

        An encoding of one tensor has its shape, one of several has them one after the other.
        """
    def symmetries(self) -> list[tuple[State, dict[int, int]]]:
        """The position under all its symmetries, the first of them the identity.

        For each there is the state, and for each legal action index the index that does the same there.
        """
    def playouts(self, count: int, *, seed: int | None = None) -> tuple[int, int, int]:
        """Plays so many random games from here; returns how many the first player won, drew and lost."""
    def to_text(self) -> str:
        """The position string."""
    def record(self, format: str = "damero") -> str:
        """The game so far in one of `Game.formats`."""
    def view(self) -> Any:
        """The position as plain data for whoever draws it."""
    def svg(self) -> str:
        """The position as an SVG document."""
    def _repr_svg_(self) -> str: ...
    def image(self, height: int = 400) -> NDArray[np.uint8]:
        """The position as a picture so many pixels high: an array of rows, columns and three colours."""
    def __copy__(self) -> State: ...
    def __deepcopy__(self, memo: Any, /) -> State: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

@final
class Tree:
    """What `damero.mcts.Search` dresses up."""

    def __new__(
        cls,
        state: State,
        simulations: int,
        options: SearchOptions,
        gumbel_scale: float,
        memory_mib: int,
        encoding: str | None,
        seed: int,
    ) -> Tree: ...
    def gather(self, batch: int) -> tuple[NDArray[np.float32], NDArray[np.bool_]]: ...
    def apply(self, policy: ArrayLike, value: ArrayLike, probabilities: bool) -> None: ...
    def begin(self, simulations: int) -> None: ...
    def advance(self, event: str) -> tuple[int, int]: ...
    def best(self, temperature: float) -> tuple[Move, list[str]]: ...
    @property
    def progress(self) -> tuple[bool, int, int, int, int]: ...
    @property
    def waiting(self) -> int: ...
    @property
    def value(self) -> float: ...
    @property
    def solved(self) -> tuple[float, int] | None: ...
    @property
    def state(self) -> State: ...
    def visits(self) -> NDArray[np.uint32]: ...
    def priors(self) -> NDArray[np.float32]: ...
    def policy(self) -> NDArray[np.float32]: ...
    def values(self) -> NDArray[np.float32]: ...

@final
class Games:
    """What `damero.SelfPlay` dresses up."""

    def __new__(
        cls,
        game: Game,
        search: SearchOptions,
        options: PlayOptions,
        encoding: str | None,
    ) -> Games: ...
    def gather(self) -> tuple[NDArray[np.float32], NDArray[np.bool_]]: ...
    def apply(self, policy: ArrayLike, value: ArrayLike, probabilities: bool) -> None: ...
    @property
    def waiting(self) -> int: ...
    @property
    def finished(self) -> int: ...
    @property
    def counts(self) -> dict[str, int]: ...
    def take(self, symmetries: str | None, seed: int, records: bool) -> dict[str, Any]: ...

@final
class Network:
    """A network with its weights, computed by the kernels of Damero."""

    @staticmethod
    def load(source: str | PathLike[str]) -> Network:
        """Reads a file of weights, or takes a network that comes with the program: `shipped:azul`."""
    @staticmethod
    def create(game: Game, architecture: str, *, encoding: str | None = None, seed: int = 0) -> Network:
        """A network such as `resnet:4x64` or `mlp:256-256` with weights to begin learning with."""
    @property
    def game(self) -> Game:
        """The game and the rules that it learned."""
    @property
    def encoding(self) -> str:
        """How positions are shown to it."""
    @property
    def architecture(self) -> str:
        """The architecture with its settings."""
    @property
    def description(self) -> dict[str, Any]:
        """The whole graph: inputs, nodes and outputs."""
    @property
    def notes(self) -> dict[str, str]:
        """What its maker wanted to say."""
    @property
    def num_parameters(self) -> int:
        """How many numbers gradients change."""
    @property
    def reads_masks(self) -> bool:
        """Whether it is shown the legal actions too."""
    @property
    def outputs(self) -> dict[str, list[int]]:
        """The shapes of its answers by name, without the batch."""
    def weights(self) -> dict[str, NDArray[np.float32]]:
        """A copy of all weights, by the names that PyTorch gives them."""
    def with_weights(self, weights: dict[str, NDArray[np.float32]]) -> Network:
        """The same network with these weights."""
    def with_note(self, key: str, note: str) -> Network:
        """The same network with a note in its file."""
    def save(self, path: str | PathLike[str]) -> None:
        """Writes the file that `damero.Player("az:FILE.safetensors")` plays with."""
    def evaluate(self, observations: ArrayLike, masks: ArrayLike | None = None) -> dict[str, NDArray[np.float32]]:
        """Its answers by name, a row for each observation: `policy` are logits, `value` is for the player to move."""

@final
class Player:
    """What `damero.Player` dresses up."""

    def __new__(cls, spec: str, seed: int, runs: str | PathLike[str] | None) -> Player: ...
    @property
    def spec(self) -> str: ...
    def choose(self, state: State, limits: Limits) -> Move: ...
    def analyze(self, state: State, limits: Limits) -> dict[str, Any]: ...

def solve(state: State, threads: int, table_mib: int) -> dict[str, Any] | None: ...
def play_match(
    game: Game,
    players: tuple[object, object],
    options: MatchOptions,
    limits: Limits,
) -> dict[str, Any]: ...
def read_run(path: str) -> dict[str, Any]: ...
