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

// termsFile is read beside messages.tsv; the README says what is in it.
const termsFile = "terms.tsv"

const (
	maxTongueFile = 1 << 20 // bytes
	maxPattern    = 4 << 10 // bytes
)

// tongueReader reads the files of a language and gathers what is wrong in them.
type tongueReader struct {
	files  fs.FS
	months []string // each with its spellings
	zones  []string // patterns of words for a zone or class
	err    error
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

// phrases reads lines of a kind, a tab and a pattern.
func (r *tongueReader) phrases() map[string][]*regexp.Regexp {
	table := map[string][]*regexp.Regexp{}
	r.rows(termsFile, func(line int, fields []string) {
		if len(fields) != 2 {
			r.wrong(termsFile, line, "want a kind, a tab and a pattern")
			return
		}
		switch kind := fields[0]; {
		case !slices.Contains(phraseKinds, kind):
			r.wrong(termsFile, line, "there is no kind %q; there are %s", kind, strings.Join(phraseKinds, ", "))
		case kind == monthKind:
			if r.months = strings.Split(strings.ToLower(fields[1]), ","); len(r.months) != 12 {
				r.wrong(termsFile, line, "want twelve months with commas between, got %d", len(r.months))
				r.months = nil
			}
		case kind == zoneKind:
			if _, err := regexp.Compile(fields[1]); err != nil || len(fields[1]) > maxPattern || fields[1] == "" {
				r.wrong(termsFile, line, "the pattern is none, or too long: %v", err)
				return
			}
			r.zones = append(r.zones, fields[1])
		default:
			if p := r.pattern(termsFile, line, fields[1]); p != nil {
				table[kind] = append(table[kind], p)
			}
		}
	})
	return table
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
