-- When keys were used last, some minutes more or less. Apart from the keys: these are
-- read all the time, and who follows their changes is not told.
CREATE TABLE IF NOT EXISTS key_uses (
    key_id  TEXT PRIMARY KEY REFERENCES api_keys (id) ON DELETE CASCADE,
    used_at INTEGER NOT NULL
) STRICT;
