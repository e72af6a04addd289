package verify_test

import (
	"strings"
	"testing"

	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/geo"
	"github.com/reglookup/regengine/verify"
	"github.com/reglookup/regengine/verify/verifytest"
)

// readingRules are rules of one small country in two languages, whatever they are.
const readingRules = `format: 1
language: xx
elements:
  office: {label: {es: oficina, fr: bureau, en: office}, names: {es: [oficina], fr: [bureau], en: [office]}}
  exit: {label: {es: salida, fr: dégagement, en: exit}, names: {es: [salida], fr: [dégagement], en: [exit]}}
  floor: {label: {es: forjado, fr: plancher, en: floor}, names: {es: [forjado entre viviendas], fr: [plancher entre logements], en: [floor between dwellings]}}
  ramp: {label: {es: rampa, fr: rampe, en: ramp}, names: {es: [rampa], fr: [rampe], en: [ramp]}}
  rail: {label: {es: barandilla, fr: garde-corps, en: guardrail}, names: {es: [barandilla], fr: [garde-corps], en: [guardrail]}}
parameters:
  air: {label: {es: caudal, fr: débit, en: flow}, names: {es: [caudal], fr: [débit], en: [flow]}}
  width: {label: {es: ancho libre, fr: passage, en: clear width}, names: {es: [ancho libre], fr: [passage], en: [clear width]}}
  fire: {label: {es: resistencia, fr: résistance, en: resistance}, names: {es: [resistencia], fr: [résistance], en: [resistance]}}
  slope: {label: {es: pendiente, fr: pente, en: slope}, relation: slope, names: {es: [pendiente], fr: [pente], en: [slope]}}
  height: {label: {es: altura, fr: hauteur, en: height}, names: {es: [altura], fr: [hauteur], en: [height]}}
facts:
  units: {kind: quantity, unit: ud, label: {es: módulos, fr: unités, en: units}, says: {es: ["{} módulos de paso", "{} módulo de paso"], fr: ["{} unités de passage", "{} UP"], en: ["{} units of passage"]}}
  family:
    kind: category
    label: {es: familia, fr: famille, en: family}
    values:
      first: {label: {es: primera, fr: première, en: first}, says: {es: [primera familia], fr: [première famille], en: [first family]}}
      second: {label: {es: segunda, fr: deuxième, en: second}, says: {es: [segunda familia], fr: [deuxième famille], en: [second family]}}
  place:
    kind: category
    label: {es: lugar, fr: lieu, en: place}
    values:
      common: {label: {es: común, fr: commun, en: common}, says: {es: [zonas comunes, común], fr: [parties communes, commun], en: [common parts]}}
      inner: {label: {es: interior, fr: intérieur, en: inner}, says: {es: [interior de la vivienda], fr: [intérieur du logement], en: [inside the dwelling]}}
rules:
  - id: air
    subjects: [{element: office, parameter: air}]
    require: {op: ">=", value: 25, unit: m3/h}
    section: s
    quote: Oficinas 25 m3/h.
  - id: exit
    subjects: [{element: exit, parameter: width}]
    require: {op: ">=", unit: m, value: {by: units, match: step, cells: {"<= 1": 0.9, "<= 2": 1.4, else: 1.8}}}
    section: s
    quote: Salidas 0,9 1,4 1,8 con 1 y 2.
  - id: fire
    subjects: [{element: floor, parameter: fire}]
    require: {op: ">=", unit: min, value: {by: family, match: exact, cells: {first: 15, second: 30}}}
    section: s
    quote: Forjados 15 y 30 min.
  - id: slope
    subjects: [{element: ramp, parameter: slope}]
    require: {op: "<=", value: 8, unit: "%"}
    section: s
    quote: Rampas 8 %.
  - id: height
    subjects: [{element: rail, parameter: height}]
    when: [{fact: place, is: common}]
    require: {op: ">=", value: 1, unit: m}
    section: s
    quote: Barandillas 1 m.
`

// readingCheck is a check that says something which must not be taken for less than
// it is; in has what it is understood in.
type readingCheck struct {
	name, in                        string
	element, parameter, value, unit string
	want                            verify.Status
	names                           string // what a warning has to name
}

