-- Browsers that are signed in, each by the SHA-256 of its token. A session hangs on the
-- key it was begun with and is nothing without it.
CREATE TABLE IF NOT EXISTS sessions (
    hash       BLOB PRIMARY KEY,
    key_id     TEXT NOT NULL REFERENCES api_keys (id) ON DELETE CASCADE,
    created_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL
) STRICT;
CREATE INDEX IF NOT EXISTS sessions_key ON sessions (key_id);
CREATE INDEX IF NOT EXISTS sessions_expiry ON sessions (expires_at);
