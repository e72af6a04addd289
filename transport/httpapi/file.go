package httpapi

import (
	"bufio"
	"io"
	"mime"
	"net/http"

	"github.com/klauspost/compress/gzip"
)

// fileReply answers with a file that is written as it is sent.
func fileReply(mediaType, name string, write func(w io.Writer) error) reply {
	return reply{file: write, header: [][2]string{
		{"Content-Type", mediaType},
		{"Content-Disposition", mime.FormatMediaType("attachment", map[string]string{"filename": name})},
		{"Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'; sandbox"}, // where it is shown after all
	}}
}

// firstBytes is how much of a file is written before its header is sent: what goes wrong
// by then is answered as a problem.
const firstBytes = 16 << 10

// sendFile sends a file as it is written. One that breaks off ends the connection: half
// a file must not look like a whole one.
func (a *API) sendFile(x *exchange, answer reply) {
	h := x.Header()
	for _, pair := range answer.header {
		h.Set(pair[0], pair[1])
	}
	vary(h, varyAnswer)
	h["Cache-Control"] = cacheNever
	var to io.Writer = x
	if acceptsGzip(x.request.Header) {
		h["Content-Encoding"] = encodingGzip
		w := quickWriters.Get().(*gzip.Writer)
		defer quickWriters.Put(w)
		w.Reset(x)
		to = w
	}
	out := bufio.NewWriterSize(to, firstBytes)
	err := answer.file(out)
	if err == nil {
		err = out.Flush()
	}
	if w, ok := to.(*gzip.Writer); ok && err == nil {
		err = w.Close()
	}
	switch {
	case err == nil:
	case x.status == 0:
		for _, pair := range answer.header {
			h.Del(pair[0])
		}
		a.fail(x, err)
	default:
		a.blame(x, err)
		panic(http.ErrAbortHandler)
	}
}
