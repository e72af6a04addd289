package ask

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"github.com/reglookup/regengine/geo/lazyregexp"
)

// lineKind is what a line of a draft's Markdown is.
type lineKind uint8

const (
	textLine lineKind = iota
	headingLine
	itemLine
	rowLine
	ruleLine // the rule under a table's header
	blankLine
)

// line is one line, or one paragraph, of a checked draft.
type line struct {
	kind   lineKind
	level  int    // of a heading
	prefix string // "## ", "- ", "  2. "
	text   string // what stays, with marks
	leads  bool   // it only leads over to the list below

	left []exceptionOf // exceptions beside what it cites and does not carry
}

// draft is a model's text after the check.
type draft struct {
	form     Form // what its author says it is
	empty    bool // nothing was written
	lines    []line
	problems []Problem
	cited    int  // sentences that stay and cite
	stated   int  // sentences that stay and say something without citing
	lost     int  // sentences that were taken out
	spaced   bool // its language may put a space before a colon, as French does
}

func (d *draft) blank() bool { return d == nil || d.empty }

// better picks the draft that says more with proof, and of equals the newer.
func better(old, next *draft) *draft {
	if old.blank() || next.cited > old.cited || next.cited == old.cited && !next.empty && len(next.problems) <= len(old.problems) {
		return next
	}
	return old
}

// check takes a model's text apart and keeps what can be proved.
func (t *turn) check(text string) *draft {
	if t.plain != nil {
		t.plain.ties.read(text)
	}
	text = cleanDraft(text)
	d := &draft{form: t.form, empty: strings.TrimSpace(text) == "", spaced: t.plain != nil}
	if d.empty {
		d.problems = []Problem{{Reason: "the draft is empty"}}
		return d
	}
	t.facts.claims, t.facts.effort = map[string]*claim{}, 0
	lines := withoutSourceList(parseLines(t.normaliseMarkers(text)))
	over := standsOver{}
	for i, l := range lines {
		isHeader := l.kind == headingLine || l.kind == rowLine && i+1 < len(lines) && lines[i+1].kind == ruleLine
		d.lines = append(d.lines, t.checkLine(l, isHeader, over.before(l), d))
		over.read(l, isHeader)
	}
	d.dropOrphans()
	if t.plain == nil && t.form == "" { // both read what a sentence means
		t.pointToExceptions(d)
		t.tellDifferences(d)
	}
	return d
}

// standsOver is what stands over a line and goes for it too.
type standsOver struct{ heading, lead, header string }

func (o *standsOver) read(l line, isHeader bool) {
	switch {
	case l.kind == headingLine:
		*o = standsOver{heading: l.text}
	case l.kind == rowLine && isHeader:
		o.header = l.text
	case l.kind == textLine:
		o.lead, o.header = "", ""
		if strings.HasSuffix(strings.TrimSpace(withoutMarks(l.text)), ":") {
			o.lead = l.text
		}
	}
}

// before returns what stands over a line, as one text.
func (o *standsOver) before(l line) string {
	text := o.heading
	if l.kind == itemLine || l.kind == rowLine {
		text += " " + o.lead
	}
	if l.kind == rowLine {
		text += " " + o.header
	}
	return strings.TrimSpace(withoutMarks(text))
}

// checkLine keeps the sentences of a line that stand. A line of which nothing
// stays is blank.
func (t *turn) checkLine(l line, header bool, over string, d *draft) line {
	if l.kind == blankLine || l.kind == ruleLine || header && t.bareHeading(l.text) {
		return l
	}
	var kept []string
	for _, s := range l.sentences() {
		if reason := t.judge(s, over); reason != "" {
			d.lost++
			d.problems = append(d.problems, Problem{Sentence: neutralise(s), Reason: reason})
			continue
		}
		kept = append(kept, s)
		d.count(s, &l)
		if cited := marksIn(s); len(cited) > 0 && t.plain == nil && !t.repeats(s) {
			l.left = append(l.left, t.leftOut(withoutMarks(s), cited)...)
		}
	}
	if len(kept) == 0 {
		return line{kind: blankLine}
	}
	l.text = strings.Join(kept, " ")
	return l
}

