package outcomes_test

import (
	"bytes"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/reglookup/regengine/regengine/outcomes"
)

func right(id, said string) outcomes.Outcome {
	return outcomes.Outcome{ID: id, Outcome: said, Right: true}
}
func wrong(id, said string) outcomes.Outcome { return outcomes.Outcome{ID: id, Outcome: said} }
func danger(id, said string) outcomes.Outcome {
	return outcomes.Outcome{ID: id, Outcome: said, Dangerous: true}
}
func untried(id string) outcomes.Outcome { return wrong(id, outcomes.NotTried) }

// lines writes a table of rows whose cells are separated by commas.
func lines(rows ...string) string {
	var b strings.Builder
	for _, row := range rows {
		b.WriteString(strings.ReplaceAll(row, ",", "\t") + "\n")
	}
	return b.String()
}

func TestWrite(t *testing.T) {
	list := []outcomes.Outcome{danger("c", "compliant 3"), untried("b"), right("a", "non_compliant 1.5"), wrong("d", "undetermined")}
	want := lines("id,outcome,right,dangerous", "a,non_compliant 1.5,yes,no", "b,not tried,-,-", "c,compliant 3,no,yes", "d,undetermined,no,no")
	for range 2 { // in whatever order they come
		var b strings.Builder
		if err := outcomes.Write(&b, list); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, b.String()); diff != "" {
			t.Errorf("-want +got:\n%s", diff)
		}
		slices.Reverse(list)
	}
	read, err := outcomes.Read(strings.NewReader(want))
	if err != nil {
		t.Fatal(err)
	}
	slices.SortFunc(list, func(a, b outcomes.Outcome) int { return strings.Compare(a.ID, b.ID) })
	if diff := cmp.Diff(list, read); diff != "" {
		t.Errorf("read again, -want +got:\n%s", diff)
	}
}

func TestWrite_ErrFormat(t *testing.T) {
	for name, list := range map[string][]outcomes.Outcome{
		"no id":               {right("", "found")},
		"no outcome":          {right("a", "")},
		"twice":               {right("a", "found"), wrong("b", "x"), wrong("a", "found")},
		"tab":                 {right("a\tb", "found")},
		"line break":          {right("a", "found\n")},
		"space":               {right(" a", "found")},
		"no text":             {right("a", "\xff")},
		"not tried and right": {right("a", outcomes.NotTried)},
		"right and dangerous": {{ID: "a", Outcome: "compliant", Right: true, Dangerous: true}},
	} {
		var b strings.Builder
		if err := outcomes.Write(&b, list); !errors.Is(err, outcomes.ErrFormat) || b.Len() > 0 {
			t.Errorf("%s: want ErrFormat and nothing written, got %v and %q", name, err, b.String())
		}
	}
}

func TestRead_ErrFormat(t *testing.T) {
	const header = "id\toutcome\tright\tdangerous\n"
	for name, tt := range map[string]struct{ text, want string }{
		"empty":               {"", "line 1"},
		"other header":        {"id\toutcome\tright\na\tfound\tyes\n", "line 1"},
		"carriage return":     {strings.ReplaceAll(header, "\n", "\r\n"), "line 1"},
		"few columns":         {header + "a\tfound\tyes\n", "line 2: 3 columns"},
		"blank line":          {header + "a\tfound\tyes\tno\n\n", "line 3: 1 columns"},
		"other word":          {header + "a\tfound\tYES\tno\n", "line 2: right"},
		"twice":               {header + lines("a,found,yes,no", "b,x,no,no", "a,x,no,no"), `line 4: the id "a" stands on line 2`},
		"not tried and wrong": {header + lines("a,not tried,no,no"), "line 2"},
		"tried and neither":   {header + "a\tfound\t-\t-\n", "line 2"},
		"right and dangerous": {header + lines("a,found,yes,yes"), "line 2: what is dangerous"},
		"no id":               {header + "\tfound\tyes\tno\n", "line 2: the id"},
	} {
		_, err := outcomes.Read(strings.NewReader(tt.text))
		if !errors.Is(err, outcomes.ErrFormat) || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: want ErrFormat with %q, got %v", name, tt.want, err)
		}
	}
}

