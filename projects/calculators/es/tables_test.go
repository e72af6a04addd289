package es_test

import (
	"encoding/json"
	"fmt"
	"math/big"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/reglookup/regengine/projects"
	"github.com/reglookup/regengine/projects/calculators/es"
)

// rows reads a table of the package as it lies in its folder.
func rows(t testing.TB, file string) [][]string {
	t.Helper()
	text, err := os.ReadFile(filepath.FromSlash(file))
	if err != nil {
		t.Fatal(err)
	}
	var list [][]string
	for line := range strings.Lines(string(text)) {
		if !strings.HasPrefix(line, "#") {
			list = append(list, strings.Split(strings.TrimSuffix(line, "\n"), "\t"))
		}
	}
	if len(list) == 0 || !strings.HasPrefix(string(text), "# CTE") && !strings.HasPrefix(string(text), "# Winter") {
		t.Fatalf("%s: empty, or does not say where its figures stand", file)
	}
	return list
}

// member runs a calculator and returns one number of its result, nil where it has none.
func member(t testing.TB, c projects.Calculator, name, input string) *big.Rat {
	t.Helper()
	var result map[string]json.RawMessage
	unmarshal(t, string(run(t, c, input).Result), &result)
	if result[name] == nil {
		return nil
	}
	return rat(t, string(result[name]))
}

func rat(t testing.TB, digits string) *big.Rat {
	t.Helper()
	r, ok := new(big.Rat).SetString(digits)
	if !ok {
		t.Fatalf("%q is no number", digits)
	}
	return r
}

func wantNumber(t testing.TB, c projects.Calculator, name, input, want string) {
	t.Helper()
	if got := member(t, c, name, input); got == nil || got.Cmp(rat(t, want)) != 0 {
		t.Errorf("%s: want %s %s, got %v", input, name, want, got)
	}
}

// TestTables_sources holds that every table says where its figures stand.
func TestTables_sources(t *testing.T) {
	files, err := filepath.Glob("data/*.tsv")
	if err != nil || len(files) < 12 {
		t.Fatal(files, err)
	}
	for _, file := range files {
		rows(t, file)
	}
}

// TestKLim_nodes takes every cell of the tables 3.1.1.b and c, at and beyond its
// compactness.
func TestKLim_nodes(t *testing.T) {
	zones := []string{"α", "A", "B", "C", "D", "E"}
	works := map[string]string{
		"residencial-nuevo": `"use":"residencial","work":"ampliacion"`, "residencial-existente": `"use":"residencial","work":"cambio-uso"`,
		"otro": `"use":"otro","work":"cambio-uso"`,
	}
	for _, cells := range rows(t, "data/klim.tsv") {
		beyond := map[string]string{"1": "0.001", "4": "999"}[cells[2]]
		for i, zone := range zones {
			for _, ratio := range []string{cells[2], beyond} {
				wantNumber(t, es.KLim(), "k_lim_exact", fmt.Sprintf(`{%s,"winter_zone":%q,"compactness":%s}`, works[cells[0]], zone, ratio), cells[3+i])
			}
		}
	}
}

// TestSnow_nodes takes every cell of table E.2, and that there is no load beyond it.
func TestSnow_nodes(t *testing.T) {
	highest := make(map[int]string)
	for _, cells := range rows(t, "data/snow-altitude.tsv") {
		for zone, load := range cells[1:] {
			if load == "" {
				continue
			}
			highest[zone] = cells[0]
			wantNumber(t, es.Snow(), "ground_load", fmt.Sprintf(`{"winter_zone":"%d","altitude":%s,"slope":0,"foot":"libre","exposure":"normal"}`, zone+1, cells[0]), load)
		}
	}
	for zone, altitude := range highest {
		input := fmt.Sprintf(`{"winter_zone":"%d","altitude":%s.1,"slope":0,"foot":"libre","exposure":"normal","load":100}`, zone+1, altitude)
		if got := member(t, es.Snow(), "ground_load", input); got != nil {
			t.Errorf("%s: want no load, got %s", input, got)
		}
		if out := run(t, es.Snow(), input); out.Compliant != nil {
			t.Errorf("%s: want no verdict, got %s", input, out.Summary)
		}
	}
}

// TestSnow_capitals holds table 3.8 against the straight lines between the altitudes of
// table E.2: two tables of one norm that agree to a tenth. Where they do not, table 3.8
// has more.
func TestSnow_capitals(t *testing.T) {
	zones := make(map[string]string)
	for _, cells := range rows(t, "testdata/winter-zones.tsv") {
		zones[cells[0]] = cells[1]
	}
	capitals := rows(t, "data/snow-capitals.tsv")
	if len(capitals) != 52 {
		t.Errorf("want 52 capitals, got %d", len(capitals))
	}
	half, tenth := big.NewRat(1, 20), big.NewRat(1, 10)
	for _, cells := range capitals {
		wantNumber(t, es.Snow(), "ground_load", fmt.Sprintf(`{"capital":%q,"slope":0,"foot":"libre","exposure":"normal"}`, cells[0]), cells[3])
		byZone := member(t, es.Snow(), "ground_load", fmt.Sprintf(`{"winter_zone":%q,"altitude":%s,"slope":0,"foot":"libre","exposure":"normal"}`, zones[cells[0]], cells[2]))
		above := new(big.Rat).Sub(rat(t, cells[3]), byZone)
		if above.Cmp(tenth) >= 0 || new(big.Rat).Neg(above).Cmp(half) > 0 {
			t.Errorf("%s: table 3.8 has %s, table E.2 %s", cells[1], cells[3], byZone.FloatString(3))
		}
	}
}

