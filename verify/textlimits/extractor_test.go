package textlimits_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/reglookup/regengine/codes/retrieval"
	"github.com/reglookup/regengine/verify/rules"
	"github.com/reglookup/regengine/verify/textlimits"
)

func paragraph(lang, text string) retrieval.Block {
	return retrieval.Block{ID: "b", Kind: retrieval.Paragraph, Lang: lang, Text: text}
}

func extract(t testing.TB, blocks ...retrieval.Block) []textlimits.Limit {
	t.Helper()
	limits, err := textlimits.New().Extract(context.Background(), blocks)
	if err != nil {
		t.Fatal(err)
	}
	return limits
}

// short writes a limit in one line: operator, figures, unit, per, phrases with
// the first letters of their roles, and ? for a doubt.
func short(l textlimits.Limit) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s %s", l.Op, l.Value)
	switch l.Op {
	case rules.Between:
		fmt.Fprintf(&b, "%s..%s", l.Min, l.Max)
	case rules.NoLimit, rules.MustBeTrue, rules.MustBeAbsent:
		b.Reset()
		b.WriteString(string(l.Op))
	default:
	}
	if l.Unit != "" {
		fmt.Fprintf(&b, " %s", l.Unit)
	}
	if l.Per != nil {
		fmt.Fprintf(&b, " per %s %s", l.Per.Count, l.Per.Of)
		if l.Per.Fraction {
			b.WriteString(" begun")
		}
	}
	for _, p := range l.Phrases {
		fmt.Fprintf(&b, " | %s: %s", p.Role, p.Text)
	}
	if len(l.Doubts) > 0 {
		b.WriteString(" | ?")
	}
	return strings.TrimSpace(b.String())
}

func shorts(limits []textlimits.Limit) []string {
	var out []string
	for _, l := range limits {
		out = append(out, short(l))
	}
	return out
}

