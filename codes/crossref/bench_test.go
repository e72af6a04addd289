package crossref

import (
	"strings"
	"testing"
)

func BenchmarkFind(b *testing.B) {
	text := strings.Repeat("Las barreras cumplirán lo que dice el apartado 3.2 del artículo 14 de la Ley 38/1999; la anchura no será menor que 1,00 m en ningún caso. ", 50)
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		Find(text, "es")
	}
}
