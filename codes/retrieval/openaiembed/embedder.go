// Package openaiembed is a [retrieval.Embedder] that asks a server which speaks
// the OpenAI embeddings API: OpenAI itself, vLLM, llama.cpp, Ollama, text
// embeddings inference and others.
package openaiembed

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"time"
	"unicode/utf8"

	"github.com/openai/openai-go/v3"
	"github.com/openai/openai-go/v3/option"

	"github.com/reglookup/regengine/codes/retrieval"
	"github.com/reglookup/regengine/codes/retrieval/openaihttp"
)

var _ retrieval.Embedder = (*Embedder)(nil)

// Options change how texts are sent. The zero value is useful.
type Options struct {
	// APIKey is sent as a bearer token; "" sends none. It is taken from nowhere
	// else: no environment variable is read.
	APIKey string

	// Revision tells apart models that servers give the same name: it becomes part
	// of the ID and is not sent.
	Revision string

	// Dimensions asks for shorter vectors, for models that can. 0 does not ask.
	Dimensions int

	// QueryPrefix and PassagePrefix are put before texts, for models trained so:
	// "query: " and "passage: " for the E5 family.
	QueryPrefix, PassagePrefix string

	// MaxChars is where a text is cut, at a word's end, in code points without the
	// prefix. 0 means 8000, which is about 2,500 tokens of Spanish; a model
	// that reads 512 tokens wants 1500.
	MaxChars int

	// A request holds at most BatchTexts texts and BatchChars code points, or one
	// text. 0 means 64 and 100,000.
	BatchTexts, BatchChars int

	// Concurrency is how many requests with passages run at once, of all calls
	// together; queries do not wait for them. 0 means 4.
	Concurrency int

	// Attempts is how often a request is tried that failed for a reason that may
	// pass. 0 means 4. Between tries it waits Backoff, twice that, and so on, with
	// jitter, up to MaxWait, or what the server asks for in Retry-After; where that
	// is more than MaxWait it gives up. 0 means 500 ms and 60 s.
	Attempts         int
	Backoff, MaxWait time.Duration

	// AttemptTimeout is how long one try may take, down to the last byte of its
	// answer. 0 means 30 s.
	AttemptTimeout time.Duration

	// MaxResponse is how many bytes of an answer are read. 0 means 32 MiB.
	MaxResponse int64

	// Transport makes the requests. nil means one of the Embedder's own.
	Transport http.RoundTripper

	// Now is the clock Retry-After dates are compared with. nil means time.Now.
	Now func() time.Time
}

func (o *Options) orDefaults() Options {
	var d Options
	if o != nil {
		d = *o
	}
	fill(&d.MaxChars, 8000)
	fill(&d.BatchTexts, 64)
	fill(&d.BatchChars, 100_000)
	fill(&d.Concurrency, 4)
	fill(&d.Attempts, 4)
	fill(&d.Backoff, 500*time.Millisecond)
	fill(&d.MaxWait, time.Minute)
	fill(&d.AttemptTimeout, 30*time.Second)
	fill(&d.MaxResponse, 32<<20)
	d.Dimensions = max(d.Dimensions, 0)
	if d.Now == nil {
		d.Now = time.Now
	}
	return d
}

func fill[T int | int64 | time.Duration](n *T, fallback T) {
	if *n <= 0 {
		*n = fallback
	}
}

// Embedder implements [retrieval.Embedder].
type Embedder struct {
	model   string
	opts    Options
	service openai.EmbeddingService
	client  *http.Client
	slots   chan struct{} // taken by requests with passages

	dimension atomic.Int64 // of the first vector seen; 0 before

	wait func(ctx context.Context, d time.Duration) error
}

// ErrSettings says that an Embedder cannot be made with the settings given.
var ErrSettings = errors.New("openaiembed: unusable settings")

// New returns an Embedder that asks model at baseURL, such as
// "http://127.0.0.1:11434/v1". It does no I/O. ErrSettings.
func New(baseURL, model string, opts *Options) (*Embedder, error) {
	if err := openaihttp.CheckURL(baseURL); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrSettings, err)
	}
	e := &Embedder{model: model, opts: opts.orDefaults(), wait: openaihttp.Sleep}
	if err := e.checkNames(); err != nil {
		return nil, err
	}
	e.client = openaihttp.NewClient(e.opts.Transport)
	e.slots = make(chan struct{}, e.opts.Concurrency)
	settings := []option.RequestOption{
		option.WithBaseURL(baseURL),
		option.WithHTTPClient(&openaihttp.Door{Client: e.client, Limit: e.opts.MaxResponse, Now: e.opts.Now}),
		option.WithMaxRetries(0),
		option.WithHeaderDel("Authorization"),
	}
	if e.opts.APIKey != "" {
		settings = append(settings, option.WithAPIKey(e.opts.APIKey))
	}
	e.service = openai.NewEmbeddingService(settings...)
	return e, nil
}

