package verifytest_test

import (
	"os"
	"strings"
	"sync"
	"testing"

	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/codes/retrieval"
	"github.com/reglookup/regengine/geo"
	"github.com/reglookup/regengine/geo/es"
	"github.com/reglookup/regengine/regengine/starter"
	"github.com/reglookup/regengine/verify"
	"github.com/reglookup/regengine/verify/rules"
	"github.com/reglookup/regengine/verify/verifyeval"
	"github.com/reglookup/regengine/verify/verifytest"
)

// openStarter reads the starter pack once for all tests.
var openStarter = sync.OnceValues(starter.Open)

// builtStarter builds the Verifier of the starter pack once for all tests.
var builtStarter = sync.OnceValues(func() (*verify.Verifier, error) {
	p, err := openStarter()
	if err != nil {
		return nil, err
	}
	places, err := geo.NewGazetteer([]geo.Scheme{es.Scheme{}}, p.Data.Places)
	if err != nil {
		return nil, err
	}
	catalog, err := codes.NewCatalog(places, p.Data.Codes)
	if err != nil {
		return nil, err
	}
	return verify.New(places, catalog, retrieval.New(p.Data.Blocks), p.Data.Rules, nil)
})

func starterVerifier(t testing.TB) *verify.Verifier {
	t.Helper()
	v, err := builtStarter()
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func starterDay() codes.Date {
	d, _ := codes.NewDate(2025, 6, 1)
	return d
}

func TestStarter(t *testing.T) {
	v := starterVerifier(t)
	for _, name := range []string{"starter", "ordinary", "adversarial", "schedules"} {
		t.Run(name, func(t *testing.T) {
			source, err := os.ReadFile("testdata/" + name + ".yaml")
			if err != nil {
				t.Fatal(err)
			}
			cases, err := verifyeval.LoadYAML(source)
			if err != nil {
				t.Fatal(err)
			}
			verifytest.Run(t, v, starterDay(), cases)
		})
	}
}

// TestStarter_direction: every verdict says which way its limit goes, or that it
// is a yes or no; only an undetermined one has no direction (DECISIONS 10).
func TestStarter_direction(t *testing.T) {
	v := starterVerifier(t)
	for _, tt := range []struct {
		element, parameter, value, unit string
		want                            rules.Direction
	}{
		{"escalera", "2C + H", "70.1", "cm", rules.Maximum},
		{"rampa no accesible", "pendiente transversal", "5", "%", rules.Maximum},
		{"escalera de uso restringido", "número de peldaños", "1", "peldaños", rules.Minimum},
		{"escalera que salva 50 cm", "existencia de pasamanos", "0", "boolean", rules.Boolean},
		{"barandilla vegetal", "altura", "1.2", "m", ""},
	} {
		t.Run(tt.element, func(t *testing.T) {
			got, err := v.Verify(t.Context(), verify.Check{Element: tt.element, Parameter: tt.parameter, Value: tt.value, Unit: tt.unit, GeoID: "ES-28079", Country: "ES"}, starterDay())
			if err != nil {
				t.Fatal(err)
			}
			if got.Direction != tt.want {
				t.Errorf("want %q, got %q (%s)", tt.want, got.Direction, got.Status)
			}
		})
	}
}

// TestStarter_Cases reports how the cases of REGENGINE_VERIFY_CASES come out, a
// TSV as [verifyeval.LoadTSV] reads it. It fails only when they cannot be read:
// most of them may be about codes the starter pack has no rules for.
func TestStarter_Cases(t *testing.T) {
	path := os.Getenv("REGENGINE_VERIFY_CASES")
	if path == "" {
		t.Skip("REGENGINE_VERIFY_CASES names no file of cases")
	}
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = f.Close() }()
	cases, err := verifyeval.LoadTSV(f)
	if err != nil {
		t.Fatal(err)
	}
	report := verifyeval.Measure(t.Context(), starterVerifier(t), starterDay(), cases)
	for _, miss := range report.Misses {
		t.Log(miss)
	}
	t.Log(report)
}

func BenchmarkStarter(b *testing.B) {
	v := starterVerifier(b)
	for name, check := range map[string]verify.Check{
		"barrier":     {Element: "barandilla de terraza con una caída de 4 m", Parameter: "altura", Value: "0.95", Unit: "m", GeoID: "ES-28079", Country: "ES"},
		"wall":        {Element: "muro de fachada", Parameter: "transmitancia térmica", Value: "0.4", Unit: "W/(m²·K)", GeoID: "ES-28079", Country: "ES"},
		"stair width": {Element: "escalera", Parameter: "anchura", Value: "0.95", Unit: "m", GeoID: "ES-28079", Country: "ES"},
		"unknown":     {Element: "sala de calderas", Parameter: "volumen", Value: "30", Unit: "m³", GeoID: "ES-28079", Country: "ES"},
	} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, err := v.Verify(b.Context(), check, starterDay()); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// passes reports whether a value is said to meet a limit, under some readings at least.
func passes(r *verify.Result) bool {
	return r.Status == verify.Compliant || r.Status == verify.Conditional
}

// TestStarter_useGivenTwice: a use given by its id gives way to the one among the
// circumstances, and a warning names both.
func TestStarter_useGivenTwice(t *testing.T) {
	v := starterVerifier(t)
	check := verify.Check{Element: "sector de incendio", Parameter: "superficie construida", Value: "2000", Unit: "m²", GeoID: "ES-28079",
		BuildingUse: "residential_public", Circumstances: map[string]verify.Value{"building_use": verify.TextValue("commercial")}}
	got := decide(t, v, check)
	want := "uso del edificio: Comercial; el texto dice otra cosa: uso del edificio: Residencial Público"
	if !strings.Contains(strings.Join(got.Warnings, "\n"), want) {
		t.Errorf("want %q said, got %q", want, got.Warnings)
	}
}
