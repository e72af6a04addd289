package extract

import (
	"strings"
	"testing"
)

// BenchmarkExtract takes files of about a hundred pages. The size in "MB/s" is the
// file's.
func BenchmarkExtract(b *testing.B) {
	body := strings.Repeat(first+" "+second+"\n\n", 1500)
	lines := strings.Split(strings.TrimSpace(strings.Repeat(first+"\n", 45)), "\n")
	var sheets []string
	for range 100 {
		sheets = append(sheets, pdfLines("0 g", lines...))
	}
	for _, bb := range []struct {
		name, file string
		data       []byte
	}{
		{"Text", "a.txt", []byte(body)},
		{"Markdown", "a.md", []byte(body)},
		{"DOCX", "a.docx", docxFile(b, strings.Repeat(paragraph("", first+" "+second), 1500))},
		{"PDF", "a.pdf", pdfFile("", sheets...)},
	} {
		b.Run(bb.name, func(b *testing.B) {
			b.SetBytes(int64(len(bb.data)))
			b.ReportAllocs()
			for b.Loop() {
				if _, err := extractor().Extract(b.Context(), bb.file, bb.data); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
