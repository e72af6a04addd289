package retrievaltest

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"sync"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/reglookup/regengine/codes/retrieval"
)

// Docs are the documents the suite writes blocks of. A store that ties blocks
// to versions of codes creates these ("code/version") before it is handed over.
// Their order is the order of their bytes, which a database's collation may not
// share.
var Docs = []string{"alpha-two/2020", "alpha/2019", "alpha/2020", "beta/v1"}

// TestStore runs the conformance suite. open gives every subtest a fresh, empty
// store and cleans up through t.
func TestStore(t *testing.T, open func(t *testing.T) retrieval.Store) {
	for _, c := range storeCases {
		t.Run(c.name, func(t *testing.T) {
			if err := c.run(t.Context(), open(t)); err != nil {
				t.Error(err)
			}
		})
	}
}

// storeCase is one promise of the port. It returns an error instead of failing
// a test so that the suite can be tried on stores that are wrong on purpose.
type storeCase struct {
	name string
	run  func(ctx context.Context, s retrieval.Store) error
}

var storeCases = []storeCase{
	{"EmptyStore", emptyStore},
	{"RoundTrip", roundTrip},
	{"HashOfText", hashOfText},
	{"NothingIsNil", nothingIsNil},
	{"NoLead", noLead},
	{"ListOrder", listOrder},
	{"ListDocs", listDocs},
	{"PutReplaces", putReplaces},
	{"PutReportsChange", putReportsChange},
	{"PutEmptyRemoves", putEmptyRemoves},
	{"PutLeavesOtherDocs", putLeavesOtherDocs},
	{"NoSharedMemory", noSharedMemory},
	{"ManyBlocks", manyBlocks},
	{"Concurrent", concurrent},
}

func emptyStore(ctx context.Context, s retrieval.Store) error {
	if err := wantList(ctx, s, nil); err != nil {
		return err
	}
	return wantList(ctx, s, Docs)
}

func roundTrip(ctx context.Context, s retrieval.Store) error {
	blocks := Sample(Docs[1], 1)
	if _, err := s.PutBlocks(ctx, Docs[1], blocks); err != nil {
		return err
	}
	return wantList(ctx, s, nil, blocks...)
}

// hashOfText: what a caller says of the hash does not count, and is no change.
func hashOfText(ctx context.Context, s retrieval.Store) error {
	doc := Docs[1]
	for _, said := range []string{"", retrieval.HashText("another text"), "no hash"} {
		blocks := Sample(doc, 1)
		for i := range blocks {
			blocks[i].SHA256 = said
		}
		if err := wantChange(ctx, s, doc, blocks, said == ""); err != nil {
			return fmt.Errorf("hash said to be %q: %w", said, err)
		}
		if err := wantList(ctx, s, nil, Sample(doc, 1)...); err != nil {
			return fmt.Errorf("hash said to be %q: %w", said, err)
		}
	}
	return nil
}

// nothingIsNil: an empty list comes back as nil, and is the same to the store.
func nothingIsNil(ctx context.Context, s retrieval.Store) error {
	doc := Docs[1]
	empty, bare := Sample(doc, 1)[1:3], Sample(doc, 1)[1:3]
	empty[0].Path, empty[0].Refs = []string{}, []retrieval.Ref{}
	bare[0].Path, bare[0].Refs = nil, nil
	empty[1].Table = &retrieval.Table{
		Header: []string{}, Head: [][]string{}, Rows: [][]string{{}, {""}}, Spans: []retrieval.Span{}, Notes: []string{},
	}
	bare[1].Table = &retrieval.Table{Rows: [][]string{nil, {""}}}
	if err := wantChange(ctx, s, doc, empty, true); err != nil {
		return err
	}
	if err := wantChange(ctx, s, doc, bare, false); err != nil {
		return fmt.Errorf("nil for empty: %w", err)
	}
	got, err := s.ListBlocks(ctx, nil)
	if err != nil {
		return err
	}
	if diff := gocmp.Diff(bare, got); diff != "" {
		return fmt.Errorf("ListBlocks (-want +got):\n%s", diff)
	}
	bare[1].Table = nil
	if err := wantChange(ctx, s, doc, bare, true); err != nil {
		return fmt.Errorf("no table for one that says nothing: %w", err)
	}
	return wantList(ctx, s, nil, bare...)
}

// noLead: what a Retriever finds out is not kept.
func noLead(ctx context.Context, s retrieval.Store) error {
	blocks := Sample(Docs[1], 1)
	blocks[1].Lead = "Los peldaños son:"
	if err := wantChange(ctx, s, Docs[1], blocks, true); err != nil {
		return err
	}
	if err := wantChange(ctx, s, Docs[1], Sample(Docs[1], 1), false); err != nil {
		return fmt.Errorf("without the lead: %w", err)
	}
	return wantList(ctx, s, nil, Sample(Docs[1], 1)...)
}

