package main

import (
	"io"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/reglookup/regengine/geo"
	"github.com/reglookup/regengine/geo/es"
)

func testTerritory(t *testing.T) territory {
	t.Helper()
	var places []geo.Place
	add := func(level geo.Level, list ...string) {
		for _, line := range list {
			f := strings.Split(line, "|")
			places = append(places, geo.Place{ID: geo.ID(f[0]), Name: f[1], Level: level, Parent: geo.ID(f[2])})
		}
	}
	add(geo.Country, "ES|España|")
	add(geo.Region, "ES-CL|Castilla y León|ES", "ES-CM|Castilla-La Mancha|ES", "ES-CN|Canarias|ES", "ES-VC|Comunitat Valenciana|ES")
	add(geo.Province, "ES-05|Ávila|ES-CL", "ES-16|Cuenca|ES-CM", "ES-35|Las Palmas|ES-CN", "ES-03|Alicante/Alacant|ES-VC")
	add(geo.Municipality, "ES-05019|Ávila|ES-05", "ES-05021|El Barco de Ávila|ES-05", "ES-05184|Peguerinos|ES-05",
		"ES-16135|Moya|ES-16", "ES-35013|Moya|ES-35", "ES-16194|Santa Cruz de Moya|ES-16", "ES-03014|Alacant/Alicante|ES-03")
	g, err := geo.NewGazetteer([]geo.Scheme{es.Scheme{}}, places)
	if err != nil {
		t.Fatal(err)
	}
	return gazetteer{g}
}

// TestPlaceID: a place is taken for the one named only where no other can be meant.
func TestPlaceID(t *testing.T) {
	nobody, err := os.Open(os.DevNull) // no terminal, and no person
	if err != nil {
		t.Fatal(err)
	}
	defer nobody.Close()
	for _, tt := range []struct {
		name, text string
		stdin      io.Reader
		want       string // of an error, a part
	}{
		{"Identifier", "es-05184", nobody, "ES-05184"},
		{"IdentifierWithoutCountry", "05184", nobody, "ES-05184"},
		{"Name", "peguerinos", nobody, "ES-05184"},
		{"CityOfItsProvince", "avila", nobody, "ES-05019"},
		{"ProvinceBySayingSo", "provincia de Ávila", nobody, "ES-05"},
		{"OneOfTwoNames", "Alicante", nobody, "ES-03014"},
		{"Where", "Moya, Cuenca", nobody, "ES-16135"},
		{"Several", "moya", nobody, "2 places are called \"moya\"; give the identifier of one\n  ES-16135  Moya (municipality), Cuenca, Castilla-La Mancha, España\n  ES-35013  Moya (municipality), Las Palmas, Canarias, España"},
		{"SeveralByCountry", "Moya, España", nobody, "2 places are called"},
		{"SeveralAsked", "moya", strings.NewReader("2\n"), "ES-35013"},
		{"SeveralAnsweredWrongly", "moya", strings.NewReader("3\n"), "left as it was"},
		{"Part", "Peguer", nobody, "did you mean\n  ES-05184  Peguerinos"},
		{"Typo", "Peguerinoz", nobody, "did you mean\n  ES-05184  Peguerinos"},
		{"TwoTypos", "Peguerinozz", nobody, "did you mean\n  ES-05184  Peguerinos"},
		{"TypoAsked", "Peguerinozz", strings.NewReader("1"), "ES-05184"},
		{"Nothing", "Xyzzyx", nobody, `there is no place "Xyzzyx"`},
		{"Empty", " ", nobody, "the place is empty"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			a := &app{stdin: tt.stdin, stderr: io.Discard}
			got, err := a.placeID(t.Context(), testTerritory(t), tt.text)
			if err != nil {
				if !strings.Contains(err.Error(), tt.want) || strings.HasPrefix(tt.want, "ES") {
					t.Errorf("%q: want %q, got the error %q", tt.text, tt.want, err)
				}
				return
			}
			if got != tt.want {
				t.Errorf("%q: want %q, got %q", tt.text, tt.want, got)
			}
		})
	}
}

func TestSlugOf(t *testing.T) {
	names := []codeName{
		{"cte-db-se", "CTE DB-SE", "Seguridad estructural"},
		{"cte-db-se-a", "CTE DB-SE-A", "Seguridad estructural. Acero"},
		{"cte-db-sua", "CTE DB-SUA", "Seguridad de utilización y accesibilidad"},
		{"ruido", "Ruido ambiental", "Real Decreto 1367/2007"},
		{"oma", "OMA Barcelona", "Ordenança"},
		{"pgm", "PGM Barcelona", "Pla general"},
	}
	for text, want := range map[string]string{
		"cte-db-sua": "cte-db-sua", "CTE DB-SUA": "cte-db-sua", "DB-SUA": "cte-db-sua", "db sua": "cte-db-sua", "SE": "cte-db-se", "DB-SE-A": "cte-db-se-a",
		"seguridad de utilizacion y accesibilidad": "cte-db-sua", "ruido": "ruido",
		"barcelona": "2 codes are called \"barcelona\": oma, pgm",
		"DB-SUE":    "did you mean cte-db-se, cte-db-sua, cte-db-se-a?",
		"DB-SAU":    "did you mean cte-db-se, cte-db-sua?",
		"cte-db-su": "did you mean cte-db-se, cte-db-sua, ",
		"xyz":       "there is no code \"xyz\"; \"regengine codes list\" shows them",
	} {
		got, err := slugOf(names, text)
		if err != nil {
			got = err.Error()
		}
		if got != want && (err == nil || !strings.Contains(got, want)) {
			t.Errorf("%q: want %q, got %q", text, want, got)
		}
	}
}

func TestNear(t *testing.T) {
	names := []string{"CTE DB-SUA", "barandilla", "barandilla de garaje", "rampa"}
	for text, want := range map[string][]string{
		"barandila": {"barandilla", "barandilla de garaje"},
		"db sue":    {"CTE DB-SUA"},
		"RAMPA":     {"rampa"},
		"escalera":  {},
	} {
		if diff := cmp.Diff(want, near(text, names)); diff != "" {
			t.Errorf("%q (-want +got):\n%s", text, diff)
		}
	}
}
