-- Instants are microseconds since 1970 in UTC, civil dates text of the form
-- YYYY-MM-DD, lists and structures JSON text that is read and written whole. Text
-- compares by its bytes, as it does in Postgres with the collation "C".

CREATE TABLE IF NOT EXISTS revisions (
    name  TEXT PRIMARY KEY,
    value INTEGER NOT NULL
) STRICT;
INSERT INTO revisions (name, value) VALUES ('content', 1), ('access', 1) ON CONFLICT (name) DO NOTHING;

CREATE TABLE IF NOT EXISTS places (
    id           TEXT PRIMARY KEY,
    country      TEXT NOT NULL,
    level        INTEGER NOT NULL,
    name         TEXT NOT NULL,
    parent       TEXT NOT NULL,
    aliases      TEXT,
    has_tech     INTEGER NOT NULL,
    climate_zone TEXT NOT NULL,
    altitude_m   INTEGER,
    seismic_zone TEXT NOT NULL,
    radon_zone   INTEGER,
    population   INTEGER,
    extra        TEXT
) STRICT;
CREATE INDEX IF NOT EXISTS places_country ON places (country, level, id);

CREATE TABLE IF NOT EXISTS codes (
    slug         TEXT PRIMARY KEY,
    title        TEXT NOT NULL,
    short_title  TEXT NOT NULL,
    description  TEXT NOT NULL,
    country_code TEXT NOT NULL,
    scope        TEXT NOT NULL,
    tags         TEXT,
    territories  TEXT
) STRICT;

CREATE TABLE IF NOT EXISTS versions (
    code_slug         TEXT NOT NULL REFERENCES codes (slug) ON DELETE CASCADE,
    slug              TEXT NOT NULL,
    title             TEXT NOT NULL,
    status            TEXT NOT NULL,
    published         TEXT,
    effective         TEXT,
    repealed          TEXT,
    description       TEXT NOT NULL,
    author            TEXT NOT NULL,
    source_url        TEXT NOT NULL,
    successor_code    TEXT NOT NULL,
    successor_version TEXT NOT NULL,
    internal          INTEGER NOT NULL,
    digest            INTEGER NOT NULL,
    sections          TEXT,
    PRIMARY KEY (code_slug, slug)
) STRICT;

CREATE TABLE IF NOT EXISTS blocks (
    id       TEXT PRIMARY KEY,
    doc      TEXT NOT NULL,
    position INTEGER NOT NULL,
    section  TEXT NOT NULL,
    title    TEXT NOT NULL,
    path     TEXT,
    kind     TEXT NOT NULL,
    lang     TEXT NOT NULL,
    body     TEXT NOT NULL,
    grid     TEXT,
    UNIQUE (doc, position)
) STRICT;

CREATE TABLE IF NOT EXISTS rule_sets (
    code_slug    TEXT NOT NULL,
    version_slug TEXT NOT NULL,
    source       BLOB NOT NULL,
    PRIMARY KEY (code_slug, version_slug)
) STRICT;

CREATE TABLE IF NOT EXISTS plans (
    id         TEXT PRIMARY KEY,
    name       TEXT NOT NULL,
    api_access INTEGER NOT NULL,
    credits    INTEGER NOT NULL CHECK (credits >= 0),
    limits     TEXT
) STRICT;

CREATE TABLE IF NOT EXISTS organizations (
    id               TEXT PRIMARY KEY,
    name             TEXT NOT NULL,
    plan_id          TEXT NOT NULL REFERENCES plans (id),
    created_at       INTEGER,
    credits_left     INTEGER NOT NULL CHECK (credits_left >= 0),
    credits_reserved INTEGER NOT NULL CHECK (credits_reserved >= 0),
    credits_spent    INTEGER NOT NULL CHECK (credits_spent >= 0)
) STRICT;

