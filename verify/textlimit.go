package verify

import (
	"cmp"
	"slices"
	"strings"
	"sync"
	"unicode"

	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/codes/reading/quantity"
	"github.com/reglookup/regengine/codes/retrieval"
	"github.com/reglookup/regengine/verify/rules"
	"github.com/reglookup/regengine/verify/textlimits"
)

// limitIndex holds the limits found in texts. What those of a document mean is read
// when the first check needs it.
type limitIndex struct {
	tongues   *tongues
	languages map[string]*thesaurus
	texts     *retrieval.Retriever
	docs      []*textDocument
}

// textDocument is the limits of one version.
type textDocument struct {
	ref     codes.VersionRef
	version *codes.Version
	sets    []textlimits.LimitSet

	once      sync.Once
	limits    []*textLimit          // read by once
	byMeasure map[term][]*textLimit // by the first thing measured; under noTerm those that name none
}

func newLimitIndex(t *tongues, catalog *codes.Catalog, texts *retrieval.Retriever, sets []textlimits.LimitSet) *limitIndex {
	ix := &limitIndex{tongues: t, languages: t.thesauri(), texts: texts}
	sorted := slices.Clone(sets)
	slices.SortStableFunc(sorted, func(a, b textlimits.LimitSet) int { return cmp.Compare(a.Doc, b.Doc) })
	for _, set := range sorted {
		code, name, _ := strings.Cut(set.Doc, "/")
		ref := codes.VersionRef{Code: code, Version: name}
		version, err := catalog.Version(ref)
		if err != nil {
			continue
		}
		if n := len(ix.docs); n == 0 || ix.docs[n-1].ref != ref {
			ix.docs = append(ix.docs, &textDocument{ref: ref, version: version})
		}
		doc := ix.docs[len(ix.docs)-1]
		doc.sets = append(doc.sets, set)
	}
	return ix
}

// language returns the thesaurus of a tag such as "es-ES"; nil for none.
func (ix *limitIndex) language(tag string) *thesaurus {
	lang, _, _ := strings.Cut(tag, "-")
	return ix.languages[cmp.Or(lang, ix.tongues.Home())]
}

// within returns the versions in scope, read.
func (ix *limitIndex) within(s *scope) []*textDocument {
	var out []*textDocument
	for _, doc := range ix.docs {
		if s.holds(doc.ref, doc.version) {
			doc.once.Do(func() { doc.read(ix) })
			out = append(out, doc)
		}
	}
	return out
}

// read reads the limits block by block.
func (doc *textDocument) read(ix *limitIndex) {
	for _, set := range doc.sets {
		for i := 0; i < len(set.Limits); {
			first := i
			for i < len(set.Limits) && set.Limits[i].Block == set.Limits[first].Block {
				i++
			}
			block, ok := ix.texts.Block(set.Limits[first].Block)
			if !ok || block.Doc != set.Doc {
				continue
			}
			if words := ix.language(block.Lang); words != nil {
				r := blockReader{doc: doc, block: block, words: words, from: set.Origin, memo: make(map[string]said)}
				doc.limits = append(doc.limits, r.limits(set.Limits[first:i])...)
			}
		}
	}
	readLists(doc.limits)
	doc.byMeasure = make(map[term][]*textLimit)
	for i, l := range doc.limits {
		l.order = i
		key := noTerm
		if len(l.measures) > 0 && !l.isDuty() {
			key = l.measures[0]
		}
		doc.byMeasure[key] = append(doc.byMeasure[key], l)
	}
}

// textLimit is a Limit with what its words mean.
type textLimit struct {
	*textlimits.Limit
	doc      *textDocument
	block    *retrieval.Block
	words    *thesaurus
	from     textlimits.Origin
	unit     quantity.Unit
	require  rules.Requirement
	measures []term // what is measured, in the words nearest to the figure
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
	headers  []header // of row and column
	rest     bool
	mute     bool         // it decides nothing: its side is not said, or it is for each of something
	order    int          // in its document
	siblings []*textLimit // of the block, itself among them
	list     textList     // the one it is a case of
	beside   []term       // what its cases turn on
}

// choice is a phrase of the thing or the measure, in its parts joined by "and" or "or".
type choice struct {
	role  textlimits.Role
	text  string
	parts [][]term
}

// header is the words of a title, row or column: the thing, the measure or a
// circumstance.
type header struct {
	role textlimits.Role
	circumstance
	terms []term
	rest  bool
}

// blockReader reads the limits of one block; phrases are taken apart once.
type blockReader struct {
	doc   *textDocument
	block *retrieval.Block
	words *thesaurus
	from  textlimits.Origin
	memo  map[string]said
}

