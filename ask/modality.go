package ask

import (
	"slices"

	"github.com/reglookup/regengine/codes/retrieval"
	"github.com/reglookup/regengine/geo/lazyregexp"
)

// modality is what a part of a sentence makes of what it speaks of.
type modality uint8

const (
	oblige modality = 1 << iota
	permit
	prohibit
	exempt
	deny // a negation that is none of these: "does not apply", "no abrirán"
	yea  // a cell that says yes
	nay  // a cell that says no
)

// modalities lists the kinds of phrases.tsv in the order they are looked for: a
// negated one takes the word it negates with it.
var modalities = []struct {
	kind string
	is   modality
}{{"exempt", exempt}, {"prohibit", prohibit}, {"permit", permit}, {"oblige", oblige}}

// part is a stretch of a sentence with one predicate at most.
type part struct {
	from, to int // byte offsets in the folded sentence
	is       modality
	terms    map[string]bool
	denied   map[string]bool // terms right behind a negation
	head     map[string]bool // terms of the word a modality bears on
	verb     bool            // it has a verb of its own
	plain    bool            // what it forbids is no bound: "no puede llegar a"
}

var partEnds = newPattern(`;|: |,? (?:pero|sino|aunque|salvo|excepto|mientras que|but|except|unless|however|although|whereas|y|and|e|ni|nor|o|or) |, (?:que|which|siempre que|provided|cuando|when|si|if|a menos|para|en|for|in)? ?| (?:cuando|siempre que|provided that|when|if|si|a menos que) `)

// partsOf parts a sentence. A part without a word of its own on what is allowed
// has that of the part before it.
func partsOf(r *parsed) []part {
	var list []part
	from := 0
	for _, m := range append(partEnds.all(r.folded), []int{len(r.folded), len(r.folded)}) {
		p := r.part(from, m[0])
		if p.is == 0 && len(p.terms) < 2 && len(list) > 0 && !p.verb { // a mere continuation: "muros y cubiertas"
			joinParts(&list[len(list)-1], p)
		} else if len(p.terms) > 0 || p.is != 0 {
			list = append(list, p)
		}
		from = m[0]
	}
	return list
}

func joinParts(into *part, p part) {
	into.to = p.to
	for term := range p.terms {
		into.terms[term] = true
	}
	for term := range p.denied {
		into.denied[term] = true
	}
}

// part reads the stretch between two places. What a word on what is allowed
// takes is covered up before the next kind is looked for.
func (r *parsed) part(from, to int) part {
	words := r.within(from, to)
	p := part{from: from, to: to, terms: contentTerms(words), denied: map[string]bool{}}
	rest := r.folded[from:to]
	for _, m := range modalities {
		taken := phrases()[m.kind].all(rest)
		if len(taken) == 0 {
			continue
		}
		p.is |= m.is
		if m.is == prohibit {
			p.plain = !slices.ContainsFunc(taken, func(at []int) bool { return r.negatedCue(from+at[0], from+at[1]) })
		}
		if p.head == nil {
			p.head = firstTerm(wordsBehind(words, from+taken[0][1]))
		}
		rest = coveredUp(rest, taken)
		words = slices.DeleteFunc(slices.Clone(words), func(w retrieval.Word) bool { return rest[w.Start-from] == cover })
	}
	p.verb = slices.ContainsFunc(words, func(w retrieval.Word) bool { return verbs[w.Fold] })
	p.readDenials(rest, from, words)
	return p
}

// verbs make a statement of a part.
var verbs = wordSet(`es son sera seran sea sean tiene tienen tendra tendran mide miden medira mediran esta estan estara estaran hay habra
	habran queda quedan quedara quedaran dispondra dispondran llevara llevaran abrira abriran is are was has have be`)

// negatedCue reports whether a negation between two places turns a comparison.
func (r *parsed) negatedCue(from, to int) bool {
	return slices.ContainsFunc(r.cues(), func(c cueAt) bool {
		return c.start < to && from < c.end && says("negative", r.folded[c.start:c.end])
	}) || comparing.MatchString(r.folded[to:])
}

