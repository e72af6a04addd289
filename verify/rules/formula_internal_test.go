package rules

import (
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/reglookup/regengine/codes/reading/quantity"
)

// TestFormula_eval holds the arithmetic against results worked out by hand.
func TestFormula_eval(t *testing.T) {
	a, b := quantity.NewNumber(7, 1), quantity.MustNumber("0.5")
	for _, tt := range []struct{ formula, want string }{
		{"1 + 2 * 3", "7"}, {"(1 + 2) * 3", "9"}, {"10 - 3 - 2", "5"}, {"24 / 4 / 2", "3"}, {"-a", "-7"}, {"--a", "7"}, {"-(a - 9)", "2"},
		{"a / 3 * 3", "7"}, {"0.1 + 0.2", "0.3"}, {"min(a, b, 3)", "0.5"}, {"max(a, b, 3)", "7"}, {"min(1, max(a, 2))", "1"},
		{"ceil(a / 2)", "4"}, {"ceil(-a / 2)", "-3"}, {"ceil(8)", "8"}, {"floor(a / 2)", "3"}, {"floor(-a / 2)", "-4"}, {"floor(a / 3 * 3)", "7"},
		{"floor(1 / 3)", "0"}, {"floor(-1 / 3)", "-1"}, {"ceil(1000000000000000 / 3)", "333333333333334"}, {"floor(1000000000000000 / 3)", "333333333333333"},
		{"round(a / 3, 2)", "2.33"}, {"round(b, 0)", "1"}, {"round(-b, 0)", "-1"}, {"round(1234, -2)", "1200"}, {"round(0.125, 2)", "0.13"},
		{"a*b", "3.5"}, {"a - b", "6.5"},
	} {
		t.Run(tt.formula, func(t *testing.T) {
			f, err := ParseFormula(tt.formula)
			if err != nil {
				t.Fatal(err)
			}
			got, ok := f.Eval(func(id string) quantity.Interval {
				return quantity.Exactly(map[string]quantity.Number{"a": a, "b": b}[id])
			}).Exact()
			if !ok || got.String() != tt.want {
				t.Errorf("want %s, got %v %v", tt.want, got, ok)
			}
		})
	}
}

// drawFormula writes a formula over a and b.
func drawFormula(t *rapid.T, depth int) string {
	kind := rapid.IntRange(0, 9).Draw(t, "kind")
	if depth == 0 || kind < 2 {
		return rapid.SampledFrom([]string{"a", "b", "2", "0.5", "7"}).Draw(t, "leaf")
	}
	x, y := drawFormula(t, depth-1), drawFormula(t, depth-1)
	return fmt.Sprintf([]string{"", "", "(%s + %s)", "(%s - %s)", "(%s * %s)", "(%s / %s)", "min(%s, %s)", "max(%s, %s)", "ceil(%s / max(%s, 2))", "floor(%s * min(%s, 3))"}[kind], x, y)
}

func drawNumber(t *rapid.T, name string) quantity.Number {
	return quantity.NewNumber(rapid.Int64Range(-40, 40).Draw(t, name), rapid.Int64Range(1, 6).Draw(t, name+" over"))
}

// drawSpan returns a span and a number in it.
func drawSpan(t *rapid.T, name string) (quantity.Interval, quantity.Number) {
	in := drawNumber(t, name)
	bound := func(side int64, what string) (*quantity.Number, bool) {
		far := in.Add(quantity.NewNumber(side*rapid.Int64Range(0, 9).Draw(t, what), 4))
		switch {
		case rapid.IntRange(0, 4).Draw(t, what+" none") == 0:
			return nil, false
		case far.Equal(in):
			return &far, false
		}
		return &far, rapid.Bool().Draw(t, what+" open")
	}
	var s quantity.Interval
	s.Lo, s.LoOpen = bound(-1, name+" low")
	s.Hi, s.HiOpen = bound(1, name+" high")
	return s, in
}

// TestFormula_spans: whatever numbers of their spans the facts are, the result is
// in the span worked out. Everything a formula decides about something not known
// exactly rests on this.
func TestFormula_spans(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := drawFormula(t, 3)
		f, err := ParseFormula(text)
		if err != nil {
			t.Skip("too large: " + err.Error())
		}
		spanA, a := drawSpan(t, "a")
		spanB, b := drawSpan(t, "b")
		at := func(id string) quantity.Interval {
			return quantity.Exactly(map[string]quantity.Number{"a": a, "b": b}[id])
		}
		if f.dividesByZero(at) {
			return
		}
		got, ok := f.Eval(at).Exact()
		if !ok {
			t.Fatalf("%s is not exact at exact numbers", text)
		}
		if wide := f.Eval(func(id string) quantity.Interval { return map[string]quantity.Interval{"a": spanA, "b": spanB}[id] }); !wide.Contains(got) {
			t.Fatalf("%s at a=%s b=%s is %s, outside of %s", text, a, b, got, write(wide))
		}
	})
}

func write(s quantity.Interval) string {
	text := func(n *quantity.Number) string {
		if n == nil {
			return "-"
		}
		return n.String()
	}
	return fmt.Sprint(text(s.Lo), s.LoOpen, " ", text(s.Hi), s.HiOpen)
}

// FuzzParseFormula wants an error or a formula that can be worked out, and no
// more parts than are allowed.
func FuzzParseFormula(f *testing.F) {
	for _, seed := range []string{"ceil(toilets / 10)", "-a*(b+1.5)", "round(a, -2)", "min(a,b)", "((((", "a-b", "1e5", "\x00", "max(1,2,3", strings.Repeat("-", 300) + "1", "a/0", "é"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		got, err := ParseFormula(text)
		if err != nil {
			return
		}
		parts := 0
		got.root.each(func(*expr) { parts++ })
		if parts > maxFormulaParts || len(text) > maxFormula {
			t.Errorf("%d parts of %q", parts, text)
		}
		got.Eval(func(string) quantity.Interval { return quantity.Exactly(quantity.NewNumber(3, 7)) })
		got.Eval(func(string) quantity.Interval { return quantity.Interval{} })
		again, err := ParseFormula(got.String())
		if err != nil || fmt.Sprint(again.Facts) != fmt.Sprint(got.Facts) {
			t.Errorf("%q does not read back: %v", text, err)
		}
	})
}
