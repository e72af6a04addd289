package official

import (
	"fmt"
	"strings"
	"testing"
)

// BenchmarkReadIGN reads a file of the size of the published one.
func BenchmarkReadIGN(b *testing.B) {
	var text strings.Builder
	text.WriteString(ignHeader)
	for i := range 8132 {
		province, number := 1+i%52, 1+i/52
		fmt.Fprintf(&text, "%02d%03d000000;%02d;Villanueva de la Peña %d;%d;%d,5\n", province, number, province, i, i, i%1700)
	}
	file := latin1(text.String())
	b.SetBytes(int64(len(file)))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := ReadIGN(strings.NewReader(file), "m.csv"); err != nil {
			b.Fatal(err)
		}
	}
}
