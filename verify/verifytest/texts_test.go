package verifytest_test

import (
	"bufio"
	"encoding/csv"
	"encoding/json"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/codes/retrieval"
	"github.com/reglookup/regengine/geo"
	"github.com/reglookup/regengine/geo/es"
	"github.com/reglookup/regengine/verify"
	"github.com/reglookup/regengine/verify/textlimits"
	"github.com/reglookup/regengine/verify/verifyeval"
)

// text is a passage of a code.
type text struct {
	Code    string `json:"code"`
	Section string `json:"section"`
	Text    string `json:"text"`
}

// textsVerifier is a Verifier without rules over passages, with the limits that
// are read out of them.
func textsVerifier(t testing.TB, places *geo.Gazetteer, country geo.ID, lang string, texts []text) *verify.Verifier {
	t.Helper()
	blocks := make(map[string][]retrieval.Block)
	var order []string
	seen := make(map[text]bool)
	for _, p := range texts {
		if p.Code == "" || p.Text == "" || seen[p] {
			continue
		}
		seen[p] = true
		doc := p.Code + "/1"
		if blocks[doc] == nil {
			order = append(order, p.Code)
		}
		n := len(blocks[doc])
		blocks[doc] = append(blocks[doc], retrieval.Block{ID: doc + "#" + strconv.Itoa(n), Doc: doc, Section: "s" + strconv.Itoa(n), Path: []string{p.Section},
			Kind: retrieval.Paragraph, Lang: lang, Order: n, Text: p.Text})
	}
	return blocksVerifier(t, places, country, order, blocks)
}

// blocksVerifier is a Verifier without rules over documents named "code/1".
func blocksVerifier(t testing.TB, places *geo.Gazetteer, country geo.ID, slugs []string, blocks map[string][]retrieval.Block) *verify.Verifier {
	t.Helper()
	day, _ := codes.NewDate(2020, 1, 1)
	var list []codes.Code
	var all []retrieval.Block
	var sets []textlimits.LimitSet
	extractor := textlimits.New()
	for _, slug := range slugs {
		doc := slug + "/1"
		list = append(list, codes.Code{Slug: slug, Title: slug, CountryCode: string(country), Scope: codes.National, Territories: []geo.ID{country},
			Versions: []codes.Version{{Slug: "1", Title: slug, Status: codes.Active, Effective: day, Internal: true}}})
		all = append(all, blocks[doc]...)
		limits, err := extractor.Extract(t.Context(), blocks[doc])
		if err != nil {
			t.Fatal(err)
		}
		sets = append(sets, textlimits.LimitSet{Doc: doc, Origin: textlimits.FromPattern, Extractor: extractor.Name(), Limits: limits})
	}
	catalog, err := codes.NewCatalog(places, list)
	if err != nil {
		t.Fatal(err)
	}
	v, err := verify.New(places, catalog, retrieval.New(all), nil, &verify.Options{Limits: sets})
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// allPlaces are the places of the starter pack, and a country without any text
// but what a test gives it.
func allPlaces(t testing.TB) *geo.Gazetteer {
	t.Helper()
	p, err := openStarter()
	if err != nil {
		t.Fatal(err)
	}
	return gazetteer(t, p.Data.Places)
}

// fewPlaces are one town of Spain with what it lies in.
func fewPlaces(t testing.TB) *geo.Gazetteer {
	t.Helper()
	altitude := 657
	return gazetteer(t, []geo.Place{
		{ID: "ES", Name: "España", Level: geo.Country},
		{ID: "ES-MD", Name: "Comunidad de Madrid", Level: geo.Region, Parent: "ES"},
		{ID: "ES-28", Name: "Madrid", Level: geo.Province, Parent: "ES-MD"},
		{ID: "ES-28079", Name: "Madrid", Level: geo.Municipality, Parent: "ES-28", Tech: &geo.TechData{AltitudeM: &altitude, ClimateZone: "D3"}},
	})
}

func gazetteer(t testing.TB, list []geo.Place) *geo.Gazetteer {
	t.Helper()
	list = append(list, geo.Place{ID: "XX", Name: "Xland", Level: geo.Country}, geo.Place{ID: "XX-1", Name: "Xtown", Level: geo.Municipality, Parent: "XX"})
	places, err := geo.NewGazetteer([]geo.Scheme{es.Scheme{}, anyScheme{}}, list)
	if err != nil {
		t.Fatal(err)
	}
	return places
}

// anyScheme takes XX and XX-1.
type anyScheme struct{ geo.UnimplementedScheme }

func (anyScheme) Country() geo.ID              { return "XX" }
func (anyScheme) Language() string             { return "en" }
func (anyScheme) Derive(p geo.Place) geo.Place { return p }
func (anyScheme) ParseID(s string) (geo.ID, geo.Level, error) {
	switch id := geo.ID(strings.ToUpper(s)); id {
	case "XX":
		return id, geo.Country, nil
	case "XX-1":
		return id, geo.Municipality, nil
	}
	return "", 0, geo.ErrInvalidID
}

// caseTexts reads the passages that decide the cases of a TSV.
func caseTexts(t *testing.T, path string) []text {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = f.Close() }()
	reader := csv.NewReader(f)
	reader.Comma, reader.LazyQuotes, reader.FieldsPerRecord = '\t', true, -1
	rows, err := reader.ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	column := make(map[string]int)
	for i, name := range rows[0] {
		column[name] = i
	}
	var out []text
	for _, row := range rows[1:] {
		out = append(out, text{Code: row[column["code"]], Section: row[column["section"]], Text: row[column["normative_text"]]})
	}
	return out
}

