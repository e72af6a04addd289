package ask

import (
	"maps"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"github.com/reglookup/regengine/codes/retrieval"
)

// plainText is a text taken apart as far as that can be done in any language.
type plainText struct {
	folded  string
	words   []retrieval.Word
	terms   map[string]bool // of words that say something
	numbers []plainNumber
	turns   [][]int // where turns of phrase stand that say no more than that: see fixed
}

// plainNumber is a number with what stands on either side of it.
type plainNumber struct {
	value  string
	before string // the word before it, folded
	unit   string // the word or sign right behind it; "" for none
}

func (r *plainReader) take(text string) *plainText {
	folded := retrieval.Fold(text)
	p := &plainText{folded: folded, words: retrieval.Words(folded, r.tongue.tag), terms: map[string]bool{}, turns: r.fixed(folded)}
	for i := range p.words {
		switch w := &p.words[i]; {
		case w.Number:
			p.numbers = append(p.numbers, r.number(p, i))
		case r.leads(w.Fold), w.Stop(), r.turns(w.Fold), p.turnedAt(w):
		default:
			p.terms[w.Terms[0]] = true
		}
	}
	return p
}

// fixed finds the turns of phrase of a text that are made of their own words alone,
// as "au plus" is: those words are no others that a passage has to have.
func (r *plainReader) fixed(folded string) (places [][]int) {
	look := func(p *regexp.Regexp) {
		if !strings.Contains(p.String(), `\S`) {
			places = append(places, p.FindAllStringIndex(folded, -1)...)
		}
	}
	for _, list := range r.tongue.phrases {
		for _, p := range list {
			look(p)
		}
	}
	for _, c := range r.tongue.cues {
		look(c.pattern)
	}
	return places
}

func (p *plainText) turnedAt(w *retrieval.Word) bool {
	return slices.ContainsFunc(p.turns, func(at []int) bool { return at[0] <= w.Start && w.End <= at[1] })
}

// number reads the number at word i. What stands right behind it, or behind one
// space, is its unit, unless that is a word that says nothing.
func (r *plainReader) number(p *plainText, i int) plainNumber {
	w := &p.words[i]
	n := plainNumber{value: trimZeros(w.Fold)}
	if i > 0 {
		n.before = p.words[i-1].Fold
	}
	rest := strings.TrimLeft(p.folded[w.End:], " \u00a0\u202f")
	if gap := len(p.folded) - w.End - len(rest); gap > 3 {
		return n
	}
	sign := strings.IndexFunc(rest, func(c rune) bool { return !strings.ContainsRune("%‰°", c) })
	switch {
	case sign < 0:
		n.unit = rest
	case sign > 0:
		n.unit = rest[:sign]
	case i+1 < len(p.words) && strings.HasPrefix(rest, p.folded[p.words[i+1].Start:p.words[i+1].End]) && !p.words[i+1].Number:
		if next := p.words[i+1].Fold; !r.leads(next) && !r.turns(next) && !p.words[i+1].Stop() {
			n.unit = unitText(rest)
		}
	}
	return n
}

// unitText is a unit as it stands, with what it is divided or multiplied by.
func unitText(rest string) string {
	end := strings.IndexFunc(rest, func(c rune) bool {
		return !unicode.IsLetter(c) && !unicode.IsDigit(c) && !strings.ContainsRune("/·²³%°", c)
	})
	if end < 0 {
		end = len(rest)
	}
	return strings.TrimRight(rest[:end], "/·")
}

// trimZeros makes 1.20 of 1.2 alike.
func trimZeros(number string) string {
	if !strings.Contains(number, ".") {
		return number
	}
	return strings.TrimRight(strings.TrimRight(number, "0"), ".")
}

// differs says in what a sentence differs from a statement of a passage; "" when it
// says no more than that.
func (r *plainReader) differs(plain string, st *Statement, p *passage) string {
	said, body := r.take(plain), r.take(st.Text)
	around := r.take(p.title + "\n" + st.Over + "\n" + p.block.Title)
	switch {
	case len(said.terms)+len(said.numbers) == 0:
		return "it says nothing that could be held against the passage"
	case st.Row >= 0:
		if why := r.misread(said, st.Row, p); why != "" {
			return why
		}
	case !r.allNumbers(said, body, around):
		return "a number of it, or its unit, is not in the passage cited"
	case !amountsOf(body, said):
		return "it leaves out an amount of the statement it cites, which may be a condition: quote it"
	case !inOrderOf(said.words, body.words):
		return "it puts the words of the statement it cites in another order: quote it"
	}
	if word := r.unknownWord(said, body, around); word != "" {
		return "the passage cited does not speak of " + word
	}
	if st.Row < 0 && len(body.terms) > 0 && 2*r.told(said, body) < len(body.terms) {
		return "it leaves out most of the statement it cites: quote it"
	}
	return r.turned(said, body, around)
}

