package web

import (
	"bytes"
	"cmp"
	"embed"
	"errors"
	"fmt"
	"html/template"
	"net"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/regengine"
	"github.com/reglookup/regengine/regengine/report"
	"github.com/reglookup/regengine/regengine/sheet"
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

	// API answers what pages ask in the name of who is signed in, Sessions and Keys tell
	// who that is. Without all three nobody signs in, and only what is public is served.
	API      API
	Sessions Sessions
	Keys     Keys

	// Loopback says that the pages are served on this machine alone, without encryption:
	// their cookies are then not kept for encrypted connections.
	Loopback bool

	// Workbooks reads the tables of checks that come as XLSX; nil: they are CSV alone.
	// Reports are what their results can be had as.
	Workbooks sheet.Workbooks
	Reports   []report.Format

	Now func() time.Time // decides what is in force; nil means time.Now
}

// Site answers the pages. It is safe for concurrent use.
type Site struct {
	engine Engine
	opts   Options
	pages  *template.Template
	mux    *http.ServeMux
	links  links
}

//go:embed templates
var templateFiles embed.FS

// New returns the pages of an engine. It does no I/O.
func New(engine Engine, opts *Options) (*Site, error) {
	s := &Site{engine: engine, mux: http.NewServeMux()}
	if opts != nil {
		s.opts = *opts
	}
	if s.opts.Now == nil {
		s.opts.Now = time.Now
	}
	pages, err := template.New("pages").Funcs(template.FuncMap{"asset": assetPath, "pair": newPair}).ParseFS(templateFiles, "templates/*.html")
	if err != nil {
		return nil, fmt.Errorf("web: templates: %w", err)
	}
	s.pages = pages
	for pattern, answer := range map[string]http.HandlerFunc{
		"GET /{$}":                    s.home,
		"GET /codes/{slug}/{version}": s.version,
		"GET /codes":                  s.codes,
		"GET /codes/{slug}":           s.code,
		"GET /codes/{slug}/compare":   s.compare,
		"GET /connect":                s.connect,
		"GET /changes/{feed}":         s.feed,
		"GET /assets/{name}":          s.asset,
		"GET /favicon.ico":            serveFavicon,
		"GET /favicon.svg":            serveFavicon,
		"/":                           s.notFound,
	} {
		s.mux.HandleFunc(pattern, answer)
	}
	if s.signsIn() {
		s.routeInside()
	}
	return s, nil
}

// signsIn reports whether there are pages for who is signed in.
func (s *Site) signsIn() bool {
	return s.opts.API != nil && s.opts.Sessions != nil && s.opts.Keys != nil
}

// routeInside makes the mux know how to sign in, and what is there for who has.
func (s *Site) routeInside() {
	for pattern, answer := range map[string]http.HandlerFunc{
		"GET " + signInPath:               s.signIn,
		"POST " + signInPath:              s.posted(s.enterKey),
		"GET " + signInPath + "/{secret}": s.followLink,
		"POST /signout":                   s.posted(s.inside(s.signOut)),
		"GET /search":                     s.inside(s.search),
		"GET /hits":                       s.inside(s.hits),
		"GET /places":                     s.inside(s.choosePlace),
		"GET /places/{geo_id}":            s.inside(s.place),
		"GET /requirements":               s.inside(s.requirements),
		"GET /ask":                        s.inside(s.ask),
		"POST /ask":                       s.posted(s.inside(s.answerQuestion)),
		"GET /ask/{turn}":                 s.inside(s.answered),
		"GET /check":                      s.inside(s.check),
		"POST /check":                     s.posted(s.inside(s.decide)),
		"POST /check/save":                s.posted(s.inside(s.saveCheck)),
		"GET /batch":                      s.inside(s.batch),
		"POST /batch":                     s.uploaded(maxBatchFile, s.takeBatch),
		"POST /batch/run":                 s.postedUpTo(maxKept, s.inside(s.decideBatch)),
		"POST /batch/file":                s.postedUpTo(maxKept, s.inside(s.batchFile)),
		"GET /projects":                   s.inside(s.listProjects),
		"GET /calculators":                s.inside(s.calculators),
		"GET /calculators/{calculator}":   s.inside(s.calculator),
		"POST /calculators/{calculator}":  s.posted(s.inside(s.calculate)),
		"GET /projects/{id}/calculations/{calculation}": s.inside(s.calculation),
		"POST /projects/{id}/calculations/delete":       s.posted(s.inside(s.deleteCalculation)),
		"GET /projects/new":                             s.inside(s.newProject),
		"POST /projects":                                s.posted(s.inside(s.createProject)),
		"GET /projects/{id}":                            s.inside(s.project),
		"GET /projects/{id}/report":                     s.inside(s.report),
		"POST /projects/{id}/run":                       s.posted(s.inside(s.runChecks)),
		"GET /projects/{id}/checks/{check}":             s.inside(s.keptCheck),
		"POST /projects/{id}/checks/delete":             s.posted(s.inside(s.deleteCheck)),
		"POST /projects/{id}/change":                    s.posted(s.inside(s.changeProject)),
		"POST /projects/{id}/delete":                    s.posted(s.inside(s.deleteProject)),
		"POST /projects/{id}/activate":                  s.posted(s.inside(s.activateProject)),
		"POST /projects/{id}/codes":                     s.posted(s.inside(s.selectCodes)),
		"POST /projects/{id}/data":                      s.posted(s.inside(s.putDatum)),
		"POST /projects/{id}/data/delete":               s.posted(s.inside(s.deleteDatum)),
		"POST /projects/{id}/documents":                 s.uploaded(maxDocuments, s.addDocuments),
		"POST /projects/{id}/documents/delete":          s.posted(s.inside(s.deleteDocument)),
	} {
		s.mux.HandleFunc(pattern, answer)
	}
}

