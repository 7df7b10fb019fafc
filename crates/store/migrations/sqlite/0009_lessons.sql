-- The steps of lessons that people have done.
CREATE TABLE lesson_steps (
    user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    game TEXT NOT NULL,
    lesson TEXT NOT NULL,
    step BIGINT NOT NULL,
    at BIGINT NOT NULL,
    PRIMARY KEY (user_id, game, lesson, step)
);
