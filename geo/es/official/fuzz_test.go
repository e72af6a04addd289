package official

import (
	"bytes"
	"errors"
	"io"
	"testing"
	"unicode/utf8"

	"github.com/reglookup/regengine/geo"
	"github.com/reglookup/regengine/geo/es"
)

func FuzzReadIGN(f *testing.F) {
	f.Add([]byte(ignSample))
	f.Add([]byte(latin1(ignSample)))
	f.Add([]byte(ignHeader + "28079000000;28;\"Ma\"\"drid\";;-1,5\n"))
	f.Fuzz(func(t *testing.T, data []byte) { checkReader(t, ReadIGN, data) })
}

func FuzzReadINE(f *testing.F) {
	f.Add([]byte(delimited(ineSample, ";")))
	f.Add([]byte(workbook(f, ineSample, true, nil)))
	f.Add([]byte(zipOf(f, map[string]string{"[Content_Types].xml": "<Types/>", "xl/workbook.xml": "<workbook/>"})))
	f.Fuzz(func(t *testing.T, data []byte) { checkReader(t, ReadINE, data) })
}

// checkReader holds what every reader promises of any input: an Error with
// places in the file, or a sound list.
func checkReader(t *testing.T, read func(io.Reader, string) (*File, error), data []byte) {
	file, err := read(bytes.NewReader(data), "f")
	if err != nil {
		var mistakes *Error
		if !errors.As(err, &mistakes) || len(mistakes.Problems) == 0 {
			t.Fatalf("want an Error, got %v", err)
		}
		return
	}
	if len(file.Lines) != len(file.Places) {
		t.Fatalf("%d lines for %d places", len(file.Lines), len(file.Places))
	}
	seen := make(map[geo.ID]bool)
	for _, p := range file.Places {
		id, level, err := es.Scheme{}.ParseID(string(p.ID))
		if err != nil || id != p.ID || level != p.Level || seen[id] || (level != geo.Country && !seen[p.Parent]) {
			t.Fatalf("unsound place %+v (%v)", p, err)
		}
		if p.Name == "" || !utf8.ValidString(p.Name) {
			t.Fatalf("%s has the name %q", p.ID, p.Name)
		}
		seen[id] = true
	}
	again, _ := file.Merge(file.Places)
	for i, p := range again {
		if p.Name != file.Places[i].Name {
			t.Fatalf("merging a file with itself renamed %q to %q", file.Places[i].Name, p.Name)
		}
	}
}
