package extract

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"runtime"
	"time"

	"github.com/reglookup/regengine/codes/importers/docx"
	"github.com/reglookup/regengine/codes/importers/pdf"
	"github.com/reglookup/regengine/codes/importers/sandbox"
	"github.com/reglookup/regengine/codes/retrieval"
	"github.com/reglookup/regengine/projects"
)

// Options configure an Extractor. The zero value is ready to use.
type Options struct {
	// Sandbox starts the children; nil is the one the whole program shares.
	Sandbox *sandbox.Sandbox

	// Limits bound each child; nil takes [DefaultLimits].
	Limits *sandbox.Limits

	// Cache is a folder for the compiled PDF engine, as in pdf.Importer: without
	// it every PDF file takes two seconds more. Nobody else may write there.
	Cache string

	// Lang is the language (BCP 47) of files too short to tell theirs; "" is "und".
	Lang string

	// Timeout bounds the whole of a file's extraction, from when its turn has come; 0
	// is [DefaultTimeout].
	Timeout time.Duration

	// Parallel is how many files are dealt with at once; others wait. 0 is one for
	// each two processors.
	Parallel int
}

// DefaultTimeout is how long the extraction of one file may take.
const DefaultTimeout = 3 * time.Minute

// maxOutput is how much a child may write, in bytes: the text of a file and what
// is said of it. It bounds what this process holds of a file.
const maxOutput = 32 << 20

// DefaultLimits are those of package sandbox, with less output: a user's document
// is no code of law.
func DefaultLimits() *sandbox.Limits { return &sandbox.Limits{Output: maxOutput} }

// Jobs returns what sandbox.Main must be called with, first thing in a program's
// main function, for an Extractor to work.
func Jobs() map[string]sandbox.Job {
	return map[string]sandbox.Job{pdf.JobName: pdf.Job, docx.JobName: docx.Job, JobName: Job}
}

// Extractor reads uploaded files. It is safe for concurrent use.
type Extractor struct {
	opts  Options
	slots chan struct{}
}

var _ projects.Extractor = (*Extractor)(nil)

// New returns an Extractor. It does no I/O.
func New(opts *Options) *Extractor {
	x := &Extractor{}
	if opts != nil {
		x.opts = *opts
	}
	if x.opts.Limits == nil {
		x.opts.Limits = DefaultLimits()
	}
	x.opts.Lang = cmp.Or(x.opts.Lang, "und")
	x.opts.Timeout = cmp.Or(x.opts.Timeout, DefaultTimeout)
	x.slots = make(chan struct{}, cmp.Or(x.opts.Parallel, max(1, runtime.NumCPU()/2)))
	return x
}

var errTimeout = errors.New("the time for one file is over")

// Extract implements [projects.Extractor]. An error that is none of the package's
// sentinels and not ctx's is not the file's fault either.
func (x *Extractor) Extract(ctx context.Context, name string, data []byte) (*projects.Text, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	form, err := formatOf(name, data)
	if err != nil {
		return nil, err
	}
	select {
	case x.slots <- struct{}{}:
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	defer func() { <-x.slots }()
	bounded, cancel := context.WithTimeoutCause(ctx, x.opts.Timeout, errTimeout)
	defer cancel()
	text, err := x.extract(bounded, form, name, data)
	if err != nil && ctx.Err() == nil && errors.Is(context.Cause(bounded), errTimeout) {
		return nil, fmt.Errorf("%w: reading it took longer than %v; split the file and send the parts", projects.ErrTooLarge, x.opts.Timeout)
	}
	return text, err
}

func (x *Extractor) extract(ctx context.Context, form format, name string, data []byte) (*projects.Text, error) {
	raw, err := x.read(ctx, form, name, data)
	if err != nil {
		return nil, err
	}
	return finish(ctx, form, raw)
}

// content is what a reader has made of a file, before it is cleaned.
type content struct {
	Blocks   []retrieval.Block
	Pages    int
	Warnings []string
	Hidden   hidden // taken out before the text was read
}

// finish cleans and cuts what was read.
func finish(ctx context.Context, form format, raw *content) (*projects.Text, error) {
	seen := raw.Hidden
	var blocks []retrieval.Block
	for i := range raw.Blocks {
		if i%256 == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if b, ok := seen.cleanBlock(&raw.Blocks[i]); ok {
			blocks = append(blocks, b)
		}
	}
	blocks, err := chunk(ctx, blocks)
	if err != nil {
		return nil, err
	}
	if len(blocks) == 0 {
		return nil, unreadable("there is no text in it that can be seen")
	}
	return &projects.Text{
		MediaType: form.mediaType(), Pages: raw.Pages, Blocks: blocks,
		Warnings: warnings(append(seen.warnings(), raw.Warnings...)),
	}, nil
}
