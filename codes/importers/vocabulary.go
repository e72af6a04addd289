package importers

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/codes/retrieval"
)

// Words counts the words of a text, by word. A run of letters and a run of digits
// are a word each, small letters and capitals are one, and a raised figure is the
// figure, so that how a text is set does not count.
type Words map[string]int

// Add counts the words of a text.
func (w Words) Add(text string) {
	text = strings.ToLower(norm.NFKC.String(text))
	start, kind := 0, 0
	for i, r := range text {
		if k := runeKind(r); k != kind {
			w.put(text[start:i], kind)
			start, kind = i, k
		}
	}
	w.put(text[start:], kind)
}

func (w Words) put(word string, kind int) {
	if kind > 0 {
		w[word]++
	}
}

// runeKind is 1 for what letters are made of, 2 for digits, else 0.
func runeKind(r rune) int {
	switch {
	case unicode.IsLetter(r) || unicode.IsMark(r):
		return 1
	case unicode.IsDigit(r):
		return 2
	}
	return 0
}

// AddKept counts what was made of the text of one edition: the titles of its
// sections and all that its blocks show.
func (w Words) AddKept(v *codes.Version, blocks []retrieval.Block) {
	for _, s := range v.Sections {
		w.Add(s.Title)
	}
	for i := range blocks {
		w.Add(blocks[i].Text)
		if blocks[i].Kind != retrieval.Definition { // its title is in its text
			w.Add(blocks[i].Title)
		}
	}
}

// Total returns how many words there are.
func (w Words) Total() int {
	n := 0
	for _, times := range w {
		n += times
	}
	return n
}

// lostShare is the share of the words of a text, one in so many, that may be
// missing from what was made of it before a person should look.
const lostShare = 100

// CountWords enters the words of a source and how many of them were kept. What is
// kept more often than it stands in the source, as a merged cell is, makes up for
// nothing else. Where more than a small share is missing the report says so, and
// names those missing most often.
func (r *Report) CountWords(source, kept Words) {
	total := source.Total()
	missing := make(map[string]int)
	lost := 0
	for word, times := range source {
		if n := times - kept[word]; n > 0 {
			missing[word], lost = n, lost+n
		}
	}
	r.Count("words", total, total-lost)
	if lost*lostShare <= total {
		return
	}
	r.Add(Problem{Where: "words", Message: fmt.Sprintf("%d of the %d words of the text are not in what was made of it, such as %s; compare it with the source", lost, total, examples(missing))})
}

// examples names the words missing most often.
func examples(missing map[string]int) string {
	const most = 8
	list := make([]string, 0, len(missing))
	for word := range missing {
		list = append(list, word)
	}
	slices.SortFunc(list, func(a, b string) int { return cmp.Or(missing[b]-missing[a], strings.Compare(a, b)) })
	list = list[:min(len(list), most)]
	for i, word := range list {
		list[i] = fmt.Sprintf("%q", short(word))
	}
	return strings.Join(list, ", ")
}

// Spell returns the text of an element for counting its words, without elements
// skip names, which may be nil. Elements that stand on lines of their own part
// words; inline tells those that do not. It may be called on nil.
func (n *Node) Spell(inline, skip func(*Node) bool) string {
	var b strings.Builder
	n.spell(&b, inline, skip)
	return b.String()
}

func (n *Node) spell(b *strings.Builder, inline, skip func(*Node) bool) {
	if n == nil || skip != nil && skip(n) {
		return
	}
	apart := n.Name != "" && !inline(n)
	if n.Gap || apart {
		b.WriteByte(' ')
	}
	b.WriteString(n.Text)
	for kid := n.First; kid != nil; kid = kid.Next {
		kid.spell(b, inline, skip)
	}
	if apart {
		b.WriteByte(' ')
	}
}
