package verifytest_test

import (
	"testing"

	"github.com/reglookup/regengine/verify/textlimits"
	"github.com/reglookup/regengine/verify/verifytest"
)

// bareTexts are passages that leave out what a reader takes for granted: the side
// a figure bounds, what it measures, what the columns tell apart.
func bareTexts() []text {
	return []text{
		{"obra", "Evacuación", "38 m en uso Aparcamiento."},
		{"obra", "Instalaciones eléctricas", "Para contadores totalmente concentrados: 1,2 %."},
		{"obra", "Rampas de piscina", "Pendiente del fondo: en piscinas infantiles el 5 %; en piscinas de recreo el 9 % hasta una profundidad de 1,30 m y el 30 % en el resto de las zonas."},
		{"obra", "Pasillos", "La anchura mínima es 0,85 m en pasillos previstos para 12 personas, como máximo."},
		{"obra", "Ventilación de viviendas", "El caudal total de extracción de una vivienda será de 30 l/s como mínimo."},
		{"obra", "Centrales", "Una central de bombas tiene 4 escalones como mínimo."},
		{"obra", "Ruido de los vecinos", "En los dormitorios no se superarán 35 dBA."},
		{"obra", "Escaleras", "Las escaleras de evacuación de garaje: No protegida: No se admite."},
	}
}

const bareTraps = `
garaje | longitud del recorrido de evacuación | 39 | m
garaje | altura libre | 38 | m
garaje | anchura de la calle | 38 | m
garaje | profundidad | 30 | m
garaje | longitud de la plaza | 38 | m
oficina | longitud del recorrido de evacuación | 38 | m
puerta de cine | longitud del recorrido de evacuación | 38 | m
derivación individual, contadores totalmente concentrados | caída de tensión | 1.3 | %
derivación individual, contadores totalmente concentrados | pendiente | 1 | %
derivación individual, contadores en varias plantas | caída de tensión | 1 | %
acometida | caída de tensión | 1 | %
piscina infantil | pendiente del fondo | 6 | %
piscina de recreo, zona de 1,20 m de profundidad | pendiente del fondo | 20 | %
piscina de recreo | pendiente del andén | 5 | %
piscina de recreo | profundidad | 1.3 | m
pasillo para 13 personas | anchura | 0.9 | m
pasillo para 150 personas | anchura | 0.9 | m
pasillo para 8 + 8 personas | anchura | 0.9 | m
pasillo para 8 personas y 8 personas | anchura | 0.9 | m
pasillo para 2 x 8 personas | anchura | 0.9 | m
pasillo para 8 personas por planta | anchura | 0.9 | m
pasillo para 8 personas en cada planta | anchura | 0.9 | m
pasillo, por planta 8 personas | anchura | 0.9 | m
pasillo | anchura | 0.9 | m
vivienda de 3 dormitorios | caudal de extracción | 31 | l/s
vivienda | caudal total de admisión | 31 | l/s
vivienda | caudal total de agua | 31 | l/s
tramo de escalera | número de escalones | 13 | peldaños
escalera | número de escalones | 4 | peldaños
separación entre dormitorio y pasillo | DnT,A | 30 | dBA
dormitorio | DnT,A | 34 | dBA
fachada de dormitorio | D2m,nT,Atr | 30 | dBA
escalera de evacuación de garaje | escalera no protegida | 1 | boolean
`

const bareOrdinary = `
pasillo para 12 personas | anchura | 0.85 | m | compliant
pasillo para 9 personas | anchura | 0.8 | m | non_compliant
vivienda | caudal total de extracción | 29 | l/s | non_compliant
`

// TestTexts_bare: what a text leaves out is not taken for granted.
func TestTexts_bare(t *testing.T) {
	v := textsVerifier(t, fewPlaces(t), "ES", "es", bareTexts())
	t.Run("traps", func(t *testing.T) { noPass(t, v, lineCases(bareTraps)) })
	t.Run("ordinary", func(t *testing.T) { verifytest.Run(t, v, starterDay(), lineCases(bareOrdinary)) })
}

// TestTexts_doubts: the doubts that keep a limit from deciding are those the extractor writes.
func TestTexts_doubts(t *testing.T) {
	for _, text := range []string{"38 m en uso Aparcamiento.", "Bajante de 200 m² de cubierta: 90 mm de diámetro."} {
		found, err := textlimits.New().Extract(t.Context(), blocksOf(text))
		if err != nil || len(found) == 0 {
			t.Fatalf("want limits in %q, got %v %v", text, found, err)
		}
		for _, l := range found {
			for _, doubt := range l.Doubts {
				if doubt != textlimits.DoubtDirection && doubt != textlimits.DoubtNature {
					t.Errorf("%q: want no other doubt, got %q", text, doubt)
				}
			}
		}
	}
}

// tableTexts are tables as blocks.
const tableCaption = "Pendiente máxima de las rampas, en %, según su longitud"

// TestTexts_tables: ranges of row headers, units and what the columns tell apart
// come from the caption.
func TestTexts_tables(t *testing.T) {
	v := tableVerifier(t, tableCaption, "Longitud | Pendiente", "Menor que 4 m | 11", "De 4 m a menos de 9 m | 9", "De 9 m o más | 7")
	noPass(t, v, lineCases(`
rampa de 12 m | pendiente | 9 | %
rampa de 9 m de longitud | pendiente | 8 | %
rampa de 5 m | pendiente | 10 | %
rampa | pendiente | 12 | %
rampa de 5 m | pendiente | 0.1 | ratio
`))
	verifytest.Run(t, v, starterDay(), lineCases(`
rampa de 5 m | pendiente | 9 | % | compliant
rampa de 12 m | pendiente | 8 | % | non_compliant
rampa de 3 m de longitud | pendiente | 0.11 | ratio | compliant
`))
	zones := tableVerifier(t, "Transmitancia máxima de cada elemento, en W/m²·K, según la zona climática de invierno", "Elemento | C | D | E", "Muros y suelos al aire exterior | 0,50 | 0,42 | 0,36")
	noPass(t, zones, lineCases(`
muro de fachada | transmitancia térmica | 0.45 | W/m²K
cubierta | transmitancia térmica | 0.3 | W/m²K
muro de fachada en zona climática E | transmitancia térmica | 0.4 | W/m²K
`))
	verifytest.Run(t, zones, starterDay(), lineCases("muro de fachada | transmitancia térmica U | 0.42 | W/m²K | compliant"))
	rooms := tableVerifier(t, "Caudal mínimo de extracción, en l/s, según el número de dormitorios", "Local | 1 dormitorio | 2 dormitorios | 3 o más dormitorios", "Cocinas y baños | 6 | 7 | 8")
	noPass(t, rooms, lineCases(`
cocina de vivienda de 3 dormitorios | caudal de extracción | 7 | l/s
cocina de vivienda de 2 dormitorios | caudal de extracción | 6 | l/s
garaje de vivienda de 2 dormitorios | caudal de extracción | 9 | l/s
`))
}
