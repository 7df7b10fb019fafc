-- How good people are at puzzles, how hard puzzles proved to be, and the first attempt of each person at each puzzle.
CREATE TABLE puzzle_ratings (
    user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    game TEXT NOT NULL,
    rating DOUBLE PRECISION NOT NULL,
    deviation DOUBLE PRECISION NOT NULL,
    volatility DOUBLE PRECISION NOT NULL,
    played BIGINT NOT NULL,
    streak BIGINT NOT NULL,
    best_streak BIGINT NOT NULL,
    PRIMARY KEY (user_id, game)
);

CREATE TABLE puzzle_grades (
    game TEXT NOT NULL,
    puzzle TEXT NOT NULL,
    rating DOUBLE PRECISION NOT NULL,
    deviation DOUBLE PRECISION NOT NULL,
    volatility DOUBLE PRECISION NOT NULL,
    played BIGINT NOT NULL,
    PRIMARY KEY (game, puzzle)
);

CREATE TABLE puzzle_attempts (
    user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    game TEXT NOT NULL,
    puzzle TEXT NOT NULL,
    at BIGINT NOT NULL,
    solved BIGINT NOT NULL,
    rating DOUBLE PRECISION NOT NULL,
    PRIMARY KEY (user_id, game, puzzle)
);
CREATE INDEX puzzle_attempts_by_time ON puzzle_attempts (user_id, at);
