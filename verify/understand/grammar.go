package understand

import (
	"fmt"
	"slices"
	"strings"

	"github.com/reglookup/regengine/codes/retrieval"
	"github.com/reglookup/regengine/verify/rules"
)

// Language is what understanding a language takes, as data: another language is
// another file. Words are folded: lower case, no accents.
type Language struct {
	Lang      string
	headFirst bool // "escalera de caracol", not "spiral stair"

	words       map[string][]string // by the section of single words
	stem        stemRule
	until       string            // between two numbers: "4 a 8 m"
	between     [2]string         // "entre" 3 "y" 6
	comparators map[string]string // wording before a number -> operator
	behind      map[string]string // wording behind a number -> operator
	phrases     map[string][]string
	zones       zoneWords
	data        map[string]string   // what data of places are called
	dataToo     map[string][]string // further words that state them

	abbreviations map[string]string // as written -> what they stand for
	classes       map[string]string // of building models -> what they are
	vocabulary    []string
	qualifiers    []string // those of them that may qualify a thing within a closed form
	signals       signals  // nil where the language has none
}

// zoneWords is how texts name the zones that places lie in.
type zoneWords struct {
	words   []string          // what such a name stands behind: "zona", "zonas"
	climate map[string]bool   // the climate zones, as written
	radon   map[string]string // radon zones as written -> their number
}

// wordSections are the sections of single words, with what they are.
var wordSections = map[string]bool{
	"articles":     true, // left out
	"links":        true, // left out, but what follows qualifies what precedes
	"prepositions": true, // part phrases: what follows is about something else
	"negations":    true,
	"neutral":      true, // words that change nothing about what is measured
	"and":          true, // join what stands before them to what stands behind
	"or":           true,
	"followers":    true, // end the part a head stands last in: "guardrail protecting a drop"
	"positions":    true, // links that say where: "al fondo"
	"sites":        true, // what follows says where the thing is: "junto a la ducha"
	"companies":    true, // what follows says what the thing has: "con ducha"
	"apart":        true, // whose stem is another word's: "acera" is no "acero"
	"labels":       true, // a number behind them is a name: "planta 3"
	"brands":       true, // a word behind them is a name: "modelo Alfa"
	"dimensions":   true, // name what the number before them measures: "5 m de ancho" is a width
	"heights":      true, // those of them that say how high: "alto", "height"
	"counters":     true, // ask how many there are of what follows
	"buildings":    true, // say nothing of what a building is used for
	"parts":        true, // name parts of things: "bottom rail" of a guardrail
	"years":        true, // say when a building was built or permitted: a number of four digits with them is a year
	"before":       true, // the year behind them is the first that is out: "antes de 1980"
	"each":         true, // what a number stands beside is one share of several: "each", "per"
	"yes":          true, // answer behind a circumstance's name: "ascensor: sí"
	"no":           true,
	"elisions":     true, // stand before an apostrophe and are words of their own: "l'escalier"
}

// phraseKinds are the keys of the section of phrases: what cuts or joins the
// phrases of a text of regulations.
var phraseKinds = map[string]bool{
	"alternatives": true, "with comma": true, "exceptions": true, "exception tails": true, "counted": true, "from": true, "to": true,
	"under": true, "up to": true, "articles": true, "of": true, "either": true, "each": true, "according to": true, "examples": true,
	"requires": true, "coordination": true, "in": true, "as": true, "for": true, "wholes": true, "areas": true, "where": true, "outside": true, "or more": true,
	"placed":     true, // say before a little word of where that the thing is there
	"others":     true, // set another thing beside the one that is measured: "the other hall"
	"attributes": true, // keys of schedules that say nothing of a circumstance: "material: wood"
	"kinds":      true, // those that say which thing it is: "type: cot"
}

// unread are sections and kinds of phrases that nobody reads any more. Files of languages
// that were added may have them: they are passed over.
var unread = map[string]bool{"partly": true, "out of use": true, "voids": true, "denials": true, "more": true,
	"plus": true, "times": true, "twice": true, "exclusions": true}

// operators are the operators that wordings stand for.
var operators = []string{"<", "<=", "=", ">=", ">"}

// stemRule is how number and gender are taken off a word.
type stemRule struct {
	plurals   []string          // endings that are taken off first
	kept      []string          // endings like those that are not
	endings   []ending          // then one of these is replaced, the longest first
	irregular map[string]string // words with a stem of their own
}

type ending struct{ from, to string }

// fileError is a mistake in a language file, at a line counted from 1.
type fileError struct {
	file string
	line int
	text string
}

func (p *fileError) Error() string { return fmt.Sprintf("%s:%d: %s", p.file, p.line, p.text) }

// grammarReader takes a grammar file apart.
type grammarReader struct {
	*Language
	line    int
	section string
	wrong   []error
}

// parseGrammar reads a grammar file: sections in brackets, # for remarks. It goes
// on behind a mistake, so that all are found.
func parseGrammar(lang, text string) (*Language, []error) {
	r := &grammarReader{Language: &Language{
		Lang: lang, words: make(map[string][]string), comparators: make(map[string]string), behind: make(map[string]string),
		phrases: make(map[string][]string), data: make(map[string]string), dataToo: make(map[string][]string), stem: stemRule{irregular: make(map[string]string)},
		abbreviations: make(map[string]string), classes: make(map[string]string),
		zones: zoneWords{climate: make(map[string]bool), radon: make(map[string]string)},
	}}
	for line := range strings.Lines(text) {
		r.line++
		line = strings.TrimSpace(line)
		switch {
		case line == "" || strings.HasPrefix(line, "#"):
		case strings.HasPrefix(line, "["):
			r.open(strings.Trim(line, "[]"))
		default:
			r.read(line)
		}
	}
	return r.Language, r.wrong
}

