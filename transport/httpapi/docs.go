package httpapi

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"embed"
	"fmt"
	"io"
	"net/http"
)

// elements is Stoplight Elements 9.0.25 (Apache-2.0, see elements/LICENSE) as
// published on npm, compressed with gzip -9.
//
//go:embed elements/*.gz elements/LICENSE elements/*.LICENSE.txt
var elements embed.FS

// docsPolicy lets the documentation page load from this server only. Elements
// sets style attributes, which is what the inline styles are for.
const docsPolicy = "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; " +
	"font-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"

const (
	docsTitle = "Regulation lookup API"
	docsHead  = `<link rel="stylesheet" href="/docs/styles.min.css">
<script src="/docs/theme.js"></script>
<script src="/docs/web-components.min.js" defer></script>`
	docsMain = `<elements-api apiDescriptionUrl="/openapi.json" router="hash" layout="responsive"></elements-api>
<noscript><p>This page needs JavaScript. The document itself is at <a href="/openapi.json">/openapi.json</a>.</p></noscript>`
)

// docsTheme has Elements follow the reader's light or dark setting, which it does not of
// its own.
//
//go:embed theme.js
var docsTheme []byte

// docs is the documentation page with its assets.
type docs struct {
	files map[string]*asset
}

// asset is an embedded file, kept compressed.
type asset struct {
	mediaType string
	zipped    []byte
	tag       string
}

func newDocs() (*docs, error) {
	d := &docs{files: make(map[string]*asset)}
	for name, mediaType := range map[string]string{
		"web-components.min.js": "text/javascript; charset=utf-8",
		"styles.min.css":        "text/css; charset=utf-8",
	} {
		zipped, err := elements.ReadFile("elements/" + name + ".gz")
		if err != nil {
			return nil, fmt.Errorf("httpapi: documentation page: %w", err)
		}
		sum := sha256.Sum256(zipped)
		d.files[name] = &asset{mediaType, zipped, fmt.Sprintf(`"%x"`, sum[:tagSize])}
	}
	return d, nil
}

func theme(w http.ResponseWriter, _ *http.Request) {
	h := w.Header()
	h.Set("Content-Type", "text/javascript; charset=utf-8")
	h.Set("Cache-Control", "no-cache")
	send(w.(*exchange), http.StatusOK, docsTheme)
}

func (a *API) docsPage(w http.ResponseWriter, r *http.Request) {
	a.frame.Framed(w, r, docsPolicy, docsTitle, docsHead, docsMain)
}

func (d *docs) file(w http.ResponseWriter, r *http.Request) {
	x := w.(*exchange)
	file, ok := d.files[r.PathValue("file")]
	if !ok {
		problemNoRoute.write(x)
		return
	}
	h := x.Header()
	h.Set("Content-Type", file.mediaType)
	h.Set("Cache-Control", "public, max-age=86400")
	h.Set("Vary", "Accept-Encoding")
	h.Set("Etag", file.tag)
	if r.Header.Get("If-None-Match") == file.tag {
		h.Del("Content-Type")
		x.WriteHeader(http.StatusNotModified)
		return
	}
	if acceptsGzip(r.Header) {
		h["Content-Encoding"] = encodingGzip
		send(x, http.StatusOK, file.zipped)
		return
	}
	h.Set("Etag", file.tag[:len(file.tag)-1]+`-plain"`)
	send(x, http.StatusOK, file.plain())
}

// plain returns the file uncompressed, for the rare client that asks for it.
func (f *asset) plain() []byte {
	r, err := gzip.NewReader(bytes.NewReader(f.zipped))
	if err != nil {
		panic(fmt.Sprintf("httpapi: embedded file: %v", err))
	}
	body, err := io.ReadAll(r)
	if err != nil {
		panic(fmt.Sprintf("httpapi: embedded file: %v", err))
	}
	return body
}
