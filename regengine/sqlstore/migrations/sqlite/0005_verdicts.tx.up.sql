-- A calculation may come to no verdict: NULL. Until now that was kept as a failure.
-- A column cannot lose its NOT NULL here: the table is made anew.
DROP TABLE IF EXISTS calculations_anew;
CREATE TABLE calculations_anew (
    id            TEXT PRIMARY KEY,
    project_id    TEXT NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
    calculator_id TEXT NOT NULL,
    name          TEXT NOT NULL,
    summary       TEXT NOT NULL,
    compliant     INTEGER,
    input         TEXT,
    result        TEXT,
    steps         TEXT,
    sources       TEXT,
    created_at    INTEGER
) STRICT;
INSERT INTO calculations_anew (id, project_id, calculator_id, name, summary, compliant, input, result, steps, sources, created_at)
    SELECT id, project_id, calculator_id, name, summary, compliant, input, result, steps, sources, created_at FROM calculations;
DROP TABLE calculations;
ALTER TABLE calculations_anew RENAME TO calculations;
CREATE INDEX IF NOT EXISTS calculations_project ON calculations (project_id);

-- What was kept as a failure and was none. Two things tell: the result counts no
-- condition that failed, or it lacks what is there only where something was compared.
-- What nothing tells stays as it is. A result is looked at as text: one that is odd
-- JSON must not keep a database from being brought up to date.
UPDATE calculations SET compliant = NULL
WHERE compliant = 0 AND result LIKE '{%' AND (
    calculator_id IN ('dwelling-ventilation', 'ev-charging', 'evacuation-width', 'ramp', 'rain-drainage', 'sound-insulation', 'stair-geometry')
        AND (result LIKE '%"failed":0,%' OR result LIKE '%"failed":0}%')
    OR calculator_id = 'climate-zone'
    OR calculator_id IN ('thermal-transmittance', 'occupancy') AND result NOT LIKE '%"limit":%'
    OR calculator_id = 'k-lim' AND result NOT LIKE '%"k":%'
    OR calculator_id = 'snow-load' AND result NOT LIKE '%"load":%'
);
