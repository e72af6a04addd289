package crossref

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/codes/retrieval"
	"github.com/reglookup/regengine/geo"
	"github.com/reglookup/regengine/geo/es"
)

// text is a block of a small world: where it stands and what it says.
type text struct {
	doc, section string
	path         []string
	text         string
	table        *retrieval.Table
}

var world = []text{
	{doc: "escaleras/2020", section: "sec-1", path: []string{"Sección ES 1 Caídas", "1 Suelos"}, text: "1. Los suelos cumplen la tabla 1.1."},
	{doc: "escaleras/2020", section: "sec-1", path: []string{"Sección ES 1 Caídas", "1 Suelos"}, table: &retrieval.Table{Caption: "Tabla 1.1 Clases", Rows: [][]string{{"1"}}}},
	{doc: "escaleras/2020", section: "sec-1-2", path: []string{"Sección ES 1 Caídas", "2 Barreras"}, text: "2. Véase el apartado 1 y el artículo 3.b) de la Ley 7/2001."},
	{doc: "escaleras/2020", section: "sec-2-2", path: []string{"Sección ES 2 Golpes", "2 Barreras"}, text: "Véase el apartado 2."},
	{doc: "ley/1", section: "a3", path: []string{"TÍTULO I", "Artículo 3. Reglas"}, text: "1. Primero:"},
	{doc: "ley/1", section: "a3", path: []string{"TÍTULO I", "Artículo 3. Reglas"}, text: "b) Segundo."},
	{doc: "ley/1", section: "a4", path: []string{"TÍTULO I", "Artículo 4. Más"}, text: "1. Lo mismo."},
	{doc: "ley/0", section: "a3", path: []string{"Artículo 3. Reglas"}, text: "Antes."},
}

func newWorld(t *testing.T) (*Linker, []retrieval.Block) {
	t.Helper()
	places, err := geo.NewGazetteer([]geo.Scheme{es.Scheme{}}, []geo.Place{{ID: "ES", Name: "España", Level: geo.Country}})
	if err != nil {
		t.Fatal(err)
	}
	version := func(slug, title string, status codes.Status) codes.Version {
		return codes.Version{Slug: slug, Title: title, Status: status, Internal: true}
	}
	catalog, err := codes.NewCatalog(places, []codes.Code{
		{
			Slug: "escaleras", Title: "Documento de escaleras", ShortTitle: "DB-ES", CountryCode: "ES", Scope: codes.National,
			Territories: []geo.ID{"ES"}, Versions: []codes.Version{version("2020", "Escaleras 2020", codes.Active)},
		},
		{
			Slug: "ley", Title: "Ley de reglas", CountryCode: "ES", Scope: codes.National, Territories: []geo.ID{"ES"},
			Versions: []codes.Version{version("1", "Ley 7/2001, de reglas", codes.Active), version("0", "Ley 2/1990, de reglas", codes.Repealed)},
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	var blocks []retrieval.Block
	for i, w := range world {
		b := retrieval.Block{
			ID: fmt.Sprintf("b%d", i), Doc: w.doc, Section: w.section, Path: w.path, Kind: retrieval.Paragraph, Lang: "es", Order: i, Text: w.text, Table: w.table,
		}
		if w.table != nil {
			b.Kind, b.Text = retrieval.TableKind, w.table.Text()
		}
		b.Refs = Find(b.Text, "es")
		blocks = append(blocks, b)
	}
	return NewLinker(catalog, retrieval.New(blocks)), blocks
}

func TestLinker_Resolve(t *testing.T) {
	linker, blocks := newWorld(t)
	for _, c := range []struct {
		from int
		text string
		want Target
		ok   bool
	}{
		{0, "tabla 1.1", Target{Doc: "escaleras/2020", Section: "sec-1", Block: "b1"}, true},
		{0, "apartado 2", Target{Doc: "escaleras/2020", Section: "sec-1-2"}, true},
		{3, "apartado 2", Target{Doc: "escaleras/2020", Section: "sec-2-2"}, true},
		{0, "sección ES 2", Target{Doc: "escaleras/2020", Section: "sec-2-2"}, true},
		{0, "apartado 2 de la sección ES 2", Target{Doc: "escaleras/2020", Section: "sec-2-2"}, true},
		{0, "artículo 3.b) de la Ley 7/2001", Target{Doc: "ley/1", Section: "a3", Block: "b5"}, true},
		{0, "artículo 3 de la Ley 2/1990", Target{Doc: "ley/0", Section: "a3"}, true},
		{0, "título I de la Ley 7/2001", Target{Doc: "ley/1", Section: "a3"}, true},
		{0, "artículo 99 de la Ley 7/2001", Target{Doc: "ley/1"}, true},
		{0, "artículo 3 de la Ley 8/2001", Target{}, false},
		{0, "artículo 3", Target{}, false},
		{4, "el DB-ES", Target{}, false}, // letters no table knows are not taken for a regulation's name
		{4, "artículo 4", Target{Doc: "ley/1", Section: "a4"}, true},
	} {
		t.Run(fmt.Sprintf("%s from %d", c.text, c.from), func(t *testing.T) {
			var got Target
			var ok bool
			for _, ref := range Find(c.text, "es") {
				got, ok = linker.Resolve(&blocks[c.from], ref)
			}
			if diff := cmp.Diff(c.want, got); diff != "" || ok != c.ok {
				t.Errorf("Resolve: ok %v, want %v (-want +got):\n%s", ok, c.ok, diff)
			}
		})
	}
}

func TestLinker_ResolveKeepsAddressOfSource(t *testing.T) {
	linker, blocks := newWorld(t)
	ref := retrieval.Ref{End: 3, Work: "Ley 8/2001", URL: "https://example.org/eli/8"}
	want := Target{URL: ref.URL}
	if got, ok := linker.Resolve(&blocks[0], ref); !ok || got != want {
		t.Errorf("Resolve = %+v, %v; want %+v, true", got, ok, want)
	}
}

func TestHeadingPart(t *testing.T) {
	for title, want := range map[string]string{
		"Artículo 14. Rampas":              "art-14",
		"Art. 9 bis Sombra":                "art-9-bis",
		"Disposición adicional segunda. X": "da-2",
		"CAPÍTULO II Huecos":               "cap-ii",
		"Anejo B Zonas climáticas":         "an-b",
		"Sección HE 1":                     "sec-he-1",
		"SUA 1 Seguridad frente a caídas":  "sec-sua-1",
		"3.2 Características":              "ap-3.2",
		"3.1.1. Transmitancia":             "ap-3.1.1",
		"Tabla 3.1.1.a - HE1 Valores":      "tab-3.1.1.a-he-1",
		"Ámbito de aplicación":             "",
		"2006 y después":                   "",
		"":                                 "",
	} {
		if got := HeadingPart(title, "es"); got != want {
			t.Errorf("HeadingPart(%q) = %q, want %q", title, got, want)
		}
	}
}

func TestParseTables_ErrRow(t *testing.T) {
	for _, row := range []string{"part\tart\tes", "ordinal\t1", "what\tis\tthis", "name\tcte"} {
		if _, err := parseTables(row + "\n"); err == nil && row != "name\tcte" {
			t.Errorf("parseTables(%q): no error", row)
		}
	}
}
