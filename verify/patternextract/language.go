package patternextract

import (
	"embed"
	"fmt"
	"io/fs"
	"path"
	"sort"
	"strings"

	"github.com/reglookup/regengine/codes/retrieval"
)

// The wordings of each language, a file each, named by its tag.
//
//go:embed lang
var languageFiles embed.FS

// mark says what a wording does in a statement; a wording may do several things.
type mark uint64

const (
	markMore mark = 1 << iota // more than
	markLess
	markLeast // at least, and equal is allowed
	markMost
	markEqual
	markLeastBehind // "o más", behind its figure
	markMostBehind
	markBetween
	markAnd
	markTo
	markNot
	markLack // "carecerán de": what follows must not be
	markForbid
	markVerb
	markModal
	markSkip // may stand between a comparator and its figure
	markDet
	markOf
	markMeasureBehind
	markWhen
	markWeak // opens a circumstance only at the beginning or behind a figure
	markUnless
	markThen // takes up the circumstance before: "en cuyo caso"
	markRest
	markAlso
	markHowever
	markPer
	markFraction
	markNoLimit
	markGauge
	markPass
	markName // what follows is a number by name: "artículo 5"
	markExample
	markTrial
	markAt
	markClass
	markDefine
	markDemand
	markAbility
	markHeadLeast
	markHeadMost
	markRatio // "1 in 40"
	markOne
	markPlace       // a preposition that says where
	markAdverb      // may stand between verb and comparator
	markSubordinate // a verb form that no main clause has
	markRelative
	markConcede // a further limit in place of the one before: "se admite"
	markPerUnit
	markAbstract // a duty of which no check can ask: "cumplir"
	markExempt   // says to what the text does not apply
	markLowers   // says that a limit may be lower in some case, so that it is a minimum
	markRaises
	markDimension // a comparator that names what it compares: "higher than"
	markJoin      // adds a further property: "with"
	markMain      // a verb form that only a main clause has
	markRespective
	markAct // a verb that names what is measured: "vuelen"
)

// marks names the marks as the language files write them.
var marks = map[string]mark{
	"more": markMore, "less": markLess, "least": markLeast, "most": markMost, "equal": markEqual,
	"least behind": markLeastBehind, "most behind": markMostBehind, "between": markBetween, "and": markAnd, "to": markTo,
	"not": markNot, "lack": markLack | markVerb, "forbid": markForbid | markVerb | markNot, "verb": markVerb, "modal": markModal, "skip": markSkip,
	"det": markDet, "of": markOf, "measure behind": markMeasureBehind, "when": markWhen, "when weak": markWeak,
	"unless": markUnless, "then": markThen, "rest": markRest, "also": markAlso, "however": markHowever, "per": markPer,
	"fraction": markFraction, "no limit": markNoLimit, "gauge": markGauge, "pass": markPass, "name": markName,
	"example": markExample, "trial": markTrial, "at": markAt, "class": markClass,
	"define": markDefine, "demand": markDemand | markVerb, "ability": markAbility | markVerb | markNot | markModal, "head least": markHeadLeast, "head most": markHeadMost,
	"ratio": markRatio, "one": markOne, "place": markPlace, "adverb": markAdverb, "verb subordinate": markSubordinate | markVerb,
	"relative": markRelative, "concede": markConcede | markVerb, "act": markAct | markVerb,
	"verb main": markMain | markVerb, "respective": markRespective, "join": markJoin, "dimension": markDimension, "lowers": markLowers | markVerb, "raises": markRaises | markVerb, "exempt": markExempt | markVerb, "per unit": markPerUnit, "abstract": markAbstract,
}

// wording is a sequence of folded words, what it does and what it speaks of.
type wording struct {
	words []string
	mark  mark
	topic topic
}

// unitWording is a unit in words: "por ciento".
type unitWording struct{ text, unit string }

// language is what reading one language takes.
type language struct {
	tag      string
	wordings map[string][]wording // by first word, longest first
	units    []unitWording        // longest first
	numbers  map[string]string    // written numbers -> decimal
	usual    map[string]string    // what is measured -> the unit its figures have where none is printed
	series   map[int][]string     // how many columns a row without header has -> the usual ones
	endings  []string             // of verb forms that only a main clause has, accents kept
}

// languages holds every language by its tag; the files are part of the program,
// so one that cannot be read is a mistake in it.
var languages = mustLoad(languageFiles)

// languageOf returns the language of a BCP 47 tag, or the one that is read
// where the tag says nothing known.
func languageOf(tag string) *language {
	base, _, _ := strings.Cut(strings.ToLower(tag), "-")
	if l, ok := languages[base]; ok {
		return l
	}
	return languages["es"]
}

