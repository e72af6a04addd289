package askeval

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/reglookup/regengine/codes/retrieval"
	"github.com/reglookup/regengine/geo/lazyregexp"
)

// Case is one question and what must come of it.
type Case struct {
	ID         string
	Question   string
	Answerable bool     // by the texts that are searched
	Keys       []string // each must stand in the answer: "8 %", "zona D3", "no"
	Source     string   // the text the evidence is in: a file, or the slug of a code
	Section    string   // where in it, for people
	Evidence   string   // words of the passage that answers; "[…]" for what was left out
	Reason     string   // why the texts do not answer it
	Kinds      []string // what is tried: "direct", "boolean"
	Lang       string   // of the question, as a tag; "" to tell it by its words

	// A set has Keys and evidence, or Must and MustNot.
	Must    [][]string // each part must stand in the answer, in one of its alternatives
	MustNot []string   // none of them may be claimed
	Place   string     // of the project the question is asked in; "" for that of the set
	Facts   []Fact     // what the memory of that project holds
	Where   []Where    // the sections that answer
}

// Where is where an answer stands: in sections of a code, or anywhere in it where none
// is named.
type Where struct {
	Code     string
	Sections []string
}

func (w Where) holds(b *retrieval.Block) bool {
	code, _, _ := strings.Cut(b.Doc, "/")
	return code == w.Code && (len(w.Sections) == 0 || slices.Contains(w.Sections, b.Section))
}

var bracketForm = lazyregexp.New(`\([^()]*\)`)

// readWhere reads "code section section; code", whatever stands in brackets aside. A word
// between two sections names none, and finds nothing.
func readWhere(text string) []Where {
	var list []Where
	for part := range strings.SplitSeq(bracketForm.ReplaceAllString(text, " "), ";") {
		if fields := strings.Fields(part); len(fields) > 0 {
			list = append(list, Where{fields[0], fields[1:]})
		}
	}
	return list
}

// Fact is what a project knows.
type Fact struct{ Label, Value string }

// parts are what has to stand in the answer, each in one of its alternatives.
func (c Case) parts() [][]string {
	parts := slices.Clone(c.Must)
	for _, key := range c.Keys {
		parts = append(parts, []string{key})
	}
	return parts
}

// Expected writes what has to stand in the answer, part by part.
func (c Case) Expected() []string {
	parts := c.parts()
	list := make([]string, len(parts))
	for i, part := range parts {
		list[i] = strings.Join(part, " or ")
	}
	return list
}

// ErrCases says that a question set cannot be read.
var ErrCases = errors.New("askeval: unreadable question set")

// The columns of a question set.
const (
	colID         = "id"
	colQuestion   = "question"
	colAnswerable = "answerable"
	colKeys       = "expected_keys"
	colSource     = "source_file"
	colSection    = "section"
	colEvidence   = "evidence_or_reason"
	colKind       = "kind"
	colLang       = "lang"

	colMust    = "must"
	colMustNot = "must_not"
	colPlace   = "place"
	colFacts   = "project_facts"
	colOrigin  = "source" // beside must: where the answer stands
	colNote    = "note"   // beside must: the answer, or why there is none
)

// LoadTSV reads cases from tab-separated values with a header. Columns: id,
// question and answerable (yes or no); optionally expected_keys, source_file,
// section, evidence_or_reason, kind (several by commas) and lang (of the question; told
// by its words without), in any order. Other columns are ignored.
//
// Parts of expected_keys are separated by "|" and all of them are wanted. Parts
// that are the same amount, as "5 750 W|5.750 W", are one part spelled twice.
//
// Instead of expected_keys, source_file, section and evidence_or_reason a set may
// have must and must_not, and then place, project_facts ("key=value;..."), source
// ("code section; code", what stands in brackets aside) and note. In must " & " joins what is wanted and "|" separates alternatives of
// one of them; must_not is alternatives of what must not be claimed.
//
// A field may stand in double quotes, doubled within it, and may then hold tabs
// and line breaks; one that begins with them has to. ErrCases, with the line.
func LoadTSV(r io.Reader) ([]Case, error) {
	rows, err := readTable(r)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrCases, err)
	}
	if len(rows) == 0 {
		return nil, fmt.Errorf("%w: it is empty; the first line names the columns", ErrCases)
	}
	header := rows[0]
	if err := checkHeader(header.fields); err != nil {
		return nil, fmt.Errorf("%w: line %d: %w", ErrCases, header.line, err)
	}
	cases := make([]Case, 0, len(rows)-1)
	seen := make(map[string]int, len(rows))
	for _, row := range rows[1:] {
		c, err := fromRow(header.fields, row.fields)
		if first, twice := seen[c.ID]; err == nil && twice {
			err = fmt.Errorf("the id %q stands on line %d already", c.ID, first)
		}
		if err != nil {
			return nil, fmt.Errorf("%w: line %d: %w", ErrCases, row.line, err)
		}
		seen[c.ID] = row.line
		cases = append(cases, c)
	}
	return cases, nil
}

