package patternextract

import (
	"slices"

	"github.com/reglookup/regengine/codes/retrieval"
	"github.com/reglookup/regengine/verify"
)

// refer gives a limit whose subject is a mere pronoun ("it should be mounted
// ...") the thing of the sentence before it, with that sentence's circumstances.
// Where nothing stands before, or what stands before names no thing, the pronoun
// refers to what a circumstance of its own sentence names, and is left out.
func (r *reader) refer(list []stated) {
	for i := range list {
		at := slices.IndexFunc(list[i].Phrases, r.pronoun)
		if at < 0 {
			continue
		}
		own := slices.ContainsFunc(list[i].Phrases, func(p verify.Phrase) bool { return p.Role == verify.WhenRole })
		var instead []verify.Phrase
		if r.before != nil && !own {
			instead = slices.Concat(r.before.around, r.before.thing)
		}
		list[i].Phrases = slices.Replace(slices.Clone(list[i].Phrases), at, at+1, instead...)
	}
}

// pronoun reports a subject that is nothing but a word for one named before.
func (r *reader) pronoun(p verify.Phrase) bool {
	if p.Role != verify.ThingRole {
		return false
	}
	toks := scan(p.Text, r.lang, r.units)
	return len(toks) > 0 && !slices.ContainsFunc(toks, func(t token) bool { return !t.speaksOf(topicPronoun) })
}

// repeat gives a limit that says only the subject again ("in which case gangways
// should be at least 900 mm") the measure of the limit before it, of which it is
// an alternative.
func repeat(list []stated) {
	for i := 1; i < len(list); i++ {
		before, this := &list[i-1], &list[i]
		measure := indexOfRole(this.Phrases, verify.MeasureRole)
		thing := indexOfRole(before.Phrases, verify.ThingRole)
		of := indexOfRole(before.Phrases, verify.MeasureRole)
		if measure < 0 || thing < 0 || of < 0 || this.kind != before.kind || len(this.Doubts) > 0 {
			continue
		}
		if retrieval.Fold(this.Phrases[measure].Text) == retrieval.Fold(before.Phrases[thing].Text) {
			this.Phrases = slices.Clone(this.Phrases)
			this.Phrases[measure] = before.Phrases[of]
			this.Group = before.Group
		}
	}
}

// indexOfRole returns the first phrase of a role, -1 for none.
func indexOfRole(list []verify.Phrase, role verify.Role) int {
	return slices.IndexFunc(list, func(p verify.Phrase) bool { return p.Role == role })
}
