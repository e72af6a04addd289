package note

import (
	"testing"

	"github.com/reglookup/regengine/ask"
	"github.com/reglookup/regengine/codes"
)

// A duty that holds settles a question for yes or no where the list is likely right, whatever
// the words of the names; else where the question has the names.
func TestAnswer_settled(t *testing.T) {
	words, names := ask.Match{Element: 0.2, Explained: 0.4}, ask.Match{Element: 1, Parameter: 1, Explained: 1}
	for _, tt := range []struct {
		name   string
		match  ask.Match
		listed float64
		want   string
	}{
		{"likely, in other words", words, 0.6, "No"},
		{"unlikely, in other words", words, 0.4, ""},
		{"unlikely, by its names", names, 0.4, "No"},
	} {
		a := &answer{question: readQuestion(ask.Question{Text: "¿Se puede acampar en la playa?"}), listed: tt.listed, required: &ask.Required{
			Match: tt.match, Rows: []ask.RequiredRow{{Text: "playa, acampada: no se admite", Handle: "S1", State: ask.RowHolds, Duty: ask.DutyForbidden}},
		}}
		if got := a.settled(); got != tt.want {
			t.Errorf("%s: %q, want %q", tt.name, got, tt.want)
		}
	}
}

// Passages of the regulation that a question names by its sign come first.
func TestAnswer_rate_named(t *testing.T) {
	first := &candidate{Passage: &ask.Passage{Handle: "S1", Version: "rite/rd-178-2021", Text: "recinto protegido"}, near: 1}
	named := &candidate{Passage: &ask.Passage{Handle: "S2", Version: "cte-db-hr/2019", Text: "recinto protegido"}, near: 0.8}
	for _, exact := range []bool{true, false} {
		a := &answer{question: readQuestion(ask.Question{Text: "¿Qué es un recinto protegido en el DB-HR?"}), found: []*candidate{first, named}}
		a.editions = []ask.Edition{{Ref: codes.VersionRef{Code: "cte-db-hr", Version: "2019"}, Exact: exact}}
		a.rate()
		if got := a.ranked()[0] == named; got != exact {
			t.Errorf("named by its sign: %v: it comes first: %v", exact, got)
		}
	}
}
