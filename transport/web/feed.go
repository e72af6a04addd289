package web

import (
	"encoding/xml"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/geo"
)

// A feed tells what happened in the last year, and no more than feedEntries of it.
const (
	feedYears   = 1
	feedEntries = 100
	feedSuffix  = ".atom"
)

// atomFeed is a feed as RFC 4287 has it.
type atomFeed struct {
	XMLName xml.Name    `xml:"http://www.w3.org/2005/Atom feed"`
	Lang    string      `xml:"xml:lang,attr"`
	ID      string      `xml:"id"`
	Title   string      `xml:"title"`
	Updated string      `xml:"updated"`
	Author  atomAuthor  `xml:"author"`
	Link    atomLink    `xml:"link"`
	Entries []atomEntry `xml:"entry"`
}

type atomAuthor struct {
	Name string `xml:"name"`
}

type atomLink struct {
	Rel  string `xml:"rel,attr"`
	Href string `xml:"href,attr"`
}

type atomEntry struct {
	ID      string    `xml:"id"`
	Title   string    `xml:"title"`
	Updated string    `xml:"updated"`
	Link    *atomLink `xml:"link"` // none where the text is not hosted
	Summary string    `xml:"summary"`
}

// feed serves /changes/{country}.atom: what came into force in a country, in its language.
// It is public, as the texts are, and needs no key, which readers of feeds cannot send.
func (s *Site) feed(w http.ResponseWriter, r *http.Request) {
	name, ok := strings.CutSuffix(r.PathValue("feed"), feedSuffix)
	snapshot, country := s.engine.Snapshot(), geo.ID(name)
	scheme, known := snapshot.Places.Scheme(country)
	if !ok || !known || !snapshot.Serves(country) {
		s.notFound(w, r)
		return
	}
	today := s.opts.Now()
	changes := snapshot.Codes.In(country).Changes(country, codes.DateOf(today.AddDate(-feedYears, 0, 0)), codes.DateOf(today))
	server := s.address(r)
	feed := newFeed(scheme.Language(), server, country, changes[:min(len(changes), feedEntries)])
	out, err := xml.Marshal(feed)
	if err != nil {
		panic(err) // texts and links alone
	}
	h := w.Header()
	h.Set("Content-Type", "application/atom+xml; charset=utf-8")
	h.Set("Content-Language", scheme.Language())
	h.Set("Cache-Control", "public, max-age=3600")
	h.Set("X-Content-Type-Options", "nosniff")
	_, _ = w.Write(append([]byte(xml.Header), out...)) // escaped by encoding/xml; the reader may be gone
}

func newFeed(lang, server string, country geo.ID, changes []codes.Change) atomFeed {
	say, self := wordsIn(lang), server+"/changes/"+url.PathEscape(string(country))+feedSuffix
	feed := atomFeed{
		Lang: lang, ID: self, Title: string(country) + ": " + say.Force(codes.InForce), Author: atomAuthor{"regengine"},
		Link: atomLink{"self", self}, Updated: moment(codes.Date{}),
	}
	said := map[codes.ChangeKind]string{
		codes.WasPublished: say.Published, codes.CameIntoForce: say.Force(codes.InForce), codes.WentOutOfForce: say.Force(codes.NoLonger),
	}
	for _, e := range changes {
		page := server + "/codes/" + url.PathEscape(e.Code.Slug) + "/" + url.PathEscape(e.Version.Slug)
		entry := atomEntry{
			ID: page + "#" + string(e.Kind), Title: said[e.Kind] + ": " + e.Version.Title, Updated: moment(e.On),
			Summary: e.Code.Title + " · " + e.On.String(),
		}
		if e.Version.Internal {
			entry.Link = &atomLink{"alternate", page}
		}
		feed.Entries = append(feed.Entries, entry)
	}
	if len(feed.Entries) > 0 {
		feed.Updated = feed.Entries[0].Updated // the newest comes first
	}
	return feed
}

// moment is the beginning of a day as a feed has it; of no day, the beginning of 1970.
func moment(day codes.Date) string {
	if day.IsZero() {
		return time.Unix(0, 0).UTC().Format(time.RFC3339)
	}
	return day.String() + "T00:00:00Z"
}
