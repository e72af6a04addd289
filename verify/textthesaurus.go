package verify

import (
	"slices"
	"strings"
	"sync"
)

// The thesaurus says which wordings of construction mean the same, which are
// kinds and parts of others, and which exclude each other. It is data: one file a
// language, [SynonymsFile], in sections:
//
//	[measures]    what can be measured; each line is one measure in its wordings
//	[qualifiers]  words that make a measure another one: "transversal"
//	[things]      wordings of one thing a line, or of several between bars; "< x"
//	              is a kind of, ": y" a part of
//	[exclusive]   "label: a | b | c": of these only one can hold
//	[apart]       things of which none is another: "a | b | c"
//	[settings]    things that narrow what stands under a title that names them
//	[generic]     words that name no thing where another follows: "instalación de"
//	[neutral]     words that say nothing in a parameter or a statement
//	[presence]    words that ask whether something is there
//	[units]       "kind: measure": what a unit alone says is measured
//	[rest]        wordings of all other cases
//	[usual]       "measure: unit, <=": the unit and bound of figures printed without
//	[bounds]      "maximum: measures" and "minimum: measures": how a figure bounds that
//	              is printed without a word of it; "/ a | b" for these things alone,
//	              "open: measure / a" for none of these
//	[kinds]       "kind: measures": further kinds of units measures are given in
//	[only]        "kind: measures": what is measured in units of one kind only
//	[bare]        "kind: measures": what a quantity that nothing names measures of
//	              the thing it stands behind: "rampa de 6 m", "garaje de 800 m²"
//	[spans]       measures of what they lie between: "distancia entre bolardos"
//	[slope]       the measure that per cent, ratio and degrees tell alike

// term is one meaning: a line of the thesaurus, or the stem of a word that is in none.
type term int32

// noTerm is a word of a request that no text and no thesaurus has.
const noTerm term = -1

// termInfo is what the thesaurus tells of a term.
type termInfo struct {
	name      string
	measure   bool
	thing     bool
	qualifier bool
	setting   bool
	generic   bool
	broader   []term // all of them, nearest first
	wholes    []term // what it is a part of
	sets      []int  // exclusions it belongs to
}

// exclusion is a set of terms of which one holds.
type exclusion struct {
	label  string
	things bool // its members are things, not circumstances
	terms  []term
}

// thesaurus is the meanings of one language.
type thesaurus struct {
	lang     string
	tongues  *tongues
	heads    map[string][]wording // by the stem of the first word, longest first
	others   *stemTable           // words that are in no line
	info     []termInfo
	sets     []exclusion
	neutral  map[string]bool // stems
	presence map[string]bool // stems
	rest     []string        // folded
	units    map[string][]term
	usual    map[term]usualFigure
	only     map[term]string // kind of unit
	bareOf   map[string][]term
	slope    term
	spans    []term // measures of what they lie between
	zone     term   // "zona climática"
	bounds   map[term][]usualBound
	kinds    map[term][]string // of the units a measure is given in, where the thesaurus says
	known    int               // terms the thesaurus itself has; what comes behind are other words
	names    [][]wording       // the wordings of a term
}

// usualFigure is how figures of a measure are meant that a table prints bare.
type usualFigure struct {
	unit string
	op   Op
}

// usualBound is how a figure of a measure bounds that is printed without a word of
// it; Op "" says that it may be either.
type usualBound struct {
	op     Op
	things []term // of these alone; nil for all
}

// wording is a way to say a term.
type wording struct {
	stems []string
	keys  []string // the words it is found by, see [wordsIn]
	term  term
}

// usualBound returns how a figure of a measure bounds, of a thing among said; "" where
// the thesaurus does not say or says that it may be either.
func (t *thesaurus) usualBound(measure term, said []term) Op {
	for _, id := range append([]term{measure}, t.of(measure).broader...) {
		list := t.bounds[id]
		for _, b := range list {
			if slices.ContainsFunc(b.things, func(thing term) bool {
				return slices.ContainsFunc(said, func(x term) bool { return t.isA(x, thing) })
			}) {
				return b.op
			}
		}
		for _, b := range list {
			if b.things == nil {
				return b.op
			}
		}
	}
	return ""
}

func (t *thesaurus) find(stems []string) term {
	if len(stems) == 0 {
		return noTerm
	}
	for _, w := range t.heads[stems[0]] {
		if slices.Equal(w.stems, stems) {
			return w.term
		}
	}
	return noTerm
}

// stemTable gives the words that are in no line of a thesaurus a term each. It is
// safe for concurrent use.
type stemTable struct {
	mu    sync.RWMutex
	ids   map[string]term
	stems []string
}

// intern returns the term of a stem that no wording has; noTerm for a new one
// unless grow.
func (t *thesaurus) intern(stem string, grow bool) term {
	t.others.mu.RLock()
	id, ok := t.others.ids[stem]
	t.others.mu.RUnlock()
	switch {
	case ok:
		return id
	case !grow:
		return noTerm
	}
	t.others.mu.Lock()
	defer t.others.mu.Unlock()
	if id, ok := t.others.ids[stem]; ok {
		return id
	}
	id = term(t.known + len(t.others.stems))
	t.others.ids[stem], t.others.stems = id, append(t.others.stems, strings.Clone(stem))
	return id
}

// of returns what the thesaurus tells of a term; nothing of a word it does not have.
func (t *thesaurus) of(id term) *termInfo {
	if id >= 0 && int(id) < t.known {
		return &t.info[id]
	}
	return &otherWord
}

var otherWord termInfo

// name returns a wording of a term, or the stem of a word the thesaurus does not have.
func (t *thesaurus) name(id term) string {
	if int(id) < t.known {
		return t.of(id).name
	}
	t.others.mu.RLock()
	defer t.others.mu.RUnlock()
	return t.others.stems[int(id)-t.known]
}

// isA reports whether a is b or a kind of it.
func (t *thesaurus) isA(a, b term) bool {
	return a == b && a != noTerm || a != noTerm && slices.Contains(t.of(a).broader, b)
}

// partOf reports whether a is a part of b, or of what b is a kind of.
func (t *thesaurus) partOf(a, b term) bool {
	return a != noTerm && slices.ContainsFunc(t.of(a).wholes, func(whole term) bool { return t.isA(b, whole) })
}

func (t *thesaurus) isMeasure(a term) bool { return t.of(a).measure }

func (t *thesaurus) isQualifier(a term) bool { return t.of(a).qualifier }

// explained reports whether some term of list is a or broader than it.
func (t *thesaurus) explained(a term, list []term) bool {
	return slices.ContainsFunc(list, func(b term) bool { return t.isA(a, b) })
}
