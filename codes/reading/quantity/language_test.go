package quantity_test

import (
	"errors"
	"os"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/reglookup/regengine/codes/reading/quantity"
)

func languageFile(text string) fstest.MapFS {
	return fstest.MapFS{quantity.LanguageFile: &fstest.MapFile{Data: []byte(text)}}
}

func TestCheckLanguage(t *testing.T) {
	for _, tt := range []struct {
		name, text string
		want       []string
	}{
		{"OK", "decimal: .\nthousands: space\n[units]\nm: pert\n[ranges]\n… ul\n", nil},
		{"OK byte order mark", "\ufeffdecimal: .\n", nil},
		{"settings", "decimal: ;\nthousands: dot\nsign: x\n", []string{"quantity.txt:1: decimal is", "quantity.txt:2: thousands is", `quantity.txt:3: unknown setting "sign"`}},
		{"section", "[unitz]\nm: a\n", []string{`quantity.txt:2: unknown section "unitz"`}},
		{"no such unit", "[units]\n\npertik: big pert\n", []string{`quantity.txt:3: "pertik" is no unit`}},
		{"a symbol of another unit", "[units]\nm: ml\n", []string{`quantity.txt:2: "ml" is`}},
		{"range", "[ranges]\nul\n", []string{"quantity.txt:2: a range needs …"}},
		{"part", "[parts]\nthree: a\n", []string{"quantity.txt:2: "}},
		{"not text", "\xff", []string{"no UTF-8"}},
		{"large", strings.Repeat("#", 300<<10), []string{"at most"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			err := quantity.CheckLanguage("qx", languageFile(tt.text))
			if (err == nil) != (len(tt.want) == 0) {
				t.Fatalf("want %q, got %v", tt.want, err)
			}
			for _, want := range tt.want {
				if !strings.Contains(err.Error(), want) {
					t.Errorf("want %q, got\n%v", want, err)
				}
			}
		})
	}
	for _, tag := range []string{"es", "en-GB"} {
		if err := quantity.AddLanguage(tag, languageFile("")); !errors.Is(err, quantity.ErrBuiltInLanguage) {
			t.Errorf("%s: want ErrBuiltInLanguage, got %v", tag, err)
		}
	}
	if err := quantity.AddLanguage("qx", fstest.MapFS{}); err != nil {
		t.Errorf("want a language to do without the file, got %v", err)
	}
}

// TestAddLanguage_words: words of a language are known in it, and in no other.
func TestAddLanguage_words(t *testing.T) {
	if err := quantity.AddLanguage("qx", languageFile("thousands: space\n[units]\nm: pert\n[counts]\nperson: homak\n")); err != nil {
		t.Fatal(err)
	}
	metre := quantity.MustUnit("m")
	if u, err := quantity.ParseUnitIn("pert", "qx-QX"); err != nil || !u.Equal(metre) {
		t.Errorf("want metres, got %v %v", u, err)
	}
	if u, err := quantity.ParseUnitIn("metre", "qx"); err != nil || !u.Equal(metre) {
		t.Errorf("want English beside it, got %v %v", u, err)
	}
	for _, lang := range []string{"es", "en", "", "qz"} {
		if u, err := quantity.ParseUnitIn("pert", lang); err == nil {
			t.Errorf("%q: want no unit, got %v", lang, u)
		}
		for _, q := range quantity.Find("5 homak", lang) {
			if !q.Unit.IsZero() {
				t.Errorf("%q: want nothing counted, got %v", lang, q.Unit)
			}
		}
	}
	if _, err := quantity.ParseUnitIn("personas", "qx"); err == nil {
		t.Error("want no Spanish words in another language")
	}
}

// TestParseDecimal_languages: what could be read in two ways is not read where the
// language does not tell.
func TestParseDecimal_languages(t *testing.T) {
	if err := quantity.AddLanguage("fr", os.DirFS("../../../examples/plugin-fr/language")); err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct{ text, lang, want string }{
		{"1.500", "es", "1500"}, {"1.500", "en", "1.5"}, {"1.500", "fr", ""}, {"1.500", "qz", ""},
		{"1,500", "es", "1.5"}, {"1,500", "en", "1500"}, {"1,500", "fr", "1.5"}, {"1,500", "qz", ""},
		{"2,5", "qz", "2.5"}, {"2.5", "qz", "2.5"}, {"1.234,5", "qz", "1234.5"}, {"0.500", "qz", "0.5"}, {"0,500", "qz", "0.5"}, {"1.20", "fr", "1.2"},
		{"12.34.567", "fr", ""}, {"1.234.567", "fr", ""}, {"1.234.567", "qz", ""},
	} {
		got := ""
		if n, ok := quantity.ParseDecimal(tt.text, tt.lang); ok {
			got = n.String()
		}
		if got != tt.want {
			t.Errorf("%s in %s: want %q, got %q", tt.text, tt.lang, tt.want, got)
		}
	}
}

// TestFrench: quantities as French writes them.
func TestFrench(t *testing.T) {
	if err := quantity.AddLanguage("fr", os.DirFS("../../../examples/plugin-fr/language")); err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct{ text, value, unit string }{
		{"1,20 m", "1.2", "m"}, {"1 500 m²", "1500", "m2"}, {"1\u202f500 m²", "1500", "m2"}, {"12\u00a0000 W", "12000", "W"},
		{"90 centimètres", "90", "cm"}, {"2,5 mètres carrés", "2.5", "m2"}, {"75 m³/h", "75", "m3/h"}, {"75 mètres cubes par heure", "75", "m3/h"},
		{"200 lux", "200", "lx"}, {"30 dB(A)", "30", "dBA"}, {"0,36 W/(m².K)", "0.36", "W/(m2·K)"}, {"5 pour cent", "5", "%"}, {"50 N", "50", "N"},
		{"19 personnes", "19", "person"}, {"trois marches", "3", "steps"}, {"2 tiers", "2", ""}, {"20 mille litres", "20000", "l"}, {"45 degrés", "45", "°"},
	} {
		list := quantity.Figures(tt.text, "fr", &quantity.FigureOptions{Words: true})
		if len(list) == 0 || list[0].Value.String() != tt.value {
			t.Errorf("%s: want %s, got %v", tt.text, tt.value, list)
			continue
		}
		if want, err := quantity.ParseUnit(tt.unit); tt.unit != "" && (err != nil || !want.Equal(list[0].Unit)) {
			t.Errorf("%s: want the unit %s, got %s", tt.text, tt.unit, list[0].Unit)
		}
	}
}

func FuzzCheckLanguage(f *testing.F) {
	for _, path := range []string{"language/es.txt", "language/en.txt", "../../../examples/plugin-fr/language/quantity.txt"} {
		data, err := os.ReadFile(path)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(string(data))
	}
	f.Fuzz(func(t *testing.T, text string) {
		if quantity.CheckLanguage("qt", languageFile(text)) != nil {
			return
		}
		if err := quantity.AddLanguage("qt", languageFile(text)); err != nil {
			t.Fatal(err)
		}
		quantity.Figures("entre 1 500 et 2,5 mètres par heure, 3 x 4 m, vingt", "qt", &quantity.FigureOptions{Words: true})
		quantity.Find(text[:min(len(text), 200)], "qt")
	})
}
