// Written by `cargo xtask golden` from crates/server/src/wire; do not edit.

/** A seat at the board; `first` makes the first decision of the game. */
export type Player = "first" | "second";

/** One value for each player. */
export type ByPlayer<T> = { first: T, second: T };

/** A sentence in both languages. */
export type Text = { en: string, es: string };

/** The absolute result of a finished game. */
export type Outcome = { win: Player } | "draw";

/** How strong the machine plays. */
export type Level = "easy" | "medium" | "hard" | "max";

/** Which machine: a level, or the neural network that comes with the program. */
export type Machine = Level | "neural";

/** What to draw: the game's own view. */
export type View = Record<string, unknown>;

/**
 * A Fischer clock as it is set: time at the beginning, and time added after every turn.
 */
export type ClockSetting = { 
/**
 * Milliseconds at the beginning.
 */
base_ms: number, 
/**
 * Milliseconds added after a whole turn.
 */
increment_ms: number, };

/**
 * The clocks at the moment of sending.
 */
export type Clock = { 
/**
 * Milliseconds left to the first player.
 */
first: number, 
/**
 * Milliseconds left to the second player.
 */
second: number, 
/**
 * Whose clock runs.
 */
running: Player | null, };

/**
 * Who sits at a seat.
 */
export type Seat = { "kind": "open" } | { "kind": "human", 
/**
 * The opaque id.
 */
id: string, 
/**
 * The name.
 */
name: string, 
/**
 * Without an account.
 */
guest: boolean, 
/**
 * The rating at this game.
 */
rating: number, 
/**
 * Whether the rating is still unsure.
 */
provisional: boolean, } | { "kind": "machine", 
/**
 * Which: a level, or `neural`.
 */
level: Machine, 
/**
 * The rating at this game, in the pool of machines; null before its first game that counts.
 */
rating: number | null, 
/**
 * Whether the rating is still unsure.
 */
provisional: boolean, } | { "kind": "trained", 
/**
 * Which, such as `dqn:quarto-dqn-1@step-600`.
 */
spec: string, 
/**
 * The training.
 */
run: string, 
/**
 * The training steps of its checkpoint.
 */
step: number, };

/**
 * What a room is doing.
 */
export type Status = "waiting" | "playing" | "over";

/**
 * What ended a game.
 */
export type Cause = "rules" | "resign" | "agreement" | "time" | "abandoned" | "aborted";

/**
 * What a rated game did to a rating.
 */
export type RatingChange = { 
/**
 * Before the game.
 */
before: number, 
/**
 * After it.
 */
after: number, };

/**
 * How a game ended.
 */
export type GameResult = { 
/**
 * The result; null when the game was called off.
 */
outcome: Outcome | null, 
/**
 * `1-0`, `0-1`, `1/2-1/2` or `*`.
 */
score: string, 
/**
 * What ended it.
 */
cause: Cause, 
/**
 * The reason in words.
 */
reason: Text, 
/**
 * What it did to the ratings of a rated game.
 */
ratings: ByPlayer<RatingChange> | null, };

/**
 * Offers that wait for an answer: who made them.
 */
export type Offers = { 
/**
 * A draw.
 */
draw: Player | null, 
/**
 * To take back the last turn of the one who asks.
 */
takeback: Player | null, 
/**
 * Another game with the sides swapped.
 */
rematch: Player | null, };

/**
 * How fast two machines play each other.
 */
export type Pace = { 
/**
 * Whether they wait for `step`.
 */
paused: boolean, 
/**
 * The pause between turns.
 */
delay_ms: number, };

/**
 * What the buttons may offer now.
 */
export type Can = { 
/**
 * A turn can be taken back, or asked back.
 */
undo: boolean, 
/**
 * The game can still be called off.
 */
abort: boolean, 
/**
 * A draw can be offered.
 */
draw: boolean, 
/**
 * Hints are given.
 */
hint: boolean, };

/**
 * One action or chance event of a game. Consecutive entries with the same `turn` are one turn.
 */
export type LogEntry = { 
/**
 * Its number, from 0.
 */
ply: number, 
/**
 * The number of the turn, from 1; 0 for chance.
 */
turn: number, 
/**
 * Who did it; null for chance.
 */
by: Player | null, 
/**
 * In the notation of the game.
 */
text: string, 
/**
 * Time taken in milliseconds.
 */
ms: number, };

