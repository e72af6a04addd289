package verify_test

import (
	"strings"
	"testing"

	"github.com/reglookup/regengine/geo"
	"github.com/reglookup/regengine/verify"
	"github.com/reglookup/regengine/verify/verifytest"
)

// compoundRules turn on a count, a length and an area.
const compoundRules = `format: 1
language: es
elements:
  exit: {label: {es: salida, fr: dégagement, en: exit}, names: {es: [salida], fr: [dégagement], en: [exit]}}
  rail: {label: {es: barandilla, fr: garde-corps, en: guardrail}, names: {es: [barandilla], fr: [garde-corps], en: [guardrail]}}
  room: {label: {es: sala, fr: salle, en: room}, names: {es: [sala], fr: [salle], en: [room]}}
parameters:
  width: {label: {es: ancho libre, fr: passage, en: clear width}, names: {es: [ancho libre], fr: [passage], en: [clear width]}}
  height: {label: {es: altura, fr: hauteur, en: height}, names: {es: [altura], fr: [hauteur], en: [height]}}
  fire: {label: {es: resistencia, fr: résistance, en: resistance}, names: {es: [resistencia], fr: [résistance], en: [resistance]}}
facts:
  persons: {kind: quantity, unit: ud, label: {es: personas, fr: personnes, en: persons}, says: {es: ["{} personas"], fr: ["{} personnes"], en: ["{} persons"]}}
  drop: {kind: quantity, unit: m, label: {es: caída, fr: chute, en: drop}, says: {es: ["caída {}"], fr: ["chute {}"], en: ["drop {}", "{} drop"]}}
  area: {kind: quantity, unit: m2, label: {es: superficie, fr: surface, en: area}, says: {es: ["superficie {}", "sala {}"], fr: ["surface {}", "salle {}"], en: ["area {}", "room {}"]}}
rules:
  - id: exit
    subjects: [{element: exit, parameter: width}]
    require: {op: ">=", unit: m, value: {by: persons, match: step, cells: {"<= 50": 0.9, else: 1.4}}}
    section: s
    quote: Salidas 0,9 m hasta 50, 1,4.
  - id: rail
    subjects: [{element: rail, parameter: height}]
    require: {op: ">=", unit: m, value: {by: drop, match: step, cells: {"<= 6": 0.9, else: 1.1}}}
    section: s
    quote: Barandillas 0,9 m hasta 6 m, 1,1.
  - id: room
    subjects: [{element: room, parameter: fire}]
    require: {op: ">=", unit: min, value: {by: area, match: step, cells: {"<= 300": 30, else: 60}}}
    section: s
    quote: Salas 30 min hasta 300 m², 60.
`