func readingChecks() []readingCheck {
	u, c, n := verify.Undetermined, verify.Compliant, verify.NonCompliant // u: or open
	return []readingCheck{
		{"the plain case", "es", "oficina", "caudal", "25", "m3/h", c, ""},
		{"the plain case", "fr", "bureau", "débit", "25", "m3/h", c, ""},
		{"a second thing", "es", "oficinas y taller", "caudal", "25", "m3/h", u, "taller"},
		{"a second thing", "fr", "bureaux et atelier", "débit", "25", "m3/h", u, "atelier"},
		{"a second thing", "en", "offices and workshop", "flow", "25", "m3/h", u, "workshop"},
		{"a thing of two names", "fr", "bureau-atelier", "débit", "25", "m3/h", u, "atelier"},
		{"a thing of two names", "es", "oficina-taller", "caudal", "25", "m3/h", u, "taller"},
		{"what lies on the other side", "fr", "plancher entre logements et toiture, première famille", "résistance", "15", "min", u, "toiture"},
		{"what lies on the other side", "es", "forjado entre viviendas y cubierta, primera familia", "resistencia", "15", "min", u, "cubierta"},
		{"what it serves as", "en", "office used as guardrail", "flow", "25", "m3/h", u, "guardrail"},
		{"what it serves as", "en", "office serving as an inner exit", "flow", "25", "m3/h", u, "exit"},
		{"what it serves as", "es", "oficina que sirve de salida", "caudal", "25", "m3/h", u, "salida"},
		{"what it serves as", "fr", "bureau faisant aussi dégagement", "débit", "25", "m3/h", u, ""},
		{"what it has is no second thing", "es", "oficina de madera y vidrio", "caudal", "25", "m3/h", c, ""},
		{"no second thing but a quality", "es", "oficina grande y nueva", "caudal", "25", "m3/h", c, ""},

		{"two numbers", "es", "salida de 2 o 1 módulos de paso", "ancho libre", "1", "m", u, ""},
		{"two numbers", "fr", "dégagement de 2 ou 1 unités de passage", "passage", "1", "m", u, ""},
		{"two numbers, the other way", "fr", "dégagement de 1 ou 2 UP", "passage", "1", "m", u, ""},
		{"up to", "fr", "dégagement de 2 à 1 UP", "passage", "1", "m", u, ""},
		{"two numbers", "en", "exit of 2 or 1 units of passage", "clear width", "1", "m", u, ""},
		{"in words", "es", "salida de tres o dos módulos de paso", "ancho libre", "1.5", "m", u, ""},
		{"a part of a count", "fr", "dégagement de 2/3 UP", "passage", "0.95", "m", u, "2/3"},
		{"another wording", "en", "exit of 2 passage units", "clear width", "1.35", "m", u, ""},
		{"another wording", "es", "salida de 2 pasos", "ancho libre", "1.35", "m", u, "2"},
		{"a number in words", "en", "exit, two units of passage", "clear width", "1.35", "m", n, ""},

		{"for each of something", "es", "salida de 1 módulo de paso por planta", "ancho libre", "1", "m", u, ""},
		{"for each of something", "fr", "dégagement de 1 UP par étage", "passage", "1", "m", u, ""},
		{"for each of something", "en", "exit of 1 units of passage per storey", "clear width", "1", "m", u, ""},
		{"of what it is about", "es", "salida de planta de 1 módulo de paso por planta", "ancho libre", "1", "m", u, ""},
		{"a place, no share", "es", "salida de 1 módulo de paso por encima", "ancho libre", "1", "m", u, ""},

		{"another class", "es", "forjado entre viviendas, familia 4", "resistencia", "30", "min", u, "familia"},
		{"another class", "fr", "plancher entre logements, famille 4", "résistance", "30", "min", u, "famille"},
		{"another class", "en", "floor between dwellings, family 4", "resistance", "30", "min", u, "family"},

		{"a quantity of the same kind", "es", "rampa, 12 %", "pendiente", "7", "%", u, "12 %"},
		{"a quantity of the same kind", "fr", "rampe, 12 %", "pente", "7", "%", u, "12 %"},
		{"a quantity of the same kind", "en", "ramp of 0.12 m/m", "slope", "7", "%", u, "0.12 m/m"},
		{"a quantity of another kind", "en", "ramp, 60 kg", "slope", "7", "%", c, ""},
		{"a slope in other units", "es", "rampa", "pendiente", "70", "mm/m", c, ""},
		{"a slope in other units", "fr", "rampe", "pente", "9", "cm/m", n, ""},

		{"said", "es", "barandilla de zonas comunes", "altura", "1", "m", c, ""},
		{"left out", "es", "barandilla fuera de las zonas comunes", "altura", "1", "m", c, ""},
		{"left out", "fr", "garde-corps hors parties communes", "hauteur", "1", "m", c, ""},
		{"left out", "fr", "garde-corps autre que des parties communes", "hauteur", "1", "m", c, ""},
		{"left out", "en", "guardrail other than of the common parts", "height", "1", "m", u, ""},
		{"neither", "fr", "garde-corps ni commun ni extérieur", "hauteur", "1", "m", u, ""},
		{"a part", "fr", "garde-corps des parties communes, lisse zygomatique", "hauteur", "1", "m", u, "zygomatique"},
		{"a part", "es", "barandilla de zonas comunes, travesaño cigomático", "altura", "1", "m", u, "cigomático"},
		{"a part", "en", "guardrail of the common parts, zygomatic rail", "height", "1", "m", u, "zygomatic"},
	}
}

