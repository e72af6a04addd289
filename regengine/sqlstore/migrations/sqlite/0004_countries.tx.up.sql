-- What countries that are not built in bring along beside their places and codes.
-- The data are JSON, compressed with gzip.
CREATE TABLE IF NOT EXISTS countries (
    country  TEXT PRIMARY KEY,
    tag      TEXT NOT NULL,
    plugin   TEXT NOT NULL,
    version  TEXT NOT NULL,
    sha256   TEXT NOT NULL,
    imported INTEGER,
    data     BLOB NOT NULL
) STRICT;
