package ask

import (
	"regexp"
	"slices"
	"strings"

	"github.com/reglookup/regengine/codes/retrieval"
)

// matter is a text with one amount: what it measures, and of what.
type matter struct {
	Quantity
	direction string
	strict    bool
	shown     string           // the amount as it is written
	rest      string           // the text, folded, without what bounds
	measure   *retrieval.Word  // the one word for what is measured
	of        []retrieval.Word // the other words that say something
	choice    []retrieval.Word // of these, such as are one of several: "un balcon, une terrasse ou une loggia"
}

// readMatter returns nil for a text that has not just one amount and one word for what
// is measured, that denies or excepts something, or makes a condition.
func readMatter(q Question, text, lang string) *matter {
	t := tongueOf(countryLanguage(q))
	folded := retrieval.Fold(text)
	amounts := Quantities(folded)
	if len(t.cues) == 0 || len(amounts) != 1 || amounts[0].Dimension() == "" || amounts[0].Reference {
		return nil
	}
	m := &matter{Quantity: amounts[0], shown: asWritten(text, amounts[0].Text)}
	var one bool
	if m.rest, m.direction, m.strict, one = t.withoutBound(folded); !one || m.shown == "" {
		return nil
	}
	for _, kind := range []string{"negative", "exception", "condition", "proviso"} {
		if t.holds(kind, m.rest) {
			return nil
		}
	}
	return m.read(t, lang, text == q.Text)
}

// read sorts the words; what stands behind the amount and "and" is another demand.
func (m *matter) read(t *tongue, lang string, isQuestion bool) *matter {
	m.rest = t.blanked("idle", m.rest)
	upTo := len(m.rest)
	if unit := m.End + len(m.rest[m.End:]) - len(strings.TrimLeft(m.rest[m.End:], " ")); !isQuestion {
		behind := unit + strings.IndexAny(m.rest[unit:]+" ", " ;,")
		if t.opens("and", strings.TrimLeft(m.rest[behind:], " ")) {
			upTo = behind
		}
	}
	words := retrieval.Words(m.rest[:upTo], lang)
	for i := range words {
		w := &words[i]
		isUnit := w.Start >= m.End && strings.TrimSpace(m.rest[m.End:w.Start]) == ""
		switch {
		case isSilent(w, lang) || w.Number || isUnit || isQuestion && (w.Framing || t.isModal(w.Fold)):
		case w.Figure && m.measure != nil:
			return nil
		case w.Figure:
			m.measure = w
		default:
			m.of = append(m.of, *w)
		}
	}
	if m.measure == nil {
		return nil
	}
	m.choice = m.choiceIn(t, lang)
	return m
}

// isModal reports whether a word by itself demands, allows, forbids or frees: in a
// question it asks for that.
func (t *tongue) isModal(fold string) bool {
	return slices.ContainsFunc(modalKinds, func(kind string) bool { return t.holds(kind, fold) })
}

// isSilent reports whether a word is a stop word by itself: within a text it may end
// what looks like a reference, as "je" does in "puis-je".
func isSilent(w *retrieval.Word, lang string) bool {
	return !slices.ContainsFunc(retrieval.Words(w.Text, lang), func(x retrieval.Word) bool { return !x.Stop() })
}

// permits reports whether the statement is a plain demand: it neither allows something
// beyond a rule nor frees of one, nor forbids something.
func (m *matter) permits(q Question) bool {
	t := tongueOf(countryLanguage(q))
	return !t.holds("prohibit", m.rest) && !t.holds("exempt", m.rest) && !t.holds("permit", m.rest)
}

// asWritten is a number and its unit as a text writes them; "" where it writes the
// number otherwise than folded.
func asWritten(text, number string) string {
	at := strings.Index(text, number)
	if at < 0 {
		return ""
	}
	end := at + len(number)
	unit := strings.TrimLeft(text[end:], " \u00a0\u202f")
	space := len(text[end:]) - len(unit)
	stop := strings.IndexAny(unit+" ", " \u00a0\u202f?!;,:")
	return strings.TrimRight(text[at:end+space+stop], ".")
}

// withoutBound blanks what bounds a number, and tells how; ok is false where it is
// bounded both ways.
func (t *tongue) withoutBound(folded string) (rest, direction string, strict, ok bool) {
	for _, c := range t.cues {
		if !c.pattern.MatchString(folded) {
			continue
		}
		if c.direction != "none" {
			if direction != "" && direction != c.direction {
				return folded, "", false, false
			}
			strict = strict || c.strict && direction == ""
			direction = c.direction
		}
		folded = c.pattern.ReplaceAllStringFunc(folded, blank)
	}
	return folded, direction, strict, true
}

// blanked takes the phrases of a kind out of a text, and leaves all else in its place.
func (t *tongue) blanked(kind, folded string) string {
	for _, p := range t.phrases[kind] {
		folded = p.ReplaceAllStringFunc(folded, blank)
	}
	return folded
}

// replaced puts a sign and blanks for the phrases of a kind.
func (t *tongue) replaced(kind, folded, sign string) string {
	for _, p := range t.phrases[kind] {
		folded = p.ReplaceAllStringFunc(folded, func(s string) string { return sign + blank(s)[1:] })
	}
	return folded
}

// opens reports whether a text begins with a phrase of a kind.
func (t *tongue) opens(kind, folded string) bool {
	return slices.ContainsFunc(t.phrases[kind], func(p *regexp.Regexp) bool {
		at := p.FindStringIndex(folded)
		return at != nil && at[0] == 0
	})
}

func blank(s string) string { return strings.Repeat(" ", len(s)) }
