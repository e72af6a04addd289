package extractive

import (
	"slices"
	"strings"

	"github.com/reglookup/regengine/ask"
	"github.com/reglookup/regengine/codes/retrieval"
	"github.com/reglookup/regengine/geo/lazyregexp"
)

// What answers may stand beside what was found: in the item of a list for the case
// asked about, or in the table a sentence refers to.

const (
	mostItems    = 8  // of a list of which none is chosen
	shortestLead = 12 // of a line that opens a list, in bytes
)

// refined replaces the best statement by those of its list or its table that are for
// the case of the question; it returns nil where the best is the answer itself.
func (a *query) refined(best *statement, passages []*ask.Passage) []statement {
	if best.row >= 0 {
		return nil
	}
	if rows := a.referred(best, passages); len(rows) > 0 {
		return rows
	}
	items, opens := listOf(best, passages)
	if len(items) < 2 {
		return nil
	}
	return a.itemsFor(items, opens)
}

// listOf returns the items of the list that a statement opens or is of.
func listOf(best *statement, passages []*ask.Passage) (items []statement, opens bool) {
	key := squeezed(best.lead)
	if strings.HasSuffix(strings.TrimSpace(best.text), ":") {
		key, opens = squeezed(best.text), true
	}
	if len(key) < shortestLead {
		return nil, false
	}
	for _, p := range passages {
		if p.Table != nil || p.Title != best.passage.Title {
			continue
		}
		for _, s := range statements(p) {
			if s.lead != "" && strings.HasSuffix(squeezed(s.lead), key) {
				s.score, s.rank = best.score, best.rank
				items = append(items, s)
			}
		}
	}
	return items, opens
}

// squeezed is a text in one line, without what its sentence ends with.
func squeezed(text string) string {
	return strings.TrimRight(strings.Join(strings.Fields(text), " "), " .:;")
}

// itemsFor picks from a list the items for the case of the question: by designation,
// by amount, or, where the best statement only opens the list, by its words; else
// all of a short one.
func (a *query) itemsFor(items []statement, opens bool) []statement {
	if chosen := a.byCase(items); len(chosen) > 0 {
		return chosen
	}
	if !opens {
		return nil
	}
	if chosen := a.mostWords(items); len(chosen) > 0 {
		return chosen
	}
	if len(items) > mostItems {
		return nil
	}
	return items
}

// byCase keeps the statements whose designation, or else whose amounts, are those of
// the question; none where nothing tells them apart.
func (a *query) byCase(list []statement) []statement {
	named := filter(list, func(s statement) bool { same, _ := a.designates(s.text); return same > 0 })
	if len(named) > 0 && len(named) < len(list) {
		return named
	}
	met := filter(list, func(s statement) bool { ok, known := a.conditionsMet(s.text); return ok && known })
	if len(met) > 0 && len(met) < len(list) {
		return a.closest(met)
	}
	return nil
}

// closest keeps, of statements whose bounds the question's amounts meet, the one
// with the tightest: of "hasta 10 m" and "hasta 28 m" the first holds for 8 m.
func (a *query) closest(list []statement) []statement {
	best, tightest := list[:1], bracket(nil)
	for i := range list {
		for _, b := range bracketsOf(list[i].text) {
			ok, known := b.holds(a.figures)
			if !ok || !known {
				continue
			}
			if tightest == nil || len(b) == 1 && len(tightest) == 1 && closer(b[0], tightest[0]) {
				best, tightest = list[i:i+1], b
			}
		}
	}
	return best
}

// mostWords is the one item that has more of the question's words than any other.
func (a *query) mostWords(items []statement) []statement {
	most, second, at := 0.0, 0.0, -1
	for i := range items {
		own, n := a.read(items[i].text), 0.0
		for k := range a.terms {
			if t := &a.terms[k]; t.weight >= subjectWeight {
				n += own.match(t)
			}
		}
		switch {
		case n > most:
			most, second, at = n, most, i
		case n > second:
			second = n
		}
	}
	if at < 0 || most-second < 0.5 {
		return nil
	}
	return items[at : at+1]
}

var (
	// tableNamed refers to a table by its number.
	tableNamed = lazyregexp.New(`(?i)\b(?:tablas?|cuadros?|tables?) (?:n\.?º ?)?([0-9A-Z]+(?:[.\-][0-9A-Z]+)*)`)

	// tableNext refers to the one right behind.
	tableNext = tableCue
)

// referred are the rows for the case of the question in the table a statement refers
// to, where the table was found.
func (a *query) referred(best *statement, passages []*ask.Passage) []statement {
	number := ""
	if m := tableNamed.FindStringSubmatch(best.text); m != nil {
		number = strings.TrimRight(m[1], ".")
	} else if !tableNext.MatchString(retrieval.Fold(best.text)) {
		return nil
	}
	for _, p := range passages {
		if p.Table == nil || !strings.HasPrefix(p.Title, best.passage.Title) || !isNumbered(p.Table, number) {
			continue
		}
		rows := statements(p)
		for i := range rows {
			rows[i].score, rows[i].rank = best.score, best.rank
		}
		if chosen := a.rowsOf(rows[0], rows); len(chosen) > 0 && len(chosen) < len(rows) {
			return chosen
		}
	}
	return nil
}

// isNumbered reports whether a table has a number; every table has none.
func isNumbered(t *retrieval.Table, number string) bool {
	return number == "" || slices.ContainsFunc(strings.Fields(t.Caption), func(w string) bool {
		return strings.EqualFold(strings.Trim(w, ".,:;()"), number)
	})
}
