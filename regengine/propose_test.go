package regengine_test

import (
	"context"
	"errors"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/codes/retrieval"
	"github.com/reglookup/regengine/regengine"
	"github.com/reglookup/regengine/verify/rules"
	"github.com/reglookup/regengine/verify/textlimits"
)

// slow is an extractor during whose work something happens.
type slow struct {
	finder
	meanwhile func()
}

func (s *slow) Extract(ctx context.Context, blocks []retrieval.Block) ([]textlimits.Limit, error) {
	s.meanwhile()
	return s.finder.Extract(ctx, blocks)
}

// TestPropose: what a model proposes of a text takes the place of what one did
// before, and of nothing else.
func TestPropose(t *testing.T) {
	one, two := texts("a/1", "one", "two"), texts("b/1", "three")
	s := newStore(country)
	s.data.Blocks = slices.Concat(one, two)
	old := proposed(one)
	old.Limits = old.Limits[:1]
	s.data.Limits = []textlimits.LimitSet{limitsOf("f/1", one), old, proposed(two)}
	want := proposed(one)
	for i := range want.Limits {
		want.Limits[i].Origin = textlimits.FromModel // whatever the extractor says
	}
	// Places and the other text may change while the model is asked.
	model := &slow{finder{name: "model/1"}, func() {
		s.set(regengine.Merge(s.data, regengine.Data{Blocks: texts("c/1", "four")}))
	}}
	got, err := regengine.Propose(t.Context(), s, model, "a/1")
	if err != nil {
		t.Fatal(err)
	}
	wantLimits(t, []textlimits.LimitSet{want}, []textlimits.LimitSet{got})
	wantLimits(t, []textlimits.LimitSet{limitsOf("f/1", one), want, proposed(two)}, s.data.Limits)

	if removed, err := regengine.Withdraw(t.Context(), s, "a/1"); err != nil || !removed {
		t.Errorf("Withdraw: %v, %v", removed, err)
	}
	wantLimits(t, []textlimits.LimitSet{limitsOf("f/1", one), proposed(two)}, s.data.Limits)
}

func TestPropose_Err(t *testing.T) {
	one := texts("a/1", "one")
	s := newStore(country)
	s.data.Blocks = one
	if _, err := regengine.Propose(t.Context(), s, &finder{name: "m"}, "b/1"); !errors.Is(err, regengine.ErrNoText) {
		t.Errorf("want ErrNoText, got %v", err)
	}
	down := errors.New("down")
	if _, err := regengine.Propose(t.Context(), s, &finder{name: "m", err: map[string]error{"a/1": down}}, "a/1"); !errors.Is(err, down) {
		t.Errorf("want the model's error, got %v", err)
	}
	replaced := &slow{finder{name: "m"}, func() {
		s.set(regengine.Merge(s.data, regengine.Data{Blocks: texts("a/1", "another text")}))
	}}
	if _, err := regengine.Propose(t.Context(), s, replaced, "a/1"); !errors.Is(err, regengine.ErrTextChanged) {
		t.Errorf("want ErrTextChanged, got %v", err)
	}
	if len(s.data.Limits) > 0 {
		t.Errorf("stored in spite of errors: %+v", s.data.Limits)
	}
}

// TestSnapshot_Counts: sets of other documents, and sets without a rule, count for
// nothing.
func TestSnapshot_Counts(t *testing.T) {
	one, two := texts("a/1", "one", "two"), texts("b/1", "three")
	source := newStore(country)
	source.data.Codes = []codes.Code{sectorial("alpha", "XX")}
	source.data.Blocks = slices.Concat(one, two, []retrieval.Block{text("alpha")})
	source.data.Rules = []rules.RuleSet{sets("alpha")}
	source.data.Limits = []textlimits.LimitSet{limitsOf("f/1", one), proposed(one), {Doc: "b/1", Origin: textlimits.FromPattern}, limitsOf("f/1", texts("gone/1", "x"))}
	s, err := regengine.NewSnapshot(schemes, source.data)
	if err != nil {
		t.Fatal(err)
	}
	want := regengine.Counts{
		Rules:  []regengine.RulesRead{{Ref: ref("alpha"), Rules: 1}},
		Limits: regengine.LimitsRead{Texts: 3, PatternTexts: 2, Pattern: 2, ModelTexts: 1, Model: 2},
	}
	if diff := cmp.Diff(want, s.Counts()); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}
