-- People. Guests have no password; their key is their id, so that names of accounts stay free.
CREATE TABLE users (
    id TEXT PRIMARY KEY NOT NULL,
    name TEXT NOT NULL,
    name_key TEXT NOT NULL UNIQUE,
    password TEXT,
    created BIGINT NOT NULL
);

-- Only hashes of session ids are kept: whoever reads this table cannot pose as anybody.
CREATE TABLE sessions (
    hash TEXT PRIMARY KEY NOT NULL,
    user_id TEXT NOT NULL REFERENCES users (id),
    created BIGINT NOT NULL
);
CREATE INDEX sessions_by_age ON sessions (created);

-- What a game was set up as; what happened in it is in the events.
CREATE TABLE games (
    id TEXT PRIMARY KEY NOT NULL,
    game TEXT NOT NULL,
    rules TEXT NOT NULL,
    settings TEXT NOT NULL,
    created BIGINT NOT NULL,
    rated BIGINT NOT NULL,
    first_user TEXT REFERENCES users (id),
    second_user TEXT REFERENCES users (id),
    plies BIGINT NOT NULL DEFAULT 0,
    result TEXT,
    ended BIGINT
);
CREATE INDEX games_running ON games (created) WHERE ended IS NULL;
CREATE INDEX games_by_age ON games (created) WHERE ended IS NOT NULL;
CREATE INDEX games_by_kind ON games (game, created) WHERE ended IS NOT NULL;
CREATE INDEX games_by_first ON games (first_user, created);
CREATE INDEX games_by_second ON games (second_user, created);

CREATE TABLE events (
    game_id TEXT NOT NULL REFERENCES games (id),
    seq BIGINT NOT NULL,
    at BIGINT NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (game_id, seq)
);

CREATE TABLE ratings (
    user_id TEXT NOT NULL REFERENCES users (id),
    game TEXT NOT NULL,
    rating DOUBLE PRECISION NOT NULL,
    deviation DOUBLE PRECISION NOT NULL,
    volatility DOUBLE PRECISION NOT NULL,
    games BIGINT NOT NULL,
    PRIMARY KEY (user_id, game)
);
CREATE INDEX ratings_by_strength ON ratings (game, rating);
