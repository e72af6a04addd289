package pdf

import (
	"strings"
	"unicode"

	"github.com/reglookup/regengine/codes/importers/legal"
	"github.com/reglookup/regengine/geo/lazyregexp"
)

// What a cover page is: the first of several, with that few words, none of them of
// the text, no list, and with type much larger than the text's.
const (
	leastPages   = 3
	coverWords   = 150
	coverType    = 1.5
	longestTitle = 200 // bytes
)

// onCover counts the paragraphs at the start of a list that stand on a cover page;
// 0 where there is none. A page with nothing but a title is none.
func onCover(list []paragraph, pages int, s *stylist) int {
	n, words, marked, largest := 0, 0, 0, 0.0
	for n < len(list) && list[n].page == 1 {
		p := &list[n]
		if p.table != nil || s.isBody(p) {
			return 0
		}
		words += len(strings.Fields(p.text))
		largest = max(largest, p.size)
		if p.marked && p.size < coverType*s.body {
			marked++
		}
		n++
	}
	if marked > 1 || pages < leastPages || n < 2 || words > coverWords || largest < coverType*s.body {
		return 0
	}
	return n
}

// isBody reports whether a paragraph is of the text: several lines or a sentence,
// the heading of a part. Type much larger is none of it.
func (s *stylist) isBody(p *paragraph) bool {
	if p.size >= 1.2*s.body {
		return false
	}
	sentence := strings.HasSuffix(strings.TrimSpace(p.text), ".") && len(strings.Fields(p.text)) >= 10
	return p.lines > 2 || sentence || opens(s.grammar, p.text)
}

// coverTitle is what a cover page says in its largest type: words, not a letter
// or code that is an ornament.
func coverTitle(cover []paragraph) string {
	var best *paragraph
	for i := range cover {
		p := &cover[i]
		if p.figure == nil && countWords(p.text) >= 1 && len(p.text) > 3 && len(p.text) <= longestTitle && (best == nil || p.size > best.size) {
			best = p
		}
	}
	if best == nil {
		return ""
	}
	return strings.TrimSpace(best.text)
}

// fileName is what a title in the properties of a file looks like that a program
// made up.
var fileName = lazyregexp.New(`(?i)\.(?:docx?|odt|rtf|indd|pdf|qxd|html?|xlsx?|tex)$|^microsoft word|^untitled|^sin t[ií]tulo|[_/\\]`)

// titleOf is a title from the properties of a file; "" where it says nothing.
func titleOf(property string) string {
	title := strings.Join(strings.Fields(property), " ")
	switch {
	case len(title) > longestTitle, countWords(title) < 2, fileName.MatchString(title):
		return ""
	case strings.ContainsFunc(title, func(r rune) bool { return r == unicode.ReplacementChar || unicode.IsControl(r) }):
		return ""
	}
	return title
}

// cover writes the text of a cover page, which opens no sections.
func (d *document) cover(list []paragraph) {
	for _, p := range list {
		e := legal.Element{Role: legal.AsPlain, Text: strings.TrimSpace(p.text), Page: p.page}
		if p.figure != nil {
			e = legal.Element{Role: legal.AsLost, Of: legal.OfFigure, Text: p.figure.labels, Page: p.page}
		}
		d.Elements = append(d.Elements, e)
	}
}
