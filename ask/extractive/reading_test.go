package extractive

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/reglookup/regengine/ask"
)

// Two bounds that open towards each other are one condition; others are each their own.
func TestBracketsOf(t *testing.T) {
	for text, want := range map[string]string{
		"fachadas de más de 15 m y hasta 28 m":                         "15-28",
		"con una antigüedad mayor o igual a 12 años y menor a 20 años": "12-20",
		"P de más de 20 y hasta 30 kW":                                 "20-30",
		"hasta 3 m; hasta 7 m":                                         "3 7",
		"de menos de 4 m o de más de 9 m":                              "4 9",
		"more than 15 m and up to 28 m":                                "15-28",
		"una altura de 5 m":                                            "",
	} {
		var got []string
		for _, b := range bracketsOf(text) {
			var ends []string
			for _, q := range b {
				ends = append(ends, q.Text)
			}
			got = append(got, strings.Join(ends, "-"))
		}
		if diff := cmp.Diff(want, strings.Join(got, " ")); diff != "" {
			t.Errorf("%s: (-want +got)\n%s", text, diff)
		}
	}
}

// An amount that is itself a comparison meets the bound that opens the same way, and
// says nothing of one on its other side.
func TestHolds_Comparison(t *testing.T) {
	amount := func(text string) ask.Quantity { return quantitiesOf(text)[0] }
	for _, c := range []struct {
		condition, figure string
		met, known        bool
	}{
		{"menor que el 6 %", "pendiente inferior al 6 %", true, true},
		{"mayor que el 6 %", "pendiente inferior al 6 %", false, true},
		{"menor que 6 m", "una altura de más de 4 m", false, false},
		{"mayor que 6 m", "una altura de más de 8 m", true, true},
		{"hasta 6 m", "una altura de 6 m", true, true},
		{"menor que 6 m", "una altura de 6 m", false, true},
	} {
		met, known := holds(amount(c.condition), []ask.Quantity{amount(c.figure)})
		if met != c.met || known != c.known {
			t.Errorf("%s of %s: want %v %v, got %v %v", c.condition, c.figure, c.met, c.known, met, known)
		}
	}
}

func TestCountsOf(t *testing.T) {
	for text, want := range map[string]string{
		"un edificio de dos plantas":         "2:planta",
		"edificio de más de una planta":      "1>:planta",
		"edificio de una sola planta":        "1:planta",
		"a building with at least 3 exits":   "3≥:exit",
		"hasta cuatro viviendas por rellano": "4≤:vivienda",
		"una planta de oficinas":             "", // an article counts nothing
	} {
		var got []string
		for _, c := range countsOf(text) {
			sign := map[ask.Direction]string{ask.Minimum: "≥", ask.Maximum: "≤"}[c.dir]
			if c.strict {
				sign = ">"
			}
			noun := want[strings.LastIndex(want, ":")+1:]
			if !c.of.hasAny(bagOf(noun)) {
				noun = "?"
			}
			got = append(got, fmt.Sprintf("%d%s:%s", c.n, sign, noun))
		}
		if diff := cmp.Diff(want, strings.Join(got, " ")); diff != "" {
			t.Errorf("%s: (-want +got)\n%s", text, diff)
		}
	}
}

func TestDesignations(t *testing.T) {
	for text, want := range map[string][]designation{
		"aire exterior ODA 2 y aire interior IDA 1": {{"oda", "2"}, {"ida", "1"}},
		"solo se admiten los de tipos «B» o «C».":   {{"tipo", "B"}, {"tipo", "C"}},
		"en zona III":                     {{"zona", "III"}},
		"una rampa de 2 m":                nil,
		"un caudal de tipo 12,5":          nil,
		"Real Decreto 7 sobre la materia": nil,
	} {
		if diff := cmp.Diff(want, designations(text), cmp.AllowUnexported(designation{})); diff != "" {
			t.Errorf("%s: (-want +got)\n%s", text, diff)
		}
	}
}

// What stands above an item is its last sentence that says something.
func TestLeadText(t *testing.T) {
	for lead, want := range map[string]string{
		"2. Condicionada: cuando haya un defecto grave. En este caso:": "Condicionada: cuando haya un defecto grave",
		"a) Los quioscos cumplirán lo siguiente:":                      "Los quioscos cumplirán lo siguiente",
		"En estos casos:": "",
	} {
		if got := leadText(lead); got != want {
			t.Errorf("%s: want %q, got %q", lead, want, got)
		}
	}
}

// A heading that is cut ends with a word that can end it, and in no ellipsis.
func TestCutHeading(t *testing.T) {
	long := "Régimen aplicable a los establecimientos de venta existentes con anterioridad a la entrada en vigor"
	got := cutHeading(long)
	if len(got) > longHeading || !strings.HasPrefix(long, got) || strings.HasSuffix(got, " a la") {
		t.Errorf("got %q", got)
	}
}

func TestOtherDegree(t *testing.T) {
	for _, c := range []struct {
		asked, text string
		want        bool
	}{
		{" una infraccion muy grave ", " las infracciones graves ", true},
		{" una infraccion muy grave ", " las infracciones muy graves ", false},
		{" una infraccion grave ", " las infracciones muy graves ", true},
		{" una infraccion grave ", " las infracciones graves y muy graves ", false},
		{" una infraccion leve ", " las infracciones graves ", false},
	} {
		if got := otherDegree(c.asked, c.text); got != c.want {
			t.Errorf("%s of %s: want %v", c.asked, c.text, c.want)
		}
	}
}
