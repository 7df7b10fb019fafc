// Written by `cargo xtask golden` from crates/server/src/wire; do not edit.

/** A seat at the board; `first` makes the first decision of the game. */
export type Player = "first" | "second";

/** One value for each player. */
export type ByPlayer<T> = { first: T, second: T };

/** A sentence in both languages. */
export type Text = { en: string, es: string };

/** The absolute result of a finished game. */
export type Outcome = { win: Player } | "draw";

/** How strong the machine plays: ten levels, weakest first, of which four have a name. */
export type Level = "easy" | "2" | "3" | "4" | "medium" | "6" | "hard" | "8" | "9" | "max";

/** Which machine: a level, or the neural network that comes with the program. */
export type Machine = Level | "neural";

/** What to draw: the game's own view. */
export type View = Record<string, unknown>;

/** The games that the page knows, in their order; a server may have others. */
export const GAMES = ["checkers", "quarto", "chessfive", "azul", "reversi"] as const;
export type GameId = (typeof GAMES)[number];

/** The pages, by the first part of their addresses. */
export const PAGES = ["new", "play", "lobby", "analysis", "study", "import", "editor", "library", "leaderboard", "account", "profile", "puzzles", "training", "compare", "rules", "lessons", "review", "settings"] as const;
export type PageName = (typeof PAGES)[number];

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
increment_ms: number, 
/**
 * What each has at the beginning, where one gives the other odds in time.
 */
odds?: ByPlayer<number>, };

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
 * The points of both, where the game counts some and was played to its end.
 */
points: ByPlayer<number> | null, 
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
 * How the game ended, if this position is the end of it.
 */
outcome: Outcome | null, 
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
 * Nothing can be saved now: clocks stand still, and what was ordered waits.
 */
halted: boolean, 
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
plies_to_end: number | null, 
/**
 * The expected line of play from this move on, where it was asked for.
 */
line: Array<string>, };

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
 * A game that somebody has not finished and can come back to.
 */
export type RunningGame = { 
/**
 * The game.
 */
game: GameSummary, 
/**
 * The seats of the one who asks.
 */
you: Player[], 
/**
 * Who is to move; null while a seat is open.
 */
turn: Player | null, };

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
password: string, 
/**
 * The code of the second factor, or a recovery code in its place, if the account asks for one.
 */
code: string | null, };

/**
 * A new account. The codes are never shown again.
 */