func passageTexts(t *testing.T, path string) []text {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = f.Close() }()
	var out []text
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var p text
		if err := json.Unmarshal(lines.Bytes(), &p); err != nil {
			t.Fatal(err)
		}
		out = append(out, p)
	}
	return out
}

func loadCases(t *testing.T, path string) []verifyeval.Case {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = f.Close() }()
	cases, err := verifyeval.LoadTSV(f)
	if err != nil {
		t.Fatal(err)
	}
	return cases
}

// TestTexts_Cases reports how the cases of REGENGINE_VERIFY_CASES come out when
// their own passages are all there is, and no rules; with REGENGINE_PASSAGES
// also over all passages of that file. It fails only when they cannot be read.
func TestTexts_Cases(t *testing.T) {
	path := os.Getenv("REGENGINE_VERIFY_CASES")
	if path == "" {
		t.Skip("REGENGINE_VERIFY_CASES names no file of cases")
	}
	cases := loadCases(t, path)
	country, lang := geo.ID("ES"), "es"
	if strings.Contains(filepath.Base(path), "_en") {
		country, lang = "XX", "en"
		for i := range cases {
			cases[i].Check.GeoID = "XX-1"
		}
	}
	places := allPlaces(t)
	t.Run("own passages", func(t *testing.T) { reportTexts(t, textsVerifier(t, places, country, lang, caseTexts(t, path)), cases) })
	if passages := os.Getenv("REGENGINE_PASSAGES"); passages != "" {
		t.Run("all passages", func(t *testing.T) {
			reportTexts(t, textsVerifier(t, places, country, lang, passageTexts(t, passages)), cases)
		})
	}
	if folder := os.Getenv("REGENGINE_TEXTS"); folder != "" && lang == "en" {
		t.Run("whole documents", func(t *testing.T) { reportTexts(t, documentsVerifier(t, places, folder), cases) })
	}
}

// documentsVerifier reads the English documents of a folder of texts.
func documentsVerifier(t *testing.T, places *geo.Gazetteer, folder string) *verify.Verifier {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(folder, "en", "*.txt"))
	if err != nil || len(files) == 0 {
		t.Skip("REGENGINE_TEXTS holds no English texts")
	}
	blocks := make(map[string][]retrieval.Block)
	var slugs []string
	for _, file := range files {
		source, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		slug := documentSlug(file)
		slugs = append(slugs, slug)
		for i, line := range strings.Split(string(source), "\n") {
			if strings.TrimSpace(line) != "" {
				blocks[slug+"/1"] = append(blocks[slug+"/1"], retrieval.Block{ID: slug + "#" + strconv.Itoa(i), Doc: slug + "/1", Section: "s", Kind: retrieval.Paragraph, Lang: "en", Order: i, Text: strings.TrimSpace(line)})
			}
		}
	}
	return blocksVerifier(t, places, "XX", slugs, blocks)
}

func documentSlug(file string) string {
	name := strings.TrimSuffix(strings.ToLower(filepath.Base(file)), "content.txt")
	name = strings.Trim(strings.TrimPrefix(name, "sentences-text-"), "-_")
	return strings.ReplaceAll(name, "_", "-")
}

func reportTexts(t *testing.T, v *verify.Verifier, cases []verifyeval.Case) {
	t.Helper()
	report := verifyeval.Measure(t.Context(), v, starterDay(), cases)
	for _, miss := range report.Misses {
		t.Log(miss)
	}
	if os.Getenv("REGENGINE_EXPLAIN") != "" {
		for _, c := range cases {
			got, err := v.Verify(t.Context(), c.Check, starterDay())
			if err == nil && got.Status != c.Status {
				t.Logf("%s %s | %s | %s %s | %s: want %s, got %s %v %v", c.ID, c.Check.Element, c.Check.Parameter, c.Check.Value, c.Check.Unit, c.Check.BuildingUse, c.Status, got.Status, got.Conditions, got.Warnings)
			}
		}
	}
	t.Log(report)
}
