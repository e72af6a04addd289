package ask

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/codes/retrieval"
)

// What a sentence says in the very words of what it cites needs no reading: a sentence
// of a tool of this turn, and a verbatim part of a passage (CITATIONS H1, M8).

// repeats reports whether a sentence only repeats what it cites, with what names where
// that stands in front of it.
func (t *turn) repeats(sentence string) bool {
	plain, cited := withoutMarks(sentence), marksIn(sentence)
	if len(cited) != 1 {
		return false
	}
	p := t.issued[cited[0]]
	if t.vouchedFor(plain, cited[0]) {
		return true
	}
	before, quote, behind, ok := quotedIn(plain)
	return ok && !strings.ContainsFunc(behind, isWordRune) && t.namesOnly(before, p) && p.holds(quote)
}

// vouchedFor reports whether a tool said a sentence of a passage. An author that says of
// itself what it is may put the word that settles a question in front.
func (t *turn) vouchedFor(plain string, passage int) bool {
	if slices.Contains(t.vouched[plainly(plain)], passage) {
		return true
	}
	_, rest, found := strings.Cut(plain, ": ")
	return found && t.form != "" && slices.Contains(t.vouched[plainly(rest)], passage)
}

// namesOnly reports whether what stands in front of a quotation only says where it
// stands. Of what is no law in force it has to: the document of the project, or that
// the edition is not in force.
func (t *turn) namesOnly(before string, p *passage) bool {
	title := p.title + t.outOfForce(p)
	if p.status != codes.Active && !strings.Contains(plainly(before), plainly(title)) {
		return false
	}
	parts := strings.Split(title, "›")
	for part := range strings.SplitSeq(before, "›") {
		if part = plainly(part); part != "" && !slices.ContainsFunc(parts, func(of string) bool { return opensWith(plainly(of), part) }) {
			return false
		}
	}
	return true
}

// opensWith reports whether a text begins with another, whole words of it.
func opensWith(text, begin string) bool {
	rest, ok := strings.CutPrefix(text, begin)
	return ok && (rest == "" || !goesOn(rest))
}

// leastVerbatim is how many words a part of a passage has at least that stands by itself.
const leastVerbatim = 3

// holds reports whether a text is a verbatim part of a passage, from the beginning of a
// clause to the end of one: a part of a clause may say the contrary of it.
func (p *passage) holds(text string) bool {
	want := verbatim(text)
	if len(strings.Fields(want)) < leastVerbatim {
		return false
	}
	if p.block.Table != nil && strings.Contains(text, ": ") && tells(text, changedTable(p.block.Table, neutralise)) {
		return true
	}
	for _, have := range p.clauses() {
		for from := 0; ; {
			at := strings.Index(have[from:], want)
			if at < 0 {
				break
			}
			start, end := from+at, from+at+len(want)
			if opensClause(have[:start]) && closesClause(have[end:]) {
				return true
			}
			from = start + 1
		}
	}
	return false
}

// clauses are the texts of a passage as they are compared: what leads to it together with
// each of its lines, and all of it.
func (p *passage) clauses() []string {
	if p.said != nil {
		return p.said
	}
	text, lead := neutralise(p.block.Text), neutralise(p.block.Lead)
	list := []string{verbatim(lead + "\n" + text)}
	for _, s := range Statements(text, lead, changedTable(p.block.Table, neutralise)) {
		if s.Over != "" {
			list = append(list, verbatim(s.Over+" "+s.Text))
		}
		list = append(list, verbatim(s.Text))
	}
	p.said = list
	return list
}

// verbatim brings a text to the form in which it is compared word for word: single
// spaces, no emphasis, no quotation marks, no marks of items, small letters.
func verbatim(text string) string {
	var b strings.Builder
	for line := range strings.Lines(strings.ReplaceAll(text, "**", "")) {
		b.WriteString(withoutItemMark(strings.TrimSpace(line)) + " ")
	}
	text = strings.Map(func(r rune) rune {
		if strings.ContainsRune(quotes, r) {
			return -1
		}
		return unicode.ToLower(r)
	}, b.String())
	return strings.Trim(strings.Join(strings.Fields(signsClose.Replace(text)), " "), " .;,:")
}

