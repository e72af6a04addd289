package patternextract

import "github.com/reglookup/regengine/verify"

// narrowed parts phrases that name a thing and say of which things of that kind:
// "los desniveles con una diferencia de cota mayor que 55 cm" is a thing and a
// circumstance. What compares nothing stays with the thing.
func (b *builder) narrowed(list []verify.Phrase) []verify.Phrase {
	out := make([]verify.Phrase, 0, len(list))
	for _, p := range list {
		if p.Role != verify.ThingRole || p.Block != "" {
			out = append(out, p)
			continue
		}
		thing, when := b.part(p)
		out = append(out, thing)
		if when.Text != "" {
			out = append(out, when)
		}
	}
	return out
}

// part cuts a phrase before the words that lead to its first comparison.
func (b *builder) part(p verify.Phrase) (thing, when verify.Phrase) {
	r := b.runOf(p.Span)
	for k := range b.figs {
		f := &b.figs[k]
		if !f.condition || f.compFrom <= r.from || f.to > r.to || b.seg[f.from] != mainClause {
			continue
		}
		cut, from := b.qualifier(r.from, f.compFrom)
		if cut <= r.from {
			break
		}
		if named := b.phrases(verify.ThingRole, b.beforeAside(run{r.from, cut})); len(named) > 0 {
			return named[0], b.runPhrase(run{from, r.to}, verify.WhenRole)
		}
	}
	return p, verify.Phrase{}
}

// qualifier returns where the thing ends and the words begin that lead to the
// comparison at token i: a relative clause, "with", or the noun itself where the
// comparison is joined to it by "of".
func (b *builder) qualifier(low, i int) (cut, from int) {
	for j := i - 1; j > low; j-- {
		t := &b.toks[j]
		switch {
		case t.kind != wordToken:
			return 0, 0
		case t.is(markJoin | markThen), t.is(markRelative) && !b.toks[j-1].is(markVerb):
			return j, j
		case t.is(markOf) && j == i-1:
			return j, j - 1
		}
	}
	return 0, 0
}

// beforeAside narrows a run to what stands before the first aside in brackets.
func (b *builder) beforeAside(r run) run {
	for i := r.from + 1; i < r.to; i++ {
		if k := b.seg[i]; k != mainClause && b.segs[k].bracket {
			r.to = i
		}
	}
	return r
}

// runOf returns the tokens of a stretch of the text.
func (b *builder) runOf(s verify.Span) run {
	r := run{to: len(b.toks)}
	for r.from < r.to && b.toks[r.from].start < s.Start {
		r.from++
	}
	for r.to > r.from && b.toks[r.to-1].end > s.End {
		r.to--
	}
	return r
}
