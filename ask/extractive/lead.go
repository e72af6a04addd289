package extractive

import (
	"slices"
	"strings"

	"github.com/reglookup/regengine/ask"
	"github.com/reglookup/regengine/codes/retrieval"
	"github.com/reglookup/regengine/geo/lazyregexp"
)

// leadOf is the sentence that answers. There is none where the property is any
// dimension, for then the text has to say which.
func (a *query) leadOf(values []value) string {
	if a.property.Generic() || a.unlabelled(values) || slices.ContainsFunc(values, func(v value) bool { return a.abroadWords(&v) }) {
		return ""
	}
	if len(a.tested) > 0 {
		return a.verdict(values)
	}
	if v, ok := a.only(values); ok {
		return a.amountLead(v, values)
	}
	return a.dependsLead(values)
}

// abroadWords reports whether an amount is in words of another language than the
// answer's: "diez años" is quoted, and not put into an English sentence.
func (a *query) abroadWords(v *value) bool {
	return writtenOut.MatchString(v.shown) && ask.Language(v.from.text) != a.lang
}

var writtenOut = lazyregexp.New(`\p{L}{5,}|(?i)\b(?:años?|días?|mes|diez|tres|seis|ocho|once|doce|siete|cinco|dos|years?|days?|ten|two|six|five)\b`)

// only returns the one amount that all values agree on.
func (a *query) only(values []value) (value, bool) {
	for _, v := range values[1:] {
		if v.shown != values[0].shown || v.bounds != values[0].bounds {
			return value{}, false
		}
	}
	return values[0], true
}

func (a *query) amountLead(v value, values []value) string {
	w := a.wording()
	switch {
	case v.upper != nil:
		return a.cited(w.between(a.named(), a.number(v.shown), a.special(&v, values)), values)
	case v.row != "":
		column := v.column
		if len(values) > 1 {
			column = ""
		}
		return a.cited(w.amountOf(a.named(), v.bounds, a.number(v.shown), a.rowFigure(v.from), v.row, column), values)
	}
	return a.cited(w.amount(a.named(), v.bounds, a.number(v.shown), a.figureText(&v), a.special(&v, values)), values)
}

// cited says with a sentence where it stands, where that is one place, and marks it:
// behind a single amount, before several, so that each stays with its own case.
func (a *query) cited(sentence string, values []value) string {
	place := a.onePlace(values)
	_, single := a.only(values)
	switch {
	case place == "":
	case single:
		sentence = strings.TrimSuffix(sentence, ".") + ", " + lowerFirst(place) + "."
	default:
		sentence = place + ", " + lowerFirst(sentence)
	}
	return sentence + " " + marksOf(values)
}

// onePlace is where all values stand, "" where they stand in several places. An
// answer that is mended says it with the quotation.
func (a *query) onePlace(values []value) string {
	if a.brief || slices.ContainsFunc(values, func(v value) bool { return v.from.passage.Title != values[0].from.passage.Title }) {
		return ""
	}
	return a.placeOf(values[0].from)
}

// dependsLead lists each case with its scope.
func (a *query) dependsLead(values []value) string {
	w := a.wording()
	common := values[0].bounds
	for i := range values {
		if values[i].bounds != common {
			common = ask.Unsaid
		}
	}
	whole := a.spans(values)
	var parts []part
	var used []value
	cut := false
	for i := range whole {
		v := &whole[i]
		text := a.number(v.shown)
		if d := v.bounds; common == ask.Unsaid && d != ask.Unsaid {
			text = w.bound(d, text)
		}
		label := a.caseOf(v, scoped(values))
		if k := slices.IndexFunc(parts, func(p part) bool { return p.amount == text }); k >= 0 {
			if slices.ContainsFunc(used, func(u value) bool { return u.from.passage == v.from.passage }) {
				parts[k].add(label)
			}
			continue // one passage bears out the amount; the others are quoted
		}
		if cut = cut || len(parts) == mostCases; cut {
			continue
		}
		parts = append(parts, part{text, nonEmpty(label)})
		used = append(used, *v)
	}
	var list []string
	for _, p := range parts {
		list = append(list, p.String())
	}
	if cut {
		list = append(list, w.further)
	}
	if len(parts) == 1 {
		return a.cited(w.amount(a.named(), common, parts[0].amount, "", ""), used)
	}
	return a.cited(w.depends(a.named(), common, list), used)
}

// part is one amount with the cases it is for.
type part struct {
	amount string
	labels []string
}

func (p *part) add(label string) {
	if label != "" && !slices.Contains(p.labels, label) {
		p.labels = append(p.labels, label)
	}
}

func (p part) String() string {
	if len(p.labels) == 0 {
		return p.amount
	}
	return p.amount + " (" + strings.Join(p.labels, " / ") + ")"
}

// spans puts the cells of a table with too many to tell apart into one.
func (a *query) spans(values []value) []value {
	var list []value
	for i := 0; i < len(values); {
		n := i
		for n < len(values) && values[n].row != "" && values[n].from.passage == values[i].from.passage {
			n++
		}
		if n-i <= mostCells {
			n = max(n, i+1)
			list = append(list, values[i:n]...)
		} else {
			list = append(list, a.spanOf(values[i:n]))
		}
		i = n
	}
	return list
}

