-- Studies: games with variations and comments that somebody keeps. The body is JSON of the caller; the version guards it
-- against being written over from another window.
CREATE TABLE studies (
    id TEXT PRIMARY KEY NOT NULL,
    owner TEXT NOT NULL REFERENCES users (id),
    name TEXT NOT NULL,
    game TEXT NOT NULL,
    visibility BIGINT NOT NULL,
    chapters BIGINT NOT NULL,
    version BIGINT NOT NULL,
    created BIGINT NOT NULL,
    updated BIGINT NOT NULL,
    body TEXT NOT NULL
);
CREATE INDEX studies_by_owner ON studies (owner, updated);
CREATE INDEX studies_public ON studies (updated) WHERE visibility = 2;

-- What was played in a position, by the key of the position, and how these games ended. Source 0 is the games of this
-- server, 1 what the operator has imported.
CREATE TABLE explored_moves (
    game TEXT NOT NULL,
    rules TEXT NOT NULL,
    position BIGINT NOT NULL,
    source BIGINT NOT NULL,
    move TEXT NOT NULL,
    first_wins BIGINT NOT NULL,
    draws BIGINT NOT NULL,
    second_wins BIGINT NOT NULL,
    points BIGINT NOT NULL,
    pointed BIGINT NOT NULL,
    PRIMARY KEY (game, rules, position, source, move)
);

-- Imported games by a fingerprint, so that none counts twice.
CREATE TABLE collected_games (
    id TEXT PRIMARY KEY NOT NULL
);

ALTER TABLE games ADD COLUMN explored BIGINT NOT NULL DEFAULT 0;
CREATE INDEX games_unexplored ON games (created) WHERE ended IS NOT NULL AND public = 1 AND explored = 0;