// TestEvacuation_table42 takes the capacities DB-SI 3 publishes in table 4.2 for stairs
// that are not protected: as many persons comply, one more does not.
func TestEvacuation_table42(t *testing.T) {
	for _, tt := range []struct {
		width    string
		up, down int
	}{
		{"1.00", 132, 160}, {"1.10", 145, 176}, {"1.20", 158, 192}, {"1.30", 171, 208}, {"1.40", 184, 224},
		{"1.50", 198, 240}, {"1.60", 211, 256}, {"1.70", 224, 272}, {"1.80", 237, 288}, {"1.90", 250, 304},
		{"2.00", 264, 320}, {"2.10", 277, 336}, {"2.20", 290, 352}, {"2.30", 303, 368}, {"2.40", 316, 384},
	} {
		for more, want := range []string{"true", "false"} {
			for _, input := range []string{
				fmt.Sprintf(`{"element":"escalera-descendente","use":"otros","persons":%d,"several_required":false,"width":%s}`, tt.down+more, tt.width),
				fmt.Sprintf(`{"element":"escalera-ascendente","use":"otros","height":2.8,"persons":%d,"several_required":false,"width":%s}`, tt.up+more, tt.width),
			} {
				if out := run(t, es.Evacuation(), input); compliant(out) != want {
					t.Errorf("%s: want %s, got %s", input, want, out.Summary)
				}
			}
		}
	}
}

// TestEvacuation_stairWidths takes both sides of each bound of table 4.1 of DB-SUA 1.
func TestEvacuation_stairWidths(t *testing.T) {
	for _, cells := range rows(t, "data/stair-widths.tsv") {
		for i, persons := range [][2]int{{1, 25}, {26, 50}, {51, 100}, {101, 110}} {
			for _, p := range persons {
				want := rat(t, cells[2+i])
				wantNumber(t, es.Evacuation(), "width_min", fmt.Sprintf(`{"element":"escalera-descendente","use":%q,"persons":%d,"accessible":false}`, cells[0], p), want.FloatString(2))
				if want.Cmp(big.NewRat(1, 1)) < 0 {
					want = big.NewRat(1, 1)
				}
				wantNumber(t, es.Evacuation(), "width_min", fmt.Sprintf(`{"element":"escalera-descendente","use":%q,"persons":%d}`, cells[0], p), want.FloatString(2))
			}
		}
	}
}

// TestRain_nodes takes every cell of the tables 4.7, 4.8 and 4.9: the area of a row has
// its diameter, a little more the next one's.
func TestRain_nodes(t *testing.T) {
	for _, tt := range []struct {
		file, member, input string
		slopes              []string
	}{
		{"data/rain-downpipes.tsv", "downpipe_diameter", `{"area":%s,"intensity":100%s}`, []string{""}},
		{"data/rain-gutters.tsv", "gutter_diameter", `{"area":%s,"intensity":100,"gutter_slope":"%s"}`, []string{"0.5", "1", "2", "4"}},
		{"data/rain-collectors.tsv", "collector_diameter", `{"area":%s,"intensity":100,"collector_slope":"%s"}`, []string{"1", "2", "4"}},
	} {
		table := rows(t, tt.file)
		for i, cells := range table {
			for column, slope := range tt.slopes {
				area := cells[1+column]
				wantNumber(t, es.Rain(), tt.member, fmt.Sprintf(tt.input, area, slope), cells[0])
				beyond := member(t, es.Rain(), tt.member, fmt.Sprintf(tt.input, area+".01", slope))
				switch {
				case i == len(table)-1 && beyond != nil:
					t.Errorf("%s beyond %s: want no diameter, got %s", tt.file, area, beyond)
				case i < len(table)-1 && (beyond == nil || beyond.Cmp(rat(t, table[i+1][0])) != 0):
					t.Errorf("%s beyond %s: want %s, got %v", tt.file, area, table[i+1][0], beyond)
				}
			}
		}
	}
	for _, cells := range rows(t, "data/rain-intensity.tsv") {
		for i, zone := range []string{"A", "B"} {
			wantNumber(t, es.Rain(), "intensity", fmt.Sprintf(`{"area":1,"isohyet":%q,"rain_zone":%q}`, cells[0], zone), cells[1+i])
		}
	}
}

// TestNoise_nodes takes every cell of table 2.1, at and a little above its bound, for
// any noise and for that of aircraft.
func TestNoise_nodes(t *testing.T) {
	columns := []string{`"use":"hospitalario","room":"dormitorio"`, `"use":"residencial-publico","room":"estancia"`, `"use":"otro","room":"estancia"`, `"use":"otro","room":"aula"`}
	table := rows(t, "data/noise-outside.tsv")
	for i, cells := range table {
		at := []string{cells[0]}
		if i > 0 {
			at = append(at, table[i-1][0]+".1")
		}
		for column, input := range columns {
			for _, ld := range at {
				if ld == "" {
					continue
				}
				for more, aircraft := range []string{"false", "true"} {
					least := new(big.Rat).Add(rat(t, cells[1+column]), big.NewRat(int64(4*more), 1)).FloatString(0)
					out := run(t, es.Noise(), fmt.Sprintf(`{%s,"against":"exterior","ld":%s,"aircraft":%s}`, input, ld, aircraft))
					if !strings.Contains(string(out.Result), `"minimum":`+least+`}`) || out.Compliant != nil {
						t.Errorf("%s, Ld %s, aircraft %s: want %s, got %s", input, ld, aircraft, least, out.Result)
					}
				}
			}
		}
	}
}
