package verify

import (
	"slices"
	"strings"
	"testing"

	"github.com/reglookup/regengine/verify/understand"
)

// TestThesauri: every file is read, and no wording of it is a bare negation or
// says a term that cannot be told from another.
func TestThesauri(t *testing.T) {
	in := known().together["es"]
	all := in.thesauri()
	for _, lang := range in.Codes() {
		words := all[lang]
		if words == nil {
			t.Fatalf("want a thesaurus for %s", lang)
		}
		for head, list := range words.heads {
			for i, w := range list {
				if len(w.stems) == 1 && in.Does(head, "")&understand.Negates != 0 {
					t.Errorf("%s: the wording %q of %q is a negation", lang, head, words.info[w.term].name)
				}
				for _, other := range list[:i] {
					if slices.Equal(w.stems, other.stems) {
						t.Errorf("%s: two terms are said %q", lang, strings.Join(w.stems, " "))
					}
				}
			}
		}
		for id, info := range words.info {
			if slices.Contains(info.broader, term(id)) {
				t.Errorf("%s: %q is a kind of itself", lang, info.name)
			}
		}
	}
}

// comparisons returns the wordings of a language that compare a number.
func comparisons(t *testing.T, lang string) []string {
	file, err := languageFiles.ReadFile("language/" + lang + "/grammar.txt")
	if err != nil {
		t.Fatal(err)
	}
	_, section, _ := strings.Cut(string(file), "\n[comparators]\n")
	section, _, _ = strings.Cut(section, "\n[")
	var out []string
	for line := range strings.Lines(section) {
		_, list, _ := strings.Cut(line, ":")
		for wording := range strings.SplitSeq(list, ",") {
			out = append(out, fold(strings.TrimSpace(wording)))
		}
	}
	if len(out) < 10 {
		t.Fatalf("want the comparisons of %s, got %q", lang, out)
	}
	return out
}

// TestThesauri_comparisons: no wording is a number, nor a little word that compares,
// in the form it is looked up by: "más" is not "masa".
func TestThesauri_comparisons(t *testing.T) {
	in := known().together["es"]
	all := in.thesauri()
	for _, lang := range in.Codes() {
		for _, comparison := range comparisons(t, lang) {
			for _, w := range strings.Fields(comparison) {
				if len(w) > 5 {
					continue // "superior" names a place as well
				}
				for _, have := range all[lang].heads[in.Stem(w)] {
					if len(have.stems) == 1 {
						t.Errorf("%s: %q is read as %q", lang, w, all[lang].name(have.term))
					}
				}
			}
		}
		if list := all[lang].heads["#"]; list != nil {
			t.Errorf("%s: want no wording that begins with a number, got %v", lang, list)
		}
	}
}

// TestThesaurus_exclusive: what excludes each other is not of one kind, or a
// statement of one would deny itself.
func TestThesaurus_exclusive(t *testing.T) {
	for lang, words := range known().together["es"].thesauri() {
		for _, set := range words.sets {
			for _, a := range set.terms {
				for _, b := range set.terms {
					if a != b && words.isA(a, b) && !set.things {
						t.Errorf("%s: %q is a kind of %q, which excludes it", lang, words.info[a].name, words.info[b].name)
					}
				}
			}
		}
	}
}

func TestThesaurus_circumstance(t *testing.T) {
	words := known().together["es"].thesauri()["es"]
	for _, tt := range []struct {
		text  string
		parts int
		bound string
	}{
		{"cuando la diferencia de cota que protegen no exceda de 6 m", 1, "<= 6"},
		{"si longitud < 3 m", 1, "< 3"},
		{"> 100 personas", 1, "> 100"},
		{"cuando la longitud sea igual o mayor que 15 m", 1, ">= 15"},
		{"en zonas de uso público, así como siempre que no se disponga ascensor", 2, ""},
		{"excepto en uso Docente o Comercial", 2, ""},
		{"en los municipios de zona II", 1, ""},
		{"en pasillos previstos para 10 personas, como máximo", 1, "<= 10"},
		{"hasta una profundidad de 1,40 m", 1, "<= 1.4"},
		{"De 3 m a menos de 6 m", 1, ">= 3"},
		{"De 3 a 6 m", 1, ">= 3"},
		{"0 o 1 dormitorio", 1, ">= 0"},
	} {
		t.Run(tt.text, func(t *testing.T) {
			got := words.circumstance(tt.text)
			if len(got.parts) != tt.parts {
				t.Fatalf("want %d parts, got %d", tt.parts, len(got.parts))
			}
			if tt.bound == "" {
				return
			}
			conditions := within(got.parts[0].numbers[0].span, "x")
			if have := conditions[0].Op + " " + conditions[0].Value.String(); have != tt.bound {
				t.Errorf("want %s, got %s", tt.bound, have)
			}
		})
	}
}

func FuzzThesaurus_circumstance(f *testing.F) {
	for _, seed := range []string{"cuando no exceda de 6 m", "zona climática D, E", "> 100 personas o < 3 m", "excepto salvo si", "α D α", "5 ± 1 m", "y o e u"} {
		f.Add(seed)
	}
	words := map[string]*thesaurus{}
	for _, lang := range known().together["es"].Codes() {
		words[lang] = known().together["es"].thesauri()[lang]
	}
	f.Fuzz(func(t *testing.T, text string) {
		for _, w := range words {
			for _, p := range w.circumstance(text).parts {
				for _, id := range p.words {
					if id.term == noTerm {
						t.Errorf("a word of a text has no term: %q", text)
					}
				}
			}
			w.said(text, false)
		}
	})
}
