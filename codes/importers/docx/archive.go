package docx

import (
	"archive/zip"
	"bytes"
	"errors"
	"io"
	"path"
	"strings"
)

// Bounds of an archive. The text of a law of a thousand articles has two
// megabytes, compressed ten to one.
const (
	maxEntries  = 10_000
	maxPart     = 64 << 20  // bytes of one part, inflated
	maxInflated = 128 << 20 // bytes of all parts read
	maxRatio    = 250       // of inflated to compressed, beyond freeRatio
	freeRatio   = 4 << 20
)

// archive is an opened DOCX file.
type archive struct {
	parts    map[string]*zip.File
	inflated int64
	raw      map[string]*rawText // by lower-case name: what sees the bytes of a part go by
}

// openArchive opens the archive, refusing names that lead out of it or come
// twice.
func openArchive(data []byte) (*archive, error) {
	if n := bytes.Count(data, []byte("PK\x01\x02")); n > maxEntries {
		return nil, problem("large", "", "an archive of %d entries", n)
	}
	z, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		return nil, problem("malformed", "", "the archive is damaged or cut off (%v); fetch it again", err)
	}
	a := &archive{parts: make(map[string]*zip.File, len(z.File))}
	for _, f := range z.File {
		name := strings.ReplaceAll(f.Name, `\`, "/")
		if strings.HasSuffix(name, "/") {
			continue
		}
		if strings.HasPrefix(name, "/") || path.Clean(name) != name || strings.HasPrefix(name, "../") || strings.Contains(name, ":") || strings.Contains(name, "\x00") {
			return nil, problem("malformed", short(f.Name), "an entry whose name leads out of the archive")
		}
		key := strings.ToLower(name)
		if a.parts[key] != nil {
			return nil, problem("malformed", short(f.Name), "two entries of one name")
		}
		if f.Flags&1 != 0 {
			return nil, problem("encrypted", short(f.Name), "the archive opens with a password only")
		}
		a.parts[key] = f
	}
	return a, nil
}

func short(name string) string {
	const longest = 80
	if len(name) > longest {
		name = name[:longest]
	}
	return strings.ToValidUTF8(name, "?")
}

// has reports whether there is a part.
func (a *archive) has(name string) bool { return a.parts[strings.ToLower(name)] != nil }

// open opens a part. Its reader ends with a *RefusalError where the part inflates
// beyond its bounds or is damaged.
func (a *archive) open(name string) (*part, error) {
	f := a.parts[strings.ToLower(name)]
	if f == nil {
		return nil, problem("malformed", name, "the part is missing")
	}
	r, err := f.Open()
	if err != nil {
		return nil, problem("malformed", name, "the part cannot be opened: %v", err)
	}
	return &part{archive: a, name: name, r: r, raw: a.raw[strings.ToLower(name)], compressed: int64(min(f.CompressedSize64, uint64(maxPart)))}, nil
}

// part reads one part within bounds.
type part struct {
	archive    *archive
	name       string
	r          io.ReadCloser
	compressed int64
	raw        *rawText
	read       int64
	err        error
}

// Read implements io.Reader.
func (p *part) Read(buf []byte) (int, error) {
	if p.err != nil {
		return 0, p.err
	}
	n, err := p.r.Read(buf)
	p.read += int64(n)
	p.archive.inflated += int64(n)
	switch {
	case p.read > maxPart || p.archive.inflated > maxInflated:
		p.err = problem("large", p.name, "more than %d MiB when inflated", maxPart>>20)
	case p.read > freeRatio && p.read > maxRatio*max(p.compressed, 1):
		p.err = problem("large", p.name, "inflates to more than %d times its size: a zip bomb", maxRatio)
	case err != nil && !errors.Is(err, io.EOF):
		p.err = problem("malformed", p.name, "the part is damaged: %v", err)
	default:
		if p.raw != nil {
			p.raw.write(buf[:n])
		}
		return n, err
	}
	return 0, p.err
}

func (p *part) close() { _ = p.r.Close() }

// relation is one relationship of a part.
type relation struct {
	kind     string // last part of its type: "styles", "hyperlink"
	target   string // a part's name, or an address where external
	external bool
}

// relations reads the relationships of a part, by id; a part without any has
// none.
func (a *archive) relations(of string) (map[string]relation, error) {
	dir, file := path.Split(of)
	name := dir + "_rels/" + file + ".rels"
	list := make(map[string]relation)
	if !a.has(name) {
		return list, nil
	}
	err := a.walk(name, func(d *decoder, e *element) error {
		if e.name != "Relationship" {
			return nil
		}
		target := e.attr("Target")
		r := relation{kind: path.Base(e.attr("Type")), external: e.attr("TargetMode") == "External", target: target}
		if !r.external {
			if strings.HasPrefix(target, "/") {
				r.target = strings.TrimPrefix(path.Clean(target), "/")
			} else {
				r.target = path.Join(dir, target)
			}
		}
		if len(list) < maxEntries {
			list[e.attr("Id")] = r
		}
		return nil
	})
	return list, err
}
