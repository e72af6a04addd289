package quantity

import (
	"embed"
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"
	"sync"

	"github.com/reglookup/regengine/geo/langfile"
)

// languageFiles hold the words of units, counts and numbers. Another language is
// another file.
//
//go:embed language/*.txt
var languageFiles embed.FS

// language is what reading quantities takes of one language. Words are folded.
type language struct {
	decimal   string     // the decimal sign; the other of . and , separates thousands
	spaced    bool       // thousands are set apart by spaces, not by the other sign
	unknown   bool       // nobody added the language
	own       *catalogue // its units; nil for those of the built-in languages
	units     [][2]string
	unitLines []int // of units, in the file
	counts    [][2]string
	per       []string
	numbers   map[string]Number
	articles  map[string]bool // numbers that are mostly articles
	parts     map[string]Number
	factors   map[string]Number
	larger    map[string]bool   // words of numbers beyond those
	values    map[string]int64  // numbers in words by what they are worth, of one word or more
	halves    map[string]bool   // a half before a unit, or behind a number and "and"
	halfWords []string          // the last words of both
	quarters  map[string]bool   // a quarter behind a number or unit and "and"
	fractions map[string]Number // shares that stand alone: "mitad"
	ratios    []string          // stand between 1 and what it is one of: "1 in 20"
	bounds    []boundPhrase     // the stronger first
	again     []string          // right before a figure: the one before it is bounded alike
	stops     []string          // no "…" of a bound spans them
	joins     map[string]bool   // stand between the words of a number
	hundreds  bool              // they do so behind hundreds ("two hundred and five"), not behind tens
	ranges    []rangeWords
	by        []string
	tolerance []string
	classes   map[string]bool
	opens     map[string]bool // words that a number in words may begin with
}

// rangeWords are the words of a range: open before the first number, "" for
// nothing, and middle between the two.
type rangeWords struct{ open, middle string }

// builtInLanguages holds those that are part of the program, by code.
var builtInLanguages = sync.OnceValue(mustLanguages)

// defaultLanguage reads texts that do not say which language they are in.
const defaultLanguage = "es"

// added holds the languages that were added.
var added langfile.Table[*language]

// unknownLanguage reads texts in a language nobody added: digits, with a comma for
// decimals, and units in symbols and in English. What could be thousands or decimals
// is no number there.
var unknownLanguage = sync.OnceValue(func() *language {
	return &language{decimal: ",", spaced: true, unknown: true, own: englishUnits()}
})

// languageOf returns the language of a tag such as "es" or "en-GB".
func languageOf(tag string) *language {
	code := langfile.Primary(tag)
	if code == "" {
		code = defaultLanguage
	}
	if l, ok := builtInLanguages()[code]; ok {
		return l
	}
	if l, ok := added.Get(code); ok {
		return l
	}
	return unknownLanguage()
}

// catalogue returns the units that are read in the language.
func (l *language) catalogue() *catalogue {
	if l.own == nil {
		return units()
	}
	return l.own
}

// DecimalSign returns the sign between the whole part of a number and its decimals,
// "," or ".", in the language of a BCP 47 tag.
func DecimalSign(lang string) string { return languageOf(lang).decimal }

func mustLanguages() map[string]*language {
	entries, err := languageFiles.ReadDir("language")
	if err != nil {
		panic(err) // embedded
	}
	out := make(map[string]*language, len(entries))
	for _, entry := range entries {
		text, err := languageFiles.ReadFile(path.Join("language", entry.Name()))
		if err != nil {
			panic(err)
		}
		l, wrong := parseLanguage(string(text))
		if len(wrong) > 0 {
			panic(fmt.Errorf("%s: %w", entry.Name(), errors.Join(wrong...)))
		}
		out[strings.TrimSuffix(entry.Name(), ".txt")] = l
	}
	return out
}

// lineError is a mistake at a line, counted from 1.
type lineError struct {
	line int
	text string
}

func (e *lineError) Error() string { return fmt.Sprintf("%d: %s", e.line, e.text) }

// parseLanguage reads a language file: sections in brackets, # for comments. It
// goes on behind a mistake, so that all are found.
func parseLanguage(text string) (*language, []error) {
	l := &language{
		decimal: ",", numbers: make(map[string]Number), articles: make(map[string]bool), parts: make(map[string]Number),
		factors: make(map[string]Number), larger: make(map[string]bool), values: make(map[string]int64), halves: make(map[string]bool), quarters: make(map[string]bool), fractions: make(map[string]Number), joins: make(map[string]bool), classes: make(map[string]bool),
	}
	section := ""
	var wrong []error
	for i, line := range strings.Split(text, "\n") {
		line = strings.TrimSpace(line)
		switch {
		case line == "" || strings.HasPrefix(line, "#"):
		case strings.HasPrefix(line, "["):
			section = strings.Trim(line, "[]")
		default:
			if err := l.read(section, line); err != nil {
				wrong = append(wrong, &lineError{i + 1, err.Error()})
			}
			for len(l.unitLines) < len(l.units) {
				l.unitLines = append(l.unitLines, i+1)
			}
		}
	}
	l.opens = l.openers()
	for _, set := range []map[string]bool{l.halves, l.quarters} {
		for name := range set {
			l.halfWords = append(l.halfWords, name[strings.LastIndexByte(name, ' ')+1:])
		}
	}
	return l, wrong
}

