package pack

import (
	"fmt"
	"strings"
	"testing"
	"testing/fstest"
)

// large is a pack of 8,000 municipalities and 100 versions of 200 blocks each.
func large() fstest.MapFS {
	rows := []string{strings.Join(placeColumns, ","), "ES,España,country,,,,,,,"}
	for i := range 8000 {
		rows = append(rows, fmt.Sprintf("ES-%05d,Municipio %d,municipality,ES,Otro|Otra,D3,%d,ab<0.04g,1,%d", i, i, i%2000, i*7))
	}
	var body strings.Builder
	body.WriteString("---\ntitle: One\nstatus: active\nlanguage: es\ninternal: true\n---\n")
	for i := range 50 {
		fmt.Fprintf(&body, "\n## Artículo %d {#a%d}\n\nLas barandillas *deben* tener una altura de %d mm.\n\n**Lista**\n\n- uno\n- dos\n\n"+
			"| a | b |\n| --- | --- |\n| 1 | 2 |\n\nSegundo párrafo, con [enlace](https://example.org/).\n", i, i, 900+i)
	}
	files := map[string]string{"places.csv": strings.Join(rows, "\n") + "\n", "codes/one/2020.md": ""}
	for i := range 100 {
		files[fmt.Sprintf("codes/one/v%d.md", i)] = body.String()
	}
	return minimal(files)
}

func BenchmarkRead(b *testing.B) {
	fsys := large()
	size := 0
	for _, file := range fsys {
		size += len(file.Data)
	}
	b.SetBytes(int64(size))
	b.ReportAllocs()
	for b.Loop() {
		mustRead(b, fsys)
	}
}

func BenchmarkExport(b *testing.B) {
	p := mustRead(b, large())
	b.ReportAllocs()
	for b.Loop() {
		if err := Export(b.Context(), mapWriter{}, p.Manifest, p.Data, nil); err != nil {
			b.Fatal(err)
		}
	}
}