CREATE TABLE IF NOT EXISTS projects (
    id              TEXT PRIMARY KEY,
    organization_id TEXT NOT NULL REFERENCES organizations (id),
    name            TEXT NOT NULL,
    description     TEXT NOT NULL,
    geo_id          TEXT NOT NULL,
    selected        TEXT,
    created_at      INTEGER
) STRICT;
CREATE INDEX IF NOT EXISTS projects_organization ON projects (organization_id, created_at);

CREATE TABLE IF NOT EXISTS documents (
    id         TEXT PRIMARY KEY,
    project_id TEXT NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
    name       TEXT NOT NULL,
    media_type TEXT NOT NULL,
    size       INTEGER NOT NULL,
    created_at INTEGER
) STRICT;
CREATE INDEX IF NOT EXISTS documents_project ON documents (project_id);

CREATE TABLE IF NOT EXISTS generated_documents (
    id         TEXT PRIMARY KEY,
    project_id TEXT NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
    title      TEXT NOT NULL,
    kind       TEXT NOT NULL,
    version    INTEGER NOT NULL
) STRICT;
CREATE INDEX IF NOT EXISTS generated_documents_project ON generated_documents (project_id);

CREATE TABLE IF NOT EXISTS memory_items (
    project_id TEXT NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
    name       TEXT NOT NULL,
    label      TEXT NOT NULL,
    value      TEXT NOT NULL,
    unit       TEXT NOT NULL,
    source     TEXT NOT NULL,
    PRIMARY KEY (project_id, name)
) STRICT;

CREATE TABLE IF NOT EXISTS calculations (
    id            TEXT PRIMARY KEY,
    project_id    TEXT NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
    calculator_id TEXT NOT NULL,
    name          TEXT NOT NULL,
    summary       TEXT NOT NULL,
    compliant     INTEGER NOT NULL,
    input         TEXT,
    result        TEXT,
    created_at    INTEGER
) STRICT;
CREATE INDEX IF NOT EXISTS calculations_project ON calculations (project_id);

CREATE TABLE IF NOT EXISTS users (
    id                TEXT PRIMARY KEY,
    organization_id   TEXT NOT NULL REFERENCES organizations (id),
    email             TEXT NOT NULL UNIQUE,
    active_project_id TEXT REFERENCES projects (id) ON DELETE SET NULL,
    created_at        INTEGER
) STRICT;
CREATE INDEX IF NOT EXISTS users_organization ON users (organization_id);
CREATE INDEX IF NOT EXISTS users_active_project ON users (active_project_id);

CREATE TABLE IF NOT EXISTS api_keys (
    id         TEXT PRIMARY KEY,
    user_id    TEXT NOT NULL REFERENCES users (id),
    name       TEXT NOT NULL,
    country    TEXT NOT NULL,
    hash       BLOB NOT NULL UNIQUE,
    hint       TEXT NOT NULL,
    created_at INTEGER,
    expires_at INTEGER,
    revoked_at INTEGER
) STRICT;
CREATE INDEX IF NOT EXISTS api_keys_user ON api_keys (user_id);

-- idempotency_key is NULL for a request that has none, or has lost it to a later
-- one; so the index below is what makes two requests of one key impossible.
CREATE TABLE IF NOT EXISTS requests (
    id              TEXT PRIMARY KEY,
    organization_id TEXT NOT NULL REFERENCES organizations (id),
    user_id         TEXT NOT NULL,
    operation       TEXT NOT NULL,
    credits         INTEGER NOT NULL CHECK (credits >= 0),
    idempotency_key TEXT,
    fingerprint     BLOB NOT NULL,
    created_at      INTEGER NOT NULL,
    state           TEXT NOT NULL,
    reply           BLOB,
    settled_at      INTEGER
) STRICT;
CREATE UNIQUE INDEX IF NOT EXISTS requests_idempotency ON requests (user_id, idempotency_key);
CREATE INDEX IF NOT EXISTS requests_sweep ON requests (state, created_at);

-- One process serves a file, so rate limits are counted in its memory.