// halvesIn reports whether a half or a quarter may be joined to something in a text.
func (l *language) halvesIn(text string) bool {
	folded := foldUnit(text)
	in := func(word string) bool { return strings.Contains(folded, word) }
	for join := range l.joins {
		if in(join+" ") || in(join+"\u00a0") {
			return slices.ContainsFunc(l.halfWords, in)
		}
	}
	return false
}

// openers returns the first words of all that is written for a number. A text has few of
// them, and only there is a number in words looked for.
func (l *language) openers() map[string]bool {
	out := make(map[string]bool)
	add := func(name string) { out[name[:wordEnd(name)]] = true }
	for _, numbers := range []map[string]Number{l.numbers, l.factors, l.fractions} {
		for name := range numbers {
			add(name)
		}
	}
	for name := range l.values {
		add(name)
	}
	for name := range l.halves {
		add(name)
	}
	return out
}

// read takes one line of a section.
func (l *language) read(section, line string) error {
	switch {
	case l.wordSet(section) != nil:
		addAll(l.wordSet(section), line)
		return nil
	case l.wordList(section) != nil:
		list := l.wordList(section)
		*list = append(*list, foldedList(line)...)
		return nil
	case l.numbered(section) != nil:
		return readNumbered(l.numbered(section), line)
	}
	switch section {
	case "":
		return l.set(line)
	case "units":
		l.units = appendPairs(l.units, line)
	case "counts":
		l.counts = appendPairs(l.counts, line)
	case "numbers":
		l.readNumbers(line)
	case "values":
		return l.readValues(line)
	case "ranges":
		return l.readRange(line)
	case "least", "most", "above", "below", "least behind", "most behind", "least beside", "most beside":
		return l.readBounds(section, line)
	default:
		return fmt.Errorf("unknown section %q", section)
	}
	return nil
}

func (l *language) readRange(line string) error {
	open, middle, ok := strings.Cut(foldUnit(line), "…")
	if !ok {
		return fmt.Errorf("a range needs … for its first number: %q", line)
	}
	l.ranges = append(l.ranges, rangeWords{strings.TrimSpace(open), strings.TrimSpace(middle)})
	return nil
}

// wordList is the list of words that a section fills; nil for others.
func (l *language) wordList(section string) *[]string {
	return map[string]*[]string{"per": &l.per, "by": &l.by, "tolerance": &l.tolerance, "again": &l.again, "stops": &l.stops, "ratios": &l.ratios}[section]
}

// numbered are the numbers by their words that a section fills; nil for others.
func (l *language) numbered(section string) map[string]Number {
	return map[string]map[string]Number{"fractions": l.fractions, "parts": l.parts, "factors": l.factors}[section]
}

// wordSet is the set of words that a section fills; nil for others.
func (l *language) wordSet(section string) map[string]bool {
	return map[string]map[string]bool{
		"articles": l.articles, "larger": l.larger, "halves": l.halves, "quarters": l.quarters, "joins": l.joins, "classes": l.classes,
	}[section]
}

// set takes "decimal: ,", "thousands: space" and "and: tens".
func (l *language) set(line string) error {
	key, value, _ := strings.Cut(line, ":")
	value = strings.TrimSpace(value)
	switch {
	case key == "decimal" && (value == "," || value == "."):
		l.decimal = value
	case key == "thousands" && (value == "sign" || value == "space"):
		l.spaced = value == "space"
	case key == "and" && (value == "tens" || value == "hundreds"):
		l.hundreds = value == "hundreds"
	case key == "and":
		return fmt.Errorf("and is tens or hundreds, and not %q", value)
	case key == "decimal":
		return fmt.Errorf("decimal is . or , and not %q", value)
	case key == "thousands":
		return fmt.Errorf("thousands is sign or space, and not %q", value)
	default:
		return fmt.Errorf("unknown setting %q: there are decimal, thousands, and", key)
	}
	return nil
}

// readNumbers takes the written numbers from zero on; a slash separates forms.
func (l *language) readNumbers(line string) {
	next := int64(0)
	for _, forms := range foldedList(line) {
		for form := range strings.SplitSeq(forms, "/") {
			l.numbers[strings.TrimSpace(form)] = NewNumber(next, 1)
		}
		next++
	}
}

// readNumbered takes "3: tercio, tercios".
func readNumbered(into map[string]Number, line string) error {
	key, names, _ := strings.Cut(line, ":")
	n, ok := (&language{decimal: "."}).parseDecimal(strings.TrimSpace(key))
	if !ok {
		return fmt.Errorf("%w: %q", ErrNumber, key)
	}
	for _, name := range foldedList(names) {
		into[name] = n
	}
	return nil
}

// readValues takes "30: treinta".
func (l *language) readValues(line string) error {
	named := make(map[string]Number)
	if err := readNumbered(named, line); err != nil {
		return err
	}
	for name, n := range named {
		l.values[strings.ReplaceAll(name, "-", " ")] = n.rat().Num().Int64()
	}
	return nil
}

func addAll(into map[string]bool, line string) {
	for _, word := range foldedList(line) {
		into[word] = true
	}
}

// appendPairs takes "unit: name, name" apart into name and unit.
func appendPairs(pairs [][2]string, line string) [][2]string {
	unit, names, _ := strings.Cut(line, ":")
	for _, name := range foldedList(names) {
		pairs = append(pairs, [2]string{name, strings.TrimSpace(unit)})
	}
	return pairs
}

func foldedList(line string) []string {
	var out []string
	for part := range strings.SplitSeq(line, ",") {
		if part = strings.Join(strings.Fields(foldUnit(part)), " "); part != "" {
			out = append(out, part)
		}
	}
	return out
}
