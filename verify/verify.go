// Package verify decides whether a value complies: element, parameter and value
// in, a verdict with limit, margin, conditions and sources out.
//
// Rules are data (see [rules.RuleSet]); a [Verifier] is an immutable snapshot of them
// over a gazetteer, a catalogue and the blocks they quote. A sure answer with
// its source beats a guess, and an honest "undetermined, because" beats both.
package verify

import (
	"errors"

	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/codes/retrieval"
	"github.com/reglookup/regengine/geo"
	"github.com/reglookup/regengine/verify/rules"
	"github.com/reglookup/regengine/verify/textlimits"
)

// Sentinel errors of [Verifier.Verify].
var (
	// ErrLocationNotFound says that the place does not exist, or not for this country.
	ErrLocationNotFound = errors.New("verify: location not found")

	// ErrInvalidCode says that a code or version named in the check does not exist.
	ErrInvalidCode = errors.New("verify: no such code or version")
)

// Check is one question. Element, Parameter, Unit and BuildingUse are free text.
type Check struct {
	Element     string
	Parameter   string
	Value       string             // the JSON number exactly as sent, such as "1.20" or "3e-1"
	Unit        string             // "boolean" for yes/no checks, with Value 0 or 1
	GeoID       string             // any letter case
	Country     geo.ID             // only places and codes this country sees
	Codes       []codes.VersionRef // nil: all that apply at the place
	BuildingUse string

	// Circumstances are what is known for certain, by the ids of the rules' facts: they
	// outrank what the texts say and what the place has. One that does not matter here
	// is ignored; one that does not exist, or whose value does not fit, is a
	// [CircumstanceError].
	Circumstances map[string]Value

	// Project is what the memory of a project holds: it counts less than what the check
	// says and more than what the place has.
	Project []Datum

	Ref string // the caller's own name for the check; comes back with the result

	// AsOf asks by the law in force on that day, whatever the versions' status is
	// now; zero asks by what is active.
	AsOf codes.Date
}

// Status is the kind of verdict (SPEC section 4.7).
type Status string

// The four verdicts.
const (
	Compliant    Status = "compliant"
	Conditional  Status = "conditional"
	NonCompliant Status = "non_compliant"
	Undetermined Status = "undetermined"
)

// ConditionalNotCompliant is how words and counts tell a conditional verdict of a
// value that meets the limit under some readings only; see [Result.Verdict]. It is
// no Status of a Result.
const ConditionalNotCompliant Status = "conditional_not_compliant"

// VerdictOf tells the two kinds of conditional apart; every other status is itself.
func VerdictOf(status Status, compliant bool) Status {
	if status == Conditional && !compliant {
		return ConditionalNotCompliant
	}
	return status
}

// Split undoes VerdictOf: it returns the status of a verdict as a Result has it, and
// whether it is compliant.
func (s Status) Split() (status Status, compliant bool) {
	if s == ConditionalNotCompliant {
		return Conditional, false
	}
	return s, s == Compliant || s == Conditional
}

// Result is a verdict. Limit and Margin are decimals in the request's unit, ""
// when there is none; Margin is zero or positive when the value complies.
type Result struct {
	Status Status

	// IsCompliant is true for compliant, and for a conditional whose value meets the
	// limit under every reading and has further duties beside it. It is false for a
	// conditional that meets the limit under some readings only: then Limit, Margin,
	// Direction and Governing are those of the strictest reading that cannot be
	// excluded, and Conditions say which limit holds when (DECISIONS 11). Margin is ""
	// where no rule is known for the other readings.
	IsCompliant bool

	Limit      string
	Margin     string
	Direction  rules.Direction
	Conditions []string
	Sources    []Source
	Considered []Considered
	Governing  *Governing // nil when undetermined
	Place      *geo.Place
	Warnings   []string
	Missing    []Missing   // what would decide a check that is not decided, or conditional and not compliant; the most decisive first
	Applied    []Applied   // the data of the project that the verdict rests on
	Ref        string      // of the check
	Trace      []TraceStep // how the verdict came about, in order; the same for the same check and data
}

// Verdict is the status, with the two kinds of conditional told apart.
func (r *Result) Verdict() Status { return VerdictOf(r.Status, r.IsCompliant) }

// passes reports whether the value meets the limit under some reading at least.
func (r *Result) passes() bool { return r.Status == Compliant || r.Status == Conditional }

// Source is a passage a verdict stands on.
type Source struct {
	Ref     codes.VersionRef
	Block   *retrieval.Block
	Excerpt string
	Cite    string // the article and table as an author of rules cites them; "" leaves it to the block's heading

	Start, End int    // of the words quoted in Block.Text, in bytes
	SHA256     string // of Block.Text, hexadecimal; "" when the limit was found in the text
}

// Governing is the requirement that decided, as its text has it.
type Governing struct {
	Ref       codes.VersionRef
	Rule      string            // id of the rule; "" for a limit found in a text
	Origin    textlimits.Origin // FromRule, FromPattern or FromModel
	Block     string            // id of the block that states it
	Op        rules.Op
	Limit     string // in Unit, not that of the request; "" for a duty
	Unit      string
	Direction rules.Direction
}

// TraceStep is one thing that was settled on the way to a verdict.
type TraceStep struct {
	Stage  string // scope, understanding, unit, facts, rules, limit, comparison, composition, conditions or status
	Detail string // in English, for a reader who checks
}

// Considered is another limit that was weighed: the other bound of a range, or
// a limit of another level that did not govern.
type Considered struct {
	Ref       codes.VersionRef
	Limit     string // in the request's unit
	Direction rules.Direction
	Reason    string
}
