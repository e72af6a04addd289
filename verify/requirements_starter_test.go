package verify_test

import (
	"fmt"
	"os"
	"sync"
	"testing"

	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/codes/retrieval"
	"github.com/reglookup/regengine/geo"
	"github.com/reglookup/regengine/geo/es"
	"github.com/reglookup/regengine/regengine/starter"
	"github.com/reglookup/regengine/verify"
)

// TestRequirements_starter: verify decides by the list. Of every row that any rule of
// the starter comes to, a value just inside and one just outside give what the row
// says, wherever its case holds; and no rule applies that is not listed. A second place
// is tried where REGENGINE_SWEEP is "full".
func TestRequirements_starter(t *testing.T) {
	t.Parallel()
	v := starterVerifier(t)
	for _, tt := range []struct {
		place geo.ID
		blank bool // nothing is known of the place, and nothing assumed
	}{{"ES-28079", false}, {"ES-35016", false}, {"ES", true}} {
		t.Run(fmt.Sprintf("%s blank %v", tt.place, tt.blank), func(t *testing.T) {
			if tt.place == "ES-35016" && os.Getenv("REGENGINE_SWEEP") != "full" {
				t.Skip("takes as long as another place: REGENGINE_SWEEP=full tries it")
			}
			got, err := v.CheckRows(tt.place, starterDay(), tt.blank)
			if err != nil {
				t.Fatal(err)
			}
			if got.Rows < 5000 || got.Values < 5000 {
				t.Errorf("only %d rows and %d values were tried", got.Rows, got.Values)
			}
			if got.Cut {
				t.Error("a rule has more cases than are listed")
			}
			t.Logf("%d rows, %d values, %d cases undecided", got.Rows, got.Values, got.Undecided)
			for i, text := range got.Wrong {
				if i == 40 {
					t.Fatalf("%d are wrong", len(got.Wrong))
				}
				t.Error(text)
			}
		})
	}
}

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
