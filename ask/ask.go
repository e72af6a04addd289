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

// Searcher finds blocks in the scope of a project.
type Searcher interface {
	Search(ctx context.Context, q retrieval.Query) ([]retrieval.Hit, error)
	Block(id string) (*retrieval.Block, bool)
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
	Version string // "code/version" for display; never used as an address
}

// SearchCall asks for passages.
type SearchCall struct {
	Text string
	Code string // slug, to search one selected code only; "" for all
	TopK int    // 0 means the agent's choice
}

// SearchResult is what a SearchCall found.
type SearchResult struct {
	Call     SearchCall
	Passages []Passage
	Note     string // why nothing came back: a code that is not selected, a limit reached
}

// Transcript is everything a model knows of a turn so far. It is a copy: a model
// may keep it or change it.
type Transcript struct {
	Question Question // bracketed numbers neutralised, identifiers blanked
	Results  []SearchResult
	Round    int  // from 1
	Final    bool // no further search will run: draft now

	// Repair is nil unless a draft was refused; the step has to be a better one.
	Repair *Repair
}

// Repair says what was wrong with a draft.
type Repair struct {
	Draft    string
	Problems []Problem
}

// Problem is one sentence of a draft that cannot stay, and why.
type Problem struct {
	Sentence string
	Reason   string
}

// Step is what a model does next: search, or draft when Searches is empty.
type Step struct {
	Searches []SearchCall

	// Draft is the answer, each claim followed by the handle of its passage in
	// double square brackets: "... [[k3f9]]".
	Draft string
}

// Model decides the next step. Implementations are safe for concurrent use.
type Model interface {
	Next(ctx context.Context, t *Transcript) (Step, error)
}

// CitationType says what a Source is (SPEC section 2.8).
type CitationType string

// The citation types.
const (
	CiteArticle      CitationType = "article"
	CiteDocument     CitationType = "document"
	CiteCollection   CitationType = "collection"
	CiteUserDocument CitationType = "user_document"
)

// Source is the block behind a marker.
type Source struct {
	Index         int
	Type          CitationType
	DocumentTitle string
	SectionTitle  string
	BlockTitle    string
	Code          string // slugs of code, version and section, for the link
	Version       string
	Section       string
	Resolved      bool // version, section and block exist now
	BlockID       string
	Score         float64
}

// Answer is a finished turn.
type Answer struct {
	Text       string // with [N] markers
	Sources    []Source
	Iterations int
	Searches   int
}
