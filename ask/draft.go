package ask

import (
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
	text   string // with marks
	pieces []*piece
	leads  bool // it only leads over to the list below
}

// piece is a sentence of a draft, with what the checks said of it.
type piece struct {
	text   string // with marks
	over   string // what stands over it
	cited  []int
	reason string // why it cannot stay; "" where it may
	whole  bool   // it is verbatim, or nothing of a passage: no second reading
}

// draft is a model's text after the check.
type draft struct {
	form     Form // what its author says it is
	empty    bool // nothing was written
	lines    []line
	problems []Problem
	cited    int // sentences that stay and cite
	stated   int // sentences that stay and say something without citing

	left      int  // sentences without any source that were left out
	unchecked bool // nobody read what its words mean
}

func (d *draft) blank() bool { return d == nil || d.empty }

// better picks the draft that says more with proof, and of equals the newer.
func better(old, next *draft) *draft {
	if old.blank() || next.cited > old.cited || next.cited == old.cited && !next.empty && len(next.problems) <= len(old.problems) {
		return next
	}
	return old
}

// check takes a model's text apart and says which sentences the hard facts let stand.
func (t *turn) check(text string) *draft {
	text = cleanDraft(text)
	d := &draft{form: t.form, empty: strings.TrimSpace(text) == ""}
	if d.empty {
		return d
	}
	t.effort = 0
	lines := t.withoutSourceList(parseLines(t.normaliseMarkers(text)))
	over := standsOver{}
	for i, l := range lines {
		isHeader := l.kind == headingLine || l.kind == rowLine && i+1 < len(lines) && lines[i+1].kind == ruleLine
		t.over = over.before(l)
		d.lines = append(d.lines, t.checkLine(l, isHeader))
		over.read(l, isHeader)
	}
	t.over = ""
	return d
}

// count counts what stays, and lists what cannot.
func (t *turn) count(d *draft) {
	d.cited, d.stated, d.problems = 0, 0, nil
	if d.empty {
		d.problems = []Problem{{Reason: "the draft is empty"}}
	}
	for _, p := range d.pieces() {
		switch {
		case p.reason != "":
			if d.problems = append(d.problems, Problem{Reason: p.reason}); len(d.problems) <= mostProblems {
				d.problems[len(d.problems)-1] = t.problem(p)
			}
		case len(p.cited) > 0:
			d.cited++
		case !strings.HasSuffix(strings.TrimSpace(p.text), ":") && strings.ContainsFunc(p.text, isWordRune):
			d.stated++
		}
	}
}

