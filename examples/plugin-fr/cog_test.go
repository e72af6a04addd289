package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/reglookup/regengine/geo"
	"github.com/reglookup/regengine/plugins/sdk"
)

const cogHeader = "TYPECOM,COM,REG,DEP,CTCD,ARR,TNCC,NCC,NCCENR,LIBELLE,CAN,COMPARENT\n"

// cogSample is a file of the official form, in miniature.
const cogSample = cogHeader +
	"COM,01001,84,01,01D,012,5,ABERGEMENT CLEMENCIAT,Abergement-Clémenciat,L'Abergement-Clémenciat,0108,\n" +
	"COM,2A004,94,2A,20R,2A1,1,AJACCIO,Ajaccio,Ajaccio,2A99,\n" +
	"COM,75056,11,75,75C,751,0,PARIS,Paris,Paris,7599,\n" +
	"COM,97105,01,971,971D,9711,0,BASSE TERRE,Basse-Terre,Basse-Terre,97199,\n" +
	"ARM,75101,11,75,75C,751,0,PARIS 01,Paris 01,Paris 1er Arrondissement,,75056\n" +
	"COMD,01015,84,01,01D,,1,ARBIGNIEU,Arbignieu,Arbignieu,0117,01015\n" +
	"COMD,01340,84,01,01D,,0,SAINT BOIS,Saint-Bois,Saint-Bois,0117,01015\n" +
	"COMD,01999,84,01,01D,,0,SANS COMMUNE,Sans Commune,Sans Commune,0117,01998\n" +
	"COM,01015,84,01,01D,012,1,ARBOYS EN BUGEY,Arboys en Bugey,Arboys en Bugey,0117,\n"

// readAll reads a file through one of the formats.
func readAll(t testing.TB, format, text string) ([]geo.Place, []string, error) {
	t.Helper()
	var got []geo.Place
	var notes []string
	err := formatOf(t, format).Read(context.Background(), "file", strings.NewReader(text),
		func(p geo.Place) error { got = append(got, p); return nil },
		func(text string) { notes = append(notes, text) })
	return got, notes, err
}

func formatOf(t testing.TB, name string) sdk.Format {
	t.Helper()
	for _, f := range (country{}).Formats() {
		if f.Name == name {
			return f
		}
	}
	t.Fatalf("no format %q", name)
	return sdk.Format{}
}

func TestReadCOG(t *testing.T) {
	for _, tt := range []struct{ name, text string }{
		{"OK", cogSample},
		{"BOM", "\uFEFF" + cogSample},
		{"CRLF", strings.ReplaceAll(cogSample, "\n", "\r\n")},
		{"quoted", strings.ReplaceAll(cogSample, "L'Abergement-Clémenciat", `"L'Abergement-Clémenciat"`)},
		{"small letters in the header", strings.ToLower(cogHeader) + strings.TrimPrefix(cogSample, cogHeader)},
		{"blank lines", strings.ReplaceAll(cogSample, "\n", "\n\n")},
		{"semicolons", strings.ReplaceAll(cogSample, ",", ";")},
		{"tabs", strings.ReplaceAll(cogSample, ",", "\t")},
		{"no last line break", strings.TrimSuffix(cogSample, "\n")},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got, notes, err := readAll(t, "cog", tt.text)
			if err != nil {
				t.Fatal(err)
			}
			paris := builtInCommunes()["FR-75056"]
			paris.Aliases = append(slices.Clone(paris.Aliases), "Paris 1er Arrondissement")
			want := []geo.Place{
				{ID: "FR-01001", Name: "L'Abergement-Clémenciat", Level: geo.Municipality, Parent: "FR-01"},
				builtInCommunes()["FR-2A004"], paris, builtInCommunes()["FR-97105"],
				{ID: "FR-01015", Name: "Arboys en Bugey", Level: geo.Municipality, Parent: "FR-01", Aliases: []string{"Arbignieu", "Saint-Bois"}},
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("places (-want +got):\n%s", diff)
			}
			wantNotes := []string{
				"1 rows of type ARM: parts of a commune, which their names find",
				"3 rows of type COMD: parts of a commune, which their names find",
				"1 parts name no commune of the file in COMPARENT; they are left out",
				"5 communes read; the file has no altitudes",
			}
			if diff := cmp.Diff(wantNotes, notes); diff != "" {
				t.Errorf("notes (-want +got):\n%s", diff)
			}
		})
	}
}

