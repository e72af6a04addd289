package openaiembed

import (
	"errors"
	"math"
	"testing"
	"unicode/utf8"

	"github.com/reglookup/regengine/codes/retrieval/openaihttp"
)

// Whatever a server answers, vectors are whole and of length 1 (or zeros), or
// there are none.
func FuzzParse(f *testing.F) {
	for _, body := range []string{
		`{"data":[{"index":1,"embedding":[1,2]},{"index":0,"embedding":"AACAPwAAAAA="}]}`,
		`{"data":[{"embedding":[1e-320]},{"embedding":[1e308]}]}`,
		`{"error":{"message":"x"}}`, `{"data":[{"index":0,"embedding":[null]},{}]}`, `[]`, `null`, `<html>`, "",
	} {
		f.Add([]byte(body), 2)
	}
	f.Fuzz(func(t *testing.T, body []byte, n int) {
		if n < 1 || n > 1000 {
			return
		}
		list, err := parse(body, n)
		var refused *openaihttp.Refusal
		if err != nil {
			if !errors.As(err, &refused) || list != nil {
				t.Fatalf("error %v with %d vectors", err, len(list))
			}
			return
		}
		if len(list) != n {
			t.Fatalf("%d vectors, want %d", len(list), n)
		}
		for _, v := range list {
			sum := 0.0
			for _, x := range v {
				sum += float64(x) * float64(x)
			}
			if len(v) == 0 || len(v) != len(list[0]) || sum != 0 && !(math.Abs(sum-1) < 1e-3) {
				t.Fatalf("vector of %d values and square length %v", len(v), sum)
			}
		}
	})
}

func FuzzClean(f *testing.F) {
	f.Add("anchura útil\x00", 5)
	f.Add("\xff\xfe", 1)
	f.Add("   \u202e ", 3)
	f.Fuzz(func(t *testing.T, text string, limit int) {
		if limit < 1 || limit > 1<<20 {
			return
		}
		got := clean(text, limit)
		if !utf8.ValidString(got) || utf8.RuneCountInString(got) > limit || got != clean(got, limit) {
			t.Fatalf("clean(%q, %d) = %q", text, limit, got)
		}
	})
}