// compoundChecks pass with each of the numbers they name and fail with what the
// numbers come to, unless they are one number or alternatives.
func compoundChecks() []readingCheck {
	width := func(name, lang, element, want string) readingCheck {
		return readingCheck{name: name, in: lang, element: element, parameter: map[string]string{"es": "ancho libre", "fr": "passage", "en": "clear width"}[lang], value: "0.9", unit: "m", want: verify.Status(want)}
	}
	height := func(name, lang, element, want string) readingCheck {
		return readingCheck{name: name, in: lang, element: element, parameter: map[string]string{"es": "altura", "fr": "hauteur", "en": "height"}[lang], value: "0.9", unit: "m", want: verify.Status(want)}
	}
	fire := func(name, lang, element, want string) readingCheck {
		return readingCheck{name: name, in: lang, element: element, parameter: map[string]string{"es": "resistencia", "fr": "résistance", "en": "resistance"}[lang], value: "30", unit: "min", want: verify.Status(want)}
	}
	const c, n, u = "compliant", "non_compliant", "undetermined" // u: or open
	return []readingCheck{
		width("one", "en", "exit for 30 persons", c),
		width("a sum", "en", "exit for 30 persons + 30 persons", u),
		width("a sum", "en", "exit for 30 + 30 persons", u),
		width("a sum", "en", "exit for 30 persons (+ 30 persons)", u),
		width("a sum", "en", "exit for 30 persons plus 30 persons", u),
		width("a sum", "en", "exit for 30 persons as well as 30 persons", u),
		width("a sum", "en", "exit for 30 persons and 30 persons", u),
		width("a sum", "en", "exit for 30 and 30 persons", u),
		width("a sum", "en", "exit for 30 persons on the left and 30 persons on the right", u),
		width("a sum", "en", "exit for 30 persons on the left and 30 on the right", u),
		width("a sum", "en", "exit for 30 persons, 30 persons", u),
		width("a product", "en", "exit for 2 x 30 persons", u),
		width("a product", "en", "exit for 2x30 persons", u),
		width("a product", "en", "exit for (2 × 30) persons", u),
		width("alternatives", "en", "exit for 30 or 40 persons", c),
		width("alternatives", "en", "exit for 30 or 60 persons", u),
		width("a range", "en", "exit for between 30 and 40 persons", c),
		width("a range", "en", "exit for 30 to 40 persons", c),
		width("other things", "en", "exit for 30 persons and 2 doors", u),
		width("a sum", "es", "salida para 30 personas + 30 personas", u),
		width("a sum", "es", "salida para 30 personas y 30 personas", u),
		width("a sum", "es", "salida para 30 personas más 30 personas", u),
		width("a sum", "es", "salida para 30 personas además de 30 personas", u),
		width("a product", "es", "salida para 2 x 30 personas", u),
		width("a range", "es", "salida para entre 30 y 40 personas", c),
		width("a bound", "es", "salida para más de 30 y menos de 40 personas", u),
		width("a sum", "fr", "dégagement pour 30 personnes et 30 personnes", u),
		width("a sum", "fr", "dégagement pour 30 + 30 personnes", u),

		width("each", "en", "exit for 30 persons per floor", u),
		width("each", "en", "exit for 30 persons on each floor", u),
		width("each", "en", "exit, each floor has 30 persons", u),
		width("each", "en", "exit, 30 persons, per floor", u),
		width("each", "en", "exit, 30 persons each", u),
		width("each", "en", "exit for 30 persons per floor, 4 floors", u),
		width("each", "en", "exit, per floor 30 persons", u),
		width("each", "en", "exit for 30 persons per wing", u),
		width("of what it is about", "en", "exit, each 1.2 m high, for 30 persons", u),
		width("each", "es", "salida para 30 personas en cada planta", u),
		width("each", "es", "salida, por planta 30 personas", u),
		width("each", "es", "salida, cada ala 30 personas", u),
		width("a place", "es", "salida de 30 personas por el patio", u),
		width("each", "fr", "dégagement, 30 personnes à chaque étage", u),
		width("each", "fr", "dégagement, par étage 30 personnes", u),

		height("one", "en", "guardrail, drop of 6 m", c),
		height("metres and centimetres", "en", "guardrail, drop of 6 m 50 cm", u),
		height("metres and centimetres", "en", "guardrail, drop of 6 m 50", u),
		height("metres and centimetres", "en", "guardrail, drop of 6 metres and 50 centimetres", u),
		height("metres and centimetres", "en", "guardrail, drop of six metres fifty", u),
		height("a mixed fraction", "en", "guardrail, drop of 6 1/2 m", n),
		height("a sum", "en", "guardrail, drop of 4 + 4 m", u),
		height("a sum", "en", "guardrail, drop of 4 m + 4 m", u),
		height("a product", "en", "guardrail, drop of 2 x 4 m", u),
		height("on top", "en", "guardrail, drop of 4 m and then another 4 m", u),
		height("on top", "en", "guardrail, drop of 4 m to the slab and 4 m more", u),
		height("on top", "es", "barandilla, caída de 4 m hasta el forjado y otros 4 m hasta el suelo", u),
		height("on top", "fr", "garde-corps, chute de 4 m et encore 4 m", u),
		height("a product", "es", "barandilla, caída de 4 m por 2", u),
		height("storeys", "en", "guardrail, drop of two storeys of 3 m", u),
		height("storeys", "es", "barandilla, caída de 3 m en cada planta", u),
		height("a storey", "es", "barandilla en planta 2, caída de 3 m", c),
		height("at each side", "en", "guardrail, drop of 4 m at each side", u),
		height("at each side", "es", "barandilla, caída de 4 m a cada lado", u),
		height("alternatives", "en", "guardrail, drop of 5 m on one side and 6 m on the other", u),
		height("alternatives", "en", "guardrail, drop of 5 or 6 m", c),
		height("a range", "en", "guardrail, drop of 4-6 m", c),
		height("metres and centimetres", "es", "barandilla, caída de 6 m y 50 cm", u),
		height("metres and centimetres", "es", "barandilla, caída de 6 m 50 cm", u),
		height("metres and centimetres", "es", "barandilla, caída de seis metros cincuenta", u),
		height("a sum", "es", "barandilla, caída de 4 + 4 m", u),
		height("a range", "es", "barandilla, caída de entre 50 cm y 6 m", c),
		height("metres and centimetres", "fr", "garde-corps, chute de 6 m 50", u),
		height("metres and centimetres", "fr", "garde-corps, chute de six mètres cinquante", u),

		height("a number of its own", "en", "guardrail, drop of 4 m and 10 mm glass", u),
		height("a dimension of its own", "en", "guardrail, drop of 4 m and 90 cm high", u),
		height("a dimension of its own", "es", "barandilla, caída de 4 m y 10 cm de separación", u),
		height("the dimension of both", "es", "barandilla con 6 m y 50 cm de caída", u),
		height("no numeral of this language", "en", "guardrail, drop of 3 m once finished", u),
		height("no number of its own", "en", "guardrail, drop of 3 m half landing", u),
		height("a half", "en", "guardrail, drop of 6 m and a half", n),
		height("a half", "es", "barandilla, caída de 6 m y medio", n),
		height("twice", "en", "guardrail, drop of twice 4 m", u),
		height("twice", "es", "barandilla, caída del doble de 4 m", u),
		height("other clauses", "es", "barandilla, caída de 4 m y anchura de 2 m, más de 30 personas", u),
		height("a share with another number", "es", "barandilla, caída de 4 m por planta, vidrio de 10 mm", u),
		height("storeys of the building", "en", "guardrail in a building of 3 storeys with a drop of 4 m", u),
		height("storeys of the building", "es", "barandilla de edificio de 3 plantas con caída de 4 m", u),

		width("bounds", "en", "exit for at least 20 persons and at most 40 persons", u),
		width("a bound", "en", "exit for 30 persons and at most 40 persons", u),
		width("sentences", "en", "exit for 20 persons, and guardrail. Exit for 20 persons", u),
		width("a date", "en", "exit for 45 persons by 2030", u),
		width("a density", "en", "exit for 30 persons, 1 person per 10 m²", u),
		width("a density", "es", "salida para 30 personas, 1 persona por 10 m²", u),
		width("each of something else", "en", "exit for 30 persons with a guardrail at each side", u),
		width("each of something else", "en", "exit with guardrail on each side for 30 persons", u),
		width("each of something else", "es", "salida para 30 personas con barandilla a cada lado", u),
		width("a share with another number", "en", "exit for 30 persons per floor, type 3", u),
		width("a share with another number", "en", "exit for 30 persons per floor, 4 floors, width 0.9", u),
		width("more of them", "es", "salida para 30 personas más el personal", u),
		width("more of them", "en", "exit for 30 persons plus staff", u),
		width("about as many", "es", "salida para 30 personas más o menos", u),
		width("for each direction", "es", "salida para 30 personas por sentido", u),
		width("a sum", "en", "exit for an office of 40 persons and a guardrail of 20 persons", u),
		height("a unit joined by a hyphen", "en", "guardrail, 5-metre drop", c),
		height("a unit joined by a hyphen", "en", "guardrail, five-metre drop", c),
		height("a unit joined by a hyphen", "en", "guardrail, 7-metre drop", "non_compliant"),
		width("thousands", "es", "salida para 1 030 personas", u),
		width("thousands", "en", "exit for 2 030 persons", u),
		width("groups", "es", "salida para 10 aulas de 25 personas", u),
		width("groups", "en", "exit for 10 rooms of 25 persons", u),
		width("twice", "en", "exit for double 30 persons", u),
		width("storeys", "en", "exit for 2 floors of 30 persons", u),
		width("storeys", "en", "exit for 2 floors with 30 persons", u),

		fire("another room", "en", "room of 200 m² with glass and door of 4 m²", u),
		fire("one", "en", "room of 200 m²", c),
		fire("a sum", "en", "room of 200 m² and 200 m²", u),
		fire("a sum", "en", "room of 200 m² + 200 m²", u),
		fire("a product", "en", "room of 2 x 200 m²", u),
		fire("a sum", "es", "sala de 200 m² y 150 m²", u),
		fire("alternatives", "es", "sala de 200 m² o 300 m²", c),
	}
}