// TestReadCOG_errors holds that each mistake names its line.
func TestReadCOG_errors(t *testing.T) {
	for _, tt := range []struct{ name, text, want string }{
		{"ErrEmpty", "", "the file is empty"},
		{"ErrHeader", "a,b\n1,2\n", "file:1: the header lacks the column TYPECOM"},
		{"ErrNoCommune", cogHeader, "there is no commune below the header"},
		{"ErrType", cogHeader + "XXX,75056,11,75,,,,,,Paris,,\n", `line 2: TYPECOM "XXX" is none of`},
		{"ErrCode", cogHeader + "COM,99999,11,75,,,,,,Paris,,\n", `line 2: "99999" is no commune`},
		{"ErrDepartment", cogHeader + "COM,75056,11,92,,,,,,Paris,,\n", `line 2: department "92" is not that of commune 75056, which is 75`},
		{"ErrRegion", cogHeader + "COM,75056,24,75,,,,,,Paris,,\n", `line 2: region "24" is not that of department 75, which is 11`},
		{"ErrName", cogHeader + "COM,75056,11,75,,,,,,,,\n", "line 2: commune 75056 has no name"},
		{"ErrShifted", cogHeader + "COM,75056,11,75,,,,,,12,,\n", `line 2: "12" is no name of a commune`},
		{"ErrTwice", cogSample + "COM,75056,11,75,,,,,,Paris,,\n", "line 11: 75056 stands on line 4 already"},
		{"ErrWidth", cogHeader + "COM,75056,11\n", "line 2: has 3 fields, the header 12"},
		{"ErrQuote", cogHeader + "COM,\"75056,11,75,,,,,,Paris,,\n", "line 2: a quote is not closed"},
		{"ErrBehindQuote", cogHeader + "COM,\"75056\"x,11,75,,,,,,Paris,,\n", "line 2: something stands behind a closing quote"},
		{"ErrEncoding", cogHeader + "COM,75056,11,75,,,,,,Par\xe9,,\n", "line 2 is not UTF-8"},
		{"ErrLong", cogHeader + strings.Repeat("x", maxLine+1), "line 2 is longer than"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			_, _, err := readAll(t, "cog", tt.text)
			if err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("want %q, got %v", tt.want, err)
			}
		})
	}
}

func TestReadCOG_allMistakes(t *testing.T) {
	_, _, err := readAll(t, "cog", cogHeader+"COM,99999,,,,,,,,A,,\nCOM,99998,,,,,,,,B,,\n")
	for _, line := range []string{"line 2", "line 3"} {
		if err == nil || !strings.Contains(err.Error(), line) {
			t.Errorf("want %s named, got %v", line, err)
		}
	}
	_, _, err = readAll(t, "cog", cogHeader+strings.Repeat("COM,99999,,,,,,,,A,,\n", 5000))
	if named := strings.Count(fmt.Sprint(err), "line "); named != maxMistakes {
		t.Errorf("mistakes named: want %d, got %d", maxMistakes, named)
	}
}

func TestReadCOG_stops(t *testing.T) {
	stop := errors.New("enough")
	err := readCOG(t.Context(), "file", strings.NewReader(cogSample), func(geo.Place) error { return stop }, func(string) {})
	if !errors.Is(err, stop) {
		t.Errorf("want the error of yield, got %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	err = readCOG(ctx, "file", strings.NewReader(cogSample), func(geo.Place) error { return nil }, func(string) {})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("want context.Canceled, got %v", err)
	}
}

func TestReadCommunes(t *testing.T) {
	got, _, err := readAll(t, "communes", "insee_code\tname\tdepartement_code\tregion_code\tpopulation\tpostal_codes\n"+
		"01001\tL'Abergement-Clémenciat\t01\t84\t860\t01400\n75056\tParis\t75\t11\t2103778\t75001 75002\n")
	if err != nil {
		t.Fatal(err)
	}
	want := []geo.Place{
		{ID: "FR-01001", Name: "L'Abergement-Clémenciat", Level: geo.Municipality, Parent: "FR-01", Tech: &geo.TechData{Population: ptr(860)}},
		{ID: "FR-75056", Name: "Paris", Level: geo.Municipality, Parent: "FR-75", Tech: &geo.TechData{Population: ptr(2103778)}},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("places (-want +got):\n%s", diff)
	}
	if _, _, err := readAll(t, "communes", "insee_code\tname\tpopulation\n01001\tA\tmany\n"); err == nil || !strings.Contains(err.Error(), `line 2: population "many"`) {
		t.Errorf("want the population of line 2 named, got %v", err)
	}
}

// fullFile names a file of all communes; without it the whole import is not tried.
const fullFile = "REGENGINE_FR"

func TestReadAll(t *testing.T) {
	name := os.Getenv(fullFile)
	if name == "" {
		t.Skip(fullFile + " names no file of communes")
	}
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	format := "cog"
	if bytes.Contains(text[:min(len(text), 200)], []byte("\t")) {
		format = "communes"
	}
	got, _, err := readAll(t, format, string(text))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := geo.NewGazetteer([]geo.Scheme{scheme{}}, append(territoryOnly(), got...)); err != nil || len(got) < 34_000 {
		t.Errorf("%d communes: %v", len(got), err)
	}
}

// territoryOnly returns the places above the communes.
func territoryOnly() []geo.Place {
	var wide []geo.Place
	for _, p := range places() {
		if p.Level != geo.Municipality {
			wide = append(wide, p)
		}
	}
	return wide
}

func FuzzReadCOG(f *testing.F) {
	f.Add(cogSample)
	f.Add(cogHeader + `COM,"75""056",11,75,,,,,,"Par,is",,`)
	f.Add("\uFEFFtypecom,com,libelle\r\nCOM,2A004,x\r\n")
	f.Fuzz(func(t *testing.T, text string) {
		seen := map[geo.ID]bool{}
		err := readCOG(context.Background(), "file", strings.NewReader(text), func(p geo.Place) error {
			level, want := levelOf(p.ID), parentOf(p.ID)
			if level != geo.Municipality || p.Parent != want || p.Name == "" || seen[p.ID] {
				t.Errorf("yielded %+v", p)
			}
			seen[p.ID] = true
			return nil
		}, func(string) {})
		if err == nil && len(seen) == 0 {
			t.Error("no commune, and no error")
		}
	})
}
