package modelextract_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/reglookup/regengine/codes/retrieval"
	"github.com/reglookup/regengine/verify"
	"github.com/reglookup/regengine/verify/modelextract"
)

// scripted is a Model that says what it is told to and keeps what it was asked.
type scripted struct {
	answer string
	err    error
	mu     sync.Mutex
	asked  []string
}

func (s *scripted) Name() string { return "scripted" }

func (s *scripted) Complete(ctx context.Context, _, user string, schema []byte) (string, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.asked = append(s.asked, user)
	if !json.Valid(schema) {
		return "", errors.New("the schema is no JSON")
	}
	return s.answer, errors.Join(s.err, ctx.Err())
}

func block(text string) retrieval.Block {
	return retrieval.Block{ID: "b1", Doc: "code/1", Lang: "es", Path: []string{"Escaleras de uso general"}, Text: text}
}

const widths = "La anchura útil de cada tramo será de 1,00 m, como mínimo, salvo en las escaleras de servicio."

func proposal(change string) string {
	members := map[string]string{
		"quote": `"será de 1,00 m, como mínimo"`, "operator": `">="`, "value": `"1.00"`, "min": `""`, "max": `""`, "unit": `"m"`,
		"element": `"cada tramo"`, "measure": `"anchura útil"`, "when": `[]`, "unless": `["en las escaleras de servicio"]`,
	}
	if name, value, ok := strings.Cut(change, "="); ok {
		members[name] = value
	}
	var parts []string
	for name, value := range members {
		parts = append(parts, fmt.Sprintf("%q: %s", name, value))
	}
	return `{"limits": [{` + strings.Join(parts, ",") + `}]}`
}

func TestExtractor_Extract(t *testing.T) {
	b := block(widths)
	got, err := modelextract.New(&scripted{answer: proposal("")}, nil).Extract(t.Context(), []retrieval.Block{b})
	if err != nil {
		t.Fatal(err)
	}
	want := []verify.Limit{{
		Block: "b1", Clause: span(widths, "será de 1,00 m, como mínimo"), Figure: span(widths, "1,00 m"), Op: verify.AtLeast, Value: "1", Unit: "m", Origin: verify.FromModel,
		Phrases: []verify.Phrase{
			{Role: verify.HeadingRole, Text: "Escaleras de uso general"},
			{Role: verify.MeasureRole, Text: "anchura útil", Span: span(widths, "anchura útil")},
			{Role: verify.ThingRole, Text: "cada tramo", Span: span(widths, "cada tramo")},
			{Role: verify.UnlessRole, Text: "en las escaleras de servicio", Span: span(widths, "en las escaleras de servicio")},
		},
	}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

func span(text, part string) verify.Span {
	at := strings.Index(text, part)
	return verify.Span{Start: at, End: at + len(part)}
}

// What a model makes up is not kept.
func TestExtractor_Extract_MadeUp(t *testing.T) {
	for name, change := range map[string]string{
		"Quote":             `quote="será de 1,10 m, como mínimo"`,
		"QuoteEmpty":        `quote=""`,
		"QuoteWithinNumber": `quote="00 m, como mínimo"`,
		"Number":            `value="1.10"`,
		"NumberText":        `value="uno"`,
		"Unit":              `unit="cm"`,
		"UnitUnknown":       `unit="wizards"`,
		"Direction":         `operator="<="`,
		"Strict":            `operator=">"`,
		"Operator":          `operator="about"`,
		"Measure":           `measure="altura libre"`,
		"Element":           `element="barandillas"`,
		"When":              `when=["en hospitales"]`,
		"Unless":            `unless=["siempre"]`,
	} {
		t.Run(name, func(t *testing.T) {
			got, err := modelextract.New(&scripted{answer: proposal(change)}, nil).Extract(t.Context(), []retrieval.Block{block(widths)})
			if err != nil || len(got) > 0 {
				t.Errorf("kept %+v, %v", got, err)
			}
		})
	}
}

func TestExtractor_Extract_Unreadable(t *testing.T) {
	for _, answer := range []string{"", "I cannot help", "[]", `{"limits": 1}`, `{"limits": [{"quote": 1}]}`, strings.Repeat("[", 100_000)} {
		got, err := modelextract.New(&scripted{answer: answer}, nil).Extract(t.Context(), []retrieval.Block{block(widths)})
		if err != nil || len(got) > 0 {
			t.Errorf("%.20q: kept %+v, %v", answer, got, err)
		}
	}
}

func TestExtractor_Extract_Err(t *testing.T) {
	down := errors.New("down")
	_, err := modelextract.New(&scripted{err: down}, nil).Extract(t.Context(), []retrieval.Block{block(widths), block(widths)})
	if !errors.Is(err, down) || !strings.Contains(err.Error(), "b1") {
		t.Errorf("error %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := modelextract.New(&scripted{}, nil).Extract(ctx, []retrieval.Block{block(widths)}); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
}

// A block that can hold no limit costs no request, and each that can costs one.
func TestExtractor_Extract_Asked(t *testing.T) {
	s := &scripted{answer: `{"limits": []}`}
	last := 0
	e := modelextract.New(s, &modelextract.Options{Concurrency: 3, Progress: func(done, _ int) { last = done }})
	blocks := []retrieval.Block{block("Esta sección trata de los accesos."), block(widths), block("Las escaleras dispondrán de pasamanos.")}
	if _, err := e.Extract(t.Context(), blocks); err != nil || len(s.asked) != 2 || last != 3 {
		t.Errorf("asked %d times, want 2; progress %d, want 3; %v", len(s.asked), last, err)
	}
}

func ExampleNew() {
	model := &scripted{answer: proposal("")}
	limits, err := modelextract.New(model, nil).Extract(context.Background(), []retrieval.Block{block(widths)})
	fmt.Println(err, limits[0].Op, limits[0].Value, limits[0].Unit)
	// Output: <nil> >= 1 m
}

func FuzzExtractor_Extract(f *testing.F) {
	f.Add(proposal(""), widths)
	f.Add(`{"limits":[{"quote":"1","operator":"between","min":"1","max":"1"}]}`, "1,1.1")
	f.Fuzz(func(t *testing.T, answer, text string) {
		b := block(text)
		limits, err := modelextract.New(&scripted{answer: answer}, nil).Extract(t.Context(), []retrieval.Block{b})
		if err != nil {
			t.Fatal(err)
		}
		for _, l := range limits {
			if l.Clause.Start < 0 || l.Clause.End > len(text) || l.Clause.Start >= l.Clause.End || l.Figure.End > len(text) {
				t.Errorf("%+v is not within the text", l)
			}
		}
	})
}
