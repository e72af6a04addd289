package quantity_test

import (
	"errors"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/reglookup/regengine/codes/reading/quantity"
)

func TestSatisfies(t *testing.T) {
	for _, c := range []struct {
		have, want string
		ok         bool
	}{
		{"EI 60", "EI 60", true}, {"EI 90", "EI 60", true}, {"EI 59", "EI 60", false}, {"EI 30", "EI 60", false},
		{"REI 60", "EI 60", true}, {"REI 120", "R 90", true}, {"EI 120", "REI 60", false}, {"E 120", "EI 60", false}, {"EI 60", "E 60", true},
		{"EI 60", "EW 30", true}, {"EW 60", "EI 60", false}, {"EI2 60-C5", "EI2 60", true}, {"EI2 60", "EI2 60-C5", false},
		{"EI2 60-C5", "EI2 60-C3", true}, {"EI2 60-C3", "EI2 60-C5", false}, {"EI1 60", "EI2 60", true}, {"EI2 60", "EI1 60", false},
		{"EI2 60", "EI 60", false}, {"REI 120", "RF 60", false}, {"RF 120", "RF 60", true}, {"RF 60", "EI 60", false}, {"E 30-S200", "E 30", true}, {"E 30", "E 30-Sa", false},
	} {
		have, okHave := fireValue(t, c.have)
		want, okWant := fireValue(t, c.want)
		got, err := quantity.Satisfies(have, want)
		if !okHave || !okWant || err != nil || got != c.ok {
			t.Errorf("%s for %s: want %v, got %v, %v", c.have, c.want, c.ok, got, err)
		}
	}
	metres := quantity.Quantity{Value: quantity.MustNumber("1"), Unit: quantity.MustUnit("m")}
	if _, err := quantity.Satisfies(metres, metres); !errors.Is(err, quantity.ErrIncompatible) {
		t.Errorf("metres: want ErrIncompatible, got %v", err)
	}
}

// fireValue reads a class; minutes that no class has go in by hand.
func fireValue(t *testing.T, text string) (quantity.Quantity, bool) {
	t.Helper()
	if text == "EI 59" {
		return quantity.Quantity{Value: quantity.MustNumber("59"), Unit: quantity.MustUnit("EI")}, true
	}
	return quantity.Parse(text, "es")
}

func TestParseUnit_fireClasses(t *testing.T) {
	for text, want := range map[string]string{
		"EI": "EI", "REI": "REI", "R": "R", "E": "E", "EW": "EW", "EI2-C5": "EI2-C5", "EI₂-C5": "EI2-C5", "EI2 t-C5": "EI2-C5", "EI t": "EI", "RF": "RF", "EI2 C5": "EI2-C5",
		"REW": "REW", "EI2-C5-S200": "EI2-C5-S200", "EI2-S200-C5": "EI2-C5-S200",
	} {
		u, err := quantity.ParseUnit(text)
		if err != nil || u.Kind() != quantity.FireClass || u.String() != want {
			t.Errorf("%s: want %s, got %s (%s), %v", text, want, u, u.Kind(), err)
		}
	}
	for _, text := range []string{"EI 60", "I", "ei", "REIX", "EI3", "EI-", "C5", "EI2-C6"} {
		if u, err := quantity.ParseUnit(text); !errors.Is(err, quantity.ErrUnknownUnit) {
			t.Errorf("%s: want ErrUnknownUnit, got %s, %v", text, u.Kind(), err)
		}
	}
}

