package regengine_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/codes/retrieval"
	"github.com/reglookup/regengine/geo"
	"github.com/reglookup/regengine/regengine"
	"github.com/reglookup/regengine/verify/rules"
)

// ref names the only version of each code below.
func ref(slug string) codes.VersionRef { return codes.VersionRef{Code: slug, Version: "1"} }

func sectorial(slug string, territories ...geo.ID) codes.Code {
	return codes.Code{Slug: slug, Title: slug, CountryCode: "XX", Scope: codes.Sectorial, Territories: territories,
		Versions: []codes.Version{{Slug: "1", Title: "Edition", Status: codes.Active, Internal: true,
			Sections: []codes.Section{{Slug: "s", Title: "S", Level: 1}}}}}
}

func text(slug string) retrieval.Block {
	return retrieval.Block{ID: slug, Doc: ref(slug).String(), Section: "s", Kind: retrieval.Paragraph, Lang: "en",
		Text: "A stair is at least 1.00 m wide."}
}

// rules is a sound set but for what its edits, old and new by turns, make of it.
func sets(slug string, edits ...string) rules.RuleSet {
	const source = `format: 1
language: en
elements:
  stair: {label: stair, names: [stair]}
parameters:
  width: {label: width, names: [width], relation: slope}
rules:
  - id: width
    subjects: [{element: stair, parameter: width}]
    require: {op: ">=", value: 1, unit: m}
    section: s
    quote: A stair is at least 1.00 m wide.
`
	return rules.RuleSet{Ref: ref(slug), Source: []byte(strings.NewReplacer(edits...).Replace(source))}
}

// wantMistakes compares the first line of each mistake err joins.
func wantMistakes(t *testing.T, err error, want ...string) {
	t.Helper()
	got := mistakes(err)
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("mistakes (-want +got):\n%s", diff)
	}
}

func mistakes(err error) []string {
	var list []string
	var tree *geo.TreeError
	if errors.As(err, &tree) {
		for _, p := range tree.Problems {
			list = append(list, fmt.Sprintf("row %d %s", p.Row, p.ID))
		}
	}
	var catalog *codes.CatalogError
	if errors.As(err, &catalog) {
		for _, p := range catalog.Problems {
			list = append(list, fmt.Sprintf("%s %s", p.Ref, p.Field))
		}
	}
	return append(list, ruleMistakes(err, "")...)
}

// ruleMistakes lists set and line of every mistake in rules.
func ruleMistakes(err error, outside string) []string {
	if set, _, ok := strings.Cut(fmt.Sprint(err), ": "); ok && strings.HasPrefix(set, "rules of ") {
		outside = strings.TrimPrefix(set, "rules of ")
	}
	switch e := err.(type) { //nolint:errorlint // every error of the tree is visited
	case *rules.Error:
		var list []string
		for _, p := range e.Problems {
			list = append(list, fmt.Sprintf("%s line %d", outside, p.Line))
		}
		return list
	case interface{ Unwrap() []error }:
		var list []string
		for _, inner := range e.Unwrap() {
			list = append(list, ruleMistakes(inner, "")...)
		}
		return list
	case interface{ Unwrap() error }:
		return ruleMistakes(e.Unwrap(), outside)
	}
	return nil
}