func TestCompare(t *testing.T) {
	for _, tt := range []struct {
		name        string
		before, now outcomes.Outcome // without an id: not in that run
		want        string           // the lists the case is in
	}{
		{"the same", right("a", "compliant 3"), right("a", "compliant 3"), ""},
		{"the same danger", danger("a", "compliant 3"), danger("a", "compliant 3"), ""},
		{"right to wrong", right("a", "compliant 3"), wrong("a", "undetermined"), "lost"},
		{"right to dangerous", right("a", "non_compliant 3"), danger("a", "compliant 3"), "lost dangerous"},
		{"right to not tried", right("a", "compliant 3"), untried("a"), "lost"},
		{"wrong to right", wrong("a", "undetermined"), right("a", "compliant 3"), "won"},
		{"dangerous to right", danger("a", "compliant 3"), right("a", "non_compliant 3"), "won"},
		{"not tried to right", untried("a"), right("a", "compliant 3"), "won"},
		{"wrong to dangerous", wrong("a", "undetermined"), danger("a", "compliant 3"), "dangerous"},
		{"dangerous in the same words", wrong("a", "compliant 3"), danger("a", "compliant 3"), "dangerous"},
		{"not tried to dangerous", untried("a"), danger("a", "compliant 3"), "dangerous"},
		{"dangerous to wrong", danger("a", "compliant 3"), wrong("a", "undetermined"), "changed"},
		{"wrong to not tried", wrong("a", "undetermined"), untried("a"), "changed"},
		{"not tried to wrong", untried("a"), wrong("a", "undetermined"), "changed"},
		{"wrong in another way", wrong("a", "undetermined"), wrong("a", "conditional 3"), "changed"},
		{"right in another way", right("a", "undetermined"), right("a", "non_compliant 3"), "changed"},
		{"one danger for another", danger("a", "compliant 3"), danger("a", "compliant 4"), "changed"},
		{"gone", right("a", "compliant 3"), outcomes.Outcome{}, "gone"},
		{"gone though wrong", wrong("a", "undetermined"), outcomes.Outcome{}, "gone"},
		{"new", outcomes.Outcome{}, right("a", "compliant 3"), "new"},
		{"new and dangerous", outcomes.Outcome{}, danger("a", "compliant 3"), "new"},
		{"a figure fell", right("map@10", "0.6816"), right("map@10", "0.6815"), "lost"},
		{"a figure rose", right("map@10", "0.9"), right("map@10", "0.1e1"), "changed"}, // is none
		{"a figure of more digits", right("map@10", "9.5"), right("map@10", "10.25"), "won"},
		{"a figure written otherwise", right("map@10", "0.50"), right("map@10", "0.5"), "changed"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			moves, err := outcomes.Compare(one(tt.before), one(tt.now))
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tt.want, lists(moves)); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
			failed := strings.Contains(tt.want, "lost") || strings.Contains(tt.want, "dangerous") || strings.Contains(tt.want, "gone")
			if moves.Failed() != failed {
				t.Errorf("failed: want %v, got %v", failed, moves.Failed())
			}
		})
	}
}

func one(o outcomes.Outcome) []outcomes.Outcome {
	if o.ID == "" {
		return nil
	}
	return []outcomes.Outcome{o}
}

// lists names the lists that hold something.
func lists(m *outcomes.Moves) string {
	var names []string
	for _, list := range []struct {
		name string
		size int
	}{
		{"lost", len(m.Lost)}, {"dangerous", len(m.Dangerous)}, {"gone", len(m.Gone)}, {"won", len(m.Won)}, {"new", len(m.New)}, {"changed", m.Changed},
	} {
		if list.size > 0 {
			names = append(names, list.name)
		}
	}
	return strings.Join(names, " ")
}

func TestMoves_Print(t *testing.T) {
	before := []outcomes.Outcome{right("b", "compliant 3"), right("a", "found"), wrong("c", "undetermined"), right("d", "found"), wrong("e", "x")}
	now := []outcomes.Outcome{right("c", "compliant 1"), danger("b", "conditional 9"), untried("a"), wrong("e", "y"), wrong("f", "not found")}
	moves, err := outcomes.Compare(before, now)
	if err != nil {
		t.Fatal(err)
	}
	var got strings.Builder
	if err := moves.Print(&got); err != nil {
		t.Fatal(err)
	}
	const want = `lost       a: not tried, was found
lost       b: conditional 9, was compliant 3
dangerous  b: conditional 9, was compliant 3
gone       d: found
won        c: compliant 1, was undetermined
new        f: not found
moved: 2 lost, 1 dangerous, 1 gone, 1 won, 1 new, 1 otherwise changed
`
	if diff := cmp.Diff(want, got.String()); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

func TestCompare_ErrFormat(t *testing.T) {
	twice := []outcomes.Outcome{right("a", "found"), right("a", "found")}
	if _, err := outcomes.Compare(twice, nil); !errors.Is(err, outcomes.ErrFormat) {
		t.Errorf("before: want ErrFormat, got %v", err)
	}
	if _, err := outcomes.Compare(nil, twice); !errors.Is(err, outcomes.ErrFormat) {
		t.Errorf("now: want ErrFormat, got %v", err)
	}
}

func TestCountOf(t *testing.T) {
	got := outcomes.CountOf([]outcomes.Outcome{right("a", "x"), wrong("b", "x"), danger("c", "x"), untried("d")}).String()
	if want := "3 tried, 1 right, 1 dangerous, 1 not tried"; want != got {
		t.Errorf("want %q, got %q", want, got)
	}
}

// FuzzRead holds that what is read is written again as the same cases.
func FuzzRead(f *testing.F) {
	f.Add([]byte("id\toutcome\tright\tdangerous\na\tfound\tyes\tno\nb\tnot tried\t-\t-\n"))
	f.Add([]byte("id\toutcome\tright\tdangerous"))
	f.Add([]byte("id\toutcome\tright\tdangerous\nb\t0.5\tyes\tno\na\tx\tno\tyes"))
	f.Fuzz(func(t *testing.T, data []byte) {
		list, err := outcomes.Read(bytes.NewReader(data))
		if err != nil {
			if !errors.Is(err, outcomes.ErrFormat) {
				t.Fatalf("want ErrFormat, got %v", err)
			}
			return
		}
		var written bytes.Buffer
		if err := outcomes.Write(&written, list); err != nil {
			t.Fatalf("read but not written: %v", err)
		}
		again, err := outcomes.Read(&written)
		if err != nil {
			t.Fatalf("written but not read: %v", err)
		}
		moves, err := outcomes.Compare(list, again)
		if err != nil || lists(moves) != "" || len(list) != len(again) {
			t.Fatalf("want nothing moved, got %v, %v", moves, err)
		}
	})
}
