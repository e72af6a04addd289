package regengine_test

import (
	"context"
	"errors"
	"fmt"
	"hash/crc32"
	"log/slog"
	"reflect"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/google/go-cmp/cmp"

	"encoding/binary"

	"github.com/reglookup/regengine/codes/retrieval"
	"github.com/reglookup/regengine/regengine"
	"github.com/reglookup/regengine/verify/rules"
	"github.com/reglookup/regengine/verify/textlimits"
)

// finder is an Extractor that finds one limit in every block, of its first word.
type finder struct {
	name  string
	calls atomic.Int64
	err   map[string]error   // by document
	odd   []textlimits.Limit // found besides
}

func (f *finder) Name() string { return f.name }

func (f *finder) Extract(ctx context.Context, blocks []retrieval.Block) ([]textlimits.Limit, error) {
	f.calls.Add(1)
	limits := slices.Clone(f.odd)
	for _, b := range blocks {
		if err := f.err[b.Doc]; err != nil {
			return nil, err
		}
		limits = append(limits, limitIn(b))
	}
	return limits, ctx.Err()
}

func limitIn(b retrieval.Block) textlimits.Limit {
	word, _, _ := strings.Cut(b.Text, " ")
	return textlimits.Limit{Block: b.ID, Clause: textlimits.Span{End: len(b.Text)}, Figure: textlimits.Span{End: len(word)}, Op: rules.AtLeast, Value: "1", Unit: "m",
		Origin: textlimits.FromPattern, Phrases: []textlimits.Phrase{{Role: textlimits.HeadingRole, Text: "Heading"}}}
}

func limitsOf(extractor string, blocks []retrieval.Block) textlimits.LimitSet {
	set := textlimits.LimitSet{Doc: blocks[0].Doc, Origin: textlimits.FromPattern, Extractor: extractor}
	for _, b := range blocks {
		set.Limits = append(set.Limits, limitIn(b))
	}
	return set
}

func proposed(blocks []retrieval.Block) textlimits.LimitSet {
	set := limitsOf("model/1", blocks)
	set.Origin = textlimits.FromModel
	return set
}

func wantLimits(t *testing.T, want, got []textlimits.LimitSet) {
	t.Helper()
	order := func(a, b textlimits.LimitSet) int {
		return strings.Compare(a.Doc+string(a.Origin), b.Doc+string(b.Origin))
	}
	want, got = slices.SortedFunc(slices.Values(want), order), slices.SortedFunc(slices.Values(got), order)
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("limits (-want +got):\n%s", diff)
	}
}

// fill sets everything v reaches to something that is not zero, and different
// each time. A field that is added to a limit is filled too.
func fill(v reflect.Value, n *int) {
	*n++
	switch v.Kind() {
	case reflect.String:
		v.SetString(fmt.Sprint("text ", *n))
	case reflect.Int:
		v.SetInt(int64(-*n))
	case reflect.Bool:
		v.SetBool(true)
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		fill(v.Elem(), n)
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 2, 2))
		for i := range 2 {
			fill(v.Index(i), n)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			fill(v.Field(i), n)
		}
	default:
		panic("a limit has a field of a kind that is not kept: " + v.Type().String())
	}
}

func TestEncodeLimits_readsBack(t *testing.T) {
	blocks := texts("a/1", "one", "two")
	var full textlimits.Limit
	n := 0
	fill(reflect.ValueOf(&full).Elem(), &n)
	none := textlimits.Limit{Per: &textlimits.Per{Count: "3"}}
	for name, limits := range map[string][]textlimits.Limit{"full": {full, {}, none, full}, "empty": nil} {
		got, ok := regengine.DecodeLimits(regengine.EncodeLimits(limits, blocks), blocks)
		if diff := cmp.Diff(limits, got); !ok || diff != "" {
			t.Errorf("%s: %v (-want +got):\n%s", name, ok, diff)
		}
	}
	many := slices.Repeat([]textlimits.Limit{full}, 100)
	if one, all := len(regengine.EncodeLimits(many[:1], blocks)), len(regengine.EncodeLimits(many, blocks)); all > one+100*80 {
		t.Errorf("a hundred limits with the same texts take %d bytes, one %d: texts do not stand once", all, one)
	}
}

