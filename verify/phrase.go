package verify

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/reglookup/regengine/codes/reading/quantity"
	"github.com/reglookup/regengine/codes/retrieval"
	"github.com/reglookup/regengine/verify/rules"
)

// word is one token of a phrase.
type word struct {
	text    string // as written
	fold    string
	stem    string
	role    role
	chunk   int                // counts the parts a preposition or comma cuts the text into
	opener  role               // what opened the chunk; plainWord when a comma or nothing did
	clause  int                // counts the parts a comma or bracket cuts the text into
	closed  int                // counts the parts a comma, semicolon, dash or line end outside brackets cuts it into; see clause.go
	link    string             // the little word left out before it
	isHole  bool               // in wordings
	number  *quantity.Interval // a number, with its bounds; nil for words
	unit    quantity.Unit
	neutral bool
	does    does
	placed  bool // the little word left out before it says where: "al fondo"
	glued   bool // a hyphen joins it to the word before it: "office-workshop"
	counted bool // of a number: it counts things
	noun    string
	strange string  // of a number without a unit: the word behind it that may be one
	hangs   hanging // of a number: how it hangs on the one before it
	article string  // the one that stands before it
	counts  bool    // of a wording: that article does, "una planta"
	part    bool    // of a number: it says a quantity only together with another
	keyed   bool    // a pair of a schedule holds it: "material: wood"
}

// phrase is a text in words, articles and links left out.
type phrase struct {
	*mergedLanguages
	lang  string
	words []word
}

// phrase takes text apart. lang "" lets the text tell its language, which decides
// how "1.500" reads.
func (t *mergedLanguages) phrase(text, lang string) phrase {
	b := phraseBuilder{phrase: phrase{mergedLanguages: t, words: make([]word, 0, len(text)/meanWord+1)}}
	if lang == "" {
		lang = t.guess(strings.Fields(retrieval.Fold(text)))
	}
	b.lang = lang
	last, ended := 0, -1 // where what was taken ends, and where the quantity before
	for _, q := range quantity.Find(text, lang) {
		b.letters(text[last:q.Start])
		hangs := separate
		if ended >= 0 {
			hangs = hangingOf(text[ended:q.Start])
		}
		ended = q.End
		start := last
		last = q.End
		counted := q.Unit.Kind() == quantity.Count
		noun := q.Unit.Noun()
		if counted { // what is counted is a word of its own: "150 personas"
			q.Unit = quantity.Unit{}
			last = q.Start + numeral(text[q.Start:])
		}
		written := text[q.Start:last]
		if sign := minus(text[start:q.Start]); sign != "" {
			q.Value, written = q.Value.Neg(), sign+written
		}
		first := len(b.words)
		b.quantities(written, q.Quantity)
		if counted {
			n := len(b.words) - 1
			b.words[n].counted, b.words[n].noun = true, noun
		}
		if first < len(b.words) {
			b.words[first].hangs = hangs
		}
	}
	b.letters(text[last:])
	b.capitals(text)
	for i := range b.words {
		b.words[i].keyed = b.keyed[b.words[i].clause]
	}
	joinClauses(b.words)
	joinParts(b.words)
	shareUnits(b.words)
	b.words = t.mergeComparators(b.words)
	b.words = dropArticles(b.words)
	return b.phrase
}

// meanWord is about how many bytes a word has with its blank.
const meanWord = 6

type phraseBuilder struct {
	phrase
	chunk, clause int
	closed, depth int // depth is of brackets
	opener        role
	keyed         map[int]bool // clauses that are pairs
	apart         bool         // something stands between the last word and what follows
	dash          bool         // and that is one hyphen
}

// capitals makes single capital letters names, as in "zona climática A", where
// small ones are little words. A text all in capitals tells nothing.
func (b *phraseBuilder) capitals(text string) {
	if strings.ToUpper(text) == text {
		return
	}
	for i := range b.words {
		w := &b.words[i]
		if i > 0 && w.number == nil && utf8.RuneCountInString(w.text) == 1 && w.text != w.fold {
			w.role, w.neutral = plainWord, false
		}
	}
}

// shareUnits gives a number without a unit that of the number it is joined to:
// "4 o 8 m", "4 a 8 m", "4 m u 8".
func shareUnits(words []word) {
	for i := len(words) - 1; i >= 0; i-- {
		if k := joined(words, i); k > 0 && words[i].unit.IsZero() {
			words[i].unit = words[k].unit
		}
	}
	for i := range words {
		if k := joined(words, i); k > 0 && words[k].unit.IsZero() {
			words[k].unit = words[i].unit
		}
	}
}

// joined returns the number that is joined to the one at words[i], 0 for none.
func joined(words []word, i int) int {
	if words[i].number == nil {
		return 0
	}
	k := i + 1
	if k < len(words) && (words[k].joins() || words[k].is(reachesUntil)) {
		k++
	}
	if k < len(words) && words[k].number != nil && words[k].clause == words[i].clause {
		return k
	}
	return 0
}

