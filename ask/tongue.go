package ask

import (
	"embed"
	"io/fs"
	"regexp"
	"strings"
	"sync"

	"github.com/reglookup/regengine/codes/reading/quantity"
)

// tongue is all the check knows of a language: numbers, words and references are read by
// their own packages, under the same tag. It is immutable.
type tongue struct {
	tag     string
	words   wording
	phrases map[string][]*regexp.Regexp
	months  map[string]int // by name, lower case
	dates   *regexp.Regexp // dates in words; nil where no month is known
	zones   *regexp.Regexp // a word for a zone or class, and its letter or number
}

//go:embed language
var languageFiles embed.FS

// ownTongues are the languages the package brings along.
var ownTongues = sync.OnceValue(func() map[string]*tongue {
	list := map[string]*tongue{}
	for tag, words := range wordings() {
		files, err := fs.Sub(languageFiles, "language/"+tag)
		if err != nil {
			panic(err) // embedded
		}
		r := tongueReader{files: files}
		t := r.tongue(tag, words)
		if r.err != nil {
			panic(r.err)
		}
		list[tag] = t
	}
	return list
})

// tongueOf returns what is known of a language; of an unknown one that is what is known
// of English.
func tongueOf(tag string) *tongue {
	if own := ownTongues()[tag]; own != nil {
		return own
	}
	if known, ok := tongues.Get(tag); ok {
		return known
	}
	return &tongue{tag: tag, words: wordings()["en"]}
}

// says reports whether a text holds a phrase of a kind, in the language it is in or that
// of the question.
func (t *turn) says(kind, text string) bool {
	folded := foldWord(text)
	own := t.languageOfText(text)
	return own.last(kind, folded) >= 0 || t.facts.lang != own && t.facts.lang.last(kind, folded) >= 0
}

// without takes the phrases of a kind out of a text, which it folds.
func (t *turn) without(kind, text string) string {
	text = foldWord(text)
	for _, l := range []*tongue{t.languageOfText(text), t.facts.lang} {
		for _, p := range l.phrases[kind] {
			text = p.ReplaceAllString(text, " ")
		}
	}
	return text
}

// last is where the last phrase of a kind begins in a folded text, -1 for none.
func (l *tongue) last(kind, folded string) int {
	at := -1
	for _, p := range l.phrases[kind] {
		for _, m := range p.FindAllStringIndex(folded, -1) {
			at = max(at, m[0])
		}
	}
	return at
}

// The kinds of phrases a language file may hold.
var phraseKinds = []string{"absence", "contrast", "project", "law", "attribution", "repealed", "draft", "duty", "case", "denial", "exemption", "aside", "rest", "and", "sourcelist", measureKind, zoneKind, monthKind}

// measureKind is what is measured, and how: such words tell a language from another too.
const measureKind = "measure"

// Kinds that are no phrases: words before a zone, and the months.
const (
	zoneKind  = "zone"
	monthKind = "month"
)

// tongue reads the files of a language.
func (r *tongueReader) tongue(tag string, words wording) *tongue {
	t := &tongue{tag: tag, words: words, phrases: r.phrases(), months: map[string]int{}}
	for i, month := range r.months {
		for name := range strings.FieldsSeq(month) {
			t.months[name] = i%12 + 1
		}
	}
	t.dates = datesOf(t.months)
	if len(r.zones) > 0 {
		t.zones = regexp.MustCompile(`(?i)(?:^|[^\pL\pN])(?:` + strings.Join(r.zones, "|") + `) (` + zoneShape + `)(?:$|[^\pL\pN-])`)
	}
	return t
}

// zoneShape is a letter with a digit or two, a Roman number, a Greek letter.
const zoneShape = `[A-Za-z]\d{0,2}|[IVX]{1,4}|\p{Greek}`

// unitsIn are the units a text names.
func (l *tongue) unitsIn(text string) []quantity.Unit {
	if text == "" {
		return nil
	}
	return quantity.UnitsIn(text, l.tag)
}
