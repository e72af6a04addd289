package verify

import (
	"slices"

	"github.com/reglookup/regengine/verify/textlimits"
)

// textList names the sentence that introduces a list of items. Items that take what
// they measure from it are its cases, though each is a block of its own. The zero value
// is no list.
type textList struct {
	block string
	span  textlimits.Span
}

// listOf returns the list of which a limit is a case.
func listOf(l *textlimits.Limit, own string) textList {
	var list textList
	for _, p := range l.Phrases {
		if p.Role == textlimits.LeadRole && p.Block != "" && p.Block != own {
			list = textList{p.Block, p.Span} // the nearest one is the last
		}
	}
	if !slices.ContainsFunc(l.Phrases, func(p textlimits.Phrase) bool {
		return p.Role == textlimits.MeasureRole && p.Block == list.block
	}) {
		return textList{}
	}
	return list
}

// readLists tells each case what the cases of its list turn on: who checks one may say
// so of another.
func readLists(limits []*textLimit) {
	lists := make(map[textList][]term)
	for _, l := range limits {
		for _, c := range l.whens {
			lists[l.list] = union(lists[l.list], c.terms)
		}
	}
	for _, l := range limits {
		if l.list != (textList{}) {
			l.beside = lists[l.list]
		}
	}
}

// sameList reports whether two limits are cases of one list.
func sameList(x, y *textLimit) bool { return x.list == y.list && x.list != textList{} }

// nameNumbers lets a case say what another of its list says it of: "hasta 3 m de
// longitud" and then "hasta 6 m".
func nameNumbers(matches []*textMatch) {
	for _, m := range matches {
		if m.limit.list == (textList{}) {
			continue
		}
		m.whens = slices.Clone(m.whens)
		for i, c := range m.whens {
			m.whens[i].parts = slices.Clone(c.parts)
			for k, p := range c.parts {
				m.whens[i].parts[k].numbers = named(p.numbers, m.limit, matches)
			}
		}
	}
}

// named returns numbers with what they measure, as the cases beside it name it.
func named(numbers []numberCondition, of *textLimit, matches []*textMatch) []numberCondition {
	out := slices.Clone(numbers)
	for i := range out {
		for _, other := range matches {
			if len(out[i].about) == 0 && sameList(of, other.limit) {
				out[i].about = other.aboutOf(&out[i])
			}
		}
	}
	return out
}

// aboutOf returns of what a match says a number of that kind, bound from the same side.
func (m *textMatch) aboutOf(n *numberCondition) []term {
	for _, c := range m.whens {
		for _, p := range c.parts {
			for _, other := range p.numbers {
				sides := (other.span.Lo == nil) == (n.span.Lo == nil) && (other.span.Hi == nil) == (n.span.Hi == nil)
				if len(other.about) > 0 && sides && !n.unit.IsZero() && other.unit.Kind() == n.unit.Kind() {
					return other.about
				}
			}
		}
	}
	return nil
}
