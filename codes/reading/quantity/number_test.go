package quantity_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/reglookup/regengine/codes/reading/quantity"
)

func TestParseNumber(t *testing.T) {
	for text, want := range map[string]string{
		"1.20": "1.2", "3e-1": "0.3", "-0": "0", "0.10": "0.1", "1E+2": "100", "12345678901234567890.5": "12345678901234567890.5",
	} {
		n, err := quantity.ParseNumber(text)
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		if diff := cmp.Diff(want, n.String()); diff != "" {
			t.Errorf("%s (-want +got):\n%s", text, diff)
		}
	}
	for _, text := range []string{"", "NaN", "Inf", "0x10", "1_000", "+1", ".5", "5.", "01", "1e", "1e999", "1e-999999999999", " 1", "1/2", strings.Repeat("9", 500)} {
		if _, err := quantity.ParseNumber(text); !errors.Is(err, quantity.ErrNumber) {
			t.Errorf("ErrNumber: %q gave %v", text, err)
		}
	}
}

func TestNumber_exactArithmetic(t *testing.T) {
	got := quantity.MustNumber("0.3").Sub(quantity.MustNumber("0.1"))
	if diff := cmp.Diff("0.2", got.String()); diff != "" {
		t.Errorf("0.3 - 0.1 (-want +got):\n%s", diff)
	}
}

func TestNumber_Round(t *testing.T) {
	third := quantity.NewNumber(1, 3)
	for _, c := range []struct{ want, got string }{
		{"0.333333333333", third.String()},
		{"0.333333333333", third.Round(quantity.Down).String()},
		{"0.333333333334", third.Round(quantity.Up).String()},
		{"-0.333333333334", third.Neg().Round(quantity.Down).String()},
		{"66666.6666667", quantity.NewNumber(200000, 3).Round(quantity.Up).String()},
		{"0.00666666666666", quantity.NewNumber(2, 300).Round(quantity.Down).String()},
		{"1.25", quantity.NewNumber(5, 4).Round(quantity.Up).String()},
	} {
		if c.want != c.got {
			t.Errorf("want %s, got %s", c.want, c.got)
		}
	}
}

func TestParseDecimal(t *testing.T) {
	for _, c := range []struct{ lang, text, want string }{
		{"es", "1.500", "1500"}, {"en", "1.500", "1.5"}, {"es", "1,500", "1.5"}, {"en", "1,500", "1500"},
		{"es", "2,5", "2.5"}, {"es", "1.20", "1.2"}, {"es", "0.900", "0.9"}, {"es", "1.234,5", "1234.5"}, {"es", "1,234.5", "1234.5"},
		{"es", "1/20", "0.05"}, {"es", "007", "7"}, {"es", "12.345.678", "12345678"}, {"es", "-2,5", "-2.5"}, {"es", "0,0", "0"},
	} {
		n, ok := quantity.ParseDecimal(c.text, c.lang)
		if !ok || n.String() != c.want {
			t.Errorf("%s %s: want %s, got %s %v", c.lang, c.text, c.want, n, ok)
		}
	}
	for _, text := range []string{"", ",", "1,2,3", "1.2.3", "1/0", "1/2/3", "1..5", "uno", "12.34.567", "1.2345.678"} {
		if n, ok := quantity.ParseDecimal(text, "es"); ok {
			t.Errorf("Err: %q gave %s", text, n)
		}
	}
}

func FuzzParseDecimal(f *testing.F) {
	for _, s := range []string{"1.500", "2,5", "1/20", "-1", "NaN", "1e5", "\xff", "1.234,56"} {
		f.Add(s, "es")
	}
	f.Fuzz(func(t *testing.T, text, lang string) {
		n, ok := quantity.ParseDecimal(text, lang)
		if !ok {
			return
		}
		if _, err := quantity.ParseNumber(n.String()); err != nil {
			t.Fatalf("%q gave %s, which is no number", text, n)
		}
	})
}

func FuzzParseNumber(f *testing.F) {
	for _, s := range []string{"1.20", "3e-1", "-0.0", "NaN", "0x1p-2", "1e400"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		n, err := quantity.ParseNumber(text)
		if err != nil {
			return
		}
		if len(n.String()) > 400 { // 1e400 written out is longer than what is read
			return
		}
		again, err := quantity.ParseNumber(n.String())
		if err != nil || !again.Equal(n) {
			t.Fatalf("%q: %s does not read back: %v", text, n, err)
		}
	})
}

func TestNumber_String_readsBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := quantity.NewNumber(rapid.Int64().Draw(t, "n"), rapid.Int64Range(1, 1<<40).Draw(t, "d"))
		down, up := n.Round(quantity.Down), n.Round(quantity.Up)
		if down.Cmp(n) > 0 || up.Cmp(n) < 0 {
			t.Fatalf("%s rounds past itself: %s .. %s", n, down, up)
		}
		back, err := quantity.ParseNumber(n.String())
		if err != nil || n.Finite() && !back.Equal(n) {
			t.Fatalf("%s does not read back: %v", n, err)
		}
	})
}

// TestNumber_Floor: it is whole, and n lies at it or less than one above.
func TestNumber_Floor(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := quantity.NewNumber(rapid.Int64().Draw(t, "numerator"), rapid.Int64Range(1, 1<<62).Draw(t, "denominator"))
		low := n.Floor()
		if over := n.Sub(low); !low.IsInt() || over.Sign() < 0 || over.Cmp(quantity.NewNumber(1, 1)) >= 0 {
			t.Fatalf("floor of %s: got %s", n, low)
		}
	})
}
