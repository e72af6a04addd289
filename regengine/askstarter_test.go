package regengine_test

import (
	"context"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/reglookup/regengine/ask"
	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/geo"
	"github.com/reglookup/regengine/geo/es"
	"github.com/reglookup/regengine/regengine"
	"github.com/reglookup/regengine/regengine/starter"
	"github.com/reglookup/regengine/verify"
	"github.com/reglookup/regengine/verify/rules"
)

// starterEngine is an engine over the starter, opened once.
var starterEngine = sync.OnceValues(func() (*regengine.Engine, error) {
	p, err := starter.Open()
	if err != nil {
		return nil, err
	}
	return regengine.Open(context.Background(), regengine.Static(p.Data), []geo.Scheme{es.Scheme{}}, nil)
})

func openStarter(t *testing.T) *regengine.Engine {
	t.Helper()
	e, err := starterEngine()
	if err != nil {
		t.Fatal(err)
	}
	return e
}

// checkSources opens what an answer cites: block, version and section are there, and the
// answer's figure stands in one of them.
func checkSources(t *testing.T, s *regengine.Snapshot, a *ask.Answer, figure string) {
	t.Helper()
	found := false
	for _, source := range a.Sources {
		block, ok := s.Texts.Block(source.BlockID)
		if !ok || !source.Resolved || block.Section != source.Section {
			t.Errorf("source %d leads to %s/%s#%s, which is not there", source.Index, source.Code, source.Version, source.Section)
			continue
		}
		if _, err := s.Codes.Version(codes.VersionRef{Code: source.Code, Version: source.Version}); err != nil {
			t.Error(err)
		}
		found = found || strings.Contains(block.Text, figure)
	}
	if !found {
		t.Errorf("%q stands in none of the %d sources of:\n%s", figure, len(a.Sources), a.Text)
	}
}

// example is a question that the project shows to newcomers, or the same in the other
// language.
type example struct {
	question, place string
	want            string // what the answer holds; "" where nothing answers
	figure          string // how the source writes it
}

var examples = []example{
	{"¿Qué altura debe tener la barandilla de un balcón a 8 m de altura?", "ES-28079", "≥ 1,1 m", "1,10 m"},
	{"How high must the guardrail of a balcony 8 m above the ground be?", "ES-28079", "≥ 1.1 m", "1,10 m"},
	{"¿Qué anchura mínima debe tener una escalera de uso general en vivienda?", "ES-28079", "≥ 1 m", "1,00"},
	{"What is the minimum width of a stair of general use in a block of flats?", "ES-28079", "≥ 1 m", "1,00"},
	{"¿Qué pendiente máxima puede tener una rampa accesible de 5 m?", "ES-28079", "≤ 8 %", "8"},
	{"What is the maximum slope of an accessible ramp 5 m long?", "ES-28079", "≤ 8 %", "8"},
	{"¿Qué contrahuella máxima admite una escalera de uso general?", "ES-28079", "17,5 cm", "17,5 cm"},
	{"¿Qué transmitancia límite tienen los muros en la zona climática del proyecto?", "ES-05019", "≤ 0,37 W/m²·K", "0,37"},
	{"What is the minimum height of the handrail of a stair?", "ES-28079", "≥ 90 cm", "90 cm"},
	{"¿Qué altura mínima tiene el pasamanos de una escalera?", "ES-28079", "≥ 90 cm", "90 cm"},
	{"How wide must an accessible route be?", "ES-28079", "1.2", "1,20 m"},
	{"¿Qué dimensiones mínimas tiene un andén de metro?", "ES-28079", "", ""},
	{"¿Qué altura mínima tiene una barandilla con un desnivel de 7 m?", "ES-05019", "≥ 1,1 m", "1,10 m"},
	{"¿Qué pendiente máxima puede tener una rampa?", "ES-28079", "≤ 12 %", "12 %"},
	{"How steep may a ramp be?", "ES-28079", "≤ 12 %", "12 %"},
	{"¿Qué altura mínima tiene una barandilla?", "ES-05019", "≥ 1,1 m", "1,10 m"},
	{"¿Qué altura debe tener una barrera de protección?", "ES-28079", "≥ 1,1 m", "1,10 m"},
	{"¿Qué contrahuella máxima admite la escalera?", "ES-28079", "17,5 cm", "17,5 cm"},
	{"¿Qué anchura mínima tiene una escalera?", "ES-28079", "≥ 1 m", "1,00"},
	{"¿Qué anchura útil mínima tiene una escalera de uso general?", "ES-28079", "≥ 1 m", "1,00"},
}

