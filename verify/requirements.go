package verify

import (
	"context"
	"slices"

	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/codes/reading/quantity"
	"github.com/reglookup/regengine/codes/retrieval"
	"github.com/reglookup/regengine/geo"
	"github.com/reglookup/regengine/verify/rules"
	"github.com/reglookup/regengine/verify/textlimits"
)

// Query asks what is required of something: a [Check] without a value.
type Query struct {
	Element     string
	Parameter   string
	Unit        string             // limits are converted to it; "" for the regulation's own
	GeoID       string             // any letter case
	Country     geo.ID             // only places and codes this country sees
	Codes       []codes.VersionRef // nil: all that apply at the place
	BuildingUse string
	AsOf        codes.Date // as in [Check]

	Circumstances map[string]Value // as in [Check]
	Project       []Datum          // as in [Check]
}

// check is the query as a check that has no value.
func (q *Query) check() *Check {
	return &Check{Element: q.Element, Parameter: q.Parameter, Unit: q.Unit, GeoID: q.GeoID, Country: q.Country, Codes: q.Codes,
		BuildingUse: q.BuildingUse, AsOf: q.AsOf, Circumstances: q.Circumstances, Project: q.Project}
}

// Requirements is what a [Query] is answered with: every requirement that applies,
// those that hold first, and what decides among those that may.
type Requirements struct {
	Element, Parameter Understood
	Place              *geo.Place
	AsOf               codes.Date
	Known              []KnownFact
	Rows               []RequirementRow // at most 200
	DependsOn          []OpenFact       // most decisive first
	Applied            []Applied        // the data of the project that the list rests on
	Total, Applying    int              // rows there are; without those that are excluded
	Warnings           []string
}

// Truncated reports whether there are more rows than are listed.
func (r *Requirements) Truncated() bool { return r.Total > len(r.Rows) }

// WithoutExcluded returns the answer without what is excluded by what is known.
func (r *Requirements) WithoutExcluded() *Requirements {
	out := *r
	out.Total = r.Applying
	out.Rows = slices.DeleteFunc(slices.Clone(r.Rows), func(row RequirementRow) bool { return row.State == RowExcluded })
	return &out
}

// Understood is what a text was understood as; no IDs when it was not.
type Understood struct {
	Text  string
	IDs   []string // of concepts
	Label string   // in the answer's language
}

// RowState tells whether a requirement applies.
type RowState string

// The states.
const (
	RowHolds    RowState = "holds"
	RowDepends  RowState = "depends"  // on what nobody said
	RowExcluded RowState = "excluded" // by what is known
)

// RequirementRow is one requirement in one case. Numbers are decimals in Unit.
type RequirementRow struct {
	ID        string // "code/version#rule", of a limit found in a text its block; the cases of one rule share it
	State     RowState
	Governs   bool // the strictest of those that can be compared
	Op        rules.Op
	Limit     string // of the one-sided operators; "" where Formula says it
	Min, Max  string // of Between
	Values    []string
	Formula   string // in Unit, which is the regulation's own
	Unit      string // "" for duties and where there is no limit
	Direction rules.Direction
	Case      string          // one line in the answer's language; "" is always
	When      []CaseCondition // what is still open; all of it holds together

	Conditions []string // further duties beside it
	Element    string   // label of what the rule is about
	Ref        codes.VersionRef
	Block      *retrieval.Block
	Excerpt    string
	Cite       string // as in [Source]
	Origin     textlimits.Origin
}

// CaseCondition is one circumstance of a case.
type CaseCondition struct {
	ID       string
	Operator string // < <= = != >= > in "not in" starts "not starts"
	Value    FactValue
	Label    string // the whole of it in words, in the answer's language
}

// FactValue is a value of a circumstance, by its kind: Texts of a category or a text,
// several where the operator takes several; a Number in Unit of a quantity; of a
// boolean one Text, "true" or "false".
type FactValue struct {
	Kind   rules.FactKind
	Texts  []string
	Number string
	Unit   string
}

// KnownFact is a circumstance that the requirements were chosen by.
type KnownFact struct {
	ID, Label string
	Values    []FactValue // several where any of them may be
	From      KnownFrom
}