// turned says in what a sentence turns a statement: what it denies, allows, bounds,
// excepts, or takes the condition of.
func (r *plainReader) turned(said, body, around *plainText) string {
	a, b := r.turnsOf(said), r.turnsOf(body)
	for _, kind := range []string{"negative", "prohibit", "exempt", "permit"} {
		if !maps.Equal(a[kind], b[kind]) {
			return "it denies, forbids or allows something else than the passage cited"
		}
	}
	if a["oblige"] != nil && b["oblige"] == nil && len(b) > 0 {
		return "it demands what the passage cited does not"
	}
	dirs := r.directions(body.folded)
	if len(dirs) == 0 {
		dirs = r.directions(around.folded)
	}
	if own := r.directions(said.folded); len(own) > 0 && !maps.Equal(own, dirs) {
		return "it bounds the value in another way than the passage cited"
	}
	for _, kind := range []string{"exception", "condition"} {
		if r.holds(kind, body.folded) != r.holds(kind, said.folded) {
			return "it leaves out, or adds, an exception or a condition"
		}
	}
	return ""
}

// turnsOf finds the turns of phrase of a text that deny, forbid, excuse, allow and
// demand, the stronger first, each with the term of the word it turns: the next one
// that says something. What bounds a number is looked for before what denies.
func (r *plainReader) turnsOf(p *plainText) map[string]map[string]bool {
	found := map[string]map[string]bool{}
	rest := p.folded
	look := func(kind string, pattern *regexp.Regexp) {
		for _, at := range pattern.FindAllStringIndex(rest, -1) {
			if found[kind] == nil {
				found[kind] = map[string]bool{}
			}
			found[kind][r.termBehind(p, at[1])] = true
			rest = rest[:at[0]] + strings.Repeat("|", at[1]-at[0]) + rest[at[1]:]
		}
	}
	for _, kind := range modalKinds {
		for _, pattern := range r.tongue.phrases[kind] {
			look(kind, pattern)
		}
	}
	for _, c := range r.tongue.cues {
		look("", c.pattern)
	}
	delete(found, "")
	for _, pattern := range r.tongue.phrases["negative"] {
		look("negative", pattern)
	}
	return found
}

// termBehind is the term of the first word at or behind a place that says something.
func (r *plainReader) termBehind(p *plainText, at int) string {
	for i := range p.words {
		if w := &p.words[i]; w.Start >= at && !w.Number && !w.Stop() && !r.leads(w.Fold) {
			return w.Terms[0]
		}
	}
	return ""
}

// directions are the ways a text bounds, "min" and "max".
func (r *plainReader) directions(folded string) map[string]bool {
	dirs := map[string]bool{}
	for _, c := range r.tongue.cues {
		if c.pattern.MatchString(folded) {
			if c.direction != "none" {
				dirs[c.direction] = true
			}
			folded = c.pattern.ReplaceAllString(folded, " | ")
		}
	}
	return dirs
}

// allNumbers reports whether each number of a sentence stands in the statement in its
// unit; one without a unit, as in a reference, may stand around it behind the same
// word.
func (r *plainReader) allNumbers(said, body, around *plainText) bool {
	for _, n := range said.numbers {
		same := func(o plainNumber) bool {
			return o.value == n.value && o.unit == n.unit && (n.unit != "" || o.before == n.before)
		}
		if !slices.ContainsFunc(body.numbers, same) && (n.unit != "" || !slices.ContainsFunc(around.numbers, same)) {
			return false
		}
	}
	return true
}

// amountsOf reports whether a sentence gives every amount of a statement, in order:
// of several, which holds when cannot be told, and one may be a condition of what is
// said.
func amountsOf(body, said *plainText) bool {
	at := 0
	for _, n := range body.numbers {
		if n.unit == "" {
			continue
		}
		next := slices.IndexFunc(said.numbers[at:], func(o plainNumber) bool { return o.value == n.value && o.unit == n.unit })
		if next < 0 {
			return false
		}
		at += next + 1
	}
	return true
}

// inOrderOf reports whether the words that two texts share come in the same order.
func inOrderOf(said, body []retrieval.Word) bool {
	at := 0
	for i := range said {
		if said[i].Stop() || !slices.ContainsFunc(body, func(w retrieval.Word) bool { return w.Fold == said[i].Fold }) {
			continue
		}
		next := slices.IndexFunc(body[at:], func(w retrieval.Word) bool { return w.Fold == said[i].Fold })
		if next < 0 {
			return false
		}
		at += next + 1
	}
	return true
}

