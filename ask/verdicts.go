package ask

import (
	"strings"

	"github.com/reglookup/regengine/codes/retrieval"
)

// A cell may be a verdict: "Sí", "No", "No se admite". What it allows or denies is
// that of its row under its column.

var (
	yesCells = wordSet("si yes x obligatorio obligatoria required permitido permitida permitted allowed admisible exigible")
	noCells  = wordSet("no ninguno ninguna none")
)

// verdictOf reads a cell; 0 where it is none.
func verdictOf(cell, lang string) modality {
	folded := strings.Trim(retrieval.Fold(cell), " .*✓")
	switch {
	case yesCells[folded]:
		return yea
	case noCells[folded]:
		return nay
	case len(folded) > 40 || strings.ContainsAny(folded, "0123456789"):
		return 0
	}
	r := parse(cell, lang)
	return r.part(0, len(r.folded)).is
}

// addVerdicts takes in the verdicts of a row. The row as a whole then says nothing
// of what is allowed.
func (s *support) addVerdicts(t *retrieval.Table, row []string, label string) {
	at := len(s.statements) - 1
	for j := 1; j < len(row); j++ {
		is := verdictOf(row[j], s.lang)
		if is == 0 {
			continue
		}
		whole := s.statements[at].parts
		for k := range whole {
			whole[k].is, whole[k].denied = 0, nil
		}
		terms := labelTerms(label, s.lang)
		if j < len(t.Header) {
			for term := range labelTerms(t.Header[j], s.lang) {
				terms[term] = true
			}
		}
		s.verdicts = append(s.verdicts, statement{terms: terms, parts: []part{{is: is, terms: terms}}})
	}
}
