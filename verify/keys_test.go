package verify_test

import (
	"crypto/sha256"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/verify"
)

func parse(t testing.TB, rules string) (verify.RuleSet, error) {
	t.Helper()
	return verify.ParseRules(codes.VersionRef{Code: "a", Version: "1"}, []byte(rulesOf(rules)))
}

func TestParseRules_composition(t *testing.T) {
	set, err := parse(t, ramp("a", ">=", "1", "level: cumulative", "overrides: [nation#b, nation/2#c, \"#d\"]", "downwards: true",
		"implements: other#e", "default_for: [regional, municipal]")+ramp("d", ">=", "2", "default_for: lower"))
	if err != nil {
		t.Fatal(err)
	}
	want := []verify.RuleRef{{Code: "nation", Rule: "b"}, {Code: "nation", Version: "2", Rule: "c"}, {Code: "a", Version: "1", Rule: "d"}}
	if diff := cmp.Diff(want, set.Rules[0].Overrides); diff != "" {
		t.Errorf("overrides (-want +got):\n%s", diff)
	}
	if got := set.Rules[0].Overrides[1].String(); got != "nation/2#c" {
		t.Errorf("want nation/2#c, got %s", got)
	}
	scopes := []codes.NormativeScope{codes.Regional, codes.Municipal}
	if diff := cmp.Diff(scopes, set.Rules[0].DefaultFor); diff != "" {
		t.Errorf("default_for (-want +got):\n%s", diff)
	}
	if len(set.Rules[1].DefaultFor) < 3 {
		t.Errorf("want every lower scope, got %v", set.Rules[1].DefaultFor)
	}
}

func TestParseRules_keyErrors(t *testing.T) {
	for _, tt := range []struct{ name, key, want string }{
		{"level of a word", "level: strict", "not cumulative"},
		{"level without a rule", "level: overrides", "write overrides: code#rule"},
		{"level without a scope", "level: default_for", "default_for: lower"},
		{"no rule named", "overrides: nation", "names no rule"},
		{"no version named", "overrides: nation/#a", "names no rule"},
		{"no scope", "default_for: [county]", "none of"},
		{"downwards alone", "downwards: true", "there is none"},
		{"no day", "valid: {from: 2020-13-01}", "is a day such as"},
		{"days the wrong way round", "valid: {from: 2021-01-01, to: 2020-01-01}", "is before"},
		{"no hash", "sha256: abc", "64 hexadecimal digits"},
		{"verdict of a test", "tests: [{element: rampa, parameter: anchura, value: 1, unit: m, expect: fine}]", "no verdict"},
		{"direction of a test", "tests: [{element: rampa, parameter: anchura, value: 1, unit: m, expect: compliant, direction: up}]", `direction "up" is none`},
		{"altitude of a test", "tests: [{element: rampa, parameter: anchura, value: 1, unit: m, expect: compliant, altitude_m: high}]", "no number"},
		{"day of a test", "tests: [{element: rampa, parameter: anchura, value: 1, unit: m, expect: compliant, at: today}]", "is a day such as"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			_, err := parse(t, ramp("a", ">=", "1", tt.key))
			if err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("want %q, got %v", tt.want, err)
			}
		})
	}
}

func TestParseRules_termErrors(t *testing.T) {
	term := func(value string) string {
		return strings.Replace(ramp("a", ">=", "0"), "value: 0,", "value: "+value+",", 1)
	}
	for _, tt := range []struct{ name, rules, want string }{
		{"term in a term", term("{term: a, default: {term: b}}"), "no term"},
		{"no scope", term("{term: a, by: county}"), "none of"},
		{"filled by a term", "  []\nterms:\n  - {of: n#a, term: a, value: {term: b}, section: s, quote: q}\n", "no term"},
		{"of no rule", "  []\nterms:\n  - {of: n, term: a, value: 1, section: s, quote: q}\n", "names no rule"},
		{"of two", "  []\nterms:\n  - {of: [n#a, n#b], term: a, value: 1, section: s, quote: q}\n", "names one rule"},
		{"without a quote", "  []\nterms:\n  - {of: n#a, term: a, value: 1, section: s}\n", `needs the key "quote"`},
		{"divisor", "  []\nterms:\n  - {of: n#a, term: a, value: {formula: 1 / length}, section: s, quote: q}\n", "divide by zero"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if _, err := parse(t, tt.rules); err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("want %q, got %v", tt.want, err)
			}
		})
	}
}

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
	rules := strings.Replace(washrooms, "rules:\n", strings.TrimPrefix(facts, "\n"), 1)
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
			source := rules + ramp("a", ">=", "1", all, "valid: {from: 2000-01-01}", tt.test)
			set, err := verify.ParseRules(codes.VersionRef{Code: "a", Version: "1"}, []byte(source))
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
		set, err := verify.ParseRules(codes.VersionRef{Code: "a", Version: "1"}, []byte(source))
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
		agrees     []verify.Op
	}{
		{"es", "La altura será de 0,90 m como mínimo.", []verify.Op{verify.AtLeast}},
		{"es", "La altura no será inferior a 0,90 m.", []verify.Op{verify.AtLeast}},
		{"es", "La altura no podrá ser en ningún caso menor de 0,90 m.", []verify.Op{verify.AtLeast}},
		{"es", "La altura será superior a 0,90 m.", []verify.Op{verify.Greater}},
		{"es", "La altura será igual o superior a 0,90 m.", []verify.Op{verify.AtLeast}},
		{"es", "La pendiente no excederá del 12 %.", []verify.Op{verify.AtMost}},
		{"es", "La pendiente no será superior al 12 %.", []verify.Op{verify.AtMost}},
		{"es", "La pendiente será menor o igual que el 12 %.", []verify.Op{verify.AtMost}},
		{"es-ES", "La pendiente será menor que el 12 %.", []verify.Op{verify.Less}},
		{"es", "Sin que se superen los 25 m.", []verify.Op{verify.AtMost}},
		{"es", "La huella mide entre 28 y 32 cm.", []verify.Op{verify.Between}},
		{"es", "Debe existir pasamanos.", []verify.Op{verify.MustBeTrue, verify.MustBeAbsent}},
		{"es", "No se limita el ancho.", []verify.Op{verify.NoLimit}},
		{"en", "The height shall not be less than 0.90 m.", []verify.Op{verify.AtLeast, verify.MustBeTrue, verify.MustBeAbsent}},
		{"en", "A slope of no more than 12 %.", []verify.Op{verify.AtMost}},
		{"en", "A slope greater than or equal to 2 %.", []verify.Op{verify.AtLeast}},
		{"en", "Openings are smaller than 100 mm.", []verify.Op{verify.Less}},
		{"en", "It is at least 1 m and at most 2 m.", []verify.Op{verify.AtLeast, verify.AtMost, verify.Between}},
		{"qq", "at least 1 m", nil},
	} {
		t.Run(tt.text, func(t *testing.T) {
			for _, op := range []verify.Op{verify.Less, verify.AtMost, verify.AtLeast, verify.Greater, verify.Between, verify.MustBeTrue, verify.MustBeAbsent, verify.NoLimit} {
				if want, got := slices.Contains(tt.agrees, op), verify.WordsAgree(tt.lang, op, tt.text); want != got {
					t.Errorf("%s: want %v, got %v", op, want, got)
				}
			}
		})
	}
}