func (d *draft) pieces() []*piece {
	var list []*piece
	for i := range d.lines {
		list = append(list, d.lines[i].pieces...)
	}
	return list
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

// checkLine holds each sentence of a line against what it cites. What only names what
// follows has none.
func (t *turn) checkLine(l line, header bool) line {
	if l.kind == blankLine || l.kind == ruleLine || header && t.bareHeading(l.text) {
		return l
	}
	for _, s := range l.sentences() {
		p := &piece{text: s, over: t.over, cited: marksIn(s), reason: t.judge(s)}
		p.whole = p.reason == "" && (len(p.cited) == 0 || t.form != "" || t.isVerbatim(s))
		l.pieces = append(l.pieces, p)
	}
	return l
}

// isVerbatim reports whether a sentence is a verbatim part of a passage it cites.
func (t *turn) isVerbatim(sentence string) bool {
	plain := withoutMarks(sentence)
	return slices.ContainsFunc(marksIn(sentence), func(i int) bool { return t.issued[i].holds(plain) })
}

// bareHeading reports whether a heading only names what follows: it has no amount that
// nobody gave, and sets nothing.
func (t *turn) bareHeading(text string) bool {
	if len(text) > 200 || len(marksIn(text)) > 0 || t.says("duty", text) {
		return false
	}
	c := t.newClaim(text)
	for i := range c.amounts {
		a := &c.amounts[i]
		if a.side() != 0 || !a.Unit.IsZero() && len(t.facts.asked.find(a)) == 0 {
			return false
		}
	}
	return true
}

// sentences parts a line. A row is one sentence, and so is an item, unless each
// of its sentences cites for itself: then one may not live on what another cites. A word
// that answers by itself belongs to the sentence behind it (CITATIONS M7).
func (l *line) sentences() []string {
	if l.kind == rowLine || l.kind == headingLine {
		return []string{l.text}
	}
	list := withBriefs(Sentences(l.text))
	if l.kind == textLine || !slices.ContainsFunc(list, func(s string) bool { return len(marksIn(s)) == 0 }) {
		return list
	}
	return []string{l.text}
}

// withBriefs joins "Sí.", "No.", "It depends." to what follows.
func withBriefs(list []string) []string {
	const brief = 2 // words
	var out []string
	lead := ""
	for i, s := range list {
		if len(strings.Fields(s)) <= brief && len(marksIn(s)) == 0 && strings.HasSuffix(s, ".") && i+1 < len(list) && !strings.ContainsAny(s, "0123456789") {
			lead += s + " "
			continue
		}
		out, lead = append(out, lead+s), ""
	}
	return out
}

// withoutSourceList takes out a list of sources that a model wrote at the end, or
// between: titles come from the catalogue alone (CITATIONS M4).
func (t *turn) withoutSourceList(lines []line) []line {
	inList := false
	for i := range lines {
		l := &lines[i]
		opens := isFootnote(*l) || t.opensSources(l)
		inList = opens || inList && !l.endsSources()
		if inList && (opens || l.kind == itemLine || l.kind == textLine) {
			*l = line{kind: blankLine}
		}
	}
	return lines
}

// opensSources reports whether a line only says that sources follow.
func (t *turn) opensSources(l *line) bool {
	if !slices.Contains([]lineKind{headingLine, textLine, itemLine}, l.kind) {
		return false
	}
	name, rest, _ := strings.Cut(strings.Trim(foldWord(withoutMarks(l.text)), " *_#:>.-"), ":")
	return t.isSourceLead(strings.Trim(name, " *_")) && !strings.ContainsFunc(rest, isWordRune)
}

// endsSources reports whether a line is none of a list of sources any more.
func (l *line) endsSources() bool {
	return l.kind == headingLine || l.kind == rowLine || l.kind == textLine && len(marksIn(l.text)) == 0
}

func (t *turn) isSourceLead(name string) bool {
	for _, l := range []*tongue{t.facts.lang, tongueOf("en")} {
		for _, p := range l.phrases["sourcelist"] {
			if m := p.FindStringIndex(name); m != nil && m[0] == 0 && strings.TrimSpace(name[m[1]:]) == "" {
				return true
			}
		}
	}
	return false
}

// isFootnote reports whether a line is a note at the foot: "[1]: title".
func isFootnote(l line) bool {
	text := strings.TrimSpace(l.text)
	n := markerLength(text)
	return l.kind == textLine && n > 0 && strings.HasPrefix(text[n:], ":")
}

// dropOrphans removes headings, lead-ins and table heads that lost what they
// stood over.
func (d *draft) dropOrphans() {
	next := line{kind: blankLine}
	for i := len(d.lines) - 1; i >= 0; i-- {
		l := &d.lines[i]
		if l.orphanedBy(&next) {
			*l = line{kind: blankLine}
		} else if l.kind != blankLine {
			next = *l
		}
	}
}

// orphanedBy reports whether a line stands over nothing, by the next one that is left.
func (l *line) orphanedBy(next *line) bool {
	followed := func(by ...lineKind) bool { return slices.Contains(by, next.kind) }
	switch {
	case l.leads && !followed(itemLine, rowLine, textLine):
		return true
	case l.kind == headingLine:
		return followed(blankLine) || followed(headingLine) && next.level <= l.level
	case l.kind == ruleLine:
		return !followed(rowLine)
	}
	return l.kind == rowLine && len(marksIn(l.text)) == 0 && !followed(ruleLine)
}

var (
	headingShape  = lazyregexp.New(`^\s{0,3}(#{1,6})\s+`)
	itemShape     = lazyregexp.New(`^\s*(?:[-*+•]|\d{1,3}[.)]|[a-z]\))\s+`)
	ruleShape     = lazyregexp.New(`^\s*\|?[\s:|-]*-{3,}[\s:|-]*\|?\s*$`)
	fenceShape    = lazyregexp.New("^(?:`{3,}|~{3,})[a-zA-Z]*$")
	quoteShape    = lazyregexp.New(`^\s{0,3}(?:>\s?)+`)
	emptyPair     = lazyregexp.New(`[ \t]?(?:\([ \t]*\)|\[[ \t]*\]|«[ \t]*»|“[ \t]*”)`)
	gapBeforeStop = lazyregexp.New(`[ \t]+([.,])(\s|$)`) // other signs may have one, as in French
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
		text := gapBeforeStop.ReplaceAllString(emptyPair.ReplaceAllString(l.text, ""), "$1$2")
		text = manySpaces.ReplaceAllString(text, " ")
		b.WriteString(strings.TrimRight(l.prefix+text, " \t") + "\n")
	}
	return strings.TrimSpace(manyBlanks.ReplaceAllString(b.String(), "\n\n"))
}

func isWordRune(r rune) bool {
	return unicode.IsLetter(r) || slices.Contains([]rune("0123456789"), r)
}
