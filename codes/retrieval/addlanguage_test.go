package retrieval_test

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"github.com/reglookup/regengine/codes/retrieval"
)

// madeUp are the files of a language nobody speaks: "-ur" makes plurals, "zo" and
// "ki" say nothing, "glanf" asks for a figure.
func madeUp() fs.FS { return os.DirFS("testdata/language_madeup") }

func madeUpBlocks() []retrieval.Block {
	return []retrieval.Block{
		{ID: "q1", Doc: "q/1", Section: "s", Title: "Trabur", Kind: retrieval.Paragraph, Lang: "qz", Text: "Zo trabur ki vontar 90 mek."},
		{ID: "q2", Doc: "q/1", Section: "s", Title: "Plesk", Kind: retrieval.Paragraph, Lang: "qz", Order: 1, Text: "Zo plesk ki morbal, altura zo barandilla."},
		{ID: "e1", Doc: "e/1", Section: "s", Title: "Barandillas", Kind: retrieval.Paragraph, Lang: "es", Text: "La barandilla tendrá una altura de 0,90 m."},
		{ID: "e2", Doc: "e/1", Section: "s", Title: "Escaleras", Kind: retrieval.Paragraph, Lang: "es", Order: 1, Text: "La escalera de zo ki vontar tendrá peldaños; el trab no plesk."},
	}
}

func scored(t *testing.T, r *retrieval.Retriever, doc, text string) []string {
	t.Helper()
	hits, err := r.Search(t.Context(), retrieval.Query{Text: text, Docs: []string{doc}})
	if err != nil {
		t.Fatal(err)
	}
	var list []string
	for _, h := range hits {
		list = append(list, fmt.Sprintf("%s %.6f", h.Block.ID, h.Score))
	}
	return list
}

// One test holds all that turns on the order of things: what is added stays.
func TestAddLanguage(t *testing.T) {
	blocks := madeUpBlocks()
	questions := []string{"altura barandilla", "zo ki vontar", "escalera", "trab plesk", "guardrail height", "glanf trab", "dorn", "escalera peldaños gronk"}
	before, unasked := retrieval.New(blocks), retrieval.New(blocks)
	segments := map[string][]byte{}
	for _, doc := range []string{"q/1", "e/1"} {
		segments[doc] = retrieval.BuildSegment(slices.DeleteFunc(slices.Clone(blocks), func(b retrieval.Block) bool { return b.Doc != doc }))
	}
	spanish := map[string][]string{}
	for _, q := range questions {
		spanish[q] = scored(t, before, "e/1", q)
	}
	if got := scored(t, before, "q/1", "trab"); len(got) != 0 {
		t.Fatalf("%v found before the language is known", got)
	}

	if err := retrieval.AddLanguage("qz-QZ", madeUp()); err != nil {
		t.Fatal(err)
	}
	t.Run("OldRetrieverGoesOn", func(t *testing.T) {
		if got := scored(t, before, "q/1", "trab"); len(got) != 0 {
			t.Errorf("found %v", got)
		}
		if got := scored(t, unasked, "q/1", "trabur"); len(got) != 1 {
			t.Errorf("found %v by the word as it is written", got)
		}
	})
	after, rebuilt := retrieval.Restore(blocks, segments)
	t.Run("SegmentsOfTheLanguageAlone", func(t *testing.T) {
		if diff := cmp.Diff([]string{"q/1"}, rebuilt); diff != "" {
			t.Error("(-want +got)\n" + diff)
		}
		if _, again := before.Update(blocks, nil); !slices.Equal(again, []string{"q/1"}) {
			t.Errorf("rebuilt %v of a retriever that has them all", again)
		}
	})
	t.Run("OtherLanguagesAnswerAlike", func(t *testing.T) {
		for _, q := range questions {
			if diff := cmp.Diff(spanish[q], scored(t, after, "e/1", q)); diff != "" {
				t.Errorf("%s (-before +after)\n%s", q, diff)
			}
		}
	})
	t.Run("Stems", func(t *testing.T) {
		if got := scored(t, after, "q/1", "trab"); len(got) != 1 || !strings.HasPrefix(got[0], "q1") {
			t.Errorf("found %v", got)
		}
	})
	t.Run("StopWords", func(t *testing.T) {
		if got := scored(t, after, "q/1", "zo ki"); len(got) != 0 {
			t.Errorf("found %v", got)
		}
	})
	t.Run("Synonyms", func(t *testing.T) {
		for _, q := range []string{"dorn", "stair"} {
			if got := scored(t, after, "q/1", q); len(got) != 1 || !strings.HasPrefix(got[0], "q1") {
				t.Errorf("%s: found %v", q, got)
			}
		}
		for _, q := range []string{"dorn", "stair"} { // "stair" is of another language: it is no word of these texts
			if got := retrieval.SynonymsIn(q, "qz"); len(got) == 0 || slices.ContainsFunc(got, func(terms []string) bool { return slices.Contains(terms, "stair") }) {
				t.Errorf("%s means %v", q, got)
			}
		}
		if got := retrieval.SynonymsIn("dorn", "es"); got != nil {
			t.Errorf("in Spanish it means %v", got)
		}
	})
	t.Run("NotThoseOfTheField", func(t *testing.T) { // "guardrail" is Spanish "barandilla" there
		if got := scored(t, after, "q/1", "guardrail"); len(got) != 0 {
			t.Errorf("found %v", got)
		}
	})
	t.Run("Figures", func(t *testing.T) {
		words := retrieval.Words("Glanf zo Wak?", "qz")
		if !words[0].Figure || words[1].Figure || !words[1].Stop() || !words[2].Framing {
			t.Errorf("words %+v", words)
		}
	})
	t.Run("SameAgain", func(t *testing.T) {
		if err := retrieval.AddLanguage("qz", madeUp()); err != nil {
			t.Fatal(err)
		}
		if _, again := after.Update(blocks, nil); len(again) != 0 {
			t.Errorf("rebuilt %v", again)
		}
	})
}

