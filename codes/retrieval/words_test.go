package retrieval_test

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"github.com/reglookup/regengine/codes/retrieval"
)

func TestWords(t *testing.T) {
	for _, tt := range []struct {
		name, text, lang string
		want             [][]string
	}{
		{"number with comma", "0,90", "es", [][]string{{"0.90", "0.9"}}},
		{"thousands", "1.000", "es", [][]string{{"1.000", "1", "1000"}}},
		{"three levels", "4.2.1", "es", [][]string{{"4.2.1"}}},
		{"two orders of stemming", "evacuación", "es", [][]string{{"evacuacion", "evacu"}}},
		{"article", "art. 4.2", "es", [][]string{{"art"}, {"4.2", "art4.2"}}},
		{"basic document", "DB-SUA 1", "es", [][]string{{"db"}, {"sua", "dbsua"}, {"1", "sua1", "dbsua1"}}},
		{"zone", "D3", "es", [][]string{{"d3"}}},
		{"square metres", "m²·K", "es", [][]string{{"m2"}, {"k"}}},
		{"stop words", "the width of a stair", "en", [][]string{nil, {"width"}, nil, nil, {"stair"}}},
		{"language without stemmer", "Treppen der Häuser", "de", [][]string{{"treppen"}, {"der"}, {"hauser"}}},
		{"range", "13-18,5", "es", [][]string{{"13"}, {"18.5"}}},
		{"thousands with a space", "5 750 W", "es", [][]string{{"5"}, {"750", "5750"}, {"w"}}},
		{"millions with spaces", "1 200 000", "es", [][]string{{"1"}, {"200", "1200"}, {"000", "1200000"}}},
		{"no thousands", "art. 5 75", "es", [][]string{{"art"}, {"5", "art5"}, {"75"}}},
		{"law of a year", "Ley 38/1999", "es", [][]string{{"ley"}, {"38", "ley38"}, {"1999", "38/1999"}}},
		{"letters with points", "el R.D. y el C.T.E.", "es", [][]string{nil, {"r"}, {"d", "rd"}, nil, nil, {"c"}, {"t", "ct"}, {"cte"}}},
		{"instruction", "ITC-BT-25", "es", [][]string{{"itc"}, {"bt", "itcbt"}, {"25", "bt25", "itcbt25"}}},
		{"fire class apart", "EI 60", "es", [][]string{{"ei"}, {"60", "ei60"}}},
		{"fire class in one", "EI60", "es", [][]string{{"ei60"}}},
		{"Catalan", "les baranes de protecció", "ca", [][]string{nil, {"baran"}, nil, {"protecci"}}},
		{"Catalan plural", "proteccions", "ca", [][]string{{"protecci"}}},
		{"Galician", "as varandas e as escaleiras", "gl", [][]string{nil, {"varand"}, nil, nil, {"escaleir"}}},
		{"Basque", "eskaileraren zabalera", "eu", [][]string{{"eskailer"}, {"zabaler"}}},
		{"Basque article", "eskailera", "eu", [][]string{{"eskailer"}}},
		{"French", "les escaliers", "fr", [][]string{nil, {"escali"}}},
		{"Italian", "le scale", "it", [][]string{nil, {"scal"}}},
		{"Portuguese", "as escadas", "pt", [][]string{nil, {"escad"}}},
		{"possessive", "the person's duty", "en", [][]string{nil, {"person"}, nil, {"duti"}}},
		{"end of sentence", "de 10.", "es", [][]string{nil, {"10"}}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var got [][]string
			for _, w := range retrieval.Words(tt.text, tt.lang) {
				got = append(got, w.Terms)
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("Words(%q) (-want +got):\n%s", tt.text, diff)
			}
		})
	}
}

func TestSynonyms(t *testing.T) {
	got := retrieval.Synonyms("contrahuella")
	if !slices.ContainsFunc(got, func(p []string) bool { return slices.Equal(p, []string{"tabic"}) }) {
		t.Errorf("contrahuella: no tabica in %v", got)
	}
	if got := retrieval.Synonyms("protección"); len(got) != 0 {
		t.Errorf("a part of a phrase is not the phrase: %v", got)
	}
}

func FuzzWords(f *testing.F) {
	for _, s := range []string{"art. 4.2", "DB-SUA 1", "0,90 m", "\xff\x00ñ", "1.,2", "ﬁ²", strings.Repeat("9.", 200)} {
		f.Add(s, "es")
	}
	f.Fuzz(func(t *testing.T, text, lang string) {
		end := 0
		for _, w := range retrieval.Words(text, lang) {
			if w.Start < end || w.End <= w.Start || text[w.Start:w.End] != w.Text {
				t.Fatalf("word %q at %d..%d after %d", w.Text, w.Start, w.End, end)
			}
			end = w.End
			for _, term := range w.Terms {
				if term == "" || strings.ContainsAny(term, " \x00") || utf8.ValidString(text) && !utf8.ValidString(term) {
					t.Fatalf("term %q of %q", term, w.Text)
				}
			}
		}
	})
}

// Ligatures are taken apart: a word is found whichever way it is typed.
func TestFold_ligatures(t *testing.T) {
	for text, want := range map[string]string{"Manœuvre": "manoeuvre", "ŒUVRE": "oeuvre", "ex æquo": "ex aequo", "ﬁn": "fin", "Straße": "strasse", "GROẞ": "gross", "Ø 110": "ø 110", "Łódź": "lodz"} {
		if got := retrieval.Fold(text); got != want {
			t.Errorf("%q: want %q, got %q", text, want, got)
		}
	}
}

func TestAnnounced(t *testing.T) {
	for word, want := range map[string]string{"Artículo": "art", "articles": "art", "puerta": ""} {
		if got := retrieval.Announced(word, "es"); got != want {
			t.Errorf("%q: want %q, got %q", word, want, got)
		}
	}
}
