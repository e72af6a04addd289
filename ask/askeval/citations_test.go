package askeval_test

import (
	"errors"
	"os"
	"strings"
	"testing"

	"github.com/reglookup/regengine/ask/askeval"
)

// citations are the sentences kept beside the tests.
func citations(t testing.TB) []askeval.CitationCase {
	t.Helper()
	file, err := os.Open("testdata/citations.tsv")
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
	r := askeval.MeasureCitations(citations(t))
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

func TestLoadCitations_Err(t *testing.T) {
	header := "id\tkind\tlang\tsentence\tpassage\tcode\tsection\theading\tcontext\tstands\n"
	for _, text := range []string{"", "id\tkind\n", header + "a\tk\n", header + "a\tk\tes\ts\tp\t\t\t\t\tperhaps\n", header + "a\tk\tes\t\tp\t\t\t\t\tyes\n"} {
		if _, err := askeval.LoadCitations(strings.NewReader(text)); !errors.Is(err, askeval.ErrCases) {
			t.Errorf("%q: want ErrCases, got %v", text, err)
		}
	}
}
