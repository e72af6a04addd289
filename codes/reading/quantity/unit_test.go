package quantity_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/reglookup/regengine/codes/reading/quantity"
)

func TestParseUnit_spellings(t *testing.T) {
	for canonical, spellings := range map[string][]string{
		"W/m²·K":      {"W/m2K", "W/(m²·K)", "W/m² K", "W/m²K", "W/m2·ºC", "W/(m2 °C)", "W·m-2·K-1", "W m⁻² K⁻¹", "w/m2k", "W/m^2K", "W/m2.K", " W / m² · K ", "W/m²*K"},
		"m²·K/W":      {"m2K/W", "(m²·K)/W", "m² K / W"},
		"m³/h·m²":     {"m3/(h·m2)", "m³/h·m²", "m3/hm2", "m³/(h m²)", "m3/h/m2"},
		"kWh/m²·año":  {"kWh/m2año", "kWh/(m²·año)", "kWh/m2·year", "KWh/m² año", "kWh/m²a"},
		"kWh/m²·mes":  {"kWh/m2·mes", "kWh/(m² mes)"},
		"h⁻¹":         {"h-1", "1/h", "ren/h", "renovaciones/hora"},
		"m":           {"metros", "M", "Metro"},
		"cm":          {"CM", "Cm", "centímetros", "centimetros"},
		"%":           {"por ciento", "percent", "porcentaje"},
		"dBA":         {"dB(A)", "dba"},
		"kN/m²":       {"kN/m2", "KN/m2"},
		"kW":          {"KW", "kw"},
		"t":           {"tonelada", "toneladas", "tonnes"},
		"Bq/m³":       {"Bq/m3", "bq/m3"},
		"l/s·persona": {"l/(s·persona)", "L/s persona"},
		"°":           {"º", "grados", "deg"},
		"boolean":     {"Boolean", "BOOLEAN", "booleano"},
		"W/m·K":       {"W/mK", "W/(m·K)"},
		"ratio":       {"tanto por uno", "adimensional"},
		"plantas":     {"alturas", "stories", "levels"},
		"plazas":      {"plazas de aparcamiento", "parking bays", "stalls"},
		"W/m²":        {"W/m2 por 100 lux", "W/m2 per 100 lux", "W/m² per 100 lx"},
		"peldaños":    {"peldaño", "escalones", "PELDAÑOS"},
	} {
		want, err := quantity.ParseUnit(canonical)
		if err != nil {
			t.Fatalf("%s: %v", canonical, err)
		}
		for _, text := range spellings {
			got, err := quantity.ParseUnit(text)
			if err != nil || !got.Equal(want) {
				t.Errorf("%q is not %s: %v (%s)", text, canonical, err, got.Kind())
			}
		}
	}
}

func TestParseUnit_ErrUnknownUnit(t *testing.T) {
	for _, text := range []string{"", "furlong", "T", "m7", "mw", "W/", "/m", "%/m", "m%", "\xff", "K/m", "m-", "2", "W/m²·K·m·m·m·m·m·m·m·m·m·m·m·m·m·m·m·m·m·m·m·m·m·m·m·m·m·m"} {
		if u, err := quantity.ParseUnit(text); !errors.Is(err, quantity.ErrUnknownUnit) {
			t.Errorf("%q: want ErrUnknownUnit, got %v as %s", text, err, u.Kind())
		}
	}
}