// shownIn are the files that show questions to newcomers, and how they write them.
var shownIn = map[string]*regexp.Regexp{
	"../README.md":    regexp.MustCompile(`"query": "([^"]+)"|regengine ask "([^"]+)"`),
	"../README.es.md": regexp.MustCompile(`"query": "([^"]+)"|regengine ask "([^"]+)"`),
	"../transport/web/templates/connect.html": regexp.MustCompile(`"query":"([^"]+)"`),
	"../transport/httpapi/op_ask.go":          regexp.MustCompile(`max: ask\.MaxQuery, example: "([^"]+)"`),
	"../examples/client/main.go":              regexp.MustCompile(`(?m)^\t"([^"]+\?)",$`),
	"cmd/regengine/announce.go":               regexp.MustCompile(`"query":"([^"]+)"`),
	"cmd/regengine/root.go":                   regexp.MustCompile(`regengine ask "([^"]+)"`),
	"cmd/regengine/ask.go":                    regexp.MustCompile(`regengine ask "([^"]+)"`),
}

// elsewhere are questions shown that lean on data or talk the starter has not.
var elsewhere = []string{
	"¿De qué color es la carpintería según la memoria del proyecto?",
	"According to the project's data, what is the altitude of the site?",
	"What width does an accessible corridor need?",
	"¿Y el ancho del pasillo?",
	"¿Qué zona climática tiene?",
}

// Every question that the project shows is one of the examples.
func TestExamples_known(t *testing.T) {
	for file, form := range shownIn {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		matches := form.FindAllStringSubmatch(string(text), -1)
		if len(matches) == 0 {
			t.Errorf("%s shows no question", file)
		}
		for _, m := range matches {
			question := strings.Join(m[1:], "")
			known := slices.Contains(elsewhere, question) || slices.ContainsFunc(examples, func(e example) bool { return e.question == question })
			if !known {
				t.Errorf("%s shows %q, which is no example here", file, question)
			}
		}
	}
}

func TestEngine_Ask_Examples(t *testing.T) {
	e := openStarter(t)
	for _, tt := range examples {
		t.Run(tt.question, func(t *testing.T) {
			a, err := e.At(tt.place).Ask(t.Context(), tt.question, nil)
			switch {
			case err != nil:
				t.Fatal(err)
			case tt.want == "":
				if a.Form != ask.FormNotFound || len(a.Sources) > 0 {
					t.Errorf("form %q of what nothing answers:\n%s", a.Form, a.Text)
				}
				return
			case !strings.Contains(a.Text, tt.want):
				t.Errorf("want %q in:\n%s", tt.want, a.Text)
			}
			checkSources(t, e.Snapshot(), a, tt.figure)
		})
	}
}

// threefold is a thing that is asked for in three ways.
type threefold struct {
	question           string
	element, parameter string
	facts              map[string]verify.Value
}

func quantityOf(number, unit string) verify.Value { return verify.QuantityValue(number, unit) }

