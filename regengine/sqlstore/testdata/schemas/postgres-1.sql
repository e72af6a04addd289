-- Text that is ordered, compared or unique has the collation "C": the order of
-- its bytes, as in SQLite. Instants are microseconds since 1970 in UTC, civil
-- dates text of the form YYYY-MM-DD, lists and structures JSON text that is read
-- and written whole.

CREATE TABLE IF NOT EXISTS revisions (
    name  TEXT COLLATE "C" PRIMARY KEY,
    value BIGINT NOT NULL
);
INSERT INTO revisions (name, value) VALUES ('content', 1), ('access', 1) ON CONFLICT (name) DO NOTHING;

CREATE TABLE IF NOT EXISTS places (
    id           TEXT COLLATE "C" PRIMARY KEY,
    country      TEXT COLLATE "C" NOT NULL,
    level        SMALLINT NOT NULL,
    name         TEXT NOT NULL,
    parent       TEXT COLLATE "C" NOT NULL,
    aliases      TEXT,
    has_tech     BOOLEAN NOT NULL,
    climate_zone TEXT NOT NULL,
    altitude_m   BIGINT,
    seismic_zone TEXT NOT NULL,
    radon_zone   BIGINT,
    population   BIGINT,
    extra        TEXT
);
CREATE INDEX IF NOT EXISTS places_country ON places (country, level, id);

CREATE TABLE IF NOT EXISTS codes (
    slug         TEXT COLLATE "C" PRIMARY KEY,
    title        TEXT NOT NULL,
    short_title  TEXT NOT NULL,
    description  TEXT NOT NULL,
    country_code TEXT NOT NULL,
    scope        TEXT NOT NULL,
    tags         TEXT,
    territories  TEXT
);

CREATE TABLE IF NOT EXISTS versions (
    code_slug         TEXT COLLATE "C" NOT NULL REFERENCES codes (slug) ON DELETE CASCADE,
    slug              TEXT COLLATE "C" NOT NULL,
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
    internal          BOOLEAN NOT NULL,
    digest            BOOLEAN NOT NULL,
    sections          TEXT,
    PRIMARY KEY (code_slug, slug)
);

CREATE TABLE IF NOT EXISTS blocks (
    id       TEXT COLLATE "C" PRIMARY KEY,
    doc      TEXT COLLATE "C" NOT NULL,
    position BIGINT NOT NULL,
    section  TEXT NOT NULL,
    title    TEXT NOT NULL,
    path     TEXT,
    kind     TEXT NOT NULL,
    lang     TEXT NOT NULL,
    body     TEXT NOT NULL,
    grid     TEXT,
    UNIQUE (doc, position)
);

CREATE TABLE IF NOT EXISTS rule_sets (
    code_slug    TEXT COLLATE "C" NOT NULL,
    version_slug TEXT COLLATE "C" NOT NULL,
    source       BYTEA NOT NULL,
    PRIMARY KEY (code_slug, version_slug)
);

CREATE TABLE IF NOT EXISTS plans (
    id         TEXT COLLATE "C" PRIMARY KEY,
    name       TEXT NOT NULL,
    api_access BOOLEAN NOT NULL,
    credits    BIGINT NOT NULL CHECK (credits >= 0),
    limits     TEXT
);

CREATE TABLE IF NOT EXISTS organizations (
    id               TEXT COLLATE "C" PRIMARY KEY,
    name             TEXT NOT NULL,
    plan_id          TEXT COLLATE "C" NOT NULL REFERENCES plans (id),
    created_at       BIGINT,
    credits_left     BIGINT NOT NULL CHECK (credits_left >= 0),
    credits_reserved BIGINT NOT NULL CHECK (credits_reserved >= 0),
    credits_spent    BIGINT NOT NULL CHECK (credits_spent >= 0)
);

CREATE TABLE IF NOT EXISTS projects (
    id              TEXT COLLATE "C" PRIMARY KEY,
    organization_id TEXT COLLATE "C" NOT NULL REFERENCES organizations (id),
    name            TEXT NOT NULL,
    description     TEXT NOT NULL,
    geo_id          TEXT NOT NULL,
    selected        TEXT,
    created_at      BIGINT
);
CREATE INDEX IF NOT EXISTS projects_organization ON projects (organization_id, created_at);

CREATE TABLE IF NOT EXISTS documents (
    id         TEXT COLLATE "C" PRIMARY KEY,
    project_id TEXT COLLATE "C" NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
    name       TEXT COLLATE "C" NOT NULL,
    media_type TEXT NOT NULL,
    size       BIGINT NOT NULL,
    created_at BIGINT
);
CREATE INDEX IF NOT EXISTS documents_project ON documents (project_id);