func (e *Embedder) checkNames() error {
	const most = 200
	if strings.TrimSpace(e.model) == "" {
		return fmt.Errorf("%w: the model has no name", ErrSettings)
	}
	for _, name := range []string{e.model, e.opts.Revision, e.opts.QueryPrefix, e.opts.PassagePrefix} {
		if len(name) > most || !utf8.ValidString(name) || strings.ContainsRune(name, 0) {
			return fmt.Errorf("%w: names and prefixes must be UTF-8 of at most %d bytes without zero bytes", ErrSettings, most)
		}
	}
	if err := openaihttp.CheckKey(e.opts.APIKey); err != nil {
		return fmt.Errorf("%w: %w", ErrSettings, err)
	}
	return nil
}

// ID implements [retrieval.Embedder]: the model and what changes its vectors. The
// server is not part of it, so that it can move; see [Options.Revision].
func (e *Embedder) ID() string {
	o := &e.opts
	id := fmt.Sprintf("openai:%s max=%d", e.model, o.MaxChars)
	if o.Revision != "" {
		id += fmt.Sprintf(" revision=%q", o.Revision)
	}
	if o.Dimensions != 0 {
		id += fmt.Sprintf(" dimensions=%d", o.Dimensions)
	}
	if o.QueryPrefix != "" || o.PassagePrefix != "" {
		id += fmt.Sprintf(" query=%q passage=%q", o.QueryPrefix, o.PassagePrefix)
	}
	return id
}

// Close lets go of idle connections. The Embedder can still be used.
func (e *Embedder) Close() { e.client.CloseIdleConnections() }

// Embed implements [retrieval.Embedder]. A text beyond MaxChars is embedded by
// its beginning.
func (e *Embedder) Embed(ctx context.Context, texts []string, purpose retrieval.Purpose) ([][]float32, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	vectors := make([][]float32, len(texts))
	list := e.prepare(texts, purpose)
	if len(list) == 0 && len(texts) > 0 && e.dimension.Load() == 0 {
		// Nothing but empty texts, and nobody knows yet how many zeros they have.
		if err := e.send(ctx, []input{{at: -1, text: "."}}, vectors); err != nil {
			return nil, e.failure(ctx, err)
		}
	}
	if err := e.sendAll(ctx, list, vectors, purpose); err != nil {
		return nil, e.failure(ctx, err)
	}
	for i := range vectors {
		if vectors[i] == nil {
			vectors[i] = make([]float32, e.dimension.Load())
		}
	}
	return vectors, nil
}

// sendAll sends the batches of list, several at once, until one fails.
func (e *Embedder) sendAll(ctx context.Context, list []input, vectors [][]float32, purpose retrieval.Purpose) error {
	batches := batchesOf(list, e.opts.BatchTexts, e.opts.BatchChars)
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	next := atomic.Int64{}
	var all sync.WaitGroup
	for range min(len(batches), e.opts.Concurrency) {
		all.Go(func() {
			for n := next.Add(1) - 1; n < int64(len(batches)) && ctx.Err() == nil; n = next.Add(1) - 1 {
				if err := e.sendInTurn(ctx, batches[n], vectors, purpose); err != nil {
					stop(err) // the first one counts
				}
			}
		})
	}
	all.Wait()
	return context.Cause(ctx)
}

func (e *Embedder) sendInTurn(ctx context.Context, batch []input, vectors [][]float32, purpose retrieval.Purpose) error {
	if purpose != retrieval.ForQuery {
		select {
		case e.slots <- struct{}{}:
			defer func() { <-e.slots }()
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	return e.send(ctx, batch, vectors)
}

// failure is what callers see: the caller's own context first, for that is why
// all else broke.
func (e *Embedder) failure(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return ctx.Err()
	}
	return fmt.Errorf("%w: %s: %w", retrieval.ErrEmbedder, e.model, err)
}
