package retrieval_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/reglookup/regengine/codes/retrieval"
)

// segmentsOf builds the segment of every document.
func segmentsOf(blocks []retrieval.Block) map[string][]byte {
	segments, byDoc := map[string][]byte{}, map[string][]retrieval.Block{}
	for _, b := range blocks {
		byDoc[b.Doc] = append(byDoc[b.Doc], b)
	}
	for doc, list := range byDoc {
		segments[doc] = retrieval.BuildSegment(list)
	}
	return segments
}

func ofDoc(blocks []retrieval.Block, doc string) []retrieval.Block {
	return slices.DeleteFunc(slices.Clone(blocks), func(b retrieval.Block) bool { return b.Doc != doc })
}

var fixtureDocs = []string{"sua/1", "he/1", "old/1", "en/1", "tab/1"}

// tables are the blocks of the fixture and two tables.
func withTables() []retrieval.Block {
	return append(fixture(), limits("tab/1", 0, "Transmitancia límite"), limits("tab/1", 1, "Permeabilidad de huecos"))
}

func limits(doc string, order int, caption string) retrieval.Block {
	b := para(doc, order, "", "")
	b.Kind = retrieval.TableKind
	b.Table = &retrieval.Table{
		Caption: caption, Header: []string{"Elemento", "Zona C", "Zona D"},
		Rows: [][]string{{"Cubiertas", "0,40", "0,35"}, {"Muros", "0,49", "0,41"}, {"Suelos", "0,70", "0,65"}},
	}
	b.Text = b.Table.Text()
	return b
}

var someQueries = []string{
	"altura de la barandilla", "transmitancia muros zona D", "anchura útil de la escalera", "art. 4.2", "0,41", "guarding height", "1000 personas REI 120",
}

// sameAnswers compares two retrievers by all they answer.
func sameAnswers(want, got *retrieval.Retriever, docs []string) error {
	if diff := cmp.Diff(want.Len(), got.Len()); diff != "" {
		return fmt.Errorf("Len (-want +got):\n%s", diff)
	}
	for _, text := range someQueries {
		for _, scope := range [][]string{docs, docs[:1], docs[1:]} {
			q := retrieval.Query{Text: text, Docs: scope, TopK: 50}
			w, err := want.Search(context.Background(), q)
			if err != nil {
				return err
			}
			g, err := got.Search(context.Background(), q)
			if err != nil {
				return err
			}
			if diff := cmp.Diff(w, g); diff != "" {
				return fmt.Errorf("Search(%q, %v) (-want +got):\n%s", text, scope, diff)
			}
		}
	}
	return nil
}

func TestRestore_AnswersAsNew(t *testing.T) {
	blocks := withTables()
	got, rebuilt := retrieval.Restore(blocks, segmentsOf(blocks))
	if len(rebuilt) != 0 {
		t.Errorf("rebuilt %v, want none", rebuilt)
	}
	if err := sameAnswers(retrieval.New(blocks), got, fixtureDocs); err != nil {
		t.Error(err)
	}
}

// Every change of what is indexed makes the segment unfit, and only that of the
// document changed.
func TestRestore_RebuildsWhatChanged(t *testing.T) {
	for name, edit := range map[string]func(b *retrieval.Block){
		"ID":      func(b *retrieval.Block) { b.ID += "x" },
		"Text":    func(b *retrieval.Block) { b.Text += " más"; b.SHA256 = retrieval.HashText("not it") },
		"Title":   func(b *retrieval.Block) { b.Title += " más" },
		"Path":    func(b *retrieval.Block) { b.Path = []string{"Otro"} },
		"Section": func(b *retrieval.Block) { b.Section = "otra" },
		"Lang":    func(b *retrieval.Block) { b.Lang = "ca" },
		"Kind":    func(b *retrieval.Block) { b.Kind = retrieval.Note },
		"table": func(b *retrieval.Block) {
			b.Kind, b.Table = retrieval.TableKind, &retrieval.Table{Rows: [][]string{{"a"}}}
		},
	} {
		t.Run(name, func(t *testing.T) {
			blocks := withTables()
			segments := segmentsOf(blocks)
			edit(&blocks[3])
			got, rebuilt := retrieval.Restore(blocks, segments)
			if diff := cmp.Diff([]string{blocks[3].Doc}, rebuilt); diff != "" {
				t.Errorf("rebuilt (-want +got):\n%s", diff)
			}
			if err := sameAnswers(retrieval.New(blocks), got, fixtureDocs); err != nil {
				t.Error(err)
			}
		})
	}
}