// sentences parts a line. A row is one sentence, and so is an item, unless each
// of its sentences cites for itself: then one may not live on what another cites
// (CITATIONS M7).
func (l *line) sentences() []string {
	if l.kind == rowLine || l.kind == headingLine {
		return []string{l.text}
	}
	list := Sentences(l.text)
	if l.kind == textLine || !slices.ContainsFunc(list, func(s string) bool { return len(marksIn(s)) == 0 }) {
		return list
	}
	return []string{l.text}
}

// withoutSourceList takes out a list of sources that a model wrote at the end, or
// between: titles come from the catalogue alone (CITATIONS M4).
func withoutSourceList(lines []line) []line {
	inList := false
	for i, l := range lines {
		folded := strings.Trim(foldWord(withoutMarks(l.text)), " *_#:>.-")
		name, rest, _ := strings.Cut(folded, ":")
		isLead := (l.kind == headingLine || l.kind == textLine || l.kind == itemLine) && isSourceLead(strings.Trim(name, " *_")) && !strings.ContainsFunc(rest, isWordRune)
		switch {
		case isLead || isFootnote(l):
			inList = true
		case inList && (l.kind == headingLine || l.kind == textLine && len(marksIn(l.text)) == 0 || l.kind == rowLine):
			inList = false
		}
		if inList && (isLead || l.kind == itemLine || isFootnote(l) || l.kind == textLine) {
			lines[i] = line{kind: blankLine}
		}
	}
	return lines
}

func isSourceLead(name string) bool {
	m := phrases()["sourcelist"].find(name)
	return m != nil && m[0] == 0 && strings.TrimSpace(name[m[1]:]) == ""
}

// isFootnote reports whether a line is a note at the foot: "[1]: title".
func isFootnote(l line) bool {
	text := strings.TrimSpace(l.text)
	n := markerLength(text)
	return l.kind == textLine && n > 0 && strings.HasPrefix(text[n:], ":")
}

// pointToExceptions adds, behind what leaves an exception out, a sentence that
// points to it in the passage's own words, unless the draft carries it elsewhere.
func (t *turn) pointToExceptions(d *draft) {
	pointed := map[string]bool{}
	var under []string // of rows: behind the table
	for i := range d.lines {
		l := &d.lines[i]
		for _, x := range l.left {
			if pointed[x.clause] || t.carriedIn(d, x) {
				continue
			}
			pointed[x.clause] = true
			d.problems = append(d.problems, Problem{Sentence: neutralise(withoutMarks(l.text)), Reason: fmt.Sprintf("it leaves out an exception beside what it cites: %q", x.clause)})
			if l.kind == rowLine {
				under = append(under, t.pointTo(x))
				continue
			}
			l.text += " " + t.pointTo(x)
		}
	}
	if len(under) > 0 {
		d.lines = append(d.lines, line{kind: blankLine}, line{kind: textLine, text: strings.Join(under, " ")})
	}
}

// carriedIn reports whether any sentence of the draft that cites the passage
// carries an exception of it.
func (t *turn) carriedIn(d *draft, x exceptionOf) bool {
	for _, l := range d.lines {
		for _, s := range Sentences(l.text) {
			if slices.Contains(marksIn(s), x.passage) && t.newClaim(withoutMarks(s), "").carries(x) {
				return true
			}
		}
	}
	return false
}

func (d *draft) count(sentence string, l *line) {
	l.leads = false
	switch {
	case len(marksIn(sentence)) > 0:
		d.cited++
	case strings.HasSuffix(strings.TrimSpace(sentence), ":"):
		l.leads = true
	case strings.ContainsFunc(sentence, isWordRune):
		d.stated++
	}
}

