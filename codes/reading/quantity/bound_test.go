package quantity_test

import (
	"os"
	"slices"
	"testing"

	"github.com/reglookup/regengine/codes/reading/quantity"
)

// TestFigures_bounds: what a text says of each figure, in order.
func TestFigures_bounds(t *testing.T) {
	learnFrench(t)
	for _, c := range []struct {
		lang, text string
		want       []quantity.Bound
	}{
		{"es", "La barrera mide al menos 0,90 m.", []quantity.Bound{quantity.Least}},
		{"es", "una anchura mínima de 0,80 m y un fondo de 2 m como máximo", []quantity.Bound{quantity.Least, quantity.Most}},
		{"es", "no será inferior a 1,20 m; no podrá superar 3 m", []quantity.Bound{quantity.Least, quantity.Most}},
		{"es", "Si pasa de 6 m; con menos de 6 m; hasta 6 m; a partir de 6 m", []quantity.Bound{quantity.Above, quantity.Below, quantity.Most, quantity.Least}},
		{"es", "20 cm o menos; ≥ 28 cm; un ancho de 5 cm", []quantity.Bound{quantity.Most, quantity.Least, ""}},
		{"es", "no pasa de 6 m y mide 3 m", []quantity.Bound{quantity.Most, ""}},
		{"es", "una altura mínima de 2 m; al menos 2 m y una puerta como mínimo", []quantity.Bound{"", quantity.Least, quantity.Least, quantity.Least}},
		{"es", "1 m de ancho como mínimo y 45 cm de largo como máximo", []quantity.Bound{quantity.Least, quantity.Most}},
		{"es", "para al menos el 20 % de las plazas, y otra como mínimo por cada 40", []quantity.Bound{quantity.Least, quantity.Least}},
		{"es", "se reduce hasta 0,90 m como mínimo", []quantity.Bound{quantity.Least}},
		{"es", "No, con más de 6 m; no se exige si supera 7 m; no hace falta con menos de 8 m", []quantity.Bound{quantity.Above, quantity.Above, quantity.Below}},
		{"es", "ningún punto dista menos de 15 m; igual o superior a 3 m; un espacio inferior de 70 cm", []quantity.Bound{quantity.Least, quantity.Least, quantity.Below}},
		{"en", "not exceeding 3 mm under a straight edge; for floors up to 10 m2  minimum 25 m2", []quantity.Bound{quantity.Most, quantity.Most, quantity.Least}},
		{"en", "no point is more than 15 m away; no step is less than 3 m wide", []quantity.Bound{quantity.Most, quantity.Least}},
		{"en", "not required where it exceeds 3 m; at least 900 mm, not exceeding 1.2 m", []quantity.Bound{quantity.Above, quantity.Least, quantity.Most}},
		{"fr", "la barrière n'est pas exigée si la hauteur dépasse 3 m", []quantity.Bound{quantity.Above}},
		{"en", "no more than 12 m; more than 12 m; no less than 3 exits", []quantity.Bound{quantity.Most, quantity.Above, quantity.Least}},
		{"en", "a maximum slope of 6 %; 5 m or more; less than 2 m", []quantity.Bound{quantity.Most, quantity.Least, quantity.Below}},
		{"fr", "La hauteur ne doit pas être inférieure à 1 m ; elle est d'au plus 2 m.", []quantity.Bound{quantity.Least, quantity.Most}},
		{"fr", "plus de 3 m ; au-dessous de 4 m ; 5 m au minimum", []quantity.Bound{quantity.Above, quantity.Below, quantity.Least}},
	} {
		var got []quantity.Bound
		for _, f := range quantity.Figures(c.text, c.lang, &quantity.FigureOptions{Words: true, Bounds: true}) {
			got = append(got, f.Bound)
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: want %q, got %q", c.text, c.want, got)
		}
	}
	for _, f := range quantity.Figures("al menos 3 m", "es", nil) {
		if f.Bound != "" {
			t.Error("a bound is read though nobody asked for it")
		}
	}
}

// TestFigures_french: numbers in words of a language that came along.
func TestFigures_french(t *testing.T) {
	learnFrench(t)
	for text, want := range map[string]string{
		"quatre-vingt-dix centimètres": "90", "soixante et onze cm": "71", "deux cent cinquante m": "250", "vingt-deux personnes": "22",
		"deux mètres et demi": "2.5", "un quart": "0.25", "cinq pour cent": "5", "une demi heure": "0.5",
	} {
		list := quantity.Figures(text, "fr", &quantity.FigureOptions{Words: true})
		if len(list) != 1 || list[0].Value.String() != want {
			t.Errorf("%s: want %s, got %v", text, want, list)
		}
	}
}

func learnFrench(t *testing.T) {
	t.Helper()
	if err := quantity.AddLanguage("fr", os.DirFS("../../../examples/plugin-fr/language")); err != nil {
		t.Fatal(err)
	}
}

func TestBound_Side(t *testing.T) {
	for bound, want := range map[quantity.Bound]int{quantity.Least: -1, quantity.Above: -1, quantity.Most: 1, quantity.Below: 1, "": 0} {
		if got := bound.Side(); got != want {
			t.Errorf("%q: want %d, got %d", bound, want, got)
		}
	}
}
