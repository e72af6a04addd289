-- Addresses that are told what happens to a project. events and last, what came of the
-- newest message, are JSON. secret is what messages are signed with.
CREATE TABLE IF NOT EXISTS webhooks (
    id         TEXT PRIMARY KEY,
    project_id TEXT NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
    url        TEXT NOT NULL,
    events     TEXT,
    secret     BLOB NOT NULL,
    created_at INTEGER,
    last       TEXT
) STRICT;
CREATE INDEX IF NOT EXISTS webhooks_project ON webhooks (project_id);

-- Messages on their way. Whoever takes one moves due_at to when it is given up: should the
-- program end before, the message is due again then.
CREATE TABLE IF NOT EXISTS webhook_deliveries (
    id         TEXT PRIMARY KEY,
    webhook_id TEXT NOT NULL REFERENCES webhooks (id) ON DELETE CASCADE,
    event      TEXT NOT NULL,
    body       TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    due_at     INTEGER NOT NULL,
    tries      INTEGER NOT NULL
) STRICT;
CREATE INDEX IF NOT EXISTS webhook_deliveries_due ON webhook_deliveries (due_at);
CREATE INDEX IF NOT EXISTS webhook_deliveries_webhook ON webhook_deliveries (webhook_id);

-- Projects that have webhooks: the day and the revision of the data they were looked at
-- with, when, until when somebody has the project, and what was found (JSON).
CREATE TABLE IF NOT EXISTS webhook_watches (
    project_id    TEXT PRIMARY KEY REFERENCES projects (id) ON DELETE CASCADE,
    day           TEXT,
    revision      INTEGER NOT NULL,
    looked_at     INTEGER,
    claimed_until INTEGER,
    state         TEXT
) STRICT;
