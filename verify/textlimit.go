package verify

import (
	"cmp"
	"slices"

	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/codes/reading/quantity"
	"github.com/reglookup/regengine/codes/retrieval"
)

// textLimit is a Limit with what its words mean.
type textLimit struct {
	*Limit
	ref      codes.VersionRef
	version  *codes.Version
	block    *retrieval.Block
	words    *thesaurus
	from     Origin
	unit     quantity.Unit
	require  Requirement
	measures []term // what is measured, in the words nearest to the figure
	implied  bool   // only the unit tells what is measured, one of measures
	measured []term // all terms of the measure
	ends     []term // what the measure lies between
	thing    []term
	head     term     // of the thing; noTerm when nothing names it
	heads    []term   // of each of several things: "puertas y pasillos"
	choices  []choice // the phrases of thing and measure
	around   []term   // of the statement
	text     []term   // of the whole block
	lead     []term   // headings and the lead sentence, which may name the thing
	whens    []circumstance
	unlesses []circumstance
	titles   []header // headings, lead and caption, each for itself
	headers  []header
	rest     bool
	siblings []textLimit // of the block, itself among them
}

// readLimits reads the limits of a block. One whose figures make no sense is left out.
func readLimits(b *textBlock) []textLimit {
	r := textReader{words: b.words, memo: make(map[string][]token)}
	text := termsOf(r.tokens(b.block.Text))
	title := header{role: HeadingRole, circumstance: circumstance{text: b.title}, terms: termsOf(r.tokens(b.title))}
	out := make([]textLimit, 0, len(b.found))
	for i := range b.found {
		found := &b.found[i]
		l := textLimit{Limit: found, ref: b.ref, version: b.version, block: b.block, words: b.words, from: cmp.Or(found.Origin, b.from), head: noTerm, text: text}
		if !l.readFigures() || l.garbled(&r) {
			continue
		}
		l.readPhrases(&r)
		l.titles = append(l.titles, title)
		l.lead = unionTerms(l.lead, title.terms)
		l.inherit(out)
		out = append(out, l)
	}
	for i := range out {
		out[i].siblings = out
	}
	return out
}

// garbled reports whether the thing of a limit holds a figure of its kind, so that
// two statements were read as one.
func (l *textLimit) garbled(r *textReader) bool {
	return slices.ContainsFunc(l.Phrases, func(p Phrase) bool {
		return p.Role == ThingRole && slices.ContainsFunc(r.tokens(p.Text), func(k token) bool {
			return k.number != nil && !k.unit.IsZero() && k.unit.Kind() == l.unit.Kind()
		}) && l.words.tongues.patterns.modal.MatchString(p.Text)
	})
}

// textReader takes the phrases of one block apart, each once.
type textReader struct {
	words *thesaurus
	memo  map[string][]token
}

func (r *textReader) tokens(text string) []token {
	out, ok := r.memo[text]
	if !ok {
		out = r.words.tokens(r.words.tongues.phrase(r.words.withoutUnit(text), r.words.lang), true)
		r.memo[text] = out
	}
	return out
}

// inherit gives a condition that leaves out what is measured ("si < 6 m") the words
// of the one before it in its group ("si longitud < 3 m").
func (l *textLimit) inherit(before []textLimit) {
	for c := range l.whens {
		for p := range l.whens[c].parts {
			for i := range l.whens[c].parts[p].numbers {
				n := &l.whens[c].parts[p].numbers[i]
				if n.unit.IsZero() && slices.ContainsFunc(n.about, func(id term) bool { return l.words.only[id] == string(l.unit.Kind()) }) {
					n.unit = l.unit // "65 < Ld ≤ 70" beside figures in dBA
				}
				for k := len(before) - 1; k >= 0 && len(n.about) == 0; k-- {
					if before[k].Group == l.Group {
						n.about = before[k].aboutOf(n.unit.Kind())
					}
				}
			}
		}
	}
}

