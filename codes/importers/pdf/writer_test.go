package pdf_test

import (
	"bytes"
	"compress/zlib"
	"fmt"
	"strings"
)

// file writes small PDF files for tests.
type file struct {
	objects []string
	pages   []*sheet
	marks   []mark
	trailer string // further entries of the trailer
}

// sheet is one page of 595 by 842 points.
type sheet struct {
	content bytes.Buffer
	raw     string // a whole content stream object in place of content
	extra   string // further entries of the page
}

type mark struct {
	title string
	page  int
}

func (f *file) page() *sheet {
	s := &sheet{}
	f.pages = append(f.pages, s)
	return s
}

// text sets a line; y is measured from the top. Fonts: F1 plain, F2 bold.
func (s *sheet) text(x, y, size float64, font, line string) {
	fmt.Fprintf(&s.content, "BT /%s %g Tf 1 0 0 1 %g %g Tm (%s) Tj ET\n", font, size, x, 842-y, winAnsi(line))
}

// rule draws a line.
func (s *sheet) rule(x0, y0, x1, y1 float64) {
	fmt.Fprintf(&s.content, "0.5 w %g %g m %g %g l S\n", x0, 842-y0, x1, 842-y1)
}

// winAnsi escapes a string for a simple font.
func winAnsi(line string) string {
	var b strings.Builder
	for _, r := range line {
		switch {
		case r == '(' || r == ')' || r == '\\':
			b.WriteString("\\" + string(r))
		case r == '•':
			b.WriteString("\\225")
		case r == '–':
			b.WriteString("\\226")
		case r < 0x80:
			b.WriteRune(r)
		default:
			fmt.Fprintf(&b, "\\%03o", r)
		}
	}
	return b.String()
}

func (f *file) add(object string) int {
	f.objects = append(f.objects, object)
	return len(f.objects)
}

func stream(dict, data string) string {
	return fmt.Sprintf("<< %s /Length %d >>\nstream\n%s\nendstream", dict, len(data), data)
}

// bytes returns the file.
func (f *file) bytes() []byte {
	f.objects = nil
	catalog := f.add("")
	tree := f.add("")
	f.add("<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>")
	f.add("<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica-Bold /Encoding /WinAnsiEncoding >>")
	var kids []string
	for _, s := range f.pages {
		content := s.raw
		if content == "" {
			content = stream("", s.content.String())
		}
		at := f.add(content)
		kid := f.add(fmt.Sprintf("<< /Type /Page /Parent %d 0 R /MediaBox [0 0 595 842] /Contents %d 0 R /Resources << /Font << /F1 3 0 R /F2 4 0 R >> >> %s >>", tree, at, s.extra))
		kids = append(kids, fmt.Sprintf("%d 0 R", kid))
	}
	f.objects[tree-1] = fmt.Sprintf("<< /Type /Pages /Kids [%s] /Count %d >>", strings.Join(kids, " "), len(kids))
	f.objects[catalog-1] = fmt.Sprintf("<< /Type /Catalog /Pages %d 0 R %s >>", tree, f.outline(kids))
	return f.assemble()
}

func (f *file) outline(kids []string) string {
	if len(f.marks) == 0 {
		return ""
	}
	root := f.add("")
	first := root + 1
	for i, m := range f.marks {
		next := ""
		if i+1 < len(f.marks) {
			next = fmt.Sprintf("/Next %d 0 R", first+i+1)
		}
		f.add(fmt.Sprintf("<< /Title (%s) /Parent %d 0 R /Dest [%s /Fit] %s >>", winAnsi(m.title), root, kids[m.page-1], next))
	}
	f.objects[root-1] = fmt.Sprintf("<< /Type /Outlines /First %d 0 R /Last %d 0 R /Count %d >>", first, len(f.objects), len(f.marks))
	return fmt.Sprintf("/Outlines %d 0 R", root)
}

func (f *file) assemble() []byte {
	var b bytes.Buffer
	b.WriteString("%PDF-1.5\n")
	offsets := make([]int, len(f.objects))
	for i, o := range f.objects {
		offsets[i] = b.Len()
		fmt.Fprintf(&b, "%d 0 obj\n%s\nendobj\n", i+1, o)
	}
	at := b.Len()
	fmt.Fprintf(&b, "xref\n0 %d\n0000000000 65535 f \n", len(f.objects)+1)
	for _, o := range offsets {
		fmt.Fprintf(&b, "%010d 00000 n \n", o)
	}
	fmt.Fprintf(&b, "trailer\n<< /Size %d /Root 1 0 R %s >>\nstartxref\n%d\n%%%%EOF\n", len(f.objects)+1, f.trailer, at)
	return b.Bytes()
}

// deflate compresses data as FlateDecode expects.
func deflate(data []byte) []byte {
	var b bytes.Buffer
	w, _ := zlib.NewWriterLevel(&b, zlib.BestCompression)
	_, _ = w.Write(data)
	_ = w.Close()
	return b.Bytes()
}

// bomb is a content stream that inflates, twice, to n bytes.
func bomb(n int) string {
	var once bytes.Buffer
	w, _ := zlib.NewWriterLevel(&once, zlib.BestCompression)
	part := bytes.Repeat([]byte("q "), 1<<19)
	for written := 0; written < n; written += len(part) {
		_, _ = w.Write(part)
	}
	_ = w.Close()
	return stream("/Filter [/FlateDecode /FlateDecode]", string(deflate(once.Bytes())))
}
