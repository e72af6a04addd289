package regengine_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/reglookup/regengine/ask"
	"github.com/reglookup/regengine/ask/asktest"
	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/codes/retrieval"
	"github.com/reglookup/regengine/regengine"
)

// inLanguage are the blocks of a document in a language.
func inLanguage(lang, doc string, words ...string) []retrieval.Block {
	blocks := texts(doc, words...)
	for i := range blocks {
		blocks[i].Lang = lang
	}
	return blocks
}

// TestEngine_Extracted_otherWords: limits read by words a country no longer brings are
// read anew, those of texts in other languages are not, and what was read by the words
// of now is not read again, by whomever.
func TestEngine_Extracted_otherWords(t *testing.T) {
	s, l, f := newStore(), &listener{}, &finder{name: "f/1"}
	write := &regengine.WriteOptions{Extractor: f, Languages: []regengine.LanguageReader{l.reader("words")}}
	bring := func(word string) regengine.Data { return guest("XG", "eo-XG", word) }
	first := bring("la")
	first.Blocks = slices.Concat(inLanguage("eo", "ours/1", "unu"), inLanguage("es", "other/1", "dos"))
	if _, err := regengine.Import(t.Context(), s, schemes, first, write); err != nil {
		t.Fatal(err)
	}
	open := func() *regengine.Engine {
		e, err := regengine.Open(t.Context(), s, schemes, &regengine.Options{Extractor: f, Languages: write.Languages})
		if err != nil {
			t.Fatal(err)
		}
		return e
	}
	e := open()
	if got := e.Snapshot().Extracted; len(got) != 0 {
		t.Fatalf("%v were read although what was stored fits", got)
	}
	if _, err := regengine.Import(t.Context(), s, schemes, bring("kaj"), write); err != nil { // an upgrade without its texts
		t.Fatal(err)
	}
	for name, served := range map[string]func() *regengine.Engine{
		"Serving": func() *regengine.Engine {
			if err := e.Refresh(t.Context()); err != nil {
				t.Fatal(err)
			}
			return e
		},
		"Started": open,
	} {
		if diff := cmp.Diff([]string{"ours/1"}, served().Snapshot().Extracted); diff != "" {
			t.Errorf("%s: read anew (-want +got):\n%s", name, diff)
		}
	}
	if _, err := regengine.Reindex(t.Context(), s, write); err != nil {
		t.Fatal(err)
	}
	if got := open().Snapshot().Extracted; len(got) != 0 {
		t.Errorf("after a reindex %v were read again", got)
	}
}

// Tags of one language are one language: "eo-XH" does not take the place of "eo".
func TestEngine_Languages_oneLanguageTwoTags(t *testing.T) {
	s, l := newStore(), &listener{}
	s.data = regengine.Merge(guest("XH", "eo-XH", "second"), guest("XG", "eo", "first"))
	if _, err := regengine.Open(t.Context(), s, schemes, &regengine.Options{Languages: []regengine.LanguageReader{l.reader("words")}}); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"eo first"}, l.told); diff != "" {
		t.Error("told (-want +got)\n" + diff)
	}
}

// TestImport_Languages_failing: words of an import that fails are not those a process
// goes on with.
func TestImport_Languages_failing(t *testing.T) {
	s, l := newStore(), &listener{}
	s.data = guest("XG", "eo", "la")
	change := guest("XG", "eo", "kaj")
	change.Places[1].Parent = "XG-nowhere"
	opts := &regengine.WriteOptions{Languages: []regengine.LanguageReader{l.reader("words")}}
	if _, err := regengine.Import(t.Context(), s, schemes, change, opts); err == nil || l.told[len(l.told)-1] != "eo la" {
		t.Errorf("error %v, told %q; want the words of before last", err, l.told)
	}
}

// TestEngine_Ask_ErrNotServed: of a project in a country of which nothing is loaded
// nothing can be answered, in whatever language.
func TestEngine_Ask_ErrNotServed(t *testing.T) {
	e, _ := askEngine(t)
	project := askProject()
	project.GeoID, project.Place.ID = "ZZ-1", "ZZ-1"
	script := asktest.NewScript(asktest.Say("Not found in the sources."))
	_, err := e.Ask(t.Context(), ask.Question{Text: "How high?", Project: project}, &regengine.AskOptions{Model: script})
	if !errors.Is(err, regengine.ErrNotServed) || !strings.Contains(err.Error(), "ZZ") || len(script.Seen()) != 0 {
		t.Errorf("error %v after %d rounds, want ErrNotServed before any", err, len(script.Seen()))
	}
}

// TestFingerprint_Wordings: what a code is called in other languages decides nothing,
// and what it is decides.
func TestFingerprint_Wordings(t *testing.T) {
	of := func(change func(c *codes.Code)) string {
		data := askData()
		change(&data.Codes[0])
		s, err := regengine.NewSnapshot(schemes, data)
		if err != nil {
			t.Fatal(err)
		}
		return s.Fingerprint().Codes
	}
	plain := of(func(*codes.Code) {})
	french := map[string]codes.Wording{"fr": {Title: "x"}}
	if of(func(c *codes.Code) { c.Language, c.Wordings, c.Versions[0].Wordings = "en", french, french }) != plain {
		t.Error("a title in another language changed it")
	}
	if of(func(c *codes.Code) { c.Versions[0].Status = codes.Repealed }) == plain || of(func(c *codes.Code) { c.Title = "y" }) == plain {
		t.Error("another status or title did not")
	}
}
