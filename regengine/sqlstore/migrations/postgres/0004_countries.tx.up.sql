-- What countries that are not built in bring along beside their places and codes.
-- The data are JSON, compressed with gzip.
CREATE TABLE IF NOT EXISTS countries (
    country  TEXT COLLATE "C" PRIMARY KEY,
    tag      TEXT COLLATE "C" NOT NULL,
    plugin   TEXT COLLATE "C" NOT NULL,
    version  TEXT COLLATE "C" NOT NULL,
    sha256   TEXT COLLATE "C" NOT NULL,
    imported BIGINT,
    data     BYTEA NOT NULL
);
