package ask

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
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
}

// draft is a model's text after the check.
type draft struct {
	empty    bool // nothing was written
	lines    []line
	problems []Problem
	cited    int // sentences that stay and cite
	stated   int // sentences that stay and say something without citing
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
	text = cleanDraft(text)
	d := &draft{empty: strings.TrimSpace(text) == ""}
	if d.empty {
		d.problems = []Problem{{Reason: "the draft is empty"}}
		return d
	}
	lines := parseLines(t.normaliseMarkers(text))
	for i, l := range lines {
		isHeader := l.kind == headingLine || l.kind == rowLine && i+1 < len(lines) && lines[i+1].kind == ruleLine
		d.lines = append(d.lines, t.checkLine(l, isHeader, d))
	}
	d.dropOrphans()
	return d
}

// checkLine keeps the sentences of a line that stand. A line of which nothing
// stays is blank.
func (t *turn) checkLine(l line, header bool, d *draft) line {
	if l.kind == blankLine || l.kind == ruleLine || header && t.bareHeading(l.text) {
		return l
	}
	sentences := []string{l.text}
	if l.kind == textLine {
		sentences = Sentences(l.text)
	}
	var kept []string
	for _, s := range sentences {
		if reason := t.judge(s); reason != "" {
			d.problems = append(d.problems, Problem{Sentence: neutralise(s), Reason: reason})
			continue
		}
		kept = append(kept, s)
		d.count(s, &l)
	}
	if len(kept) == 0 {
		return line{kind: blankLine}
	}
	l.text = strings.Join(kept, " ")
	return l
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
	headingShape = regexp.MustCompile(`^\s{0,3}(#{1,6})\s+`)
	itemShape    = regexp.MustCompile(`^\s*(?:[-*+•]|\d{1,3}[.)]|[a-z]\))\s+`)
	ruleShape    = regexp.MustCompile(`^\s*\|?[\s:|-]*-{3,}[\s:|-]*\|?\s*$`)
	gapBefore    = regexp.MustCompile(`[ \t]+([.,;:!?])(\s|$)`)
	manyBlanks   = regexp.MustCompile(`\n{3,}`)
	manySpaces   = regexp.MustCompile(`[ \t]{2,}`)
)

// parseLines reads Markdown lines; lines of one paragraph become one.
func parseLines(text string) []line {
	var lines []line
	for raw := range strings.Lines(text) {
		l := parseLine(strings.TrimRight(raw, "\n"))
		if n := len(lines); l.kind == textLine && n > 0 && lines[n-1].kind == textLine {
			lines[n-1].text += " " + l.text
			continue
		}
		lines = append(lines, l)
	}
	return lines
}

func parseLine(raw string) line {
	trimmed := strings.TrimSpace(raw)
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
		text := manySpaces.ReplaceAllString(gapBefore.ReplaceAllString(l.text, "$1$2"), " ")
		b.WriteString(strings.TrimRight(l.prefix+text, " \t") + "\n")
	}
	return strings.TrimSpace(manyBlanks.ReplaceAllString(b.String(), "\n\n"))
}

// mostlyLost reports whether more was taken out than stayed (CITATIONS S4).
func (d *draft) mostlyLost() bool { return len(d.problems) > d.cited+d.stated }

func isWordRune(r rune) bool {
	return unicode.IsLetter(r) || slices.Contains([]rune("0123456789"), r)
}