export type Registered = { 
/**
 * Each of them replaces a forgotten password once.
 */
recovery_codes: Array<string>, 
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
 * A recovery code in the place of a forgotten password.
 */
export type Recovery = { 
/**
 * The name.
 */
name: string, 
/**
 * One of the recovery codes.
 */
code: string, 
/**
 * The password from now on.
 */
password: string, };

/**
 * How an account is guarded.
 */
export type AccountInfo = { 
/**
 * Whether a login asks for the code of an authenticator too.
 */
two_factor: boolean, 
/**
 * Recovery codes that are left.
 */
recovery_codes: number, };

/**
 * What must be said again before something that cannot be undone.
 */
export type Confirmation = { 
/**
 * The password.
 */
password: string, 
/**
 * The code of the second factor, or a recovery code in its place, if the account asks for one.
 */
code: string | null, };

/**
 * New recovery codes, which are never shown again. The old ones count no more.
 */
export type RecoveryCodes = { 
/**
 * Each of them replaces a forgotten password once.
 */
codes: Array<string>, };

/**
 * A QR code: dark squares on a light ground, with the margin that readers need.
 */
export type QrCode = { 
/**
 * Squares on a side, the margin included.
 */
size: number, 
/**
 * The dark ones, as the data of a path in SVG in which a square has the side 1.
 */
path: string, };

/**
 * A secret for an authenticator. It counts once it is sent back with a code.
 */
export type SecondFactorOffer = { 
/**
 * The secret in letters.
 */
secret: string, 
/**
 * The same as a link that authenticators open.
 */
uri: string, 
/**
 * The link as a picture that they read with their camera.
 */
qr: QrCode, };

/**
 * A login shall ask for the code of an authenticator.
 */
export type SecondFactorOn = { 
/**
 * The password.
 */
password: string, 
/**
 * The secret that was offered.
 */
secret: string, 
/**
 * The code that the authenticator shows.
 */
code: string, };

/**
 * Another password.
 */
export type PasswordChange = { 
/**
 * The one so far.
 */
old: string, 
/**
 * The one from now on.
 */
new: string, };

/**
 * A session of the visitor.
 */
export type SessionInfo = { 
/**
 * What it is called when it shall end.
 */
id: string, 
/**
 * Whether it is the one that asks.
 */
current: boolean, 
/**
 * Since when.
 */
created: number, 
/**
 * When it was last used, about.
 */
used: number, };

/**
 * How good somebody is at the puzzles of a game.
 */
export type PuzzleStanding = { 
/**
 * The rating.
 */
rating: number, 
/**
 * Whether it is still unsure.
 */
provisional: boolean, 
/**
 * Puzzles tried so far.
 */
played: number, 
/**
 * Puzzles solved in a row, the last one included.
 */
streak: number, 
/**
 * The longest such row.
 */
best_streak: number, };

/**
 * Something that puzzles are about.
 */
export type PuzzleTheme = { 
/**
 * Its name in addresses.
 */
id: string, 
/**
 * Its name for people.
 */
name: Text, 
/**
 * How many puzzles are about it.
 */
count: number, };

/**
 * The puzzle of a day.
 */
export type PuzzleOfTheDay = { 
/**
 * Its id.
 */
id: string, 
/**
 * The rules id.
 */
rules: string, 
/**
 * The position string.
 */
position: string, 
/**
 * What to draw.
 */
view: View, 
/**
 * Whether the visitor has solved it; null before the first attempt.
 */
solved: boolean | null, };

/**
 * A game that has puzzles.
 */
export type PuzzleGame = { 
/**
 * The game's id.
 */
game: string, 
/**
 * How many puzzles it has.
 */
count: number, 
/**
 * What they are about.
 */
themes: Array<PuzzleTheme>, 
/**
 * How good the visitor is at them.
 */
standing: PuzzleStanding, 
/**
 * The puzzle of today, the same for everybody.
 */
daily: PuzzleOfTheDay, };

/**
 * What is asked for.
 */
export type PuzzleGoal = "win" | "save" | "gain";

/**
 * A puzzle without its solution.
 */
export type PuzzleTask = { 
/**
 * Its id.
 */
id: string, 
/**
 * The game's id.
 */
game: string, 
/**
 * The rules id.
 */
rules: string, 
/**
 * The position.
 */
frame: Frame, 
/**
 * Who has to find the moves.
 */
player: Player, 
/**
 * What is asked for.
 */
goal: PuzzleGoal, 
/**
 * How many moves are to be found.
 */
decisions: number, 
/**
 * How hard it has proved to be.
 */
rating: number, 
/**
 * How many people have tried it.
 */
played: number, 
/**
 * Whether the visitor has solved it; null before the first attempt, which is the one that counts.
 */
solved: boolean | null, 
/**
 * How good the visitor is.
 */
standing: PuzzleStanding, };

/**
 * The moves that a visitor has found so far, without the replies.
 */
export type PuzzleMoves = { 
/**
 * In the notation of the game; the last one is the one in question.
 */
moves: Array<string>, };

/**
 * What came of a move.
 */
export type PuzzleAnswer = { 
/**
 * Whether it is the move that was looked for.
 */
right: boolean, 
/**
 * Whether the puzzle is solved by it.
 */
done: boolean, 
/**
 * The move and the replies to it, if it is right.
 */
moves: Array<string>, 
/**
 * The positions after each of them.
 */
frames: Array<Frame>, 
/**
 * What it did to the rating of the visitor, if it decided the first attempt.
 */
change: RatingChange | null, 
/**
 * How good the visitor is now.
 */
standing: PuzzleStanding, 
/**
 * What the puzzle is about, once it is done.
 */
themes: Array<PuzzleTheme>, };

/**
 * A hint: the right move is one of these.
 */
export type PuzzleHint = { 
/**
 * In the order of the game.
 */
moves: Array<string>, 
/**
 * What it did to the rating of the visitor, if it decided the first attempt.
 */
change: RatingChange | null, 
/**
 * How good the visitor is now.
 */
standing: PuzzleStanding, };

/**
 * An attempt of the visitor.
 */
export type PuzzleTried = { 
/**
 * The puzzle's id.
 */
id: string, 
/**
 * The game's id.
 */
game: string, 
/**
 * When, in milliseconds since 1970.
 */
at: number, 
/**
 * Whether it was solved.
 */
solved: boolean, 
/**
 * The rating afterwards.
 */
rating: number, };

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
 * How strong a machine is, measured in matches of the program's machines against each other.
 */
export type MachineStrength = { 
/**
 * Which: a level, or `neural`.
 */
machine: Machine, 
/**
 * In Elo points; the mean of all machines of the game is 1500.
 */
rating: number, 
/**
 * Half the width of the 95 % interval.
 */
margin: number, 
/**
 * How many games.
 */
games: number, };

/**
 * Which spellings mean the same move. A move that is said before its turn may be spelled a little differently: whether it
 * captures was not known yet.
 */
export type Spelling = "exact" | "capture" | "ends";

/**
 * How a move sounds.
 */
export type Sound = "move" | "capture" | "flip" | "drop" | "tile";

/**
 * How moves sound that contain a text.
 */
export type MoveSound = { 
/**
 * The text; the empty one occurs in every move.
 */
text: string, 
/**
 * The sound.
 */
sound: Sound, };

/**
 * A game that can be played here.
 */
export type GameInfo = { 
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
network: NetworkInfo | null, 
/**
 * How strong the machines are in matches against each other, strongest first; empty where nobody has measured it.
 */
strengths: Array<MachineStrength>, 
/**
 * How many units of the engine's score are one point as people count it, where they do.
 */
score_per_point: number | null, 
/**
 * Which spellings mean the same move.
 */
spelling: Spelling, 
/**
 * Whether the second player sees the board from the other side.
 */
flips: boolean, 
/**
 * Whether the game fills the width of a page.
 */
wide: boolean, 
/**
 * How moves sound: the first entry whose text occurs in the move's.
 */
sounds: Array<MoveSound>, };

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
with: string | null, 
/**
 * For how many moves the expected line of play is wanted, up to 5; for the best one when left out.
 */
lines: number | null, };

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
thresholds: Thresholds, } | { "type": "ply" } & EvaluatedPly | { "type": "reason", 
/**
 * The position before the move: after so many log entries.
 */
ply: number, 
/**
 * What the game says, as a part of a sentence whose subject is the move; null where it says nothing.
 */
text: Text | null, 
/**
 * The lesson of the game about it.
 */
lesson: string | null, 
/**
 * The theme of the game's puzzles that trains it.
 */
theme: string | null, 
/**
 * How the game would go on after the mistake.
 */
answer: Array<string>, } | { "type": "done", 
/**
 * How accurately both played, from 0 to 100; null for a player who had nothing to decide.
 */
accuracy: ByPlayer<number | null>, } | { "type": "failed", 
/**
 * Why.
 */
error: Problem, };

