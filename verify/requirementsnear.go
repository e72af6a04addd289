package verify

import (
	"cmp"
	"maps"
	"slices"
	"strings"
)

// Where nothing is required of what a query names, the names that are nearest help.

// maxNames is the most names a warning lists.
const maxNames = 8

// nearest names what is known: of an element the parameters that are ruled, else the
// elements and parameters whose names are like those asked for.
func (l *lister) nearest(d *decision) {
	names := d.ruledNames()
	if len(names) == 0 {
		names = append(d.likeNames("element", d.check.Element), d.likeNames("parameter", d.check.Parameter)...)
	}
	if len(names) > 0 {
		l.out.Warnings = append(l.out.Warnings, d.say(msgNearest, strings.Join(names[:min(len(names), maxNames)], ", ")))
	}
}

// ruledNames lists the parameters that rules limit of the element named.
func (d *decision) ruledNames() []string {
	if len(d.element.heads) == 0 {
		return nil
	}
	set := make(map[string]bool)
	for _, id := range d.v.broader(d.element.heads[0]) {
		for subject, rules := range d.v.rules {
			takesPart := slices.ContainsFunc(rules, func(r *rule) bool { return d.scope.holds(r.set.Ref, r.version) })
			if subject.Element == id && takesPart {
				set[d.text(d.v.concepts["parameter "+subject.Parameter].Label)] = true
			}
		}
	}
	return slices.Sorted(maps.Keys(set))
}

// likeNames lists the labels of ruled concepts that are most like a text.
func (d *decision) likeNames(kind, text string) []string {
	asked := grams(fold(text))
	score := make(map[string]int)
	for subject := range d.v.rules {
		id := subject.Element
		if kind == "parameter" {
			id = subject.Parameter
		}
		label := d.text(d.v.concepts[kind+" "+id].Label)
		if n := shared(asked, grams(fold(label))); 2*n > len(asked) || 2*n > len(grams(fold(label))) {
			score[label] = n
		}
	}
	out := slices.SortedFunc(maps.Keys(score), func(a, b string) int {
		return cmp.Or(cmp.Compare(score[b], score[a]), cmp.Compare(len(a), len(b)), cmp.Compare(a, b))
	})
	return out[:min(len(out), maxNames/2)]
}

// grams are the runs of three letters of a text.
func grams(text string) map[string]bool {
	out := make(map[string]bool)
	letters := []rune(text)
	for i := 3; i <= len(letters); i++ {
		out[string(letters[i-3:i])] = true
	}
	return out
}

func shared(a, b map[string]bool) int {
	n := 0
	for g := range a {
		if b[g] {
			n++
		}
	}
	return n
}
