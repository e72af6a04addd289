package understand

import (
	"strings"

	"github.com/reglookup/regengine/verify/rules"
)

// Vocabulary returns the words that say where, of what or how a thing is built and
// change nothing about what it is ("barandilla de vidrio en la terraza del ático"),
// in the languages of a country: a wording a line or several after commas, # begins
// a heading. Rules files add their own under "context".
func (t *Languages) Vocabulary() rules.Names {
	out := rules.Names{}
	for _, l := range t.languages {
		out[l.Lang] = l.vocabulary
	}
	return out
}

// readVocabulary returns the wordings of a file, and those of them that may qualify a
// thing within a closed form: what it is made of and its shape. Their headings begin
// with "#=".
func readVocabulary(text string) (all, qualifiers []string) {
	closed := false
	for line := range strings.Lines(text) {
		if strings.HasPrefix(line, "#") {
			closed = strings.HasPrefix(line, "#=")
			continue
		}
		for wording := range strings.SplitSeq(line, ",") {
			if wording = strings.TrimSpace(wording); wording == "" {
				continue
			}
			all = append(all, wording)
			if closed {
				qualifiers = append(qualifiers, wording)
			}
		}
	}
	return all, qualifiers
}
