package extractive

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/reglookup/regengine/ask"
	"github.com/reglookup/regengine/codes/retrieval"
)

// How much an answer quotes.
const (
	mostStatements = 3
	mostRows       = 6
	mostExceptions = 2
	nearBest       = 0.92 // share of the best rank others under its heading must have
	tied           = 0.98 // and those under other headings
)

// write words the answer: a sentence that answers, then what it rests on, then
// what limits it.
func (a *query) write(q ask.Question, passages []*ask.Passage, found []statement) string {
	w := a.wording()
	if len(found) == 0 {
		if facts := a.fromProject(q); facts != "" {
			return facts
		}
		return a.abstain(q, passages)
	}
	chosen := a.pick(found)
	var b strings.Builder
	if lead := a.lead(chosen); lead != "" {
		b.WriteString(lead + "\n\n")
	}
	place := ""
	for i := range chosen {
		s := &chosen[i]
		b.WriteString("- ")
		if here := s.innermost(); here != place {
			place = here
			b.WriteString(placeOf(s, i == 0) + ": ")
		}
		b.WriteString(a.quote(s) + " " + mark(s) + "\n")
	}
	for _, line := range a.limits(chosen) {
		b.WriteString(line)
	}
	if a.zone != "" && a.zoneFromProject && slices.ContainsFunc(chosen, func(s statement) bool { return s.row >= 0 && a.usesZone(&s) }) {
		fmt.Fprintf(&b, "\n"+w.zoneUsed+"\n", a.zone)
	}
	return strings.TrimSpace(b.String())
}

func mark(s *statement) string { return "[[" + s.passage.Handle + "]]" }

// pick takes the best statement and those about as good; of a table the rows
// the question's amounts and zone select.
func (a *query) pick(found []statement) []statement {
	best := found[0]
	chosen := []statement{best}
	if best.row >= 0 {
		chosen = a.rowsOf(best, found)
	} else {
		chosen = append(chosen, a.complements(&best)...)
	}
	for _, s := range found[1:] {
		if len(chosen) >= mostStatements || s.rank < nearBest*best.rank {
			break
		}
		if s.innermost() != best.innermost() && s.rank < tied*best.rank {
			continue
		}
		if s.row < 0 && !slices.ContainsFunc(chosen, func(c statement) bool { return c.text == s.text }) {
			chosen = append(chosen, s)
		}
	}
	return chosen
}

// rowsOf picks from the best row's table.
func (a *query) rowsOf(best statement, found []statement) []statement {
	all := statements(best.passage)
	for i := range all {
		all[i].score, all[i].rank = best.score, best.rank
	}
	if row, ok := a.rowByAmount(all); ok {
		return []statement{row}
	}
	rows := a.rowsFor(filter(found, func(s statement) bool {
		return s.passage == best.passage && s.row >= 0 && s.score >= best.score-0.05
	}))
	return rows[:min(len(rows), mostRows)]
}

// complements are sentences of the best one's paragraph that speak of a subject
// of the question which it leaves out itself.
func (a *query) complements(best *statement) []statement {
	var list []statement
	own := bagOf(best.text)
	for _, other := range statements(best.passage) {
		b := bagOf(other.text)
		if other.order != best.order && slices.ContainsFunc(a.terms, func(t term) bool {
			return t.weight >= subjectWeight && own.match(&t) == 0 && b.match(&t) > 0
		}) {
			other.score, other.rank = best.score*0.9, best.rank*0.9
			list = append(list, other)
		}
	}
	return list[:min(len(list), 2)]
}

// lead is the sentence that answers, "" when the quotation has to do so itself.
func (a *query) lead(chosen []statement) string {
	s := chosen[0]
	if a.kind == mayI {
		return a.refusalLead(chosen)
	}
	if a.kind != howMuch || a.property == nil {
		return ""
	}
	if s.row >= 0 {
		return a.tableLead(&s)
	}
	return a.amountLead(a.wanted(a.valuesOfAll(chosen)))
}

