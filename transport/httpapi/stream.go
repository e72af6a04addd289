package httpapi

import (
	"bytes"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/reglookup/regengine/ask"
)

// Times and bounds of a stream of events.
const (
	keepAliveEvery = 15 * time.Second
	eventTimeout   = 20 * time.Second // for a client to take one event

	liveEvents = 256     // told while the turn runs and not yet sent
	heldEvents = 8192    // told of the finished answer
	heldBytes  = 1 << 20 // of their text
)

const eventStreamType = "text/event-stream"

const eventsDescription = "With `Accept: text/event-stream` the answer comes as server-sent events, an extension. While the turn runs: `round` {round} and `search` {round, tool, text, found}; `reading` {round, sentences, read, stand}, where the sentences of a draft were read a second time: how many were to be read, of how many a reading came back (0: none, and the wording stays unchecked), how many may stay by it. " +
	"When it has ended and was stored: a `source` for each source, as in sources[]; `token` {text}, pieces of the answer in order, which can be fewer than all; and at last either `answer`, which is the very object of the JSON response, or `error`, the problem that the JSON response would have been. " +
	"Whatever is refused before the turn begins is an ordinary problem with its status. A line `: keep-alive` comes every 15 s. " +
	"A repeated Idempotency-Key brings the `answer` alone. Who hangs up finds the answer by X-Turn-Id, which comes with the header. A client that does not take an event for 20 s is cut off; the turn goes on."

// The names of the events.
const (
	roundEvent   = "round"
	searchEvent  = "search"
	readingEvent = "reading"
	sourceEvent  = "source"
	tokenEvent   = "token"
	answerEvent  = "answer"
	errorEvent   = "error"
)

// event is one that waits to be sent.
type event struct {
	name string
	data []byte // JSON on one line
}

// wantsEvents reports whether Accept names text/event-stream, and JSON not at
// all or with less weight.
func wantsEvents(h http.Header) bool {
	events, plain := -1.0, -1.0
	for _, line := range h["Accept"] {
		for part := range strings.SplitSeq(line, ",") {
			media, parameters, _ := strings.Cut(part, ";")
			switch strings.ToLower(strings.TrimSpace(media)) {
			case eventStreamType:
				events = quality(parameters)
			case "application/json":
				plain = quality(parameters)
			}
		}
	}
	return events > 0 && events > plain
}

// quality returns the weight among the parameters of a media range; none is 1.
func quality(parameters string) float64 {
	for parameter := range strings.SplitSeq(parameters, ";") {
		name, value, _ := strings.Cut(parameter, "=")
		if strings.EqualFold(strings.TrimSpace(name), "q") {
			q, err := strconv.ParseFloat(strings.TrimSpace(value), 64)
			if err != nil {
				return 0
			}
			return q
		}
	}
	return 1
}

// feed stands between a turn and who watches it. It never makes the turn wait:
// what does not fit is left out. What tells of the finished answer is held back
// until the answer is stored, for none may be read that is not.
type feed struct {
	live chan event
	link func(ask.Source) AskSource

	mu    sync.Mutex
	held  []event
	bytes int
	full  bool // a token was left out, and so are those behind it
}

func newFeed(link func(ask.Source) AskSource) *feed {
	return &feed{live: make(chan event, liveEvents), link: link}
}

// observe takes an event of the turn.
func (f *feed) observe(e ask.Event) {
	switch e.Kind {
	case ask.RoundEvent:
		f.tell(event{roundEvent, encode(RoundEvent{e.Round})})
	case ask.SearchEvent:
		f.tell(event{searchEvent, encode(SearchEvent{e.Round, e.Tool, e.Text, e.Found})})
	case ask.ReadingEvent:
		if r := e.Reading; r != nil {
			f.tell(event{readingEvent, encode(ReadingEvent{e.Round, r.Sentences, r.Read, r.Stand})})
		}
	case ask.SourceEvent:
		if e.Source != nil {
			f.hold(event{sourceEvent, encode(f.link(*e.Source))})
		}
	case ask.TokenEvent:
		f.hold(event{tokenEvent, encode(TokenEvent{e.Text})})
	}
}

func (f *feed) tell(e event) {
	select {
	case f.live <- e:
	default:
	}
}

func (f *feed) hold(e event) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.full || len(f.held) >= heldEvents || f.bytes+len(e.data) > heldBytes {
		f.full = true
		return
	}
	f.held, f.bytes = append(f.held, e), f.bytes+len(e.data)
}

// waiting returns what was told and not sent, once nobody tells any more.
func (f *feed) waiting() []event {
	var list []event
	for len(f.live) > 0 {
		list = append(list, <-f.live)
	}
	return list
}

// finished returns what was told of the finished answer.
func (f *feed) finished() []event {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.held
}

// stream writes events to a client.
type stream struct {
	x       *exchange
	control *http.ResponseController
	buf     bytes.Buffer
}

// openStream sends the header, so that the client has the id of its turn.
func openStream(x *exchange) *stream {
	h := x.Header()
	h.Set("Content-Type", eventStreamType)
	h["Cache-Control"] = cacheNever
	vary(h, varyStream)
	h.Set("X-Accel-Buffering", "no") // nginx and its like pass events on at once
	x.WriteHeader(http.StatusOK)
	s := &stream{x: x, control: http.NewResponseController(x.ResponseWriter)}
	_ = s.control.Flush() // the first event finds out what is wrong
	return s
}

// send writes one event. The error says that the client does not take any more.
func (s *stream) send(e event) error {
	s.buf.Reset()
	s.buf.WriteString("event: " + e.name + "\ndata: ")
	s.buf.Write(e.data)
	s.buf.WriteString("\n\n")
	return s.write(s.buf.Bytes())
}

// keepAlive writes a comment, which clients pass over.
func (s *stream) keepAlive() error { return s.write([]byte(": keep-alive\n\n")) }

func (s *stream) write(b []byte) error {
	_ = s.control.SetWriteDeadline(time.Now().Add(eventTimeout)) // nobody is slow where there is no connection
	if _, err := s.x.Write(b); err != nil {
		return err
	}
	return s.control.Flush()
}

// answerAsEvent sends an answer for which nothing ran, or ran before.
func answerAsEvent(x *exchange, done reply) (reply, error) {
	for _, pair := range done.header {
		x.Header().Set(pair[0], pair[1])
	}
	_ = openStream(x).send(event{answerEvent, done.body}) // who has gone is not told
	return reply{streamed: true}, nil
}