func TestCheckLanguage(t *testing.T) {
	for name, c := range map[string]struct {
		tag, file, text string
		wrong           string
	}{
		"OK":                {"qy", "stopwords.txt", "zo # remark\nki", ""},
		"NoTag":             {"", "stopwords.txt", "zo", "no language tag"},
		"TwoWordsInOne":     {"qy", "stopwords.txt", "zo\njusqu'à", "stopwords.txt:2:"},
		"NoUTF8":            {"qy", "framing.txt", "\xff", "framing.txt: it is no UTF-8"},
		"Algorithm":         {"qy", "stemmer.txt", "# one\nklingon", `stemmer.txt:2: there is no algorithm "klingon"; there are arabic,`},
		"TwoAlgorithms":     {"qy", "stemmer.txt", "french\ngerman", "stemmer.txt:2:"},
		"Rules":             {"qy", "stem.tsv", "3 - ur\nx - ur", "stem.tsv:2:"},
		"RuleWithoutEnding": {"qy", "stem.tsv", "3 -", "stem.tsv:1:"},
		"Alone":             {"qy", "synonyms.tsv", "# a\ntrab\n", "synonyms.tsv:2:"},
		"LongPhrase":        {"qy", "synonyms.tsv", "trab\ta b c d", "synonyms.tsv:1:"},
		"NoLanguage":        {"qy", "synonyms.tsv", "trab\tEnglisch:stair", "synonyms.tsv:1:"},
		"Reference":         {"qy", "references.tsv", "art\tpun\nB:\tx", "references.tsv:2:"},
	} {
		t.Run(name, func(t *testing.T) {
			err := retrieval.CheckLanguage(c.tag, fstest.MapFS{c.file: {Data: []byte(c.text)}})
			if c.wrong == "" && err != nil || c.wrong != "" && (err == nil || !strings.Contains(err.Error(), c.wrong)) {
				t.Errorf("error %v, want one with %q", err, c.wrong)
			}
		})
	}
	t.Run("EveryMistake", func(t *testing.T) {
		err := retrieval.CheckLanguage("qy", fstest.MapFS{"stopwords.txt": {Data: []byte("a-b\nc-d")}, "stemmer.txt": {Data: []byte("x")}})
		if n := strings.Count(fmt.Sprint(err), "\n"); n != 2 {
			t.Errorf("%d lines in %v", n+1, err)
		}
	})
	t.Run("ErrBuiltIn", func(t *testing.T) {
		for _, tag := range []string{"es", "EN-gb"} {
			if err := errors.Join(retrieval.CheckLanguage(tag, fstest.MapFS{}), nil); !errors.Is(err, retrieval.ErrBuiltInLanguage) {
				t.Errorf("check %s: %v", tag, err)
			}
			if err := retrieval.AddLanguage(tag, fstest.MapFS{}); !errors.Is(err, retrieval.ErrBuiltInLanguage) {
				t.Errorf("add %s: %v", tag, err)
			}
		}
	})
}

// Languages are added while others are searched.
func TestAddLanguage_WhileSearching(t *testing.T) {
	blocks := madeUpBlocks()
	r := retrieval.New(blocks)
	want := scored(t, r, "e/1", "altura barandilla")
	var wg sync.WaitGroup
	for i := range 4 {
		wg.Go(func() {
			for n := range 20 {
				files := fstest.MapFS{"stopwords.txt": {Data: fmt.Appendf(nil, "zo ki w%dx%d", i, n)}}
				if err := retrieval.AddLanguage("q"+string(rune('a'+i)), files); err != nil {
					t.Error(err)
				}
			}
		})
		wg.Go(func() {
			for range 20 {
				retrieval.Words("zo trabur", "qa")
				next, _ := r.Update(blocks, nil)
				if got := scored(t, next, "e/1", "altura barandilla"); !slices.Equal(want, got) {
					t.Errorf("found %v, want %v", got, want)
				}
			}
		})
	}
	wg.Wait()
}

func FuzzCheckLanguage(f *testing.F) {
	f.Add("zo ki", "3 - ur", "trab\tdorn\ten:stair", "art\tpun")
	f.Fuzz(func(t *testing.T, stop, stem, synonyms, references string) {
		files := fstest.MapFS{
			"stopwords.txt": {Data: []byte(stop)}, "stem.tsv": {Data: []byte(stem)},
			"synonyms.tsv": {Data: []byte(synonyms)}, "references.tsv": {Data: []byte(references)},
		}
		if len(synonyms) < 2000 {
			_ = retrieval.CheckLanguage("qy", files) // whatever is wrong, it does not panic
		}
	})
}
