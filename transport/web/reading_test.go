package web_test

import (
	"context"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/codes/crossref"
	"github.com/reglookup/regengine/codes/retrieval"
	"github.com/reglookup/regengine/geo"
	"github.com/reglookup/regengine/geo/es"
	"github.com/reglookup/regengine/regengine"
	"github.com/reglookup/regengine/transport/web"
)

func day(t testing.TB, text string) codes.Date {
	t.Helper()
	d, err := codes.ParseDate(text)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// law is a code with a past, a present and a future version, whose present text
// has a block of every kind.
func law(t testing.TB) regengine.Data {
	version := func(slug, from string, status codes.Status, next string) codes.Version {
		v := codes.Version{Slug: slug, Title: "Ley 7/2001 (" + slug + ")", Status: status, Effective: day(t, from), Internal: true}
		if next != "" {
			v.SucceededBy = codes.VersionRef{Code: "ley", Version: next}
		}
		v.Sections = []codes.Section{{Slug: "a1", Title: "Artículo 1. Objeto", Level: 1}, {Slug: "a2", Title: "Artículo 2. Rampas", Level: 1}}
		return v
	}
	blocks := []retrieval.Block{
		{ID: "p1", Section: "a1", Path: []string{"Artículo 1. Objeto"}, Kind: retrieval.Article, Page: 4, Text: "Véanse el artículo 2 y la tabla 1."},
		{ID: "i1", Section: "a2", Path: []string{"Artículo 2. Rampas"}, Kind: retrieval.Item, Depth: 2, Page: 4, Text: "a) Primero."},
		{ID: "d1", Section: "a2", Path: []string{"Artículo 2. Rampas"}, Kind: retrieval.Definition, Page: 5, Text: "Meseta: plano horizontal."},
		{ID: "n1", Section: "a2", Path: []string{"Artículo 2. Rampas"}, Kind: retrieval.Note, Page: 5, Text: "Redacción anterior.", Lang: "ca"},
		{ID: "t1", Section: "a2", Path: []string{"Artículo 2. Rampas"}, Kind: retrieval.TableKind, Page: 5, Table: &retrieval.Table{
			Caption: "Tabla 1. Pendientes", Header: []string{"Tramo", "Pendiente / seca", "Pendiente / húmeda"},
			Head:  [][]string{{"Tramo", "Pendiente", "Pendiente"}, {"Tramo", "seca", "húmeda"}},
			Rows:  [][]string{{"Corto", "10 %", "8 %"}, {"Largo", "6 %", "6 %"}},
			Spans: []retrieval.Span{{Row: 0, Col: 0, Rows: 2, Cols: 1}, {Row: 0, Col: 1, Rows: 1, Cols: 2}, {Row: 3, Col: 1, Rows: 9, Cols: 2}},
		}},
	}
	for i := range blocks {
		b := &blocks[i]
		b.Doc, b.Order = "ley/2010", i
		if b.Lang == "" {
			b.Lang = "es"
		}
		if b.Table != nil {
			b.Text = b.Table.Text()
		}
		b.Refs = crossref.Find(b.Text, b.Lang)
	}
	return regengine.Data{
		Places: []geo.Place{{ID: "ES", Name: "España", Level: geo.Country}},
		Codes: []codes.Code{{
			Slug: "ley", Title: "Ley 7/2001", CountryCode: "ES", Scope: codes.National, Territories: []geo.ID{"ES"},
			Versions: []codes.Version{
				version("2001", "2001-01-01", codes.Repealed, "2010"), version("2010", "2010-05-01", codes.Active, ""), version("2030", "2030-01-01", codes.InProgress, ""),
			},
		}},
		Blocks: blocks,
	}
}

func lawSite(t testing.TB, today string) http.Handler {
	t.Helper()
	engine, err := regengine.Open(context.Background(), regengine.Static(law(t)), []geo.Scheme{es.Scheme{}}, nil)
	if err != nil {
		t.Fatal(err)
	}
	at, err := time.Parse(time.DateOnly, today)
	if err != nil {
		t.Fatal(err)
	}
	s, err := web.New(engine, &web.Options{Now: func() time.Time { return at }})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestSite_Version_Blocks(t *testing.T) {
	_, body := get(t, lawSite(t, "2024-01-01"), "/codes/ley/2010")
	for _, want := range []string{
		`<a href="#a2">artículo 2</a>`, `<a href="#t1">tabla 1</a>`, // references lead to the passage
		`id="i1" class="block item d2"`, `id="d1" class="block definition"`, `id="n1" class="block note" lang="ca" role="note"`,
		`<th scope="col" rowspan="2">Tramo</th>`, `<th scope="colgroup" colspan="2">Pendiente</th>`, `<th scope="col">húmeda</th>`,
		`<td colspan="2">6 %</td>`, `· 4 ·`, `· 5 ·`, `href="#i1"`, `<time datetime="2030-01-01">`, `class="skip" href="#c"`,
	} {
		if !strings.Contains(body, want) {
			t.Errorf("the page lacks %s", want)
		}
	}
	if n := strings.Count(body, "· 5 ·"); n != 1 {
		t.Errorf("page 5 begins %d times", n)
	}
	if n := strings.Count(body, ">6 %<"); n != 1 {
		t.Errorf("a merged cell is drawn %d times", n)
	}
}

func TestSite_Version_InForce(t *testing.T) {
	for _, tt := range []struct{ version, today, class, text string }{
		{"2001", "2005-01-01", "in_force", "En vigor"},
		{"2001", "2010-05-01", "no_longer_in_force", "Ya no está en vigor: lo estuvo</strong> desde el <time datetime=\"2001-01-01\">01-01-2001</time> hasta el día anterior al <time datetime=\"2010-05-01\">01-05-2010</time><strong>"},
		{"2010", "2010-04-30", "not_yet_in_force", "Aún no está en vigor"},
		{"2010", "2010-05-01", "in_force", "En vigor"},
		{"2030", "2024-01-01", "not_yet_in_force", "Aún no está en vigor"},
	} {
		_, body := get(t, lawSite(t, tt.today), "/codes/ley/"+tt.version)
		want := strings.TrimSuffix(`<p class="force `+tt.class+`" role="status"><strong>`+tt.text+`</strong>`, "<strong></strong>")
		if !strings.Contains(body, want) {
			t.Errorf("%s on %s: the page lacks %s", tt.version, tt.today, want)
		}
		if !strings.Contains(body, `<time datetime="`+tt.today+`">`) {
			t.Errorf("%s on %s: the page does not say the day", tt.version, tt.today)
		}
	}
}
