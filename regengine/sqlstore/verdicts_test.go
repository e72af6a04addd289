package sqlstore_test

import (
	"encoding/json"
	"io/fs"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/reglookup/regengine/projects"
	"github.com/reglookup/regengine/projects/projectstest"
	"github.com/reglookup/regengine/regengine/sqlstore/migrations"
)

// oldRuns are calculations as they were kept before a run could be without a
// verdict, each with what it says afterwards.
var oldRuns = []struct {
	name, calculator, result string
	kept                     bool
	want                     projects.Verdict
}{
	{"Complies", "stair-geometry", `{"failed":0,"undetermined":0}`, true, projects.Complies},
	{"Fails", "stair-geometry", `{"failed":1,"undetermined":0}`, false, projects.DoesNotComply},
	{"FailsAndOpen", "evacuation-width", `{"failed":10,"undetermined":2}`, false, projects.DoesNotComply},
	{"Open", "stair-geometry", `{"failed":0,"undetermined":2}`, false, projects.NoVerdict},
	{"OpenAtTheEnd", "ramp", `{"undetermined":2,"failed":0}`, false, projects.NoVerdict},
	{"Compared", "thermal-transmittance", `{"transmittance":0.9,"limit":0.5}`, false, projects.DoesNotComply},
	{"NotCompared", "thermal-transmittance", `{"transmittance":0.9}`, false, projects.NoVerdict},
	{"ComparedK", "k-lim", `{"compactness":2,"k_lim":0.5,"k":0.6}`, false, projects.DoesNotComply},
	{"NoK", "k-lim", `{"compactness":2,"k_lim":0.5}`, false, projects.NoVerdict},
	{"NoLoad", "snow-load", `{"ground_load":0.6,"roof_load":0.6}`, false, projects.NoVerdict},
	{"TooManyPersons", "occupancy", `{"persons":30,"limit":20}`, false, projects.DoesNotComply},
	{"Zone", "climate-zone", `{"climate_zone":"D3"}`, false, projects.NoVerdict},
	{"AnotherCalculator", "of-a-plugin", `{"failed":0}`, false, projects.DoesNotComply},
	{"NoResult", "stair-geometry", ``, false, projects.DoesNotComply},
	{"OddJSON", "ramp", `{"a":"\u0000\ud800","n":1e999999,"failed":0}`, false, projects.NoVerdict},
}

// TestDB_Migrate_verdicts: a run that came to no verdict was kept as a failure; it is
// told apart where its result tells, and what was said of any other stays.
func TestDB_Migrate_verdicts(t *testing.T) {
	onEach(t, func(t *testing.T, d database) {
		ctx, address := t.Context(), d.address(t)
		db := d.at(t, address)
		before := map[string]fs.FS{"sqlite": migrations.SQLite(), "postgres": migrations.Postgres()}[d.name]
		initial, err := fs.ReadFile(before, "0001_initial.tx.up.sql")
		if err != nil {
			t.Fatal(err)
		}
		exec := execPostgres
		if d.name == "sqlite" {
			exec = execSQLite
		}
		exec(t, address, "DROP TABLE calculations", string(initial), "DELETE FROM schema_migrations WHERE name = '0005'")

		member := addMember(t, db, "")
		p := projects.Project{ID: projects.NewID(), OrganizationID: member.OrganizationID, Name: "P", GeoID: "ES", CreatedAt: projectstest.Noon}
		if err := db.PutProject(ctx, p); err != nil {
			t.Fatal(err)
		}
		want, got := map[string]projects.Verdict{}, map[string]projects.Verdict{}
		for _, run := range oldRuns {
			want[run.name] = run.want
			c := projects.Calculation{
				ID: projects.NewID(), Name: run.name, CalculatorID: run.calculator, Compliant: new(run.kept),
				Result: json.RawMessage(run.result), CreatedAt: projectstest.Noon,
			}
			if err := db.PutCalculation(ctx, p.OrganizationID, p.ID, c); err != nil {
				t.Fatal(err)
			}
		}
		if _, err := db.Migrate(ctx); err != nil {
			t.Fatal(err)
		}
		contents, err := db.GetContents(ctx, p.OrganizationID, p.ID)
		if err != nil {
			t.Fatal(err)
		}
		for i := range contents.Calculations {
			got[contents.Calculations[i].Name] = contents.Calculations[i].Verdict()
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("verdicts (-want +got):\n%s", diff)
		}
	})
}
