package verifyeval

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/codes/reading/quantity"
	"github.com/reglookup/regengine/verify"
	"github.com/reglookup/regengine/verify/rules"
)

// Case is one check and what must come of it. Empty expectations are not
// compared, Status excepted.
type Case struct {
	ID      string
	Code    string   // slug of the code the case is about
	Kinds   []string // what is tried: "near_boundary", "conditional"
	Section string   // where its passage stands
	Passage string   // the words that decide it; "" when not given
	Check   verify.Check

	Status    verify.Status
	Or        []verify.Status // that are right as well
	Passes    *bool           // whether the value may be said to comply; nil leaves it to the verdicts expected
	Limits    []string        // one of them, in the request's unit
	Margin    string
	Direction rules.Direction
	Says      []string // each must occur in a condition, a warning or a reason

	// Circumstances are given as data ("id=value;..."), which a check cannot hold
	// yet: a case with any is not tried.
	Circumstances string
}

// ErrCases says that a file of cases cannot be read.
var ErrCases = errors.New("verifyeval: unreadable cases")

// LoadTSV reads cases from tab-separated values with a header. Columns:
// element, parameter, value, unit, geo_id and expected_status; optionally id,
// code, section, kind (several by commas), building_use, normative_text, facts,
// expected_is_compliant (true or false) and limit_value or expected_limit, where
// a..b is either bound of a range. expected_status a|b is either verdict. Other
// columns are ignored. The error names the line.
func LoadTSV(r io.Reader) ([]Case, error) {
	in := bufio.NewReader(r)
	if mark, err := in.Peek(3); err == nil && string(mark) == "\ufeff" {
		_, _ = in.Discard(len(mark)) // peeked already
	}
	reader := csv.NewReader(in)
	reader.Comma, reader.LazyQuotes, reader.FieldsPerRecord = '\t', true, -1
	header, err := reader.Read()
	if err != nil {
		return nil, fmt.Errorf("%w: no header: %w", ErrCases, err)
	}
	for _, name := range []string{"element", "parameter", "value", "unit", "geo_id", "expected_status"} {
		if !slices.Contains(header, name) {
			return nil, fmt.Errorf("%w: the header has no column %s", ErrCases, name)
		}
	}
	var cases []Case
	for {
		row, err := reader.Read()
		if errors.Is(err, io.EOF) {
			return cases, nil
		}
		if err != nil {
			return nil, fmt.Errorf("%w: %w", ErrCases, err)
		}
		line, _ := reader.FieldPos(0)
		c, err := fromRow(header, row)
		if err != nil {
			return nil, fmt.Errorf("%w: line %d: %w", ErrCases, line, err)
		}
		cases = append(cases, c)
	}
}

// withPoint writes numbers with a decimal point: in a set a decimal comma is the same,
// and nothing separates thousands.
func withPoint(number string) string { return strings.ReplaceAll(number, ",", ".") }

func fromRow(header, row []string) (Case, error) {
	if len(row) != len(header) {
		return Case{}, fmt.Errorf("%d columns, the header has %d", len(row), len(header))
	}
	field := func(name string) string {
		if i := slices.Index(header, name); i >= 0 {
			return row[i]
		}
		return ""
	}
	c := Case{
		ID: field("id"), Code: field("code"), Kinds: splitList(field("kind")), Section: field("section"), Passage: field("normative_text"),
		Circumstances: strings.TrimSpace(field("facts")),
		Check: verify.Check{Element: field("element"), Parameter: field("parameter"), Value: withPoint(field("value")), Unit: field("unit"),
			GeoID: field("geo_id"), BuildingUse: field("building_use")},
	}
	c.Check.Value, c.Check.Unit = quantity.PartClass(c.Check.Value, c.Check.Unit)
	c.expect(field("expected_status"))
	if limits := cmp.Or(field("limit_value"), field("expected_limit")); limits != "" {
		c.Limits = strings.Split(withPoint(limits), "..")
	}
	if passes := field("expected_is_compliant"); passes != "" {
		if passes != "true" && passes != "false" {
			return c, fmt.Errorf("expected_is_compliant is %q; it can be true or false", passes)
		}
		is := passes == "true"
		c.Passes = &is
	}
	return c, c.valid()
}