func TestDecodeLimits_ErrOther(t *testing.T) {
	blocks := texts("a/1", "one", "two")
	data := regengine.EncodeLimits([]textlimits.Limit{limitIn(blocks[0])}, blocks)
	for i := range data {
		damaged := slices.Clone(data)
		damaged[i] ^= 0x10
		if _, ok := regengine.DecodeLimits(damaged, blocks); ok {
			t.Errorf("byte %d of %d is wrong and nobody noticed", i, len(data))
		}
		if _, ok := regengine.DecodeLimits(data[:i], blocks); ok {
			t.Errorf("cut at byte %d and nobody noticed", i)
		}
	}
	for name, change := range map[string]func(*retrieval.Block){
		"text":    func(b *retrieval.Block) { b.Text, b.SHA256 = "three", retrieval.HashText("three") },
		"heading": func(b *retrieval.Block) { b.Path = []string{"Other"} },
		"section": func(b *retrieval.Block) { b.Section = "other" },
		"kind":    func(b *retrieval.Block) { b.Kind = retrieval.Item },
		"cell":    func(b *retrieval.Block) { b.Table = &retrieval.Table{Rows: [][]string{{"1"}}} },
		"id":      func(b *retrieval.Block) { b.ID = "other" },
		"order":   func(b *retrieval.Block) { b.Order = -1 },
	} {
		other := slices.Clone(blocks)
		change(&other[1])
		if _, ok := regengine.DecodeLimits(data, other); ok {
			t.Errorf("another %s and nobody noticed", name)
		}
	}
	slices.Reverse(blocks)
	if _, ok := regengine.DecodeLimits(data, blocks); !ok {
		t.Error("the order they come in counts")
	}
}

func FuzzDecodeLimits(f *testing.F) {
	blocks := texts("a/1", "one", "two")
	var full textlimits.Limit
	n := 0
	fill(reflect.ValueOf(&full).Elem(), &n)
	sealed := regengine.EncodeLimits([]textlimits.Limit{full, limitIn(blocks[0])}, blocks)
	head := sealed[:5+32]
	f.Add(sealed[len(head) : len(sealed)-4])
	f.Add([]byte{0, 0xff, 0xff, 0xff, 0x7f})
	f.Fuzz(func(t *testing.T, body []byte) {
		data := slices.Concat(head, body) // with a true mark and sum, or nothing behind them would be read
		data = binary.LittleEndian.AppendUint32(data, crc32.Checksum(data, crc32.MakeTable(crc32.Castagnoli)))
		limits, ok := regengine.DecodeLimits(data, blocks)
		if !ok {
			return
		}
		again, ok := regengine.DecodeLimits(regengine.EncodeLimits(limits, blocks), blocks)
		if diff := cmp.Diff(limits, again); !ok || diff != "" {
			t.Fatalf("does not read back, %v:\n%s", ok, diff)
		}
	})
}

func TestImport_Limits(t *testing.T) {
	old, kept := texts("a/1", "old text"), texts("b/1", "kept text")
	s := newStore(country)
	s.data.Blocks = slices.Concat(old, kept)
	s.data.Limits = []textlimits.LimitSet{limitsOf("f/1", old), proposed(old), limitsOf("f/0", kept), proposed(kept)}
	fresh := texts("a/1", "new text", "newer text")
	f := &finder{name: "f/1"}
	var told []string
	opts := &regengine.WriteOptions{Extractor: f, Progress: func(_, _ int, what string) { told = append(told, what) }}
	notOurs := limitsOf("not to be believed", fresh)
	if _, err := regengine.Import(t.Context(), s, schemes, regengine.Data{Blocks: slices.Concat(fresh, kept), Limits: []textlimits.LimitSet{notOurs}}, opts); err != nil {
		t.Fatal(err)
	}
	// The model's limits went with the text that changed and stayed with the other.
	wantLimits(t, []textlimits.LimitSet{limitsOf("f/1", fresh), limitsOf("f/1", kept), proposed(kept)}, s.data.Limits)
	slices.Sort(told)
	if diff := cmp.Diff([]string{"limits of a/1", "limits of b/1"}, told); diff != "" {
		t.Errorf("progress (-want +got):\n%s", diff)
	}
	gone := errors.New("gone")
	f.err = map[string]error{"b/1": gone}
	before := s.revision
	if _, err := regengine.Import(t.Context(), s, schemes, regengine.Data{Blocks: kept}, opts); !errors.Is(err, gone) || !strings.Contains(err.Error(), "b/1") || s.revision != before {
		t.Errorf("want an error of b/1 and nothing written, got %v", err)
	}
}

