package textlimits

import (
	"context"
	"slices"
	"strings"

	"github.com/reglookup/regengine/codes/retrieval"
	"github.com/reglookup/regengine/verify/rules"
)

// name changes whenever the same text may give other limits.
const name = "pattern/8"

// PatternExtractor finds limits by the wordings of a language. It has no state and may
// be used by several goroutines at once.
type PatternExtractor struct{ UnimplementedExtractor }

var _ Extractor = (*PatternExtractor)(nil)

// New returns an extractor for every language that is built in or was added. Of
// texts in any other it finds nothing.
func New() *PatternExtractor { return &PatternExtractor{} }

// Name implements [Extractor].
func (*PatternExtractor) Name() string { return name }

// Bounds of what is read, so that no document costs more than its size.
const (
	maxBlock  = 256 << 10 // bytes of a block; what is longer is read up to there
	maxLimits = 2000      // limits of one block
)

// Extract implements [Extractor]. The limits come in the order of the
// blocks, and within a block in the order of the text.
func (e *PatternExtractor) Extract(ctx context.Context, blocks []retrieval.Block) ([]Limit, error) {
	var out []Limit
	r := &reader{}
	for i := range blocks {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		out = append(out, r.read(&blocks[i])...)
	}
	return out, nil
}

// reader reads the blocks of one document in order.
type reader struct {
	leads  leads
	block  *retrieval.Block
	lang   *language
	head   rules.Op // the bound the innermost heading names
	before *frame   // of the sentence before, within a line
	groups int
	unread bool // the block has figures that are not read
	cases  bool // figures of the block state their case
	out    []Limit
}

// read returns the limits of the next block.
func (r *reader) read(b *retrieval.Block) []Limit {
	r.block, r.groups, r.unread, r.cases, r.out, r.before = b, 0, false, false, nil, nil
	if r.lang = languageOf(b.Lang); r.lang == nil {
		r.leads = leads{}
		return nil
	}
	r.leads.enter(b.Section, b.Path)
	r.head = ""
	if list := headings(b); len(list) > 0 && !r.namesTable(list[len(list)-1]) {
		r.head = r.boundIn(list[len(list)-1])
	}
	switch {
	case b.Table != nil && (b.Kind == retrieval.TableKind || b.Kind == retrieval.Row):
		r.table()
	case b.Kind == retrieval.Definition:
		r.leads.lead = nil
	default:
		r.prose()
	}
	return r.out[:min(len(r.out), maxLimits)]
}

// headings returns the titles a block stands under, widest first.
func headings(b *retrieval.Block) []string {
	list := b.Path
	if b.Title != "" && (len(list) == 0 || list[len(list)-1] != b.Title) {
		list = append(list[:len(list):len(list)], b.Title)
	}
	return list
}

// namesTable reports the title of a table, which sentences behind it are no part of.
func (r *reader) namesTable(title string) bool {
	toks := scan(title[:min(len(title), maxBlock)], r.lang)
	return len(toks) > 0 && toks[0].is(markName)
}

// boundIn returns the bound a caption, header or heading names: at least for "Anchura
// mínima", at most for "Valores límite"; "" for none or for both.
func (r *reader) boundIn(text string) rules.Op {
	if len(text) > maxBlock {
		return ""
	}
	least, most := false, false
	for _, t := range scan(text, r.lang) {
		if bracketed(text, t) { // a unit: "(min)"
			continue
		}
		least = least || t.is(markHeadLeast)
		most = most || t.is(markHeadMost)
	}
	switch {
	case least && !most:
		return rules.AtLeast
	case most && !least:
		return rules.AtMost
	}
	return ""
}

// bracketed reports whether a word stands alone in brackets.
func bracketed(text string, t token) bool {
	return t.start > 0 && t.end < len(text) && strings.ContainsRune("([", rune(text[t.start-1])) && strings.ContainsRune(")]", rune(text[t.end]))
}

// binds reports whether a word of a header says how its column binds: "Mín." is no unit.
func (r *reader) binds(word string) bool {
	return slices.ContainsFunc(scan(word, r.lang), func(t token) bool { return t.is(markHeadLeast) || t.is(markHeadMost) })
}

// prose reads a paragraph, an item or a list.
func (r *reader) prose() {
	text := r.block.Text
	if len(text) > maxBlock {
		text = strings.ToValidUTF8(text[:maxBlock], "")
	}
	item, mark := r.block.Kind == retrieval.Item, sortOfMark(text)
	lead := r.under(mark)
	last := r.lines(text, lead)
	if lead != nil {
		lead.cases = lead.cases || r.cases
		r.doubtRest(lead)
	}
	if last == nil || !strings.HasSuffix(strings.TrimSpace(text), ":") {
		if !item && r.block.Kind != retrieval.Note && lead == nil {
			r.leads.lead, r.leads.items = nil, nil
		}
		return
	}
	f := last.led(Phrase{Role: LeadRole, Text: strings.TrimSpace(text), Span: Span{End: len(text)}}).within(r.block.ID)
	if item {
		r.leads.announce(r.block.Depth, f)
	} else if r.block.Kind != retrieval.Note {
		r.leads.lead, r.leads.items, r.leads.mark = f, nil, mark
	}
}

// under returns what the block stands under: an item, a list, and a paragraph with a mark
// of another sort than the one before the list has.
func (r *reader) under(mark byte) *frame {
	if r.block.Kind == retrieval.Item || r.block.Kind == retrieval.List || mark != 0 && r.leads.lead != nil && mark != r.leads.mark {
		return r.leads.over(max(1, r.block.Depth))
	}
	return nil
}

// doubtRest notes a case of a list that is not read: it may be the one that holds where
// the list goes on to "all other cases".
func (r *reader) doubtRest(lead *frame) {
	lead.unread = lead.unread || r.unread
	for i := range r.out {
		l := &r.out[i]
		if lead.unread && len(ofRoles(l.Phrases, RestRole)) > 0 && !slices.Contains(l.Doubts, DoubtCase) {
			l.Doubts = append(l.Doubts, DoubtCase)
		}
	}
}

// add puts limits into their final form: under the titles over the block.
func (r *reader) add(list []stated) {
	var heads []Phrase
	for _, title := range headings(r.block) {
		if title != "" {
			heads = append(heads, Phrase{Role: HeadingRole, Text: title})
		}
	}
	for i := range list {
		l := list[i].Limit
		l.Block, l.Origin = r.block.ID, FromPattern
		l.Phrases = append(heads[:len(heads):len(heads)], l.Phrases...)
		r.out = append(r.out, l)
	}
}