func TestConvert(t *testing.T) {
	for _, c := range []struct {
		value, from, to string
		rel             quantity.Relation
		want            string
	}{
		{"120", "cm", "m", quantity.SameKind, "1.2"},
		{"1", "km", "mm", quantity.SameKind, "1000000"},
		{"10", "l/s", "m³/h", quantity.SameKind, "36"},
		{"1", "m³/h", "l/s", quantity.SameKind, "0.277777777778"},
		{"2.5", "t", "kg", quantity.SameKind, "2500"},
		{"20", "°C", "K", quantity.SameKind, "293.15"},
		{"0.56", "W/m²K", "W/(m²·ºC)", quantity.SameKind, "0.56"},
		{"0.13", "ratio", "%", quantity.Slope, "13"},
		{"0.62", "ratio", "%", quantity.Fraction, "62"},
		{"45", "°", "%", quantity.Slope, "100"},
		{"100", "%", "°", quantity.Slope, "45"},
		{"3", "ud", "peldaños", quantity.SameKind, "3"},
		{"1", "kN/m²", "Pa", quantity.SameKind, "1000"},
		{"2", "%", "cm/m", quantity.Slope, "2"},
		{"2", "%", "mm/m", quantity.Slope, "20"},
		{"15", "mm/m", "%", quantity.Slope, "1.5"},
		{"1000", "ft", "m", quantity.SameKind, "304.8"},
		{"10", "feet", "m", quantity.SameKind, "3.048"},
		{"12", "meses", "año", quantity.SameKind, "1"},
		{"3", "meses", "años", quantity.SameKind, "0.25"},
		{"2", "years", "months", quantity.SameKind, "24"},
	} {
		got, err := quantity.Convert(quantity.MustNumber(c.value), quantity.MustUnit(c.from), quantity.MustUnit(c.to), c.rel)
		if err != nil {
			t.Fatalf("%s %s: %v", c.value, c.from, err)
		}
		if diff := cmp.Diff(c.want, got.String()); diff != "" {
			t.Errorf("%s %s in %s (-want +got):\n%s", c.value, c.from, c.to, diff)
		}
	}
}

func TestConvert_ErrIncompatible(t *testing.T) {
	for _, c := range []struct {
		from, to string
		rel      quantity.Relation
	}{
		{"m", "m²", quantity.SameKind}, {"%", "ratio", quantity.SameKind}, {"°", "%", quantity.Fraction}, {"dB", "dBA", quantity.SameKind},
		{"personas", "peldaños", quantity.SameKind}, {"kWh/m²·año", "W/m²", quantity.SameKind}, {"kWh/m²·año", "kWh/m²·mes", quantity.SameKind},
		{"m", "%", quantity.Slope}, {"boolean", "ud", quantity.SameKind}, {"ratio", "m", quantity.Slope},
	} {
		if _, err := quantity.Convert(quantity.MustNumber("1"), quantity.MustUnit(c.from), quantity.MustUnit(c.to), c.rel); !errors.Is(err, quantity.ErrIncompatible) {
			t.Errorf("%s in %s: want ErrIncompatible, got %v", c.from, c.to, err)
		}
	}
}

func TestConvert_thereAndBack(t *testing.T) {
	pairs := [][2]string{{"m", "mm"}, {"l/s", "m³/h"}, {"año", "mes"}, {"W/m²K", "kW/m²K"}, {"°C", "K"}, {"kWh", "MJ"}}
	rapid.Check(t, func(t *rapid.T) {
		pair := rapid.SampledFrom(pairs).Draw(t, "pair")
		n := quantity.NewNumber(rapid.Int64().Draw(t, "n"), rapid.Int64Range(1, 1000).Draw(t, "d"))
		a, b := quantity.MustUnit(pair[0]), quantity.MustUnit(pair[1])
		there, err := quantity.Convert(n, a, b, quantity.SameKind)
		if err != nil {
			t.Fatal(err)
		}
		back, err := quantity.Convert(there, b, a, quantity.SameKind)
		if err != nil || !back.Equal(n) {
			t.Fatalf("%s %s came back as %s: %v", n, a, back, err)
		}
	})
}

