-- Checks that a project keeps, with what each came to when it was last decided. request,
-- result and receipt are JSON as it came.
CREATE TABLE IF NOT EXISTS saved_checks (
    id          TEXT PRIMARY KEY,
    project_id  TEXT NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
    name        TEXT NOT NULL,
    ref         TEXT NOT NULL,
    request     TEXT NOT NULL,
    verdict     TEXT NOT NULL,
    limit_value TEXT NOT NULL,
    margin      TEXT NOT NULL,
    direction   TEXT NOT NULL,
    as_of       TEXT,
    result      TEXT,
    receipt     TEXT,
    created_at  INTEGER,
    decided_at  INTEGER
) STRICT;
CREATE INDEX IF NOT EXISTS saved_checks_project ON saved_checks (project_id);
