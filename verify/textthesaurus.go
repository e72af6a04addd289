package verify

import (
	"cmp"
	"io/fs"
	"path"
	"slices"
	"strings"
	"sync"

	"github.com/reglookup/regengine/verify/quantity"
)

// The thesaurus says which wordings of construction mean the same, which are
// kinds and parts of others, and which exclude each other. It is data: one file a
// language in vocabulary/synonyms, in sections:
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
//	[also]        words that begin what holds beside the limit before them
//	[kinds]       "kind: measures": further kinds of units measures are given in
//	[only]        "kind: measures": what is measured in units of one kind only
//	[bare]        "kind: measures": what a quantity that nothing names measures of
//	              the thing it stands behind: "rampa de 6 m", "garaje de 800 m²"
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
	zone     term // "zona climática"
	bounds   map[term][]usualBound
	also     map[string]bool   // stems
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

// thesauri returns the built-in ones by language.
func thesauri() map[string]*thesaurus {
	out := make(map[string]*thesaurus)
	files, err := fs.Glob(vocabularyFiles, "vocabulary/synonyms/*.txt")
	if err != nil {
		return out // the pattern is well formed
	}
	for _, name := range files {
		source, err := vocabularyFiles.ReadFile(name)
		if err != nil {
			continue // embedded files can be read
		}
		lang := strings.TrimSuffix(path.Base(name), ".txt")
		out[lang] = readThesaurus(lang, string(source))
	}
	return out
}

func readThesaurus(lang, source string) *thesaurus {
	t := &thesaurus{
		lang: lang, heads: make(map[string][]wording), others: &stemTable{ids: make(map[string]term)},
		neutral: make(map[string]bool), presence: make(map[string]bool), units: make(map[string][]term), bareOf: make(map[string][]term), slope: noTerm,
		bounds: make(map[term][]usualBound), also: make(map[string]bool), kinds: make(map[term][]string),
		usual: make(map[term]usualFigure), only: make(map[term]string),
	}
	section := ""
	for line := range strings.Lines(source) {
		line = strings.TrimSpace(line)
		switch {
		case line == "" || strings.HasPrefix(line, "#"):
		case strings.HasPrefix(line, "["):
			section = strings.Trim(line, "[]")
		default:
			t.line(section, line)
		}
	}
	t.close()
	return t
}

func (t *thesaurus) line(section, line string) {
	switch section {
	case "things":
		t.things(line)
	case "measures", "qualifiers":
		id := t.group(line)
		t.info[id].measure = t.info[id].measure || section == "measures"
		t.info[id].qualifier = t.info[id].qualifier || section == "qualifiers"
	case "exclusive":
		label, list, _ := strings.Cut(line, ":")
		t.exclude(exclusion{label: strings.TrimSpace(label)}, list)
	case "apart":
		t.exclude(exclusion{things: true}, line)
	case "settings":
		id := t.group(line)
		t.info[id].setting = true
	case "generic":
		for name := range strings.SplitSeq(line, ", ") {
			t.info[t.named(name)].generic = true
		}
	case "neutral":
		t.words(t.neutral, line)
	case "presence":
		t.words(t.presence, line)
	case "rest":
		for name := range strings.SplitSeq(line, ", ") {
			t.rest = append(t.rest, fold(strings.TrimSpace(name)))
		}
	case "usual":
		name, list, _ := strings.Cut(line, ":")
		unit, op, _ := strings.Cut(list, ", ")
		t.usual[t.named(name)] = usualFigure{unit: strings.TrimSpace(unit), op: Op(strings.TrimSpace(op))}
	case "only":
		kind, list, _ := strings.Cut(line, ":")
		for name := range strings.SplitSeq(list, ", ") {
			t.only[t.named(name)] = kind
		}
	case "bounds":
		t.bound(line)
	case "also":
		t.words(t.also, line)
	case "slope":
		t.slope = t.named(line)
	case "kinds":
		kind, list, _ := strings.Cut(line, ":")
		for name := range strings.SplitSeq(list, ", ") {
			id := t.named(name)
			t.kinds[id] = append(t.kinds[id], kind)
		}
	case "units", "bare":
		into := map[string]map[string][]term{"units": t.units, "bare": t.bareOf}[section]
		kind, list, _ := strings.Cut(line, ":")
		for name := range strings.SplitSeq(list, ", ") {
			into[kind] = append(into[kind], t.named(name))
		}
	}
}

// boundOps are the words of the section of bounds.
var boundOps = map[string]Op{"maximum": AtMost, "minimum": AtLeast, "open": ""}

