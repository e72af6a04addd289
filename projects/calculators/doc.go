// Package calculators holds the calculators that come with the engine: thermal
// transmittance (ISO 6946), occupancy (CTE DB-SI) and stair geometry (CTE DB-SUA).
//
// A calculator is a form (its input and what it gives, as lists of [Field]) and a
// function over what was filled in. The form makes the JSON Schema and reads the
// input by it, strictly: what the schema does not allow is refused, naming the
// member. Numbers are exact (package math/big) from the digits sent to the verdict;
// only what is shown is rounded.
package calculators