// joined returns the number that is joined to the one at words[i], 0 for none.
func (p *phrase) joined(i int) int { return joined(p.words, i) }

// negated reports whether the wording at words[i] is denied, and whether that is
// doubtful; covered marks the words of other wordings.
func (p *phrase) negated(i int, covered []bool) (denied, doubtful bool) {
	return negated(p.words, i, covered)
}

// coverNegation marks the words that deny the wording at words[i].
func (p *phrase) coverNegation(i int, covered []bool) {
	for k := i - 1; k >= 0 && k >= i-negationReach; k-- {
		if p.words[k].is(negates) {
			covered[k] = true
		}
	}
}

// servesBehind returns the end of the wording at words[i] that what a thing serves as
// stands behind: "as", "used as", "also"; 0 for none.
func (p *phrase) servesBehind(i int) int {
	for _, wording := range p.as {
		end := i + len(wording)
		if end <= len(p.words) && slices.EqualFunc(p.words[i:end], wording, func(w word, said string) bool { return w.fold == said }) {
			return end
		}
	}
	return 0
}

// joins reports whether w is a conjunction.
func (w *word) joins() bool { return w.is(joinsAnd | joinsOr) }

// is reports whether w does any of what is asked.
func (w *word) is(what does) bool { return w.does&what != 0 }

// isDimension reports whether w names what the number before it measures: "5 m
// de fondo" is a depth, "5 m al fondo" is not.
func (w *word) isDimension() bool { return w.is(namesDimension) && !w.placed }

// isName reports whether w is a name somebody gave a thing, such as "M1", "8ª"
// or "B", and no word of a language.
func (w *word) isName() bool {
	runes := []rune(w.text)
	switch {
	case w.number != nil || len(runes) == 0 || len(runes) > maxName:
		return false
	case len(runes) == 1:
		return w.role == plainWord && !w.isHole
	}
	return strings.ContainsFunc(w.text, unicode.IsDigit)
}

// maxName is the most characters a name such as "V-12" has.
const maxName = 5

// letters adds the words of a stretch of text without numbers.
func (b *phraseBuilder) letters(text string) {
	b.apart, b.dash = false, false
	for text != "" {
		r, size := utf8.DecodeRuneInString(text)
		switch {
		case strings.HasPrefix(text, rules.Hole):
			b.words = append(b.words, word{stem: rules.Hole, isHole: true, chunk: b.chunk, clause: b.clause, closed: b.closed, opener: b.opener})
			size = len(rules.Hole)
		case unicode.IsLetter(r) || unicode.IsDigit(r):
			size = b.wordLength(text)
			b.word(text[:size])
		case symbols[text[:size]] != "":
			if len(text) > size && text[size] == '=' {
				size++
			}
			b.words = append(b.words, word{text: text[:size], fold: text[:size], stem: text[:size], chunk: b.chunk, clause: b.clause, closed: b.closed, neutral: true})
		case unicode.Is(unicode.Sc, r) || b.primes(text):
			b.word(text[:size])
		case strings.ContainsRune("()[]\n", r), strings.ContainsRune(",;.", r) && (len(text) == 1 || text[1] == ' '):
			b.chunk++
			b.clause++
			b.opener = plainWord
			b.close(r)
		case r == ':' && len(b.words) > 0:
			if b.keyed == nil {
				b.keyed = make(map[int]bool)
			}
			b.keyed[b.clause] = true
		case r == ';' || r == '—' || r == '–' || r == '-' && b.apart && strings.HasPrefix(text, "- "):
			b.close(r)
		}
		isWord := unicode.IsLetter(r) || unicode.IsDigit(r)
		b.dash = !isWord && !b.apart && r == '-'
		b.apart = !isWord
		text = text[size:]
	}
}

// joinClauses makes a closed clause that a preposition opens one with the clause before it:
// "30 persons, per floor". What "with" and "without" open stands by itself.
func joinClauses(words []word) {
	shift := 0
	for i := range words {
		w := &words[i]
		if i > 0 && w.closed-shift != words[i-1].closed && w.role == preposition && !w.is(saysCompany|negates) && !w.joins() {
			shift = w.closed - words[i-1].closed
		}
		w.closed -= shift
	}
}

// close begins a closed clause behind a sign; a bracket belongs to the clause before it.
func (b *phraseBuilder) close(sign rune) {
	switch {
	case sign == '(' || sign == '[':
		b.depth++
	case sign == ')' || sign == ']':
		b.depth = max(0, b.depth-1)
	case b.depth == 0 && len(b.words) > 0 && b.words[len(b.words)-1].closed == b.closed:
		b.closed++
	}
}