// misread says how a sentence misreads a row: it has to name the row in full, and of
// several columns the one whose value it gives.
func (r *plainReader) misread(said *plainText, row int, p *passage) string {
	table := changedTable(p.block.Table, neutralise)
	labels := LabelColumns(table)
	cells := table.Rows[row]
	for c := range cells[:min(labels, len(cells))] {
		label := r.take(cells[c])
		if shared(said.terms, label.terms) < len(label.terms) || !eachIn(label.numbers, said.numbers, func(a, b plainNumber) bool { return a.value == b.value }) {
			return "it does not name the row of the table it gives a value of"
		}
	}
	for _, n := range said.numbers {
		if !r.inRow(said, n, table, row, p) {
			return "a number of it, or its unit, is not that of the row and column it names"
		}
	}
	return ""
}

// inRow reports whether a number stands in a column of a row that the sentence names.
func (r *plainReader) inRow(said *plainText, n plainNumber, table *retrieval.Table, row int, p *passage) bool {
	labels := LabelColumns(table)
	for c, cell := range table.Rows[row] {
		head := ""
		if c < len(table.Header) {
			head = table.Header[c]
		}
		units := r.take(head + "\n" + table.Caption + "\n" + p.title)
		for _, o := range r.take(cell).numbers {
			sameUnit := o.unit == n.unit || o.unit == "" && slices.ContainsFunc(units.words, func(w retrieval.Word) bool { return w.Fold == n.unit }) || o.unit == "" && n.unit != "" && strings.Contains(units.folded, n.unit)
			if o.value == n.value && sameUnit && (c < labels || r.namesColumn(said, table, c)) {
				return true
			}
		}
	}
	return false
}

// namesColumn reports whether a sentence has the words by which a column's header
// differs from those of the other columns with values.
func (r *plainReader) namesColumn(said *plainText, table *retrieval.Table, col int) bool {
	labels := LabelColumns(table)
	if col >= len(table.Header) || len(table.Header) == labels+1 {
		return len(table.Header) <= labels+1
	}
	own := r.take(table.Header[col]).terms
	for c := labels; c < len(table.Header); c++ {
		if other := r.take(table.Header[c]).terms; c != col {
			maps.DeleteFunc(own, func(term string, _ bool) bool { return other[term] })
		}
	}
	return len(own) > 0 && shared(said.terms, own) == len(own)
}

// unknownWord returns a word of a sentence that neither the statement nor what stands
// around it has, by itself or as a synonym.
func (r *plainReader) unknownWord(said, body, around *plainText) string {
	for i := range said.words {
		w := &said.words[i]
		if w.Number || r.leads(w.Fold) || w.Stop() || r.turns(w.Fold) || said.turnedAt(w) || r.isUnit(said, w) {
			continue
		}
		if !body.terms[w.Terms[0]] && !around.terms[w.Terms[0]] && !r.meant(w, body, around) && !r.modalWord(w.Fold) {
			return w.Fold
		}
	}
	return ""
}

// told counts the words of a sentence that a statement has, by themselves or as
// synonyms.
func (r *plainReader) told(said, body *plainText) int {
	seen := map[string]bool{}
	for i := range said.words {
		w := &said.words[i]
		if !w.Number && !w.Stop() && (body.terms[w.Terms[0]] || r.meant(w, body)) {
			seen[w.Terms[0]] = true
		}
	}
	return len(seen)
}

// isUnit reports whether a word stands behind a number as its unit: that was checked.
func (r *plainReader) isUnit(said *plainText, w *retrieval.Word) bool {
	return slices.ContainsFunc(said.numbers, func(n plainNumber) bool { return n.unit != "" && strings.HasPrefix(n.unit, w.Fold) })
}

// modalWord reports whether a word demands or allows: that is checked by itself.
func (r *plainReader) modalWord(fold string) bool {
	return r.tongue.isModal(fold)
}

// meant reports whether a synonym of a word is there.
func (r *plainReader) meant(w *retrieval.Word, texts ...*plainText) bool {
	for _, phrase := range retrieval.SynonymsIn(w.Fold, r.tongue.tag) {
		for _, t := range texts {
			if !slices.ContainsFunc(phrase, func(term string) bool { return !t.terms[term] }) {
				return true
			}
		}
	}
	return false
}

func shared(a, b map[string]bool) int {
	n := 0
	for term := range a {
		if b[term] {
			n++
		}
	}
	return n
}

func eachIn[T any](some, all []T, same func(a, b T) bool) bool {
	return !slices.ContainsFunc(some, func(a T) bool {
		return !slices.ContainsFunc(all, func(b T) bool { return same(a, b) })
	})
}
