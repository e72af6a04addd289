-- When a reservation that is being worked on was last said to be. A row goes
-- once it has ended.
CREATE TABLE IF NOT EXISTS leases (
    request_id TEXT COLLATE "C" PRIMARY KEY,
    renewed_at BIGINT NOT NULL
);
