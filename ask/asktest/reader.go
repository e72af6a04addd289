package asktest

import (
	"context"
	"strings"
	"sync"

	"github.com/reglookup/regengine/ask"
)

// Reader is a second reader that follows a script.
type Reader struct {
	read func(ctx context.Context, claims []ask.Claim) ([]ask.Reading, error)

	mu   sync.Mutex
	seen [][]ask.Claim
}

// NewReader returns a Reader that says of each claim what read does. It counts as one
// request.
func NewReader(read func(ctx context.Context, claims []ask.Claim) ([]ask.Reading, error)) *Reader {
	return &Reader{read: read}
}

// Agreeing returns a Reader for which every claim is supported in full.
func Agreeing() *Reader {
	return NewReader(func(_ context.Context, claims []ask.Claim) ([]ask.Reading, error) {
		list := make([]ask.Reading, len(claims))
		for i, c := range claims {
			list[i] = Supported(c)
		}
		return list, nil
	})
}

// Supported is the reading of a claim that its first passage supports in full.
func Supported(c ask.Claim) ask.Reading {
	words := strings.Fields(c.Passages[0].Text)
	return ask.Reading{ID: c.ID, Support: ask.FullSupport, Words: strings.Join(words[:min(len(words), 6)], " ")}
}

// Read implements [ask.SecondReader].
func (r *Reader) Read(ctx context.Context, claims []ask.Claim) ([]ask.Reading, ask.Usage, error) {
	r.mu.Lock()
	r.seen = append(r.seen, claims)
	r.mu.Unlock()
	list, err := r.read(ctx, claims)
	return list, ask.Usage{Requests: 1}, err
}

// Seen returns the claims of each request so far.
func (r *Reader) Seen() [][]ask.Claim {
	r.mu.Lock()
	defer r.mu.Unlock()
	return append([][]ask.Claim(nil), r.seen...)
}
