package legal

import (
	"strings"
	"unicode/utf8"

	"github.com/reglookup/regengine/geo/lazyregexp"
)

// What a caption is of, and what a text may speak of that a source has lost: the
// words importers.Missing takes.
const (
	OfTable   = "table"
	OfFigure  = "image"
	OfFormula = "formula"
)

// Caption recognises the caption of a table or figure, and says of which.
func (g *Grammar) Caption(text string) (of string, ok bool) {
	if len(text) > 4*maxHeading || !startsUpper(text) || !g.captionStarts[firstLetters(text)] || utf8.RuneCountInString(text) > maxHeading {
		return "", false
	}
	for _, f := range g.captions {
		m := f.re.FindStringSubmatch(text)
		if m == nil {
			continue
		}
		if title, ok := behindNumber(m[4]); ok && (title == "" || !strings.Contains(strings.TrimRight(title, ". "), ". ") || utf8.RuneCountInString(title) < 250) {
			return f.value, true
		}
	}
	return "", false
}

// Following says what the end of a text speaks of as coming next: a table, a
// figure, a formula. ok is false where it does of none.
func (g *Grammar) Following(text string) (of string, ok bool) {
	const tail = 240
	if len(text) > tail {
		text = text[len(text)-tail:]
	}
	text = strings.ToLower(text)
	for _, f := range g.following {
		for _, words := range f.words {
			if strings.Contains(text, words) {
				return f.value, true
			}
		}
	}
	return "", false
}

// IsNote recognises a note of the text: "NOTA: ...".
func (g *Grammar) IsNote(text string) bool { return g.note.MatchString(text) }

// IsRemark recognises a remark of the publisher: "Téngase en cuenta ...".
func (g *Grammar) IsRemark(text string) bool { return g.remark.MatchString(text) }

// IsEnacting recognises the words between a preamble and the provisions:
// "DISPONGO:", also spaced out.
func (g *Grammar) IsEnacting(text string) bool {
	if len(text) > maxHeading || len(text) > 40 && !strings.HasSuffix(text, ":") {
		return false
	}
	if spaced.MatchString(text) {
		text = strings.ReplaceAll(text, " ", "")
	}
	return g.enacting.MatchString(text) && words(text) <= 40
}

var spaced = lazyregexp.New(`^(?:\pL ){3,}\pL? ?[:.]?$`)

// IsDefinitions recognises the title of a section that defines terms, alone or
// behind a number.
func (g *Grammar) IsDefinitions(title string) bool {
	return len(title) <= maxHeading && g.definitions.MatchString(title)
}

// Defines recognises a line after which terms are defined: "se entiende por:".
func (g *Grammar) Defines(text string) bool {
	return strings.HasSuffix(text, ":") && g.defines.MatchString(text[max(0, len(text)-maxHeading):])
}

var termForm = lazyregexp.New(`^([^:.;]{2,120}?)\s*:\s+\S`)

// Definition recognises the definition of a term and returns the term. Quoted
// terms are recognised anywhere ("dwelling" means ...), others ("Rampa: ...")
// where terms are being defined.
func (g *Grammar) Definition(text string, defining bool) (term string, ok bool) {
	if m := g.quoted.FindStringSubmatch(text); m != nil {
		return m[1], true
	}
	if !defining {
		return "", false
	}
	m := termForm.FindStringSubmatch(text)
	if m == nil || words(m[1]) > 12 || g.IsNote(text) {
		return "", false
	}
	return strings.Trim(m[1], `"“”«»‘’* `), true
}

var operator = lazyregexp.New(`[=≤≥≈≠∑∫√]| [<>] `)

// IsFormula recognises a line that is a formula: an operator, and no more than a
// word or two of prose.
func IsFormula(text string) bool {
	if len(text) > maxHeading || !operator.MatchString(text) {
		return false
	}
	prose := 0
	for _, w := range strings.Fields(text) {
		if utf8.RuneCountInString(strings.TrimFunc(w, isMark)) > 4 {
			prose++
		}
	}
	return prose <= 2
}

func isMark(r rune) bool { return strings.ContainsRune(`.,;:()[]{}=+-−–*/·≤≥<>`, r) }
