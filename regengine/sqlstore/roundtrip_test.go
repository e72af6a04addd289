package sqlstore_test

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"github.com/reglookup/regengine/projects"
	"github.com/reglookup/regengine/regengine/access"
)

// TestDB_roundTrip: every text comes back as it went, whatever it means to SQL,
// to bun (which has ? for its values) or to JSON; and so does every time, to the
// microsecond and in UTC.
func TestDB_roundTrip(t *testing.T) {
	onEach(t, func(t *testing.T, d database) {
		db := d.new(t)
		member := addMember(t, db, "")
		text := rapid.OneOf(
			rapid.String(),
			rapid.StringOf(rapid.SampledFrom([]rune(`'"\?$:%_-;/*{}[]`+"\n\r\t\u2028\ufffd\U0010ffff"))),
			rapid.SampledFrom([]string{"null", "[]", "{}", "?0", "?TableAlias", "'' --", `\'; --`, "E'\\x00'", "NaN", "\ufeff"}),
		).Filter(func(s string) bool { return !strings.ContainsRune(s, 0) })
		moment := rapid.Custom(func(t *rapid.T) time.Time {
			return time.UnixMicro(rapid.Int64Range(-1<<52, 1<<52).Draw(t, "µs")).In(time.FixedZone("", 3600))
		})
		rapid.Check(t, func(rt *rapid.T) {
			p := projects.Project{
				ID: access.NewID(), OrganizationID: member.OrganizationID,
				Name: text.Draw(rt, "name"), Description: text.Draw(rt, "description"),
				Selected: rapid.SliceOfN(text, 0, 3).Draw(rt, "selected"), CreatedAt: moment.Draw(rt, "created"),
			}
			if err := db.PutProject(t.Context(), p); err != nil {
				rt.Fatal(err)
			}
			got, err := db.GetProject(t.Context(), p.OrganizationID, p.ID)
			if err != nil {
				rt.Fatal(err)
			}
			p.CreatedAt = p.CreatedAt.UTC()
			if diff := cmp.Diff(p, got, cmpopts.EquateEmpty()); diff != "" || got.CreatedAt.Location() != time.UTC {
				rt.Fatalf("GetProject, in %v (-want +got):\n%s", got.CreatedAt.Location(), diff)
			}
		})
	})
}
