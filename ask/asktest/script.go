package asktest

import (
	"context"
	"sync"

	"github.com/reglookup/regengine/ask"
)

var _ ask.Model = (*Script)(nil)

// Turn is one planned answer of a Script. It sees the transcript, so that a
// draft can name the handles that were issued.
type Turn func(t *ask.Transcript) (ask.Step, error)

// Script is a Model that does what it was told, turn by turn; the last turn is
// repeated. It remembers the transcripts it saw.
type Script struct {
	turns []Turn

	mu   sync.Mutex
	seen []*ask.Transcript
}

// NewScript returns a Script of at least one turn.
func NewScript(turns ...Turn) *Script { return &Script{turns: turns} }

// Next implements [ask.Model].
func (s *Script) Next(ctx context.Context, t *ask.Transcript) (ask.Step, error) {
	if err := ctx.Err(); err != nil {
		return ask.Step{}, err
	}
	s.mu.Lock()
	turn := s.turns[min(len(s.seen), len(s.turns)-1)]
	s.seen = append(s.seen, t)
	s.mu.Unlock()
	return turn(t)
}

// Seen returns the transcripts of the calls so far.
func (s *Script) Seen() []*ask.Transcript {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]*ask.Transcript(nil), s.seen...)
}

// Search plans searches for these texts.
func Search(texts ...string) Turn {
	return func(*ask.Transcript) (ask.Step, error) {
		var step ask.Step
		for _, text := range texts {
			step.Calls = append(step.Calls, SearchFor(text))
		}
		return step, nil
	}
}

// Draft plans a draft; write gets the handle of the first passage whose text
// holds a word, "" when there is none.
func Draft(write func(handle func(word string) string) string) Turn {
	return func(t *ask.Transcript) (ask.Step, error) {
		return ask.Step{Draft: write(func(word string) string { return Handle(t, word) })}, nil
	}
}

// Say plans a fixed draft.
func Say(draft string) Turn {
	return Draft(func(func(string) string) string { return draft })
}

// Fail plans an error.
func Fail(err error) Turn {
	return func(*ask.Transcript) (ask.Step, error) { return ask.Step{}, err }
}
