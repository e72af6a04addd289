package web

import (
	"fmt"
	"html/template"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"golang.org/x/text/cases"
	"golang.org/x/text/language"
	"golang.org/x/text/language/display"

	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/geo"
)

// frame is what every page has around its own.
type frame struct {
	Lang    string // of the frame, a BCP 47 tag
	Title   string
	Words   *words
	Release string
	Section string // of the navigation the page belongs to; "" for none
	Query   string // what the search box holds
	Others  []languageLink
	Search  bool // there is a search box in the bar
	SignsIn bool // one can sign in
	Inside  bool // the reader is signed in
	CSRF    string
	Here    *geo.Place     // the place that pages are about; nil for none
	Zone    string         // its climate zone
	For     *chosenProject // the project that pages are for; nil for none
	Today   codes.Date
	Head    template.HTML // what else the page loads
}

// languageLink leads to the same page in another language.
type languageLink struct{ Tag, Name, Href string }

// languageCookie keeps the language a reader chose.
const languageCookie = "lang"

// frame returns the frame of a page, in the language of its reader, or in another where
// nothing says which the reader's is ("" for English).
func (s *Site) frame(r *http.Request, title, section, otherwise string) frame {
	lang := readerLanguage(r)
	if lang == "" {
		lang = otherwise
	}
	if _, ok := lookup(lang); !ok {
		lang = standardLanguage
	}
	f := frame{Lang: lang, Title: title, Words: wordsIn(lang), Release: s.opts.Version, Section: section, SignsIn: s.signsIn()}
	if v := visitOf(r); v.principal != nil {
		f.Inside, f.Search, f.CSRF = true, true, csrfOf(v.token)
		f.at(s.chosenPlace(s.engine.Snapshot(), r))
		f.Today, f.For = codes.DateOf(s.opts.Now()), v.chosenProject()
	}
	for _, tag := range spoken() {
		if tag != lang {
			f.Others = append(f.Others, languageLink{tag, selfName(tag), inLanguage(s.readable(r), tag)})
		}
	}
	return f
}

// framedPage is a page of others, in the frame of all.
type framedPage struct {
	frame
	Main template.HTML
}

// Framed answers with a page of others in the frame of all: head is what it loads, under
// a policy of its own, and main what it shows, in English.
func (s *Site) Framed(w http.ResponseWriter, r *http.Request, policy, title string, head, main template.HTML) {
	known, err := s.withVisit(r)
	if err != nil {
		s.mistake(w, r, http.StatusServiceUnavailable)
		return
	}
	page := framedPage{frame: s.frame(known, title, "", ""), Main: main}
	page.Head = head
	w = &underPolicy{w, policy}
	s.write(w, known, http.StatusOK, "framed", page)
}

// underPolicy answers under another policy than other pages.
type underPolicy struct {
	http.ResponseWriter
	policy string
}

// WriteHeader implements [http.ResponseWriter].
func (u *underPolicy) WriteHeader(status int) {
	u.Header().Set("Content-Security-Policy", u.policy)
	u.ResponseWriter.WriteHeader(status)
}

// at makes the page about a place.
func (f *frame) at(place *geo.Place) {
	f.Here, f.Zone = place, ""
	if place != nil && place.Tech != nil {
		f.Zone = place.Tech.ClimateZone
	}
}

// selfName is what a language calls itself.
func selfName(tag string) string {
	t := language.Make(tag)
	return cases.Title(t).String(display.Self.Name(t))
}

// T says a text of the pages in the language of the frame. A key that is not there is a
// mistake in a template.
func (f frame) T(key string, args ...any) string { return f.Words.text(key, args...) }

// text returns a text with its arguments put in.
func (w *words) text(key string, args ...any) string {
	text, ok := w.texts[key]
	if !ok {
		panic("web: no text " + key)
	}
	if len(args) == 0 {
		return text
	}
	return fmt.Sprintf(text, args...)
}

// readerLanguage returns the language a reader chose, or else asks for; "" where neither
// is one the pages speak.
func readerLanguage(r *http.Request) string {
	if chosen := r.URL.Query().Get(languageCookie); slices.Contains(spoken(), chosen) {
		return chosen
	}
	if c, err := r.Cookie(languageCookie); err == nil && slices.Contains(spoken(), c.Value) {
		return c.Value
	}
	return preferred(r.Header.Get("Accept-Language"))
}

// readable is the address of a page; of a form that was sent, the nearest around it where
// there is a page, for nothing is sent by a link.
func (s *Site) readable(r *http.Request) *url.URL {
	if r.Method != http.MethodPost {
		return r.URL
	}
	at := r.URL.Path
	for {
		if _, pattern := s.mux.Handler(&http.Request{Method: http.MethodGet, URL: &url.URL{Path: at}}); pattern != "/" || at == "/" {
			return &url.URL{Path: at}
		}
		at = at[:max(1, strings.LastIndexByte(at, '/'))]
	}
}

// inLanguage returns the address of a page with the language asked for.
func inLanguage(u *url.URL, tag string) string {
	query := u.Query()
	query.Set(languageCookie, tag)
	return (&url.URL{Path: u.Path, RawQuery: query.Encode()}).String()
}

// keepLanguage remembers a language that is asked for in the address.
func (s *Site) keepLanguage(w http.ResponseWriter, r *http.Request) {
	if chosen := r.URL.Query().Get(languageCookie); slices.Contains(spoken(), chosen) {
		http.SetCookie(w, s.cookie(languageCookie, chosen, yearInSeconds))
	}
}

const yearInSeconds = 365 * 24 * 60 * 60

// cookie returns a cookie that no script reads and no other site sends along with a form.
func (s *Site) cookie(name, value string, seconds int) *http.Cookie {
	return &http.Cookie{ //nolint:gosec // without encryption on this machine alone
		Name: name, Value: value, Path: "/", MaxAge: seconds,
		HttpOnly: true, SameSite: http.SameSiteLaxMode, Secure: !s.opts.Loopback,
	}
}

// OrSelf says a word of the API in the reader's language, or as it is where there is no
// text for it.
func (f frame) OrSelf(part, word string) string {
	if text, ok := f.Words.texts[part+"."+word]; ok {
		return text
	}
	return word
}

// pair is a part of a page with the page it belongs to, for templates of parts.
type pair struct{ Page, Of any }

func newPair(page, of any) pair { return pair{page, of} }
