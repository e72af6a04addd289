package ask

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/reglookup/regengine/codes/retrieval"
)

// verbatim reports whether a statement about the project only repeats its data,
// clause by clause (CITATIONS M8): then it may also say that something complies,
// or hold an amount with its direction, as a calculation's summary does. folded
// is the statement without the words that name the project as its source. What
// leads over to the data need not stand in them, but may claim nothing itself.
func (f *facts) verbatim(folded string) bool {
	repeated := 0
	for clause := range strings.FieldsFuncSeq(folded, func(r rune) bool { return strings.ContainsRune(";«»“”„\n", r) }) {
		clause = strings.Trim(clause, " .,:()")
		switch {
		case !strings.ContainsFunc(clause, isWordRune):
		case f.repeats(clause):
			repeated++
		case !f.leadsOver(clause):
			return false
		}
	}
	return repeated > 0
}

// repeats reports whether a clause stands in the project's data, with or without
// what leads over to it.
func (f *facts) repeats(clause string) bool {
	if holdsClause(f.said, clause) {
		return true
	}
	lead, rest, found := strings.Cut(clause, ": ")
	if !found || !f.leadsOver(lead) || !holdsClause(f.said, rest) {
		return false
	}
	return strings.Contains(rest, ": ") || len(Quantities(rest)) == 0 // an amount without its own label is anybody's
}

func (f *facts) leadsOver(clause string) bool {
	return len(Quantities(clause)) == 0 && !says("norm", clause) && covered(clause, f.words) >= 0.5
}

// holdsClause reports whether a text holds a clause, with whole words and whole
// numbers at its ends: "10 m" is no part of "1,10 m".
func holdsClause(text, clause string) bool {
	for from := 0; ; {
		at := strings.Index(text[from:], clause)
		if at < 0 {
			return false
		}
		start := from + at
		if !goesOn(reversed(text[max(0, start-8):start])) && !goesOn(text[start+len(clause):]) {
			return true
		}
		from = start + 1
	}
}

// goesOn reports whether a word or a number goes on at the beginning of rest.
func goesOn(rest string) bool {
	first, size := utf8.DecodeRuneInString(rest)
	second, _ := utf8.DecodeRuneInString(rest[size:])
	return unicode.IsLetter(first) || unicode.IsDigit(first) || (first == '.' || first == ',') && unicode.IsDigit(second)
}

func reversed(text string) string {
	var b strings.Builder
	for text != "" {
		r, size := utf8.DecodeLastRuneInString(text)
		b.WriteRune(r)
		text = text[:len(text)-size]
	}
	return b.String()
}

// saidOf is everything the project says of itself, folded, as clauses are held
// against it.
func saidOf(q Question) string { return retrieval.Fold(projectText(q)) }
