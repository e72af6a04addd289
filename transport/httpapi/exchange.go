package httpapi

import (
	"crypto/rand"
	"encoding/hex"
	"net/http"
	"time"

	"github.com/reglookup/regengine/regengine/access"
)

// exchange is one request and its answer under way. It is the ResponseWriter
// that every step and operation sees. It must not be used again for another
// request: net/http may write the header, which points into it, after ServeHTTP
// has returned.
type exchange struct {
	http.ResponseWriter
	request   *http.Request
	id        string
	started   time.Time
	op        *operation        // unrouted until an operation is found
	principal *access.Principal // nobody until the request is authenticated
	input     input             // of op
	status    int               // 0 until the header is written
	size      int64
	values    [2]string // of the headers that differ from request to request
}

// nobody is the principal of a request that is not authenticated.
var nobody access.Principal

// setHeader sets a header to the i-th value, which needs no slice of its own.
func (x *exchange) setHeader(name string, i int, value string) {
	x.values[i] = value
	x.Header()[name] = x.values[i : i+1 : i+1]
}

// WriteHeader implements [http.ResponseWriter].
func (x *exchange) WriteHeader(status int) {
	if x.status == 0 && status >= http.StatusOK {
		x.status = status
	}
	x.ResponseWriter.WriteHeader(status)
}

// Write implements [http.ResponseWriter].
func (x *exchange) Write(b []byte) (int, error) {
	if x.status == 0 {
		x.status = http.StatusOK
	}
	n, err := x.ResponseWriter.Write(b) //nolint:gosec // G705: whoever writes escapes; a report is served sandboxed
	x.size += int64(n)
	return n, err
}

// Unwrap lets http.ResponseController reach the connection.
func (x *exchange) Unwrap() http.ResponseWriter { return x.ResponseWriter }

const maxRequestID = 128

// requestID returns the id a client or proxy sent if it is a plain word, and
// otherwise a new one of 128 random bits.
func requestID(r *http.Request) string {
	if sent := r.Header[headerRequestID]; len(sent) == 1 && plainWord(sent[0]) {
		return sent[0]
	}
	var random [16]byte
	rand.Read(random[:]) // never fails: the runtime aborts when there is no randomness
	var text [32]byte
	hex.Encode(text[:], random[:])
	return string(text[:])
}

func plainWord(s string) bool {
	if s == "" || len(s) > maxRequestID {
		return false
	}
	for i := range len(s) {
		switch c := s[i]; {
		case c >= 'a' && c <= 'z', c >= 'A' && c <= 'Z', c >= '0' && c <= '9', c == '-', c == '_', c == '.':
		default:
			return false
		}
	}
	return true
}
