package textlimits

import (
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"
	"sync"

	"github.com/reglookup/regengine/codes/retrieval"
	"github.com/reglookup/regengine/geo/langfile"
)

// The wordings of each language, a file each, named by its tag.
//
//go:embed lang
var languageFiles embed.FS

// wording is a sequence of folded words and what it does.
type wording struct {
	words []string
	mark  mark
}

// language is what reading one language takes.
type language struct {
	tag      string
	wordings map[string][]wording // by first word, longest first
	elisions map[string]bool      // stand before an apostrophe and are words of their own: "l'escalier"
	endings  []string             // of verb forms that only a main clause has, accents kept
	per      []string             // "por cada"
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

func mustLoad(files fs.FS) map[string]*language {
	names, err := fs.Glob(files, "lang/*.txt")
	if err != nil || len(names) == 0 {
		panic("textlimits: no languages")
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
	l := &language{tag: tag, wordings: map[string][]wording{}, elisions: map[string]bool{}}
	all := map[string]mark{}
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
func (l *language) addLine(all map[string]mark, name, list string) error {
	m, known := marks[name]
	if !known && name != "elision" && name != "ending main" {
		return fmt.Errorf("unknown mark %q", name)
	}
	for text := range strings.SplitSeq(list, ",") {
		written := strings.Join(strings.Fields(text), " ")
		text = retrieval.Fold(written)
		switch {
		case text == "":
		case name == "elision":
			l.elisions[text] = true
		case name == "ending main":
			l.endings = append(l.endings, written)
		default:
			all[text] |= m
		}
	}
	return nil
}

// index sorts wordings so that the longest that fits is found first.
func (l *language) index(all map[string]mark) {
	for text, m := range all {
		if words := l.splitWords(text); len(words) > 0 {
			l.wordings[words[0]] = append(l.wordings[words[0]], wording{words, m})
			if m&markPer != 0 {
				l.per = append(l.per, text)
			}
		}
	}
	for _, list := range l.wordings {
		slices.SortFunc(list, func(a, b wording) int { return len(b.words) - len(a.words) })
	}
}

// mainEnding reports a word that ends as verbs of a main clause do: "se
// calculará". Accents count: "manera" is no verb.
func (l *language) mainEnding(word string) bool {
	return slices.ContainsFunc(l.endings, func(ending string) bool { return len(word) > len(ending)+1 && strings.HasSuffix(word, ending) })
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
