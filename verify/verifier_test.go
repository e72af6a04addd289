package verify_test

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"os"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/codes/reading/quantity"
	"github.com/reglookup/regengine/verify"
	"github.com/reglookup/regengine/verify/rules"
	"github.com/reglookup/regengine/verify/verifyeval"
	"github.com/reglookup/regengine/verify/verifytest"
)

func fixture(t testing.TB) *verify.Verifier {
	t.Helper()
	v, err := verifytest.Fixture()
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func TestVerifier_Verify(t *testing.T) {
	source, err := os.ReadFile("verifytest/testdata/cases.yaml")
	if err != nil {
		t.Fatal(err)
	}
	cases, err := verifyeval.LoadYAML(source)
	if err != nil {
		t.Fatal(err)
	}
	verifytest.Run(t, fixture(t), verifytest.On(), cases)
}

func TestVerifier_Verify_errors(t *testing.T) {
	v := fixture(t)
	good := verify.Check{Element: "barandilla", Parameter: "altura", Value: "1", Unit: "m", GeoID: "XX-1", Country: "XX"}
	for _, tt := range []struct {
		name   string
		change func(*verify.Check)
		want   error
	}{
		{"ErrLocationNotFound unknown", func(c *verify.Check) { c.GeoID = "XX-99" }, verify.ErrLocationNotFound},
		{"ErrLocationNotFound other country", func(c *verify.Check) { c.GeoID = "YY-1" }, verify.ErrLocationNotFound},
		{"ErrLocationNotFound not served", func(c *verify.Check) { c.GeoID = "ZZ-1" }, verify.ErrLocationNotFound},
		{"ErrLocationNotFound empty", func(c *verify.Check) { c.GeoID = "" }, verify.ErrLocationNotFound},
		{"ErrInvalidCode slug", func(c *verify.Check) { c.Codes = []codes.VersionRef{{Code: "nothing"}} }, verify.ErrInvalidCode},
		{"ErrInvalidCode version", func(c *verify.Check) { c.Codes = []codes.VersionRef{{Code: "safety", Version: "1900"}} }, verify.ErrInvalidCode},
		{"ErrInvalidCode foreign", func(c *verify.Check) { c.Codes = []codes.VersionRef{{Code: "foreign"}} }, verify.ErrInvalidCode},
		{"OK", func(*verify.Check) {}, nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			check := good
			tt.change(&check)
			if _, err := v.Verify(t.Context(), check, verifytest.On()); !errors.Is(err, tt.want) {
				t.Errorf("want %v, got %v", tt.want, err)
			}
		})
	}
	cancelled, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := v.Verify(cancelled, good, verifytest.On()); !errors.Is(err, context.Canceled) {
		t.Errorf("ErrCancelled: want context.Canceled, got %v", err)
	}
}

func TestVerifier_Verify_sources(t *testing.T) {
	got, err := fixture(t).Verify(t.Context(), verify.Check{Element: "muro exterior", Parameter: "transmitancia", Value: "0.4", Unit: "W/m2K", GeoID: "XX-1"}, verifytest.On())
	if err != nil {
		t.Fatal(err)
	}
	want := []verify.Source{{
		Ref:     verifytest.SafetyRef(),
		Excerpt: "Transmitancia máxima, en W/m²·K\nElemento | C | D | E\nMuros exteriores | 0,49 | 0,41 | 0,37",
	}}
	if diff := cmp.Diff(want, got.Sources, cmpopts.IgnoreFields(verify.Source{}, "Block", "Start", "End", "SHA256")); diff != "" {
		t.Errorf("sources (-want +got):\n%s", diff)
	}
	source := got.Sources[0]
	if want, have := "Muros exteriores | 0,49 | 0,41 | 0,37", source.Block.Text[source.Start:source.End]; want != have {
		t.Errorf("offsets: want %q, got %q", want, have)
	}
	if want := fmt.Sprintf("%x", sha256.Sum256([]byte(source.Block.Text))); source.SHA256 != want {
		t.Errorf("want SHA-256 %s, got %s", want, source.SHA256)
	}
	if got.Sources[0].Block == nil || got.Sources[0].Block.Section != "muros" {
		t.Errorf("block: want the one of section muros, got %v", got.Sources[0].Block)
	}
	if got.Place == nil || got.Place.Name != "Villa" {
		t.Errorf("place: want Villa, got %v", got.Place)
	}
}

