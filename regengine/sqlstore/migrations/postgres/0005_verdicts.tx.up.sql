-- A calculation may come to no verdict: NULL. Until now that was kept as a failure.
ALTER TABLE calculations ALTER COLUMN compliant DROP NOT NULL;

-- What was kept as a failure and was none. Two things tell: the result counts no
-- condition that failed, or it lacks what is there only where something was compared.
-- What nothing tells stays as it is. A result is looked at as text: one that is odd
-- JSON must not keep a database from being brought up to date.
UPDATE calculations SET compliant = NULL
WHERE compliant = FALSE AND result LIKE '{%' AND (
    calculator_id IN ('dwelling-ventilation', 'ev-charging', 'evacuation-width', 'ramp', 'rain-drainage', 'sound-insulation', 'stair-geometry')
        AND (result LIKE '%"failed":0,%' OR result LIKE '%"failed":0}%')
    OR calculator_id = 'climate-zone'
    OR calculator_id IN ('thermal-transmittance', 'occupancy') AND result NOT LIKE '%"limit":%'
    OR calculator_id = 'k-lim' AND result NOT LIKE '%"k":%'
    OR calculator_id = 'snow-load' AND result NOT LIKE '%"load":%'
);
