-- Checks that a project keeps, with what each came to when it was last decided. request,
-- result and receipt are JSON as it came.
CREATE TABLE IF NOT EXISTS saved_checks (
    id          TEXT COLLATE "C" PRIMARY KEY,
    project_id  TEXT COLLATE "C" NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
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
    created_at  BIGINT,
    decided_at  BIGINT
);
CREATE INDEX IF NOT EXISTS saved_checks_project ON saved_checks (project_id);
