package verify_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/geo"
	"github.com/reglookup/regengine/verify"
	"github.com/reglookup/regengine/verify/rules"
)

// usedRules are two rules files' worth of one small code in French and Spanish: what
// holds for dwellings, and what holds for shops, is told apart by the use.
var usedRules = map[geo.ID]string{
	"FR": `
format: 1
language: fr
elements:
  stair: {label: {fr: escalier}, names: {fr: [escalier], en: [stair]}}
  office: {label: {fr: bureau}, names: {fr: [bureau], en: [office]}}
  porch: {label: {fr: perron}, names: {fr: [perron], en: [porch]}, implies: {usage: home}}
parameters:
  riser: {label: {fr: hauteur de marche}, names: {fr: [hauteur de marche], en: [riser height]}}
  width: {label: {fr: largeur}, names: {fr: [largeur], en: [width]}}
facts:
  usage:
    kind: category
    tells: use
    label: {fr: usage, en: use}
    values:
      home: {label: {fr: habitation, en: housing}, says: {fr: [habitation, logement], en: [dwelling, housing]}}
      shop: {label: {fr: établissement ouvert au public, en: place open to the public}, says: {fr: [commerce, ouvert au public, hôtel], en: [shop, open to the public]}}
      work: {label: {fr: travail, en: work}, says: {fr: [bureau], en: [office]}}
  part:
    kind: category
    label: {fr: partie, en: part}
    values:
      common: {label: {fr: parties communes, en: common parts}, says: {fr: [parties communes], en: [common parts]}}
      inside: {label: {fr: intérieur du logement, en: inside}, says: {fr: [intérieur du logement], en: [inside the dwelling]}}
  rooms:
    kind: quantity
    unit: rooms
    label: {fr: pièces, en: rooms}
    says: {fr: ["{} pièces"], en: ["{} rooms"]}
about:
  - {fact: usage, in: [home, shop, work]}
rules:
  - {id: home, subjects: [{element: [stair, porch], parameter: riser}], when: [{fact: usage, is: home}], require: {op: "<=", value: 18, unit: cm}, section: s, quote: est de 18 cm au plus}
  - {id: shop, subjects: [{element: stair, parameter: riser}], when: [{fact: usage, is: shop}], require: {op: "<=", value: 16, unit: cm}, section: s, quote: est de 16 cm au plus}
  - {id: common, subjects: [{element: stair, parameter: width}], when: [{fact: part, is: common}, {fact: usage, is: home}], require: {op: ">=", value: 1.2, unit: m}, section: s, quote: "est de 1,20 m au moins"}
  - {id: porch, subjects: [{element: porch, parameter: width}], require: {op: ">=", value: {by: part, cells: {common: 1.2, inside: 0.8}}, unit: m}, section: s, quote: "est de 0,80 m ou 1,20 m au moins"}
  - {id: inside, subjects: [{element: stair, parameter: width}], when: [{fact: part, is: inside}, {fact: usage, is: home}], require: {op: ">=", value: {by: rooms, match: step, cells: {"<= 3": 0.8, else: 0.9}}, unit: m}, section: s, quote: "est de 0,80 m ou 0,90 m au moins"}
`,
	"ES": `
format: 1
elements:
  stair: {label: escalera, names: {es: [escalera], en: [stair]}}
  office: {label: oficina, names: {es: [oficina], en: [office]}}
parameters:
  riser: {label: contrahuella, names: {es: [contrahuella], en: [riser height]}}
  width: {label: anchura, names: {es: [anchura], en: [width]}}
  going: {label: huella, names: {es: [huella], en: [going]}}
facts:
  usage:
    kind: category
    tells: use
    label: {es: uso, en: use}
    values:
      home: {label: {es: vivienda, en: housing}, says: {es: [vivienda], en: [dwelling, housing]}}
      shop: {label: {es: comercio, en: shop}, says: {es: [comercio, abierto al público], en: [shop]}}
  lift_height: {kind: quantity, unit: m, label: {es: altura salvada, en: height}, says: {es: ["altura salvada de {}"], en: ["rise of {}"]}}
about:
  - {fact: usage, is: home}
rules:
  - {id: low, subjects: [{element: stair, parameter: going}], when: [{fact: lift_height, "<=": 3}], require: {op: ">=", value: 24, unit: cm}, section: s, quote: es de 24 cm como mínimo}
  - {id: high, subjects: [{element: stair, parameter: going}], when: [{fact: lift_height, ">": 3}], require: {op: ">=", value: 28, unit: cm}, section: s, quote: es de 28 cm como mínimo}
  - {id: home, subjects: [{element: stair, parameter: riser}], require: {op: "<=", value: 18, unit: cm}, section: s, quote: es de 18 cm como máximo}
  - {id: any-age, subjects: [{element: stair, parameter: width}], ages: any, require: {op: ">=", value: 0.8, unit: m}, section: s, quote: "es de 0,80 m como mínimo"}
`,
}

