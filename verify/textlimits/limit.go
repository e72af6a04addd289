package textlimits

import (
	"context"

	"github.com/reglookup/regengine/codes/retrieval"
	"github.com/reglookup/regengine/verify/rules"
)

// Limit is a requirement found in a text, by pattern or by a language model,
// and not written as a rule by an author. It keeps what the words around the
// figure are, each where it stands, and leaves it to the verify.Verifier which of
// them a check must agree with.
type Limit struct {
	Block   string   // id of the block that states it
	Clause  Span     // the words that state it
	Figure  Span     // the number with its unit; empty for a duty
	Op      rules.Op // MustBeTrue and MustBeAbsent state a duty, without figures
	Value   string   // canonical decimal, of the one-sided operators
	Min     string   // of Between
	Max     string   // of Between
	Values  []string
	Unit    string   // as [quantity.Unit] writes it; "" for a duty
	Per     *Per     // the figure is for each so many of something
	Phrases []Phrase // in order of the text, nearer ones after wider ones
	Group   int      // limits of one Block and Group are alternatives for the same thing, by their circumstances
	Origin  Origin   // who found it
	Doubts  []string // what the extractor could not read for certain; such a limit never makes a check compliant by itself, but for doubts about the side the figure bounds that what is measured or the value settles
}

// Span is a stretch of Block.Text in bytes, the end not included.
type Span struct{ Start, End int }

// Per says that a figure holds for each Count of what Of names: "one for every
// 10 toilets or fraction".
type Per struct {
	Count    string // canonical decimal
	Unit     string // of Count, where it has one
	Of       string // what is counted, as written
	Fraction bool   // a part begun counts as a whole
}

// Role says what a Phrase does in the statement of a Limit.
type Role string

// The roles. Heading, Lead, Row and Column may name the thing, the measure or
// a circumstance: which one turns on the check.
const (
	MeasureRole Role = "measure" // what is measured: "altura", "anchura útil mínima de tramo"
	ThingRole   Role = "thing"   // of what: "las barreras de protección"
	WhenRole    Role = "when"    // circumstance that must hold
	UnlessRole  Role = "unless"  // circumstance that must not
	RestRole    Role = "rest"    // "en el resto de los casos": no other of the Group, or of the items under one lead, applies
	AlsoRole    Role = "also"    // a further condition beside the limit
	LeadRole    Role = "lead"    // the sentence that introduces a list
	HeadingRole Role = "heading" // a section title, widest first
	CaptionRole Role = "caption" // of the table
	RowRole     Role = "row"     // a row header, widest first
	ColumnRole  Role = "column"  // a column header, widest first
	NoteRole    Role = "note"    // a footnote that the cell refers to
)

// Phrase is a stretch of text with its role. Block is "" for the limit's own
// block; a heading or caption may have no Span.
type Phrase struct {
	Role  Role
	Text  string
	Block string
	Span  Span
}

// Origin tells where a limit comes from.
type Origin string

// The origins, each outranks those behind it.
const (
	FromRule    Origin = "rule"
	FromPattern Origin = "pattern"
	FromModel   Origin = "model"
)

// LimitSet is what one extractor found in one document.
type LimitSet struct {
	Doc       string // "code/version", as in [retrieval.Block]
	Origin    Origin
	Extractor string // name and version; another one means the document must be read again
	Limits    []Limit
}

// Extractor finds the limits that a document states.
type Extractor interface {
	// Name returns the extractor's name and version, such as "pattern/1".
	Name() string

	// Extract reads the blocks of one document, in order. A text that it cannot
	// make sense of yields fewer limits, never an error; an error is one of ctx
	// or of a service that is used.
	Extract(ctx context.Context, blocks []retrieval.Block) ([]Limit, error)
}

// UnimplementedExtractor is embedded by extractors to stay compatible.
type UnimplementedExtractor struct{}

// Name implements [Extractor].
func (UnimplementedExtractor) Name() string { return "none/0" }

// Extract implements [Extractor]: it finds nothing.
func (UnimplementedExtractor) Extract(context.Context, []retrieval.Block) ([]Limit, error) {
	return nil, nil
}
