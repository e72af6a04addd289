package regengine

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/binary"
	"hash/crc32"
	"slices"

	"github.com/reglookup/regengine/codes/retrieval"
	"github.com/reglookup/regengine/verify/rules"
	"github.com/reglookup/regengine/verify/textlimits"
)

// A limit set is kept as: limitsMagic with the version of the form, the SHA-256
// of the blocks it was found in, then, as varints, the number of texts, and each
// with its length, and the number of limits and each of them, texts by number;
// last the CRC-32 (Castagnoli) of all that, little endian. Texts stand once,
// however many limits share a heading.
const limitsMagic = "RGLL\x01"

const limitsFrame = len(limitsMagic) + sha256.Size + crc32.Size

var limitsSum = crc32.MakeTable(crc32.Castagnoli)

// EncodeLimits returns the limits of a set in compact form, for a Store. Blocks
// are those of its document, in any order.
func EncodeLimits(limits []textlimits.Limit, blocks []retrieval.Block) []byte {
	w := limitWriter{numbers: make(map[string]uint64)}
	w.count(len(limits))
	for i := range limits {
		w.limit(&limits[i])
	}
	mark := markBlocks(blocks)
	out := slices.Concat([]byte(limitsMagic), mark[:])
	out = binary.AppendUvarint(out, uint64(len(w.texts)))
	for _, text := range w.texts {
		out = binary.AppendUvarint(out, uint64(len(text)))
		out = append(out, text...)
	}
	out = append(out, w.out...)
	return binary.LittleEndian.AppendUint32(out, crc32.Checksum(out, limitsSum))
}

// DecodeLimits returns what [EncodeLimits] was given. ok is false for data that
// is damaged, of another form, or of other blocks than these. What it allocates
// is bounded by the size of data.
func DecodeLimits(data []byte, blocks []retrieval.Block) (limits []textlimits.Limit, ok bool) {
	if len(data) < limitsFrame || !bytes.HasPrefix(data, []byte(limitsMagic)) {
		return nil, false
	}
	body, sum := data[:len(data)-crc32.Size], data[len(data)-crc32.Size:]
	if crc32.Checksum(body, limitsSum) != binary.LittleEndian.Uint32(sum) {
		return nil, false
	}
	mark := markBlocks(blocks)
	body = body[len(limitsMagic):]
	if !bytes.Equal(body[:len(mark)], mark[:]) {
		return nil, false
	}
	r := limitReader{rest: body[len(mark):]}
	r.readTexts()
	limits = list(&r, r.limit)
	return limits, !r.bad && len(r.rest) == 0
}

// markBlocks identifies all of a document's blocks that an extractor may read,
// whatever order they come in.
func markBlocks(blocks []retrieval.Block) [sha256.Size]byte {
	order := make([]*retrieval.Block, len(blocks))
	for i := range blocks {
		order[i] = &blocks[i]
	}
	slices.SortStableFunc(order, func(a, b *retrieval.Block) int { return cmp.Compare(a.Order, b.Order) })
	h := sha256.New()
	w := limitWriter{}
	for _, b := range order {
		w.out = w.out[:0]
		for _, s := range []string{b.ID, cmp.Or(b.SHA256, retrieval.HashText(b.Text)), b.Section, b.Title, string(b.Kind), b.Lang} {
			w.raw(s)
		}
		w.rawList(b.Path)
		w.count(b.Depth)
		w.table(b.Table)
		h.Write(w.out) // never fails
	}
	return [sha256.Size]byte(h.Sum(nil))
}

// limitWriter writes limits as numbers, texts among them as the number of a text.
type limitWriter struct {
	out     []byte
	texts   []string
	numbers map[string]uint64 // number of a text, from 1; 0 is ""
}

func (w *limitWriter) count(n int) { w.out = binary.AppendUvarint(w.out, uint64(n)) }

func (w *limitWriter) signed(n int) { w.out = binary.AppendVarint(w.out, int64(n)) }

func (w *limitWriter) text(s string) {
	if s != "" && w.numbers[s] == 0 {
		w.texts = append(w.texts, s)
		w.numbers[s] = uint64(len(w.texts))
	}
	w.out = binary.AppendUvarint(w.out, w.numbers[s])
}

func (w *limitWriter) textList(texts []string) {
	w.count(len(texts))
	for _, s := range texts {
		w.text(s)
	}
}

func (w *limitWriter) span(s textlimits.Span) {
	w.signed(s.Start)
	w.signed(s.End - s.Start)
}

