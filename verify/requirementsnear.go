package verify

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"github.com/reglookup/regengine/verify/rules"
)

// Where nothing is required of what a query names, the names that are nearest help.

// maxNames is the most names a warning lists.
const maxNames = 8

// nearest names what is known: of an element the parameters that are ruled, else the
// elements and parameters whose names are like those asked for.
func (l *lister) nearest(d *decision) {
	names := d.ruledNames()
	if len(names) == 0 && len(d.element.heads) == 0 {
		names = d.likeNames("element", d.check.Element)
	}
	if len(names) == 0 && len(d.parameter.parameters()) == 0 {
		names = d.likeNames("parameter", d.check.Parameter)
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
		for subject, list := range d.v.rules {
			takesPart := slices.ContainsFunc(list, func(r *rule) bool { return d.scope.holds(r.set.Ref, r.version) })
			if subject.Element == id && takesPart {
				set[d.text(d.v.concepts["parameter "+subject.Parameter].Label)] = true
			}
		}
	}
	return slices.Sorted(maps.Keys(set))
}

// likeNames lists the names of ruled concepts that are most like a text, of each one.
func (d *decision) likeNames(kind, text string) []string {
	asked := grams(fold(text))
	score, best := make(map[string]int), make(map[string]string)
	for subject := range d.v.rules {
		id := kind + " " + subject.Element
		if kind == "parameter" {
			id = kind + " " + subject.Parameter
		}
		if _, done := best[id]; done {
			continue
		}
		best[id], score[id] = nearestName(d.v.concepts[id], asked)
	}
	found := slices.DeleteFunc(slices.Collect(maps.Keys(best)), func(id string) bool { return 2*score[id] <= len(asked) })
	slices.SortFunc(found, func(a, b string) int {
		return cmp.Or(cmp.Compare(score[b], score[a]), cmp.Compare(len(best[a]), len(best[b])), cmp.Compare(a, b))
	})
	var out []string
	for _, id := range found {
		if !slices.Contains(out, best[id]) && len(out) < maxNames/2 {
			out = append(out, best[id])
		}
	}
	return out
}

// nearestName returns the name of a concept that shares most with a text, and how much.
func nearestName(c *rules.Concept, asked map[string]bool) (name string, score int) {
	for _, lang := range slices.Sorted(maps.Keys(c.Names)) {
		for _, each := range c.Names[lang] {
			if n := shared(asked, grams(fold(each))); n > score || n == score && len(each) < len(name) {
				name, score = each, n
			}
		}
	}
	return name, score
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