func TestRestore_RebuildsWhatIsDamaged(t *testing.T) {
	blocks := withTables()
	want, segments := retrieval.New(blocks), segmentsOf(blocks)
	whole := segments["tab/1"]
	for i := range whole {
		for _, damaged := range [][]byte{flipped(whole, i), whole[:i]} {
			segments["tab/1"] = damaged
			got, rebuilt := retrieval.Restore(blocks, segments)
			if !slices.Equal(rebuilt, []string{"tab/1"}) {
				t.Fatalf("byte %d damaged: rebuilt %v", i, rebuilt)
			}
			if i%50 == 0 {
				if err := sameAnswers(want, got, fixtureDocs); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
}

func flipped(data []byte, i int) []byte {
	data = slices.Clone(data)
	data[i] ^= 1 << (i % 8)
	return data
}

func TestRetriever_Update(t *testing.T) {
	blocks := withTables()
	old := retrieval.New(blocks)
	next := slices.Clone(blocks)
	next[1].Text = "La anchura útil del tramo no será menor que 1,20 m."                // sua/1 changes
	next = append(ofNot(next, "old/1"), para("new/1", 0, "Pretiles", "Altura de 1 m.")) // old/1 goes, new/1 comes
	docs := append(slices.Clone(fixtureDocs), "new/1")
	got, rebuilt := old.Update(next, nil)
	if diff := cmp.Diff([]string{"new/1", "sua/1"}, rebuilt); diff != "" {
		t.Errorf("rebuilt (-want +got):\n%s", diff)
	}
	if err := sameAnswers(retrieval.New(next), got, docs); err != nil {
		t.Error(err)
	}
	if err := sameAnswers(retrieval.New(blocks), old, fixtureDocs); err != nil {
		t.Errorf("the old one changed: %v", err)
	}
	got, rebuilt = old.Update(next, segmentsOf(next))
	if len(rebuilt) != 0 {
		t.Errorf("with segments: rebuilt %v", rebuilt)
	}
	if err := sameAnswers(retrieval.New(next), got, docs); err != nil {
		t.Error(err)
	}
}

// Many documents share words, and their lists are put together again in order.
func TestRetriever_Update_ManyDocuments(t *testing.T) {
	blocks := synthetic(2_000)
	docs := []string{}
	for i := range blocks {
		blocks[i].Doc = fmt.Sprintf("d/%03d", i/10)
		blocks[i].ID = fmt.Sprintf("%s#%d", blocks[i].Doc, i%10)
		if i%10 == 0 {
			docs = append(docs, blocks[i].Doc)
		}
	}
	want := retrieval.New(blocks)
	one := retrieval.New(ofDoc(blocks, docs[7]))
	hits, err := one.Search(t.Context(), retrieval.Query{Text: "altura barandilla w17", Docs: docs[7:8]})
	if err != nil {
		t.Fatal(err)
	}
	same, err := want.Search(t.Context(), retrieval.Query{Text: "altura barandilla w17", Docs: docs[7:8]})
	if diff := cmp.Diff(hits, same); diff != "" || err != nil {
		t.Fatalf("alone and among 200 (-want +got):\n%s", diff)
	}
	next := slices.Clone(blocks)
	next[777].Text += " más"
	got, rebuilt := want.Update(next, nil)
	if diff := cmp.Diff([]string{"d/077"}, rebuilt); diff != "" {
		t.Error(diff)
	}
	if err := sameAnswers(retrieval.New(next), got, docs); err != nil {
		t.Error(err)
	}
}

func ofNot(blocks []retrieval.Block, doc string) []retrieval.Block {
	return slices.DeleteFunc(blocks, func(b retrieval.Block) bool { return b.Doc == doc })
}

// drawBlocks makes blocks of three documents, some of them tables.
func drawBlocks(t *rapid.T) []retrieval.Block {
	words := []string{"altura", "barandilla", "muros", "zona D", "0,41", "anchura útil", "escalera", "transmitancia", "art. 4.2", "guarding"}
	text := rapid.Custom(func(t *rapid.T) string {
		return strings.Join(rapid.SliceOfN(rapid.SampledFrom(words), 1, 8).Draw(t, "words"), " ")
	})
	var blocks []retrieval.Block
	for i := range rapid.IntRange(1, 25).Draw(t, "blocks") {
		b := para(rapid.SampledFrom(fixtureDocs).Draw(t, "doc"), i, text.Draw(t, "title"), text.Draw(t, "text"))
		b.Section = rapid.SampledFrom([]string{"a", "b"}).Draw(t, "section")
		b.Lang = rapid.SampledFrom([]string{"es", "en", "ca"}).Draw(t, "lang")
		if rapid.Bool().Draw(t, "table") {
			b.Kind, b.Table = retrieval.TableKind, &retrieval.Table{Caption: text.Draw(t, "caption"), Header: []string{text.Draw(t, "label")}}
			for range rapid.IntRange(0, 4).Draw(t, "rows") {
				b.Table.Rows = append(b.Table.Rows, []string{text.Draw(t, "cell"), text.Draw(t, "cell")})
			}
		}
		blocks = append(blocks, b)
	}
	return blocks
}

func TestRestore_Properties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		blocks := drawBlocks(t)
		want := retrieval.New(blocks)
		restored, rebuilt := retrieval.Restore(blocks, segmentsOf(blocks))
		if len(rebuilt) > 0 {
			t.Fatalf("rebuilt %v", rebuilt)
		}
		if err := sameAnswers(want, restored, fixtureDocs); err != nil {
			t.Fatal("restored: ", err)
		}
		updated, _ := retrieval.New(drawBlocks(t)).Update(blocks, nil)
		if err := sameAnswers(want, updated, fixtureDocs); err != nil {
			t.Fatal("updated: ", err)
		}
	})
}