// dropOrphans removes headings, lead-ins and table heads that lost what they
// stood over.
func (d *draft) dropOrphans() {
	next := line{kind: blankLine}
	for i := len(d.lines) - 1; i >= 0; i-- {
		l := d.lines[i]
		orphan := l.kind == headingLine && (next.kind == blankLine || next.kind == headingLine && next.level <= l.level) ||
			l.kind == ruleLine && next.kind != rowLine ||
			l.kind == rowLine && len(marksIn(l.text)) == 0 && next.kind != ruleLine ||
			l.leads && next.kind != itemLine && next.kind != rowLine && next.kind != textLine
		if orphan {
			d.lines[i] = line{kind: blankLine}
			continue
		}
		if l.kind != blankLine {
			next = l
		}
	}
}

var (
	headingShape  = lazyregexp.New(`^\s{0,3}(#{1,6})\s+`)
	itemShape     = lazyregexp.New(`^\s*(?:[-*+•]|\d{1,3}[.)]|[a-z]\))\s+`)
	ruleShape     = lazyregexp.New(`^\s*\|?[\s:|-]*-{3,}[\s:|-]*\|?\s*$`)
	fenceShape    = lazyregexp.New("^(?:`{3,}|~{3,})[a-zA-Z]*$")
	quoteShape    = lazyregexp.New(`^\s{0,3}(?:>\s?)+`)
	emptyPair     = lazyregexp.New(`[ \t]?(?:\([ \t]*\)|\[[ \t]*\]|«[ \t]*»|“[ \t]*”)`)
	gapBefore     = lazyregexp.New(`[ \t]+([.,;:!?])(\s|$)`)
	gapBeforeStop = lazyregexp.New(`[ \t]+([.,])(\s|$)`)
	manyBlanks    = lazyregexp.New(`\n{3,}`)
	manySpaces    = lazyregexp.New(`[ \t]{2,}`)
)

// parseLines reads Markdown lines; lines of one paragraph become one.
func parseLines(text string) []line {
	var lines []line
	var paragraph []string
	flush := func() {
		if len(paragraph) > 0 {
			lines = append(lines, line{kind: textLine, text: strings.Join(paragraph, " ")})
			paragraph = paragraph[:0]
		}
	}
	for raw := range strings.Lines(text) {
		l := parseLine(strings.TrimRight(raw, "\n"))
		if l.kind == textLine {
			paragraph = append(paragraph, l.text)
			continue
		}
		flush()
		lines = append(lines, l)
	}
	flush()
	return lines
}

func parseLine(raw string) line {
	raw = quoteShape.ReplaceAllString(raw, "")
	trimmed := strings.TrimSpace(raw)
	if fenceShape.MatchString(trimmed) {
		return line{kind: blankLine}
	}
	if m := headingShape.FindStringSubmatch(raw); m != nil {
		return line{kind: headingLine, level: len(m[1]), prefix: m[1] + " ", text: raw[len(m[0]):]}
	}
	switch m := itemShape.FindString(raw); {
	case trimmed == "":
		return line{kind: blankLine}
	case ruleShape.MatchString(raw):
		return line{kind: ruleLine, text: trimmed}
	case strings.HasPrefix(trimmed, "|"):
		return line{kind: rowLine, text: trimmed}
	case m != "":
		return line{kind: itemLine, prefix: m, text: raw[len(m):]}
	}
	return line{kind: textLine, text: trimmed}
}

// String renders the draft, marks and all.
func (d *draft) String() string {
	var b strings.Builder
	for _, l := range d.lines {
		gap, text := gapBefore, emptyPair.ReplaceAllString(l.text, "")
		if d.spaced {
			gap = gapBeforeStop
		}
		text = manySpaces.ReplaceAllString(gap.ReplaceAllString(text, "$1$2"), " ")
		b.WriteString(strings.TrimRight(l.prefix+text, " \t") + "\n")
	}
	return strings.TrimSpace(manyBlanks.ReplaceAllString(b.String(), "\n\n"))
}

// mostlyLost reports whether more was taken out than stayed (CITATIONS S4).
func (d *draft) mostlyLost() bool { return d.lost > d.cited+d.stated }

func isWordRune(r rune) bool {
	return unicode.IsLetter(r) || slices.Contains([]rune("0123456789"), r)
}
