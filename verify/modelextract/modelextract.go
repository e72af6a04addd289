// Package modelextract is a [verify.Extractor] that lets a language model propose
// the limits of a text. A proposal is kept only if what it quotes stands in the
// block word for word, its numbers stand in the quote, and the words of the quote
// say its direction: a model can overlook a limit, but it cannot make one up.
package modelextract

import (
	"context"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"sync"

	"github.com/reglookup/regengine/codes/retrieval"
	"github.com/reglookup/regengine/verify"
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

	// Progress is told how many of the blocks are done.
	Progress func(done, of int)

	// Logger is told which proposals were not kept and why, at debug level.
	Logger *slog.Logger
}

//go:embed instructions.txt
var instructions string

//go:embed schema.json
var schema []byte

// Extractor implements [verify.Extractor] on a Model.
type Extractor struct {
	model Model
	opts  Options
}

var _ verify.Extractor = (*Extractor)(nil)

// New returns an Extractor on a model; opts may be nil. It does no I/O.
func New(model Model, opts *Options) *Extractor {
	e := &Extractor{model: model}
	if opts != nil {
		e.opts = *opts
	}
	if e.opts.Concurrency <= 0 {
		e.opts.Concurrency = 4
	}
	if e.opts.Logger == nil {
		e.opts.Logger = slog.New(slog.DiscardHandler)
	}
	return e
}

// Name implements [verify.Extractor].
func (e *Extractor) Name() string { return "model/1 " + e.model.Name() }

// Extract implements [verify.Extractor]. Blocks without a figure or a duty are not
// asked about. An answer that cannot be read yields nothing; the error is the
// model's, with the first block it failed at, or ctx's.
func (e *Extractor) Extract(ctx context.Context, blocks []retrieval.Block) ([]verify.Limit, error) {
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	found := make([][]verify.Limit, len(blocks))
	next := make(chan int)
	var done counter
	var all sync.WaitGroup
	for range min(e.opts.Concurrency, len(blocks)) {
		all.Go(func() {
			for i := range next {
				limits, err := e.block(ctx, &blocks[i])
				if err != nil {
					stop(fmt.Errorf("block %s: %w", blocks[i].ID, err))
				}
				found[i] = limits
				done.add(len(blocks), e.opts.Progress)
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
	var out []verify.Limit
	for _, limits := range found {
		out = append(out, limits...)
	}
	return out, nil
}

// counter reports progress from several goroutines, one at a time.
type counter struct {
	mu   sync.Mutex
	done int
}

func (c *counter) add(of int, report func(done, of int)) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.done++
	if report != nil {
		report(c.done, of)
	}
}

// answer is what a model sends.
type answer struct {
	Limits []proposal `json:"limits"`
}

// errUnreadable says that an answer is not what was asked for.
var errUnreadable = errors.New("modelextract: the model's answer is not the JSON asked for")

// maxProposals is how many limits of one block are looked at.
const maxProposals = 200

func (e *Extractor) block(ctx context.Context, b *retrieval.Block) ([]verify.Limit, error) {
	if !mayLimit(b) {
		return nil, nil
	}
	text, err := e.model.Complete(ctx, instructions, prompt(b), schema)
	if err != nil {
		return nil, fmt.Errorf("ask the model: %w", err)
	}
	var a answer
	if err := json.Unmarshal([]byte(text), &a); err != nil || len(a.Limits) > maxProposals {
		e.opts.Logger.DebugContext(ctx, "answer not kept", "block", b.ID, "reason", errUnreadable)
		return nil, nil
	}
	var kept []verify.Limit
	for i := range a.Limits {
		limit, reason := a.Limits[i].check(b)
		if reason != "" {
			e.opts.Logger.DebugContext(ctx, "proposal not kept", "block", b.ID, "reason", reason)
			continue
		}
		limit.Group = len(kept)
		kept = append(kept, *limit)
	}
	return kept, nil
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
