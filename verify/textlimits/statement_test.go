package textlimits_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/reglookup/regengine/codes/retrieval"
)

// TestPatternExtractor_Extract_statements has a case for every way in which a statement
// says more, or less, than its figure and the comparator beside it.
func TestPatternExtractor_Extract_statements(t *testing.T) {
	for _, tt := range []struct {
		name, lang, text string
		want             []string
	}{
		{"bound by what is measured", "es", "Recorridos de evacuación: 28 m en uso Docente.", []string{"<= 28 m | lead: Recorridos de evacuación | measure: Recorridos de evacuación | when: en uso Docente"}},
		{"bound by its unit", "en", "12 litres per second per person.", []string{">= 12 litres per second per person"}},
		{"nature of two minds", "es", "Anchura de los recorridos de evacuación | 1,15 m", []string{">= 1.15 m | row: Anchura de los recorridos de evacuación | ?"}},
		{"zones of a row that says what it limits", "es", "Transmitancia de muros 0,85 0,75 0,60 0,50 0,45 0,40", nil},
		{"columns nobody names", "es", "Pared | EI 45 | EI 75", []string{">= 45 EI | row: Pared"}},
		{"step without bars", "es", "Caudal mínimo | 0-1 camas 11 | 2 camas 23 l/s", []string{">= 2 camas | row: Caudal mínimo | measure: camas", ">= 23 l/s | row: Caudal mínimo | measure: camas"}},
		{"class is a floor", "es", "La pared será EI 75.", nil},
		{"formula beside it", "es", "La anchura A será ≥ P / 180 ≥ 0,95 m.", []string{">= 0.95 m | ?"}},
		{"law of a year", "es", "Según la Ley 12/1994 el nivel no será superior a 35 dBA.", []string{"<= 35 dBA | measure: nivel | when: Según la Ley 12/1994"}},
		{"comparison that narrows a thing", "es", "Los desniveles que no superen 4 cm tendrán una pendiente máxima del 24 %.", []string{"<= 24 % | measure: pendiente | thing: desniveles | when: que no superen 4 cm"}},
		{"duty on narrowed things", "es", "Habrá pasarelas en los patios (abiertos o no) y fosos con una profundidad mayor que 65 cm.", []string{"true | measure: pasarelas | thing: patios | when: con una profundidad mayor que 65 cm"}},
		{"other uses of one building", "es", "Los almacenes integrados en un edificio con otros usos tendrán puertas de 95 cm como mínimo.", []string{">= 95 cm | measure: puertas | thing: almacenes integrados en un edificio con otros usos"}},
		{"determiner ends the place", "es", "En vestuarios el 5 %; en patios el 7 %, como máximo.", nil},
		{"number before a number", "es", "Se reservará un mínimo de un tres por ciento de las plazas.", []string{">= 3 por ciento | measure: de las plazas"}},
		{"state between figure and circumstance", "es", "No será inferior a 5 400 W a 230 V, en cada local.", []string{">= 5400 W | when: en cada local"}},
		{"conversion between figure and circumstance", "es", "La presión mínima será de 1 400 kPa (14 kg/cm2) en patios.", []string{">= 1400 kPa | measure: presión mínima | when: en patios | ?"}},
		{"within", "en", "The lamp should be lit within 6 seconds.", []string{"<= 6 seconds | measure: lit | thing: lamp"}},
		{"a fraction in words", "en", "A minimum of one fifth of the area should open.", []string{">= 0.2 | measure: of the area | ?"}},
		{"object of its own", "en", "The power at 20 of the load no greater than the power drawn at 80 of the load.", nil},
		{"an example as a sentence", "en", "For example, at 25% of output one boiler runs at 75% of its rating.", nil},
		{"one of many values", "es", "La sala cuya carga supere un valor dado tendrá rociadores.", nil},
		{"one or more", "es", "El aire se tomará de uno o más patios.", []string{}},
		{"table of contents", "es", "Ventilación mínima ............ 34", nil},
		{"title with a number", "es", "436 Limitación mínima de corrientes", nil},
		{"relative clause", "es", "Las salas cuya superficie sea superior a 900 m2 dispondrán de rociadores.", []string{"true | measure: rociadores | thing: salas | when: cuya superficie sea superior a 900 m2"}},
		{"purpose", "es", "Se fijará de modo que el borde quede a 75 cm del suelo como máximo.", []string{"<= 75 cm | measure: del suelo | thing: borde"}},
		{"subject of two verbs", "es", "Los bolardos se pondrán en fila, tendrán una altura mínima de 80 cm.", []string{">= 80 cm | measure: altura | thing: fila"}},
		{"another subject behind a verb", "es", "El local será ventilado y la altura será de 2,60 m como mínimo.", []string{">= 2.6 m | measure: altura"}},
		{"unit of two parts", "es", "La renovación mínima será de 25 metros cúbicos por hora y persona en oficinas y 45 metros cúbicos en los casos restantes.", []string{">= 25 metros cúbicos por hora | measure: renovación mínima | ?", ">= 45 metros cúbicos | measure: persona en oficinas | rest: en los casos restantes"}},
		{"strict limit with a place", "es", "La distancia será inferior a 90 m en zonas urbanas y 45 m en el resto.", []string{"< 90 m | measure: distancia | when: en zonas urbanas", "< 45 m | measure: distancia | rest: en el resto"}},
		{"variant with its verb", "es", "La longitud máxima será de 18 m y con manguera rígida será de 28 m.", []string{"<= 18 m | measure: longitud máxima", "= 28 m | measure: manguera rígida"}},
		{"place behind the measure", "es", "La caída será menor del 4 % de la tensión nominal para circuitos de fuerza.", []string{"< 4 % | measure: de la tensión nominal para circuitos de fuerza | thing: caída"}},
		{"adjective, no comparator", "es", "Resistirán una carga en el borde superior de 0,7 kN.", nil},
		{"lower bound by name", "es", "El límite inferior será el 45 %.", []string{">= 45 %"}},
		{"what is added", "es", "El hueco medirá como mínimo el diámetro más 5 cm.", nil},
		{"increase of another limit", "es", "Los espesores mínimos serán los de la tabla aumentados en 6 mm.", nil},
		{"how often", "es", "Cada cinco plantas se instalará una llave.", nil},
		{"verb behind an exception", "es", "Ninguna zona con la que exista contacto, salvo los radiadores, podrá tener una temperatura mayor que 55 °C.", nil},
		{"limit behind a place in a list", "es", "Alturas ≥ 2,25 m; en garajes ≥ 2,15 m.", []string{">= 2.25 m | measure: Alturas", ">= 2.15 m | measure: Alturas | when: en garajes"}},
		{"label with figures", "es", "De 61 a 90 personas: 2 m como mínimo.", []string{">= 2 m | lead: De 61 a 90 personas | when: De 61 a 90 personas"}},
		{"how many are demanded", "es", "Cada nave dispondrá de dos salidas.", []string{">= 2 salidas | measure: salidas | thing: nave | ?"}},
		{"metre and centimetres", "es", "El ancho será de un metro y treinta centímetros como mínimo.", nil},
		{"another figure in brackets", "es", "La pendiente máxima será del 9 % (11 % en obras de reforma).", []string{"<= 9 % | measure: pendiente máxima | ?"}},
		{"brackets that tell figures apart", "es", "Anchura mínima: 7 m (simple) y 9 m (doble).", []string{">= 7 m | lead: Anchura mínima | measure: Anchura mínima", ">= 9 m | lead: Anchura mínima | measure: Anchura mínima"}},
		{"two distances", "es", "La distancia mínima entre el borde de los peldaños y el muro será de 14 cm.", []string{">= 14 cm | measure: distancia mínima entre el borde | thing: peldaños y el muro"}},
		{"in all cases, behind a measure", "es", "La pendiente transversal máxima será en todos los casos del 3 %.", []string{"<= 3 % | measure: en todos los casos | thing: pendiente transversal máxima"}},
		{"a degree of something", "es", "Los equipos deberán tener un grado de protección alto.", []string{"true | measure: grado de protección alto | thing: equipos"}},
		{"degrees before degrees Celsius", "es", "La temperatura estará comprendida entre 22° y 28 °C.", nil},
		{"point of a unit in a range", "es", "La altura estará entre 70 cm. y 110 cm. del suelo.", nil},
		{"unit with a point", "es", "La resistividad máxima será de 2 K.m/W en arena.", nil},
		{"what is compared with a formula", "es", "Rampas | A ≥ P / 180 ≥ 0,95 m", []string{">= 0.95 m | row: Rampas | ?"}},
		{"comparator that says the measure", "es", "Las paredes carecerán de salientes que vuelen más de 14 cm.", []string{"<= 14 cm | measure: salientes | thing: paredes"}},
		{"one in so many", "en", "A minimum of one in four spaces should be wide.", nil},
		{"columns of no known order", "es", "Rango máximo 0,85 0,75 0,60 0,50 0,45 0,40", nil},
		{"transmittance by its unit", "es", "2,2 W/m²K en huecos", []string{"<= 2.2 W/m²K | when: en huecos"}},
		{"a bound with a count of its own", "es", "Al menos uno de sus lados tendrá una franja de 3 m.", []string{">= 1 | measure: de sus lados", "= 3 m | measure: franja | thing: lados"}},
		{"class of what is bound from above", "es", "Permeabilidad al aire | clase 2", []string{">= 2 class | row: Permeabilidad al aire | measure: clase | ?"}},
		{"class that counts upwards", "es", "Resbaladicidad | clase 2", []string{">= 2 class | row: Resbaladicidad | measure: clase | ?"}},
		{"a bound with an article", "es", "Se respetará como mínimo un ancho libre, a lo largo del muro, de 1,30 m.", []string{">= 1.3 m | measure: ancho libre, a lo largo del muro"}},
	} {
		t.Run(tt.lang+" "+tt.name, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, shorts(extract(t, paragraph(tt.lang, tt.text))), equateEmpty); diff != "" {
				t.Errorf("limits of %q (-want +got):\n%s", tt.text, diff)
			}
		})
	}
}