CREATE TABLE IF NOT EXISTS generated_documents (
    id         TEXT COLLATE "C" PRIMARY KEY,
    project_id TEXT COLLATE "C" NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
    title      TEXT COLLATE "C" NOT NULL,
    kind       TEXT NOT NULL,
    version    BIGINT NOT NULL
);
CREATE INDEX IF NOT EXISTS generated_documents_project ON generated_documents (project_id);

CREATE TABLE IF NOT EXISTS memory_items (
    project_id TEXT COLLATE "C" NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
    name       TEXT COLLATE "C" NOT NULL,
    label      TEXT NOT NULL,
    value      TEXT NOT NULL,
    unit       TEXT NOT NULL,
    source     TEXT NOT NULL,
    PRIMARY KEY (project_id, name)
);

CREATE TABLE IF NOT EXISTS calculations (
    id            TEXT COLLATE "C" PRIMARY KEY,
    project_id    TEXT COLLATE "C" NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
    calculator_id TEXT NOT NULL,
    name          TEXT NOT NULL,
    summary       TEXT NOT NULL,
    compliant     BOOLEAN NOT NULL,
    input         TEXT,
    result        TEXT,
    created_at    BIGINT
);
CREATE INDEX IF NOT EXISTS calculations_project ON calculations (project_id);

CREATE TABLE IF NOT EXISTS users (
    id                TEXT COLLATE "C" PRIMARY KEY,
    organization_id   TEXT COLLATE "C" NOT NULL REFERENCES organizations (id),
    email             TEXT COLLATE "C" NOT NULL UNIQUE,
    active_project_id TEXT COLLATE "C" REFERENCES projects (id) ON DELETE SET NULL,
    created_at        BIGINT
);
CREATE INDEX IF NOT EXISTS users_organization ON users (organization_id);
CREATE INDEX IF NOT EXISTS users_active_project ON users (active_project_id);

CREATE TABLE IF NOT EXISTS api_keys (
    id         TEXT COLLATE "C" PRIMARY KEY,
    user_id    TEXT COLLATE "C" NOT NULL REFERENCES users (id),
    name       TEXT NOT NULL,
    country    TEXT NOT NULL,
    hash       BYTEA NOT NULL UNIQUE,
    hint       TEXT NOT NULL,
    created_at BIGINT,
    expires_at BIGINT,
    revoked_at BIGINT
);
CREATE INDEX IF NOT EXISTS api_keys_user ON api_keys (user_id);

-- idempotency_key is NULL for a request that has none, or has lost it to a later
-- one; so the index below is what makes two requests of one key impossible.
CREATE TABLE IF NOT EXISTS requests (
    id              TEXT COLLATE "C" PRIMARY KEY,
    organization_id TEXT COLLATE "C" NOT NULL REFERENCES organizations (id),
    user_id         TEXT COLLATE "C" NOT NULL,
    operation       TEXT NOT NULL,
    credits         BIGINT NOT NULL CHECK (credits >= 0),
    idempotency_key TEXT COLLATE "C",
    fingerprint     BYTEA NOT NULL,
    created_at      BIGINT NOT NULL,
    state           TEXT COLLATE "C" NOT NULL,
    reply           BYTEA,
    settled_at      BIGINT
);
CREATE UNIQUE INDEX IF NOT EXISTS requests_idempotency ON requests (user_id, idempotency_key);
CREATE INDEX IF NOT EXISTS requests_sweep ON requests (state, created_at);

-- The rate limits all replicas share. Unlogged: a crash of the server may forget
-- one minute of counting, and every request would pay for not forgetting it.
CREATE UNLOGGED TABLE IF NOT EXISTS rate_windows (
    user_id    TEXT COLLATE "C" NOT NULL,
    rate_group TEXT COLLATE "C" NOT NULL,
    started_at TIMESTAMPTZ NOT NULL,
    used       BIGINT NOT NULL,
    allowed    BOOLEAN NOT NULL, -- whether the last request was
    PRIMARY KEY (user_id, rate_group)
);
CREATE INDEX IF NOT EXISTS rate_windows_started ON rate_windows (started_at);

-- Whoever raises a revision, this program or a person at a prompt, tells every
-- replica with the commit.
CREATE OR REPLACE FUNCTION regengine_notify() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM pg_notify('regengine', NEW.name);
    RETURN NULL;
END $$;
DROP TRIGGER IF EXISTS revisions_notify ON revisions;
CREATE TRIGGER revisions_notify AFTER UPDATE OF value ON revisions
    FOR EACH ROW WHEN (OLD.value <> NEW.value) EXECUTE FUNCTION regengine_notify();
