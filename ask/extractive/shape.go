package extractive

import (
	_ "embed"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/reglookup/regengine/codes/retrieval"
)

//go:embed shapes.tsv
var shapesTSV string

// shape is what an answer to some questions has to hold: a time of the day where
// it is asked at what time, which no duration is.
type shape struct{ asked, holds *regexp.Regexp }

var shapes = sync.OnceValue(func() []shape { return readShapes(shapesTSV) })

// opens stands before what is asked for: an asking word, or nothing.
const opens = `(?:^|[¿.;,] ?)(?:(?:a|de|en|con|para|por|at|of|to) )?(?:(?:que|cual(?:es)?|what|which) (?:(?:es|son|seria|is|are) )?)?(?:(?:el|la|los|las|the) )?`

func readShapes(text string) []shape {
	var list []shape
	for line := range strings.Lines(text) {
		asked, holds, ok := strings.Cut(strings.TrimSpace(line), "\t")
		if ok && !strings.HasPrefix(line, "#") {
			list = append(list, shape{regexp.MustCompile(opens + `(?:` + asked + `)`), regexp.MustCompile(holds)})
		}
	}
	return list
}

// readShape finds the shape an answer has to have.
func (a *query) readShape() {
	folded := strings.Trim(retrieval.Fold(a.text), " ")
	for _, known := range shapes() {
		if !known.asked.MatchString(folded) {
			continue
		}
		a.shape, a.shapeAsked = known.holds, known.asked.FindString(folded)
		for _, word := range []string{"hora", "horas", "horario", "time", "times", "hours"} {
			a.dropWord(word)
		}
		if a.want == 0 {
			a.property, a.dims, a.kind = nil, nil, whatIs
		}
		return
	}
}

// inShape reports whether a word only says what shape of answer is asked for.
func (a *query) inShape(t *term) bool {
	return a.shape != nil && slices.Contains(strings.Fields(a.shapeAsked), retrieval.Fold(t.text))
}

// tellsShape reports whether a statement holds what an answer has to.
func (a *query) tellsShape(s *statement) bool {
	return a.shape == nil || a.shape.MatchString(retrieval.Fold(s.text))
}
