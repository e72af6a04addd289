package verify

import (
	"cmp"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/codes/retrieval"
	"github.com/reglookup/regengine/verify/quantity"
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

// header is the words of a row or column: the thing, the measure or a circumstance.
type header struct {
	role Role
	circumstance
	terms     []term
	rest      bool
	instances [][]term // the examples it gives of itself
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
		if !l.readFigures() {
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

// textReader takes the phrases of one block apart, each once.
type textReader struct {
	words *thesaurus
	memo  map[string][]token
}

func (r *textReader) tokens(text string) []token {
	out, ok := r.memo[text]
	if !ok {
		out = r.words.tokens(phraseOf(withoutUnit(text), r.words.lang), true)
		r.memo[text] = out
	}
	return out
}

// inUnit is the unit a caption says its figures are in: "anchura, en m". It is no
// word of the caption.
var inUnit = regexp.MustCompile(`(?i),?\s+(?:en|in)\s+([^\s,;()]+)`)

func withoutUnit(text string) string {
	return inUnit.ReplaceAllStringFunc(text, func(found string) string {
		unit := inUnit.FindStringSubmatch(found)[1]
		if _, err := quantity.ParseUnit(unit); err != nil || len(unit) > 3 && strings.IndexFunc(unit, func(r rune) bool { return !unicode.IsLetter(r) }) < 0 {
			return found
		}
		return ""
	})
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

// readFigures reads the numbers and the unit; false when they make no sense.
func (l *textLimit) readFigures() bool {
	l.require.Op = l.Op
	if l.isDuty() {
		return true
	}
	if l.Op == NoLimit {
		return false
	}
	var err error
	if l.unit, err = quantity.ParseUnit(cmp.Or(l.Unit, "ratio")); err != nil {
		return false
	}
	l.require.Unit = l.unit
	for text, into := range map[string]*Value{l.Value: &l.require.Value, l.Min: &l.require.Min, l.Max: &l.require.Max} {
		if text == "" {
			continue
		}
		n, err := quantity.ParseNumber(text)
		if err != nil {
			return false
		}
		into.Number = &n
	}
	for _, text := range l.Values {
		n, err := quantity.ParseNumber(text)
		if err != nil {
			return false
		}
		l.require.Values = append(l.require.Values, n)
	}
	if l.Op == Between {
		return l.require.Min.Number != nil && l.require.Max.Number != nil
	}
	return l.require.Value.Number != nil || l.Op == OneOf && len(l.require.Values) > 0
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
			l.choices = append(l.choices, r.choice(p))
		case ThingRole:
			l.thing = unionTerms(l.thing, terms)
			if l.head == noTerm {
				l.head = headOf(t, tokens)
			}
			for _, piece := range coordination.Split(p.Text, -1) {
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

// readColumns gives headers that are a bare name or number what the caption says
// they are: "según la zona climática", "según el número de personas".
func (l *textLimit) readColumns(r *textReader) {
	var about []term
	zoned := len(l.Doubts) > 0
	for _, p := range l.Phrases {
		if p.Role != CaptionRole && p.Role != HeadingRole && p.Role != LeadRole {
			continue
		}
		if found := accordingTo.FindStringSubmatch(p.Text); found != nil {
			about = termsOf(r.tokens(found[1]))
		}
		zoned = zoned || slices.ContainsFunc(r.tokens(p.Text), func(k token) bool { return k.number == nil && k.term == l.words.zone })
	}
	for i := range l.headers {
		h := &l.headers[i]
		if names := climateNames(h.text); names != nil && zoned {
			h.circumstance = circumstance{text: h.text, parts: []circumstancePart{{text: h.text, place: placeClimate, names: names}}}
			h.terms = []term{noTerm}
		}
		for p := range h.parts {
			for n := range h.parts[p].numbers {
				if c := &h.parts[p].numbers[n]; len(l.words.measuresIn(c.about)) == len(c.about) && len(about) > 0 && (len(c.about) == 0 || c.unit.IsZero()) {
					c.about = about
					h.terms = unionTerms(h.terms, about)
				}
			}
		}
	}
}

// accordingTo begins what the columns of a table tell apart.
var accordingTo = regexp.MustCompile(`(?i)(?:según|en función de|according to|depending on)\s+([^,;.()]+)`)

// climateNames returns the climate zones that a header names alone: "A", "D, E".
func climateNames(text string) []string {
	var names []string
	for name := range strings.FieldsFuncSeq(text, func(r rune) bool { return strings.ContainsRune(" ,;/", r) }) {
		switch {
		case climateName.MatchString(name):
			names = append(names, name)
		case name != "y" && name != "and" && name != "o" && name != "or":
			return nil
		}
	}
	return names
}

// splitMeasure finds the thing in a measure that names it, where nothing else
// does: "anchura de cada tramo".
func (l *textLimit) splitMeasure() {
	t := l.words
	if l.isDuty() && len(l.measured) == 0 {
		l.measured, l.thing, l.heads, l.head = l.thing, nil, nil, noTerm // what must be there
		for i := range l.choices {
			l.choices[i].role = MeasureRole
		}
	}
	if len(l.thing) > 0 || l.isDuty() || len(t.measuresIn(l.measured)) == 0 {
		return
	}
	for _, id := range l.measured {
		if !t.isMeasure(id) && !t.isQualifier(id) {
			l.thing = append(l.thing, id)
		}
	}
	for _, id := range l.thing {
		if l.head == noTerm || int(l.head) >= t.known && int(id) < t.known && !headFirst[t.lang] {
			l.head = id
		}
	}
	l.heads = []term{l.head}
}

// resolve makes "la sala", under the title "Salas de máquinas", the room the title
// names.
func (l *textLimit) resolve() {
	t := l.words
	if len(l.thing) != 1 || int(l.head) < t.known {
		return
	}
	for i := len(l.Phrases) - 1; i >= 0; i-- {
		if p := l.Phrases[i]; p.Role != HeadingRole && p.Role != LeadRole && p.Role != CaptionRole {
			continue
		}
		p := phraseOf(l.Phrases[i].Text, t.lang)
		for _, k := range t.tokens(p, true) {
			at := k.start
			if !headFirst[t.lang] {
				at = k.end - 1
			}
			if k.number == nil && k.end-k.start > 1 && p.words[at].stem == t.name(l.head) {
				l.head, l.thing, l.heads, l.choices = k.term, []term{k.term}, []term{k.term}, nil
				return
			}
		}
	}
}

// examples begin the instances of what stands before them.
var examples = regexp.MustCompile(`(?i)(?:tales como|como por ejemplo|por ejemplo|such as|for example)\s+(.+)`)

func (r *textReader) instances(text string) [][]term {
	found := examples.FindStringSubmatch(text)
	if found == nil {
		return nil
	}
	var out [][]term
	for _, piece := range coordination.Split(found[1], -1) {
		out = append(out, termsOf(r.tokens(piece)))
	}
	return out
}

// coordination joins several things a phrase names.
var coordination = regexp.MustCompile(`(?i)\s*,\s+|\s+(y|e|o|u|and|or)\s+`)

// choice is a phrase of the thing or the measure, in its parts joined by "and" or
// "or".
type choice struct {
	role  Role
	text  string
	parts [][]term
}

func (r *textReader) choice(p Phrase) choice {
	out := choice{role: p.Role, text: squeeze(p.Text)}
	for _, piece := range coordination.Split(p.Text, -1) {
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

// isRest reports whether a header means all other cases.
func (t *thesaurus) isRest(text string) bool {
	f := fold(squeeze(text))
	return slices.ContainsFunc(t.rest, func(r string) bool { return f == r || strings.HasSuffix(f, " "+r) || strings.HasPrefix(f, r+" ") })
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
		if headFirst[t.lang] {
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

// findMeasures returns the measures named nearest to the figure, of those that are
// given in its unit: "2 dm³/s por m² de superficie" is a flow.
func (l *textLimit) findMeasures(r *textReader) []term {
	own := l.words.measuresIn(l.measured)
	if fitting := l.ofUnit(own); len(fitting) > 0 {
		return fitting
	}
	if l.unit.Kind() == countKind {
		return l.words.units[string(countKind)]
	}
	for i := len(l.Phrases) - 1; i >= 0; i-- {
		switch p := l.Phrases[i]; p.Role {
		case ColumnRole, CaptionRole, RowRole, LeadRole, HeadingRole, ThingRole:
			if fitting := l.ofUnit(l.words.measuresIn(termsOf(r.tokens(p.Text)))); len(fitting) > 0 {
				return fitting
			}
		case MeasureRole, WhenRole, UnlessRole, RestRole, AlsoRole, NoteRole:
		}
	}
	if implied := l.words.units[string(l.unit.Kind())]; len(implied) > 0 || len(own) == 0 {
		l.implied = true
		return implied
	}
	return own
}

// ofUnit leaves out what is never measured in the limit's unit.
func (l *textLimit) ofUnit(measures []term) []term {
	return slices.DeleteFunc(slices.Clone(measures), func(id term) bool {
		kinds := l.words.kinds[id]
		return l.Unit != "" && len(kinds) > 0 && !slices.Contains(kinds, string(l.unit.Kind()))
	})
}

// complete gives figures that a table prints bare the unit and bound they usually
// have. The extractor's doubts stay: such a limit lets nothing pass.
func (l *textLimit) complete() {
	if len(l.Doubts) == 0 || len(l.measures) != 1 {
		return
	}
	usual, ok := l.words.usual[l.measures[0]]
	if !ok {
		return
	}
	if unit, err := quantity.ParseUnit(usual.unit); err == nil && l.Unit == "" {
		l.unit, l.require.Unit = unit, unit
	}
	if l.require.Op == Equal {
		l.require.Op = usual.op
	}
}

func (t *thesaurus) measuresIn(terms []term) []term {
	return slices.DeleteFunc(slices.Clone(terms), func(id term) bool { return !t.isMeasure(id) })
}
