-- What guards an account besides its password: the secret of an authenticator with the last step of time whose code was used,
-- and since when and why the operator has banned it.
ALTER TABLE users ADD COLUMN totp TEXT;
ALTER TABLE users ADD COLUMN totp_step BIGINT NOT NULL DEFAULT 0;
ALTER TABLE users ADD COLUMN banned BIGINT;
ALTER TABLE users ADD COLUMN ban_reason TEXT;

-- Codes that each replace a forgotten password once. Only their hashes are kept.
CREATE TABLE recovery_codes (
    user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    hash TEXT NOT NULL,
    PRIMARY KEY (user_id, hash)
);

-- What operators did to accounts. No reference to them: the log outlives whom it is about.
CREATE TABLE audit (
    id BIGSERIAL PRIMARY KEY,
    at BIGINT NOT NULL,
    actor TEXT NOT NULL,
    action TEXT NOT NULL,
    user_id TEXT NOT NULL,
    name TEXT NOT NULL,
    detail TEXT NOT NULL
);
