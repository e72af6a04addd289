package verify_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/verify"
	"github.com/reglookup/regengine/verify/rules"
)

// rowText writes a row on one line, an asterisk before one that governs.
func rowText(r verify.RequirementRow) string {
	mark := ""
	if r.Governs {
		mark = "*"
	}
	value := r.Limit + r.Formula + strings.Join(r.Values, "/")
	if r.Op == rules.Between {
		value = r.Min + ".." + r.Max
	}
	var when []string
	for _, c := range r.When {
		when = append(when, strings.TrimSpace(fmt.Sprintf("%s %s %s", c.ID, c.Operator, c.Value.Number+strings.Join(c.Value.Texts, "/"))))
	}
	head := strings.Join(strings.Fields(fmt.Sprintf("%s%s %s %s %s", mark, r.State, r.Op, value, r.Unit)), " ")
	_, rule, _ := strings.Cut(r.ID, "#")
	return head + " " + rule + " | " + strings.Join(when, " & ")
}

// required lists what a verifier requires, without the rows that are excluded.
func required(t *testing.T, v *verify.Verifier, q verify.Query) []string {
	t.Helper()
	on, _ := codes.NewDate(2025, 6, 1)
	got, err := v.Requirements(t.Context(), q, on)
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, r := range got.Rows {
		if r.State != verify.RowExcluded {
			out = append(out, rowText(r))
		}
	}
	return out
}

