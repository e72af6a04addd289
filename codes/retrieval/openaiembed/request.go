package openaiembed

import (
	"context"
	"errors"
	"fmt"

	"github.com/openai/openai-go/v3"
	"github.com/openai/openai-go/v3/option"

	"github.com/reglookup/regengine/codes/retrieval"
	"github.com/reglookup/regengine/codes/retrieval/openaihttp"
)

// send embeds one batch and puts the vectors where they belong. A batch that the
// server refuses as such is sent in halves, so that a limit of the server we do
// not know, or one text it cannot take, does not refuse the others.
func (e *Embedder) send(ctx context.Context, batch []input, vectors [][]float32) error {
	made, err := e.try(ctx, batch)
	var refused *openaihttp.Refusal
	if errors.As(err, &refused) && refused.TooMuch && len(batch) > 1 {
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
	retry := openaihttp.Retry{Attempts: e.opts.Attempts, Backoff: e.opts.Backoff, MaxWait: e.opts.MaxWait, Wait: e.wait}
	vectors, err := openaihttp.Do(ctx, retry, func(ctx context.Context) ([][]float32, error) { return e.attempt(ctx, batch) })
	if err != nil {
		return nil, err
	}
	return vectors, e.checkDimension(vectors)
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
		return nil, advise(openaihttp.Plain(err))
	}
	return parse(body, len(batch))
}

// advise says which options make a batch or its answer smaller.
func advise(err error) error {
	var refused *openaihttp.Refusal
	if errors.As(err, &refused) && refused.TooMuch {
		refused.Reason += "; lower MaxChars or BatchTexts, or raise MaxResponse"
	}
	return err
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
