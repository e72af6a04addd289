package importers_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/codes/importers"
	"github.com/reglookup/regengine/geo"
)

// whole is what a file says that says all that is needed.
func whole() importers.Found {
	return importers.Found{
		Identifier: "X-1", Title: "Stairs", Country: "ES", Scope: codes.National, Territories: []geo.ID{"ES"},
		Effective: date("2001-01-01"), Lang: "es", SourceURL: "https://gazette.example/x", Author: "Ministry",
	}
}

func TestNewEdition_Form(t *testing.T) {
	tests := map[string]struct {
		value string
		flag  string
		given func(g *importers.Given, v string)
		found func(f *importers.Found, v string)
		ok    bool
	}{
		"script":            {"javascript:alert(1)", "--source-url", givenURL, foundURL, false},
		"file":              {"file:///etc/passwd", "--source-url", givenURL, foundURL, false},
		"no host":           {"https:///x", "--source-url", givenURL, foundURL, false},
		"no scheme":         {"www.boe.es/x", "--source-url", givenURL, foundURL, false},
		"control character": {"https://a.example/\x01", "--source-url", givenURL, foundURL, false},
		"address":           {" https://a.example/x?y=1 ", "--source-url", givenURL, foundURL, true},
		"long subtag":       {"xx-yy-zzzzzzzzz", "--language", givenLang, foundLang, false},
		"one letter":        {"e", "--language", givenLang, foundLang, false},
		"name":              {"Español", "--language", givenLang, foundLang, false},
		"tag":               {"ca-valencia", "--language", givenLang, foundLang, true},
	}
	for name, test := range tests {
		t.Run(name+" given", func(t *testing.T) {
			g := &importers.Given{}
			test.given(g, test.value)
			_, err := importers.NewEdition("f", g, whole(), nil)
			if refused := errors.Is(err, importers.ErrGiven); refused == test.ok || !test.ok && !strings.Contains(err.Error(), test.flag) {
				t.Errorf("got %v", err)
			}
		})
		t.Run(name+" found", func(t *testing.T) {
			g, f := &importers.Given{Lang: "es"}, whole()
			if test.flag == "--language" {
				g.Lang = ""
			}
			test.found(&f, test.value)
			var report importers.Report
			e, err := importers.NewEdition("f", g, f, &report)
			if test.ok {
				if err != nil || len(report.Problems) > 0 {
					t.Errorf("got %v and %v", err, report.Problems)
				}
				return
			}
			if len(report.Problems) != 1 || !strings.Contains(report.Problems[0].Message, test.flag) {
				t.Errorf("the report says %v", report.Problems)
			}
			if test.flag == "--source-url" && (err != nil || e.Version.SourceURL != "") {
				t.Errorf("got %v, want the address left out", err)
			}
			if test.flag == "--language" && !errors.Is(err, importers.ErrGiven) { // there is no other
				t.Errorf("got %v, want ErrGiven", err)
			}
		})
	}
}

func givenURL(g *importers.Given, v string)  { g.SourceURL = v }
func foundURL(f *importers.Found, v string)  { f.SourceURL = v }
func givenLang(g *importers.Given, v string) { g.Lang = v }
func foundLang(f *importers.Found, v string) { f.Lang = v }

// Titles and names are one line of text, given or found.
func TestNewEdition_OneLine(t *testing.T) {
	const rough, want = "Stairs\r\nand\u2028 \x1b[31mramps\x00\u0085\u009b", "Stairs and [31mramps"
	f := whole()
	f.Title, f.ShortTitle, f.Author, f.Tags = rough, rough, rough, []string{rough, "\x01"}
	e, err := importers.NewEdition("f", nil, f, nil)
	if err != nil {
		t.Fatal(err)
	}
	got := append([]string{e.Code.Title, e.Version.Title, e.Code.ShortTitle, e.Version.Author}, e.Code.Tags...)
	if diff := cmp.Diff([]string{want, want, want, want, want}, got); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
	e, err = importers.NewEdition("f", &importers.Given{Title: rough, ShortTitle: rough, Author: rough}, whole(), nil)
	if err != nil || e.Code.Title != want || e.Code.ShortTitle != want || e.Version.Author != want {
		t.Errorf("got %v and %+v", err, e)
	}
}