// bound reads "maximum: a, b / thing | thing".
func (t *thesaurus) bound(line string) {
	label, list, _ := strings.Cut(line, ":")
	list, only, _ := strings.Cut(list, "/")
	bound := usualBound{op: boundOps[label]}
	for name := range strings.SplitSeq(only, "|") {
		if strings.TrimSpace(name) != "" {
			bound.things = append(bound.things, t.named(name))
		}
	}
	for name := range strings.SplitSeq(strings.TrimSpace(list), ", ") {
		id := t.named(name)
		t.bounds[id] = append(t.bounds[id], bound)
	}
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

// things reads things; those between bars are different ones with the same kind and
// whole: "teatro | cine < uso pública concurrencia".
func (t *thesaurus) things(line string) {
	names, tail := line, ""
	if i := strings.IndexAny(line, "<:"); i >= 0 {
		names, tail = line[:i], line[i:]
	}
	for name := range strings.SplitSeq(names, "|") {
		t.info[t.group(name+tail)].thing = true
	}
}

func (t *thesaurus) exclude(set exclusion, list string) {
	for name := range strings.SplitSeq(list, "|") {
		id := t.named(name)
		set.terms = append(set.terms, id)
		t.info[id].sets = append(t.info[id].sets, len(t.sets))
	}
	t.sets = append(t.sets, set)
}

func (t *thesaurus) words(set map[string]bool, line string) {
	for name := range strings.SplitSeq(line, ", ") {
		set[stem(fold(strings.TrimSpace(name)))] = true
	}
}

// group reads "a, b < c : d" and returns the term of a.
func (t *thesaurus) group(line string) term {
	line, whole, _ := strings.Cut(line, ":")
	names, broader, _ := strings.Cut(line, "<")
	id := noTerm
	for name := range strings.SplitSeq(names, ", ") {
		if id == noTerm {
			id = t.named(name)
			continue
		}
		t.addWording(name, id)
	}
	for name := range strings.SplitSeq(broader, ", ") {
		if strings.TrimSpace(name) != "" {
			other := t.named(name)
			t.info[id].broader = append(t.info[id].broader, other)
		}
	}
	for name := range strings.SplitSeq(whole, ", ") {
		if strings.TrimSpace(name) != "" {
			other := t.named(name)
			t.info[id].wholes = append(t.info[id].wholes, other)
		}
	}
	return id
}

// named returns the term that a wording says, a new one when it says none yet.
func (t *thesaurus) named(name string) term {
	stems := t.stemsOf(name)
	if id := t.find(stems); id != noTerm {
		return id
	}
	id := t.newTerm(strings.TrimSpace(name))
	t.put(name, stems, id)
	return id
}

func (t *thesaurus) newTerm(name string) term {
	t.info = append(t.info, termInfo{name: name})
	return term(len(t.info) - 1)
}

func (t *thesaurus) addWording(name string, id term) {
	if stems := t.stemsOf(name); t.find(stems) == noTerm {
		t.put(name, stems, id)
	}
}

func (t *thesaurus) stemsOf(name string) []string {
	p := phraseOf(strings.TrimSpace(name), t.lang)
	out := make([]string, len(p.words))
	for i, w := range p.words {
		out[i] = w.stem
	}
	return out
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

func (t *thesaurus) put(name string, stems []string, id term) {
	var keys []string
	for word := range wordsIn(name) {
		if s := stem(fold(word)); !strings.ContainsFunc(word, joint) && roles[fold(word)] != article && roles[fold(word)] != link {
			keys = append(keys, s)
		}
	}
	if len(stems) > 0 {
		t.heads[stems[0]] = append(t.heads[stems[0]], wording{stems, keys, id})
	}
}

// close orders the wordings and completes the kinds: a kind of a kind is one.
func (t *thesaurus) close() {
	t.zone = t.named(placeLabels[t.lang][placeClimate])
	t.known = len(t.info)
	for kind, list := range t.units {
		for _, id := range list {
			t.kinds[id] = append(t.kinds[id], kind)
		}
	}
	for id, kind := range t.only {
		t.kinds[id] = append(t.kinds[id], kind)
	}
	for id, usual := range t.usual {
		if unit, err := quantity.ParseUnit(usual.unit); err == nil {
			t.kinds[id] = append(t.kinds[id], string(unit.Kind()))
		}
	}
	t.names = make([][]wording, t.known)
	for _, list := range t.heads {
		slices.SortStableFunc(list, func(a, b wording) int { return cmp.Compare(len(b.stems), len(a.stems)) })
		for _, w := range list {
			t.names[w.term] = append(t.names[w.term], w)
		}
	}
	for id := range t.info {
		all := slices.Clone(t.info[id].broader)
		for i := 0; i < len(all); i++ {
			for _, b := range t.info[all[i]].broader {
				if b != term(id) && !slices.Contains(all, b) {
					all = append(all, b)
				}
			}
		}
		t.info[id].broader = all
	}
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

func (t *thesaurus) isMeasure(a term) bool   { return t.of(a).measure }
func (t *thesaurus) isQualifier(a term) bool { return t.of(a).qualifier }

// explained reports whether some term of list is a or broader than it.
func (t *thesaurus) explained(a term, list []term) bool {
	return slices.ContainsFunc(list, func(b term) bool { return t.isA(a, b) })
}
