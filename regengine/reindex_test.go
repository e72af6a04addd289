package regengine_test

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/reglookup/regengine/codes/retrieval"
	"github.com/reglookup/regengine/regengine"
	"github.com/reglookup/regengine/verify/textlimits"
)

// PutSegments and PutLimits make store a DerivedStore.
func (s *store) PutSegments(_ context.Context, base int64, segments map[string][]byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.meddle != nil {
		meddle := s.meddle
		s.meddle = nil
		meddle(s)
	}
	if base != s.revision {
		return 0, regengine.ErrChanged
	}
	changed := 0
	for doc, segment := range segments {
		if !bytes.Equal(s.data.Segments[doc], segment) {
			changed++
		}
	}
	s.data.Segments = segments
	return changed, s.err
}

func (s *store) PutLimits(_ context.Context, base int64, origin textlimits.Origin, sets []textlimits.LimitSet, _ []retrieval.Block) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if base != s.revision {
		return 0, regengine.ErrChanged
	}
	s.data.Limits = slices.DeleteFunc(slices.Clone(s.data.Limits), func(set textlimits.LimitSet) bool { return set.Origin == origin })
	s.data.Limits = append(s.data.Limits, sets...)
	return len(sets), s.err
}

// texts are blocks of documents, a paragraph each for every text.
func texts(doc string, list ...string) []retrieval.Block {
	blocks := make([]retrieval.Block, len(list))
	for i, text := range list {
		blocks[i] = retrieval.Block{ID: doc + "#" + text, Doc: doc, Section: "s", Kind: retrieval.Paragraph, Lang: "en", Order: i,
			Text: text, SHA256: retrieval.HashText(text)}
	}
	return blocks
}

func built(blocks []retrieval.Block) []byte { return retrieval.BuildSegment(blocks) }

func TestImport_Segments(t *testing.T) {
	s := newStore(country)
	s.data.Blocks = texts("a/1", "old")
	s.data.Segments = map[string][]byte{"a/1": []byte("old"), "b/1": []byte("kept")}
	change := regengine.Data{Blocks: append(texts("a/1", "new", "newer"), texts("c/1", "other")...),
		Segments: map[string][]byte{"a/1": []byte("not to be believed"), "x/1": []byte("of no block")}}
	given := maps.Clone(change.Segments)
	if _, err := regengine.Import(t.Context(), s, schemes, change, nil); err != nil {
		t.Fatal(err)
	}
	want := map[string][]byte{"a/1": built(change.Blocks[:2]), "b/1": []byte("kept"), "c/1": built(change.Blocks[2:])}
	if diff := cmp.Diff(want, s.data.Segments); diff != "" {
		t.Errorf("segments (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(given, change.Segments); diff != "" {
		t.Errorf("Import changed its argument (-before +after):\n%s", diff)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := regengine.Import(ctx, s, schemes, change, nil); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v, want context.Canceled", err)
	}
}

func TestReindex(t *testing.T) {
	one, two := texts("a/1", "one", "two"), texts("b/1", "three")
	filled := func() *store {
		s := newStore(country)
		s.data.Blocks = append(append(s.data.Blocks, one...), two...)
		s.data.Segments = map[string][]byte{"a/1": []byte("damaged"), "gone/1": []byte("of no block")}
		return s
	}
	t.Run("OK", func(t *testing.T) {
		s := filled()
		var told []string
		done, err := regengine.Reindex(t.Context(), s, &regengine.WriteOptions{Progress: func(n, total int, what string) {
			if n != len(told)+1 || total != 2 {
				t.Errorf("progress says %d of %d", n, total)
			}
			told = append(told, what)
		}})
		if err != nil {
			t.Fatal(err)
		}
		want := map[string][]byte{"a/1": built(one), "b/1": built(two)}
		if diff := cmp.Diff(want, s.data.Segments); diff != "" {
			t.Errorf("segments (-want +got):\n%s", diff)
		}
		slices.Sort(told)
		if diff := cmp.Diff([]string{"a/1", "b/1"}, told); diff != "" {
			t.Errorf("progress (-want +got):\n%s", diff)
		}
		bytes := len(want["a/1"]) + len(want["b/1"])
		if diff := cmp.Diff(regengine.Reindexed{Documents: 2, Blocks: 3, Bytes: bytes, Changed: done.Changed}, done); diff != "" {
			t.Errorf("counts (-want +got):\n%s", diff)
		}
		if s.revision != 1 {
			t.Errorf("revision %d, want it to stay 1", s.revision)
		}
	})
	t.Run("AgainAfterAnImport", func(t *testing.T) {
		s := filled()
		three := texts("c/1", "four")
		s.meddle = func(s *store) { s.set(regengine.Merge(s.data, regengine.Data{Blocks: three})) }
		done, err := regengine.Reindex(t.Context(), s, nil)
		if err != nil || done.Documents != 3 || s.loads != 2 {
			t.Errorf("%+v after %d loads, %v; want 3 documents after 2", done, s.loads, err)
		}
		if !bytes.Equal(s.data.Segments["c/1"], built(three)) {
			t.Error("the segment of what was imported meanwhile is not stored")
		}
	})
	t.Run("ErrChanged", func(t *testing.T) {
		s := filled()
		var meddle func(*store)
		meddle = func(s *store) { s.revision++; s.meddle = meddle }
		s.meddle = meddle
		if _, err := regengine.Reindex(t.Context(), s, nil); !errors.Is(err, regengine.ErrChanged) || string(s.data.Segments["a/1"]) != "damaged" {
			t.Errorf("got %v, want ErrChanged and the segments as they were", err)
		}
	})
	t.Run("ErrSource", func(t *testing.T) {
		s := filled()
		gone := errors.New("gone")
		s.fail(gone)
		if _, err := regengine.Reindex(t.Context(), s, nil); !errors.Is(err, gone) {
			t.Errorf("got %v, want %v", err, gone)
		}
	})
	t.Run("ErrCanceled", func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		_, err := regengine.Reindex(ctx, filled(), nil)
		if !errors.Is(err, context.Canceled) {
			t.Errorf("got %v, want context.Canceled", err)
		}
	})
}

// Documents without a segment are indexed at the start, and that is told; those
// with one are not.
func TestEngine_Rebuilt(t *testing.T) {
	one, two := texts("a/1", "one"), texts("b/1", "two")
	source := newStore(country)
	source.data.Blocks = slices.Concat(one, two)
	source.data.Segments = map[string][]byte{"a/1": built(one)}
	var log strings.Builder
	e, err := regengine.Open(t.Context(), source, schemes, &regengine.Options{Logger: slog.New(slog.NewTextHandler(&log, nil))})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"b/1"}, e.Snapshot().Rebuilt); diff != "" {
		t.Errorf("rebuilt (-want +got):\n%s", diff)
	}
	if text := log.String(); !strings.Contains(text, "level=INFO") || !strings.Contains(text, "documents=1") {
		t.Errorf("log %q, want one document told of", text)
	}
	three := texts("c/1", "three")
	source.set(regengine.Merge(source.data, regengine.Data{Blocks: three}))
	if err := e.Refresh(t.Context()); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"c/1"}, e.Snapshot().Rebuilt); diff != "" {
		t.Errorf("rebuilt by a refresh (-want +got):\n%s", diff)
	}
}