/**
 * A position with all that is needed to draw it and to play on.
 */
export type Frame = { 
/**
 * How many log entries led to it.
 */
ply: number, 
/**
 * Who is to move; null when the game is over.
 */
turn: Player | null, 
/**
 * The game's own view.
 */
view: View, 
/**
 * All legal moves in the notation of the game.
 */
legal: Array<string>, 
/**
 * The position string.
 */
position: string, 
/**
 * Points, where the game keeps them.
 */
scores: ByPlayer<number> | null, 
/**
 * The name of the opening: that of the last position on the way here that has one.
 */
opening: Text | null, };

/**
 * The present of a room; its past is the log.
 */
export type Head = { 
/**
 * Waiting, playing or over.
 */
status: Status, 
/**
 * The position.
 */
frame: Frame, 
/**
 * The clocks, if there are any.
 */
clock: Clock | null, 
/**
 * Who sits where.
 */
seats: ByPlayer<Seat>, 
/**
 * Offers that wait for an answer.
 */
offers: Offers, 
/**
 * How the game ended.
 */
result: GameResult | null, 
/**
 * The room of the rematch.
 */
next: string | null, 
/**
 * How fast two machines play.
 */
pace: Pace | null, 
/**
 * Which machine is thinking.
 */
thinking: Player | null, 
/**
 * What the buttons may offer.
 */
can: Can, };

/**
 * Who is here. `away` counts the milliseconds until the other player may claim the game.
 */
export type Presence = { 
/**
 * The first player is here.
 */
first: boolean, 
/**
 * The second player is here.
 */
second: boolean, 
/**
 * How many others look on.
 */
watchers: number, 
/**
 * For each player who left a running game.
 */
away: ByPlayer<number | null>, };

/**
 * Everything about a room, for one visitor.
 */
export type RoomState = { 
/**
 * The room's id.
 */
room: string, 
/**
 * Which game.
 */
game: string, 
/**
 * The rules id.
 */
rules: string, 
/**
 * When the room was made.
 */
created: number, 
/**
 * The seats that this visitor holds.
 */
you: Player[], 
/**
 * Whether this visitor made the room.
 */
host: boolean, 
/**
 * How the clock is set.
 */
clock: ClockSetting | null, 
/**
 * Whether the game counts for ratings.
 */
rated: boolean, 
/**
 * The position string of the start, if not the usual one.
 */
start: string | null, 
/**
 * Counts the changes of the room.
 */
version: number, 
/**
 * All that happened.
 */
log: Array<LogEntry>, 
/**
 * The present.
 */
head: Head, 
/**
 * Who is here.
 */
presence: Presence, };

/**
 * A change: the log from `from` on is replaced by `log`, and the head by `head`.
 */
export type Update = { 
/**
 * The version after the change.
 */
version: number, 
/**
 * Entries before this one stay.
 */
from: number, 
/**
 * The entries after them.
 */
log: Array<LogEntry>, 
/**
 * The present.
 */
head: Head, };

/**
 * What a machine is thinking.
 */
export type Thinking = { 
/**
 * About the position after so many entries.
 */
ply: number, 
/**
 * Which machine.
 */
by: Player, 
/**
 * The best move so far.
 */
best: string, 
/**
 * The expected line.
 */
line: Array<string>, 
/**
 * The expected result for the machine, from -1 to 1.
 */
value: number | null, 
/**
 * Plies looked ahead.
 */
depth: number, 
/**
 * Positions visited.
 */
nodes: number, };

/**
 * What is said of one move, for the player to move.
 */
export type Opinion = { 
/**
 * The move.
 */
text: string, 
/**
 * The expected result, from -1 to 1.
 */
value: number | null, 
/**
 * The score in the units of the evaluation.
 */
score: number | null, 
/**
 * Plies to a proven end: positive when won, negative when lost.
 */
plies_to_end: number | null, };

/**
 * What the machine thinks of a position.
 */
