package quantity

import (
	_ "embed"
	"errors"
	"fmt"
	"strings"
	"sync"
	"unicode/utf8"
)

// unitTable lists the symbols of units; the words for them are in the language
// files.
//
//go:embed units.txt
var unitTable string

// catalogue is every unit and every word for one.
type catalogue struct {
	atoms    map[string]Unit   // symbols and single words, exactly as written; words folded
	folded   map[string]Unit   // symbols whatever their letter case, where that is no confusion
	phrases  map[string]string // several words, folded -> how a unit is written in symbols
	longest  int               // words of the longest phrase
	partial  map[string]bool   // words that phrases are made of
	dividers map[string]bool   // phrases that mean a slash
	read     unitMemory
	replaces bool // words that are added replace others, instead of being refused
}

// units is built once from the tables: the symbols, and the words of the built-in
// languages. Words of languages that were added are in catalogues of their own, so
// that they mean nothing in any other language.
var units = sync.OnceValue(func() *catalogue { return mustCatalogue(builtInLanguages()) })

// englishUnits are those of languages nobody added: symbols, and English words.
var englishUnits = sync.OnceValue(func() *catalogue {
	return mustCatalogue(map[string]*language{"en": builtInLanguages()["en"]})
})

func mustCatalogue(languages map[string]*language) *catalogue {
	c := newCatalogue()
	for code, l := range languages {
		if err := errors.Join(c.addLanguage(l)...); err != nil {
			panic(fmt.Errorf("language %s: %w", code, err))
		}
	}
	return c
}

// newCatalogue returns the symbols of units.txt, which every language shares.
func newCatalogue() *catalogue {
	c := &catalogue{atoms: make(map[string]Unit), phrases: make(map[string]string), partial: make(map[string]bool), dividers: make(map[string]bool)}
	c.read.read = make(map[string]Unit)
	for line := range strings.SplitSeq(unitTable, "\n") {
		if line = strings.TrimSpace(line); line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		if err := c.addSymbols(line); err != nil {
			panic(err)
		}
	}
	c.folded = foldAtoms(c.atoms)
	return c
}

func errBadUnit(line string) error {
	return fmt.Errorf("quantity: bad entry in the table of units: %q", line)
}

// addSymbols reads a line of units.txt.
func (c *catalogue) addSymbols(line string) error {
	fields := strings.Split(line, "|")
	if len(fields) < 3 {
		return errBadUnit(line)
	}
	factor, err := ParseNumber(strings.TrimSpace(fields[1]))
	if err != nil {
		return errBadUnit(line)
	}
	u := Unit{factor: factor}
	if u.dim, err = parseDim(fields[2]); err != nil {
		return err
	}
	for _, field := range fields[3:] {
		key, value, _ := strings.Cut(strings.TrimSpace(field), " ")
		switch key {
		case "kind":
			u.label = Kind(value)
		case "offset":
			if u.offset, err = ParseNumber(value); err != nil {
				return errBadUnit(line)
			}
		default:
			return errBadUnit(line)
		}
	}
	for _, name := range strings.Fields(fields[0]) {
		if spaced := strings.ReplaceAll(name, "_", " "); spaced != name {
			c.addPhrase(foldUnit(spaced), strings.Fields(fields[0])[0])
			continue
		}
		u.symbol = name
		c.atoms[name] = u
	}
	return nil
}

// addLanguage adds the words of one language, and returns what is wrong with those
// that it leaves out.
func (c *catalogue) addLanguage(l *language) []error {
	var wrong []error
	for i, pair := range l.units {
		if err := c.addWord(pair[0], pair[1]); err != nil {
			wrong = append(wrong, &lineError{l.unitLines[i], err.Error()})
		}
	}
	for _, pair := range l.counts {
		u := Unit{symbol: pair[0], dim: mustDim("count"), factor: NewNumber(1, 1), noun: pair[1]}
		if strings.Contains(pair[0], " ") {
			key := "count of " + pair[1] // no text holds it: a name for the phrase
			c.atoms[key] = u
			c.addPhrase(pair[0], key)
			continue
		}
		c.atoms[pair[0]] = u
		c.folded[pair[0]] = u
	}
	for _, phrase := range l.per {
		c.addPhrase(phrase, "/")
		c.dividers[phrase] = true
	}
	return wrong
}

func (c *catalogue) addWord(name, symbol string) error {
	u, known := c.atoms[symbol]
	simple := !strings.ContainsAny(name, " /.-") && known
	if !simple {
		if _, ok := c.symbol(symbol); !ok {
			return fmt.Errorf("%q is no unit; write the symbol of one", symbol)
		}
		c.addPhrase(strings.Join(strings.Fields(strings.ReplaceAll(name, "/", " / ")), " "), symbol)
		return nil
	}
	if old, ok := c.folded[name]; ok && !old.Equal(u) && !c.replaces {
		return fmt.Errorf("%q is %s already", name, old)
	}
	u.symbol = name
	c.atoms[name], c.folded[name] = u, u
	return nil
}

func (c *catalogue) addPhrase(phrase, symbols string) {
	words := strings.Fields(phrase)
	c.phrases[phrase] = symbols
	c.longest = max(c.longest, len(words))
	for _, w := range words {
		c.partial[w] = true
	}
}

// caseMatters are folded symbols that mean something else, or nothing, in small
// letters: a small m is milli, a capital T no tonne, "va" a word.
var caseMatters = strings.Fields("mw mn mj mwh mω mpa t va")

// foldAtoms indexes symbols by folded name and leaves out names that would stand
// for two different units.
func foldAtoms(exact map[string]Unit) map[string]Unit {
	out := make(map[string]Unit)
	clash := make(map[string]bool)
	for name, u := range exact {
		key := foldUnit(name)
		if old, ok := out[key]; ok && !old.Equal(u) {
			clash[key] = true
		}
		out[key] = u
	}
	for key := range clash {
		delete(out, key)
	}
	for _, key := range caseMatters {
		delete(out, key)
	}
	return out
}

var accents = strings.NewReplacer("á", "a", "é", "e", "í", "i", "ó", "o", "ú", "u", "ü", "u")

// foldUnit drops letter case and accents; ñ stays a letter of its own.
func foldUnit(s string) string {
	for i := range len(s) {
		if c := s[i]; c >= utf8.RuneSelf || c >= 'A' && c <= 'Z' {
			return accents.Replace(strings.ToLower(s))
		}
	}
	return s
}
