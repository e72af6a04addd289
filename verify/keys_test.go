package verify_test

import (
	"crypto/sha256"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/verify"
	"github.com/reglookup/regengine/verify/rules"
)

// A hash in the file must be that of the block the quote stands in.
func TestNew_sha256(t *testing.T) {
	quote := "La anchura de la rampa es al menos 1 m (a)."
	sum := fmt.Sprintf("%X", sha256.Sum256([]byte(quote)))
	if _, err := newVerifier(nation(ramp("a", ">=", "1", "sha256: "+sum))); err != nil {
		t.Errorf("want the hash to agree, got %v", err)
	}
	other := strings.Repeat("0", 64)
	if _, err := newVerifier(nation(ramp("a", ">=", "1", "sha256: '"+other+"'"))); err == nil || !strings.Contains(err.Error(), "nation-a") {
		t.Errorf("want an error that names the block, got %v", err)
	}
}

func TestNew_deadRules(t *testing.T) {
	for _, tt := range []struct{ name, conditions string }{
		{"yes and no", "when: [{fact: lift, is: \"true\"}, {fact: lift, is: \"false\"}]"},
		{"two stretches", "when: [{fact: length, \"<\": 3}, {fact: length, \">\": 5}]"},
		{"what it is not", "when: [{fact: lift, is: \"true\"}]\n    unless: [{fact: lift, is: \"true\"}]"},
		{"within what it is not", "when: [{fact: length, \">\": 5}]\n    unless: [{fact: length, \">\": 3}]"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if _, err := newVerifier(nation(ramp("a", ">=", "1", tt.conditions))); err == nil || !strings.Contains(err.Error(), "can never hold") {
				t.Errorf("want the rule refused, got %v", err)
			}
		})
	}
}

// TestLint_cases runs tests that name a place, a day and what must be said.
func TestLint_cases(t *testing.T) {
	const facts = `
  high: {kind: quantity, unit: m, label: {es: altitud}, place: altitude_m}
  people: {kind: quantity, unit: personas, label: {es: población}, place: population}
  radon: {kind: text, label: {es: zona de radón}, place: radon_zone}
  quake: {kind: text, label: {es: zona sísmica}, place: seismic_zone}
  wind: {kind: text, label: {es: zona de viento}, place: wind_zone}
rules:
`
	list := strings.Replace(washrooms, "rules:\n", strings.TrimPrefix(facts, "\n"), 1)
	all := `when: [{fact: high, ">": 800}, {fact: people, "<=": 500}, {fact: radon, is: "2"}, {fact: quake, is: low}, {fact: wind, is: A}]`
	test := func(more string) string {
		return `tests: [{element: rampa, parameter: anchura, value: 0.9, unit: m, ` + more + `}]`
	}
	place := `altitude_m: 900, population: 300, radon_zone: 2, seismic_zone: low, extra: {wind_zone: A}`
	for _, tt := range []struct{ name, test, want string }{
		{"OK", test(place + ", expect: non_compliant, direction: minimum, limit: \"1\""), ""},
		{"limit, as a number", test(place + ", expect: non_compliant, limit: 1.00, margin: -0.10"), ""},
		{"another limit", test(place + ", expect: non_compliant, limit: 1.01"), "want the limit 1.01"},
		{"no number", test(place + ", expect: non_compliant, limit: one"), "want the limit one"},
		{"another place", test("altitude_m: 700, population: 300, radon_zone: 2, seismic_zone: low, extra: {wind_zone: A}, expect: undetermined"), ""},
		{"direction", test(place + ", expect: non_compliant, direction: maximum"), "want the direction maximum"},
		{"says", test("population: 300, expect: undetermined, says: altitud"), ""},
		{"says not", test("population: 300, expect: undetermined, says: latitud"), `want "latitud" said`},
		{"at", test(place + ", at: 1999-01-01, expect: undetermined"), ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			source := list + ramp("a", ">=", "1", all, "valid: {from: 2000-01-01}", tt.test)
			set, err := rules.Parse(codes.VersionRef{Code: "a", Version: "1"}, []byte(source))
			if err != nil {
				t.Fatal(err)
			}
			got := verify.Lint(set, blocksOf(set))
			if tt.want == "" && len(got) > 0 || !strings.Contains(fmt.Sprint(got), tt.want) {
				t.Errorf("want %q, got %v", tt.want, got)
			}
		})
	}
}

