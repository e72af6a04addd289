package pack

import (
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/geo"
)

func ptr[T any](v T) *T { return &v }

// What parts the columns of places.csv its header tells, as spreadsheets of different
// countries write it.
func TestRead_Separators(t *testing.T) {
	for _, separator := range []string{";", "\t"} {
		row := func(cells ...string) string { return strings.Join(cells, separator) + "\n" }
		file := row(placeColumns...)
		for _, first := range [][]string{{"ES", "España", "country"}, {"ES-28", "Madrid, la provincia", "province", "ES", "Madriz|Foro"}} {
			file += row(append(first, make([]string, len(placeColumns)-len(first))...)...)
		}
		got := mustRead(t, minimal(map[string]string{"places.csv": file}))
		if len(got.Data.Places) != 2 || got.Data.Places[1].Name != "Madrid, la provincia" || len(got.Data.Places[1].Aliases) != 2 {
			t.Errorf("with %q: %+v", separator, got.Data.Places)
		}
	}
}

func TestRead(t *testing.T) {
	t.Run("OK", func(t *testing.T) {
		got := mustRead(t, minimal(map[string]string{
			"pack.yaml": "format: 1\nname: small\ntitle: Small\ndescription: |\n  Two\n  lines.\ncountry: ES\nlicence: CC0-1.0\n" +
				"sources:\n  - {title: A book}\n  - title: A page\n    url: https://example.org/\nextra:\n  - key: wind\n    label: Viento\n    unit: m/s\n",
			"places.csv": "\ufeffname,id,level,parent,aliases,climate_zone,altitude_m,seismic_zone,radon_zone,population,wind\r\n" +
				"\"Madrid\",ES-28079,municipality,ES,Madriz | Los Madriles,D3,657,ab<0.04g,0,3305408,26\r\n" +
				"Hoyo,ES-28072,municipality,ES,,,-2,,,,\r\nEspaña,ES,country,,,,,,,,\r\n",
			"codes/one/2019.md": "---\ntitle: One of 2019\nstatus: repealed\npublished: 2019-01-02\neffective: \"2019-01-03\"\n" +
				"repealed: 2020-05-01\nsucceeded_by: 2020\nsource_url: https://example.org/2019\n---\n",
			"README.md": "ignored", ".git/config": "ignored", "codes/one/LICENSE": "ignored", ".DS_Store": "ignored",
		}))
		wantManifest := Manifest{
			Name: "small", Title: "Small", Description: "Two\nlines.", Country: "ES", Licence: "CC0-1.0",
			Sources: []Source{{Title: "A book"}, {Title: "A page", URL: "https://example.org/"}},
			Extra:   []Extra{{Key: "wind", Label: "Viento", Unit: "m/s"}},
		}
		if diff := cmp.Diff(wantManifest, got.Manifest); diff != "" {
			t.Errorf("manifest (-want +got):\n%s", diff)
		}
		wantPlaces := []geo.Place{
			{ID: "ES", Name: "España", Level: geo.Country},
			{ID: "ES-28072", Name: "Hoyo", Level: geo.Municipality, Parent: "ES", Tech: &geo.TechData{AltitudeM: ptr(-2)}},
			{ID: "ES-28079", Name: "Madrid", Level: geo.Municipality, Parent: "ES", Aliases: []string{"Madriz", "Los Madriles"},
				Tech: &geo.TechData{ClimateZone: "D3", AltitudeM: ptr(657), SeismicZone: "ab<0.04g", RadonZone: ptr(0), Population: ptr(3305408),
					Extra: []geo.TechValue{{Key: "wind", Label: "Viento", Value: "26", Unit: "m/s"}}}},
		}
		if diff := cmp.Diff(wantPlaces, got.Data.Places); diff != "" {
			t.Errorf("places (-want +got):\n%s", diff)
		}
		day := func(text string) codes.Date {
			d, err := codes.ParseDate(text)
			if err != nil {
				t.Fatal(err)
			}
			return d
		}
		wantCodes := []codes.Code{{
			Slug: "one", Title: "One", CountryCode: "ES", Scope: codes.National, Territories: []geo.ID{"ES"},
			Versions: []codes.Version{
				{Slug: "2020", Title: "One of 2020", Status: codes.Active, Internal: true,
					Sections: []codes.Section{{Slug: "scope", Title: "Scope", Level: 1}}},
				{Slug: "2019", Title: "One of 2019", Status: codes.Repealed, Published: day("2019-01-02"), Effective: day("2019-01-03"),
					Repealed: day("2020-05-01"), SucceededBy: codes.VersionRef{Code: "one", Version: "2020"}, SourceURL: "https://example.org/2019"},
			},
		}}
		if diff := cmp.Diff(wantCodes, got.Data.Codes, dates); diff != "" {
			t.Errorf("codes (-want +got):\n%s", diff)
		}
	})

	front := func(keys string) string { return "---\ntitle: T\nstatus: active\n" + keys + "---\n" }
	places := func(rows string) string { return strings.Join(placeColumns, ",") + "\n" + rows }
	const md, csv, code, manifest = "codes/one/2020.md", "places.csv", "codes/one/code.yaml", "pack.yaml"
	// Each edit makes the minimal pack wrong in the ways listed as file:line: and
	// the beginning of the message.
	tests := map[string]struct {
		edits map[string]string
		want  []string
	}{
		"ErrEverythingAtOnce": {map[string]string{
			manifest: "format: 2\nname: Small\n", csv: places("ES,,country,,,,,,,\n"), code: "title: One\ncolour: red\n", md: "# Scope\n",
			"notes.txt": "x", "codes/Two/code.yaml": "x"},
			[]string{
				"codes/Two:1: the folder's name",
				"codes/one/2020.md:1: must begin with front matter",
				"codes/one/code.yaml:1: country: is required", "codes/one/code.yaml:1: scope: is required",
				"codes/one/code.yaml:1: territories: is required", `codes/one/code.yaml:2: unknown key "colour"`,
				"notes.txt:1: is not expected here",
				"pack.yaml:1: format: 2 is not a format", "pack.yaml:1: title: is required", `pack.yaml:2: name: "Small" must be`,
				"places.csv:2: name: is empty",
			}},

		"ErrNoManifest":       {map[string]string{manifest: ""}, []string{"pack.yaml:1: is missing"}},
		"ErrEmptyManifest":    {map[string]string{manifest: "# nothing\n"}, []string{"pack.yaml:1: is empty"}},
		"ErrManifestList":     {map[string]string{manifest: "- format\n"}, []string{"pack.yaml:1: must be keys and values"}},
		"ErrYAML":             {map[string]string{manifest: "format: 1\nname: [\n"}, []string{"pack.yaml:2: is no YAML"}},
		"ErrTwoDocuments":     {map[string]string{manifest: "format: 1\nname: a\ntitle: b\n---\nname: c\n"}, []string{"pack.yaml:4: a second document"}},
		"ErrDuplicateKey":     {map[string]string{manifest: "format: 1\nname: a\ntitle: b\nname: c\n"}, []string{`pack.yaml:4: key "name" is here twice`}},
		"ErrAnchor":           {map[string]string{manifest: "format: 1\nname: a\ntitle: &t b\ndescription: *t\n"}, []string{"pack.yaml:3: anchors", "pack.yaml:4: anchors"}},
		"ErrMergeKey":         {map[string]string{manifest: "format: 1\nname: a\ntitle: b\n<<: {licence: x}\n"}, []string{`pack.yaml:4: unknown key "<<"`}},
		"ErrTag":              {map[string]string{manifest: "format: 1\nname: a\ntitle: !!str b\n"}, []string{"pack.yaml:3: tags"}},
		"ErrFormatText":       {map[string]string{manifest: "format: \"1\"\nname: a\ntitle: b\n"}, []string{"pack.yaml:1: format: must be the number 1"}},
		"ErrTitleNumber":      {map[string]string{manifest: "format: 1\nname: a\ntitle: 12\n"}, []string{"pack.yaml:3: title: must be text"}},
		"ErrTitleLines":       {map[string]string{manifest: "format: 1\nname: a\ntitle: |\n  b\n  c\n"}, []string{"pack.yaml:3: title: must be a single line"}},
		"ErrControlCharacter": {map[string]string{manifest: "format: 1\nname: a\ntitle: \"b\\ac\"\n"}, []string{"pack.yaml:3: title: contains the control character"}},
		"ErrCountry":          {map[string]string{manifest: "format: 1\nname: a\ntitle: b\ncountry: es\n"}, []string{`pack.yaml:4: country: "es" is no ISO`}},
		"ErrSources": {map[string]string{manifest: "format: 1\nname: a\ntitle: b\nsources:\n  - url: javascript:x\n  - title: t\n    link: x\n"},
			[]string{"pack.yaml:5: title: is required", "pack.yaml:5: url: must be a full address", `pack.yaml:7: unknown key "link"`}},
		"ErrExtra": {map[string]string{manifest: "format: 1\nname: a\ntitle: b\nextra:\n  - {key: id, label: x}\n  - {key: Wind, label: x}\n  - {key: a}\n", csv: ""},
			[]string{`pack.yaml:5: key: "id" is a column`, `pack.yaml:6: key: "Wind" must be`, "pack.yaml:7: label: is required"}},

		"ErrCSVEmpty":         {map[string]string{csv: "\n"}, []string{"places.csv:1: is empty"}},
		"ErrCSVMissingColumn": {map[string]string{csv: "id,name,level\nES,España,country\n"}, missingColumns("parent", "aliases", "climate_zone", "altitude_m", "seismic_zone", "radon_zone", "population")},
		"ErrCSVUnknownColumn": {map[string]string{csv: strings.Join(placeColumns, ",") + ",wind\n"}, []string{`places.csv:1: unknown column "wind"`}},
		"ErrCSVColumnTwice":   {map[string]string{csv: strings.Join(placeColumns, ",") + ",id\n"}, []string{`places.csv:1: column "id" is here twice`}},
		"ErrCSVFields":        {map[string]string{csv: places("ES,España,country\nES-1,A,region,ES,,,,,,,,\n")}, []string{"places.csv:2: has 3 fields", "places.csv:3: has 12 fields"}},
		"ErrCSVQuote":         {map[string]string{csv: places("ES,Esp\"aña,country,,,,,,,\nES-1,,region,ES,,,,,,\n")}, []string{"places.csv:2: is no CSV", "places.csv:3: name: is empty"}},
		"ErrCSVLineAfterQuotedBreaks": {map[string]string{csv: places("ES,\"Esp\nana\n\",country,,,,,,,\nES-1,A,county,ES,,,,,,\n")},
			[]string{"places.csv:2: name: contains a line break", `places.csv:5: level: "county" is none of`}},
		"ErrCSVDuplicate": {map[string]string{csv: places("ES,A,country,,,,,,,\nES,B,country,,,,,,,\n")}, []string{"places.csv:3: id ES is here twice, first on line 2"}},
		"ErrCSVNumbers": {map[string]string{csv: places("ES-1,A,municipality,ES,,,12.5,,4,-1\nES-2,A,municipality,ES,,,99999999999,,x,1 000\n")},
			[]string{`places.csv:2: altitude_m: "12.5"`, "places.csv:2: radon_zone: 4 is none", "places.csv:2: population: -1 is negative",
				`places.csv:3: altitude_m: "99999999999"`, `places.csv:3: radon_zone: "x"`, `places.csv:3: population: "1 000"`}},
		"ErrCSVAliases":     {map[string]string{csv: places("ES,A,country,,a||a,,,,,\n")}, []string{"places.csv:2: aliases: one is empty", `places.csv:2: aliases: "a" is here twice`}},
		"ErrCSVID":          {map[string]string{csv: places("es,A,country,,,,,,,\n,B,country,,,,,,,\nFR,C,country,,,,,,,\n")}, []string{`places.csv:2: id: "es" must be in capitals`, "places.csv:3: id: is empty", "places.csv:4: id: FR is not of the pack's country ES"}},
		"ErrCSVTechTooHigh": {map[string]string{csv: places("ES,A,country,,,,10,,,\n")}, []string{"places.csv:2: level: a country has no technical data"}},
		"ErrCSVUTF8":        {map[string]string{csv: places("ES,Espa\xf1a,country,,,,,,,\n")}, []string{"places.csv:2: is not valid UTF-8"}},
		"ErrCSVNUL":         {map[string]string{csv: places("ES,A,country,,,,,,,\nES-1,\x00,region,ES,,,,,,\n")}, []string{"places.csv:3: contains a NUL"}},

		"ErrNoCode":       {map[string]string{code: ""}, []string{"codes/one/code.yaml:1: is missing"}},
		"ErrScope":        {map[string]string{code: "title: One\ncountry: ES\nscope: state\nterritories: [ES]\n"}, []string{`codes/one/code.yaml:3: scope: "state" is none of european, national`}},
		"ErrTerritories":  {map[string]string{code: "title: One\ncountry: ES\nscope: national\nterritories: ES\n"}, []string{"codes/one/code.yaml:4: territories: must be a list"}},
		"ErrNoTerritory":  {map[string]string{code: "title: One\ncountry: ES\nscope: national\nterritories: []\n"}, []string{"codes/one/code.yaml:4: territories: is empty"}},
		"ErrTags":         {map[string]string{code: "title: One\ncountry: ES\nscope: national\nterritories: [ES]\ntags:\n  - a\n  - 1\n  - a\n  - ''\n"}, []string{"codes/one/code.yaml:7: tags: each entry", `codes/one/code.yaml:8: tags: "a" is here twice`, "codes/one/code.yaml:9: tags: an entry"}},
		"ErrCodeCountry":  {map[string]string{code: "title: One\ncountry: FR\nscope: national\nterritories: [FR]\n"}, []string{"codes/one/code.yaml:2: country: FR is not the pack's country ES"}},
		"ErrSlugs":        {map[string]string{"codes/latest/code.yaml": "x", "codes/a--b/code.yaml": "x", "codes/one/search.md": "x", "codes/one/V1.md": "x", "codes/one/V1.rules.yaml": "x"}, []string{"codes/a--b:1: the folder's name", "codes/latest:1: the folder's name", "codes/one/V1.md:1: the file's name", "codes/one/V1.rules.yaml:1: the file's name", "codes/one/search.md:1: the file's name"}},
		"ErrPlaceOfFiles": {map[string]string{"codes/stray.md": "x", "codes/one/deep/a.md": "x", "codes/one/a.txt": "x", "texts/a.md": "x", "Pack.yaml": "x"}, []string{"Pack.yaml:1: is not expected", "codes/one/a.txt:1: is not expected", "codes/one/deep:1: a folder is not expected", "codes/stray.md:1: is not expected", "texts:1: a folder is not expected"}},
		"ErrRulesAlone":   {map[string]string{"codes/one/2021.rules.yaml": "format: 1\n"}, []string{"codes/one/2021.rules.yaml:1: has no version beside it"}},

		"ErrFrontOpen":     {map[string]string{md: "---\ntitle: T\n"}, []string{md + ":1: the front matter has no end"}},
		"ErrFrontEmpty":    {map[string]string{md: "---\n---\n"}, []string{md + ":2: is empty"}},
		"ErrFrontKeys":     {map[string]string{md: front("colour: red\nstatus: repealed\n")}, []string{md + `:4: unknown key "colour"`, md + `:5: key "status" is here twice`}},
		"ErrStatus":        {map[string]string{md: "---\ntitle: T\nstatus: in force\n---\n"}, []string{md + `:3: status: "in force" is none of active, repealed, draft, in_progress`}},
		"ErrStatusMissing": {map[string]string{md: "---\ntitle: T\n---\n"}, []string{md + ":2: status: is required"}},
		"ErrDates":         {map[string]string{md: front("published: 2020-02-30\neffective: 1/2/2020\nrepealed: 2020\n")}, []string{md + `:4: published: "2020-02-30"`, md + `:5: effective: "1/2/2020"`, md + ":6: repealed: must be a date"}},
		"ErrDateOrder":     {map[string]string{md: front("published: 2021-01-01\neffective: 2021-02-01\nrepealed: 2020-01-01\n")}, []string{md + ":6: repealed: 2020-01-01 lies before effective", md + ":6: repealed: 2020-01-01 lies before published"}},
		"ErrSuccessor":     {map[string]string{md: front("succeeded_by: one/2020\n"), "codes/one/a.md": front("succeeded_by: A B\n")}, []string{md + ":4: succeeded_by: names the version itself", "codes/one/a.md:4: succeeded_by: must be a version"}},
		"ErrSourceURL":     {map[string]string{md: front("source_url: www.boe.es\n")}, []string{md + ":4: source_url: must be a full address"}},
		"ErrInternalType":  {map[string]string{md: front("internal: \"yes\"\n")}, []string{md + ":4: internal: must be true or false"}},
		"ErrNoText":        {map[string]string{md: front("language: es\ninternal: true\n")}, []string{md + ":5: internal: is true, but there is no text"}},
		"ErrOnlyHeadings":  {map[string]string{md: front("language: es\ninternal: true\n") + "# A\n"}, []string{md + ":7: there are headings but no text"}},
		"ErrText":          {map[string]string{md: front("internal: false\n") + "# A\n\nText.\n"}, []string{md + ":4: internal: is not true, but there is text"}},
		"ErrDigest":        {map[string]string{md: front("digest: true\n")}, []string{md + ":4: digest: says what kind"}},
		"ErrLanguage":      {map[string]string{md: front("internal: true\n") + "# A\n\nText.\n", "codes/one/a.md": front("language: Spanish\n")}, []string{md + ":2: language: is required", `codes/one/a.md:4: language: "Spanish"`}},
		"ErrBlockID": {map[string]string{
			md:               version("# A\n\n{#01234567-89ab-4def-8123-456789abcdef}\n\nText.\n"),
			"codes/one/a.md": version("# A\n\n{#01234567-89ab-4def-8123-456789abcdef}\n\nText.\n")},
			[]string{"codes/one/a.md:11: block id 01234567-89ab-4def-8123-456789abcdef is used already at codes/one/2020.md:11"}},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			_, err := Read(minimal(tt.edits), nil)
			wantProblems(t, tt.want, err)
		})
	}
}

