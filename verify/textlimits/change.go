package textlimits

import (
	"slices"
	"strings"

	"github.com/reglookup/regengine/codes/retrieval"
)

// Change is a limit that two texts state differently for the same thing.
type Change struct {
	Of       string // what it limits, in the words of the newer text, such as "muros · D"
	From, To Limit
}

// limitedBy are the roles of the phrases that say what a limit is of. Headings, captions
// and introductions are left out: an edition renumbers and rewords them.
var limitedBy = []Role{ThingRole, MeasureRole, RowRole, ColumnRole, WhenRole, UnlessRole, RestRole}

// Compare returns the limits that differ between two texts, in the order of the
// newer one: those of which both texts say the same words, and another figure. What only
// one of them states, or more than once, is no change of a figure.
func Compare(from, to []Limit) []Change {
	old, fresh := bySubject(from), bySubject(to)
	var changes []Change
	for i := range to {
		subject := subjectOf(&to[i])
		key := retrieval.Fold(subject)
		if subject == "" || len(old[key]) != 1 || len(fresh[key]) != 1 || old[key][0].SameBound(&to[i]) {
			continue
		}
		changes = append(changes, Change{Of: subject, From: *old[key][0], To: to[i]})
	}
	return changes
}

func bySubject(limits []Limit) map[string][]*Limit {
	by := map[string][]*Limit{}
	for i := range limits {
		key := retrieval.Fold(subjectOf(&limits[i]))
		by[key] = append(by[key], &limits[i])
	}
	return by
}

// subjectOf joins the words that say what a limit is of.
func subjectOf(l *Limit) string {
	var words []string
	for _, role := range limitedBy {
		for _, p := range l.Phrases {
			if text := strings.TrimSpace(p.Text); p.Role == role && text != "" && !slices.Contains(words, text) {
				words = append(words, text)
			}
		}
	}
	return strings.Join(words, " · ")
}

// SameBound reports whether two limits bound a value alike.
func (a *Limit) SameBound(b *Limit) bool {
	return a.Op == b.Op && a.Value == b.Value && a.Min == b.Min && a.Max == b.Max && a.Unit == b.Unit && slices.Equal(a.Values, b.Values)
}