const quotes = "«»“”„\"‘’"

func opensClause(before string) bool {
	before = strings.TrimRight(before, " ")
	r, _ := utf8.DecodeLastRuneInString(before)
	return before == "" || strings.ContainsRune(".;:|-–•)", r)
}

func closesClause(behind string) bool {
	behind = strings.TrimLeft(behind, " ")
	r, _ := utf8.DecodeRuneInString(behind)
	return behind == "" || strings.ContainsRune(".;|-–•(", r)
}

// signsClose takes out the space some languages put in front of a sign.
var signsClose = strings.NewReplacer(" :", ":", " ;", ";", " !", "!", " ?", "?")

// evenly brings texts to the form they are compared in: folded, single spaces, none in
// front of a sign, no stop at the end.
func evenly(text string) string {
	text = strings.Join(strings.Fields(retrieval.Fold(text)), " ")
	return strings.Trim(signsClose.Replace(text), " .;,:")
}

// quotationMarks are the signs that a quotation may stand between, whichever of them a
// language opens and closes with: «…», “…”, „…“, »…«.
const quotationMarks = "«»“”„"

// quotedIn takes a sentence apart at its outermost quotation marks.
func quotedIn(s string) (before, quote, behind string, ok bool) {
	from, to := strings.IndexAny(s, quotationMarks), strings.LastIndexAny(s, quotationMarks)
	if from < 0 || to <= from {
		return s, "", "", false
	}
	_, open := utf8.DecodeRuneInString(s[from:])
	_, shut := utf8.DecodeRuneInString(s[to:])
	return s[:from], s[from+open : to], s[to+shut:], true
}

// RowBreak stands between rows of a table that are quoted together.
const RowBreak = " – "

// tells reports whether a text is rows of a table, each with its labels and some of its
// columns.
func tells(text string, table *retrieval.Table) bool {
	for row := range strings.SplitSeq(text, RowBreak) {
		told := false
		for i := range table.Rows {
			told = told || isRow(row, table, i)
		}
		if !told {
			return false
		}
	}
	return true
}

// isRow reports whether text tells a row of a table, its labels and some of its other
// columns, each as it is written or with its unit.
func isRow(text string, table *retrieval.Table, row int) bool {
	labels := LabelColumns(table)
	want := "; " + evenly(text) + "; "
	var told []string
	for c, cell := range table.Rows[row] {
		pair := evenly(pairAt(table, c, cell, labels).text())
		if raw := evenly(rawPair(table, c, cell).text()); strings.Contains(want, "; "+raw+"; ") {
			pair = raw
		}
		if c < labels || strings.Contains(want, "; "+pair+"; ") {
			told = append(told, pair)
		}
	}
	all := make([]string, len(table.Rows[row]))
	for c, cell := range table.Rows[row] {
		all[c] = evenly(rawPair(table, c, cell).text())
	}
	return strings.Join(told, "; ") == evenly(text) || evenly(strings.Join(all, "; ")) == evenly(text)
}

// plainly brings texts to the form in which words are compared that have to be the
// same: single spaces, no emphasis, no points at the end of sentences.
func plainly(text string) string {
	list := Sentences(strings.ReplaceAll(text, "**", ""))
	return strings.Join(mapSlice(list, func(s string) string { return evenly(withoutItemMark(s)) }), " ")
}

// goesOn reports whether a word or a number goes on at the beginning of rest.
func goesOn(rest string) bool {
	first, size := utf8.DecodeRuneInString(rest)
	second, _ := utf8.DecodeRuneInString(rest[size:])
	return unicode.IsLetter(first) || unicode.IsDigit(first) || (first == '.' || first == ',') && unicode.IsDigit(second)
}
