package ask_test

import (
	"context"
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/reglookup/regengine/ask"
	"github.com/reglookup/regengine/ask/asktest"
	"github.com/reglookup/regengine/codes/reading/quantity"
	"github.com/reglookup/regengine/codes/retrieval"
)

// lie is a false sentence over a true block. cites is the word of the block it
// cites; "" for a marker that was never issued.
type lie struct {
	fault, sentence, cites string
	of                     source
	wording                bool // no figure and no name is wrong
}

// lies plants every kind of fault in every faithful sentence it can be planted
// in.
func lies(of source) []lie {
	var out []lie
	add := func(fault, sentence, cites string) {
		out = append(out, lie{fault: fault, sentence: sentence, cites: cites, of: of})
	}
	word := func(fault, sentence, cites string) { out = append(out, lie{fault, sentence, cites, of, true}) }
	for _, f := range of.told {
		for _, s := range numberFaults(of.block, f.sentence) {
			if ofBlock := s.fault == otherNumber; ofBlock && (of.block.Table == nil || languageOf(of) == "en") {
				word(s.fault, s.sentence, of.word) // it stands in the block
			} else {
				add(s.fault, s.sentence, of.word)
			}
		}
		for _, u := range units {
			if strings.Contains(f.sentence, u[0]) {
				add("wrong unit", strings.Replace(f.sentence, u[0], u[1], 1), of.word)
			}
		}
		for _, flip := range flips[languageOf(of)] {
			if strings.Contains(f.sentence, flip[0]) {
				turned := strings.Replace(f.sentence, flip[0], flip[1], 1)
				if flip[1] == "superará" { // a denial left out, which no figure tells
					word("flipped comparator", turned, of.word)
				} else {
					add("flipped comparator", turned, of.word)
				}
			}
		}
		for _, label := range f.labels {
			word("label, reference or modality changed", strings.Replace(f.sentence, label[0], label[1], 1), of.word)
		}
		add("marker never issued", f.sentence, "")
		word("other block cited", f.sentence, otherThan(of).word)
	}
	for _, s := range others[languageOf(of)] {
		word("unsupported claim", s, of.word)
		word("claim added to a true one", strings.TrimSuffix(of.told[0].sentence, ".")+", "+lowerFirst(s), of.word)
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

const otherNumber = "number of another row, column or sentence"

// numberFaults changes each amount of a sentence.
func numberFaults(b retrieval.Block, sentence string) []fault {
	var out []fault
	amounts := map[string]bool{}
	for _, f := range quantity.Figures(sentence, ask.Language(sentence), nil) {
		for _, p := range f.Parts {
			if !p.Unit.IsZero() {
				amounts[decimal.FindString(sentence[p.Start:])] = true
			}
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
				put(otherNumber, other)
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
func saying(t testing.TB, w *asktest.World, reader ask.SecondReader, of source, sentence, cites string) string {
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
	a, err := w.Agent(script, &ask.Options{SecondReader: reader}).Answer(t.Context(), w.Question(of.question))
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

// rightReader knows which sentences are true.
func rightReader() *asktest.Reader {
	truth := map[string]string{} // the block of which it is true
	for _, of := range sources {
		for _, f := range of.told {
			truth[strings.TrimSuffix(f.sentence, ".")] = of.block.Title
		}
	}
	return asktest.NewReader(func(_ context.Context, claims []ask.Claim) ([]ask.Reading, error) {
		list := make([]ask.Reading, len(claims))
		for i, c := range claims {
			if list[i] = asktest.Supported(c); truth[strings.TrimRight(c.Sentence, " .")] == "" || !strings.Contains(c.Passages[0].Title, truth[strings.TrimRight(c.Sentence, " .")]) {
				list[i].Support = ask.Contradiction
			}
		}
		return list, nil
	})
}

// Whatever a model says truly of a block stays.
func TestAgent_Answer_FaithfulSurvives(t *testing.T) {
	w := liarWorld(t)
	n, lost := 0, 0
	for _, of := range sources {
		for _, f := range of.told {
			n++
			if got := saying(t, w, rightReader(), of, f.sentence, of.word); !survives(got, f.sentence) {
				lost++
				t.Errorf("a true sentence was taken out: %s\n%s", f.sentence, got)
			}
		}
	}
	t.Logf("%d of %d faithful sentences stay", n-lost, n)
}

// Whatever a model says falsely of a block goes with a second reading that is right; with
// one that agrees to everything, no wrong figure, unit or end passes (CITATIONS M, H, V).
func TestAgent_Answer_LiesAreCaught(t *testing.T) {
	const least = 300
	w := liarWorld(t)
	for name, reader := range map[string]*asktest.Reader{"right": rightReader(), "agreeing": asktest.Agreeing()} {
		n, missed := 0, map[string]int{}
		for _, of := range sources {
			for _, l := range lies(of) {
				if l.wording && name == "agreeing" {
					continue
				}
				n++
				if got := saying(t, w, reader, of, l.sentence, l.cites); survives(got, l.sentence) {
					missed[l.fault]++
					t.Errorf("%s reader, %s: a false sentence stayed: %s", name, l.fault, l.sentence)
				}
			}
		}
		if name == "right" && n < least {
			t.Errorf("want at least %d lies, got %d", least, n)
		}
		t.Logf("%s reader: %d lies, missed %v", name, n, fmt.Sprint(missed))
	}
}