// aboutOf returns what a condition of the limit measures in a kind of unit.
func (l *textLimit) aboutOf(kind quantity.Kind) []term {
	for _, c := range l.whens {
		for _, p := range c.parts {
			for _, n := range p.numbers {
				if n.unit.Kind() == kind && len(n.about) > 0 {
					return n.about
				}
			}
		}
	}
	return nil
}

// readPhrases takes in the words around the figure.
func (l *textLimit) readPhrases(r *textReader) {
	t := l.words
	for _, p := range l.Phrases {
		tokens := r.tokens(p.Text)
		terms := termsOf(tokens)
		switch p.Role {
		case MeasureRole:
			l.measured = unionTerms(l.measured, terms)
			l.readEnds(r, p.Text)
			l.choices = append(l.choices, r.choice(p))
		case ThingRole:
			l.thing = unionTerms(l.thing, terms)
			if l.head == noTerm {
				l.head = headOf(t, tokens)
			}
			for _, piece := range r.words.tongues.patterns.coordination.Split(p.Text, -1) {
				if head := headOf(t, r.tokens(piece)); head != noTerm {
					l.heads = append(l.heads, head)
				}
			}
			l.choices = append(l.choices, r.choice(p))
		case WhenRole:
			l.whens = append(l.whens, t.circumstance(p.Text))
		case UnlessRole:
			l.unlesses = append(l.unlesses, t.circumstance(p.Text))
		case RestRole:
			l.rest = true
		case RowRole, ColumnRole:
			l.headers = append(l.headers, header{role: p.Role, circumstance: t.circumstance(p.Text), terms: terms, rest: t.isRest(p.Text), instances: r.instances(p.Text)})
		case LeadRole, HeadingRole, CaptionRole, NoteRole:
			l.lead = unionTerms(l.lead, terms)
			if p.Role != NoteRole {
				l.titles = append(l.titles, header{role: p.Role, circumstance: circumstance{text: squeeze(p.Text)}, terms: terms})
			}
		case AlsoRole: // a condition on a pass; it tells nothing of the limit
		}
	}
	l.splitMeasure()
	l.resolve()
	l.readColumns(r)
	l.around = termsOf(r.tokens(l.clause()))
	l.measures = l.findMeasures(r)
	l.complete()
}

// choice is a phrase of the thing or the measure, in its parts joined by "and" or
// "or".
type choice struct {
	role  Role
	text  string
	parts [][]term
}

func (r *textReader) choice(p Phrase) choice {
	out := choice{role: p.Role, text: squeeze(p.Text)}
	for _, piece := range r.words.tongues.patterns.coordination.Split(p.Text, -1) {
		if terms := termsOf(r.tokens(piece)); len(terms) > 0 {
			out.parts = append(out.parts, terms)
		}
	}
	return out
}

// clause returns the words that state the limit.
func (l *textLimit) clause() string {
	if l.Clause.Start < 0 || l.Clause.End > len(l.block.Text) || l.Clause.Start >= l.Clause.End {
		return ""
	}
	return l.block.Text[l.Clause.Start:l.Clause.End]
}

// headOf returns what a phrase is about: its first meaning in a language that
// puts the head first, else the last one before a preposition; of those the
// thesaurus knows, where it knows some.
func headOf(t *thesaurus, tokens []token) term {
	head, measure := noTerm, term(0)
	chunk := -1
	for _, k := range tokens {
		if k.number != nil || t.isQualifier(k.term) || k.term != noTerm && t.of(k.term).generic {
			continue
		}
		if t.isMeasure(k.term) && !t.of(k.term).thing {
			measure = cmp.Or(measure, k.term)
			continue
		}
		if t.tongues.headFirst[t.lang] {
			return k.term
		}
		if chunk >= 0 && k.chunk != chunk {
			break
		}
		chunk = k.chunk
		if known := k.term != noTerm && int(k.term) < t.known; known || head == noTerm || int(head) >= t.known {
			head = k.term
		}
	}
	if head == noTerm && measure != 0 {
		return measure
	}
	return head
}
