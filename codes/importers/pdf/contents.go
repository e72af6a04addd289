package pdf

import (
	"strconv"
	"strings"

	"github.com/reglookup/regengine/geo/lazyregexp"
)

var (
	leaderForm = lazyregexp.New(`(?:\.{3,}|(?:\. ){3,}|…+|_{4,})\s*(\d{1,4}|[ivxlc]+)?\s*$`)
	pageNumber = lazyregexp.New(`^(?:\d{1,4}|[ivxlc]+)$`)
)

// entry is a row of a table of contents.
type entry struct {
	leader bool
	page   int // 0 for Roman numbers
}

// entryOf reads a row as one of a table of contents: dots that lead to a page, or
// a number alone far at the right.
func entryOf(r row) (entry, bool) {
	line := r.line().text
	if m := leaderForm.FindStringSubmatch(line); m != nil {
		n, _ := strconv.Atoi(m[1])
		return entry{true, n}, true
	}
	last := r.segments[len(r.segments)-1]
	if len(r.segments) < 2 || !pageNumber.MatchString(last.text) || !strings.ContainsFunc(r.segments[0].text+r.segments[1].text, isLetter) || len(r.segments) > 3 {
		return entry{}, false
	}
	n, _ := strconv.Atoi(last.text)
	return entry{false, n}, true
}

func isLetter(r rune) bool { return !notLetter(r) }

// removeContents takes the rows of tables of contents from a page and returns how
// many there were. pages is how many the file has: an entry leads to one of them.
func (l *leaf) removeContents(pages int) int {
	rows := rowsOf(l.segments)
	from, to, leaders, others := -1, -1, 0, 0
	rising, right := 0, 0.0
	var list []int
	for i, r := range rows {
		e, ok := entryOf(r)
		if !ok {
			continue
		}
		if from < 0 {
			from = i
		}
		to = i
		if e.leader {
			leaders++
		} else {
			others++
			right = max(right, r.x1)
		}
		list = append(list, e.page)
	}
	for i := 1; i < len(list); i++ {
		if list[i] >= list[i-1] && list[i] <= pages+50 {
			rising++
		}
	}
	entries := leaders + others
	if entries < 4 || entries*5 < 2*(to-from+1) || rising*10 < 8*(len(list)-1) || leaders < others && !l.alignedRight(rows[from:to+1], right) {
		return 0
	}
	removed := 0
	drop := make(map[float64]bool)
	for i := range rows[from : to+1] {
		removed += len(rows[from+i].segments)
		drop[rows[from+i].base] = true
	}
	if from > 0 && from <= 3 { // the title over it
		for _, r := range rows[:from] {
			removed += len(r.segments)
			drop[r.base] = true
		}
	}
	kept := l.segments[:0]
	for _, r := range rows {
		if !drop[r.base] {
			kept = append(kept, r.segments...)
		}
	}
	l.segments = kept
	return removed
}

// alignedRight reports whether the numbers of entries without leaders stand below
// one another, at the edge of the text.
func (l *leaf) alignedRight(rows []row, right float64) bool {
	n, at := 0, 0
	for _, r := range rows {
		if _, ok := entryOf(r); ok {
			n++
			if right-r.x1 < 3 {
				at++
			}
		}
	}
	return at*10 >= 9*n && right > l.width*0.6
}
