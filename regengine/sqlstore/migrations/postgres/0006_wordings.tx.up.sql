-- What codes and their versions are called in other languages. version is '' for the code
-- itself, own the language of the code's own titles, '' for its country's; others holds
-- titles, descriptions and issuing bodies by language tag.
CREATE TABLE IF NOT EXISTS wordings (
    code_slug TEXT COLLATE "C" NOT NULL REFERENCES codes (slug) ON DELETE CASCADE,
    version   TEXT COLLATE "C" NOT NULL,
    own       TEXT NOT NULL,
    others    TEXT,
    PRIMARY KEY (code_slug, version)
);
