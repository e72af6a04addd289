package importerstest

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/codes/importers"
	"github.com/reglookup/regengine/codes/retrieval"
)

// Sample is a file that a reader takes.
type Sample struct {
	Name  string
	Data  []byte
	Given importers.Given

	// Inserted is the same file with one paragraph more somewhere, nil when there
	// is none: every block but that has the id it had.
	Inserted []byte
}

// TestReader runs the suite. Samples should hold what the format has: sections,
// items, tables with merged cells, notes.
func TestReader(t *testing.T, read importers.Reader, samples []Sample) {
	for _, s := range samples {
		t.Run(s.Name, func(t *testing.T) {
			t.Run("Shape", func(t *testing.T) { testShape(t, mustRead(t, read, s, s.Data)) })
			t.Run("Same", func(t *testing.T) { testSame(t, read, s) })
			t.Run("Inserted", func(t *testing.T) { testInserted(t, read, s) })
			t.Run("Progress", func(t *testing.T) { testProgress(t, read, s) })
			t.Run("Canceled", func(t *testing.T) { testCanceled(t, read, s) })
			t.Run("Damaged", func(t *testing.T) { testDamaged(t, read, s) })
		})
	}
	t.Run("ErrEmpty", func(t *testing.T) { testEmpty(t, read) })
	t.Run("Mislabelled", func(t *testing.T) { testMislabelled(t, read) })
}

func mustRead(t *testing.T, read importers.Reader, s Sample, data []byte) *importers.Import {
	t.Helper()
	imp, err := read(t.Context(), s.Name, data, &s.Given)
	if err != nil {
		t.Fatalf("a file of the format is refused: %v", err)
	}
	return imp
}

func testSame(t *testing.T, read importers.Reader, s Sample) {
	data := bytes.Clone(s.Data)
	first := mustRead(t, read, s, data)
	if !bytes.Equal(data, s.Data) {
		t.Error("reading changed the file's bytes")
	}
	for i := range data {
		data[i] = 'x'
	}
	if diff := cmp.Diff(mustRead(t, read, s, s.Data), first, cmp.Comparer(sameDate)); diff != "" {
		t.Errorf("the second reading differs, or the first kept the bytes it was given (-second +first):\n%s", diff)
	}
}

func sameDate(a, b codes.Date) bool { return a == b }

func testInserted(t *testing.T, read importers.Reader, s Sample) {
	if s.Inserted == nil {
		t.Skip("the sample has no version with a paragraph inserted")
	}
	before, after := mustRead(t, read, s, s.Data), mustRead(t, read, s, s.Inserted)
	texts := make(map[string]string)
	for _, b := range after.Blocks {
		texts[b.ID] = b.Text
	}
	for _, b := range before.Blocks {
		if text, ok := texts[b.ID]; !ok {
			t.Errorf("block %s of section %s, %.60q, is gone or has another id", b.ID, b.Section, b.Text)
		} else if text != b.Text {
			t.Errorf("id %s was of %.60q and is of %.60q", b.ID, b.Text, text)
		}
	}
	if len(after.Blocks) <= len(before.Blocks) {
		t.Errorf("%d blocks before and %d after a paragraph was inserted", len(before.Blocks), len(after.Blocks))
	}
}

func testProgress(t *testing.T, read importers.Reader, s Sample) {
	last := 0
	s.Given.Progress = func(done, total int, what string) {
		if done < last || done > total || what == "" {
			t.Errorf("progress %d of %d %q after %d", done, total, what, last)
		}
		last = done
	}
	mustRead(t, read, s, s.Data)
}

func testCanceled(t *testing.T, read importers.Reader, s Sample) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	imp, err := read(ctx, s.Name, s.Data, &s.Given)
	if !errors.Is(err, context.Canceled) || imp != nil {
		t.Errorf("a cancelled reading gives %v and %v, want nothing and context.Canceled", imp, err)
	}
}

// testDamaged cuts and breaks the file in many places: it is read or refused, and
// never more than that.
func testDamaged(t *testing.T, read importers.Reader, s Sample) {
	for i := range 40 {
		at := len(s.Data) * i / 40
		broken := bytes.Clone(s.Data)
		copy(broken[at:], "\x00\xff<<&&")
		for _, data := range [][]byte{s.Data[:at], broken, slices.Concat(s.Data[:at], s.Data[min(at+7, len(s.Data)):])} {
			imp, err := read(t.Context(), s.Name, data, &s.Given)
			if err == nil {
				testShape(t, imp)
				continue
			}
			testRefusal(t, s.Name, imp, err)
		}
	}
}