func TestKeepEnd(t *testing.T) {
	next := codes.VersionRef{Code: "c", Version: "v2"}
	stored := &codes.Code{Versions: []codes.Version{
		{Slug: "v1", Status: codes.Repealed, Effective: date("2001-01-01"), Repealed: date("2010-01-01"), SucceededBy: next},
		{Slug: "v2", Status: codes.Active, Effective: date("2010-01-01")},
	}}
	ended := codes.Version{Slug: "v1", Status: codes.Repealed, Effective: date("2001-01-01"), Repealed: date("2010-01-01"), SucceededBy: next}
	active := codes.Version{Slug: "v1", Status: codes.Active, Effective: date("2001-01-01")}
	own := codes.Version{Slug: "v1", Status: codes.Repealed, Effective: date("2001-01-01"), Repealed: date("2009-01-01"), SucceededBy: codes.VersionRef{Code: "d"}}
	draft := codes.Version{Slug: "v1", Status: codes.Draft, Effective: date("2001-01-01")}
	late := codes.Version{Slug: "v1", Status: codes.Active, Effective: date("2001-01-01"), Published: date("2011-01-01")}
	tests := map[string]struct {
		v      codes.Version
		stored *codes.Code
		newest string
		want   codes.Version
	}{
		"older than the stored":      {active, stored, "2001-01-01", ended},
		"knows of all":               {active, stored, "2010-01-01", active},
		"nothing stored":             {active, nil, "2001-01-01", active},
		"another version":            {active, &codes.Code{Versions: stored.Versions[1:]}, "2001-01-01", active},
		"has an end of its own":      {own, stored, "2001-01-01", own},
		"never in force":             {draft, stored, "2001-01-01", draft},
		"day unknown":                {active, stored, "", active},
		"stored end before the file": {late, stored, "2001-01-01", codes.Version{Slug: "v1", Status: codes.Repealed, Effective: late.Effective, Published: late.Published, SucceededBy: next}},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			newest, _ := codes.ParseDate(test.newest)
			importers.KeepEnd(&test.v, test.stored, newest)
			if diff := cmp.Diff(test.want, test.v, cmp.Comparer(func(a, b codes.Date) bool { return a == b })); diff != "" {
				t.Errorf("-want +got\n%s", diff)
			}
		})
	}
}

// An edition read again keeps the end it has in store, unless one is given.
func TestNewEdition_StoredEnd(t *testing.T) {
	stored := &codes.Code{Slug: "x-1", Title: "Stairs", Versions: []codes.Version{
		{Slug: "2001-01-01", Status: codes.Repealed, Effective: date("2001-01-01"), Repealed: date("2010-01-01")},
		{Slug: "2010-01-01", Status: codes.Active, Effective: date("2010-01-01")},
	}}
	given := importers.Given{Today: date("2020-01-01"), Stored: func(string) *codes.Code { return stored }}
	for name, test := range map[string]struct {
		change func(*importers.Given)
		want   string
	}{
		"nothing given": {func(*importers.Given) {}, "repealed 2010-01-01"},
		"status given":  {func(g *importers.Given) { g.Status = codes.Active }, "active "},
		"day given":     {func(g *importers.Given) { g.Repealed = date("2009-01-01") }, "repealed 2009-01-01"},
	} {
		t.Run(name, func(t *testing.T) {
			g := given
			test.change(&g)
			e, err := importers.NewEdition("f", &g, whole(), nil)
			if err != nil {
				t.Fatal(err)
			}
			if got := string(e.Version.Status) + " " + e.Version.Repealed.String(); got != test.want {
				t.Errorf("got %q, want %q", got, test.want)
			}
		})
	}
}