func missingColumns(names ...string) []string {
	var list []string
	for _, name := range names {
		list = append(list, fmt.Sprintf("places.csv:1: column %q is missing", name))
	}
	return list
}

// wantProblems checks that err lists exactly the problems that begin so, in order.
func wantProblems(t *testing.T, want []string, err error) {
	t.Helper()
	var mistakes *Error
	if !errors.As(err, &mistakes) || !errors.Is(err, ErrInvalid) {
		t.Fatalf("got %v, want an *Error", err)
	}
	var got []string
	for i, p := range mistakes.Problems {
		text := p.String()
		if i < len(want) && strings.HasPrefix(text, want[i]) {
			text = want[i]
		}
		got = append(got, text)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("problems (-want +got):\n%s", diff)
	}
}

func TestRead_Limits(t *testing.T) {
	pack := minimal(nil)
	tests := map[string]struct {
		opts ReadOptions
		want []string
	}{
		"ErrFile":  {ReadOptions{MaxFileBytes: 100}, []string{"places.csv:1: is larger than 100 bytes"}},
		"ErrTotal": {ReadOptions{MaxTotalBytes: 100}, []string{"codes/one/2020.md:1: brings the pack above 100", "codes/one/code.yaml:1: brings the pack above 100", "places.csv:1: brings the pack above 100"}},
		"ErrFiles": {ReadOptions{MaxFiles: 3}, []string{"codes/one/2020.md:1: the pack has more than 3 files"}},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			_, err := Read(pack, &tt.opts)
			wantProblems(t, tt.want, err)
		})
	}
}