func checkHeader(header []string) error {
	for i, name := range header {
		if slices.Contains(header[:i], name) && name != "" {
			return fmt.Errorf("the header has the column %q twice", name)
		}
	}
	for _, name := range []string{colID, colQuestion, colAnswerable} {
		if !slices.Contains(header, name) {
			return fmt.Errorf("the header has no column %s; columns are separated by tabs", name)
		}
	}
	if !slices.Contains(header, colMust) {
		return nil
	}
	for _, name := range []string{colKeys, colSource, colEvidence} {
		if slices.Contains(header, name) {
			return fmt.Errorf("the header has the columns %s and %s; a set has either", colMust, name)
		}
	}
	return nil
}

func fromRow(header, row []string) (Case, error) {
	if len(row) != len(header) {
		return Case{}, fmt.Errorf("%d columns, the header has %d", len(row), len(header))
	}
	field := func(name string) string {
		if i := slices.Index(header, name); i >= 0 {
			return strings.TrimSpace(row[i])
		}
		return ""
	}
	c := Case{
		ID: field(colID), Question: field(colQuestion), Keys: splitKeys(field(colKeys)),
		Source: field(colSource), Section: field(colSection), Kinds: splitList(field(colKind)), Lang: field(colLang),
	}
	switch strings.ToLower(field(colAnswerable)) {
	case "yes":
		c.Answerable, c.Evidence = true, field(colEvidence)
	case "no":
		c.Reason = field(colEvidence)
	default:
		return c, fmt.Errorf("answerable is %q; it can be yes or no", field(colAnswerable))
	}
	if slices.Contains(header, colMust) {
		if err := c.readMust(field); err != nil {
			return c, err
		}
	}
	return c, c.valid()
}

// readMust reads the columns of a set with must.
func (c *Case) readMust(field func(name string) string) error {
	c.Section, c.Place = field(colOrigin), field(colPlace)
	c.MustNot = alternatives(field(colMustNot))
	if c.Where = readWhere(c.Section); !c.Answerable {
		c.Reason, c.Where = field(colNote), nil
	}
	if must := field(colMust); must != "" {
		for part := range strings.SplitSeq(must, " & ") {
			c.Must = append(c.Must, alternatives(part))
		}
	}
	if slices.ContainsFunc(c.Must, func(part []string) bool { return len(part) == 0 }) {
		return fmt.Errorf("must is %q; a part of it is empty", field(colMust))
	}
	for fact := range strings.SplitSeq(field(colFacts), ";") {
		if strings.TrimSpace(fact) == "" {
			continue
		}
		label, value, _ := strings.Cut(fact, "=")
		if label, value = strings.TrimSpace(label), strings.TrimSpace(value); label == "" || value == "" {
			return fmt.Errorf("project_facts has %q; a fact is written key=value", fact)
		}
		c.Facts = append(c.Facts, Fact{label, value})
	}
	return nil
}

// alternatives are what "|" separates.
func alternatives(text string) []string {
	var list []string
	for part := range strings.SplitSeq(text, "|") {
		if part = strings.TrimSpace(part); part != "" {
			list = append(list, part)
		}
	}
	return list
}

func (c Case) valid() error {
	switch {
	case c.ID == "":
		return errors.New("the id is missing")
	case c.Question == "":
		return errors.New("the question is missing")
	case !c.Answerable && len(c.Keys) > 0:
		return fmt.Errorf("expected_keys is %q, but nothing is expected of a question that cannot be answered", strings.Join(c.Keys, "|"))
	case !c.Answerable && len(c.Must)+len(c.MustNot) > 0:
		return errors.New("must or must_not is given, but nothing is expected of a question that cannot be answered")
	case c.Answerable && len(c.parts()) == 0 && c.Evidence == "":
		return errors.New("an answerable question needs expected_keys or evidence_or_reason, or must")
	case c.Evidence != "" && len(pieces(c.Evidence)) == 0:
		return fmt.Errorf("evidence_or_reason %q has no word in it", c.Evidence)
	}
	return nil
}

func splitKeys(text string) []string {
	var keys []string
	for part := range strings.SplitSeq(text, "|") {
		part = strings.TrimSpace(part)
		if part != "" && !slices.ContainsFunc(keys, func(k string) bool { return sameKey(k, part) }) {
			keys = append(keys, part)
		}
	}
	return keys
}

func splitList(text string) []string {
	return strings.FieldsFunc(text, func(r rune) bool { return r == ',' || r == ' ' || r == ';' })
}
