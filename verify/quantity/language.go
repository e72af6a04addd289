package quantity

import (
	"embed"
	"fmt"
	"path"
	"strings"
)

// languageFiles hold the words of units, counts and numbers. Another language is
// another file.
//
//go:embed language/*.txt
var languageFiles embed.FS

// language is what reading quantities takes of one language. Words are folded.
type language struct {
	decimal   string // the decimal sign; the other of . and , separates thousands
	units     [][2]string
	counts    [][2]string
	per       []string
	numbers   map[string]Number
	articles  map[string]bool // numbers that are mostly articles
	parts     map[string]Number
	factors   map[string]Number
	larger    map[string]bool // words of numbers beyond those
	joins     map[string]bool // stand between the words of a number
	ranges    []rangeWords
	by        []string
	tolerance []string
	classes   map[string]bool
}

// rangeWords are the words of a range: open before the first number, "" for
// nothing, and middle between the two.
type rangeWords struct{ open, middle string }

// languages holds what was read of every language, by its code.
var languages = mustLanguages()

// defaultLanguage reads numbers of languages there is no file of.
const defaultLanguage = "es"

// languageOf returns the language of a tag such as "es" or "en-GB".
func languageOf(tag string) *language {
	code, _, _ := strings.Cut(strings.ToLower(tag), "-")
	if l, ok := languages[code]; ok {
		return l
	}
	return languages[defaultLanguage]
}

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
		l, err := parseLanguage(string(text))
		if err != nil {
			panic(fmt.Errorf("%s: %w", entry.Name(), err))
		}
		out[strings.TrimSuffix(entry.Name(), ".txt")] = l
	}
	return out
}

// parseLanguage reads a language file: sections in brackets, # for comments.
func parseLanguage(text string) (*language, error) {
	l := &language{
		decimal: ",", numbers: make(map[string]Number), articles: make(map[string]bool), parts: make(map[string]Number),
		factors: make(map[string]Number), larger: make(map[string]bool), joins: make(map[string]bool), classes: make(map[string]bool),
	}
	section := ""
	for i, line := range strings.Split(text, "\n") {
		line = strings.TrimSpace(line)
		switch {
		case line == "" || strings.HasPrefix(line, "#"):
		case strings.HasPrefix(line, "["):
			section = strings.Trim(line, "[]")
		default:
			if err := l.read(section, line); err != nil {
				return nil, fmt.Errorf("line %d: %w", i+1, err)
			}
		}
	}
	return l, nil
}

// read takes one line of a section.
func (l *language) read(section, line string) error {
	switch section {
	case "":
		key, value, _ := strings.Cut(line, ":")
		if key != "decimal" {
			return fmt.Errorf("unknown setting %q", key)
		}
		l.decimal = strings.TrimSpace(value)
	case "units":
		l.units = appendPairs(l.units, line)
	case "counts":
		l.counts = appendPairs(l.counts, line)
	case "per":
		l.per = append(l.per, foldedList(line)...)
	case "by":
		l.by = append(l.by, foldedList(line)...)
	case "tolerance":
		l.tolerance = append(l.tolerance, foldedList(line)...)
	case "numbers":
		l.readNumbers(line)
	case "articles":
		addAll(l.articles, line)
	case "larger":
		addAll(l.larger, line)
	case "joins":
		addAll(l.joins, line)
	case "classes":
		addAll(l.classes, line)
	case "parts":
		return readNumbered(l.parts, line)
	case "factors":
		return readNumbered(l.factors, line)
	case "ranges":
		open, middle, ok := strings.Cut(foldUnit(line), "…")
		if !ok {
			return fmt.Errorf("a range needs … for its first number: %q", line)
		}
		l.ranges = append(l.ranges, rangeWords{strings.TrimSpace(open), strings.TrimSpace(middle)})
	default:
		return fmt.Errorf("unknown section %q", section)
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
	n, err := ParseNumber(strings.TrimSpace(key))
	if err != nil {
		return err
	}
	for _, name := range foldedList(names) {
		into[name] = n
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