// equateEmpty takes an empty list for none.
var equateEmpty = cmp.FilterValues(func(a, z []string) bool { return len(a) == 0 && len(z) == 0 }, cmp.Ignore())

// TestPatternExtractor_Extract_titles shows what a title over a statement says of its figures.
func TestPatternExtractor_Extract_titles(t *testing.T) {
	for _, tt := range []struct{ name, title, text, want string }{
		{"bound", "Altura mínima", "En patios, 3 m.", ">= 3 m | heading: Altura mínima | when: En patios"},
		{"nature", "Recorridos de evacuación", "35 m en uso Aparcamiento", "= 35 m | heading: Recorridos de evacuación | when: en uso Aparcamiento | ?"},
		{"a table is not what follows it", "Tabla 2 Sección mínima", "El conductor tendrá una sección del 45 %.", "= 45 % | heading: Tabla 2 Sección mínima | measure: sección | thing: conductor"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			block := paragraph("es", tt.text)
			block.Kind, block.Path = retrieval.Paragraph, []string{tt.title}
			if diff := cmp.Diff([]string{tt.want}, shorts(extract(t, block))); diff != "" {
				t.Errorf("limits of %q (-want +got):\n%s", tt.text, diff)
			}
		})
	}
}

// TestPatternExtractor_Extract_symbols takes a column of comparisons of a symbol for one
// that tells of what a row speaks.
func TestPatternExtractor_Extract_symbols(t *testing.T) {
	table := &retrieval.Table{Header: []string{"Uso", "Forma", "Transmitancia (W/m²K)"}, Rows: [][]string{{"Nave", "V/A ≤ 2", "0,65"}, {"Nave", "V/A ≥ 5", "0,85"}}}
	block := retrieval.Block{ID: "t", Kind: retrieval.TableKind, Lang: "es", Text: table.Text(), Table: table}
	want := []string{
		"<= 0.65 W/m²K | row: Nave | row: V/A ≤ 2 | column: Transmitancia (W/m²K)",
		"<= 0.85 W/m²K | row: Nave | row: V/A ≥ 5 | column: Transmitancia (W/m²K)",
	}
	if diff := cmp.Diff(want, shorts(extract(t, block))); diff != "" {
		t.Errorf("limits (-want +got):\n%s", diff)
	}
}

// A header that says how its column binds in an abbreviation names the unit in its
// brackets.
func TestPatternExtractor_AbbreviatedHeaders(t *testing.T) {
	for header, want := range map[string]string{
		"Mín. (lux)": ">= 300 lux", "MÍN (lux)": ">= 300 lux", "Máx. (dB)": "<= 300 dB", "Anch. mín. (cm)": ">= 300 cm", "Mín. [mm]": ">= 300 mm", "Pte. máx. (%)": "<= 300 %",
		"Tiempo máx. (min)": "<= 300 min", "Mín., en cm": ">= 300 cm",
	} {
		t.Run(header, func(t *testing.T) {
			table := &retrieval.Table{Header: []string{"Local", header}, Rows: [][]string{{"Aula", "300"}, {"Pasillo", "100"}}}
			limits := extract(t, retrieval.Block{ID: "b", Kind: retrieval.TableKind, Lang: "es", Text: table.Text(), Table: table})
			if len(limits) == 0 {
				t.Fatal("no limit")
			}
			l := limits[0]
			if got := strings.TrimSpace(string(l.Op) + " " + l.Value + " " + l.Unit); got != want {
				t.Errorf("%q, want %q", got, want)
			}
		})
	}
}
