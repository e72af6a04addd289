package web

import (
	"crypto/sha256"
	"embed"
	"encoding/base64"
	"mime"
	"net/http"
	"path/filepath"
	"sync"
)

// assetFiles are what pages load: one style sheet, their scripts and the icon.
//
//go:embed assets
var assetFiles embed.FS

// asset is a file that pages load and the tag that names its bytes.
type asset struct {
	bytes     []byte
	mediaType string
	tag       string
}

// policy lets a page load from this server, run its scripts and send its forms there,
// and nothing else: nothing inline, no other site.
const policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; " +
	"form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

// iconPolicy lets the icon hold its own style.
const iconPolicy = "default-src 'none'; style-src 'unsafe-inline'"

var assets = sync.OnceValue(readAssets)

func readAssets() map[string]asset {
	entries, err := assetFiles.ReadDir("assets")
	if err != nil {
		panic(err) // embedded
	}
	found := make(map[string]asset, len(entries))
	for _, e := range entries {
		content, err := assetFiles.ReadFile("assets/" + e.Name())
		if err != nil {
			panic(err) // embedded
		}
		found[e.Name()] = asset{content, mediaTypeOf(e.Name()), tagOf(content)}
	}
	return found
}

// mediaTypeOf does not ask the machine for what every machine calls the same.
func mediaTypeOf(name string) string {
	switch filepath.Ext(name) {
	case ".css":
		return "text/css; charset=utf-8"
	case ".js":
		return "text/javascript; charset=utf-8"
	}
	return mime.TypeByExtension(filepath.Ext(name))
}

func tagOf(content []byte) string {
	sum := sha256.Sum256(content)
	return base64.RawURLEncoding.EncodeToString(sum[:15])
}

// assetPath returns the address of a file, which another release has under another one.
func assetPath(name string) string { return "/assets/" + name + "?v=" + assets()[name].tag }

func (s *Site) asset(w http.ResponseWriter, r *http.Request) {
	file, ok := assets()[r.PathValue("name")]
	if !ok {
		s.notFound(w, r)
		return
	}
	file.serve(w, r)
}

func (f asset) serve(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	h.Set("Content-Type", f.mediaType)
	h.Set("Content-Security-Policy", iconPolicy)
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Cache-Control", "no-cache")
	h.Set("Etag", `"`+f.tag+`"`)
	if r.URL.Query().Get("v") == f.tag {
		h.Set("Cache-Control", "public, max-age=31536000, immutable")
	}
	if r.Header.Get("If-None-Match") == h.Get("Etag") {
		w.WriteHeader(http.StatusNotModified)
		return
	}
	_, _ = w.Write(f.bytes) // the reader may be gone: nobody is left to tell
}

func serveFavicon(w http.ResponseWriter, r *http.Request) { assets()["favicon.svg"].serve(w, r) }
