package extract

import (
	"archive/zip"
	"bytes"
	"compress/flate"
	"compress/zlib"
	"fmt"
	"strings"
	"testing"
)

// pdfFile writes a PDF file of one page for each content stream given.
func pdfFile(trailer string, contents ...string) []byte {
	objects := []string{"<< /Type /Catalog /Pages 2 0 R >>", "", "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>"}
	var kids []string
	for _, content := range contents {
		if !strings.HasPrefix(content, "<<") {
			content = pdfStream("", content)
		}
		objects = append(objects, content)
		objects = append(objects, fmt.Sprintf("<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents %d 0 R /Resources << /Font << /F1 3 0 R >> /XObject << /I 4 0 R >> >> >>", len(objects)))
		kids = append(kids, fmt.Sprintf("%d 0 R", len(objects)))
	}
	objects[1] = fmt.Sprintf("<< /Type /Pages /Kids [%s] /Count %d >>", strings.Join(kids, " "), len(kids))
	var b bytes.Buffer
	b.WriteString("%PDF-1.5\n")
	offsets := make([]int, len(objects))
	for i, o := range objects {
		offsets[i] = b.Len()
		fmt.Fprintf(&b, "%d 0 obj\n%s\nendobj\n", i+1, o)
	}
	at := b.Len()
	fmt.Fprintf(&b, "xref\n0 %d\n0000000000 65535 f \n", len(objects)+1)
	for _, o := range offsets {
		fmt.Fprintf(&b, "%010d 00000 n \n", o)
	}
	fmt.Fprintf(&b, "trailer\n<< /Size %d /Root 1 0 R %s >>\nstartxref\n%d\n%%%%EOF\n", len(objects)+1, trailer, at)
	return b.Bytes()
}

func pdfStream(dict, data string) string {
	return fmt.Sprintf("<< %s /Length %d >>\nstream\n%s\nendstream", dict, len(data), data)
}

// pdfLines sets lines below one another. operators come before each.
func pdfLines(operators string, lines ...string) string {
	var b strings.Builder
	for i, line := range lines {
		fmt.Fprintf(&b, "q %s BT /F1 10 Tf 1 0 0 1 72 %d Tm (%s) Tj ET Q\n", operators, 740-14*i, line)
	}
	return b.String()
}

// pdfBomb is a content stream that inflates, twice, to more than n bytes. The inner
// one is a compressed part written over and over, as compressing n bytes would take
// minutes; it has no end, which no reader with bounds gets to.
func pdfBomb(n int) string {
	var part bytes.Buffer
	w, _ := flate.NewWriter(&part, flate.DefaultCompression) // the level is one there is
	const size = 1 << 20
	_, _ = w.Write(bytes.Repeat([]byte("q "), size/2))
	_ = w.Flush()
	inner := "\x78\x9c" + strings.Repeat(part.String(), n/size+1)
	var outer bytes.Buffer
	z := zlib.NewWriter(&outer)
	_, _ = z.Write([]byte(inner))
	_ = z.Close()
	return pdfStream("/Filter [/FlateDecode /FlateDecode]", outer.String())
}

const (
	wordTypes = `<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/></Types>`
	wordRels  = `<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="http://x/relationships/officeDocument" Target="word/document.xml"/></Relationships>`
	wordStart = `<?xml version="1.0" encoding="UTF-8"?><w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>`
	wordEnd   = `</w:body></w:document>`
)

// docxFile writes a DOCX file with a body.
func docxFile(t testing.TB, body string) []byte {
	t.Helper()
	return zipFile(t, "[Content_Types].xml", wordTypes, "_rels/.rels", wordRels, "word/document.xml", wordStart+body+wordEnd)
}

// zipFile writes an archive of names and contents in turn.
func zipFile(t testing.TB, entries ...string) []byte {
	t.Helper()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for i := 0; i < len(entries); i += 2 {
		w, err := z.Create(entries[i])
		if err == nil {
			_, err = w.Write([]byte(entries[i+1]))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func paragraph(properties, text string) string {
	return `<w:p><w:r><w:rPr>` + properties + `</w:rPr><w:t xml:space="preserve">` + text + `</w:t></w:r></w:p>`
}

func wordTable(rows ...[]string) string {
	var b strings.Builder
	b.WriteString("<w:tbl>")
	for _, row := range rows {
		b.WriteString("<w:tr>")
		for _, cell := range row {
			b.WriteString("<w:tc>" + paragraph("", cell) + "</w:tc>")
		}
		b.WriteString("</w:tr>")
	}
	return b.String() + "</w:tbl>"
}
