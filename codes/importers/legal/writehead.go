package legal

import (
	"strings"
	"unicode/utf8"

	"github.com/reglookup/regengine/codes/importers"
	"github.com/reglookup/regengine/codes/retrieval"
	"github.com/reglookup/regengine/geo/lazyregexp"
)

// Ranks of topics: those the source marks nest by the levels it gives; others
// stand below everything.
const (
	markedTopic = 120
	bareTopic   = 150
)

var (
	numeral = lazyregexp.New(`^(?:[IVXL]+|\d{1,2}|[A-Z])\.?$`)

	// repealed is what stands where something was: "(Suprimido)".
	repealed = lazyregexp.New(`^\(.*\)\.?$`)
)

// heading finds out whether an element is a heading.
func (w *writer) heading(e *Element) (Heading, bool) {
	if w.g.IsEnacting(e.Text) {
		return Heading{}, false
	}
	if h, ok := w.g.Heading(e.Text); ok {
		return h, e.Level > 0 || !w.mention(&h)
	}
	if w.inPreamble() && e.Level == 0 && numeral.MatchString(e.Text) {
		return Heading{Division: Topic, Title: e.Text, Text: e.Text}, true
	}
	if IsFormula(e.Text) || repealed.MatchString(e.Text) {
		return Heading{}, false
	}
	h, ok := Numbered(e.Text)
	if ok && repealed.MatchString(h.Title) {
		return Heading{}, false
	}
	if ok && w.numbered(e, &h) {
		return h, true
	}
	if e.Level == 0 && numberForm.MatchString(e.Text) {
		return Heading{}, false
	}
	return w.topic(e)
}

// mention tells an article heading without a title from the mention of one in a
// list: a heading has text below it.
func (w *writer) mention(h *Heading) bool {
	if h.Division != Article || h.Title != "" || h.Body != "" {
		return false
	}
	next := w.next(1)
	return next == nil
}

func (w *writer) inPreamble() bool {
	return len(w.open) > 0 && w.open[0].Division == Preamble
}

func (w *writer) inArticle() bool {
	for _, o := range w.open {
		if o.IsArticle() {
			return true
		}
	}
	return false
}

// numbered decides whether a short line with a plain number is a heading. Within
// an article numbers count its paragraphs.
func (w *writer) numbered(e *Element, h *Heading) bool {
	if e.Level > 0 {
		return true
	}
	if w.signature(e) {
		return false
	}
	n := parts(h.Number)
	if !w.counts(n) {
		return false
	}
	if e.Strong {
		return true
	}
	next := w.next(1)
	if w.inArticle() || next == nil || sibling(n, next) || w.listed() {
		return false
	}
	return !strings.HasSuffix(e.Text, ".") || words(h.Title) <= 4 && w.textBehind(n) || w.survey.titled(w.at, h)
}

// textBehind reports whether a line has below it what a heading has: a paragraph,
// or numbers within its own.
func (w *writer) textBehind(n []int) bool {
	next := w.next(1)
	if m := numberForm.FindStringSubmatch(next.Text); m != nil {
		return len(parts(m[1])) > len(n)
	}
	_, item := ParseMark(next.Text)
	return next.Role == Prose && next.Mark == "" && !item && words(next.Text) >= 8
}

// counts reports whether a number goes on from the last one, or begins.
func (w *writer) counts(n []int) bool {
	if len(w.count) == 0 {
		return true
	}
	for i, v := range n {
		if i >= len(w.count) {
			return v <= 2
		}
		if v != w.count[i] {
			begins := i == 0 && v <= 1
			return begins || v > w.count[i] && v <= w.count[i]+5
		}
	}
	return len(n) < len(w.count)
}

// listed reports whether the element before is a short line with a number that
// is no heading: the two are of a list.
func (w *writer) listed() bool {
	if w.at == 0 || w.survey.contents[w.at-1] || w.headed == w.at-1 {
		return false
	}
	before := &w.list[w.at-1]
	_, short := Numbered(before.Text)
	return short && before.Role == Prose && before.Mark == ""
}

// sibling reports whether the next element has the number behind n: then both are
// items of a list.
func sibling(n []int, next *Element) bool {
	m := numberForm.FindStringSubmatch(next.Text)
	if m == nil {
		return false
	}
	other := parts(m[1])
	last := len(n) - 1
	return len(other) == len(n) && other[last] == n[last]+1 && next.Level == 0 && !next.Strong
}