// valuesOfAll reads the amounts of the best statement and of those as good that
// stand under the same heading: a rule is often spread over two sentences.
func (a *query) valuesOfAll(chosen []statement) []value {
	const asGood = 0.97
	var all []value
	for i := range chosen {
		s := &chosen[i]
		if s.row >= 0 || s.passage.Title != chosen[0].passage.Title || s.rank < asGood*chosen[0].rank {
			continue
		}
		values := a.valuesOf(s.text)
		for k := range values {
			values[k].from = s
		}
		if all = append(all, values...); i == 0 && len(values) == 1 && len(values[0].when) == 0 {
			break
		}
	}
	return all
}

// wanted keeps the values that bound the way the question asks, where the text
// says how they bound.
func (a *query) wanted(values []value) []value {
	if a.want == ask.Unsaid {
		return values
	}
	return slices.DeleteFunc(values, func(v value) bool { return v.Dir != ask.Unsaid && v.Dir != a.want })
}

func (a *query) amountLead(values []value) string {
	w := a.wording()
	if v, ok := a.choose(values); ok {
		return w.amount(a.property, a.direction(v), a.number(v.shown), a.figureText(v, values), a.special(v.from)) + " " + mark(v.from)
	}
	if len(values) >= 2 && values[0].Dir == ask.Minimum && values[1].Dir == ask.Maximum && len(values[0].when)+len(values[1].when) == 0 {
		return w.between(a.property, a.number(values[0].shown), a.number(values[1].shown)) + " " + mark(values[0].from)
	}
	var all, marks []string
	for _, v := range values {
		if v.exception || slices.Contains(all, a.number(v.shown)) {
			continue
		}
		all = append(all, a.number(v.shown))
		if m := mark(v.from); !slices.Contains(marks, m) {
			marks = append(marks, m)
		}
	}
	if len(all) < 2 {
		return ""
	}
	return w.depends(a.property, a.direction(values[0]), all) + " " + strings.Join(marks, "")
}

// refusalLead says no where the best statement, or what completes it, does so
// without exception.
func (a *query) refusalLead(chosen []statement) string {
	for i := len(chosen) - 1; i >= 0; i-- {
		folded := retrieval.Fold(chosen[i].text)
		if chosen[i].passage == chosen[0].passage && refusal.MatchString(folded) && !exceptionCue.MatchString(folded) {
			return a.wording().no + " " + mark(&chosen[i])
		}
	}
	return ""
}

var refusal = regexp.MustCompile(`\b(?:no (?:se )?(?:podra\w*|puede\w*|permit\w*|admit\w*|debera\w*)|prohib\w*|no (?:es|son|sera|seran|resulta) (?:necesari|obligatori|exigible|admisible|preciso)\w*|(?:must|shall|may) not|not (?:be )?(?:allowed|permitted))\b`)

// special is the heading of a statement where it narrows the question to a case
// of its own, else "".
func (a *query) special(s *statement) string {
	if heading := strings.TrimSpace(s.innermost()); a.stray(heading, s.text) > 0 {
		return heading
	}
	return ""
}

// direction is the value's own, or what the heading above it says.
func (a *query) direction(v value) ask.Direction {
	if v.Dir != ask.Unsaid {
		return v.Dir
	}
	return a.headingDirection(v.from)
}

func (a *query) headingDirection(s *statement) ask.Direction {
	return wantedDirection(plain(s.heading() + "\n" + s.text))
}

// figureText names the amount of the question that decided, "" when none did.
func (a *query) figureText(v value, all []value) string {
	if len(a.figures) == 0 || len(v.when) == 0 && !v.otherwise {
		return ""
	}
	for _, other := range all {
		for _, c := range other.when {
			for _, f := range a.figures {
				if _, ok := f.Compare(c); ok {
					return shown(a.text, f)
				}
			}
		}
	}
	return ""
}

