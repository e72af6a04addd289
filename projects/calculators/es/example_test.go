package es_test

import (
	"encoding/json"
	"fmt"

	"github.com/reglookup/regengine/projects"
	"github.com/reglookup/regengine/projects/calculators/es"
)

func show(c projects.Calculator, input string) {
	out, err := c.Run(exampleContext, json.RawMessage(input))
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(out.Summary)
}

func ExampleKLim() {
	show(es.KLim(), `{"use":"residencial","work":"nuevo","winter_zone":"B","compactness":2.42,"k":0.86}`)
	// Output: Con V/A = 2,42 m³/m² en la zona B, Klim = 0,67 (sin redondear, 0,6699) W/(m²·K). No cumple: K = 0,86 W/(m²·K) frente a Klim = 0,6699 W/(m²·K).
}

func ExampleSnow() {
	show(es.Snow(), `{"capital":"24","slope":45,"foot":"libre","exposure":"normal"}`)
	// Output: La carga de nieve es qn = 0,6 kN/m² en proyección horizontal (sk = 1,2 kN/m², μ = 0,5).
}

func ExampleEvacuation() {
	show(es.Evacuation(), `{"element":"puerta","use":"comercial","persons":500,"elements":3,"several_required":true,"width":1.2,"leaf":0.6}`)
	// Output: Puerta para 250 personas: anchura mínima de 1,25 m. No cumple: la anchura de 1,2 m (mínimo 1,25 m).
}

func ExampleRamp() {
	show(es.Ramp(), `{"kind":"accesible","length":5,"rise":0.25,"flights":1,"use":"vivienda","persons":20,"width":1.2}`)
	// Output: La rampa tiene una pendiente del 5 % en 5 m (máximo 8 %). Sin determinar: la pendiente transversal; la superficie horizontal en los extremos.
}

func ExampleRain() {
	show(es.Rain(), `{"area":200,"isohyet":"40","rain_zone":"A"}`)
	// Output: Con i = 125 mm/h (f = 1,25): 4 sumideros como mínimo, diámetro mínimo de 90 mm para las bajantes.
}

func ExampleVentilation() {
	show(es.Ventilation(), `{"rooms":[{"kind":"dormitorio-principal"},{"kind":"dormitorio"},{"kind":"sala"},{"kind":"cocina"},{"kind":"bano"}]}`)
	// Output: Con 2 dormitorios la vivienda necesita 24 l/s: admisión mínima de 20 l/s y extracción mínima de 24 l/s.
}

func ExampleNoise() {
	show(es.Noise(), `{"use":"residencial-privado","room":"dormitorio","against":"exterior","ld":68,"aircraft":false,"airborne":38}`)
	// Output: Se exige D2m,nT,Atr de 37 dBA como mínimo. El proyecto lo cumple.
}

func ExampleCharging() {
	show(es.Charging(), `{"use":"otro","work":"nuevo","spaces":81,"accessible_spaces":6}`)
	// Output: Se exigen conducciones de cables para 17 plazas y 3 estaciones de recarga como mínimo, de ellas 2 estaciones por las plazas accesibles (una por cada 5).
}
