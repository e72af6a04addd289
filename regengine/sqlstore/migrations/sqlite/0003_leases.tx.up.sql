-- When a reservation that is being worked on was last said to be. A row goes
-- once it has ended.
CREATE TABLE IF NOT EXISTS leases (
    request_id TEXT PRIMARY KEY,
    renewed_at INTEGER NOT NULL
) STRICT;
