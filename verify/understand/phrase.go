package understand

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/reglookup/regengine/codes/reading/quantity"
	"github.com/reglookup/regengine/codes/retrieval"
	"github.com/reglookup/regengine/verify/rules"
)

// Phrase is a text in words, articles and links left out.
type Phrase struct {
	*Languages
	lang  string
	Words []Word
}

// Phrase takes text apart. lang "" lets the text tell its language, which decides
// how "1.500" reads.
func (t *Languages) Phrase(text, lang string) Phrase {
	return t.PhraseIn(make([]Word, 0, len(text)/meanWord+1), text, lang)
}

// PhraseIn is [Languages.Phrase] whose words may lie in the room behind those of a slice
// that has no words: the next phrase may take it once those were copied.
func (t *Languages) PhraseIn(room []Word, text, lang string) Phrase {
	b := phraseBuilder{Phrase: Phrase{Languages: t, Words: room}}
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
		first := len(b.Words)
		b.quantities(written, q.Quantity)
		if counted {
			n := len(b.Words) - 1
			b.Words[n].Counted, b.Words[n].Noun = true, noun
		}
		if first < len(b.Words) {
			b.Words[first].hangs = hangs
		}
	}
	b.letters(text[last:])
	b.capitals(text)
	for i := range b.Words {
		b.Words[i].Keyed = b.keyed[b.Words[i].Clause]
	}
	b.joinClauses()
	joinParts(b.Words)
	shareUnits(b.Words)
	b.Words = t.mergeComparators(b.Words)
	b.Words = dropArticles(b.Words)
	return b.Phrase
}

// meanWord is about how many bytes a word has with its blank.
const meanWord = 6

type phraseBuilder struct {
	Phrase
	chunk, clause int
	closed, depth int // depth is of brackets
	opener        Role
	keyed         map[int]bool // clauses that are pairs
	ended         map[int]bool // closed clauses that a full stop or a semicolon stands before
	apart         bool         // something stands between the last word and what follows
	dash          bool         // and that is one hyphen
}

// capitals makes single capital letters names, as in "zona climática A", where
// small ones are little words. A text all in capitals tells nothing.
func (b *phraseBuilder) capitals(text string) {
	if strings.ToUpper(text) == text {
		return
	}
	for i := range b.Words {
		w := &b.Words[i]
		if i > 0 && w.Number == nil && utf8.RuneCountInString(w.Text) == 1 && w.Text != w.Fold {
			w.Role, w.Neutral = PlainWord, false
		}
	}
}

// shareUnits gives a number without a unit that of the number it is joined to:
// "4 o 8 m", "4 a 8 m", "4 m u 8".
func shareUnits(words []Word) {
	for i := len(words) - 1; i >= 0; i-- {
		if k := joined(words, i); k > 0 && words[i].Unit.IsZero() {
			words[i].Unit = words[k].Unit
		}
	}
	for i := range words {
		if k := joined(words, i); k > 0 && words[k].Unit.IsZero() {
			words[k].Unit = words[i].Unit
		}
	}
}

// joined returns the number that is joined to the one at words[i], 0 for none.
func joined(words []Word, i int) int {
	if words[i].Number == nil {
		return 0
	}
	k := i + 1
	if k < len(words) && (words[k].Joins() || words[k].Is(ReachesUntil)) {
		k++
	}
	if k < len(words) && words[k].Number != nil && words[k].Clause == words[i].Clause {
		return k
	}
	return 0
}

// Joined returns the number that is joined to the one at words[i], 0 for none.
func (p *Phrase) Joined(i int) int { return joined(p.Words, i) }

// Negated reports whether the wording at words[i] is denied, and whether that is
// doubtful; covered marks the words of other wordings.
func (p *Phrase) Negated(i int, covered []bool) (denied, doubtful bool) {
	return negated(p.Words, i, covered)
}

// CoverNegation marks the words that deny the wording at words[i].
func (p *Phrase) CoverNegation(i int, covered []bool) {
	for k := i - 1; k >= 0 && k >= i-negationReach; k-- {
		if p.Words[k].Is(Negates) {
			covered[k] = true
		}
	}
}

// ServesBehind returns the end of the wording at words[i] that what a thing serves as
// stands behind: "as", "used as", "also"; 0 for none.
func (p *Phrase) ServesBehind(i int) int {
	for _, wording := range p.as {
		end := i + len(wording)
		if end <= len(p.Words) && slices.EqualFunc(p.Words[i:end], wording, func(w Word, said string) bool { return w.Fold == said }) {
			return end
		}
	}
	return 0
}

// letters adds the words of a stretch of text without numbers.
func (b *phraseBuilder) letters(text string) {
	b.apart, b.dash = false, false
	for text != "" {
		r, size := utf8.DecodeRuneInString(text)
		switch {
		case strings.HasPrefix(text, rules.Hole):
			b.Words = append(b.Words, Word{Stem: rules.Hole, IsHole: true, Chunk: b.chunk, Clause: b.clause, Closed: b.closed, Opener: b.opener})
			size = len(rules.Hole)
		case unicode.IsLetter(r) || unicode.IsDigit(r):
			size = b.beginning(text)
		case symbols[text[:size]] != "":
			if len(text) > size && text[size] == '=' {
				size++
			}
			b.Words = append(b.Words, Word{Text: text[:size], Fold: text[:size], Stem: text[:size], Chunk: b.chunk, Clause: b.clause, Closed: b.closed, Neutral: true})
		case unicode.Is(unicode.Sc, r) || b.primes(text):
			b.word(text[:size])
		default:
			b.sign(r, text)
		}
		isWord := unicode.IsLetter(r) || unicode.IsDigit(r)
		b.dash = !isWord && !b.apart && r == '-'
		b.apart = !isWord
		text = text[size:]
	}
}