// cover stands for a letter that was taken.
const cover = ';'

// coveredUp puts covers in the place of the stretches taken.
func coveredUp(text string, taken [][]int) string {
	out := []byte(text)
	for _, m := range taken {
		for i := m[0]; i < m[1]; i++ {
			out[i] = cover
		}
	}
	return string(out)
}

// wordsBehind returns the words at or behind a place.
func wordsBehind(words []retrieval.Word, at int) []retrieval.Word {
	return words[len(wordsIn(words, 0, at)):]
}

// firstTerm is the terms of the first word that says something.
func firstTerm(words []retrieval.Word) map[string]bool {
	for i := range words {
		if terms := contentTerms(words[i : i+1]); len(terms) > 0 {
			return terms
		}
	}
	return nil
}

// readDenials notes what stands right behind a negation in the rest of a part,
// unless that only turns a comparison: "no será menor que".
func (p *part) readDenials(rest string, from int, words []retrieval.Word) {
	const reach = 2 // words that say something
	for _, m := range phrases()["negator"].all(rest) {
		if comparing.MatchString(rest[m[1]:]) {
			continue
		}
		p.is |= deny
		n := 0
		denied := wordsBehind(words, from+m[1])
		for i := range denied {
			if denied[i].Stop() || frameWords()[denied[i].Fold] {
				continue
			}
			for _, term := range denied[i].Terms {
				p.denied[term] = true
			}
			if n++; n == reach {
				break
			}
		}
	}
}

// comparing is what makes a negation part of a comparison.
var comparing = lazyregexp.New(`^ (?:\S+ ){0,3}?(?:menor|mayor|inferior|superior|exced|super[aeio]|rebas|sobrepas|mas|menos|baj|less|more|greater|lower|higher|smaller|larger|exceed|above|below|under|over|steeper|narrower|fewer|longer|shorter|wider|taller)`)

// contradicted says how what a claim allows or denies is not what its passages
// do; "" when they agree.
func (c *claim) contradicted(evidence []*support) string {
	parts := c.parts
	var whole modality
	for _, p := range parts {
		whole |= p.is
	}
	abroad := c.abroad(evidence)
	for i, p := range parts {
		near, all := c.nearest(p, evidence)
		if len(near) == 0 {
			near = all
		}
		if c.measured(p) {
			whole |= deny // "24 V" may be what a prohibition begins at
		}
		if i+1 < len(parts) && p.is == 0 && !p.verb {
			continue // it leads over to the next: "within dwellings, ..."
		}
		if abroad && c.permitsAbroad(p, near, all) {
			return "the passages cited do not permit it"
		}
		if reason := p.against(near, c.bounded(p), whole); reason != "" {
			return reason
		}
	}
	return ""
}

// permitsAbroad reports whether a part permits, in another language, what no part
// like it permits, while something in the passages is forbidden. Words of another
// language may have no match, so what cannot be told counts against it.
func (c *claim) permitsAbroad(p part, near, all []part) bool {
	if p.is&permit == 0 || p.is&(prohibit|exempt|deny) != 0 || c.bounded(p) {
		return false
	}
	is := func(list []part, m modality) bool {
		return slices.ContainsFunc(list, func(have part) bool { return have.is&m != 0 })
	}
	return is(all, prohibit) && (!is(near, permit|exempt) || len(near) == len(all))
}

// bounded reports whether a part holds an amount whose direction is checked
// elsewhere.
func (c *claim) bounded(p part) bool {
	for _, q := range c.numbers {
		if q.Start >= p.from && q.Start < p.to && q.Dir != Unsaid {
			return true
		}
	}
	return false
}

// measured reports whether a part holds an amount.
func (c *claim) measured(p part) bool {
	return slices.ContainsFunc(c.numbers, func(q Quantity) bool { return q.Start >= p.from && q.Start < p.to && q.unit.dimension != "" })
}

