package verify

import (
	"cmp"
	"slices"
	"strings"

	"github.com/reglookup/regengine/codes/reading/quantity"
)

// thesauri returns those of the languages, by language. One that has none is
// not there.
func (t *tongues) thesauri() map[string]*thesaurus {
	out := make(map[string]*thesaurus)
	for _, l := range t.languages {
		if strings.TrimSpace(l.synonyms) != "" {
			out[l.lang] = t.readThesaurus(l.lang, l.synonyms)
		}
	}
	return out
}

func (t *tongues) readThesaurus(lang, source string) *thesaurus {
	out := &thesaurus{
		lang: lang, tongues: t, heads: make(map[string][]wording), others: &stemTable{ids: make(map[string]term)},
		neutral: make(map[string]bool), presence: make(map[string]bool), units: make(map[string][]term), bareOf: make(map[string][]term), slope: noTerm,
		bounds: make(map[term][]usualBound), kinds: make(map[term][]string),
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
			out.line(section, line)
		}
	}
	out.close()
	return out
}

func (t *thesaurus) line(section, line string) {
	switch section {
	case "things":
		t.things(line)
	case "measures":
		t.info[t.group(line)].measure = true
	case "qualifiers":
		t.info[t.group(line)].qualifier = true
	case "settings":
		t.info[t.group(line)].setting = true
	case "exclusive":
		label, list, _ := strings.Cut(line, ":")
		t.exclude(exclusion{label: strings.TrimSpace(label)}, list)
	case "apart":
		t.exclude(exclusion{things: true}, line)
	case "generic":
		for _, id := range t.list(line) {
			t.info[id].generic = true
		}
	case "neutral":
		t.words(t.neutral, line)
	case "presence":
		t.words(t.presence, line)
	case "rest":
		for name := range strings.SplitSeq(line, ", ") {
			t.rest = append(t.rest, fold(strings.TrimSpace(name)))
		}
	case "spans":
		t.spans = append(t.spans, t.list(line)...)
	case "slope":
		t.slope = t.named(line)
	case "bounds":
		t.bound(line)
	case "usual":
		name, list, _ := strings.Cut(line, ":")
		unit, op, _ := strings.Cut(list, ", ")
		t.usual[t.named(name)] = usualFigure{unit: strings.TrimSpace(unit), op: Op(strings.TrimSpace(op))}
	default:
		t.kindLine(section, line)
	}
}

// kindLine reads "kind of unit: measures".
func (t *thesaurus) kindLine(section, line string) {
	kind, list, _ := strings.Cut(line, ":")
	for _, id := range t.list(list) {
		switch section {
		case "kinds":
			t.kinds[id] = append(t.kinds[id], kind)
		case "only":
			t.only[id] = kind
		case "units":
			t.units[kind] = append(t.units[kind], id)
		case "bare":
			t.bareOf[kind] = append(t.bareOf[kind], id)
		}
	}
}

// list returns the terms of names separated by commas.
func (t *thesaurus) list(names string) []term {
	var out []term
	for name := range strings.SplitSeq(names, ", ") {
		out = append(out, t.named(name))
	}
	return out
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
		set[t.tongues.stem(fold(strings.TrimSpace(name)))] = true
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
	p := t.tongues.phrase(strings.TrimSpace(name), t.lang)
	out := make([]string, len(p.words))
	for i, w := range p.words {
		out[i] = w.stem
	}
	return out
}

func (t *thesaurus) put(name string, stems []string, id term) {
	var keys []string
	for word := range wordsIn(name) {
		if s := t.tongues.stem(fold(word)); !strings.ContainsFunc(word, joint) && t.tongues.roles[fold(word)] != article && t.tongues.roles[fold(word)] != link {
			keys = append(keys, s)
		}
	}
	if len(stems) > 0 && !slices.Contains(stems, "#") { // a number says no word
		t.heads[stems[0]] = append(t.heads[stems[0]], wording{stems, keys, id})
	}
}

// close orders the wordings and completes the kinds: a kind of a kind is one.
func (t *thesaurus) close() {
	if t.zone = noTerm; t.tongues.datum(t.lang, placeClimate) != "" {
		t.zone = t.named(t.tongues.datum(t.lang, placeClimate))
	}
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
		if unit, err := quantity.ParseUnitIn(usual.unit, t.lang); err == nil {
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