// limits reads them. One whose figures make no sense is left out.
func (r *blockReader) limits(found []textlimits.Limit) []*textLimit {
	text := r.said(r.block.Text).terms
	title := r.said(r.doc.version.Title)
	var out []*textLimit
	for i := range found {
		l := &textLimit{Limit: &found[i], doc: r.doc, block: r.block, words: r.words, from: cmp.Or(found[i].Origin, r.from), head: noTerm, text: text, list: listOf(&found[i], r.block.ID)}
		if !l.readFigures() {
			continue
		}
		for _, p := range l.Phrases {
			r.phrase(l, p)
		}
		l.titles = append(l.titles, header{role: textlimits.HeadingRole, circumstance: circumstance{text: r.doc.version.Title}, terms: title.terms})
		l.lead = union(l.lead, title.terms)
		l.splitMeasure()
		r.readColumns(l)
		l.around = r.said(l.clause()).terms
		l.measures = r.findMeasures(l)
		out = append(out, l)
	}
	for _, l := range out {
		l.siblings = out
	}
	return out
}

func (r *blockReader) said(text string) said {
	out, ok := r.memo[text]
	if !ok {
		out = r.words.said(r.words.withoutUnit(text), true)
		r.memo[text] = out
	}
	return out
}

// phrase takes in words around the figure.
func (r *blockReader) phrase(l *textLimit, p textlimits.Phrase) {
	s := r.said(p.Text)
	switch p.Role {
	case textlimits.MeasureRole:
		l.measured = union(l.measured, s.terms)
		if found := r.words.tongues.Patterns.Between.FindStringSubmatch(p.Text); found != nil {
			l.ends = union(l.ends, r.said(found[1]).terms)
		}
		l.choices = append(l.choices, r.choice(p))
	case textlimits.ThingRole:
		l.thing = union(l.thing, s.terms)
		if l.head == noTerm {
			l.head = s.head(r.words)
		}
		for _, piece := range r.words.tongues.Patterns.Coordination.Split(p.Text, -1) {
			part := r.said(piece)
			if head := part.head(r.words); head != noTerm {
				l.heads = append(l.heads, head)
			}
		}
		l.choices = append(l.choices, r.choice(p))
	case textlimits.WhenRole:
		l.whens = append(l.whens, r.words.circumstance(p.Text))
	case textlimits.UnlessRole:
		l.unlesses = append(l.unlesses, r.words.circumstance(p.Text))
	case textlimits.RestRole:
		l.rest = true
	case textlimits.RowRole, textlimits.ColumnRole:
		l.headers = append(l.headers, header{role: p.Role, circumstance: r.words.circumstance(p.Text), terms: s.terms, rest: r.words.isRest(p.Text)})
	case textlimits.LeadRole, textlimits.HeadingRole, textlimits.CaptionRole, textlimits.NoteRole:
		l.lead = union(l.lead, s.terms)
		if p.Role != textlimits.NoteRole {
			l.titles = append(l.titles, header{role: p.Role, circumstance: circumstance{text: squeeze(p.Text)}, terms: s.terms})
		}
	case textlimits.AlsoRole: // a condition on a pass; it tells nothing of the limit
	}
}

