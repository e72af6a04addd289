package sdk_test

import (
	"errors"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"github.com/reglookup/regengine/geo"
	"github.com/reglookup/regengine/plugins/sdk"
)

func TestReadPlacesCSV(t *testing.T) {
	const file = "\uFEFFid,name,level, parent,aliases,climate_zone,altitude_m,seismic_zone,radon_zone,population,wind\n" +
		"XX,Exlandia,country,,,,,,,,\n" +
		"XX-01001,\"Urrea, La\",municipality,XX, Áurea | Aurea ,high,-3,2,0,0,26\n"
	want := []geo.Place{
		{ID: "XX", Name: "Exlandia", Level: geo.Country},
		{ID: "XX-01001", Name: "Urrea, La", Level: geo.Municipality, Parent: "XX", Aliases: []string{"Áurea", "Aurea"}, Tech: &geo.TechData{
			ClimateZone: "high", AltitudeM: new(-3), SeismicZone: "2", RadonZone: new(0), Population: new(0),
			Extra: []geo.TechValue{{Key: "wind", Label: "Viento", Value: "26", Unit: "m/s"}},
		}},
	}
	var got []geo.Place
	err := sdk.ReadPlacesCSV(strings.NewReader(file), func(p geo.Place) error { got = append(got, p); return nil },
		geo.TechValue{Key: "wind", Label: "Viento", Unit: "m/s"})
	if diff := cmp.Diff(want, got); err != nil || diff != "" {
		t.Errorf("ReadPlacesCSV %v (-want +got):\n%s", err, diff)
	}
}

// What parts the columns the first line tells.
func TestReadPlacesCSV_Separators(t *testing.T) {
	for _, separator := range []string{",", ";", "\t", "|"} {
		file := strings.ReplaceAll("id,name,level\nXX,Exlandia,country\n", ",", separator)
		var got []geo.ID
		err := sdk.ReadPlacesCSV(strings.NewReader(file), func(p geo.Place) error { got = append(got, p.ID); return nil })
		if err != nil || len(got) != 1 || got[0] != "XX" {
			t.Errorf("with %q: %v, %v", separator, got, err)
		}
	}
}

func TestReadPlacesCSV_Errors(t *testing.T) {
	for name, c := range map[string]struct{ file, want string }{
		"Empty":         {"", "line 1"},
		"CellsCounted":  {"id,name,level\nXX,X\n", `line 2 ("XX"): it has 2 cells, and line 1 names 3 columns`},
		"Latin1":        {"id,name,level\nXX,X,country\nXX-01,Valle d\xe9,region\n", `line 3 ("XX-01"): its name, "Valle d\xe9", is not UTF-8`},
		"UTF16":         {"\xff\xfei\x00d\x00,\x00n\x00a\x00m\x00e\x00\n\x00", "line 1: it is encoded in UTF-16"},
		"UTF16BE":       {"\xfe\xff\x00i\x00d\x00,\x00n\x00a\x00m\x00e\x00\n", "line 1: it is encoded in UTF-16"},
		"Twice":         {"id,name,level\nXX-01001,X,municipality\nXX-01001,Y,municipality\n", `line 3 ("XX-01001"): line 2 has the same id`},
		"Bounds":        {"id,name,level,altitude_m\nXX,X,country,\n\"XX-01001\",\"A\nB\",municipality,1\nXX-01002,Y,municipality,99999\n", `line 5 ("XX-01002"): altitude 99999 m`},
		"TechOfRegion":  {"id,name,level,altitude_m\nXX-01,X,region,12\n", `line 2 ("XX-01"): it has technical data`},
		"All":           {"id,name,level\nXX,X,kingdom\nXX-01,X,duchy\n", `line 3 ("XX-01")`},
		"Many":          {"id,name,level\n" + strings.Repeat("XX,X,kingdom\n", 30), "and 10 more"},
		"Quote":         {"id,name,level\nXX,X,country\nXX-01,A \"B\" C,region\n", "line 3: bare"},
		"UnknownColumn": {"id,name,level,colour\n", `line 1: column "colour"`},
		"ColumnTwice":   {"id,name,level,id\n", `line 1: column "id"`},
		"NoLevel":       {"id,name\n", `line 1: column "level" is missing`},
		"Level":         {"id,name,level\nXX,X,kingdom\n", "line 2"},
		"NoID":          {"id,name,level\nXX,X,country\n,X,region\n", "line 3"},
		"Cells":         {"id,name,level\nXX,X\n", "line 2"},
		"Quotes":        {"id,name,level\nXX,X,country\n\"XX,X,region\n", "line 3"},
		"Number":        {"id,name,level,altitude_m\nXX-01001,X,municipality,12.5\n", `line 2 ("XX-01001"): altitude_m`},
	} {
		t.Run(name, func(t *testing.T) {
			err := sdk.ReadPlacesCSV(strings.NewReader(c.file), func(geo.Place) error { return nil })
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("error = %v, want %q in it", err, c.want)
			}
		})
	}
	t.Run("File", func(t *testing.T) {
		files := fstest.MapFS{"data/places.csv": {Data: []byte("id,name,level\nXX,X,kingdom\n")}}
		file, err := files.Open("data/places.csv")
		if err != nil {
			t.Fatal(err)
		}
		err = sdk.ReadPlacesCSV(file, func(geo.Place) error { return nil })
		if err == nil || !strings.HasPrefix(err.Error(), "places.csv: line 2") {
			t.Errorf("error = %v, want the file's name before it", err)
		}
	})
	t.Run("ParentElsewhere", func(t *testing.T) {
		err := sdk.ReadPlacesCSV(strings.NewReader("id,name,level\nXX-01001,X,municipality\n"), func(geo.Place) error { return nil })
		if err != nil {
			t.Errorf("a parent the code fills in is missed: %v", err)
		}
	})
	t.Run("Yield", func(t *testing.T) {
		enough := errors.New("enough")
		if err := sdk.ReadPlacesCSV(strings.NewReader("id,name,level\nXX,X,country\n"), func(geo.Place) error { return enough }); !errors.Is(err, enough) {
			t.Errorf("error = %v", err)
		}
	})
}

func TestSub(t *testing.T) {
	files := sdk.Sub(fstest.MapFS{"language/stopwords.txt": {Data: []byte("le")}}, "language")
	if _, err := files.Open("stopwords.txt"); err != nil {
		t.Error(err)
	}
}