// TestUse: what a check gives as the use of the building is one of those that rules
// go by, several of them, or another, and never nothing.
func TestUse(t *testing.T) {
	addFrench(t)
	v := twoCountries(t, usedRules, nil)
	for _, tt := range []struct {
		name, element, parameter, value, unit, place, use string
		want                                              verify.Status
		says                                              string // in a condition or a warning
	}{
		{"a use the rules know", "escalier", "hauteur de marche", "17", "cm", "FR-1", "habitation", verify.Compliant, ""},
		{"a use the rules know, es", "escalera", "contrahuella", "17", "cm", "ES-1", "edificio nuevo de vivienda", verify.Compliant, ""},
		{"another use", "escalier", "hauteur de marche", "15", "cm", "FR-1", "entrepôt", verify.Undetermined, "entrepôt"},
		{"another use, es", "escalera", "contrahuella", "15", "cm", "ES-1", "hospital", verify.Undetermined, "hospital"},
		{"another use that fails", "escalier", "hauteur de marche", "30", "cm", "FR-1", "entrepôt", verify.Undetermined, "entrepôt"},
		{"a use that the version is not about", "escalera", "contrahuella", "15", "cm", "ES-1", "comercio", verify.Undetermined, ""},
		{"a part that nobody understands", "escalier", "hauteur de marche", "15", "cm", "FR-1", "habitation de grande hauteur", verify.Undetermined, "hauteur"},
		{"a part that nobody understands, es", "escalera", "contrahuella", "15", "cm", "ES-1", "vivienda penitenciaria", verify.Undetermined, "penitenciaria"},
		{"fails whatever the rest means", "escalier", "hauteur de marche", "30", "cm", "FR-1", "habitation de grande hauteur", verify.NonCompliant, "hauteur"},
		{"no use", "escalera", "contrahuella", "15", "cm", "ES-1", "", verify.Conditional, "uso: vivienda"},
		{"no use, en", "stair", "riser height", "15", "cm", "FR-1", "", verify.Conditional, "use: housing"},
		{"a name that implies the use", "perron", "hauteur de marche", "15", "cm", "FR-1", "", verify.Compliant, ""},
		{"a use beside a name that implies one", "perron", "hauteur de marche", "15", "cm", "FR-1", "commerce", verify.Undetermined, ""},
		{"an unknown use beside such a name", "perron", "hauteur de marche", "15", "cm", "FR-1", "entrepôt", verify.Undetermined, "entrepôt"},
		{"two uses", "escalier", "hauteur de marche", "17", "cm", "FR-1", "habitation et commerce", verify.NonCompliant, ""},
		{"two uses that both hold", "escalier", "hauteur de marche", "15", "cm", "FR-1", "habitation avec commerce", verify.Compliant, ""},
		{"two uses, en", "stair", "riser height", "17", "cm", "FR-1", "dwelling and shop", verify.NonCompliant, ""},
		{"two uses in two texts", "escalier ouvert au public", "hauteur de marche", "17", "cm", "FR-1", "habitation", verify.Conditional, "habitation"},
		{"one use or the other", "escalier", "hauteur de marche", "17", "cm", "FR-1", "habitation ou commerce", verify.Conditional, ""},
		{"two parts", "escalier des parties communes et de l'intérieur du logement", "largeur", "1", "m", "FR-1", "habitation", verify.NonCompliant, ""},
		{"one part or the other", "escalier des parties communes ou de l'intérieur du logement", "largeur", "1", "m", "FR-1", "habitation", verify.Conditional, ""},
		{"two parts in a table", "perron des parties communes et de l'intérieur du logement", "largeur", "1", "m", "FR-1", "habitation", verify.Undetermined, "à la fois"},
		{"two parts in a table that both hold", "perron des parties communes et de l'intérieur du logement", "largeur", "1.3", "m", "FR-1", "habitation", verify.Compliant, ""},
		{"no use and a quantity nobody gave", "escalera", "huella", "30", "cm", "ES-1", "", verify.Conditional, "uso: vivienda"},
		{"denied in the element", "escalier non ouvert au public", "hauteur de marche", "15", "cm", "FR-1", "commerce", verify.Conditional, "usage"},
		{"denied, en", "stair not open to the public", "riser height", "15", "cm", "FR-1", "shop", verify.Conditional, "use"},
		{"denied", "escalera", "contrahuella", "15", "cm", "ES-1", "edificio que no es vivienda", verify.Undetermined, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got, err := v.Verify(t.Context(), verify.Check{Element: tt.element, Parameter: tt.parameter, Value: tt.value, Unit: tt.unit, GeoID: tt.place, BuildingUse: tt.use}, codes.Date{})
			if err != nil {
				t.Fatal(err)
			}
			said := strings.Join(got.Conditions, " ") + strings.Join(got.Warnings, " ")
			if got.Status != tt.want || got.Status != verify.Compliant && got.IsCompliant || !strings.Contains(said, tt.says) {
				t.Errorf("want %s saying %q, got %s %q %q", tt.want, tt.says, got.Status, got.Conditions, got.Warnings)
			}
		})
	}
}