func (r *blockReader) choice(p textlimits.Phrase) choice {
	out := choice{role: p.Role, text: squeeze(p.Text)}
	for _, piece := range r.words.tongues.Patterns.Coordination.Split(p.Text, -1) {
		if terms := r.said(piece).terms; len(terms) > 0 {
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

// isDuty reports whether the limit asks that something be there, or not.
func (l *textLimit) isDuty() bool { return l.Op == rules.MustBeTrue || l.Op == rules.MustBeAbsent }

// readFigures reads the numbers and the unit; false when they make no sense.
func (l *textLimit) readFigures() bool {
	l.require.Op = l.Op
	if l.isDuty() {
		return true
	}
	if l.Op == rules.NoLimit {
		return false
	}
	l.mute = l.Per != nil || slices.Contains(l.Doubts, textlimits.DoubtDirection) || slices.Contains(l.Doubts, textlimits.DoubtNature)
	var err error
	if l.unit, err = quantity.ParseUnitIn(cmp.Or(l.Unit, l.unitAround(), "ratio"), l.words.lang); err != nil {
		return false
	}
	l.require.Unit = l.unit
	for text, into := range map[string]*rules.Bound{l.Value: &l.require.Value, l.Min: &l.require.Min, l.Max: &l.require.Max} {
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
	if n := l.require.Value.Number; n != nil && l.unit.IsRatio() && l.Unit == "" && n.Cmp(quantity.NewNumber(2, 1)) > 0 {
		return false // no share; its unit was not understood
	}
	if l.Op == rules.Between {
		return l.require.Min.Number != nil && l.require.Max.Number != nil
	}
	return l.require.Value.Number != nil || l.Op == rules.OneOf && len(l.require.Values) > 0
}

// unitAround returns the unit that the titles or headers of a bare figure give it.
func (l *textLimit) unitAround() string {
	for i := len(l.Phrases) - 1; i >= 0; i-- {
		if !slices.Contains([]textlimits.Role{textlimits.ColumnRole, textlimits.RowRole, textlimits.CaptionRole, textlimits.LeadRole, textlimits.HeadingRole}, l.Phrases[i].Role) {
			continue
		}
		for _, found := range l.words.tongues.Patterns.InUnit.FindAllStringSubmatch(l.Phrases[i].Text, -1) {
			if l.words.isUnit(found[1]) {
				return found[1]
			}
		}
	}
	return ""
}

// withoutUnit leaves out the unit a caption says its figures are in: "anchura, en m".
// It is no word of the caption.
func (t *thesaurus) withoutUnit(text string) string {
	inUnit := t.tongues.Patterns.InUnit
	return inUnit.ReplaceAllStringFunc(text, func(found string) string {
		if !t.isUnit(inUnit.FindStringSubmatch(found)[1]) {
			return found
		}
		return ""
	})
}

// isUnit reports whether a word is a unit, and not what is counted.
func (t *thesaurus) isUnit(word string) bool {
	_, err := quantity.ParseUnitIn(word, t.lang)
	return err == nil && (len(word) <= 3 || strings.ContainsFunc(word, func(r rune) bool { return !unicode.IsLetter(r) }))
}

// splitMeasure finds the thing in a measure that names it, where nothing else does:
// "anchura de cada tramo"; and what a duty asks for, where only a thing is named.
func (l *textLimit) splitMeasure() {
	t := l.words
	if l.isDuty() && len(l.measured) == 0 {
		l.measured, l.thing, l.heads, l.head = l.thing, nil, nil, noTerm
		for i := range l.choices {
			l.choices[i].role = textlimits.MeasureRole
		}
	}
	if len(l.thing) > 0 || l.isDuty() || len(t.measuresIn(l.measured)) == 0 {
		return
	}
	for _, id := range l.measured {
		if t.isMeasure(id) || slices.Contains(l.ends, id) {
			continue
		}
		l.thing = append(l.thing, id)
		if l.head == noTerm || int(l.head) >= t.known && int(id) < t.known && !t.tongues.HeadFirst(t.lang) {
			l.head = id
		}
	}
	l.heads = []term{l.head}
}

// findMeasures returns the measures named nearest to the figure, of those that are
// given in its unit: "2 dm³/s por m² de superficie" is a flow.
func (r *blockReader) findMeasures(l *textLimit) []term {
	t := l.words
	own := t.measuresIn(l.measured)
	if fitting := l.ofUnit(own); len(fitting) > 0 {
		return fitting
	}
	for i := len(l.Phrases) - 1; i >= 0; i-- {
		switch p := l.Phrases[i]; p.Role {
		case textlimits.ColumnRole, textlimits.CaptionRole, textlimits.RowRole, textlimits.LeadRole, textlimits.HeadingRole, textlimits.ThingRole:
			if fitting := l.ofUnit(t.measuresIn(r.said(p.Text).terms)); len(fitting) > 0 {
				return fitting
			}
		case textlimits.MeasureRole, textlimits.WhenRole, textlimits.UnlessRole, textlimits.RestRole, textlimits.AlsoRole, textlimits.NoteRole:
		}
	}
	if l.unit.Kind() != quantity.Count {
		return own
	}
	var counts []term
	for id := range t.info {
		if slices.Contains(t.info[id].kinds, string(quantity.Count)) {
			counts = append(counts, term(id))
		}
	}
	return counts
}

// ofUnit leaves out what is never measured in the limit's unit.
func (l *textLimit) ofUnit(measures []term) []term {
	return slices.DeleteFunc(slices.Clone(measures), func(id term) bool {
		kinds := l.words.of(id).kinds
		return l.Unit != "" && len(kinds) > 0 && !slices.Contains(kinds, string(l.unit.Kind()))
	})
}

// readColumns gives headers that are a bare name or number what the caption says
// they are: "según la zona climática", "según el número de personas".
func (r *blockReader) readColumns(l *textLimit) {
	var about []term
	zoned := false
	for _, p := range l.Phrases {
		if p.Role != textlimits.CaptionRole && p.Role != textlimits.HeadingRole && p.Role != textlimits.LeadRole {
			continue
		}
		if found := l.words.tongues.Patterns.AccordingTo.FindStringSubmatch(p.Text); found != nil {
			about = r.said(found[1]).terms
		}
		zoned = zoned || slices.Contains(r.said(p.Text).terms, l.words.zone)
	}
	for i := range l.headers {
		h := &l.headers[i]
		if names := l.words.tongues.ClimateNames(h.text); names != nil && zoned {
			h.circumstance = circumstance{text: h.text, parts: []circumstancePart{{text: h.text, place: rules.PlaceClimate, names: names}}}
			h.terms = []term{noTerm}
		}
		for p := range h.parts {
			for n := range h.parts[p].numbers {
				c := &h.parts[p].numbers[n]
				if len(l.words.measuresIn(c.about)) == len(c.about) && len(about) > 0 && (len(c.about) == 0 || c.unit.IsZero()) {
					c.about = about
					h.terms = union(h.terms, about)
				}
			}
		}
	}
}
