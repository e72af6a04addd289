package codes_test

import (
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/reglookup/regengine/codes"
)

func TestParseDate(t *testing.T) {
	for text, ok := range map[string]bool{
		"2022-06-14": true, "2024-02-29": true, "0001-01-01": true, "9999-12-31": true,
		"2023-02-29": false, "2022-6-14": false, "14/06/2022": false, "2022-06-14T00:00:00Z": false,
		"": false, "2022-06-14Z": false, "0000-01-01": false, "2022-13-01": false, "20220614": false,
	} {
		d, err := codes.ParseDate(text)
		if (err == nil) != ok {
			t.Errorf("ParseDate(%q): error %v, want success: %v", text, err, ok)
		}
		if ok && d.String() != text {
			t.Errorf("ParseDate(%q).String() = %q", text, d)
		}
	}
}

func TestNewDate(t *testing.T) {
	if d, ok := codes.NewDate(2024, time.February, 30); ok {
		t.Errorf("30 February is %v", d)
	}
	if d, ok := codes.NewDate(-1, time.March, 1); ok {
		t.Errorf("year -1 is %v", d)
	}
}

// Dates compare as their days do.
func TestDate_Compare(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		start := time.Date(1900, 1, 1, 0, 0, 0, 0, time.UTC)
		a := start.AddDate(0, 0, rapid.IntRange(0, 100_000).Draw(t, "a"))
		b := start.AddDate(0, 0, rapid.IntRange(0, 100_000).Draw(t, "b"))
		if got, want := codes.DateOf(a).Compare(codes.DateOf(b)), a.Compare(b); got != want {
			t.Fatalf("%v and %v: got %d, want %d", a, b, got, want)
		}
	})
}

func FuzzParseDate(f *testing.F) {
	f.Add("2022-06-14")
	f.Add("")
	f.Fuzz(func(t *testing.T, text string) {
		d, err := codes.ParseDate(text)
		if err == nil && d.String() != text {
			t.Errorf("ParseDate(%q) = %v", text, d)
		}
		if err != nil && !d.IsZero() {
			t.Errorf("ParseDate(%q) gives both %v and an error", text, d)
		}
	})
}
