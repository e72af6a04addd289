package projects_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/reglookup/regengine/codes/retrieval"
	"github.com/reglookup/regengine/projects"
)

// benchOffice is an office with a project of 50 documents of 100 paragraphs of 60
// words. Few words are frequent and many are rare, as in prose.
func benchOffice(b *testing.B) (*office, projects.Project, []string) {
	b.Helper()
	o := newOffice(b)
	p := o.put(b, projects.Project{Name: "Casa"})
	random := rand.New(rand.NewPCG(1, 2))
	words := rand.NewZipf(random, 1.1, 2, 20_000)
	var ids []string
	for i := range 50 {
		var text strings.Builder
		for paragraph := range 100 {
			if paragraph > 0 {
				text.WriteString("\n\n")
			}
			for range 60 {
				fmt.Fprintf(&text, "palabra%dx ", words.Uint64())
			}
		}
		ids = append(ids, o.upload(b, p, fmt.Sprintf("%d.txt", i), text.String()).ID)
	}
	return o, p, ids
}

// BenchmarkLibrary_Search is a turn's search: the library is opened, and was
// before, and the three best of 5,000 passages are found.
func BenchmarkLibrary_Search(b *testing.B) {
	o, p, ids := benchOffice(b)
	q := retrieval.Query{Text: "¿Qué palabra3x tiene la palabra70x de palabra900x?", Docs: ids, TopK: 3}
	o.library(b, p)
	b.ReportAllocs()
	for b.Loop() {
		hits, err := o.library(b, p).Search(b.Context(), q)
		if err != nil || len(hits) != 3 {
			b.Fatal(len(hits), err)
		}
	}
}

// BenchmarkService_Library opens a library: as it was at the last turn, with one
// document more than then, and for the first time.
func BenchmarkService_Library(b *testing.B) {
	o, p, _ := benchOffice(b)
	b.Run("warm", func(b *testing.B) {
		o.library(b, p)
		for b.Loop() {
			o.library(b, p)
		}
	})
	b.Run("one new", func(b *testing.B) {
		for i := 0; b.Loop(); i++ {
			b.StopTimer()
			o.library(b, p)
			o.upload(b, p, "new.txt", fmt.Sprintf("Un párrafo. %d", i))
			b.StartTimer()
			o.library(b, p)
		}
	})
	b.Run("cold", func(b *testing.B) {
		for b.Loop() {
			o.Service = o.another() // which has nothing open
			o.library(b, p)
		}
	})
}