// endless is a file without end that claims to be small.
type endless struct {
	fs.File
	read *int
}

func (e endless) Read(p []byte) (int, error) {
	*e.read += len(p)
	return len(p), nil
}

type endlessFS struct {
	fs.FS
	read *int
}

func (f endlessFS) Open(name string) (fs.File, error) {
	file, err := f.FS.Open(name)
	if name == "places.csv" && err == nil {
		return endless{file, f.read}, nil
	}
	return file, err
}

// However much a file holds, no more than the limit is read of it.
func TestRead_Endless(t *testing.T) {
	read := 0
	_, err := Read(endlessFS{minimal(nil), &read}, &ReadOptions{MaxFileBytes: 1 << 16})
	wantProblems(t, []string{"places.csv:1: is larger than 65536 bytes"}, err)
	if read > 1<<16+1 {
		t.Errorf("%d bytes were read, want at most %d", read, 1<<16+1)
	}
}

func TestRead_Symlink(t *testing.T) {
	pack := minimal(nil)
	pack["codes/one/2021.md"] = &fstest.MapFile{Data: []byte("/etc/passwd"), Mode: fs.ModeSymlink}
	_, err := Read(pack, nil)
	wantProblems(t, []string{"codes/one/2021.md:1: is a symbolic link"}, err)
}

func TestRead_ManyMistakes(t *testing.T) {
	_, err := Read(minimal(map[string]string{"places.csv": strings.Join(placeColumns, ",") + "\n" + strings.Repeat("x\n", 50_000)}), nil)
	var mistakes *Error
	if !errors.As(err, &mistakes) || len(mistakes.Problems) != maxPerFile {
		t.Fatalf("got %d problems, want %d", len(mistakes.Problems), maxPerFile)
	}
	if last := mistakes.Problems[maxPerFile-1].Message; !strings.Contains(last, "more mistakes") {
		t.Errorf("last problem is %q", last)
	}
}

func TestRead_Progress(t *testing.T) {
	var got []string
	_, err := Read(minimal(nil), &ReadOptions{Progress: func(done, total int, what string) {
		got = append(got, fmt.Sprintf("%d/%d %s", done, total, what))
	}})
	if err != nil {
		t.Fatal(err)
	}
	want := []string{"1/4 pack.yaml", "2/4 places.csv", "3/4 codes/one/code.yaml", "4/4 codes/one/2020.md"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("progress (-want +got):\n%s", diff)
	}
}