export type Analysis = { 
/**
 * For whom: the player to move.
 */
by: Player, 
/**
 * The best move.
 */
best: Opinion, 
/**
 * The expected line of play.
 */
line: Array<string>, 
/**
 * All legal moves, best first.
 */
moves: Array<Opinion>, 
/**
 * Plies looked ahead.
 */
depth: number, 
/**
 * Positions visited.
 */
nodes: number, 
/**
 * Time taken.
 */
seconds: number, };

/**
 * What players may say to each other.
 */
export type Phrase = "hello" | "good-luck" | "good-game" | "thanks" | "well-played" | "sorry" | "oops" | "have-to-go";

/**
 * A message of a room to the page.
 */
export type Message = { "type": "state" } & RoomState | { "type": "update" } & Update | { "type": "ack", 
/**
 * The command.
 */
id: number, 
/**
 * The version that the room has now.
 */
version: number, } | { "type": "refused", 
/**
 * The command.
 */
id: number, 
/**
 * A stable name of the rule.
 */
rule: string, 
/**
 * The rule in words.
 */
why: Text, 
/**
 * A move that would be legal.
 */
instead: string | null, 
/**
 * The version that the room has now.
 */
version: number, } | { "type": "hint", 
/**
 * The command.
 */
id: number, 
/**
 * About the position after so many entries.
 */
ply: number, 
/**
 * What the machine thinks of it.
 */
analysis: Analysis, } | { "type": "thinking" } & Thinking | { "type": "presence" } & Presence | { "type": "phrase", 
/**
 * Who says it.
 */
by: Player, 
/**
 * What.
 */
phrase: Phrase, } | { "type": "pong", 
/**
 * As sent.
 */
t: number, };

/**
 * Something to be done in a room.
 */
export type Order = { "type": "move", 
/**
 * The length of the log that they follow.
 */
ply: number, 
/**
 * In the notation of the game.
 */
actions: Array<string>, } | { "type": "undo" } | { "type": "resign", 
/**
 * Which side, when both are played on one screen.
 */
seat: Player | null, } | { "type": "draw" } | { "type": "decline" } | { "type": "abort" } | { "type": "claim", 
/**
 * As a draw instead of a win.
 */
draw: boolean, } | { "type": "rematch" } | { "type": "sit", 
/**
 * Which.
 */
seat: Player, } | { "type": "pace", 
/**
 * Whether they wait for `step`.
 */
paused: boolean, 
/**
 * The pause between turns.
 */
delay_ms: number, } | { "type": "step" } | { "type": "hint" } | { "type": "phrase", 
/**
 * What.
 */
phrase: Phrase, };

/**
 * A message that changes nothing.
 */
export type Plain = { "type": "sync", 
/**
 * The version that the page has.
 */
version: number, } | { "type": "bye" } | { "type": "ping", 
/**
 * Comes back.
 */
t: number, };

/**
 * A message of the page to a room.
 */
export type Command = { 
/**
 * Counts the orders of this page load.
 */
id: number, } & ({ "type": "move", 
/**
 * The length of the log that they follow.
 */
ply: number, 
/**
 * In the notation of the game.
 */
actions: Array<string>, } | { "type": "undo" } | { "type": "resign", 
/**
 * Which side, when both are played on one screen.
 */
seat: Player | null, } | { "type": "draw" } | { "type": "decline" } | { "type": "abort" } | { "type": "claim", 
/**
 * As a draw instead of a win.
 */
draw: boolean, } | { "type": "rematch" } | { "type": "sit", 
/**
 * Which.
 */
seat: Player, } | { "type": "pace", 
/**
 * Whether they wait for `step`.
 */
paused: boolean, 
/**
 * The pause between turns.
 */
delay_ms: number, } | { "type": "step" } | { "type": "hint" } | { "type": "phrase", 
/**
 * What.
 */
phrase: Phrase, }) | Plain;

/**
 * A room with an open seat.
 */
export type OpenRoom = { 
/**
 * The room's id.
 */
room: string, 
/**
 * Which game.
 */
game: string, 
/**
 * The rules id.
 */
rules: string, 
/**
 * The clock.
 */
clock: ClockSetting | null, 
/**
 * Whether it counts for ratings.
 */
rated: boolean, 
/**
 * Who waits.
 */
by: Seat, 
/**
 * The seat that is open.
 */
seat: Player, 
/**
 * Since when.
 */
created: number, };

/**
 * A game in a list.
 */
