package web

import (
	"cmp"
	"encoding/json"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/reglookup/regengine/geo"
	"github.com/reglookup/regengine/regengine"
)

// hitGroup holds what was found of one kind.
type hitGroup struct {
	Label string `json:"label"`
	Hits  []hit  `json:"hits"`
}

// hit is one thing found.
type hit struct {
	Text string `json:"text"`
	Note string `json:"note"`
	Href string `json:"href"`
}

// searchPage lists what was found.
type searchPage struct {
	frame
	Groups []hitGroup
}

// How many of a kind are shown: while somebody types, and on a page of their own.
const (
	fewHits  = 3
	manyHits = 20
)

// maxSearch is how long a search may be, in characters.
const maxSearch = 200

func (s *Site) search(w http.ResponseWriter, r *http.Request, v *visit) {
	page := searchPage{frame: s.frame(r, "", "", "")}
	page.Title, page.Query = page.T("search.heading"), searched(r)
	groups, err := s.find(v, page.Words, page.Query, manyHits, r.URL.Query().Get("only"))
	if err != nil {
		s.refuse(w, r, err)
		return
	}
	page.Groups = groups
	s.write(w, r, http.StatusOK, "search", page)
}

// hits answers while somebody types.
func (s *Site) hits(w http.ResponseWriter, r *http.Request, v *visit) {
	say := wordsIn(cmp.Or(readerLanguage(r), standardLanguage))
	groups, err := s.find(v, say, searched(r), fewHits, r.URL.Query().Get("only"))
	if err != nil {
		groups = nil // the list stays empty; the page of results says why
	}
	found := 0
	for _, g := range groups {
		found += len(g.Hits)
	}
	h := w.Header()
	h.Set("Content-Type", "application/json")
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Cache-Control", "no-store")
	_ = json.NewEncoder(w).Encode(struct { // the reader may be gone
		Groups []hitGroup `json:"groups"`
		Status string     `json:"status"`
	}{groups, say.text("search.found", found)})
}

// searched is what a request looks for, no longer than the API takes it.
func searched(r *http.Request) string {
	q := strings.TrimSpace(strings.ToValidUTF8(r.URL.Query().Get("q"), ""))
	for utf8.RuneCountInString(q) > maxSearch {
		_, size := utf8.DecodeLastRuneInString(q)
		q = q[:len(q)-size]
	}
	return q
}

// find looks for places, codes and passages; only for places where that is asked for.
func (s *Site) find(v *visit, say *words, q string, most int, only string) ([]hitGroup, error) {
	if q == "" {
		return nil, nil
	}
	var groups []hitGroup
	kinds := []struct {
		label string
		find  func(v *visit, say *words, q string, most int) ([]hit, error)
	}{{"search.places", s.findPlaces}, {"search.codes", s.findCodes}, {"search.passages", s.findPassages}}
	if only == "places" {
		kinds = kinds[:1]
	}
	for _, kind := range kinds {
		found, err := kind.find(v, say, q, most)
		if err != nil {
			return nil, err
		}
		if len(found) > 0 {
			groups = append(groups, hitGroup{say.text(kind.label), found})
		}
	}
	return groups, nil
}

func (s *Site) findPlaces(v *visit, say *words, q string, most int) ([]hit, error) {
	var answer struct {
		Results []struct {
			ID    geo.ID `json:"geo_id"`
			Name  string
			Level string
		}
	}
	if err := v.get("/api/v1/location/search", url.Values{"q": {q}}, &answer); err != nil {
		return nil, err
	}
	snapshot := s.engine.Snapshot()
	var found []hit
	for _, p := range answer.Results[:min(most, len(answer.Results))] {
		note := say.text("level." + p.Level)
		if around, err := snapshot.Places.Ancestors(p.ID); err == nil && len(around) > 0 {
			note += ", " + around[0].Name
		}
		found = append(found, hit{p.Name, note, placePath(p.ID)})
	}
	return found, nil
}

func placePath(id geo.ID) string { return "/places/" + url.PathEscape(string(id)) }

func (s *Site) findCodes(v *visit, say *words, q string, most int) ([]hit, error) {
	var answer struct {
		Items []struct {
			Slug, Title string
			Scope       string `json:"normative_scope"`
		}
	}
	if err := v.get("/api/v1/codes/search", url.Values{"q": {q}, "page_size": {strconv.Itoa(most)}}, &answer); err != nil {
		return nil, err
	}
	var found []hit
	for _, c := range answer.Items {
		found = append(found, hit{c.Title, say.text("scope." + c.Scope), "/codes/" + url.PathEscape(c.Slug)})
	}
	return found, nil
}

func (s *Site) findPassages(v *visit, _ *words, q string, most int) ([]hit, error) {
	var answer struct {
		Results []struct {
			Code    string `json:"code_slug"`
			Title   string `json:"code_title"`
			Version string
			Block   string  `json:"block_id"`
			Section *string `json:"section_title"`
			Text    string
			Rows    []string
		}
	}
	if err := v.get("/api/v1/search", url.Values{"q": {q}, "top": {strconv.Itoa(most)}}, &answer); err != nil {
		return nil, err
	}
	var found []hit
	for _, p := range answer.Results {
		text, note := p.Text, p.Title
		if len(p.Rows) > 0 {
			text = p.Rows[0]
		}
		if p.Section != nil {
			note += ", " + *p.Section
		}
		found = append(found, hit{shortened(text), note, "/codes/" + url.PathEscape(p.Code) + "/" + url.PathEscape(p.Version) + "#" + url.PathEscape(p.Block)})
	}
	return found, nil
}

// shortened cuts a passage at a word, so that one sees what it is.
func shortened(text string) string {
	const most = 180
	if utf8.RuneCountInString(text) <= most {
		return text
	}
	cut := string([]rune(text)[:most])
	if i := strings.LastIndexByte(cut, ' '); i > 0 {
		cut = cut[:i]
	}
	return cut + " …"
}

// chosenPlace returns the place a reader looked at last, if its country is the key's.
func (s *Site) chosenPlace(snapshot *regengine.Snapshot, r *http.Request) *geo.Place {
	v := visitOf(r)
	c, err := r.Cookie(placeCookie)
	if err != nil || v.principal == nil {
		return nil
	}
	id, err := snapshot.Places.ParseID(c.Value)
	if err != nil || id.Country() != v.principal.Country {
		return nil
	}
	place, err := snapshot.Places.Get(id)
	if err != nil {
		return nil
	}
	return place
}

// placeCookie keeps the place somebody looked at last.
const placeCookie = "place"

// keepPlace remembers a place for the next page.
func (s *Site) keepPlace(w http.ResponseWriter, id geo.ID) {
	http.SetCookie(w, s.cookie(placeCookie, string(id), yearInSeconds))
}
