package ask

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// What a sentence says in the very words of what it cites needs no reading (CITATIONS H1).

// leastVerbatim is how many words a part of a passage has at least that stands by itself.
const leastVerbatim = 3

// holds reports whether a text is a verbatim part of a passage, from the beginning of a
// clause to the end of one: a part of a clause may say the contrary of it.
func (p *passage) holds(text string) bool {
	want := verbatim(text)
	if len(strings.Fields(want)) < leastVerbatim {
		return false
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
