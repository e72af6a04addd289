package askeval

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/reglookup/regengine/ask"
)

func TestHolds(t *testing.T) {
	for _, tt := range []struct {
		name, answer, key string
		want              bool
	}{
		{"space before the sign", "La pendiente es del 8 % como máximo.", "8%", true},
		{"another number", "La pendiente es del 18 % como máximo.", "8%", false},
		{"another unit", "Son 8 m.", "8%", false},
		{"number without its unit", "Son 8 plazas.", "8%", false},
		{"in words", "La pendiente es del ocho por ciento.", "8 %", true},
		{"thousands", "A partir de 1000 m² construidos.", "1.000 m2", true},
		{"thousands in English", "Above 1,000 m² of floor.", "1000 m2", true},
		{"thousands with a thin space", "Se prevén 5 750 W.", "5.750 W", true},
		{"a fraction of thousands", "Above 1,250.50 m².", "1250,5 m2", true},
		{"no thousands", "Son 0,125 m.", "125 m", false},
		{"decimals", "Tramos de hasta 9 m.", "9,00 m", true},
		{"another unit of its kind", "Un círculo de 16 mm.", "1,6 cm", true},
		{"litres", "El depósito tiene 2 m³.", "2000 litros", true},
		{"kilowatts", "5,75 kW como mínimo.", "5 750 W", true},
		{"range", "Estará entre 1,4 y 2 m.", "1,4 m", true},
		{"range with a dash", "It stands 850–1000 mm high.", "0,85 m", true},
		{"product", "Mide 5,00 × 2,20 m.", "5 m", true},
		{"unit in the head of a column", "Anchura (m) — Pasillo: 1,20", "1,20 m", true},
		{"bracket that is no unit", "Anchura (libre) — Pasillo: 1,20", "1,20 m", false},
		{"number alone", "Hacen falta 2 diferenciales.", "2", true},
		{"number alone in words", "Hacen falta dos.", "2", true},
		{"part of a number", "Véase 2.3.1.", "2", false},
		{"number and noun", "Uno por cada cinco circuitos.", "cada cinco circuitos", true},
		{"number and noun in figures", "Uno por cada 5 circuitos.", "cada cinco circuitos", true},
		{"number and another noun", "Uno por cada 5 plantas.", "cada cinco circuitos", false},
		{"years", "Durante 10 años.", "diez años", true},
		{"months are no years", "Durante 10 meses.", "diez años", false},
		{"part of a name", "Es IDA 3 (calidad media).", "IDA 3", true},
		{"part of another name", "Es IDA 2; hay 3 plantas.", "IDA 3", false},
		{"class with its unit", "Luce 60 minutos.", "EI 60 minutos", false},
		{"zone", "La zona es la D3.", "D3", true},
		{"name of a law", "La derogó la Orden TMA/851/2021.", "Orden TMA/851/2021", true},
		{"name of another law", "La derogó la Orden TMA/185/2021.", "Orden TMA/851/2021", false},
		{"words", "Se mide en PROYECCION  horizontal.", "proyección horizontal", true},
		{"part of a word", "Es antideslizante.", "deslizante", false},
		{"no", "No: la instalación se prohíbe.", "no", true},
		{"no within", "En los dormitorios no podrá colocarse. Sí en el pasillo.", "no", true},
		{"a later no", "Está permitido. Pero no en verano.", "no", false},
		{"yes", "Sí, y no solo en obra nueva.", "sí", true},
		{"yes within", "Se deberán cumplir.", "sí", true},
		{"no yes", "No es obligatorio.", "sí", false},
		{"English yes", "Yes. It applies.", "yes", true},
		{"English no", "It is not permitted.", "no", true},
		{"a conjunction", "De 2 a 5 circuitos.", "2 A", false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := holds(tt.answer, tt.key); got != tt.want {
				t.Errorf("%q holds %q: want %v, got %v", tt.answer, tt.key, tt.want, got)
			}
		})
	}
}

// TestHolds_self: an answer that is a key and nothing else holds it.
func TestHolds_self(t *testing.T) {
	for _, key := range []string{"8%", "1.000 m2", "5 750 W", "IDA 3", "diez años", "2", "1,4", "21 ºC", "W/m²·K", "0,27 W/(m²·K)", "R.D. 314/2006", "cada cinco circuitos", "REI 120", "l/s"} {
		if !holds(key+".", key) {
			t.Errorf("%q is not found in itself", key)
		}
	}
}

func TestSplitKeys(t *testing.T) {
	for text, want := range map[string][]string{
		"5 750 W|5.750 W":           {"5 750 W"},
		"5,00 m|2,20 m|1,50 m":      {"5,00 m", "2,20 m", "1,50 m"},
		"1,4|2 m":                   {"1,4", "2 m"},
		"2|2 m":                     {"2", "2 m"},
		"|sí| Sí |":                 {"sí"},
		"8%|hasta 9,00 m":           {"8%", "hasta 9,00 m"},
		"100 mm|10 cm|0,1 m|0.10 m": {"100 mm"},
	} {
		if diff := cmp.Diff(want, splitKeys(text)); diff != "" {
			t.Errorf("%q (-want +got):\n%s", text, diff)
		}
	}
}

func TestAbstains(t *testing.T) {
	sources := []ask.Source{{Index: 1}}
	for _, tt := range []struct {
		text    string
		sources []ask.Source
		want    bool
	}{
		{"Los textos no lo dicen.", nil, true},
		{"Son 3 m.", nil, true}, // nothing to rest on
		{"No consta en las fuentes. Lo más cercano trata de rampas [1].", sources, true},
		{"None of the texts answers that. See ramps [1].", sources, true},
		{"Son 3 m [1].", sources, false},
		{"Son 3 m [1]. No consta el color.", sources, false},
	} {
		if got := abstains(&ask.Answer{Text: tt.text, Sources: tt.sources}); got != tt.want {
			t.Errorf("%q abstains: want %v, got %v", tt.text, tt.want, got)
		}
	}
}

// FuzzHolds: no answer and no key is too strange.
func FuzzHolds(f *testing.F) {
	f.Add("Son 1.000 m² (l/s) [1].", "1000 m2")
	f.Add("entre 1,4 y 2 m", "2,0 m|")
	f.Fuzz(func(_ *testing.T, answer, key string) {
		holds(answer, key)
		splitKeys(key)
		statements(answer)
	})
}
