package ask

import (
	"errors"
	"fmt"
	"io/fs"
	"regexp"
	"slices"
	"strings"

	"github.com/reglookup/regengine/codes/retrieval"
	"github.com/reglookup/regengine/geo/langfile"
)

// Files of a language that this package reads beside messages.tsv; the README says
// what is in each.
const (
	stopwordsFile  = "stopwords.txt" //nolint:gosec // no credential, a file of stop words
	framewordsFile = "framewords.txt"
	phrasesFile    = "phrases.tsv"
	cuesFile       = "cues.tsv"
)

const (
	maxTongueFile = 1 << 20 // bytes
	maxPattern    = 4 << 10 // bytes
)

// Kinds of phrases of an added language, the stronger first: what a stronger one took
// is not looked at for a weaker one.
var modalKinds = []string{"prohibit", "exempt", "permit", "oblige"}

// otherKinds are looked for beside them.
var otherKinds = []string{"negative", "exception", "condition", "proviso", "repealed", "draft", "and", "or", "idle"}

// tongueReader reads the files of a language and gathers what is wrong in them.
type tongueReader struct {
	files fs.FS
	err   error
}

// read returns a file, "" when it is not there.
func (r *tongueReader) read(name string) string {
	text, _, err := langfile.Read(r.files, name, maxTongueFile)
	r.err = errors.Join(r.err, err)
	return text
}

func (r *tongueReader) wrong(name string, line int, format string, args ...any) {
	r.err = errors.Join(r.err, fmt.Errorf("%s:%d: %s", name, line, fmt.Sprintf(format, args...)))
}

// words reads words separated by white space; "#" begins a remark.
func (r *tongueReader) words(name string) map[string]bool {
	set := map[string]bool{}
	for line := range strings.Lines(r.read(name)) {
		line, _, _ = strings.Cut(line, "#")
		for w := range strings.FieldsSeq(line) {
			set[retrieval.Fold(w)] = true
		}
	}
	return set
}

// phrases reads lines of a kind, a tab and a pattern.
func (r *tongueReader) phrases() map[string][]*regexp.Regexp {
	table := map[string][]*regexp.Regexp{}
	r.rows(phrasesFile, func(line int, fields []string) {
		if len(fields) != 2 {
			r.wrong(phrasesFile, line, "want a kind, a tab and a pattern")
			return
		}
		if !slices.Contains(modalKinds, fields[0]) && !slices.Contains(otherKinds, fields[0]) {
			r.wrong(phrasesFile, line, "there is no kind %q; there are %s", fields[0], strings.Join(slices.Concat(modalKinds, otherKinds), ", "))
			return
		}
		if p := r.pattern(phrasesFile, line, fields[1]); p != nil {
			table[fields[0]] = append(table[fields[0]], p)
		}
	})
	return table
}

// cues reads lines of a direction, reach, "strict" or "-", and a pattern. Reach is
// that of the languages built in; a plain reading does not tell it apart.
func (r *tongueReader) cues() []plainCue {
	var list []plainCue
	r.rows(cuesFile, func(line int, fields []string) {
		switch {
		case len(fields) != 4:
			r.wrong(cuesFile, line, "want four fields separated by tabs: direction, reach, strictness, pattern")
			return
		case !slices.Contains([]string{"min", "max", "none"}, fields[0]):
			r.wrong(cuesFile, line, "the direction is %q, want min, max or none", fields[0])
		case !slices.Contains([]string{"before", "beside", "behind"}, fields[1]):
			r.wrong(cuesFile, line, "the reach is %q, want before, beside or behind", fields[1])
		case fields[2] != "-" && fields[2] != "strict":
			r.wrong(cuesFile, line, `the strictness is %q, want "strict" or "-"`, fields[2])
		}
		if p := r.pattern(cuesFile, line, fields[3]); p != nil {
			list = append(list, plainCue{fields[0], fields[2] == "strict", p})
		}
	})
	return list
}

// rows reads the lines of a table that are no remarks.
func (r *tongueReader) rows(name string, row func(line int, fields []string)) {
	number := 0
	for line := range strings.Lines(r.read(name)) {
		number++
		line = strings.TrimRight(line, "\r\n")
		if strings.TrimSpace(line) != "" && !strings.HasPrefix(line, "#") {
			row(number, strings.Split(line, "\t"))
		}
	}
}

// pattern compiles a pattern on folded text that begins at a word or a sign.
func (r *tongueReader) pattern(name string, line int, text string) *regexp.Regexp {
	p, err := regexp.Compile(`(?:^|[^\pL\pN])(?:` + text + `)`)
	switch {
	case text == "" || len(text) > maxPattern:
		r.wrong(name, line, "the pattern is empty, or longer than %d bytes", maxPattern)
	case err != nil:
		r.wrong(name, line, "the pattern is none: %v", err)
	case regexp.MustCompile(`^(?:` + text + `)$`).MatchString(""):
		r.wrong(name, line, "the pattern fits nothing at all, and so every text")
	case retrieval.Fold(text) != strings.ToLower(text):
		r.wrong(name, line, "the pattern has accents: it is held against text in small letters without any")
	default:
		return p
	}
	return nil
}
