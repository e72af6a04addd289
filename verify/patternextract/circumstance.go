package patternextract

import (
	"slices"

	"github.com/reglookup/regengine/verify"
)

// circumstances finds under which circumstances figure i limits: those before
// the main clause, and those behind the figure up to the next one.
func (b *builder) circumstances(st *stated, i int) []verify.Phrase {
	f := &b.figs[i]
	var out []verify.Phrase
	zone := b.zone(f.from)
	st.zone = zone
	if zone > 0 {
		out = append(out, b.taken(b.thens[zone-1].seg))
	}
	next := b.nextStated(i)
	for k := range b.segs {
		s := &b.segs[k]
		if s.role == "" || b.zone(s.from) != zone || s.to <= s.from {
			continue
		}
		before := s.to <= f.from && (s.leading || s.from >= st.from)
		behind := s.from >= f.to && (s.from < next || s.from == next && next < len(b.toks) && b.toks[next-1].sign(","))
		if !before && !behind {
			continue
		}
		if behind {
			st.trailing++
		}
		out = append(out, b.segPhrase(k, s.role))
	}
	return out
}

// zone tells how many "in which case" stand before token i.
func (b *builder) zone(i int) int {
	n := 0
	for _, t := range b.thens {
		if t.tok <= i {
			n++
		}
	}
	return n
}

// taken is the circumstance that "in which case" takes up, without the word
// that made it an exception.
func (b *builder) taken(k int) verify.Phrase {
	s := b.segs[k]
	if s.role == verify.UnlessRole && s.to > s.from+1 {
		s.from++
	}
	return b.runPhrase(run{s.from, s.to}, verify.WhenRole)
}

// nextStated returns the token where what belongs to the next limit begins.
func (b *builder) nextStated(i int) int {
	for k := i + 1; k < len(b.figs); k++ {
		if b.seg[b.figs[k].from] == mainClause && !b.figs[k].condition {
			if z := b.zone(b.figs[i].from); b.zone(b.figs[k].from) != z {
				return b.thens[z].tok
			}
			return b.connector(max(b.figs[i].to, b.figs[i].behind), b.figs[k].compFrom)
		}
	}
	return len(b.toks)
}

// segPhrase is a circumstance as a phrase.
func (b *builder) segPhrase(k int, role verify.Role) verify.Phrase {
	s := b.segs[k]
	return b.runPhrase(run{s.from, min(s.to, len(b.toks))}, role)
}

// runPhrase is a run as a circumstance, without the signs and connectors at its end.
func (b *builder) runPhrase(r run, role verify.Role) verify.Phrase {
	start := r.from
	for !r.empty() && b.toks[r.to-1].kind == punctToken && !b.toks[r.to-1].sign(")") && !b.toks[r.to-1].sign("%") {
		r.to--
	}
	for r.to-1 > r.from && b.toks[r.to-1].is(markAnd) {
		r.to--
	}
	if r.empty() {
		r = run{start, start + 1}
	}
	return b.phrase(role, r)
}

// spreadExceptions gives an exception behind the last limit of a clause to
// those before it: "... de 0,90 m cuando A y de 1,10 m en el resto, excepto B".
func (b *builder) spreadExceptions() {
	for i := range b.out {
		for _, p := range b.out[i].own() {
			if p.Role != verify.UnlessRole {
				continue
			}
			for j := range i {
				if b.out[j].zone == b.out[i].zone && !slices.Contains(b.out[j].Phrases, p) {
					b.out[j].Phrases = append(b.out[j].Phrases, p)
				}
			}
		}
	}
}
