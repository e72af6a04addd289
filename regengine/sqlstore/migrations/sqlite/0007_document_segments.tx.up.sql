-- The lexical index of a project's document, as segments is that of a code's text, and
-- how much memory it takes while it is open. A document without a row is indexed when it
-- is first searched.
CREATE TABLE IF NOT EXISTS document_segments (
    doc    TEXT PRIMARY KEY REFERENCES documents (id) ON DELETE CASCADE,
    memory INTEGER NOT NULL,
    data   BLOB NOT NULL
) STRICT;
