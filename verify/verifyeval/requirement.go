package verifyeval

import (
	"bufio"
	"encoding/csv"
	"errors"
	"fmt"
	"io"

	"slices"
	"strings"

	"github.com/reglookup/regengine/codes/reading/quantity"
	"github.com/reglookup/regengine/geo/lazyregexp"
	"github.com/reglookup/regengine/verify"
	"github.com/reglookup/regengine/verify/rules"
)

// RequirementCase is a query and the complete list of what is required, the governing
// requirement first.
type RequirementCase struct {
	ID        string
	Query     verify.Query
	Facts     map[string]string // circumstances that are known, by their ids
	Expected  []ExpectedRequirement
	DependsOn []string // circumstances that decide among the requirements
}

// ExpectedRequirement is one entry of the list.
type ExpectedRequirement struct {
	Case    string // in words; not compared
	Op      rules.Op
	Numbers []string // one, of a range two
	Formula string   // "P/160", instead
	Unit    string
	Code    string
	Section string
}

// String writes the entry as [LoadRequirements] reads it, without the case.
func (e ExpectedRequirement) String() string {
	value := e.Formula
	if len(e.Numbers) > 0 {
		value = strings.Join(e.Numbers, "..")
	}
	return strings.Join(strings.Fields(fmt.Sprintf("%s %s %s [%s %s]", e.Op, value, e.Unit, e.Code, e.Section)), " ")
}

// LoadRequirements reads cases from tab-separated values with a header. Columns:
// element, parameter, geo_id and expected; optionally id, building_use, facts
// ("id=value", ";" between) and depends_on (ids, "," between). An entry of expected is
// "case => op value unit [code section]", " ;; " between two. The error names the line.
func LoadRequirements(r io.Reader) ([]RequirementCase, error) {
	reader := csv.NewReader(bufio.NewReader(r))
	reader.Comma, reader.LazyQuotes = '\t', true
	header, err := reader.Read()
	if err != nil {
		return nil, fmt.Errorf("%w: no header: %w", ErrCases, err)
	}
	header[0] = strings.TrimPrefix(header[0], "\ufeff")
	for _, name := range []string{"element", "parameter", "geo_id", "expected"} {
		if !slices.Contains(header, name) {
			return nil, fmt.Errorf("%w: the header has no column %s", ErrCases, name)
		}
	}
	var out []RequirementCase
	for {
		row, err := reader.Read()
		if errors.Is(err, io.EOF) {
			return out, nil
		}
		if err != nil {
			return nil, fmt.Errorf("%w: %w", ErrCases, err)
		}
		line, _ := reader.FieldPos(0)
		c, err := requirementCase(header, row)
		if err != nil {
			return nil, fmt.Errorf("%w: line %d: %w", ErrCases, line, err)
		}
		out = append(out, c)
	}
}

func requirementCase(header, row []string) (RequirementCase, error) {
	field := func(name string) string {
		if i := slices.Index(header, name); i >= 0 {
			return strings.TrimSpace(row[i])
		}
		return ""
	}
	c := RequirementCase{ID: field("id"), DependsOn: splitList(field("depends_on")),
		Query: verify.Query{Element: field("element"), Parameter: field("parameter"), GeoID: field("geo_id"), BuildingUse: field("building_use")}}
	for fact := range strings.SplitSeq(field("facts"), ";") {
		if id, value, ok := strings.Cut(fact, "="); ok {
			if c.Facts == nil {
				c.Facts = make(map[string]string)
			}
			c.Facts[strings.TrimSpace(id)] = strings.TrimSpace(value)
		}
	}
	for text := range strings.SplitSeq(field("expected"), ";;") {
		e, err := expectedRequirement(strings.TrimSpace(text))
		if err != nil {
			return c, err
		}
		c.Expected = append(c.Expected, e)
	}
	return c, nil
}

// entry is "case => op value unit [code section]".
var entry = lazyregexp.New(`^(.*?) ?=> (<=|>=|<|>|=|between|in|true|false|none)( [^\[]*)?\[(\S+) (\S+)\]$`)

func expectedRequirement(text string) (ExpectedRequirement, error) {
	found := entry.FindStringSubmatch(text)
	if found == nil {
		return ExpectedRequirement{}, fmt.Errorf("%q is no requirement", text)
	}
	e := ExpectedRequirement{Case: found[1], Op: rules.Op(found[2]), Code: found[4], Section: found[5]}
	value := strings.TrimSpace(found[3])
	if value == "" {
		return e, nil
	}
	// A formula may hold spaces: what is behind the last space is the unit.
	i := strings.LastIndex(value, " ")
	if i < 0 {
		return e, fmt.Errorf("%q has no unit", text)
	}
	e.Unit, value = value[i+1:], strings.TrimSpace(value[:i])
	for number := range strings.SplitSeq(value, "..") {
		if _, err := quantity.ParseNumber(number); err != nil {
			e.Formula, e.Numbers = value, nil
			return e, nil
		}
		e.Numbers = append(e.Numbers, number)
	}
	return e, nil
}