func (a *query) spanOf(cells []value) value {
	byAmount := func(x, y value) int {
		sign, _ := x.Compare(y.Quantity)
		return sign
	}
	low, high := slices.MinFunc(cells, byAmount), slices.MaxFunc(cells, byAmount)
	v := low
	v.bounds, v.row, v.column, v.label = ask.Unsaid, "", "", ""
	v.shown, v.upper = a.wording().fromTo(low.shown, high.shown), &high.Quantity
	if low.shown == high.shown {
		v.shown = low.shown
	}
	return v
}

// caseOf says which case a value is for: its heading where several have a say,
// and what its clause or its row says.
func (a *query) caseOf(v *value, headings bool) string {
	if a.brief {
		return ""
	}
	own := nonEmpty(v.row, v.column, v.label)
	if a.oneColumn(v) {
		own = nonEmpty(v.row, v.label)
	}
	if len(own) == 0 {
		if subject := a.ownSubjectOf(v.from); subject != "" {
			return subject
		}
	}
	var parts []string
	if document, _, _ := strings.Cut(v.from.passage.Title, " › "); headings && v.from.innermost() != document {
		parts = append(parts, short(v.from.innermost()))
	}
	if len(own) == 0 && !headings && strings.HasSuffix(strings.TrimSpace(v.from.lead), ":") {
		own = nonEmpty(short(v.from.lead)) // a line that ends is no case of what follows
	}
	return strings.Join(append(parts, own...), ", ")
}

// ruleVerb ends what a rule is about.
var ruleVerb = lazyregexp.New(`\b(?:have|has|is|are|should|shall|must|tendr[aá]n?|ser[aá]n?|estar[aá]n?|deber[aá]n?|debe[n]?|tiene[n]?|es|son|mide[n]?|medir[aá]n?)\b`)

// ownSubjectOf is what a sentence says it is about, where that tells it from others:
// it is worded, and the question has not all its words. It is "" otherwise.
func (a *query) ownSubjectOf(s *statement) string {
	const shortest, longest = 8, 90 // bytes
	text := plainText(s.text)
	at := ruleVerb.FindStringIndex(text)
	if s.row >= 0 || at == nil {
		return ""
	}
	subject := strings.Trim(text[:at[0]], " ,")
	if len(subject) < shortest || len(subject) > longest || strings.ContainsAny(subject, ",;:«»()") || hasNumber(subject) || a.stray(subject, "") == 0 || len(strings.Fields(subject)) < 3 {
		return ""
	}
	if rulings := rulingsOf(plain(subject)); len(rulings) > 0 {
		return ""
	}
	return lowerFirst(subject)
}

// oneColumn reports whether only one column of a table answers: to name it tells
// no cases apart.
func (a *query) oneColumn(v *value) bool { return v.from.row >= 0 && len(a.columns(v.from)) == 1 }

// short cuts a heading, or what leads a list, where it may be cut. It ends without an
// ellipsis, which would end the sentence it stands in.
func short(text string) string {
	const most = 90 // bytes
	text = heading(text)
	if len(text) <= most {
		return text
	}
	return cutAt(text, most)
}

// marksOf cites the passages of values, each once.
func marksOf(values []value) string {
	var marks []string
	for i := range values {
		if m := mark(values[i].from); !slices.Contains(marks, m) {
			marks = append(marks, m)
		}
	}
	return strings.Join(marks, "")
}

// special is the heading of a value where it narrows the question to a case of
// its own and is not told with where the values stand, else "".
func (a *query) special(v *value, values []value) string {
	if a.onePlace(values) != "" {
		return ""
	}
	if title := v.from.innermost(); a.stray(title, v.from.text) > 0 {
		return plainHeading(title)
	}
	return ""
}

// heading writes a heading so that it can stand within a sentence: "Artículo 5.
// Rampas" would end it.
func heading(text string) string {
	parts := ask.Sentences(strings.Trim(text, " .:;,*_"))
	for i := range parts {
		parts[i] = strings.TrimRight(parts[i], ".")
	}
	return strings.Join(parts, ": ")
}

// figureText names the amount of the question that decided, "" when none did.
func (a *query) figureText(v *value) string {
	if len(v.when) == 0 && !v.otherwise {
		return ""
	}
	conditions := v.when
	if v.otherwise {
		conditions = quantitiesOf(v.from.text)
	}
	return a.comparable(conditions)
}

// rowFigure names the amount of the question that a row's condition is about.
func (a *query) rowFigure(s *statement) string { return a.comparable(quantitiesOf(s.text)) }

func (a *query) comparable(conditions []ask.Quantity) string {
	for _, c := range conditions {
		for _, f := range a.figures {
			if _, ok := f.Compare(c); ok && c.Dir != ask.Unsaid {
				return shown(a.text, f)
			}
		}
	}
	return ""
}

// refuses reports whether the best statement, or what completes it, says no
// without exception.
func (a *query) refuses(chosen []statement) bool {
	return slices.ContainsFunc(chosen, func(s statement) bool {
		folded := retrieval.Fold(s.text)
		return s.passage == chosen[0].passage && refusal.MatchString(folded) && !exceptionCue.MatchString(folded)
	})
}

var refusal = lazyregexp.New(`\b(?:no (?:se )?(?:podra\w*|puede\w*|permit\w*|admit\w*|debera\w*)|prohib\w*|no (?:es|son|sera|seran|resulta) (?:necesari|obligatori|exigible|admisible|preciso)\w*|(?:must|shall|may) not|not (?:be )?(?:allowed|permitted))\b`)
