package httpapi

import (
	"crypto/sha256"
	"net/http"
	"strconv"
	"sync"
	"sync/atomic"
)

// view is an answer encoded once for a snapshot and written many times. The
// body is head, then tail; many views share one tail.
type view struct {
	head, tail []byte
	item       []byte // of a place: its item in a search, the beginning of head
	tag        entityTag
	length     []string
	compressed atomic.Pointer[[]byte] // made when first asked for
}

// newView returns a view of head and tail. tailSum identifies tail, so that a
// shared tail is hashed once.
func newView(head, tail []byte, tailSum [sha256.Size]byte) *view {
	hash := sha256.New()
	hash.Write(tailSum[:])
	hash.Write(head)
	return &view{
		head: head, tail: tail,
		tag:    newTag([sha256.Size]byte(hash.Sum(nil))),
		length: []string{strconv.Itoa(len(head) + len(tail))},
	}
}

var buffers = sync.Pool{New: func() any { return new([]byte) }}

// write answers with the view, or with 304 when the client has it already.
func (v *view) write(x *exchange) {
	zip := len(v.head)+len(v.tail) >= gzipFrom && acceptsGzip(x.request.Header)
	if v.tag.offer(x, zip) {
		return
	}
	h := x.Header()
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
	body := compress(append(append([]byte(nil), v.head...), v.tail...), smallWriters)
	v.compressed.Store(&body)
	return body
}
