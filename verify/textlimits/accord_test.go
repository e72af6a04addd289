package textlimits_test

import (
	"bufio"
	"encoding/json"
	"hash/fnv"
	"math"
	"os"
	"strings"
	"testing"

	"github.com/reglookup/regengine/codes/reading/quantity"
	"github.com/reglookup/regengine/verify/textlimits"
)

// accordSentence is a line of the annotated corpus: one sentence and what it compares.
type accordSentence struct {
	Text   string
	Limits []struct {
		Comparator string
		Value      float64
		Unit       string
	}
}

// score counts comparisons found right, found in all, and annotated.
type score struct{ right, found, annotated int }

func (s score) precision() float64 { return float64(s.right) / float64(max(1, s.found)) }
func (s score) recall() float64    { return float64(s.right) / float64(max(1, s.annotated)) }

// TestComparisons_accord measures precision and recall of comparator, value and
// unit on the annotated sentences REGENGINE_CODE_ACCORD names. It reports the
// two halves of the corpus apart. Limits that nobody annotated count as wrong:
// the bounds asked for are those below which something broke.
func TestComparisons_accord(t *testing.T) {
	path := os.Getenv("REGENGINE_CODE_ACCORD")
	if path == "" {
		t.Skip("REGENGINE_CODE_ACCORD is unset: no annotated corpus to measure against")
	}
	file, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = file.Close() }()
	var halves [2]score
	lines := bufio.NewScanner(file)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var s accordSentence
		if err := json.Unmarshal(lines.Bytes(), &s); err != nil {
			t.Fatal(err)
		}
		hash := fnv.New32a()
		_, _ = hash.Write([]byte(s.Text))
		measure(t, &halves[hash.Sum32()%2], s)
	}
	if err := lines.Err(); err != nil {
		t.Fatal(err)
	}
	all := score{halves[0].right + halves[1].right, halves[0].found + halves[1].found, halves[0].annotated + halves[1].annotated}
	for i, s := range []score{halves[0], halves[1], all} {
		t.Logf("%s: precision %.3f recall %.3f (right %d, found %d, annotated %d)",
			[]string{"even", "odd", "all"}[i], s.precision(), s.recall(), s.right, s.found, s.annotated)
	}
	if all.precision() < 0.77 || all.recall() < 0.78 {
		t.Errorf("precision %.3f and recall %.3f are too low", all.precision(), all.recall())
	}
}

func measure(t *testing.T, s *score, sentence accordSentence) {
	t.Helper()
	found := textlimits.Comparisons(sentence.Text, "en")
	used := make([]bool, len(found))
	s.found += len(found)
	s.annotated += len(sentence.Limits)
	missed := false
	for _, want := range sentence.Limits {
		hit := false
		for i, got := range found {
			if !used[i] && string(got.Op) == want.Comparator && math.Abs(got.Value.Float()-want.Value) < 1e-4*math.Max(1, want.Value) && sameUnit(got.Unit, want.Unit) {
				used[i], hit = true, true
				s.right++
				break
			}
		}
		if !hit {
			missed = true
			if testing.Verbose() {
				t.Logf("missed %s %v %q", want.Comparator, want.Value, want.Unit)
			}
		}
	}
	for i := range used {
		if !used[i] {
			missed = true
			if testing.Verbose() {
				t.Logf("too many: %s %v %q %s", found[i].Op, found[i].Value, found[i].Unit, found[i].Role)
			}
		}
	}
	if missed && testing.Verbose() {
		t.Logf("in: %s\n", sentence.Text)
	}
}

// sameUnit compares units however they are written; counts of things that the
// corpus gives no unit have none here either.
func sameUnit(got, want string) bool {
	spelled := strings.NewReplacer("degC", "°C", "deg", "°", "load", "", "person/m2", "person/m2").Replace(want)
	if got == spelled || strings.TrimSpace(spelled) == got || want == "" && (got == "ud" || strings.HasPrefix(got, "E")) {
		return true
	}
	a, errA := quantity.ParseUnit(got)
	z, errZ := quantity.ParseUnit(spelled)
	if want == "" && errA == nil && a.Kind() == "count" {
		return true
	}
	return errA == nil && errZ == nil && a.Equal(z)
}

var _ textlimits.Extractor = (*textlimits.PatternExtractor)(nil)