var threefolds = []threefold{
	{"¿Qué altura tiene la barandilla de un desnivel de 4 m?", "barandilla", "altura", map[string]verify.Value{"drop_height": quantityOf("4", "m")}},
	{"How high must a guardrail be with a drop of 8 m?", "guardrail", "height", map[string]verify.Value{"drop_height": quantityOf("8", "m")}},
	{"¿Qué fuerza máxima necesita una puerta de salida?", "puerta de salida", "fuerza", nil},
	{"¿Qué anchura tiene el andén de una piscina?", "andén de piscina", "anchura", nil},
	{"How wide must a pool deck be?", "pool deck", "width", nil},
	{"¿Qué caudal de agua fría necesita una ducha?", "ducha", "caudal de agua fría", nil},
	{"¿Qué presión de agua llega como mínimo a los grifos comunes?", "grifo común", "presión", nil},
	{"¿Qué altura máxima tiene la boquilla de una BIE?", "BIE", "altura", nil},
	{"How high is the sill of an opening for firefighters?", "firefighters' opening", "sill height", nil},
	{"¿Qué capital mínimo asegura la garantía de estructura?", "garantía de estructura", "capital asegurado", nil},
	{"¿Qué diámetro mínimo tiene una bajante de residuos?", "bajante de residuos", "diámetro", nil},
	{"¿Cuántas bombas lleva como mínimo un sistema de bombeo?", "sistema de bombeo", "número de bombas", nil},
	{"¿Qué distancia guardan las tuberías de agua de las conducciones de gas?", "tubería de agua", "distancia a conducciones de gas", nil},
	{"¿Qué altura mínima tiene una sala de máquinas?", "sala de máquinas", "altura", nil},
	{"¿Qué profundidad máxima tiene una piscina infantil?", "piscina infantil", "profundidad", nil},
	{"¿Qué velocidad máxima se señala en un aparcamiento?", "aparcamiento", "velocidad", nil},
	{"¿Hace falta barandilla en un desnivel de 50 cm?", "barandilla en un desnivel de 50 cm", "existencia", nil},
	{"¿Hace falta barandilla en un desnivel de 70 cm?", "barandilla en un desnivel de 70 cm", "existencia", nil},
	{"What is the maximum opening force of an exit door?", "exit door", "opening force", nil},
	{"Is a dry riser required in a block of flats with an evacuation height of 20 m?", "dry riser", "presence", map[string]verify.Value{"evacuation_height": quantityOf("20", "m")}},
}

// One truth: what the answer says is what requirements list, and what verify decides by.
func TestEngine_Ask_OneTruth(t *testing.T) {
	e := openStarter(t)
	site := e.At("ES-28079")
	for _, tt := range threefolds {
		t.Run(tt.question, func(t *testing.T) {
			use := map[bool]string{true: "Residencial Vivienda"}[strings.Contains(tt.question, "flats")]
			listed, err := site.Requirements(t.Context(), verify.Query{Element: tt.element, Parameter: tt.parameter, BuildingUse: use, Circumstances: tt.facts})
			if err != nil {
				t.Fatal(err)
			}
			if len(listed.Rows) == 0 {
				t.Fatal("nothing is required")
			}
			row := listed.Rows[0]
			check := verify.Check{Element: tt.element, Parameter: tt.parameter, BuildingUse: use, Circumstances: tt.facts, Value: row.Limit, Unit: row.Unit}
			wrong := "0.0001"
			want := row.Limit
			switch row.Op {
			case rules.MustBeTrue:
				check.Value, wrong, check.Unit, want = "1", "0", "boolean", "yes"
			case rules.NoLimit:
				check.Value, wrong, check.Unit, want = "0", "", "boolean", "no"
			case rules.AtMost, rules.Less:
				wrong = "99999"
			default:
			}
			verdict := func(value string) bool {
				check := check
				check.Value = value
				got, err := site.Verify(t.Context(), check)
				if err != nil {
					t.Fatal(err)
				}
				return got.IsCompliant
			}
			if !verdict(check.Value) || wrong != "" && verdict(wrong) {
				t.Errorf("verify does not decide by %s %s %s", row.Op, row.Limit, row.Unit)
			}
			a, err := site.Ask(t.Context(), tt.question, nil)
			if err != nil {
				t.Fatal(err)
			}
			checkSaid(t, a, want, row.Unit)
			if !slices.ContainsFunc(a.Sources, func(s ask.Source) bool { return s.BlockID == row.Block.ID }) {
				t.Errorf("the answer does not cite %s:\n%s", row.Cite, a.Text)
			}
		})
	}
}

// checkSaid checks that an answer begins with what settles it: yes, no, or the limit.
func checkSaid(t *testing.T, a *ask.Answer, want, unit string) {
	t.Helper()
	begins := map[string][]string{"yes": {"Sí", "Yes"}, "no": {"No"}}[want]
	if begins == nil {
		begins = []string{fmt.Sprintf("%s %s", want, unit), fmt.Sprintf("%s %s", strings.Replace(want, ".", ",", 1), unit)}
	}
	first, _, _ := strings.Cut(a.Text, "\n")
	first = strings.NewReplacer("*", "", "≥ ", "", "≤ ", "", "= ", "", "< ", "", "> ", "").Replace(strings.TrimPrefix(first, "- "))
	if !slices.ContainsFunc(begins, func(b string) bool { return strings.HasPrefix(first, b) }) {
		t.Errorf("form %q, want it to begin with %q:\n%s", a.Form, begins, a.Text)
	}
}
