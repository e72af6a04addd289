package httpapitest

import (
	"net/http"
	"strings"
	"testing"

	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/geo"
	"github.com/reglookup/regengine/regengine"
)

const (
	placeSearch = "/api/v1/location/search?q=madrid&level=municipality"
	codeSearch  = "/api/v1/codes/search?q=real&page_size=50"
)

// conditional asks for one path, and then for another with the entity tag of
// the first answer.
type conditional struct {
	name        string
	first, then string
	key         string // of the second request; "" is the main key
	header      map[string]string
	status      int
}

func conditionals(k Keys) []conditional {
	list := []conditional{
		{name: "another place searched", first: placeSearch, then: "/api/v1/location/search?q=madri&level=municipality", status: 200},
		{name: "another level", first: placeSearch, then: "/api/v1/location/search?q=madrid&level=province", status: 200},
		{name: "value of another parameter", first: "/api/v1/codes/search?q=real", then: "/api/v1/codes/search?tag=real", status: 200},
		{name: "places in other order and spelling", first: placeSearch, then: "/api/v1/location/search?level=municipality&x=1&q=%6dadrid", status: 304},
		{name: "another page", first: codeSearch, then: codeSearch + "&page=2", status: 200},
		{name: "page said or not", first: codeSearch, then: codeSearch + "&page=1", status: 304},
		{name: "page size in effect", first: codeSearch, then: "/api/v1/codes/search?page_size=99&q=real", status: 304},
		{name: "tag of a place search for codes", first: placeSearch, then: codeSearch, status: 200},
		{name: "places of another country", first: placeSearch, then: placeSearch, key: k.French, status: 200},
		{name: "codes of another country", first: codeSearch, then: codeSearch, key: k.French, status: 200},
		{name: "a tag hides no 422", first: placeSearch, then: "/api/v1/location/search?q=%20", status: 422},
		{name: "any tag hides no 422", first: placeSearch, then: "/api/v1/location/search?q=%20", header: map[string]string{"If-None-Match": "*"}, status: 422},
		{name: "a tag opens no door", first: codeSearch, then: codeSearch, key: "-", status: 401},
	}
	for _, path := range []string{placeSearch, codeSearch, "/api/v1/location/ES-28079", "/api/v1/codes/cte-db-sua", "/api/v1/codes/cte-db-sua/latest", "/api/v1/codes/cte-db-sua/2019-12-27"} {
		list = append(list,
			conditional{name: "known " + path, first: path, then: path, status: 304},
			conditional{name: "any known " + path, first: path, then: path, header: map[string]string{"If-None-Match": "*"}, status: 304},
			conditional{name: "another known " + path, first: path, then: path, header: map[string]string{"If-None-Match": `"x"`}, status: 200},
			conditional{name: "known, compressed " + path, first: path, then: path, header: map[string]string{"Accept-Encoding": "gzip"}, status: 304},
		)
	}
	return list
}

func testConditional(t *testing.T, s *Server) {
	for _, c := range conditionals(s.Keys) {
		t.Run(c.name, func(t *testing.T) { c.run(t, s) })
	}
}

func (c conditional) run(t *testing.T, s *Server) {
	accept := c.header["Accept-Encoding"] // the same for both, or there are two tags
	tag := tagOf(t, s, c.first, map[string]string{"Accept-Encoding": accept})
	for _, method := range []string{http.MethodGet, http.MethodHead} {
		header := map[string]string{"Accept-Encoding": accept, "If-None-Match": tag}
		for name, value := range c.header {
			header[name] = value
		}
		r := s.do(t, scenario{method: method, path: c.then, key: c.key, header: header}.request(t, s))
		if r.StatusCode != c.status {
			t.Errorf("%s %s with the tag of %s: status %d, want %d", method, c.then, c.first, r.StatusCode, c.status)
		}
		switch got := r.Header.Get("ETag"); {
		case r.StatusCode == http.StatusNotModified && (got != tag || r.Text != "" || r.Header.Get("Content-Type") != "" || r.Header.Get("Cache-Control") != "private, no-cache"):
			t.Errorf("%s %s: 304 with ETag %s, want %s, and %v, %q", method, c.then, got, tag, r.Header, r.Text)
		case r.StatusCode == http.StatusOK && got == tag && header["If-None-Match"] == tag:
			t.Errorf("%s %s is another answer than %s and has its tag", method, c.then, c.first)
		}
	}
}

// tagOf returns the entity tag a path is answered with.
func tagOf(t *testing.T, s *Server, path string, header map[string]string) string {
	t.Helper()
	r := s.do(t, scenario{path: path, header: header}.request(t, s))
	tag := r.Header.Get("ETag")
	if r.StatusCode != http.StatusOK || !strings.HasPrefix(tag, `"`) {
		t.Fatalf("%s: status %d, ETag %q", path, r.StatusCode, tag)
	}
	return tag
}

// testTagsLast holds the tags of searches to depend on what is searched alone:
// on no process, and on nothing that a search does not look at.
func testTagsLast(t *testing.T, open func(t *testing.T) Stores) {
	stores := open(t)
	first := NewServer(t, stores, Setup{})
	second := NewServer(t, stores, Setup{Keys: &first.Keys})
	places, list := tagOf(t, first, placeSearch, nil), tagOf(t, first, codeSearch, nil)
	if tagOf(t, second, placeSearch, nil) != places || tagOf(t, second, codeSearch, nil) != list {
		t.Error("a server started later over the same data has other tags")
	}

	alcala := World(t).Places[4]
	alcala.Aliases = []string{"Complutum"} // found by, never shown
	first.Import(t, regengine.Data{Places: []geo.Place{alcala}})
	if tagOf(t, first, placeSearch, nil) == places {
		t.Error("the tag of a place search outlives an alias")
	}
	if tagOf(t, first, codeSearch, nil) != list {
		t.Error("the tag of a code search changed with a place")
	}
	places = tagOf(t, first, placeSearch, nil)

	directive := World(t).Codes[3]
	directive.Territories = []geo.ID{"FR"} // who sees it, never shown
	first.Import(t, regengine.Data{Codes: []codes.Code{directive}})
	if tagOf(t, first, codeSearch, nil) == list {
		t.Error("the tag of a code search outlives a territory")
	}
	if got := tagOf(t, first, "/api/v1/location/search?q=complutum", nil); got == places {
		t.Error("two searches have one tag")
	}
}
