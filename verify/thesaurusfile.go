package verify

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/reglookup/regengine/verify/rules"
)

// thesaurusSections are the sections of a file of synonyms, and whether each of
// their lines is "name: ...".
var thesaurusSections = map[string]bool{
	"measures": false, "qualifiers": false, "things": false, "settings": false, "apart": false, "generic": false, "neutral": false,
	"presence": false, "rest": false, "slope": false, "exclusive": true, "kinds": true, "bare": true,
}

// thesauri returns those of the languages, by language. One that has none is
// not there.
func (t *tongues) thesauri() map[string]*thesaurus {
	out := make(map[string]*thesaurus)
	for _, l := range t.list {
		if strings.TrimSpace(l.synonyms) != "" {
			out[l.Lang] = t.readThesaurus(l.Lang, l.synonyms)
		}
	}
	return out
}

// checkThesaurus says what is wrong with a file of synonyms.
func checkThesaurus(source string) []error {
	var wrong []error
	thesaurusLines(source, func(n int, section, line string) {
		labelled, known := thesaurusSections[section]
		_, list, cut := strings.Cut(line, ":")
		reason := ""
		switch {
		case section == "":
			reason = "a line before the first section"
		case line == "" && !known:
			reason = fmt.Sprintf("unknown section %q", section)
		case line != "" && labelled && (!cut || strings.TrimSpace(list) == ""):
			reason = fmt.Sprintf("a line of [%s] is written \"name: ...\"", section)
		}
		if reason != "" {
			wrong = append(wrong, fmt.Errorf("%s:%d: %s", SynonymsFile, n, reason))
		}
	})
	return wrong
}

// thesaurusLines yields the lines of a file of synonyms with their section, and for
// the beginning of a section an empty line.
func thesaurusLines(source string, yield func(n int, section, line string)) {
	section, n := "", 0
	for line := range strings.Lines(source) {
		n++
		line = strings.TrimSpace(line)
		switch {
		case line == "" || strings.HasPrefix(line, "#"):
		case strings.HasPrefix(line, "["):
			section = strings.Trim(line, "[]")
			yield(n, section, "")
		default:
			yield(n, section, line)
		}
	}
}

func (t *tongues) readThesaurus(lang, source string) *thesaurus {
	out := &thesaurus{
		lang: lang, tongues: t, heads: make(map[string][]wording), others: &stemTable{ids: make(map[string]term)},
		neutral: make(map[string]bool), presence: make(map[string]bool), bareOf: make(map[string][]term), slope: noTerm,
	}
	thesaurusLines(source, func(_ int, section, line string) {
		if line != "" {
			out.line(section, line)
		}
	})
	out.close()
	return out
}

func (t *thesaurus) line(section, line string) {
	label, list, _ := strings.Cut(line, ":")
	switch section {
	case "things":
		t.things(line)
	case "measures":
		t.info[t.group(line)].measure = true
	case "qualifiers":
		t.group(line)
	case "settings":
		t.info[t.group(line)].setting = true
	case "exclusive":
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
	case "slope":
		t.slope = t.named(line)
	case "kinds":
		for _, id := range t.list(list) {
			t.info[id].kinds = append(t.info[id].kinds, label)
		}
	case "bare":
		t.bareOf[label] = append(t.bareOf[label], t.list(list)...)
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
		set[t.tongues.Stem(fold(strings.TrimSpace(name)))] = true
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
		} else if stems := t.stemsOf(name); t.find(stems) == noTerm {
			t.put(stems, id)
		}
	}
	for i, names := range []string{broader, whole} {
		for name := range strings.SplitSeq(names, ", ") {
			if strings.TrimSpace(name) == "" {
				continue
			}
			other := t.named(name)
			if i == 0 {
				t.info[id].broader = append(t.info[id].broader, other)
			} else {
				t.info[id].wholes = append(t.info[id].wholes, other)
			}
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
	t.info = append(t.info, termInfo{name: strings.TrimSpace(name)})
	id := term(len(t.info) - 1)
	t.put(stems, id)
	return id
}

func (t *thesaurus) stemsOf(name string) []string {
	p := t.tongues.Phrase(strings.TrimSpace(name), t.lang)
	out := make([]string, len(p.Words))
	for i, w := range p.Words {
		out[i] = w.Stem
	}
	return out
}

func (t *thesaurus) put(stems []string, id term) {
	if len(stems) > 0 && !slices.Contains(stems, "#") { // a number says no word
		t.heads[stems[0]] = append(t.heads[stems[0]], wording{stems, id})
	}
}

// close orders the wordings and completes the kinds: a kind of a kind is one.
func (t *thesaurus) close() {
	if t.zone = noTerm; t.tongues.Datum(t.lang, rules.PlaceClimate) != "" {
		t.zone = t.named(t.tongues.Datum(t.lang, rules.PlaceClimate))
	}
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
