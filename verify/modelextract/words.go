package modelextract

import (
	"embed"
	"path"
	"strings"
	"sync"
	"unicode"

	"github.com/reglookup/regengine/codes/retrieval"
)

// The kinds of wordings in a words file.
const (
	circumstanceWords = "circumstance" // what makes a limit hold in some cases only
	negationWords     = "negation"     // what makes of a duty its contrary
	prohibitionWords  = "prohibition"
	leaveWords        = "leave" // what takes a duty back
)

// The kinds of sentences there, for people to read.
const (
	doubtFigures      = "doubt figures"
	doubtCircumstance = "doubt circumstance"
	doubtTable        = "doubt table"
)

//go:embed words/*.txt
var wordFiles embed.FS

// wordings are those of one language by kind, each as its words, and the sentences.
type wordings struct {
	lists     map[string][][]string
	sentences map[string]string
}

// wordingsOf returns the wordings of a language tag such as "es-ES". nil says
// that there are none: nothing can be told of texts in that language.
func wordingsOf(tag string) *wordings {
	lang, _, _ := strings.Cut(strings.ToLower(tag), "-")
	return allWordings()[lang]
}

var allWordings = sync.OnceValue(func() map[string]*wordings {
	all := make(map[string]*wordings)
	files, err := wordFiles.ReadDir("words")
	if err != nil {
		return all // the folder is embedded
	}
	for _, file := range files {
		text, err := wordFiles.ReadFile(path.Join("words", file.Name()))
		if err == nil { // embedded files can be read
			all[strings.TrimSuffix(file.Name(), ".txt")] = parseWordings(string(text))
		}
	}
	return all
})

func parseWordings(text string) *wordings {
	out := &wordings{make(map[string][][]string), make(map[string]string)}
	for line := range strings.Lines(text) {
		kind, list, ok := strings.Cut(line, ":")
		if !ok || strings.HasPrefix(line, "#") {
			continue
		}
		if strings.HasPrefix(kind, "doubt ") {
			out.sentences[kind] = strings.TrimSpace(list)
			continue
		}
		for wording := range strings.SplitSeq(list, ",") {
			out.lists[kind] = append(out.lists[kind], strings.Fields(wording))
		}
	}
	return out
}

// says reports whether text holds a wording of a kind.
func (w *wordings) says(kind, text string) bool {
	words := strings.FieldsFunc(retrieval.Fold(text), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	for i := range words {
		for _, wording := range w.lists[kind] {
			if startsWith(words[i:], wording) {
				return true
			}
		}
	}
	return false
}

func startsWith(words, wording []string) bool {
	if len(words) < len(wording) || len(wording) == 0 {
		return false
	}
	for i, want := range wording {
		if prefix, open := strings.CutSuffix(want, "*"); open && strings.HasPrefix(words[i], prefix) {
			continue
		}
		if words[i] != want {
			return false
		}
	}
	return true
}
