package rules

import (
	"maps"
	"slices"
	"strings"
)

// idleWordings warns of wordings that tell nothing: the same one of two pairs that no rule is
// about both of, and those in a language the file calls nothing in.
func (set *RuleSet) idleWordings() []Problem {
	l := linter{}
	spoken := make(map[string]bool)
	for _, c := range set.Concepts {
		for lang := range c.Names {
			spoken[lang] = true
		}
	}
	written := make(map[string][]*Wording)
	for i := range set.Wordings {
		w := &set.Wordings[i]
		if len(spoken) > 0 && !spoken[w.Lang] {
			l.addLine(w.Line, "the wording is in %q, and the file has no names in it: it has %s", w.Lang, strings.Join(slices.Sorted(maps.Keys(spoken)), ", "))
		}
		key := strings.ToLower(w.text())
		for _, before := range written[key] {
			if !set.alike(before.Of, w.Of) {
				l.addLine(w.Line, "the wording %q stands under %s %s as well (line %d), and no rule is about both: it tells nothing", w.text(), before.Of.Element, before.Of.Parameter, before.Line)
				break
			}
		}
		written[key] = append(written[key], w)
	}
	return l.problems
}

func (w *Wording) text() string { return w.Element + " | " + w.Parameter }

// alike reports whether two pairs are one, or a rule is about both, as far as the set tells.
func (set *RuleSet) alike(a, b Subject) bool {
	if a == b {
		return true
	}
	return slices.ContainsFunc(set.Rules, func(r Rule) bool {
		return r.isAbout(a, set.broader(a.Element)) && r.isAbout(b, set.broader(b.Element))
	})
}

// isAbout reports whether a rule is about the pair: about its element, or a broader one.
func (r *Rule) isAbout(pair Subject, elements []string) bool {
	return slices.ContainsFunc(r.Subjects, func(s Subject) bool {
		return s.Parameter == pair.Parameter && slices.Contains(elements, s.Element)
	})
}

// broader returns an element and what the set says it is a kind of.
func (set *RuleSet) broader(id string) []string {
	out := []string{id}
	for i := 0; i < len(out); i++ {
		for _, c := range set.Concepts {
			if c.Kind != ElementConcept || c.ID != out[i] {
				continue
			}
			for _, each := range c.Broader {
				if !slices.Contains(out, each) {
					out = append(out, each)
				}
			}
		}
	}
	return out
}
