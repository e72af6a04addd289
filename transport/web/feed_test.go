package web_test

import (
	"context"
	"encoding/xml"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/reglookup/regengine/geo"
	"github.com/reglookup/regengine/geo/es"
	"github.com/reglookup/regengine/regengine"
	"github.com/reglookup/regengine/transport/web"
)

// parsedFeed is what a reader of feeds takes from one.
type parsedFeed struct {
	XMLName xml.Name `xml:"http://www.w3.org/2005/Atom feed"`
	Lang    string   `xml:"lang,attr"`
	ID      string   `xml:"id"`
	Updated string   `xml:"updated"`
	Entries []struct {
		ID      string `xml:"id"`
		Title   string `xml:"title"`
		Updated string `xml:"updated"`
		Summary string `xml:"summary"`
		Link    struct {
			Href string `xml:"href,attr"`
		} `xml:"link"`
	} `xml:"entry"`
}

func readFeed(t *testing.T, now, path string) (*httptest.ResponseRecorder, parsedFeed) {
	t.Helper()
	world := data()
	world.Codes[0].Title = hostile
	engine, err := regengine.Open(context.Background(), regengine.Static(world), []geo.Scheme{es.Scheme{}}, nil)
	if err != nil {
		t.Fatal(err)
	}
	day, err := time.Parse(time.DateOnly, now)
	if err != nil {
		t.Fatal(err)
	}
	s, err := web.New(engine, &web.Options{BaseURL: "https://reg.example.org", Now: func() time.Time { return day }})
	if err != nil {
		t.Fatal(err)
	}
	w := httptest.NewRecorder()
	s.ServeHTTP(w, httptest.NewRequestWithContext(t.Context(), http.MethodGet, path, nil))
	var feed parsedFeed
	if w.Code == http.StatusOK {
		if err := xml.Unmarshal(w.Body.Bytes(), &feed); err != nil {
			t.Fatalf("%v: %s", err, w.Body)
		}
	}
	return w, feed
}

// TestSite_feed: what came into force in the last year, in the country's language.
func TestSite_feed(t *testing.T) {
	w, feed := readFeed(t, "2020-06-01", "/changes/ES.atom")
	if w.Header().Get("Content-Type") != "application/atom+xml; charset=utf-8" || w.Header().Get("Content-Language") != "es" {
		t.Errorf("%d %v", w.Code, w.Header())
	}
	if feed.Lang != "es" || feed.ID != "https://reg.example.org/changes/ES.atom" || feed.Updated != "2019-12-28T00:00:00Z" || len(feed.Entries) != 2 {
		t.Fatalf("%+v", feed)
	}
	var got []string
	for _, e := range feed.Entries {
		got = append(got, e.ID, e.Title, e.Updated, e.Summary, e.Link.Href)
	}
	want := []string{
		"https://reg.example.org/codes/db-sua/2010#no_longer_in_force", "Ya no está en vigor: DB-SUA 2010", "2019-12-28T00:00:00Z", hostile + " · 2019-12-28", "",
		"https://reg.example.org/codes/db-sua/2019#in_force", "En vigor: DB-SUA 2019", "2019-12-28T00:00:00Z", hostile + " · 2019-12-28", "https://reg.example.org/codes/db-sua/2019",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("entries (-want +got):\n%s", diff)
	}
	if _, feed := readFeed(t, "2025-06-01", "/changes/ES.atom"); len(feed.Entries) != 0 || feed.Updated == "" {
		t.Errorf("years later: %+v", feed)
	}
	for _, path := range []string{"/changes/FR.atom", "/changes/ES", "/changes/ES.rss", "/changes/.atom", "/changes/es.atom"} {
		if w, _ := readFeed(t, "2020-06-01", path); w.Code != http.StatusNotFound {
			t.Errorf("%s: %d", path, w.Code)
		}
	}
}
