package ask

import (
	"strings"
	"unicode"
)

// EventKind says what an Event tells of.
type EventKind string

// The kinds of events, in the order in which they come.
const (
	RoundEvent   EventKind = "round"   // a round begins
	SearchEvent  EventKind = "search"  // a tool was called
	ReadingEvent EventKind = "reading" // the sentences of a draft were read a second time
	SourceEvent  EventKind = "source"  // a source of the finished answer
	TokenEvent   EventKind = "token"   // a piece of the finished, checked answer
)

// Event tells whoever watches a turn how it goes. Nothing of a draft that was not
// checked is ever told.
type Event struct {
	Kind   EventKind
	Round  int
	Tool   string  // of a SearchEvent
	Text   string  // what was searched for, or a piece of the answer
	Found  int     // passages a search brought
	Source *Source // of a SourceEvent

	Reading *ReadingTold // of a ReadingEvent
}

// ReadingTold is what came of reading the sentences of a draft a second time.
type ReadingTold struct {
	Sentences int // that were to be read
	Read      int // of which a reading came back; 0 where none came, and hard facts decide alone
	Stand     int // that may stay by it
}

// tell hands an event to whoever watches. It runs on the turn's own goroutine,
// so that nothing is told once Answer has returned.
func (t *turn) tell(e Event) {
	e.Round = t.round
	t.agent.tell(e)
}

func (a *Agent) tell(e Event) {
	if a.opts.Observe == nil {
		return
	}
	defer func() { _ = recover() }() // a watcher that breaks down does not break the turn
	a.opts.Observe(e)
}

// tellAnswer tells a finished answer: its sources, then its text.
func (a *Agent) tellAnswer(answer *Answer) {
	if a.opts.Observe == nil {
		return
	}
	for i := range answer.Sources {
		source := answer.Sources[i]
		a.tell(Event{Kind: SourceEvent, Round: answer.Iterations, Source: &source})
	}
	for _, piece := range pieces(answer.Text) {
		a.tell(Event{Kind: TokenEvent, Round: answer.Iterations, Text: piece})
	}
}

// pieceSize is how many bytes of an answer are told at once, at least.
const pieceSize = 24

// pieces cuts a text where white space begins, so that words and markers stay
// whole. Joined they are the text.
func pieces(text string) []string {
	var list []string
	for len(text) > pieceSize {
		cut := strings.IndexFunc(text[pieceSize:], unicode.IsSpace)
		if cut < 0 {
			break
		}
		list = append(list, text[:pieceSize+cut])
		text = text[pieceSize+cut:]
	}
	if text != "" {
		list = append(list, text)
	}
	return list
}