func (w *limitWriter) limit(l *textlimits.Limit) {
	for _, s := range []string{l.Block, string(l.Op), l.Value, l.Min, l.Max, l.Unit, string(l.Origin)} {
		w.text(s)
	}
	w.span(l.Clause)
	w.span(l.Figure)
	w.textList(l.Values)
	w.signed(l.Group)
	w.textList(l.Doubts)
	w.per(l.Per)
	w.count(len(l.Phrases))
	for _, p := range l.Phrases {
		w.text(string(p.Role))
		w.text(p.Text)
		w.text(p.Block)
		w.span(p.Span)
	}
}

func (w *limitWriter) per(p *textlimits.Per) {
	if p == nil {
		w.count(0)
		return
	}
	kind := 1
	if p.Fraction {
		kind = 2
	}
	w.count(kind)
	for _, s := range []string{p.Count, p.Unit, p.Of} {
		w.text(s)
	}
}

// raw writes a text itself.
func (w *limitWriter) raw(s string) {
	w.count(len(s))
	w.out = append(w.out, s...)
}

func (w *limitWriter) rawList(list []string) {
	w.count(len(list))
	for _, s := range list {
		w.raw(s)
	}
}

func (w *limitWriter) table(t *retrieval.Table) {
	if t == nil {
		return
	}
	w.raw(t.Caption)
	w.rawList(t.Header)
	w.rawList(t.Notes)
	for _, rows := range [][][]string{t.Head, t.Rows} {
		w.count(len(rows))
		for _, row := range rows {
			w.rawList(row)
		}
	}
}

// limitReader reads what limitWriter wrote. Once bad, it reads zeros.
type limitReader struct {
	rest  []byte
	texts []string
	bad   bool
}

func (r *limitReader) number() uint64 {
	n, size := binary.Uvarint(r.rest)
	if size <= 0 {
		r.fail()
		return 0
	}
	r.rest = r.rest[size:]
	return n
}

func (r *limitReader) fail() { r.bad, r.rest = true, nil }

// count reads how many things follow, each at least a byte long.
func (r *limitReader) count() int {
	n := r.number()
	if n > uint64(len(r.rest)) {
		r.fail()
		return 0
	}
	return int(n)
}

func (r *limitReader) signed() int {
	n, size := binary.Varint(r.rest)
	if size <= 0 {
		r.fail()
		return 0
	}
	r.rest = r.rest[size:]
	return int(n)
}

// readTexts reads the texts; they share one copy of the data.
func (r *limitReader) readTexts() {
	n := r.count()
	all := string(r.rest)
	r.texts = make([]string, 0, n)
	for range n {
		length := r.count()
		if r.bad {
			return
		}
		from := len(all) - len(r.rest)
		r.texts = append(r.texts, all[from:from+length])
		r.rest = r.rest[length:]
	}
}

func (r *limitReader) text() string {
	n := r.number()
	if n == 0 {
		return ""
	}
	if n > uint64(len(r.texts)) {
		r.fail()
		return ""
	}
	return r.texts[n-1]
}

func (r *limitReader) span() textlimits.Span {
	start := r.signed()
	return textlimits.Span{Start: start, End: start + r.signed()}
}

// list reads a list of what one reads; nil for an empty one.
func list[T any](r *limitReader, one func() T) []T {
	n := r.count()
	if n == 0 {
		return nil
	}
	out := make([]T, 0, min(n, 1<<12))
	for range n {
		if r.bad {
			return nil
		}
		out = append(out, one())
	}
	return out
}

func (r *limitReader) limit() textlimits.Limit {
	l := textlimits.Limit{
		Block: r.text(), Op: rules.Op(r.text()), Value: r.text(), Min: r.text(), Max: r.text(), Unit: r.text(), Origin: textlimits.Origin(r.text()),
	}
	l.Clause, l.Figure = r.span(), r.span()
	l.Values = list(r, r.text)
	l.Group = r.signed()
	l.Doubts = list(r, r.text)
	l.Per = r.per()
	l.Phrases = list(r, r.phrase)
	return l
}

func (r *limitReader) phrase() textlimits.Phrase {
	return textlimits.Phrase{Role: textlimits.Role(r.text()), Text: r.text(), Block: r.text(), Span: r.span()}
}

func (r *limitReader) per() *textlimits.Per {
	switch r.number() {
	case 1:
		return &textlimits.Per{Count: r.text(), Unit: r.text(), Of: r.text()}
	case 2:
		return &textlimits.Per{Count: r.text(), Unit: r.text(), Of: r.text(), Fraction: true}
	}
	return nil
}
