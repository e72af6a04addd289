package httpapi

import (
	"cmp"
	"io"
	"net/http"
	"strconv"
	"strings"
	"sync"

	"github.com/klauspost/compress/gzip"
)

// reply is a successful answer. Exactly one of body, view, known and file is set, or
// none for an answer without a body.
type reply struct {
	status int       // 0 means 200
	body   []byte    // JSON made for this request
	tag    entityTag // of body; the zero value where the answer has none
	view   *view     // bytes made once for a snapshot
	known  []string  // the tag of an answer the client has, so that none was made
	header [][2]string

	// file writes the body while it is sent; the header names its type.
	file func(w io.Writer) error

	streamed bool // all was written already
}

// noContent is the answer to what was deleted.
var noContent = reply{status: http.StatusNoContent}

// created answers with v, which was made and can be had at a path.
func created(path string, v any) reply {
	return reply{status: http.StatusCreated, body: encode(v), header: [][2]string{{"Location", path}}}
}

// jsonReply answers with v.
func jsonReply(v any) reply { return reply{body: encode(v)} }

// taggedReply answers with v, which tag identifies.
func taggedReply(tag entityTag, v any) reply { return reply{body: encode(v), tag: tag} }

// gzipFrom is the size in bytes from which compressing is worth it.
const gzipFrom = 1024

func (a reply) write(x *exchange) {
	if a.streamed {
		return
	}
	h := x.Header()
	for _, pair := range a.header {
		h.Set(pair[0], pair[1])
	}
	vary(h, varyAnswer)
	if a.status == http.StatusNoContent {
		h["Cache-Control"] = cacheNever
		x.WriteHeader(a.status)
		return
	}
	h["Content-Type"] = typeJSON
	switch {
	case a.view != nil:
		a.view.write(x)
	case a.known != nil:
		h["Cache-Control"] = cacheRevalidate
		h["Etag"] = a.known
		notModified(x)
	default:
		a.writeBody(x)
	}
}

func (a reply) writeBody(x *exchange) {
	h, body := x.Header(), a.body
	zip := len(body) >= gzipFrom && acceptsGzip(x.request.Header)
	if a.tag.plain == nil {
		h["Cache-Control"] = cacheNever
	} else if a.tag.offer(x, zip) {
		return
	}
	if zip {
		h["Content-Encoding"] = encodingGzip
		body = compress(body, quickWriters)
	}
	send(x, cmp.Or(a.status, http.StatusOK), body)
}

// send writes header and body; net/http leaves the body out for HEAD.
func send(x *exchange, status int, body []byte) {
	x.Header().Set("Content-Length", strconv.Itoa(len(body)))
	x.WriteHeader(status)
	_, _ = x.Write(body) // the client may be gone: nobody is left to tell
}

// A body made for one request is compressed quickly, one that is kept well.
var (
	quickWriters = gzipWriters(gzip.BestSpeed)
	smallWriters = gzipWriters(gzip.DefaultCompression)
)

func gzipWriters(level int) *sync.Pool {
	return &sync.Pool{New: func() any {
		w, _ := gzip.NewWriterLevel(nil, level) // the levels are valid ones
		return w
	}}
}

func compress(body []byte, writers *sync.Pool) []byte {
	var out sliceWriter
	w := writers.Get().(*gzip.Writer)
	defer writers.Put(w)
	w.Reset(&out)
	_, _ = w.Write(body) // a sliceWriter never fails
	_ = w.Close()
	return out
}

type sliceWriter []byte

func (s *sliceWriter) Write(b []byte) (int, error) {
	*s = append(*s, b...)
	return len(b), nil
}

// acceptsGzip reports whether Accept-Encoding allows gzip (RFC 9110 section 12.5.3).
func acceptsGzip(h http.Header) bool {
	named, every := false, false
	for _, line := range h["Accept-Encoding"] {
		for part := range strings.SplitSeq(line, ",") {
			coding, weight, _ := strings.Cut(part, ";")
			switch strings.ToLower(strings.TrimSpace(coding)) {
			case "gzip", "x-gzip":
				if !positive(weight) {
					return false
				}
				named = true
			case "*":
				every = positive(weight)
			}
		}
	}
	return named || every
}

// positive reports whether a quality such as "q=0.5" is above zero; none is 1.
func positive(weight string) bool {
	_, q, ok := strings.Cut(weight, "=")
	if !ok {
		return true
	}
	n, err := strconv.ParseFloat(strings.TrimSpace(q), 64)
	return err == nil && n > 0
}
