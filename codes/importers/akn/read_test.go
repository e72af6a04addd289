package akn_test

import (
	"bytes"
	"context"
	_ "embed"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/codes/importers"
	"github.com/reglookup/regengine/codes/importers/akn"
	"github.com/reglookup/regengine/codes/importers/importerstest"
	"github.com/reglookup/regengine/codes/retrieval"
	"github.com/reglookup/regengine/geo"
)

//go:embed testdata/uk.akn
var uk []byte

//go:embed testdata/it.xml
var it []byte

func date(text string) codes.Date {
	d, err := codes.ParseDate(text)
	if err != nil {
		panic(err)
	}
	return d
}

func samples() []importerstest.Sample {
	inserted := bytes.Replace(uk, []byte("<p>as measured.</p>\n</content>\n</subsection>"),
		[]byte("<p>as measured.</p>\n</content>\n</subsection>\n<subsection eId=\"section-1-4\"><num>(4)</num><content><p>One more.</p></content></subsection>"), 1)
	return []importerstest.Sample{
		{Name: "uk.akn", Data: uk, Given: importers.Given{Territories: []geo.ID{"GB"}}, Inserted: inserted},
		{Name: "it.xml", Data: it},
	}
}

func TestRead(t *testing.T) { importerstest.TestReader(t, akn.Read, samples()) }

func TestRead_Places(t *testing.T) { importerstest.TestPlaces(t, akn.Read, samples()[0]) }

func FuzzRead(f *testing.F) { importerstest.Fuzz(f, akn.Read, samples()) }

func BenchmarkRead(b *testing.B) {
	text := string(uk)
	from, to := strings.Index(text, "<part "), strings.Index(text, "<hcontainer")
	var file strings.Builder
	file.WriteString(text[:from])
	for i := range 400 {
		file.WriteString(strings.ReplaceAll(text[from:to], `eId="`, fmt.Sprintf(`eId="x%d-`, i)))
	}
	file.WriteString(text[to:])
	importerstest.BenchmarkReader(b, akn.Read, importerstest.Sample{Name: "large", Data: []byte(file.String())})
}

func read(t *testing.T, text string, given *importers.Given) *importers.Import {
	t.Helper()
	imp, err := akn.Read(t.Context(), "act.xml", []byte(text), given)
	if err != nil {
		t.Fatal(err)
	}
	return imp
}

func texts(imp *importers.Import) []string {
	var list []string
	for _, b := range imp.Blocks {
		list = append(list, fmt.Sprintf("%s %s %d: %s", b.Section, b.Kind, b.Depth, b.Text))
	}
	return list
}

func TestRead_UK(t *testing.T) {
	imp := read(t, string(uk), &importers.Given{Today: date("2102-01-01")})
	want := []string{
		"preface paragraph 0: An Act about stairs.",
		"section-1 paragraph 0: (1) A stair must be—",
		"section-1 note 0: F1 Heading changed in 2101.",
		"section-1 item 1: (a) in a dwelling—",
		"section-1 item 2: (i) 800 mm wide, or",
		"section-1 item 2: (ii) 900 mm wide,",
		"section-1 item 1: whichever is less; and",
		"section-1 item 1: (b) elsewhere 1.0 m² free, see section 2 of the Lifts Act 2008.",
		"section-1 paragraph 0: (2) In section 5 of the Old Act, after subsection (1) insert—\n“5A Ramps\n(1) A ramp has no steps.”",
		"section-1 paragraph 0: (3) The rise follows the formula [formula not in this text].",
		"section-1 table 0: Table 1 Rise by use\nUse | Rise (mm) / min | Rise (mm) / max\nPrivate¹ | 150 | 220\nCommon | 170 | 170\n1 One dwelling.",
		"section-1 paragraph 0: as measured.",
		"section-2 paragraph 0: In this Act—",
		"section-2 definition 0: “going” means the depth of a tread;",
		"section-2 definition 0: “landing”: the floor at the end of a flight.",
		"schedule-1-1 item 1: (1) A handrail stands 900 mm high.",
		"schedule-1-1 item 1: (2) See [image not in this text: a rail].",
	}
	if diff := cmp.Diff(want, texts(imp)); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
	v := imp.Code.Versions[0]
	sections := []codes.Section{
		{Slug: "preface", Title: "Preface", Level: 1},
		{Slug: "part-1", Title: "Part 1. Stairs", Level: 1},
		{Slug: "part-1-chapter-1", Title: "Chapter 1. General", Level: 2},
		{Slug: "section-1", Title: "1. Width", Level: 3},
		{Slug: "section-2", Title: "2. Interpretation", Level: 3},
		{Slug: "schedule-1", Title: "Schedule 1. Handrails", Level: 1},
		{Slug: "schedule-1-1", Title: "1", Level: 2},
	}
	if diff := cmp.Diff(sections, v.Sections); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
	if imp.Code.Slug != "ukpga-2099-7" || imp.Code.Title != "Stairs Act 2099" || imp.Code.CountryCode != "GB" || imp.Code.Scope != codes.National {
		t.Errorf("code %+v", imp.Code)
	}
	if v.Published != date("2099-01-20") || v.Effective != date("2101-04-01") || !v.Repealed.IsZero() || v.Status != codes.Active || v.Slug != "2101-04-01" {
		t.Errorf("version %+v", v)
	}
}