func TestPatternExtractor_Extract(t *testing.T) {
	for _, tt := range []struct {
		name, lang, text string
		want             []string
	}{
		{"minimum behind the figure", "es", "El pasillo medirá 95 cm como mínimo.", []string{">= 95 cm | measure: pasillo"}},
		{"maximum between commas", "es", "La contrahuella será de 21 cm, como máximo, y la huella de 24 cm, como mínimo.", []string{"<= 21 cm | measure: contrahuella", ">= 24 cm | measure: huella"}},
		{"no less than", "es", "La profundidad no será inferior a 0,45 m.", []string{">= 0.45 m | measure: profundidad"}},
		{"not exceed", "es", "La pendiente no podrá superar el 7 %.", []string{"<= 7 % | measure: pendiente"}},
		{"adjective far from the figure", "es", "La altura mínima de la cabina será de 2,15 m.", []string{">= 2.15 m | measure: altura mínima | thing: cabina"}},
		{"alternatives with rest and exception", "es", "Las verjas tendrán, como mínimo, una altura de 0,85 m cuando el desnivel no exceda de 5 m y de 1,05 m en el resto de los casos, excepto en el caso de huecos menores que 35 cm, en los que la verja tendrá una altura de 0,70 m, como mínimo.", []string{
			">= 0.85 m | measure: altura | thing: verjas | when: cuando el desnivel no exceda de 5 m | unless: excepto en el caso de huecos menores que 35 cm",
			">= 1.05 m | measure: altura | thing: verjas | rest: en el resto de los casos | unless: excepto en el caso de huecos menores que 35 cm",
			">= 0.7 m | measure: altura | thing: verja | when: huecos menores que 35 cm",
		}},
		{"two bounds are one range", "es", "La huella medirá 24 cm como mínimo y 33,5 cm como máximo.", []string{"between 24..33.5 cm | measure: huella"}},
		{"range in words", "es", "Estará situado a una altura comprendida entre 85 y 105 cm.", []string{"between 85..105 cm | measure: situado a una altura comprendida"}},
		{"range in signs", "es", "50 cm ≤ 3C + H ≤ 66 cm", []string{"between 50..66 cm | measure: 3C + H"}},
		{"sphere", "es", "No tendrán huecos que puedan ser atravesados por una esfera de 9 cm de diámetro.", []string{"< 9 cm | measure: huecos"}},
		{"what must not be", "es", "No tendrá juntas que presenten un resalto de más de 3 mm.", []string{"<= 3 mm | measure: resalto | thing: juntas"}},
		{"duty with a figure in its circumstance", "es", "Existirán vallas en los desniveles con una diferencia de cota mayor que 45 cm, excepto cuando sean incompatibles con el uso.", []string{"true | measure: vallas | thing: desniveles | unless: excepto cuando sean incompatibles con el uso | when: con una diferencia de cota mayor que 45 cm"}},
		{"forbidden", "es", "No se admiten escalones.", []string{"false | measure: escalones"}},
		{"for every", "es", "Una plaza accesible por cada 30 plazas o fracción.", []string{">= 1 plaza per 30 plazas o fracción begun | measure: plaza"}},
		{"written numbers", "es", "Cada tramo tendrá tres peldaños como mínimo.", []string{">= 3 peldaños | measure: peldaños | thing: tramo"}},
		{"spaced thousands", "es", "La potencia no será inferior a 6 250 W a 230 V.", []string{">= 6250 W | measure: potencia"}},
		{"strict by its verb", "es", "La humedad se mantendrá por debajo del 60 %.", []string{"< 60 % | measure: humedad"}},
		{"concession", "es", "El ancho será de 1,30 m como mínimo. En zonas comunes se admite 1,15 m.", []string{">= 1.3 m | measure: ancho", ">= 1.15 m | measure: ancho | when: En zonas comunes"}},
		{"a reduction tells a minimum", "es", "4 metros de ancho. No obstante, en patios el ancho podrá reducirse a 3,5 metros.", []string{">= 4 metros | measure: de ancho | ?", ">= 3.5 metros | measure: ancho | when: en patios"}},
		{"a figure and no more", "es", "20 m en uso Garaje", []string{"= 20 m | when: en uso Garaje | ?"}},
		{"a row without header", "es", "Muros 0,85 0,75 0,60 0,50 0,45 0,40", nil},
		{"a row under its labels", "es", "α1 B2 C3\nMuros, máximo 0,85 0,75 0,60", nil},
		{"steps with arrows", "es", "Número mínimo: S < 90 → 2; S ≥ 90 → 3", nil},
		{"in all cases", "es", "La pendiente será en todo caso del 3 %.", []string{"= 3 % | measure: caso | thing: pendiente"}},
		{"respectively is doubtful", "es", "La anchura mínima de puertas y pasillos será de 75 centímetros y 95 centímetros, respectivamente.", []string{
			">= 75 centímetros | measure: anchura mínima de puertas y pasillos | ?", ">= 95 centímetros | measure: anchura mínima de puertas y pasillos | ?"}},
		{"inline list", "es", "En las tomas la presión mínima debe ser: a) 90 kPa para grifos; b) 140 kPa para calentadores.", []string{
			">= 90 kPa | lead: En las tomas la presión mínima debe ser | when: En las tomas | measure: presión mínima | when: para grifos",
			">= 140 kPa | lead: En las tomas la presión mínima debe ser | when: En las tomas | measure: presión mínima | when: para calentadores"}},
		{"a row in running text", "es", "Tabla 7 Anchura mínima | Comercial | > 90 personas | 1,15 m", []string{">= 1.15 m | row: Tabla 7 Anchura mínima | row: Comercial | row: > 90 personas"}},
		{"steps behind a semicolon", "es", "Rampas | ≤ 9 % si longitud < 4 m; ≤ 7 % en el resto", []string{"<= 9 % | row: Rampas | when: si longitud < 4 m", "<= 7 % | row: Rampas | rest: en el resto"}},

		{"a minimum of", "en", "The going should be a minimum of 270mm.", []string{">= 270 mm | measure: going"}},
		{"no more than", "en", "The riser may be no more than 175 millimetres.", []string{"<= 175 millimetres | measure: riser"}},
		{"dimension behind", "en", "Landings should be at least 1400mm long.", []string{">= 1400 mm | measure: long | thing: Landings"}},
		{"range with to", "en", "Position the rail 880mm to 960mm from the floor.", []string{"between 880..960 mm | measure: rail | measure: from the floor"}},
		{"sphere", "en", "Ensure that a 90mm sphere cannot pass through any openings in the guarding.", []string{"< 90 mm | measure: openings in the guarding"}},
		{"denied noun", "en", "No flight has a going greater than 9m.", []string{"<= 9 m | measure: going | thing: flight"}},
		{"circumstance first", "en", "In buildings with a floor area greater than 900m2, meters should be installed.", []string{"true | measure: meters | when: In buildings with a floor area greater than 900m2"}},
		{"exception behind", "en", "The headroom must be at least 2.1m, except in doorways.", []string{">= 2.1 m | measure: headroom | unless: except in doorways"}},
		{"slope", "en", "The gradient should not exceed 1:15.", []string{"<= 0.0666666666667 ratio | measure: gradient"}},
	} {
		t.Run(tt.lang+" "+tt.name, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, shorts(extract(t, paragraph(tt.lang, tt.text)))); diff != "" {
				t.Errorf("limits of %q (-want +got):\n%s", tt.text, diff)
			}
		})
	}
}

