package modelextract

import (
	"cmp"
	"slices"
	"strings"

	"github.com/reglookup/regengine/codes/reading/quantity"
	"github.com/reglookup/regengine/codes/retrieval"
	"github.com/reglookup/regengine/verify"
	"github.com/reglookup/regengine/verify/rules"
	"github.com/reglookup/regengine/verify/textlimits"
)

// proposal is a limit as a model sends it.
type proposal struct {
	Quote    string   `json:"quote"`
	Operator string   `json:"operator"`
	Value    string   `json:"value"`
	Min      string   `json:"min"`
	Max      string   `json:"max"`
	Unit     string   `json:"unit"`
	Element  string   `json:"element"`
	Measure  string   `json:"measure"`
	When     []string `json:"when"`
	Unless   []string `json:"unless"`
}

// Reasons why a proposal is not kept.
const (
	noQuote     = "the quote does not stand in the passage"
	manyQuotes  = "the quote stands in the passage more than once"
	noOperator  = "the operator is unknown"
	noNumber    = "a number of the limit does not stand in the quote"
	noUnit      = "a number of the limit stands in the quote in another unit, or in none"
	noOrder     = "the minimum is above the maximum"
	manyCells   = "the number stands in several cells of the quote"
	noDirection = "the words of the quote do not say the direction, or say both"
	noMeasure   = "what is measured does not stand in the passage or its headings"
	noElement   = "the element does not stand in the passage or its headings"
	noCondition = "a circumstance does not stand in the passage or its headings"
)

// passage is a block as proposals are held against it.
type passage struct {
	*retrieval.Block
	words   *wordings // nil: nothing can be told of its language
	cells   []cell    // of a table
	figures []figure
}

func newPassage(b *retrieval.Block) *passage {
	p := &passage{Block: b, words: wordingsOf(b.Lang), cells: cellsOf(b)}
	p.figures = figuresOf(b, p.cells)
	return p
}

// check returns the limit, or why it is not kept.
func (p *passage) check(sent *proposal) (*textlimits.Limit, string) {
	places := locate(p.Text, sent.Quote)
	switch len(places) {
	case 0:
		return nil, noQuote
	case 1:
	default:
		return nil, manyQuotes
	}
	l := &textlimits.Limit{Block: p.ID, Clause: places[0], Op: rules.Op(sent.Operator), Origin: textlimits.FromModel}
	stands, reason := p.read(l, sent)
	if reason == "" && !p.agrees(l, stands) {
		reason = noDirection
	}
	if reason == "" {
		reason = p.phrases(l, sent, stands)
	}
	if reason != "" {
		return nil, reason
	}
	l.Doubts = p.doubts(l)
	return l, ""
}

// read holds operator and numbers against the quote. stands is the cell of a table
// they stand in, nil in a text.
func (p *passage) read(l *textlimits.Limit, sent *proposal) (stands *cell, reason string) {
	switch l.Op {
	case rules.MustBeTrue, rules.MustBeAbsent:
		return nil, ""
	case rules.Less, rules.AtMost, rules.Equal, rules.AtLeast, rules.Greater:
		_, stands, reason = p.number(l, sent, sent.Value, &l.Value)
		return stands, reason
	case rules.Between:
		low, stands, reason := p.number(l, sent, sent.Min, &l.Min)
		if reason != "" {
			return nil, reason
		}
		high, other, reason := p.number(l, sent, sent.Max, &l.Max)
		switch {
		case reason != "":
			return nil, reason
		case low.Cmp(high) > 0:
			return nil, noOrder
		case stands != other:
			return nil, manyCells
		}
		return stands, ""
	default:
		return nil, noOperator
	}
}

// number finds a number with its unit in the quote. The unit must be the very one:
// converted figures are not what the text says.
func (p *passage) number(l *textlimits.Limit, sent *proposal, text string, into *string) (quantity.Number, *cell, string) {
	n, err := quantity.ParseNumber(text)
	unit, unknown := quantity.ParseUnit(sent.Unit)
	if err != nil || unknown != nil {
		return n, nil, noNumber
	}
	var here *figure
	other := false
	for i := range p.figures {
		f := &p.figures[i]
		if f.span.Start < l.Clause.Start || f.span.End > l.Clause.End || !f.value.Equal(n) {
			continue
		}
		switch {
		case !p.inUnit(f, unit):
			other = true
		case here == nil:
			here = f
		case here.cell != f.cell:
			return n, nil, manyCells
		}
	}
	switch {
	case here == nil && other:
		return n, nil, noUnit
	case here == nil:
		return n, nil, noNumber
	}
	*into, l.Unit = n.String(), unit.String()
	if l.Figure.End == 0 {
		l.Figure = here.span
	}
	l.Figure.Start, l.Figure.End = min(l.Figure.Start, here.span.Start), max(l.Figure.End, here.span.End)
	return n, here.cell, ""
}

