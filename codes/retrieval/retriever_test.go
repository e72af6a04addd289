package retrieval_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/reglookup/regengine/codes/retrieval"
)

func para(doc string, order int, title, text string) retrieval.Block {
	return retrieval.Block{
		ID: fmt.Sprintf("%s#%d", doc, order), Doc: doc, Section: "s", Title: title,
		Path: []string{"Seguridad"}, Kind: retrieval.Paragraph, Lang: "es", Order: order, Text: text,
	}
}

func fixture() []retrieval.Block {
	english := para("en/1", 0, "Guarding", "Guarding shall be at least 1100 mm high where the drop exceeds 600 mm.")
	english.Lang = "en"
	return []retrieval.Block{
		para("sua/1", 0, "Barreras de protección", "Las barreras de protección tendrán una altura de 0,90 m como mínimo."),
		para("sua/1", 1, "Escaleras", "La anchura útil del tramo no será menor que 1,00 m."),
		para("sua/1", 2, "Rampas", "La pendiente máxima será del 12 %. Véase art. 4.2 y DB-SUA 1."),
		para("he/1", 0, "Transmitancia térmica", "En la zona climática D3 los muros no superan 0,41 W/m²·K."),
		para("he/1", 1, "Evacuación", "La evacuación de 1.000 personas con protección REI-120."),
		para("old/1", 0, "Barreras de protección", "Los antepechos tendrán una altura de 1,00 m."),
		english,
	}
}

func search(t *testing.T, r *retrieval.Retriever, text string, docs ...string) []string {
	t.Helper()
	hits, err := r.Search(t.Context(), retrieval.Query{Text: text, Docs: docs})
	if err != nil {
		t.Fatal(err)
	}
	ids := []string{}
	for _, h := range hits {
		ids = append(ids, h.Block.ID)
	}
	return ids
}

func TestRetriever_Search(t *testing.T) {
	r := retrieval.New(fixture())
	for _, tt := range []struct{ name, query, first string }{
		{"accents and case", "ANCHURA UTIL", "sua/1#1"},
		{"typed without accent", "evacuacion", "he/1#1"},
		{"plural for singular", "muro", "he/1#0"},
		{"synonym", "ancho de la escalera", "sua/1#1"},
		{"synonym phrase", "barandilla", "sua/1#0"},
		{"U for transmittance", "valor U", "he/1#0"},
		{"number with point", "0.90", "sua/1#0"},
		{"number without trailing zero", "0,9", "sua/1#0"},
		{"thousands", "1000 personas", "he/1#1"},
		{"article", "artículo 4.2", "sua/1#2"},
		{"basic document", "db sua 1", "sua/1#2"},
		{"zone", "zona D3", "he/1#0"},
		{"fire class", "REI 120", "he/1#1"},
		{"other language", "handrail and guarding height", "sua/1#0"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got := search(t, r, tt.query, "sua/1", "he/1")
			if len(got) == 0 || got[0] != tt.first {
				t.Errorf("Search(%q): want %s first, got %v", tt.query, tt.first, got)
			}
		})
	}
}

func TestRetriever_Search_English(t *testing.T) {
	got := search(t, retrieval.New(fixture()), "how high is a guard at a drop", "en/1")
	if diff := cmp.Diff([]string{"en/1#0"}, got); diff != "" {
		t.Error(diff)
	}
}

func TestRetriever_Search_FindsNothing(t *testing.T) {
	r := retrieval.New(fixture())
	for name, q := range map[string]retrieval.Query{
		"no documents":      {Text: "barandilla"},
		"unknown document":  {Text: "barandilla", Docs: []string{"nada/1"}},
		"unknown word":      {Text: "xilofón", Docs: []string{"sua/1"}},
		"only stop words":   {Text: "de la que", Docs: []string{"sua/1"}},
		"only signs":        {Text: "¿?\x00\xff", Docs: []string{"sua/1"}},
		"word of other doc": {Text: "transmitancia", Docs: []string{"sua/1"}},
		"a megabyte word":   {Text: strings.Repeat("a", 1<<20), Docs: []string{"sua/1"}},
	} {
		t.Run(name, func(t *testing.T) {
			hits, err := r.Search(t.Context(), q)
			if err != nil || len(hits) != 0 {
				t.Errorf("want nothing, got %d hits, error %v", len(hits), err)
			}
		})
	}
}