// TestVerifier_Verify_deterministic asks everything fifty times at once.
func TestVerifier_Verify_deterministic(t *testing.T) {
	v := fixture(t)
	check := verify.Check{Element: "barandilla", Parameter: "altura", Value: "1", Unit: "m", GeoID: "XX-2"}
	first, err := v.Verify(t.Context(), check, verifytest.On())
	if err != nil {
		t.Fatal(err)
	}
	var wg sync.WaitGroup
	for range 50 {
		wg.Go(func() {
			got, err := v.Verify(context.Background(), check, verifytest.On())
			if err != nil {
				t.Error(err)
				return
			}
			if diff := cmp.Diff(first, got); diff != "" {
				t.Errorf("a repeat differs (-first +got):\n%s", diff)
			}
		})
	}
	wg.Wait()
}

// TestVerifier_Verify_unitInvariance: the unit a value is sent in changes
// neither verdict nor, once converted back, limit and margin.
func TestVerifier_Verify_unitInvariance(t *testing.T) {
	v := fixture(t)
	metre := quantity.MustUnit("m")
	rapid.Check(t, func(t *rapid.T) {
		drop := rapid.IntRange(0, 12).Draw(t, "drop")
		value := quantity.NewNumber(rapid.Int64Range(1, 2000).Draw(t, "mm"), 1000)
		ask := func(unit string) (verify.Status, string) {
			n, err := quantity.Convert(value, metre, quantity.MustUnit(unit), quantity.SameKind)
			if err != nil {
				t.Fatal(err)
			}
			got, err := v.Verify(context.Background(), verify.Check{Element: fmt.Sprintf("barandilla, desnivel %d m", drop),
				Parameter: "altura", Value: n.String(), Unit: unit, GeoID: "XX-1"}, verifytest.On())
			if err != nil {
				t.Fatal(err)
			}
			margin, err := quantity.Convert(quantity.MustNumber(got.Margin), quantity.MustUnit(unit), metre, quantity.SameKind)
			if err != nil {
				t.Fatal(err)
			}
			if got.IsCompliant != (margin.Sign() >= 0) {
				t.Fatalf("margin %s with status %s", margin, got.Status)
			}
			return got.Status, margin.String()
		}
		status, margin := ask("m")
		for _, unit := range []string{"cm", "mm", "km"} {
			if s, m := ask(unit); s != status || m != margin {
				t.Fatalf("in %s: %s %s, in m: %s %s", unit, s, m, status, margin)
			}
		}
	})
}

// TestVerifier_Verify_monotone: what complies still complies when it is better.
func TestVerifier_Verify_monotone(t *testing.T) {
	v := fixture(t)
	ask := func(mm int64, element string) bool {
		got, err := v.Verify(t.Context(), verify.Check{Element: element, Parameter: "altura", Value: fmt.Sprint(mm), Unit: "mm", GeoID: "XX-1"}, verifytest.On())
		if err != nil {
			t.Fatal(err)
		}
		return got.IsCompliant
	}
	for _, element := range []string{"barandilla", "barandilla con 4 m de desnivel", "barandilla con 9 m de desnivel"} {
		before := false
		for mm := int64(850); mm <= 1150; mm += 10 {
			now := ask(mm, element)
			if before && !now {
				t.Fatalf("%s: %d mm complies, %d mm does not", element, mm-10, mm)
			}
			before = now
		}
	}
}

// TestVerifier_Verify_tightening: with a stricter limit nothing that failed passes.
func TestVerifier_Verify_tightening(t *testing.T) {
	stricter := strings.ReplaceAll(string(verifytest.Rules(verifytest.SafetyRef())), "value: 0.90", "value: 1.10")
	tight, err := verifytest.FixtureWith([]rules.RuleSet{{Ref: verifytest.SafetyRef(), Source: []byte(strings.ReplaceAll(stricter,
		"Con un desnivel de 6 m o menos la barrera mide al menos 0,90 m.", "Con más desnivel mide al menos 1,10 m."))}})
	if err != nil {
		t.Fatal(err)
	}
	loose := fixture(t)
	for _, element := range []string{"barandilla", "barandilla con 4 m de desnivel", "barandilla con 9 m de desnivel"} {
		for _, value := range []string{"0.8", "0.9", "1", "1.1", "1.2"} {
			check := verify.Check{Element: element, Parameter: "altura", Value: value, Unit: "m", GeoID: "XX-1"}
			a, errA := loose.Verify(t.Context(), check, verifytest.On())
			b, errB := tight.Verify(t.Context(), check, verifytest.On())
			if errA != nil || errB != nil {
				t.Fatal(errA, errB)
			}
			if b.IsCompliant && !a.IsCompliant {
				t.Errorf("%s %s: fails the loose limit, passes the tight one", element, value)
			}
		}
	}
}

