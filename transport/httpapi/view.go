package httpapi

import (
	"crypto/sha256"
	"encoding/base64"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
)

// view is an answer encoded once for a snapshot and written many times. The
// body is head, then tail; many views share one tail.
type view struct {
	head, tail []byte
	plainTag   []string // entity tag of the bytes as they are
	gzipTag    []string // entity tag of the compressed bytes
	length     []string
	compressed atomic.Pointer[[]byte] // made when first asked for
}

// tagSize is how many bytes of a hash make an entity tag.
const tagSize = 15

// newView returns a view of head and tail. tailSum identifies tail, so that a
// shared tail is hashed once.
func newView(head, tail []byte, tailSum [sha256.Size]byte) *view {
	hash := sha256.New()
	hash.Write(tailSum[:])
	hash.Write(head)
	tag := base64.RawURLEncoding.EncodeToString(hash.Sum(nil)[:tagSize])
	return &view{
		head: head, tail: tail,
		plainTag: []string{`"` + tag + `"`},
		gzipTag:  []string{`"` + tag + `-gzip"`},
		length:   []string{strconv.Itoa(len(head) + len(tail))},
	}
}

var buffers = sync.Pool{New: func() any { return new([]byte) }}

// write answers with the view, or with 304 when the client has it already.
func (v *view) write(x *exchange) {
	h := x.Header()
	h["Cache-Control"] = cacheRevalidate
	zip := len(v.head)+len(v.tail) >= gzipFrom && acceptsGzip(x.request.Header)
	h["Etag"] = v.plainTag
	if zip {
		h["Etag"] = v.gzipTag
	}
	if known := x.request.Header["If-None-Match"]; len(known) > 0 && v.matches(known) {
		delete(h, "Content-Type")
		x.WriteHeader(http.StatusNotModified)
		return
	}
	if zip {
		h["Content-Encoding"] = encodingGzip
		send(x, http.StatusOK, v.gzip())
		return
	}
	h["Content-Length"] = v.length
	x.WriteHeader(http.StatusOK)
	v.writePlain(x)
}

// writePlain writes head and tail in one piece: two small writes would be two
// packets.
func (v *view) writePlain(x *exchange) {
	if len(v.tail) == 0 {
		_, _ = x.Write(v.head)
		return
	}
	buf := buffers.Get().(*[]byte)
	*buf = append(append((*buf)[:0], v.head...), v.tail...)
	_, _ = x.Write(*buf)
	buffers.Put(buf)
}

func (v *view) gzip() []byte {
	if done := v.compressed.Load(); done != nil {
		return *done
	}
	body := compress(append(append([]byte(nil), v.head...), v.tail...))
	v.compressed.Store(&body)
	return body
}

// matches reports whether an If-None-Match names this view, in either encoding.
// The comparison is the weak one (RFC 9110 section 13.1.2).
func (v *view) matches(lines []string) bool {
	for _, line := range lines {
		for part := range strings.SplitSeq(line, ",") {
			tag := strings.TrimPrefix(strings.TrimSpace(part), "W/")
			if tag == "*" || tag == v.plainTag[0] || tag == v.gzipTag[0] {
				return true
			}
		}
	}
	return false
}
