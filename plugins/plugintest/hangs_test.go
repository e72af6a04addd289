package plugintest

import (
	"context"
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/reglookup/regengine/geo"
	"github.com/reglookup/regengine/geo/geotest"
	"github.com/reglookup/regengine/projects"
)

// TestTestCountry_Hangs: the suite ends, and says where a country hangs.
func TestTestCountry_Hangs(t *testing.T) {
	over := make(chan struct{})
	t.Cleanup(func() { close(over) })
	town := geotest.Places()[municipality].ID
	for name, c := range map[string]struct {
		country       *country
		section, want string
	}{
		"Derive": {&country{derive: func(p geo.Place) geo.Place {
			if p.ID == town {
				<-over
			}
			return right.Derive(p)
		}}, "Answers", "it hangs in Derive of " + string(town)},
		"Places": {&country{yield: func(context.Context, func(geo.Place) error) error { <-over; return nil }}, "Answers", "it hangs in Places for"},
		"Run": {running(func(context.Context, json.RawMessage) (projects.Outcome, error) {
			<-over
			return projects.Outcome{}, nil
		}), "Calculators", "it hangs in Run of " + doubling.ID()},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			limits := *options
			limits.Timeout = 2 * time.Second // all of which it takes
			found := mistakesWith(t, c.country, c.section, &limits)
			if all := strings.Join(found[c.section], "\n"); !strings.Contains(all, c.want) {
				t.Errorf("want %q in section %s, got %q", c.want, c.section, found)
			}
		})
	}
}
