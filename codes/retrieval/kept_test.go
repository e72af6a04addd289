package retrieval_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/reglookup/regengine/codes/retrieval"
)

// counted returns blocks whose Order counts from 0 in each document, as in a store that
// hands out what is asked for.
func counted(blocks []retrieval.Block) []retrieval.Block {
	blocks = slices.Clone(blocks)
	next := map[string]int{}
	for i := range blocks {
		blocks[i].Order = next[blocks[i].Doc]
		blocks[i].SHA256 = retrieval.HashText(blocks[i].Text)
		next[blocks[i].Doc]++
	}
	return blocks
}

func textsOf(blocks []retrieval.Block) retrieval.Texts {
	return func(_ context.Context, places []retrieval.Place) (list []retrieval.Block, _ error) {
		for i, p := range places {
			if slices.Contains(places[:i], p) {
				return nil, fmt.Errorf("%v is asked for twice", p)
			}
			for _, b := range blocks {
				if b.Doc == p.Doc && b.Order == p.Order {
					list = append(list, b)
				}
			}
		}
		return list, nil
	}
}

func open(t testing.TB, blocks []retrieval.Block) *retrieval.Kept {
	t.Helper()
	k, unfit := retrieval.OpenSegments(segmentsOf(blocks))
	if len(unfit) > 0 {
		t.Fatalf("unfit: %v", unfit)
	}
	return k
}

// keptAnswers compares an index over segments with one over blocks.
func keptAnswers(want *retrieval.Retriever, got *retrieval.Kept, blocks []retrieval.Block, docs []string) error {
	for _, text := range someQueries {
		for _, scope := range [][]string{docs, docs[:1], docs[1:]} {
			for _, kinds := range [][]retrieval.Kind{nil, {retrieval.Row}, {retrieval.Paragraph}} {
				q := retrieval.Query{Text: text, Docs: scope, TopK: 50, Kinds: kinds}
				w, err := want.Search(context.Background(), q)
				if err != nil {
					return err
				}
				g, err := got.Search(context.Background(), q, textsOf(blocks))
				if err != nil {
					return err
				}
				if diff := cmp.Diff(w, g); diff != "" && len(w)+len(g) > 0 {
					return fmt.Errorf("Search(%q, %v) (-want +got):\n%s", text, scope, diff)
				}
			}
		}
	}
	return nil
}

func TestKept_Search_AnswersAsNew(t *testing.T) {
	blocks := append(withTables(), list("sua/1", 3, "- muros de la zona D"), list("sua/1", 4, "- altura de la barandilla"))
	blocks[2].Text = "La barandilla de los muros tendrá:" // what the lists stand under
	blocks = counted(blocks)
	if err := keptAnswers(retrieval.New(blocks), open(t, blocks), blocks, fixtureDocs); err != nil {
		t.Error(err)
	}
}

func TestKept_Search_Properties(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		blocks := counted(drawBlocks(r))
		if err := keptAnswers(retrieval.New(blocks), open(t, blocks), blocks, fixtureDocs); err != nil {
			r.Fatal(err)
		}
	})
}

// TestKept_Search_gone: what was deleted since is not found, and nothing breaks.
func TestKept_Search_gone(t *testing.T) {
	blocks := counted(withTables())
	k := open(t, blocks)
	q := retrieval.Query{Text: "altura mínima de las barreras y transmitancia", Docs: fixtureDocs}
	left := ofNot(slices.Clone(blocks), "sua/1")
	for i := range left {
		if left[i].Kind == retrieval.TableKind {
			left[i].Table = nil // not the table it was
		}
	}
	hits, err := k.Search(t.Context(), q, textsOf(left))
	if err != nil || len(hits) == 0 {
		t.Fatalf("want hits in what is left, got %v, %v", hits, err)
	}
	for _, h := range hits {
		if h.Block.Doc == "sua/1" || h.Block.Doc == "tab/1" {
			t.Errorf("found what is gone: %v", h.Block.ID)
		}
	}
	down := errors.New("down")
	fetch := func(context.Context, []retrieval.Place) ([]retrieval.Block, error) { return nil, down }
	if _, err := k.Search(t.Context(), q, fetch); !errors.Is(err, down) {
		t.Errorf("want the error of fetch, got %v", err)
	}
	if _, err := k.Search(t.Context(), retrieval.Query{Docs: fixtureDocs}, fetch); !errors.Is(err, retrieval.ErrInvalidQuery) {
		t.Errorf("want ErrInvalidQuery, got %v", err)
	}
}

