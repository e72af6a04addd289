package ask

import (
	"testing"

	"github.com/reglookup/regengine/codes"
)

// A year names an edition, if there is one of it.
func Test_ofYear(t *testing.T) {
	list := []*codes.Version{{Slug: "2022", Title: "DB-HE (junio de 2022)"}, {Slug: "2013", Title: "DB-HE (septiembre de 2013)"}}
	for question, want := range map[string][]string{
		"Is the 2013 edition of DB-HE still valid?": {"2013"},
		"Is DB-HE still valid?":                     {"2022", "2013"},
		"Was DB-HE in force in 2031?":               {"2022", "2013"},
	} {
		got := ofYear(question, list)
		same := len(got) == len(want)
		for i := range min(len(got), len(want)) {
			same = same && got[i].Slug == want[i]
		}
		if !same {
			t.Errorf("%s: %d editions, want %v", question, len(got), want)
		}
	}
}
