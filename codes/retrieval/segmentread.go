package retrieval

import (
	"encoding/binary"
	"hash/crc32"
	"math"
	"sort"
)

// segment is the index of a document as it is kept, read as far as ranking needs. Its
// lists are read where they lie.
type segment struct {
	outline
	analysis  uint64
	mark      [32]byte
	leads     []byte
	lengths   []lengths
	entries   uint64
	directory []byte
	lists     []byte
}

// openSegment reads a segment, or reports that data is none. What it allocates is
// bounded by the size of data.
func openSegment(data []byte) (*segment, bool) {
	if len(data) < segmentFrame+4 || string(data[:len(segmentMagic)]) != segmentMagic {
		return nil, false
	}
	body, sum := data[:len(data)-4], binary.LittleEndian.Uint32(data[len(data)-4:])
	if crc32.Checksum(body, segmentSum) != sum {
		return nil, false
	}
	s := &segment{analysis: binary.LittleEndian.Uint64(body[len(segmentMagic):]), mark: [32]byte(body[segmentFrame-32 : segmentFrame])}
	r := segmentReader{rest: body[segmentFrame:]}
	r.outline(&s.outline)
	s.leads = r.sized()
	s.lengths = r.lengths(s.units())
	s.entries = r.number(math.MaxUint32)
	s.directory, s.lists = r.sized(), r.sized()
	return s, !r.bad && len(r.rest) == 0 && s.groupsInOrder()
}

// decodeSegment reads the index of exactly these blocks, or reports that data is
// not that.
func decodeSegment(data []byte, blocks []Block, x *lexicon) (*part, bool) {
	s, ok := openSegment(data)
	if !ok || s.analysis != x.analysisPrint(s.langs) || !s.fits(blocks) || s.mark != fingerprint(blocks) {
		return nil, false
	}
	return s.part()
}

// part reads all lists.
func (s *segment) part() (*part, bool) {
	p := &part{outline: s.outline, lengths: s.lengths}
	keys := len(s.directory) / groupEntry * groupSize
	p.keys, p.ends = make([]key, 0, keys), make([]uint32, 0, keys)
	p.entries = make([]entry, 0, min(s.entries, uint64(len(s.lists)))) // each takes a byte at least
	units := uint64(s.units())
	for i := range s.groups() {
		r := segmentReader{rest: s.group(i)}
		k := s.first(i)
		for first := true; len(r.rest) > 0; first = false {
			step := key(r.number(math.MaxUint64))
			list := segmentReader{rest: r.sized()}
			if k += step; r.bad || len(list.rest) == 0 || first != (step == 0) || k < step ||
				len(p.keys) > 0 && k <= p.keys[len(p.keys)-1] {
				return nil, false
			}
			list.entries(units, func(e entry) { p.entries = append(p.entries, e) })
			if list.bad {
				return nil, false
			}
			p.keys, p.ends = append(p.keys, k), append(p.ends, uint32(len(p.entries)))
		}
	}
	return p, uint64(len(p.entries)) == s.entries
}

// find returns the list of a key, nil when there is none.
func (s *segment) find(k key) []byte {
	at := sort.Search(s.groups(), func(i int) bool { return s.first(i) > k }) - 1
	if at < 0 {
		return nil
	}
	r := segmentReader{rest: s.group(at)}
	for have := s.first(at); len(r.rest) > 0; {
		have += key(r.number(math.MaxUint64))
		if list := r.sized(); have >= k {
			if have == k {
				return list
			}
			return nil
		}
	}
	return nil
}

func (s *segment) groups() int { return len(s.directory) / groupEntry }

// first is the first key of a group.
func (s *segment) first(i int) key {
	return key(binary.LittleEndian.Uint64(s.directory[i*groupEntry:]))
}

// start is where a group begins.
func (s *segment) start(i int) uint32 {
	return binary.LittleEndian.Uint32(s.directory[i*groupEntry+8:])
}

