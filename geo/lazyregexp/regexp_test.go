package lazyregexp_test

import (
	"fmt"
	"regexp"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/reglookup/regengine/geo/lazyregexp"
)

func ExampleNew() {
	number := lazyregexp.New(`[0-9]+`)
	fmt.Println(number.FindString("a width of 120 cm"))
	// Output: 120
}

// TestRegexp_Methods holds every method against that of package regexp.
func TestRegexp_Methods(t *testing.T) {
	const source, text, all = `([a-z])([0-9])`, "a1 b2 c3", -1
	fold := func(match string) string { return "<" + match + ">" }
	r, want := lazyregexp.New(source), regexp.MustCompile(source)
	for name, tt := range map[string]struct{ want, got any }{
		"MatchString":                {want.MatchString(text), r.MatchString(text)},
		"FindString":                 {want.FindString(text), r.FindString(text)},
		"FindStringIndex":            {want.FindStringIndex(text), r.FindStringIndex(text)},
		"FindStringSubmatch":         {want.FindStringSubmatch(text), r.FindStringSubmatch(text)},
		"FindStringSubmatchIndex":    {want.FindStringSubmatchIndex(text), r.FindStringSubmatchIndex(text)},
		"FindAllString":              {want.FindAllString(text, 2), r.FindAllString(text, 2)},
		"FindAllStringIndex":         {want.FindAllStringIndex(text, all), r.FindAllStringIndex(text, all)},
		"FindAllStringSubmatch":      {want.FindAllStringSubmatch(text, all), r.FindAllStringSubmatch(text, all)},
		"FindAllStringSubmatchIndex": {want.FindAllStringSubmatchIndex(text, all), r.FindAllStringSubmatchIndex(text, all)},
		"ReplaceAllString":           {want.ReplaceAllString(text, "$2$1"), r.ReplaceAllString(text, "$2$1")},
		"ReplaceAllStringFunc":       {want.ReplaceAllStringFunc(text, fold), r.ReplaceAllStringFunc(text, fold)},
		"Split":                      {want.Split(text, all), r.Split(text, all)},
		"Get":                        {want.String(), r.Get().String()},
	} {
		t.Run(name, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, tt.got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestRegexp_Concurrent(t *testing.T) {
	r := lazyregexp.New(`[0-9]+`)
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			if want, got := "7", r.FindString("no. 7"); want != got {
				t.Errorf("want %q, got %q", want, got)
			}
		})
	}
	all.Wait()
}

// TestRegexp_Late shows that a mistake is seen at first use, and not before.
func TestRegexp_Late(t *testing.T) {
	r := lazyregexp.New(`(`)
	defer func() {
		if recover() == nil {
			t.Error("want a panic of the first use of a broken expression")
		}
	}()
	r.MatchString("")
}