func TestKept_Read(t *testing.T) {
	blocks := append(fixture(), list("sua/1", 3, "- muros de la zona D"))
	blocks[2].Text = "Los muros tendrán:"
	blocks = counted(blocks)
	k, r := open(t, blocks), retrieval.New(blocks)
	all := r.Doc("sua/1")
	for _, c := range []struct{ from, to int }{{0, 4}, {0, 100}, {3, 4}, {-2, 1}, {2, 2}, {7, 9}} {
		got, err := k.Read(t.Context(), "sua/1", c.from, c.to, textsOf(blocks))
		from := min(max(c.from, 0), len(all))
		if diff := cmp.Diff(append([]*retrieval.Block(nil), all[from:max(from, min(c.to, len(all)))]...), got); diff != "" || err != nil {
			t.Errorf("Read(%d, %d): %v (-want +got):\n%s", c.from, c.to, err, diff)
		}
	}
	if all[3].Lead == "" {
		t.Error("the list has no lead, so nothing was tried")
	}
	if n, err := k.Len("sua/1"); n != 4 || err != nil {
		t.Errorf("Len: %d, %v", n, err)
	}
	if _, err := k.Read(t.Context(), "nada/1", 0, 1, textsOf(blocks)); !errors.Is(err, retrieval.ErrNoDocument) {
		t.Errorf("want ErrNoDocument, got %v", err)
	}
}

// TestOpenSegments_unfit: a segment that is damaged, or of another form, is named, and
// the others are searched.
func TestOpenSegments_unfit(t *testing.T) {
	blocks := counted(withTables())
	segments := segmentsOf(blocks)
	whole := segments["tab/1"]
	for i := range whole {
		for _, damaged := range [][]byte{flipped(whole, i), whole[:i]} {
			segments["tab/1"] = damaged
			k, unfit := retrieval.OpenSegments(segments)
			if !slices.Equal(unfit, []string{"tab/1"}) {
				t.Fatalf("byte %d damaged: unfit %v", i, unfit)
			}
			if hits, err := k.Search(t.Context(), retrieval.Query{Text: "transmitancia", Docs: fixtureDocs}, textsOf(blocks)); err != nil || len(hits) != 1 {
				t.Fatalf("the others: %d hits, %v", len(hits), err)
			}
		}
	}
	if n := retrieval.Footprint(whole); n < int64(len(whole)) || n > int64(len(whole))+10_000 {
		t.Errorf("Footprint of %d bytes: %d", len(whole), n)
	}
	if n := retrieval.Footprint(whole[1:]); n != 0 {
		t.Errorf("Footprint of what is no segment: %d", n)
	}
}

// TestKept_Current: a language that is added makes what was opened before out of date, and
// segments of that language unfit.
func TestKept_Current(t *testing.T) {
	blocks := counted(fixture())
	blocks[5].Lang = "sw"
	segments := segmentsOf(blocks)
	k := open(t, blocks)
	if !k.Current() {
		t.Error("just opened, and not current")
	}
	if err := retrieval.AddLanguage("sw", fstest.MapFS{"stopwords.txt": {Data: []byte("kwa\n")}}); err != nil {
		t.Fatal(err)
	}
	if k.Current() {
		t.Error("after a language was added: still current")
	}
	if _, unfit := retrieval.OpenSegments(segments); !slices.Equal(unfit, []string{"old/1"}) {
		t.Errorf("unfit: want the document in that language, got %v", unfit)
	}
}

// BenchmarkKept opens the segments of 40 documents of 1,000 blocks, and searches them.
func BenchmarkKept(b *testing.B) {
	blocks := counted(prose(40_000))
	segments := segmentsOf(blocks)
	var docs []string
	var size, footprint int64
	for doc, segment := range segments {
		docs = append(docs, doc)
		size += int64(len(segment))
		footprint += retrieval.Footprint(segment)
	}
	b.Run("Open", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			retrieval.OpenSegments(segments)
		}
		b.ReportMetric(float64(size)/float64(len(blocks)), "bytes/block")
		b.ReportMetric(float64(footprint)/float64(len(blocks)), "footprint/block")
	})
	b.Run("Search", func(b *testing.B) {
		k, _ := retrieval.OpenSegments(segments)
		fetch := func(_ context.Context, places []retrieval.Place) (list []retrieval.Block, _ error) {
			for _, p := range places {
				list = append(list, retrieval.Block{Doc: p.Doc, Order: p.Order})
			}
			return list, nil
		}
		b.ReportAllocs()
		for b.Loop() {
			if _, err := k.Search(b.Context(), retrieval.Query{Text: "¿Qué palabra3 tiene la palabra70 de palabra900?", Docs: docs}, fetch); err != nil {
				b.Fatal(err)
			}
		}
	})
}
