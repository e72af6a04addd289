package extractive

import (
	"slices"

	"github.com/reglookup/regengine/codes/retrieval"
	"github.com/reglookup/regengine/geo/lazyregexp"
)

// qualifiesBehind puts a word to the thing before it: "escalera de caracol".
var qualifiesBehind = lazyregexp.New(` (\p{L}+) ((?:de|con|sin) )?(\p{L}+) `)

// lacksQualifier reports whether neither a statement nor what stands above it has the
// word that says which kind of thing the question is about, in any of its names. What
// holds for stairs need not hold for spiral ones.
func (a *query) lacksQualifier(s *statement) bool {
	local := a.read(s.text + "\n" + s.prior + "\n" + s.above())
	asked := plain(a.text)
	return slices.ContainsFunc(a.terms, func(t term) bool {
		return t.property == nil && !t.verb && !a.asksWith(&t) && a.qualifies(asked, &t) && local.match(&t) == 0 && !a.saidByScope(s.passage, &t)
	})
}

// qualifies reports whether a word stands behind another of the question, and says of
// which kind it is.
func (a *query) qualifies(asked string, t *term) bool {
	for rest := asked; ; {
		m := qualifiesBehind.FindStringSubmatchIndex(rest)
		if m == nil {
			return false
		}
		beside := m[4] >= 0 || t.weight < subjectWeight // "escalera mecánica" is one phrase
		if beside && rest[m[6]:m[7]] == retrieval.Fold(t.text) && slices.ContainsFunc(a.terms, func(o term) bool {
			return o.property == nil && retrieval.Fold(o.text) == rest[m[2]:m[3]]
		}) {
			return true
		}
		rest = rest[m[3]:]
	}
}

// onSubject leaves out what does not name the kind of thing asked about, where a
// question for yes or no asks about a kind.
func (a *query) onSubject(chosen []statement) []statement {
	if !wantsYesOrNo(a.text, a.lang) {
		return chosen
	}
	return filter(chosen, func(s statement) bool { return s.row >= 0 || !a.lacksQualifier(&s) })
}