func TestFind(t *testing.T) {
	type found struct{ Value, Unit, Text string }
	for text, want := range map[string][]found{
		"desnivel de 60 cm en terraza":      {{"60", "cm", "60 cm"}},
		"rampa de 2,90 m, 12 % y 60cm":      {{"2.9", "m", "2,90 m"}, {"12", "%", "12 %"}, {"60", "cm", "60cm"}},
		"local de 1.500 m² y 150 personas":  {{"1500", "m²", "1.500 m²"}, {"150", "personas", "150 personas"}},
		"n50 con V/A = 1,5 (tabla 3.1.3.b)": {{"1.5", "", "1,5"}},
		"U de 0,8 W/m²·K en fachada":        {{"0.8", "W/m²·K", "0,8 W/m²·K"}},
		"pendiente 1/20":                    {{"0.05", "", "1/20"}},
		"a 4 m.":                            {{"4", "m.", "4 m."}},
		"planta 3D, 2C+H":                   nil,
		"caudal 0,8 W/(m²·K) (ver plano)":   {{"0.8", "W/(m²·K)", "0,8 W/(m²·K)"}},
		"3 a 5 m de altura":                 {{"3", "", "3"}, {"5", "m", "5 m"}},
	} {
		var got []found
		for _, f := range quantity.Find(text, "es") {
			got = append(got, found{f.Value.String(), f.Unit.String(), text[f.Start:f.End]})
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", text, diff)
		}
	}
}

func FuzzParseUnit(f *testing.F) {
	for _, s := range []string{"W/m2K", "%", "kWh/m²·año", "\xff", "m-2", "////", "mmmmmmmmmmmmmmmm"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		u, err := quantity.ParseUnit(text)
		if err == nil && (u.IsZero() || u.Kind() == "") {
			t.Fatalf("%q became a unit of no kind", text)
		}
	})
}

func FuzzFind(f *testing.F) {
	for _, s := range []string{"desnivel de 60 cm", "1/20", "0,8 W/(m²·K)", "\xff12 m", "1,,2"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		last := 0
		for _, q := range quantity.Find(text, "es") {
			if q.Start < last || q.End <= q.Start || q.End > len(text) {
				t.Fatalf("%q: span %d..%d after %d", text, q.Start, q.End, last)
			}
			last = q.End
		}
	})
}

// TestParseUnit_kinds names a unit of every kind a building code speaks of.
func TestParseUnit_kinds(t *testing.T) {
	for text, want := range map[string]quantity.Kind{
		"m": "length", "m²": "area", "l": "volume", "m³/h": "flow", "l/s·persona": "flow per person", "l/s por plaza": "flow per space", "dm³/(s·m²)": quantity.FlowPerArea,
		"m/s": "speed", "l/s·m": "flow per length", "m³/h·m³": "rate", "W/m²K": "transmittance", "W/mK": "linear transmittance", "m²K/W": "thermal resistance",
		"%": quantity.Percent, "ratio": quantity.Ratio, "cm/m": quantity.Ratio, "°": quantity.Angle, "dB": "sound level", "dBA": "A-weighted sound level", "lux": "illuminance",
		"kPa": "pressure", "kN/m²": "pressure", "kN": "force", "N": "force", "kN/m": "line load", "N·m": quantity.Torque, "kWh": "energy", "W": "power", "kVA": "apparent power",
		"W/m²": "power per area", "kWh/m²": quantity.EnergyPerArea, "MJ/m²": quantity.EnergyPerArea, "kWh/(m2 year)": "energy per area and year", "kWh/m²·a": "energy per area and year",
		"Bq/m³": "radioactivity", "ºC": "temperature", "min": quantity.Time, "ren/h": "rate", "1/h": "rate", "V": "voltage", "A": "electric current", "Ω": "electric resistance",
		"kg": "mass", "kg/m³": "density", "mg/m³": "density", "ud": quantity.Count, "peldaños": quantity.Count, "rooms": quantity.Count, "plazas/vivienda": quantity.CountPerCount,
		"personas/m²": "count per area", "m²/persona": "area per person", "W per room": "power per room", "clase": quantity.Class, "Rd": quantity.SlipResistance, "REI": quantity.FireClass,
		"boolean": quantity.Bool, "lm/W": "luminous efficacy", "W/(m³/s)": "power per flow", "W/m³": "power per volume", "m.c.a.": "pressure", "grados centígrados": "temperature", "Hz": "frequency", "ppm": "concentration",
		"air changes per hour": "rate", "renovaciones por hora": "rate", "kg CO2/m² año": "emission per area and year",
	} {
		u, err := quantity.ParseUnit(text)
		if err != nil || u.Kind() != want {
			t.Errorf("%s: want %s, got %s, %v", text, want, u.Kind(), err)
		}
	}
}

