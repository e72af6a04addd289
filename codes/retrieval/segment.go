package retrieval

import (
	"bytes"
	"encoding/binary"
	"hash/crc32"
	"math"
	"slices"
)

// A segment is: segmentMagic with the version of the form, the fingerprint of the
// analysis, the fingerprint of the blocks, then, as varints, the lengths of each
// unit by field, the number of keys and of entries, and for each key its distance
// to the one before, the number of its entries and the entries, and last the
// CRC-32 (Castagnoli) of all that, little endian.
//
// An entry is the distance to the unit before times four, plus a code for its
// counts: usual ones, or 3 with the packed counts behind.
const segmentMagic = "RGLX\x01"

var (
	segmentSum  = crc32.MakeTable(crc32.Castagnoli)
	usualCounts = [3]packedCounts{pack(counts{bodyField: 1}), pack(counts{sectionField: 1}), pack(counts{bodyField: 2})}
)

const otherCounts = 3

// BuildSegment returns the index of one document in compact form: all that is
// dear to find out about its blocks, ready to be kept beside them. Blocks are
// those of one document, in any order.
func BuildSegment(blocks []Block) []byte {
	prepared, x := prepare(blocks), known()
	return encodeSegment(newPart(prepared, x), x.analysisPrint(prepared), fingerprint(prepared))
}

func encodeSegment(p *part, analysis uint64, mark [32]byte) []byte {
	out := make([]byte, 0, 64+len(p.keys)*9+len(p.entries)*2)
	out = append(out, segmentMagic...)
	out = binary.LittleEndian.AppendUint64(out, analysis)
	out = append(out, mark[:]...)
	for _, n := range p.lengths {
		for _, length := range n {
			out = binary.AppendUvarint(out, uint64(length))
		}
	}
	out = binary.AppendUvarint(out, uint64(len(p.keys)))
	out = binary.AppendUvarint(out, uint64(len(p.entries)))
	from, before := uint32(0), key(0)
	for i, k := range p.keys {
		out = binary.AppendUvarint(out, uint64(k-before))
		out = appendEntries(out, p.entries[from:p.ends[i]])
		from, before = p.ends[i], k
	}
	return binary.LittleEndian.AppendUint32(out, crc32.Checksum(out, segmentSum))
}

func appendEntries(out []byte, entries []entry) []byte {
	out = binary.AppendUvarint(out, uint64(len(entries)))
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

// decodeSegment reads the index of exactly these blocks, or reports that data is
// not that. What it allocates is bounded by the blocks and by the size of data.
func decodeSegment(data []byte, blocks []Block, analysis uint64, mark [32]byte) (*part, bool) {
	const frame = len(segmentMagic) + 8 + 32
	if len(data) < frame+4 || string(data[:len(segmentMagic)]) != segmentMagic {
		return nil, false
	}
	body, sum := data[:len(data)-4], binary.LittleEndian.Uint32(data[len(data)-4:])
	if binary.LittleEndian.Uint64(body[len(segmentMagic):]) != analysis ||
		!bytes.Equal(body[frame-32:frame], mark[:]) || crc32.Checksum(body, segmentSum) != sum {
		return nil, false
	}
	r := segmentReader{rest: body[frame:]}
	p := emptyPart(blocks)
	p.lengths = make([]lengths, p.units())
	for i := range p.lengths {
		for f := range p.lengths[i] {
			p.lengths[i][f] = uint16(r.number(math.MaxUint16))
		}
	}
	r.entries(p)
	if r.bad || len(r.rest) > 0 {
		return nil, false
	}
	return p, true
}

// segmentReader reads numbers until one is bad.
type segmentReader struct {
	rest []byte
	bad  bool
}

// number reads a number that is at most the one given.
func (r *segmentReader) number(most uint64) uint64 {
	if len(r.rest) > 0 && r.rest[0] < 0x80 && uint64(r.rest[0]) <= most { // most are that small
		n := uint64(r.rest[0])
		r.rest = r.rest[1:]
		return n
	}
	n, size := binary.Uvarint(r.rest)
	if size <= 0 || n > most {
		r.bad, r.rest = true, nil
		return 0
	}
	r.rest = r.rest[size:]
	return n
}

// entries reads keys and entries. Each takes at least a byte, so no more are made
// room for than bytes are left.
func (r *segmentReader) entries(p *part) {
	keys := r.number(uint64(len(r.rest)))
	total := r.number(uint64(len(r.rest)))
	p.keys, p.ends = make([]key, 0, keys), make([]uint32, 0, keys)
	p.entries = make([]entry, 0, total)
	last := key(0)
	for i := range keys {
		step := key(r.number(math.MaxUint64))
		if last += step; r.bad || i > 0 && (step == 0 || last < step) {
			r.bad = true
			return
		}
		n := r.number(total - uint64(len(p.entries)))
		if n == 0 {
			r.bad = true
			return
		}
		r.list(p, n)
		p.keys, p.ends = append(p.keys, last), append(p.ends, uint32(len(p.entries)))
	}
	r.bad = r.bad || uint64(len(p.entries)) != total
}

// list reads the entries of one key.
func (r *segmentReader) list(p *part, n uint64) {
	units := uint64(p.units())
	next := uint64(0)
	for range n {
		v := r.number(units << 2)
		at := next + v>>2
		c := r.counts(v & 3)
		if r.bad || at >= units || c == 0 {
			r.bad = true
			return
		}
		p.entries = append(p.entries, entry{unit(at), c.unpack()})
		next = at + 1
	}
}

func (r *segmentReader) counts(code uint64) packedCounts {
	if code == otherCounts {
		return packedCounts(r.number(math.MaxUint16))
	}
	return usualCounts[code]
}
