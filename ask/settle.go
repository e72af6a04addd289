package ask

import (
	"slices"
	"strings"

	"github.com/reglookup/regengine/codes/retrieval"
)

// What happens to a sentence that fails: the model is told why, with the nearest
// statement of what it cites; what still fails is replaced by that statement. Nothing is
// lost in silence (CITATIONS R1, R2).

// nearest is the statement of the passages cited that has most of a sentence; "" for none.
func (t *turn) nearest(p *piece) (text string, passage int) {
	plain := withoutMarks(p.text)
	words := t.languageOfText(plain).wordsOf(plain)
	best := 0.0
	for _, i := range p.cited {
		block := t.issued[i].block
		table := changedTable(block.Table, neutralise)
		for _, s := range Statements(neutralise(block.Text), neutralise(block.Lead), table) {
			whole := s.Text
			if s.leads() {
				whole = s.Over + " " + s.Text
			}
			score := likeness(words, whole, t.evidenceOf(t.issued[i]).lang)
			if score > best || text == "" && best == 0 && score == 0 {
				text, passage, best = oneLine(clip(whole, maxQuoted)), i, score
			}
		}
	}
	return text, passage
}

// maxQuoted bounds a statement that is quoted in place of a sentence, in code points.
const maxQuoted = 900

// likeness is how many words of a sentence a statement has, of equal ones the more the
// shorter.
func likeness(words []string, statement string, lang *tongue) float64 {
	return float64(shared(words, lang.wordsOf(statement))) - float64(len(statement))/1e6
}

// problem tells a model of a sentence, as it wrote it, what is wrong.
func (t *turn) problem(p *piece) Problem {
	out := Problem{Sentence: t.asWritten(p.text), Reason: p.reason}
	if text, passage := t.nearest(p); text != "" {
		out.Nearest, out.Handle = text, t.issued[passage].handle
	}
	return out
}

// asWritten puts handles where marks are, in the form a model writes them.
func (t *turn) asWritten(text string) string {
	var b strings.Builder
	for _, r := range neutraliseAround(text) {
		if i := int(r - firstMark); isMark(r) && i < len(t.issued) {
			b.WriteString("[[" + t.issued[i].handle + "]]")
			continue
		}
		b.WriteRune(r)
	}
	return b.String()
}

// neutraliseAround neutralises a text but for its marks.
func neutraliseAround(text string) string {
	if !strings.ContainsAny(text, "[【") {
		return text
	}
	var b strings.Builder
	start := 0
	for i, r := range text {
		if isMark(r) {
			b.WriteString(neutralise(text[start:i]) + string(r))
			start = i + len(string(r))
		}
	}
	return b.String() + neutralise(text[start:])
}

// settle makes of a checked draft what is answered: what fails is replaced by the
// statement nearest to it, as a quotation with its marker; without a marker it goes, and
// is counted.
func (t *turn) settle(d *draft) {
	quoted := map[string]bool{}
	for i := range d.lines {
		l := &d.lines[i]
		if l.kind == blankLine || l.kind == ruleLine || len(l.pieces) == 0 {
			continue
		}
		var kept []string
		for _, p := range l.pieces {
			switch text := t.settled(p, quoted); {
			case p.reason == "":
				kept, l.leads = append(kept, p.text), len(p.cited) == 0 && strings.HasSuffix(strings.TrimSpace(p.text), ":")
			case text != "" && l.kind == rowLine:
				d.lines = append(d.lines, line{kind: blankLine}, line{kind: textLine, text: text})
			case text != "":
				kept, l.leads = append(kept, text), false
			case len(p.cited) == 0, len(quoted) == 0:
				d.left++
			}
		}
		if l = &d.lines[i]; len(kept) == 0 {
			*l = line{kind: blankLine}
			continue
		}
		l.text = strings.Join(kept, " ")
		if l.kind == headingLine && !slices.ContainsFunc(l.pieces, func(p *piece) bool { return p.reason == "" }) {
			l.kind, l.prefix = textLine, ""
		}
	}
	d.dropOrphans()
}

// settled is what stands in place of a sentence that fails, once for each statement; ""
// for nothing.
func (t *turn) settled(p *piece, quoted map[string]bool) string {
	const most = 40 // statements in place of sentences of one draft
	if p.reason == "" || len(p.cited) == 0 || len(quoted) >= most {
		return ""
	}
	text, passage := t.nearest(p)
	if text == "" || quoted[text] || leadsOut(text) {
		return ""
	}
	quoted[text] = true
	where := ""
	if of := t.issued[passage]; of.document != nil || t.outOfForce(of) != "" { // it has to be told of it
		where = neutralise(of.title) + t.outOfForce(of) + ": "
	}
	said := t.words.say("quoted", strings.NewReplacer("«", "‘", "»", "’", "“", "‘", "”", "’").Replace(text))
	return where + strings.TrimSuffix(said, ".") + " " + markOf(passage) + "."
}

// quotable reports whether a draft has a sentence that fails and can be replaced.
func (d *draft) quotable() bool {
	return d != nil && slices.ContainsFunc(d.pieces(), func(p *piece) bool { return p.reason != "" && len(p.cited) > 0 })
}

// tableOf reads a table from its text, where a block has no structure; nil when
// there is none in it.
func tableOf(text string) *retrieval.Table {
	t := &retrieval.Table{}
	ruled := strings.Contains(text, "|---") || strings.Contains(text, "| ---")
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		cells := strings.Split(strings.TrimSuffix(strings.TrimPrefix(line, "|"), "|"), "|")
		switch {
		case line == "" || ruleShape.MatchString(line) && strings.Contains(line, "|"):
		case len(cells) < 2 && t.Header == nil && len(t.Rows) == 0:
			t.Caption = strings.TrimSpace(t.Caption + " " + strings.Trim(line, "* "))
		case len(cells) < 2:
			t.Notes = append(t.Notes, strings.TrimLeft(line, "> "))
		case t.Header == nil && len(t.Rows) == 0 && (ruled || !strings.ContainsAny(strings.Join(cells[1:], ""), "0123456789")):
			t.Header = mapSlice(cells, strings.TrimSpace)
		default:
			t.Rows = append(t.Rows, mapSlice(cells, strings.TrimSpace))
		}
	}
	if len(t.Rows) == 0 {
		return nil
	}
	return t
}
