package pack

import (
	"slices"

	"github.com/reglookup/regengine/codes/retrieval"
	"github.com/reglookup/regengine/verify"
	"github.com/reglookup/regengine/verify/rules"
)

// ruleFile is the rules of a version that could be read, with the text they quote.
type ruleFile struct {
	name   string
	set    rules.RuleSet
	blocks []locatedBlock
}

// lint holds rules against their texts and runs their tests. It comes when all
// files are read: the tests of a file that uses what others declare run with these.
func (r *reader) lint() {
	for i, f := range r.ruleFiles {
		set, whole := r.withUsed(f.set)
		if !whole {
			r.pack.Untested = append(r.pack.Untested, f.set.Ref)
		}
		texts := make([]retrieval.Block, len(f.blocks))
		for i, b := range f.blocks {
			texts[i] = b.Block
		}
		for _, p := range verify.Lint(set, texts) {
			if p.Line == elsewhere {
				continue
			}
			r.rep.add(f.name, p.Line, "%s", p.Message)
			r.pack.positions.linted[position{f.name, p.Line}] = true
		}
		if r.progress != nil {
			r.progress(i+1, len(r.ruleFiles), "rules of "+f.set.Ref.String())
		}
	}
}

// elsewhere is the line given to what another file declares: mistakes in it are
// told where they stand, by the snapshot check.
const elsewhere = -1

// withUsed returns a set with what the files declare that it uses, and those that
// these use. whole is false when something used is declared by none, or by one
// that could not be read, so that it is left as it is.
func (r *reader) withUsed(set rules.RuleSet) (joined rules.RuleSet, whole bool) {
	joined = set
	joined.Uses = nil
	taken := make(map[int]bool)
	asked := slices.Clone(set.Uses)
	for len(asked) > 0 {
		id := asked[0]
		asked = asked[1:]
		declared := false
		for i, f := range r.ruleFiles {
			if f.set.Ref == set.Ref || !declares(&f.set, id) {
				continue
			}
			declared = true
			if !taken[i] {
				taken[i] = true
				asked = append(asked, f.set.Uses...)
			}
		}
		if !declared && !declares(&set, id) {
			return set, false
		}
	}
	for i, f := range r.ruleFiles { // in their order, not in that of the uses
		if taken[i] {
			addDeclarations(&joined, &f.set)
		}
	}
	return joined, true
}

func declares(set *rules.RuleSet, id string) bool {
	return slices.ContainsFunc(set.Concepts, func(c rules.Concept) bool { return c.ID == id }) ||
		slices.ContainsFunc(set.Facts, func(f rules.Fact) bool { return f.ID == id })
}

// addDeclarations gives a set the words of another, without its rules. The lists
// of neither are changed.
func addDeclarations(set, other *rules.RuleSet) {
	concepts, facts := slices.Clone(other.Concepts), slices.Clone(other.Facts)
	for i := range concepts {
		concepts[i].Line = elsewhere
	}
	for i := range facts {
		facts[i].Line = elsewhere
	}
	set.Concepts = slices.Concat(set.Concepts, concepts)
	set.Facts = slices.Concat(set.Facts, facts)
	set.Impossible = slices.Concat(set.Impossible, other.Impossible)
	context := make(rules.Names)
	for _, names := range []rules.Names{set.Context, other.Context} {
		for lang, list := range names {
			context[lang] = slices.Concat(context[lang], list)
		}
	}
	set.Context = context
}
