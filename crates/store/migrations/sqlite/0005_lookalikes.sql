-- What the name of an account looks like: no other account may look the same. `crates/store/src/lookalike.rs` does the same
-- for new names.
ALTER TABLE users ADD COLUMN lookalike TEXT;
UPDATE users SET lookalike = REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(LOWER(name), '0', 'o'), '1', 'l'), 'i', 'l'), '5', 's'), '-', ''), '_', ''), 'rn', 'm'), 'vv', 'w')
    WHERE password IS NOT NULL;
CREATE INDEX users_by_lookalike ON users (lookalike) WHERE lookalike IS NOT NULL;