func listOrder(ctx context.Context, s retrieval.Store) error {
	var want []retrieval.Block
	for _, doc := range Docs {
		want = append(want, Sample(doc, 1)...)
	}
	for _, i := range []int{2, 0, 3, 1} {
		blocks := Sample(Docs[i], 1)
		slices.Reverse(blocks)
		if _, err := s.PutBlocks(ctx, Docs[i], blocks); err != nil {
			return err
		}
	}
	return wantList(ctx, s, nil, want...)
}

func listDocs(ctx context.Context, s retrieval.Store) error {
	if err := putAll(ctx, s); err != nil {
		return err
	}
	named := []string{Docs[3], Docs[0], "nobody/wrote-this", Docs[0]}
	want := append(Sample(Docs[0], 1), Sample(Docs[3], 1)...)
	if err := wantList(ctx, s, named, want...); err != nil {
		return err
	}
	// No document named is not the same as no list given.
	return wantList(ctx, s, []string{})
}

func putReplaces(ctx context.Context, s retrieval.Store) error {
	if _, err := s.PutBlocks(ctx, Docs[1], Sample(Docs[1], 1)); err != nil {
		return err
	}
	next := Sample(Docs[1], 2)[:3]
	if err := wantChange(ctx, s, Docs[1], next, true); err != nil {
		return err
	}
	return wantList(ctx, s, nil, next...)
}

func putReportsChange(ctx context.Context, s retrieval.Store) error {
	doc := Docs[2]
	if err := wantChange(ctx, s, doc, Sample(doc, 1), true); err != nil {
		return fmt.Errorf("first put: %w", err)
	}
	if err := wantChange(ctx, s, doc, Sample(doc, 1), false); err != nil {
		return fmt.Errorf("same again: %w", err)
	}
	shuffled := Sample(doc, 1)
	slices.Reverse(shuffled)
	if err := wantChange(ctx, s, doc, shuffled, false); err != nil {
		return fmt.Errorf("same blocks, given in another order: %w", err)
	}
	for name, edit := range edits {
		blocks := Sample(doc, 1)
		edit(blocks)
		blocks[0].SHA256 = retrieval.HashText(blocks[0].Text)
		if err := wantChange(ctx, s, doc, blocks, true); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		if err := wantList(ctx, s, nil, blocks...); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		if err := wantChange(ctx, s, doc, Sample(doc, 1), true); err != nil {
			return fmt.Errorf("%s taken back: %w", name, err)
		}
	}
	return nil
}

// edits change one field each; Sample's third block is the table, the fourth an
// item of a list.
var edits = map[string]func([]retrieval.Block){
	"Text":      func(b []retrieval.Block) { b[0].Text += "." },
	"Title":     func(b []retrieval.Block) { b[0].Title = "another" },
	"Section":   func(b []retrieval.Block) { b[0].Section = "elsewhere" },
	"Path":      func(b []retrieval.Block) { b[0].Path = []string{"1 One"} },
	"Lang":      func(b []retrieval.Block) { b[0].Lang = "en" },
	"Anchor":    func(b []retrieval.Block) { b[0].Anchor = "named" },
	"unnamed":   func(b []retrieval.Block) { b[1].Anchor = "" },
	"Kind":      func(b []retrieval.Block) { b[0].Kind = retrieval.Definition },
	"Depth":     func(b []retrieval.Block) { b[3].Depth = 1 },
	"Page":      func(b []retrieval.Block) { b[0].Page++ },
	"no page":   func(b []retrieval.Block) { b[0].Page = 0 },
	"no refs":   func(b []retrieval.Block) { b[0].Refs = nil },
	"ref order": func(b []retrieval.Block) { slices.Reverse(b[0].Refs) },
	"ref place": func(b []retrieval.Block) { b[0].Refs[1].End++ },
	"ref work":  func(b []retrieval.Block) { b[0].Refs[1].Work = "" },
	"ref part":  func(b []retrieval.Block) { b[0].Refs[1].Part = "art-6" },
	"ref url":   func(b []retrieval.Block) { b[0].Refs[0].URL += "x" },
	"cell":      func(b []retrieval.Block) { b[2].Table.Rows[0][1] = "0,42" },
	"note":      func(b []retrieval.Block) { b[2].Table.Notes = nil },
	"header":    func(b []retrieval.Block) { b[2].Table.Header = nil },
	"head":      func(b []retrieval.Block) { b[2].Table.Head = nil },
	"head cell": func(b []retrieval.Block) { b[2].Table.Head[1][2] = "E" },
	"span":      func(b []retrieval.Block) { b[2].Table.Spans[2].Cols = 1 },
	"no spans":  func(b []retrieval.Block) { b[2].Table.Spans = nil },
	"caption":   func(b []retrieval.Block) { b[2].Table.Caption = "" },
}

