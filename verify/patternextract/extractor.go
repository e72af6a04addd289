package patternextract

import (
	"context"
	"strings"

	"github.com/reglookup/regengine/codes/retrieval"
	"github.com/reglookup/regengine/verify"
)

// name changes whenever the same text may give other limits.
const name = "pattern/4"

// Extractor finds limits by the wordings of a language. It has no state and may
// be used by several goroutines at once.
type Extractor struct{ verify.UnimplementedExtractor }

var _ verify.Extractor = (*Extractor)(nil)

// New returns an extractor for every language that is built in or was added. Of
// texts in any other it finds nothing.
func New() *Extractor { return &Extractor{} }

// Name implements [verify.Extractor].
func (*Extractor) Name() string { return name }

// Bounds of what is read, so that no document costs more than its size.
const (
	maxBlock  = 256 << 10 // bytes of a block; what is longer is read up to there
	maxLimits = 2000      // limits of one block
)

// Extract implements [verify.Extractor]. The limits come in the order of the
// blocks, and within a block in the order of the text.
func (e *Extractor) Extract(ctx context.Context, blocks []retrieval.Block) ([]verify.Limit, error) {
	var out []verify.Limit
	r := &reader{known: make(map[string]units)}
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
	units   units            // of lang
	known   map[string]units // by language
	leads   leads
	block   *retrieval.Block
	lang    *language
	head    head     // what the innermost heading says
	before  *frame   // of the sentence before, within a line
	columns []string // labels of the last header line of the section
	groups  int
	out     []verify.Limit
}

// read returns the limits of the next block.
func (r *reader) read(b *retrieval.Block) []verify.Limit {
	r.block, r.groups, r.out, r.before = b, 0, nil, nil
	if !r.speak(b.Lang) {
		return nil
	}
	if r.leads.enter(b.Section, b.Path) {
		r.columns = nil
	}
	r.head = r.headOf(headings(b))
	switch b.Kind {
	case retrieval.TableKind, retrieval.Row:
		r.table()
	case retrieval.Definition:
		r.leads.lead = nil
	default:
		r.prose()
	}
	if len(r.out) > maxLimits {
		r.out = r.out[:maxLimits]
	}
	return r.out
}

// speak reports whether the language of a tag is known, and reads on in it.
func (r *reader) speak(tag string) bool {
	if r.lang = languageOf(tag); r.lang == nil {
		r.leads, r.columns = leads{}, nil
		return false
	}
	known, ok := r.known[r.lang.tag]
	if !ok {
		known = r.lang.newUnits()
		r.known[r.lang.tag] = known
	}
	r.units = known
	return true
}

// headings returns the titles a block stands under, widest first.
func headings(b *retrieval.Block) []string {
	list := b.Path
	if b.Title != "" && (len(list) == 0 || list[len(list)-1] != b.Title) {
		list = append(list[:len(list):len(list)], b.Title)
	}
	return list
}

// headOf reads the innermost of some headings.
func (r *reader) headOf(list []string) head {
	if len(list) == 0 || len(list[len(list)-1]) > maxBlock {
		return head{}
	}
	title := list[len(list)-1]
	toks := scan(title, r.lang, r.units)
	return head{table: speakOf(toks, topicTable), op: r.boundIn(title), nature: natureOf(toks) & (topicSurelyLeast | topicSurelyMost), zoned: speakOf(toks, topicZoned), unit: r.lang.usualUnit(toks)}
}

// bracketed reports whether a word stands alone in brackets.
func bracketed(text string, t token) bool {
	return t.start > 0 && t.end < len(text) && strings.ContainsRune("([", rune(text[t.start-1])) && strings.ContainsRune(")]", rune(text[t.end]))
}

// boundIn returns the bound a caption, header or heading names: at least for
// "Anchura mínima", at most for "Valores límite"; "" for none or for both.
func (r *reader) boundIn(text string) verify.Op {
	if len(text) > maxBlock {
		return ""
	}
	least, most := false, false
	for _, t := range scan(text, r.lang, r.units) {
		if bracketed(text, t) { // a unit: "(min)"
			continue
		}
		least = least || t.is(markHeadLeast)
		most = most || t.is(markHeadMost)
	}
	switch {
	case least && !most:
		return verify.AtLeast
	case most && !least:
		return verify.AtMost
	}
	return ""
}

// prose reads a paragraph, an item or a list.
func (r *reader) prose() {
	text := r.block.Text
	if len(text) > maxBlock {
		text = strings.ToValidUTF8(text[:maxBlock], "")
	}
	var lead *frame
	if r.block.Kind == retrieval.Item || r.block.Kind == retrieval.List || r.leads.marks(sortOfMark(text)) {
		lead = r.leads.over(max(1, r.block.Depth))
	}
	toks := scan(text, r.lang, r.units)
	last := r.sentences(text, toks, lead)
	r.remember(text, last, lead)
}

// remember keeps what the block announces for those that follow.
func (r *reader) remember(text string, last, lead *frame) {
	announces := strings.HasSuffix(strings.TrimSpace(text), ":")
	var f *frame
	if announces && last != nil {
		own := *last
		if own.unit == "" {
			own.unit = r.unitIn(strings.TrimRight(strings.TrimSpace(text), ":"))
		}
		own.leads = append(own.leads[:len(own.leads):len(own.leads)], verify.Phrase{
			Role: verify.LeadRole, Text: strings.TrimSpace(text), Block: r.block.ID, Span: verify.Span{End: len(text)},
		})
		f = (&own).within(r.block.ID)
	}
	switch {
	case r.block.Kind == retrieval.Item && f != nil:
		r.leads.announce(r.block.Depth, f)
	case r.block.Kind == retrieval.Item || r.block.Kind == retrieval.Note:
	case f != nil:
		r.leads.lead, r.leads.items, r.leads.mark = f, nil, sortOfMark(text)
	case lead == nil:
		r.leads.lead, r.leads.items = nil, nil
	}
}

// add puts limits into their final form.
func (r *reader) add(list []stated) {
	heads := r.headingPhrases()
	for i := range list {
		l := list[i].Limit
		l.Block, l.Origin = r.block.ID, verify.FromPattern
		l.Phrases = append(heads[:len(heads):len(heads)], l.Phrases...)
		r.out = append(r.out, l)
	}
}

// headingPhrases are the titles over the block.
func (r *reader) headingPhrases() []verify.Phrase {
	var out []verify.Phrase
	for _, title := range headings(r.block) {
		if title != "" {
			out = append(out, verify.Phrase{Role: verify.HeadingRole, Text: title})
		}
	}
	return out
}
