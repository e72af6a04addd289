package askeval_test

import (
	"errors"
	"os"
	"strings"
	"testing"

	"github.com/reglookup/regengine/ask/askeval"
)

// citations are the sentences of a file kept beside the tests.
func citations(t testing.TB, name string) []askeval.CitationCase {
	t.Helper()
	file, err := os.Open("testdata/" + name)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	cases, err := askeval.LoadCitations(file)
	if err != nil {
		t.Fatal(err)
	}
	return cases
}

func TestMeasureCitations(t *testing.T) {
	r := askeval.MeasureCitations(citations(t, "citations.tsv"))
	if r.Harmed.Of != 31 || r.LetThrough.Of != 31 || len(r.Outcomes) != 62 {
		t.Errorf("want 31 true and 31 wrong sentences, got %d and %d", r.Harmed.Of, r.LetThrough.Of)
	}
	if r.Harmed.Hits > 0 {
		t.Errorf("true sentences harmed: %s", r.Harmed)
	}
	for _, o := range r.Outcomes {
		if o.Wrong() && o.Kind != "wording" { // which takes a second reading
			t.Errorf("%s: %s: %s", o.Kind, o.Sentence, o.Reason)
		}
	}
	sum := 0
	for _, k := range r.Kinds {
		sum += k.Wrong.Of
	}
	if sum != 62 {
		t.Errorf("want every sentence under a kind, got %d", sum)
	}
}

// TestMeasureCitations_Tables holds sentences against tables of the starter: right ones,
// and ones whose figure stands in another row or column than their words, or those of the
// question, name.
func TestMeasureCitations_Tables(t *testing.T) {
	const harmed, through = 3, 6 // the most of 83 and of 95
	r := askeval.MeasureCitations(citations(t, "tables.tsv"))
	if r.Harmed.Of != 83 || r.LetThrough.Of != 95 {
		t.Errorf("want 83 true and 95 wrong sentences, got %d and %d", r.Harmed.Of, r.LetThrough.Of)
	}
	if r.Harmed.Hits > harmed || r.LetThrough.Hits > through {
		t.Errorf("want at most %d harmed and %d let through, got %s and %s", harmed, through, r.Harmed, r.LetThrough)
		for _, o := range r.Outcomes {
			if o.Wrong() {
				t.Errorf("%s %s: %s: %s", o.ID, o.Kind, o.Sentence, o.Reason)
			}
		}
	}
}

func TestLoadCitations_Err(t *testing.T) {
	header := "id\tkind\tlang\tsentence\tpassage\tcode\tsection\theading\tcontext\tstands\n"
	for _, text := range []string{"", "id\tkind\n", header + "a\tk\n", header + "a\tk\tes\ts\tp\t\t\t\t\tperhaps\n", header + "a\tk\tes\t\tp\t\t\t\t\tyes\n"} {
		if _, err := askeval.LoadCitations(strings.NewReader(text)); !errors.Is(err, askeval.ErrCases) {
			t.Errorf("%q: want ErrCases, got %v", text, err)
		}
	}
}
