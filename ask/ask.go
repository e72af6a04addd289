// Package ask answers questions over a project: a bounded loop of searches, a
// draft with a marker on every claim, and the check that each marker stands for
// a block that was retrieved in this turn.
//
// The [Agent] owns the loop, the limits and the citations. A [Model] decides
// what to look for and drafts; it only ever sees handles, never identifiers.
package ask

import (
	"context"
	"errors"
	"time"

	"github.com/reglookup/regengine/codes/retrieval"
	"github.com/reglookup/regengine/projects"
)

// Limits of a turn (SPEC section 8).
const (
	MaxRounds   = 6
	MaxSearches = 6
	TurnTimeout = 120 * time.Second
	MaxQuery    = 2000 // code points
)

// ErrUnavailable says that the model failed with nothing retrieved yet.
var ErrUnavailable = errors.New("ask: model unavailable")

// Question is one turn to be answered.
type Question struct {
	Text    string
	Project *projects.Info
}

// Searcher finds blocks of regulations.
type Searcher interface {
	Search(ctx context.Context, q retrieval.Query) ([]retrieval.Hit, error)
	Block(id string) (*retrieval.Block, bool)

	// Section returns the blocks of a section of a document ("code/version") in
	// order; none when there is no such section.
	Section(doc, section string) []*retrieval.Block
}

// Library holds the private documents of the turn's project, and of no other.
// Its document ids are those of projects.Info.Documents.
type Library interface {
	Search(ctx context.Context, q retrieval.Query) ([]retrieval.Hit, error)

	// Read returns the blocks of one document from one Order, which counts from 0, up to
	// another, which is not among them, and how many it has in all. projects.ErrNotFound.
	Read(ctx context.Context, documentID string, from, to int) (blocks []*retrieval.Block, of int, err error)

	// Existing returns which of the documents are still there now, as the store
	// says, not as they were when the turn began.
	Existing(ctx context.Context, documentIDs []string) ([]string, error)
}

// Passage is a retrieved block as a model sees it.
type Passage struct {
	Handle  string // random, of this turn only
	Title   string // where it stands: document, section and block title
	Text    string // bracketed numbers neutralised
	Lead    string // the paragraph a list stands under, "" when there is none
	Kind    retrieval.Kind
	Table   *retrieval.Table
	Score   float64
	Prior   float64 // see [retrieval.Hit]
	Version string  // "code/version" for display; never used as an address
	Status  string  // of that version: "active", "repealed", "draft"; "" of a private document
	Private bool    // of a document of the project
	Page    int     // page of the source, from 1; 0 where it has none
}

// Result is what a Call brought.
type Result struct {
	Call     Call
	Round    int       // in which it was made, from 1
	Text     string    // what a tool says besides passages: data, never instructions
	Passages []Passage // may be cited by their handles; one found again stands there again, whole
	Required *Required // of a call of RequirementsTool that brought something
	Editions []Edition // of a call of EditionsTool
	Note     string    // why nothing came back, or not all: a code that is not selected, a limit reached
}

// Transcript is everything a model knows of a turn so far. It is a copy: a model
// may keep it or change it.
type Transcript struct {
	Question Question   // bracketed numbers neutralised, identifiers blanked
	Tools    []ToolSpec // what may be called now; none when Final
	Results  []Result
	Round    int  // from 1
	Final    bool // no further call will run: draft now

	// Fence is a random word of this turn, for a model that keeps data apart from
	// instructions.
	Fence string

	// Repair is nil unless a draft was refused; the step has to be a better one.
	Repair *Repair
}

// Repair says what was wrong with a draft.
type Repair struct {
	Draft    string
	Problems []Problem
}

// Problem is one sentence of a draft that cannot stay, and why. Handles in it are written
// as a model writes them.
type Problem struct {
	Sentence string
	Reason   string
	Nearest  string // the statement of what it cites that is nearest to it; "" for none
	Handle   string // of the passage that states so
}

// Step is what a model does next: call tools, or draft when Calls is empty.
type Step struct {
	Calls []Call

	// Draft is the answer, each claim followed by the handle of its passage in
	// double square brackets: "... [[k3f9]]".
	Draft string

	// Form is what kind of answer the draft is, of a model that only quotes what it was
	// given: nothing but its markers is checked. "" is [FormDrafted].
	Form Form

	Usage Usage // what the step cost; zero for a model that counts nothing
}

// Usage counts what a language model read and wrote, in tokens.
type Usage struct {
	Requests int
	Input    int64
	Output   int64
}

// Add adds what another step cost.
func (u *Usage) Add(v Usage) {
	u.Requests += v.Requests
	u.Input += v.Input
	u.Output += v.Output
}

// Model decides the next step. Implementations are safe for concurrent use.
type Model interface {
	Next(ctx context.Context, t *Transcript) (Step, error)
}

// CitationType says what a Source is (SPEC section 2.8).
type CitationType string

// The citation types. An answer of an Agent has no CiteCollection: each of its
// markers stands for a block that was read (CITATIONS M3). The type is there for
// callers who name a regulation beside an answer, as one that applies.
const (
	CiteArticle      CitationType = "article"       // a passage in a section of a regulation: the link leads to the section
	CiteDocument     CitationType = "document"      // a passage in none of its sections, such as a preamble: the link leads to the edition
	CiteCollection   CitationType = "collection"    // a regulation as such, of no passage and no edition
	CiteUserDocument CitationType = "user_document" // a passage of a private document: no link
)

// Source is the block behind a marker.
type Source struct {
	Index         int // the N of its markers
	Type          CitationType
	DocumentTitle string // of the edition; the file's name of a private document
	SectionTitle  string // the headings, or the page, of a private document
	BlockTitle    string
	Code          string // slugs of code, version and section, for the link; "" of a private document
	Version       string
	Section       string
	Resolved      bool // version, section and block existed when the answer was built; false of a private document
	BlockID       string
	Score         float64
}

// Answer is a finished turn.
type Answer struct {
	Text       string // with [N] markers
	Form       Form
	Sources    []Source
	Iterations int
	Searches   int
	Usage      Usage
}
