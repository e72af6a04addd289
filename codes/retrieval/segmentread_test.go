package retrieval

import (
	"encoding/binary"
	"hash/crc32"
	"testing"
)

// FuzzDecodeSegment hands the reader bodies whose checksum and fingerprints are
// right, as somebody could who writes into the store.
func FuzzDecodeSegment(f *testing.F) {
	blocks := prepare([]Block{
		{ID: "1", Doc: "d", Lang: "es", Kind: Paragraph, Text: "altura de 0,90 m"},
		{ID: "2", Doc: "d", Lang: "es", Kind: TableKind, Order: 1, Table: &Table{Rows: [][]string{{"muros", "0,41"}, {"suelos", "0,65"}}}},
	})
	mark := fingerprint(blocks)
	whole := encodeSegment(newPart(blocks, known()), builtInPrint(), mark)
	const frame = len(segmentMagic) + 8 + 32
	f.Add(whole[frame : len(whole)-4])
	f.Add([]byte{})
	f.Fuzz(func(t *testing.T, body []byte) {
		data := append([]byte{}, whole[:frame]...)
		data = append(data, body...)
		data = binary.LittleEndian.AppendUint32(data, crc32.Checksum(data, segmentSum))
		p, ok := decodeSegment(data, blocks, builtInPrint(), mark)
		if !ok {
			return
		}
		if len(p.lengths) != p.units() || len(p.ends) != len(p.keys) {
			t.Fatalf("%d lengths of %d units, %d ends of %d keys", len(p.lengths), p.units(), len(p.ends), len(p.keys))
		}
		x := merge(blocks, []*part{p})
		if len(x.postings) != len(p.entries) {
			t.Fatalf("%d postings of %d entries", len(x.postings), len(p.entries))
		}
		for i := range p.keys {
			if blocks, rows := x.find(p.keys[i]); len(blocks)+len(rows) == 0 {
				t.Fatalf("key %x is not found", p.keys[i])
			}
		}
	})
}
