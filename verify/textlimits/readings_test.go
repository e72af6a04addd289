package textlimits_test

import (
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/reglookup/regengine/codes/reading/quantity"
	"github.com/reglookup/regengine/codes/retrieval"
	"github.com/reglookup/regengine/verify/rules"
	"github.com/reglookup/regengine/verify/textlimits"
)

// readingsRight is how many of testdata/readings.txt are read in full.
const readingsRight = 65

// TestReadings: of sentences whose figures are easily misread, no limit that is
// sure is wrong; testdata/readings.txt says how a case is written.
func TestReadings(t *testing.T) {
	data, err := os.ReadFile("testdata/readings.txt")
	if err != nil {
		t.Fatal(err)
	}
	right, total := 0, 0
	for _, c := range readingCases(string(data)) {
		total++
		t.Run(c.text, func(t *testing.T) {
			found := sure(t, c.text)
			whole := true
			for _, want := range c.want {
				if want != "none" && !slices.ContainsFunc(found, func(l textlimits.Limit) bool { return reads(l, want) }) {
					whole = false
				}
			}
			for _, l := range found {
				if !slices.ContainsFunc(c.want, func(want string) bool { return reads(l, want) }) {
					t.Errorf("not a limit of the text: %s", short(l))
					whole = false
				}
			}
			if whole {
				right++
			} else {
				t.Logf("not read in full: want %s, got %v", strings.Join(c.want, " ;; "), shorts(found))
			}
		})
	}
	if right < readingsRight {
		t.Errorf("want %d of %d read in full, got %d", readingsRight, total, right)
	}
}

type readingCase struct {
	text string
	want []string
}

func readingCases(data string) []readingCase {
	var out []readingCase
	var text []string
	for line := range strings.Lines(data) {
		line = strings.TrimSpace(line)
		switch {
		case strings.HasPrefix(line, "#"):
		case strings.HasPrefix(line, "=> "):
			out = append(out, readingCase{strings.TrimSpace(strings.Join(text, "\n")), strings.Split(line[3:], " ;; ")})
			text = nil
		case line != "":
			text = append(text, line)
		}
	}
	return out
}

// sure returns the limits of a text that are not doubtful, ranges as two. Each line
// is a block, and one with the mark of an item an item.
func sure(t *testing.T, text string) []textlimits.Limit {
	t.Helper()
	lang := "es"
	if strings.Contains(" "+strings.ToLower(text), " the ") || strings.Contains(text, "shall") {
		lang = "en"
	}
	var blocks []retrieval.Block
	for i, line := range strings.Split(text, "\n") {
		b := retrieval.Block{ID: string(rune('a' + i)), Section: "s", Kind: retrieval.Paragraph, Lang: lang, Text: line}
		if len(line) > 2 && (line[1] == ')' || line[0] == '(' || line[0] == '-') {
			b.Kind, b.Depth = retrieval.Item, 1
		}
		if strings.HasPrefix(line, "- ") {
			b.Depth = 2
		}
		blocks = append(blocks, b)
	}
	var out []textlimits.Limit
	for _, l := range extract(t, blocks...) {
		switch {
		case len(l.Doubts) > 0 || l.Op == rules.MustBeTrue || l.Op == rules.MustBeAbsent:
		case l.Op == rules.Between:
			low, high := l, l
			low.Op, low.Value = rules.AtLeast, l.Min
			high.Op, high.Value = rules.AtMost, l.Max
			out = append(out, low, high)
		default:
			out = append(out, l)
		}
	}
	return out
}

// reads reports whether a limit is "~ >= 0.90 m".
func reads(l textlimits.Limit, want string) bool {
	want, inCase := strings.CutPrefix(want, "~ ")
	part := strings.Fields(want)
	if len(part) != 3 || string(l.Op) != part[0] {
		return false
	}
	cases := []textlimits.Role{textlimits.WhenRole, textlimits.UnlessRole, textlimits.RestRole, textlimits.RowRole, textlimits.ColumnRole, textlimits.LeadRole}
	if inCase && !slices.ContainsFunc(l.Phrases, func(p textlimits.Phrase) bool { return slices.Contains(cases, p.Role) }) {
		return false
	}
	value := strings.Replace(part[1], "1:", "1/", 1)
	a, errA := quantity.ParseNumber(l.Value)
	z, errZ := quantity.ParseNumber(value)
	if over, ok := strings.CutPrefix(value, "1/"); ok {
		n, err := quantity.ParseNumber(over)
		if err != nil {
			return false
		}
		z, _ = quantity.NewNumber(1, 1).Quo(n)
		errZ = nil
	}
	if errA != nil || errZ != nil {
		return false
	}
	from, errA := quantity.ParseUnitIn(l.Unit, "es")
	if errA != nil {
		from, errA = quantity.ParseUnitIn(l.Unit, "en")
	}
	to, errZ := quantity.ParseUnit(part[2])
	if errA != nil || errZ != nil {
		return l.Unit == part[2] && a.Equal(z)
	}
	got, err := quantity.Convert(a, from, to, quantity.Slope)
	return err == nil && got.Equal(z)
}