// ServeHTTP implements [http.Handler].
func (s *Site) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s.keepLanguage(w, r)
	if !s.ownHost(r.Host) {
		s.mistake(w, r, http.StatusMisdirectedRequest)
		return
	}
	known, err := s.withVisit(r)
	if err != nil {
		s.mistake(w, r, http.StatusServiceUnavailable)
		return
	}
	s.mux.ServeHTTP(w, known)
}

// ownHost reports whether pages may be asked for under a name. Those of this machine alone
// may not under the name of another site, which could be made to lead here and have its
// scripts read what they say.
func (s *Site) ownHost(host string) bool {
	if !s.opts.Loopback {
		return true
	}
	if base, err := url.Parse(s.opts.BaseURL); err == nil && base.Host != "" && strings.EqualFold(base.Host, host) {
		return true
	}
	asked := (&url.URL{Host: host}).Hostname()
	return strings.EqualFold(asked, "localhost") || net.ParseIP(asked).IsLoopback()
}

// address is the public one of the server, or that under which it was asked.
func (s *Site) address(r *http.Request) string { return cmp.Or(s.opts.BaseURL, "http://"+r.Host) }

// write renders a page. One that cannot be rendered is a mistake in a template, which
// must not be answered half.
func (s *Site) write(w http.ResponseWriter, r *http.Request, status int, name string, data any) {
	var page bytes.Buffer
	if err := s.pages.ExecuteTemplate(&page, name, data); err != nil {
		panic(fmt.Sprintf("web: page %s: %v", name, err))
	}
	h := w.Header()
	if private := s.headers(w, r); status == http.StatusOK && !private {
		h.Set("Etag", `W/"`+tagOf(page.Bytes())+`"`)
		if r.Header.Get("If-None-Match") == h.Get("Etag") {
			w.WriteHeader(http.StatusNotModified)
			return
		}
	}
	h.Set("Content-Length", strconv.Itoa(page.Len()))
	w.WriteHeader(status)
	_, _ = w.Write(page.Bytes()) // the reader may be gone: nobody is left to tell
}

// headers sets those of every page, and reports whether it is somebody's own.
func (s *Site) headers(w http.ResponseWriter, r *http.Request) (private bool) {
	h := w.Header()
	h.Set("Content-Type", "text/html; charset=utf-8")
	h.Set("Content-Security-Policy", policy)
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("Vary", "Accept-Language, Cookie")
	if visitOf(r).principal == nil && h.Get("Set-Cookie") == "" {
		h.Set("Cache-Control", "no-cache")
		return false
	}
	h.Set("Cache-Control", "no-store")
	if r.Method == http.MethodPost { // one goes back to what a form came to without sending it again
		h.Set("Cache-Control", "private, no-cache")
	}
	return true
}

func (s *Site) version(w http.ResponseWriter, r *http.Request) {
	snapshot := s.engine.Snapshot()
	page, err := s.versionPage(r, snapshot, codes.VersionRef{Code: r.PathValue("slug"), Version: r.PathValue("version")})
	switch {
	case errors.Is(err, codes.ErrNotFound):
		s.notFound(w, r)
	case err != nil:
		panic(err)
	default:
		s.write(w, r, http.StatusOK, "version", page)
	}
}

// mistakePage says why there is no other page.
type mistakePage struct {
	frame
	Text  string
	Wrong []wrongMember
}

func (s *Site) notFound(w http.ResponseWriter, r *http.Request) {
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		w.Header().Set("Allow", "GET, HEAD")
		s.mistake(w, r, http.StatusMethodNotAllowed)
		return
	}
	s.mistake(w, r, http.StatusNotFound)
}

// mistake answers with a page that says what a status means and what to do.
func (s *Site) mistake(w http.ResponseWriter, r *http.Request, status int) {
	s.explain(w, r, status, "", nil)
}
