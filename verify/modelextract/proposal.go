package modelextract

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/reglookup/regengine/codes/retrieval"
	"github.com/reglookup/regengine/verify"
	"github.com/reglookup/regengine/verify/quantity"
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
	noQuote     = "the quote does not stand in the block"
	noOperator  = "the operator is unknown"
	noNumber    = "a number of the limit does not stand in the quote, in its unit"
	noDirection = "the words of the quote do not say the direction"
	noMeasure   = "what is measured does not stand in the passage or its headings"
	noElement   = "the element does not stand in the passage or its headings"
	noCondition = "a circumstance does not stand in the passage or its headings"
)

// check returns the limit, or why it is not kept.
func (p *proposal) check(b *retrieval.Block) (*verify.Limit, string) {
	clause, ok := locate(b.Text, p.Quote)
	if !ok {
		return nil, noQuote
	}
	l := &verify.Limit{Block: b.ID, Clause: clause, Op: verify.Op(p.Operator), Origin: verify.FromModel}
	quote := b.Text[clause.Start:clause.End]
	if reason := p.figures(l, quote, b.Lang); reason != "" {
		return nil, reason
	}
	if !verify.WordsAgree(b.Lang, l.Op, quote) {
		return nil, noDirection
	}
	if l.Figure.End > 0 {
		l.Figure.Start, l.Figure.End = l.Figure.Start+clause.Start, l.Figure.End+clause.Start
	}
	return l, p.phrases(l, b)
}

// figures reads operator and numbers and holds them against the quote.
func (p *proposal) figures(l *verify.Limit, quote, lang string) string {
	switch l.Op {
	case verify.MustBeTrue, verify.MustBeAbsent:
		return ""
	case verify.Less, verify.AtMost, verify.Equal, verify.AtLeast, verify.Greater:
		return p.holds(l, quote, lang, &l.Value, p.Value)
	case verify.Between:
		if reason := p.holds(l, quote, lang, &l.Min, p.Min); reason != "" {
			return reason
		}
		return p.holds(l, quote, lang, &l.Max, p.Max)
	default:
		return noOperator
	}
}

// holds finds a number with its unit in the quote. The unit must be the very one:
// converted figures are not what the text says.
func (p *proposal) holds(l *verify.Limit, quote, lang string, value *string, sent string) string {
	n, err := quantity.ParseNumber(sent)
	if err != nil {
		return noNumber
	}
	unit, err := quantity.ParseUnit(p.Unit)
	if err != nil {
		return noNumber
	}
	found := quantity.Find(quote, lang)
	i := slices.IndexFunc(found, func(f quantity.Found) bool {
		return f.Value.Equal(n) && (f.Unit.IsZero() || f.Unit.Equal(unit))
	})
	if i < 0 {
		return noNumber
	}
	*value, l.Unit = n.String(), unit.String()
	if l.Figure.End == 0 {
		l.Figure.Start = found[i].Start
	}
	l.Figure.End = max(l.Figure.End, found[i].End)
	return ""
}

// phrases adds what the words around the figure are. Each must stand in the block,
// or in what it stands under.
func (p *proposal) phrases(l *verify.Limit, b *retrieval.Block) string {
	for _, title := range b.Path {
		l.Phrases = append(l.Phrases, verify.Phrase{Role: verify.HeadingRole, Text: title})
	}
	if b.Table != nil && b.Table.Caption != "" {
		l.Phrases = append(l.Phrases, verify.Phrase{Role: verify.CaptionRole, Text: b.Table.Caption})
	}
	add := func(role verify.Role, text, missing string) string {
		phrase, ok := find(b, role, text)
		if !ok {
			return missing
		}
		l.Phrases = append(l.Phrases, phrase)
		return ""
	}
	if reason := add(verify.MeasureRole, p.Measure, noMeasure); reason != "" {
		return reason
	}
	if reason := add(verify.ThingRole, p.Element, noElement); reason != "" && strings.TrimSpace(p.Element) != "" {
		return reason
	}
	for role, list := range map[verify.Role][]string{verify.WhenRole: p.When, verify.UnlessRole: p.Unless} {
		for _, text := range list {
			if reason := add(role, text, noCondition); reason != "" {
				return reason
			}
		}
	}
	slices.SortStableFunc(l.Phrases, func(a, b verify.Phrase) int { return strings.Compare(string(a.Role), string(b.Role)) })
	return ""
}

// find returns where text stands: in the block, or in its titles or caption.
func find(b *retrieval.Block, role verify.Role, text string) (verify.Phrase, bool) {
	if span, ok := locate(b.Text, text); ok {
		return verify.Phrase{Role: role, Text: b.Text[span.Start:span.End], Span: span}, true
	}
	around := slices.Clone(b.Path)
	if b.Table != nil {
		around = append(around, b.Table.Caption)
	}
	for _, title := range around {
		if span, ok := locate(title, text); ok {
			return verify.Phrase{Role: role, Text: title[span.Start:span.End]}, true
		}
	}
	return verify.Phrase{}, false
}

// locate finds want in text: letter by letter, but for the width of white space,
// and only as whole words.
func locate(text, want string) (verify.Span, bool) {
	words := strings.Fields(want)
	if len(words) == 0 {
		return verify.Span{}, false
	}
	for from := 0; ; {
		at := strings.Index(text[from:], words[0])
		if at < 0 {
			return verify.Span{}, false
		}
		start := from + at
		if end, ok := matches(text[start:], words); ok && isEdge(text, start) && isEdge(text, start+end) {
			return verify.Span{Start: start, End: start + end}, true
		}
		from = start + len(words[0])
	}
}

// matches reports whether text begins with words, and how long they are in it.
func matches(text string, words []string) (length int, ok bool) {
	rest := text
	for i, w := range words {
		if i > 0 {
			trimmed := strings.TrimLeftFunc(rest, unicode.IsSpace)
			if len(trimmed) == len(rest) {
				return 0, false
			}
			rest = trimmed
		}
		if rest, ok = strings.CutPrefix(rest, w); !ok {
			return 0, false
		}
	}
	return len(text) - len(rest), true
}

// isEdge reports whether no word and no number runs on across text[at].
func isEdge(text string, at int) bool {
	before, _ := utf8.DecodeLastRuneInString(text[:at])
	after, _ := utf8.DecodeRuneInString(text[at:])
	inWord := func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }
	if inWord(before) && inWord(after) {
		return false
	}
	// "1,20" must not be found in "11,20", nor "1" in "1,20".
	return !(isDigit(after) && (before == '.' || before == ',') || isDigit(before) && (after == '.' || after == ',') && digitBehind(text, at))
}

func isDigit(r rune) bool { return r >= '0' && r <= '9' }

func digitBehind(text string, at int) bool { return at+1 < len(text) && isDigit(rune(text[at+1])) }

// mayLimit reports whether a block can state a limit: it holds a figure, or words
// that demand something.
func mayLimit(b *retrieval.Block) bool {
	return len(quantity.Find(b.Text, b.Lang)) > 0 || verify.WordsAgree(b.Lang, verify.MustBeTrue, b.Text)
}
