package projects

// Verdict is what a saved run of a Calculator says of the regulation.
type Verdict string

// The verdicts. Where there is none, nothing is said either way: there was nothing
// to comply with, or what was filled in does not tell.
const (
	Complies      Verdict = "compliant"
	DoesNotComply Verdict = "non_compliant"
	NoVerdict     Verdict = "undetermined"
)

// Verdict returns what the calculation says of the regulation.
func (c *Calculation) Verdict() Verdict {
	switch {
	case c.Compliant == nil:
		return NoVerdict
	case *c.Compliant:
		return Complies
	}
	return DoesNotComply
}
