package httpapi

import (
	"crypto/sha256"
	"encoding/base64"
	"net/http"
	"strings"
)

// entityTag identifies the bytes of an answer: as they are, and compressed
// (RFC 9110 section 8.8.3).
type entityTag struct{ plain, gzip []string }

// tagSize is how many bytes of a hash make an entity tag. It is a multiple of 3,
// so that base64 pads nothing.
const tagSize = 15

func newTag(sum [sha256.Size]byte) entityTag {
	var text [tagSize / 3 * 4]byte
	base64.RawURLEncoding.Encode(text[:], sum[:tagSize])
	both := &[2]string{`"` + string(text[:]) + `"`, `"` + string(text[:]) + `-gzip"`}
	return entityTag{plain: both[0:1:1], gzip: both[1:2:2]}
}

// of returns the tag of the answer, compressed or not, as a header value.
func (t entityTag) of(zip bool) []string {
	if zip {
		return t.gzip
	}
	return t.plain
}

// named reports which of the two tags an If-None-Match has. The comparison is
// the weak one (RFC 9110 section 13.1.2).
func (t entityTag) named(lines []string) (plain, gzip bool) {
	for _, line := range lines {
		for part := range strings.SplitSeq(line, ",") {
			switch strings.TrimPrefix(strings.TrimSpace(part), "W/") {
			case t.plain[0]:
				plain = true
			case t.gzip[0]:
				gzip = true
			}
		}
	}
	return plain, gzip
}

// matches reports whether an If-None-Match names this answer, in either coding,
// or any answer.
func (t entityTag) matches(lines []string) bool {
	plain, gzip := t.named(lines)
	return plain || gzip || anyTag(lines)
}

func anyTag(lines []string) bool {
	for _, line := range lines {
		for part := range strings.SplitSeq(line, ",") {
			if strings.TrimSpace(part) == "*" {
				return true
			}
		}
	}
	return false
}

// searchTag returns the tag of a search: of what is searched, the release that
// searches, and what was asked. Nothing in it belongs to one process, so
// replicas of one database agree, and so does a server that was started anew.
func (a *API) searchTag(searched [sha256.Size]byte, x *exchange, in *input) entityTag {
	asked := append(make([]byte, 0, 256), searched[:]...)
	for _, part := range [...]string{a.opts.Version, x.op.id, string(x.principal.Country)} {
		asked = append(append(asked, part...), 0)
	}
	return newTag(sha256.Sum256(in.canonical(asked, x.op.queryFields)))
}

// unchanged returns the answer to a client that names the tag of what it would
// get. Which of the two codings that is cannot be told before the answer is
// made, so the client's word is taken for it.
func (t entityTag) unchanged(x *exchange) (reply, bool) {
	known := x.request.Header["If-None-Match"]
	if len(known) == 0 {
		return reply{}, false
	}
	plain, gzip := t.named(known)
	if !plain && !gzip {
		return reply{}, false
	}
	return reply{known: t.of(gzip && acceptsGzip(x.request.Header))}, true
}

// offer sets the headers of a validated answer and reports whether the client
// has it, which is then told so.
func (t entityTag) offer(x *exchange, zip bool) (done bool) {
	h := x.Header()
	h["Cache-Control"] = cacheRevalidate
	h["Etag"] = t.of(zip)
	known := x.request.Header["If-None-Match"]
	if len(known) == 0 || !t.matches(known) {
		return false
	}
	notModified(x)
	return true
}

// notModified answers 304, once the tag is set.
func notModified(x *exchange) {
	delete(x.Header(), "Content-Type")
	x.WriteHeader(http.StatusNotModified)
}