// decided is the verdict of a result; one that is conditional and does not let the value
// pass leaves as much open as one that says nothing.
func decided(r *verify.Result) verify.Status {
	if r.Status == verify.Conditional && !r.IsCompliant {
		return verify.Undetermined
	}
	return r.Status
}

// TestCompound: what several numbers say together is never taken for one of them.
func TestCompound(t *testing.T) {
	addFrench(t)
	v := twoCountries(t, map[geo.ID]string{"FR": compoundRules, "ES": compoundRules}, nil)
	for _, tt := range compoundChecks() {
		t.Run(tt.in+" "+tt.name+" "+tt.element, func(t *testing.T) {
			place := "ES-1"
			if tt.in == "fr" {
				place = "FR-1"
			}
			got, err := v.Verify(t.Context(), verify.Check{GeoID: place, Element: tt.element, Parameter: tt.parameter, Value: tt.value, Unit: tt.unit}, verifytest.On())
			if err != nil {
				t.Fatal(err)
			}
			if decided(got) != tt.want {
				t.Errorf("want %s, got %s %s %q %q", tt.want, got.Status, got.Limit, got.Conditions, strings.Join(got.Warnings, " "))
			}
		})
	}
}

// TestCompound_assumed: where a circumstance is stated by a part or a share, nothing is
// assumed instead, and a wording of a circumstance may itself say "each".
func TestCompound_assumed(t *testing.T) {
	assuming := strings.NewReplacer("persons: {kind: quantity, unit: ud,", `persons: {kind: quantity, unit: ud, default: "10",`,
		"area: {kind: quantity, unit: m2,", `area: {kind: quantity, unit: m2, default: "100",`).Replace(compoundRules)
	perFloor := strings.Replace(compoundRules, `en: ["{} persons"]`, `en: ["{} persons", "{} persons on each floor"]`, 1)
	for _, tt := range []struct {
		rules, element, parameter, value, unit string
		want                                   verify.Status
	}{
		{assuming, "exit", "clear width", "0.9", "m", verify.Compliant},
		{assuming, "exit for 60 persons on each floor", "clear width", "0.9", "m", verify.NonCompliant},
		{assuming, "exit, each floor has 60 persons", "clear width", "0.9", "m", verify.NonCompliant},
		{assuming, "exit for 30 persons + 30 persons", "clear width", "0.9", "m", verify.Undetermined},
		{assuming, "room", "resistance", "30", "min", verify.Compliant},
		{assuming, "room, 400 m² and 500 m²", "resistance", "30", "min", verify.Undetermined},
		{assuming, "room, 400 m² + 500 m²", "resistance", "30", "min", verify.Undetermined},
		{assuming, "room, 2 x 400 m²", "resistance", "30", "min", verify.Undetermined},
		{perFloor, "exit for 30 persons on each floor", "clear width", "0.9", "m", verify.Compliant},
	} {
		t.Run(tt.element, func(t *testing.T) {
			v := twoCountries(t, map[geo.ID]string{"FR": tt.rules, "ES": tt.rules}, nil)
			got, err := v.Verify(t.Context(), verify.Check{GeoID: "ES-1", Element: tt.element, Parameter: tt.parameter, Value: tt.value, Unit: tt.unit}, verifytest.On())
			if err != nil {
				t.Fatal(err)
			}
			if decided(got) != tt.want {
				t.Errorf("want %s, got %s %s %q %q", tt.want, got.Status, got.Limit, got.Conditions, got.Warnings)
			}
		})
	}
}