export type GameSummary = { 
/**
 * The room's id.
 */
room: string, 
/**
 * Which game.
 */
game: string, 
/**
 * The rules id.
 */
rules: string, 
/**
 * Who played.
 */
players: ByPlayer<Seat>, 
/**
 * How it ended.
 */
result: GameResult | null, 
/**
 * How long it is.
 */
plies: number, 
/**
 * When it was made.
 */
created: number, 
/**
 * When it ended.
 */
ended: number | null, 
/**
 * Whether it counts for ratings.
 */
rated: boolean, 
/**
 * The clock.
 */
clock: ClockSetting | null, };

/**
 * What is going on.
 */
export type Lobby = { 
/**
 * Rooms that wait for an opponent.
 */
open: Array<OpenRoom>, 
/**
 * Games to look at.
 */
running: Array<GameSummary>, 
/**
 * People who look for an opponent.
 */
seeking: number, 
/**
 * Games being played.
 */
playing: number, 
/**
 * Sockets that are open.
 */
online: number, };

/**
 * A message of the lobby to the page.
 */
export type LobbyMessage = { "type": "lobby" } & Lobby | { "type": "paired", 
/**
 * Where to play.
 */
room: string, 
/**
 * On which side.
 */
seat: Player, } | { "type": "seeking", 
/**
 * At which game.
 */
game: string, } | { "type": "idle" } | { "type": "refused", 
/**
 * The order.
 */
id: number, 
/**
 * A stable name of the reason.
 */
rule: string, 
/**
 * The reason in words.
 */
why: Text, } | { "type": "pong", 
/**
 * As sent.
 */
t: number, };

/**
 * Something to be done in the lobby.
 */
export type LobbyOrder = { "type": "seek", 
/**
 * Which game.
 */
game: string, 
/**
 * The rules id.
 */
rules: string, 
/**
 * The clock.
 */
clock: ClockSetting | null, 
/**
 * Whether it counts for ratings.
 */
rated: boolean, } | { "type": "unseek" };

/**
 * A message of the page to the lobby.
 */
export type LobbyCommand = { 
/**
 * Counts the orders of this page load.
 */
id: number, } & ({ "type": "seek", 
/**
 * Which game.
 */
game: string, 
/**
 * The rules id.
 */
rules: string, 
/**
 * The clock.
 */
clock: ClockSetting | null, 
/**
 * Whether it counts for ratings.
 */
rated: boolean, } | { "type": "unseek" }) | Plain;

/**
 * How strong somebody is at a game.
 */
export type Rating = { 
/**
 * Which game.
 */
game: string, 
/**
 * The rating.
 */
rating: number, 
/**
 * How far it may be off.
 */
deviation: number, 
/**
 * Whether it is still unsure.
 */
provisional: boolean, 
/**
 * Rated games so far.
 */
games: number, };

/**
 * Who the visitor is.
 */
export type Me = { 
/**
 * The opaque id.
 */
id: string, 
/**
 * The name.
 */
name: string, 
/**
 * Without an account.
 */
guest: boolean, 
/**
 * At the games played so far.
 */
ratings: Array<Rating>, };

/**
 * A name and a password.
 */
export type Credentials = { 
/**
 * The name.
 */
name: string, 
/**
 * The password.
 */
password: string, };

/**
 * Named rules, with the options in which they differ from the default.
 */
export type PresetInfo = { 
/**
 * The name.
 */
name: string, 
/**
 * What they are.
 */
doc: Text, 
/**
 * The options that differ.
 */
changes: Record<string, string>, };

/**
 * One option of the rules.
 */
export type OptionInfo = { 
/**
 * The name.
 */
name: string, 
/**
 * What it does.
 */
doc: Text, 
/**
 * The values that it takes, in words.
 */
values: Text, 
/**
 * The values, where they can be counted.
 */
choices: Array<string> | null, 
/**
 * The value when nothing is said.
 */
default: string, };

/**
 * A neural network that comes with the program.
 */
export type NetworkInfo = { 
/**
 * The id of the rules that it has learned; it plays under no others.
 */
rules: string, };

/**
 * A game that can be played here.
 */
