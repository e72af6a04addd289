package ask

import (
	"cmp"
	"slices"
	"strings"

	"github.com/reglookup/regengine/codes"
)

// stand is an amount that a sentence takes from a passage.
type stand struct {
	passage int
	amount  Quantity
	subject map[string]bool
	lang    string
}

// tellDifferences adds a notice where two sources that the draft cites set
// different amounts for the same thing: both stay, each with its scope and date
// (CITATIONS S5).
func (t *turn) tellDifferences(d *draft) {
	stands := t.stands(d)
	var differing []int
	for i, a := range stands {
		for _, b := range stands[i+1:] {
			if !t.differ(a, b) {
				continue
			}
			for _, p := range []int{a.passage, b.passage} {
				if !slices.Contains(differing, p) {
					differing = append(differing, p)
				}
			}
		}
	}
	if len(differing) == 0 {
		return
	}
	parts := make([]string, len(differing))
	for k, p := range differing {
		parts[k] = t.scopeAndDate(t.issued[p]) + " " + markOf(p)
	}
	d.lines = append(d.lines, line{kind: blankLine}, line{kind: textLine, text: t.words.differ + " " + strings.Join(parts, "; ") + "."})
}

// stands lists the bounding amounts of a draft with the passage each is from.
func (t *turn) stands(d *draft) []stand {
	const most = 60
	var list []stand
	for _, l := range d.lines {
		for _, s := range Sentences(l.text) {
			cited := marksIn(s)
			if len(cited) == 0 || len(list) > most {
				continue
			}
			c := t.newClaim(withoutMarks(s), "")
			for _, q := range c.numbers {
				if p := c.from(q, cited, t); p >= 0 && q.unit.dimension != "" {
					list = append(list, stand{p, q, c.terms(), c.lang})
				}
			}
		}
	}
	return list
}

// from returns the passage an amount is from, -1 when it is from none.
func (c *claim) from(q Quantity, cited []int, t *turn) int {
	for _, i := range cited {
		s := supportOf(t.issued[i])
		for k := range s.figures {
			f := &s.figures[k]
			if !f.isCase && f.Dir != Unsaid && c.sameAmount(q, f, s) && c.sameBound(q, f, s) && sameSubject(q, f.Quantity) {
				return i
			}
		}
	}
	return -1
}

// differ reports whether two amounts of different documents bound the same thing
// the same way and are not equal.
func (t *turn) differ(a, b stand) bool {
	const enough = 0.5 // of the shorter one's terms
	docA, docB := t.issued[a.passage].block.Doc, t.issued[b.passage].block.Doc
	if docA == docB || a.amount.unit.dimension != b.amount.unit.dimension || opposed(a.amount.Dir, b.amount.Dir) ||
		!sameSubject(a.amount, b.amount) || a.amount.equals(b.amount, nil, a.lang, b.lang) {
		return false
	}
	shared := hits(a.subject, b.subject)
	return shared > 0 && float64(shared) >= enough*float64(min(len(a.subject), len(b.subject)))
}

// scopeAndDate names a source with how far it reaches and since when it holds.
func (t *turn) scopeAndDate(p *passage) string {
	if p.document != nil {
		return neutralise(p.document.name)
	}
	ref := refOf(p.block.Doc)
	parts := []string{}
	for _, c := range t.question.Project.Selected {
		if label := cmp.Or(c.ScopeLabel, c.Scope); c.Slug == ref.Code && label != "" {
			parts = append(parts, label)
		}
	}
	catalog := t.look().catalog
	if code, err := catalog.Get(ref.Code); err == nil && len(parts) == 0 {
		parts = append(parts, t.words.scopes[code.Scope])
	}
	if v, err := catalog.Version(ref); err == nil {
		if date := cmp.Or(v.Effective, v.Published); !date.IsZero() {
			parts = append(parts, date.String())
		}
		if v.Status != codes.Active {
			parts = append(parts, t.words.statuses[v.Status])
		}
	}
	parts = slices.DeleteFunc(parts, func(s string) bool { return s == "" })
	return neutralise(t.documentTitle(ref)) + " (" + strings.Join(parts, ", ") + ")"
}