func (a *query) tableLead(s *statement) string {
	columns := a.columns(s)
	if len(columns) == 0 {
		return ""
	}
	cell, header := a.cellText(s, columns[0]), strings.TrimSpace(s.passage.Table.Header[columns[0]])
	for _, c := range columns[1:] {
		if header = ""; a.cellText(s, c) != cell {
			return ""
		}
	}
	dir, row := a.headingDirection(s), strings.TrimSpace(s.cells()[0])
	return a.wording().amountOf(a.property, dir, a.number(cell), a.rowFigure(s), row, header) + " " + mark(s)
}

// rowFigure names the amount of the question that a row's condition is about.
func (a *query) rowFigure(s *statement) string {
	for _, q := range ask.Quantities(s.text) {
		for _, f := range a.figures {
			if _, ok := f.Compare(q); ok {
				return shown(a.text, f)
			}
		}
	}
	return ""
}

func (a *query) usesZone(s *statement) bool {
	columns := a.columns(s)
	return len(columns) > 0 && isZone(s.passage.Table.Header[columns[0]], a.zone) ||
		slices.ContainsFunc(s.cells(), func(c string) bool { return isZone(c, a.zone) })
}

// quote gives a statement in the regulation's own words, and where it stands.
func (a *query) quote(s *statement) string {
	if s.row < 0 {
		text := "«" + s.text + "»"
		if s.lead != "" {
			text = "«" + strings.TrimSuffix(s.lead, ":") + ": " + s.text + "»"
		}
		return text
	}
	t, cells := s.passage.Table, s.cells()
	columns := a.columns(s)
	parts := []string{}
	for i, cell := range cells {
		if cell = strings.TrimSpace(cell); cell == "" || hasNumber(cell) && !slices.Contains(columns, i) && i > 0 {
			continue
		}
		if i > 0 && i < len(t.Header) && t.Header[i] != "" {
			cell = t.Header[i] + ": " + cell
		}
		parts = append(parts, cell)
	}
	return "«" + strings.Join(parts, " — ") + "»"
}

// placeOf is the innermost heading, with the document the first time.
func placeOf(s *statement, first bool) string {
	inner := strings.TrimSpace(s.innermost())
	document, _, _ := strings.Cut(s.passage.Title, " › ")
	if first && document != inner {
		return document + ", " + inner
	}
	return inner
}

// limits are exceptions and conditions that stand in the passages quoted.
func (a *query) limits(chosen []statement) []string {
	var lines []string
	seen := map[string]bool{}
	for _, s := range chosen {
		seen[s.text] = true
	}
	for _, s := range chosen {
		for _, text := range s.exceptions() {
			if len(lines) < mostExceptions && !seen[text] && !a.elsewhere(text) {
				seen[text] = true
				lines = append(lines, fmt.Sprintf("- %s «%s» %s\n", a.wording().mind, text, mark(&s)))
			}
		}
	}
	return lines
}

// elsewhere reports whether a sentence speaks of another property than the one
// asked about.
func (a *query) elsewhere(text string) bool {
	if a.property == nil {
		return false
	}
	other := false
	for _, w := range retrieval.Words(text, "") {
		switch propertyOf(w.Fold) {
		case nil:
		case a.property:
			return false
		default:
			other = true
		}
	}
	return other
}

var decimalMark = map[string]*regexp.Regexp{
	"en": regexp.MustCompile(`(\d),(\d{1,2}\b|\d{4,})`),
	"es": regexp.MustCompile(`(\d)\.(\d{1,2}\b|\d{4,})`),
}

// number writes an amount with the decimal sign of the answer's language.
func (a *query) number(text string) string {
	sign := map[string]string{"en": "${1}.${2}", "es": "${1},${2}"}[a.lang]
	return decimalMark[a.lang].ReplaceAllString(text, sign)
}