// TestParseRules_use: mistakes in what a file says of use and age are named, and a
// version that only says which uses it is not about is warned of.
func TestParseRules_use(t *testing.T) {
	base := usedRules["ES"]
	for _, tt := range []struct{ name, old, new, want string }{
		{"tells of nothing known", "tells: use", "tells: colour", "tells is use"},
		{"ages of a word", "ages: any", "ages: new", "ages is any"},
		{"about a value that is not there", "about:\n  - {fact: usage, is: home}", "about:\n  - {fact: usage, is: castle}", `has no value "castle"`},
		{"about an unknown fact", "about:\n  - {fact: usage, is: home}", "about:\n  - {fact: colour, is: red}", "not declared"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if !strings.Contains(base, tt.old) {
				t.Fatalf("the rules do not hold %q", tt.old)
			}
			_, err := rules.Parse(codes.VersionRef{Code: "a", Version: "1"}, []byte(strings.Replace(base, tt.old, tt.new, 1)))
			if err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("want %q, got %v", tt.want, err)
			}
		})
	}
	for source, want := range map[string]int{base: 0, strings.Replace(base, "about:\n  - {fact: usage, is: home}", "unless:\n  - {fact: usage, is: shop}", 1): 1} {
		set, err := rules.Parse(codes.VersionRef{Code: "a", Version: "1"}, []byte(source))
		if err != nil {
			t.Fatal(err)
		}
		if got := rules.Warnings(set); len(got) != want {
			t.Errorf("want %d warnings, got %v", want, got)
		}
	}
}

// TestUse_asUse: what is no use of a building states a circumstance where it is all that
// is given as one, and nowhere else.
func TestUse_asUse(t *testing.T) {
	source := strings.NewReplacer(
		"about:\n  - {fact: usage, is: home}\n", "",
		"  lift_height:", "  street: {kind: boolean, default: \"false\", label: {es: vía pública, en: street}, yes: {es: [en la vía pública]}, as_use: {es: [calle, paseo marítimo]}}\n  lift_height:",
	).Replace(usedRules["ES"]) + "  - {id: street, subjects: [{element: stair, parameter: width}], when: [{fact: street, is: \"true\"}], require: {op: \">=\", value: 1.8, unit: m}, section: s, quote: \"es de 1,80 m como mínimo\"}\n"
	v := twoCountries(t, map[geo.ID]string{"FR": usedRules["FR"], "ES": source}, nil)
	got := make(map[string]verify.Status)
	for _, use := range []string{"", "calle", "Calle", "paseo marítimo", "paseo", "comercio en calle", "vivienda"} {
		r, err := v.Verify(t.Context(), verify.Check{Element: "escalera", Parameter: "anchura", Value: "1", Unit: "m", GeoID: "ES-1", BuildingUse: use}, codes.Date{})
		if err != nil {
			t.Fatal(err)
		}
		got[use] = r.Status
	}
	want := map[string]verify.Status{
		"": verify.Compliant, "vivienda": verify.Compliant, "comercio en calle": verify.Compliant, "paseo": verify.Compliant,
		"calle": verify.NonCompliant, "Calle": verify.NonCompliant, "paseo marítimo": verify.NonCompliant,
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
	_, err := rules.Parse(codes.VersionRef{Code: "a", Version: "1"}, []byte(strings.Replace(source, "kind: boolean, default: \"false\", label: {es: vía", "kind: quantity, unit: m, label: {es: vía", 1)))
	if err == nil || !strings.Contains(err.Error(), "as_use is of a boolean") {
		t.Errorf("want as_use refused, got %v", err)
	}
}
