package verify

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/reglookup/regengine/verify/quantity"
)

// hole stands for the value in a wording of a fact.
const hole = "{}"

// word is one token of a phrase.
type word struct {
	text    string // as written
	fold    string
	stem    string
	role    role
	chunk   int   // counts the parts a preposition or comma cuts the text into
	clause  int   // counts the parts a comma or bracket cuts the text into
	isHole  bool  // in wordings
	number  *span // a number, with its bounds; nil for words
	unit    quantity.Unit
	neutral bool
}

// phrase is a text in words, articles and links left out.
type phrase struct {
	lang  string
	words []word
}

// phraseOf takes text apart. lang "" lets the text tell its language, which
// decides how "1.500" reads.
func phraseOf(text, lang string) phrase {
	b := phraseBuilder{}
	if lang == "" {
		lang = guessLanguage(strings.Fields(fold(text)))
	}
	b.lang = lang
	last := 0
	for _, q := range quantity.Find(text, lang) {
		b.letters(text[last:q.Start])
		last = q.End
		if q.Unit.Kind() == countKind { // what is counted is a word of its own: "150 personas"
			q.Unit = quantity.Unit{}
			last = q.Start + numeral(text[q.Start:])
		}
		b.quantity(text[q.Start:last], q.Quantity)
	}
	b.letters(text[last:])
	b.words = mergeComparators(b.words)
	b.words = dropArticles(b.words)
	return b.phrase
}

// countKind is what units such as "personas" measure.
const countKind quantity.Kind = "count"

// numeral returns the length of the number text begins with.
func numeral(text string) int {
	n := strings.IndexFunc(text, func(r rune) bool { return !unicode.IsDigit(r) && r != '.' && r != ',' && r != '/' })
	if n < 0 {
		return len(text)
	}
	return n
}

type phraseBuilder struct {
	phrase
	chunk, clause int
}

func (b *phraseBuilder) quantity(text string, q quantity.Quantity) {
	value := q.Value
	b.words = append(b.words, word{text: text, fold: text, stem: "#", chunk: b.chunk, clause: b.clause,
		number: &span{lo: &value, hi: &value}, unit: q.Unit})
}

// letters adds the words of a stretch of text without numbers.
func (b *phraseBuilder) letters(text string) {
	for text != "" {
		r, size := utf8.DecodeRuneInString(text)
		switch {
		case strings.HasPrefix(text, hole):
			b.words = append(b.words, word{stem: hole, isHole: true, chunk: b.chunk, clause: b.clause})
			size = len(hole)
		case unicode.IsLetter(r) || unicode.IsDigit(r):
			size = wordLength(text)
			b.word(text[:size])
		case symbols[text[:size]] != "":
			if len(text) > size && text[size] == '=' {
				size++
			}
			b.words = append(b.words, word{text: text[:size], fold: text[:size], stem: text[:size], chunk: b.chunk, clause: b.clause, neutral: true})
		case strings.ContainsRune("()[]\n", r), strings.ContainsRune(",;.", r) && (len(text) == 1 || text[1] == ' '):
			b.chunk++
			b.clause++
		}
		text = text[size:]
	}
}

// wordLength returns the length of the word text begins with; letters, digits
// and what is written inside words, as in "n50" and "V/A".
func wordLength(text string) int {
	for i, r := range text {
		inner := (r == '/' || r == '·' || r == '\'' || r == '+' || r == '_') && i+1 < len(text) && unicode.IsLetter(rune(text[i+1]))
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.Is(unicode.Mn, r) && !inner {
			return i
		}
	}
	return len(text)
}

func (b *phraseBuilder) word(text string) {
	f := fold(text)
	w := word{text: text, fold: f, stem: stem(f), role: roles[f]}
	w.neutral = neutralStems[w.stem] || w.role == preposition
	if w.role == preposition || w.role == link || negations[f] {
		b.chunk++
	}
	w.chunk, w.clause = b.chunk, b.clause
	b.words = append(b.words, w)
}

func dropArticles(words []word) []word {
	kept := words[:0]
	for _, w := range words {
		if w.role != article && w.role != link {
			kept = append(kept, w)
		}
	}
	return kept
}

// mergeComparators turns "más de 6 m", "≤ 6 m" and "entre 3 y 6 m" into one
// number with bounds.
func mergeComparators(words []word) []word {
	out := words[:0:0]
	for _, w := range words {
		if w.number == nil || w.isHole {
			out = append(out, w)
			continue
		}
		if low, rest, ok := openRange(out); ok {
			w.number = &span{lo: low.number.lo, hi: w.number.hi}
			if w.unit.IsZero() {
				w.unit = low.unit
			}
			out = rest
			out = append(out, w)
			continue
		}
		op, rest := comparatorBefore(out)
		w.number = w.number.compared(op)
		out = rest
		out = append(out, w)
	}
	return out
}

// openRange recognises "entre 3 y" at the end of out.
func openRange(out []word) (low word, rest []word, ok bool) {
	n := len(out)
	if n < 3 || out[n-2].number == nil {
		return word{}, out, false
	}
	for _, g := range grammars {
		if out[n-3].fold == g.between[0] && out[n-1].fold == g.between[1] {
			return out[n-2], out[:n-3], true
		}
	}
	return word{}, out, false
}

// maxComparator is the most words a comparator has, links included.
const maxComparator = 4

// comparatorBefore recognises the longest comparator at the end of out.
func comparatorBefore(out []word) (op string, rest []word) {
	for n := min(maxComparator, len(out)); n > 0; n-- {
		tail := out[len(out)-n:]
		wording := joinWords(tail)
		if op, ok := symbols[wording]; ok {
			return op, out[:len(out)-n]
		}
		for _, g := range grammars {
			if op, ok := g.comparators[wording]; ok && tail[0].role != link {
				return op, out[:len(out)-n]
			}
		}
	}
	return "=", out
}

// joinWords writes words with their little words, a last link left out: "no más
// de" is "no mas", "como máximo" itself.
func joinWords(words []word) string {
	parts := make([]string, 0, len(words))
	for i, w := range words {
		if w.number != nil {
			return ""
		}
		if i == len(words)-1 && w.role == link && i > 0 {
			break
		}
		parts = append(parts, w.fold)
	}
	return strings.Join(parts, " ")
}
