package verifytest

import (
	"context"
	"io"

	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/verify"
	"github.com/reglookup/regengine/verify/verifyeval"
)

// Case is one check and what must come of it; see [verifyeval.Case].
type Case = verifyeval.Case

// Report counts how cases came out; see [verifyeval.Report].
type Report = verifyeval.Report

// ErrCases says that a file of cases cannot be read.
var ErrCases = verifyeval.ErrCases

// LoadTSV is [verifyeval.LoadTSV].
func LoadTSV(r io.Reader) ([]Case, error) { return verifyeval.LoadTSV(r) }

// LoadYAML is [verifyeval.LoadYAML].
func LoadYAML(source []byte) ([]Case, error) { return verifyeval.LoadYAML(source) }

// Measure is [verifyeval.Measure].
func Measure(ctx context.Context, v *verify.Verifier, on codes.Date, cases []Case) Report {
	return verifyeval.Measure(ctx, v, on, cases)
}