// group returns the lists of a group.
func (s *segment) group(i int) []byte {
	if i+1 == s.groups() {
		return s.lists[s.start(i):]
	}
	return s.lists[s.start(i):s.start(i+1)]
}

// groupsInOrder reports whether the directory can be searched.
func (s *segment) groupsInOrder() bool {
	if len(s.directory)%groupEntry != 0 || (s.groups() == 0) != (len(s.lists) == 0) {
		return false
	}
	end := uint32(0)
	for i := range s.groups() {
		if s.start(i) < end || uint64(s.start(i)) >= uint64(len(s.lists)) || i > 0 && s.first(i) <= s.first(i-1) {
			return false
		}
		end = s.start(i) + 1
	}
	return s.groups() == 0 || s.start(0) == 0
}

// leadOf returns the blocks whose texts are the lead of a block.
func (s *segment) leadOf(block int) (list []int) {
	r := segmentReader{rest: s.leads}
	for at := 0; len(r.rest) > 0; {
		at += int(r.number(uint64(len(s.marks))))
		n := r.number(uint64(len(r.rest)))
		for range n {
			if back := int(r.number(uint64(at))); at == block && !r.bad {
				list = append(list, at-back)
			}
		}
		if at >= block {
			return list
		}
	}
	return nil
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
		r.fail()
		return 0
	}
	r.rest = r.rest[size:]
	return n
}

func (r *segmentReader) fail() { r.bad, r.rest = true, nil }

// sized reads bytes with their number before them.
func (r *segmentReader) sized() []byte { return r.bytes(r.number(uint64(len(r.rest)))) }

func (r *segmentReader) bytes(n uint64) []byte {
	if n > uint64(len(r.rest)) {
		r.fail()
		return nil
	}
	data := r.rest[:n:n]
	r.rest = r.rest[n:]
	return data
}

// outline reads an outline. Each block, table and unit takes bytes, of this or of the
// lengths behind it, so no more are made room for than bytes are left.
func (r *segmentReader) outline(o *outline) {
	for range r.number(uint64(len(r.rest))) {
		o.langs = append(o.langs, string(r.sized()))
	}
	marks := r.sized()
	o.marks = make([]mark, len(marks))
	for i, m := range marks {
		o.marks[i] = mark(m)
	}
	next := uint64(0) // the first block that the next table may be
	rows := uint64(0)
	for range r.number(uint64(len(marks))) {
		t := tableRows{uint32(r.number(uint64(len(marks)))), uint32(r.number(uint64(len(r.rest))))}
		if rows += uint64(t.rows); uint64(t.block) < next || int(t.block) >= len(marks) || t.rows == 0 || rows > uint64(len(r.rest)) {
			r.fail()
			return
		}
		o.tables = append(o.tables, t)
		next = uint64(t.block) + 1
	}
	words := r.bytes(uint64(o.units()+63) / 64 * 8)
	for ; len(words) > 0; words = words[8:] {
		o.numbers = append(o.numbers, binary.LittleEndian.Uint64(words))
	}
}

func (r *segmentReader) lengths(units int) []lengths {
	if units > len(r.rest) {
		r.fail()
		return nil
	}
	list := make([]lengths, units)
	for i := range list {
		for f := range list[i] {
			list[i][f] = uint16(r.number(math.MaxUint16))
		}
	}
	return list
}

// entries reads a list to its end.
func (r *segmentReader) entries(units uint64, add func(entry)) {
	for next := uint64(0); len(r.rest) > 0; {
		v := r.number(units << 2)
		at := next + v>>2
		c := r.counts(v & 3)
		if r.bad || at >= units || c == 0 {
			r.fail()
			return
		}
		add(entry{unit(at), c.unpack()})
		next = at + 1
	}
}

func (r *segmentReader) counts(code uint64) packedCounts {
	if code == otherCounts {
		return packedCounts(r.number(math.MaxUint16))
	}
	return usualCounts[code]
}