// TestPlaces checks that whatever a reader of a text with lines refuses, it says
// where the fault is: on which line, or in which part.
func TestPlaces(t *testing.T, read importers.Reader, s Sample) {
	files := [][]byte{nil, []byte(" \n\t "), []byte("plain text"), []byte("%PDF-1.7\n"), bytes.Repeat([]byte("a\n"), importers.MaxMarkup/2+1)}
	for i := range 40 {
		at := len(s.Data) * i / 40
		broken := bytes.Clone(s.Data)
		copy(broken[at:], "\x00\xff<<&&")
		files = append(files, s.Data[:at], broken)
	}
	for _, given := range []*importers.Given{&s.Given, {SourceURL: "x"}, {Version: "v", Status: codes.Active}} {
		for _, data := range append(files, s.Data) {
			_, err := read(t.Context(), s.Name, data, given)
			var refused *importers.FileError
			if errors.As(err, &refused) {
				testPlaces(t, refused)
			}
		}
	}
}

func testPlaces(t *testing.T, refused *importers.FileError) {
	t.Helper()
	for _, p := range refused.Problems {
		if p.Line <= 0 && p.Page <= 0 && p.Where == "" {
			t.Errorf("the refusal does not say where: %v", p)
		}
	}
}

func testEmpty(t *testing.T, read importers.Reader) {
	for _, data := range []string{"", " \n\t ", "\xef\xbb\xbf"} {
		imp, err := read(t.Context(), "empty", []byte(data), nil)
		if err == nil {
			t.Fatalf("%q is taken", data)
		}
		testRefusal(t, "empty", imp, err)
		if data == "" && !errors.Is(err, importers.ErrEmpty) {
			t.Errorf("a file of no bytes gives %v, want ErrEmpty", err)
		}
	}
}

// testMislabelled offers what is none of any format this module reads.
func testMislabelled(t *testing.T, read importers.Reader) {
	for _, data := range []string{
		"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR", "\x1f\x8b\x08\x00\x00\x00\x00\x00", "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1",
		"\x00\x00\x00\x00", "MZ\x90\x00\x03\x00\x00\x00",
	} {
		imp, err := read(t.Context(), "other", []byte(data), nil)
		if err == nil {
			t.Errorf("%q is taken", data)
			continue
		}
		testRefusal(t, "other", imp, err)
	}
}

var sentinels = []error{
	importers.ErrFormat, importers.ErrMalformed, importers.ErrEncrypted, importers.ErrEmpty, importers.ErrTooLarge, importers.ErrGiven,
}

// testRefusal checks that nothing comes beside an error, and that the error says
// which file, of which kind the fault is, and what it is.
func testRefusal(t *testing.T, name string, imp *importers.Import, err error) {
	t.Helper()
	if imp != nil {
		t.Error("something is returned beside an error")
	}
	var refused *importers.FileError
	if !errors.As(err, &refused) {
		t.Errorf("the error is no FileError: %v", err)
		return
	}
	if refused.Name != name || len(refused.Problems) == 0 || refused.Problems[0].Message == "" {
		t.Errorf("the refusal does not say which file and why: %+v", refused)
	}
	if !slices.ContainsFunc(sentinels, func(s error) bool { return errors.Is(err, s) }) {
		t.Errorf("the refusal is of no known kind: %v", err)
	}
}

// BenchmarkReader measures the throughput of a reader on a file, in MB/s.
func BenchmarkReader(b *testing.B, read importers.Reader, s Sample) {
	b.SetBytes(int64(len(s.Data)))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := read(b.Context(), s.Name, s.Data, &s.Given); err != nil {
			b.Fatal(err)
		}
	}
}

// Fuzz gives a reader whatever the fuzzer finds, beginning with the samples: what
// it takes has the shape promised, what it does not it refuses properly.
func Fuzz(f *testing.F, read importers.Reader, samples []Sample) {
	for _, s := range samples {
		f.Add(s.Data)
	}
	given := importers.Given{Code: "c", Version: "v", Title: "T", Country: "ES", Scope: codes.National, Territories: samples[0].Given.Territories, Lang: "es"}
	f.Fuzz(func(t *testing.T, data []byte) {
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		defer cancel()
		imp, err := read(ctx, "fuzz", data, &given)
		if err != nil {
			testRefusal(t, "fuzz", imp, err)
			return
		}
		testShape(t, imp)
	})
}

func describe(b *retrieval.Block) string {
	return fmt.Sprintf("block %d of %s, %.40q", b.Order, b.Doc, b.Text)
}
