package verify

import (
	"slices"
	"strings"
	"sync"

	"github.com/reglookup/regengine/verify/understand"
)

// The thesaurus says which wordings of construction mean the same, which are
// kinds and parts of others, and which exclude each other. It is data: one file a
// language, [SynonymsFile], in sections:
//
//	[measures]    what can be measured; each line is one measure in its wordings
//	[qualifiers]  words that make a measure another one: "total"
//	[things]      wordings of one thing a line, or of several between bars; "< x"
//	              is a kind of, ": y" a part of
//	[exclusive]   "label: a | b | c": of these only one can hold
//	[apart]       things of which none is another: "a | b | c"
//	[settings]    things that narrow what stands under a title that names them
//	[generic]     words that name no thing where another follows: "instalación de"
//	[neutral]     words that say nothing in a parameter or a statement
//	[presence]    words that ask whether something is there
//	[rest]        wordings of all other cases
//	[kinds]       "kind: measures": the kinds of units that measures are given in
//	[bare]        "kind: measures": what a quantity that nothing names measures of
//	              the thing it stands behind: "rampa de 6 m", "garaje de 800 m²"
//	[slope]       the measure that per cent, ratio and degrees tell alike

// term is one meaning: a line of the thesaurus, or the stem of a word that is in none.
type term int32

// noTerm is a word of a request that no text and no thesaurus has.
const noTerm term = -1

// termInfo is what the thesaurus tells of a term.
type termInfo struct {
	name    string
	measure bool
	thing   bool
	setting bool
	generic bool
	broader []term   // all of them, nearest first
	wholes  []term   // what it is a part of
	sets    []int    // exclusions it belongs to
	kinds   []string // of the units it is given in, where the thesaurus says
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
	bareOf   map[string][]term
	slope    term
	zone     term // "zona climática"
	known    int  // terms the thesaurus itself has; what comes behind are other words
}

// wording is a way to say a term.
type wording struct {
	stems []string
	term  term
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

// explained reports whether some term of list is a or broader than it.
func (t *thesaurus) explained(a term, list []term) bool {
	return slices.ContainsFunc(list, func(b term) bool { return t.isA(a, b) })
}

// measuresIn returns the terms that can be measured.
func (t *thesaurus) measuresIn(terms []term) []term {
	return slices.DeleteFunc(slices.Clone(terms), func(id term) bool { return !t.isMeasure(id) })
}

// neutralTerm reports a term that says nothing.
func (t *thesaurus) neutralTerm(id term) bool { return t.neutral[t.of(id).name] }

// setsOf returns the exclusions a term or what it is a kind of belongs to.
func (t *thesaurus) setsOf(id term) []int {
	out := slices.Clone(t.of(id).sets)
	for _, b := range t.of(id).broader {
		out = append(out, t.of(b).sets...)
	}
	return out
}

// excludes reports whether a term is one of several circumstances that exclude each
// other.
func (t *thesaurus) excludes(id term) bool {
	return slices.ContainsFunc(t.setsOf(id), func(set int) bool { return !t.sets[set].things })
}

// isRest reports whether a header means all other cases.
func (t *thesaurus) isRest(text string) bool {
	f := fold(squeeze(text))
	return slices.ContainsFunc(t.rest, func(r string) bool { return f == r || strings.HasSuffix(f, " "+r) || strings.HasPrefix(f, r+" ") })
}

// token is one meaning where it stands in a phrase, or a number.
type token struct {
	term       term
	start, end int // words of the phrase
	negated    bool
	doubtful   bool // said and denied at once
}

// tokens takes a phrase apart into meanings, the longest wording first; a number is a
// word with one. Words without weight are left out. grow keeps words the thesaurus has
// not met.
func (t *thesaurus) tokens(p understand.Phrase, grow bool) []token {
	var out []token
	covered := make([]bool, len(p.Words))
	for i := 0; i < len(p.Words); {
		w := &p.Words[i]
		id, n := t.longest(p.Words, i)
		switch {
		case n > 0:
		case w.Number != nil:
			out = append(out, token{term: noTerm, start: i, end: i + 1})
			i++
			continue
		case w.Neutral || w.Role != understand.PlainWord || w.Is(understand.Negates) || t.neutral[w.Stem] || strings.Trim(w.Fold, "0123456789") == "":
			i++
			continue
		default:
			id, n = t.intern(w.Stem, grow), 1
		}
		k := token{term: id, start: i, end: i + n}
		k.negated, k.doubtful = p.Negated(i, covered)
		out = append(out, k)
		for c := i; c < i+n; c++ {
			covered[c] = true
		}
		i += n
	}
	return out
}

// longest returns the term of the longest wording at words[i], and its length.
func (t *thesaurus) longest(words []understand.Word, i int) (id term, n int) {
	for _, w := range t.heads[words[i].Stem] {
		if len(w.stems) > len(words)-i {
			continue
		}
		same := true
		for k, s := range w.stems {
			same = same && words[i+k].Stem == s && words[i+k].Clause == words[i].Clause
		}
		if same {
			return w.term, len(w.stems)
		}
	}
	return noTerm, 0
}

// union appends the terms of more that list lacks.
func union[T comparable](list, more []T) []T {
	for _, id := range more {
		if !slices.Contains(list, id) {
			list = append(list, id)
		}
	}
	return list
}

// squeeze makes every run of white space one space.
func squeeze(s string) string { return strings.Join(strings.Fields(s), " ") }