func FuzzRestore(f *testing.F) {
	blocks := ofDoc(withTables(), "tab/1")
	whole := retrieval.BuildSegment(blocks)
	f.Add(whole)
	f.Add(whole[:len(whole)/2])
	f.Add([]byte{})
	want := retrieval.New(blocks)
	f.Fuzz(func(t *testing.T, data []byte) {
		got, _ := retrieval.Restore(blocks, map[string][]byte{"tab/1": data})
		if err := sameAnswers(want, got, []string{"tab/1", "none"}); err != nil {
			t.Error(err)
		}
	})
}

func ExampleRestore() {
	blocks := []retrieval.Block{{ID: "1", Doc: "stairs/2020", Lang: "en", Kind: retrieval.Paragraph, Text: "Handrails shall be 900 mm high."}}
	segments := map[string][]byte{"stairs/2020": retrieval.BuildSegment(blocks)}
	r, rebuilt := retrieval.Restore(blocks, segments)
	fmt.Println(r.Len(), len(rebuilt))
	// Output: 1 0
}

// prose builds n blocks of 50 words over documents of 1,000, their frequency
// that of words (Zipf).
func prose(n int) []retrieval.Block {
	r := rand.New(rand.NewPCG(1, 2))
	zipf := rand.NewZipf(r, 1.1, 3, 30_000)
	blocks := make([]retrieval.Block, n)
	for i := range blocks {
		var text strings.Builder
		for range 50 {
			fmt.Fprintf(&text, "palabra%d ", zipf.Uint64())
		}
		blocks[i] = para(fmt.Sprintf("d/%d", i/1000), i%1000, "", text.String())
	}
	return blocks
}

// BenchmarkColdStart compares what a start costs with and without segments, and
// what an import of one document costs.
func BenchmarkColdStart(b *testing.B) {
	blocks := prose(100_000)
	segments := segmentsOf(blocks)
	size := 0
	for _, s := range segments {
		size += len(s)
	}
	b.Run("New", func(b *testing.B) {
		for b.Loop() {
			retrieval.New(blocks)
		}
	})
	b.Run("Restore", func(b *testing.B) {
		for b.Loop() {
			retrieval.Restore(blocks, segments)
		}
		b.ReportMetric(float64(size)/float64(len(blocks)), "bytes/block")
	})
	b.Run("Update", func(b *testing.B) {
		old := retrieval.New(blocks)
		next := slices.Clone(blocks)
		next[0].Text += " más"
		for b.Loop() {
			old.Update(next, nil)
		}
	})
}
