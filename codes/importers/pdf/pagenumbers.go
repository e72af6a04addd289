package pdf

import (
	"strconv"
	"strings"

	"github.com/reglookup/regengine/geo/lazyregexp"
)

var (
	figures = lazyregexp.New(`\d+`)
	romans  = lazyregexp.New(`^[ivxlc]+$|\b[ivxlc]+$`)
)

// unnumbered is a text in lower case with a mark for each of its numbers, and
// those numbers.
func unnumbered(text string) (words string, numbers []int) {
	words = figures.ReplaceAllStringFunc(strings.ToLower(strings.TrimSpace(text)), func(s string) string {
		n, err := strconv.Atoi(s)
		if err != nil {
			return s
		}
		numbers = append(numbers, n)
		return "#"
	})
	words = romans.ReplaceAllStringFunc(words, func(s string) string {
		n := romanValue(s)
		if n == 0 {
			return s
		}
		numbers = append(numbers, n)
		return "#"
	})
	return words, numbers
}

// romanValue reads a Roman number in lower case; 0 where it is none.
func romanValue(s string) int {
	value := map[byte]int{'i': 1, 'v': 5, 'x': 10, 'l': 50, 'c': 100}
	n := 0
	for i := range len(s) {
		v := value[s[i]]
		if i+1 < len(s) && v < value[s[i+1]] {
			v = -v
		}
		n += v
	}
	return max(n, 0)
}

// asPages reports whether the numbers in lines of the same words change as those
// of pages do: from one to the next they stay, or count on by as many as there
// are pages between, or begin anew as those of a chapter.
func asPages(lines []*edgeLine) bool {
	bad := 0
	for i := 1; i < len(lines); i++ {
		if !turnsPage(lines[i-1], lines[i]) {
			bad++
		}
	}
	return bad*5 <= len(lines)-1
}

func turnsPage(a, b *edgeLine) bool {
	if len(a.numbers) != len(b.numbers) {
		return false
	}
	pages := b.leaf.number - a.leaf.number
	on, next, anew := 0, 0, 0
	for i, n := range b.numbers {
		switch m := a.numbers[i]; {
		case n == m:
		case n <= pages && n < m: // from the beginning of a chapter
			anew++
		case n == m+1 && pages != 1: // the chapter
			next++
		case n-m == pages:
			on++
		default:
			return false
		}
	}
	return on+next <= 1 && anew <= 1
}
