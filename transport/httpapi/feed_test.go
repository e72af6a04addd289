package httpapi

import (
	"net/http"
	"strings"
	"testing"

	"github.com/reglookup/regengine/ask"
)

// Nobody reads, and the turn is not kept waiting: what is too much is left out,
// and the pieces that are kept are the first ones.
func TestFeed_observe(t *testing.T) {
	a := &API{}
	f := newFeed(a.askSource)
	for i := range 100_000 {
		f.observe(ask.Event{Kind: ask.SearchEvent, Round: 1, Text: "x"})
		f.observe(ask.Event{Kind: ask.TokenEvent, Text: strings.Repeat("x", i%7)})
	}
	if n := len(f.waiting()); n != liveEvents {
		t.Errorf("%d events wait, want %d", n, liveEvents)
	}
	held := f.finished()
	if len(held) != heldEvents {
		t.Errorf("%d pieces are held, want %d", len(held), heldEvents)
	}
	for i, e := range held {
		if want := string(encode(TokenEvent{strings.Repeat("x", i%7)})); string(e.data) != want {
			t.Fatalf("piece %d is %s, want %s", i, e.data, want)
		}
	}

	f = newFeed(a.askSource)
	f.observe(ask.Event{Kind: ask.ReadingEvent, Round: 2, Reading: &ask.ReadingTold{Sentences: 4, Read: 3, Stand: 2}})
	f.observe(ask.Event{Kind: ask.ReadingEvent})
	if list := f.waiting(); len(list) != 1 || list[0].name != "reading" || string(list[0].data) != `{"round":2,"sentences":4,"read":3,"stand":2}` {
		t.Errorf("a second reading is told as %s", list)
	}

	f = newFeed(a.askSource)
	f.observe(ask.Event{Kind: ask.TokenEvent, Text: strings.Repeat("x", heldBytes)})
	f.observe(ask.Event{Kind: ask.TokenEvent, Text: "behind a gap"})
	f.observe(ask.Event{Kind: ask.SourceEvent})
	f.observe(ask.Event{Kind: "other"})
	if held := f.finished(); len(held) != 0 {
		t.Errorf("held behind a gap: %v", held)
	}
}

func TestWantsEvents(t *testing.T) {
	for accept, want := range map[string]bool{
		"":                  false,
		"*/*":               false,
		"text/*":            false,
		"application/json":  false,
		"text/event-stream": true,
		"Text/Event-Stream; charset=utf-8; q=0.5":                          true,
		"text/event-stream;q=0":                                            false,
		"text/event-stream;q=x":                                            false,
		"text/event-stream, application/json":                              false,
		"text/event-stream, application/json;q=0.9":                        true,
		"application/json;q=0.1,text/event-stream;q=0.2":                   true,
		"application/json;q=0.3,text/event-stream;q=0.2":                   false,
		"text/event-stream, application/problem+json;q=0.9, */*;q=0.1":     true,
		"application/xml;q=0.9, text/html, image/webp, text/event-streams": false,
	} {
		if got := wantsEvents(http.Header{"Accept": {accept}}); got != want {
			t.Errorf("%q: %v, want %v", accept, got, want)
		}
	}
	if !wantsEvents(http.Header{"Accept": {"text/html", "text/event-stream"}}) {
		t.Error("a second line is not read")
	}
}
