package mcp

import (
	"bytes"
	"net/http"
)

// recorder is the ResponseWriter of a request made in the process. It keeps the
// answer, and hands on what the operation tells of its progress.
type recorder struct {
	header http.Header
	status int
	body   bytes.Buffer
	told   func(event string, data []byte) // nil: no events are asked for
	last   []byte                          // data of the event that ended the stream
	failed bool                            // that event was an error
}

func newRecorder() *recorder { return &recorder{header: http.Header{}} }

// Header implements [http.ResponseWriter].
func (w *recorder) Header() http.Header { return w.header }

// WriteHeader implements [http.ResponseWriter].
func (w *recorder) WriteHeader(status int) {
	if w.status == 0 && status >= http.StatusOK {
		w.status = status
	}
}

// Write implements [http.ResponseWriter]. Of events it keeps what is not whole yet.
func (w *recorder) Write(b []byte) (int, error) {
	w.WriteHeader(http.StatusOK)
	w.body.Write(b)
	if w.events() {
		for {
			event, rest, whole := bytes.Cut(w.body.Bytes(), []byte("\n\n"))
			if !whole {
				break
			}
			w.event(event)
			w.body = *bytes.NewBuffer(bytes.Clone(rest))
		}
	}
	return len(b), nil
}

// Flush implements [http.Flusher]: events are handed on at once anyway.
func (w *recorder) Flush() {}

func (w *recorder) events() bool { return w.header.Get("Content-Type") == "text/event-stream" }

func (w *recorder) event(lines []byte) {
	var name string
	var data []byte
	for line := range bytes.SplitSeq(lines, []byte("\n")) {
		if value, ok := bytes.CutPrefix(line, []byte("event: ")); ok {
			name = string(value)
		}
		if value, ok := bytes.CutPrefix(line, []byte("data: ")); ok {
			data = bytes.Clone(value)
		}
	}
	switch name {
	case "answer", "error":
		w.last, w.failed = data, name == "error"
	case "":
	default:
		w.told(name, data)
	}
}

// answer returns the status and body that a request without events would have had.
func (w *recorder) answer() (status int, body []byte) {
	switch {
	case !w.events():
		return w.status, w.body.Bytes()
	case w.failed || w.last == nil:
		return http.StatusServiceUnavailable, w.last
	}
	return http.StatusOK, w.last
}
