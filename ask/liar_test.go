package ask_test

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/reglookup/regengine/ask"
	"github.com/reglookup/regengine/ask/asktest"
	"github.com/reglookup/regengine/codes/retrieval"
)

// lie is a false sentence over a true block. cites is the word of the block it
// cites; "" for a marker that was never issued.
type lie struct {
	fault, sentence, cites string
	of                     source
}

// lies plants every kind of fault in every faithful sentence it can be planted
// in.
func lies(of source) []lie {
	var out []lie
	add := func(fault, sentence, cites string) { out = append(out, lie{fault, sentence, cites, of}) }
	for _, f := range of.told {
		for _, s := range numberFaults(of.block, f.sentence) {
			add(s.fault, s.sentence, of.word)
		}
		for _, u := range units {
			if strings.Contains(f.sentence, u[0]) {
				add("wrong unit", strings.Replace(f.sentence, u[0], u[1], 1), of.word)
			}
		}
		for _, flip := range flips[languageOf(of)] {
			if strings.Contains(f.sentence, flip[0]) {
				add("flipped comparator", strings.Replace(f.sentence, flip[0], flip[1], 1), of.word)
			}
		}
		for _, label := range f.labels {
			add("label, reference or modality changed", strings.Replace(f.sentence, label[0], label[1], 1), of.word)
		}
		add("marker never issued", f.sentence, "")
		add("other block cited", f.sentence, otherThan(of).word)
	}
	for _, s := range others[languageOf(of)] {
		add("unsupported claim", s, of.word)
		add("claim added to a true one", strings.TrimSuffix(of.told[0].sentence, ".")+", "+lowerFirst(s), of.word)
	}
	return out
}

func lowerFirst(s string) string { return strings.ToLower(s[:1]) + s[1:] }

func otherThan(s source) source {
	for i := range sources {
		if sources[i].word == s.word {
			return sources[(i+1)%len(sources)]
		}
	}
	return sources[0]
}

var decimal = regexp.MustCompile(`\b[0-9]+(?:[.,][0-9]+)?\b`)

type fault struct{ fault, sentence string }

// numberFaults changes each amount of a sentence.
func numberFaults(b retrieval.Block, sentence string) []fault {
	var out []fault
	amounts := map[string]bool{}
	for _, q := range ask.Quantities(sentence) {
		if q.Dimension() != "" {
			amounts[q.Text] = true
		}
	}
	for _, m := range decimal.FindAllStringIndex(sentence, -1) {
		number := sentence[m[0]:m[1]]
		if !amounts[number] {
			continue
		}
		put := func(name, other string) {
			if other != number && other != "" {
				out = append(out, fault{name, sentence[:m[0]] + other + sentence[m[1]:]})
			}
		}
		put("wrong number", nextDigit(number))
		put("off by ten", shifted(number))
		put("rounded", rounded(number))
		put("far off", "7"+number)
		for _, other := range decimal.FindAllString(b.Text, -1) {
			if !strings.Contains(sentence, other) && strings.ContainsAny(other, ".,") == strings.ContainsAny(number, ".,") {
				put("number of another row, column or sentence", other)
			}
		}
	}
	return out
}

func nextDigit(n string) string {
	last := n[len(n)-1]
	return n[:len(n)-1] + string('0'+(last-'0'+1)%10)
}

func shifted(n string) string {
	if i := strings.IndexAny(n, ".,"); i > 0 {
		return n[:i] + n[i+1:i+2] + n[i:i+1] + n[i+2:] + "0"
	}
	return n + "0"
}

// rounded drops the last decimal that counts.
func rounded(n string) string {
	if !strings.ContainsAny(n, ".,") || n[len(n)-1] == '0' {
		return ""
	}
	return strings.TrimRight(n[:len(n)-1], ".,")
}

// liarWorld holds every source and nothing else of their kind.
func liarWorld(t testing.TB) *asktest.World {
	t.Helper()
	blocks := make([]retrieval.Block, len(sources))
	for i, s := range sources {
		blocks[i] = s.block
		blocks[i].Order = 900 + i
	}
	return world(t, blocks...)
}

// saying runs a turn whose model finds the block and others, and says one thing.
func saying(t testing.TB, w *asktest.World, of source, sentence, cites string) string {
	t.Helper()
	script := asktest.NewScript(asktest.Search(of.question, of.block.Title, otherThan(of).block.Title), asktest.Draft(func(handle func(string) string) string {
		h := "z2z3z4z5"
		if cites != "" {
			if h = handleFold(handle, cites); h == "" {
				t.Fatalf("no passage holds %q", cites)
			}
		}
		return strings.TrimSuffix(sentence, ".") + " [[" + h + "]]."
	}))
	a, err := w.Ask(t.Context(), script, of.question)
	if err != nil {
		t.Fatal(err)
	}
	if err := asktest.CheckMarkers(a); err != nil {
		t.Fatalf("%v\n%s", err, a.Text)
	}
	return a.Text
}

func handleFold(handle func(string) string, word string) string {
	if h := handle(word); h != "" {
		return h
	}
	return handle(strings.ToUpper(word[:1]) + word[1:])
}

func survives(answer, sentence string) bool {
	return strings.Contains(answer, strings.TrimSuffix(sentence, "."))
}

// Whatever a model says truly of a block stays.
func TestAgent_Answer_FaithfulSurvives(t *testing.T) {
	w := liarWorld(t)
	n, lost := 0, 0
	for _, of := range sources {
		for _, f := range of.told {
			n++
			if got := saying(t, w, of, f.sentence, of.word); !survives(got, f.sentence) {
				lost++
				t.Errorf("a true sentence was taken out: %s\n%s", f.sentence, got)
			}
		}
	}
	t.Logf("%d of %d faithful sentences stay", n-lost, n)
}

// Whatever a model says falsely of a block goes (CITATIONS M1-M3, N1-N8, S1, S2).
func TestAgent_Answer_LiesAreCaught(t *testing.T) {
	const least = 300
	w := liarWorld(t)
	n, missed := 0, map[string]int{}
	for _, of := range sources {
		for _, l := range lies(of) {
			n++
			if got := saying(t, w, of, l.sentence, l.cites); survives(got, l.sentence) {
				missed[l.fault]++
				t.Errorf("%s: a false sentence stayed: %s", l.fault, l.sentence)
			}
		}
	}
	if n < least {
		t.Errorf("want at least %d lies, got %d", least, n)
	}
	t.Logf("%d lies, missed %v", n, fmt.Sprint(missed))
}