func (r *grammarReader) fail(format string, args ...any) {
	r.wrong = append(r.wrong, &fileError{GrammarFile, r.line, fmt.Sprintf(format, args...)})
}

func (r *grammarReader) open(section string) {
	r.section = section
	switch section {
	case "stem", "comparators", "behind", "phrases", "zones", "data of places", "abbreviations", "classes":
	default:
		if !wordSections[section] && !unread[section] {
			r.fail("unknown section %q", section)
			r.section = "?"
		}
	}
}

func (r *grammarReader) read(line string) {
	if wordSections[r.section] {
		for _, w := range strings.Fields(line) {
			if folded := retrieval.Fold(w); folded != "" {
				r.words[r.section] = append(r.words[r.section], folded)
			}
		}
		return
	}
	if r.section == "?" || unread[r.section] {
		return // said already, or of no use
	}
	key, value, ok := strings.Cut(line, ":")
	key, value = strings.TrimSpace(key), strings.TrimSpace(value)
	if !ok || value == "" {
		r.fail("write \"key: value\", not %q", line)
		return
	}
	switch r.section {
	case "":
		r.set(key, value)
	case "stem":
		r.stemLine(key, value)
	case "comparators":
		r.compare(r.comparators, key, value)
	case "behind":
		r.compare(r.behind, key, value)
	case "phrases":
		if unread[key] {
			return
		}
		if !phraseKinds[key] {
			r.fail("unknown kind of phrases %q", key)
			return
		}
		r.phrase(key, value)
	case "zones":
		r.zone(key, value)
	case "abbreviations":
		r.abbreviations[key] = value
	case "classes":
		r.classes[key] = value
	case "data of places":
		if key != rules.PlaceClimate && key != rules.PlaceRadon && key != rules.PlaceAltitude {
			r.fail("unknown datum %q: there are %s, %s and %s", key, rules.PlaceClimate, rules.PlaceRadon, rules.PlaceAltitude)
			return
		}
		if names := phraseList(value); len(names) > 0 {
			r.data[key], r.dataToo[key] = names[0], names[1:]
		}
	}
}

// maxPhrases bounds the wordings of a kind, and maxPhrase the bytes of one.
const (
	maxPhrases = 200
	maxPhrase  = 100
)

func (r *grammarReader) phrase(kind, value string) {
	for _, wording := range phraseList(value) {
		if len(wording) > maxPhrase {
			r.fail("%.20q... is longer than %d bytes", wording, maxPhrase)
			return
		}
		r.phrases[kind] = append(r.phrases[kind], wording)
	}
	if len(r.phrases[kind]) > maxPhrases {
		r.fail("more than %d wordings of %q", maxPhrases, kind)
	}
}

// phraseList returns wordings separated by commas.
func phraseList(value string) []string {
	var out []string
	for each := range strings.SplitSeq(value, ",") {
		if each = strings.Join(strings.Fields(each), " "); each != "" {
			out = append(out, each)
		}
	}
	return out
}

func (r *grammarReader) set(key, value string) {
	switch key {
	case "head":
		if value != "first" && value != "last" {
			r.fail("head is first or last, not %q", value)
		}
		r.headFirst = value == "first"
	case "until":
		r.until = retrieval.Fold(value)
	case "between":
		open, middle, ok := strings.Cut(value, "…")
		if !ok {
			r.fail("between needs … for its first number: %q", value)
		}
		r.between = [2]string{retrieval.Fold(strings.TrimSpace(open)), retrieval.Fold(strings.TrimSpace(middle))}
	default:
		r.fail("unknown setting %q: there are head, until and between", key)
	}
}

func (r *grammarReader) stemLine(key, value string) {
	words := strings.Fields(retrieval.Fold(value))
	switch key {
	case "plural":
		r.stem.plurals = append(r.stem.plurals, words...)
	case "kept":
		r.stem.kept = append(r.stem.kept, words...)
	case "ending":
		for _, w := range words {
			from, to, _ := strings.Cut(w, ">")
			if from == "" {
				r.fail("an ending is written ending or ending>other, not %q", w)
				continue
			}
			r.stem.endings = append(r.stem.endings, ending{from, to})
		}
	case "irregular":
		for _, w := range words {
			from, to, ok := strings.Cut(w, ">")
			if !ok || from == "" || to == "" {
				r.fail("an irregular word is written word>stem, not %q", w)
				continue
			}
			r.stem.irregular[from] = to
		}
	default:
		r.fail("unknown key %q: there are plural, kept, ending and irregular", key)
	}
}

func (r *grammarReader) compare(into map[string]string, op, value string) {
	if !slices.Contains(operators, op) {
		r.fail("%q is none of %s", op, strings.Join(operators, " "))
		return
	}
	for _, wording := range phraseList(retrieval.Fold(value)) {
		if old, ok := into[wording]; ok && old != op {
			r.fail("%q stands for %s already", wording, old)
		}
		if len(strings.Fields(wording)) > maxComparator {
			r.fail("%q has more than %d words", wording, maxComparator)
		}
		into[wording] = op
	}
}

func (r *grammarReader) zone(key, value string) {
	switch key {
	case "word":
		r.zones.words = append(r.zones.words, strings.Fields(retrieval.Fold(value))...)
	case "climate":
		for name := range strings.FieldsSeq(value) {
			r.zones.climate[name] = true
		}
	case "radon":
		for each := range strings.FieldsSeq(value) {
			from, to, ok := strings.Cut(each, ">")
			if !ok {
				r.fail("a radon zone is written name>number, not %q", each)
				continue
			}
			r.zones.radon[from] = to
		}
	default:
		r.fail("unknown key %q: there are word, climate and radon", key)
	}
}