func TestRetriever_Search_Errors(t *testing.T) {
	r := retrieval.New(fixture())
	for name, q := range map[string]retrieval.Query{
		"ErrNoText":   {Text: " \n", Docs: []string{"sua/1"}},
		"ErrNegative": {Text: "a", TopK: -1},
		"ErrTooMany":  {Text: "a", TopK: retrieval.MaxTopK + 1},
	} {
		t.Run(name, func(t *testing.T) {
			if _, err := r.Search(t.Context(), q); !errors.Is(err, retrieval.ErrInvalidQuery) {
				t.Errorf("want ErrInvalidQuery, got %v", err)
			}
		})
	}
	t.Run("ErrCanceled", func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		_, err := r.Search(ctx, retrieval.Query{Text: "barandilla", Docs: []string{"sua/1"}})
		if !errors.Is(err, context.Canceled) {
			t.Errorf("want context.Canceled, got %v", err)
		}
	})
}

// A block outside the scope may not push one inside it off the list, nor change
// its score: a score would otherwise tell of other people's documents.
func TestRetriever_Search_ScopeIsInside(t *testing.T) {
	alone := []retrieval.Block{para("mine/1", 0, "", "una barandilla de vidrio"), para("mine/1", 1, "", "otra cosa")}
	crowd := slices.Clone(alone)
	for i := range 500 {
		crowd = append(crowd, para("theirs/1", i, "Barandilla", "barandilla, barandilla y barandilla"))
	}
	q := retrieval.Query{Text: "barandilla", Docs: []string{"mine/1", "mine/1"}, TopK: 1}
	want, err := retrieval.New(alone).Search(t.Context(), q)
	if err != nil {
		t.Fatal(err)
	}
	got, err := retrieval.New(crowd).Search(t.Context(), q)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, got); diff != "" || len(got) != 1 {
		t.Errorf("the same scope, more documents outside it (-want +got):\n%s", diff)
	}
}

func TestRetriever_Search_TermsAddUp(t *testing.T) {
	r := retrieval.New(fixture())
	hits, err := r.Search(t.Context(), retrieval.Query{Text: "altura de la barandilla: 0,90", Docs: []string{"sua/1", "old/1"}})
	if err != nil || len(hits) < 2 {
		t.Fatalf("want two hits, got %d, error %v", len(hits), err)
	}
	for _, h := range hits {
		sum := 0.0
		for i, term := range h.Terms {
			sum += term.Score
			if i > 0 && term.Score > h.Terms[i-1].Score {
				t.Errorf("%s: terms are not largest first: %v", h.Block.ID, h.Terms)
			}
		}
		if math.Abs(sum-h.Score) > 1e-9 {
			t.Errorf("%s: terms add up to %v, the score is %v", h.Block.ID, sum, h.Score)
		}
	}
}

// A pair is explained where the question has words that the block has not.
func TestRetriever_Search_ExplainsPairs(t *testing.T) {
	hits, err := retrieval.New(fixture()).Search(t.Context(), retrieval.Query{Text: "rampa, anchura útil", Docs: []string{"sua/1"}})
	if err != nil || len(hits) == 0 || hits[0].Block.ID != "sua/1#1" {
		t.Fatalf("want sua/1#1 first, got %v, error %v", hits, err)
	}
	if !slices.ContainsFunc(hits[0].Terms, func(term retrieval.Term) bool { return term.Text == "anchura util" }) {
		t.Errorf("no pair in %v", hits[0].Terms)
	}
}

func TestRetriever_Search_TiesInOrder(t *testing.T) {
	var blocks []retrieval.Block
	for _, i := range []int{3, 1, 2, 0} {
		blocks = append(blocks, para("b/1", i, "", "misma altura"), para("a/1", i, "", "misma altura"))
	}
	got := search(t, retrieval.New(blocks), "altura", "b/1", "a/1")
	want := []string{"a/1#0", "a/1#1", "a/1#2", "a/1#3", "b/1#0", "b/1#1", "b/1#2", "b/1#3"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestRetriever_Lookups(t *testing.T) {
	blocks := fixture()
	slices.Reverse(blocks)
	blocks[len(blocks)-1].Section = "primera"
	r := retrieval.New(blocks)
	if b, ok := r.Block("he/1#1"); !ok || b.Order != 1 {
		t.Errorf("Block: got %v, %v", b, ok)
	}
	if _, ok := r.Block("nobody"); ok {
		t.Error("Block finds what is not there")
	}
	if got := len(r.Doc("sua/1")); got != 3 {
		t.Errorf("Doc: want 3 blocks, got %d", got)
	}
	if got := r.Section("sua/1", "primera"); len(got) != 1 || got[0].ID != "sua/1#0" {
		t.Errorf("Section: got %v", got)
	}
	if got := r.Section("sua/1", "absent"); len(got) != 0 {
		t.Errorf("Section: got %v", got)
	}
	if r.Len() != 7 {
		t.Errorf("Len: want 7, got %d", r.Len())
	}
}

func TestRetriever_Concurrent(t *testing.T) {
	r := retrieval.New(fixture())
	want := search(t, r, "altura mínima", "sua/1", "old/1")
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			for range 50 {
				if diff := cmp.Diff(want, search(t, r, "altura mínima", "old/1", "sua/1")); diff != "" {
					t.Error(diff)
				}
			}
		})
	}
	wg.Wait()
}

