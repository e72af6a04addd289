package patternextract

import (
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"sort"
	"strings"
	"sync"

	"github.com/reglookup/regengine/codes/reading/quantity"
	"github.com/reglookup/regengine/codes/retrieval"
	"github.com/reglookup/regengine/geo/langfile"
)

// The wordings of each language, a file each, named by its tag.
//
//go:embed lang
var languageFiles embed.FS

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
	elisions map[string]bool      // stand before an apostrophe and are words of their own: "l'escalier"
	endings  []string             // of verb forms that only a main clause has, accents kept
}

// builtInLanguages holds those that are part of the program, by tag; a file that
// cannot be read is a mistake in it.
var builtInLanguages = sync.OnceValue(func() map[string]*language { return mustLoad(languageFiles) })

// added holds the languages that were added.
var added langfile.Table[*language]

// defaultLanguage reads texts that do not say which language they are in.
const defaultLanguage = "es"

// languageOf returns the language of a BCP 47 tag; nil where nobody added it.
func languageOf(tag string) *language {
	code := langfile.Primary(tag)
	if code == "" {
		code = defaultLanguage
	}
	if l, ok := builtInLanguages()[code]; ok {
		return l
	}
	l, _ := added.Get(code)
	return l
}

// parseUnit reads a unit with the words of the language.
func (l *language) parseUnit(text string) (quantity.Unit, error) {
	return quantity.ParseUnitIn(text, l.tag)
}

func (l *language) newUnits() units { return units{lang: l.tag, read: make(map[string]unitEntry)} }

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
		l, wrong := parseLanguage(strings.TrimSuffix(path.Base(name), ".txt"), string(text))
		if len(wrong) > 0 {
			panic(fmt.Errorf("%s: %w", name, errors.Join(wrong...)))
		}
		out[l.tag] = l
	}
	return out
}

// parseLanguage reads a language file: "mark: wording, wording" a line. It goes on
// behind a mistake, so that all are found.
func parseLanguage(tag, text string) (*language, []error) {
	l := &language{tag: tag, wordings: map[string][]wording{}, numbers: map[string]string{}, series: map[int][]string{}, usual: map[string]string{}, elisions: map[string]bool{}}
	all := map[string]wording{}
	var wrong []error
	number := 0
	for line := range strings.Lines(text) {
		number++
		line = strings.TrimSpace(line)
		if line == "" || line[0] == '#' {
			continue
		}
		name, list, ok := strings.Cut(line, ":")
		if !ok {
			wrong = append(wrong, fmt.Errorf("%d: write \"mark: wording, wording\"", number))
			continue
		}
		if err := l.addLine(all, strings.TrimSpace(name), list); err != nil {
			wrong = append(wrong, fmt.Errorf("%d: %w", number, err))
		}
	}
	l.index(all)
	return l, wrong
}

// addLine takes the wordings of one line; those with marks go to all.
func (l *language) addLine(all map[string]wording, name, list string) error {
	unit, isUnit := strings.CutPrefix(name, "unit ")
	bare, isUsual := strings.CutPrefix(name, "usual ")
	column, isSeries := strings.CutPrefix(name, "series")
	m, isMark := marks[name]
	theme, isTopic := topics[name]
	if !isUnit && !isUsual && !isMark && !isTopic && name != "number" && name != "ending main" && name != "elision" && !isSeries {
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
		case name == "elision":
			l.elisions[text] = true
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
			if _, err := quantity.ParseNumber(value); err != nil {
				return fmt.Errorf("%q is no number such as 0.5", value)
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
		if w.words = l.splitWords(text); len(w.words) == 0 {
			continue
		}
		l.wordings[w.words[0]] = append(l.wordings[w.words[0]], w)
	}
	for word := range l.numbers {
		words := l.splitWords(word)
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
func (l *language) splitWords(text string) []string {
	var out []string
	for _, word := range strings.FieldsFunc(text, func(r rune) bool { return r == ' ' || r == '-' || r == '/' }) {
		for n := l.elided(word); n > 0; n = l.elided(word) {
			out = append(out, plainElision(word[:n]))
			word = word[n:]
		}
		if word != "" {
			out = append(out, word)
		}
	}
	return out
}

// elided returns the length of the word with its apostrophe that text begins with
// and that stands before another as in "l'escalier"; 0 for none.
func (l *language) elided(text string) int {
	if len(l.elisions) == 0 {
		return 0
	}
	n := wordEnd(text)
	for _, sign := range []string{"'", "’"} {
		if n > 0 && strings.HasPrefix(text[n:], sign) && l.elisions[retrieval.Fold(text[:n])] {
			return n + len(sign)
		}
	}
	return 0
}

// plainElision writes an elided word as wordings hold it.
func plainElision(text string) string {
	return retrieval.Fold(strings.ReplaceAll(text, "’", "'"))
}