/**
 * What became of an attempt.
 */
export type Verdict = "right" | "wrong" | "go";

/**
 * One thing to do in a lesson.
 */
export type LessonStep = { 
/**
 * What to do and why.
 */
task: Text, 
/**
 * Where it begins.
 */
frame: Frame, };

/**
 * A lesson of a game.
 */
export type LessonInfo = { 
/**
 * Its name in addresses.
 */
id: string, 
/**
 * Its name for people.
 */
title: Text, 
/**
 * One sentence about what is learned.
 */
about: Text, 
/**
 * What is to be done, one after another.
 */
steps: Array<LessonStep>, };

/**
 * An attempt at a step of a lesson.
 */
export type LessonRequest = { 
/**
 * Which game.
 */
game: string, 
/**
 * Which lesson.
 */
lesson: string, 
/**
 * Which step, from 0.
 */
step: number, 
/**
 * The own decisions since the beginning of the step; the other side answers by itself.
 */
decisions: Array<string>, };

/**
 * What became of an attempt.
 */
export type LessonAnswer = { 
/**
 * Done, wrong, or more to do.
 */
verdict: Verdict, 
/**
 * What is said about it; nothing while there is more to do.
 */
say: Text | null, 
/**
 * All moves and chance events since the beginning of the step, replies included.
 */
events: Array<string>, 
/**
 * The positions along them, one more than events.
 */
frames: Array<Frame>, 
/**
 * The next own decision, for those who ask.
 */
show: string | null, 
/**
 * Whether a step that is done is also kept as done; the page keeps it itself while the server cannot.
 */
kept: boolean, };

/**
 * The steps of a lesson that are done.
 */
export type LessonProgress = { 
/**
 * Which game.
 */
game: string, 
/**
 * Which lesson.
 */
lesson: string, 
/**
 * Which steps, from 0.
 */
steps: Array<number>, };

/**
 * A position, and a move to be tried in it.
 */
export type RetryRequest = { 
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
 * The move.
 */
attempt: string, };

/**
 * A move that was tried in place of a mistake.
 */