func TestRead_Italian(t *testing.T) {
	imp := read(t, string(it), &importers.Given{Today: date("2020-01-01")})
	want := []string{
		"art-1 paragraph 0: 1. La larghezza è:",
		"art-1 item 1: a) 80 cm nelle abitazioni;",
		"art-1 item 1: b) 120 cm altrove.",
		"art-1 paragraph 0: 2. Si applica l'articolo 2 della legge 13/1989.",
		"conclusions paragraph 0: Data a Roma.",
		"att-1 paragraph 0: Il gradino misura 17 cm.",
	}
	if diff := cmp.Diff(want, texts(imp)); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
	v := imp.Code.Versions[0]
	if v.Effective != date("2003-05-25") || v.Published != date("2003-05-10") || v.Repealed != date("2015-06-30") || v.Status != codes.Repealed || v.Author != "Stato" {
		t.Errorf("version %+v", v)
	}
}

func TestRead_References(t *testing.T) {
	for text, want := range map[string]retrieval.Ref{
		string(uk): {Work: "", URL: "http://www.legislation.example/id/ukpga/2008/27/section/2"},
		string(it): {Work: "legge 13/1989", Part: "art-2"},
	} {
		var found bool
		for _, b := range read(t, text, nil).Blocks {
			for _, r := range b.Refs {
				found = found || r.URL == want.URL && (want.Part == "" || r.Part == want.Part) && (want.Work == "" || r.Work == want.Work)
			}
		}
		if !found {
			t.Errorf("no reference like %+v", want)
		}
	}
}

func TestRead_Counts(t *testing.T) {
	imp := read(t, string(uk), nil)
	for _, c := range imp.Report.Counts {
		if c.Source != c.Kept && c.What != "paragraphs" && c.What != "words" {
			t.Errorf("%s: %d in the source, %d kept", c.What, c.Source, c.Kept)
		}
	}
	got := map[string]importers.Count{}
	for _, c := range imp.Report.Counts {
		got[c.What] = c
	}
	want := map[string]importers.Count{
		"tables": {What: "tables", Source: 1, Kept: 1}, "rows": {What: "rows", Source: 4, Kept: 4}, "notes": {What: "notes", Source: 2, Kept: 2},
		"provisions": {What: "provisions", Source: 11, Kept: 11}, "items": {What: "items", Source: 2, Kept: 2}, "images": {What: "images", Source: 1, Kept: 1},
		"words": {What: "words", Source: 134, Kept: 133}, // a letter of the formula
	}
	for what, c := range want {
		if got[what] != c {
			t.Errorf("got %+v, want %+v", got[what], c)
		}
	}
}