func TestPatternExtractor_Extract_noLimit(t *testing.T) {
	for _, text := range []string{
		"Real Decreto 485/1997, de 14 de abril.",
		"Se aplicará el artículo 15 y la tabla 4.1 del anexo 2.",
		"La norma UNE-EN 13779 describe el método.",
		"El presente reglamento entrará en vigor a los seis meses de su publicación.",
		"Se entiende por escalera la que tiene más de 3 peldaños.",
		"Por ejemplo, un pasillo de 90 cm.",
		"El ensayo se hará con una presión diferencial de 100 Pa.",
		"La tasa será de 25 euros.",
		"",
	} {
		for _, l := range extract(t, paragraph("es", text)) {
			if l.Op != rules.MustBeTrue {
				t.Errorf("%q states no limit, got %s", text, short(l))
			}
		}
	}
}

func TestPatternExtractor_Extract_spans(t *testing.T) {
	text := "En los sótanos, la altura libre será de 2,35 m como mínimo."
	limits := extract(t, paragraph("es", text))
	if len(limits) != 1 {
		t.Fatalf("want one limit, got %v", shorts(limits))
	}
	l := limits[0]
	if got := text[l.Figure.Start:l.Figure.End]; got != "2,35 m" {
		t.Errorf("figure is %q", got)
	}
	if got, want := text[l.Clause.Start:l.Clause.End], strings.TrimSuffix(text, "."); got != want {
		t.Errorf("clause is %q, want %q", got, want)
	}
	for _, p := range l.Phrases {
		if got := text[p.Span.Start:p.Span.End]; got != p.Text {
			t.Errorf("phrase %q stands at %q", p.Text, got)
		}
	}
}

func TestPatternExtractor_Extract_items(t *testing.T) {
	blocks := []retrieval.Block{
		{ID: "p", Kind: retrieval.Paragraph, Lang: "es", Text: "La anchura mínima de los pasillos será de:"},
		{ID: "a", Kind: retrieval.Item, Depth: 1, Lang: "es", Text: "a) 1,15 m en hospitales;"},
		{ID: "b", Kind: retrieval.Item, Depth: 1, Lang: "es", Text: "b) en escuelas:"},
		{ID: "c", Kind: retrieval.Item, Depth: 2, Lang: "es", Text: "– 1,05 m en planta baja."},
		{ID: "q", Kind: retrieval.Paragraph, Lang: "es", Text: "Los techos serán blancos."},
		{ID: "d", Kind: retrieval.Item, Depth: 1, Lang: "es", Text: "c) 3 m en patios."},
	}
	limits := extract(t, blocks...)
	if len(limits) < 2 {
		t.Fatalf("got %v", shorts(limits))
	}
	for i, want := range []string{"a", "c"} {
		if limits[i].Block != want || limits[i].Op != rules.AtLeast {
			t.Errorf("limit %d: block %s, %s", i, limits[i].Block, short(limits[i]))
		}
		if !hasPhrase(limits[i], textlimits.LeadRole, "p") {
			t.Errorf("limit %d lacks its lead: %s", i, short(limits[i]))
		}
	}
	for _, l := range limits[2:] {
		if l.Block == "d" && l.Op == rules.AtLeast && len(l.Doubts) == 0 {
			t.Errorf("an item under another paragraph took the lead: %s", short(l))
		}
	}
}

func TestPatternExtractor_Extract_circumstanceItems(t *testing.T) {
	limits := extract(t,
		retrieval.Block{ID: "p", Kind: retrieval.Paragraph, Lang: "es", Text: "Se instalarán hidrantes en los sectores cuando tengan:"},
		retrieval.Block{ID: "a", Kind: retrieval.Item, Depth: 1, Lang: "es", Text: "a) Riesgo medio y superficie de al menos 900 m2."})
	if len(limits) != 1 || limits[0].Op != rules.MustBeTrue || !hasPhrase(limits[0], textlimits.WhenRole, "") {
		t.Errorf("an item that is a circumstance of a duty must not be a limit: %v", shorts(limits))
	}
}