export type RetryAnswer = { 
/**
 * Whether it is as good as the best, or nearly.
 */
good: boolean, 
/**
 * What it costs its mover, from 0 to 2; null where the engine says nothing of it.
 */
loss: number | null, 
/**
 * Why it is not good, as a part of a sentence whose subject is the move.
 */
reason: Text | null, 
/**
 * The move that this search finds best.
 */
best: string, 
/**
 * The move, and the answer to one that is not good.
 */
events: Array<string>, 
/**
 * The positions along them, one more than events.
 */
frames: Array<Frame>, };

/**
 * The colour of a shape.
 */
export type ShapeColour = "green" | "red" | "blue" | "yellow";

/**
 * An arrow or a circle over a position. Places are called as the board calls them.
 */
export type DrawnShape = { 
/**
 * Where it begins.
 */
from: string, 
/**
 * Where an arrow ends; null for a circle.
 */
to: string | null, 
/**
 * Its colour.
 */
colour: ShapeColour, };

/**
 * What the engine said of a position, for the first player.
 */
export type KeptOpinion = { 
/**
 * The expected result, from -1 to 1.
 */
value: number, 
/**
 * As it was shown: points, or moves to the end.
 */
label?: string, 
/**
 * The principal variation.
 */
line?: Array<string>, 
/**
 * Plies looked ahead.
 */
depth?: number, };

/**
 * A position, the move that led to it, and what was said of it.
 */
export type TreeNode = { 
/**
 * The number of the node before it; that of the root is 0, its own.
 */
parent: number, 
/**
 * The move or chance event; empty at the root.
 */
text: string, 
/**
 * Who moved; null for chance, and at the root.
 */
by: Player | null, 
/**
 * A comment.
 */
comment?: string, 
/**
 * See [`GLYPHS`].
 */
glyphs?: Array<number>, 
/**
 * What is drawn over it.
 */
shapes?: Array<DrawnShape>, 
/**
 * What the engine said.
 */
opinion?: KeptOpinion, };

/**
 * A game with variations. The first child of a node is its main line.
 *
 * ```
 * use damero_games::{Notation, reversi::Reversi};
 *
 * let text = "[Game \"reversi\"]\n\nf5 {diagonal next} d6 $1 (f6 e6) c3 *\n";
 * let tree = Reversi::read_tree(text)?;
 * assert_eq!(tree.nodes.len(), 6);
 * assert_eq!(tree.nodes[1].comment, "diagonal next");
 * assert!(Reversi::write_tree(&tree, "damero")?.contains("f5 {diagonal next} d6 $1 (f6 e6) c3 *"));
 * # Ok::<(), damero_games::InputError>(())
 * ```
 */
export type GameTree = { 
/**
 * The game's id.
 */
game: string, 
/**
 * The rules id.
 */
rules: string, 
/**
 * The position string of the start, if not the usual one.
 */
start: string | null, 
/**
 * The names of the players and other tags.
 */
tags: Array<[string, string]>, 
/**
 * The result of the main line.
 */
result: Outcome | null, 
/**
 * All nodes, the root first, each after its parent.
 */
nodes: Array<TreeNode>, };

/**
 * Who may read a study.
 */
export type Visibility = "private" | "unlisted" | "public";

/**
 * A chapter of a study: a game with variations.
 */
export type Chapter = { 
/**
 * What it is called.
 */
name: string, 
/**
 * The game.
 */
tree: GameTree, };

/**
 * A study to be made, or what is to stand in its place.
 */
export type StudyRequest = { 
/**
 * The version that was read, for a study that there is already; refused if it has changed since.
 */
version: number | null, 
/**
 * What it is called.
 */
name: string, 
/**
 * Who may read it.
 */
visibility: Visibility, 
/**
 * Its chapters, at least one.
 */
chapters: Array<Chapter>, };

/**
 * A study in a list.
 */
export type StudySummary = { 
/**
 * Its id.
 */
study: string, 
/**
 * What it is called.
 */
name: string, 
/**
 * Whose it is.
 */
owner: string, 
/**
 * Whether it is one's own.
 */
mine: boolean, 
/**
 * The game of its first chapter.
 */
game: string, 
/**
 * Who may read it.
 */
visibility: Visibility, 
/**
 * How many chapters it has.
 */
count: number, 
/**
 * Grows with every change.
 */
version: number, 
/**
 * When it was made.
 */
created: number, 
/**
 * When it was last changed.
 */
updated: number, };

/**
 * A study.
 */