// TestVerifier_Verify_cellOrder: the order of a table's cells does not matter.
func TestVerifier_Verify_cellOrder(t *testing.T) {
	turned := strings.ReplaceAll(string(verifytest.Rules(verifytest.SafetyRef())), "{C: 0.49, D: 0.41, E: 0.37}", "{E: 0.37, D: 0.41, C: 0.49}")
	other, err := verifytest.FixtureWith([]rules.RuleSet{{Ref: verifytest.SafetyRef(), Source: []byte(turned)}})
	if err != nil {
		t.Fatal(err)
	}
	v := fixture(t)
	for _, place := range []string{"XX-1", "XX-2", "XX-3"} {
		check := verify.Check{Element: "muro", Parameter: "transmitancia", Value: "0.4", Unit: "W/m2K", GeoID: place}
		a, errA := v.Verify(t.Context(), check, verifytest.On())
		b, errB := other.Verify(t.Context(), check, verifytest.On())
		if errA != nil || errB != nil {
			t.Fatal(errA, errB)
		}
		if diff := cmp.Diff([]string{string(a.Status), a.Limit, a.Margin}, []string{string(b.Status), b.Limit, b.Margin}); diff != "" {
			t.Errorf("%s (-one +other):\n%s", place, diff)
		}
	}
}

func FuzzVerifier_Verify(f *testing.F) {
	v := fixture(f)
	f.Add("barandilla con 4 m de desnivel", "altura", "0.9", "m", "oficina")
	f.Add("muro exterior", "transmitancia térmica", "1e-3", "W/m²·K", "")
	f.Add("\x00\xff", "no sin {} altura", "-0", "boolean", "((((")
	f.Add("escalera entre 3 y 6 m", "contrahuella", "18", "cm", "sin ascensor, no accesible")
	for _, c := range hostile() {
		f.Add(c.Element, c.Parameter, c.Value, c.Unit, c.BuildingUse)
	}
	f.Fuzz(func(t *testing.T, element, parameter, value, unit, use string) {
		got, err := v.Verify(context.Background(), verify.Check{Element: element, Parameter: parameter, Value: value, Unit: unit, BuildingUse: use, GeoID: "XX-1"}, verifytest.On())
		if err != nil {
			t.Fatal(err)
		}
		if (got.Status == verify.Conditional) != (len(got.Conditions) > 0) {
			t.Fatalf("%s with conditions %v", got.Status, got.Conditions)
		}
		if got.Status == verify.Undetermined && (got.Limit != "" || got.Margin != "" || got.Direction != "") {
			t.Fatalf("undetermined with a limit: %+v", got)
		}
		if got.Status != verify.Undetermined && len(got.Sources) == 0 {
			t.Fatalf("%s without a source", got.Status)
		}
		if strings.HasPrefix(got.Margin, "-") && got.IsCompliant {
			t.Fatalf("complies with margin %s", got.Margin)
		}
	})
}

func BenchmarkVerifier_Verify(b *testing.B) {
	v := fixture(b)
	for name, check := range map[string]verify.Check{
		"decided":  {Element: "barandilla de terraza con 4 m de desnivel", Parameter: "altura", Value: "0.95", Unit: "m", GeoID: "XX-1"},
		"readings": {Element: "barandilla de terraza", Parameter: "altura", Value: "0.95", Unit: "m", GeoID: "XX-1"},
		"table":    {Element: "muro exterior", Parameter: "transmitancia térmica", Value: "0.4", Unit: "W/(m²·K)", GeoID: "XX-1"},
	} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, err := v.Verify(context.Background(), check, verifytest.On()); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func ExampleVerifier_Verify() {
	v, err := verifytest.Fixture()
	if err != nil {
		fmt.Println(err)
		return
	}
	result, err := v.Verify(context.Background(), verify.Check{
		Element: "barandilla de balcón con 7 m de desnivel", Parameter: "altura",
		Value: "1.05", Unit: "m", GeoID: "XX-1", Country: "XX",
	}, verifytest.On())
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(result.Status, result.Direction, result.Limit, result.Margin)
	fmt.Println(result.Sources[0].Excerpt)
	// Output:
	// non_compliant minimum 1.1 -0.05
	// Con más desnivel mide al menos 1,10 m.
}
