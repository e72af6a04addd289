package starter_test

import (
	"bytes"
	"encoding/csv"
	"flag"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/reglookup/regengine/geo/es"
)

// Spain's municipalities are in places.csv as the official lists have them. With
// the folder of those lists the file is held against them, or written anew:
//
//	go test ./regengine/starter -run TestMunicipalities -municipalities DIR [-write]
//
// DIR holds municipalities.tsv: ine_code, name, province_code, region_code,
// altitude_m, population, climate_zone, radon_zone, seismic_ab_g. What a person
// put into places.csv beside that stays: names people use, and further data.
var (
	listsFolder = flag.String("municipalities", "", "folder with municipalities.tsv, the official lists as one table")
	writePlaces = flag.Bool("write", false, "write places.csv anew from the lists")
)

var placesPath = filepath.Join("pack", "places.csv")

func TestMunicipalities(t *testing.T) {
	if *listsFolder == "" {
		t.Skip("no -municipalities: nothing to hold places.csv against")
	}
	header, above, towns := readPlaces(t)
	listed := readList(t, filepath.Join(*listsFolder, "municipalities.tsv"))
	for i := range listed {
		listed[i].checkZone(t)
		id := "ES-" + listed[i].code
		towns[id] = listed[i].row(header, towns[id])
	}
	for id := range towns {
		if !slices.ContainsFunc(listed, func(m municipality) bool { return "ES-"+m.code == id }) {
			t.Errorf("%s is not in the list", id)
		}
	}
	want := placesText(t, header, above, towns)
	if *writePlaces {
		if err := os.WriteFile(placesPath, want, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile(placesPath)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(strings.Split(string(want), "\n"), strings.Split(string(got), "\n")); diff != "" {
		t.Errorf("places.csv (-lists +file); -write writes it anew:\n%s", diff)
	}
}

// municipality is a row of the list.
type municipality struct{ code, name, altitude, population, zone, radon, seismic string }

// checkZone holds the list's climate zone against the one the scheme derives.
func (m municipality) checkZone(t *testing.T) {
	t.Helper()
	if zone := zoneAt(t, m.code, m.altitude); zone != m.zone {
		t.Errorf("%s %s: the list has climate zone %q, by altitude it is %q", m.code, m.name, m.zone, zone)
	}
}

// row is the municipality as a row of places.csv; known is the one that is there, nil
// for none.
func (m municipality) row(header, known []string) []string {
	row := slices.Clone(known)
	if row == nil {
		row = make([]string, len(header))
	}
	set := func(column, value string) { row[slices.Index(header, column)] = value }
	get := func(column string) string { return row[slices.Index(header, column)] }
	if name, aliases := get("name"), splitAliases(get("aliases")); !callsIt(m.name, name, aliases) {
		if name != "" {
			set("aliases", strings.Join(append(aliases, name), "|")) // what it was called stays findable
		}
		set("name", m.name)
	}
	set("id", "ES-"+m.code)
	set("level", "municipality")
	set("parent", "ES-"+m.code[:2])
	set("climate_zone", m.zone)
	set("altitude_m", m.altitude)
	set("population", m.population)
	set("radon_zone", m.radon)
	set("seismic_zone", seismicWord(m.seismic))
	return row
}

// callsIt reports whether a place of that name and those aliases is called what the
// list calls it: "Girona/Gerona" is Girona, whose alias is Gerona.
func callsIt(listed, name string, aliases []string) bool {
	own := append([]string{name}, aliases...)
	if slices.Contains(own, listed) {
		return true
	}
	for part := range strings.SplitSeq(listed, "/") {
		if !slices.Contains(own, part) {
			return false
		}
	}
	return true
}

func splitAliases(text string) []string {
	if text == "" {
		return nil
	}
	return strings.Split(text, "|")
}

// seismicWord is the word for ab/g: "<0.04" is what the list of NCSE-02 does not name.
func seismicWord(ab string) string {
	if strings.HasPrefix(ab, "<") {
		return "ab" + ab + "g"
	}
	return "ab=" + ab + "g"
}

func zoneAt(t *testing.T, code, altitude string) string {
	t.Helper()
	metres := number(t, altitude)
	if metres == nil {
		return ""
	}
	zone, _ := es.ClimateZone(code[:2], *metres)
	return zone
}

// readPlaces returns places.csv: its header, the rows above the municipalities, and
// those of the municipalities by identifier.
func readPlaces(t *testing.T) (header []string, above [][]string, towns map[string][]string) {
	t.Helper()
	rows := readTable(t, placesPath, ',')
	header, towns = rows[0], make(map[string][]string)
	for _, row := range rows[1:] {
		if row[slices.Index(header, "level")] == "municipality" {
			towns[row[0]] = row
		} else {
			above = append(above, row)
		}
	}
	return header, above, towns
}

func readList(t *testing.T, path string) []municipality {
	t.Helper()
	rows := readTable(t, path, '\t')
	at := func(row []string, column string) string {
		i := slices.Index(rows[0], column)
		if i < 0 {
			t.Fatalf("%s has no column %s", path, column)
		}
		return row[i]
	}
	var list []municipality
	for _, row := range rows[1:] {
		list = append(list, municipality{
			code: at(row, "ine_code"), name: at(row, "name"), altitude: at(row, "altitude_m"), population: at(row, "population"),
			zone: at(row, "climate_zone"), radon: at(row, "radon_zone"), seismic: at(row, "seismic_ab_g"),
		})
	}
	return list
}

func readTable(t *testing.T, path string, comma rune) [][]string {
	t.Helper()
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	lines := csv.NewReader(bytes.NewReader(content))
	lines.Comma = comma
	rows, err := lines.ReadAll()
	if err != nil || len(rows) < 2 {
		t.Fatalf("%s: %d rows (%v)", path, len(rows), err)
	}
	return rows
}

func placesText(t *testing.T, header []string, above [][]string, towns map[string][]string) []byte {
	t.Helper()
	var rows [][]string
	for _, row := range towns {
		rows = append(rows, row)
	}
	slices.SortFunc(rows, func(a, b []string) int { return strings.Compare(a[0], b[0]) })
	var text bytes.Buffer
	if err := csv.NewWriter(&text).WriteAll(slices.Concat([][]string{header}, above, rows)); err != nil {
		t.Fatal(err)
	}
	return text.Bytes()
}

// number reads a cell; nil for an empty one: unknown.
func number(t *testing.T, cell string) *int {
	t.Helper()
	if cell == "" {
		return nil
	}
	n, err := strconv.Atoi(cell)
	if err != nil {
		t.Fatal(err)
	}
	return &n
}
