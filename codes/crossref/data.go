package crossref

import (
	_ "embed"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/reglookup/regengine/codes/retrieval"
)

//go:embed mentions.tsv
var mentionsTSV string

// language is what one language, with the names known in all, has for mentions.
type language struct {
	parts map[string]string // folded word -> kind; of two words with "·" between
	links map[string]bool
	selfs map[string]bool
	ands  map[string]bool
	works map[string][]phrase // by folded first word, longest first
}

// phrase announces a regulation: by a number that follows, or by itself.
type phrase struct {
	words []string // folded
	class string
	named bool // needs no number
	caps  bool // letters that must be written as capitals
}

type tables struct {
	languages map[string]*language
	ordinals  map[string]string
	common    *language // of a language not in the table
}

// vocabulary reads the embedded table once.
var vocabulary = sync.OnceValue(func() *tables {
	t, err := parseTables(mentionsTSV)
	if err != nil {
		panic(err) // the table is part of the program, and a test reads it
	}
	return t
})

func newLanguage() *language {
	return &language{
		parts: map[string]string{}, links: map[string]bool{}, selfs: map[string]bool{},
		ands: map[string]bool{}, works: map[string][]phrase{},
	}
}

func parseTables(data string) (*tables, error) {
	t := &tables{languages: map[string]*language{}, ordinals: map[string]string{}, common: newLanguage()}
	var names [][]string
	for line := range strings.Lines(data) {
		fields := strings.Split(strings.TrimRight(line, "\r\n"), "\t")
		if fields[0] == "" || strings.HasPrefix(fields[0], "#") {
			continue
		}
		if fields[0] == "name" {
			names = append(names, fields)
			continue
		}
		if err := t.enter(fields); err != nil {
			return nil, err
		}
	}
	for _, l := range append(values(t.languages), t.common) {
		for _, fields := range names {
			if len(fields) != 3 {
				return nil, fmt.Errorf("mentions: %q has %d columns", fields, len(fields))
			}
			l.addWork(fields[1], fields[2], true)
		}
		l.sortWorks()
	}
	return t, nil
}

func values(m map[string]*language) []*language {
	list := make([]*language, 0, len(m)+1)
	for _, l := range m {
		list = append(list, l)
	}
	return list
}

func (t *tables) enter(fields []string) error {
	what, columns := fields[0], len(fields)
	switch {
	case what == "ordinal" && columns == 3:
		for _, w := range strings.Fields(fields[2]) {
			t.ordinals[retrieval.Fold(w)] = fields[1]
		}
	case (what == "part" || what == "work") && columns == 4:
		l := t.language(fields[2])
		if what == "work" {
			l.addWork(fields[1], fields[3], false)
			break
		}
		for _, w := range strings.Fields(fields[3]) {
			l.parts[retrieval.Fold(w)] = fields[1]
		}
	case (what == "link" || what == "self" || what == "and") && columns == 3:
		l := t.language(fields[1])
		set := map[string]map[string]bool{"link": l.links, "self": l.selfs, "and": l.ands}[what]
		for _, w := range strings.Fields(fields[2]) {
			set[retrieval.Fold(w)] = true
		}
	default:
		return fmt.Errorf("mentions: %q is no row of the table", strings.Join(fields, " "))
	}
	return nil
}

func (t *tables) language(tag string) *language {
	if t.languages[tag] == nil {
		t.languages[tag] = newLanguage()
	}
	return t.languages[tag]
}

// of returns the words of a BCP 47 tag's language.
func (t *tables) of(lang string) *language {
	primary, _, _ := strings.Cut(strings.ToLower(lang), "-")
	if l := t.languages[primary]; l != nil {
		return l
	}
	return t.common
}

func (l *language) addWork(class, phrases string, named bool) {
	for text := range strings.SplitSeq(phrases, "|") {
		list := wordsOf(text)
		words := make([]string, len(list))
		for i, w := range list {
			words[i] = w.fold
		}
		p := phrase{words: words, class: class, named: named, caps: named && text == strings.ToUpper(text)}
		l.works[words[0]] = append(l.works[words[0]], p)
	}
}

func (l *language) sortWorks() {
	for _, list := range l.works {
		slices.SortStableFunc(list, func(a, b phrase) int { return len(b.words) - len(a.words) })
	}
}
