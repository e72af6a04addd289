package pdf

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/reglookup/regengine/codes/importers/legal"
)

// heading is what the look of a paragraph says of it as one.
type heading struct {
	size  float64
	depth int // parts of its number; 0 without one
	bold  bool
	sure  bool // larger than the text, or in the outline; else perhaps one
	mark  int  // level in the outline; 0 where it is not there
}

// stylist tells headings by their type.
type stylist struct {
	body    float64 // size of the text
	bold    bool    // the text itself is bold
	grammar *legal.Grammar
	marks   *bookmarks

	sure      int                    // headings set apart by their type
	divisions map[legal.Division]int // of them, by what they open
}

// isText reports whether a paragraph that reads like a heading is none: where the
// headings of a text are set apart, what looks like the text around it is text.
func (s *stylist) isText(text string) bool {
	if h, ok := s.grammar.Heading(text); ok {
		return s.divisions[h.Division] >= 2
	}
	_, ok := legal.Numbered(text)
	return ok && s.sure >= 5
}

// headings finds the headings among paragraphs and gives each a level: 0 for one
// that may be a heading and may not.
func (s *stylist) headings(list []paragraph) map[int]int {
	found := make(map[int]heading)
	for i := range list {
		if h, ok := s.heading(&list[i]); ok {
			found[i] = h
		}
	}
	order := make([]heading, 0, len(found))
	s.divisions = make(map[legal.Division]int)
	for i, h := range found {
		if h.sure {
			s.sure++
			order = append(order, h.style())
			if named, ok := s.grammar.Heading(list[i].text); ok {
				s.divisions[named.Division]++
			}
		}
	}
	slices.SortFunc(order, heading.compare)
	order = slices.Compact(order)
	levels := make(map[int]int)
	for i, h := range found {
		levels[i] = 0
		if h.sure {
			at, _ := slices.BinarySearchFunc(order, h.style(), heading.compare)
			levels[i] = at + 1
		}
	}
	lowerLone(levels, len(list))
	return levels
}

// lowerLone gives a heading that is the only one of its level, and comes behind
// headings of lower levels that there are more of, the next such level: the large
// heading of a sample within the text does not enclose all that follows.
func lowerLone(levels map[int]int, paragraphs int) {
	count := make(map[int]int)
	for _, level := range levels {
		count[level]++
	}
	seen := make(map[int]bool)
	for i := range paragraphs {
		level := levels[i]
		if level == 0 {
			continue
		}
		seen[level] = true
		if count[level] > 1 {
			continue
		}
		next, behind := 0, false
		for other := range count {
			if other > level && count[other] > 1 {
				behind = behind || seen[other]
				if next == 0 || other < next {
					next = other
				}
			}
		}
		if behind {
			levels[i] = next
		}
	}
}

// style is what headings of one level have in common.
func (h heading) style() heading {
	return heading{size: halfPoint(h.size), depth: h.depth, bold: h.bold, sure: true}
}

func (h heading) compare(o heading) int {
	if c := cmp.Compare(o.size, h.size); c != 0 {
		return c
	}
	if h.bold != o.bold {
		if h.bold {
			return -1
		}
		return 1
	}
	return cmp.Compare(h.depth, o.depth)
}

// longestHeading is how many characters a heading may have, and mostLines lines.
const (
	longestHeading = 240
	mostLines      = 4
)

func (s *stylist) heading(p *paragraph) (heading, bool) {
	h := heading{size: p.size, bold: p.bold}
	if first, _ := utf8.DecodeRuneInString(p.text); unicode.IsSymbol(first) || unicode.Is(unicode.No, first) { // a sign of a key, not a title
		return h, false
	}
	if p.whole || p.last.turned || p.lines > mostLines || utf8.RuneCountInString(p.text) > longestHeading || !strings.ContainsFunc(p.text, isLetter) {
		return h, false
	}
	if _, caption := captionOf(s.grammar, p.text); caption || s.grammar.IsNote(p.text) {
		return h, false
	}
	if n, ok := legal.Numbered(p.text); ok {
		h.depth = n.Depth
	}
	_, named := s.grammar.Heading(p.text)
	h.mark = s.marks.level(p.page, p.text)
	larger := p.size >= 1.13*s.body
	distinct := larger || p.bold && !s.bold
	last, _ := utf8.DecodeLastRuneInString(p.text)
	switch {
	case h.mark > 0 && (distinct || h.depth > 0):
		h.sure = true
	case strings.ContainsRune(";,", last) || last == '.' && len(strings.Fields(p.text)) > 12:
		return h, false
	case isMark(p.text) || p.marked && h.depth == 0 && !larger:
		return h, false
	case larger && len([]rune(p.text)) > 2:
		h.sure = last != '.' || h.depth > 0
	case p.bold && !s.bold && (h.depth > 0 || named):
		h.sure = true
	case p.bold && !s.bold:
	default:
		return h, false
	}
	return h, true
}
