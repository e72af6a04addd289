package httpapi

import (
	"regexp"
	"testing"
)

// TestShape_pattern: what the pattern of a schema takes is what the server takes.
func TestShape_pattern(t *testing.T) {
	texts := []string{"", " ", "\t", "a", " a ", "a\nb", "a\tb", "a\x00", "a\x07", "\x7f", "a\u0085b", "ñ", "😀", "a/b", `a\b`, "a.b", "a..b", "a-1", "-a", "memoria.pdf"}
	for _, s := range []*shape{nil, readable, oneLine, plainFileName, memoryKey} {
		for _, kind := range []fieldKind{textField, anyText} {
			f := &field{kind: kind, shape: s}
			pattern := regexp.MustCompile(s.pattern(kind == textField))
			for _, text := range texts {
				if s == nil && anyShape.check(text).made() {
					continue // no reader of requests lets it through
				}
				if taken := !f.checkText(text).made(); pattern.MatchString(text) != taken {
					t.Errorf("%q: the pattern %s says otherwise than the server, which takes it: %v", text, pattern, taken)
				}
			}
		}
	}
}
