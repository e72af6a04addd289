package understand

import (
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"
)

// Schedules and drawings abbreviate: "esc.", "PB", "no. of". What an abbreviation stands
// for is data of a language, and a check is read with it.

// abbreviations are those of the languages of a country.
type abbreviations struct {
	long    map[string]string // by the abbreviation, in small letters where it has a sign: a point, "/" or "º"
	pattern *regexp.Regexp    // nil where there are none
}

func newAbbreviations(list []*Language) abbreviations {
	a := abbreviations{long: make(map[string]string)}
	var dotted, plain []string
	for _, l := range list {
		for short, long := range l.abbreviations {
			key := regexp.QuoteMeta(short)
			if strings.ContainsAny(short, "./º") {
				short = strings.ToLower(short)
				dotted = append(dotted, key)
			} else {
				plain = append(plain, key)
			}
			if a.long[short] == "" {
				a.long[short] = long
			}
		}
	}
	if len(a.long) == 0 {
		return a
	}
	longest := func(x, y string) int { return len(y) - len(x) }
	slices.SortFunc(dotted, longest)
	slices.SortFunc(plain, longest)
	a.pattern = regexp.MustCompile(`(^|[^\pL\pN.])((?i:` + eitherOfPatterns(dotted) + `)|(?:` + eitherOfPatterns(plain) + `)\b)`)
	return a
}

// eitherOfPatterns is a pattern that any of some matches; none matches nothing.
func eitherOfPatterns(list []string) string {
	if len(list) == 0 {
		return `[^\s\S]`
	}
	return strings.Join(list, "|")
}

// Unabbreviated returns text with what its abbreviations stand for. One without a sign
// is in capitals, and tells nothing in a text that is all in capitals.
func (t *Languages) Unabbreviated(text string) string {
	if t.short.pattern == nil {
		return text
	}
	shouts := strings.ToUpper(text) == text
	return t.short.pattern.ReplaceAllStringFunc(text, func(found string) string {
		m := t.short.pattern.FindStringSubmatch(found)
		if m == nil {
			return found
		}
		long, dotted := t.short.long[strings.ToLower(m[2])]
		if !dotted && !shouts {
			long = t.short.long[m[2]]
		}
		if long == "" {
			return found
		}
		return m[1] + long
	})
}

// Unpointed returns what a word stands for that is an abbreviation without its point: "evac";
// "" where it is none, or so short that it may be a word.
func (t *Languages) Unpointed(word string) string {
	if utf8.RuneCountInString(word) < leastUnpointed {
		return ""
	}
	return t.short.long[strings.ToLower(word)+"."]
}

// leastUnpointed is how many letters an abbreviation has at least that may lack its point.
const leastUnpointed = 4

// Abbreviates reports whether a word is an abbreviation as it stands.
func (t *Languages) Abbreviates(word string) bool { return t.short.long[word] != "" }
