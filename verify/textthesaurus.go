package verify

import (
	"cmp"
	"io/fs"
	"path"
	"slices"
	"strings"
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
//	[only]        "kind: measures": what is measured in units of one kind only

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
	stems    map[string]term
	info     []termInfo
	sets     []exclusion
	neutral  map[string]bool // stems
	presence map[string]bool // stems
	rest     []string        // folded
	units    map[string][]term
	usual    map[term]usualFigure
	only     map[term]string // kind of unit
	known    int             // terms the thesaurus itself has; what comes behind are stems
}

// usualFigure is how figures of a measure are meant that a table prints bare.
type usualFigure struct {
	unit string
	op   Op
}

// wording is a way to say a term.
type wording struct {
	stems []string
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
		lang: lang, heads: make(map[string][]wording), stems: make(map[string]term),
		neutral: make(map[string]bool), presence: make(map[string]bool), units: make(map[string][]term),
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
		t.kinds(line)
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
	case "units":
		kind, list, _ := strings.Cut(line, ":")
		for name := range strings.SplitSeq(list, ", ") {
			t.units[kind] = append(t.units[kind], t.named(name))
		}
	}
}

// kinds reads things; those between bars are different ones with the same kind and
// whole: "teatro | cine < uso pública concurrencia".
func (t *thesaurus) kinds(line string) {
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
	t.put(stems, id)
	return id
}

func (t *thesaurus) newTerm(name string) term {
	t.info = append(t.info, termInfo{name: name})
	return term(len(t.info) - 1)
}

func (t *thesaurus) addWording(name string, id term) {
	if stems := t.stemsOf(name); t.find(stems) == noTerm {
		t.put(stems, id)
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

func (t *thesaurus) put(stems []string, id term) {
	if len(stems) > 0 {
		t.heads[stems[0]] = append(t.heads[stems[0]], wording{stems, id})
	}
}

// close orders the wordings and completes the kinds: a kind of a kind is one.
func (t *thesaurus) close() {
	t.known = len(t.info)
	for _, list := range t.heads {
		slices.SortStableFunc(list, func(a, b wording) int { return cmp.Compare(len(b.stems), len(a.stems)) })
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

// intern returns the term of a stem that no wording has; noTerm for a new one
// unless grow.
func (t *thesaurus) intern(stem string, grow bool) term {
	if id, ok := t.stems[stem]; ok {
		return id
	}
	if !grow {
		return noTerm
	}
	id := t.newTerm(stem)
	t.stems[stem] = id
	return id
}

// isA reports whether a is b or a kind of it.
func (t *thesaurus) isA(a, b term) bool {
	return a == b && a != noTerm || a != noTerm && slices.Contains(t.info[a].broader, b)
}

// partOf reports whether a is a part of b, or of what b is a kind of.
func (t *thesaurus) partOf(a, b term) bool {
	return a != noTerm && slices.ContainsFunc(t.info[a].wholes, func(whole term) bool { return t.isA(b, whole) })
}

func (t *thesaurus) isMeasure(a term) bool   { return a != noTerm && t.info[a].measure }
func (t *thesaurus) isQualifier(a term) bool { return a != noTerm && t.info[a].qualifier }

// explained reports whether some term of list is a or broader than it.
func (t *thesaurus) explained(a term, list []term) bool {
	return slices.ContainsFunc(list, func(b term) bool { return t.isA(a, b) })
}