export type Study = { 
/**
 * All about it.
 */
about: StudySummary, 
/**
 * Its chapters.
 */
chapters: Array<Chapter>, };

/**
 * Texts to be read as games.
 */
export type ReadRequest = { 
/**
 * Which game.
 */
game: string, 
/**
 * One game or many, in any format that the game knows.
 */
text: string, };

/**
 * One game of a text: read, or why it was not.
 */
export type ReadGame = { 
/**
 * The game.
 */
tree: GameTree | null, 
/**
 * Why there is none.
 */
problem: Problem | null, };

/**
 * A game to be written.
 */
export type WriteRequest = { 
/**
 * The game.
 */
tree: GameTree, 
/**
 * In which format; our own when left out.
 */
format: string | null, };

/**
 * What kind of picture.
 */
export type PictureKind = "svg" | "png" | "apng";

/**
 * A line of play of which a picture is wanted.
 */
export type PictureRequest = { 
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
 * What kind; an SVG of the last position when left out.
 */
kind: PictureKind | null, };

/**
 * How games went in which a move was played.
 */
export type ExplorerMove = { 
/**
 * The move.
 */
text: string, 
/**
 * How many games.
 */
games: number, 
/**
 * How many of them each player won.
 */
wins: ByPlayer<number>, 
/**
 * How many were drawn.
 */
draws: number, 
/**
 * The points of the first player less those of the second, on average, where the game has points.
 */
points: number | null, 
/**
 * The opening that it leads to, if it has a name.
 */
opening: Text | null, };

/**
 * What was played in a position.
 */
export type Explorer = { 
/**
 * In the public games of this server.
 */
here: Array<ExplorerMove>, 
/**
 * In the collections that its operator has imported.
 */
collections: Array<ExplorerMove>, };

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

/**
 * A view that a page can draw without a board made for the game: a grid of cells with a text in each.
 *
 * A click on a cell plays the legal move that is spelled like the cell's name, or that contains it. Moves that name no cell
 * are offered as buttons.
 */
export type GridView = { 
/**
 * Rows of the grid.
 */
rows: number, 
/**
 * Columns of the grid.
 */
columns: number, 
/**
 * What lies on each cell, row by row from the top; a word or a letter.
 */
cells: Array<string | null>, 
/**
 * The name of each cell in the same order, as moves spell it.
 */
names: Array<string>, };

/**
 * A legal move for a page: its notation, and its squares by rows and columns.
 */
export type CheckersMove = { 
/**
 * The notation, which is also what to send back.
 */
text: string, 
/**
 * Where it begins.
 */
from: [number, number], 
/**
 * Where it ends.
 */
to: [number, number], 
/**
 * The captured pieces, in the order in which they are jumped.
 */
captures: Array<[number, number]>, 
/**
 * Whether a man is crowned, wherever the move ends. May be left out when reading.
 */
promotion?: boolean, 
/**
 * The number of jumps; 1 for a step. May be left out when reading.
 */
sequence_length?: number, 
/**
 * Every square of the way. May be left out when reading.
 */
path?: [number, number][], };

/**
 * The board as data.
 */
export type CheckersView = { 
/**
 * Eight rows of eight codes from the top: 1 and 2 are red men and kings, -1 and -2 black ones, 0 is empty.
 */
board: number[][], 
/**
 * Whose turn it is.
 */
turn: Player | null, 
/**
 * All legal moves with their text.
 */
legal: Array<CheckersMove>, 
/**
 * Men and kings of both.
 */
men: ByPlayer<number>, 
/**
 * Kings of both.
 */
kings: ByPlayer<number>, 
/**
 * The names of the playing squares, along the rows from the top left.
 */
squares: Array<string>, 
/**
 * Whether the board is drawn in a mirror, with a playing square in the near right corner.
 */
mirrored: boolean, 
/**
 * The letters of red and of black in a position's text.
 */
letters: [string, string], };

/**
 * The board as data. Pieces are their four letters, see [`Piece`].
 */
export type QuartoView = { 
/**
 * The piece on each cell, from a1 along the rows.
 */
board: (string | null)[], 
/**
 * The piece to be placed.
 */
hand: string | null, 
/**
 * The pieces that can still be given.
 */
left: string[], 
/**
 * Whose turn it is.
 */
turn: Player | null, 
/**
 * The groups that won, each with its four cells.
 */
groups: string[][], 
/**
 * Whether 2x2 squares win, too.
 */
squares: boolean, };

/**
 * The two halves of a game.
 */
export type ChessFivePhase = "gravity" | "chess";