// TestConvert_ErrIncompatible_kinds: the error says what either unit measures.
func TestConvert_ErrIncompatible_kinds(t *testing.T) {
	for _, c := range []struct{ from, to, says string }{
		{"m", "m²", "m (length) and m² (area)"}, {"%", "°", "% (percent) and ° (angle)"}, {"J", "N·m", "J (energy) and N·m (torque)"},
		{"personas", "plazas", "personas (count of person) and plazas (count of space)"}, {"l/s·persona", "l/s·plaza", "(flow per person) and l/s·plaza (flow per space)"},
		{"kWh/m²", "kN/m", "(energy per area) and kN/m (line load)"}, {"m/s", "m³/h·m²", "(speed) and m³/h·m² (flow per area)"},
	} {
		_, err := quantity.Convert(quantity.MustNumber("1"), quantity.MustUnit(c.from), quantity.MustUnit(c.to), quantity.SameKind)
		if !errors.Is(err, quantity.ErrIncompatible) || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s in %s: want an error with %q, got %v", c.from, c.to, c.says, err)
		}
	}
	if _, err := quantity.Convert(quantity.MustNumber("1"), quantity.Unit{}, quantity.MustUnit("m"), quantity.SameKind); err == nil || !strings.Contains(err.Error(), "bare number") {
		t.Errorf("no unit: got %v", err)
	}
}

// TestConvert_keepsOrder: of two values the greater stays the greater in every
// unit of the kind, and comes back as it was.
func TestConvert_keepsOrder(t *testing.T) {
	groups := [][]string{
		{"mm", "cm", "m", "km"}, {"cm²", "m²", "ha"}, {"l", "m³", "dm3"}, {"l/s", "m³/h", "l/min"}, {"Pa", "kPa", "kN/m²", "bar", "mca"}, {"W", "kW", "MW"}, {"kWh", "MJ", "J"},
		{"°C", "K"}, {"s", "min", "h"}, {"l/s·persona", "m³/h·persona"}, {"mg/m³", "kg/m³", "g/l"}, {"%", "‰"}, {"h⁻¹", "1/min"}, {"kWh/m²", "MJ/m2"},
	}
	slopes := []string{"%", "‰", "ratio"}
	rapid.Check(t, func(t *rapid.T) {
		group, rel := rapid.SampledFrom(groups).Draw(t, "kind"), quantity.SameKind
		if rapid.Bool().Draw(t, "slope") {
			group, rel = slopes, quantity.Slope
		}
		from, to := quantity.MustUnit(rapid.SampledFrom(group).Draw(t, "from")), quantity.MustUnit(rapid.SampledFrom(group).Draw(t, "to"))
		draw := func(name string) quantity.Number {
			return quantity.NewNumber(rapid.Int64().Draw(t, name), rapid.Int64Range(1, 1000).Draw(t, name+"/"))
		}
		a, b := draw("a"), draw("b")
		ca, errA := quantity.Convert(a, from, to, rel)
		cb, errB := quantity.Convert(b, from, to, rel)
		if errA != nil || errB != nil || ca.Cmp(cb) != a.Cmp(b) {
			t.Fatalf("%s, %s %s are %s, %s %s: %v, %v", a, b, from, ca, cb, to, errA, errB)
		}
		if back, err := quantity.Convert(ca, to, from, rel); err != nil || !back.Equal(a) {
			t.Fatalf("%s %s came back as %s: %v", a, from, back, err)
		}
	})
}
