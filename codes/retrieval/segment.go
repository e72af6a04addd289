package retrieval

import (
	"encoding/binary"
	"hash/crc32"
	"slices"
)

// A segment is: segmentMagic with the version of the form, the fingerprint of the
// analysis, the fingerprint of the blocks, then, numbers as varints and lists with
// their size before them, the outline, the leads, the lengths of each unit by field,
// the number of entries, the directory and the lists of entries, and last the CRC-32
// (Castagnoli) of all that, little endian.
//
// The lists stand in order of their keys, groupSize of them in a group. The directory
// holds the first key of each group and where the group begins, 12 bytes little endian,
// so that one list is found without reading the others. Each list is the distance of its
// key to the one before in the group, its size in bytes and its entries. An entry is the
// distance to the unit before times four, plus a code for its counts: usual ones, or 3
// with the packed counts behind.
const segmentMagic = "RGLX\x02"

const (
	segmentFrame = len(segmentMagic) + 8 + 32
	groupSize    = 64
	groupEntry   = 8 + 4 // bytes of the directory
)

var (
	segmentSum  = crc32.MakeTable(crc32.Castagnoli)
	usualCounts = [3]packedCounts{pack(counts{bodyField: 1}), pack(counts{sectionField: 1}), pack(counts{bodyField: 2})}
)

const otherCounts = 3

// BuildSegment returns the index of one document in compact form: all that is
// dear to find out about its blocks, ready to be kept beside them. Blocks are
// those of one document, in any order.
func BuildSegment(blocks []Block) []byte {
	blocks = inOrder(blocks)
	under, x := fillIn(blocks), known()
	return encodeSegment(newPart(blocks, x), under, x, fingerprint(blocks))
}

func encodeSegment(p *part, under [][]int, x *lexicon, mark [32]byte) []byte {
	out := make([]byte, 0, 64+len(p.keys)*9+len(p.entries)*2)
	out = append(out, segmentMagic...)
	out = binary.LittleEndian.AppendUint64(out, x.analysisPrint(p.langs))
	out = append(out, mark[:]...)
	out = appendOutline(out, &p.outline)
	out = appendSized(out, appendLeads(nil, under))
	for _, n := range p.lengths {
		for _, length := range n {
			out = binary.AppendUvarint(out, uint64(length))
		}
	}
	out = binary.AppendUvarint(out, uint64(len(p.entries)))
	directory, lists := p.pack()
	out = appendSized(appendSized(out, directory), lists)
	return binary.LittleEndian.AppendUint32(out, crc32.Checksum(out, segmentSum))
}

func appendSized(out, data []byte) []byte {
	return append(binary.AppendUvarint(out, uint64(len(data))), data...)
}

func appendOutline(out []byte, o *outline) []byte {
	out = binary.AppendUvarint(out, uint64(len(o.langs)))
	for _, lang := range o.langs {
		out = appendSized(out, []byte(lang))
	}
	marks := make([]byte, len(o.marks))
	for i, m := range o.marks {
		marks[i] = byte(m)
	}
	out = appendSized(out, marks)
	out = binary.AppendUvarint(out, uint64(len(o.tables)))
	for _, t := range o.tables {
		out = binary.AppendUvarint(binary.AppendUvarint(out, uint64(t.block)), uint64(t.rows))
	}
	for _, word := range o.numbers {
		out = binary.LittleEndian.AppendUint64(out, word)
	}
	return out
}

// appendLeads writes for each block that has a lead its distance to the one before that
// has, the number of blocks the lead is of, and how far back each stands.
func appendLeads(out []byte, under [][]int) []byte {
	before := 0
	for i, list := range under {
		if len(list) == 0 {
			continue
		}
		out = binary.AppendUvarint(binary.AppendUvarint(out, uint64(i-before)), uint64(len(list)))
		for _, at := range list {
			out = binary.AppendUvarint(out, uint64(i-at))
		}
		before = i
	}
	return out
}

// pack writes the lists of entries and their directory.
func (p *part) pack() (directory, lists []byte) {
	var list []byte
	from, before := uint32(0), key(0)
	for i, k := range p.keys {
		if i%groupSize == 0 {
			directory = binary.LittleEndian.AppendUint64(directory, uint64(k))
			directory = binary.LittleEndian.AppendUint32(directory, uint32(len(lists)))
			before = k
		}
		list = appendEntries(list[:0], p.entries[from:p.ends[i]])
		lists = appendSized(binary.AppendUvarint(lists, uint64(k-before)), list)
		from, before = p.ends[i], k
	}
	return directory, lists
}

func appendEntries(out []byte, entries []entry) []byte {
	next := unit(0)
	for _, e := range entries {
		c := pack(e.counts)
		code := slices.Index(usualCounts[:], c)
		if code < 0 {
			code = otherCounts
		}
		out = binary.AppendUvarint(out, uint64(e.unit-next)<<2|uint64(code))
		if code == otherCounts {
			out = binary.AppendUvarint(out, uint64(c))
		}
		next = e.unit + 1
	}
	return out
}