func TestPatternExtractor_Extract_exemption(t *testing.T) {
	for _, text := range []string{
		"Se exceptúan los locales cuya superficie no exceda de 40 m2.",
		"No será necesaria la segunda salida en edificios de más de 20 m de altura.",
	} {
		if limits := extract(t, paragraph("es", text)); len(limits) > 0 {
			t.Errorf("%q binds nothing, got %v", text, shorts(limits))
		}
	}
}

func hasPhrase(l textlimits.Limit, role textlimits.Role, block string) bool {
	for _, p := range l.Phrases {
		if p.Role == role && p.Block == block {
			return true
		}
	}
	return false
}

func TestPatternExtractor_Extract_table(t *testing.T) {
	table := &retrieval.Table{
		Caption: "Tabla 9. Transmitancia máxima (W/m²K)",
		Header:  []string{"Elemento", "Zona / A", "Zona / B"},
		Head:    [][]string{{"Elemento", "Zona", "Zona"}, {"Elemento", "A", "B"}},
		Rows:    [][]string{{"Viviendas", "Viviendas", "Viviendas"}, {"Muro (1)", "0,90", "0,75"}, {"Hueco", "-", "≤ 3,1"}},
		Notes:   []string{"(1) En obra nueva."},
	}
	block := retrieval.Block{ID: "t", Kind: retrieval.TableKind, Lang: "es", Text: table.Text(), Table: table}
	limits := extract(t, block)
	want := []string{
		"<= 0.9 W/m²K | caption: Tabla 9. Transmitancia máxima (W/m²K) | row: Viviendas | row: Muro (1) | column: Zona | column: A | note: (1) En obra nueva.",
		"<= 0.75 W/m²K | caption: Tabla 9. Transmitancia máxima (W/m²K) | row: Viviendas | row: Muro (1) | column: Zona | column: B | note: (1) En obra nueva.",
		"<= 3.1 W/m²K | caption: Tabla 9. Transmitancia máxima (W/m²K) | row: Viviendas | row: Hueco | column: Zona | column: B",
	}
	if diff := cmp.Diff(want, shorts(limits)); diff != "" {
		t.Fatalf("limits (-want +got):\n%s", diff)
	}
	for i, figure := range []string{"0,90", "0,75", "3,1"} {
		if got := block.Text[limits[i].Figure.Start:limits[i].Figure.End]; got != figure {
			t.Errorf("figure %d is %q, want %q", i, got, figure)
		}
	}
}

func TestPatternExtractor_Extract_rowOrder(t *testing.T) {
	rows := [][]string{{"Uso", "Ancho mínimo (m)"}, {"Oficina", "1,05"}, {"Taller", "1,25"}, {"Aula", "1,35"}}
	build := func(order ...int) retrieval.Block {
		table := &retrieval.Table{Header: rows[0]}
		for _, i := range order {
			table.Rows = append(table.Rows, rows[i])
		}
		return retrieval.Block{ID: "t", Kind: retrieval.TableKind, Lang: "es", Text: table.Text(), Table: table}
	}
	first, second := shorts(extract(t, build(1, 2, 3))), shorts(extract(t, build(3, 1, 2)))
	less := func(a, z string) bool { return a < z }
	if diff := cmp.Diff(first, second, cmpSorted(less)); diff != "" {
		t.Errorf("the order of rows changed what they say (-want +got):\n%s", diff)
	}
}

func TestPatternExtractor_Extract_ErrCanceled(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := textlimits.New().Extract(ctx, []retrieval.Block{paragraph("es", "x")}); !errors.Is(err, context.Canceled) {
		t.Errorf("want %v, got %v", context.Canceled, err)
	}
}

func TestPatternExtractor_Extract_sameEveryTime(t *testing.T) {
	block := paragraph("es", "La anchura será de 1 m como mínimo y de 2 m en el resto de los casos, salvo en sótanos.")
	want := extract(t, block)
	for range 50 {
		if diff := cmp.Diff(want, extract(t, block)); diff != "" {
			t.Fatalf("another result (-want +got):\n%s", diff)
		}
	}
}
