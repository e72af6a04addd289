package ask

import (
	"slices"
	"strings"

	"github.com/reglookup/regengine/geo/lazyregexp"
)

// paired is a list of subjects and a list of values in the same order: "la huella
// y la contrahuella medirán 28 cm y 17 cm, respectivamente".
var (
	paired    = lazyregexp.New(`(?i)^(.{2,200}?) ((?:ser|med|mid|tendr|tien|es|son|is|are|measure|shall|must|will)[^\s,]*(?: be| have| measure)?) (.{2,200}?),? (?:respectivamente|respectively)\b`)
	listJoint = lazyregexp.New(`, (?:y |and )?| y | e | and `)
)

// inPairs takes such a sentence apart into one for each pair; nil for any other.
func inPairs(plain string) []string {
	m := paired.FindStringSubmatch(plain)
	if m == nil {
		return nil
	}
	subjects, values := listJoint.Split(m[1], -1), listJoint.Split(m[3], -1)
	if len(subjects) < 2 || len(subjects) != len(values) || slices.ContainsFunc(values, func(v string) bool { return !strings.ContainsAny(v, "0123456789") }) {
		return nil
	}
	last := values[len(values)-1]
	for i, v := range values {
		if unit := strings.TrimLeft(last, "0123456789.,"); !strings.Contains(strings.TrimSpace(v), " ") {
			values[i] = v + unit // "28 y 17 cm"
		}
	}
	list := make([]string, len(subjects))
	for i := range subjects {
		list[i] = subjects[i] + " " + m[2] + " " + values[i]
	}
	return list
}
