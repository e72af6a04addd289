package askeval

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/reglookup/regengine/ask"
	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/codes/retrieval"
	"github.com/reglookup/regengine/projects"
)

// CitationCase is a sentence with the passage it cites, and whether it may stand on it.
type CitationCase struct {
	ID       string
	Kind     string // what is tried: "paraphrase", "wrong number"
	Language string // of the sentence, BCP 47
	Sentence string
	Passage  string // lines; cells of a table are parted by "|"
	Code     string // title of the regulation
	Section  string
	Heading  string
	Context  string // the question, and what the project says
	Stands   bool
}

// Columns of a file of sentences beside those of a question set.
const (
	colSentence = "sentence"
	colPassage  = "passage"
	colCode     = "code"
	colHeading  = "heading"
	colContext  = "context"
	colStands   = "stands"
)

var citationColumns = []string{colID, colKind, colLang, colSentence, colPassage, colCode, colSection, colHeading, colContext, colStands}

// LoadCitations reads sentences from tab-separated values with a header: id, kind, lang,
// sentence, passage, code, section, heading, context and stands (yes or no), in any
// order. "\n" in a passage is a line break. ErrCases, with the line.
func LoadCitations(r io.Reader) ([]CitationCase, error) {
	rows, err := readTable(r)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrCases, err)
	}
	if len(rows) == 0 {
		return nil, fmt.Errorf("%w: it is empty; the first line names the columns", ErrCases)
	}
	at := map[string]int{}
	for _, name := range citationColumns {
		if at[name] = slices.Index(rows[0].fields, name); at[name] < 0 {
			return nil, fmt.Errorf("%w: the header has no column %s", ErrCases, name)
		}
	}
	cases := make([]CitationCase, 0, len(rows)-1)
	for _, row := range rows[1:] {
		if len(row.fields) != len(rows[0].fields) {
			return nil, fmt.Errorf("%w: line %d: %d columns, the header has %d", ErrCases, row.line, len(row.fields), len(rows[0].fields))
		}
		c, err := citationOf(func(name string) string { return strings.TrimSpace(row.fields[at[name]]) })
		if err != nil {
			return nil, fmt.Errorf("%w: line %d: %w", ErrCases, row.line, err)
		}
		cases = append(cases, c)
	}
	return cases, nil
}

func citationOf(field func(name string) string) (CitationCase, error) {
	c := CitationCase{
		ID: field(colID), Kind: field(colKind), Language: field(colLang), Sentence: field(colSentence),
		Passage: strings.ReplaceAll(field(colPassage), `\n`, "\n"), Code: field(colCode), Section: field(colSection),
		Heading: field(colHeading), Context: strings.ReplaceAll(field(colContext), `\n`, "\n"),
	}
	switch strings.ToLower(field(colStands)) {
	case "yes":
		c.Stands = true
	case "no":
	default:
		return c, fmt.Errorf("stands is %q; it can be yes or no", field(colStands))
	}
	if c.ID == "" || c.Sentence == "" || c.Passage == "" {
		return c, errors.New("id, sentence and passage are needed")
	}
	return c, nil
}

// citation is the sentence as a turn would have it.
func (c CitationCase) citation() ask.Citation {
	block := &retrieval.Block{ID: c.ID, Doc: "code/edition", Section: c.Section, Title: c.Heading, Kind: retrieval.Paragraph, Text: c.Passage}
	if c.Heading != "" {
		block.Path = strings.Split(c.Heading, " > ")
	}
	return ask.Citation{
		Sentence: c.Sentence, Block: block, Title: c.Code, Status: codes.Active,
		Question: ask.Question{Text: c.Context, Project: &projects.Info{}},
	}
}

// CitationOutcome is what the check said of a sentence.
type CitationOutcome struct {
	CitationCase
	Reason string // why it may not stand; "" where it may
}

// Wrong reports whether the check was.
func (o CitationOutcome) Wrong() bool { return o.Stands != (o.Reason == "") }

// CitationTally is how the sentences of one kind came out.
type CitationTally struct {
	Kind   string `json:"kind"`
	Stands bool   `json:"stands"`
	Wrong  Rate   `json:"wrong"` // true sentences harmed, or wrong ones let through
}

// CitationReport is how a file of sentences came out.
type CitationReport struct {
	Harmed     Rate            `json:"harmed"`      // true sentences that may not stand
	LetThrough Rate            `json:"let_through"` // wrong sentences that may
	Kinds      []CitationTally `json:"kinds"`
	Outcomes   []CitationOutcome
}

// MeasureCitations holds every sentence against its passage, by the check of hard facts
// alone.
func MeasureCitations(cases []CitationCase) CitationReport {
	var r CitationReport
	kinds := map[CitationTally]*Rate{}
	for _, c := range cases {
		o := CitationOutcome{CitationCase: c, Reason: ask.Refused(c.citation())}
		r.Outcomes = append(r.Outcomes, o)
		key := CitationTally{Kind: c.Kind, Stands: c.Stands}
		if kinds[key] == nil {
			kinds[key] = &Rate{}
		}
		kinds[key].add(o.Wrong())
		if c.Stands {
			r.Harmed.add(o.Wrong())
		} else {
			r.LetThrough.add(o.Wrong())
		}
	}
	for key, rate := range kinds {
		key.Wrong = *rate
		r.Kinds = append(r.Kinds, key)
	}
	slices.SortFunc(r.Kinds, func(a, b CitationTally) int {
		if a.Stands != b.Stands {
			if a.Stands {
				return -1
			}
			return 1
		}
		return cmp.Compare(a.Kind, b.Kind)
	})
	return r
}