// wordLength is [wordLength] of a language that leaves vowels out: "l'escalier" is
// two words.
func (t *mergedLanguages) wordLength(text string) int {
	n := wordLength(text)
	if len(t.elisions) == 0 {
		return n
	}
	for _, sign := range []string{"'", "’"} {
		if i := strings.Index(text[:min(len(text), n+len(sign))], sign); i > 0 && t.elisions[retrieval.Fold(text[:i])] {
			return i
		}
	}
	return n
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
	f := retrieval.Fold(text)
	w := word{text: text, fold: f, stem: b.stem(f), role: b.roles[f], glued: b.dash && len(b.words) > 0}
	w.does = b.does(f, w.stem)
	w.neutral = w.is(isNeutral) || w.role == preposition
	if w.role == preposition || w.role == link || w.is(negates) {
		b.chunk++
		b.opener = max(w.role, link)
		if w.is(negates) {
			b.opener = preposition
		}
	}
	w.chunk, w.clause, w.opener, w.closed = b.chunk, b.clause, b.opener, b.closed
	b.words = append(b.words, w)
}

func dropArticles(words []word) []word {
	kept := words[:0]
	before, placed, with := "", false, ""
	for _, w := range words {
		switch w.role {
		case article:
			with = w.fold
		case link:
			before, placed = w.fold, w.is(saysPosition)
		default:
			w.link, w.placed, w.article = before, placed, with
			before, placed, with = "", false, ""
			kept = append(kept, w)
		}
	}
	return kept
}

// mergeComparators turns "más de 6 m", "≤ 6 m" and "entre 3 y 6 m" into one
// number with bounds.
func (t *mergedLanguages) mergeComparators(words []word) []word {
	out := make([]word, 0, len(words))
	skip := 0
	for i, w := range words {
		if skip > 0 {
			skip--
			continue
		}
		if w.number == nil || w.isHole {
			out = append(out, w)
			continue
		}
		if wide, ok := tolerance(out, w); ok {
			out = append(out[:len(out)-2], wide)
			continue
		}
		if op, n := t.comparatorBehind(words[i+1:], w.clause); n > 0 {
			w.number, skip = w.number.Compared(op), n
			out = append(out, w)
			continue
		}
		if low, rest, ok := t.openRange(out); ok {
			w = spanned(low, w)
			out = rest
			out = append(out, w)
			continue
		}
		op, rest := t.comparatorBefore(out)
		w.number = w.number.Compared(op)
		out = rest
		out = append(out, w)
	}
	return out
}

// tolerance recognises "5 ±" at the end of out, with w behind it.
func tolerance(out []word, w word) (wide word, ok bool) {
	n := len(out)
	if n < 2 || out[n-1].fold != "±" || out[n-2].number == nil {
		return word{}, false
	}
	middle, exact := out[n-2].number.Exact()
	if !exact {
		return word{}, false
	}
	wide = out[n-2]
	lo, hi := middle.Sub(*w.number.Hi), middle.Add(*w.number.Hi)
	wide.number = &quantity.Interval{Lo: &lo, Hi: &hi}
	if wide.unit.IsZero() {
		wide.unit = w.unit
	}
	return wide, true
}

// comparatorBehind recognises "o más" at the beginning of words, and returns how
// many words it has.
func (t *mergedLanguages) comparatorBehind(words []word, clause int) (op string, n int) {
	for n := min(2, len(words)); n > 0; n-- {
		if words[n-1].clause != clause || n < len(words) && words[n].number != nil {
			continue // "4 m minimum, ..." but "4 m at least 2 wide" compares what follows
		}
		wording := joinWords(words[:n])
		for _, g := range t.languages {
			if op, ok := g.behind[wording]; ok {
				return op, n
			}
		}
	}
	return "", 0
}

// openRange recognises "entre 3 y" at the end of out.
func (t *mergedLanguages) openRange(out []word) (low word, rest []word, ok bool) {
	n := len(out)
	if n < 3 || out[n-2].number == nil {
		return word{}, out, false
	}
	for _, g := range t.languages {
		if g.between[0] != "" && out[n-3].fold == g.between[0] && out[n-1].fold == g.between[1] {
			return out[n-2], out[:n-3], true
		}
	}
	return word{}, out, false
}

// spanned is the range between two numbers: "between 50 cm and 6 m".
func spanned(low, high word) word {
	if high.unit.IsZero() {
		high.unit = low.unit
	}
	bottom := *low.number
	switch {
	case low.part || low.measuresElse(&high): // "between 2 persons and 6 m"
		bottom.Lo, high.part = nil, true
	case !low.unit.IsZero():
		converted, err := bottom.Convert(low.unit, high.unit)
		if err != nil {
			bottom.Lo, high.part = nil, true
		} else {
			bottom = converted
		}
	}
	high.number = &quantity.Interval{Lo: bottom.Lo, Hi: high.number.Hi}
	return high
}

// maxComparator is the most words a comparator has, links included.
const maxComparator = 5

// comparatorBefore recognises the longest comparator at the end of out.
func (t *mergedLanguages) comparatorBefore(out []word) (op string, rest []word) {
	for n := min(maxComparator, len(out)); n > 0; n-- {
		tail := out[len(out)-n:]
		wording := joinWords(tail)
		if op, ok := symbols[wording]; ok {
			return op, out[:len(out)-n]
		}
		for _, g := range t.languages {
			if op, ok := g.comparators[wording]; ok {
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
