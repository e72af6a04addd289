package ask_test

import (
	"testing"

	"github.com/reglookup/regengine/ask"
	"github.com/reglookup/regengine/codes/retrieval"
)

// TestRowText_Units: behind a bare number stands the unit of its header or of the caption,
// whole, and nothing that only looks like one.
func TestRowText_Units(t *testing.T) {
	for _, tt := range []struct{ caption, head, cell, want string }{
		{"", "Anchura (m)", "1,40", "Anchura: 1,40 m"},
		{"", "Anchura, en m", "1,40", "Anchura: 1,40 m"},
		{"Caudal mínimo, en m³/h", "Baño", "75", "Baño: 75 m³/h"},
		{"Flows, m³/h", "Bath", "75", "Bath: 75 m³/h"},
		{"Niveles de ruido, máximos en dB(A)", "Noche", "55", "Noche: 55 dB(A)"},
		{"Niveles de ruido, en dB(A)", "LK,d", "55", "LK,d: 55 dB(A)"},
		{"Niveles de ruido", "LK,d", "55", "LK,d: 55"},
		{"Caudal, en dm³/(s·m²)", "Local", "0,55", "Local: 0,55 dm³/(s·m²)"},
		{"Capacidad, en número de personas", "Protegida, 2 plantas", "288", "Protegida, 2 plantas: 288"},
		{"Superficie máxima, en m², según la pendiente, para 100 mm/h", "0,5 %", "45", "0,5 %: 45"},
		{"", "Anchura (m)", "no se exige", "Anchura (m): no se exige"},
	} {
		table := &retrieval.Table{Caption: tt.caption, Header: []string{"Caso", tt.head}, Rows: [][]string{{"A", tt.cell}}}
		if got, want := ask.RowText(table, 0, nil), "Caso: A; "+tt.want; got != want {
			t.Errorf("%q, %q: want %q, got %q", tt.caption, tt.head, want, got)
		}
	}
}