func putEmptyRemoves(ctx context.Context, s retrieval.Store) error {
	doc := Docs[1]
	if err := wantChange(ctx, s, doc, nil, false); err != nil {
		return fmt.Errorf("nothing over nothing: %w", err)
	}
	if _, err := s.PutBlocks(ctx, doc, Sample(doc, 1)); err != nil {
		return err
	}
	if err := wantChange(ctx, s, doc, nil, true); err != nil {
		return fmt.Errorf("nothing over blocks: %w", err)
	}
	return wantList(ctx, s, nil)
}

func putLeavesOtherDocs(ctx context.Context, s retrieval.Store) error {
	if err := putAll(ctx, s); err != nil {
		return err
	}
	if _, err := s.PutBlocks(ctx, Docs[1], nil); err != nil {
		return err
	}
	var want []retrieval.Block
	for _, i := range []int{0, 2, 3} {
		want = append(want, Sample(Docs[i], 1)...)
	}
	return wantList(ctx, s, nil, want...)
}

func noSharedMemory(ctx context.Context, s retrieval.Store) error {
	doc := Docs[1]
	blocks := Sample(doc, 1)
	if _, err := s.PutBlocks(ctx, doc, blocks); err != nil {
		return err
	}
	blocks[0].Path[0], blocks[2].Table.Rows[0][0] = "changed after put", "changed after put"
	listed, err := s.ListBlocks(ctx, []string{doc})
	if err != nil {
		return err
	}
	if len(listed) == len(blocks) && listed[2].Table != nil {
		listed[0].Path[0], listed[2].Table.Rows[0][0] = "changed after list", "changed after list"
	}
	return wantList(ctx, s, nil, Sample(doc, 1)...)
}

// manyBlocks catches stores that page, cap or bind one variable a row: SQLite
// takes 32,766 variables in a statement and Postgres 65,535.
func manyBlocks(ctx context.Context, s retrieval.Store) error {
	const n = 7000
	doc := Docs[0]
	blocks := make([]retrieval.Block, n)
	for i := range blocks {
		blocks[i] = block(doc, i, 0)
	}
	if err := wantChange(ctx, s, doc, blocks, true); err != nil {
		return err
	}
	if err := wantList(ctx, s, nil, blocks...); err != nil {
		return err
	}
	named := []string{doc}
	for i := range n {
		named = append(named, fmt.Sprintf("absent/%d", i))
	}
	return wantList(ctx, s, named, blocks...)
}

// concurrent writes each document from its own goroutine while another reads:
// a reader sees a document whole or not at all.
func concurrent(ctx context.Context, s retrieval.Store) error {
	var wg sync.WaitGroup
	errs := make(chan error, 2*len(Docs))
	for _, doc := range Docs {
		wg.Go(func() {
			_, err := s.PutBlocks(ctx, doc, Sample(doc, 1))
			errs <- err
		})
		wg.Go(func() { errs <- wholeOrNothing(ctx, s, doc) })
	}
	wg.Wait()
	close(errs)
	var all error
	for err := range errs {
		all = errors.Join(all, err)
	}
	if all != nil {
		return all
	}
	var want []retrieval.Block
	for _, doc := range Docs {
		want = append(want, Sample(doc, 1)...)
	}
	return wantList(ctx, s, nil, want...)
}

func wholeOrNothing(ctx context.Context, s retrieval.Store, doc string) error {
	got, err := s.ListBlocks(ctx, []string{doc})
	if err != nil {
		return err
	}
	if n := len(got); n != 0 && n != len(Sample(doc, 1)) {
		return fmt.Errorf("a reader saw %d blocks of %s, a part of what was put", n, doc)
	}
	return nil
}

func putAll(ctx context.Context, s retrieval.Store) error {
	for _, doc := range Docs {
		if _, err := s.PutBlocks(ctx, doc, Sample(doc, 1)); err != nil {
			return err
		}
	}
	return nil
}

func wantChange(ctx context.Context, s retrieval.Store, doc string, blocks []retrieval.Block, want bool) error {
	got, err := s.PutBlocks(ctx, doc, blocks)
	if err != nil {
		return err
	}
	if got != want {
		return fmt.Errorf("PutBlocks(%q, %d blocks) reported changed = %v, want %v", doc, len(blocks), got, want)
	}
	return nil
}

// wantList compares without telling nil slices from empty ones.
func wantList(ctx context.Context, s retrieval.Store, docs []string, want ...retrieval.Block) error {
	got, err := s.ListBlocks(ctx, docs)
	if err != nil {
		return err
	}
	want = slices.Clone(want)
	slices.SortFunc(want, func(a, b retrieval.Block) int {
		return cmp.Or(cmp.Compare(a.Doc, b.Doc), cmp.Compare(a.Order, b.Order))
	})
	if reflect.DeepEqual(want, got) { // many times faster than go-cmp, which lays out what differs
		return nil
	}
	if diff := gocmp.Diff(want, got, cmpopts.EquateEmpty()); diff != "" {
		return fmt.Errorf("ListBlocks (-want +got):\n%s", diff)
	}
	return nil
}
