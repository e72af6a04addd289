package quantity

import (
	"strings"
	"unicode"
)

// maxUnitChunks is how many stretches between spaces a unit is looked for in:
// "flow of 5 litres per second and square metre" takes six.
const maxUnitChunks = 8

// unit reads the unit behind a number that ends at end, over spaces, and returns
// where the quantity ends.
func (s *figureScanner) unit(end int) (Unit, int) {
	if n := inches(s.text, end); n > 0 {
		return inch(), end + n
	}
	start := end + spaces(s.text[end:])
	if start-end > 3 {
		return Unit{}, end
	}
	ends := s.unitEnds(start)
	for i := len(ends) - 1; i >= 0; i-- {
		text := s.text[start:ends[i]]
		if u, err := s.units.parse(text); err == nil && unitBehind(u, s.text[ends[i]:]) {
			return u, ends[i]
		}
	}
	return s.units.find(s.text, end)
}

// unitEnds returns where a unit at start could end: behind each stretch of it
// that only a unit is written with, no bracket being open.
func (s *figureScanner) unitEnds(start int) []int {
	var ends []int
	at, depth := start, 0
	for chunks := 0; chunks < maxUnitChunks && at-start <= maxUnit; chunks++ {
		n, closed := chunkEnd(s.text[at:], depth)
		chunk := strings.TrimRight(s.text[at:at+n], ".")
		if chunk == "" || chunks > 0 && !s.units.chunk(chunk) {
			break
		}
		depth = closed
		if depth == 0 {
			ends = append(ends, at+len(chunk))
		}
		gap := spaces(s.text[at+n:])
		if len(chunk) < n || gap == 0 || gap > 2 {
			break
		}
		at += n + gap
	}
	return ends
}

// chunkEnd returns how far s goes on without a space or a sign that no unit
// holds, and how many brackets are open then, depth of them being open before.
func chunkEnd(s string, depth int) (end, open int) {
	for i, r := range s {
		switch {
		case r == '(':
			depth++
		case r == ')' && depth == 0, unicode.IsSpace(r), strings.ContainsRune(",;:=<>≤≥!?\"'+±", r):
			return i, depth
		case r == ')':
			depth--
		}
		if i > maxUnit {
			return i, depth
		}
	}
	return len(s), depth
}

// chunk reports whether a stretch behind the first may belong to a unit. A
// small letter alone is a preposition far more often, and so is "in".
func (c *catalogue) chunk(chunk string) bool {
	if len(chunk) == 1 && chunk[0] >= 'a' && chunk[0] <= 'z' || chunk == "in" {
		return false
	}
	plain := plainUnit(chunk)
	for _, part := range unitParts(plain) {
		letters := letterPrefix(part)
		if letters == 0 {
			if part != "/" && part != "(" && part != ")" && leadingDigits(part) != len(part) {
				return false
			}
			continue
		}
		if c.partial[foldUnit(part)] {
			continue
		}
		if _, ok := c.split(part[:letters]); !ok {
			return false
		}
	}
	return plain != ""
}
