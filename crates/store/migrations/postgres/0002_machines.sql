-- How strong the machines are, apart from the people: a level at a game. People's ratings never depend on these.
CREATE TABLE machine_ratings (
    level TEXT NOT NULL,
    game TEXT NOT NULL,
    rating DOUBLE PRECISION NOT NULL,
    deviation DOUBLE PRECISION NOT NULL,
    volatility DOUBLE PRECISION NOT NULL,
    games BIGINT NOT NULL,
    PRIMARY KEY (level, game)
);
