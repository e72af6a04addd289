package modelextract

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/reglookup/regengine/codes/retrieval"
	"github.com/reglookup/regengine/verify/textlimits"
)

// find returns where text stands: in the block, near the quote if it stands there
// several times, or in its titles or caption.
func find(b *retrieval.Block, role textlimits.Role, text string, near textlimits.Span) (textlimits.Phrase, bool) {
	if spans := locate(b.Text, text); len(spans) > 0 {
		best := spans[0]
		for _, s := range spans[1:] {
			if distance(s, near) < distance(best, near) {
				best = s
			}
		}
		return textlimits.Phrase{Role: role, Text: b.Text[best.Start:best.End], Span: best}, true
	}
	around := append([]string{}, b.Path...)
	if b.Table != nil {
		around = append(around, b.Table.Caption)
	}
	for _, title := range around {
		if spans := locate(title, text); len(spans) > 0 {
			return textlimits.Phrase{Role: role, Text: title[spans[0].Start:spans[0].End]}, true
		}
	}
	return textlimits.Phrase{}, false
}

// distance is how many bytes lie between two spans; 0 where they touch.
func distance(a, b textlimits.Span) int { return max(0, a.Start-b.End, b.Start-a.End) }

// maxPlaces is how many places of one quote are looked at; two are too many
// already for a quote, and words that stand so often name nothing.
const maxPlaces = 64

// locate finds want in text: letter by letter, but for the width of white space,
// and only as whole words. Places do not overlap.
func locate(text, want string) []textlimits.Span {
	words := strings.Fields(want)
	if len(words) == 0 {
		return nil
	}
	var out []textlimits.Span
	for from := 0; len(out) < maxPlaces; {
		at := strings.Index(text[from:], words[0])
		if at < 0 {
			break
		}
		start := from + at
		from = start + len(words[0])
		if length, ok := matches(text[start:], words); ok && isEdge(text, start) && isEdge(text, start+length) {
			out = append(out, textlimits.Span{Start: start, End: start + length})
			from = start + length
		}
	}
	return out
}

// matches reports whether text begins with words, and how long they are in it.
func matches(text string, words []string) (length int, ok bool) {
	rest := text
	for i, w := range words {
		if i > 0 {
			trimmed := strings.TrimLeftFunc(rest, unicode.IsSpace)
			if len(trimmed) == len(rest) {
				return 0, false
			}
			rest = trimmed
		}
		if rest, ok = strings.CutPrefix(rest, w); !ok {
			return 0, false
		}
	}
	return len(text) - len(rest), true
}

// isEdge reports whether no word runs on across text[at]. Numbers need no such
// care: they are read in the whole text, and count only where all of one is quoted.
func isEdge(text string, at int) bool {
	before, _ := utf8.DecodeLastRuneInString(text[:at])
	after, _ := utf8.DecodeRuneInString(text[at:])
	inWord := func(r rune) bool { return unicode.IsLetter(r) || unicode.IsNumber(r) || unicode.IsMark(r) }
	return !inWord(before) || !inWord(after)
}

// sentence widens a span to the sentence, or the line, it stands in.
func sentence(text string, s textlimits.Span) textlimits.Span {
	start := 0
	for _, end := range []string{"\n", ". ", "; "} {
		if at := strings.LastIndex(text[:s.Start], end); at >= 0 {
			start = max(start, at+len(end))
		}
	}
	stop := len(text)
	for _, end := range []string{"\n", ". ", "; "} {
		if at := strings.Index(text[s.End:], end); at >= 0 {
			stop = min(stop, s.End+at)
		}
	}
	return textlimits.Span{Start: start, End: stop}
}