// inUnit reports whether a figure is in a unit: the one beside it, or, of a cell,
// the one its labels or the caption name. A bare number in a text is a bare number.
func (p *passage) inUnit(f *figure, unit quantity.Unit) bool {
	if !f.unit.IsZero() {
		return f.unit.Equal(unit)
	}
	if unit.Kind() == quantity.Ratio {
		return true
	}
	if f.cell == nil {
		return false
	}
	for _, label := range labels(p.cells, f.cell, p.Lang) {
		if unitSaid(label.Text, unit) {
			return true
		}
	}
	return unitSaid(p.Table.Caption, unit)
}

// agrees reports whether the words of the quote say what the operator does and
// not the contrary; for a cell its labels and the caption speak as well.
func (p *passage) agrees(l *textlimits.Limit, stands *cell) bool {
	words := p.Text[l.Clause.Start:l.Clause.End]
	if stands != nil {
		words += "\n" + p.Table.Caption
		for _, label := range labels(p.cells, stands, p.Lang) {
			words += "\n" + label.Text
		}
	}
	if p.words == nil || !verify.WordsAgree(p.Lang, l.Op, words) {
		return false
	}
	above := verify.WordsAgree(p.Lang, rules.AtMost, words) || verify.WordsAgree(p.Lang, rules.Less, words)
	below := verify.WordsAgree(p.Lang, rules.AtLeast, words) || verify.WordsAgree(p.Lang, rules.Greater, words)
	switch l.Op {
	case rules.MustBeTrue, rules.MustBeAbsent:
		return p.demands(l.Op, words)
	case rules.Less, rules.AtMost:
		return !below
	case rules.Greater, rules.AtLeast:
		return !above
	case rules.Equal: // no words are typical of it, those of a bound are of another
		return !above && !below && !verify.WordsAgree(p.Lang, rules.Between, words)
	default: // a range, of which the words said so
		return true
	}
}

// demands reports whether words say that something must be there, or must not.
func (p *passage) demands(op rules.Op, words string) bool {
	negated, prohibited, left := p.words.says(negationWords, words), p.words.says(prohibitionWords, words), p.words.says(leaveWords, words)
	switch {
	case verify.WordsAgree(p.Lang, rules.NoLimit, words):
		return false
	case op == rules.MustBeTrue:
		return !negated && !prohibited && !left
	}
	return negated != prohibited && (negated || !left) // "no se prohíbe" and "se permite" forbid nothing
}

// phrases adds what the words around the figure are. Each must stand in the block,
// or in what it stands under.
func (p *passage) phrases(l *textlimits.Limit, sent *proposal, stands *cell) string {
	for _, title := range p.Path {
		l.Phrases = append(l.Phrases, textlimits.Phrase{Role: textlimits.HeadingRole, Text: title})
	}
	if p.Table != nil && p.Table.Caption != "" {
		l.Phrases = append(l.Phrases, textlimits.Phrase{Role: textlimits.CaptionRole, Text: p.Table.Caption})
	}
	around := len(l.Phrases)
	if stands != nil {
		l.Phrases = append(l.Phrases, labels(p.cells, stands, p.Lang)...)
	}
	type words struct {
		role          textlimits.Role
		text, missing string
	}
	list := []words{{textlimits.MeasureRole, sent.Measure, noMeasure}}
	if strings.TrimSpace(sent.Element) != "" {
		list = append(list, words{textlimits.ThingRole, sent.Element, noElement})
	}
	for _, text := range sent.When {
		list = append(list, words{textlimits.WhenRole, text, noCondition})
	}
	for _, text := range sent.Unless {
		list = append(list, words{textlimits.UnlessRole, text, noCondition})
	}
	for _, w := range list {
		phrase, ok := find(p.Block, w.role, w.text, l.Clause)
		if !ok {
			return w.missing
		}
		l.Phrases = append(l.Phrases, phrase)
	}
	// What stands around comes first; the rest in order of the text.
	slices.SortStableFunc(l.Phrases[around:], func(a, b textlimits.Phrase) int { return cmp.Compare(a.Span.Start, b.Span.Start) })
	return ""
}

// doubts says what is not sure of a limit whose words and figures all stand in the
// text: that they belong together is the model's reading. Such a limit never makes
// a check compliant by itself.
func (p *passage) doubts(l *textlimits.Limit) []string {
	if p.Table != nil {
		return []string{p.words.sentences[doubtTable]}
	}
	within := sentence(p.Text, l.Clause)
	var out []string
	if slices.ContainsFunc(p.figures, func(f figure) bool {
		return f.span.Start >= within.Start && f.span.End <= within.End && distance(f.span, l.Figure) > 0
	}) {
		out = append(out, p.words.sentences[doubtFigures])
	}
	circumstanced := slices.ContainsFunc(l.Phrases, func(f textlimits.Phrase) bool {
		return f.Role == textlimits.WhenRole || f.Role == textlimits.UnlessRole
	})
	if circumstanced || p.words.says(circumstanceWords, p.Text[within.Start:within.End]) {
		out = append(out, p.words.sentences[doubtCircumstance])
	}
	return out
}

// mayLimit reports whether a block can state a limit: it holds a figure, or words
// that demand something, in a language whose words are known.
func (p *passage) mayLimit() bool {
	return p.words != nil && (len(p.figures) > 0 || verify.WordsAgree(p.Lang, rules.MustBeTrue, p.Text))
}