// TestReading: what the words of an element leave open, exclude or name beside the
// thing is never taken for less, in any language.
func TestReading(t *testing.T) {
	addFrench(t)
	v := twoCountries(t, map[geo.ID]string{
		"FR": strings.Replace(readingRules, "language: xx", "language: es", 1),
		"ES": strings.Replace(readingRules, "language: xx", "language: es", 1),
	}, nil)
	for _, tt := range readingChecks() {
		t.Run(tt.in+" "+tt.name+" "+tt.element, func(t *testing.T) {
			place := "ES-1"
			if tt.in == "fr" {
				place = "FR-1"
			}
			got, err := v.Verify(t.Context(), verify.Check{GeoID: place, Element: tt.element, Parameter: tt.parameter, Value: tt.value, Unit: tt.unit}, verifytest.On())
			if err != nil {
				t.Fatal(err)
			}
			if said := strings.Join(got.Warnings, " "); decided(got) != tt.want || !strings.Contains(said, tt.names) {
				t.Errorf("want %s naming %q, got %s %s %q %q", tt.want, tt.names, got.Status, got.Limit, got.Conditions, got.Warnings)
			}
		})
	}
}

// TestAltitude_units: a number is an altitude in metres only where nothing says
// otherwise: another unit, another thing's number, a bound, a sign.
func TestAltitude_units(t *testing.T) {
	for _, tt := range []struct {
		lang, element string
		want          verify.Status
	}{
		{"en", "outer wall, altitude of 800 m", verify.NonCompliant},
		{"en", "outer wall, altitude of 800", verify.NonCompliant},
		{"en", "outer wall, altitude of 500 ft", verify.Compliant},
		{"en", "outer wall, altitude of 100 fathoms", verify.Undetermined},
		{"en", "outer wall, altitude of 100 storeys", verify.Undetermined},
		{"en", "outer wall, altitude of 100 €", verify.Undetermined},
		{"en", "outer wall, altitude of 100 of the tender", verify.Undetermined},
		{"en", "outer wall, altitude of -950 m", verify.Undetermined},
		{"en", "outer wall, altitude maximum of 800 m", verify.Conditional},
		{"en", "outer wall, maximum altitude of 800 m", verify.Conditional},
		{"en", "outer wall, 100 storeys of altitude", verify.Undetermined},
		{"fr", "mur extérieur, altitude de 100 toises", verify.Undetermined},
		{"fr", "mur extérieur, altitude 100 €", verify.Undetermined},
		{"fr", "mur extérieur, altitude -950 m", verify.Undetermined},
		{"fr", "mur extérieur, altitude maximale de 800 m", verify.Conditional},
		{"fr", "mur extérieur à 150 m d'altitude", verify.Compliant},
	} {
		t.Run(tt.element, func(t *testing.T) {
			parameter := "U-value"
			if tt.lang == "fr" {
				parameter = "transmission thermique"
			}
			v := climateCountry(t, tt.lang, climateRules, asIs)
			got, err := v.Verify(t.Context(), verify.Check{GeoID: "QY-1", Element: tt.element, Parameter: parameter, Value: "0.45", Unit: "W/m²K"}, codes.Date{})
			if err != nil {
				t.Fatal(err)
			}
			if got.Status != tt.want {
				t.Errorf("want %s, got %s %s %q %q", tt.want, got.Status, got.Limit, got.Conditions, got.Warnings)
			}
		})
	}
}

// TestReading_strange: of an element nobody knows that is said first, also where the
// parameter could be several.
func TestReading_strange(t *testing.T) {
	rules := strings.NewReplacer("language: xx", "language: es",
		"\nfacts:", "\n  rise: {label: {es: alzado, fr: élévation, en: rise}, names: {es: [altura], fr: [hauteur], en: [height]}}\nfacts:",
		"\n  - id: height", "\n  - id: rise\n    subjects: [{element: ramp, parameter: rise}]\n    require: {op: \"<=\", value: 3, unit: m}\n    section: s\n    quote: Rampas 3 m.\n  - id: height").Replace(readingRules)
	v := twoCountries(t, map[geo.ID]string{"ES": rules, "FR": rules}, nil)
	for element, want := range map[string]string{"zygote": "zygote", "guardrail of the common parts": ""} {
		got, err := v.Verify(t.Context(), verify.Check{GeoID: "ES-1", Element: element, Parameter: "height", Value: "1", Unit: "m"}, verifytest.On())
		if err != nil {
			t.Fatal(err)
		}
		if said := strings.Join(got.Warnings, " "); want != "" && !strings.Contains(said, want) || want == "" && got.Status != verify.Compliant {
			t.Errorf("%s: %s, want a warning that names %q: %q", element, got.Status, want, got.Warnings)
		}
	}
}
