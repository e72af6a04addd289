package retrieval

import (
	"context"
	"encoding/binary"
	"hash/crc32"
	"slices"
	"testing"
)

// FuzzDecodeSegment hands the reader bodies whose checksum and fingerprints are
// right, as somebody could who writes into the store.
func FuzzDecodeSegment(f *testing.F) {
	blocks := []Block{
		{ID: "1", Doc: "d", Lang: "es", Kind: Paragraph, Text: "altura de 0,90 m"},
		{ID: "2", Doc: "d", Lang: "es", Kind: TableKind, Order: 1, Table: &Table{Rows: [][]string{{"muros", "0,41"}, {"suelos", "0,65"}}}},
	}
	fillIn(blocks)
	whole := BuildSegment(blocks)
	f.Add(whole[segmentFrame : len(whole)-4])
	f.Add([]byte{})
	f.Fuzz(func(t *testing.T, body []byte) {
		data := append([]byte{}, whole[:segmentFrame]...)
		data = append(data, body...)
		data = binary.LittleEndian.AppendUint32(data, crc32.Checksum(data, segmentSum))
		searchKept(t, data, blocks)
		p, ok := decodeSegment(data, blocks, known())
		if !ok {
			return
		}
		if len(p.lengths) != p.units() || len(p.ends) != len(p.keys) {
			t.Fatalf("%d lengths of %d units, %d ends of %d keys", len(p.lengths), p.units(), len(p.ends), len(p.keys))
		}
		x := merge([]string{"d"}, []*part{p})
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

// searchKept searches a segment without its text being read whole.
func searchKept(t *testing.T, data []byte, blocks []Block) {
	t.Helper()
	k, unfit := OpenSegments(map[string][]byte{"d": data})
	if len(unfit) > 0 {
		return
	}
	fetch := func(context.Context, []Place) ([]Block, error) { return slices.Clone(blocks), nil }
	if _, err := k.Search(t.Context(), Query{Text: "altura de los muros 0,41", Docs: []string{"d"}}, fetch); err != nil {
		t.Fatal(err)
	}
	if _, err := k.Read(t.Context(), "d", 0, 1000, fetch); err != nil {
		t.Fatal(err)
	}
}