/**
 * The board, the hands and the counters as data.
 */
export type ChessFiveView = { 
/**
 * Files and ranks.
 */
side: number, 
/**
 * How many in line win.
 */
line: number, 
/**
 * The ranks from the highest to the lowest: `R N B Q K` are Cyan's, `r n b q k` Magenta's, `.` is empty.
 */
board: Array<string>, 
/**
 * Whether pieces are being dropped or moved.
 */
phase: ChessFivePhase, 
/**
 * Whose turn it is.
 */
turn: Player | null, 
/**
 * The letters of the pieces still to be dropped.
 */
hands: ByPlayer<string>, 
/**
 * Where a piece dropped now comes to rest, one square in each column that is not full.
 */
landings: Array<string>, 
/**
 * The squares of the winning line.
 */
winning: Array<string>, 
/**
 * Plies played in phase Chess.
 */
plies: number, 
/**
 * Plies after which phase Chess is a draw.
 */
move_limit: number | null, 
/**
 * How many times the position has stood in phase Chess.
 */
times: number, 
/**
 * How many times make it a draw.
 */
repetition: number | null, };

/**
 * One board as data.
 */
export type AzulBoardView = { 
/**
 * The points.
 */
score: number, 
/**
 * The letters of the tiles in each line from the top.
 */
lines: Array<string>, 
/**
 * The rows of the wall: a letter for each tile, `.` for an empty cell.
 */
wall: Array<string>, 
/**
 * The floor line from the left, the marker as `M`.
 */
floor: string, 
/**
 * What the floor line costs now.
 */
penalty: number, 
/**
 * Complete rows, columns and colours.
 */
complete: [number, number, number], };

/**
 * A tile that moves to the wall; places count from 0.
 */
export type AzulTilingStep = { 
/**
 * The row.
 */
row: number, 
/**
 * The column.
 */
column: number, 
/**
 * The points that it scores.
 */
points: number, };

/**
 * The points of a wall at the end of the game.
 */
export type AzulBonus = { 
/**
 * Complete rows, columns and colours.
 */
complete: [number, number, number], 
/**
 * What they add.
 */
points: number, };

/**
 * What the end of a round does to a board.
 */
export type Tiling = { 
/**
 * The tiles that move to the wall, in their order.
 */
tiles: Array<AzulTilingStep>, 
/**
 * What the floor line costs; the score does not fall below 0.
 */
penalty: number, 
/**
 * The score after the floor line.
 */
score: number, 
/**
 * What the wall adds if the game ends with this round.
 */
bonus: AzulBonus | null, };

/**
 * A move that ends the round, and what follows from it.
 */
export type AzulRoundEnd = { 
/**
 * The move.
 */
move: string, 
/**
 * What happens on both boards.
 */
boards: ByPlayer<Tiling>, };

/**
 * The table as data. Tiles are letters `B`, `Y`, `R`, `K`, `W`.
 */
export type AzulView = { 
/**
 * The round being played or about to be dealt.
 */
round: number, 
/**
 * Whose turn it is; `None` while a deal is due and after the end.
 */
turn: Player | null, 
/**
 * Who opens the round that is about to be dealt.
 */
opener: Player | null, 
/**
 * The letters of the tiles of each factory.
 */
factories: Array<string>, 
/**
 * The letters of the tiles in the centre.
 */
centre: string, 
/**
 * Whether the marker lies in the centre.
 */
centre_marker: boolean, 
/**
 * Who has taken the marker.
 */
marker: Player | null, 
/**
 * Both boards.
 */
boards: ByPlayer<AzulBoardView>, 
/**
 * The colours of the wall, row by row.
 */
pattern: Array<string>, 
/**
 * What the slots of a floor line cost.
 */
penalties: number[], 
/**
 * Tiles in the bag: blue, yellow, red, black, white.
 */
bag: number[], 
/**
 * Tiles in the lid.
 */
lid: number[], 
/**
 * Legal moves.
 */
legal: Array<string>, 
/**
 * What each legal move that ends the round leads to on the walls; empty when none does.
 */
round_ends: Array<AzulRoundEnd>, };

/**
 * The board as data.
 */
export type ReversiView = { 
/**
 * 64 characters `X`, `O` or `-`, from a1 along the rows.
 */
board: string, 
/**
 * Whose turn it is.
 */
turn: Player | null, 
/**
 * Legal squares.
 */
legal: Array<string>, 
/**
 * Discs of both.
 */
discs: ByPlayer<number>, };
