package mcp

import (
	"embed"
	"fmt"
	"io/fs"
	"regexp"
	"slices"
	"strings"

	"github.com/reglookup/regengine/geo/langfile"
)

// messagesPart begins the keys of this package in messages.tsv.
const messagesPart = "mcp"

// standardLanguage is the one every other is held against: that of the HTTP API.
const standardLanguage = "en"

//go:embed words/*/messages.tsv
var wordFiles embed.FS

// words are the texts that users read, in one language. What the HTTP API says in
// English is found again by its English text, so that nothing has to be said twice.
type words struct {
	tag    string
	texts  map[string]string
	spoken []sentence // what the API says, longest first
}

// sentence is one that the API says, in English and in the words' language.
type sentence struct {
	english *regexp.Regexp
	own     string // with a %s for each group of english
}

// languages returns the words of each language there are words of.
func languages() []*words {
	entries, err := fs.ReadDir(wordFiles, "words")
	if err != nil {
		panic(err) // embedded
	}
	english := readEnglish()
	list := make([]*words, 0, len(entries))
	for _, entry := range entries {
		list = append(list, newWords(entry.Name(), english))
	}
	return list
}

func newWords(tag string, english map[string]string) *words {
	files, err := fs.Sub(wordFiles, "words/"+tag)
	if err != nil {
		panic(err) // embedded
	}
	found, err := langfile.Messages(files, messagesPart, english)
	if err != nil {
		panic(fmt.Sprintf("mcp: words of %s: %v", tag, err)) // embedded
	}
	w := &words{tag: tag, texts: found}
	for key, text := range english {
		if strings.HasPrefix(key, "api.") {
			w.spoken = append(w.spoken, sentence{pattern(text), found[key]})
		}
	}
	slices.SortFunc(w.spoken, func(a, b sentence) int { return len(b.english.String()) - len(a.english.String()) })
	return w
}

// readEnglish returns the English texts by key.
func readEnglish() map[string]string {
	file, err := wordFiles.ReadFile("words/" + standardLanguage + "/" + langfile.MessagesFile)
	if err != nil {
		panic(err) // embedded
	}
	known := map[string]string{}
	for line := range strings.Lines(string(file)) {
		key, text, ok := strings.Cut(strings.TrimRight(line, "\n"), "\t")
		if key, of := strings.CutPrefix(key, messagesPart+"."); ok && of {
			known[key] = strings.ReplaceAll(text, `\n`, "\n")
		}
	}
	return known
}

// pattern matches a text whose %s may stand for anything.
func pattern(text string) *regexp.Regexp {
	return regexp.MustCompile("^" + strings.ReplaceAll(regexp.QuoteMeta(text), "%s", "(.+)") + "$")
}

func (w *words) text(key string) string {
	text, ok := w.texts[key]
	if !ok {
		panic("mcp: no words for " + key)
	}
	return text
}

// fill returns a text with its verbs filled in.
func (w *words) fill(key string, values ...any) string { return fmt.Sprintf(w.text(key), values...) }

// translate says in the words' language what the API says in English. What the table
// lacks stays English; ok is false then.
func (w *words) translate(english string) (text string, ok bool) {
	for _, s := range w.spoken {
		if groups := s.english.FindStringSubmatch(english); groups != nil {
			values := make([]any, 0, len(groups))
			for _, group := range groups[1:] {
				values = append(values, w.term(group))
			}
			return fmt.Sprintf(s.own, values...), true
		}
	}
	return english, false
}

// term translates a word that fills in a sentence, where it is one of the API's own.
func (w *words) term(english string) string {
	if own, ok := w.texts["term."+strings.ReplaceAll(english, " ", "_")]; ok {
		return own
	}
	return english
}

func primary(tag string) string { return langfile.Primary(tag) }