func TestConvert_fireClasses(t *testing.T) {
	sixty := quantity.MustNumber("60")
	for _, c := range []struct {
		from, to    string
		rel         quantity.Relation
		value, bind bool // Convert, ConvertLimit
	}{
		{"EI", "EI", quantity.SameKind, true, true}, {"REI", "EI", quantity.SameKind, true, false}, {"EI", "REI", quantity.SameKind, false, true},
		{"min", "EI", quantity.SameKind, false, false}, {"EI", "min", quantity.Slope, false, false},
		{"min", "EI", quantity.Fire, true, true}, {"EI", "min", quantity.Fire, true, true}, {"EI", "m", quantity.Fire, false, false}, {"RF", "EI", quantity.Fire, false, false},
	} {
		from, to := quantity.MustUnit(c.from), quantity.MustUnit(c.to)
		for name, convert := range map[string]func(quantity.Number, quantity.Unit, quantity.Unit, quantity.Relation) (quantity.Number, error){
			"Convert": quantity.Convert, "ConvertLimit": quantity.ConvertLimit,
		} {
			want := c.value
			if name == "ConvertLimit" {
				want = c.bind
			}
			got, err := convert(sixty, from, to, c.rel)
			if want && (err != nil || !got.Equal(sixty)) || !want && !errors.Is(err, quantity.ErrIncompatible) {
				t.Errorf("%s of 60 %s in %s: got %s, %v", name, c.from, c.to, got, err)
			}
		}
	}
	hour, err := quantity.Convert(quantity.MustNumber("1"), quantity.MustUnit("h"), quantity.MustUnit("EI"), quantity.Fire)
	if err != nil || !hour.Equal(sixty) {
		t.Errorf("an hour: want 60, got %s, %v", hour, err)
	}
	_, err = quantity.Convert(sixty, quantity.MustUnit("EI"), quantity.MustUnit("REI-C5"), quantity.SameKind)
	if err == nil || !strings.Contains(err.Error(), "R, C5") {
		t.Errorf("want an error that names R and C5, got %v", err)
	}
}

func TestPartClass(t *testing.T) {
	for _, c := range [][4]string{
		{"EI2 60-C5", "", "60", "EI2-C5"}, {"REI 120", "class", "120", "REI"}, {"R90", "clase", "90", "R"}, {"EI-60", "", "60", "EI"},
		{"EI 60", "min", "60", "EI"}, {"EI2 60-C5", "min", "60", "EI2-C5"}, {"EI 60", "m", "EI 60", "m"}, {"EI 60", "h", "EI 60", "h"}, {"EI", "", "EI", ""}, {"EI 60 o EI 90", "", "EI 60 o EI 90", ""}, {"60", "EI", "60", "EI"}, {"C-s2,d0", "class", "C-s2,d0", "class"},
	} {
		if minutes, class := quantity.PartClass(c[0], c[1]); minutes != c[2] || class != c[3] {
			t.Errorf("%q in %q: got %q in %q, want %q in %q", c[0], c[1], minutes, class, c[2], c[3])
		}
	}
}

// TestSatisfies_moreIsNeverLess: letters and minutes added to what satisfies a
// class leave it satisfied.
func TestSatisfies_moreIsNeverLess(t *testing.T) {
	classes := []string{"R", "E", "EW", "EI", "EI1", "EI2", "REI", "RE", "EI2-C5", "EI2-C2", "EI1-C5", "REI-C5"}
	rapid.Check(t, func(t *rapid.T) {
		draw := func(name string) quantity.Quantity {
			return quantity.Quantity{Value: quantity.NewNumber(rapid.Int64Range(10, 240).Draw(t, name), 1), Unit: quantity.MustUnit(rapid.SampledFrom(classes).Draw(t, name+" class"))}
		}
		satisfies := func(a, b quantity.Quantity) bool {
			ok, err := quantity.Satisfies(a, b)
			if err != nil {
				t.Fatal(err)
			}
			return ok
		}
		a, b, c := draw("a"), draw("b"), draw("c")
		if !satisfies(a, a) {
			t.Fatalf("%s %s does not satisfy itself", a.Value, a.Unit)
		}
		if satisfies(a, b) && satisfies(b, c) && !satisfies(a, c) {
			t.Fatalf("%s %s satisfies %s %s, which satisfies %s %s, but not the latter", a.Value, a.Unit, b.Value, b.Unit, c.Value, c.Unit)
		}
	})
}