export type GameInfo = { score_per_point: number | null, spelling: Spelling, flips: boolean, wide: boolean, sounds: Array<MoveSound>, 
/**
 * The name in addresses.
 */
id: string, 
/**
 * The name for people.
 */
name: Text, 
/**
 * One sentence about it.
 */
summary: Text, 
/**
 * What the two players are called.
 */
seats: ByPlayer<Text>, 
/**
 * Whether chance events occur.
 */
chance: boolean, 
/**
 * Named rules, the default first.
 */
presets: Array<PresetInfo>, 
/**
 * All options.
 */
options: Array<OptionInfo>, 
/**
 * Record formats.
 */
formats: Array<string>, 
/**
 * The levels of the machine, weakest first.
 */
levels: Level[], 
/**
 * The neural network that comes with the program, if there is one: the machine `neural`.
 */
network: NetworkInfo | null, };

/**
 * The rules of a game.
 */
export type RulesText = { 
/**
 * As Markdown.
 */
text: Text, };

/**
 * Who is to sit at a seat of a new room.
 */
export type SeatRequest = { "kind": "me" } | { "kind": "open" } | { "kind": "machine", 
/**
 * Which: a level, or `neural`.
 */
level: Machine, } | { "kind": "trained", 
/**
 * Which, such as `dqn:quarto-dqn-1@best`; also `@latest` and `@step-600`.
 */
spec: string, };

/**
 * A room to be made.
 */
export type CreateRoom = { 
/**
 * Which game.
 */
game: string, 
/**
 * The rules id; the default rules when left out.
 */
rules: string | null, 
/**
 * Who sits where.
 */
seats: ByPlayer<SeatRequest>, 
/**
 * The clock, if any.
 */
clock: ClockSetting | null, 
/**
 * Whether it counts for ratings.
 */
rated: boolean, 
/**
 * Whether the lobby shows it while a seat is open.
 */
public: boolean, 
/**
 * A position string to start from.
 */
start: string | null, 
/**
 * A record to continue, in any format that the game knows.
 */
record: string | null, 
/**
 * The pause between the turns of two machines.
 */
delay_ms: number | null, };

/**
 * A room that was made.
 */
export type RoomCreated = { 
/**
 * Its id.
 */
room: string, };

/**
 * A text to be understood.
 */
export type ImportRequest = { 
/**
 * Which game.
 */
game: string, 
/**
 * The rules id for a position.
 */
rules: string | null, 
/**
 * A record in any format that the game knows, or a position string.
 */
text: string, };

/**
 * A text that was understood.
 */
export type Imported = { 
/**
 * Which game.
 */
game: string, 
/**
 * The rules id.
 */
rules: string, 
/**
 * What it was.
 */
kind: "record" | "position", 
/**
 * The position string of the start, if not the usual one.
 */
start: string | null, 
/**
 * The moves and chance events.
 */
moves: Array<string>, };

/**
 * A line of play to be shown.
 */
export type ReplayRequest = { 
/**
 * Which game.
 */
game: string, 
/**
 * The rules id; the default rules when left out.
 */
rules: string | null, 
/**
 * A position string to start from.
 */
start: string | null, 
/**
 * Moves and chance events.
 */
moves: Array<string>, };

/**
 * A position to be thought about.
 */
export type AnalyseRequest = { 
/**
 * Which game.
 */
game: string, 
/**
 * The rules id; the default rules when left out.
 */
rules: string | null, 
/**
 * A position string to start from.
 */
start: string | null, 
/**
 * Moves and chance events.
 */
moves: Array<string>, 
/**
 * How long, from 100 to 5000 milliseconds.
 */
time_ms: number | null, 
/**
 * Who is asked instead of the engine: `neural`, or a player that was trained here, such as
 * `dqn:quarto-dqn-1@best`.
 */
with: string | null, };

/**
 * A line of play to be evaluated from its first position to its last.
 */
export type EvaluateRequest = { 
/**
 * Which game.
 */
game: string, 
/**
 * The rules id; the default rules when left out.
 */
rules: string | null, 
/**
 * A position string to start from.
 */
start: string | null, 
/**
 * Moves and chance events.
 */
moves: Array<string>, 
/**
 * How long for each position, from 20 to 1000 milliseconds; less if the game is long.
 */
time_ms: number | null, };

/**
 * What a move must cost its mover, as a part of the scale of values from -1 to 1, to be called so.
 */
