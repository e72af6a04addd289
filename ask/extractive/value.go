package extractive

import (
	"strings"

	"github.com/reglookup/regengine/ask"
	"github.com/reglookup/regengine/codes/retrieval"
	"github.com/reglookup/regengine/geo/lazyregexp"
)

// value is an amount a statement sets, with the case it sets it for.
type value struct {
	ask.Quantity
	from      *statement
	shown     string         // as written, with its unit
	label     string         // the case, in the text's words; "" when it is for all
	when      []ask.Quantity // amounts its condition compares with
	upper     *ask.Quantity  // the other end of a range
	bounds    ask.Direction  // how it bounds, as far as sentence and headings say
	row       string         // of a table: what the row and the column are of
	column    string
	otherwise bool // it is for all cases not named
	exception bool // it stands behind "except"
	beside    bool // the best statement only adds to it
}

// valuesOf reads the amounts of a sentence that answer a: those of the property
// asked for that are not themselves part of a condition (CITATIONS N6).
//
// A condition opens with "when", "if", "for"... and belongs to the amount
// before it, or, where the sentence opens with it, to the one behind.
func (a *query) valuesOf(s *statement) []value {
	folded := strings.ReplaceAll(retrieval.Fold(s.text), "para que", "        ") // a purpose is no condition
	var list []value
	var waiting []ask.Quantity
	var subject *ask.Property // of the amount before, which goes on being meant
	from, excepted, conceded := 0, false, false
	for _, q := range quantitiesOf(s.text) {
		if q.Reference {
			continue
		}
		between := folded[from:q.Start]
		from = q.End
		excepted = excepted || exceptionCue.MatchString(between)
		conceded = conceding.MatchString(between) || conceded && !strings.Contains(between, ";")
		if conceded {
			continue
		}
		if conditionCue.MatchString(between) && !a.resumes(between, q) || criterion(between, q) {
			if len(list) == 0 {
				waiting = append(waiting, q)
			} else {
				last := &list[len(list)-1]
				last.when = append(last.when, q)
			}
			continue
		}
		if q.Of == nil && !q.Composite {
			q.Of = subject
		}
		if !q.Place {
			subject = q.Of
		}
		before := folded[max(0, q.Start-maxSubject):q.Start]
		if !a.sets(s, q, before) || eachCue.MatchString(before) || a.unnarrowed(s) || a.ofOwnSubject(folded[:q.Start]) || a.elsewhereMeasured(s, q, before) {
			continue
		}
		v := value{Quantity: q, from: s, shown: shown(s.text, q), when: waiting, exception: excepted}
		v.otherwise = elseCue.MatchString(firstClause(folded[q.End:])) || elseCue.MatchString(between)
		waiting = nil
		list = append(list, v)
	}
	labelValues(s.text, list)
	setBounds(list)
	return list
}

// resumes reports whether behind a condition the rule itself goes on: "..., en
// los que la altura será de", "cuya pendiente es, como máximo, del".
func (a *query) resumes(between string, q ask.Quantity) bool {
	opened := conditionCue.FindAllStringIndex(between, -1)
	last := opened[len(opened)-1]
	rest := between[last[1]:]
	if strings.HasPrefix(between[last[0]:], "cuy") || strings.HasPrefix(between[last[0]:], "whose") {
		return a.property != nil && q.Of == a.property && q.Dir != ask.Unsaid && !q.Strict && valueCue.MatchString(rest)
	}
	at := strings.LastIndexAny(rest, ",;")
	return at >= 0 && (normCue.MatchString(rest[at:]) || valueCue.MatchString(rest[at:]) || futureCue.MatchString(rest[at:]))
}

func firstClause(s string) string {
	if i := strings.IndexAny(s, ",;"); i >= 0 {
		return s[:i]
	}
	return s
}

var unitBehind = lazyregexp.New(`^[\s ]?[\p{L}%‰°ºµ€][\p{L}0-9²³/·().°º-]*`)

// longestUnit is the longest unit written out, in words: "metros cuadrados".
const longestUnit = 2

// shown cuts a quantity out of the text as it is written there.
func shown(text string, q ask.Quantity) string {
	start, end := unfolded(text, q.Start), unfolded(text, q.End)
	number := text[start:end]
	if q.Dimension() == "" {
		return number
	}
	if name := writtenUnitAt(retrieval.Fold(text)[q.End:]); name != "" {
		return text[start:unfolded(text, q.End+len(name))]
	}
	candidate := number
	for range longestUnit {
		candidate += unitBehind.FindString(text[start+len(candidate):])
		trimmed := strings.TrimRight(candidate, ".,;)-")
		if got := quantitiesOf(trimmed); len(got) > 0 && got[0].Dimension() == q.Dimension() {
			return trimmed
		}
	}
	return number
}

// unfolded returns the place in text that has become offset at in its folded
// form; see [retrieval.Fold].
func unfolded(text string, at int) int {
	folded := 0
	for i, r := range text {
		if folded >= at {
			return i
		}
		folded += len(retrieval.Fold(string(r)))
	}
	return len(text)
}