func TestRead_Refused(t *testing.T) {
	wrap := func(s string) string { return "<akomaNtoso>\n" + s + "</akomaNtoso>" }
	for name, test := range map[string]struct {
		text string
		err  error
		says string
	}{
		"CLML":       {`<Legislation xmlns="http://www.legislation.gov.uk/namespaces/legislation"/>`, importers.ErrFormat, ".akn"},
		"judgment":   {wrap("<judgment/>"), importers.ErrFormat, "line 2: <judgment>"},
		"nothing":    {wrap(""), importers.ErrFormat, "no <act>"},
		"no text":    {strings.Replace(string(it), "<an:body>", "<an:x>", 1), importers.ErrMalformed, "an:x"},
		"JSON":       {`{"data":{}}`, importers.ErrFormat, "JSON"},
		"truncated":  {string(uk[:len(uk)-300]), importers.ErrMalformed, "ends inside"},
		"no country": {strings.Replace(string(it), `FRBRcountry value="it"`, `FRBRcountry value=""`, 1), importers.ErrGiven, "--geo-id"},
		"laughs":     {`<!DOCTYPE a [<!ENTITY l "l">]><akomaNtoso/>`, importers.ErrFormat, "entities"},
		"empty act":  {wrap(string(it[bytes.Index(it, []byte("<an:act")):bytes.Index(it, []byte("<an:body>"))]) + "</an:act>"), importers.ErrEmpty, "no text"},
	} {
		t.Run(name, func(t *testing.T) {
			imp, err := akn.Read(t.Context(), "f.xml", []byte(test.text), &importers.Given{Title: "T"})
			if imp != nil || !errors.Is(err, test.err) || !strings.Contains(err.Error(), test.says) {
				t.Errorf("got %v, want %v with %q", err, test.err, test.says)
			}
		})
	}
}

func TestRead_Bill(t *testing.T) {
	bill := strings.NewReplacer("<an:act ", "<an:bill ", "</an:act>", "</an:bill>").Replace(string(it))
	v := read(t, bill, &importers.Given{Today: date("2020-01-01")}).Code.Versions[0]
	if v.Status != codes.Draft || !v.Repealed.IsZero() {
		t.Errorf("a bill is %s, repealed %s", v.Status, v.Repealed)
	}
}

// The day of a wording is that of the last amendment in it, not that of the act.
func TestRead_Effective(t *testing.T) {
	for name, test := range map[string]struct{ expression, want string }{
		"wording after the amendment":             {"2010-01-01", "2010-01-01"},
		"wording before it":                       {"2009-12-31", "2003-05-25"},
		"wording dated as the act: last by today": {"2003-05-02", "2010-01-01"},
	} {
		t.Run(name, func(t *testing.T) {
			text := strings.NewReplacer(`<an:FRBRdate date="2010-01-01"`, `<an:FRBRdate date="`+test.expression+`"`,
				`type="amendment" source="#ro2"`, `type="amendment" source="#ro2" refersTo="#entrataInVigore"`).Replace(string(it))
			if got := read(t, text, &importers.Given{Today: date("2012-01-01")}).Code.Versions[0].Effective; got != date(test.want) {
				t.Errorf("effective %s, want %s", got, test.want)
			}
		})
	}
}

func TestRead_RealFiles(t *testing.T) {
	root := os.Getenv("REGENGINE_TEXTS")
	if root == "" {
		t.Skip("REGENGINE_TEXTS does not name the folder of real texts")
	}
	files, _ := filepath.Glob(filepath.Join(root, "akn", "*.xml"))
	var list []importerstest.Sample
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, importerstest.Sample{Name: filepath.Base(file), Data: data})
	}
	importerstest.TestReader(t, akn.Read, list)
}

func ExampleRead() {
	imp, err := akn.Read(context.Background(), "uk.akn", uk, &importers.Given{Today: date("2102-01-01")})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(imp.Code.Title, imp.Code.Versions[0].Slug, imp.Code.Versions[0].Status)
	// Output: Stairs Act 2099 2101-04-01 active
}
