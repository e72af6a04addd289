package extractive

import (
	"fmt"
	"slices"
	"strings"

	"github.com/reglookup/regengine/ask"
	"github.com/reglookup/regengine/codes/retrieval"
	"github.com/reglookup/regengine/geo/lazyregexp"
)

func mark(s *statement) string { return "[[" + s.passage.Handle + "]]" }

// writeQuotes quotes statements, each with where it stands: one as a sentence of
// its own, several as a list. The first says yes or no where that was asked.
func (a *query) writeQuotes(b *strings.Builder, chosen []statement, says polar) {
	place, lead, item := "", "", ""
	if len(chosen) > 1 {
		item = "- "
	}
	for i := range chosen {
		s := &chosen[i]
		b.WriteString(item)
		here := a.placeOf(s)
		again := a.wasRefused(s)
		if again {
			here = a.lawOf(s)
		}
		switch {
		case i == 0 && says != unjudged && !again:
			b.WriteString(a.phrases().polar[says] + ": " + lowerFirst(a.plainPlace(s)) + ": ")
		case here != place && (i != 0 || a.toldPlace != here):
			b.WriteString(here + ": ")
		}
		if above := leadText(s.lead); s.row < 0 && !again && above != "" && (here != place || above != lead) {
			b.WriteString("«" + above + "»: ") // each is quoted by itself
			lead = above
		}
		place = here
		b.WriteString("«" + a.words(s) + "» " + mark(s) + "\n")
	}
}

// plainPlace is where a statement stands, without a heading that rules something
// itself: beside "no" it would be taken for what is ruled.
func (a *query) plainPlace(s *statement) string {
	if len(rulingsOf(plain(s.innermost()))) == 0 {
		return a.placeOf(s)
	}
	return a.lawOf(s)
}

// lawOf names the regulation of a statement alone.
func (a *query) lawOf(s *statement) string {
	document, _, _ := strings.Cut(s.passage.Title, " › ")
	if s.passage.Private {
		return a.placeOf(s)
	}
	return a.wording().inLaw("", shortTitle(document))
}

// mend prepares for a second draft: what may keep an answer from being checked is
// left out.
func (a *query) mend(r *ask.Repair) {
	if r == nil {
		return
	}
	a.brief = true
	for _, p := range r.Problems {
		a.refused += p.Sentence + "\n"
	}
}

// wasRefused reports whether a sentence with the words of a statement could not stay
// in the draft before. What was said beside them, a heading or the line above, may
// have been taken for part of the claim.
func (a *query) wasRefused(s *statement) bool {
	return a.refused != "" && strings.Contains(a.refused, a.words(s))
}

// longLead is how much is quoted, in bytes, of what a list stands under.
const longLead = 320

// words are a statement's own.
func (a *query) words(s *statement) string {
	if s.row >= 0 {
		return a.quoteRow(s)
	}
	return plainText(s.text)
}

// quoteRow gives the cells of a row that say what it is of, and those asked for.
func (a *query) quoteRow(s *statement) string {
	t := s.passage.Table
	keys, columns := a.keys(s), a.columns(s)
	var parts []string
	for i, cell := range s.cells() {
		cell = strings.TrimSpace(cell)
		if cell == "" || i >= keys && hasNumber(cell) && !slices.Contains(columns, i) {
			continue
		}
		if (i > 0 || bareNumber.MatchString(cell)) && i < len(t.Header) && t.Header[i] != "" {
			cell = t.Header[i] + ": " + cell
		}
		parts = append(parts, cell)
	}
	return strings.Join(parts, " — ")
}

// usesZone reports whether the climate zone chose what a row answers.
func (a *query) usesZone(s *statement) bool {
	columns := a.columns(s)
	return len(columns) > 0 && isZone(s.passage.Table.Header[columns[0]], a.zone) ||
		slices.ContainsFunc(s.cells(), func(c string) bool { return isZone(c, a.zone) })
}

const mostExceptions = 1

// limits are exceptions and conditions that stand in the passages quoted
// (CITATIONS S6).
func (a *query) limits(chosen []statement) []string {
	var lines []string
	seen := map[string]bool{}
	for _, s := range chosen {
		seen[s.text] = true
	}
	for _, s := range chosen {
		for _, text := range s.exceptions() {
			if len(lines) < mostExceptions && !seen[text] && !a.elsewhere(text) && (s.row >= 0 || a.touches(text)) {
				seen[text] = true
				lines = append(lines, fmt.Sprintf("%s «%s» %s\n", a.wording().mind, plainText(text), mark(&s)))
			}
		}
	}
	return lines
}

// touches reports whether a sentence speaks of a subject of the question.
func (a *query) touches(text string) bool {
	own := a.read(text)
	return slices.ContainsFunc(a.terms, func(t term) bool {
		return (t.weight >= subjectWeight || t.property != nil && t.property == a.property) && own.match(&t) > 0
	})
}

// elsewhere reports whether a sentence speaks of another property than the one
// asked about.
func (a *query) elsewhere(text string) bool {
	if a.property == nil {
		return false
	}
	other := false
	for _, w := range retrieval.Words(text, "") {
		switch p := ask.PropertyOf(w.Fold); {
		case p == nil:
		case a.asksFor(p):
			return false
		default:
			other = true
		}
	}
	return other
}

var decimalMark = map[string]*lazyregexp.Regexp{
	"en": lazyregexp.New(`(\d),(\d{1,2}\b|\d{4,})`),
	"es": lazyregexp.New(`(\d)\.(\d{1,2}\b|\d{4,})`),
}

// number writes an amount with the decimal sign of the answer's language.
func (a *query) number(text string) string {
	sign := map[string]string{"en": "${1}.${2}", "es": "${1},${2}"}[a.lang]
	return decimalMark[a.lang].ReplaceAllString(text, sign)
}

// mostNew is how many words a statement may have beyond the sentence that answers
// for its quotation to add nothing.
const mostNew = 4

// adds reports whether a statement says more than the sentence that answers from it:
// another amount, a condition or an exception, what a reader of another language
// wants to see in the original, or many more words.
func (a *query) adds(s *statement, lead string) bool {
	if s.row >= 0 {
		return !strings.Contains(lead, a.rowLabel(s))
	}
	folded := plainKeeping(s.text)
	if ask.Language(s.text) != a.lang || exceptionCue.MatchString(folded) || provisoOpens.MatchString(folded) {
		return true
	}
	for _, q := range quantitiesOf(s.text) {
		if !q.Reference && !strings.Contains(a.number(lead), a.number(strings.TrimSpace(shown(s.text, q)))) {
			return true
		}
	}
	known, n := bagOf(lead+"\n"+a.text), 0
	for _, w := range retrieval.Words(plainText(s.text)+" "+leadText(s.lead), a.lang) {
		if !w.Stop() && !w.Number && len(w.Fold) > 2 && !framing()[w.Fold] && !known.hasAny(bagOf(w.Text)) {
			n++
		}
	}
	return n > mostNew
}
