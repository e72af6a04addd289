package askeval

import (
	"slices"
	"strconv"
	"strings"

	"github.com/reglookup/regengine/ask"
	"github.com/reglookup/regengine/codes/reading/quantity"
	"github.com/reglookup/regengine/codes/retrieval"
	"github.com/reglookup/regengine/geo/lazyregexp"
)

// leastWords is the share of a sentence's words that a block has to hold for the
// two to be about the same.
const leastWords = 0.5

// citing is how the sentences of an answer are cited, counted as ALCE does (Gao
// et al., 2023; CITATIONS.md): a sentence is supported when its citations hold it
// together; a citation is right when its sentence is, and it is not idle: it
// holds the sentence alone, or the others do not without it.
type citing struct {
	sentences, supported int
	citations, right     int
	faults               []string
}

var (
	markerForm  = lazyregexp.New(`\[([1-9][0-9]{0,2})\]`)
	markersForm = lazyregexp.New(`\s*(?:\[[1-9][0-9]{0,2}\])+`) // with the space before them
)

// support counts the sentences and citations of an answer.
func support(question string, a *ask.Answer, corpus *Corpus) citing {
	var c citing
	for _, sentence := range statements(a.Text) {
		cited := sourcesOf(sentence, a.Sources)
		bare := strings.TrimSpace(markersForm.ReplaceAllString(sentence, ""))
		if len(cited) == 0 && (free(bare) || restates(bare, question)) {
			continue
		}
		c.sentences++
		c.count(claim{bare, question, corpus}, cited)
	}
	return c
}

func (c *citing) count(sentence claim, cited []ask.Source) {
	c.citations += len(cited)
	if len(cited) == 0 || !sentence.heldBy(cited) {
		c.faults = append(c.faults, "not supported by what it cites: "+sentence.text)
		return
	}
	c.supported++
	for i, s := range cited {
		others := slices.Delete(slices.Clone(cited), i, i+1)
		if sentence.heldBy([]ask.Source{s}) || !sentence.heldBy(others) {
			c.right++
		} else {
			c.faults = append(c.faults, "citation ["+strconv.Itoa(s.Index)+"] adds nothing to: "+sentence.text)
		}
	}
}

// rowStart is what a row of a table or an item of a list begins with.
var rowStart = lazyregexp.New(`^\s*(?:[-*•–|]|\d{1,2}[.)])\s`)

// statements are the sentences of an answer. A row, and an item of a list, is one
// (CITATIONS M7), and so are the sentences of one quotation: the marker behind it
// is of all of it.
func statements(text string) []string {
	var list []string
	for line := range strings.Lines(text) {
		open := 0
		row := rowStart.MatchString(line)
		for i, s := range ask.Sentences(line) {
			if open > 0 || row && i > 0 {
				list[len(list)-1] += " " + s
			} else {
				list = append(list, s)
			}
			open += strings.Count(s, "«") - strings.Count(s, "»") + strings.Count(s, "“") - strings.Count(s, "”")
		}
	}
	return list
}

// sourcesOf returns what a sentence cites, each once. A marker without a source
// is one that nothing supports.
func sourcesOf(sentence string, sources []ask.Source) []ask.Source {
	var list []ask.Source
	for _, m := range markerForm.FindAllStringSubmatch(sentence, -1) {
		n, _ := strconv.Atoi(m[1]) // the form allows nothing else
		if slices.ContainsFunc(list, func(s ask.Source) bool { return s.Index == n }) {
			continue
		}
		at := slices.IndexFunc(sources, func(s ask.Source) bool { return s.Index == n })
		if at < 0 {
			list = append(list, ask.Source{Index: n})
			continue
		}
		list = append(list, sources[at])
	}
	return list
}

// free reports whether a sentence needs no citation: a heading, what leads into a
// list, what speaks of the search or of the project (CITATIONS M8).
func free(sentence string) bool {
	return plain(sentence) == " " || strings.HasPrefix(sentence, "#") || strings.HasSuffix(sentence, ":") || anyPhrase(sentence, words().free)
}

// restates reports whether a sentence only says the question again.
func restates(sentence, question string) bool {
	return strings.HasSuffix(sentence, "?") && strings.Contains(plain(question), strings.TrimSpace(plain(sentence)))
}

// claim is a sentence to be held by blocks.
type claim struct {
	text, question string
	corpus         *Corpus
}

// heldBy reports whether sources hold a claim together: each of its numbers
// stands in one of them or in the question, and at least half of its words do.
// Words are not compared where block and sentence are of different languages.
func (c claim) heldBy(sources []ask.Source) bool {
	var text strings.Builder
	lang := ""
	for _, s := range sources {
		b := c.corpus.Block(s.BlockID)
		if b == nil {
			continue
		}
		lang = b.Lang
		text.WriteString(said(s, b) + "\n")
	}
	if text.Len() == 0 {
		return false
	}
	return c.numbersIn(text.String()) && (c.foreign(lang) || c.wordsIn(text.String(), lang) >= leastWords)
}

// said is what a source says and is called.
func said(s ask.Source, b *retrieval.Block) string {
	return strings.Join([]string{s.DocumentTitle, s.SectionTitle, s.BlockTitle, b.Title, strings.Join(b.Path, "\n"), b.Lead, b.Text}, "\n")
}

func (c claim) numbersIn(text string) bool {
	there, units := amounts(text+"\n"+c.question), bracketUnits(text)
	for _, a := range amounts(c.text) {
		stands := func(b amount) bool {
			return a.value.Equal(b.value) || !a.unit.IsZero() && a.same(b) ||
				b.unit.IsZero() && slices.ContainsFunc(units, func(u quantity.Unit) bool { b.unit = u; return a.same(b) })
		}
		if !slices.ContainsFunc(there, stands) && !strings.Contains(text, a.written) {
			return false
		}
	}
	return true
}

// foreign reports whether a sentence is of another language than a block.
func (c claim) foreign(lang string) bool {
	lang, _, _ = strings.Cut(lang, "-")
	return lang != "" && ask.Language(c.text) != lang
}

// wordsIn is the share of the words of a claim that a text holds.
func (c claim) wordsIn(text, lang string) float64 {
	there := make(map[string]bool)
	for _, w := range retrieval.Words(text, lang) {
		for _, t := range w.Terms {
			there[t] = true
		}
	}
	found, all := 0, 0
	for _, w := range retrieval.Words(c.text, lang) {
		if w.Stop() || w.Number {
			continue
		}
		all++
		if slices.ContainsFunc(w.Terms, func(t string) bool { return there[t] }) {
			found++
		}
	}
	return rateOf(found, all, 1)
}

// rateOf is a share, or what it counts as where there is nothing to share.
func rateOf(part, whole int, empty float64) float64 {
	if whole == 0 {
		return empty
	}
	return float64(part) / float64(whole)
}
