package regengine_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/reglookup/regengine/projects"
	"github.com/reglookup/regengine/regengine"
	"github.com/reglookup/regengine/verify"
)

// TestProjectData: the altitude of the site is told by its id, whatever the memory calls
// it and however it is written; all else as it is.
func TestProjectData(t *testing.T) {
	var p projects.Info
	p.Memory = []projects.MemoryItem{{Key: "altitud", Label: "Altitud del solar", Value: "1.130", Unit: "m s. n. m."}, {Key: "use", Label: "Uso", Value: "vivienda"}}
	want := []verify.Datum{{Key: "site_altitude", Label: "Altitud del solar", Value: "1130", Unit: "m"}, {Key: "use", Label: "Uso", Value: "vivienda"}}
	if diff := cmp.Diff(want, regengine.ProjectData(&p)); diff != "" {
		t.Error(diff)
	}
}