export type Thresholds = { 
/**
 * Not the best.
 */
inaccuracy: number, 
/**
 * Clearly bad.
 */
mistake: number, 
/**
 * May cost the game.
 */
blunder: number, };

/**
 * What a move is called that costs its mover much.
 */
export type Mark = "inaccuracy" | "mistake" | "blunder";

/**
 * One position of a game, and the move that was played from it.
 */
export type EvaluatedPly = { 
/**
 * After so many log entries.
 */
ply: number, 
/**
 * Who is to move; null when chance decides or the game is over.
 */
turn: Player | null, 
/**
 * The expected result for the first player, from -1 to 1.
 */
value: number | null, 
/**
 * Plies to a proven end: positive when the first player wins, negative when the second does.
 */
plies_to_end: number | null, 
/**
 * The best move.
 */
best: string | null, 
/**
 * The expected line of play.
 */
line: Array<string>, 
/**
 * The move that was played.
 */
played: string | null, 
/**
 * What it cost its mover, from 0 to 2.
 */
loss: number | null, 
/**
 * What such a move is called.
 */
mark: Mark | null, };

/**
 * A line of an evaluation, in the order in which they come.
 */
export type EvaluationLine = { "type": "begin", 
/**
 * How many moves and chance events there are; positions are one more.
 */
plies: number, 
/**
 * Whether it was computed before.
 */
cached: boolean, 
/**
 * How long each position is thought about.
 */
time_ms: number, 
/**
 * What is called a mistake.
 */
thresholds: Thresholds, } | { "type": "ply" } & EvaluatedPly | { "type": "done" } | { "type": "failed", 
/**
 * Why.
 */
error: Problem, };

/**
 * A row of a leaderboard.
 */
export type LeaderRow = { 
/**
 * From 1.
 */
rank: number, 
/**
 * The name.
 */
name: string, 
/**
 * The rating.
 */
rating: number, 
/**
 * How far it may be off.
 */
deviation: number, 
/**
 * Rated games so far.
 */
games: number, 
/**
 * Whether it is a machine; `name` is its level then, or `neural`.
 */
bot: boolean, };

/**
 * What everybody may know about somebody with an account.
 */
export type Profile = { 
/**
 * The name.
 */
name: string, 
/**
 * Since when.
 */
since: number, 
/**
 * At the games played so far.
 */
ratings: Array<Rating>, 
/**
 * The latest games.
 */
recent: Array<GameSummary>, };

/**
 * One training of the list.
 */
export type TrainingRun = { 
/**
 * The name of its folder.
 */
name: string, 
/**
 * The game.
 */
game: string, 
/**
 * The rules id.
 */
rules: string, 
/**
 * The method.
 */
algo: string, 
/**
 * The seed.
 */
seed: number, 
/**
 * When it began, in seconds since 1970.
 */
created: number, 
/**
 * `running`, `finished`, `interrupted`, `early-stop`, `time-up`, `failed` or `killed`.
 */
state: string, 
/**
 * The error that ended it.
 */
error: Text | null, 
/**
 * Epochs done.
 */
epoch: number, 
/**
 * Epochs in all.
 */
epochs: number, 
/**
 * Seconds of training so far.
 */
time: number, 
/**
 * The scalar that tells which checkpoint is the best.
 */
headline: string, 
/**
 * Its best value so far.
 */
best: number | null, };

/**
 * A checkpoint of a training.
 */
export type TrainingCheckpoint = { 
/**
 * Training steps done.
 */
step: number, 
/**
 * Epochs done.
 */
epoch: number, 
/**
 * The headline, if it was evaluated.
 */
score: number | null, 
/**
 * Whether it is the best one.
 */
best: boolean, 
/**
 * The player that it is, such as `dqn:quarto-dqn-1@step-600`: for a seat, or to analyse with.
 */
spec: string, };

/**
 * A sample game of a training.
 */
export type TrainingGame = { 
/**
 * The name of its file, to ask for it.
 */
file: string, 
/**
 * The epoch after which it was played.
 */
epoch: number, 
/**
 * What it is, such as `self-play`.
 */
name: string, };

/**
 * One training in full.
 */
