package ask

import (
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// patternSources are expressions of every shape the tables use.
var patternSources = []string{
	`\b(?:no|ni) (?:\S+ ){0,3}?(?:menor(?:es)?|baj\w+)\b|≥|>=`,
	`\bminim\w+\b`, `[;|\n]|[.?!] `, `,? (?:y|e|and) |, (?:que|si)? ?`, `[0-9]+(?:[.,][0-9]+)+|[0-9]{1,3}(?: [0-9]{3})+|[0-9]+`,
	`\b(arts?|tablas?)(?:\. ?| )((?:[0-9]+|[a-h]))\b`, `\b(?:a|hasta)(?: mas)? ?$`, `\b((?i:zonas?|clases?)) ([A-Z][0-9]?)\b`, `(?m)^x`, `m\b`, `\bno\b|\bnota`,
}

var patternWords = []string{
	"no ", "ni ", "menor", "es", "bajara", "≥", ">=", "minimo ", "minim", ";", ". ", "\n", ",", " y ", ", que ", "12", ",5", " 500", "art. 5", "arts 5 a", "tabla 3",
	"a ", "hasta", " mas ", "Zona D3", "clase C", "x", "m", "ñ", "º", "\xff", " ", "nota", "_",
}

// TestPattern_Same holds that a pattern finds what its expression finds.
func TestPattern_Same(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		source := rapid.SampledFrom(patternSources).Draw(t, "source")
		text := strings.Join(rapid.SliceOfN(rapid.SampledFrom(patternWords), 0, 24).Draw(t, "text"), "")
		want := regexp.MustCompile(source).FindAllStringSubmatchIndex(text, -1)
		if diff := cmp.Diff(want, newPattern(source).all(text)); diff != "" {
			t.Fatalf("%s in %q: %s", source, text, diff)
		}
		if want, got := regexp.MustCompile(source).ReplaceAllString(text, "-"), newPattern(source).replace(text, "-"); want != got {
			t.Fatalf("%s in %q: want %q, got %q", source, text, want, got)
		}
	})
}

// TestPattern_Tables holds the same of every phrase of the tables, over words of
// all of them.
func TestPattern_Tables(t *testing.T) {
	words := strings.Fields(frameWordsText + " no se permite nunca podrá deberá must not be allowed unless except según los datos del proyecto 5 m , . ; :")
	expressions := map[string]*regexp.Regexp{}
	for line := range strings.Lines(phrasesTSV) {
		if kind, pattern, ok := strings.Cut(strings.TrimRight(line, "\n"), "\t"); ok && !strings.HasPrefix(kind, "#") {
			lines := pattern
			if before := expressions[kind]; before != nil {
				lines = strings.TrimSuffix(strings.TrimPrefix(before.String(), `\b(?:`), `)`) + "|" + pattern
			}
			expressions[kind] = regexp.MustCompile(`\b(?:` + lines + `)`)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		text := strings.Join(rapid.SliceOfN(rapid.SampledFrom(words), 0, 30).Draw(t, "words"), " ")
		for kind, e := range expressions {
			if diff := cmp.Diff(e.FindAllStringIndex(text, -1), phrases()[kind].all(text)); diff != "" {
				t.Fatalf("%s in %q: %s", kind, text, diff)
			}
		}
	})
}
