package understand

import (
	"regexp"
	"slices"
	"strings"

	"github.com/reglookup/regengine/codes/retrieval"
)

// Patterns cut and join the phrases of regulations in the languages of a country.
type Patterns struct {
	Alternatives   *regexp.Regexp // cut a phrase where either side is enough
	Openers        *regexp.Regexp // begin an exception or a condition; that it is one, the role says
	comparedBehind *regexp.Regexp
	halfOpen       *regexp.Regexp
	fromTo         *regexp.Regexp
	eitherNumber   *regexp.Regexp
	comparedBefore *regexp.Regexp
	AccordingTo    *regexp.Regexp // begins what the columns of a table tell apart
	Coordination   *regexp.Regexp // joins several things a phrase names
	InUnit         *regexp.Regexp // the unit a caption says its figures are in: "anchura, en m"
	Between        *regexp.Regexp // begins what a measure lies between
	Outside        *regexp.Regexp // begins what a title or a lead sentence excludes
	bounds         string         // how a range of two numbers is written: "entre $1 y $2"
}

func newPatterns(list []*Language) *Patterns {
	of := func(kinds ...string) string {
		var all []string
		for _, l := range list {
			for _, kind := range kinds {
				all = append(all, l.phrases[kind]...)
			}
		}
		return eitherOf(all)
	}
	var betweens []string
	for _, l := range list {
		if l.between[0] != "" {
			betweens = append(betweens, l.between[0])
		}
	}
	const amount = `(\d[\d.,]*(?:\s+[^\s\d]+)?)`
	p := &Patterns{
		Openers:        regexp.MustCompile(`(?i)^(` + of("exceptions") + `)\s+((` + of("exception tails") + `)\s+)?`),
		comparedBehind: regexp.MustCompile(`(?i)(\d[\d.,]*\s+\pL+)\s*,?\s+(` + of("counted") + `)`),
		halfOpen:       regexp.MustCompile(`(?i)\b(?:` + of("from") + `)\s+` + amount + `\s+(?:` + of("to") + `)\s+(` + of("under") + `)\b`),
		fromTo:         regexp.MustCompile(`(?i)\b(?:` + of("from") + `)\s+` + amount + `\s+(?:` + of("to") + `)\s+(\d)`),
		eitherNumber:   regexp.MustCompile(`(?i)\b(\d+)\s+(?:` + of("either") + `)\s+(\d+)\b`),
		comparedBefore: regexp.MustCompile(`(?i)\b(` + of("up to") + `)\s+(?:(?:` + of("articles") + `)\s+)?(\pL+)\s+(?:(?:` + of("of") + `)\s+)?(\d)`),
		AccordingTo:    regexp.MustCompile(`(?i)(?:` + of("according to") + `)\s+([^,;.()]+)`),
		Coordination:   regexp.MustCompile(`(?i)\s*,\s+|\s+(` + of("coordination") + `)\s+`),
		InUnit:         regexp.MustCompile(`(?i),?\s+(?:` + of("in") + `)\s+([^\s,;()]+)`),
		Between:        regexp.MustCompile(`(?i)\s(?:` + eitherOf(betweens) + `)\s+(.+)`),
		Outside:        regexp.MustCompile(`(?i)^(` + of("outside") + `)\s`),
		bounds:         "≥ $1, ≤ $2",
	}
	if first := list[0].between; first[0] != "" {
		p.bounds = first[0] + " $1 " + first[1] + " $2"
	}
	p.Alternatives = regexp.MustCompile(`(?i);|,?\s+(?:` + of("with comma") + `)\s+|\s+(?:` + of("alternatives") + `)\s+`)
	return p
}

// eitherOf is a pattern that any of some wordings matches; none matches nothing. An
// apostrophe may be straight or not.
func eitherOf(wordings []string) string {
	if len(wordings) == 0 {
		return `[^\s\S]`
	}
	out := make([]string, len(wordings))
	for i, w := range wordings {
		out[i] = strings.ReplaceAll(regexp.QuoteMeta(w), "'", "['’]")
	}
	return strings.Join(out, "|")
}

// ComparedFirst writes "10 personas, como máximo" as "como máximo 10 personas" and
// "hasta una profundidad de 1,40 m" as "profundidad hasta 1,40 m": a comparison may
// stand behind what is counted, or before what is measured, and both come to stand
// right before the number.
func (p *Patterns) ComparedFirst(text string) string {
	text = p.halfOpen.ReplaceAllString(text, "≥ $1, $2")
	text = p.fromTo.ReplaceAllString(text, p.bounds)
	text = p.eitherNumber.ReplaceAllString(text, p.bounds)
	text = p.comparedBehind.ReplaceAllString(text, "$2 $1")
	return p.comparedBefore.ReplaceAllString(text, "$2 $1 $3")
}

// Compares reports whether text begins with a comparison: what stands before it is
// compared too.
func (t *Languages) Compares(text string) bool {
	words := strings.Fields(retrieval.Fold(text))
	for n := min(2, len(words)); n > 0; n-- {
		wording := strings.Join(words[:n], " ")
		for _, g := range t.languages {
			if g.comparators[wording] != "" || slices.ContainsFunc(g.phrases["or more"], func(or string) bool { return g.behind[or+" "+wording] != "" }) {
				return true
			}
		}
	}
	return false
}
