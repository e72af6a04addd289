package legal

import (
	"slices"
	"strings"

	"github.com/reglookup/regengine/geo/lazyregexp"
)

// surveyed is what must be known of the whole text before a part of it can be
// judged.
type surveyed struct {
	contents map[int]bool // elements of a table of contents
	quoted   []bool       // elements that are no headings, as within the quotation of another text

	regions []int // of each element: the text between two divisions
	shapes  map[shapeKey]*shape
}

// shapeKey is a depth of numbers in a region.
type shapeKey struct{ region, depth int }

// shape counts lines with numbers of one depth: short ones, that may be titles,
// and sentences.
type shape struct{ short, sentences int }

// leaders join a title to its page in a table of contents.
var leaders = lazyregexp.New(`(?:\.{4,}|…{2,}|(?:\. ){4,}|_{4,})\s*\d{1,4}$`)

func survey(g *Grammar, list []Element) *surveyed {
	s := &surveyed{
		contents: make(map[int]bool), quoted: quotations(list),
		regions: make([]int, len(list)), shapes: make(map[shapeKey]*shape),
	}
	keys := make([]string, len(list))
	last := make(map[string]int)
	region := 0
	for i := range list {
		e := &list[i]
		s.regions[i] = region
		if e.Role != Prose || e.Mark != "" {
			continue
		}
		if _, ok := g.Heading(e.Text); ok {
			region++
			s.regions[i] = region
		}
		s.shape(region, e.Text)
		if e.Level == 0 && leaders.MatchString(e.Text) {
			s.leads(list, i)
		}
		if s.contents[i] {
			continue
		}
		if key := headingKey(g, e.Text); key != "" {
			keys[i] = key
			last[key] = i
		}
	}
	s.findContents(g, list, keys, last)
	return s
}

// headingKey returns what a heading says, folded, where a line may be one.
func headingKey(g *Grammar, text string) string {
	if len(text) > maxHeading {
		return ""
	}
	h, ok := g.Heading(text)
	if !ok {
		h, ok = Numbered(text)
	}
	if !ok || h.Title == "" {
		return ""
	}
	return fold(h.Label + " " + strings.TrimRight(h.Title, ". "))
}

// leads marks an element as a line of a table of contents, by the number of a page
// at its end, where it stands beside two more such lines.
func (s *surveyed) leads(list []Element, at int) {
	const least = 3
	from, to := at, at+1
	for from > 0 && at-from < least && leaders.MatchString(list[from-1].Text) {
		from--
	}
	for to < len(list) && to-at < least && leaders.MatchString(list[to].Text) {
		to++
	}
	if to-from >= least {
		s.contents[at] = true
	}
}

// findContents marks the lines of a table of contents: at least three headings
// with nothing but headings below them that come again later. What stands among
// such and does not come again is no heading.
func (s *surveyed) findContents(g *Grammar, list []Element, keys []string, last map[string]int) {
	const least = 3
	heading := func(i int) bool { return i < len(list) && list[i].Level == 0 && (keys[i] != "" || s.contents[i]) }
	for from := 0; from < len(list); from++ {
		var again []int
		to := from
		for ; heading(to); to++ {
			if s.contents[to] || last[keys[to]] != to && heading(to+1) {
				again = append(again, to)
			}
		}
		again = slices.DeleteFunc(again, func(i int) bool { return !s.contents[i] && isSentence(g, list[i].Text) && heading(last[keys[i]]+1) })
		if n := len(again); n >= least && 3*n >= again[n-1]-from+1 {
			for i := from; i <= again[n-1]; i++ {
				s.quoted[i] = true
			}
			for _, i := range again {
				s.contents[i] = true
			}
			if from > 0 && g.contents.MatchString(list[from-1].Text) {
				s.contents[from-1] = true
			}
		}
		from = max(from, to-1)
	}
}

// isSentence reports whether a line with a plain number may as well be a numbered
// paragraph: texts say the same in several places, and such a paragraph comes
// again without anything below it.
func isSentence(g *Grammar, text string) bool {
	_, division := g.Heading(text)
	return !division && strings.HasSuffix(text, ".")
}

// shape counts a numbered line.
func (s *surveyed) shape(region int, text string) {
	m := numberForm.FindStringSubmatch(text)
	if m == nil {
		return
	}
	key := shapeKey{region, strings.Count(m[1], ".") + 1}
	if s.shapes[key] == nil {
		s.shapes[key] = new(shape)
	}
	if titleLike(m[2]) && startsUpper(m[2]) {
		s.shapes[key].short++
	} else {
		s.shapes[key].sentences++
	}
}

// titled reports whether short lines with numbers like this one, and a full stop,
// are titles where it stands: where sentences with such numbers are fewer.
func (s *surveyed) titled(at int, h *Heading) bool {
	shape := s.shapes[shapeKey{s.regions[at], h.Depth}]
	return shape != nil && words(h.Title) <= 8 && shape.short > shape.sentences
}

// quotations finds the elements within guillemets that one element opens and a
// later one closes: the wording another text is given. A heading the source marks
// ends the search, so that a missing mark does no harm.
func quotations(list []Element) []bool {
	const reach = 400
	quoted := make([]bool, len(list))
	for i := 0; i < len(list); i++ {
		open := balance(list[i].Text)
		if open <= 0 || list[i].Level > 0 {
			continue
		}
		end := -1
		for j := i + 1; j < min(i+reach, len(list)) && list[j].Level == 0; j++ {
			if open += balance(list[j].Text); open <= 0 {
				end = j
				break
			}
		}
		for j := i; j <= end; j++ {
			quoted[j] = true
		}
		i = max(i, end)
	}
	return quoted
}

func balance(text string) int { return strings.Count(text, "«") - strings.Count(text, "»") }
