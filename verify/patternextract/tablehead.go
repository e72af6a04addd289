package patternextract

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/reglookup/regengine/verify"
)

// under is what the headers say about how a cell binds, and in which unit.
func (g *grid) under(i, col int) *frame {
	f := &frame{}
	texts := make([]string, 0, len(g.heads)+3)
	for h := len(g.heads) - 1; h >= 0; h-- {
		if col < len(g.heads[h]) {
			texts = append(texts, g.heads[h][col])
		}
	}
	for c := col - 1; c >= 0; c-- {
		if g.headCol[c] && c < len(g.rows[i]) {
			texts = append(texts, g.rows[i][c])
		}
	}
	texts = append(texts, g.section.Text, g.table.Caption)
	texts = append(texts, lastOf(headings(g.block))...)
	if l := g.leads.lead; l != nil {
		for _, p := range l.leads {
			texts = append(texts, p.Text)
		}
	}
	usual := ""
	for _, text := range texts {
		if f.op == "" {
			f.op = g.boundIn(text)
		}
		if f.unit == "" {
			f.unit = g.unitIn(text)
		}
		toks := scan(text, g.lang, g.units)
		if f.nature == 0 {
			f.nature = natureOf(toks)
		}
		if usual == "" {
			usual = g.lang.usualUnit(toks)
		}
	}
	if f.unit == "" {
		f.unit = usual
	}
	return f
}

func lastOf(list []string) []string { return list[max(0, len(list)-1):] }

// unitIn finds the unit a header names: in brackets, behind "en", or as its
// last word.
func (r *reader) unitIn(text string) string {
	text = strings.ReplaceAll(text, "\n", " ")
	s := &scanner{text: text, lang: r.lang, units: r.units}
	longest, size, bracketed := "", 0, false
	for _, at := range unitPlaces(text) {
		unit, kind, end := s.scanUnit(at)
		bracket := at > 0 && (text[at-1] == '(' || text[at-1] == '[')
		if unit == "" || end-at <= size || !bracket && (bracketed || kind == "count" || !s.headerUnit(unit, at)) {
			continue
		}
		if rest := strings.TrimSpace(text[end:]); rest == "" || strings.ContainsAny(rest[:1], ")],;:.*(") || bracket {
			longest, size, bracketed = unit, end-at, bracket
		}
	}
	return longest
}

// headerUnit reports that an unbracketed unit is no name of a column: it has
// signs no name has, or small letters behind "en" or a comma, or alone. A word that
// says how the column binds ("Mín.") is no unit there.
func (s *scanner) headerUnit(unit string, at int) bool {
	if s.lang.hasMark(unit, markHeadLeast|markHeadMost) {
		return false
	}
	if strings.ContainsAny(unit, "/%·²³°º0123456789") {
		return true
	}
	if r, _ := utf8.DecodeRuneInString(unit); unicode.IsUpper(r) && len(unit) < 2 {
		return false
	}
	before := strings.TrimSpace(s.text[:at])
	word := before[strings.LastIndexByte(before, ' ')+1:]
	return before == "" || strings.HasSuffix(before, ",") || s.lang.hasMark(word, markPlace)
}

// unitPlaces are the places of a header where a unit may begin, the likeliest
// first: behind a bracket, then behind each space from the end, then the start.
func unitPlaces(text string) []int {
	var out []int
	for i := range len(text) {
		if text[i] == '(' || text[i] == '[' {
			out = append(out, i+1)
		}
	}
	for i, n := len(text)-1, 0; i > 0 && n < 8; i-- {
		if text[i-1] == ' ' {
			out = append(out, i)
			n++
		}
	}
	return append(out, 0)
}

// around are the phrases of the headers over a cell, widest first.
func (g *grid) around(i, col int) []verify.Phrase {
	var out []verify.Phrase
	if l := g.leads.lead; l != nil {
		out = append(out, l.leads...)
	}
	if g.table.Caption != "" {
		out = append(out, verify.Phrase{Role: verify.CaptionRole, Text: g.table.Caption})
	}
	if g.section.Text != "" {
		out = append(out, g.section)
	}
	for c := range col {
		if g.headCol[c] && c < len(g.rows[i]) && strings.TrimSpace(g.rows[i][c]) != "" {
			out = append(out, g.cellPhrase(verify.RowRole, i, c))
		}
	}
	seen := ""
	for h := range g.heads {
		if col < len(g.heads[h]) && strings.TrimSpace(g.heads[h][col]) != "" && g.heads[h][col] != seen {
			seen = g.heads[h][col]
			out = append(out, verify.Phrase{Role: verify.ColumnRole, Text: strings.TrimSpace(seen)})
		}
	}
	return append(out, g.notes(i, col)...)
}

// notes are the footnotes that a cell or its headers refer to: "(1)", "*".
func (g *grid) notes(i, col int) []verify.Phrase {
	var out []verify.Phrase
	refers := g.rows[i][col] + " " + g.rows[i][0]
	for h := range g.heads {
		if col < len(g.heads[h]) {
			refers += " " + g.heads[h][col]
		}
	}
	for _, note := range g.table.Notes {
		if mark := noteMark(note); mark != "" && strings.Contains(refers, mark) {
			p := verify.Phrase{Role: verify.NoteRole, Text: note}
			if at := strings.LastIndex(g.block.Text, note); at >= 0 {
				p.Span = verify.Span{Start: at, End: at + len(note)}
			}
			out = append(out, p)
		}
	}
	return out
}

// noteMark returns the mark a footnote begins with: "(1)", "*", "a)".
func noteMark(note string) string {
	note = strings.TrimSpace(note)
	switch {
	case strings.HasPrefix(note, "("):
		if end := strings.IndexByte(note, ')'); end > 0 && end <= 4 {
			return note[:end+1]
		}
	case strings.HasPrefix(note, "*"):
		return note[:len(note)-len(strings.TrimLeft(note, "*"))]
	}
	return ""
}
