package verify

import (
	"cmp"
	"slices"
	"strings"

	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/verify/rules"
	"github.com/reglookup/regengine/verify/textlimits"
)

// LimitChange is a requirement that rules of two versions of a code state with another
// figure.
type LimitChange struct {
	Section string // of the version compared with
	textlimits.Change
}

// Changes returns the requirements that rules of both versions state, each with another
// figure, in the order of the file of the one compared with. A rule is held against that
// of the same id where both are about the same, and a table cell by cell; what is computed
// is left out.
func (v *Verifier) Changes(from, to codes.VersionRef) []LimitChange {
	for _, book := range v.books {
		if fresh := book.rulesOf(to); len(fresh) > 0 {
			return book.changes(book.rulesOf(from), fresh)
		}
	}
	return nil
}

// rulesOf returns the rules of a version as they stand in its file.
func (v *rulebook) rulesOf(ref codes.VersionRef) []*rule {
	var list []*rule
	for _, of := range v.rules {
		for _, r := range of {
			if r.set.Ref == ref {
				list = append(list, r)
			}
		}
	}
	slices.SortFunc(list, func(a, b *rule) int { return cmp.Compare(a.Line, b.Line) })
	return slices.Compact(list)
}

func (v *rulebook) changes(before, now []*rule) []LimitChange {
	var out []LimitChange
	for _, r := range now {
		i := slices.IndexFunc(before, func(old *rule) bool { return old.ID == r.ID })
		if i < 0 {
			continue
		}
		of := v.sharedSubjects(before[i], r)
		if of == "" {
			continue
		}
		old := v.figures(before[i])
		for _, f := range v.figures(r) {
			k := slices.IndexFunc(old, func(o figure) bool { return o.where == f.where })
			if k >= 0 && !old[k].limit.SameBound(&f.limit) {
				out = append(out, LimitChange{r.Section, textlimits.Change{Of: of + f.where, From: old[k].limit, To: f.limit}})
			}
		}
	}
	return out
}

// sharedSubjects names what both rules are about; "" for nothing.
func (v *rulebook) sharedSubjects(a, b *rule) string {
	var elements, parameters []string
	add := func(list []string, key string) []string {
		label := v.concepts[key].Label.In(v.lang, b.set.Language)
		if slices.Contains(list, label) {
			return list
		}
		return append(list, label)
	}
	for _, s := range b.Subjects {
		if slices.Contains(a.Subjects, s) {
			elements, parameters = add(elements, "element "+s.Element), add(parameters, "parameter "+s.Parameter)
		}
	}
	if elements == nil {
		return ""
	}
	return strings.Join(elements, ", ") + " · " + strings.Join(parameters, ", ")
}

// figure is a limit of a rule, and where in its tables it stands.
type figure struct {
	where string
	limit textlimits.Limit
}

// figures returns the limits of a rule that are plain numbers.
func (v *rulebook) figures(r *rule) []figure {
	var out []figure
	for _, each := range r.limitsOf() {
		f := figure{limit: textlimits.Limit{Op: r.Require.Op, Unit: r.Require.Unit.String()}}
		texts, tables := []*string{&f.limit.Value}, []*value{&r.value}
		if r.Require.Op == rules.Between {
			texts, tables = []*string{&f.limit.Min, &f.limit.Max}, []*value{&r.min, &r.max}
		}
		plain := true
		for i, bound := range each.bounds {
			if plain = plain && bound.line == nil && bound.value.number != nil; plain {
				*texts[i] = bound.value.number.String()
				f.where += v.where(tables[i].table, bound.cells)
			}
		}
		if plain {
			out = append(out, f)
		}
	}
	return out
}

// where names the cells that lead to a figure.
func (v *rulebook) where(t *table, cells []*rules.Cell) string {
	var b strings.Builder
	for _, cell := range cells {
		f := v.facts[t.fact]
		b.WriteString(" · " + strings.TrimSpace(f.Label.In(v.lang, "")+" "+v.cellText(f, t.Match, cell)))
		for i := range t.Cells {
			if &t.Cells[i] == cell {
				t = t.cells[i].table
				break
			}
		}
	}
	return b.String()
}

// cellText names one cell by what its fact must be.
func (v *rulebook) cellText(f *fact, by rules.Match, cell *rules.Cell) string {
	switch {
	case cell.Op == rules.Else:
		return "…"
	case by == rules.Step || by == rules.Interpolate:
		return strings.Join(strings.Fields(cell.Op+" "+cell.Bound.String()+" "+f.Unit.String()), " ")
	}
	for _, value := range f.Values {
		if value.ID == cell.Key {
			return value.Label.In(v.lang, "")
		}
	}
	return cell.Key
}