// sign takes in r, the sign that text begins with: it ends a clause or what is before a colon.
func (b *phraseBuilder) sign(r rune, text string) {
	switch {
	case strings.ContainsRune("()[]|;\n", r), strings.ContainsRune(",.", r) && (len(text) == 1 || text[1] == ' '):
		b.chunk++
		b.clause++
		b.opener = PlainWord
		b.close(r)
	case r == ':' && len(text) == 1 && b.behindNumber(): // "1:50"
	case r == ':' && len(b.Words) > 0:
		if b.keyed == nil {
			b.keyed = make(map[int]bool)
		}
		b.keyed[b.clause] = true
		b.markKey()
	case r == '—' || r == '–' || r == '-' && b.apart && strings.HasPrefix(text, "- "):
		b.close(r)
	}
}

// beginning adds the word that text begins with, and returns its length. One that is cut short
// is nothing else it may be when it is not: "s" is no genitive.
func (b *phraseBuilder) beginning(text string) int {
	size := b.wordLength(text)
	b.word(text[:size])
	if isCut(text, size) {
		w := &b.Words[len(b.Words)-1]
		w.Cut, w.Role, w.Neutral = true, PlainWord, false
	}
	return size
}

// isCut reports whether the word text begins with is a small letter that a stroke or points cut
// short: "s/ rociadores", "n.i.c.". It is not the name of anything.
func isCut(text string, size int) bool {
	first, n := utf8.DecodeRuneInString(text)
	rest := text[size:]
	return n == size && unicode.IsLower(first) && (strings.HasPrefix(rest, "/") || strings.HasPrefix(rest, ".") && len(rest) > 1 && unicode.IsLetter(rune(rest[1])))
}

// behindNumber reports whether the last word is a number, and nothing stands behind it.
func (b *phraseBuilder) behindNumber() bool {
	return !b.apart && len(b.Words) > 0 && b.Words[len(b.Words)-1].Number != nil
}

// markKey marks what stands before a colon.
func (b *phraseBuilder) markKey() {
	for i := len(b.Words) - 1; i >= 0 && b.Words[i].Clause == b.clause; i-- {
		b.Words[i].Key = true
	}
}

// joinClauses makes a closed clause that a preposition opens one with the clause before it:
// "30 persons, per floor". Behind a full stop or a semicolon it is one with the clause behind
// it: "hall; in the other wing, sprinklers". What "with" and "without" open stands by itself.
func (b *phraseBuilder) joinClauses() {
	shift, places := 0, false
	for i := range b.Words {
		w := &b.Words[i]
		if i > 0 && w.Closed-shift != b.Words[i-1].Closed {
			opened := w.Role == Preposition && !w.Is(SaysCompany|Negates) && !w.Joins()
			if ends := b.ended[w.Closed]; !ends && (opened || places) {
				shift = w.Closed - b.Words[i-1].Closed
			} else {
				places = opened && ends
			}
		}
		w.Closed -= shift
	}
}

// close begins a closed clause behind a sign; a bracket belongs to the clause before it.
func (b *phraseBuilder) close(sign rune) {
	switch {
	case sign == '(' || sign == '[':
		b.depth++
	case sign == ')' || sign == ']':
		b.depth = max(0, b.depth-1)
	case b.depth == 0 && len(b.Words) > 0 && b.Words[len(b.Words)-1].Closed == b.closed:
		b.closed++
		if sign == ';' || sign == '.' {
			if b.ended == nil {
				b.ended = make(map[int]bool)
			}
			b.ended[b.closed] = true
		}
	}
}

// wordLength is [wordLength] of a language that leaves vowels out: "l'escalier" is
// two words.
func (t *Languages) wordLength(text string) int {
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
	w := Word{Text: text, Fold: f, Stem: b.Stem(f), Role: b.role(b.lang, f), Glued: b.dash && len(b.Words) > 0}
	w.does = b.Does(f, w.Stem)
	w.Neutral = w.Is(isNeutral) || w.Role == Preposition
	if w.Role == Preposition || w.Role == LinkWord || w.Is(Negates) {
		b.chunk++
		b.opener = max(w.Role, LinkWord)
		if w.Is(Negates) {
			b.opener = Preposition
		}
	}
	w.Chunk, w.Clause, w.Opener, w.Closed = b.chunk, b.clause, b.opener, b.closed
	b.Words = append(b.Words, w)
}

func dropArticles(words []Word) []Word {
	kept := words[:0]
	before, placed, with := "", false, ""
	for i, w := range words {
		if before != "" && w.Is(saysEach) && i+1 < len(words) && words[i+1].Number == nil {
			continue // "length of each flight"
		}
		switch w.Role {
		case article:
			with = w.Fold
		case LinkWord:
			before, placed = w.Fold, w.Is(saysPosition)
		default:
			w.Link, w.Placed, w.article = before, placed, with
			before, placed, with = "", false, ""
			kept = append(kept, w)
		}
	}
	return kept
}
