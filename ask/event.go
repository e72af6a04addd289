package ask

// EventKind says what an Event tells of.
type EventKind string

// The kinds of events, in the order in which they come.
const (
	RoundEvent  EventKind = "round"  // a round begins
	SearchEvent EventKind = "search" // a tool was called
	SourceEvent EventKind = "source" // a source of the finished answer
	TokenEvent  EventKind = "token"  // a piece of the finished, checked answer
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
}