// parts returns the numbers of "2.1.3".
func parts(s string) []int {
	figures := strings.Split(s, ".")
	list := make([]int, len(figures))
	for i, f := range figures {
		list[i] = number(f)
	}
	return list
}

// topic decides whether an element is a heading without a number: because the
// source says so, because it is emphasised, or because it is in capitals and
// stands among provisions.
func (w *writer) topic(e *Element) (Heading, bool) {
	h := Heading{Division: Topic, Title: e.Text, Text: e.Text}
	if e.Level > 0 {
		return h, utf8.RuneCountInString(e.Text) <= 2*maxHeading && hasLetter(e.Text)
	}
	capitals := allUpper(e.Text) && len(w.open) > 0 && !w.inPreamble()
	if !e.Strong && !capitals || e.Strong && w.defining || !w.mayBeTopic(e) {
		return h, false
	}
	if capitals && w.g.document.MatchString(e.Text) && words(e.Text) > 1 {
		h.Division = Document
	}
	return h, true
}

// mayBeTopic reports whether the words of an element, and where it stands, let it be a
// heading.
func (w *writer) mayBeTopic(e *Element) bool {
	const longest = 8 // words of one that ends with a point
	_, mark := ParseMark(e.Text)
	long := strings.HasSuffix(e.Text, ".") && words(e.Text) > longest
	return titleLike(strings.TrimSuffix(e.Text, ":")) && w.next(1) != nil && !mark && !long && !w.signature(e) && !w.g.IsNote(e.Text)
}

// signature recognises the names and offices at the end of a text: they stand
// beside a short line that ends with a comma.
func (w *writer) signature(e *Element) bool {
	office := func(o *Element) bool {
		return o != nil && strings.HasSuffix(o.Text, ",") && words(o.Text) <= 16 && startsUpper(o.Text)
	}
	var before *Element
	if w.at > 0 {
		before = &w.list[w.at-1]
	}
	return office(before) || office(w.next(1)) || strings.HasSuffix(e.Text, ",") || initial.MatchString(e.Text)
}

// initial ends a name: "FELIPE R."
var initial = lazyregexp.New(`^\p{Lu}[\p{L} ]+ \p{Lu}\.$`)

// openHeading opens the section of a heading.
func (w *writer) openHeading(h Heading, e *Element) {
	w.title(&h)
	w.runIn(&h, e)
	if w.sameTitle(&h, e) {
		return
	}
	o := opened{Heading: h, level: e.Level, order: h.rank()}
	if h.Division == Topic {
		o.order = bareTopic
		if e.Level > 0 {
			o.order = markedTopic + min(e.Level, 9)
		}
	}
	w.close(&o)
	w.open = append(w.open, o)
	w.outline.Reset()
	w.enter(&o)
	w.kept.Headings++
	w.headed = w.at
	if h.IsArticle() {
		w.kept.Articles++
	}
	if h.Division == Annex || h.Division == Appendix {
		w.kept.Annexes++
	}
	w.b.Open(importers.Heading{Title: h.Text, Level: len(w.open), Slug: slug(&h, e), Article: h.IsArticle()})
	w.body(&h, e)
}

// body writes the text of an article that stands in the line of its heading, and
// where the article has no other text its title, so that it can be found.
func (w *writer) body(h *Heading, e *Element) {
	text := h.Body
	if text == "" && h.IsArticle() && words(h.Title) > 2 && w.bare(e) {
		text = h.Title
	}
	if text != "" {
		w.kept.Paragraphs++
		w.b.Add(importers.Piece{Kind: retrieval.Paragraph, Text: text, Page: e.Page, Refs: refsOf(e, text)})
	}
}

// bare reports whether nothing stands below the heading at hand.
func (w *writer) bare(e *Element) bool {
	next := w.next(1)
	if next == nil || next.Level > 0 && next.Level <= e.Level {
		return true
	}
	_, heading := w.g.Heading(next.Text)
	return next.Role == Prose && next.Mark == "" && heading
}