func mustLoad(files fs.FS) map[string]*language {
	names, err := fs.Glob(files, "lang/*.txt")
	if err != nil || len(names) == 0 {
		panic("patternextract: no languages")
	}
	out := make(map[string]*language, len(names))
	for _, name := range names {
		text, err := fs.ReadFile(files, name)
		if err != nil {
			panic(err)
		}
		l, err := parseLanguage(strings.TrimSuffix(path.Base(name), ".txt"), string(text))
		if err != nil {
			panic(fmt.Errorf("%s: %w", name, err))
		}
		out[l.tag] = l
	}
	return out
}

// parseLanguage reads a language file: "mark: wording, wording" a line.
func parseLanguage(tag, text string) (*language, error) {
	l := &language{tag: tag, wordings: map[string][]wording{}, numbers: map[string]string{}, series: map[int][]string{}, usual: map[string]string{}}
	all := map[string]wording{}
	number := 0
	for line := range strings.Lines(text) {
		number++
		line = strings.TrimSpace(line)
		if line == "" || line[0] == '#' {
			continue
		}
		name, list, ok := strings.Cut(line, ":")
		if !ok {
			return nil, fmt.Errorf("line %d: write \"mark: wording, wording\"", number)
		}
		if err := l.addLine(all, strings.TrimSpace(name), list); err != nil {
			return nil, fmt.Errorf("line %d: %w", number, err)
		}
	}
	l.index(all)
	return l, nil
}

// addLine takes the wordings of one line; those with marks go to all.
func (l *language) addLine(all map[string]wording, name, list string) error {
	unit, isUnit := strings.CutPrefix(name, "unit ")
	bare, isUsual := strings.CutPrefix(name, "usual ")
	column, isSeries := strings.CutPrefix(name, "series")
	m, isMark := marks[name]
	theme, isTopic := topics[name]
	if !isUnit && !isUsual && !isMark && !isTopic && name != "number" && name != "ending main" && !isSeries {
		return fmt.Errorf("unknown mark %q", name)
	}
	for text := range strings.SplitSeq(list, ",") {
		written := strings.Join(strings.Fields(text), " ")
		text = retrieval.Fold(written)
		switch {
		case text == "":
		case isSeries:
			columns := strings.Fields(written)
			for i := range columns {
				columns[i] = strings.TrimSpace(column + " " + columns[i])
			}
			l.series[len(columns)] = columns
		case name == "ending main":
			l.endings = append(l.endings, written)
		case isUnit:
			l.units = append(l.units, unitWording{written, unit})
		case isUsual:
			l.usual[text] = bare
		case name == "number":
			value, word, ok := strings.Cut(text, " ")
			if !ok {
				return fmt.Errorf("write the number before the word: %q", text)
			}
			l.numbers[word] = value
		default:
			w := all[text]
			all[text] = wording{mark: w.mark | m, topic: w.topic | theme}
		}
	}
	return nil
}

// index sorts wordings so that the longest that fits is found first.
func (l *language) index(all map[string]wording) {
	for text, w := range all {
		w.words = splitWords(text)
		l.wordings[w.words[0]] = append(l.wordings[w.words[0]], w)
	}
	for word := range l.numbers {
		words := splitWords(word)
		if _, ok := all[word]; !ok && len(words) > 1 {
			l.wordings[words[0]] = append(l.wordings[words[0]], wording{words: words})
		}
	}
	for _, list := range l.wordings {
		sort.Slice(list, func(i, j int) bool { return len(list[i].words) > len(list[j].words) })
	}
	sort.SliceStable(l.units, func(i, j int) bool { return len(l.units[i].text) > len(l.units[j].text) })
}

// usualUnit returns the unit that figures of what some tokens name have where
// none is printed, or "".
func (l *language) usualUnit(toks []token) string {
	for i := range toks {
		if unit := l.usual[toks[i].text]; unit != "" {
			return unit
		}
	}
	return ""
}

// hasMark reports whether a single word has a mark.
func (l *language) hasMark(word string, m mark) bool {
	for _, w := range l.wordings[retrieval.Fold(word)] {
		if len(w.words) == 1 {
			return w.mark&m != 0
		}
	}
	return false
}

// mainEnding reports a word that ends as verbs of a main clause do: "se
// calculará". Accents count: "manera" is no verb.
func (l *language) mainEnding(word string) bool {
	for _, ending := range l.endings {
		if len(word) > len(ending)+1 && strings.HasSuffix(word, ending) {
			return true
		}
	}
	return false
}

// splitWords cuts a wording as the scanner cuts text.
func splitWords(text string) []string {
	return strings.FieldsFunc(text, func(r rune) bool { return r == ' ' || r == '-' || r == '/' })
}