// nearest finds the parts of the evidence that speak of what a part of the claim
// speaks of.
func (c *claim) nearest(p part, evidence []*support) (near, all []part) {
	const closeToBest = 0.75
	words := c.facts.termsOf(c.within(p.from, p.to)).all
	for term := range p.terms {
		words[term] = true
	}
	best := 0
	type scored struct {
		part
		n int
	}
	var list []scored
	for _, s := range evidence {
		for _, st := range slices.Concat(s.statements, s.verdicts) {
			for i, have := range st.parts {
				n := 2*hits(have.terms, words) + min(1, hits(st.terms, words))
				if i > 0 && have.is == 0 && !have.verb {
					have.is = st.parts[i-1].is &^ deny
				}
				list, best = append(list, scored{have, n}), max(best, n)
				all = append(all, have)
			}
		}
	}
	for _, sc := range list {
		if sc.is&(yea|nay) != 0 && sc.n < best {
			continue // of another column
		}
		if best >= 2 && float64(sc.n) >= closeToBest*float64(best) {
			near = append(near, sc.part)
		}
	}
	if same := slices.DeleteFunc(slices.Clone(near), func(have part) bool { return hits(p.head, have.terms) == 0 }); len(same) > 0 {
		near = same
	}
	return near, all
}

// against compares what a part of a claim says with the parts that speak of the
// same.
func (p *part) against(near []part, bounded bool, whole modality) string {
	var there modality
	denied, affirmed := map[string]bool{}, map[string]bool{}
	for _, have := range near {
		there |= have.is
		for term := range have.denied {
			denied[term] = true
		}
		for term := range have.terms {
			if !have.denied[term] {
				affirmed[term] = true
			}
		}
	}
	if verdict := there & (yea | nay); verdict != 0 && there == verdict {
		denied := p.is&(prohibit|exempt|deny) != 0
		if denied && verdict == yea || !denied && verdict == nay {
			return "the table cited says the opposite"
		}
		return ""
	}
	switch {
	case p.is&exempt != 0 && there&(exempt|permit) == 0:
		return "the passages cited do not say that it is not required"
	case there != 0 && there&^exempt == 0 && whole&(prohibit|exempt|deny) == 0 && p.is&permit == 0:
		return "the passages cited do not require it"
	case bounded && p.is&prohibit != 0 && p.plain && there&(prohibit|deny) == 0:
		return "the passages cited do not forbid it"
	case bounded:
		return p.denials(denied, affirmed)
	case p.is&prohibit != 0 && there&(prohibit|deny) == 0:
		return "the passages cited do not forbid it"
	case p.is&permit != 0 && (p.is == permit || there&prohibit != 0) && p.is&(prohibit|exempt|deny) == 0 && there&(permit|exempt) == 0 && there != 0:
		return "the passages cited do not permit it"
	case p.is&oblige != 0 && p.is&(prohibit|deny) == 0 && there != 0 && there&oblige == 0 && (p.is&exempt == 0 && there&exempt != 0 || there&permit != 0 || there&^(permit|exempt|prohibit) == 0 && p.is&exempt == 0):
		return "the passages cited do not require it"
	case whole&(prohibit|exempt|deny) == 0 && p.is == 0 && there != 0 && there&^(prohibit|exempt) == 0:
		return "the passages cited deny it"
	}
	return p.denials(denied, affirmed)
}

// denials compares what is denied outright: the same word denied here and
// affirmed there, or the other way round.
func (p *part) denials(denied, affirmed map[string]bool) string {
	for term := range p.denied {
		if affirmed[term] && !denied[term] {
			return "the passages cited say the opposite"
		}
	}
	if p.is&(deny|prohibit|exempt) != 0 {
		return ""
	}
	for term := range p.terms {
		if denied[term] && !affirmed[term] {
			return "the passages cited say the opposite"
		}
	}
	return ""
}