// enter sets what holds below a heading.
func (w *writer) enter(o *opened) {
	w.defining = w.g.IsDefinitions(o.Title) || w.defining && o.Division == Topic
	switch o.Division {
	case Number:
		w.count = parts(o.Number)
	case Topic:
	default:
		w.count = nil
	}
}

// title takes the title of a heading that is only a number from the line behind
// it.
func (w *writer) title(h *Heading) {
	next := w.next(1)
	if h.Title != "" || h.Body != "" || h.Number == "" && h.Division != Annex || next == nil || !w.isTitle(h, next) {
		return
	}
	w.marks = append(w.marks, next.Marks...)
	h.Title = next.Text
	separator := ". "
	if strings.HasSuffix(h.Text, ".") || strings.HasSuffix(h.Text, ":") {
		separator = " "
	}
	h.Text += separator + h.Title
	w.at++
}

// isTitle reports whether the line behind a heading is the heading's title.
func (w *writer) isTitle(h *Heading, e *Element) bool {
	if e.Role != Prose || e.Text == "" {
		return false
	}
	if e.Subtitle {
		return true
	}
	like := e.Mark == "" && titleLike(strings.TrimSuffix(e.Text, ".")) && hasLetter(e.Text)
	return like && !w.isSentence(h, e) && !w.isOther(e.Text)
}

// isSentence reports whether a line behind a heading, which nothing marks as a title, says
// something: one with a figure, all there is below the heading, or what an article says.
func (w *writer) isSentence(h *Heading, e *Element) bool {
	if e.Level > 0 || e.Strong {
		return false
	}
	const longest = 15 // words of an article's title
	ends := strings.HasSuffix(e.Text, ".")
	if h.IsArticle() && (ends || words(e.Text) > longest) {
		return true
	}
	return ends && (strings.ContainsAny(e.Text, "0123456789") || w.endsBehind())
}

// isOther reports whether a line is a heading, caption, note, item or formula of its own.
func (w *writer) isOther(text string) bool {
	_, mark := ParseMark(text)
	_, heading := w.g.Heading(text)
	_, caption := w.g.Caption(text)
	return mark || heading || caption || numberForm.MatchString(text) || IsFormula(text) || w.g.IsNote(text)
}

// endsBehind reports whether nothing stands below the heading at hand but the line
// behind it.
func (w *writer) endsBehind() bool {
	after := w.next(2)
	if after == nil {
		return true
	}
	_, heading := w.g.Heading(after.Text)
	return after.Role == Prose && after.Mark == "" && (heading || after.Level > 0)
}

// sameTitle reports whether a heading only repeats the title of the whole, at its
// beginning. That of an article does more, also where the whole has no other title.
func (w *writer) sameTitle(h *Heading, e *Element) bool {
	return w.kept.Headings == 0 && !h.IsArticle() && w.opts.Title != "" && (fold(h.Text) == fold(w.opts.Title) ||
		e.Level == 1 && h.Division == Topic && strings.HasPrefix(fold(w.opts.Title), fold(h.Text)))
}

// close ends the sections a heading does not stand in.
func (w *writer) close(o *opened) {
	if w.inPreamble() {
		within := o.level == 0 || w.open[0].level > 0 && o.level > w.open[0].level
		if o.Division != Topic || !within {
			w.open = w.open[:0]
		}
	}
	for len(w.open) > 0 && o.closes(&w.open[len(w.open)-1]) {
		w.open = w.open[:len(w.open)-1]
	}
}

// closes reports whether a heading ends another's section. Levels of the source
// count where a topic is one of the two; divisions know their order themselves.
func (o *opened) closes(other *opened) bool {
	if other.IsArticle() && o.Division != Topic && o.Division != Number {
		return true
	}
	byLevel := o.Division == Topic || other.Division == Topic || o.Division == Number && other.Division == Number
	if byLevel && o.level > 0 && other.level > 0 {
		return other.level >= o.level
	}
	return other.order >= o.order
}

// slug names the sections cited by number after it, so that a new title does not
// change their address.
func slug(h *Heading, e *Element) string {
	switch {
	case e.Slug != "":
		return e.Slug
	case h.Number != "" && (h.IsArticle() || h.Division == Annex || h.Division == Instruction || h.Division == Coded):
		return h.Label
	}
	return ""
}

func hasLetter(s string) bool { return strings.ContainsFunc(s, isLetter) }