func TestVerifier_Requirements_composition(t *testing.T) {
	lift := `when: [{fact: lift, is: "true"}]`
	for _, tt := range []struct {
		name    string
		texts   []text
		element string
		want    []string
	}{
		{"strictest first", []text{nation(ramp("a", ">=", "1.0")), town(ramp("b", ">=", "1.2"))}, "rampa",
			[]string{"*holds >= 1.2 m b |", "holds >= 1 m a |"}},
		{"a limit that excludes its number is the stricter", []text{nation(ramp("a", ">=", "1.2")), town(ramp("b", ">", "1.2"))}, "rampa",
			[]string{"*holds > 1.2 m b |", "holds >= 1.2 m a |"}},
		{"both sides govern", []text{nation(ramp("a", ">=", "1.0") + ramp("c", ">=", "0.9")), town(ramp("b", "<=", "1.2"))}, "rampa",
			[]string{"*holds >= 1 m a |", "holds >= 0.9 m c |", "*holds <= 1.2 m b |"}},
		{"what is overridden does not hold", []text{nation(ramp("a", ">=", "1.3")), town(ramp("b", ">=", "1.2", "overrides: nation#a"))}, "rampa",
			[]string{"*holds >= 1.2 m b |"}},
		{"or where the override does not", []text{nation(ramp("a", ">=", "1.3")), town(ramp("b", ">=", "1.2", "overrides: nation#a", lift))}, "rampa",
			[]string{"*depends >= 1.3 m a | lift = false", "depends >= 1.2 m b | lift = true"}},
		{"a default gives way", []text{nation(ramp("a", ">=", "1.3", "default_for: lower")), town(ramp("b", ">=", "1.2"))}, "rampa",
			[]string{"*holds >= 1.2 m b |"}},
		{"the same in another text counts once", []text{nation(ramp("a", ">=", "1.0")), province(ramp("r", ">=", "1.0", "implements: nation#a"))}, "rampa",
			[]string{"*holds >= 1 m a |"}},
		{"a stricter one that may hold governs as well", []text{nation(ramp("a", ">=", "1.0") + ramp("b", ">=", "1.4", lift))}, "rampa",
			[]string{"*holds >= 1 m a |", "*depends >= 1.4 m b | lift = true"}},
		{"a laxer one that may hold does not", []text{nation(ramp("a", ">=", "1.5") + ramp("b", ">=", "1.4", lift))}, "rampa",
			[]string{"*holds >= 1.5 m a |", "depends >= 1.4 m b | lift = true"}},
		{"what is said decides", []text{nation(ramp("a", ">=", "1.0") + ramp("b", ">=", "1.4", lift))}, "rampa con ascensor",
			[]string{"*holds >= 1.4 m b |", "holds >= 1 m a |"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got := required(t, mustVerifier(t, tt.texts...), verify.Query{Element: tt.element, Parameter: "anchura", GeoID: "XX-1"})
			for i := range got {
				got[i] = strings.TrimSpace(got[i])
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestVerifier_Requirements_starter(t *testing.T) {
	v := starterVerifier(t)
	for _, tt := range []struct {
		name  string
		query verify.Query
		want  []string
	}{
		{"cases", verify.Query{Element: "barandilla", Parameter: "altura", BuildingUse: "Residencial Vivienda"}, []string{
			"*depends >= 1.2 m pool-barrier-height | pool = true",
			"depends >= 1.1 m barrier-height-high | drop_height > 6",
		}},
		{"what is said is no case", verify.Query{Element: "barandilla, caída de 7 m", Parameter: "altura", BuildingUse: "Residencial Vivienda"}, []string{
			"*holds >= 1.1 m barrier-height-high |",
			"*depends >= 1.2 m pool-barrier-height | pool = true",
		}},
		{"the unit asked for", verify.Query{Element: "barandilla, caída de 7 m", Parameter: "altura", Unit: "cm", BuildingUse: "Residencial Vivienda"}, []string{
			"*holds >= 110 cm barrier-height-high |",
		}},
		{"both bounds, alternatives as rows", verify.Query{Element: "escalera", Parameter: "contrahuella", BuildingUse: "Residencial Vivienda"}, []string{
			"*depends between 13..17.5 cm general-riser | zone_use = general & public_zone = true",
			"*depends between 13..17.5 cm general-riser | zone_use = general & lift = false",
			"depends between 13..18.5 cm general-riser-lift | zone_use = general & lift = true & public_zone = false",
			"depends <= 20 cm restricted-riser | zone_use = restricted",
		}},
		{"cells of a table", verify.Query{Element: "muro", Parameter: "transmitancia térmica"}, []string{
			"*depends <= 0.41 W/m²·K u-wall-outside | contact = outside",
			"depends <= 0.65 W/m²·K u-buffer | contact = buffer",
		}},
		{"duties", verify.Query{Element: "terraza", Parameter: "existencia de barrera de protección"}, []string{
			"*depends true barrier-required | drop_height > 0.55",
		}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			tt.query.GeoID = "es-28079"
			got := required(t, v, tt.query)
			for i := range got {
				got[i] = strings.TrimSpace(got[i])
			}
			if len(got) < len(tt.want) || !cmp.Equal(tt.want, got[:len(tt.want)]) {
				t.Errorf("want first\n%s\ngot\n%s", strings.Join(tt.want, "\n"), strings.Join(got, "\n"))
			}
		})
	}
}

// TestVerifier_Requirements_formula: a formula is text until what it computes with is
// known, and stands last.
func TestVerifier_Requirements_formula(t *testing.T) {
	v := mustVerifier(t, text{code: "a", rules: rulesOf(washroomRule)})
	for element, want := range map[string]string{
		"aseos accesibles": "depends >= ceil(toilets / 10)",
		"aseos accesibles de un edificio con 12 inodoros": "*holds >= 2",
	} {
		got := required(t, v, verify.Query{Element: element, Parameter: "número", GeoID: "XX-1"})
		if len(got) != 1 || !strings.HasPrefix(strings.Replace(got[0], "holds >= ceil", "depends >= ceil", 1), want) {
			t.Errorf("%s: want %s, got %q", element, want, got)
		}
	}
}

// TestVerifier_Requirements_texts: limits found in texts count where no rule does.
func TestVerifier_Requirements_texts(t *testing.T) {
	v := textVerifier(t, siteTexts())
	for _, tt := range []struct {
		element, parameter string
		want               []string
	}{
		{"barandilla de terraza", "altura", []string{"*depends >= 1.10 m", "depends >= 0.90 m"}},
		{"muro de fachada", "transmitancia térmica", []string{"*holds <= 0.41 W/m²K"}},
		{"desnivel de 60 cm en terraza", "existencia de barrera de protección", []string{"*holds true"}},
		{"barandilla de cuna", "altura", nil},
	} {
		t.Run(tt.element, func(t *testing.T) {
			var got []string
			for _, line := range required(t, v, verify.Query{Element: tt.element, Parameter: tt.parameter, GeoID: "ES-28079"}) {
				head, _, _ := strings.Cut(line, " |")
				got = append(got, strings.TrimSpace(head))
			}
			for i := range tt.want {
				tt.want[i] = strings.Replace(strings.Replace(tt.want[i], "1.10", "1.1", 1), "0.90", "0.9", 1)
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// TestVerifier_Requirements_near: what is not understood has no rows and a warning with
// names that are known.
func TestVerifier_Requirements_near(t *testing.T) {
	v := starterVerifier(t)
	for _, tt := range []struct{ element, parameter, want string }{
		{"barandillla", "altura", "barandilla"},
		{"barandilla", "color", "altura"},
		{"xyzzy", "plugh", ""},
	} {
		got, err := v.Requirements(t.Context(), verify.Query{Element: tt.element, Parameter: tt.parameter, GeoID: "ES-28079"}, starterDay())
		if err != nil {
			t.Fatal(err)
		}
		if len(got.Rows) != 0 || len(got.Warnings) == 0 || !strings.Contains(strings.Join(got.Warnings, " "), tt.want) {
			t.Errorf("%s %s: want no rows and %q named, got %d rows and %q", tt.element, tt.parameter, tt.want, len(got.Rows), got.Warnings)
		}
	}
}

func TestVerifier_Requirements_errors(t *testing.T) {
	v := fixture(t)
	for _, tt := range []struct {
		query verify.Query
		want  error
	}{
		{verify.Query{Element: "barandilla", Parameter: "altura", GeoID: "XX-99"}, verify.ErrLocationNotFound},
		{verify.Query{Element: "barandilla", Parameter: "altura", GeoID: "XX-1", Codes: []codes.VersionRef{{Code: "nothing"}}}, verify.ErrInvalidCode},
	} {
		if _, err := v.Requirements(t.Context(), tt.query, starterDay()); !errors.Is(err, tt.want) {
			t.Errorf("want %v, got %v", tt.want, err)
		}
	}
}

// TestVerifier_Requirements_dependsOn: what decides is named, with what is assumed until
// it is told.
func TestVerifier_Requirements_dependsOn(t *testing.T) {
	got, err := starterVerifier(t).Requirements(t.Context(), verify.Query{Element: "barandilla", Parameter: "altura", GeoID: "ES-28079"}, starterDay())
	if err != nil {
		t.Fatal(err)
	}
	at := func(id string) verify.OpenFact {
		i := slices.IndexFunc(got.DependsOn, func(f verify.OpenFact) bool { return f.ID == id })
		if i < 0 {
			t.Fatalf("want %s named, got %v", id, got.DependsOn)
		}
		return got.DependsOn[i]
	}
	if drop := at("drop_height"); drop.Unit != "m" || drop.Assumed != nil || got.DependsOn[0].ID != drop.ID {
		t.Errorf("want the drop first, in m, nothing assumed, got %+v", got.DependsOn)
	}
	want := verify.OpenFact{ID: "pool", Label: "barrera de piscina", Kind: rules.BooleanFact,
		Options: []verify.FactOption{{Value: verify.FactValue{Kind: rules.BooleanFact, Texts: []string{"true"}}, Label: "sí"}, {Value: verify.FactValue{Kind: rules.BooleanFact, Texts: []string{"false"}}, Label: "no"}},
		Assumed: &verify.FactValue{Kind: rules.BooleanFact, Texts: []string{"false"}}}
	if diff := cmp.Diff(want, at("pool")); diff != "" {
		t.Error(diff)
	}
}

// TestVerifier_Requirements_many: conditions that multiply are cut, and it is said.
func TestVerifier_Requirements_many(t *testing.T) {
	var facts, parts []string
	for i := range 24 {
		facts = append(facts, fmt.Sprintf("  f%d: {kind: boolean, label: {es: f%d}}", i, i))
		if i%2 == 1 {
			parts = append(parts, fmt.Sprintf(`{any: [{fact: f%d, is: "true"}, {fact: f%d, is: "true"}]}`, i-1, i))
		}
	}
	source := strings.Replace(rulesOf(ramp("a", ">=", "1.0", "when: ["+strings.Join(parts, ", ")+"]")), "facts:\n", "facts:\n"+strings.Join(facts, "\n")+"\n", 1)
	v := mustVerifier(t, text{code: "nation", rules: source})
	got, err := v.Requirements(t.Context(), verify.Query{Element: "rampa", Parameter: "anchura", GeoID: "XX-1"}, starterDay())
	if err != nil {
		t.Fatal(err)
	}
	if len(got.Rows) == 0 || len(got.Rows) > 200 || !slices.Contains(got.Warnings, "Faltan demasiados datos para decidir.") {
		t.Errorf("want some of 4096 cases and a warning, got %d rows and %q", len(got.Rows), got.Warnings)
	}
}