// TestLint_language: a test that fails says so in the language of the rules, or in
// English where nobody added that; never in Spanish because Spanish is built in.
func TestLint_language(t *testing.T) {
	for lang, want := range map[string]string{"es": "No se reconoce", "en": "was not recognised", "qv": "was not recognised"} {
		source := strings.NewReplacer("{es:", "{"+lang+":", ", en:", ", qw:", "language: es", "language: "+lang).Replace(washrooms)
		source += ramp("a", ">=", "1", `tests: [{element: wordless, parameter: anchura, value: 2, unit: m, expect: compliant}]`)
		if lang != "es" {
			source = strings.ReplaceAll(source, "al menos", "at least")
		}
		set, err := rules.Parse(codes.VersionRef{Code: "a", Version: "1"}, []byte(source))
		if err != nil {
			t.Fatal(err)
		}
		if got := fmt.Sprint(verify.Lint(set, blocksOf(set))); !strings.Contains(got, want) {
			t.Errorf("%s: want %q, got %v", lang, want, got)
		}
	}
}

// TestWordsAgree reads what sentences do to their numbers.
func TestWordsAgree(t *testing.T) {
	for _, tt := range []struct {
		lang, text string
		agrees     []rules.Op
	}{
		{"es", "La altura será de 0,90 m como mínimo.", []rules.Op{rules.AtLeast}},
		{"es", "La altura no será inferior a 0,90 m.", []rules.Op{rules.AtLeast}},
		{"es", "La altura no podrá ser en ningún caso menor de 0,90 m.", []rules.Op{rules.AtLeast}},
		{"es", "La altura será superior a 0,90 m.", []rules.Op{rules.Greater}},
		{"es", "La altura será igual o superior a 0,90 m.", []rules.Op{rules.AtLeast}},
		{"es", "La pendiente no excederá del 12 %.", []rules.Op{rules.AtMost}},
		{"es", "La pendiente no será superior al 12 %.", []rules.Op{rules.AtMost}},
		{"es", "La pendiente será menor o igual que el 12 %.", []rules.Op{rules.AtMost}},
		{"es-ES", "La pendiente será menor que el 12 %.", []rules.Op{rules.Less}},
		{"es", "Sin que se superen los 25 m.", []rules.Op{rules.AtMost}},
		{"es", "La huella mide entre 28 y 32 cm.", []rules.Op{rules.Between}},
		{"es", "Debe existir pasamanos.", []rules.Op{rules.MustBeTrue, rules.MustBeAbsent}},
		{"es", "No se limita el ancho.", []rules.Op{rules.NoLimit}},
		{"en", "The height shall not be less than 0.90 m.", []rules.Op{rules.AtLeast, rules.MustBeTrue, rules.MustBeAbsent}},
		{"en", "A slope of no more than 12 %.", []rules.Op{rules.AtMost}},
		{"en", "A slope greater than or equal to 2 %.", []rules.Op{rules.AtLeast}},
		{"en", "Openings are smaller than 100 mm.", []rules.Op{rules.Less}},
		{"en", "It is at least 1 m and at most 2 m.", []rules.Op{rules.AtLeast, rules.AtMost, rules.Between}},
		{"qq", "at least 1 m", nil},
	} {
		t.Run(tt.text, func(t *testing.T) {
			for _, op := range []rules.Op{rules.Less, rules.AtMost, rules.AtLeast, rules.Greater, rules.Between, rules.MustBeTrue, rules.MustBeAbsent, rules.NoLimit} {
				if want, got := slices.Contains(tt.agrees, op), verify.WordsAgree(tt.lang, op, tt.text); want != got {
					t.Errorf("%s: want %v, got %v", op, want, got)
				}
			}
		})
	}
}
