package understand_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/reglookup/regengine/verify/rules"
	"github.com/reglookup/regengine/verify/understand"
)

// spanish reads the folders of the languages that come with the engine.
func spanish(t testing.TB) *understand.Languages {
	t.Helper()
	var list []*understand.Language
	for _, code := range []string{"es", "en"} {
		l, err := understand.Read(code, os.DirFS("../language/"+code))
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, l)
	}
	return understand.Merge(list...)
}

// plain writes the words of a phrase with the bounds of its numbers.
func plain(p understand.Phrase) string {
	var out []string
	for _, w := range p.Words {
		if w.Number == nil {
			out = append(out, w.Stem)
			continue
		}
		lo, hi := "", ""
		if w.Number.Lo != nil {
			lo = w.Number.Lo.String()
		}
		if w.Number.Hi != nil {
			hi = w.Number.Hi.String()
		}
		out = append(out, fmt.Sprintf("[%s,%s]%s", lo, hi, w.Unit))
	}
	return strings.Join(out, " ")
}

func TestLanguages_Phrase(t *testing.T) {
	in := spanish(t)
	for text, want := range map[string]string{
		"las escaleras de la vivienda":      "escaler viviend",
		"caída de más de 6 m":               "caid [6,]m",
		"desnivel entre 3 y 6 m":            "desnivel [3,6]m",
		"stairs with a drop of at most 2 m": "stair with drop [,2]m",
		"cota -3 m":                         "cot [-3,-3]m",
	} {
		if diff := cmp.Diff(want, plain(in.Phrase(text, ""))); diff != "" {
			t.Errorf("%q (-want +got):\n%s", text, diff)
		}
	}
}

func TestLanguages_Digits(t *testing.T) {
	in := spanish(t)
	for text, want := range map[string]string{
		"una caída de siete metros": "una caída de 7 metros",
		"250 metros cuadrados":      "250 m²",
		"a 5-metre drop":            "a 5 metre drop",
		"una puerta":                "una puerta",
		"caída de metro y medio":    "caída de 1,5 metro",
		"2 metros y medio de caída": "2,5 metros de caída",
		"una caída de 5½ m":         "una caída de 5,5 m",
		"entre 4/8 m":               "entre 4/8 m",
		"2 x 400 m² de sala":        "2 x 400 m² de sala",
		"EI 60 y 17-1/2 ft":         "EI 60 y 17,5 ft",
	} {
		if got := in.Digits(text, ""); got != want {
			t.Errorf("%q: want %q, got %q", text, want, got)
		}
	}
}

func TestLanguages_Thing(t *testing.T) {
	in := spanish(t)
	for _, tt := range []struct{ element, parameter, want string }{
		{"altura de la barandilla", "altura", "la barandilla"},
		{"guardrail height", "height", "guardrail"},
		{"altura de 80 cm", "altura", "altura de 80 cm"},
		{"anchura al pie", "anchura", "anchura al pie"},
	} {
		if got := in.Thing(tt.element, tt.parameter); got != tt.want {
			t.Errorf("%q, %q: want %q, got %q", tt.element, tt.parameter, tt.want, got)
		}
	}
}

func TestLexicon_Scan(t *testing.T) {
	in := spanish(t)
	lexicon := make(understand.Lexicon)
	add := func(wording string, s understand.Sense) { lexicon.Add(in.Phrase(wording, "es").Words, "es", s) }
	add("interior", understand.Sense{Kind: understand.FactSense, Value: "inside"})
	add("interior de vivienda", understand.Sense{Kind: understand.FactSense, Value: "dwelling"})
	add("escalera", understand.Sense{Kind: understand.ElementSense, ID: "stair"})
	add("caída de {}", understand.Sense{Kind: understand.FactSense, Fact: 1, Value: rules.Hole})
	lexicon.Sort()
	var got []string
	for _, h := range lexicon.Scan(in.Phrase("escalera interior de vivienda sin caída de 4 m", "es").Words) {
		what := h.Senses[0].ID + h.Senses[0].Value
		if h.Negated {
			what = "not " + what
		}
		if h.Value != nil {
			what += " " + h.Value.Text
		}
		got = append(got, what)
	}
	if diff := cmp.Diff([]string{"stair", "dwelling", "not {} 4 m"}, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestLanguage_Unsaid(t *testing.T) {
	l, err := understand.Read("es", os.DirFS("../language/es"))
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		op   rules.Op
		text string
		want string
	}{
		{rules.AtLeast, "no será inferior a 0,90 m", ""},
		{rules.AtMost, "no será inferior a 0,90 m", "a maximum"},
		{rules.Less, "no superior a 6 m", "a strict limit"},
	} {
		if got := l.Unsaid(tt.op, tt.text); got != tt.want {
			t.Errorf("%s, %q: want %q, got %q", tt.op, tt.text, tt.want, got)
		}
	}
}

func ExampleLanguages_Phrase() {
	es, err := understand.Read("es", os.DirFS("../language/es"))
	if err != nil {
		panic(err)
	}
	p := understand.Merge(es).Phrase("las barandillas con más de 6 m de caída", "es")
	fmt.Println(plain(p))
	// Output: barandill con [6,]m caid
}
