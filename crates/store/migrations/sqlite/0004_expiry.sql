-- When a session was last used: it lives as long as somebody comes.
ALTER TABLE sessions ADD COLUMN used BIGINT NOT NULL DEFAULT 0;
UPDATE sessions SET used = created;
CREATE INDEX sessions_by_user ON sessions (user_id);

-- Whether the lobby and the library show a game; so far only the settings said so.
ALTER TABLE games ADD COLUMN public BIGINT NOT NULL DEFAULT 1;
UPDATE games SET public = 0 WHERE settings LIKE '%"public":false%';
CREATE INDEX games_private ON games (ended) WHERE public = 0 AND ended IS NOT NULL;
