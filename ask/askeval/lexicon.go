package askeval

import (
	"embed"
	"math/big"
	"strings"
	"sync"

	"github.com/reglookup/regengine/codes/retrieval"
)

//go:embed units.tsv numerals.tsv phrases.txt
var tables embed.FS

// scale is a unit as so many of a base unit.
type scale struct {
	base   string
	factor *big.Rat
}

// lexicon is what words and signs mean.
type lexicon struct {
	units    map[string]scale    // by spelling as unitKey writes it
	numerals map[string]*big.Rat // by folded words
	abstain  []string            // phrases with a space around, folded
	depends  []string
	free     []string
}

var words = sync.OnceValue(func() *lexicon {
	l := &lexicon{units: make(map[string]scale), numerals: make(map[string]*big.Rat)}
	eachLine("units.tsv", func(cells []string) {
		factor, ok := new(big.Rat).SetString(cells[1])
		if !ok {
			panic("askeval: units.tsv: " + cells[1])
		}
		for spelling := range strings.FieldsSeq(cells[2]) {
			if key := unitKey(strings.ReplaceAll(spelling, "_", " ")); l.units[key].base == "" {
				l.units[key] = scale{cells[0], factor}
			}
		}
	})
	eachLine("numerals.tsv", func(cells []string) {
		value, ok := new(big.Rat).SetString(cells[0])
		if !ok {
			panic("askeval: numerals.tsv: " + cells[0])
		}
		for word := range strings.FieldsSeq(cells[1]) {
			l.numerals[strings.TrimSpace(plain(strings.ReplaceAll(word, "_", " ")))] = value
		}
	})
	eachLine("phrases.txt", func(cells []string) {
		phrase := plain(cells[1])
		switch cells[0] {
		case "abstain":
			l.abstain = append(l.abstain, phrase)
		case "depends":
			l.depends = append(l.depends, phrase)
			return
		}
		l.free = append(l.free, phrase)
	})
	return l
})

// eachLine calls f with the cells of each line of an embedded table.
func eachLine(name string, f func(cells []string)) {
	data, err := tables.ReadFile(name)
	if err != nil {
		panic(err) // it is embedded
	}
	for line := range strings.Lines(string(data)) {
		if line = strings.TrimSpace(line); line != "" && !strings.HasPrefix(line, "#") {
			f(strings.Split(line, "\t"))
		}
	}
}

// unitKey brings a unit to the form units are compared in.
func unitKey(text string) string {
	text = strings.ReplaceAll(text, "º", "°")
	return strings.Map(func(r rune) rune {
		if strings.ContainsRune(" \u00a0\u202f·.()*⋅^", r) {
			return -1
		}
		return r
	}, retrieval.Fold(text))
}
