package markdown

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/reglookup/regengine/codes/importers"
	"github.com/reglookup/regengine/geo/lazyregexp"
)

// Where pages end in a plain text, and what repeats there. Only what stands at the
// edge of pages is taken for their head or foot: a title may come again as often.
const (
	edge       = 3   // lines with text at the head or foot of a page
	leastPages = 3   // on which a line must repeat
	leastRun   = 5   // numbers that count up, to be those of pages
	shortPage  = 10  // lines at least from one page's number to the next
	longPage   = 400 // and at most
)

// pageNumber is the line of a page's number, alone or beside the title that runs
// on with it: "16  Fire safety, 2019 edition".
var pageNumber = lazyregexp.New(`^(?:[-–—\s]*(\d{1,4})[-–—\s]*|(\d{1,4})[\s|]+(\D.*\S)|(\S.*\D)[\s|]+(\d{1,4}))$`)

// numberedLine is a line that may be that of a page's number.
type numberedLine struct{ at, number int }

// dropRunning takes out the head and foot of pages: the lines that repeat beside
// form feeds or the numbers of pages, and these numbers. A text without either has
// no pages.
func (r *reader) dropRunning(lines []plainLine) {
	p := &pages{lines: lines, near: make([]bool, len(lines)), drop: make([]bool, len(lines))}
	if n := len(lines); n > 0 && lines[n-1].page > 0 {
		p.feeds()
	} else {
		p.numbers()
	}
	p.repeated()
	dropped := 0
	for i := range lines {
		if p.drop[i] {
			r.source.Left.Line(lines[i].text)
			lines[i].text, lines[i].columns = "", false
			dropped++
		}
	}
	if dropped > 0 {
		r.source.Report.Add(importers.Problem{Message: fmt.Sprintf("%d lines left out that repeat at the head or foot of pages", dropped)})
	}
}

// pages finds the edges of the pages of a text.
type pages struct {
	lines []plainLine
	near  []bool // lines at the edge of a page
	drop  []bool
}

// feeds finds pages by form feeds.
func (p *pages) feeds() {
	for i := range p.lines {
		if i > 0 && p.lines[i].page != p.lines[i-1].page {
			p.mark(i-1, -1)
			p.mark(i, 1)
		}
		if p.lines[i].page > 0 && digits.MatchString(p.lines[i].text) && endsPage(p.lines, i) {
			p.drop[i] = true
		}
	}
	p.mark(len(p.lines)-1, -1)
	p.mark(0, 1)
}

// mark marks the lines at the edge of a page, from its first line down or its last
// one up.
func (p *pages) mark(from, step int) {
	for i, n := from, 0; i >= 0 && i < len(p.lines) && n < edge; i += step {
		if p.lines[i].text != "" {
			p.near[i] = true
			n++
		}
	}
}

// numbers finds pages by lines with a number that counts up, a page's length
// apart, with nothing else in them or always the same.
func (p *pages) numbers() {
	beside := make(map[string][]numberedLine)
	for i, l := range p.lines {
		m := pageNumber.FindStringSubmatch(l.text)
		if m == nil {
			continue
		}
		n, _ := strconv.Atoi(m[1] + m[2] + m[5])
		beside[m[3]+m[4]] = append(beside[m[3]+m[4]], numberedLine{i, n})
	}
	for title, list := range beside {
		for _, at := range countsUp(list) {
			p.drop[at] = true
			p.mark(at, 1)
			p.mark(at, -1)
		}
		if title != "" && slices.ContainsFunc(list, func(l numberedLine) bool { return p.drop[l.at] }) {
			p.running(title)
		}
	}
}

// running marks the places of a title that runs along with the numbers of pages:
// the pages whose number was lost.
func (p *pages) running(title string) {
	for i := range p.lines {
		if p.lines[i].text == title {
			p.drop[i] = true
			p.mark(i, 1)
			p.mark(i, -1)
		}
	}
}

// countsUp returns the lines whose numbers count up a page's length apart.
func countsUp(list []numberedLine) []int {
	var pages []int
	used := make([]bool, len(list))
	for first := range list {
		run := []int{first}
		for i := first; !used[i]; {
			used[i] = true
			next := nextPage(list, i)
			if next < 0 {
				break
			}
			run = append(run, next)
			i = next
		}
		if len(run) < leastRun {
			continue
		}
		for _, i := range run {
			pages = append(pages, list[i].at)
		}
	}
	return pages
}

// nextPage returns the line of the next page's number, or of that behind it where
// only every other page has one; -1 when there is none.
func nextPage(list []numberedLine, i int) int {
	const looked = 64 // bounds the work where every line is a number
	for j := i + 1; j < min(i+looked, len(list)) && list[j].at-list[i].at <= longPage; j++ {
		step := list[j].number - list[i].number
		if list[j].at-list[i].at >= shortPage && step >= 1 && step <= 2 {
			return j
		}
	}
	return -1
}

// repeated drops the lines that repeat at the edges of pages, and seldom stand
// elsewhere. The first stays: it may be the title that the others repeat.
func (p *pages) repeated() {
	all, edges := make(map[string]int), make(map[string]int)
	for i, l := range p.lines {
		all[l.text]++
		if p.near[i] {
			edges[l.text]++
		}
	}
	seen := make(map[string]bool)
	for i, l := range p.lines {
		if n := edges[l.text]; !p.near[i] || n < leastPages || 3*n < 2*all[l.text] || !isHead(l.text) {
			continue
		}
		if seen[l.text] {
			p.drop[i] = true
		}
		seen[l.text] = true
	}
}

// isHead reports whether a line has the form of a head or foot: a few words, and
// no part of a sentence.
func isHead(text string) bool {
	const leastLetters = 3
	letters := 0
	for _, r := range text {
		if unicode.IsLetter(r) {
			letters++
		}
	}
	return letters >= leastLetters && len(strings.Fields(text)) <= 20 && !strings.ContainsAny(text[len(text)-1:], ".:;,")
}