// KnownFrom tells where a circumstance is known from.
type KnownFrom string

// Where circumstances are known from.
const (
	KnownFromGiven   KnownFrom = "request"
	KnownFromText    KnownFrom = "text"
	KnownFromPlace   KnownFrom = "place"
	KnownFromProject KnownFrom = "project"
	KnownAssumed     KnownFrom = "assumed"
)

// OpenFact is a circumstance that decides among requirements.
type OpenFact struct {
	ID, Label string
	Kind      rules.FactKind
	Unit      string       // of a quantity
	Options   []FactOption // of a boolean or a category
	Assumed   *FactValue   // what holds until it is told; nil for nothing
}

// FactOption is one of the values a circumstance may have.
type FactOption struct {
	Value FactValue
	Label string
}

// maxRows bounds the rows of an answer.
const maxRows = 200

// Requirements lists what is required. It reads the query and finds the rules as
// Verify does, so that a check is decided by exactly the requirements listed. Errors
// are those of Verify; a query that nothing is understood of has no rows and a warning
// with the names that are nearest.
func (v *Verifier) Requirements(ctx context.Context, q Query, on codes.Date) (*Requirements, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	check := q.check()
	place, err := v.place(*check)
	if err != nil {
		return nil, err
	}
	if !q.AsOf.IsZero() {
		on = q.AsOf
	}
	return v.books[place.ID.Country()].requirements(check, place, on)
}

// listing is what a query needs beside a check.
type listing struct {
	measures []string // the parameters that may be meant; of each the requirements are listed
	only     string   // the one to list now; "" for the first
	cut      bool     // a rule has more cases than are listed
	unusual  bool     // list what is not usual as well; see [decision.isUsual]
	kind     string   // the element to list, a kind of the one named; "" for that one
}

// choose settles which of the parameters ruled for the element is listed now.
func (l *listing) choose(ruled []string) []string {
	if len(ruled) == 0 {
		return nil
	}
	l.measures = ruled
	if l.only != "" {
		return []string{l.only}
	}
	return ruled[:1]
}

// requirements lists what is required at a place of the book's country.
func (v *rulebook) requirements(check *Check, place *geo.Place, on codes.Date) (*Requirements, error) {
	if wrong := v.checkGiven(check.Circumstances); len(wrong) > 0 {
		return nil, wrong[0]
	}
	scope, err := v.scope(check, place, on)
	if err != nil {
		return nil, err
	}
	l := &lister{out: &Requirements{Place: place, AsOf: on}}
	list := func(of listing) *decision {
		d := &decision{v: v, check: check, place: place, scope: scope, on: on, listing: &of}
		l.taken = append(l.taken, d)
		l.take(d)
		return d
	}
	defer l.leave()
	first := list(listing{})
	for _, measure := range first.listing.measures[min(1, len(first.listing.measures)):] {
		list(listing{only: measure})
	}
	if len(l.rows) == 0 && !first.misplaced {
		l.takeKinds(first, list)
	}
	if len(l.rows) == 0 && v.limits != nil && !first.misplaced {
		l.takeTexts(first)
	}
	l.finish(first)
	return l.out, nil
}

// askUnit reads the unit that limits are wanted in.
func (d *decision) askUnit() bool {
	if d.question.open = d.check.Unit == ""; d.question.open {
		return true
	}
	var err error
	if d.question.unit, err = quantity.ParseUnitIn(d.check.Unit, d.v.lang); err != nil {
		d.warn(msgUnknownUnit, d.check.Unit)
		return false
	}
	return true
}

// unnamed returns the parameters that may be meant where none is named and no unit
// tells: how many there are of what the parameter names, or that it is there.
func (d *decision) unnamed() [][]string {
	if named := d.parameter.counted(); len(named) > 0 {
		return named
	}
	if len(d.parameter.elements) == 0 || len(d.element.heads) == 0 {
		return nil
	}
	return [][]string{slices.Concat(slices.Concat(d.v.counts...), slices.Concat(d.v.alone...))}
}