func TestNewSnapshot(t *testing.T) {
	everywhere := []geo.Place{country, one}
	tests := map[string]struct {
		data regengine.Data
		want []string
	}{
		"OK": {regengine.Data{Places: everywhere, Codes: []codes.Code{sectorial("a", "XX-1")},
			Blocks: []retrieval.Block{text("a")}, Rules: []rules.RuleSet{sets("a")}}, nil},
		"ErrEveryStage": {regengine.Data{
			Places: []geo.Place{country, one, orphan},
			Codes:  []codes.Code{sectorial("a", "XX-1", "XX-3", "XX-9"), sectorial("b", "XX-8"), sectorial("c", "XX")},
			Blocks: []retrieval.Block{text("a"), text("b"), text("c")},
			Rules:  []rules.RuleSet{sets("a", "at least 1.00 m wide", "wide"), sets("b", "section: s", "section: nope"), sets("c")},
		}, []string{"row 2 XX-3", "a territories", "b territories", "a/1 line 8", "b/1 line 8"}},
		"ErrCountryRefused": { // what lies in it is not complained of, nor are codes that name it
			regengine.Data{Places: []geo.Place{one, two}, Codes: []codes.Code{sectorial("a", "XX-1", "XX"), sectorial("b", "XX-8")}},
			[]string{"row -1 XX", "row 0 XX-1", "row 1 XX-2", "b territories"}},
		"ErrNoIdentifier": {regengine.Data{Places: []geo.Place{country, {Name: "Nameless", Level: geo.Municipality, Parent: "XX"}},
			Codes: []codes.Code{sectorial("a", "XX"), sectorial("b", "XX-8")}},
			[]string{"row 1 ", "row 1 ", "b territories"}},
		"ErrUnreadRules": { // b may rely on the words a would declare
			regengine.Data{Places: everywhere, Codes: []codes.Code{sectorial("a", "XX"), sectorial("b", "XX"), sectorial("c", "XX")},
				Blocks: []retrieval.Block{text("a"), text("b"), text("c")},
				Rules: []rules.RuleSet{sets("a", "format: 1", "format: 7"), sets("b", "elements:\n  stair: {label: stair, names: [stair]}", "uses: [stair]"),
					sets("c", "format: 1", "format: 8")}},
			[]string{"a/1 line 1", "c/1 line 1"}},
		"ErrDeclaredTwice": { // and what does not follow from that
			regengine.Data{Places: everywhere, Codes: []codes.Code{sectorial("a", "XX"), sectorial("b", "XX"), sectorial("c", "XX")},
				Blocks: []retrieval.Block{text("a"), text("b"), text("c")},
				Rules:  []rules.RuleSet{sets("a"), sets("b", ", relation: slope", ""), sets("c", "section: s", "section: nope", ", relation: slope", "")}},
			[]string{"b/1 line 6", "c/1 line 6", "c/1 line 8"}},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			snapshot, err := regengine.NewSnapshot(schemes, tt.data)
			if (snapshot == nil) != (err != nil) {
				t.Errorf("snapshot %v beside error %v", snapshot, err)
			}
			wantMistakes(t, err, tt.want...)
		})
	}
	t.Run("ErrSchemes", func(t *testing.T) {
		_, err := regengine.NewSnapshot([]geo.Scheme{scheme{}, scheme{}}, regengine.Data{Places: everywhere, Codes: []codes.Code{sectorial("a", "XX-8")}})
		wantMistakes(t, err, "row -1 XX")
	})
	t.Run("ErrNoSuchVersion", func(t *testing.T) {
		_, err := regengine.NewSnapshot(schemes, regengine.Data{Places: everywhere, Rules: []rules.RuleSet{sets("a"), sets("b")}})
		for _, slug := range []string{"a", "b"} {
			if !errors.Is(err, codes.ErrNotFound) || !strings.Contains(fmt.Sprint(err), "rules of "+slug+"/1: ") {
				t.Errorf("got %v, want ErrNotFound for the rules of %s/1", err, slug)
			}
		}
	})
	t.Run("ErrManySets", func(t *testing.T) {
		data := regengine.Data{Places: everywhere}
		for i := range 27 {
			slug := fmt.Sprintf("c-%03d", i)
			data.Codes = append(data.Codes, sectorial(slug, "XX"))
			data.Rules = append(data.Rules, sets(slug))
		}
		_, err := regengine.NewSnapshot(schemes, data)
		if got := len(mistakes(err)); got != 25 || !strings.Contains(fmt.Sprint(err), "correct these 25 first") {
			t.Errorf("%d mistakes, want 25 and word that there may be more", got)
		}
	})
}

// An import with mistakes in places, codes and rules tells them all and writes
// nothing.
func TestImport_ErrEveryStage(t *testing.T) {
	s := newStore(country)
	_, err := regengine.Import(t.Context(), s, schemes, regengine.Data{
		Places: []geo.Place{one, orphan}, Codes: []codes.Code{sectorial("a", "XX-8")}, Rules: []rules.RuleSet{sets("a")},
	}, nil)
	wantMistakes(t, err, "row 1 XX-3", "a territories", "a/1 line 8")
	if s.revision != 1 || len(s.data.Places) != 1 {
		t.Errorf("revision %d with %d places, want 1 with 1", s.revision, len(s.data.Places))
	}
}
