package openaiembed

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"time"

	"github.com/openai/openai-go/v3"
	"github.com/openai/openai-go/v3/option"

	"github.com/reglookup/regengine/codes/retrieval"
)

// send embeds one batch and puts the vectors where they belong. A batch that the
// server refuses as such is sent in halves, so that a limit of the server we do
// not know, or one text it cannot take, does not refuse the others.
func (e *Embedder) send(ctx context.Context, batch []input, vectors [][]float32) error {
	made, err := e.try(ctx, batch)
	var refused *refusal
	if errors.As(err, &refused) && refused.split && len(batch) > 1 {
		if err := e.send(ctx, batch[:len(batch)/2], vectors); err != nil {
			return err
		}
		return e.send(ctx, batch[len(batch)/2:], vectors)
	}
	if err != nil {
		return err
	}
	for i, in := range batch {
		if in.at >= 0 {
			vectors[in.at] = made[i]
		}
	}
	return nil
}

// try asks for the vectors of a batch until the server gives them, or an error
// that will not pass.
func (e *Embedder) try(ctx context.Context, batch []input) ([][]float32, error) {
	for attempt := 1; ; attempt++ {
		vectors, err := e.attempt(ctx, batch)
		if err == nil {
			return vectors, e.checkDimension(vectors)
		}
		var refused *refusal
		if ctx.Err() != nil || !errors.As(err, &refused) || !refused.passing {
			return nil, err
		}
		wait := e.pause(attempt, refused)
		switch deadline, bounded := ctx.Deadline(); {
		case attempt >= e.opts.Attempts:
			return nil, fmt.Errorf("%w (%d attempts)", err, attempt)
		case wait > e.opts.MaxWait || bounded && time.Until(deadline) < wait:
			return nil, fmt.Errorf("%w (next attempt in %v, later than we wait)", err, wait.Round(time.Millisecond))
		}
		if err := e.wait(ctx, wait); err != nil {
			return nil, err
		}
	}
}

// pause is how long to wait after an attempt, from 1: what the server asks for,
// or twice as long each time with jitter, so that clients do not come in step.
func (e *Embedder) pause(attempt int, r *refusal) time.Duration {
	if r.after > 0 {
		return r.after
	}
	const most = 20
	d := min(e.opts.Backoff<<min(attempt-1, most), e.opts.MaxWait)
	if d <= 0 { // shifted out
		d = e.opts.MaxWait
	}
	return d/2 + rand.N(d/2+1) //nolint:gosec // spreading load needs no secrecy
}

func sleep(ctx context.Context, d time.Duration) error {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// attempt is one request.
func (e *Embedder) attempt(ctx context.Context, batch []input) ([][]float32, error) {
	ctx, cancel := context.WithTimeout(ctx, e.opts.AttemptTimeout)
	defer cancel()
	texts := make([]string, len(batch))
	for i, in := range batch {
		texts[i] = in.text
	}
	params := openai.EmbeddingNewParams{
		Model:          e.model,
		Input:          openai.EmbeddingNewParamsInputUnion{OfArrayOfStrings: texts},
		EncodingFormat: openai.EmbeddingNewParamsEncodingFormatFloat,
	}
	if e.opts.Dimensions > 0 {
		params.Dimensions = openai.Int(int64(e.opts.Dimensions))
	}
	// The body is parsed here: the library's own parser takes an error for an
	// answer without vectors, and base64 for no values.
	var body []byte
	if _, err := e.service.New(ctx, params, option.WithResponseBodyInto(&body)); err != nil {
		return nil, plain(err)
	}
	return parse(body, len(batch))
}

// checkDimension holds every vector to the length of the first one seen.
func (e *Embedder) checkDimension(vectors [][]float32) error {
	got := len(vectors[0])
	if asked := e.opts.Dimensions; asked > 0 && got != asked {
		return fmt.Errorf("the server gave vectors of %d values where Dimensions asks for %d; set it to 0 for a model that cannot shorten: %w", got, asked, retrieval.ErrDimension)
	}
	if !e.dimension.CompareAndSwap(0, int64(got)) && e.dimension.Load() != int64(got) {
		return fmt.Errorf("the server gave vectors of %d values and of %d before; another model answers under the same name: %w", got, e.dimension.Load(), retrieval.ErrDimension)
	}
	return nil
}
