// Package modelextract is a [textlimits.Extractor] that lets a language model propose
// the limits of a text. A proposal is kept only if what it quotes stands in the
// block word for word, its numbers stand in the quote in their unit, and the words
// of the quote say its direction: a model can overlook a limit, but it cannot make
// one up. What it may have misread is left as a doubt, with which a limit never
// makes a check compliant by itself.
package modelextract

import (
	"context"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"sync"

	"github.com/reglookup/regengine/codes/retrieval"
	"github.com/reglookup/regengine/verify/textlimits"
)

// Model answers a text with JSON; [openaimodel.Model] does.
type Model interface {
	// Name returns the model's name, which becomes part of the extractor's.
	Name() string

	// Complete answers user under the instructions of system with one JSON value
	// that should agree with schema, a JSON Schema.
	Complete(ctx context.Context, system, user string, schema []byte) (string, error)
}

// Options change how a model is asked. The zero value is useful.
type Options struct {
	// Concurrency is how many blocks are asked about at once. 0 means 4.
	Concurrency int

	// MaxText is how long a text a model is asked about, in bytes; longer blocks are
	// left out. 0 means 32 KiB.
	MaxText int

	// Progress is told how many of the blocks are done, one call at a time.
	Progress func(done, of int)

	// Judged is told what became of every proposal, one call at a time.
	Judged func(Judged)
}

// Judged is what became of one proposal, or of an answer that held none.
type Judged struct {
	Block  string // id
	Quote  string // as the model sent it; "" for an answer as a whole
	Kept   bool
	Reason string // why it was not kept
}

//go:embed instructions.txt
var instructions string

//go:embed schema.json
var schema []byte

// Extractor implements [textlimits.Extractor] on a Model.
type Extractor struct {
	model Model
	opts  Options
}

var _ textlimits.Extractor = (*Extractor)(nil)

// ErrUnreadable says that of all answers of a model none was the JSON asked for: it
// is the wrong model, and what it found before is not to be thrown away for that.
var ErrUnreadable = errors.New("modelextract: none of the model's answers is the JSON asked for")

// New returns an Extractor on a model; opts may be nil. It does no I/O.
func New(model Model, opts *Options) *Extractor {
	e := &Extractor{model: model}
	if opts != nil {
		e.opts = *opts
	}
	if e.opts.Concurrency <= 0 {
		e.opts.Concurrency = 4
	}
	if e.opts.MaxText <= 0 {
		e.opts.MaxText = 32 << 10
	}
	return e
}

// Name implements [textlimits.Extractor].
func (e *Extractor) Name() string { return "model/1 " + e.model.Name() }

// Extract implements [textlimits.Extractor]. Blocks without a figure or a duty, in a
// language whose words are not known, or too long, are not asked about. An answer
// that cannot be read yields nothing; the error is the model's, with the first
// block it failed at, ErrUnreadable, or ctx's.
func (e *Extractor) Extract(ctx context.Context, blocks []retrieval.Block) ([]textlimits.Limit, error) {
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	found := make([][]textlimits.Limit, len(blocks))
	next := make(chan int)
	run := reading{Extractor: e, of: len(blocks)}
	var all sync.WaitGroup
	for range min(e.opts.Concurrency, len(blocks)) {
		all.Go(func() {
			for i := range next {
				limits, err := run.block(ctx, &blocks[i])
				if err != nil {
					stop(fmt.Errorf("block %s: %w", blocks[i].ID, err))
				}
				found[i] = limits
				run.progress()
			}
		})
	}
	for i := range blocks {
		select {
		case next <- i:
		case <-ctx.Done():
		}
	}
	close(next)
	all.Wait()
	if err := context.Cause(ctx); err != nil {
		return nil, err
	}
	if run.asked > 0 && run.unreadable == run.asked {
		return nil, ErrUnreadable
	}
	var out []textlimits.Limit
	for _, limits := range found {
		out = append(out, limits...)
	}
	return out, nil
}

// reading is one call of Extract. What it tells others comes from several
// goroutines, one at a time.
type reading struct {
	*Extractor
	of int

	mu         sync.Mutex
	done       int
	asked      int // blocks the model answered of
	unreadable int // of them
}

// answered notes one answer, and whether it could be read.
func (r *reading) answered(readable bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.asked++
	if !readable {
		r.unreadable++
	}
}

func (r *reading) progress() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.done++
	if r.opts.Progress != nil {
		r.opts.Progress(r.done, r.of)
	}
}

func (r *reading) judged(j Judged) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.opts.Judged != nil {
		r.opts.Judged(j)
	}
}

// answer is what a model sends.
type answer struct {
	Limits []proposal `json:"limits"`
}

// Reasons why an answer, or a block, yields nothing at all.
const (
	unreadable = "the answer is not the JSON asked for"
	tooLong    = "the passage is longer than a model is asked about"
)

// maxProposals is how many limits of one block are looked at.
const maxProposals = 200

// firstGroup keeps the groups of proposals apart from those another extractor
// gives the same block.
const firstGroup = 1 << 16

func (r *reading) block(ctx context.Context, b *retrieval.Block) ([]textlimits.Limit, error) {
	p := newPassage(b)
	if !p.mayLimit() {
		return nil, nil
	}
	if len(b.Text) > r.opts.MaxText {
		r.judged(Judged{Block: b.ID, Reason: tooLong})
		return nil, nil
	}
	text, err := r.model.Complete(ctx, instructions, prompt(b), schema)
	if err != nil {
		return nil, fmt.Errorf("ask the model: %w", err)
	}
	var a answer
	err = json.Unmarshal([]byte(text), &a)
	readable := err == nil && len(a.Limits) <= maxProposals
	r.answered(readable)
	if !readable {
		r.judged(Judged{Block: b.ID, Reason: unreadable})
		return nil, nil // one answer that is nonsense is no failure
	}
	var kept []textlimits.Limit
	for i := range a.Limits {
		limit, reason := p.check(&a.Limits[i])
		if reason == "" && slices.ContainsFunc(kept, func(l textlimits.Limit) bool { return same(&l, limit) }) {
			reason = twice
		}
		r.judged(Judged{Block: b.ID, Quote: a.Limits[i].Quote, Kept: reason == "", Reason: reason})
		if reason != "" {
			continue
		}
		limit.Group = firstGroup + len(kept)
		kept = append(kept, *limit)
	}
	return kept, nil
}

const twice = "it is proposed twice"

// same reports whether two limits of one block say the same, but for their group.
func same(a, b *textlimits.Limit) bool {
	c := *b
	c.Group = a.Group
	return reflect.DeepEqual(a, &c)
}

// prompt is what a model reads of a block. The text is marked off, and the
// instructions say that nothing in it is meant for the model; what it makes of
// that is checked in any case.
func prompt(b *retrieval.Block) string {
	var out strings.Builder
	if len(b.Path) > 0 {
		fmt.Fprintf(&out, "Section: %s\n", strings.Join(b.Path, " > "))
	}
	if b.Table != nil && b.Table.Caption != "" {
		fmt.Fprintf(&out, "Table: %s\n", b.Table.Caption)
	}
	fmt.Fprintf(&out, "Language: %s\n<text>\n%s\n</text>\n", b.Lang, b.Text)
	return out.String()
}