// A plain model of the promise: every hit is in scope and holds a word asked
// for, the list is ordered, and a smaller TopK is a prefix of a larger one.
func TestRetriever_Search_Properties(t *testing.T) {
	words := []string{"altura", "anchura", "muro", "zona", "D3", "0,90", "rampa"}
	text := rapid.Custom(func(t *rapid.T) string {
		return strings.Join(rapid.SliceOfN(rapid.SampledFrom(words), 1, 6).Draw(t, "words"), " ")
	})
	rapid.Check(t, func(t *rapid.T) {
		var blocks []retrieval.Block
		for i := range rapid.IntRange(1, 20).Draw(t, "blocks") {
			doc := rapid.SampledFrom([]string{"a/1", "b/1", "c/1"}).Draw(t, "doc")
			blocks = append(blocks, para(doc, i, text.Draw(t, "title"), text.Draw(t, "text")))
		}
		docs := rapid.SliceOf(rapid.SampledFrom([]string{"a/1", "b/1", "x/1"})).Draw(t, "docs")
		q := retrieval.Query{Text: text.Draw(t, "query"), Docs: docs, TopK: 20}
		r := retrieval.New(blocks)
		all, err := r.Search(context.Background(), q)
		if err != nil {
			t.Fatal(err)
		}
		for i, h := range all {
			if !slices.Contains(docs, h.Block.Doc) || h.Score <= 0 || i > 0 && h.Score > all[i-1].Score {
				t.Fatalf("hit %d of %v: doc %s, score %v", i, docs, h.Block.Doc, h.Score)
			}
		}
		q.TopK = rapid.IntRange(1, 20).Draw(t, "k")
		some, err := r.Search(context.Background(), q)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(all[:min(len(all), q.TopK)], some); len(some) > 0 && diff != "" {
			t.Fatal(diff)
		}
	})
}

func ExampleNew() {
	r := retrieval.New([]retrieval.Block{{
		ID: "1", Doc: "stairs/2020", Lang: "en", Kind: retrieval.Paragraph,
		Text: "Handrails shall be between 900 mm and 1000 mm high.",
	}})
	hits, _ := r.Search(context.Background(), retrieval.Query{Text: "handrail height", Docs: []string{"stairs/2020"}})
	fmt.Println(hits[0].Block.Text)
	// Output: Handrails shall be between 900 mm and 1000 mm high.
}

func BenchmarkNew(b *testing.B) {
	blocks := synthetic(10_000)
	b.ReportAllocs()
	for b.Loop() {
		retrieval.New(blocks)
	}
}

func BenchmarkRetriever_Search(b *testing.B) {
	r := retrieval.New(synthetic(100_000))
	for _, docs := range [][]string{{"d/7"}, {"d/1", "d/2", "d/3", "d/4", "d/5", "d/6", "d/7", "d/8", "d/9", "d/10"}} {
		b.Run(fmt.Sprintf("docs=%d", len(docs)), func(b *testing.B) {
			b.ReportAllocs()
			q := retrieval.Query{Text: "¿Qué altura mínima debe tener la barandilla w17?", Docs: docs}
			for b.Loop() {
				if _, err := r.Search(context.Background(), q); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// synthetic builds n blocks over documents of 1,000.
func synthetic(n int) []retrieval.Block {
	field := []string{"altura", "anchura", "barandilla", "mínima", "escalera", "muro", "protección", "barrera"}
	blocks := make([]retrieval.Block, n)
	for i := range blocks {
		var text strings.Builder
		for k := range 50 {
			if k%5 == 0 {
				fmt.Fprintf(&text, "%s ", field[(i*7+k*13)%len(field)])
			}
			fmt.Fprintf(&text, "w%d ", (i*31+k*k*17)%5000)
		}
		blocks[i] = para(fmt.Sprintf("d/%d", i/1000), i%1000, "", text.String())
	}
	return blocks
}