// expect reads the verdicts that are right, separated by "|".
func (c *Case) expect(statuses string) {
	for i, status := range strings.Split(statuses, "|") {
		if i == 0 {
			c.Status = verify.Status(status)
			continue
		}
		c.Or = append(c.Or, verify.Status(status))
	}
}

// statuses are the verdicts that are right.
func (c Case) statuses() []verify.Status { return append([]verify.Status{c.Status}, c.Or...) }

// Expected writes the verdicts that are right, as a set has them.
func (c Case) Expected() string {
	text := string(c.Status)
	for _, status := range c.Or {
		text += "|" + string(status)
	}
	return text
}

func splitList(text string) []string {
	return strings.FieldsFunc(text, func(r rune) bool { return r == ',' || r == ' ' || r == ';' })
}

// valid holds a case to what can be compared at all.
func (c Case) valid() error {
	for _, status := range c.statuses() {
		if !slices.Contains([]verify.Status{verify.Compliant, verify.Conditional, verify.NonCompliant, verify.Undetermined}, status) {
			return fmt.Errorf("%q is no verdict", status)
		}
	}
	for _, limit := range append(slices.Clone(c.Limits), c.Margin) {
		if _, err := quantity.ParseNumber(limit); err != nil && limit != "" {
			return fmt.Errorf("limit or margin %q: %w", limit, err)
		}
	}
	return nil
}

// yamlCase is a Case as a person writes it.
type yamlCase struct {
	ID        string   `yaml:"id"`
	Element   string   `yaml:"element"`
	Parameter string   `yaml:"parameter"`
	Value     string   `yaml:"value"`
	Unit      string   `yaml:"unit"`
	Place     string   `yaml:"place"`
	Use       string   `yaml:"use"`
	Codes     []string `yaml:"codes"` // "slug" or "slug/version"
	Status    string   `yaml:"status"`
	Passes    *bool    `yaml:"is_compliant"`
	Limit     string   `yaml:"limit"`
	Margin    string   `yaml:"margin"`
	Direction string   `yaml:"direction"`
	Says      []string `yaml:"says"`
}

// LoadYAML reads a list of cases with the keys id, element, parameter, value,
// unit, place, use, codes, status, is_compliant, limit, margin, direction and says.
// Unknown keys are errors.
func LoadYAML(source []byte) ([]Case, error) {
	decoder := yaml.NewDecoder(bytes.NewReader(source))
	decoder.KnownFields(true)
	var list []yamlCase
	if err := decoder.Decode(&list); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrCases, err)
	}
	cases := make([]Case, len(list))
	for i, y := range list {
		cases[i] = y.toCase()
		if err := cases[i].valid(); err != nil {
			return nil, fmt.Errorf("%w: case %s: %w", ErrCases, y.ID, err)
		}
	}
	return cases, nil
}

func (y yamlCase) toCase() Case {
	c := Case{
		ID: y.ID, Status: verify.Status(y.Status), Passes: y.Passes, Margin: y.Margin, Direction: rules.Direction(y.Direction), Says: y.Says,
		Check: verify.Check{Element: y.Element, Parameter: y.Parameter, Value: y.Value, Unit: y.Unit, GeoID: y.Place, BuildingUse: y.Use},
	}
	if y.Limit != "" {
		c.Limits = []string{y.Limit}
	}
	for _, text := range y.Codes {
		code, version, _ := strings.Cut(text, "/")
		c.Check.Codes = append(c.Check.Codes, codes.VersionRef{Code: code, Version: version})
	}
	return c
}
