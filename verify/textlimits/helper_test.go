package textlimits_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/reglookup/regengine/codes/retrieval"
)

// cmpSorted compares lists of texts whatever their order.
func cmpSorted(less func(a, z string) bool) cmp.Option {
	return cmp.Transformer("sorted", func(list []string) []string {
		out := slices.Clone(list)
		slices.SortFunc(out, func(a, z string) int {
			switch {
			case less(a, z):
				return -1
			case less(z, a):
				return 1
			}
			return 0
		})
		return out
	})
}

// hostile are blocks that cost much where something is read more than once.
func hostile() map[string]string {
	const size = 32 << 10
	fill := func(s string) string { return strings.Repeat(s, size/len(s)) }
	return map[string]string{
		"digits": fill("1"), "spaced digits": fill("1 "), "thousands": fill("100 "), "no": fill("no "), "brackets": fill("("), "closed": fill("(1 m) "),
		"pipes": fill("1 m | "), "arrows": fill("1 → "), "signs": fill("< "), "semicolons": fill("5 m; "), "colons": fill("a: "), "when": fill("cuando "),
		"per": fill("un por cada "), "between": fill("entre 1 y "), "maximum": fill("máximo de "), "figures": fill("máximo 1 m y "), "lines": fill("1 m\n"),
		"slashes": fill("1/"), "units": "5 " + fill("m/"), "sphere": fill("esfera de 10 cm "), "which": fill("salvo a, en los que "), "dots": fill("1."), "accents": fill("á́"),
		"range": fill("1 - "), "examples": fill("por ejemplo "), "names": fill("artículo 1, 2, "), "list": fill("1, 2, "), "subjects": fill("y la ") + "será de 1 m", "bounds": fill("no mayor que "), "narrow": fill("la sala con más de 1 m "), "labels": fill("1 m (a) "),
		"parts": fill("1 m y 2 cm y "), "bare cells": fill("EI 30 | EI 60 | "), "invalid": fill("\xff\x00"), "invalid unit": "5" + fill("\x9d"),
	}
}

func TestPatternExtractor_Extract_hostile(t *testing.T) {
	for name, text := range hostile() {
		t.Run(name, func(t *testing.T) {
			for _, lang := range []string{"es", "en"} {
				for _, l := range extract(t, paragraph(lang, text)) {
					if l.Clause.Start < 0 || l.Clause.End > len(text) || l.Clause.Start > l.Clause.End {
						t.Fatalf("clause %v outside the text", l.Clause)
					}
				}
			}
		})
	}
}

func BenchmarkPatternExtractor_Extract_hostile(b *testing.B) {
	for name, text := range hostile() {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				extract(b, paragraph("es", text))
			}
		})
	}
}

func BenchmarkPatternExtractor_Extract(b *testing.B) {
	texts := []string{
		"La anchura libre de los pasillos será de 1,10 m, como mínimo, excepto en zonas de uso privado, en las que será de 1 m.",
		"Los locales dispondrán de ventilación natural o mecánica conforme a lo que se establece en el apartado siguiente.",
		"Cuando la diferencia de cota no exceda de 5 m la altura no será inferior a 0,95 m y de 1,15 m en el resto de los casos.",
		"El titular conservará la documentación y la tendrá a disposición de quien la pida, sin que pueda negarse a mostrarla.",
	}
	var blocks []retrieval.Block
	size := 0
	for i := range 1000 {
		blocks = append(blocks, paragraph("es", texts[i%len(texts)]))
		size += len(texts[i%len(texts)])
	}
	b.SetBytes(int64(size))
	b.ReportAllocs()
	for b.Loop() {
		extract(b, blocks...)
	}
}

func FuzzPatternExtractor_Extract(f *testing.F) {
	for _, text := range hostile() {
		f.Add(text[:200], "es", false)
	}
	f.Add("La altura será de 1 m como mínimo, salvo si A, en cuyo caso será de 2 m.", "es", false)
	f.Add("a | 1 m | ≤ 3", "en", true)
	f.Fuzz(func(t *testing.T, text, lang string, asTable bool) {
		block := paragraph(lang, text)
		if asTable {
			table := &retrieval.Table{Caption: text}
			for line := range strings.SplitSeq(text, "\n") {
				table.Rows = append(table.Rows, strings.Split(line, "|"))
			}
			block.Kind, block.Table, block.Text = retrieval.TableKind, table, table.Text()
		}
		for _, l := range extract(t, block) {
			for _, span := range []struct{ Start, End int }{{l.Clause.Start, l.Clause.End}, {l.Figure.Start, l.Figure.End}} {
				if span.Start < 0 || span.Start > span.End || span.End > len(block.Text) {
					t.Fatalf("span %v outside the text", span)
				}
			}
			for _, p := range l.Phrases {
				if p.Block == "" && (p.Span.Start < 0 || p.Span.Start > p.Span.End || p.Span.End > len(block.Text)) {
					t.Fatalf("phrase %+v outside the text", p)
				}
			}
		}
	})
}