// TestImport_Limits_unsound: what does not stand in the text is not believed.
func TestImport_Limits_unsound(t *testing.T) {
	blocks := texts("a/1", "ángulo de 30 grados")
	good := limitIn(blocks[0])
	bad := slices.Repeat([]textlimits.Limit{good}, 6)
	bad[0].Block = "of no block"
	bad[1].Clause.End = 1000
	bad[2].Figure = textlimits.Span{Start: 5, End: 2}
	bad[3].Figure = textlimits.Span{Start: 1, End: 3} // within á
	bad[4].Phrases = []textlimits.Phrase{{Span: textlimits.Span{Start: -1, End: 3}}}
	bad[5].Phrases = []textlimits.Phrase{{Block: "unknown"}}
	s := newStore(country)
	if _, err := regengine.Import(t.Context(), s, schemes, regengine.Data{Blocks: blocks}, &regengine.WriteOptions{Extractor: &finder{name: "f/1", odd: bad}}); err != nil {
		t.Fatal(err)
	}
	wantLimits(t, []textlimits.LimitSet{limitsOf("f/1", blocks)}, s.data.Limits)
}

func TestReindex_Limits(t *testing.T) {
	one := texts("a/1", "one", "two")
	s := newStore(country)
	s.data.Blocks = one
	s.data.Limits = []textlimits.LimitSet{limitsOf("f/0", one), proposed(one)}
	done, err := regengine.Reindex(t.Context(), s, &regengine.WriteOptions{Extractor: &finder{name: "f/1"}})
	if err != nil || done.Limits != 2 {
		t.Fatalf("%+v, %v; want 2 limits", done, err)
	}
	wantLimits(t, []textlimits.LimitSet{limitsOf("f/1", one), proposed(one)}, s.data.Limits)
	if _, err := regengine.Reindex(t.Context(), s, nil); err != nil || len(s.data.Limits) != 2 {
		t.Errorf("without an extractor limits stay: %v, %d sets", err, len(s.data.Limits))
	}
}

// TestEngine_Extracted: a start reads what the source has no limits of, or those
// of another extractor; a refresh does not read it again.
func TestEngine_Extracted(t *testing.T) {
	one, two, three := texts("a/1", "one"), texts("b/1", "two"), texts("c/1", "three")
	source := newStore(country)
	source.data.Blocks = slices.Concat(one, two, three)
	source.data.Limits = []textlimits.LimitSet{limitsOf("f/1", one), limitsOf("f/0", two), proposed(three)}
	f := &finder{name: "f/1"}
	var log strings.Builder
	e, err := regengine.Open(t.Context(), source, schemes, &regengine.Options{Extractor: f, Logger: slog.New(slog.NewTextHandler(&log, nil))})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"b/1", "c/1"}, e.Snapshot().Extracted); diff != "" {
		t.Errorf("extracted (-want +got):\n%s", diff)
	}
	if text := log.String(); !strings.Contains(text, "level=INFO") || !strings.Contains(text, "documents=2") {
		t.Errorf("log %q, want two documents told of", text)
	}
	if len(source.data.Limits) != 3 {
		t.Error("the source's own data was changed")
	}
	same := e.Snapshot().Fingerprint()
	source.set(regengine.Merge(source.data, regengine.Data{Blocks: texts("b/1", "two and a half")}))
	f.err = map[string]error{"b/1": errors.New("gone")}
	if err := e.Refresh(t.Context()); err != nil {
		t.Fatalf("a document that cannot be read keeps the others from being served: %v", err)
	}
	if got := e.Snapshot(); len(got.Extracted) > 0 || f.calls.Load() != 3 || got.Fingerprint().Limits == same.Limits || !strings.Contains(log.String(), "limits of b/1: gone") {
		t.Errorf("extracted %v in %d calls; want b/1 alone read again, in vain, and that told: %s", got.Extracted, f.calls.Load(), log.String())
	}
	f.err = nil
	source.set(source.data)
	if err := e.Refresh(t.Context()); err != nil || !slices.Equal(e.Snapshot().Extracted, []string{"b/1"}) {
		t.Errorf("%v, extracted %v; want b/1", err, e.Snapshot().Extracted)
	}
}
