package web

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"html/template"
	"net/http"
	"strconv"
	"time"

	_ "embed"

	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/regengine"
)

// Engine hands out the newest snapshot; [regengine.Engine] does.
type Engine interface {
	Snapshot() *regengine.Snapshot
}

// Options configure a Site. The zero value is useful.
type Options struct {
	BaseURL string // public address without a final slash, for the examples; "" means the address asked
	Version string // of the service, shown at the foot

	// Credits name whose facts the places are made of, by language; the first page
	// shows them.
	Credits map[string]string

	Now func() time.Time // decides what is in force; nil means time.Now
}

// Site answers the pages. It is safe for concurrent use.
type Site struct {
	engine Engine
	opts   Options
	pages  *template.Template
	mux    *http.ServeMux
}

var (
	//go:embed templates/pages.html
	pagesHTML string

	//go:embed templates/style.css
	style string

	//go:embed templates/favicon.svg
	favicon []byte
)

// New returns the pages of an engine. It does no I/O.
func New(engine Engine, opts *Options) (*Site, error) {
	s := &Site{engine: engine, mux: http.NewServeMux()}
	if opts != nil {
		s.opts = *opts
	}
	if s.opts.Now == nil {
		s.opts.Now = time.Now
	}
	pages, err := template.New("pages").Funcs(template.FuncMap{
		"style": func() template.CSS { return template.CSS(style) }, //nolint:gosec // embedded, no input
	}).Parse(pagesHTML + consoleHTML + calculatorsHTML + connectHTML)
	if err != nil {
		return nil, fmt.Errorf("web: templates: %w", err)
	}
	s.pages = pages
	s.mux.HandleFunc("GET /{$}", s.home)
	s.mux.HandleFunc("GET /codes/{slug}/{version}", s.version)
	s.mux.HandleFunc("GET /connect", s.connect)
	s.mux.HandleFunc("GET /ask", s.console)
	s.mux.HandleFunc("GET /ask.js", askScript.serve)
	s.mux.HandleFunc("GET /calculators", s.calculators)
	s.mux.HandleFunc("GET /calculators.js", calculatorsScript.serve)
	s.mux.HandleFunc("GET /favicon.ico", serveFavicon)
	s.mux.HandleFunc("GET /favicon.svg", serveFavicon)
	s.mux.HandleFunc("/", s.notFound)
	return s, nil
}

// ServeHTTP implements [http.Handler].
func (s *Site) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s.mux.ServeHTTP(w, r)
}

// policy allows the one style sheet of the pages, their icon, and nothing else.
var policy = "default-src 'none'; style-src 'sha256-" + hashOf(style) + "'; img-src 'self'; " +
	"base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

func hashOf(text string) string {
	sum := sha256.Sum256([]byte(text))
	return base64.StdEncoding.EncodeToString(sum[:])
}

// write renders a page without script.
func (s *Site) write(w http.ResponseWriter, r *http.Request, status int, name string, data any) {
	s.writeUnder(policy, w, r, status, name, data)
}

// writeUnder renders a page under a Content-Security-Policy. A page that cannot
// be rendered is a mistake in a template, which must not be answered half.
func (s *Site) writeUnder(policy string, w http.ResponseWriter, r *http.Request, status int, name string, data any) {
	var page bytes.Buffer
	if err := s.pages.ExecuteTemplate(&page, name, data); err != nil {
		panic(fmt.Sprintf("web: page %s: %v", name, err))
	}
	sum := sha256.Sum256(page.Bytes())
	h := w.Header()
	h.Set("Content-Type", "text/html; charset=utf-8")
	h.Set("Content-Security-Policy", policy)
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("Cache-Control", "no-cache")
	if status == http.StatusOK {
		h.Set("Etag", `W/"`+base64.RawURLEncoding.EncodeToString(sum[:15])+`"`)
		if r.Header.Get("If-None-Match") == h.Get("Etag") {
			w.WriteHeader(http.StatusNotModified)
			return
		}
	}
	h.Set("Content-Length", strconv.Itoa(page.Len()))
	w.WriteHeader(status)
	_, _ = w.Write(page.Bytes()) // the reader may be gone: nobody is left to tell
}

func (s *Site) version(w http.ResponseWriter, r *http.Request) {
	snapshot := s.engine.Snapshot()
	page, err := s.versionPage(snapshot, codes.VersionRef{Code: r.PathValue("slug"), Version: r.PathValue("version")})
	switch {
	case errors.Is(err, codes.ErrNotFound):
		s.notFound(w, r)
	case err != nil:
		panic(err)
	default:
		s.write(w, r, http.StatusOK, "version", page)
	}
}

// chrome is what every page has around its own.
type chrome struct {
	Lang    string
	Title   string
	Words   *words
	Release string
	SkipTo  string // text of a link past the navigation; "" where there is none
}

func (s *Site) chrome(lang, title string) chrome {
	return chrome{Lang: lang, Title: title, Words: wordsIn(lang), Release: s.opts.Version}
}

func (s *Site) notFound(w http.ResponseWriter, r *http.Request) {
	status := http.StatusNotFound
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		w.Header().Set("Allow", "GET, HEAD")
		status = http.StatusMethodNotAllowed
	}
	s.write(w, r, status, "missing", s.chrome("en", http.StatusText(status)))
}

func serveFavicon(w http.ResponseWriter, _ *http.Request) {
	h := w.Header()
	h.Set("Content-Type", "image/svg+xml")
	h.Set("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'")
	h.Set("Cache-Control", "public, max-age=86400")
	_, _ = w.Write(favicon)
}
