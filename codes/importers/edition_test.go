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

func date(text string) codes.Date {
	d, err := codes.ParseDate(text)
	if err != nil {
		panic(err)
	}
	return d
}

func TestNewEdition(t *testing.T) {
	stored := &codes.Code{Slug: "ley-1", Title: "Stored title", CountryCode: "ES", Scope: codes.Regional, Territories: []geo.ID{"ES-GA"}}
	given := &importers.Given{
		Code: "ley-1", Title: "Given title", Effective: date("2001-01-01"), Today: date("2020-01-01"),
		Stored: func(slug string) *codes.Code {
			if slug != "ley-1" {
				t.Errorf("asked for %q", slug)
			}
			return stored
		},
	}
	found := importers.Found{Identifier: "X", Title: "Found title", Effective: date("2002-02-02"), Scope: codes.National, Territories: []geo.ID{"ES"}, Lang: "es"}
	var report importers.Report
	e, err := importers.NewEdition("f", given, found, &report)
	if err != nil {
		t.Fatal(err)
	}
	if e.Code.Title != "Stored title" || e.Code.Scope != codes.Regional || e.Code.Territories[0] != "ES-GA" {
		t.Errorf("what is stored does not hold: %+v", e.Code)
	}
	if e.Version.Title != "Given title" || e.Version.Slug != "2001-01-01" || e.Version.Status != codes.Active {
		t.Errorf("what is given does not hold: %+v", e.Version)
	}
	if len(report.Problems) != 2 {
		t.Errorf("title and day differ from the file, the report says %v", report.Problems)
	}
	if e.Doc() != "ley-1/2001-01-01" {
		t.Errorf("document %s", e.Doc())
	}
}

func TestNewEdition_ErrGiven(t *testing.T) {
	_, err := importers.NewEdition("f.txt", nil, importers.Found{}, nil)
	if !errors.Is(err, importers.ErrGiven) {
		t.Fatalf("got %v, want ErrGiven", err)
	}
	for _, flag := range []string{"--code", "--title", "--geo-id", "--scope", "--version", "--language"} {
		if !strings.Contains(err.Error(), flag) {
			t.Errorf("the error does not name %s: %v", flag, err)
		}
	}
}

func TestStatusOn(t *testing.T) {
	for name, test := range map[string]struct {
		v     codes.Version
		today string
		want  codes.Status
	}{
		"no dates":        {codes.Version{}, "2020-01-01", codes.Active},
		"from today":      {codes.Version{Effective: date("2020-01-01")}, "2020-01-01", codes.Active},
		"from tomorrow":   {codes.Version{Effective: date("2020-01-02")}, "2020-01-01", codes.InProgress},
		"ended today":     {codes.Version{Repealed: date("2020-01-01")}, "2020-01-01", codes.Repealed},
		"ends tomorrow":   {codes.Version{Repealed: date("2020-01-02")}, "2020-01-01", codes.Active},
		"ended, no day":   {codes.Version{Repealed: date("2020-01-02")}, "", codes.Repealed},
		"to come, no day": {codes.Version{Effective: date("2999-01-02")}, "", codes.Active},
		"began and ended": {codes.Version{Effective: date("2001-01-01"), Repealed: date("2002-01-01")}, "2020-01-01", codes.Repealed},
		"published only":  {codes.Version{Published: date("2999-01-01")}, "2020-01-01", codes.Active},
	} {
		t.Run(name, func(t *testing.T) {
			today, _ := codes.ParseDate(test.today)
			if got := importers.StatusOn(today, test.v); got != test.want {
				t.Errorf("got %s, want %s", got, test.want)
			}
		})
	}
}

func TestFileError(t *testing.T) {
	e := &importers.FileError{Name: "f.xml", Err: importers.ErrMalformed, More: 3, Problems: []importers.Problem{
		{Line: 12, Where: "a13", Message: "ends"}, {Page: 2, Message: "unread"},
	}}
	want := "f.xml: damaged or incomplete file: a13: line 12: ends\nf.xml: page 2: unread\nf.xml: and 3 more"
	if diff := cmp.Diff(want, e.Error()); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
	var r importers.Report
	for range importers.MaxProblems + 5 {
		r.Add(importers.Problem{Message: "x"})
	}
	if len(r.Problems) != importers.MaxProblems || r.More != 5 {
		t.Errorf("%d problems and %d more", len(r.Problems), r.More)
	}
}