export type Training = { 
/**
 * As in the list.
 */
run: TrainingRun, 
/**
 * Every key of its configuration.
 */
config: { [key in string]: string }, 
/**
 * Its checkpoints, the latest last.
 */
checkpoints: Array<TrainingCheckpoint>, 
/**
 * Its sample games, the latest last.
 */
games: Array<TrainingGame>, };

/**
 * Scalars as columns; a hole is an epoch in which it was not measured.
 */
export type TrainingMetrics = { 
/**
 * Whether a process is training now.
 */
running: boolean, 
/**
 * The last epoch that there is; less than what was asked for after a training went on from an earlier checkpoint.
 */
last: number, 
/**
 * The epochs of this answer.
 */
epoch: Array<number>, 
/**
 * The training steps at each.
 */
step: Array<number>, 
/**
 * The seconds of training at each.
 */
time: Array<number>, 
/**
 * The values of each scalar.
 */
series: { [key in string]: Array<number | null> }, };

/**
 * A distribution in equal bins.
 */
export type TrainingHistogram = { 
/**
 * The lower end of the first bin.
 */
low: number, 
/**
 * The upper end of the last bin.
 */
high: number, 
/**
 * How many values fell into each.
 */
counts: Array<number>, };

/**
 * The distributions of one epoch.
 */
export type TrainingHistograms = { 
/**
 * The epoch.
 */
epoch: number, 
/**
 * By name, such as `q/place/win`.
 */
values: { [key in string]: TrainingHistogram }, };

/**
 * A transition of the newest batch.
 */
export type TrainingBoards = { 
/**
 * `{piece}|{action}|{player} | R={reward}`.
 */
title: string, 
/**
 * The board before, row by row; -1 is an empty cell.
 */
before: Array<Array<number>>, 
/**
 * The board after.
 */
after: Array<Array<number>>, };

/**
 * What runs here.
 */
export type VersionInfo = { 
/**
 * The version of the program.
 */
version: string, 
/**
 * Whether the real page is inside.
 */
page: boolean, };

/**
 * Why a request was refused.
 */
export type Problem = { 
/**
 * A stable name.
 */
code: string, 
/**
 * The reason in words.
 */
message: Text, };

export const GAMES = ["checkers", "quarto", "chessfive", "azul", "reversi"] as const;
export type GameId = (typeof GAMES)[number];
export type Spelling = "exact" | "capture" | "ends";
export type Sound = "move" | "capture" | "flip" | "drop" | "tile";
export type MoveSound = { text: string, sound: Sound };
export type GridView = { rows: number, columns: number, cells: Array<string | null>, names: Array<string> };
export type CheckersMove = { text: string, from: [number, number], to: [number, number], captures: Array<[number, number]>, promotion: boolean, sequence_length: number, path: [number, number][] };
export type CheckersView = { board: number[][], turn: Player | null, legal: Array<CheckersMove>, men: ByPlayer<number>, kings: ByPlayer<number> };
export type QuartoView = { board: (string | null)[], hand: string | null, left: string[], turn: Player | null, groups: string[][], squares: boolean };
export type ChessFivePhase = "gravity" | "chess";
export type ChessFiveView = { side: number, line: number, board: Array<string>, phase: ChessFivePhase, turn: Player | null, hands: ByPlayer<string>, landings: Array<string>, winning: Array<string>, plies: number, move_limit: number | null, times: number, repetition: number | null };
export type AzulBoardView = { score: number, lines: Array<string>, wall: Array<string>, floor: string, penalty: number, complete: [number, number, number] };
export type AzulTilingStep = { row: number, column: number, points: number };
export type AzulBonus = { complete: [number, number, number], points: number };
export type Tiling = { tiles: Array<AzulTilingStep>, penalty: number, score: number, bonus: AzulBonus | null };
export type AzulRoundEnd = { move: string, boards: ByPlayer<Tiling> };
export type AzulView = { round: number, turn: Player | null, opener: Player | null, factories: Array<string>, centre: string, centre_marker: boolean, marker: Player | null, boards: ByPlayer<AzulBoardView>, pattern: Array<string>, penalties: number[], bag: number[], lid: number[], legal: Array<string>, round_ends: Array<AzulRoundEnd> };
export type ReversiView = { board: string, turn: Player | null, legal: Array<string>, discs: ByPlayer<number> };
