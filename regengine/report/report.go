package report

import (
	"cmp"
	"encoding/json"
	"io"
	"iter"
	"strings"
	"time"

	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/verify"
)

// Report is what checks came to: of a project, or of a batch.
type Report struct {
	Language string     // BCP 47; "" or one there are no words of is written in English
	Project  *Project   // nil for a batch
	On       codes.Date // the day it is written
	Engine   string     // name and version of the program that writes it
	Data     Data       // that the program has loaded

	// Labels say circumstances in words, by their id, and values by "id=value"; what has
	// none is told as it is.
	Labels map[string]string

	// Again is the day by whose law the checks were decided anew; the zero Date where
	// they stand as they were kept.
	Again codes.Date

	Tally Tally

	// Checks yields the checks in their order, one at a time: there may be thousands. A
	// report that meets an error is broken off with it.
	Checks iter.Seq2[*Check, error]

	// Required lists what is required, as [WriteIDS] asks for it; nil of what no rule is
	// about. It is nil itself where nobody can tell.
	Required func(Wanted) (*verify.Requirements, error)
}

// Project is what a report says of a project.
type Project struct {
	ID          string `json:"project_id"`
	Name        string `json:"name"`
	Description string `json:"description,omitempty"`
	Place       string `json:"place"` // its name, and those it lies in, nearest first
	GeoID       string `json:"geo_id"`
	Codes       []Code `json:"codes"` // selected
}

// Code is a regulation selected for a project.
type Code struct {
	Slug    string `json:"slug"`
	Title   string `json:"title"`
	Version string `json:"version"` // the current one; "" for none
}

// Data names data by content: SHA-256 in hexadecimal digits.
type Data struct {
	Places string `json:"places_sha256"`
	Codes  string `json:"codes_sha256"`
	Texts  string `json:"texts_sha256"`
	Rules  string `json:"rules_sha256"`
	Limits string `json:"limits_sha256"`
}

// Check is what became of one check. Its keys are those of the API's verify response
// where they say the same.
type Check struct {
	Line          int           `json:"line,omitempty"`     // of a file
	CheckID       string        `json:"check_id,omitempty"` // of a check that a project keeps
	ID            string        `json:"id,omitempty"`       // what it is called
	Element       string        `json:"element"`
	Parameter     string        `json:"parameter"`
	ProvidedValue string        `json:"provided_value"`
	Unit          string        `json:"unit"`
	GeoID         string        `json:"geo_id"`
	BuildingUse   string        `json:"building_use,omitempty"`
	Codes         string        `json:"codes,omitempty"`
	AsOf          string        `json:"as_of,omitempty"`
	Ref           string        `json:"ref,omitempty"`
	Circumstances string        `json:"circumstances,omitempty"` // "id=value; id=value", as written
	Error         string        `json:"error,omitempty"`         // what is wrong with the check; then nothing follows
	Status        verify.Status `json:"result_status,omitempty"`
	Compliant     bool          `json:"is_compliant"`
	Limit         *json.Number  `json:"limit_value"`
	Margin        *json.Number  `json:"margin"`
	Direction     string        `json:"limit_direction,omitempty"`
	Conditions    []string      `json:"conditions"`
	Sources       []Source      `json:"sources"`
	Considered    []string      `json:"considered"`
	Warnings      []string      `json:"warnings"`
	Project       []string      `json:"project,omitempty"` // what of the project's memory it rests on
	Missing       []Missing     `json:"missing"`

	CreatedAt time.Time       `json:"created_at,omitzero"` // of a check that is kept, as DecidedAt
	DecidedAt time.Time       `json:"decided_at,omitzero"`
	Receipt   json.RawMessage `json:"receipt,omitempty"` // what it was made from, as "regengine replay" takes it
}

// Source is a passage a verdict stands on.
type Source struct {
	Code    string `json:"code_slug"`
	Version string `json:"version"`
	Section string `json:"section_title"`
	Excerpt string `json:"content_excerpt"`
	URL     string `json:"url,omitempty"` // of the official publication, or of a server's reading page
}

// Missing is a circumstance that would decide.
type Missing struct {
	ID    string `json:"id"`
	Label string `json:"label"`
}

// Verdict is the status with the two kinds of conditional told apart; "" of a check that
// has a mistake.
func (c *Check) Verdict() verify.Status { return verify.VerdictOf(c.Status, c.Compliant) }

// Name is what a person calls the check: its name, its ref, or what is checked.
func (c *Check) Name() string {
	return cmp.Or(c.ID, c.Ref, strings.TrimSpace(c.Element+", "+c.Parameter))
}

// fails reports whether a check may be broken, so that somebody has to look at it.
func (c *Check) fails() bool {
	verdict := c.Verdict()
	return verdict == verify.NonCompliant || verdict == verify.ConditionalNotCompliant
}

// receipt is what a page shows of a receipt.
type receipt struct {
	Engine string `json:"engine"`
	AsOf   string `json:"as_of"`
	SHA256 string `json:"result_sha256"`
	Data   Data   `json:"data"`
}

// made returns what a check was made from; the zero value where nobody knows.
func (c *Check) made() receipt {
	var r receipt
	if err := json.Unmarshal(c.Receipt, &r); err != nil {
		return receipt{}
	}
	return r
}

// Tally counts checks by their verdict.
type Tally struct {
	Checks       int `json:"checks"`
	Compliant    int `json:"compliant"`
	Conditional  int `json:"conditional"`
	SomeReadings int `json:"conditional_not_compliant"`
	NonCompliant int `json:"non_compliant"`
	Undetermined int `json:"undetermined"`
	Errors       int `json:"errors"` // checks with a mistake
}

// Add counts a check that came to a verdict; "" for one with a mistake.
func (t *Tally) Add(verdict verify.Status) {
	t.Checks++
	for _, each := range t.counts() {
		if each.verdict == verdict {
			*each.count++
			return
		}
	}
	t.Errors++
}

// count is how many checks came to a verdict.
type count struct {
	verdict verify.Status
	count   *int
}

// counts lists the counts by verdict, those that need somebody first.
func (t *Tally) counts() []count {
	return []count{
		{verify.NonCompliant, &t.NonCompliant}, {verify.ConditionalNotCompliant, &t.SomeReadings}, {verify.Undetermined, &t.Undetermined},
		{verify.Conditional, &t.Conditional}, {verify.Compliant, &t.Compliant}, {"", &t.Errors},
	}
}

// TallyOf counts checks.
func TallyOf(checks []Check) Tally {
	var t Tally
	for i := range checks {
		t.Add(checks[i].Verdict())
	}
	return t
}

// Of yields checks that are at hand, as a [Report] takes them.
func Of(checks []Check) iter.Seq2[*Check, error] {
	return func(yield func(*Check, error) bool) {
		for i := range checks {
			if !yield(&checks[i], nil) {
				return
			}
		}
	}
}

// Format is a kind of file that a report is written as.
type Format struct {
	Name      string // also the ending of the file
	MediaType string
	Write     func(w io.Writer, r *Report) error
}

// Formats are those this package writes.
func Formats() []Format {
	return []Format{
		{"html", "text/html; charset=utf-8", WriteHTML},
		{"csv", "text/csv; charset=utf-8; header=present", WriteCSV},
		{"json", "application/json", WriteJSON},
		{"bcf", "application/octet-stream", WriteBCF}, // has no registered type
		{"ids", "application/xml", WriteIDS},
	}
}
